/*
 * Hands and seats.
 */
#include "draw/draw.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "draw/plain.h"
#include "text/shown.h"
#include "util/utf8.h"

/* ---- hands -------------------------------------------------------------------------------- */

struct little_card { /* a picture and the word below it */
	struct card_picture picture;
	char word[CARD_NAME_MAX + 16];
	size_t w;    /* width of the wider one */
	bool joined; /* the flipped side of the previous card */
};

enum { LITTLE_GAP = 3, JOINED_GAP = 1 };

static struct little_card
little_card(const struct language *lang, const struct rules *rules, card_id card, unsigned copies,
    bool is_new, bool flipped)
{
	struct little_card c = { .joined = flipped };
	char name[CARD_NAME_MAX];

	picture_hand(&c.picture, rules, card, flipped);
	card_name(rules, card, name);
	if (flipped)
		(void)snprintf(
		    c.word, sizeof c.word, "%s", language_text(lang, MSG("hand", "flipped")));
	else if (copies > 1)
		(void)snprintf(c.word, sizeof c.word, "%s (%u)%s", name, copies, is_new ? "*" : "");
	else
		(void)snprintf(c.word, sizeof c.word, "%s%s", name, is_new ? "*" : "");
	c.w = utf8_width(c.word, strlen(c.word));
	if (c.w < PICTURE_W)
		c.w = PICTURE_W;
	return c;
}

static size_t
little_gap(const struct little_card *c)
{
	return c->joined ? JOINED_GAP : LITTLE_GAP;
}

/* Draws one row of cards: pictures, then words, each centred in its column. */
static void
draw_little_cards(const struct little_card *c, size_t n, struct pen *pen)
{
	const enum picture_size size = pen->style & DRAW_BRIEF ? PICTURE_LOW : PICTURE_LARGE;

	for (unsigned row = 0; row < picture_extent(size).h; row++) {
		for (size_t i = 0; i < n; i++) {
			size_t left = (c[i].w - PICTURE_W) / 2;

			pen_blanks(pen, (i ? little_gap(&c[i]) : 0) + left);
			pen_picture_row(pen, &c[i].picture, row, size);
			pen_blanks(pen, c[i].w - PICTURE_W - left);
		}
		pen_end_line(pen);
	}
	for (size_t i = 0; i < n; i++) {
		size_t w = utf8_width(c[i].word, strlen(c[i].word)), left = (c[i].w - w) / 2;

		pen_blanks(pen, (i ? little_gap(&c[i]) : 0) + left);
		pen_text(pen, c[i].joined ? PAINT_AXIS : PAINT_PLAIN, c[i].word);
		pen_blanks(pen, c[i].w - w - left);
	}
	pen_end_line(pen);
}

struct hand_group
hand_group_at(const card_id *card, const bool *is_new, unsigned n, unsigned i)
{
	struct hand_group held = { .is_first = true };

	for (unsigned j = 0; j < n; j++) {
		if (card[j] != card[i])
			continue;
		held.is_new = held.is_new || (is_new != NULL && is_new[j]);
		held.copies++;
		held.is_first = held.is_first && j >= i;
	}
	return held;
}

/* Lists the cards whose name in the language is not their kind: "break-lamp  kaputte Laterne". */
static void
draw_hand_names(const struct language *lang, const struct rules *rules, const card_id *card,
    const bool *is_new, unsigned n, struct pen *pen)
{
	for (unsigned i = 0; lang != NULL && i < n; i++) {
		char kind[CARD_NAME_MAX];
		const char *shown;

		if (!hand_group_at(card, is_new, n, i).is_first)
			continue;
		card_name(rules, card[i], kind);
		shown = shown_word(lang, kind);
		if (strcmp(shown, kind) != 0) {
			pen_fmt(pen, PAINT_PLAIN, "  %s  %s", kind, shown);
			pen_end_line(pen);
		}
	}
}

void
draw_hand(const struct language *lang, const struct rules *rules, const card_id *card,
    const bool *is_new, unsigned n, unsigned style, unsigned columns, struct buf *out)
{
	const size_t room = columns < DRAW_COLUMNS ? columns : DRAW_COLUMNS;
	struct pen pen = pen_for(lang, out, style);
	struct little_card row[DRAW_COLUMNS / PICTURE_W + 1];
	size_t n_row = 0, w = 0;

	if (style & DRAW_PLAIN) {
		plain_hand(lang, rules, card, is_new, n, out);
		return;
	}
	for (unsigned i = 0; i < n; i++) {
		struct little_card side[2];
		size_t n_side = 1, more;
		const struct hand_group held = hand_group_at(card, is_new, n, i);

		if (!held.is_first)
			continue;
		side[0] = little_card(lang, rules, card[i], held.copies, held.is_new, false);
		more = side[0].w;
		if ((style & DRAW_BRIEF) == 0 && card[i] != CARD_HIDDEN &&
		    rules->card[card[i]].class == CARD_PATH &&
		    !card_is_symmetric(&rules->card[card[i]])) {
			side[n_side++] = little_card(
			    lang, rules, card[i], held.copies, held.is_new, true);
			more += JOINED_GAP + side[1].w;
		}
		if (n_row && w + LITTLE_GAP + more > room) {
			draw_little_cards(row, n_row, &pen);
			pen_end_line(&pen);
			n_row = 0;
			w = 0;
		}
		w += (n_row ? LITTLE_GAP : 0) + more;
		for (size_t j = 0; j < n_side; j++)
			row[n_row++] = side[j];
	}
	if (n_row)
		draw_little_cards(row, n_row, &pen);
	draw_hand_names(lang, rules, card, is_new, n, &pen);
}

/* ---- seats -------------------------------------------------------------------------------- */

void
seat_notes_add(struct seat_notes *notes, enum paint paint, const char *message, ...)
{
	struct buf text = BUF_INIT;
	va_list ap;
	size_t w;

	va_start(ap, message);
	language_vfmt(notes->pen->lang, &text, message, ap);
	va_end(ap);
	w = utf8_width(buf_cstr(&text), text.n);
	if (notes->col + 2 + w > DRAW_COLUMNS) {
		pen_end_line(notes->pen);
		pen_blanks(notes->pen, notes->left);
		notes->col = notes->left;
	}
	pen_blanks(notes->pen, 2);
	pen_text(notes->pen, paint, buf_cstr(&text));
	notes->col += 2 + w;
	buf_release(&text);
}

void
seat_notes_broken(const struct view *v, uint8_t seat, struct seat_notes *notes)
{
	unsigned broken = v->known.seat[seat].broken;
	struct buf text = BUF_INIT;

	for (unsigned tool = 1; tool <= broken; tool <<= 1)
		if (broken & tool)
			buf_fmt(&text, "%s%s", text.n == 0 ? "" : ", ",
			    shown_tool(notes->pen->lang, tool));
	if (text.n > 0)
		seat_notes_add(notes, PAINT_BLOCK, MSG("seat", "broken: %s"), buf_cstr(&text));
	buf_release(&text);
}

enum { LETTERS = 26 };

/* Takes a letter if it is free. Returns it in upper case, or NUL. */
static char
take_letter(bool taken[static LETTERS], char c)
{
	unsigned i = (unsigned)(c - 'a');

	if (c < 'a' || c > 'z' || taken[i])
		return '\0';
	taken[i] = true;
	return (char)(c - 'a' + 'A');
}

void
seat_letters(const struct names *names, unsigned n, char letter[static SEATS_MAX])
{
	bool taken[LETTERS] = {
		['h' - 'a'] = true, ['o' - 'a'] = true, ['s' - 'a'] = true, ['x' - 'a'] = true
	};

	for (unsigned s = 0; s < n; s++)
		letter[s] = names == NULL ? (char)('1' + s) : take_letter(taken, names->seat[s][0]);
	for (unsigned s = 0; s < n; s++) {
		for (const char *c = names != NULL ? names->seat[s] : ""; *c && !letter[s]; c++)
			letter[s] = take_letter(taken, *c);
		for (char c = 'a'; c <= 'z' && !letter[s]; c++)
			letter[s] = take_letter(taken, c);
	}
}

static void
put_notes(const struct view *v, unsigned s, enum paint paint, struct seat_notes *notes)
{
	const struct picture_rules *own = v->known.rules->picture;
	const struct seat *seat = &v->known.seat[s];

	if (v->seat == s)
		seat_notes_add(notes, paint, MSG("seat", "you"));
	if (seat->role != CARD_HIDDEN && seat->role != CARD_NONE) {
		struct buf role = BUF_INIT;

		shown_card(notes->pen->lang, v->known.rules, seat->role, &role);
		seat_notes_add(notes, paint, "%s", buf_cstr(&role));
		buf_wipe(&role);
	}
	(own != NULL && own->seat != NULL ? own->seat : seat_notes_broken)(v, (uint8_t)s, notes);
	if (seat->resigned)
		seat_notes_add(notes, PAINT_AXIS, MSG("seat", "resigned"));
}

/* Appends "10 cards". */
static void
put_cards(const struct language *lang, unsigned n, struct buf *out)
{
	language_fmt_n(lang, out, n, MSG_N("seat", "%2u card", "%2u cards"), n);
}

/* Returns the columns of the widest number of cards. */
static size_t
cards_width(const struct language *lang)
{
	static const unsigned number[] = { 1, 2, 5, 10 }; /* of each plural form */
	size_t widest = 0;

	for (size_t i = 0; i < sizeof number / sizeof number[0]; i++) {
		struct buf cards = BUF_INIT;
		size_t w;

		put_cards(lang, number[i], &cards);
		w = utf8_width(buf_cstr(&cards), cards.n);
		widest = w > widest ? w : widest;
		buf_release(&cards);
	}
	return widest;
}

static void
draw_seat(
    const struct view *v, const struct names *names, unsigned s, size_t name_w, struct pen *pen)
{
	const struct seat *seat = &v->known.seat[s];
	const char *name = names_seat(names, (uint8_t)s);
	enum paint paint = v->seat == s ? PAINT_STRONG : PAINT_PLAIN;
	const size_t cards_w = cards_width(pen->lang);
	struct seat_notes notes = { .pen = pen,
		.names = names,
		.left = 2 + name_w + 2 + cards_w,
		.col = 2 + name_w + 2 + cards_w };
	struct buf cards = BUF_INIT;
	size_t w;

	pen_glyph(pen, &draw_sign[v->known.to_move == s ? GLYPH_TO_MOVE : GLYPH_BLANK]);
	pen_blanks(pen, 1);
	pen_text(pen, paint, name);
	pen_blanks(pen, name_w - strlen(name) + 2);
	put_cards(pen->lang, seat->n_hand, &cards);
	w = utf8_width(buf_cstr(&cards), cards.n);
	pen_text(pen, paint, buf_cstr(&cards));
	pen_blanks(pen, w < cards_w ? cards_w - w : 0);
	buf_release(&cards);
	put_notes(v, s, paint, &notes);
	pen_end_line(pen);
}

/* Converts drawn columns and lines to a list. */
static void
put_list(const struct buf *drawn, struct buf *out)
{
	for (size_t i = 0; i < drawn->n;) {
		size_t gap = strspn(drawn->p + i, " \n");

		if (gap >= 2 && i > 0 && i + gap < drawn->n)
			buf_str(out, "; ");
		else if (gap == 1 && drawn->p[i] == ' ')
			buf_chr(out, ' ');
		i += gap;
		if (i < drawn->n)
			buf_chr(out, drawn->p[i++]);
	}
}

static void
list_notes(const struct language *lang, const struct view *v, const struct names *names,
    unsigned seat, bool without_gold, struct buf *out)
{
	struct buf drawn = BUF_INIT;
	struct pen pen = pen_for(lang, &drawn, DRAW_ASCII);
	struct seat_notes notes = { .pen = &pen, .names = names, .without_gold = without_gold };

	put_notes(v, seat, PAINT_PLAIN, &notes);
	put_list(&drawn, out);
	buf_wipe(&drawn);
}

void
draw_seat_notes(const struct language *lang, const struct view *v, const struct names *names,
    unsigned seat, struct buf *out)
{
	list_notes(lang, v, names, seat, false, out);
}

void
draw_seat_notes_without_gold(const struct language *lang, const struct view *v,
    const struct names *names, unsigned seat, struct buf *out)
{
	list_notes(lang, v, names, seat, true, out);
}

static void
draw_piles(const struct view *v, const struct names *names, struct pen *pen)
{
	const struct picture_rules *own = v->known.rules->picture;

	pen_blanks(pen, 2);
	pen_say(pen, PAINT_PLAIN, MSG("seat", "deck %u, discards %u"), game_deck_left(&v->known),
	    v->known.n_discard);
	if (own != NULL && own->piles != NULL)
		own->piles(v, names, pen);
	pen_end_line(pen);
}

void
draw_piles_notes(
    const struct language *lang, const struct view *v, const struct names *names, struct buf *out)
{
	struct buf drawn = BUF_INIT;
	struct pen pen = pen_for(lang, &drawn, DRAW_ASCII);

	draw_piles(v, names, &pen);
	put_list(&drawn, out);
	buf_wipe(&drawn);
}

void
draw_seats(const struct language *lang, const struct view *v, const struct names *names,
    unsigned style, struct buf *out)
{
	struct pen pen = pen_for(lang, out, style);
	size_t name_w = 0;

	if (style & DRAW_PLAIN) {
		plain_seats(lang, v, names, out);
		return;
	}
	for (unsigned s = 0; s < v->known.n_seats; s++) {
		size_t w = strlen(names_seat(names, (uint8_t)s));

		if (w > name_w)
			name_w = w;
	}
	for (unsigned s = 0; s < v->known.n_seats; s++)
		draw_seat(v, names, s, name_w, &pen);
	draw_piles(v, names, &pen);
}
