#include <criterion/criterion.h>

#include "audit/audit.h"
#include "audit/forge.h"
#include "games/games.h"

/*
 * What everybody can find in a digest, without a key and before anything is revealed: each of these lies is
 * signed by the host, and found with the digest before it at hand, by itself where it is of that kind.
 */

enum { MOVES = 7, CHANGED = 5 };

static const struct lie {
	const char *name, *from,
	    *to;    /* from: the beginning of a line; to NULL: it stays a lie behind it */
	bool alone; /* found without the digest before */
} lie[] = {
	{ "round", "\nround: ", "2 of 3", true },
	{ "turn", "\nturn: ", "99", true },
	{ "next", "\nnext: ", "-", true },
	{ "time, before", "\ntime: ", "2001-01-01T00:00:00Z", false },
	{ "due", "\ndue: ", "2031-01-01T00:00:00Z", false },
	{ "nothing due", "\ndue: ", "-", false },
	{ "no order", "\norder: ", "-", true },
	{ "a word more", "\nsince:\n", "  bob sighs", true },
	{ "a word less", "\nsince:\n  ", "well", true },
	{ "table", "\ntable:\n", "all is well", true },
	{ "board", "\nboard:\n", "99", true },
	{ "an unknown section", "\nposition:\n", "{}", true },
	{ "events", "\nevents:\n  ", "standing", true },
	{ "no event", "\nevents:\n  ", "anna sneezes", true },
	{ "a position", "\"turn\":", "77,", true },
};
enum { LIES = sizeof lie / sizeof lie[0] };

static void
play(struct test_table *t, const struct rules *rules)
{
	table_open_rules(t, rules, rules->seats_min, 5);
	cr_assert_eq(table_play(t, MOVES, 11), MOVES);
}

/* What stands behind `from` in digest CHANGED, up to the end of the line. */
static void
tell(const struct test_table *t, const struct lie *l, struct buf *all)
{
	struct buf text = BUF_INIT, from = BUF_INIT, to = BUF_INIT;
	const char *at, *end;

	buf_add(all, t->all.p, t->all.n);
	forge_take(all, CHANGED, &text);
	at = strstr(buf_cstr(&text), l->from);
	cr_assert_not_null(at, "%s", l->name);
	end = strchr(at + strlen(l->from), '\n');
	buf_add(&from, at, (size_t)(end - at));
	buf_fmt(&to, "%s%s", l->from, l->to);
	forge_public(all, t->host, CHANGED, NULL, buf_cstr(&from), buf_cstr(&to));
	buf_release(&text);
	buf_release(&from);
	buf_release(&to);
}

static void
read_finds(const struct buf *all, bool alone, const char *what)
{
	struct buf text = BUF_INIT, proof = BUF_INIT;
	struct player_pins pins = { .proof = &proof };
	struct player_read r;
	struct err err = ERR_INIT;

	if (!alone) {
		forge_take(all, 0, &text); /* it has the limit */
		forge_take(all, CHANGED - 1, &text);
	}
	forge_take(all, CHANGED, &text);
	cr_expect_eq(player_read(&r, rules_all, text.p, text.n, &pins, NULL, &err), -1,
	    "%s: read does not find it", what);
	cr_expect(err.code == ERR_AUTH || err.code == ERR_SYNTAX, "%s: %s", what, err.msg);
	buf_release(&text);
	buf_release(&proof);
}

static void
audit_finds(const struct buf *all, const char *what)
{
	struct audit a;
	struct err err = ERR_INIT;
	bool found = false;

	cr_assert_eq(audit_text(&a, all->p, all->n, NULL, &err), 0, "%s", err.msg);
	for (size_t i = 0; i < a.n; i++)
		found = found || (a.at[i].result == AUDIT_FAIL && a.at[i].n == CHANGED);
	cr_expect(found, "%s: the audit does not find it", what);
	audit_release(&a);
}

Test(public, lies)
{
	for (unsigned r = 0; rules_all[r] != NULL; r++) {
		struct test_table t;

		play(&t, rules_all[r]);
		for (unsigned i = 0; i < LIES; i++) {
			struct buf all = BUF_INIT;
			char what[80];

			(void)snprintf(
			    what, sizeof what, "%s, %s", rules_all[r]->name, lie[i].name);
			if (strcmp(lie[i].from, "\nround: ") == 0 && rules_all[r]->rounds == 1)
				continue;
			tell(&t, &lie[i], &all);
			read_finds(&all, lie[i].alone, what);
			read_finds(&all, false, what);
			audit_finds(&all, what);
			buf_release(&all);
		}
		table_close(&t);
	}
}

/* Another number, and nobody knows what would be said: nothing is compared, and nobody accused. */
Test(public, other_words_are_nobody_s_lie)
{
	struct test_table t;
	struct buf all = BUF_INIT, text = BUF_INIT;
	struct audit a;
	struct player_read r;
	struct err err = ERR_INIT;

	play(&t, &rules_saboteur);
	buf_add(&all, t.all.p, t.all.n);
	forge_public(&all, t.host, MOVES, NULL, "\ntext: 1\n", "\ntext: 2000\n");
	forge_public(&all, t.host, MOVES, NULL, "\nsince:\n  ", "\nsince:\n  lo, ");
	forge_public(&all, t.host, MOVES, NULL, "\ntable:\n", "\ntable:\n  the noble company\n");
	forge_public(&all, t.host, MOVES, NULL, "\nboard:\n", "\nboard:\n  a work of art\n");
	forge_take(&all, MOVES - 1, &text);
	forge_take(&all, MOVES, &text);
	cr_assert_eq(
	    player_read(&r, rules_all, text.p, text.n, NULL, t.key[0], &err), 0, "%s", err.msg);
	player_read_release(&r);
	cr_assert_eq(audit_text(&a, all.p, all.n, t.key[0], &err), 0, "%s", err.msg);
	for (size_t i = 0; i < a.n; i++)
		cr_expect_neq(a.at[i].result, AUDIT_FAIL, "digest %d, %s: %s", (int)a.at[i].n,
		    audit_check_name(a.at[i].check), a.at[i].detail);
	audit_release(&a);
	buf_release(&text);
	buf_release(&all);
	table_close(&t);
}
