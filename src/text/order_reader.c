#include "text/order_reader.h"

#include <string.h>

#include "util/mem.h"
#include "util/utf8.h"

bool
order_reader_has_more(const struct order_reader *l)
{
	return l->at < l->n_word;
}

bool
order_reader_is_next(const struct order_reader *l, const char *word)
{
	return order_reader_has_more(l) && slice_equals(word, l->word[l->at].s, l->word[l->at].n);
}

bool
order_reader_take(struct order_reader *l, const char *word)
{
	bool is = order_reader_is_next(l, word);

	l->at += is;
	return is;
}

struct quoted_word
quoted_word_make(struct slice w)
{
	struct quoted_word shown;

	if (w.n > 40 || !utf8_is_clean(w.s, w.n))
		(void)snprintf(shown.text, sizeof shown.text, "that word");
	else
		(void)snprintf(shown.text, sizeof shown.text, "\"%.*s\"", (int)w.n, w.s);
	return shown;
}

int
order_reader_expected(struct order_reader *l, const char *what)
{
	if (!order_reader_has_more(l)) {
		struct quoted_word last = quoted_word_make(l->word[l->at - 1]);
		return err_set(l->err, ERR_SYNTAX, "after %s %s is missing", last.text, what);
	}
	struct quoted_word shown = quoted_word_make(l->word[l->at]);
	return err_set(l->err, ERR_SYNTAX, "%s stands where %s is expected", shown.text, what);
}

/* ---- suggestions ------------------------------------------------------------------------ */

enum { NEAR_MAX = 24, NEAR_ENOUGH = 2 };

void
suggestion_try(struct suggestion *near, const char *word)
{
	unsigned d = near->to.n > NEAR_MAX || strlen(word) > NEAR_MAX ?
	    NEAR_MAX :
	    slice_edit_distance(near->to.s, near->to.n, word);

	/* A suggestion must share at least one letter with a short word. */
	if (d >= near->distance || d >= strlen(word))
		return;
	near->distance = d;
	(void)snprintf(near->word, sizeof near->word, "%s", word);
}

void
suggestion_try_cards(struct suggestion *near, const struct rules *rules, bool verbs)
{
	for (unsigned i = 0; i < rules->n_cards; i++) {
		char name[CARD_NAME_MAX];
		uint8_t class = rules->card[i].class;

		if (class != CARD_ACTION && (verbs || class != CARD_PATH))
			continue;
		card_name(rules, (card_id)i, name);
		suggestion_try(near, name);
	}
}

int
suggestion_hint(const struct suggestion *near, struct err *err)
{
	if (near->word[0] == '\0')
		return -1;
	return err_hint(err, "did you mean \"%s\"?", near->word);
}

struct suggestion
suggestion_to(const struct order_reader *l)
{
	return (struct suggestion){ .to = l->word[l->at], .distance = NEAR_ENOUGH + 1 };
}

/* Finds a path card whose edges are in another order: wsen. */
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
order_reader_card(struct order_reader *l, const char *what, card_id *card)
{
	if (!order_reader_has_more(l))
		return order_reader_expected(l, what);
	struct slice w = l->word[l->at];
	*card = card_find(l->rules, w.s, w.n);
	if (*card == CARD_NONE)
		*card = find_by_edges(l->rules, w);
	if (*card == CARD_NONE) {
		struct suggestion near = suggestion_to(l);
		struct quoted_word shown = quoted_word_make(w);

		(void)err_set(
		    l->err, ERR_SYNTAX, "%s is no card of %s", shown.text, l->rules->name);
		suggestion_try_cards(&near, l->rules, false);
		return suggestion_hint(&near, l->err);
	}
	l->at++;
	return 0;
}

int
order_reader_seat(struct order_reader *l, struct slice w, uint8_t *seat)
{
	*seat = names_find(l->names, w.s, w.n);
	if (*seat != SEAT_NONE)
		return 0;

	struct suggestion near = suggestion_to(l);
	struct quoted_word shown = quoted_word_make(w);

	near.to = w;
	(void)err_set(l->err, ERR_SYNTAX, "nobody here is called %s", shown.text);
	for (unsigned i = 0; i < l->names->n; i++)
		suggestion_try(&near, l->names->seat[i]);
	return suggestion_hint(&near, l->err);
}

/* True for two whole numbers and a comma, too large for any board. */
static bool
is_beyond(struct slice w)
{
	size_t i = 0;

	while (i < w.n && (ascii_is_digit(w.s[i]) || w.s[i] == '-' || w.s[i] == ','))
		i++;
	return i == w.n && w.n > 3 && ascii_is_digit(w.s[w.n - 1]) && memchr(w.s, ',', w.n) != NULL;
}

int
order_reader_spot(
    struct order_reader *l, struct order *o, unsigned part_min, unsigned part_max, const char *what)
{
	struct spot spot;

	if (!order_reader_has_more(l))
		return order_reader_expected(l, what);
	struct slice w = l->word[l->at];
	if (spot_parse(w.s, w.n, &spot) < 0 && is_beyond(w))
		return err_set(l->err, ERR_SYNTAX,
		    "%s is out of range: x and y go from -%d to %d, without leading zeros",
		    quoted_word_make(w).text, COORD_MAX, COORD_MAX);
	if (spot_parse(w.s, w.n, &spot) < 0 || spot.part < part_min || spot.part > part_max)
		return order_reader_expected(l, what);
	if (o->n_at >= ORDER_SPOTS)
		return err_set(l->err, ERR_SYNTAX, "more than %d places in one order", ORDER_SPOTS);
	o->at[o->n_at++] = spot;
	l->at++;
	return 0;
}

int
order_reader_end(struct order_reader *l)
{
	if (!order_reader_has_more(l))
		return 0;
	struct quoted_word shown = quoted_word_make(l->word[l->at]);
	struct quoted_word last = quoted_word_make(l->word[l->at - 1]);
	return err_set(
	    l->err, ERR_SYNTAX, "%s is too much: the order ends after %s", shown.text, last.text);
}

bool
order_reader_is_spot_next(const struct order_reader *l)
{
	struct spot spot;

	return order_reader_has_more(l) &&
	    spot_parse(l->word[l->at].s, l->word[l->at].n, &spot) == 0;
}
