/*
 * Lists of orders.
 *
 * (L1) Lines with the same head are adjacent in the sorted list.
 * (L2) Discards become one line only if it stands for exactly these: their number equals that of
 * the choices of the cards.
 */
#include "text/orderlist.h"

#include <stdlib.h>
#include <string.h>

#include "util/buf.h"
#include "util/mem.h"
#include "util/slice.h"

struct sorted {
	struct buf text;
	const char **line;
	size_t n;
};

static int
compare_lines(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static struct sorted
sort(const struct rules *rules, const struct names *names, const struct order *order, size_t n)
{
	struct sorted s = { BUF_INIT, mem_zero(n + 1, sizeof s.line[0]), n };
	size_t *at = mem_zero(n + 1, sizeof at[0]);

	/* The text may move while it grows, so pointers to lines are set at the end. */
	for (size_t i = 0; i < n; i++) {
		struct order o = order[i];

		at[i] = s.text.n;
		orderline_sort(rules, &o);
		orderline_text(rules, names, &o, &s.text);
		buf_chr(&s.text, '\0');
	}
	for (size_t i = 0; i < n; i++)
		s.line[i] = s.text.p + at[i];
	qsort(s.line, n, sizeof s.line[0], compare_lines);
	free(at);
	return s;
}

static void
sorted_release(struct sorted *s)
{
	free(s->line);
	buf_wipe(&s->text); /* it may be private to a seat */
}

void
orders_each(const struct rules *rules, const struct names *names, const struct order *order,
    size_t n, void (*each)(void *arg, const char *line), void *arg)
{
	struct sorted s = sort(rules, names, order, n);

	for (size_t i = 0; i < n; i++)
		each(arg, s.line[i]);
	sorted_release(&s);
}

/* ---- heads ------------------------------------------------------------------------------- */

size_t
orders_head(const char *line)
{
	static const struct {
		const char *verb;
		unsigned words;
	} longer[] = { { "place ", 3 }, { "walk to ", 2 } };
	unsigned words = 1;
	const char *p = line;

	for (size_t i = 0; i < sizeof longer / sizeof longer[0]; i++)
		if (strncmp(line, longer[i].verb, strlen(longer[i].verb)) == 0)
			words = longer[i].words;
	for (; words > 0 && p != NULL; words--) {
		p = strchr(p, ' ');
		p = p != NULL ? p + 1 : NULL;
	}
	return p != NULL ? (size_t)(p - line) : 0;
}

/* ---- discards ---------------------------------------------------------------------------- */

static const char discard[] = "discard ", removes[] = " to remove ";
enum { CHOICE_MAX = ORDER_CARDS };

/* The cards of some discards, each as often as a discard names it at most. */
struct cards {
	struct slice kind[HAND_MAX];
	unsigned copies[HAND_MAX], n;
	unsigned least, most; /* number of cards in one discard */
	bool too_many;
};

static void
add_cards(struct cards *c, struct slice w)
{
	unsigned copies[HAND_MAX] = { 0 }, n = 0;

	while (w.n > 0) {
		const char *blank = memchr(w.s, ' ', w.n);
		struct slice one = { w.s, blank != NULL ? (size_t)(blank - w.s) : w.n };
		unsigned k = 0;

		while (
		    k < c->n && (c->kind[k].n != one.n || memcmp(c->kind[k].s, one.s, one.n) != 0))
			k++;
		if (k == HAND_MAX) {
			c->too_many = true;
			return;
		}
		if (k == c->n)
			c->kind[c->n++] = one;
		if (++copies[k] > c->copies[k])
			c->copies[k] = copies[k];
		w.s += one.n + (blank != NULL);
		w.n -= one.n + (blank != NULL);
		n++;
	}
	c->least = c->least == 0 || n < c->least ? n : c->least;
	c->most = n > c->most ? n : c->most;
}

/* Returns the number of different choices of `least` to `most` of them. */
static size_t
choices(const struct cards *c)
{
	size_t ways[CHOICE_MAX + 1] = { 1 }, sum = 0; /* by number of cards */

	for (unsigned k = 0; k < c->n; k++)
		for (unsigned m = CHOICE_MAX; m > 0; m--)
			for (unsigned i = 1; i <= c->copies[k] && i <= m; i++)
				ways[m] += ways[m - i];
	for (unsigned m = c->least; m <= c->most && m <= CHOICE_MAX; m++)
		sum += ways[m];
	return sum;
}

static int
compare_words(const void *a, const void *b)
{
	const struct slice *x = a, *y = b;
	int order = memcmp(x->s, y->s, x->n < y->n ? x->n : y->n);

	return order != 0 ? order : (x->n > y->n) - (x->n < y->n);
}

static void
put_cards(const struct cards *c, struct buf *out)
{
	struct slice all[HAND_MAX * CHOICE_MAX];
	unsigned n = 0;

	for (unsigned k = 0; k < c->n; k++)
		for (unsigned i = 0; i < c->copies[k] && i < CHOICE_MAX; i++)
			all[n++] = c->kind[k];
	qsort(all, n, sizeof all[0], compare_words);
	buf_fmt(out, "%s%u", discard, c->least);
	if (c->most > c->least)
		buf_fmt(out, " to %u", c->most);
	buf_str(out, " of");
	for (unsigned i = 0; i < n; i++)
		buf_fmt(out, " %.*s", (int)all[i].n, all[i].s);
}

/* Joins the n discards at `line` into one line: those that remove nothing or, if `clears`, those
 * that do. Returns false if there are none, or no line stands for exactly these (L2). */
static bool
join_discards(const char *const *line, size_t n, bool clears, size_t *found, struct buf *out)
{
	struct cards c = { .n = 0 };
	struct slice removed[HAND_MAX];
	size_t n_removed = 0;

	*found = 0;
	for (size_t i = 0; i < n; i++) {
		const char *cards = line[i] + strlen(discard), *to = strstr(cards, removes);
		const char *what = to != NULL ? to + strlen(removes) : NULL;
		size_t k = 0;

		if ((to != NULL) != clears)
			continue;
		++*found;
		add_cards(
		    &c, (struct slice){ cards, to != NULL ? (size_t)(to - cards) : strlen(cards) });
		while (what != NULL && k < n_removed && !slice_is(removed[k], what))
			k++;
		if (k == HAND_MAX)
			return false;
		if (what != NULL && k == n_removed)
			removed[n_removed++] = (struct slice){ what, strlen(what) };
	}
	if (*found < 2 || c.too_many || choices(&c) * (clears ? n_removed : 1) != *found)
		return false;
	put_cards(&c, out);
	for (size_t k = 0; k < n_removed; k++)
		buf_fmt(out, "%s%s", k == 0 ? removes : " | ", removed[k].s);
	return true;
}

static void
discards_grouped(
    const char *const *line, size_t n, void (*each)(void *arg, const char *line), void *arg)
{
	for (unsigned clears = 0; clears < 2; clears++) {
		struct buf one = BUF_INIT;
		size_t found;

		if (join_discards(line, n, clears != 0, &found, &one))
			each(arg, buf_cstr(&one));
		else
			for (size_t i = 0; i < n && found > 0; i++)
				if ((strstr(line[i], removes) != NULL) == (clears != 0))
					each(arg, line[i]);
		buf_wipe(&one);
	}
}

/* ---- groups ------------------------------------------------------------------------------ */

void
orders_grouped(const struct rules *rules, const struct names *names, const struct order *order,
    size_t n, void (*each)(void *arg, const char *line), void *arg)
{
	struct sorted s = sort(rules, names, order, n);
	struct buf group = BUF_INIT;

	for (size_t i = 0, next; i < n; i = next) {
		size_t head = orders_head(s.line[i]);

		next = i + 1;
		while (head > 0 && next < n && strncmp(s.line[i], s.line[next], head) == 0)
			next++;
		if (strncmp(s.line[i], discard, strlen(discard)) == 0) {
			discards_grouped(s.line + i, next - i, each, arg);
			continue;
		}
		buf_clear(&group);
		buf_str(&group, s.line[i]);
		for (size_t k = i + 1; k < next; k++) {
			buf_str(&group, " | ");
			buf_str(&group, s.line[k] + head);
		}
		each(arg, buf_cstr(&group));
	}
	buf_wipe(&group);
	sorted_release(&s);
}

/* Most positions have few orders, so a small array is tried first. */
enum { FEW = 200 };

static size_t
list_all(const struct game *g, const struct names *names, bool grouped, struct order *legal,
    size_t room, void (*each)(void *arg, const char *line), void *arg)
{
	const size_t n = game_legal(g, legal, room);

	if (each != NULL && n < room && grouped)
		orders_grouped(g->rules, names, legal, n, each, arg);
	else if (each != NULL && n < room)
		orders_each(g->rules, names, legal, n, each, arg);
	mem_wipe(legal, n * sizeof *legal);
	return n;
}

size_t
orders_of(const struct view *v, const struct names *names, bool grouped,
    void (*each)(void *arg, const char *line), void *arg)
{
	struct order few[FEW], *many;
	size_t n;

	if (v->known.to_move != v->seat)
		return 0;
	n = list_all(&v->known, names, grouped, few, FEW, each, arg);
	if (n < FEW)
		return n;
	many = mem_new((LEGAL_MAX + 1) * sizeof *many);
	n = list_all(&v->known, names, grouped, many, LEGAL_MAX + 1, each, arg);
	free(many);
	return n;
}
