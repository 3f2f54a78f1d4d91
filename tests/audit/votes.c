#include <criterion/criterion.h>

#include "audit/forge.h"
#include "games/saboteur/saboteur.h"
#include "host/command.h"

/* A host that leaves out, invents or miscounts votes, or does what was not voted for. Readers
 * find it in the first such digest. */

enum { SEATS = 3, LATE = LATE_LIMIT + LATE_GRACE };

/* The digests of the honest game: A proposes to skip M, who is late; B proposes more time; A
 * votes against it; B votes for the skip, which is executed. */
enum stage { SKIP, EXTEND, AGAINST, CARRIED, DONE };

static struct scene {
	struct test_table t;
	unsigned who[SEATS]; /* M, A, B */
	int64_t n;           /* of SKIP */
} scene;

/* Replaces M, A and B by the names of seats and #d by scene.n + d. */
static void
in_scene(const char *pattern, struct buf *out)
{
	static const char letters[] = "MAB";

	buf_clear(out);
	buf_str(out, "");
	for (const char *p = pattern; *p != '\0'; p++) {
		const char *letter = strchr(letters, *p);

		if (letter != NULL)
			buf_str(out, scene.t.names.seat[scene.who[letter - letters]]);
		else if (*p == '#')
			buf_fmt(out, "%d", (int)scene.n + (*++p - '0'));
		else
			buf_chr(out, *p);
	}
}

static void
votes(unsigned seat, const char *pattern)
{
	struct buf line = BUF_INIT;
	struct err err = ERR_INIT;

	in_scene(pattern, &line);
	cr_assert_eq(
	    table_order(&scene.t, seat, line.p, TURN_ANY, &err), 0, "%s: %s", line.p, err.msg);
	buf_release(&line);
}

static void
open_scene(void)
{
	const struct host_table_params a = { .rules = &rules_saboteur,
		.audited = true,
		.clock = { .limit_s = LATE_LIMIT,
		    .grace_s = LATE_GRACE,
		    .late = "discard",
		    .sums_up = true },
		.s = { 7 },
		.seated = (1u << SEATS) - 1 };
	struct test_table *t = &scene.t;

	table_open_as(t, &a, SEATS, "p");
	table_join(t);
	table_confirm(t);
	(void)table_play(t, 4, 2);
	for (unsigned i = 0; i < SEATS; i++)
		scene.who[i] = (table_to_move(t) + i) % SEATS;
	scene.n = table_n(t) + 1;
	t->now += LATE;
	votes(scene.who[1], "vote skip M yes");
	votes(scene.who[2], "vote extend 2d yes");
	votes(scene.who[1], "vote extend 2d no");
}

static const char count[] = "votes are left out, invented or counted wrongly",
		  words[] = "it contradicts itself in line";

static const struct forge_lie lies[] = {
	/* n: added to scene.n */
	{ "a vote is left out", SKIP, "  vote: A yes\n", "", words },
	{ "somebody else's", SKIP, "  vote: A yes\n", "  vote: B yes\n", count },
	{ "somebody else has proposed it", SKIP, "  by: A\n", "  by: B\n", count },
	{ "it needs more", SKIP, "  need: 2\n", "  need: 3\n", words },
	{ "it needs fewer", SKIP, "  need: 2\n", "  need: 1\n", words },
	{ "it was opened before", SKIP, "  since: #0\n", "  since: 1\n", count },
	{ "it is about another", SKIP, "  open: skip M\n", "  open: skip B\n", words },
	{ "it is about something else", SKIP, "  open: skip M\n", "  open: end\n", words },
	{ "it is not open", SKIP,
	    "  open: skip M\n  since: #0\n  by: A\n  need: 2\n  vote: A yes\n", "", words },
	{ "another is not", EXTEND,
	    "  open: extend 2d\n  since: #1\n  by: B\n  need: 2\n  vote: B yes\n", "", words },
	{ "another time", EXTEND, "  open: extend 2d\n", "  open: extend 3d\n", words },
	{ "one lapses", AGAINST, "  open: skip M\n  since: #0\n  by: A\n  need: 2\n  vote: A yes\n",
	    "", words },
	{ "a no is a yes", AGAINST, "  vote: A no\n", "  vote: A yes\n", words },
	{ "a proposal that nobody has made", AGAINST, "  vote: A no\n",
	    "  vote: A no\n  open: undo 6\n  since: #2\n  by: A\n  need: 2\n  vote: A yes\n",
	    words },
	{ "a no is left out", AGAINST, "  vote: A no\n", "", count },
	{ "a note is left out", AGAINST, "  note voted A no extend 2d\n", "",
	    "it contradicts itself in line" },
	{ "a note of another", AGAINST, "  note voted A no extend 2d\n",
	    "  note voted B no extend 2d\n", "it contradicts itself in line" },
	{ "more time that nobody has given", AGAINST, "  open: skip M\n",
	    "  extended: 172800 s\n  open: skip M\n", "an order is due at a time that is not due" },
	{ "the act is no act", DONE, "host:\n  skip: M\n  turn: 5\n  by: table\n\n", "",
	    "neither an order nor the host has caused it" },
	{ "late, not skipped", DONE, "  skip: M\n", "  late: M\n",
	    "its notes are not what the host does" },
	{ "another is skipped", DONE, "  skip: M\n", "  skip: A\n",
	    "its notes are not what the host does" },
	{ "another turn", DONE, "  turn: 5\n", "  turn: 4\n",
	    "the host plays for a seat that is not to move" },
	{ "by the policy", DONE, "  by: table\n", "  by: discard\n", "expected \"  by: table\"" },
};

Test(votes, every_lie_in_what_is_counted)
{
	open_scene();
	votes(scene.who[2], "vote skip M yes");
	cr_assert_eq(table_n(&scene.t), scene.n + DONE);
	forge_reads("nothing", &scene.t.all, scene.n + DONE, NULL);
	for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
		struct forge_lie lie = lies[i];

		lie.n += scene.n;
		forge_is_found(&scene.t.all, scene.t.host, &lie, in_scene);
	}
	table_close(&scene.t);
}

/* ---- a modified program ---------------------------------------------------------------------- */

static int
more_time(struct command *w, const void *what, struct err *err)
{
	const struct host_action act = { .kind = HOST_ACTION_EXTEND,
		.to = 172800,
		.turn = w->hs.g.turn,
		.by = HOST_ACTION_TABLE };
	struct digest_cause cause = { .has_order = false };

	(void)what;
	w->hs.people.extended_s += act.to;
	note_add(&cause.notes, (struct note){ .kind = NOTE_EXTENDED, .n = act.to });
	return command_add_act(w, &act, &cause, err);
}

Test(votes, what_nobody_has_carried)
{
	open_scene();
	table_run(&scene.t, more_time, NULL, scene.t.now + 60);
	forge_reads("more time", &scene.t.all, table_n(&scene.t),
	    "the host does what the seats have not voted for");
	table_close(&scene.t);
}

#define HASH "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

Test(votes, before_there_is_a_table)
{
	static const struct forge_lie lie[] = {
		{ "more time", 0, "\n  began: -\n", "\n  began: -\n  extended: 60 s\n",
		    "votes before there was a table" },
		{ "an order", 0, "\norder: -\n", "\norder: " HASH "\n",
		    "an order is said to have opened the game" },
	};

	open_scene();
	for (size_t i = 0; i < sizeof lie / sizeof lie[0]; i++)
		forge_is_found(&scene.t.all, scene.t.host, &lie[i], in_scene);
	table_close(&scene.t);
}

/* Gives twice the time that it says. */
static int
twice_the_time(struct command *w, const void *what, struct err *err)
{
	w->hs.people.extended_s += 172800;
	return more_time(w, what, err);
}

static int
vote_of_b(struct command *w, const void *what, struct err *err)
{
	struct digest_cause cause = { .has_order = true, .keep = "" };

	(void)what;
	w->seat = (uint8_t)scene.who[2];
	note_add(&cause.notes,
	    (struct note){
		.kind = NOTE_VOTED, .seat = w->seat, .yes = true, .text = { "end", 3 } });
	return command_play(w, NULL, &cause, err);
}

/* A seat that has resigned has no vote. */
Test(votes, a_vote_of_who_has_none)
{
	int64_t n;

	open_scene();
	votes(scene.who[2], "resign");
	n = table_n(&scene.t);
	table_run(&scene.t, vote_of_b, NULL, scene.t.now + 60);
	forge_reads("resigned", &scene.t.all, n + 1, "a seat votes that has no vote on that");
	table_close(&scene.t);
}

/* The seats give more time, and the host gives it to another turn. */
Test(votes, more_time_for_another_turn)
{
	static const struct forge_lie lie = { "another turn", 0, "  turn: 5\n", "  turn: 4\n",
		"another turn is extended than the seats have voted on" };
	struct forge_lie at = lie;

	open_scene();
	votes(scene.who[0], "vote extend 2d yes");
	at.n = table_n(&scene.t);
	forge_is_found(&scene.t.all, scene.t.host, &at, in_scene);
	table_close(&scene.t);
}

/* Applies the order, but does not execute the carried proposal. */
static void
take_alone(unsigned seat, const char *pattern)
{
	struct buf line = BUF_INIT;
	struct parsed_order in;
	struct command_order sent = { .in = &in };
	struct err err = ERR_INIT;
	struct order_block b;

	in_scene(pattern, &line);
	table_sign(&scene.t, seat, line.p, TURN_ANY, 0, &b);
	cr_assert_eq(parsed_order_from_fields(&in, &b, &err), 0, "%s", err.msg);
	table_run(&scene.t, command_exec_order, &sent, scene.t.now + 60);
	buf_release(&line);
}

Test(votes, what_is_carried_and_not_done)
{
	open_scene();
	take_alone(scene.who[2], "vote skip M yes");
	forge_reads("not done yet", &scene.t.all, scene.n + CARRIED, NULL);
	take_alone(scene.who[1], "vote extend 2d yes");
	forge_reads(
	    "not done", &scene.t.all, scene.n + DONE, "what the seats have voted for is not done");
	table_close(&scene.t);
}

Test(votes, what_is_carried_and_done_otherwise)
{
	static const struct {
		const char *name;
		unsigned voter; /* of who */
		const char *vote;
		command_fn *fn;
		const char *says;
	} row[] = {
		{ "more time for a skip", 2, "vote skip M yes", more_time,
		    "what the seats have voted for is not done" },
		{ "twice the time", 0, "vote extend 2d yes", twice_the_time,
		    "the limit of a turn is extended otherwise than by votes" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		open_scene();
		take_alone(scene.who[row[i].voter], row[i].vote);
		forge_reads(row[i].name, &scene.t.all, table_n(&scene.t), NULL);
		table_run(&scene.t, row[i].fn, NULL, scene.t.now);
		forge_reads(row[i].name, &scene.t.all, table_n(&scene.t), row[i].says);
		table_close(&scene.t);
	}
}

/* ---- the end of the game --------------------------------------------------------------------- */

/* Gives away a nugget of the pile, as if the saboteurs had won. */
static void
pays(struct command *w)
{
	struct sab_state *sab = sab_own(&w->hs.g);

	game_add_gold_card(&w->hs.g, 0, sab->pile[--sab->n_pile]);
}

/* Gives away a nugget that is missing nowhere. */
static void
coins(struct command *w)
{
	game_add_gold_card(&w->hs.g, 1, sab_own(&w->hs.g)->pile[0]);
}

static void
swaps_roles(struct command *w)
{
	struct seat *seat = w->hs.g.seat;
	const card_id role = seat[0].role, left = sab_own(&w->hs.g)->role_left;
	card_id *other = &sab_own(&w->hs.g)->role_left;

	for (unsigned s = 1; left == role && s < SEATS && *other == role; s++)
		other = &seat[s].role;
	cr_assert_neq(*other, role, "all are the same");
	seat[0].role = *other;
	*other = role;
}

static void
nothing(struct command *w)
{
	(void)w;
}

static const struct ending {
	const char *name;
	void (*change)(struct command *w);
	bool voted;
	int64_t after;
	const char *says; /* error of the reader; NULL: only re-execution finds it */
} endings[] = {
	{ "nobody has voted", nothing, false, 0,
	    "the host does what the seats have not voted for" },
	{ "later", nothing, true, 60, "what the seats have voted for is not done at once" },
	{ "the round is paid", pays, true, 0, "no event accounts for" },
	{ "somebody has more", coins, true, 0, "it sums up other gold than the seats had" },
	{ "another was the saboteur", swaps_roles, true, 0, NULL },
};

static int
end_game(struct command *w, const void *what, struct err *err)
{
	const struct ending *e = what;
	const struct host_action act = { .kind = HOST_ACTION_END, .by = HOST_ACTION_TABLE };
	struct digest_cause cause = { .has_order = false };

	e->change(w);
	note_add(&cause.notes, (struct note){ .kind = NOTE_VOTED_END });
	return command_add_act(w, &act, &cause, err);
}

static void
audit_says(const char *lie, enum audit_result want)
{
	struct audit a;
	struct err err = ERR_INIT;

	cr_assert_eq(
	    audit_text(&a, scene.t.all.p, scene.t.all.n, NULL, &err), 0, "%s: %s", lie, err.msg);
	cr_expect_eq(a.worst, want, "%s: the audit says %d", lie, (int)a.worst);
	audit_release(&a);
}

Test(votes, every_other_end_of_the_game)
{
	for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
		const struct ending *e = &endings[i];

		open_scene();
		take_alone(scene.who[0], "vote end yes");
		if (e->voted)
			take_alone(scene.who[1], "vote end yes");
		table_run(&scene.t, end_game, e, scene.t.now + e->after);
		forge_reads(e->name, &scene.t.all, table_n(&scene.t), e->says);
		audit_says(e->name, AUDIT_FAIL);
		table_close(&scene.t);
	}
}

Test(votes, an_end_that_is_not_done)
{
	open_scene();
	take_alone(scene.who[0], "vote end yes");
	take_alone(scene.who[2], "vote end yes");
	take_alone(scene.who[1], "vote extend 2d yes");
	forge_reads("goes on", &scene.t.all, table_n(&scene.t),
	    "what the seats have voted for is not done");
	audit_says("goes on", AUDIT_FAIL);
	table_close(&scene.t);
}

/* Changes a digest that ends the game, first in sentences, then in facts. */
Test(votes, what_an_end_tells)
{
	static const struct {
		const char *name, *from[2], *to[2], *says;
	} row[] = {
		{ "one has not won", { "  M wins\n", "  winner M\n" }, { "", "" },
		    "by the rules something else happens" },
		{ "one has more", { "  M has 0 gold\n", "  score M 0\n" },
		    { "  M has 3 gold\n", "  score M 3\n" }, "by the rules something else" },
		{ "nothing is told of a goal", { "  the goal at 8,0 was ", "  goal-was " },
		    { "  the goal at 8,1 was ", "  goal-was " }, words },
		{ "the act is none", { "host:\n  end: yes\n  by: table\n\n", "" }, { "", "" },
		    "neither an order nor the host has caused it" },
		{ "by nobody", { "  by: table\n", "" }, { "", "" }, "" },
		{ "not so", { "  end: yes\n", "" }, { "  end: no\n", "" }, "" },
		{ "another act", { "  end: yes\n", "" }, { "  extend: 60\n  turn: 5\n", "" }, "" },
		{ "an order, too", { "\norder: -\n", "" }, { "\norder: " HASH "\n", "" },
		    "it takes an order, and the host does something, at once" },
		{ "the note is missing",
		    { "  the seats have voted to end the game here\n", "  note voted-end\n" },
		    { "", "" }, "its notes are not what the host does" },
	};
	struct buf from = BUF_INIT, to = BUF_INIT;
	int64_t n;

	open_scene();
	votes(scene.who[0], "vote end yes");
	votes(scene.who[2], "vote end yes");
	n = table_n(&scene.t);
	forge_reads("honest", &scene.t.all, n, NULL);
	audit_says("honest", AUDIT_PASS);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf all = BUF_INIT;

		buf_add(&all, scene.t.all.p, scene.t.all.n);
		for (unsigned k = 0; k < 2 && row[i].from[k][0] != '\0'; k++) {
			in_scene(row[i].from[k], &from);
			in_scene(row[i].to[k], &to);
			forge_public(&all, scene.t.host, n, NULL, from.p, to.p);
		}
		forge_reads(row[i].name, &all, n, row[i].says);
		buf_release(&all);
	}
	buf_release(&from);
	buf_release(&to);
	table_close(&scene.t);
}

/* The host plays both steps of a turn, and the rest waits. */
Test(votes, a_skip_of_two_steps)
{
	struct host_table_params a = { .rules = &rules_dark_cave,
		.clock = { .limit_s = LATE_LIMIT, .grace_s = LATE_GRACE },
		.seated = (1u << SEATS) - 1 };
	struct test_table *t = &scene.t;
	int64_t n = 0;

	for (;; table_close(t)) {
		a.s[0]++;
		table_open_as(t, &a, SEATS, "p");
		(void)table_play(t, a.s[0], a.s[0]);
		for (unsigned i = 0; i < SEATS; i++)
			scene.who[i] = (table_to_move(t) + i) % SEATS;
		t->now += LATE;
		votes(scene.who[1], "vote skip M yes");
		n = table_n(t);
		votes(scene.who[2], "vote skip M yes");
		if (table_n(t) > n + 2)
			break;
	}
	cr_expect_eq(table_n(t), n + 3);
	forge_reads("both steps", &t->all, n + 3, NULL);
	table_sound(t, "both steps");
	table_close(t);
}

/* Who is skipped between rounds takes a nugget. */
Test(votes, a_skip_between_rounds)
{
	struct host_table_params a = { .rules = &rules_saboteur,
		.clock = { .limit_s = LATE_LIMIT,
		    .grace_s = LATE_GRACE,
		    .late = "suggest greedy 1" },
		.options.at = { [SAB_DRAFT_ASK] = 1, [SAB_GOLD_PLAYERS] = 1 },
		.seated = (1u << SEATS) - 1 };
	struct test_table *t = &scene.t;

	table_open_at(t, &a, PHASE_DRAFT);
	for (unsigned i = 0; i < SEATS; i++)
		scene.who[i] = (table_to_move(t) + i) % SEATS;
	t->now += LATE;
	votes(scene.who[1], "vote skip M yes");
	votes(scene.who[2], "vote skip M yes");
	cr_expect_not_null(strstr(t->digest.p, "\n  nugget "), "%s", t->digest.p);
	forge_reads("a nugget", &t->all, table_n(t), NULL);
	table_sound(t, "a nugget");
	table_close(t);
}

/* ---- undo ------------------------------------------------------------------------------------ */

static int
ends_early(struct command *w, const void *what, struct err *err)
{
	struct host_action act = { .kind = HOST_ACTION_REFUSE, .to = w->hs.undo_request.to };
	struct digest_cause cause = { .has_order = false };

	(void)what;
	w->hs.undo_request.is = UNDO_REQUEST_REFUSED;
	w->hs.undo_request_end = w->hs.n + 1;
	w->hs.due_turn = -1;
	note_add(&cause.notes, (struct note){ .kind = NOTE_UNDO_REFUSED, .n = act.to });
	return command_add_act(w, &act, &cause, err);
}

static void
asks(int64_t to)
{
	struct host_result r;
	struct err err = ERR_INIT;

	cr_assert_eq(
	    host_undo(scene.t.file, scene.t.host, to, "a slip", scene.t.now + 60, -1, &r, &err), 0,
	    "%s", err.msg);
	table_add(&scene.t, &r);
}

static void
gets_keys(unsigned seat)
{
	struct err err = ERR_INIT;
	struct seckey *key = seckey_new(&err);
	struct host_result r;

	cr_assert(key != NULL && seckey_make(key, &err) == 0);
	cr_assert_eq(host_replace(scene.t.file, scene.t.host, scene.t.names.seat[seat], &key->pub,
			 "lost", scene.t.now + 60, -1, &r, &err),
	    0, "%s", err.msg);
	table_add(&scene.t, &r);
	scene.t.key[seat] = key;
}

/* A host that ends the voting time too early. */
Test(votes, a_request_that_ends_at_another_time)
{
	struct undo_request request;

	open_scene();
	asks(scene.n - 3);
	table_run(&scene.t, ends_early, NULL, scene.t.now + 60);
	forge_reads(
	    "early", &scene.t.all, table_n(&scene.t), "the time to vote on going back is not over");
	audit_says("early", AUDIT_FAIL);
	table_close(&scene.t);

	open_scene();
	asks(scene.n - 3);
	cr_assert(table_asked(&scene.t, &request));
	scene.t.now = request.until - 60;
	take_alone(scene.who[1], "vote undo 8 yes");
	forge_reads("late", &scene.t.all, table_n(&scene.t),
	    "the time to vote on going back is over, and it does not end");
	audit_says("late", AUDIT_FAIL);
	table_close(&scene.t);

	open_scene();
	table_run(&scene.t, ends_early, NULL, scene.t.now + 60);
	forge_reads("nothing was open", &scene.t.all, table_n(&scene.t), "");
	audit_says("nothing was open", AUDIT_FAIL);
	table_close(&scene.t);
}

/* A host that says in both places that a request ends later. */
Test(votes, a_request_with_more_time)
{
	char until[200], later[200];

	open_scene();
	asks(scene.n - 3);
	forge_value(&scene.t.all, table_n(&scene.t), "\nasked:", "  until: ", until);
	memcpy(later, until, sizeof later);
	memcpy(later, "2030", 4);
	forge_public(&scene.t.all, scene.t.host, table_n(&scene.t), "\nsince:", until, later);
	forge_public(&scene.t.all, scene.t.host, table_n(&scene.t), "\nasked:", until, later);
	forge_reads("more time", &scene.t.all, table_n(&scene.t),
	    "the time to vote on going back is another than the limit");
	table_close(&scene.t);
}

/* A host that gives votes to seats replaced since, or takes votes from others. */
Test(votes, a_request_with_other_votes)
{
	static const struct forge_lie request[] = {
		{ "more time", 0, "\n  until: 2026-", "\n  until: 2027-", words },
		{ "new keys vote", 0, "\n  no-vote: A\n", "\n",
		    "other seats have a vote on going back than can have one" },
		{ "another does not", 0, "\n  no-vote: A\n", "\n  no-vote: B\n",
		    "other seats have a vote on going back than can have one" },
	};

	open_scene();
	gets_keys(scene.who[1]);
	asks(scene.n - 3);
	for (size_t i = 0; i < sizeof request / sizeof request[0]; i++) {
		struct forge_lie lie = request[i];

		lie.n = table_n(&scene.t);
		forge_is_found(&scene.t.all, scene.t.host, &lie, in_scene);
	}
	table_close(&scene.t);
}

static void
forget_given(struct host_state *hs)
{
	memset(hs->given, 0, sizeof hs->given);
	memset(hs->replaced, 0, sizeof hs->replaced);
}

/* The same for a proposal of a seat. */
Test(votes, a_proposal_by_who_has_no_vote)
{
	open_scene();
	gets_keys(scene.who[1]);
	votes(scene.who[0], "vote A yes");
	votes(scene.who[2], "vote A yes");
	table_tamper(&scene.t, forget_given);
	take_alone(scene.who[1], "vote undo 8 yes");
	forge_reads("reseated", &scene.t.all, table_n(&scene.t), "");
	audit_says("reseated", AUDIT_FAIL);
	table_close(&scene.t);
}

/* A seat may have one open proposal of a kind. The host reports another seat's proposal as a
 * second one. */
Test(votes, a_second_proposal)
{
	static const char *const from[][2] = { { "\nsince:\n", "B votes yes" },
		{ "\nevents:\n", "note voted B" }, { "\n  open: undo 9\n", "  by: B\n" },
		{ "\n  open: undo 9\n", "  vote: B yes\n" } };
	struct buf is = BUF_INIT, says = BUF_INIT;

	open_scene();
	take_alone(scene.who[1], "vote undo 8 yes");
	take_alone(scene.who[2], "vote undo 9 yes");
	forge_reads("two of two seats", &scene.t.all, table_n(&scene.t), NULL);
	for (size_t i = 0; i < sizeof from / sizeof from[0]; i++) {
		in_scene(from[i][1], &is);
		buf_clear(&says);
		buf_add(&says, is.p, is.n);
		memcpy(strstr(says.p, scene.t.names.seat[scene.who[2]]),
		    scene.t.names.seat[scene.who[1]], 2);
		forge_public(&scene.t.all, scene.t.host, table_n(&scene.t), from[i][0], is.p,
		    buf_cstr(&says));
	}
	forge_reads("two of one seat", &scene.t.all, table_n(&scene.t),
	    "a seat proposes a second of a kind");
	buf_release(&is);
	buf_release(&says);
	table_close(&scene.t);
}
