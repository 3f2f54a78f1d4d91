/* The numbered list: it has all orders, each once, except those of lines for several discards. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "games/games.h"
#include "mail/plain_list.h"
#include "plain_aid.h"
#include "util/mem.h"

enum { GAMES = 8 };

struct list {
	char **line;
	size_t n;
	unsigned last, several; /* the last number; lines for several discards */
	bool new_head;          /* the last line begins a group */
};

static void
add_line(void *arg, const char *line)
{
	struct list *list = arg;

	GROW(list->line, list->n);
	list->line[list->n++] = mem_dup(line);
}

static void
add_number(void *arg, unsigned number, bool head, const char *order)
{
	struct list *list = arg;

	cr_assert(list->last > 0 || list->several > 0 || head, "the first line begins a group");
	cr_assert_null(number > 0 ? strstr(order, " | ") : NULL, "%u is %s", number, order);
	list->new_head = head;
	if (number == 0) {
		list->several++;
		cr_assert(head && strstr(order, " of ") != NULL, "%s", order);
		return;
	}
	cr_assert_eq(number, ++list->last, "%u is out of order", number);
	add_line(list, order);
}

static void
list_release(struct list *list)
{
	for (size_t i = 0; i < list->n; i++)
		free(list->line[i]);
	free(list->line);
}

static int
compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Every order of the view is in the list, except discards; and nothing else. */
static void
check(const struct private_view *v, const struct names *names, const char *where)
{
	struct list all = { 0 }, numbered = { 0 };
	size_t n = 0;

	(void)private_view_orders(v, names, false, add_line, &all);
	plain_list_each(v, names, add_number, &numbered);
	if (numbered.n > 0)
		qsort(numbered.line, numbered.n, sizeof numbered.line[0], compare);
	for (size_t i = 0; i < all.n; i++) {
		if (n < numbered.n && strcmp(all.line[i], numbered.line[n]) == 0)
			n++;
		else
			cr_assert(numbered.several > 0 && strncmp(all.line[i], "discard ", 8) == 0,
			    "%s: %s is missing", where, all.line[i]);
	}
	cr_assert_eq(n, numbered.n, "%s", where);
	list_release(&all);
	list_release(&numbered);
}

Test(plain_list, has_every_order_once)
{
	static struct plain_game p;
	static struct private_view v;

	for (const struct rules *const *r = rules_all; *r != NULL; r++) {
		for (unsigned k = 0; k < GAMES; k++) {
			const unsigned players = (*r)->seats_min +
			    k % ((*r)->seats_max - (*r)->seats_min + 1u);

			plain_game_deal(&p, *r, players, k);
			for (unsigned i = 0; p.g.phase != PHASE_OVER; i++) {
				char where[80];

				(void)snprintf(where, sizeof where, "%s, game %u, turn %u",
				    (*r)->name, k, (unsigned)p.g.turn);
				plain_game_view(&p, p.g.to_move, &v);
				if (i % 4 == 0)
					check(&v, &p.names, where);
				plain_game_step(&p, k % 2 == 0);
			}
		}
	}
}

static void
write_line(void *arg, unsigned number, bool head, const char *order)
{
	buf_fmt(arg, "%s%u. %s\n", head ? "- " : "  ", number, order);
}

/* A hand of Saboteur 2: a line for several discards has no number. */
Test(plain_list, lines)
{
	static struct plain_game p;
	static struct private_view v;
	struct buf out = BUF_INIT;
	static const char *const card[] = { "map", "ns", "break-lamp" };

	plain_game_deal(&p, &rules_saboteur2, 2, 1);
	p.g.seat[p.g.to_move].n_hand = 3;
	for (unsigned i = 0; i < 3; i++)
		p.g.seat[p.g.to_move].hand[i] = card_find(
		    &rules_saboteur2, card[i], strlen(card[i]));
	plain_game_view(&p, p.g.to_move, &v);
	plain_list_each(&v, &p.names, write_line, &out);
	cr_expect_str_eq(out.p,
	    "- 1. break-lamp p1\n"
	    "  2. break-lamp p2\n"
	    "- 0. discard 1 to 3 of break-lamp map ns\n"
	    "- 3. map 8,-2\n"
	    "  4. map 8,0\n"
	    "  5. map 8,2\n"
	    "- 6. place ns at 0,-1\n"
	    "  7. place ns at 0,1\n");
	v.holds = true;
	buf_clear(&out);
	plain_list_each(&v, &p.names, write_line, &out);
	cr_expect_eq(out.n, 0, "nothing is played");
	buf_release(&out);
}
