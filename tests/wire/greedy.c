/*
 * The policy "suggest greedy 1" of adit(6), THE GREEDY POLICY: the program chooses the orders of
 * the page's test vectors.
 */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "core/bot.h"
#include "games/games.h"
#include "text/orderline.h"
#include "util/file.h"
#include "util/lines.h"
#include "wire/position.h"

enum { PAGE_MAX = 1 << 20, DRAWS_MAX = 8, VECTORS = 20 };

/* A random source that returns the numbers of a vector and records the requested bounds. */
struct given_dice {
	struct rng rng;
	unsigned n, given;
	uint32_t at[DRAWS_MAX], below[DRAWS_MAX];
};

static void
open_given(struct rng *self, unsigned round, enum rng_purpose purpose)
{
	(void)self, (void)round, (void)purpose;
}

static uint32_t
draw_given(struct rng *self, uint32_t below)
{
	struct given_dice *d = (struct given_dice *)self;
	const unsigned i = d->given++;

	cr_assert_lt(i, DRAWS_MAX, "too many draws");
	d->below[i] = below;
	return i < d->n && d->at[i] < below ? d->at[i] : 0;
}

struct vector {
	struct buf position;
	struct given_dice dice;
	char order[200];
};

/* Parses "-> 57 1: place nesw at 1,0": the drawn numbers, and the order. */
static void
read_result(const char *s, size_t n, struct vector *v)
{
	size_t i = 3;

	v->dice = (struct given_dice){ .rng = { .open = open_given, .draw = draw_given } };
	while (i < n && s[i] != ':') {
		char *end;

		cr_assert_lt(v->dice.n, DRAWS_MAX);
		v->dice.at[v->dice.n++] = (uint32_t)strtoul(s + i, &end, 10);
		i = (size_t)(end - s) + (*end == ' ');
	}
	cr_assert_lt(i + 2, n, "\"%.*s\" is no result", (int)n, s);
	(void)snprintf(v->order, sizeof v->order, "%.*s", (int)(n - i - 2), s + i + 2);
}

static void
put_choice(const struct game *g, const struct names *names, struct rng *rng, struct buf *out)
{
	static struct order legal[LEGAL_MAX];
	static struct view v;
	const struct bot *bot = g->rules->bot;
	size_t n = game_legal(g, legal, LEGAL_MAX), i;

	v.known = *g;
	v.seat = g->to_move;
	cr_assert_gt(n, 0);
	i = bot->greedy(&v, 1, NULL, legal, n, rng);
	if (bot->complete != NULL)
		bot->complete(&v, &legal[i]);
	orderline_text(g->rules, names, &legal[i], out);
}

static void
check_vector(struct vector *v, unsigned number)
{
	json_t *json = json_loadb(v->position.p, v->position.n, 0, NULL);
	struct err err = ERR_INIT;
	struct buf is = BUF_INIT, below = BUF_INIT;
	struct names names;
	struct game g;

	cr_assert_not_null(json, "vector %u: no JSON: %s", number, buf_cstr(&v->position));
	cr_assert_eq(position_parse(rules_all, NULL, json, true, &g, &names, &err), 0,
	    "vector %u: %s", number, err.msg);
	put_choice(&g, &names, &v->dice.rng, &is);
	for (unsigned i = 0; i < v->dice.given; i++)
		buf_fmt(&below, " %u", v->dice.below[i]);
	cr_expect_str_eq(buf_cstr(&is), v->order, "vector %u: %s", number, buf_cstr(&is));
	cr_expect_eq(
	    v->dice.given, v->dice.n, "vector %u: draws below%s", number, buf_cstr(&below));
	for (unsigned i = 0; i < v->dice.given && i < v->dice.n; i++)
		cr_expect_lt(v->dice.at[i], v->dice.below[i], "vector %u: draws below%s", number,
		    buf_cstr(&below));
	json_decref(json);
	buf_release(&is);
	buf_release(&below);
}

Test(greedy, chooses_what_the_page_says)
{
	const char *top = getenv("abs_top_srcdir"), *p;
	struct buf path = BUF_INIT, page = BUF_INIT;
	struct err err = ERR_INIT;
	struct vector v = { .position = BUF_INIT };
	struct lines l;
	unsigned n_vectors = 0;
	bool literal = false;
	size_t n;

	cr_assert_not_null(top, "abs_top_srcdir names the source tree, as make check does");
	buf_fmt(&path, "%s/man/adit.6", top);
	cr_assert_eq(file_read(path.p, PAGE_MAX, &page, &err), 0, "%s", err.msg);
	p = strstr(buf_cstr(&page), "\n.\\\" vectors\n");
	cr_assert_not_null(p, "the page has vectors");
	l = (struct lines){ p, page.n - (size_t)(p - page.p), 0, 1 };
	while (lines_next(&l, &p, &n)) {
		if (n > 3 && memcmp(p, ".Sh", 3) == 0)
			break;
		if (n > 3 && memcmp(p, "-> ", 3) == 0) {
			read_result(p, n, &v);
			check_vector(&v, ++n_vectors);
			v.position.n = 0;
		} else if (n > 0 && p[0] == '.') {
			literal = n >= 3 && memcmp(p, ".Bd", 3) == 0;
		} else if (literal) {
			buf_add(&v.position, p, n);
		}
	}
	cr_expect_eq(v.position.n, 0, "a position without a result");
	cr_expect_eq(n_vectors, VECTORS);
	buf_release(&v.position);
	buf_release(&path);
	buf_release(&page);
}
