#include <criterion/criterion.h>
#include <sys/stat.h>
#include <unistd.h>

#include "audit/forge.h"
#include "few.h"
#include "host/aid.h"
#include "player/foreign.h"
#include "player/queued_check.h"

/* A host's treatment of a queued order, checked at once by the seat that signed it, while it is
 * still sealed. */

/* Sets `dir` to the record of the game in the home t->folder. */
static void
record(const struct test_table *t, const char *game, char dir[static 128])
{
	(void)snprintf(dir, 128, "%s/games", t->folder);
	(void)mkdir(dir, 0700);
	(void)snprintf(dir, 128, "%s/games/%s", t->folder, game);
	(void)mkdir(dir, 0700);
}

/* Signs an order and stores it in the seat's own record. */
static int
keep(struct test_table *t, unsigned seat, int64_t turn, const char *first, const char *second,
    struct hash *hash)
{
	struct player_order o = { .line = { first, second },
		.n_lines = second != NULL ? 2 : 1,
		.turn = turn,
		.force = true };
	struct buf mailed = BUF_INIT;
	struct host_result made;
	struct player_read r;
	struct parsed_order in;
	struct err err = ERR_INIT;
	char dir[128];
	int result;

	table_read(t, seat, &r);
	record(t, r.d.game, dir);
	cr_assert_eq(player_sign(&r, t->key[seat], &o, &in, &err), 0, "%s", err.msg);
	order_block_text(&in.o.b, &mailed);
	cr_assert_eq(
	    signed_order_save(dir, r.d.n, &in, &mailed, t->key[seat], &err), 0, "%s", err.msg);
	player_read_release(&r);
	buf_release(&mailed);
	*hash = in.hash;
	result = table_apply(t, &in.o.b, &made, &err);
	if (result == 0)
		host_result_release(&made);
	return result;
}

/* Reads all digests as a seat. */
static int
reads(const struct test_table *t, unsigned seat, struct err *err)
{
	struct player_read r;
	struct history s;
	char dir[128];
	int result;

	cr_assert_eq(player_read(&r, rules_all, t->all.p, t->all.n, NULL, t->key[seat], err), 0,
	    "%s", err->msg);
	record(t, r.d.game, dir);
	result = history_make(&s, dir, &r, t->key[seat], HISTORY_UNKNOWN, err);
	if (result == 0)
		result = queued_check_check(&s, &r, err);
	history_release(&s);
	player_read_release(&r);
	return result;
}

/* Audits as a seat. Returns true if this lie is found. *passed is the number of correct digests. */
static bool
audits(const struct test_table *t, unsigned seat, const char *lie, unsigned *passed)
{
	struct buf copy = BUF_INIT;
	struct audit a;
	struct err err = ERR_INIT;
	bool found = false;

	buf_add(&copy, t->all.p, t->all.n);
	cr_assert_eq(
	    audit_run(&a, rules_all, &copy, t->key[seat], t->folder, true, &err), 0, "%s", err.msg);
	for (size_t i = 0; i < a.n; i++) {
		const struct audit_line *l = &a.at[i];

		if (l->check != AUDIT_QUEUED)
			continue;
		*passed += l->result == AUDIT_PASS;
		found = found || l->result == AUDIT_FAIL;
		if (l->result == AUDIT_FAIL)
			cr_expect(lie != NULL && strstr(l->detail, lie) != NULL, "seat %u: %s",
			    seat, l->detail);
	}
	audit_release(&a);
	buf_release(&copy);
	return found;
}

/* Makes a discard of the k-th kind of card in the hand. Returns false if there are fewer kinds. */
static bool
discard(const struct test_table *t, unsigned seat, unsigned k, char line[static 64])
{
	struct player_read r;
	const struct seat *me;
	char name[CARD_NAME_MAX];
	unsigned kinds = 0;

	table_read(t, seat, &r);
	me = &r.v.view.known.seat[seat];
	for (unsigned i = 0; i < me->n_hand && kinds <= k; i++) {
		if (memchr(me->hand, me->hand[i], i) != NULL)
			continue;
		card_name(r.d.pub.known.rules, me->hand[i], name);
		(void)snprintf(line, 64, "discard %s", name);
		kinds++;
	}
	player_read_release(&r);
	return kinds > k;
}

static void
clean(struct test_table *t)
{
	char command[128];

	(void)snprintf(command, sizeof command, "rm -rf '%s/games'", t->folder);
	cr_expect_eq(system(command), 0);
	table_close(t);
}

Test(promise, an_honest_host_is_never_accused)
{
	static const int64_t turn[] = { TURN_EVERY, TURN_NEXT };
	unsigned passed = 0;

	for (unsigned i = 0; rules_all[i] != NULL; i++) {
		const struct rules *rules = rules_all[i];
		const unsigned seats = rules->seats_max < 3 ? rules->seats_max : 3;
		struct test_table t;
		struct err err = ERR_INIT;

		if (quick_without(i + 1))
			continue;
		table_open_rules(&t, rules, seats, (unsigned char)(60 + i));
		for (unsigned k = 0; table_to_move(&t) != SEAT_NONE; k++) {
			unsigned other = (table_to_move(&t) + 1 + k) % seats;
			char first[64], second[64];
			struct hash hash;

			if (k % 3 == 0 && discard(&t, other, k % 2, first) &&
			    discard(&t, other, k % 4, second))
				(void)keep(&t, other, turn[k / 3 % 2], first,
				    k % 5 == 0 ? "suggest" : second, &hash);
			if (k % 19 == 18)
				(void)table_order(&t, other, "cancel every", TURN_NEXT, &err);
			if (k % 23 == 22)
				(void)table_undo(&t, table_n(&t) - 1, "a slip", &err);
			if (table_to_move(&t) != SEAT_NONE)
				(void)table_play(&t, 1, k);
			if (k % 48 != 7)
				continue;
			for (unsigned seat = 0; seat < seats; seat++)
				cr_expect_eq(reads(&t, seat, &err), 0, "%s, seat %u: %s",
				    rules->name, seat, err.msg);
		}
		for (unsigned seat = 0; seat < seats; seat++)
			cr_expect_not(audits(&t, seat, NULL, &passed), "%s", rules->name);
		clean(&t);
	}
	cr_expect_gt(passed, 0);
}

/* A proposal carried by the digest that begins the turn is executed first. */
Test(promise, what_is_carried_goes_before)
{
	struct test_table t;
	struct err err = ERR_INIT;
	struct hash hash;
	unsigned first;
	char line[64];

	table_open(&t, 4, 72);
	(void)table_play(&t, 2, 3);
	first = table_to_move(&t);
	cr_assert(discard(&t, (first + 1) % 4, 0, line));
	cr_assert_eq(keep(&t, (first + 1) % 4, TURN_EVERY, line, NULL, &hash), 0);
	for (unsigned i = 2; i < 4; i++)
		cr_assert_eq(table_order(&t, (first + i) % 4, "vote undo 1 yes", TURN_ANY, &err), 0,
		    "%s", err.msg);
	cr_assert_eq(table_order(&t, first, "resign", TURN_ANY, &err), 0, "%s", err.msg);
	cr_assert(
	    strstr(t.digest.p, "\nhost:\n  undo: 1\n  by: table\n") != NULL, "%s", t.digest.p);
	cr_expect_eq(reads(&t, (first + 1) % 4, &err), 0, "%s", err.msg);
	clean(&t);
}

/* ---- a host that deviates -------------------------------------------------------------------- */

struct lie {
	const char *name;
	int64_t turn;
	const char *says;
	bool denies, forgets; /* reports that no alternative is legal; drops the order */
	int plays;            /* which alternative is played; -1: another order */
};

static struct {
	const struct lie *lie;
	struct hash kept;
	char line[2][64];
	uint8_t keeper;
} plot;

/* The digest that makes the keeper the seat to move. */
static int
comes(struct command *w, const void *what, struct err *err)
{
	static struct order legal[LEGAL_MAX];
	struct digest_cause cause = { .has_order = true, .keep = "", .order = plot.kept };
	struct turn turn = { .n = 1 };

	(void)what;
	cause.order.b[0] ^= 1;
	cr_assert_gt(game_legal(&w->hs.g, legal, LEGAL_MAX), 0);
	turn.step[0] = legal[0];
	w->repeated = 64;
	if (plot.lie->turn == TURN_NEXT)
		cr_assert_eq(command_drop_queued(w, STORE_QUEUE_NEXT, plot.keeper, err), 0);
	if (plot.lie->forgets)
		cr_assert_eq(command_drop_queued(w, STORE_QUEUE_EVERY, plot.keeper, err), 0);
	if (plot.lie->denies)
		cause.own_note[plot.keeper] = plot.lie->turn == TURN_NEXT ? NOTE_UNPLAYABLE :
									    NOTE_IDLE;
	return command_play(w, &turn, &cause, err);
}

/* Plays the order in it. */
static int
goes(struct command *w, const void *what, struct err *err)
{
	const char *line = plot.line[plot.lie->plays < 0 ? 1 : plot.lie->plays];
	struct digest_cause cause = { .has_order = true, .keep = "", .order = plot.kept };
	struct turn turn;

	(void)what;
	cause.order.b[0] ^= plot.lie->plays < 0 ? 2 : 0;
	cr_assert_eq(
	    turnline_parse(w->t.rules, &w->t.names, plot.keeper, line, strlen(line), &turn, err), 0,
	    "%s", err->msg);
	return command_play(w, &turn, &cause, err);
}

static const struct lie lies[] = {
	{ "honest", TURN_EVERY, NULL, false, false, 0 },
	{ "honest", TURN_NEXT, NULL, false, false, 0 },
	{ "the second alternative", TURN_EVERY, "another alternative was played", false, false, 1 },
	{ "the second alternative", TURN_NEXT, "another alternative was played", false, false, 1 },
	{ "another order", TURN_EVERY, "should have been played in it", false, false, -1 },
	{ "another order", TURN_NEXT, "should have been played in it", false, false, -1 },
	{ "it says that none is possible", TURN_EVERY, "though it says that none is", true, false,
	    -1 },
	{ "it says that none is possible", TURN_NEXT, "though it says that none is", true, false,
	    -1 },
	{ "it forgets", TURN_EVERY, "order for every turn is not queued any more", false, true,
	    -1 },
};

Test(promise, a_lie_is_found_by_who_has_signed)
{
	for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
		struct test_table t;
		struct err err = ERR_INIT;
		unsigned passed = 0;

		plot.lie = &lies[i];
		table_open(&t, 3, 71);
		plot.keeper = (uint8_t)((table_to_move(&t) + 1) % 3);
		cr_assert(discard(&t, plot.keeper, 0, plot.line[0]) &&
		    discard(&t, plot.keeper, 1, plot.line[1]));
		cr_assert_eq(
		    keep(&t, plot.keeper, lies[i].turn, plot.line[0], plot.line[1], &plot.kept), 0);
		table_run(&t, comes, NULL, t.now + 60);
		cr_assert_eq(table_to_move(&t), plot.keeper);
		if (lies[i].denies || lies[i].forgets)
			cr_expect_eq(reads(&t, plot.keeper, &err), -1, "%s: at once", lies[i].name);
		err = (struct err)ERR_INIT;
		table_run(&t, goes, NULL, t.now);
		cr_expect_eq(
		    reads(&t, (plot.keeper + 1u) % 3, &err), 0, "%s: %s", lies[i].name, err.msg);
		cr_expect_eq(reads(&t, plot.keeper, &err), lies[i].says != NULL ? -1 : 0, "%s: %s",
		    lies[i].name, err.msg);
		if (lies[i].says != NULL)
			cr_expect(err.code == ERR_AUTH && strstr(err.msg, lies[i].says) != NULL,
			    "%s: %s", lies[i].name, err.msg);
		cr_expect_eq(audits(&t, plot.keeper, lies[i].says, &passed), lies[i].says != NULL,
		    "%s: in an audit", lies[i].name);
		cr_expect_eq(passed, lies[i].says == NULL, "%s: as promised", lies[i].name);
		clean(&t);
	}
}

/* ---- queued orders in private views ---------------------------------------------------------- */

/* Changes the view of the keeper in digest n, and expects this error. */
static void
denies(struct test_table *t, unsigned keeper, int64_t n, const char *from, const char *to,
    const char *says)
{
	struct buf honest = t->all, forged = BUF_INIT;
	struct err err = ERR_INIT;
	unsigned passed = 0;

	buf_add(&forged, honest.p, honest.n);
	forge_view(&forged, t->host, t->key[keeper], n, NULL, from, to);
	t->all = forged;
	cr_expect_eq(reads(t, keeper, &err), -1, "%s", to);
	cr_expect(err.code == ERR_AUTH && strstr(err.msg, says) != NULL, "%s: %s", to, err.msg);
	cr_expect(audits(t, keeper, says, &passed), "%s: in an audit", to);
	buf_release(&t->all);
	t->all = honest;
}

Test(promise, a_view_that_denies_a_kept_order)
{
	static const struct {
		int64_t turn;
		const char *key, *denied;
	} row[] = { { TURN_NEXT, "waiting", "\nwaiting: -\n" }, { TURN_EVERY, "every", "\n" } };

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct test_table t;
		struct err err = ERR_INIT;
		struct hash hash;
		char text[HASH_TEXT + 1], line[64], is[80], other[80];
		unsigned keeper;
		int64_t n;

		table_open(&t, 4, 73);
		keeper = (table_to_move(&t) + 2u) % 4;
		cr_assert(discard(&t, keeper, 0, line));
		cr_assert_eq(keep(&t, keeper, row[i].turn, line, NULL, &hash), 0);
		n = table_n(&t);
		hash_text(&hash, text);
		(void)snprintf(is, sizeof is, "\n%s: %s\n", row[i].key, text);
		text[0] = text[0] == 'a' ? 'b' : 'a';
		(void)snprintf(other, sizeof other, "\n%s: %s\n", row[i].key, text);
		cr_expect_eq(reads(&t, keeper, &err), 0, "%s", err.msg);
		denies(&t, keeper, n, is, row[i].denied, "your private view denies that");
		denies(&t, keeper, n, is, other, "your private view denies that");
		(void)table_play(&t, 1, 3);
		cr_assert_neq(table_to_move(&t), keeper);
		cr_expect_eq(reads(&t, keeper, &err), 0, "%s", err.msg);
		denies(&t, keeper, n + 1, is, row[i].denied,
		    "is not queued any more, and nothing says");
		denies(&t, keeper, n + 1, is, other, "names an order that it does not queue");
		clean(&t);
	}
}

/* ---- orders that were not signed here -------------------------------------------------------- */

struct acts {
	unsigned n;
	struct foreign at[32];
};

static void
add_act(void *arg, const struct foreign *f)
{
	struct acts *acts = arg;

	acts->at[acts->n++] = *f;
}

/* Finds the orders in all digests that the record of the seat lacks. */
static void
find_acts(const struct test_table *t, unsigned seat, struct acts *out)
{
	struct player_read r;
	struct history s;
	struct err err = ERR_INIT;
	char dir[128];

	out->n = 0;
	cr_assert_eq(player_read(&r, rules_all, t->all.p, t->all.n, NULL, t->key[seat], &err), 0,
	    "%s", err.msg);
	record(t, r.d.game, dir);
	cr_assert_eq(history_make(&s, dir, &r, t->key[seat], -1, &err), 0, "%s", err.msg);
	cr_assert_eq(foreign_each(&s, &r, add_act, out, &err), 0, "%s", err.msg);
	history_release(&s);
	player_read_release(&r);
}

Test(promise, acts_that_were_not_signed_here)
{
	struct test_table t;
	struct err err = ERR_INIT;
	struct acts acts;
	struct hash hash;
	unsigned seat, other;
	char line[64];
	static const struct {
		const char *line, *kind;
		int64_t turn;
	} row[] = { { NULL, "talk", TURN_ANY }, { "vote undo 0 yes", "vote", TURN_ANY },
		{ "steal p1", "standing", TURN_ANY }, { "DISCARD", "kept", TURN_NEXT },
		{ "cancel", "kept", TURN_NEXT }, { "resign", "resign", TURN_ANY } };
	int64_t n;

	table_open_rules(&t, &rules_saboteur2, 3, 74);
	seat = (table_to_move(&t) + 1u) % 3;
	other = (seat + 1) % 3;
	/* Stored in its own record: not reported. */
	cr_assert(discard(&t, seat, 0, line));
	cr_assert_eq(keep(&t, seat, TURN_NEXT, line, NULL, &hash), 0);
	(void)table_play(&t, 1, 3);
	find_acts(&t, seat, &acts);
	cr_expect_eq(acts.n, 0, "%s", acts.n > 0 ? acts.at[0].kind : "");
	find_acts(&t, other, &acts);
	cr_expect_eq(acts.n, 0, "%s", acts.n > 0 ? acts.at[0].kind : "");

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const char *what = row[i].line;

		if (what != NULL && strcmp(what, "DISCARD") == 0) {
			cr_assert(discard(&t, seat, 0, line));
			what = line;
		}
		if (what != NULL && strncmp(what, "steal", 5) == 0)
			what = seat == 0 ? "steal p2" : "steal p1";
		cr_assert_eq(
		    table_order(&t, seat, what, row[i].turn, &err), 0, "%s: %s", what, err.msg);
		n = table_n(&t);
		find_acts(&t, seat, &acts);
		cr_assert_eq(acts.n, i + 1, "%s: %u", row[i].kind, acts.n);
		cr_expect_eq(acts.at[i].n, n);
		cr_expect_str_eq(acts.at[i].kind, row[i].kind);
		find_acts(&t, other, &acts);
		cr_expect_eq(acts.n, 0, "%s, of another: %s", row[i].kind,
		    acts.n > 0 ? acts.at[0].kind : "");
	}
	clean(&t);
}

/* In the own turn, in every rules set. */
Test(promise, turns_that_were_not_signed_here)
{
	for (unsigned i = 0; rules_all[i] != NULL; i++) {
		const unsigned seats = rules_all[i]->seats_max < 3 ? rules_all[i]->seats_max : 3;
		unsigned moves[3] = { 0 };
		struct test_table t;
		struct acts acts;

		table_open_rules(&t, rules_all[i], seats, (unsigned char)(80 + i));
		for (unsigned k = 0; k < 8 && table_to_move(&t) != SEAT_NONE; k++) {
			moves[table_to_move(&t)]++;
			(void)table_play(&t, 1, k);
		}
		for (unsigned seat = 0; seat < seats; seat++) {
			find_acts(&t, seat, &acts);
			cr_expect_eq(acts.n, moves[seat], "%s, seat %u: %u for %u",
			    rules_all[i]->name, seat, acts.n, moves[seat]);
		}
		clean(&t);
	}
}
