/* Which commands of the operator are taken (src/host/operator.h). */
#include <criterion/criterion.h>

#include "host/aid.h"
#include "host/operator.h"
#include "player/player.h"

static struct test_table t, other;
static struct err err;

/* Makes a command at the newest digest of the table. */
static void
command(
    const struct test_table *of, const struct seckey *key, int64_t seq, struct parsed_order *out)
{
	struct player_read r;

	table_read(of, 0, &r);
	cr_assert_eq(player_command(&r, key, "status", seq, out, &err), 0, "%s", err.msg);
	player_read_release(&r);
}

static void
expect(const char *name, const struct parsed_order *c, int result, enum err_code code)
{
	err = (struct err)ERR_INIT;
	cr_expect_eq(host_command_check(t.file, c, t.now, &err), result, "%s: %s", name, err.msg);
	cr_expect_eq(err.code, code, "%s: %s", name, err.msg);
}

static void
set_operator(const struct seckey *key)
{
	const struct host_remote_change change = { .sets_operator = true,
		.operator_key = key != NULL ? &key->pub : NULL };

	cr_assert_eq(host_set_remote(t.file, &change, t.now, &err), 0, "%s", err.msg);
}

Test(operator, which_commands_are_taken)
{
	struct host_table_params a = {
		.rules = rules_all[0], .clock = { .limit_s = -1 }, .seated = 7, .game = "other234"
	};
	struct parsed_order c, again;

	table_open(&t, 3, 51);
	table_open_as(&other, &a, 3, "p");
	command(&t, t.key[1], t.now, &c);
	expect("without an operator", &c, -1, ERR_AUTH);
	set_operator(t.key[1]);
	expect("signed before there was an operator", &c, -1, ERR_STALE);
	command(&t, t.key[1], t.now + 1, &c);
	expect("the operator's", &c, 0, ERR_NONE);
	command(&t, t.key[2], t.now + 1, &again);
	expect("another player's", &again, -1, ERR_AUTH);
	command(&other, t.key[1], t.now + 1, &again);
	expect("of another game", &again, -1, ERR_NOT_FOUND);
	command(&t, t.key[1], t.now + 86400, &again);
	expect("of a clock that is a day ahead", &again, 0, ERR_NONE);
	command(&t, t.key[1], t.now + 86401, &again);
	expect("of a clock that is further ahead", &again, -1, ERR_STALE);

	cr_assert_eq(host_command_done(t.file, &c, NULL, t.now, &err), 0, "%s", err.msg);
	expect("the same again", &c, 1, ERR_NONE);
	command(&t, t.key[1], t.now + 1, &again);
	expect("another of the same time", &again, -1, ERR_STALE);
	command(&t, t.key[1], t.now + 2, &again);
	expect("a later one", &again, 0, ERR_NONE);
	(void)table_play(&t, 1, 1);
	expect("one for an older digest", &again, -1, ERR_STALE);
	set_operator(NULL);
	command(&t, t.key[1], t.now + 3, &again);
	expect("of who was the operator", &again, -1, ERR_AUTH);
	table_close(&t);
	table_close(&other);
}

/* (O2) A command is executed once, for the newest digest; a pause is in the future. */
Test(operator, what_is_recorded)
{
	static const struct {
		const char *name;
		int64_t pause; /* seconds from now; 0: none, -1: it ends the pause */
		int64_t after; /* seconds that the command is newer */
		int result;
		enum err_code code;
	} row[] = {
		{ "a pause that is over", -60, 1, -1, ERR_USAGE },
		{ "a pause", 60, 1, 0, ERR_NONE },
		{ "the same again", 60, 1, -1, ERR_STALE },
		{ "no pause any more", -1, 2, 0, ERR_NONE },
		{ "nothing of a pause", 0, 3, 0, ERR_NONE },
	};
	struct host_table_params a = {
		.rules = rules_all[0], .clock = { .limit_s = -1 }, .seated = 7, .has_operator = true
	};
	struct host_remote_change change = { .sets_pause = true };
	struct parsed_order c;
	struct seckey *key;

	cr_assert_eq(seal_init(&err), 0, "%s", err.msg);
	key = seckey_new(&err);
	cr_assert(key != NULL && seckey_make(key, &err) == 0, "%s", err.msg);
	a.operator_key = key->pub;
	table_open_as(&t, &a, 3, "p");
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const int64_t pause = row[i].pause == -1 ? 0 : t.now + row[i].pause;

		err = (struct err)ERR_INIT;
		if (i == 0 || row[i].after != row[i - 1].after)
			command(&t, key, t.now + row[i].after, &c);
		cr_expect_eq(
		    host_command_done(t.file, &c, row[i].pause == 0 ? NULL : &pause, t.now, &err),
		    row[i].result, "%s: %s", row[i].name, err.msg);
		cr_expect_eq(err.code, row[i].code, "%s: %s", row[i].name, err.msg);
	}
	change.paused = t.now;
	cr_expect_eq(host_set_remote(t.file, &change, t.now, &err), -1);
	cr_expect_eq(err.code, ERR_USAGE, "%s", err.msg);
	err = (struct err)ERR_INIT;
	change.paused = t.now + 1;
	cr_expect_eq(host_set_remote(t.file, &change, t.now, &err), 0, "%s", err.msg);
	change.paused = 0;
	cr_expect_eq(host_set_remote(t.file, &change, t.now, &err), 0, "%s", err.msg);
	seckey_free(key);
	table_close(&t);
}
