#include <criterion/criterion.h>

#include "audit/forge.h"

/* The events of a private view must be the public events plus facts that only its seat knows.
 * Here a host sends wrong events to one seat. */

/* Plays until a seat draws a card, and returns the seat. */
static uint8_t
play_to_a_draw(struct test_table *t, struct player_read *r)
{
	for (unsigned i = 0; i < 30; i++) {
		uint8_t seat = table_to_move(t);

		cr_assert_eq(table_play(t, 1, i), 1);
		table_read(t, seat, r);
		if (strstr(buf_cstr(&r->plain), "\n  drew ") != NULL)
			return seat;
		player_read_release(r);
	}
	cr_assert_fail("nobody draws");
	return SEAT_NONE;
}

/* Finds the card just drawn, and another one that is not in the hand. */
static void
find_cards(const struct player_read *r, char *drawn, char *other)
{
	const struct seat *me = &r->v.view.known.seat[r->seat];
	const struct rules *rules = r->d.pub.known.rules;
	static const char draw[] = "\n  drew ";
	const char *line = strstr(buf_cstr(&r->plain), draw);

	cr_assert_not_null(line);
	line = strchr(line + sizeof draw - 1, ' ') + 1;
	(void)snprintf(drawn, CARD_NAME_MAX, "%.*s", (int)strcspn(line, "\n"), line);
	for (card_id c = 0; c < rules->n_cards; c++) {
		card_name(rules, c, other);
		if (rules->card[c].class == CARD_PATH && memchr(me->hand, c, me->n_hand) == NULL)
			return;
	}
	cr_assert_fail("a hand of all cards");
}

static void
swap(struct buf *all, const struct test_table *t, uint8_t seat, const char *after, const char *from,
    const char *from_card, const char *to, const char *to_card)
{
	char is[200], becomes[200];

	(void)snprintf(is, sizeof is, "%s%s\n", from, from_card);
	(void)snprintf(becomes, sizeof becomes, "%s%s\n", to, to_card);
	forge_view(all, t->host, t->key[seat], table_n(t), after, is, becomes);
}

static void
expect_lie(const char *name, const struct test_table *t, const struct buf *all, uint8_t seat,
    const char *say)
{
	struct player_read r;
	struct buf one = BUF_INIT;
	struct err err = ERR_INIT;

	forge_take(all, table_n(t), &one);
	cr_expect_eq(
	    player_read(&r, rules_all, one.p, one.n, NULL, t->key[seat], &err), -1, "%s", name);
	cr_expect(err.code == ERR_AUTH && strstr(err.msg, "the host cheats in digest") != NULL &&
		strstr(err.msg, say) != NULL,
	    "%s: %s", name, err.msg);
	buf_release(&one);
}

Test(told, a_card_that_was_not_drawn)
{
	for (unsigned game = 0; rules_all[game] != NULL; game++) {
		struct test_table t;
		struct player_read r;
		struct buf all = BUF_INIT;
		char drawn[CARD_NAME_MAX], other[CARD_NAME_MAX], seat_name[60];
		uint8_t seat;

		table_open_rules(&t, rules_all[game], 2 + (game < 2), 31);
		seat = play_to_a_draw(&t, &r);
		find_cards(&r, drawn, other);
		(void)snprintf(seat_name, sizeof seat_name, "drew %s ", r.v.seat);
		buf_add(&all, t.all.p, t.all.n);
		swap(&all, &t, seat, "\nevents:\n", seat_name, drawn, seat_name, other);
		expect_lie("it is not in the hand", &t, &all, seat, "not in the hand");
		buf_release(&all);
		player_read_release(&r);
		table_close(&t);
	}
}

static const struct {
	const char *name, *from, *to;
} event_lie[] = {
	{ "another seat's", "  drew p1 ", "  drew p2 " },
	{ "of another kind", "  drew p1 ", "  discarded p1 " },
	{ "no event", "  drew p1 ", "  dreamt p1 " },
	{ "what everybody knows", "  drew p1 ", "  turned p1\n  drew p1 " },
	{ "a note for everybody", "\nposition:\n", "  note joined p2\n\nposition:\n" },
};

Test(told, what_nobody_saw)
{
	struct test_table t;

	table_open(&t, 3, 32);
	do
		cr_assert_eq(table_play(&t, 1, 5), 1);
	while (table_n(&t) < 3 || table_to_move(&t) != 1);
	for (size_t i = 0; i < sizeof event_lie / sizeof event_lie[0]; i++) {
		struct buf all = BUF_INIT;

		buf_add(&all, t.all.p, t.all.n);
		forge_view(&all, t.host, t.key[0], table_n(&t), "\nevents:\n", event_lie[i].from,
		    event_lie[i].to);
		expect_lie(event_lie[i].name, &t, &all, 0, "");
		buf_release(&all);
	}
	table_close(&t);
}

/* A hand of one card that the box has thrice. */
Test(told, more_cards_than_in_the_box)
{
	static const char begin[] = "\"hand\":{\"=\":[", card[] = "\"break-pickaxe\"";
	struct buf all = BUF_INIT, from = BUF_INIT, to = BUF_INIT;
	struct test_table t;
	struct player_read r;
	const char *hand;

	table_open(&t, 3, 32);
	cr_assert_eq(table_play(&t, 1, 5), 1);
	table_read(&t, 0, &r);
	hand = strstr(buf_cstr(&r.plain), begin);
	cr_assert_not_null(hand);
	buf_add(&from, hand, strcspn(hand, "]"));
	buf_fmt(&to, "%s%s,%s,%s,%s,%s,%s", begin, card, card, card, card, card, card);
	buf_add(&all, t.all.p, t.all.n);
	forge_view(&all, t.host, t.key[0], table_n(&t), NULL, from.p, to.p);
	expect_lie(
	    "a hand", &t, &all, 0, "the private view shows more cards than there are in the box");
	buf_release(&all);
	buf_release(&from);
	buf_release(&to);
	player_read_release(&r);
	table_close(&t);
}
