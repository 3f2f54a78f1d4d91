/*
 * The files `pins` and `leaves`.
 *
 * (P1) Facts that no digest repeats (the host's key, shares, lost digests) have two lines, one near
 *      each end.
 * (P2) Leaves are used only if all that were written are there: half a deal would give wrong
 *      results, none does not.
 */
#include "record/pins.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "record/checked.h"
#include "record/home.h"
#include "record/pins_mend.h"
#include "util/base32.h"
#include "util/file.h"
#include "util/lines.h"
#include "util/mem.h"

enum { PINS_LIMIT = 64 << 20 };

static const char heading[] = "adit-pins v3", any_heading[] = "adit-pins v",
		  leaves_heading[] = "adit-leaves v2";

/* ---- reading a line ---------------------------------------------------------------------------------- */

/* Returns the next word of a line, without blanks. */
static struct slice
next_word(struct slice *rest)
{
	const char *blank = memchr(rest->s, ' ', rest->n);
	struct slice w = { rest->s, blank != NULL ? (size_t)(blank - rest->s) : rest->n };
	size_t taken = blank != NULL ? w.n + 1 : w.n;

	*rest = (struct slice){ rest->s + taken, rest->n - taken };
	return w;
}

static bool
next_number(struct slice *rest, int64_t max, int64_t *n)
{
	struct slice w = next_word(rest);

	return number_parse(w.s, w.n, max, n) == 0;
}

static bool
next_hash(struct slice *rest, unsigned char out[static HASH_BYTES])
{
	struct slice w = next_word(rest);

	return base32_parse(w.s, w.n, out, HASH_BYTES) == 0;
}

/* "host KEY FACTS" */
static bool
parse_host(struct pins *pins, struct slice *rest)
{
	struct slice key = next_word(rest);
	int64_t facts;

	if (key.n == 0 || key.n > SIGN_TEXT || !next_number(rest, INT32_MAX, &facts))
		return false;
	memcpy(pins->host_sign, key.s, key.n);
	pins->host_sign[key.n] = '\0';
	pins->has_host = true;
	pins->facts = (size_t)facts;
	return true;
}

/* "share SEAT OPENER HEAD" */
static bool
parse_share(struct pins *pins, struct slice *rest)
{
	struct pinned_share share = { .seat = "" };
	struct slice seat = next_word(rest);

	if (seat.n == 0 || seat.n > NAME_MAX_LEN || !next_hash(rest, share.opener.b) ||
	    !next_hash(rest, share.head.b))
		return false;
	memcpy(share.seat, seat.s, seat.n);
	if (pins_share(pins, share.seat, &share.opener) == NULL)
		pins_note_share(pins, &share);
	return true;
}

/* "lost 7 HASH" */
static bool
parse_lost(struct pins *pins, struct slice *rest)
{
	struct hash hash;
	int64_t n;

	if (!next_number(rest, INT64_MAX, &n) || !next_hash(rest, hash.b))
		return false;
	(void)pins_add_lost(pins, n, &hash);
	return true;
}

/* "12 HASH PREV ZERO ATTEMPT SIG" */
static bool
parse_digest(struct pins *pins, struct slice rest, int line)
{
	struct pin pin = { .line = line };
	struct slice word;
	int64_t attempt = 0;

	if (!next_number(&rest, INT64_MAX, &pin.n) || !next_hash(&rest, pin.hash.b) ||
	    !next_hash(&rest, pin.prev))
		return false;
	word = next_word(&rest);
	if (pin.n == 0 && slice_is(word, "-"))
		pin.zero = pin.hash;
	else if (base32_parse(word.s, word.n, pin.zero.b, HASH_BYTES) < 0)
		return false;
	word = next_word(&rest);
	if (!slice_is(word, "-") && number_parse(word.s, word.n, UINT32_MAX, &attempt) < 0)
		return false;
	pin.opens = (uint32_t)attempt;
	if (order_block_sig_parse(rest.s, rest.n, pin.sig.b) < 0)
		return false;
	GROW(pins->at, pins->n);
	pins->at[pins->n++] = pin;
	return true;
}

static void
record_damage(struct pins_damage *d, int line)
{
	if (d->lines++ == 0)
		d->first = line;
}

/* ---- reading a file ---------------------------------------------------------------------------------- */

static size_t
facts(const struct pins *pins)
{
	return pins->n + pins->n_share + pins->n_lost;
}

/* Parses one line; *hosts counts the lines of the host's key. */
static bool
parse_line(struct pins *pins, struct slice line, int number, unsigned *hosts)
{
	struct slice text, rest, word;

	if (!checked_read(line.s, line.n, &text))
		return false;
	rest = text;
	word = next_word(&rest);
	if (slice_is(word, "share"))
		return parse_share(pins, &rest);
	if (slice_is(word, "lost"))
		return parse_lost(pins, &rest);
	if (!slice_is(word, "host"))
		return parse_digest(pins, text, number);
	++*hosts;
	return parse_host(pins, &rest);
}

static int
other_version(const char *file, struct err *err)
{
	err_set(err, ERR_CORRUPT, "%s is of another version of adit", file);
	return err_hint(err, "move it away to begin without what was known");
}

static int
parse_pins(struct pins *pins, const char *file, const struct buf *text, struct err *err)
{
	struct lines l = { buf_cstr(text), text->n, 0, 1 };
	struct slice line = { "", 0 };
	unsigned hosts = 0;
	bool is_other, any = lines_next(&l, &line.s, &line.n);

	is_other = any && !slice_is(line, heading) && slice_starts(line, any_heading);
	if (!any || !slice_is(line, heading))
		record_damage(&pins->damage, 1);
	while (lines_next(&l, &line.s, &line.n))
		if (!parse_line(pins, line, l.line - 1, &hosts))
			record_damage(&pins->damage, l.line - 1);
	/* One bit changes a 3 to a 2. A file of another version has no line of this version. */
	if (is_other && hosts == 0 && facts(pins) == 0)
		return other_version(file, err);
	if (pins->damage.lines == 0 && (hosts != 2 || facts(pins) != pins->facts))
		record_damage(&pins->damage, 0);
	pins->is_host_lost = !pins->has_host;
	pins->is_new = pins->damage.lines > 0;
	return 0;
}

/* (P2) */
static void
parse_leaves(struct pins *pins, const struct buf *text)
{
	struct lines l = { buf_cstr(text), text->n, 0, 1 };
	struct slice line, rest, word;
	struct err none = ERR_INIT;
	int64_t count = -1;

	if (lines_next(&l, &line.s, &line.n) && checked_read(line.s, line.n, &rest) &&
	    slice_starts(rest, leaves_heading)) {
		(void)next_word(&rest);
		word = next_word(&rest);
		if (!next_number(&rest, INT32_MAX, &count))
			count = -1;
	}
	if (count < 0)
		record_damage(&pins->leaves_damage, 1);
	while (lines_next(&l, &line.s, &line.n))
		if (!checked_read(line.s, line.n, &word) ||
		    leaf_parse(word.s, word.n, &pins->leaves, &none) < 0)
			record_damage(&pins->leaves_damage, l.line - 1);
	if (pins->leaves_damage.lines == 0 && pins->leaves.n != (size_t)count)
		record_damage(&pins->leaves_damage, 0);
	if (pins->leaves_damage.lines > 0) {
		leaves_release(&pins->leaves);
		pins->is_new = pins->has_new_leaves = true;
	}
}

/* Reads a file of the folder. Returns 1 if there is none. */
static int
load_file(
    const struct pins *pins, const char *name, struct buf *file, struct buf *text, struct err *err)
{
	struct err why = ERR_INIT;

	buf_fmt(file, "%s/%s", pins->folder.p, name);
	if (file_read_nofollow(file->p, PINS_LIMIT, text, &why) == 0)
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
	int result = load_file(pins, "leaves", &file, &text, err);

	if (result == 0)
		parse_leaves(pins, &text);
	pins->leaves_kept = pins->leaves.n;
	buf_release(&text);
	buf_release(&file);
	return result < 0 ? -1 : 0;
}

static int
load_pins(struct pins *pins, struct err *err)
{
	struct buf file = BUF_INIT, text = BUF_INIT;
	int result = load_file(pins, "pins", &file, &text, err);

	if (result == 0)
		result = parse_pins(pins, file.p, &text, err);
	buf_release(&text);
	buf_release(&file);
	return result < 0 ? -1 : 0;
}

int
pins_load(struct pins *pins, const char *home, const char *game, const struct rules *const *games,
    struct err *err)
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
	if (load_pins(pins, err) < 0 || load_leaves(pins, err) < 0)
		return -1;
	if (pins->damage.lines > 0 || pins->leaves_damage.lines > 0)
		return pins_mend(pins, games, err);
	return 0;
}

/* ---- messages about damage --------------------------------------------------------------------------- */

static const struct pin *
find(const struct pins *pins, int64_t n)
{
	for (size_t i = 0; i < pins->n; i++)
		if (pins->at[i].n == n)
			return &pins->at[i];
	return NULL;
}

/* True if every fact of the file is known, or is in these digests, of which some may be new. */
static bool
knows_all(const struct pins *pins, const struct transcript *tr)
{
	int64_t newest = -1, known = (int64_t)pins->n;

	for (size_t i = 0; i < pins->n; i++)
		newest = pins->at[i].n > newest ? pins->at[i].n : newest;
	for (size_t i = 0; tr != NULL && i < tr->n_copy; i++) {
		bool again = find(pins, tr->copy[i].n) != NULL;

		for (size_t k = 0; k < i && !again; k++)
			again = tr->copy[k].n == tr->copy[i].n;
		known += !again;
		newest = tr->copy[i].n > newest ? tr->copy[i].n : newest;
	}
	if (pins->facts == 0 || (size_t)known + pins->n_share + pins->n_lost < pins->facts)
		return false;
	return facts(pins) >= pins->facts || known == newest + 1;
}

/* True if every pinned digest is in the record or among these. */
static bool
has_leaves(const struct pins *pins, const struct transcript *tr)
{
	for (size_t i = 0; i < pins->n; i++) {
		bool is_here = pins->at[i].is_kept;

		for (size_t k = 0; tr != NULL && k < tr->n_copy && !is_here; k++)
			is_here = tr->copy[k].n == pins->at[i].n;
		if (!is_here)
			return false;
	}
	return true;
}

static void
append_damage(
    const struct pins *pins, const struct pins_damage *d, const char *name, struct buf *out)
{
	if (d->lines == 0)
		return;
	buf_fmt(out, "%s%s/%s: ", out->n > 0 ? ", and " : "", pins->folder.p, name);
	if (d->first == 0)
		buf_str(out, "lines are missing at its end");
	else
		buf_fmt(out, "line %d is damaged", d->first);
	if (d->lines > 1)
		buf_fmt(out, ", as %s %u more", d->lines > 2 ? "are" : "is", d->lines - 1);
}

void
pins_damage_text(const struct pins *pins, const struct transcript *tr, struct buf *out)
{
	const bool knows_pins = pins->damage.lines == 0 || knows_all(pins, tr),
		   knows_leaves = pins->leaves_damage.lines == 0 || has_leaves(pins, tr);

	append_damage(pins, &pins->damage, "pins", out);
	append_damage(pins, &pins->leaves_damage, "leaves", out);
	if (out->n > 0)
		buf_str(out,
		    knows_pins && knows_leaves ?
			"; nothing is lost, digests say the same" :
			"; what was written there is lost: read the digests of the game again");
}

/* ---- writing ----------------------------------------------------------------------------------------- */

/* Moves a line, without its end, from `line` to `out`. */
static void
append_line(struct buf *line, struct buf *out)
{
	checked_line(line->p, line->n, out);
	buf_clear(line);
}

static void
append_host(const struct pins *pins, struct buf *line, struct buf *out)
{
	buf_fmt(line, "host %s %zu", pins->host_sign, facts(pins));
	append_line(line, out);
}

static void
append_own(const struct pins *pins, struct buf *line, struct buf *out)
{
	char hash[HASH_TEXT + 1], other[HASH_TEXT + 1];

	for (size_t i = 0; i < pins->n_share; i++) {
		hash_text(&pins->share[i].opener, hash);
		hash_text(&pins->share[i].head, other);
		buf_fmt(line, "share %s %s %s", pins->share[i].seat, hash, other);
		append_line(line, out);
	}
	for (size_t i = 0; i < pins->n_lost; i++) {
		hash_text(&pins->lost[i].hash, hash);
		buf_fmt(line, "lost %" PRId64 " %s", pins->lost[i].n, hash);
		append_line(line, out);
	}
}

static void
append_digest(const struct pin *p, struct buf *line, struct buf *out)
{
	char hash[HASH_TEXT + 1], prev[HASH_TEXT + 1], zero[HASH_TEXT + 1] = "-";
	char sig[MINISIGN_TEXT + 1];

	hash_text(&p->hash, hash);
	base32_text(p->prev, HASH_BYTES, prev);
	if (p->n > 0)
		hash_text(&p->zero, zero);
	order_block_sig_text(p->sig.b, sig);
	buf_fmt(line, "%" PRId64 " %s %s %s ", p->n, hash, prev, zero);
	if (p->opens > 0)
		buf_fmt(line, "%" PRIu32 " %s", p->opens, sig);
	else
		buf_fmt(line, "- %s", sig);
	append_line(line, out);
}

/* (P1) */
static void
pins_text(const struct pins *pins, struct buf *out)
{
	struct buf line = BUF_INIT;

	buf_fmt(out, "%s\n", heading);
	append_host(pins, &line, out);
	append_own(pins, &line, out);
	for (size_t i = 0; i < pins->n; i++)
		append_digest(&pins->at[i], &line, out);
	append_own(pins, &line, out);
	append_host(pins, &line, out);
	buf_release(&line);
}

static void
all_leaves_text(const struct leaves *l, struct buf *out)
{
	struct buf line = BUF_INIT;

	buf_fmt(&line, "%s %zu", leaves_heading, l->n);
	append_line(&line, out);
	for (size_t i = 0; i < l->n; i++) {
		leaf_text(&l->at[i], &line);
		append_line(&line, out);
	}
	buf_release(&line);
}

/* Writes a file of the folder. */
static int
save_file(const struct pins *pins, const char *name, const struct buf *text, struct err *err)
{
	struct buf file = BUF_INIT;
	int result;

	buf_fmt(&file, "%s/%s", pins->folder.p, name);
	result = file_write(file.p, buf_cstr(text), text->n, err);
	buf_release(&file);
	return result;
}

int
pins_save(struct pins *pins, struct err *err)
{
	struct buf text = BUF_INIT, leaves = BUF_INIT;
	int result = 0;

	if (!pins->is_new || pins->folder.n == 0)
		return 0;
	pins_text(pins, &text);
	all_leaves_text(&pins->leaves, &leaves);
	if (pins->has_new_leaves)
		result = save_file(pins, "leaves", &leaves, err);
	if (result == 0)
		result = save_file(pins, "pins", &text, err);
	if (result == 0)
		pins->is_new = false;
	buf_release(&text);
	buf_release(&leaves);
	return result;
}
