/*
 * The settings of a home.
 *
 * (C1) A line that is damaged is never used, not even in part. What it set is not set.
 * (C2) A program has an absolute path, so that it does not depend on the folder or on PATH.
 */
#include "record/home_config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/keys.h"
#include "util/file.h"
#include "util/lines.h"
#include "util/name_match.h"
#include "util/slice.h"
#include "util/utf8.h"

enum { LIMIT = 16384 };

static const char FILE_NAME[] = "config";

/* ---- values ---------------------------------------------------------------------------------- */

static const struct setting {
	const char *name;
	const char *values; /* words, each before a blank; NULL: a path or the name of a key */
} setting[HOME_SETTINGS] = {
	[HOME_KEY] = { "key", NULL },
	[HOME_SENDMAIL] = { "sendmail", NULL },
	[HOME_ASKPASS] = { "askpass", NULL },
	[HOME_COLOR] = { "color", "auto always never " },
	[HOME_ASCII] = { "ascii", "yes no " },
};

const char *
home_config_name(enum home_setting s)
{
	return setting[s].name;
}

int
home_config_find(const char *name, struct err *err)
{
	struct name_match pick = name_match_of(name, strlen(name), "");
	struct buf all = BUF_INIT;
	int result;

	for (int i = 0; i < HOME_SETTINGS; i++) {
		name_match_try(&pick, setting[i].name, &setting[i]);
		buf_fmt(&all, "%s%s", i > 0 ? ", " : "", setting[i].name);
	}
	result = name_match_found(&pick, "\"", err);
	if (result == 0) {
		(void)err_set(err, ERR_USAGE, "there is no setting \"%s\"", name);
		result = pick.near != NULL ? err_hint(err, "did you mean %s?", pick.near) :
					     err_hint(err, "there are: %s", all.p);
	} else if (result > 0) {
		result = (int)((const struct setting *)pick.found - setting);
	}
	buf_release(&all);
	return result;
}

const char *
home_config_get(const struct home_config *c, enum home_setting s)
{
	return c->value[s].n > 0 ? c->value[s].p : NULL;
}

/* True if the value is one of the words. */
static bool
is_word(const char *words, const char *value)
{
	const size_t n = strlen(value);

	for (const char *end; (end = strchr(words, ' ')) != NULL; words = end + 1)
		if ((size_t)(end - words) == n && memcmp(words, value, n) == 0)
			return true;
	return false;
}

/* (C2) */
static int
check(enum home_setting s, const char *value, struct err *err)
{
	const char *slash = strrchr(value, '/');
	const bool is_path = value[0] == '/' && slash[1] != '\0';

	if (!utf8_is_clean(value, strlen(value)))
		return err_set(err, ERR_USAGE, "%s: a value is one line of text", setting[s].name);
	if (setting[s].values != NULL)
		return is_word(setting[s].values, value) ?
		    0 :
		    err_set(err, ERR_USAGE, "%s takes one of: %s, not \"%s\"", setting[s].name,
			setting[s].values, value);
	if (s == HOME_KEY && (slash == NULL || is_path))
		return keys_name_check(slash != NULL ? slash + 1 : value, err);
	return is_path ? 0 :
			 err_set(err, ERR_USAGE, "%s takes %s, not \"%s\"", setting[s].name,
			     s == HOME_KEY ? "the name or the absolute path of a key" :
					     "the absolute path of a program",
			     value);
}

int
home_config_set(struct home_config *c, enum home_setting s, const char *value, struct err *err)
{
	if (value != NULL && check(s, value, err) < 0)
		return -1;
	buf_clear(&c->value[s]);
	if (value != NULL)
		buf_str(&c->value[s], value);
	return 0;
}

void
home_config_release(struct home_config *c)
{
	for (int i = 0; i < HOME_SETTINGS; i++)
		buf_release(&c->value[i]);
}

/* ---- the file -------------------------------------------------------------------------------- */

static bool
is_own(const struct stat *st)
{
	return st->st_uid == geteuid() && (st->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* Appends the file. Returns 1 if there is none that this user can read. */
static int
read_own(const char *home, const char *path, struct buf *text, struct err *err)
{
	const int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat st, folder;
	int result = 0;

	if (fd < 0 && (errno == ENOENT || errno == ENOTDIR || errno == EACCES))
		return 1;
	if (fd < 0)
		return err_set(err, file_err_code(errno, ERR_CORRUPT), "cannot read %s: %s", path,
		    strerror(errno));
	if (fstat(fd, &st) < 0 || stat(home, &folder) < 0)
		result = err_set(err, ERR_BUSY, "cannot read %s: %s", path, strerror(errno));
	else if (!S_ISREG(st.st_mode))
		result = err_set(err, ERR_CORRUPT, "%s is not a plain file", path);
	else if (!is_own(&st) || !is_own(&folder))
		result = err_set(err, ERR_AUTH,
		    "%s is not used: it, or its folder, is of another user or others can write "
		    "to it",
		    path);
	else if (file_get(fd, LIMIT, text) != 0)
		result = err_set(err, ERR_CORRUPT, "%s cannot be read or is too large", path);
	(void)close(fd); /* only read from */
	return result;
}

/* Takes one line, which has its end if `is_whole`. */
static int
take_line(struct home_config *c, struct slice line, bool is_whole, struct err *err)
{
	const char *blank = memchr(line.s, ' ', line.n);
	struct buf name = BUF_INIT, value = BUF_INIT;
	int s = HOME_SETTINGS, result = 0;

	if (blank != NULL) {
		buf_add(&name, line.s, (size_t)(blank - line.s));
		buf_add(&value, blank + 1, line.n - name.n - 1);
	}
	for (int i = 0; i < HOME_SETTINGS; i++)
		if (strcmp(buf_cstr(&name), setting[i].name) == 0)
			s = i;
	if (!is_whole || blank == NULL || value.n != strlen(buf_cstr(&value)))
		result = err_set(err, ERR_CORRUPT, "it is no NAME VALUE");
	else if (s == HOME_SETTINGS)
		result = err_set(err, ERR_CORRUPT, "there is no such setting");
	else if (home_config_get(c, (enum home_setting)s) != NULL)
		result = err_set(err, ERR_CORRUPT, "%s is set twice", setting[s].name);
	else
		result = home_config_set(c, (enum home_setting)s, buf_cstr(&value), err);
	buf_release(&name);
	buf_release(&value);
	return result;
}

int
home_config_load(const char *home, struct home_config *c,
    void (*report)(void *arg, const char *line), void *arg, struct err *err)
{
	struct buf path = BUF_INIT, text = BUF_INIT, words = BUF_INIT;
	struct lines l;
	struct slice line;
	int result;

	memset(c, 0, sizeof *c);
	buf_fmt(&path, "%s/%s", home, FILE_NAME);
	result = read_own(home, path.p, &text, err);
	l = (struct lines){ buf_cstr(&text), text.n, 0, 1 };
	while (result == 0 && lines_next(&l, &line.s, &line.n)) {
		const size_t end = (size_t)(line.s + line.n - text.p);
		struct err why = ERR_INIT;

		if (take_line(c, line, end < text.n && text.p[end] == '\n', &why) == 0)
			continue;
		buf_clear(&words);
		buf_fmt(
		    &words, "%s: line %u: %s; the line is not used", path.p, l.line - 1, why.msg);
		report(arg, words.p);
	}
	buf_release(&path);
	buf_release(&text);
	buf_release(&words);
	return result < 0 ? -1 : 0;
}

int
home_config_save(const char *home, const struct home_config *c, struct err *err)
{
	struct buf text = BUF_INIT, path = BUF_INIT;
	int result = file_mkdirs(home, 1, err);
	int at = result == 0 ? open(home, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

	buf_fmt(&path, "%s/%s", home, FILE_NAME);
	for (int i = 0; i < HOME_SETTINGS; i++)
		if (c->value[i].n > 0)
			buf_fmt(&text, "%s %s\n", setting[i].name, c->value[i].p);
	if (result == 0)
		result = at < 0 ?
		    err_set(err, ERR_BUSY, "cannot open %s: %s", home, strerror(errno)) :
		    file_write_private(at, FILE_NAME, path.p, buf_cstr(&text), text.n, err);
	if (at >= 0)
		(void)close(at); /* only read from */
	buf_release(&text);
	buf_release(&path);
	return result;
}
