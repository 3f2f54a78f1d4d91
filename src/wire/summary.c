/* The summary: section. The layout is specified in adit(5), "The end". */

#include "wire/summary.h"

#include <string.h>

#include "util/lines.h"
#include "util/slice.h"
#include "util/wrap.h"

bool
summary_is_due(const struct events *ev)
{
	for (uint32_t i = 0; i < ev->n; i++)
		if (ev->at[i].kind == EVENT_GAME_OVER)
			return true;
	return false;
}

static void
record_score(struct summary *s, unsigned round, const struct game *g)
{
	if (round < 1 || round > ROUNDS_MAX)
		return;
	game_score(g, s->score[round - 1]);
}

void
summary_add_events(struct summary *s, const struct game *g, const struct events *ev)
{
	for (uint32_t i = 0; i < ev->n; i++) {
		const struct event *e = &ev->at[i];

		if (e->kind == EVENT_ROUND)
			record_score(s, e->value - 1u, g);
		else if (e->kind == EVENT_GAME_OVER)
			record_score(s, g->round, g);
		else if (e->kind == EVENT_PLAYED && e->seat < SEATS_MAX && e->to < SEATS_MAX &&
		    e->card < g->rules->n_cards && g->rules->card[e->card].action == ACTION_BREAK)
			s->broke[e->seat][e->to]++;
	}
	s->rounds = g->round;
}

void
summary_add_missed(struct summary *s, uint8_t seat, uint16_t turn)
{
	s->missed[seat] = (uint16_t)(s->missed[seat] + (turn != s->turn));
	s->turn = turn;
}

/* ---- writing ---- */

void
summary_text(const struct summary *s, const struct names *names, struct buf *out)
{
	for (unsigned i = 0; i < names->n; i++) {
		buf_fmt(out, "  score: %s", names->seat[i]);
		for (unsigned r = 0; r < s->rounds; r++)
			buf_fmt(out, " %u", (unsigned)s->score[r][i]);
		buf_chr(out, '\n');
	}
	for (unsigned i = 0; i < names->n; i++)
		for (unsigned k = 0; k < names->n; k++)
			if (s->broke[i][k] > 0)
				buf_fmt(out, "  broke: %s %s %u\n", names->seat[i], names->seat[k],
				    (unsigned)s->broke[i][k]);
	for (unsigned i = 0; i < names->n; i++)
		if (s->missed[i] > 0)
			buf_fmt(out, "  missed: %s %u\n", names->seat[i], (unsigned)s->missed[i]);
}

/* Appends a sentence, wrapped. */
static void
append_sentence(struct buf *sentence, struct buf *out)
{
	wrap_text(sentence->p, sentence->n, "  ", "    ", WRAP_COLUMNS, out);
	buf_clear(sentence);
}

void
summary_words(const struct language *lang, const struct summary *s, const struct names *names,
    struct buf *out)
{
	struct buf line = BUF_INIT;

	for (unsigned i = 0; i < names->n; i++) {
		language_fmt(lang, &line, MSG("score", "%s has %u gold"), names->seat[i],
		    (unsigned)s->score[s->rounds - 1][i]);
		for (unsigned r = 0; r + 1 < s->rounds; r++) {
			buf_str(&line, r == 0 ? ": " : ", ");
			language_fmt(lang, &line, MSG("score", "%u after round %u"),
			    (unsigned)s->score[r][i], r + 1);
		}
		append_sentence(&line, out);
	}
	for (unsigned i = 0; i < names->n; i++)
		for (unsigned k = 0; k < names->n; k++) {
			if (s->broke[i][k] == 0)
				continue;
			language_fmt_n(lang, &line, s->broke[i][k],
			    MSG_N("score", "%s broke %u tool of %s", "%s broke %u tools of %s"),
			    names->seat[i], (unsigned)s->broke[i][k], names->seat[k]);
			append_sentence(&line, out);
		}
	for (unsigned i = 0; i < names->n; i++) {
		if (s->missed[i] == 0)
			continue;
		language_fmt_n(lang, &line, s->missed[i],
		    MSG_N("score", "%s missed %u turn", "%s missed %u turns"), names->seat[i],
		    (unsigned)s->missed[i]);
		append_sentence(&line, out);
	}
	buf_release(&line);
}

/* ---- reading ---- */

/* Returns the next word of a line; one blank separates words. */
static struct slice
next_word(struct slice *rest)
{
	const char *blank = memchr(rest->s, ' ', rest->n);
	struct slice w = { rest->s, blank != NULL ? (size_t)(blank - rest->s) : rest->n };
	size_t taken = blank != NULL ? w.n + 1 : w.n;

	rest->s += taken;
	rest->n -= taken;
	return w;
}

static bool
read_seat(struct slice *rest, const struct names *names, uint8_t *seat)
{
	struct slice w = next_word(rest);

	*seat = names_find(names, w.s, w.n);
	return *seat != SEAT_NONE;
}

static bool
read_number(struct slice *rest, uint16_t *number)
{
	struct slice w = next_word(rest);
	int64_t n;

	if (number_parse(w.s, w.n, UINT16_MAX, &n) < 0)
		return false;
	*number = (uint16_t)n;
	return true;
}

/* The seats are in turn order and have the same number of rounds. */
static bool
read_score(struct slice rest, unsigned i, const struct names *names, struct summary *s)
{
	uint8_t seat, round = 0;

	if (!read_seat(&rest, names, &seat) || seat != i)
		return false;
	while (rest.n > 0)
		if (round == ROUNDS_MAX || !read_number(&rest, &s->score[round++][i]))
			return false;
	if (i == 0)
		s->rounds = round;
	return round > 0 && round == s->rounds;
}

static bool
skip_key(struct slice *line, const char *key)
{
	if (!slice_starts(*line, key))
		return false;
	line->s += strlen(key);
	line->n -= strlen(key);
	return true;
}

static bool
read_line(struct lines *l, const struct names *names, struct summary *s)
{
	struct slice w;
	uint8_t by, seat;

	(void)lines_next(l, &w.s, &w.n);
	if (skip_key(&w, "  broke: "))
		return read_seat(&w, names, &by) && read_seat(&w, names, &seat) &&
		    read_number(&w, &s->broke[by][seat]) && w.n == 0;
	return skip_key(&w, "  missed: ") && read_seat(&w, names, &seat) &&
	    read_number(&w, &s->missed[seat]) && w.n == 0;
}

int
summary_find(const char *s, size_t from, size_t to, const struct names *names,
    struct summary *summary, struct err *err)
{
	struct span sp = lines_section(s, from, to, "summary:");
	struct lines l = { s, sp.at + sp.n, sp.at, 1 };
	struct slice value;

	memset(summary, 0, sizeof *summary);
	if (sp.n == 0)
		return 0;
	for (unsigned i = 0; i < names->n; i++)
		if (lines_field(&l, "  score", &value.s, &value.n, err) < 0 ||
		    !read_score(value, i, names, summary))
			return err_set_line(err, ERR_SYNTAX, l.line - 1,
			    "summary: not the gold of each seat after each round");
	while (l.at < l.n)
		if (!read_line(&l, names, summary))
			return err_set_line(err, ERR_SYNTAX, l.line - 1,
			    "summary: neither broken tools nor missed turns");
	return 1;
}
