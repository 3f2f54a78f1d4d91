/*
 * Tables that a home has hosted.
 *
 * (H1) The last line of a table is valid. A new digest appends a line, with one sync; sometimes the
 *      file is written again with one line a table.
 * (H2) A last line without an end was cut by a power failure: no digest was sent after it.
 * (H3) A file that is missing notes nothing. One that cannot be read is a failure, also if its
 *      folder is a link to a disk that is not there: without it an older copy would sign.
 */

#include "record/rollback.h"

#include <inttypes.h>
#include <string.h>

#include "record/home.h"
#include "seal/key.h"
#include "util/file.h"
#include "util/lines.h"
#include "util/lock.h"
#include "util/number.h"
#include "util/slice.h"

enum { HOSTED_LIMIT = 1 << 20, LONG = 2048 /* bytes; then the file is written again */ };

static const char first_line[] = "adit-hosted v1";

/* Returns the path of the file, and its text, which is empty if there is none. */
static int
read_marks(const char *home, const char *game, struct buf *file, struct buf *text, struct err *err)
{
	struct err why = ERR_INIT;

	if (!home_is_game(game))
		return err_set(err, ERR_SYNTAX, "\"%s\" is no name for a game", game);
	buf_fmt(file, "%s/hosted/%s", home, game);
	if (file_read_nofollow(file->p, HOSTED_LIMIT, text, &why) == 0)
		return 0;
	/* (H3) */
	if (why.code == ERR_NOT_FOUND)
		return file_check_way(file->p, err);
	*err = why;
	return -1;
}

bool
rollback_any(const char *home, const char *game)
{
	struct buf file = BUF_INIT, text = BUF_INIT;
	struct err none = ERR_INIT;
	bool any = read_marks(home, game, &file, &text, &none) == 0 && text.n > 0;

	buf_release(&file);
	buf_release(&text);
	return any;
}

/* "TABLE N HEAD" */
static int
parse_line(const char *p, size_t n, struct hash *table, struct rollback_mark *h)
{
	const size_t start = HASH_TEXT + 1;
	const char *blank;

	if (n < start || p[HASH_TEXT] != ' ' || hash_parse(p, HASH_TEXT, table) < 0)
		return -1;
	blank = memchr(p + start, ' ', n - start);
	if (blank == NULL ||
	    number_parse(p + start, (size_t)(blank - p) - start, INT64_MAX, &h->n) < 0)
		return -1;
	return hash_parse(blank + 1, n - (size_t)(blank + 1 - p), &h->head);
}

/* Finds the line of one table; appends those of the others to `rest` (may be NULL). */
static int
find_mark(
    const struct buf *text, const struct hash *table, struct rollback_mark *h, struct buf *rest)
{
	const char *end = slice_last(text->p, text->n, '\n');
	struct lines l = { buf_cstr(text), end != NULL ? (size_t)(end - text->p) : 0, 0,
		1 }; /* (H2) */
	struct err none = ERR_INIT;
	const char *p;
	size_t n;

	*h = (struct rollback_mark){ .is_known = false };
	if (text->n == 0)
		return 0;
	if (lines_exact(&l, first_line, &none) < 0)
		return -1;
	while (lines_next(&l, &p, &n)) {
		struct rollback_mark of = { .is_known = true };
		struct hash is;

		if (parse_line(p, n, &is, &of) < 0)
			return -1;
		if (seal_equal(is.b, table->b, HASH_BYTES))
			*h = of;
		else if (rest != NULL)
			buf_fmt(rest, "%.*s\n", (int)n, p);
	}
	return 0;
}

static int
damaged(const char *file, struct err *err)
{
	(void)err_set(
	    err, ERR_CORRUPT, "%s, where the newest digest of a game is noted, is damaged", file);
	return err_hint(
	    err, "adit rebuild NEW.db DIR makes the game again from its digests, and records that");
}

int
rollback_load(const char *home, const char *game, const struct hash *table, struct rollback_mark *h,
    struct err *err)
{
	struct buf file = BUF_INIT, text = BUF_INIT;
	int result = read_marks(home, game, &file, &text, err);

	if (result == 0 && find_mark(&text, table, h, NULL) < 0)
		result = damaged(file.p, err);
	buf_release(&file);
	buf_release(&text);
	return result;
}

/* Only this home may read the file: it shows who played what. An existing file keeps its mode. */
static int
write_private(const char *file, const struct buf *text, struct err *err)
{
	struct err why = ERR_INIT;

	if (keyfile_create(file, "", 0, false, &why) < 0 && why.code != ERR_CREATE) {
		*err = why;
		return -1;
	}
	return file_write(file, text->p, text->n, err);
}

/* (H1) */
static int
rewrite(const char *file, const struct buf *rest, const struct buf *line, struct err *err)
{
	struct buf text = BUF_INIT;
	int result;

	buf_fmt(&text, "%s\n", first_line);
	buf_add(&text, rest->p, rest->n);
	buf_add(&text, line->p, line->n);
	result = write_private(file, &text, err);
	buf_release(&text);
	return result;
}

/* Two processes must not save from one text. newer: save only if no digest as new is recorded. */
static int
save_mark(const char *home, const char *game, const struct hash *table,
    const struct rollback_mark *h, bool newer, struct err *err)
{
	struct buf file = BUF_INIT, old = BUF_INIT, rest = BUF_INIT, line = BUF_INIT;
	char is[HASH_TEXT + 1], head[HASH_TEXT + 1];
	struct rollback_mark was = { .is_known = false };
	int result, lock;

	buf_fmt(&file, "%s/hosted", home);
	result = file_mkdirs(file.p, 1, err);
	lock = lock_folder(file.p);
	buf_clear(&file);
	if (result == 0)
		result = read_marks(home, game, &file, &old, err);
	const bool holds = result == 0 && find_mark(&old, table, &was, &rest) == 0;

	if (result == 0 && newer && !holds)
		result = damaged(file.p, err);
	if (result == 0 && !(newer && was.is_known && was.n >= h->n)) {
		hash_text(table, is);
		hash_text(&h->head, head);
		buf_fmt(&line, "%s %" PRId64 " %s\n", is, h->n, head);
		result = 1;
		if (!holds)
			buf_clear(&rest);
		else if (old.n > 0 && old.p[old.n - 1] == '\n' && old.n + line.n <= LONG)
			result = file_append(file.p, old.n, line.p, line.n, err);
		if (result > 0)
			result = rewrite(file.p, &rest, &line, err);
	}
	lock_free(lock);
	buf_release(&file);
	buf_release(&old);
	buf_release(&rest);
	buf_release(&line);
	return result;
}

int
rollback_note(const char *home, const char *game, const struct hash *table,
    const struct rollback_mark *h, struct err *err)
{
	return save_mark(home, game, table, h, true, err);
}

int
rollback_save(const char *home, const char *game, const struct hash *table,
    const struct rollback_mark *h, struct err *err)
{
	return save_mark(home, game, table, h, false, err);
}
