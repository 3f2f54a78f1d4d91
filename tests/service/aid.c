/* A run of a host for the tests of service and repo. */
#include "service/aid.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "util/file.h"

void
service_open(struct service *s)
{
	memset(s, 0, sizeof *s);
	table_open(&s->t, 3, 51);
	test_folder(s->home);
	test_folder(s->dir);
	test_user_open(&s->user, s->home);
	s->user.u.key = s->t.host;
	buf_str(&s->user.u.key_name, "host");
	s->run = (struct table_run){
		.user = &s->user.u, .host = s->t.file, .path = s->t.path, .delivered = -1
	};
}

void
service_close(struct service *s)
{
	test_user_close(&s->user);
	table_close(&s->t);
}

void
service_play(struct service *s, unsigned n)
{
	cr_assert_eq(table_play(&s->t, n, 1), n);
}

void
service_put(const char *path, const char *text, size_t n)
{
	struct err err = ERR_INIT;

	cr_assert_eq(file_write(path, text, n, &err), 0, "%s", err.msg);
}

void
service_copy(const char *from, const char *to)
{
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;

	cr_assert_eq(file_read(from, 1 << 24, &text, &err), 0, "%s", err.msg);
	service_put(to, buf_cstr(&text), text.n);
	buf_release(&text);
}

void
service_flip(const char *path)
{
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;

	cr_assert_eq(file_read(path, 1 << 24, &text, &err), 0, "%s", err.msg);
	cr_assert_gt(text.n, 0);
	text.p[text.n - 2] ^= 1;
	service_put(path, text.p, text.n);
	buf_release(&text);
}

const char *
service_path(const char *dir, const char *name)
{
	static char path[8][160];
	static unsigned n;

	n = (n + 1) % 8;
	cr_assert_lt(snprintf(path[n], sizeof path[n], "%s/%s", dir, name), (int)sizeof path[n]);
	return path[n];
}

void
service_touch(const char *path, int64_t mtime)
{
	const struct timespec times[] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = mtime } };

	cr_assert_eq(utimensat(AT_FDCWD, path, times, 0), 0);
}

int64_t
service_mtime(const char *path)
{
	struct stat st;

	cr_assert_eq(stat(path, &st), 0);
	return st.st_mtim.tv_sec;
}
