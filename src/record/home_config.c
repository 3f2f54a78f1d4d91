/*
 * The settings of a home.
 *
 * (C1) A line that is damaged is never used, not even in part. What it set is not set.
 *      A change keeps it, since it may be a typing error or a comment.
 * (C2) A program has an absolute path, so that it does not depend on the folder or on PATH.
 * (C3) Nobody else can write to the file or to its folder.
 * (C4) A change locks the folder: of two at a time none is lost.
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
#include "util/platform.h"
#include "util/slice.h"
#include "util/utf8.h"
#include "text/language_choice.h"

enum { LIMIT = 16384, REPORTS = 3 };

static const char FILE_NAME[] = "config";

/* ---- values ---------------------------------------------------------------------------------- */

static const struct setting {
	const char *name;
	const char *value[3]; /* the first NULL: a path or the name of a key */
} setting[HOME_SETTINGS] = {
	[HOME_KEY] = { "key", { NULL } },
	[HOME_SENDMAIL] = { "sendmail", { NULL } },
	[HOME_ASKPASS] = { "askpass", { NULL } },
	[HOME_COLOR] = { "color", { "never", "always", "auto" } },
	[HOME_ASCII] = { "ascii", { "no", "yes" } },
	[HOME_LANG] = { "lang", { NULL } },
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

	if (!utf8_is_clean(name, strlen(name)))
		return err_set(err, ERR_USAGE, "the name of a setting is one word");
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

/* Requires one of the words of the setting. */
static int
check_word(enum home_setting s, const char *value, struct err *err)
{
	const char *const *word = setting[s].value;

	for (size_t i = 0; i < sizeof setting[s].value / sizeof *word; i++)
		if (word[i] != NULL && strcmp(value, word[i]) == 0)
			return 0;
	return err_set(err, ERR_USAGE, "%s takes %s%s%s or %s, not \"%s\"", setting[s].name,
	    word[2] != NULL ? word[2] : "", word[2] != NULL ? ", " : "", word[1], word[0], value);
}

/* (C2) */
static int
check(enum home_setting s, const char *value, struct err *err)
{
	const char *slash = strrchr(value, '/');
	const bool is_path = value[0] == '/' && slash[1] != '\0';

	if (!utf8_is_clean(value, strlen(value))) {
		(void)utf8_fail(value, strlen(value), ERR_USAGE, 0, err);
		return err_wrap(err, "%s", setting[s].name);
	}
	if (setting[s].value[0] != NULL)
		return check_word(s, value, err);
	if (s == HOME_LANG)
		return language_code_is_ok(value) ?
		    0 :
		    err_set(err, ERR_USAGE,
			"lang takes the code of a language, such as de, not \"%s\"", value);
	if (s == HOME_KEY && (slash == NULL || is_path))
		return keys_name_check(slash != NULL ? slash + 1 : value, err);
	if (is_path)
		return 0;
	return s == HOME_KEY ?
	    err_set(err, ERR_USAGE, "%s takes the name or the absolute path of a key, not \"%s\"",
		setting[s].name, value) :
	    err_set(err, ERR_USAGE, "%s takes the absolute path of a program, not \"%s\"",
		setting[s].name, value);
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

/* (C3) */
static int
check_own(const char *path, const struct stat *st, const char *of, struct err *err)
{
	if (st->st_uid != geteuid())
		return err_set(err, ERR_AUTH, "%s is not used: %s is of another user", of, path);
	if ((st->st_mode & (S_IWGRP | S_IWOTH)) != 0)
		return err_set(err, ERR_AUTH,
		    "%s is not used: others can write to %s: chmod go-w %s", of,
		    path != of ? "its folder" : "it", path);
	return 0;
}

/* Appends the file. Returns 1 if there is none. */
static int
read_own(const char *home, const char *path, struct buf *text, struct err *err)
{
	const int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat st, folder;
	int got, result = 0;

	if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
		return 1;
	if (fd < 0 && errno == ELOOP)
		return err_set(err, ERR_CORRUPT, "%s is not a plain file", path);
	if (fd < 0)
		return err_set(err, file_err_code(errno, ERR_CORRUPT), "cannot read %s: %s", path,
		    strerror(errno));
	if (fstat(fd, &st) < 0 || stat(home, &folder) < 0)
		result = err_set(err, ERR_BUSY, "cannot read %s: %s", path, strerror(errno));
	else if (!S_ISREG(st.st_mode))
		result = err_set(err, ERR_CORRUPT, "%s is not a plain file", path);
	else if (check_own(path, &st, path, err) < 0 || check_own(home, &folder, path, err) < 0)
		result = -1;
	else if ((got = file_get(fd, LIMIT, text)) > 0)
		result = err_set(err, ERR_CORRUPT, "%s is too large", path);
	else if (got < 0)
		result = err_set(err, ERR_BUSY, "cannot read %s: %s", path, strerror(errno));
	(void)close(fd); /* only read from */
	return result;
}

/* Returns the setting that the line names, or HOME_SETTINGS. */
static int
setting_of(struct slice line)
{
	const char *blank = memchr(line.s, ' ', line.n);
	const size_t n = blank != NULL ? (size_t)(blank - line.s) : line.n;
	int s = 0;

	while (s < HOME_SETTINGS && !slice_equals(setting[s].name, line.s, n))
		s++;
	return s;
}

static int
take_line(struct home_config *c, struct slice line, struct err *err)
{
	const char *blank = memchr(line.s, ' ', line.n);
	const int s = setting_of(line);
	struct buf value = BUF_INIT;
	int result = 0;

	if (blank != NULL)
		buf_add(&value, blank + 1, (size_t)(line.s + line.n - blank - 1));
	if (blank == NULL || value.n != strlen(buf_cstr(&value)))
		result = err_set(err, ERR_CORRUPT, "it is no NAME VALUE");
	else if (s == HOME_SETTINGS)
		result = err_set(err, ERR_CORRUPT, "there is no such setting");
	else if (home_config_get(c, (enum home_setting)s) != NULL)
		result = err_set(err, ERR_CORRUPT, "%s is set twice", setting[s].name);
	else
		result = home_config_set(c, (enum home_setting)s, buf_cstr(&value), err);
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
	unsigned damaged = 0;
	int result;

	memset(c, 0, sizeof *c);
	buf_fmt(&path, "%s/%s", home, FILE_NAME);
	result = read_own(home, path.p, &text, err);
	l = (struct lines){ buf_cstr(&text), text.n, 0, 1 };
	while (result == 0 && lines_next(&l, &line.s, &line.n)) {
		struct err why = ERR_INIT;

		if (line.n == 0 || line.s[0] == '#' || take_line(c, line, &why) == 0)
			continue;
		if (damaged++ >= REPORTS)
			continue;
		buf_clear(&words);
		buf_fmt(
		    &words, "%s: line %u: %s; the line is not used", path.p, l.line - 1, why.msg);
		report(arg, words.p);
	}
	if (damaged > REPORTS) {
		buf_clear(&words);
		buf_fmt(&words, "%s: damaged lines that are not used either: %u", path.p,
		    damaged - REPORTS);
		report(arg, words.p);
	}
	buf_release(&path);
	buf_release(&text);
	buf_release(&words);
	return result < 0 ? -1 : 0;
}

/* Appends the file with another line for this setting, or none if the value is NULL. (C1) */
static void
replace_line(const struct buf *was, enum home_setting s, const char *value, struct buf *out)
{
	struct lines l = { buf_cstr(was), was->n, 0, 1 };
	struct slice line;

	while (lines_next(&l, &line.s, &line.n)) {
		if (setting_of(line) != (int)s) {
			buf_add(out, line.s, line.n);
			buf_chr(out, '\n');
		} else if (value != NULL) {
			buf_fmt(out, "%s %s\n", setting[s].name, value);
			value = NULL; /* a second line of this name goes */
		}
	}
	if (value != NULL)
		buf_fmt(out, "%s %s\n", setting[s].name, value);
}

/* (C4) */
int
home_config_save(const char *home, enum home_setting s, const char *value, struct err *err)
{
	struct buf was = BUF_INIT, text = BUF_INIT, path = BUF_INIT;
	int result = file_mkdirs(home, 1, err);
	int at = result == 0 ? open(home, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

	buf_fmt(&path, "%s/%s", home, FILE_NAME);
	if (at >= 0)
		(void)platform_lock(at, true); /* some file systems have no locks */
	if (result == 0 && read_own(home, path.p, &was, err) < 0)
		result = -1;
	replace_line(&was, s, value, &text);
	if (result == 0 && text.n > LIMIT)
		result = err_set(err, ERR_CREATE, "%s would be too large", path.p);
	if (result == 0)
		result = at < 0 ?
		    err_set(err, ERR_BUSY, "cannot open %s: %s", home, strerror(errno)) :
		    file_write_private(at, FILE_NAME, path.p, buf_cstr(&text), text.n, err);
	if (at >= 0)
		(void)close(at); /* only read from */
	buf_release(&was);
	buf_release(&text);
	buf_release(&path);
	return result;
}
