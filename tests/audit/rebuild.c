#include <criterion/criterion.h>
#include <unistd.h>

#include "audit/forge.h"
#include "games/games.h"
#include "host/table.h"
#include "util/base32.h"

/* Makes an empty store beside that of t. */
static struct host *
fresh(const struct test_table *t, const char *name, char path[static 96])
{
	struct host *file;
	struct err err = ERR_INIT;

	(void)snprintf(path, 96, "%s/%s", t->folder, name);
	cr_assert_eq(host_create(&file, path, rules_all, &err), 0, "%s", err.msg);
	return file;
}

/* Plays, with queued orders at times. */
static void
play_with_stored(struct test_table *t, unsigned rounds)
{
	for (unsigned i = 0; i < rounds && table_to_move(t) != SEAT_NONE; i++) {
		struct host_result r;
		struct err err = ERR_INIT;
		struct order_block b;
		unsigned next = (table_to_move(t) + 1u) % t->names.n;
		struct player_read mine;
		struct buf line = BUF_INIT;
		char name[CARD_NAME_MAX];

		table_read(t, next, &mine);
		card_name(&rules_saboteur, mine.v.view.known.seat[next].hand[0], name);
		player_read_release(&mine);
		buf_fmt(&line, "discard %s", name);
		table_sign(t, next, line.p, TURN_NEXT, 0, &b);
		cr_assert_eq(table_apply(t, &b, &r, &err), 0, "%s", err.msg);
		host_result_release(&r);
		buf_release(&line);
		(void)table_play(t, 1, i);
	}
}

/* Splits a text into its digests. */
static unsigned
split(const struct buf *all, struct digest_layout *t, unsigned max)
{
	struct err err = ERR_INIT;
	size_t at = 0;
	unsigned n = 0;

	while (n < max && digest_next(all->p, all->n, &at, &t[n], &err) == 1)
		n++;
	return n;
}

enum { MANY = 64 };

Test(rebuild, the_game_goes_on_with_identical_digests)
{
	struct test_table t;
	struct audit_rebuilt made;
	struct err err = ERR_INIT;
	char path[96];
	struct host *file;

	table_open(&t, 4, 21);
	play_with_stored(&t, 6);
	file = fresh(&t, "again.db", path);
	cr_assert_eq(
	    audit_rebuild(file, t.host, "host", t.all.p, t.all.n, &made, &err), 0, "%s", err.msg);
	cr_expect_str_eq(made.game, "k7q2m4xw");
	cr_expect_eq(made.given, made.made);
	for (unsigned i = 0; i < 12; i++) {
		struct host_result a, b;
		struct order_block block;
		struct buf line = BUF_INIT;

		table_legal(&t, i * 5, &line);
		table_sign(&t, table_to_move(&t), line.p, 0, 0, &block);
		cr_assert_eq(
		    table_give(file, t.host, &block, t.now + 60, &b, &err), 0, "%s", err.msg);
		cr_assert_eq(table_apply(&t, &block, &a, &err), 0, "%s", err.msg);
		cr_assert(
		    a.digest.n == b.digest.n && memcmp(a.digest.p, b.digest.p, a.digest.n) == 0,
		    "%s: the digests differ", line.p);
		cr_expect_str_eq(a.json.p, b.json.p, "%s", line.p);
		host_result_release(&a);
		host_result_release(&b);
		buf_release(&line);
	}
	host_close(file);
	(void)unlink(path);
	table_close(&t);
}

Test(rebuild, an_order_that_still_waits_waits_again)
{
	struct test_table t;
	struct audit_rebuilt made;
	struct err err = ERR_INIT;
	struct host_result a, b;
	struct order_block block;
	struct buf line = BUF_INIT;
	char path[96];
	struct host *file;
	unsigned later;

	table_open(&t, 3, 33);
	later = (table_to_move(&t) + 1u) % 3;
	table_sign(&t, later, "discard map", TURN_NEXT, 0, &block);
	cr_assert_eq(table_apply(&t, &block, &a, &err), 0, "%s", err.msg);
	host_result_release(&a);
	file = fresh(&t, "again.db", path);
	cr_assert_eq(
	    audit_rebuild(file, t.host, "host", t.all.p, t.all.n, &made, &err), 0, "%s", err.msg);
	table_legal(&t, 3, &line);
	table_sign(&t, table_to_move(&t), line.p, 0, 0, &block);
	cr_assert_eq(table_give(file, t.host, &block, t.now + 60, &b, &err), 0, "%s", err.msg);
	cr_assert_eq(table_apply(&t, &block, &a, &err), 0, "%s", err.msg);
	cr_expect_eq(a.n, b.n);
	cr_expect(a.digest.n == b.digest.n && memcmp(a.digest.p, b.digest.p, a.digest.n) == 0);
	host_result_release(&a);
	host_result_release(&b);
	buf_release(&line);
	host_close(file);
	(void)unlink(path);
	table_close(&t);
}

Test(rebuild, any_order_of_files_any_of_the_views)
{
	struct test_table t;
	struct audit_rebuilt made;
	struct err err = ERR_INIT;
	struct digest_layout d[MANY];
	struct buf some = BUF_INIT;
	char path[96];
	struct host *file;
	unsigned n;

	table_open(&t, 3, 9);
	(void)table_play(&t, 7, 3);
	n = split(&t.all, d, MANY);
	cr_assert_eq(n, 8);
	/* In reverse order: each with one view only, then again without views. */
	for (unsigned i = n; i-- > 0;) {
		const struct span *view = &d[i].sealed[i % 3];
		size_t head = d[i].sealed[0].at;

		while (t.all.p[head - 2] != '\n')
			head--;
		buf_add(&some, t.all.p + d[i].whole.at, head - 1 - d[i].whole.at);
		buf_fmt(&some, "\nfor p%u:\n", i % 3 + 1);
		buf_add(&some, t.all.p + view->at, view->n);
		buf_str(&some, "\n");
		buf_add(&some, t.all.p + d[i].whole.at, head - 1 - d[i].whole.at);
	}
	file = fresh(&t, "again.db", path);
	cr_assert_eq(
	    audit_rebuild(file, t.host, "host", some.p, some.n, &made, &err), 0, "%s", err.msg);
	for (unsigned i = 0; i < n; i++) {
		struct store_digest row = { .n = 0 };

		cr_assert_eq(store_get_digest(file->st, i, &row, &err), 0, "%s", err.msg);
		cr_expect(row.text.n == d[i].whole.n &&
			memcmp(row.text.p, t.all.p + d[i].whole.at, row.text.n) == 0,
		    "digest %u differs", i);
		store_digest_release(&row);
	}
	buf_release(&some);
	host_close(file);
	(void)unlink(path);
	table_close(&t);
}

/* Faults of the digests, and their messages. */
enum fault {
	NOT_THE_FIRST,
	A_GAP,
	ANOTHER_GAME,
	A_CHANGED_FACT,
	A_CHANGED_VIEW,
	A_CHANGED_ARMOR,
	A_FORK,
	CUT_OFF,
	NOTHING,
	ANOTHER_HOST
};

static void
damage(
    enum fault fault, const struct test_table *t, const struct test_table *other, struct buf *out)
{
	struct digest_layout d[MANY], e[MANY];
	unsigned n = split(&t->all, d, MANY), m = split(&other->all, e, MANY);
	const char *all = t->all.p;

	cr_assert_gt(n, 4);
	cr_assert_gt(m, 4);
	switch (fault) {
	case NOT_THE_FIRST:
		buf_add(out, all + d[1].whole.at, t->all.n - d[1].whole.at);
		return;
	case A_GAP:
		buf_add(out, all, d[3].whole.at);
		buf_add(out, all + d[4].whole.at, t->all.n - d[4].whole.at);
		return;
	case A_CHANGED_ARMOR:
		buf_add(out, all, d[2].sealed[1].at);
		buf_str(out, "\n");
		buf_add(out, all + d[2].sealed[1].at, t->all.n - d[2].sealed[1].at);
		return;
	case A_FORK:
		buf_add(out, all, t->all.n);
		buf_add(out, other->all.p + e[2].whole.at, e[2].whole.n);
		return;
	case ANOTHER_GAME:
	case A_CHANGED_FACT:
	case A_CHANGED_VIEW:
	case ANOTHER_HOST:
		buf_add(out, all, t->all.n);
		break;
	case CUT_OFF:
		buf_add(out, all, d[2].signed_part.at + d[2].signed_part.n / 2);
		return;
	case NOTHING:
		buf_str(out, "no digest here\n");
		return;
	}
	if (fault == ANOTHER_GAME)
		memcpy(memmem(out->p + d[2].whole.at, 64, "k7q2m4xw", 8), "k7q2m4xx", 8);
	if (fault == A_CHANGED_FACT)
		out->p[d[2].signed_part.at + d[2].signed_part.n / 2] ^= 1;
	if (fault == A_CHANGED_VIEW)
		out->p[d[2].sealed[1].at + 500] = out->p[d[2].sealed[1].at + 500] == 'A' ? 'B' :
											   'A';
}

Test(rebuild, what_does_not_hold_is_named)
{
	static const struct {
		const char *name;
		enum fault fault;
		enum err_code code;
		const char *say;
	} row[] = {
		{ "digest 0 is missing", NOT_THE_FIRST, ERR_NOT_FOUND,
		    "digest 0 of game k7q2m4xw is missing" },
		{ "a gap", A_GAP, ERR_NOT_FOUND, "digest 3 of game k7q2m4xw is missing" },
		{ "a digest of another game", ANOTHER_GAME, ERR_SYNTAX,
		    "digest 2 is of game k7q2m4xx" },
		{ "a changed digest", A_CHANGED_FACT, ERR_AUTH, "digest 2" },
		{ "a changed view", A_CHANGED_VIEW, ERR_AUTH, "digest 2: the private view for p2" },
		{ "an empty line before a view", A_CHANGED_ARMOR, ERR_AUTH,
		    "digest 2: a private view is in another armor than adit's" },
		{ "two histories", A_FORK, ERR_AUTH, "two different digests 2" },
		{ "cut off", CUT_OFF, ERR_SYNTAX, "after 2 digests" },
		{ "no digest", NOTHING, ERR_SYNTAX, "no digest" },
		{ "another host's key", ANOTHER_HOST, ERR_AUTH,
		    "digest 0 of game k7q2m4xw is hosted with "
		    "another key" },
	};
	struct test_table t, other;

	table_open(&t, 3, 5);
	table_open_again(&other, &t, 5);
	(void)table_play(&t, 5, 1);
	(void)table_play(&other, 5, 2);
	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct audit_rebuilt made;
		struct err err = ERR_INIT;
		struct buf bad = BUF_INIT;
		char path[96];
		struct host *file = fresh(&t, "bad.db", path);
		const struct seckey *host = row[i].fault == ANOTHER_HOST ? t.key[0] : t.host;

		damage(row[i].fault, &t, &other, &bad);
		cr_expect_eq(audit_rebuild(file, host, "host", bad.p, bad.n, &made, &err), -1, "%s",
		    row[i].name);
		cr_expect_eq(err.code, row[i].code, "%s: %d %s", row[i].name, err.code, err.msg);
		cr_expect(strstr(err.msg, row[i].say) != NULL, "%s: %s", row[i].name, err.msg);
		host_close(file);
		cr_expect_neq(access(path, F_OK), 0, "%s: a file was left", row[i].name);
		buf_release(&bad);
	}
	table_close(&other);
	table_close(&t);
}

/* Expects that the digests are refused, and why. */
static void
must_not_rebuild(
    const struct test_table *t, const char *name, const struct buf *digests, const char *says)
{
	struct audit_rebuilt made;
	struct err err = ERR_INIT;
	char path[96];
	struct host *file = fresh(t, "forged.db", path);

	cr_expect_eq(audit_rebuild(file, t->host, "host", digests->p, digests->n, &made, &err), -1,
	    "%s", name);
	cr_expect_eq(err.code, ERR_CORRUPT, "%s: %s", name, err.msg);
	cr_expect_not_null(strstr(err.msg, says), "%s: %s", name, err.msg);
	host_close(file);
}

#define HOST(lines) "\nhost:\n" lines "\ntable:\n"
/* Keys of nobody, and a signature that proves nothing. */
#define SIGN "RWTC+scbYs/BN1yl+xtb7BBaaJtf3aVeCkWIGGXMpsMJ4VixloXYitog"
#define AGE  "age1j4hkc3ydgsurpsu4dwp3qwud2hmv49fwgtj47mc2m05pa2v9scpsfryjqt"
#define KEYS "  sign: " SIGN "\n  age: " AGE "\n"
#define SIG                                                            \
	"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKiss" \
	"LS4vMDEyMzQ1Njc4OTo7PD0+P0BBQkNERUZHSElKS0xNTk9QUVJTVFVWV1hZ" \
	"WltcXV5fYGFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6e3x9fn+AgYKDhIWGh4iJ"
#define WHY "  reason: \"a slip\"\n"

/* A host signs digests that no order makes, with the same secret: another first `from` after `after`
 * in digest n. */
static const struct {
	const char *name;
	int64_t n;
	const char *after, *from, *to, *says;
} lie[] = {
	{ "another sentence", 2, "\nsince:\n", "  p", "  q",
	    "digest 2 is not what the orders make: line " },
	{ "no key of a seat", 0, "\n  seat: p1\n", "  sign: R", "  sign: S",
	    "digest 0 names no usable keys of p1" },
	{ "back to a digest to come", 2, NULL, "\ntable:\n", HOST("  undo: 2\n" WHY),
	    "digest 2 goes back to one that has not come" },
	{ "a request to go back to one", 2, NULL, "\ntable:\n", HOST("  undo-asked: 7\n" WHY),
	    "digest 2 goes back to one that has not come" },
	{ "a vote that was none", 2, NULL, "\ntable:\n", HOST("  end: yes\n  by: table\n"),
	    "digest 2 does what the seats have not voted for" },
	{ "a seat for nobody", 2, NULL, "\ntable:\n", HOST("  replace: p1\n" KEYS "  by: table\n"),
	    "no seat is free for who waits" },
	{ "no request refused", 2, NULL, "\ntable:\n", HOST("  undo-refused: 1\n"),
	    "the time to vote on taking back is not over" },
	{ "no request withdrawn", 2, NULL, "\ntable:\n", HOST("  undo-withdrawn: 1\n"),
	    "no vote on taking back is open" },
	{ "a restart after the deal", 2, NULL, "\ntable:\n", HOST("  restart: 2\n" WHY),
	    "the cards are dealt already" },
	{ "a seat that is not late", 2, NULL, "\ntable:\n",
	    HOST("  late: p1\n  turn: 2\n  by: discard\n" WHY), "p3 is not late before" },
	{ "a seat that is not away", 2, NULL, "\ntable:\n",
	    HOST("  away: p1\n  turn: 2\n  by: discard\n" WHY), "p3 is not late before" },
	{ "no proof of who waits", 2, NULL, "\ntable:\n",
	    HOST("  standby: " SIGN "\n  age: " AGE "\n  proof: " SIG "\n"),
	    "the proof of the new key" },
	{ "no one who waits no more", 2, NULL, "\ntable:\n",
	    HOST("  standby-no: 1\n" KEYS "  proof: " SIG "\n"),
	    "these keys do not wait for a seat" },
	{ "no one who is dropped", 2, NULL, "\ntable:\n", HOST("  standby-dropped: 1\n" KEYS WHY),
	    "nobody has waited for a seat since digest 1" },
};

/* A table of three where people wait for a seat and the host plays for who is late. */
static void
open_table(struct test_table *t)
{
	struct host_table_params a = { .rules = rules_all[0],
		.clock = { .limit_s = 3600, .late = "discard", .misses = 3, .standby_open = true },
		.seated = 7 };

	memset(a.s, 6, sizeof a.s);
	table_open_as(t, &a, 3, "p");
	(void)table_play(t, 3, 1);
}

Test(rebuild, signed_digests_that_no_order_makes)
{
	struct test_table t;

	open_table(&t);
	for (unsigned i = 0; i < sizeof lie / sizeof lie[0]; i++) {
		struct buf forged = BUF_INIT;

		buf_add(&forged, t.all.p, t.all.n);
		forge_public(&forged, t.host, lie[i].n, lie[i].after, lie[i].from, lie[i].to);
		must_not_rebuild(&t, lie[i].name, &forged, lie[i].says);
		buf_release(&forged);
	}
	table_close(&t);
}

/* What digest 3 does is true of digest 2 already. */
Test(rebuild, signed_digests_about_the_one_before)
{
	struct test_table t;
	struct digest_layout d[MANY];
	char head[BASE32_HASH + 1];
	struct buf all = BUF_INIT, from = BUF_INIT, to = BUF_INIT;

	open_table(&t);
	cr_assert_eq(split(&t.all, d, MANY), 4);
	buf_add(&all, t.all.p, t.all.n);
	buf_add(&from, all.p + d[3].keep.at, d[3].keep.n);
	buf_add(&to, all.p + d[2].keep.at, d[2].keep.n);
	forge_public(&all, t.host, 3, NULL, from.p, to.p);
	must_not_rebuild(&t, "its order", &all, "the order of digest 3 is that of digest 2");
	buf_clear(&all);
	buf_add(&all, t.all.p, t.all.n);
	buf_clear(&to);
	base32_text(d[2].head, sizeof d[2].head, head);
	buf_fmt(&to, HOST("  lost: 2 %s\n"), head);
	forge_public(&all, t.host, 3, NULL, "\ntable:\n", to.p);
	must_not_rebuild(&t, "it gives it up", &all, "digest 2, which it gives up, is here");
	buf_release(&all);
	buf_release(&from);
	buf_release(&to);
	table_close(&t);
}
