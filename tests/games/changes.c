/* What the newest move changed: core/changes.h. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/changes.h"
#include "games/duel/duel.h"
#include "games/games.h"
#include "text/names.h"
#include "util/buf.h"

/* The game before is always the same: a card at 3,1 and the tools of seat 2 changed. */
static const struct changes before = {
	.n = 1, .seats = 4, .at = { { 3, 1, CHANGE_PLACED, 0, 0, 0 } }
};

static struct event
at(enum event_kind kind, uint8_t seat, card_id card, int8_t x, int8_t y, uint8_t part)
{
	struct event e = event_make_at(kind, seat, card, x, y);

	e.part = part;
	return e;
}

static struct event
to(enum event_kind kind, uint8_t seat, card_id card, uint8_t whom)
{
	struct event e = event_make(kind, seat, card);

	e.to = whom;
	return e;
}

/* Writes the changes as words: "placed 1,0; moved 2,0/3 by 2; seats 4". */
static void
text_of(const struct changes *c, struct buf *out)
{
	static const char *const name[] = { "placed", "removed", "turned", "put", "moved" };

	for (unsigned i = 0; i < c->n; i++) {
		buf_fmt(out, "%s %d,%d", name[c->at[i].kind], c->at[i].x, c->at[i].y);
		if (c->at[i].kind == CHANGE_MOVED)
			buf_fmt(
			    out, "/%u by %u", (unsigned)c->at[i].part, (unsigned)c->at[i].n_steps);
		buf_str(out, "; ");
	}
	buf_fmt(out, "seats %u", (unsigned)c->seats);
}

enum { EVENTS = 8 };

/* The changes by these events; the first without a kind ends the list. */
static void
expect_changes(const char *name, const struct event event[static EVENTS], const char *want)
{
	struct events ev = { .n = 0 };
	struct changes got = before;
	struct buf text = BUF_INIT;

	while (ev.n < EVENTS && event[ev.n].seen_by != 0) {
		ev.at[ev.n] = event[ev.n];
		ev.n++;
	}
	changes_take(&got, &rules_saboteur, &ev);
	text_of(&got, &text);
	cr_expect_str_eq(buf_cstr(&text), want, "%s: %s", name, buf_cstr(&text));
	buf_release(&text);
}

Test(changes, of_one_digest)
{
	enum { ANY = 0, RAT = 1, OTHER = 2 };
	const struct {
		const char *name;
		struct event ev[EVENTS];
		const char *want;
	} row[] = {
		{ "nothing", { { 0 } }, "placed 3,1; seats 4" },
		{ "a discarded card changes nothing",
		    { event_make(EVENT_DISCARDED, 0, CARD_HIDDEN),
			event_make(EVENT_DREW, 0, CARD_HIDDEN) },
		    "placed 3,1; seats 4" },
		{ "a look changes nothing", { at(EVENT_SAW_GOAL, 0, CARD_HIDDEN, 8, 0, 0) },
		    "placed 3,1; seats 4" },
		{ "a placed card", { at(EVENT_PLACED, 0, ANY, 1, 0, 0) }, "placed 1,0; seats 0" },
		{ "a goal turned up by it",
		    { at(EVENT_PLACED, 0, ANY, 7, 0, 0), at(EVENT_TURNED_UP, 0, ANY, 8, 0, 0) },
		    "placed 7,0; turned 8,0; seats 0" },
		{ "a card that leaves", { at(EVENT_REMOVED, SEAT_NONE, ANY, -1, 2, 0) },
		    "removed -1,2; seats 0" },
		{ "a broken tool", { to(EVENT_PLAYED, 0, ANY, 3) }, "seats 8" },
		{ "theft", { to(EVENT_STOLE, 1, CARD_NONE, 0) }, "seats 3" },
		{ "a claim", { at(EVENT_CLAIMED, 1, ANY, 2, 2, 0) }, "put 2,2; seats 2" },
		{ "a walk of three steps through a web",
		    { at(EVENT_WALKED, 4, CARD_NONE, 0, 0, 0), at(EVENT_WEB, 4, CARD_NONE, 1, 0, 4),
			at(EVENT_WALKED, 4, CARD_NONE, 1, 0, 0),
			at(EVENT_WALKED, 4, CARD_NONE, 1, 1, 3) },
		    "moved 1,1/3 by 3; put 1,0; seats 0" },
		{ "two creatures",
		    { at(EVENT_CREPT, 4, RAT, 0, 0, 0), at(EVENT_CREPT, 4, OTHER, 1, 0, 0) },
		    "moved 0,0/0 by 1; moved 1,0/0 by 1; seats 0" },
		{ "two dwarves",
		    { at(EVENT_WALKED, 4, CARD_NONE, 0, 0, 0),
			at(EVENT_WALKED, 3, CARD_NONE, 1, 0, 0) },
		    "moved 0,0/0 by 1; moved 1,0/0 by 1; seats 0" },
		{ "a dwarf and a creature",
		    { at(EVENT_WALKED, 4, RAT, 0, 0, 0), at(EVENT_CREPT, 4, RAT, 1, 0, 0) },
		    "moved 0,0/0 by 1; moved 1,0/0 by 1; seats 0" },
		{ "gold that nobody gets", { event_make(EVENT_GOLD, SEAT_NONE, CARD_NONE) },
		    "placed 3,1; seats 4" },
		{ "a card that nobody knows", { to(EVENT_PLAYED, 0, CARD_HIDDEN, 3) }, "seats 8" },
		{ "a new round", { event_make(EVENT_ROUND, SEAT_NONE, CARD_NONE) }, "seats 0" },
		{ "the end of a round, and the next",
		    { at(EVENT_PLACED, 0, ANY, 1, 0, 0),
			event_make(EVENT_ROUND, SEAT_NONE, CARD_NONE),
			at(EVENT_SIDE, 0, CARD_NONE, 0, 0, 0) },
		    "seats 0" },
	};

	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++)
		expect_changes(row[i].name, row[i].ev, row[i].want);
}

Test(changes, more_than_fit)
{
	struct events ev = { .n = 0 };
	struct changes c = before;

	for (unsigned i = 0; i < EVENTS_MAX; i++)
		event_add(
		    &ev, at(i % 2 == 0 ? EVENT_PLACED : EVENT_WALKED, 0, 0, (int8_t)(i % 9), 0, 0));
	changes_take(&c, &rules_saboteur, &ev);
	cr_expect_eq(c.n, CHANGES_MAX);
	cr_expect_eq(c.n_steps, CHANGE_STEPS_MAX);
}

Test(changes, the_newest_at_a_place)
{
	struct events ev = { .n = 0 };
	struct changes c = { .n = 0 };

	event_add(&ev, at(EVENT_REMOVED, SEAT_NONE, 0, 2, 0, 0));
	event_add(&ev, at(EVENT_PLACED, 0, 0, 2, 0, 0));
	changes_take(&c, &rules_saboteur, &ev);
	cr_assert_not_null(changes_at(&c, 2, 0));
	cr_expect_eq(changes_at(&c, 2, 0)->kind, CHANGE_PLACED);
	cr_expect_null(changes_at(&c, 0, 2));
}

Test(changes, a_key_is_put_on_a_card)
{
	struct events ev = { .n = 0 };
	struct changes c = { .n = 0 };

	event_add(&ev, at(EVENT_PLAYED, 0, DUEL_KEY, 2, 1, 0));
	changes_take(&c, &rules_duel, &ev);
	cr_assert_eq(c.n, 1);
	cr_expect_eq(c.at[0].kind, CHANGE_PUT);
	cr_expect_eq(c.at[0].x, 2);
}

Test(changes, a_look_at_a_role_changes_no_seat)
{
	static const struct {
		const struct rules *rules;
		const char *card;
		unsigned seats;
	} row[] = {
		{ &rules_saboteur2, "inspection", 0 },
		{ &rules_dark_cave, "secret-information", 0 },
		{ &rules_saboteur2, "trapped", 1u << 1 },
		{ &rules_dark_cave, "boots", 1u << 1 },
	};

	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		const card_id card = card_find(row[i].rules, row[i].card, strlen(row[i].card));
		struct events ev = { .n = 0 };
		struct changes c = { .n = 0 };

		cr_assert_lt(card, row[i].rules->n_cards, "%s", row[i].card);
		event_add(&ev, to(EVENT_PLAYED, 0, card, 1));
		changes_take(&c, row[i].rules, &ev);
		cr_expect_eq(c.seats, row[i].seats, "%s", row[i].card);
	}
}
