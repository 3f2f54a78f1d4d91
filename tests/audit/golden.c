/*
 * Tables with a time control whose every byte derives from this file: deadlines, late, away and
 * absent seats, policy moves, and the hash of each digest. A change of adit(5) about time shows up
 * here, as a change of the rules does in tests/golden/golden.c. make regold rewrites
 * tests/golden/clock-*.txt.
 */
#include <criterion/criterion.h>

#include "audit/eventful.h"
#include "few.h"
#include "golden/compare.h"
#include "util/timestamp.h"
#include "wire/digest.h"

enum what { PLAYS, LATE, ABSENT, RETURNS, EVERY, CANCELS, UNDO };

/* ABSENT, RETURNS, EVERY: by the seat after the one to move; CANCELS: by the seat that gave
 * EVERY. */
static const enum what script[] = {
	PLAYS,
	ABSENT,
	LATE,
	LATE,
	PLAYS,
	LATE,
	PLAYS,
	PLAYS,
	LATE,
	LATE, /* a seat is away by now */
	RETURNS,
	PLAYS,
	EVERY,
	PLAYS,
	CANCELS,
	UNDO,
	LATE,
	PLAYS,
	LATE,
};

static int64_t
due(const struct test_table *t)
{
	const char *line = strstr(t->digest.p, "\ndue: ");
	int64_t at = -1;

	cr_assert_not_null(line);
	cr_assert_eq(timestamp_parse(line + 6, TIMESTAMP_LEN, &at), 0, "%.40s", line);
	return at;
}

static void
late(struct test_table *t)
{
	struct err err = ERR_INIT;
	int64_t at = due(t) + LATE_GRACE;

	cr_assert_eq(table_late(t, at - t->now, &err), 0, "%s", err.msg);
}

static void
step(struct test_table *t, enum what what, unsigned *every)
{
	unsigned mover = table_to_move(t), other = (mover + 1) % t->names.n;
	struct buf line = BUF_INIT;
	struct err err = ERR_INIT;
	int result = 0;

	t->now += 5 * 3600 + 7;
	switch (what) {
	case PLAYS:
		table_legal(t, 0, &line);
		result = table_order(t, mover, line.p, 0, &err);
		break;
	case LATE:
		late(t);
		break;
	case ABSENT:
		result = table_order(t, other, "absent 2026-01-07 to 2026-01-10", TURN_ANY, &err);
		break;
	case RETURNS:
		result = table_order(t, other, NULL, TURN_ANY, &err);
		break;
	case EVERY:
		*every = other;
		result = table_order(t, other, "suggest", TURN_EVERY, &err);
		break;
	case CANCELS:
		result = table_order(t, *every, "cancel every", TURN_NEXT, &err);
		break;
	case UNDO:
		result = table_undo(t, table_n(t) - 2, "a slip", &err);
		break;
	}
	cr_assert_eq(result, 0, "%s: step %d: %s", t->names.seat[mover], (int)what, err.msg);
	buf_release(&line);
}

/* Appends the section of that name with its heading, or nothing. */
static void
put_section(const char *digest, const char *name, struct buf *out)
{
	char head[32];
	const char *at, *end;

	(void)snprintf(head, sizeof head, "\n\n%s:\n", name);
	at = strstr(digest, head);
	if (at == NULL)
		return;
	end = strstr(at + 2, "\n\n");
	cr_assert_not_null(end);
	buf_add(out, at + 2, (size_t)(end - at) - 1);
}

/* Appends the line of the header that begins with `key`. */
static void
put_line(const char *digest, const char *key, struct buf *out)
{
	const char *at = strstr(digest, key);

	cr_assert_not_null(at, "%s", key);
	buf_add(out, at + 1, strcspn(at + 1, "\n") + 1);
}

static void
put_digests(struct test_table *t, struct buf *out)
{
	static const char *const line[] = {
		"\nn: ", "\nhead: ", "\nturn: ", "\ntime: ", "\nnext: ", "\ndue: "
	};
	static const char *const section[] = { "events", "host", "asked", "people" };

	for (int64_t n = 0, last = table_n(t); n <= last; n++) {
		struct buf text = BUF_INIT;
		struct err err = ERR_INIT;

		cr_assert_eq(host_text(t->file, &n, &text, &err), 0, "%s", err.msg);
		for (size_t i = 0; i < sizeof line / sizeof line[0]; i++)
			put_line(buf_cstr(&text), line[i], out);
		for (size_t i = n == 0; i < sizeof section / sizeof section[0]; i++)
			put_section(text.p, section[i], out);
		buf_chr(out, '\n');
		buf_release(&text);
	}
}

static void
expect_fair(const struct test_table *t)
{
	struct audit a;
	struct err err = ERR_INIT;

	cr_assert_eq(audit_text(&a, t->all.p, t->all.n, t->key[0], &err), 0, "%s", err.msg);
	for (size_t i = 0; i < a.n; i++)
		cr_expect_neq(a.at[i].result, AUDIT_FAIL, "digest %d: %s: %s", (int)a.at[i].n,
		    audit_check_name(a.at[i].check), a.at[i].detail);
	audit_release(&a);
}

static void
play(const struct rules *rules, const char *policy, struct buf *out)
{
	unsigned players = rules->seats_max < 3 ? rules->seats_max : 3, every = 0;
	/* Weekends and two more days do not count, in the time of a zone. */
	struct host_table_params a = { .rules = rules,
		.clock = { .limit_s = 93784,
		    .grace_s = LATE_GRACE,
		    .weekdays = 0x60,
		    .n_pause = 1,
		    .pause = { { 20458, 20459 } },
		    .zone = "EET-2EEST,M3.5.0/3,M10.5.0/4",
		    .misses = 2,
		    .absence_s = 5 * 86400 },
		.seated = (uint16_t)((1u << players) - 1) };
	struct test_table t;

	(void)snprintf(a.clock.late, sizeof a.clock.late, "%s", policy);
	memset(a.s, 7, sizeof a.s);
	eventful_chance(rules->id);
	table_open_as(&t, &a, players, "p");
	buf_fmt(out, "==== %s, %s\n", rules->name, policy);
	for (size_t i = 0; i < sizeof script / sizeof script[0]; i++)
		step(&t, script[i], &every);
	put_digests(&t, out);
	expect_fair(&t);
	table_close(&t);
}

Test(golden, clock)
{
	for (unsigned i = 0; rules_all[i] != NULL; i++) {
		struct buf is = BUF_INIT;
		char name[40];

		if (few_without(i))
			continue;
		play(rules_all[i], "discard", &is);
		play(rules_all[i], "suggest greedy 1", &is);
		(void)snprintf(name, sizeof name, "clock-%s", rules_all[i]->name);
		golden_compare(name, &is);
		buf_release(&is);
	}
}
