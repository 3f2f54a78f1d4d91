/* A new table, made of texts. */
#include <criterion/criterion.h>
#include <sys/stat.h>

#include "record/key_make.h"
#include "record/keys.h"
#include "service/aid.h"
#include "service/new_table.h"

static struct service s;
static struct err err;

/* Makes a key in the home. */
static void
add_key(const char *name)
{
	struct pubkey card;

	err = (struct err)ERR_INIT;
	cr_assert_eq(key_make(service_path(s.home, name), name, NULL, KEY_MAKE_WORK, &card, &err),
	    0, "%s", err.msg);
}

/* Begins with a home in which only the host has a key. */
static void
begin(void)
{
	service_open(&s);
	s.run.host = NULL;
	s.user.u.key = NULL;
	buf_release(&s.user.u.key_name);
	add_key("host");
}

static void
end(void)
{
	keys_free(s.user.u.key);
	service_close(&s);
}

/* Opens a table in `dir`. Returns the result of the step that failed, or 0. */
static int
make(const struct new_table_options *o, struct new_table *t, struct buf *digests)
{
	int result;

	keys_free(s.user.u.key);
	s.user.u.key = NULL;
	s.user.u.key_arg = "host";
	err = (struct err)ERR_INIT;
	result = new_table_prepare(t, &s.run, o, &err);
	if (result == 0)
		result = new_table_create(t, service_path(s.dir, o->id), digests, &err);
	return result;
}

Test(new_table, seats_and_names)
{
	const struct new_table_options o = { .rules = "saboteur",
		.id = "one",
		.title = "Thursday",
		.seat = { 4, { "anna", "bob", "carl", "dora=mail:dora@example.org" } },
		.name = { 1, { "bob=Robert" } },
		.mail_from = "table@example.org",
		.mail = { 1, { "anna=anna@example.org" } },
		.watchers = "open" };
	struct buf digests = BUF_INIT;
	struct new_table t;

	begin();
	add_key("anna");
	cr_assert_eq(make(&o, &t, &digests), 0, "%s", err.msg);
	cr_expect_str_eq(t.a.game, "one");
	cr_expect_str_eq(t.a.names.title, "Thursday");
	cr_expect_str_eq(t.a.names.display[1], "Robert");
	cr_expect_eq(t.a.seated, 1 | 1 << 3, "only anna has a key here, and the host has dora's");
	cr_expect_eq(t.a.custody, 1 << 3);
	cr_expect(t.a.audited);
	cr_expect(t.a.watchers_open);
	cr_expect_str_eq(t.a.address[0], "anna@example.org");
	cr_expect_str_eq(t.a.address[3], "dora@example.org");
	cr_expect_str_eq(t.a.host_key, "host");
	cr_expect_not_null(strstr(buf_cstr(&digests), "game: one"), "%s", buf_cstr(&digests));
	cr_expect_eq(new_table_deliver(&s.run, s.dir, &digests, &err), 0, "%s", err.msg);
	cr_expect_gt(service_mtime(service_path(s.dir, "turns/000000.txt")), 0);
	new_table_release(&t);
	cr_expect_null(s.user.u.key_arg);
	cr_expect_eq(make(&o, &t, &digests), -1);
	cr_expect_eq(err.code, ERR_CREATE, "%s", err.msg);
	new_table_release(&t);
	buf_release(&digests);
	end();
}

Test(new_table, what_is_refused)
{
	static const struct {
		struct new_table_options o;
		enum err_code code;
		const char *words;
	} row[] = {
		{ { .rules = NULL }, ERR_USAGE, "--rules is missing" },
		{ { .rules = "chess" }, ERR_USAGE, "unknown rules set" },
		{ { .rules = "saboteur" }, ERR_USAGE, "--seat=NAME is required" },
		{ { .rules = "saboteur", .seats = { true, 2 } }, ERR_USAGE, "not 2" },
		{ { .rules = "saboteur", .seats = { true, 3 }, .trusted_host = true },
		    ERR_NOT_FOUND, "no public key for seat p1" },
		{ { .rules = "saboteur", .seats = { true, 3 }, .deck = "/none" }, ERR_NOT_FOUND,
		    "/none" },
		{ { .rules = "saboteur", .seats = { true, 3 }, .name = { 1, { "p1" } } }, ERR_USAGE,
		    "SEAT=TEXT" },
		{ { .rules = "saboteur", .seats = { true, 3 }, .name = { 1, { "q=x" } } },
		    ERR_USAGE, "no seat" },
		{ { .rules = "saboteur", .seat = { 3, { "a", "b", "c=mail:c@d.org" } } }, ERR_USAGE,
		    "--mail-from is required" },
		{ { .rules = "saboteur",
		      .seats = { true, 3 },
		      .mail_from = "a@b.org",
		      .mail = { 1, { "p1=a@b.org" } } },
		    ERR_USAGE, "the table's own address" },
		{ { .rules = "saboteur",
		      .seats = { true, 3 },
		      .mail_from = "a@b.org",
		      .mail = { 2, { "p1=c@b.org", "p1=d@b.org" } } },
		    ERR_USAGE, "two addresses" },
		{ { .rules = "saboteur", .seats = { true, 3 }, .watchers = "ajar" }, ERR_USAGE,
		    "--watchers takes" },
		{ { .rules = "saboteur", .seats = { true, 3 }, .id = "Big" }, ERR_USAGE,
		    "not a valid name" },
		{ { .rules = "saboteur", .seats = { true, 3 }, .option = { 1, { "x=y" } } },
		    ERR_USAGE, "x" },
		{ { .like = "/none.db" }, ERR_NOT_FOUND, "/none.db" },
	};

	begin();
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf digests = BUF_INIT;
		struct new_table t;

		cr_expect_eq(make(&row[i].o, &t, &digests), -1, "%s", row[i].words);
		cr_expect_eq(err.code, row[i].code, "%s: %s", row[i].words, err.msg);
		cr_expect_not_null(strstr(err.msg, row[i].words), "%s: %s", row[i].words, err.msg);
		cr_expect_eq(digests.n, 0);
		new_table_release(&t);
		buf_release(&digests);
	}
	end();
}

/* What is not given comes from the earlier table; what is given does not. */
Test(new_table, like_an_earlier_table)
{
	const struct new_table_options first = { .rules = "saboteur",
		.id = "one",
		.title = "Thursday",
		.seat = { 3, { "anna", "bob", "carl=mail:carl@example.org" } },
		.clock = { .limit = "1d", .pause = { 1, { "sun" } } },
		.mail_from = "table@example.org",
		.watchers = "open" };
	struct new_table_options next = { .id = "two", .title = "Friday" };
	struct buf digests = BUF_INIT;
	struct new_table t;

	begin();
	add_key("anna");
	cr_assert_eq(make(&first, &t, &digests), 0, "%s", err.msg);
	new_table_release(&t);
	next.like = service_path(s.dir, "one");
	cr_assert_eq(make(&next, &t, &digests), 0, "%s", err.msg);
	cr_expect_str_eq(t.a.names.title, "Friday");
	cr_expect_eq(t.a.names.n, 3);
	cr_expect_eq(t.a.custody, 1 << 2);
	cr_expect_str_eq(t.a.address[2], "carl@example.org");
	cr_expect_str_eq(t.a.table_address, "table@example.org");
	cr_expect_eq(t.a.clock.limit_s, 86400);
	cr_expect_eq(t.a.clock.weekdays, 1 << 6);
	cr_expect(t.a.watchers_open);
	new_table_release(&t);
	buf_release(&digests);
	end();
}

Test(new_table, the_path_of_the_game_file)
{
	struct buf path = BUF_INIT;
	char folder[TEST_FOLDER], expected[TEST_FOLDER + 16];

	test_folder(folder);
	(void)snprintf(expected, sizeof expected, "%s/k7.db", folder);
	new_table_path(folder, "k7", &path);
	cr_expect_str_eq(buf_cstr(&path), expected);
	buf_clear(&path);
	new_table_path("none/", "k7", &path);
	cr_expect_str_eq(buf_cstr(&path), "none/k7.db");
	buf_clear(&path);
	new_table_path("host.db", "k7", &path);
	cr_expect_str_eq(buf_cstr(&path), "host.db");
	buf_release(&path);
}
