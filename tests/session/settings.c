/* What a session remembers of a game: how orders leave, which key, and where news arrive. A damaged
 * file must not send orders elsewhere. */
#include <criterion/criterion.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/aid.h"
#include "service/aid.h"
#include "session/play_internal.h"

static char dir[TEST_FOLDER];

Test(settings, round_trip)
{
	static const struct {
		enum settings_transport transport;
		const char *to, *key, *from;
	} row[] = {
		{ SETTINGS_NONE, "", "", "" },
		{ SETTINGS_NONE, "", "anna", "" },
		{ SETTINGS_NONE, "", "", "/home/anna/turns" },
		{ SETTINGS_MAIL, "table@example.org", "", "/home/anna/Maildir" },
		{ SETTINGS_MAIL, "table@example.org", "anna", "" },
		{ SETTINGS_GIT, "/home/anna/my cave", "/media/stick/anna", "/home/anna/my cave" },
		{ SETTINGS_FILE, "/tmp/order.txt", "anna", "/" },
		{ SETTINGS_FILE, "/-", "anna", "" },
	};

	test_folder(dir);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct play_settings m = { .transport = row[i].transport }, read;
		struct err err = ERR_INIT;

		buf_str(&m.to, row[i].to);
		buf_str(&m.key, row[i].key);
		play_settings_set(&m.from, row[i].from);
		cr_expect_eq(play_settings_save(&m, dir, &err), 0, "%zu: %s", i, err.msg);
		cr_expect_eq(play_settings_load(&read, dir, &err), 0, "%zu: %s", i, err.msg);
		cr_expect_eq(read.transport, row[i].transport, "%zu", i);
		cr_expect_str_eq(buf_cstr(&read.to), row[i].to, "%zu", i);
		cr_expect_str_eq(buf_cstr(&read.key), row[i].key, "%zu", i);
		cr_expect_str_eq(buf_cstr(&read.from), row[i].from, "%zu", i);
		play_settings_release(&m);
		play_settings_release(&read);
	}
}

Test(settings, damage)
{
	static const struct {
		const char *name, *text;
		bool ok;
	} row[] = {
		{ "empty", "", false },
		{ "no heading", "mail a@example.org\n", false },
		{ "another version", "adit-play v2\nmail a@example.org\n", false },
		{ "a cut line", "adit-play v1\nmail a@example.or", false },
		{ "a cut heading", "adit-play v1", false },
		{ "only the heading", "adit-play v1\n", true },
		{ "no address", "adit-play v1\nmail \n", false },
		{ "no valid address", "adit-play v1\nmail -oops\n", false },
		{ "two addresses", "adit-play v1\nmail a@example.org b@example.org\n", false },
		{ "two transports", "adit-play v1\nmail a@example.org\nfile /x\n", false },
		{ "two keys", "adit-play v1\nkey anna\nkey bob\n", false },
		{ "a folder that depends on where adit runs", "adit-play v1\ngit ../x\n", false },
		{ "a file that depends on where adit runs", "adit-play v1\nfile x\n", false },
		{ "two places of news", "adit-play v1\nfrom /a\nfrom /b\n", false },
		{ "a place that depends on where adit runs", "adit-play v1\nfrom turns\n", false },
		{ "no place", "adit-play v1\nfrom \n", false },
		{ "an unknown word", "adit-play v1\nfax 1234\n", false },
		{ "a control", "adit-play v1\nfile /x\033[2J\n", false },
		{ "a right-to-left mark", "adit-play v1\nfile /x\342\200\256\n", false },
		{ "invalid UTF-8", "adit-play v1\nfile /\377\n", false },
		{ "garbage after it", "adit-play v1\nfile /x\ngarbage\n", false },
	};

	test_folder(dir);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct play_settings m;
		struct err err = ERR_INIT;
		int result;

		service_put(service_path(dir, "play"), row[i].text, strlen(row[i].text));
		result = play_settings_load(&m, dir, &err);
		cr_expect_eq(result, row[i].ok ? 0 : -1, "%s: %s", row[i].name, err.msg);
		cr_expect_eq(err.code, row[i].ok ? ERR_NONE : ERR_CORRUPT, "%s", row[i].name);
		cr_expect_eq(m.transport, SETTINGS_NONE, "%s", row[i].name);
		cr_expect_eq(m.to.n + m.key.n + m.from.n, 0, "%s", row[i].name);
		play_settings_release(&m);
	}
}

/* What could not be read again is not written. */
Test(settings, not_saved)
{
	static const char *const path[] = { "/a\nmail evil@example.org", "/a\033[2J", "/\377",
		"turns" };

	test_folder(dir);
	for (size_t i = 0; i < sizeof path / sizeof path[0]; i++) {
		struct play_settings m = { .transport = SETTINGS_NONE }, read;
		struct err err = ERR_INIT;

		play_settings_set(&m.from, path[i]);
		cr_expect_eq(play_settings_save(&m, dir, &err), -1, "%zu", i);
		cr_expect_eq(err.code, ERR_USAGE, "%zu: %s", i, err.msg);
		play_settings_release(&m);
		err = (struct err)ERR_INIT;
		cr_expect_eq(play_settings_load(&read, dir, &err), 0, "%zu: %s", i, err.msg);
		cr_expect_eq(read.from.n, 0, "%zu", i);
		play_settings_release(&read);
	}
}

Test(settings, what_is_no_file)
{
	struct play_settings m;
	struct err err = ERR_INIT;

	test_folder(dir);
	cr_expect_eq(play_settings_load(&m, dir, &err), 0, "%s", err.msg);
	cr_expect_eq(play_settings_load(&m, service_path(dir, "none"), &err), 0, "%s", err.msg);
	cr_assert_eq(symlink("elsewhere", service_path(dir, "play")), 0);
	service_put(service_path(dir, "elsewhere"), "adit-play v1\nfile /x\n", 21);
	cr_expect_eq(play_settings_load(&m, dir, &err), -1, "a link");
	cr_expect_eq(m.transport, SETTINGS_NONE);
	play_settings_release(&m);
}
