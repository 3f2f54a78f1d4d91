/* Keys and records of a user: without a home, and with files that are missing or damaged. */
#include <criterion/criterion.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/key_make.h"
#include "record/keys.h"
#include "service/aid.h"

static struct service s;

Test(user, no_home)
{
	struct buf out = BUF_INIT, name = BUF_INIT;
	struct keys_list list;
	struct err err = ERR_INIT;

	service_open(&s);
	s.user.u.home = NULL;
	cr_expect_eq(user_home(&s.user.u, &out, &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND);
	cr_expect_not_null(strstr(err.hint, "ADIT_HOME"), "%s", err.hint);
	cr_expect_eq(user_game(&s.user.u, "k7q2m4xw", &out, &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND);
	cr_expect_eq(keys_path(&s.user.u, "anna", &out, &name, &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND);
	cr_expect_eq(keys_list(&s.user.u, &list, &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND);
	err = (struct err)ERR_INIT;
	cr_expect_eq(keys_only(&s.user.u, &name, &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND);
	cr_expect_not_null(strstr(err.msg, "HOME"), "%s", err.msg);
	cr_expect_eq(out.n, 0);
	/* a key in a folder needs no home */
	cr_expect_eq(keys_path(&s.user.u, "/keys/anna", &out, &name, &err), 0);
	cr_expect_str_eq(buf_cstr(&out), "/keys/anna");
	cr_expect_str_eq(buf_cstr(&name), "anna");
	buf_release(&out);
	buf_release(&name);
	service_close(&s);
}

Test(user, the_record_of_a_game)
{
	static const struct {
		const char *game;
		int result;
	} row[] = {
		{ "k7q2m4xw", 0 },
		{ "..", -1 },
		{ "../x", -1 },
		{ "a/b", -1 },
		{ "", -1 },
		{ ".", -1 },
		{ "a\nb", -1 },
	};

	service_open(&s);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf out = BUF_INIT;
		struct err err = ERR_INIT;

		cr_expect_eq(user_game(&s.user.u, row[i].game, &out, &err), row[i].result, "%s",
		    row[i].game);
		if (row[i].result == 0)
			cr_expect_str_eq(buf_cstr(&out), service_path(s.home, "games/k7q2m4xw"));
		buf_release(&out);
	}
	service_close(&s);
}

Test(user, the_time_of_a_digest)
{
	static const struct {
		const char *name;
		bool has_now;
		int64_t ahead; /* seconds */
		bool warns;
	} row[] = {
		{ "older", true, -1000, false },
		{ "now", true, 0, false },
		{ "five minutes ahead", true, 300, false },
		{ "more than five minutes ahead", true, 301, true },
		{ "years ahead", true, INT64_C(5000000000), true },
		{ "without a time", false, 5000, false },
	};

	service_open(&s);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		s.user.u.has_now = row[i].has_now;
		user_check_time(&s.user.u, 7, s.user.u.now + row[i].ahead);
		cr_expect_eq(test_user_heard(&s.user, "warning: digest 7 is dated "), row[i].warns,
		    "%s", row[i].name);
	}
	service_close(&s);
}

/* ---- keys -------------------------------------------------------------------------------------- */

Test(keys, path)
{
	static const struct {
		const char *key, *name; /* NULL: ERR_USAGE */
	} row[] = {
		{ "anna", "anna" },
		{ "./anna", "anna" },
		{ "a/b/anna-2", "anna-2" },
		{ "keys/", NULL },
		{ "", NULL },
		{ "Anna", NULL },
		{ "..", NULL },
		{ "x/..", NULL },
		{ "anna.key", NULL },
		{ "--key", NULL },
		{ "an na", NULL },
	};

	service_open(&s);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf path = BUF_INIT, name = BUF_INIT;
		struct err err = ERR_INIT;
		int result = keys_path(&s.user.u, row[i].key, &path, &name, &err);

		cr_expect_eq(result, row[i].name != NULL ? 0 : -1, "\"%s\"", row[i].key);
		cr_expect_eq(err.code, row[i].name != NULL ? ERR_NONE : ERR_USAGE, "%s", err.msg);
		cr_expect_str_eq(
		    buf_cstr(&name), row[i].name != NULL ? row[i].name : "", "\"%s\"", row[i].key);
		buf_release(&path);
		buf_release(&name);
	}
	service_close(&s);
}

static void
touch(const char *file)
{
	service_put(service_path(s.home, file), "x\n", 2);
}

Test(keys, list_and_only)
{
	struct keys_list list;
	struct buf name = BUF_INIT;
	struct err err = ERR_INIT;

	service_open(&s);
	cr_expect_eq(keys_only(&s.user.u, &name, &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND);
	cr_expect_str_eq(err.msg, "no keys");
	touch("bob.pub");
	touch("anna.key");
	touch("anna.pub");
	touch("anna.age");
	touch(".hidden");
	touch("carl.age");
	touch("notes");
	err = (struct err)ERR_INIT;
	cr_assert_eq(keys_list(&s.user.u, &list, &err), 0, "%s", err.msg);
	cr_assert_eq(list.n, 2);
	cr_expect_str_eq(list.at[0].name, "anna");
	cr_expect(list.at[0].secret);
	cr_expect_str_eq(list.at[1].name, "bob");
	cr_expect_not(list.at[1].secret);
	keys_list_release(&list);
	cr_expect_eq(keys_only(&s.user.u, &name, &err), 0, "%s", err.msg);
	cr_expect_str_eq(buf_cstr(&name), "anna");
	buf_clear(&name);
	touch("dora.key");
	cr_expect_eq(keys_only(&s.user.u, &name, &err), -1);
	cr_expect_eq(err.code, ERR_USAGE);
	cr_expect_str_eq(err.msg, "which key? there are: anna, dora");
	cr_expect_eq(name.n, 0);
	s.user.u.home = service_path(s.home, "none");
	err = (struct err)ERR_INIT;
	cr_expect_eq(keys_list(&s.user.u, &list, &err), 0, "%s", err.msg);
	cr_expect_eq(list.n, 0);
	s.user.u.home = service_path(s.home, "notes");
	cr_expect_eq(keys_list(&s.user.u, &list, &err), -1, "a file is no folder");
	cr_expect_eq(list.n, 0);
	buf_release(&name);
	service_close(&s);
}

/* Files that are no key: nothing is loaded, and no message has a part of a secret file. */
Test(keys, load)
{
	static const struct {
		const char *name, *key, *age, *pub; /* NULL: no such file */
		enum err_code code;
	} row[] = {
		{ "no file", NULL, NULL, NULL, ERR_NOT_FOUND },
		{ "only the public half", NULL, NULL, "x", ERR_NOT_FOUND },
		{ "one secret file", "SECRET\n", NULL, NULL, ERR_NOT_FOUND },
		{ "empty files", "", "", NULL, ERR_SYNTAX },
		{ "garbage", "SECRET\n", "SECRET\n", NULL, ERR_SYNTAX },
		{ "garbage and a public half", "SECRET\n", "SECRET\n", "SECRET\n", ERR_SYNTAX },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct err err = ERR_INIT;

		service_open(&s);
		s.user.u.key = NULL;
		buf_clear(&s.user.u.key_name);
		if (row[i].key != NULL)
			service_put(
			    service_path(s.home, "anna.key"), row[i].key, strlen(row[i].key));
		if (row[i].age != NULL)
			service_put(
			    service_path(s.home, "anna.age"), row[i].age, strlen(row[i].age));
		if (row[i].pub != NULL)
			service_put(
			    service_path(s.home, "anna.pub"), row[i].pub, strlen(row[i].pub));
		(void)chmod(service_path(s.home, "anna.key"), 0600);
		(void)chmod(service_path(s.home, "anna.age"), 0600);
		cr_expect_eq(keys_open(&s.user.u, "anna", &err), -1, "%s", row[i].name);
		cr_expect_null(s.user.u.key, "%s", row[i].name);
		cr_expect_eq(err.code, row[i].code, "%s: %d: %s", row[i].name, err.code, err.msg);
		cr_expect_null(strstr(err.msg, "SECRET"), "%s: %s", row[i].name, err.msg);
		if (row[i].key != NULL) /* no other key is meant */
			cr_expect_null(
			    strstr(err.hint, "there are"), "%s: %s", row[i].name, err.hint);
		service_close(&s);
	}
}

Test(keys, stable)
{
	struct buf out = BUF_INIT, key = BUF_INIT, want = BUF_INIT;
	struct err err = ERR_INIT;
	char *real;

	service_open(&s);
	cr_expect_eq(keys_stable("anna", &out, &err), 0);
	cr_expect_str_eq(buf_cstr(&out), "anna");
	buf_clear(&out);
	buf_fmt(&key, "%s/./anna", s.home);
	cr_expect_eq(keys_stable(key.p, &out, &err), 0);
	real = realpath(s.home, NULL);
	buf_fmt(&want, "%s/anna", real);
	free(real);
	cr_expect_str_eq(buf_cstr(&out), want.p);
	buf_clear(&out);
	cr_expect_eq(keys_stable("/nowhere/at-all/anna", &out, &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND);
	cr_expect_eq(out.n, 0);
	cr_expect_eq(keys_stable("/anna", &out, &err), 0);
	cr_expect_str_eq(buf_cstr(&out), "/anna");
	buf_release(&out);
	buf_release(&key);
	buf_release(&want);
	service_close(&s);
}

/* A key is known as it was opened, wherever its name or path came from. */
Test(keys, opened)
{
	struct user *u = &s.user.u;
	struct seckey *own;
	struct buf path = BUF_INIT;
	struct err err = ERR_INIT;
	struct pubkey card;

	service_open(&s);
	own = u->key;
	cr_assert_eq(
	    key_make(service_path(s.home, "anna"), "anna", NULL, 1, &card, &err), 0, "%s", err.msg);
	cr_assert_eq(keys_open(u, "anna", &err), 0, "%s", err.msg);
	cr_expect_str_eq(keys_opened(u), "anna");
	keys_free(u->key);
	buf_fmt(&path, "%s/./anna", s.home);
	cr_assert_eq(keys_open(u, path.p, &err), 0, "%s", err.msg);
	cr_expect_str_eq(keys_opened(u), path.p);
	keys_free(u->key);
	u->key = own;
	buf_release(&path);
	service_close(&s);
}

static int
two_words(const struct user *u, const char *prompt, struct buf *out, struct err *err)
{
	(void)u, (void)prompt, (void)err;
	buf_str(out, "two words");
	return 0;
}

Test(keys, the_passphrase_of_a_program)
{
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;
	int fd[2];

	service_open(&s);
	s.user.u.askpass = two_words;
	cr_expect_eq(keys_passphrase(&s.user.u, "?", true, &out, &err), 0);
	cr_expect_str_eq(buf_cstr(&out), "two words");
	buf_wipe(&out);
	/* a descriptor is preferred */
	cr_assert_eq(pipe(fd), 0);
	cr_assert_eq(write(fd[1], "from a file\n", 12), 12);
	(void)close(fd[1]);
	s.user.u.passphrase_fd = fd[0];
	cr_expect_eq(keys_passphrase(&s.user.u, "?", true, &out, &err), 0, "%s", err.msg);
	cr_expect_eq(out.n, 11);
	cr_expect_eq(memcmp(buf_cstr(&out), "from a file", 11), 0);
	buf_wipe(&out);
	service_close(&s);
}
