#include <criterion/criterion.h>

#include "audit/forge.h"
#include "host/command.h"
#include "host/standby.h"

/* A host that invents a standby, passes one over, or gives away a seat that is not free. Readers
 * find it in the first such digest. */

enum { SEATS = 3, LATE = LATE_LIMIT + LATE_GRACE, DAY = 86400, WAIT = 3 };

/* The digests of the honest game: three players join the waiting list, Z first. M leaves, and Z
 * gets the seat. Y withdraws. */
enum stage { COMES = 2, LEAVES = 3, SEATED = 4, GOES = 5 };

static struct scene {
	struct test_table t;
	struct seckey *waits[WAIT];
	unsigned m; /* the seat */
	int64_t n;  /* the digest of the first standby */
} scene;

static void
open_table(void)
{
	struct host_table_params a = { .rules = &rules_saboteur,
		.audited = true,
		.clock = { .limit_s = LATE_LIMIT,
		    .grace_s = LATE_GRACE,
		    .late = "discard",
		    .misses = 1,
		    .standby_open = true,
		    .replace_s = DAY },
		.seated = (1u << SEATS) - 1 };
	struct err err = ERR_INIT;

	memset(a.s, 7, sizeof a.s);
	table_open_as(&scene.t, &a, SEATS, "p");
	table_join(&scene.t);
	table_confirm(&scene.t);
	for (unsigned i = 0; i < WAIT; i++) {
		scene.waits[i] = seckey_new(&err);
		cr_assert_eq(seckey_make(scene.waits[i], &err), 0, "%s", err.msg);
	}
	(void)table_play(&scene.t, 2, 2);
	scene.m = table_to_move(&scene.t);
	scene.n = table_n(&scene.t) + 1;
}

static void
close_table(void)
{
	for (unsigned i = 0; i < WAIT; i++)
		seckey_free(scene.waits[i]);
	table_close(&scene.t);
}

static void
order_of(unsigned i, bool waits, struct parsed_order *in)
{
	struct player_read r;
	struct err err = ERR_INIT;

	cr_assert_eq(
	    player_read(&r, rules_all, scene.t.digest.p, scene.t.digest.n, NULL, NULL, &err), 0,
	    "%s", err.msg);
	cr_assert_eq(player_standby(&r, scene.waits[i], waits, in, &err), 0, "%s", err.msg);
	player_read_release(&r);
}

/* Makes the proof that the player joins or leaves the list. */
static void
says(unsigned i, bool waits, struct host_action *proof)
{
	struct parsed_order in;
	struct host_result made;
	struct err err = ERR_INIT;

	order_of(i, waits, &in);
	*proof = (struct host_action){ .kind = waits ? HOST_ACTION_STANDBY :
						       HOST_ACTION_STANDBY_NO };
	memcpy(proof->sign, in.o.b.sign, sizeof proof->sign);
	memcpy(proof->age, in.o.b.age, sizeof proof->age);
	memcpy(proof->proof, in.o.b.proof, sizeof proof->proof);
	cr_assert_eq(table_apply(&scene.t, &in.o.b, &made, &err), 0, "%s", err.msg);
	host_result_release(&made);
}

static void
comes(unsigned i)
{
	struct host_action proof;

	says(i, true, &proof);
}

/* ---- changed texts --------------------------------------------------------------------------- */

/* Replaces Z, Y and X by the signing keys of the standbys, M by the seat, and #d by scene.n + d. */
static void
in_scene(const char *pattern, struct buf *out)
{
	static const char letters[] = "ZYX";

	buf_clear(out);
	buf_str(out, "");
	for (const char *p = pattern; *p != '\0'; p++) {
		const char *letter = strchr(letters, *p);
		char sign[SIGN_TEXT + 1];

		if (letter != NULL) {
			pubkey_sign_text(&scene.waits[letter - letters]->pub, sign);
			buf_str(out, sign);
		} else if (*p == 'M') {
			buf_str(out, scene.t.names.seat[scene.m]);
		} else if (*p == '#') {
			buf_fmt(out, "%d", (int)scene.n + (*++p - '0'));
		} else {
			buf_chr(out, *p);
		}
	}
}

static const char lists[] =
    "who waits, leaves or is away for long is left out, invented or changed",
		  words[] = "it contradicts itself in line";

static const struct forge_lie lies[] = {
	/* n: added to scene.n */
	{ "another has come", COMES, "  standby: X\n", "  standby: Z\n",
	    "who has not signed that" },
	{ "he has come before", COMES, "  standby: #2\n  sign: X\n", "  standby: #1\n  sign: X\n",
	    lists },
	{ "he is first", COMES, "  standby: #0\n  sign: Z\n", "  standby: #0\n  sign: X\n", lists },
	{ "nobody leaves", LEAVES, "  leaving: M #3\n", "", words },
	{ "it leaves since before", LEAVES, "  leaving: M #3\n", "  leaving: M #2\n", lists },
	{ "a note of somebody who leaves is left out", LEAVES, "  note leaves M\n", "", words },
	{ "it stays", LEAVES, "  note leaves M\n", "  note stays M\n", words },
	{ "the second gets it", SEATED, "  sign: Z\n", "  sign: Y\n",
	    "keys are new, or votes on them counted, and it does not say so" },
	{ "without the table", SEATED, "  by: table\n", "  reason: \"so\"\n",
	    "an order is due at a time that is not due" },
	{ "the seat of nobody", SEATED, "  replace: M\n", "  replace: nobody\n",
	    "an order is due at a time that is not due" },
	{ "he waits still", SEATED, "  standby: #1\n", "  standby: #0\n", lists },
	{ "another goes", GOES, "  sign: Y\n", "  sign: X\n", "no more who has not signed that" },
	{ "he goes by another order", GOES, "  standby-no: #1\n", "  standby-no: #2\n",
	    "no more who has not signed that" },
	{ "they are dropped, not gone", GOES, "  standby-no: #1\n", "  standby-dropped: #1\n",
	    "expected \"  reason: ...\"" },
	{ "he goes unsaid", GOES, "  note standby-no\n", "", words },
	{ "the last goes, too", GOES, "  standby: #2\n", "  standby: #1\n", lists },
};

Test(standby, every_lie_in_what_is_told)
{
	struct host_action proof;

	open_table();
	for (unsigned i = 0; i < WAIT; i++)
		comes(i);
	table_must_order(&scene.t, scene.m, "leave", TURN_ANY);
	cr_assert_eq(table_n(&scene.t), scene.n + SEATED);
	says(1, false, &proof);
	cr_assert_eq(table_n(&scene.t), scene.n + GOES);
	forge_reads("nothing", &scene.t.all, scene.n + GOES, NULL);
	for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
		struct forge_lie lie = lies[i];

		lie.n += scene.n;
		forge_is_found(&scene.t.all, scene.t.host, &lie, in_scene);
	}
	close_table();
}

/* ---- a modified program ---------------------------------------------------------------------- */

/* Applies the order, but not its consequences. */
static void
take_alone(unsigned seat, const char *line)
{
	struct parsed_order in;
	struct command_order sent = { .in = &in };
	struct err err = ERR_INIT;
	struct order_block b;

	table_sign(&scene.t, seat, line, TURN_ANY, 0, &b);
	cr_assert_eq(parsed_order_from_fields(&in, &b, &err), 0, "%s", err.msg);
	table_run(&scene.t, command_exec_order, &sent, scene.t.now + 60);
}

static int
give_m(struct command *w, const void *what, struct err *err)
{
	(void)what;
	return standby_seat(w, (uint8_t)scene.m, err);
}

/* The second standby is seated before the first. */
static int
pass_over(struct command *w, const void *what, struct err *err)
{
	struct people *p = &w->hs.people;
	const struct standby first = p->standby[0];

	(void)what;
	p->standby[0] = p->standby[1];
	p->standby[1] = first;
	return standby_seat(w, (uint8_t)scene.m, err);
}

/* Writes the digest, whatever the proof is for. */
static int
strike_off(struct command *w, const void *what, struct err *err)
{
	struct digest_cause cause = { .has_order = false };

	note_add(&cause.notes, (struct note){ .kind = NOTE_STANDBY_NO });
	return command_add_act(w, what, &cause, err);
}

/* A withdrawal counts once, and not for a later entry that has no new withdrawal. */
Test(standby, an_old_order_strikes_nobody_off)
{
	static const char *const found[] = { "no more who does not wait",
		"no more who has not signed that", "no more who has not signed that" };

	for (unsigned i = 0; i < 3; i++) {
		struct host_action come, go;
		int64_t since, n;

		open_table();
		says(0, true, &come);
		since = table_n(&scene.t);
		says(0, false, &go);
		go.to = since;
		if (i > 0) {
			says(0, true, &come);
			go.to = table_n(&scene.t);
		}
		if (i == 2)
			memcpy(go.proof, come.proof, sizeof go.proof);
		n = table_n(&scene.t);
		table_run(&scene.t, strike_off, &go, scene.t.now + 60);
		forge_reads("struck off", &scene.t.all, n + 1, found[i]);
		close_table();
	}
}

static int
put_on(struct command *w, const void *what, struct err *err)
{
	struct digest_cause cause = { .has_order = false };

	note_add(&cause.notes, (struct note){ .kind = NOTE_STANDBY });
	return command_add_act(w, what, &cause, err);
}

static void
resign_all(void)
{
	struct err err = ERR_INIT;

	for (unsigned i = 0; i < SEATS && table_to_move(&scene.t) != SEAT_NONE; i++)
		cr_assert_eq(table_order(&scene.t, i, "resign", TURN_ANY, &err), 0, "%s", err.msg);
	cr_assert_eq(table_to_move(&scene.t), SEAT_NONE);
}

/* The order of the standby is genuine, and comes again, or too late. */
Test(standby, an_order_that_puts_nobody_on_the_list)
{
	for (unsigned over = 0; over < 2; over++) {
		struct host_action come;
		int64_t n;

		open_table();
		says(0, true, &come);
		if (over)
			resign_all();
		n = table_n(&scene.t);
		table_run(&scene.t, put_on, &come, scene.t.now + 60);
		forge_reads("again", &scene.t.all, n + 1,
		    over ? "somebody waits for a seat, or no more, when the game is over" :
			   "somebody waits for a seat who cannot");
		close_table();
	}
}

Test(standby, who_is_gone_before_there_is_a_table)
{
	open_table();
	forge_public(&scene.t.all, scene.t.host, 0, NULL, "\n  began: -\n",
	    "\n  began: -\n  gone: p1 2025-12-31T00:00:00Z\n");
	forge_reads("gone", &scene.t.all, 0, "somebody waits before there was a table");
	close_table();
}

/* An order of M with this note, which changes nothing. */
static int
note_of_m(struct command *w, const void *what, struct err *err)
{
	struct digest_cause cause = { .has_order = true, .keep = "" };
	const enum note_kind *kind = what;

	w->seat = (uint8_t)scene.m;
	note_add(&cause.notes, (struct note){ .kind = (uint8_t)*kind, .seat = w->seat });
	return command_play(w, NULL, &cause, err);
}

Test(standby, who_leaves_again_or_stays_without_leaving)
{
	static const enum note_kind kind[] = { NOTE_STAYS, NOTE_LEAVES };

	for (unsigned leaves = 0; leaves < 2; leaves++) {
		int64_t n;

		open_table();
		if (leaves)
			table_must_order(&scene.t, scene.m, "leave", TURN_ANY);
		n = table_n(&scene.t);
		table_run(&scene.t, note_of_m, &kind[leaves], scene.t.now + 60);
		forge_reads(leaves ? "leaves again" : "stays", &scene.t.all, n + 1,
		    "a seat leaves or stays that cannot");
		close_table();
	}
}

static int
drop(struct command *w, const void *what, struct err *err)
{
	const struct host_action *act = what;
	struct digest_cause cause = { .has_order = false };

	note_add(&cause.notes, (struct note){ .kind = NOTE_STANDBY_DROPPED, .n = act->to });
	return command_add_act(w, act, &cause, err);
}

/* A host drops a standby publicly, but drops nobody. */
Test(standby, a_drop_that_drops_nobody)
{
	struct host_action act;

	open_table();
	says(0, true, &act);
	act = (struct host_action){
		.kind = HOST_ACTION_DROP, .to = table_n(&scene.t), .reason = "a stranger"
	};
	pubkey_sign_text(&scene.waits[1]->pub, act.sign);
	pubkey_box_text(&scene.waits[1]->pub, act.age);
	table_run(&scene.t, drop, &act, scene.t.now + 60);
	forge_reads("another", &scene.t.all, table_n(&scene.t), "no more who does not wait");
	close_table();
}

Test(standby, who_leaves_is_not_replaced)
{
	open_table();
	comes(0);
	take_alone(scene.m, "leave");
	forge_reads("not yet", &scene.t.all, table_n(&scene.t), NULL);
	take_alone((scene.m + 1) % SEATS, "leave");
	forge_reads("not done", &scene.t.all, table_n(&scene.t),
	    "a seat that is free is not given to who waits");
	close_table();

	open_table();
	comes(0);
	take_alone(scene.m, "leave");
	table_run(&scene.t, give_m, NULL, scene.t.now + 60);
	forge_reads("later", &scene.t.all, table_n(&scene.t),
	    "a seat that is free is not given to who waits");
	close_table();
}

/* What the host gives to a key of its own choice. */
static int
give_stranger(struct command *w, const void *what, struct err *err)
{
	struct people *p = &w->hs.people;

	(void)what;
	p->n_standby = 1;
	p->standby[0] = (struct standby){ .since = 1 };
	pubkey_sign_text(&scene.waits[0]->pub, p->standby[0].sign);
	pubkey_box_text(&scene.waits[0]->pub, p->standby[0].age);
	return standby_seat(w, (uint8_t)scene.m, err);
}

Test(standby, nobody_waits)
{
	open_table();
	take_alone(scene.m, "leave");
	table_run(&scene.t, give_stranger, NULL, scene.t.now);
	forge_reads(
	    "a stranger", &scene.t.all, table_n(&scene.t), "a seat is given to who does not wait");
	close_table();
}

Test(standby, the_first_is_passed_over)
{
	open_table();
	comes(0);
	comes(1);
	take_alone(scene.m, "leave");
	table_run(&scene.t, pass_over, NULL, scene.t.now);
	forge_reads("the second", &scene.t.all, table_n(&scene.t), "than who has waited first");
	close_table();
}

Test(standby, a_seat_that_is_not_free)
{
	open_table();
	comes(0);
	table_run(&scene.t, give_m, NULL, scene.t.now + 60);
	forge_reads("no cause", &scene.t.all, table_n(&scene.t),
	    "a seat is given to who waits, and is not free");
	close_table();
}

/* The seats vote to end the game, and the host gives a seat away first. */
Test(standby, a_seat_before_what_is_carried)
{
	open_table();
	comes(0);
	take_alone(scene.m, "leave");
	take_alone((scene.m + 1) % SEATS, "vote end yes");
	forge_reads("not yet", &scene.t.all, table_n(&scene.t),
	    "a seat that is free is not given to who waits");
	close_table();

	open_table();
	comes(0);
	take_alone((scene.m + 1) % SEATS, "vote end yes");
	take_alone((scene.m + 2) % SEATS, "vote end yes");
	table_run(&scene.t, give_m, NULL, scene.t.now);
	forge_reads("first", &scene.t.all, table_n(&scene.t), "a seat is given before its time");
	close_table();
}

Test(standby, who_is_away_for_less_long)
{
	struct err err = ERR_INIT;

	open_table();
	comes(0);
	cr_assert_eq(table_late(&scene.t, LATE, &err), 0, "%s", err.msg);
	table_run(&scene.t, give_m, NULL, scene.t.now + DAY - 3600);
	forge_reads("not so long", &scene.t.all, table_n(&scene.t),
	    "a seat is given to who waits, and is not free");
	close_table();
}
