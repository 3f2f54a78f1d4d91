/*
 * Knowledge from the table and the record, for people.
 *
 * (N1) If a number may be too high because the record has gaps, the output says so.
 */
#include "show/show_known.h"

#include <inttypes.h>
#include <string.h>

#include "draw/draw.h"
#include "text/text_rules.h"
#include "util/wrap.h"
#include "text/shown.h"
#include "util/utf8.h"

struct page {
	const struct player_read *r;
	const struct knowledge *k;
	const struct view *view; /* the own view, or the public one */
	const struct game *g;    /* the game in `view` */
	unsigned style;
	const struct language *lang;
	struct buf *out;
	/* Called for each section with lines. */
	void (*section)(void *arg, const char *title, const struct buf *lines);
	void *arg;
};

static struct page
page_of(const struct language *lang, const struct player_read *r, const struct knowledge *k,
    unsigned style, struct buf *out)
{
	const struct view *view = r->has_view ? &r->v.view : &r->d.pub;

	return (struct page){ r, k, view, &view->known, style, lang, out, NULL, NULL };
}

void
show_heading(const char *title, const char *beside, unsigned style, struct buf *out)
{
	const char *on = style & DRAW_COLOR ? "\x1b[1m" : "";
	const char *off = style & DRAW_COLOR ? "\x1b[0m" : "";

	buf_fmt(out, "\n%s%s%s%s%s\n", on, title, off, beside[0] != '\0' ? ": " : "", beside);
}

/* Passes on a section unless it is empty. Releases the lines. */
static void
put_section(const struct page *p, const char *title, struct buf *lines)
{
	if (lines->n > 0)
		p->section(p->arg, language_text(p->lang, title), lines);
	buf_release(lines);
}

/* Appends one line of a section and releases it. */
static void
end_line(struct buf *line, struct buf *out)
{
	wrap_text(line->p, line->n, "  ", "    ", DRAW_COLUMNS, out);
	buf_release(line);
}

static const char *
who(const struct page *p, unsigned seat)
{
	bool is_me = p->r->has_view && seat == p->r->seat;

	return is_me ? language_text(p->lang, MSG("known", "you")) :
		       names_seat(&p->r->d.names, (uint8_t)seat);
}

/* ---- goals ----------------------------------------------------------------------------------- */

/* Appends " (digest 7)", when the seat looked there, if the record shows it. */
static void
put_when(const struct page *p, unsigned seat, struct place at, struct buf *out)
{
	for (unsigned i = 0; i < p->k->n_look; i++) {
		const struct knowledge_look *l = &p->k->look[i];

		if (l->seat == seat && l->to == SEAT_NONE && l->at.x == at.x && l->at.y == at.y) {
			language_fmt(p->lang, out, MSG("known", " (digest %lld)"), (long long)l->n);
			return;
		}
	}
}

/* Lists the goals that are face down: what they are or must be, and which seats looked at them. */
static void
put_goals(const struct page *p)
{
	struct knowledge_goal goal[KNOWLEDGE_GOALS_MAX];
	unsigned n = knowledge_goals(p->g, goal);
	struct buf lines = BUF_INIT;

	for (unsigned i = 0; i < n; i++) {
		const struct knowledge_goal *k = &goal[i];
		struct buf line = BUF_INIT, at = BUF_INIT, looked = BUF_INIT;
		char name[CARD_NAME_MAX];

		if (k->card == CARD_HIDDEN && k->looked == 0)
			continue;
		place_text(k->at.x, k->at.y, &at);
		card_name(p->g->rules, k->card, name);
		for (unsigned seat = 0; seat < p->g->n_seats; seat++) {
			if ((k->looked >> seat & 1u) == 0)
				continue;
			buf_fmt(&looked, "%s%s", shown_separator(p->lang, k->looked, (uint8_t)seat),
			    who(p, seat));
			put_when(p, seat, k->at, &looked);
		}
		if (k->card == CARD_HIDDEN)
			buf_fmt(&line, "%s: ", buf_cstr(&at));
		else
			language_fmt(p->lang, &line,
			    k->is_seen ? MSG("known", "%s is %s") : MSG("known", "%s must be %s"),
			    buf_cstr(&at), name);
		buf_str(&line, k->card != CARD_HIDDEN && k->looked != 0 ? "; " : "");
		if (k->looked != 0)
			language_fmt(p->lang, &line, MSG("known", "%s looked"), buf_cstr(&looked));
		buf_release(&at);
		buf_release(&looked);
		end_line(&line, &lines);
	}
	put_section(p, MSG("known", "Goals"), &lines);
}

/* ---- roles ----------------------------------------------------------------------------------- */

/* Appends "2" or "1 to 2". */
static void
put_range(const struct language *lang, unsigned min, unsigned max, struct buf *out)
{
	if (max > min)
		language_fmt(lang, out, MSG("known", "%u to %u"), min, max);
	else
		buf_fmt(out, "%u", min);
}

/* Appends "of bob and carl: 1 to 2 saboteurs, 0 to 1 boss". */
static void
put_counts(const struct page *p, const struct knowledge_roles *roles, struct buf *lines)
{
	struct buf line = BUF_INIT, seats = BUF_INIT, kinds = BUF_INIT;
	unsigned open = 0;

	for (unsigned s = 0; s < p->g->n_seats; s++)
		open += roles->role[s] == CARD_HIDDEN;
	if (open == 0 || roles->n_kinds == 0)
		return;
	for (unsigned s = 0; s < p->g->n_seats; s++) {
		if ((roles->hidden >> s & 1u) == 0)
			continue;
		buf_fmt(&seats, "%s%s", shown_separator(p->lang, roles->hidden, (uint8_t)s),
		    names_seat(&p->r->d.names, (uint8_t)s));
	}
	for (unsigned i = 0; i < roles->n_kinds; i++) {
		struct buf name = BUF_INIT, range = BUF_INIT;

		shown_card(p->lang, p->g->rules, roles->kind[i].role, &name);
		put_range(p->lang, roles->kind[i].min, roles->kind[i].max, &range);
		buf_str(&kinds, i == 0 ? "" : ", ");
		language_fmt_n(p->lang, &kinds, roles->kind[i].max > 1 ? roles->kind[i].max : 1,
		    MSG_N("known", "%s %s", "%s %ss"), buf_cstr(&range), buf_cstr(&name));
		buf_wipe(&name);
		buf_release(&range);
	}
	if (seats.n > 0)
		language_fmt(
		    p->lang, &line, MSG("known", "of %s: %s"), buf_cstr(&seats), buf_cstr(&kinds));
	else
		buf_fmt(&line, ": %s", buf_cstr(&kinds));
	buf_release(&seats);
	buf_release(&kinds);
	end_line(&line, lines);
}

/* Lists which seat looked at whose role. */
static void
put_inspections(const struct page *p, struct buf *lines)
{
	for (unsigned i = 0; i < p->k->n_look; i++) {
		const struct knowledge_look *l = &p->k->look[i];
		struct buf line = BUF_INIT;

		if (l->to >= p->g->n_seats)
			continue;
		if (p->r->has_view && l->to == p->r->seat)
			language_fmt(p->lang, &line,
			    MSG("known", "%s looked at your role in digest %lld"), who(p, l->seat),
			    (long long)l->n);
		else if (p->r->has_view && l->seat == p->r->seat)
			language_fmt(p->lang, &line,
			    MSG("known", "you looked at %s's role in digest %lld"),
			    names_seat(&p->r->d.names, l->to), (long long)l->n);
		else
			language_fmt(p->lang, &line,
			    MSG("known", "%s looked at %s's role in digest %lld"), who(p, l->seat),
			    names_seat(&p->r->d.names, l->to), (long long)l->n);
		end_line(&line, lines);
	}
}

static void
put_roles(const struct page *p, const struct knowledge_roles *roles)
{
	struct buf lines = BUF_INIT;

	if (roles->hidden != 0)
		put_counts(p, roles, &lines);
	for (unsigned s = 0; s < p->g->n_seats; s++) {
		struct buf line = BUF_INIT, name = BUF_INIT;

		if (roles->role[s] >= p->g->rules->n_cards || (p->r->has_view && s == p->r->seat))
			continue;
		shown_card(p->lang, p->g->rules, roles->role[s], &name);
		language_fmt(p->lang, &line,
		    (roles->hidden >> s & 1u) != 0 ? MSG("known", "%s must be a %s") :
						     MSG("known", "%s is a %s"),
		    names_seat(&p->r->d.names, (uint8_t)s), buf_cstr(&name));
		buf_wipe(&name);
		end_line(&line, &lines);
	}
	if (roles->hidden != 0)
		put_inspections(p, &lines);
	put_section(p, MSG("known", "Roles"), &lines);
}

/* Each gold counts once for each member of the other side. */
static void
put_sides(const struct page *p, const struct knowledge_roles *roles)
{
	const char *const *name = p->g->rules->words->side;
	struct buf lines = BUF_INIT;

	for (unsigned i = 0; i < roles->n_sides; i++) {
		const struct knowledge_side *side = &roles->side[i], *other = &roles->side[1 - i];
		struct buf line = BUF_INIT, seats = BUF_INIT, gold = BUF_INIT;

		put_range(p->lang, other->min, other->max, &seats);
		put_range(p->lang, (unsigned)side->gold * other->min,
		    (unsigned)side->gold * other->max, &gold);
		language_fmt_n(p->lang, &line, other->max,
		    MSG_N("known", "%s: %u brought out %s %s who works for %s = %s",
			"%s: %u brought out %s %s who work for %s = %s"),
		    shown_side(p->lang, name[side->name]), (unsigned)side->gold,
		    p->style & DRAW_ASCII ? "x" : "×", buf_cstr(&seats),
		    shown_side(p->lang, name[other->name]), buf_cstr(&gold));
		buf_release(&seats);
		buf_release(&gold);
		end_line(&line, &lines);
	}
	put_section(p, MSG("known", "Gold so far"), &lines);
}

void
show_known_each(const struct language *lang, const struct player_read *r, const struct knowledge *k,
    unsigned style, void (*section)(void *arg, const char *title, const struct buf *lines),
    void *arg)
{
	struct page p = page_of(lang, r, k, style, NULL);
	struct knowledge_roles roles;

	p.section = section;
	p.arg = arg;
	put_goals(&p);
	if (p.g->phase == PHASE_OVER)
		return;
	knowledge_roles(k, p.view, &roles);
	put_roles(&p, &roles);
	put_sides(&p, &roles);
}

static void
put_titled(void *arg, const char *title, const struct buf *lines)
{
	const struct page *p = arg;

	show_heading(title, "", p->style, p->out);
	buf_add(p->out, lines->p, lines->n);
}

void
show_known(const struct language *lang, const struct player_read *r, const struct knowledge *k,
    unsigned style, struct buf *out)
{
	struct page p = page_of(lang, r, k, style, out);

	show_known_each(lang, r, k, style, put_titled, &p);
}

/* ---- cards ----------------------------------------------------------------------------------- */

enum { NUMBERS = 4, NUMBER_W = 4, BLOCK_GAP = 2 };

/* Appends numbers in columns; "." stands for zero. */
static void
put_cells(const char *const cell[static NUMBERS], unsigned numbers, struct buf *out)
{
	for (unsigned i = 0; i < numbers; i++) {
		const size_t w = utf8_width(cell[i], strlen(cell[i]));

		buf_fill(out, ' ', w < NUMBER_W ? NUMBER_W - w : 1);
		buf_str(out, cell[i]);
	}
}

static unsigned
mine(const struct page *p, card_id kind)
{
	return p->r->has_view ? p->k->held[p->r->seat][kind] : 0;
}

/* Appends the numbers of a kind. Without a key no hand is known. */
static void
put_numbers(const struct page *p, card_id kind, struct buf *out)
{
	unsigned n[NUMBERS] = { p->k->out[kind], knowledge_unseen(p->k, p->view, kind),
		mine(p, kind), p->k->gone[kind] };
	char text[NUMBERS][12];
	const char *cell[NUMBERS];

	for (unsigned i = 0; i < NUMBERS; i++) {
		(void)snprintf(text[i], sizeof text[i], "%u", n[i]);
		cell[i] = n[i] > 0 ? text[i] : ".";
	}
	put_cells(cell, p->r->has_view ? NUMBERS : 2, out);
}

/* Finds the kinds of the round. Returns their number; *w is the width of their names. */
static unsigned
find_kinds(const struct page *p, card_id kind[static CARDS_MAX], size_t *w)
{
	unsigned n = 0;
	char name[CARD_NAME_MAX];

	*w = 0;
	for (unsigned c = 0; c < p->g->rules->n_cards; c++) {
		if (p->k->all[c] == 0)
			continue;
		card_name(p->g->rules, (card_id)c, name);
		*w = strlen(name) > *w ? strlen(name) : *w;
		kind[n++] = (card_id)c;
	}
	return n;
}

/* Prints the kinds in as many columns as fit, ordered down, then across. */
static void
put_table(const struct page *p, unsigned columns)
{
	static const char *const title[NUMBERS] = { MSG("cards", "out"), MSG("cards", "yet"),
		MSG("cards", "own"), MSG("cards", "off") };
	const char *shown[NUMBERS];
	unsigned numbers = p->r->has_view ? NUMBERS : 2;
	card_id kind[CARDS_MAX];
	size_t name_w, n = find_kinds(p, kind, &name_w);
	size_t w = name_w + numbers * NUMBER_W + BLOCK_GAP;
	size_t blocks = (columns + BLOCK_GAP) / w > 0 ? (columns + BLOCK_GAP) / w : 1;
	size_t rows = (n + blocks - 1) / blocks;

	for (unsigned i = 0; i < NUMBERS; i++)
		shown[i] = language_text(p->lang, title[i]);
	for (size_t line = 0; line <= rows; line++) {
		for (size_t b = 0; b < blocks && b * rows < n; b++) {
			size_t i = b * rows + line - 1;
			char name[CARD_NAME_MAX] = "";

			if (line > 0 && i >= n)
				continue;
			if (line > 0)
				card_name(p->g->rules, kind[i], name);
			buf_fmt(p->out, "%*s%-*s", b > 0 ? BLOCK_GAP : 0, "", (int)name_w, name);
			if (line > 0)
				put_numbers(p, kind[i], p->out);
			else
				put_cells(shown, numbers, p->out);
		}
		buf_chr(p->out, '\n');
	}
}

/* Prints where the remaining cards are. */
static void
put_left(const struct page *p)
{
	unsigned left = 0, hands = 0, pile = game_deck_left(p->g), placed;
	struct buf line = BUF_INIT;

	for (unsigned c = 0; c < p->g->rules->n_cards; c++)
		left += p->k->all[c] > 0 ? knowledge_unseen(p->k, p->view, (card_id)c) : 0;
	for (unsigned s = 0; s < p->g->n_seats; s++)
		hands += p->r->has_view && s == p->r->seat ? 0 : p->g->seat[s].n_hand;
	placed = pile + hands + p->g->n_aside;
	language_fmt(p->lang, &line,
	    p->r->has_view ? MSG("known", "%u yet to come: %u in the pile, %u in other hands") :
			     MSG("known", "%u yet to come: %u in the pile, %u in hands"),
	    left, pile, hands);
	if (p->g->n_aside > 0)
		language_fmt(
		    p->lang, &line, MSG("known", ", %u put aside unseen"), (unsigned)p->g->n_aside);
	if (left > placed)
		language_fmt(p->lang, &line,
		    p->k->whole ? MSG("known", ", %u discarded face down") :
				  MSG("known", ", %u discarded face down or played before"),
		    left - placed);
	end_line(&line, p->out);
	if (p->k->whole)
		return;
	language_fmt(p->lang, &line, /* (N1) */
	    MSG("known",
		"from digest %lld on: your record has not all of this round, so what was played "
		"before and lies no more on the table is counted as yet to come"),
	    (long long)p->k->from);
	end_line(&line, p->out);
}

/* Lists cards that must be in other hands because of a swap. */
static void
put_held(const struct page *p)
{
	for (unsigned s = 0; s < p->g->n_seats; s++) {
		struct buf line = BUF_INIT, held = BUF_INIT;

		if (p->r->has_view && s == p->r->seat)
			continue;
		for (unsigned c = 0; c < p->g->rules->n_cards; c++) {
			char name[CARD_NAME_MAX];

			if (p->k->held[s][c] == 0)
				continue;
			card_name(p->g->rules, (card_id)c, name);
			buf_fmt(&held, "%s%s", held.n > 0 ? ", " : "", name);
			if (p->k->held[s][c] > 1)
				buf_fmt(&held, " (%u)", (unsigned)p->k->held[s][c]);
		}
		if (held.n > 0) {
			language_fmt(p->lang, &line, MSG("known", "%s holds %s"),
			    names_seat(&p->r->d.names, (uint8_t)s), buf_cstr(&held));
			end_line(&line, p->out);
		}
		buf_wipe(&held);
	}
}

/* Lists the possible kinds of the goals not seen yet. */
static void
put_goals_left(const struct page *p)
{
	struct buf line = BUF_INIT, goals = BUF_INIT;
	uint8_t left[CARDS_MAX];

	knowledge_goals_left(p->g, left);
	for (unsigned c = 0; c < p->g->rules->n_cards; c++) {
		char name[CARD_NAME_MAX];

		if (left[c] == 0)
			continue;
		card_name(p->g->rules, (card_id)c, name);
		buf_fmt(&goals, "%s%s", goals.n > 0 ? ", " : "", name);
		if (left[c] > 1)
			buf_fmt(&goals, " (%u)", (unsigned)left[c]);
	}
	if (goals.n > 0) {
		language_fmt(
		    p->lang, &line, MSG("known", "goals not seen yet: %s"), buf_cstr(&goals));
		end_line(&line, p->out);
	}
	buf_release(&goals);
}

void
show_cards(const struct language *lang, const struct player_read *r, const struct knowledge *k,
    unsigned columns, struct buf *out)
{
	const struct page p = page_of(lang, r, k, 0, out);
	struct buf line = BUF_INIT;

	if (!k->begun) {
		buf_str(out, language_text(lang, MSG("known", "nothing is dealt yet\n")));
		return;
	}
	put_table(&p, columns);
	buf_str(&line,
	    language_text(lang,
		r->has_view ?
		    MSG("known",
			"out: played openly; yet: to come; own: in hand; off: left it unseen") :
		    MSG("known", "out: played openly; yet: to come")));
	buf_chr(out, '\n');
	end_line(&line, out);
	put_left(&p);
	put_held(&p);
	put_goals_left(&p);
}
