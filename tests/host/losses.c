/* Random losses in The Dark Cave depend on the turn alone. */
#include <criterion/criterion.h>

#include "few.h"
#include "host/aid.h"
#include "host/table.h"
#include "text/orderline.h"
#include "util/mem.h"

enum { SEATS = 3, TURNS = 40, GAMES = 3 };

/* The same game twice: dealt from one secret, played in different ways. */
struct pair {
	struct test_table a, b;
	unsigned lost[2], joined, kept; /* cards lost, by step; counters of the variants */
};

/* True if the seat to move is at its walk. */
static bool
is_walk(const struct test_table *t)
{
	struct player_read r;
	struct err err = ERR_INIT;
	bool walk;

	cr_assert_eq(player_read(&r, rules_all, t->digest.p, t->digest.n, NULL, NULL, &err), 0);
	walk = r.d.pub.known.phase == PHASE_WALK;
	player_read_release(&r);
	return walk;
}

/* Chooses the k-th legal order, but a rat if there is one. */
static void
choose(const struct test_table *t, unsigned k, struct buf *line)
{
	struct order *legal = mem_new(LEGAL_MAX * sizeof *legal);
	struct player_read r;
	size_t n;

	table_read(t, table_to_move(t), &r);
	n = game_legal(&r.v.view.known, legal, LEGAL_MAX);
	cr_assert_gt(n, 0);
	for (size_t i = n; i-- > 0;) {
		buf_clear(line);
		orderline_text(r.v.view.known.rules, &t->names, &legal[(k + i) % n], line);
		if (strncmp(line->p, "rat ", 4) == 0)
			break;
	}
	player_read_release(&r);
	free(legal);
}

/* Returns the number of cards of the seat, and the cards. */
static unsigned
hand(const struct test_table *t, unsigned seat, card_id out[static HAND_MAX])
{
	struct player_read r;
	unsigned n;

	table_read(t, seat, &r);
	n = r.v.view.known.seat[seat].n_hand;
	memcpy(out, r.v.view.known.seat[seat].hand, n * sizeof *out);
	player_read_release(&r);
	return n;
}

static void
expect_same(const struct pair *p, const char *how, unsigned turn)
{
	cr_assert_eq(table_to_move(&p->a), table_to_move(&p->b), "%s, turn %u", how, turn);
	for (unsigned i = 0; i < SEATS; i++) {
		card_id a[HAND_MAX], b[HAND_MAX];
		unsigned n = hand(&p->a, i, a), m = hand(&p->b, i, b);

		cr_assert(n == m && memcmp(a, b, n * sizeof *a) == 0,
		    "%s, turn %u: p%u has another hand", how, turn, i + 1);
	}
}

/* Plays it in b, and counts the losses of the step. */
static void
play_b(struct pair *p, unsigned seat, const char *line)
{
	static const char lost[] = "\n  lost p";
	size_t from = p->b.all.n;
	unsigned step = is_walk(&p->b) ? 1 : 0;

	table_must_order(&p->b, seat, line, 0);
	for (const char *at = p->b.all.p + from; (at = strstr(at, lost)) != NULL; at++)
		p->lost[step]++;
}

/* b says something before each step; a sends both steps as one order if the rules allow it. */
static void
say_and_join(struct pair *p, unsigned seat, unsigned k, struct buf *card, struct buf *walk)
{
	struct buf both = BUF_INIT;
	struct host_result r;
	struct err err = ERR_INIT;
	struct order_block b;

	choose(&p->b, k, card);
	table_must_order(&p->b, (seat + 1) % SEATS, NULL, TURN_ANY);
	play_b(p, seat, card->p);
	if (!is_walk(&p->b) || table_to_move(&p->b) != seat) {
		table_must_order(&p->a, seat, card->p, 0);
		return;
	}
	choose(&p->b, 7 * k, walk);
	table_must_order(&p->b, (seat + 2) % SEATS, NULL, TURN_ANY);
	play_b(p, seat, walk->p);
	buf_fmt(&both, "%s ; %s", card->p, walk->p);
	table_sign(&p->a, seat, both.p, 0, 0, &b);
	if (table_apply(&p->a, &b, &r, &err) == 0) {
		p->joined++;
		host_result_release(&r);
	} else {
		table_must_order(&p->a, seat, card->p, 0);
		table_must_order(&p->a, seat, walk->p, 0);
	}
	buf_release(&both);
}

/* Both play the turn of the seat, step by step. */
static void
plainly(struct pair *p, unsigned seat, unsigned k, struct buf *line)
{
	do {
		choose(&p->a, k, line);
		table_must_order(&p->a, seat, line->p, 0);
		play_b(p, seat, line->p);
	} while (table_to_move(&p->a) == seat && is_walk(&p->a));
}

/* In b another seat queues an order and cancels it. */
static void
keep_aside(struct pair *p, unsigned seat)
{
	card_id held[HAND_MAX];
	char card[CARD_NAME_MAX], line[64];
	unsigned other = (seat + 1) % SEATS;

	if (hand(&p->b, other, held) == 0)
		return;
	card_name(&rules_dark_cave, held[0], card);
	(void)snprintf(line, sizeof line, "discard %s", card);
	table_must_order(&p->b, other, line, TURN_NEXT);
	table_must_order(&p->b, other, "cancel", TURN_NEXT);
}

/* In b the card of the next seat is queued before this turn, and played automatically. */
static void
keep_for_next(struct pair *p, unsigned seat, unsigned k, struct buf *line, struct buf *next_line)
{
	struct buf walk = BUF_INIT;
	uint8_t next;

	choose(&p->a, k, line);
	table_must_order(&p->a, seat, line->p, 0);
	if (table_to_move(&p->a) == seat && is_walk(&p->a)) {
		choose(&p->a, 7 * k, &walk);
		table_must_order(&p->a, seat, walk.p, 0);
	}
	next = table_to_move(&p->a);
	if (next != SEAT_NONE && next != seat) {
		choose(&p->a, 3 * k, next_line);
		table_must_order(&p->b, next, next_line->p, TURN_NEXT);
		table_must_order(&p->a, next, next_line->p, 0);
		p->kept++;
	}
	play_b(p, seat, line->p);
	if (walk.n > 0)
		play_b(p, seat, walk.p);
	buf_release(&walk);
}

static void
play_pair(struct pair *p, unsigned game)
{
	struct buf line = BUF_INIT, other = BUF_INIT;

	for (unsigned i = 0; i < TURNS && table_to_move(&p->a) != SEAT_NONE; i++) {
		static const char *const how[] = { "said and joined", "kept aside", "kept" };
		unsigned seat = table_to_move(&p->a), k = 1000 * game + 37 * i;

		if (is_walk(&p->a)) {
			plainly(p, seat, k, &line);
		} else if (i % 3 == 0) {
			say_and_join(p, seat, k, &line, &other);
		} else if (i % 3 == 1) {
			keep_aside(p, seat);
			plainly(p, seat, k, &line);
		} else {
			keep_for_next(p, seat, k, &line, &other);
		}
		expect_same(p, how[i % 3], i);
	}
	buf_release(&line);
	buf_release(&other);
}

Test(losses, hang_on_the_turn_alone)
{
	unsigned lost[2] = { 0, 0 }, joined = 0, kept = 0;

	for (unsigned game = 1; game <= (is_few() ? 1 : GAMES); game++) {
		struct pair p = { .joined = 0 };

		table_open_rules(&p.a, &rules_dark_cave, SEATS, (unsigned char)game);
		table_open_rules(&p.b, &rules_dark_cave, SEATS, (unsigned char)game);
		expect_same(&p, "dealt", 0);
		play_pair(&p, game);
		lost[0] += p.lost[0];
		lost[1] += p.lost[1];
		joined += p.joined;
		kept += p.kept;
		table_close(&p.a);
		table_close(&p.b);
	}
	if (is_few())
		return;
	cr_expect(lost[0] > 0 && lost[1] > 2, "too little was lost: %u, %u", lost[0], lost[1]);
	cr_expect(joined > 2 && kept > 5, "joined %u, kept %u", joined, kept);
}

/* A loss that was seen must not be repeatable with the same keys: an undo reshuffles. */
Test(losses, are_nothing_that_can_be_tried_out)
{
	cr_expect(!event_reveals_nothing(EVENT_LOST));
	cr_expect(!event_reveals_nothing(EVENT_ATTACKED));
	cr_expect(!event_reveals_nothing(EVENT_WALKED));
}
