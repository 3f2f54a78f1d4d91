#include "text/orderword.h"

#include <string.h>

#include "util/mem.h"
#include "util/utf8.h"

bool
line_has_more(const struct line *l)
{
	return l->at < l->n_word;
}

bool
line_is_next(const struct line *l, const char *word)
{
	return line_has_more(l) && slice_equals(word, l->word[l->at].s, l->word[l->at].n);
}

/* Read the next word if it is this one. */
bool
line_take(struct line *l, const char *word)
{
	bool is = line_is_next(l, word);

	l->at += is;
	return is;
}

struct shown
word_show(struct slice w)
{
	struct shown shown;

	if (w.n > 40 || !utf8_is_clean(w.s, w.n))
		(void)snprintf(shown.text, sizeof shown.text, "that word");
	else
		(void)snprintf(shown.text, sizeof shown.text, "\"%.*s\"", (int)w.n, w.s);
	return shown;
}

/* The next word is not `what`, or there is none. */
int
line_expected(struct line *l, const char *what)
{
	if (!line_has_more(l)) {
		struct shown last = word_show(l->word[l->at - 1]);
		return err_set(l->err, ERR_SYNTAX, "behind %s %s is missing", last.text, what);
	}
	struct shown shown = word_show(l->word[l->at]);
	return err_set(l->err, ERR_SYNTAX, "%s stands where %s is expected", shown.text, what);
}

/* ---- the nearest word ------------------------------------------------------------------- */

enum { NEAR_MAX = 24, NEAR_ENOUGH = 2 };

void
nearest_try(struct nearest *near, const char *word)
{
	unsigned d = near->to.n > NEAR_MAX || strlen(word) > NEAR_MAX ?
	    NEAR_MAX :
	    slice_edit_distance(near->to.s, near->to.n, word);

	/* Of a short word nothing must be left over by the changes. */
	if (d >= near->distance || d >= strlen(word))
		return;
	near->distance = d;
	(void)snprintf(near->word, sizeof near->word, "%s", word);
}

void
nearest_try_cards(struct nearest *near, const struct rules *rules, bool verbs)
{
	for (unsigned i = 0; i < rules->n_cards; i++) {
		char name[CARD_NAME_MAX];
		uint8_t class = rules->card[i].class;

		if (class != CARD_ACTION && (verbs || class != CARD_PATH))
			continue;
		card_name(rules, (card_id)i, name);
		nearest_try(near, name);
	}
}

/* Hint at the nearest word if it is near enough.  Always returns -1. */
int
nearest_hint(const struct nearest *near, struct err *err)
{
	if (near->word[0] == '\0')
		return -1;
	return err_hint(err, "did you mean \"%s\"?", near->word);
}

struct nearest
nearest_to(const struct line *l)
{
	return (struct nearest){ .to = l->word[l->at], .distance = NEAR_ENOUGH + 1 };
}

/* A path card whose edges are named in another order: wsen. */
static card_id
find_by_edges(const struct rules *rules, struct slice w)
{
	static const char edges[] = "nesw";
	char name[sizeof edges];
	size_t n = 0;

	for (size_t e = 0; e < sizeof edges - 1; e++)
		if (w.n > 0 && memchr(w.s, edges[e], w.n) != NULL)
			name[n++] = edges[e];
	return n == w.n ? card_find(rules, name, n) : CARD_NONE;
}

int
line_card(struct line *l, const char *what, card_id *card)
{
	if (!line_has_more(l))
		return line_expected(l, what);
	struct slice w = l->word[l->at];
	*card = card_find(l->rules, w.s, w.n);
	if (*card == CARD_NONE)
		*card = find_by_edges(l->rules, w);
	if (*card == CARD_NONE) {
		struct nearest near = nearest_to(l);
		struct shown shown = word_show(w);

		(void)err_set(
		    l->err, ERR_SYNTAX, "%s is no card of %s", shown.text, l->rules->name);
		nearest_try_cards(&near, l->rules, false);
		return nearest_hint(&near, l->err);
	}
	l->at++;
	return 0;
}

int
line_seat(struct line *l, struct slice w, uint8_t *seat)
{
	*seat = names_find(l->names, w.s, w.n);
	if (*seat != SEAT_NONE)
		return 0;

	struct nearest near = nearest_to(l);
	struct shown shown = word_show(w);

	near.to = w;
	(void)err_set(l->err, ERR_SYNTAX, "nobody here is called %s", shown.text);
	for (unsigned i = 0; i < l->names->n; i++)
		nearest_try(&near, l->names->seat[i]);
	return nearest_hint(&near, l->err);
}

/* Two whole numbers and a comma, too large for any table? */
static bool
is_beyond(struct slice w)
{
	size_t i = 0;

	while (i < w.n && (ascii_is_digit(w.s[i]) || w.s[i] == '-' || w.s[i] == ','))
		i++;
	return i == w.n && w.n > 3 && ascii_is_digit(w.s[w.n - 1]) && memchr(w.s, ',', w.n) != NULL;
}

/* One more entry of at[]: a place with the parts that are allowed there. */
int
line_spot(struct line *l, struct order *o, unsigned part_min, unsigned part_max, const char *what)
{
	struct spot spot;

	if (!line_has_more(l))
		return line_expected(l, what);
	struct slice w = l->word[l->at];
	if (spot_parse(w.s, w.n, &spot) < 0 && is_beyond(w))
		return err_set(l->err, ERR_SYNTAX,
		    "%s is out of range: x and y go from -%d to %d, without leading zeros",
		    word_show(w).text, COORD_MAX, COORD_MAX);
	if (spot_parse(w.s, w.n, &spot) < 0 || spot.part < part_min || spot.part > part_max)
		return line_expected(l, what);
	if (o->n_at >= ORDER_SPOTS)
		return err_set(l->err, ERR_SYNTAX, "more than %d places in one order", ORDER_SPOTS);
	o->at[o->n_at++] = spot;
	l->at++;
	return 0;
}

int
line_end(struct line *l)
{
	if (!line_has_more(l))
		return 0;
	struct shown shown = word_show(l->word[l->at]);
	struct shown last = word_show(l->word[l->at - 1]);
	return err_set(
	    l->err, ERR_SYNTAX, "%s is too much: the order ends behind %s", shown.text, last.text);
}

bool
line_is_spot_next(const struct line *l)
{
	struct spot spot;

	return line_has_more(l) && spot_parse(l->word[l->at].s, l->word[l->at].n, &spot) == 0;
}
