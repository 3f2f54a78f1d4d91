/* A user whose output goes to buffers. */
#include "host/user.h"

#include <string.h>

#include "host/aid.h"

static bool
flush(void *arg, bool syncs)
{
	struct test_user *t = arg;

	(void)syncs;
	buf_add(&t->all, buf_cstr(&t->text), t->text.n);
	buf_add(&t->printed, buf_cstr(&t->text), t->text.n);
	buf_clear(&t->text);
	return !t->flush_fails;
}

static void
say(void *arg, const char *line)
{
	struct test_user *t = arg;

	buf_fmt(&t->all, "%s\n", line);
	buf_fmt(&t->said, "%s\n", line);
}

static void
fail(void *arg, const struct err *err)
{
	struct test_user *t = arg;

	buf_fmt(&t->all, "fail: %s\n", err->msg);
	buf_fmt(&t->said, "fail: %s\n", err->msg);
}

void
test_user_open(struct test_user *t, const char *home)
{
	memset(t, 0, sizeof *t);
	t->print = printer_words(&t->text);
	t->out = (struct output){ .print = &t->print,
		.columns = 80,
		.arg = t,
		.flush = flush,
		.say = say,
		.fail = fail };
	t->u = (struct user){ .games = rules_all,
		.out = &t->out,
		.home = home,
		.passphrase_fd = -1,
		.has_now = true,
		.now = TABLE_NOW };
}

void
test_user_close(struct test_user *t)
{
	buf_release(&t->u.key_path);
	buf_release(&t->u.key_name);
	buf_release(&t->text);
	buf_release(&t->printed);
	buf_release(&t->all);
	buf_release(&t->said);
}

bool
test_user_heard(struct test_user *t, const char *what)
{
	bool found = strstr(buf_cstr(&t->said), what) != NULL;

	buf_clear(&t->said);
	return found;
}
