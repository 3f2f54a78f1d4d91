/*
 * Pins.
 *
 * (N1) A pin is never changed: what contradicts one is an error, and the file stays as it is.
 */
#include "record/pins.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/lines.h"
#include "util/file.h"
#include "util/mem.h"

enum { PINS_LIMIT = 64 << 20 };

static const char first_line[] = "adit-pins v1";

/* A game's name becomes that of a file: only what `new` makes, no dots and slashes. */
static bool
is_game_name(const char *s)
{
	return s[0] != '\0' && s[strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789-_")] == '\0';
}

static void
add(struct pins *pins, int64_t n, const struct hash *hash)
{
	GROW(pins->at, pins->n);
	pins->at[pins->n++] = (struct pin){ n, *hash };
}

/* "12 3tq5ax...": 0, or -1. */
static int
parse_pin(struct pins *pins, const char *p, size_t n)
{
	const char *blank = memchr(p, ' ', n);
	struct hash hash;
	int64_t number;

	if (blank == NULL || number_parse(p, (size_t)(blank - p), INT64_MAX, &number) < 0)
		return -1;
	if (hash_parse(blank + 1, n - (size_t)(blank + 1 - p), &hash) < 0)
		return -1;
	add(pins, number, &hash);
	return 0;
}

static int
parse(struct pins *pins, const struct buf *text, struct err *err)
{
	struct lines l = { buf_cstr(text), text->n, 0, 1 };
	const char *p;
	size_t n;

	if (lines_exact(&l, first_line, err) < 0 ||
	    lines_copy(&l, "host", pins->host_sign, sizeof pins->host_sign, err) < 0)
		return -1;
	pins->has_host = true;
	while (lines_next(&l, &p, &n)) {
		if (parse_pin(pins, p, n) < 0)
			return err_set_line(
			    err, ERR_CORRUPT, l.line - 1, "expected a number and a hash");
	}
	return 0;
}

static int
load_leaves(struct pins *pins, struct err *err)
{
	struct buf file = BUF_INIT, text = BUF_INIT;
	struct err why = ERR_INIT;
	int result = 0;

	buf_fmt(&file, "%s.leaves", pins->file.p);
	if (file_read_own(file.p, PINS_LIMIT, &text, &why) < 0) {
		if (why.code != ERR_NOT_FOUND) {
			*err = why;
			result = -1;
		}
	} else if (leaves_parse(buf_cstr(&text), text.n, &pins->leaves, &why) < 0) {
		err_set(err, ERR_CORRUPT, "%s, where leaves of the deal are noted, is damaged: %s",
		    file.p, why.msg);
		result = err_hint(err, "remove it to begin anew, without what was known");
	}
	pins->leaves_kept = pins->leaves.n;
	buf_release(&text);
	buf_release(&file);
	return result;
}

int
pins_load(struct pins *pins, const char *home, const char *game, struct err *err)
{
	struct buf text = BUF_INIT;
	struct err why = ERR_INIT;
	int result = 0;

	memset(pins, 0, sizeof *pins);
	if (!is_game_name(game))
		return err_set(err, ERR_SYNTAX, "\"%s\" is no name for a game", game);
	(void)memcpy(pins->game, game, strlen(game) + 1);
	if (home == NULL)
		return 0;
	buf_fmt(&pins->file, "%s/games/%s", home, game);
	if (file_read_own(pins->file.p, PINS_LIMIT, &text, &why) < 0) {
		if (why.code != ERR_NOT_FOUND) {
			*err = why;
			result = -1;
		}
	} else if (parse(pins, &text, &why) < 0) {
		err_set(err, ERR_CORRUPT,
		    "%s, where seen digests are noted, is damaged: line %d: %s", pins->file.p,
		    why.line, why.msg);
		result = err_hint(err, "remove it to begin anew, without what was known");
	}
	if (result == 0)
		result = load_leaves(pins, err);
	buf_release(&text);
	return result;
}

void
pins_release(struct pins *pins)
{
	buf_release(&pins->file);
	free(pins->at);
	leaves_release(&pins->leaves);
	memset(pins, 0, sizeof *pins);
}

int
pins_note_host(struct pins *pins, const char *host_sign, struct err *err)
{
	if (pins->has_host && strcmp(pins->host_sign, host_sign) != 0) {
		err_set(err, ERR_AUTH, "game %s is signed by another host than before", pins->game);
		return err_hint(err,
		    "ask your host on another way; if the key did change, remove %s", pins->file.p);
	}
	if (!pins->has_host) {
		(void)memcpy(pins->host_sign, host_sign, sizeof pins->host_sign);
		pins->has_host = true;
		pins->is_new = true;
	}
	return 0;
}

/* A digest seen. */
static int
note(struct pins *pins, int64_t n, const struct hash *hash, struct err *err)
{
	for (size_t i = pins->n; i-- > 0;) {
		if (pins->at[i].n != n)
			continue;
		if (seal_equal(pins->at[i].hash.b, hash->b, HASH_BYTES))
			return 0;
		err_set(
		    err, ERR_AUTH, "two different digests %" PRId64 " of game %s", n, pins->game);
		return err_hint(err, "the host shows two histories; keep both files as proof");
	}
	add(pins, n, hash);
	pins->is_new = true;
	return 0;
}

int
pins_note_all(
    struct pins *pins, const struct transcript *tr, const struct leaves *leaves, struct err *err)
{
	if (pins_note_host(pins, tr->host_sign, err) < 0)
		return -1;
	for (size_t i = 0; i < tr->n_copy; i++) {
		const struct transcript_copy *c = &tr->copy[i];

		if (shown_check(tr->text.p, &c->t.signed_part, c->n, err) < 0 ||
		    note(pins, c->n, &c->hash, err) < 0)
			return -1;
	}
	/* What was known before is the beginning of it. */
	for (size_t i = pins->leaves.n; i < leaves->n; i++)
		leaves_add(&pins->leaves, &leaves->at[i]);
	if (leaves->n > pins->leaves_kept)
		pins->is_new = pins->has_new_leaves = true;
	return 0;
}

int
pins_save(struct pins *pins, struct err *err)
{
	struct buf folder = BUF_INIT, text = BUF_INIT;
	int result;

	if (!pins->is_new || pins->file.n == 0)
		return 0;
	buf_fmt(&text, "%s\nhost: %s\n", first_line, pins->host_sign);
	for (size_t i = 0; i < pins->n; i++) {
		char hash[HASH_TEXT + 1];

		hash_text(&pins->at[i].hash, hash);
		buf_fmt(&text, "%" PRId64 " %s\n", pins->at[i].n, hash);
	}
	buf_add(&folder, pins->file.p, (size_t)(strrchr(pins->file.p, '/') - pins->file.p));
	result = file_mkdirs(folder.p, 1, err);
	if (result == 0 && pins->has_new_leaves) {
		struct buf leaves = BUF_INIT, file = BUF_INIT;

		buf_fmt(&file, "%s.leaves", pins->file.p);
		leaves_text(&pins->leaves, &leaves);
		result = file_write(file.p, buf_cstr(&leaves), leaves.n, err);
		buf_release(&leaves);
		buf_release(&file);
	}
	if (result == 0)
		result = file_write(pins->file.p, text.p, text.n, err);
	if (result == 0)
		pins->is_new = false;
	buf_release(&folder);
	buf_release(&text);
	return result;
}
