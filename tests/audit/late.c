#include <criterion/criterion.h>

#include "audit/forge.h"
#include "core/bot.h"
#include "few.h"
#include "host/bots.h"
#include "text/orderline.h"
#include "wire/late.h"

/*
 * A dishonest host plays for seats with a modified program, so everything derived from the lie is
 * consistent. Readers with the digest before find it at once, or re-execution finds it at the end
 * of the round.
 */
enum { SEATS = 3, LATE = LATE_LIMIT + LATE_GRACE };

/* ---- a modified program ---------------------------------------------------------------------- */

struct lie {
	const char *name;
	/* Changes the step of an honest host that plays for the seat to move. */
	void (*change)(struct command *w, struct command_step *s);
	int64_t after;      /* seconds after the last order */
	const char *policy; /* of digest 0 */
	const char *says;   /* error of the reader; NULL: unknown before the end of the round */
};

static void
plays_nothing(struct command *w, struct command_step *s)
{
	(void)w, (void)s;
}

static command_fn cheat;

static int
cheat(struct command *w, const void *what, struct err *err)
{
	const struct lie *lie = what;
	struct command_step s = { .act = { .kind = HOST_ACTION_LATE, .turn = w->hs.g.turn } };
	struct note note = { .kind = NOTE_LATE };

	memcpy(s.act.seat, w->t.names.seat[w->hs.g.to_move], sizeof s.act.seat);
	memcpy(s.act.by, w->t.clock.late, sizeof s.act.by);
	lie->change(w, &s);
	note.kind = s.act.kind == HOST_ACTION_LATE ? NOTE_LATE : NOTE_AWAY;
	note.seat = names_find(&w->t.names, s.act.seat, strlen(s.act.seat));
	note_add(&s.cause.notes, note);
	command_set_action(w, &s.act, &s.cause);
	return command_play(w, lie->change == plays_nothing ? NULL : &s.turn, &s.cause, err);
}

/* Applies an order correctly, but drops queued orders and never marks a seat as away. */
static int
forget(struct command *w, const void *what, struct err *err)
{
	for (unsigned i = 0; i < w->t.names.n; i++)
		if (command_drop_queued(w, STORE_QUEUE_NEXT, i, err) < 0)
			return -1;
	w->n_away = LATE_AWAY_TURNS_MAX;
	return command_exec_order(w, what, err);
}

/* ---- lies ------------------------------------------------------------------------------------------------ */

static void
nothing(struct command *w, struct command_step *s)
{
	(void)w, (void)s;
}

static void
another_seat(struct command *w, struct command_step *s)
{
	memcpy(s->act.seat, w->t.names.seat[(w->hs.g.to_move + 1) % SEATS], sizeof s->act.seat);
}

static void
another_turn(struct command *w, struct command_step *s)
{
	(void)w;
	s->act.turn--;
}

static void
another_policy(struct command *w, struct command_step *s)
{
	(void)w;
	(void)snprintf(s->act.by, sizeof s->act.by, "suggest greedy 1");
}

/* The first legal order of the seat that is not a discard. */
static void
another_order(struct command *w, struct command_step *s)
{
	static struct order legal[LEGAL_MAX];

	cr_assert_gt(game_legal_plays(&w->hs.g, legal, LEGAL_MAX), 0);
	s->turn = (struct turn){ .n = 1, .step = { legal[0] } };
}

/* Another order than the one that the search chooses. */
static void
another_choice(struct command *w, struct command_step *s)
{
	static struct order legal[LEGAL_MAX];
	struct buf line = BUF_INIT;
	struct err err = ERR_INIT;
	const size_t n = game_legal(&w->hs.g, legal, LEGAL_MAX);
	char *chosen;

	(void)s;
	cr_assert_eq(bots_think(w, &err), 0, "%s", err.msg);
	chosen = w->h->choice[w->h->n_choices - 1].line;
	for (size_t i = 0; i < n; i++) {
		buf_clear(&line);
		orderline_text(w->t.rules, &w->t.names, &legal[i], &line);
		if (strcmp(line.p, chosen) != 0)
			break;
	}
	cr_assert_neq(strcmp(line.p, chosen), 0);
	memcpy(chosen, line.p, line.n + 1);
	buf_release(&line);
}

/* Resigns for the seat. */
static void
resigns(struct command *w, struct command_step *s)
{
	s->turn = (struct turn){ .n = 1,
		.step = { { ORDER_RESIGN, w->hs.g.to_move, .to = SEAT_NONE } } };
}

/* Agrees for the seat to finish early. */
static void
agrees(struct command *w, struct command_step *s)
{
	s->turn = (struct turn){ .n = 1,
		.step = { { ORDER_AGREE, w->hs.g.to_move, .to = SEAT_NONE } } };
}

/* Plays where digest 0 lets the host play for nobody. */
static void
without_policy(struct command *w, struct command_step *s)
{
	another_order(w, s);
	(void)snprintf(s->act.by, sizeof s->act.by, "discard");
}

static void
two_misses(struct command *w, struct command_step *s)
{
	(void)s;
	w->hs.people.missed[w->hs.g.to_move]++;
}

static void
no_miss(struct command *w, struct command_step *s)
{
	(void)s;
	w->hs.people.missed[w->hs.g.to_move]--;
}

static void
another_misses(struct command *w, struct command_step *s)
{
	(void)s;
	w->hs.people.missed[(w->hs.g.to_move + 1) % SEATS]++;
}

static void
as_if_away(struct command *w, struct command_step *s)
{
	(void)w;
	s->act.kind = HOST_ACTION_AWAY;
}

/* Moves the last card of the hand to the front, so that the draw selects another. */
static void
another_card(struct command *w, struct command_step *s)
{
	struct seat *me = &w->hs.g.seat[w->hs.g.to_move];
	card_id last = me->hand[me->n_hand - 1];

	(void)s;
	memmove(me->hand + 1, me->hand, me->n_hand - 1u);
	me->hand[0] = last;
}

static const struct lie lies[] = {
	{ "before due", nothing, LATE_LIMIT - 1, "discard",
	    "the host plays for a seat that is not late yet" },
	{ "before the grace is over", nothing, LATE - 1, "discard",
	    "the host plays for a seat that is not late yet" },
	{ "another seat", another_seat, LATE, "discard",
	    "the host plays for a seat that is not to move" },
	{ "another turn", another_turn, LATE, "discard",
	    "the host plays for a seat that is not to move" },
	{ "another policy", another_policy, LATE, "discard",
	    "the host plays by another policy than that of digest 0" },
	{ "another order", another_order, LATE, "discard",
	    "the host plays what its policy does not" },
	{ "a seat is made to resign", resigns, LATE, "suggest greedy 1",
	    "the host plays what its policy does not" },
	{ "a seat is made to agree", agrees, LATE, "suggest greedy 1",
	    "the host plays what its policy does not" },
	{ "nothing is played", plays_nothing, LATE, "discard",
	    "the host plays what its policy does not" },
	{ "no policy", without_policy, LATE, "",
	    "the host plays by another policy than that of digest 0" },
	{ "two missed turns instead of one", two_misses, LATE, "discard",
	    "a seat has missed more or fewer turns than it says" },
	{ "no missed turn", no_miss, LATE, "discard",
	    "a seat has missed more or fewer turns than it says" },
	{ "another seat has missed it", another_misses, LATE, "discard",
	    "a seat has missed more or fewer turns than it says" },
	{ "as if it were away", as_if_away, LATE, "discard",
	    "the host plays for a seat as if it were away" },
	{ "another card than the stream's", another_card, LATE, "discard", NULL },
	{ "another order than the search's", another_choice, LATE, "search 1 30", NULL },
};

/* ---- detection ------------------------------------------------------------------------------- */

/* Expects that a reader of all digests before n finds the lie in digest n. */
static void
read_finds(const struct test_table *t, const char *lie, int64_t n, const char *says)
{
	struct buf text = BUF_INIT;
	struct player_read r;
	struct err err = ERR_INIT;

	for (int64_t i = 0; i <= n; i++)
		forge_take(&t->all, i, &text);
	if (says == NULL) {
		cr_expect_eq(player_read(&r, rules_all, text.p, text.n, NULL, NULL, &err), 0,
		    "%s: %s", lie, err.msg);
		player_read_release(&r);
	} else {
		cr_expect_eq(player_read(&r, rules_all, text.p, text.n, NULL, NULL, &err), -1,
		    "%s: read does not find it", lie);
		cr_expect_eq(err.code, ERR_AUTH, "%s: %s", lie, err.msg);
		cr_expect_not_null(strstr(err.msg, says), "%s: %s", lie, err.msg);
	}
	buf_release(&text);
}

static void
audit_finds(const struct test_table *t, const char *lie)
{
	struct audit a;
	struct err err = ERR_INIT;

	cr_assert_eq(audit_text(&a, t->all.p, t->all.n, NULL, &err), 0, "%s: %s", lie, err.msg);
	cr_expect_eq(a.worst, AUDIT_FAIL, "%s: the audit does not find it", lie);
	audit_release(&a);
}

static void
play_to_end(struct test_table *t)
{
	while (table_to_move(t) != SEAT_NONE)
		(void)table_play(t, 50, 3);
}

/* True if the seat to move has no duplicate cards. Else the other card may be the same, and no
 * lie. */
static bool
is_told_apart(const struct test_table *t)
{
	const unsigned mover = table_to_move(t);
	struct player_read r;
	const struct seat *me = &r.v.view.known.seat[mover];
	bool twice = false;

	table_read(t, mover, &r);
	for (unsigned i = 0; i < me->n_hand; i++)
		for (unsigned k = 0; k < i; k++)
			twice = twice || me->hand[i] == me->hand[k];
	player_read_release(&r);
	return !twice;
}

/* True if the seat to move can do something else than discard. */
static bool
can_play(const struct test_table *t)
{
	static struct order legal[LEGAL_MAX];
	struct player_read r;
	bool can;

	table_read(t, table_to_move(t), &r);
	can = game_legal_plays(&r.v.view.known, legal, LEGAL_MAX) > 0;
	player_read_release(&r);
	return can;
}

/* True if the change makes a lie at this table. */
static bool
is_lie(const struct test_table *t, const struct lie *lie)
{
	return (lie->change != another_card || is_told_apart(t)) &&
	    (lie->change != another_order || can_play(t));
}

static void
tell(const struct lie *lie)
{
	const bool cave = lie->change == agrees;
	struct test_table t;

	for (;; table_close(&t)) {
		table_open_late(
		    &t, cave ? &rules_dark_cave : &rules_saboteur, SEATS, !cave, lie->policy, 0);
		(void)table_play(&t, 5, 2);
		if (is_lie(&t, lie))
			break;
	}
	table_run(&t, cheat, lie, t.now + lie->after);
	read_finds(&t, lie->name, table_n(&t), lie->says);
	if (lie->says == NULL)
		play_to_end(&t);
	audit_finds(&t, lie->name);
	table_close(&t);
}

Test(late, every_lie_of_the_host_is_found)
{
	for (size_t i = 0; i<sizeof lies / sizeof lies[0]; i += few_step()> 1 ? 3 : 1)
		tell(&lies[i]);
}

/* The host applies the order of the seat to move as forget() does. */
static void
take_and_forget(struct test_table *t)
{
	struct buf line = BUF_INIT;
	struct parsed_order in;
	struct command_order sent = { .in = &in };
	struct err err = ERR_INIT;
	struct order_block b;

	table_legal(t, 5, &line);
	table_sign(t, table_to_move(t), line.p, 0, 0, &b);
	cr_assert_eq(parsed_order_from_fields(&in, &b, &err), 0, "%s", err.msg);
	table_run(t, forget, &sent, t->now + 60);
	buf_release(&line);
}

Test(late, an_order_that_is_kept_comes_before_the_policy)
{
	struct test_table t;
	struct player_read r;
	char card[CARD_NAME_MAX], line[64];
	uint8_t next;
	struct err err = ERR_INIT;

	table_open_late(&t, &rules_saboteur, SEATS, true, "discard", 0);
	(void)table_play(&t, 4, 2);
	next = (uint8_t)((table_to_move(&t) + 1) % SEATS);
	table_read(&t, next, &r);
	card_name(&rules_saboteur, r.v.view.known.seat[next].hand[0], card);
	player_read_release(&r);
	(void)snprintf(line, sizeof line, "discard %s", card);
	table_must_order(&t, next, line, TURN_NEXT);
	take_and_forget(&t);
	cr_assert_eq(table_late(&t, LATE, &err), 0, "%s", err.msg);
	play_to_end(&t);
	audit_finds(&t, "an order that was kept is ignored");
	table_close(&t);
}

Test(late, who_is_away_is_not_waited_for)
{
	static const char lie[] = "a seat that is away is waited for";
	struct test_table t;
	struct err err = ERR_INIT;

	table_open_late(&t, &rules_saboteur, SEATS, true, "discard", 1);
	cr_assert_eq(table_late(&t, LATE, &err), 0, "%s", err.msg);
	(void)table_play(&t, 1, 2);
	take_and_forget(&t);
	read_finds(&t, lie, table_n(&t), NULL);
	table_must_order(&t, (table_to_move(&t) + 1u) % SEATS, NULL, TURN_ANY);
	read_finds(&t, lie, table_n(&t) - 1, "a turn that is to be played at once is not");
	play_to_end(&t);
	audit_finds(&t, lie);
	table_close(&t);
}

static int
more_time(struct command *w, const void *what, struct err *err)
{
	const struct host_action act = { .kind = HOST_ACTION_EXTEND,
		.to = 3600,
		.turn = w->hs.g.turn,
		.by = HOST_ACTION_TABLE };
	struct digest_cause cause = { .has_order = false };

	(void)what;
	w->n_away = LATE_AWAY_TURNS_MAX;
	w->hs.people.extended_s += act.to;
	note_add(&cause.notes, (struct note){ .kind = NOTE_EXTENDED, .n = act.to });
	return command_add_act(w, &act, &cause, err);
}

/* The host applies an order of the seat, and then does not play for others. */
static void
take(struct test_table *t, unsigned seat, const char *line, int64_t turn)
{
	struct parsed_order in;
	struct command_order sent = { .in = &in };
	struct err err = ERR_INIT;
	struct order_block b;

	table_sign(t, seat, line, turn, 0, &b);
	cr_assert_eq(parsed_order_from_fields(&in, &b, &err), 0, "%s", err.msg);
	table_run(t, command_exec_order, &sent, t->now);
}

/* The host takes an order for the next turn of the seat. */
static void
keep(struct test_table *t, uint8_t seat)
{
	struct player_read r;
	char card[CARD_NAME_MAX], line[64];

	table_read(t, seat, &r);
	card_name(&rules_saboteur, r.v.view.known.seat[seat].hand[0], card);
	player_read_release(&r);
	(void)snprintf(line, sizeof line, "discard %s", card);
	take(t, seat, line, TURN_NEXT);
}

Test(late, who_is_away_is_played_for_as_such)
{
	static const struct {
		struct lie lie;
		command_fn *fn; /* NULL: an order is kept */
	} row[] = {
		{ { "as if it were late", nothing, LATE, "discard",
		      "the host waits for a seat that is away" },
		    cheat },
		{ { "some time later", as_if_away, 1, "discard",
		      "the turn of a seat that is away is not played at once" },
		    cheat },
		{ { "something else first", NULL, 0, "discard",
		      "a turn that is to be played at once is not" },
		    more_time },
		{ { "another's order is kept", NULL, 0, "discard",
		      "a turn that is to be played at once is not" },
		    NULL },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const struct lie *lie = &row[i].lie;
		struct test_table t;
		struct err err = ERR_INIT;

		table_open_late(&t, &rules_saboteur, SEATS, false, lie->policy, 1);
		cr_assert_eq(table_late(&t, LATE, &err), 0, "%s", err.msg);
		(void)table_play(&t, 1, 2);
		take_and_forget(&t);
		if (row[i].fn != NULL)
			table_run(&t, row[i].fn, lie, t.now + lie->after);
		else
			keep(&t, (uint8_t)((table_to_move(&t) + 1) % SEATS));
		read_finds(&t, lie->name, table_n(&t), lie->says);
		table_close(&t);
	}
}

/* The host plays while the seats vote on going back, without an event. */
Test(late, nobody_is_late_during_a_vote_on_going_back)
{
	static const struct lie lie = { "late", plays_nothing, 60, "discard",
		"the host plays, though the seats have not voted on going back" };
	struct host_result r;
	struct test_table t;
	struct err err = ERR_INIT;
	int64_t n;

	table_open_late(&t, &rules_saboteur, SEATS, true, lie.policy, 0);
	(void)table_play(&t, 3, 2);
	n = table_n(&t) + 2;
	cr_assert_eq(
	    host_undo(t.file, t.host, n - 3, "a slip", t.now + 60, -1, &r, &err), 0, "%s", err.msg);
	table_add(&t, &r);
	table_run(&t, cheat, &lie, t.now + lie.after);
	read_finds(&t, lie.name, n, lie.says);
	table_close(&t);
}

/* ---- bots ------------------------------------------------------------------------------------ */

static int
say_for_bot(struct command *w, const void *what, struct err *err)
{
	struct digest_cause cause = { .has_order = true, .keep = "" };

	(void)what;
	w->seat = 1;
	seal_random(cause.order.b, sizeof cause.order.b);
	note_add(
	    &cause.notes, (struct note){ .kind = NOTE_SAID, .seat = w->seat, .text = { "hi", 2 } });
	return command_play(w, NULL, &cause, err);
}

/* p2 is a bot, and to move. */
Test(late, a_bot_plays_at_once_and_does_nothing_else)
{
	static const char waits[] = "the turn of a bot is not played at once";
	static const struct {
		const char *name;
		command_fn *fn; /* NULL: p3 resigns */
		int64_t after;
		const char *says;
	} row[] = {
		{ "honest", bots_exec_play, 0, NULL },
		{ "later", bots_exec_play, 1, waits },
		{ "after something else", more_time, 0, waits },
		{ "after another seat", NULL, 0, waits },
		{ "after words", say_for_bot, 0, "a bot does something else than to play" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct host_table_params a = { .rules = &rules_saboteur,
			.clock = { .limit_s = LATE_LIMIT, .late = "discard", .misses = 9 },
			.seated = 7,
			.custody = 2 };
		struct test_table t;
		struct buf line = BUF_INIT;
		int64_t n;

		memset(a.s, 3, sizeof a.s);
		a.clock.bots.of[1] = (struct bot_seat){ .kind = BOT_GREEDY, .revision = 1 };
		table_open_as(&t, &a, SEATS, "p");
		while (table_to_move(&t) != 0)
			(void)table_play(&t, 1, 2);
		table_legal(&t, 0, &line);
		take(&t, 0, line.p, 0);
		n = table_n(&t) + 1;
		cr_assert_eq(table_to_move(&t), 1);
		if (row[i].fn != NULL)
			table_run(&t, row[i].fn, NULL, t.now + row[i].after);
		else
			take(&t, 2, "resign", TURN_ANY);
		read_finds(&t, row[i].name, n, row[i].says);
		buf_release(&line);
		table_close(&t);
	}
}

/* ---- a turn of several steps ----------------------------------------------------------------- */

/* The host begins a turn of a late seat, and does not end it as it has begun it. */
Test(late, a_turn_is_ended_as_it_was_begun)
{
	static const char says[] = "a turn is not played to its end as it was begun";
	struct test_table t;
	struct err err = ERR_INIT;
	int64_t n;

	for (unsigned char s = 1;; s++, table_close(&t)) {
		table_open_late(&t, &rules_dark_cave, SEATS, false, "suggest greedy 1", 9);
		(void)table_play(&t, s, s);
		n = table_n(&t);
		cr_assert_eq(table_late(&t, LATE, &err), 0, "%s", err.msg);
		if (table_n(&t) > n + 1)
			break;
	}
	n = table_n(&t);
	for (unsigned i = 0; i < 2; i++) {
		struct buf all = BUF_INIT;
		char was[200], is[200];

		buf_add(&all, t.all.p, t.all.n);
		forge_public(&all, t.host, n, NULL, "\ntext: 3\n", "\ntext: 2\n");
		if (i == 0) {
			forge_public(&all, t.host, n, NULL, "\n  late: ", "\n  away: ");
			forge_public(
			    &all, t.host, n, "\nevents:\n", "  note late ", "  note away ");
		} else {
			static const char *const keys[] = { "\ntime: ", "\ndue: ", "\n  began: " };

			for (unsigned k = 0; k < 3; k++) {
				const char *key = keys[k];
				char *digit;

				forge_value(&all, n, "", key, was);
				memcpy(is, was, sizeof is);
				digit = strchr(is, 'Z') - 1;
				*digit = (char)(*digit + 1);
				forge_public(&all, t.host, n, key, was, is);
			}
		}
		forge_reads("another end", &all, n, says);
		buf_release(&all);
	}
	table_close(&t);
}

static enum audit_result
audit_with(const struct rules *const *games, const struct test_table *t, unsigned *told)
{
	struct buf copy = BUF_INIT;
	struct audit a;
	struct err err = ERR_INIT;
	enum audit_result worst;

	*told = 0;
	buf_add(&copy, t->all.p, t->all.n);
	cr_assert_eq(audit_run(&a, games, &copy, NULL, NULL, true, &err), 0, "%s", err.msg);
	for (size_t i = 0; i < a.n; i++)
		*told += strstr(a.at[i].detail, "cannot check: this adit cannot play") != NULL;
	worst = a.worst;
	audit_release(&a);
	return worst;
}

Test(late, another_revision_accuses_nobody)
{
	struct bot bot = *rules_duel.bot;
	struct rules newer = rules_duel;
	const struct rules *const games[] = { &newer, NULL };
	const struct host_table_params new = { .rules = &newer,
		.clock = { .limit_s = LATE_LIMIT, .late = "suggest greedy 2" },
		.seated = 3 };
	struct test_table t;
	struct err err = ERR_INIT;
	unsigned told;

	bot.revision = 2;
	newer.bot = &bot;
	table_open_as(&t, &new, 2, "p");
	cr_expect_eq(table_late(&t, LATE, &err), -1);
	cr_expect_eq(err.code, ERR_PENDING);
	cr_expect_not_null(strstr(err.msg, "\"suggest greedy 2\""), "%s", err.msg);
	host_close(t.file);
	cr_assert_eq(host_open(&t.file, t.path, true, games, &err), 0, "%s", err.msg);
	(void)table_play(&t, 3, 2);
	cr_assert_eq(table_late(&t, LATE, &err), 0, "%s", err.msg);
	(void)table_play(&t, 3, 2);
	cr_assert_eq(table_late(&t, LATE, &err), 0, "%s", err.msg);
	play_to_end(&t);
	cr_expect_eq(audit_with(games, &t, &told), AUDIT_PASS);
	cr_expect_eq(audit_with(rules_all, &t, &told), AUDIT_PENDING);
	cr_expect_eq(told, 1);
	table_close(&t);
}
