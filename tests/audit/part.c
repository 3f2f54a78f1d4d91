/*
 * Audits of a part of a game, with views in clear, and of digests that do not belong together: what
 * is proven, what stays open, and what cannot be audited.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "audit/audit.h"
#include "audit/forge.h"
#include "games/games.h"

/* Digest 0 invites, 1 to 3 are joins, 4 to 6 confirmations, 6 deals. */
enum { DEAL = 6, LAST = 9 };

/* The same seats and the same name of the game; the second table has another secret. */
static struct test_table table, again;

static void
open_tables(void)
{
	unsigned char secret[SECRET_BYTES];

	memset(secret, 15, sizeof secret);
	table_open_audited(&table, &rules_saboteur, 3, 14, NULL);
	table_open_audited_again(&again, &table, secret);
	for (unsigned i = 0; i < 2; i++) {
		struct test_table *t = i == 0 ? &table : &again;

		table_join(t);
		table_confirm(t);
		(void)table_play(t, LAST - DEAL, 5);
		cr_assert_eq(table_n(t), LAST);
	}
}

static void
close_tables(void)
{
	table_close(&again);
	table_close(&table);
}

/* Appends the view of p1 in clear. */
static void
add_view(int64_t n, struct buf *out)
{
	struct buf one = BUF_INIT;
	struct player_read r;
	struct err err = ERR_INIT;

	forge_take(&table.all, n, &one);
	cr_assert_eq(
	    player_read(&r, rules_all, one.p, one.n, NULL, table.key[0], &err), 0, "%s", err.msg);
	buf_chr(out, '\n');
	buf_add(out, r.plain.p, r.plain.n);
	player_read_release(&r);
	buf_release(&one);
}

/* Appends the digests of this list: "0-6 8 b9 v7": b: of the second table, v: the view of p1. */
static void
put_parts(const char *parts, struct buf *out)
{
	for (const char *p = parts; *p != '\0'; p += strspn(p, " ")) {
		const bool second = *p == 'b', is_view = *p == 'v';
		char *end;
		int64_t n = strtol(p + (second || is_view), &end, 10), last = n;

		if (*end == '-')
			last = strtol(end + 1, &end, 10);
		for (; n <= last && !is_view; n++)
			forge_take(second ? &again.all : &table.all, n, out);
		if (is_view)
			add_view(n, out);
		p = end;
	}
}

static const struct {
	const char *name, *parts;
	int64_t n;
	enum audit_check check;
	enum audit_result result;
	const char *says;
} row[] = {
	{ "a chain", "0-9", 9, AUDIT_CHAIN, AUDIT_PASS, "" },
	{ "shares", "0-6", 6, AUDIT_SHARES, AUDIT_PASS, "" },
	{ "one digest", "8", 8, AUDIT_REPLAY, AUDIT_PENDING, "a digest before it is missing" },
	{ "a digest is missing", "0-7 9", 9, AUDIT_CHAIN, AUDIT_PENDING,
	    "the digest before it is not here" },
	{ "the deal without the digest that began it", "2-6", 6, AUDIT_SHARES, AUDIT_PENDING,
	    "the digest that began attempt 1 is not here" },
	{ "the deal and what began it, not linked", "0 4-6", 6, AUDIT_SHARES, AUDIT_PENDING,
	    "the digest that began attempt 1 is not here" },
	{ "a view and the deal", "0-7 v7", 7, AUDIT_VIEW, AUDIT_PASS, "p1" },
	{ "a view without the deal", "7 v7", 7, AUDIT_VIEW, AUDIT_PENDING,
	    "that of p1: the digest that dealt is not here" },
	{ "the view of another digest", "0-8 v7", 8, AUDIT_VIEW, AUDIT_PENDING,
	    "a private view that proves nothing: " },
	{ "two tables of one name", "0-7 b8", 8, AUDIT_CHAIN, AUDIT_FAIL,
	    "it is of another digest 0 than digest 0: two tables of one name, both signed by the "
	    "host" },
	{ "two of one number", "0-8 b0", 0, AUDIT_CHAIN, AUDIT_FAIL,
	    "two different digests 0, both signed by the host: two histories" },
};

Test(part, each_outcome)
{
	open_tables();
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf text = BUF_INIT;
		struct audit a;
		struct err err = ERR_INIT;
		bool found = false;

		put_parts(row[i].parts, &text);
		cr_assert_eq(
		    audit_text(&a, text.p, text.n, NULL, &err), 0, "%s: %s", row[i].name, err.msg);
		for (size_t k = 0; k < a.n; k++)
			found = found ||
			    (a.at[k].n == row[i].n && a.at[k].check == row[i].check &&
				a.at[k].result == row[i].result &&
				strncmp(a.at[k].detail, row[i].says, strlen(row[i].says)) == 0);
		for (size_t k = 0; k < a.n && !found; k++)
			if (a.at[k].n == row[i].n)
				cr_log_error("%s: %s %s: %s", row[i].name,
				    audit_check_name(a.at[k].check),
				    audit_result_name(a.at[k].result), a.at[k].detail);
		cr_expect(found, "%s", row[i].name);
		cr_expect(
		    (a.worst == AUDIT_FAIL) == (row[i].result == AUDIT_FAIL), "%s", row[i].name);
		audit_release(&a);
		buf_release(&text);
	}
	close_tables();
}

/* Texts of which no digest can be audited. */
Test(part, what_cannot_be_audited)
{
	struct test_table other;
	struct host_table_params a = {
		.rules = rules_all[0], .clock.limit_s = 3600, .seated = 7, .game = "abcdefgh"
	};
	struct buf two = BUF_INIT, named = BUF_INIT;
	struct audit out;
	struct err err = ERR_INIT;
	int64_t n;

	open_tables();
	table_open_as(&other, &a, 3, "p");
	forge_take(&table.all, 0, &two);
	buf_add(&two, other.all.p, other.all.n);
	cr_expect_eq(audit_text(&out, two.p, two.n, NULL, &err), -1);
	cr_expect_eq(err.code, ERR_SYNTAX);
	cr_expect(strncmp(err.msg, "digests of two games, ", 22) == 0, "%s", err.msg);
	err = (struct err)ERR_INIT;
	cr_expect_eq(audit_text(&out, "hello\n", 6, NULL, &err), -1);
	cr_expect_eq(err.code, ERR_SYNTAX, "%s", err.msg);
	err = (struct err)ERR_INIT;
	cr_expect_eq(
	    audit_compare(rules_all, table.all.p, table.all.n, other.all.p, other.all.n, &n, &err),
	    -1);
	cr_expect_str_eq(err.msg, "these are two games, k7q2m4xw and abcdefgh");
	buf_release(&two);
	forge_take(&table.all, 1, &two);
	forge_take(&table.all, 2, &named);
	err = (struct err)ERR_INIT;
	cr_expect_eq(audit_compare(rules_all, two.p, two.n, named.p, named.n, &n, &err), -1);
	cr_expect_eq(err.code, ERR_PENDING, "%s", err.msg);
	buf_release(&two);
	buf_release(&named);
	table_close(&other);
	close_tables();
}

/* What no digest of a game changes, and a claim of a digest about itself; after a play. */
static const struct forge_lie drift[] = {
	{ "another age key of the host", 8, "\nhost-age: H\n", "\nhost-age: P\n",
	    "digest 8: the host has another age key than before" },
	{ "another attempt at dealing", 8, "\nattempt: 1\n", "\nattempt: 2\n",
	    "digest 8: another attempt at dealing than before" },
	{ "another way of dealing", 8, "\ndealing: audited\nattempt: 1\n", "\ndealing: trusted\n",
	    "digest 8: another way of dealing than before" },
	{ "other options", 8, "\"options\":{}", "\"options\":{\"gold\":\"players\"}",
	    "digest 8: other options than before" },
	{ "another round", 8, "\nround: 1 of 3\n", "\nround: 2 of 3\n", "digest 8: " },
	{ "another event", 8, "\nevents:\n", "\nevents:\n  note joined p1\n",
	    "digest 8: line 2 of its events is none" },
	{ "no order", 8, "\norder: O\n", "\norder: -\n", "digest 8: " },
};

/* Replaces H and P by the age keys of the host and of p1, O by the order of digest 8. */
static void
in_scene(const char *pattern, struct buf *out)
{
	buf_clear(out);
	buf_str(out, "");
	for (const char *p = pattern; *p != '\0'; p++) {
		char text[200];

		if (*p == 'H')
			pubkey_box_text(&table.host->pub, text);
		else if (*p == 'P')
			pubkey_box_text(&table.key[0]->pub, text);
		else if (*p == 'O')
			forge_value(&table.all, 8, "", "\norder: ", text);
		else
			(void)snprintf(text, sizeof text, "%c", *p);
		buf_str(out, text);
	}
}

Test(part, what_does_not_change)
{
	open_tables();
	for (size_t i = 0; i < sizeof drift / sizeof drift[0]; i++)
		forge_is_found(&table.all, table.host, &drift[i], in_scene);
	close_tables();
}
