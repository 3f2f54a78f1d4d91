/* Tables of a folder by the address of a seat. */
#include <criterion/criterion.h>
#include <unistd.h>

#include "service/address_index.h"
#include "service/aid.h"

static struct service s;
static char dir[TEST_FOLDER];

/* Puts a table with these addresses of its seats into the folder; over: all seats resign. */
static void
add(const char *game, const char *file, const char *first, const char *second, bool over)
{
	struct host_table_params a = { .rules = rules_all[0],
		.clock.limit_s = 3600,
		.seated = 7,
		.table_address = "table@example.org",
		.address = { first, second } };
	struct err err = ERR_INIT;
	struct test_table t;

	(void)snprintf(a.game, sizeof a.game, "%s", game);
	table_open_as(&t, &a, 3, "p");
	for (unsigned i = 0; over && table_to_move(&t) != SEAT_NONE; i++)
		cr_assert_eq(table_order(&t, i, "resign", TURN_ANY, &err), 0, "%s", err.msg);
	service_copy(t.path, service_path(dir, file));
	table_close(&t);
}

static void
find(const char *addr, struct address_games *games)
{
	buf_clear(&s.user.said);
	address_index_find(&s.run, dir, addr, games);
	cr_expect_eq(s.user.said.n, 0, "%s: %s", addr, buf_cstr(&s.user.said));
	cr_expect_eq(s.run.host, s.t.file);
}

Test(address_index, find)
{
	static const struct {
		const char *name, *addr;
		size_t n;
		const char *game[2];
	} row[] = {
		{ "two tables, by name", "anna@example.org", 2, { "aaaaaaaa", "bbbbbbbb" } },
		{ "the case of letters is ignored", "ANNA@Example.org", 2,
		    { "aaaaaaaa", "bbbbbbbb" } },
		{ "one table", "bob@example.org", 1, { "bbbbbbbb" } },
		{ "a table whose game is over", "carl@example.org", 0, { NULL } },
		{ "a copy", "dora@example.org", 0, { NULL } },
		{ "the beginning of an address", "anna@example.or", 0, { NULL } },
		{ "more than an address", "anna@example.org.", 0, { NULL } },
		{ "nothing", "", 0, { NULL } },
		{ "the name of a game", "aaaaaaaa", 0, { NULL } },
		{ "the address of the table", "table@example.org", 0, { NULL } },
	};

	service_open(&s);
	test_folder(dir);
	add("aaaaaaaa", "aaaaaaaa.db", "anna@example.org", NULL, false);
	add("bbbbbbbb", "bbbbbbbb.db", "bob@example.org", "Anna@example.org", false);
	add("cccccccc", "cccccccc.db", "carl@example.org", NULL, true);
	add("dddddddd", "copy.db", "dora@example.org", NULL, false);
	service_put(service_path(dir, "garbage.db"), "anna@example.org\n", 17);
	cr_assert_eq(symlink("nowhere", service_path(dir, "e.db")), 0);
	for (unsigned twice = 0; twice < 2; twice++) {
		for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
			struct address_games games;

			find(row[i].addr, &games);
			cr_expect_eq(games.n, row[i].n, "%s: %zu", row[i].name, games.n);
			for (size_t k = 0; k < row[i].n && k < games.n; k++)
				cr_expect_str_eq(games.game[k], row[i].game[k], "%s", row[i].name);
		}
	}
	service_close(&s);
}

/* An entry must not survive a change of its table. */
Test(address_index, a_table_that_changes)
{
	struct address_games games;

	service_open(&s);
	test_folder(dir);
	add("aaaaaaaa", "aaaaaaaa.db", "anna@example.org", NULL, false);
	find("anna@example.org", &games);
	cr_expect_eq(games.n, 1);
	add("aaaaaaaa", "aaaaaaaa.db", "anna@example.org", NULL, true);
	find("anna@example.org", &games);
	cr_expect_eq(games.n, 0);
	service_close(&s);
}

Test(address_index, more_tables_than_are_listed)
{
	struct address_games games;

	service_open(&s);
	test_folder(dir);
	for (unsigned i = 0; i <= ADDRESS_GAMES_MAX; i++) {
		char game[] = { 'a', (char)('a' + i), 'a', 'a', 'a', 'a', 'a', 'a', '\0' };
		char file[16];

		(void)snprintf(file, sizeof file, "%s.db", game);
		add(game, file, "anna@example.org", NULL, false);
	}
	find("anna@example.org", &games);
	cr_expect_eq(games.n, ADDRESS_GAMES_MAX + 1);
	service_close(&s);
}
