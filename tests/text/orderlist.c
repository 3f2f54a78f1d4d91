#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "core/bot.h"
#include "games/games.h"
#include "text/orderlist.h"
#include "util/mem.h"

/* A list of lines, each an allocated string. */
struct list {
	char **line;
	size_t n;
};

static void
add_line(void *arg, const char *line)
{
	struct list *list = arg;

	list->line = mem_grow(list->line, (list->n + 1) * sizeof list->line[0]);
	list->line[list->n] = strdup(line);
	cr_assert_not_null(list->line[list->n]);
	list->n++;
}

static void
list_release(struct list *list)
{
	for (size_t i = 0; i < list->n; i++)
		free(list->line[i]);
	free(list->line);
	*list = (struct list){ 0 };
}

static int
compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* ---- the meaning of a line by adit(5) -------------------------------------------------------- */

/* Adds an order for each different choice of exactly k of the words. `chosen`: the words before. */
static void
choose(
    struct list *out, char *const *word, size_t n, unsigned k, const char *chosen, const char *end)
{
	char text[2 * ORDERLINE_MAX];

	if (k == 0) {
		(void)snprintf(text, sizeof text, "discard%s%s", chosen, end);
		add_line(out, text);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		if (i > 0 && strcmp(word[i], word[i - 1]) == 0)
			continue; /* an equal card is not another choice */
		(void)snprintf(text, sizeof text, "%s %s", chosen, word[i]);
		choose(out, word + i + 1, n - i - 1, k - 1, text, end);
	}
}

/* Returns the next part of *p and cuts it at `sep`; NULL at the end. */
static char *
next_piece(char **p, const char *sep)
{
	char *piece = *p, *stop = piece != NULL ? strstr(piece, sep) : NULL;

	*p = stop != NULL ? stop + strlen(sep) : NULL;
	if (stop != NULL)
		*stop = '\0';
	return piece;
}

static void
expand_discards(struct list *out, const char *line)
{
	char copy[4096], *word[64], *p, *removes, *one, text[ORDERLINE_MAX];
	unsigned long least, most;
	size_t n = 0;

	(void)snprintf(copy, sizeof copy, "%s", line + strlen("discard "));
	least = most = strtoul(copy, &p, 10);
	if (strncmp(p, " to ", 4) == 0)
		most = strtoul(p + 4, &p, 10);
	cr_assert_eq(strncmp(p, " of ", 4), 0, "%s", line);
	p += 4;
	removes = strstr(p, " to remove ");
	if (removes != NULL) {
		*removes = '\0';
		removes += strlen(" to remove ");
	}
	while ((one = next_piece(&p, " ")) != NULL)
		word[n++] = one;
	if (removes == NULL)
		for (unsigned long k = least; k <= most; k++)
			choose(out, word, n, (unsigned)k, "", "");
	while ((one = next_piece(&removes, " | ")) != NULL) {
		(void)snprintf(text, sizeof text, " to remove %s", one);
		choose(out, word, n, (unsigned)least, "", text);
	}
}

static void
expand(struct list *out, const char *line)
{
	char copy[8192], head[ORDERLINE_MAX], text[2 * ORDERLINE_MAX], *p = copy, *alternative;
	unsigned blanks = strncmp(line, "place ", 6) == 0 ? 3 :
	    strncmp(line, "walk to ", 8) == 0             ? 2 :
							    1;

	if (strncmp(line, "discard ", 8) == 0 && line[8] >= '0' && line[8] <= '9' &&
	    (strncmp(line + 9, " of ", 4) == 0 || strncmp(line + 9, " to ", 4) == 0)) {
		expand_discards(out, line);
		return;
	}
	(void)snprintf(copy, sizeof copy, "%s", line);
	if (strstr(line, " | ") == NULL) {
		add_line(out, line);
		return;
	}
	for (; blanks > 0; blanks--)
		p = strchr(p, ' ') + 1;
	(void)snprintf(head, sizeof head, "%.*s", (int)(p - copy), copy);
	while ((alternative = next_piece(&p, " | ")) != NULL) {
		(void)snprintf(text, sizeof text, "%s%s", head, alternative);
		add_line(out, text);
	}
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void
check(const struct rules *rules, const struct names *names, const struct order *legal, size_t n,
    const char *where)
{
	struct list plain = { 0 }, grouped = { 0 }, again = { 0 };

	orders_each(rules, names, legal, n, add_line, &plain);
	orders_grouped(rules, names, legal, n, add_line, &grouped);
	for (size_t i = 0; i < grouped.n; i++)
		expand(&again, grouped.line[i]);
	qsort(again.line, again.n, sizeof again.line[0], compare);
	cr_assert_eq(
	    again.n, plain.n, "%s: %zu orders, but %zu in groups", where, plain.n, again.n);
	for (size_t i = 0; i < plain.n; i++)
		cr_assert_str_eq(again.line[i], plain.line[i], "%s", where);
	cr_assert(grouped.n <= plain.n, "%s", where);
	for (size_t i = 0; i < grouped.n && grouped.n < plain.n; i++) {
		struct order o;
		struct err err = ERR_INIT;

		/* The order parser refuses a group. */
		cr_assert(strstr(grouped.line[i], " | ") == NULL ||
			orderline_parse(rules, names, 0, grouped.line[i], strlen(grouped.line[i]),
			    &o, &err) < 0,
		    "%s: %s is taken for an order", where, grouped.line[i]);
	}
	list_release(&plain);
	list_release(&grouped);
	list_release(&again);
}

static void
play(const struct rules *rules, unsigned number)
{
	static const uint8_t seed[32] = "groups of orders";
	static struct order legal[LEGAL_MAX];
	unsigned players = rules->seats_min + number % (rules->seats_max - rules->seats_min + 1u);
	const struct options options = { 0 };
	struct names names = { 0 };
	struct rng_fast rng, choice;
	struct game g;
	char where[80];

	for (unsigned i = 1; i <= players; i++) {
		char name[8];
		struct err err = ERR_INIT;

		(void)snprintf(name, sizeof name, "p%u", i);
		cr_assert_eq(names_add(&names, name, strlen(name), &err), 0);
	}
	rng_fast_init(&rng, seed, number);
	rng_fast_init(&choice, seed, ~(uint64_t)number);
	rng_open(&choice.rng, 1, RNG_FIRST);
	game_init(&g, rules, (uint8_t)players, &options);
	game_deal(&g, &rng.rng, NULL);
	for (unsigned i = 0; g.phase != PHASE_OVER; i++) {
		size_t n = game_legal(&g, legal, LEGAL_MAX), k = rng_draw(&choice.rng, (uint32_t)n);
		struct view v;

		if (i % 3 == 0) {
			(void)snprintf(where, sizeof where, "%s, game %u, turn %u", rules->name,
			    number, (unsigned)g.turn);
			check(rules, &names, legal, n, where);
		}
		game_view(&g, g.to_move, &v);
		if (number % 2 == 0 && rules->bot != NULL)
			k = rules->bot->greedy(&v, 1, NULL, legal, n, &choice.rng);
		game_play(&g, &legal[k], &rng.rng, NULL);
	}
}

Test(orderlist, groups_stand_for_the_list)
{
	for (const struct rules *const *rules = rules_all; *rules != NULL; rules++)
		for (unsigned number = 0; number < 10; number++)
			play(*rules, number);
}

static void
join(void *arg, const char *line)
{
	buf_fmt(arg, "%s\n", line);
}

/* A hand, and its discards. */
Test(orderlist, discards)
{
	static const struct {
		const char *order[8]; /* of Saboteur 2 */
		const char *lines;
	} row[] = {
		{ { "discard map" }, "discard map\n" },
		{ { "discard map", "discard ns" }, "discard 1 of map ns\n" },
		{ { "discard map", "discard map map" }, "discard 1 to 2 of map map\n" },
		{ { "discard map", "discard map ns", "discard ns" }, "discard 1 to 2 of map ns\n" },
		{ { "discard map", "discard map ns" }, "discard map\ndiscard map ns\n" },
		{ { "discard map ns to remove trapped" }, "discard map ns to remove trapped\n" },
		{ { "discard map", "discard ns", "discard map ns to remove break-lamp",
		      "discard map ns to remove trapped" },
		    "discard 1 of map ns\ndiscard 2 of map ns to remove break-lamp | trapped\n" },
		{ { "discard map ns to remove break-lamp", "discard map e to remove trapped" },
		    "discard e map to remove trapped\ndiscard map ns to remove break-lamp\n" },
		{ { "rockfall 1,0" }, "rockfall 1,0\n" },
		{ { "rockfall 1,0", "rockfall 2,-1", "theft" }, "rockfall 1,0 | 2,-1\ntheft\n" },
		{ { "place ns at 1,0", "place ns at 1,0 flipped", "place nsw at 1,0" },
		    "place ns at 1,0 | 1,0 flipped\nplace nsw at 1,0\n" },
	};
	const struct names names = { .n = 0 };

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct order order[8];
		struct buf got = BUF_INIT;
		struct err err = ERR_INIT;
		size_t n = 0;

		for (; n < 8 && row[i].order[n] != NULL; n++)
			cr_assert_eq(orderline_parse(&rules_saboteur2, &names, 0, row[i].order[n],
					 strlen(row[i].order[n]), &order[n], &err),
			    0, "%s: %s", row[i].order[n], err.msg);
		orders_grouped(&rules_saboteur2, &names, order, n, join, &got);
		cr_expect_str_eq(buf_cstr(&got), row[i].lines, "row %zu:\n%s", i, buf_cstr(&got));
		buf_release(&got);
	}
}
