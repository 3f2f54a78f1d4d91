/*
 * Orders for a repository.
 *
 * (D1) The files on a branch are untrusted. A line in another form is ignored.
 */
#include "player/verify.h"
#include "record/folder.h"
#include "repo/git_order.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "record/keys.h"
#include "mail/rawmail.h"
#include "record/receipt.h"
#include "record/signed_order.h"
#include "util/file.h"
#include "util/lines.h"
#include "util/mem.h"
#include "util/slice.h"

enum { EARLIER = 8, EARLIER_FROM = 1000, NOW = 1999, LIST_MAX = 1 << 20 };

struct sending {
	char game[ORDER_BLOCK_GAME_MAX + 1];
	char seat[NAME_MAX_LEN + 1];
	char hash[HASH_TEXT + 1];
	struct buf block;
};

/* An order sent before. */
struct earlier {
	char object[65];
	char hash[HASH_TEXT + 1];
};

/* ---- the seat of the order ------------------------------------------------------------------- */

/* Returns a line unique to this block: its nonce, else line 4, the first line of sealed text. */
static struct slice
find_mark(const struct buf *block)
{
	struct lines l = { buf_cstr(block), block->n, 0, 1 };
	struct slice line, mark = { "", 0 };

	while (lines_next(&l, &line.s, &line.n)) {
		if (line.n > 0 && line.s[line.n - 1] == '\r')
			line.n--;
		if (slice_starts(line, "nonce: "))
			return line;
		if (l.line == 4)
			mark = line;
	}
	return mark;
}

/* Returns 1 if the order was not signed in this home. */
static int
find_signed(const struct user *u, struct sending *o, struct err *err)
{
	struct slice mark = find_mark(&o->block);
	struct buf dir = BUF_INIT, file = BUF_INIT, text = BUF_INIT;
	struct signed_list list = { 0, NULL };
	struct err why = ERR_INIT;
	int result = 0;
	bool found = false;

	if (mark.n > 0 && user_game(u, o->game, &dir, &why) == 0)
		result = signed_list(dir.p, &list, err);
	for (size_t i = list.count; i > 0 && !found && result == 0; i--) {
		buf_clear(&file);
		buf_clear(&text);
		signed_order_path(dir.p, &list.at[i - 1], &file);
		if (file_read_nofollow(file.p, LIST_MAX, &text, &why) < 0 && why.code == ERR_BUSY) {
			*err = why;
			result = -1;
		}
		found = result == 0 && text.n > 0 && memmem(text.p, text.n, mark.s, mark.n) != NULL;
		if (found) {
			memcpy(o->seat, list.at[i - 1].seat, sizeof o->seat);
			hash_text(&list.at[i - 1].hash, o->hash);
		}
	}
	signed_list_release(&list);
	buf_release(&dir);
	buf_release(&file);
	buf_release(&text);
	return result < 0 ? -1 : !found;
}

/* Uses the last seat: in the block, else the name of the key. */
static int
guess(const struct user *u, struct sending *o, struct err *err)
{
	const char *key = u->key_arg != NULL ? u->key_arg : "", *slash = strrchr(key, '/');
	struct lines l = { buf_cstr(&o->block), o->block.n, 0, 1 };
	struct hash hash = receipt_sealed_hash(buf_cstr(&o->block), o->block.n);
	struct err none = ERR_INIT;
	struct slice line;

	hash_text(&hash, o->hash);
	(void)snprintf(o->seat, sizeof o->seat, "%s", slash != NULL ? slash + 1 : key);
	while (lines_next(&l, &line.s, &line.n)) {
		if (slice_starts(line, "seat: ") && line.n - 6 <= NAME_MAX_LEN) {
			memcpy(o->seat, line.s + 6, line.n - 6);
			o->seat[line.n - 6] = '\0';
		}
	}
	if (o->seat[0] != '\0' && keys_name_check(o->seat, &none) == 0)
		return 0;
	return err_set(err, ERR_USAGE, "the seat of the order is unknown: give it with -k");
}

/* ---- orders sent before ---------------------------------------------------------------------- */

/* (D1) Parses "OBJECT inbox/1000/HASH.txt". */
static bool
parse(struct slice line, struct earlier *e)
{
	static const char hex[] = "0123456789abcdef", behind[] = ".txt";
	char text[192], *object, *path, *rest;

	if (line.n >= sizeof text)
		return false;
	memcpy(text, line.s, line.n);
	text[line.n] = '\0';
	object = text;
	path = object + strspn(object, hex);
	if (path - object < 40 || path - object > 64 || strncmp(path, " inbox/", 7) != 0)
		return false;
	rest = path + 7 + strspn(path + 7, "0123456789");
	*path = '\0';
	if (rest == path + 7 || rest[0] != '/' || strlen(rest + 1) != HASH_TEXT + strlen(behind) ||
	    strcmp(rest + 1 + HASH_TEXT, behind) != 0)
		return false;
	rest[1 + HASH_TEXT] = '\0';
	if (strspn(rest + 1, "abcdefghijklmnopqrstuvwxyz234567") != HASH_TEXT)
		return false;
	memcpy(e->object, object, (size_t)(path - object) + 1);
	memcpy(e->hash, rest + 1, HASH_TEXT + 1);
	return true;
}

/* Returns the digest that the order caused; -1: none. */
static int64_t
find_made(const struct transcript *tr, const char *hash, struct digest *d)
{
	struct err none = ERR_INIT;
	struct hash made;

	if (hash_parse(hash, HASH_TEXT, &made) < 0)
		return -1;
	for (int64_t n = 0; n < tr->n; n++) {
		if (transcript_parse(tr, n, d, &none) == 0 && d->has_order &&
		    memcmp(d->order, made.b, sizeof d->order) == 0)
			return n;
	}
	return -1;
}

/* Writes the newest orders of the list to their paths. */
static int
put_earlier(const struct user *u, const struct sending *o, const struct transcript *tr,
    struct buf *out, struct err *err)
{
	struct earlier e[EARLIER];
	struct digest *d = mem_new(sizeof *d);
	struct buf list = BUF_INIT;
	struct slice line;
	struct lines l;
	size_t n = 0;
	int result = file_read("-", LIST_MAX, &list, err);

	l = (struct lines){ buf_cstr(&list), list.n, 0, 1 };
	while (result == 0 && lines_next(&l, &line.s, &line.n))
		n += parse(line, &e[n % EARLIER]);
	for (size_t i = 0; i < n && i < EARLIER; i++) {
		const struct earlier *at = &e[(n < EARLIER ? i : n + i) % EARLIER];
		int64_t made = find_made(tr, at->hash, d);

		if (made >= 0)
			output_say(u->out, "order of %s: taken as digest %" PRId64, o->seat, made);
		else if (strcmp(at->hash, o->hash) != 0)
			buf_fmt(out, "M 100644 %s inbox/%zu/%s.txt\n", at->object, EARLIER_FROM + i,
			    at->hash);
	}
	buf_release(&list);
	free(d);
	return result;
}

static int
put_commit(const struct user *u, const struct git_order *what, const struct sending *o,
    const struct transcript *tr, struct err *err)
{
	struct buf *out = u->out->print->out;

	buf_fmt(out,
	    "commit refs/adit/new\nmark :1\ncommitter %s <%s@%s> %" PRId64
	    " +0000\ndata <<END\nan order of %s\nEND\nfrom %s\nD inbox\n",
	    o->seat, o->seat, o->game, u->now, o->seat, what->on);
	if (put_earlier(u, o, tr, out, err) < 0)
		return -1;
	buf_fmt(out, "M 100644 inline inbox/%d/%s.txt\ndata %zu\n", NOW, o->hash, o->block.n);
	buf_add(out, o->block.p, o->block.n);
	buf_str(out, "\ndone\n");
	return 0;
}

static int
pass_over(void *arg, const struct parsed_order *order, struct err *err)
{
	(void)arg, (void)order, (void)err;
	return 0;
}

/* Reads the order, in clear or sealed, and checks that a host would accept the input. */
static int
read_block(const struct user *u, const char *file, struct buf *out, struct err *err)
{
	struct order_scan in = { .name = file, .each = pass_over };

	if (file_read(file, ORDER_BLOCK_INPUT_MAX, out, err) < 0)
		return -1;
	return rawmail_orders_of(u->letter, &in, out, err) != 0 ? -1 : 0;
}

int
git_order_write(const struct user *u, const struct git_order *what, struct err *err)
{
	struct sending o = { .block = BUF_INIT };
	struct buf text = BUF_INIT;
	struct player_read r;
	int result;

	memset(&r, 0, sizeof r);
	result = folder_add_file(what->digests, &text, err);
	if (result == 0)
		result = verify_digests(u, &text, NULL, NULL, NULL, &r, err);
	if (result == 0)
		result = read_block(u, what->block, &o.block, err);
	if (result == 0) {
		memcpy(o.game, r.d.game, sizeof o.game);
		result = find_signed(u, &o, err);
	}
	if (result == 1)
		result = guess(u, &o, err);
	if (result == 0 && what->on == NULL)
		buf_fmt(u->out->print->out, "%s %s\n", o.seat, o.hash);
	if (result == 0 && what->on != NULL) {
		transcript_sort(&r.tr);
		transcript_number(&r.tr);
		result = put_commit(u, what, &o, &r.tr, err);
	}
	player_read_release(&r);
	buf_release(&text);
	buf_release(&o.block);
	return result;
}
