/*
 * Pins.
 *
 * (N1) A pin is never changed: what contradicts one is an error, and the file stays as it is.
 */
#include "record/pins.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "record/home.h"
#include "util/lines.h"
#include "util/file.h"
#include "util/mem.h"
#include "util/base32.h"
#include "util/word.h"

enum { PINS_LIMIT = 64 << 20 };

static const char first_line[] = "adit-pins v2";

static void
add(struct pins *pins, struct pin pin)
{
	GROW(pins->at, pins->n);
	pins->at[pins->n++] = pin;
}

struct pin
pin_of(const struct transcript_copy *c)
{
	struct pin pin = { .n = c->n, .hash = c->hash, .zero = c->zero, .opens = c->opens };

	memcpy(pin.prev, c->prev, sizeof pin.prev);
	return pin;
}

/* The next word of a line, without blanks. */
static struct word
next_word(struct word *rest)
{
	const char *blank = memchr(rest->s, ' ', rest->n);
	struct word w = { rest->s, blank != NULL ? (size_t)(blank - rest->s) : rest->n };
	size_t taken = blank != NULL ? w.n + 1 : w.n;

	*rest = (struct word){ rest->s + taken, rest->n - taken };
	return w;
}

static int
parse_hash(struct word *rest, unsigned char out[static HASH_BYTES])
{
	struct word w = next_word(rest);

	return base32_parse(w.s, w.n, out, HASH_BYTES);
}

static bool
add_lost(struct pins *pins, int64_t n, const struct hash *hash)
{
	if (given_up_has(pins->lost, pins->n_lost, n, hash))
		return false;
	GROW(pins->lost, pins->n_lost);
	pins->lost[pins->n_lost++] = (struct given_up){ n, *hash };
	pins->is_new = true;
	return true;
}

/* "lost 7 HASH" */
static int
parse_lost(struct pins *pins, struct word *rest)
{
	struct word word = next_word(rest);
	struct hash hash;
	int64_t n;

	if (number_parse(word.s, word.n, INT64_MAX, &n) < 0 || parse_hash(rest, hash.b) < 0)
		return -1;
	(void)add_lost(pins, n, &hash);
	return 0;
}

/* "12 HASH PREV", perhaps "2 HASH PREV attempt 2"; "share SEAT OPENER HEAD"; "lost 7 HASH": 0, or -1. */
static int
parse_pin(struct pins *pins, const char *p, size_t n)
{
	struct word rest = { p, n }, word = next_word(&rest);
	struct pin pin = { .n = 0 };
	struct pinned_share share = { .seat = "" };
	int64_t attempt = 0;

	if (word_is(word, "lost"))
		return parse_lost(pins, &rest);
	if (word_is(word, "share")) {
		word = next_word(&rest);
		if (word.n == 0 || word.n > NAME_MAX_LEN || parse_hash(&rest, share.opener.b) < 0 ||
		    parse_hash(&rest, share.head.b) < 0)
			return -1;
		memcpy(share.seat, word.s, word.n);
		pins_note_share(pins, &share);
		return 0;
	}
	if (number_parse(word.s, word.n, INT64_MAX, &pin.n) < 0 ||
	    parse_hash(&rest, pin.hash.b) < 0 || parse_hash(&rest, pin.prev) < 0)
		return -1;
	if (rest.n > 0 &&
	    (!word_is(next_word(&rest), "attempt") ||
		number_parse(rest.s, rest.n, UINT32_MAX, &attempt) < 0))
		return -1;
	pin.opens = (uint32_t)attempt;
	add(pins, pin);
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
			    err, ERR_CORRUPT, l.line - 1, "expected a number and two hashes");
	}
	pins->is_new = false;
	return 0;
}

/* A file of the folder.  1: there is none. */
static int
load(const struct pins *pins, const char *name, struct buf *file, struct buf *text, struct err *err)
{
	struct err why = ERR_INIT;

	buf_fmt(file, "%s/%s", pins->folder.p, name);
	if (file_read_own(file->p, PINS_LIMIT, text, &why) == 0)
		return 0;
	if (why.code == ERR_NOT_FOUND)
		return 1;
	*err = why;
	return -1;
}

static int
load_leaves(struct pins *pins, struct err *err)
{
	struct buf file = BUF_INIT, text = BUF_INIT;
	struct err why = ERR_INIT;
	int result = load(pins, "leaves", &file, &text, err);

	if (result == 0 && leaves_parse(buf_cstr(&text), text.n, &pins->leaves, &why) < 0) {
		err_set(err, ERR_CORRUPT, "%s, where leaves of the deal are noted, is damaged: %s",
		    file.p, why.msg);
		result = err_hint(err, "remove it to begin anew, without what was known");
	}
	pins->leaves_kept = pins->leaves.n;
	buf_release(&text);
	buf_release(&file);
	return result < 0 ? -1 : 0;
}

static int
load_pins(struct pins *pins, struct err *err)
{
	struct buf file = BUF_INIT, text = BUF_INIT;
	struct err why = ERR_INIT;
	int result = load(pins, "pins", &file, &text, err);

	if (result == 0 && parse(pins, &text, &why) < 0) {
		err_set(err, ERR_CORRUPT,
		    "%s, where seen digests are noted, is damaged: line %d: %s", file.p, why.line,
		    why.msg);
		result = err_hint(err, "remove it to begin anew, without what was known");
	}
	buf_release(&text);
	buf_release(&file);
	return result < 0 ? -1 : 0;
}

/* What an adit before this one kept in two files goes into the folder, before anything is read there. */
static int
take_over(const char *home, const char *game, struct err *err)
{
	struct home_hold hold;

	if (!home_is_old(home, game))
		return 0;
	if (home_hold(home, game, &hold, err) < 0)
		return -1;
	home_let_go(&hold);
	return 0;
}

int
pins_load(struct pins *pins, const char *home, const char *game, struct err *err)
{
	struct buf folder = BUF_INIT;
	int result;

	memset(pins, 0, sizeof *pins);
	result = home_folder(home != NULL ? home : "", game, &folder, err);
	if (result == 0)
		(void)memcpy(pins->game, game, strlen(game) + 1);
	if (result < 0 || home == NULL) {
		buf_release(&folder);
		return result;
	}
	pins->folder = folder;
	if (take_over(home, game, err) < 0 || load_pins(pins, err) < 0)
		return -1;
	return load_leaves(pins, err);
}

void
pins_release(struct pins *pins)
{
	buf_release(&pins->folder);
	free(pins->at);
	free(pins->share);
	free(pins->lost);
	leaves_release(&pins->leaves);
	memset(pins, 0, sizeof *pins);
}

int
pins_note_host(struct pins *pins, const char *host_sign, struct err *err)
{
	if (pins->has_host && strcmp(pins->host_sign, host_sign) != 0) {
		err_set(err, ERR_AUTH, "game %s is signed by another host than before", pins->game);
		return err_hint(err, "ask your host on another way; to begin anew, move %s away",
		    pins->folder.p);
	}
	if (!pins->has_host) {
		(void)memcpy(pins->host_sign, host_sign, sizeof pins->host_sign);
		pins->has_host = true;
		pins->is_new = true;
	}
	return 0;
}

static const struct pin *
find(const struct pins *pins, int64_t n)
{
	for (size_t i = pins->n; i-- > 0;)
		if (pins->at[i].n == n)
			return &pins->at[i];
	return NULL;
}

/* The number of a digest seen that does not go with this one, or behind it; -1: none. */
static int64_t
broken(const struct pins *pins, const struct pin *new)
{
	const struct pin *same = find(pins, new->n), *last = find(pins, new->n - 1),
			 *next = find(pins, new->n + 1), *zero = find(pins, 0);

	if (same != NULL)
		return seal_equal(same->hash.b, new->hash.b, HASH_BYTES) ? -1 : new->n;
	if (last != NULL && !seal_equal(new->prev, last->hash.b, HASH_BYTES))
		return last->n;
	if (zero != NULL && !seal_equal(new->zero.b, zero->hash.b, HASH_BYTES))
		return 0;
	return next != NULL && !seal_equal(next->prev, new->hash.b, HASH_BYTES) ? next->n : -1;
}

/* The leaves of digest n go. */
static void
drop_leaves(struct pins *pins, int64_t n)
{
	struct leaves *l = &pins->leaves;
	size_t kept = 0;

	for (size_t i = 0; i < l->n; i++)
		if (l->at[i].n != n)
			l->at[kept++] = l->at[i];
	pins->has_new_leaves = pins->has_new_leaves || kept < l->n;
	l->n = kept;
}

static struct given_up_item
item_of(const struct pins *pins, const struct pin *pin)
{
	struct given_up_item item = { .n = pin->n, .hash = pin->hash };

	memcpy(item.prev, pin->prev, sizeof item.prev);
	item.is_named = given_up_has(pins->lost, pins->n_lost, pin->n, &pin->hash);
	return item;
}

size_t
pins_give_up(struct pins *pins, const struct transcript *tr)
{
	struct given_up_item *item = mem_zero(pins->n + tr->n_copy + 1, sizeof *item);
	size_t kept = 0, n_given = 0;

	for (size_t i = 0; i < tr->n_copy; i++)
		if (tr->copy[i].gives.n > 0)
			(void)add_lost(pins, tr->copy[i].gives.n, &tr->copy[i].gives.hash);
	for (size_t i = 0; i < tr->n_lost; i++)
		(void)add_lost(pins, tr->lost[i].n, &tr->lost[i].hash);
	for (size_t i = 0; i < pins->n; i++)
		item[i] = item_of(pins, &pins->at[i]);
	for (size_t i = 0; i < tr->n_copy; i++) {
		const struct pin pin = pin_of(&tr->copy[i]);

		item[pins->n + i] = item_of(pins, &pin);
	}
	if (pins->n_lost > 0)
		given_up_find(item, pins->n + tr->n_copy);
	for (size_t i = 0; i < pins->n; i++) {
		if (!item[i].is_lost) {
			pins->at[kept++] = pins->at[i];
			continue;
		}
		n_given++;
		(void)add_lost(pins, item[i].n, &item[i].hash);
		drop_leaves(pins, item[i].n);
		pins->is_new = true;
	}
	pins->n = kept;
	free(item);
	return n_given;
}

bool
pins_contradict(const struct pins *pins, const struct transcript_copy *c)
{
	const struct pin new = pin_of(c);

	return broken(pins, &new) >= 0;
}

/* A digest seen: the same as before, and next to its neighbours. */
static int
note(struct pins *pins, const struct transcript_copy *c, struct err *err)
{
	const struct pin new = pin_of(c);
	int64_t other = broken(pins, &new);

	if (other >= 0 && given_up_has(pins->lost, pins->n_lost, new.n, &new.hash)) {
		(void)err_set(err, ERR_STALE,
		    "digest %" PRId64 " of game %s is one that the host has lost and given up",
		    new.n, pins->game);
		return err_hint(err, "read the newest one");
	}
	if (other < 0 && find(pins, new.n) == NULL) {
		add(pins, new);
		pins->is_new = true;
	}
	if (other < 0)
		return 0;
	if (other == new.n)
		err_set(err, ERR_AUTH, "two different digests %" PRId64 " of game %s", new.n,
		    pins->game);
	else
		err_set(err, ERR_AUTH,
		    "digest %" PRId64 " of game %s does not continue digest %" PRId64
		    ": one of them was seen before",
		    other > new.n ? other : new.n, pins->game, other > new.n ? new.n : other);
	return err_hint(err, "the host shows two histories; keep both files as proof");
}

const struct pinned_share *
pins_share(const struct pins *pins, const char *seat, const struct hash *opener)
{
	for (size_t i = pins->n_share; i-- > 0;)
		if (strcmp(pins->share[i].seat, seat) == 0 &&
		    seal_equal(pins->share[i].opener.b, opener->b, HASH_BYTES))
			return &pins->share[i];
	return NULL;
}

void
pins_note_share(struct pins *pins, const struct pinned_share *share)
{
	GROW(pins->share, pins->n_share);
	pins->share[pins->n_share++] = *share;
	pins->is_new = true;
}

/* What was known before is most often the beginning of it; another reader may have added some meanwhile. */
static void
note_leaves(struct pins *pins, const struct leaves *leaves)
{
	const struct leaves *known = &pins->leaves;

	for (size_t i = 0; i < leaves->n; i++) {
		const struct leaf *l = &leaves->at[i];

		if (i < known->n && memcmp(known->at[i].hash, l->hash, sizeof l->hash) == 0)
			continue;
		if (leaves_find(known, l->n, l->round, l->pile, l->index) == NULL)
			leaves_add(&pins->leaves, l);
	}
	if (pins->leaves.n > pins->leaves_kept)
		pins->is_new = pins->has_new_leaves = true;
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
		    note(pins, c, err) < 0)
			return -1;
	}
	note_leaves(pins, leaves);
	return 0;
}

/* A file of the folder. */
static int
save(const struct pins *pins, const char *name, const struct buf *text, struct err *err)
{
	struct buf file = BUF_INIT;
	int result;

	buf_fmt(&file, "%s/%s", pins->folder.p, name);
	result = file_write(file.p, buf_cstr(text), text->n, err);
	buf_release(&file);
	return result;
}

static int
save_leaves(const struct pins *pins, struct err *err)
{
	struct buf text = BUF_INIT;
	int result;

	leaves_text(&pins->leaves, &text);
	result = save(pins, "leaves", &text, err);
	buf_release(&text);
	return result;
}

int
pins_save(struct pins *pins, struct err *err)
{
	struct buf text = BUF_INIT;
	char hash[HASH_TEXT + 1], other[HASH_TEXT + 1];
	int result = 0;

	if (!pins->is_new || pins->folder.n == 0)
		return 0;
	buf_fmt(&text, "%s\nhost: %s\n", first_line, pins->host_sign);
	for (size_t i = 0; i < pins->n; i++) {
		const struct pin *p = &pins->at[i];

		hash_text(&p->hash, hash);
		base32_text(p->prev, HASH_BYTES, other);
		buf_fmt(&text, "%" PRId64 " %s %s", p->n, hash, other);
		if (p->opens > 0)
			buf_fmt(&text, " attempt %" PRIu32, p->opens);
		buf_chr(&text, '\n');
	}
	for (size_t i = 0; i < pins->n_share; i++) {
		hash_text(&pins->share[i].opener, hash);
		hash_text(&pins->share[i].head, other);
		buf_fmt(&text, "share %s %s %s\n", pins->share[i].seat, hash, other);
	}
	for (size_t i = 0; i < pins->n_lost; i++) {
		hash_text(&pins->lost[i].hash, hash);
		buf_fmt(&text, "lost %" PRId64 " %s\n", pins->lost[i].n, hash);
	}
	if (pins->has_new_leaves)
		result = save_leaves(pins, err);
	if (result == 0)
		result = save(pins, "pins", &text, err);
	if (result == 0)
		pins->is_new = false;
	buf_release(&text);
	return result;
}
