/*
 * Receipts. The layout is specified in adit(5), "Receipts".
 *
 * (R1) receipt_parse accepts what receipt_text makes, and receipt_text makes the same text again.
 * (R2) All boxes have the same length.
 */
#include "wire/receipt.h"

#include <string.h>

#include "util/base32.h"
#include "util/lines.h"
#include "util/slice.h"
#include "util/timestamp.h"
#include "wire/digest.h"

static const char armor_begin[] = "-----BEGIN AGE ENCRYPTED FILE-----";

/* (R2) Headings, hash, code and text; 200 bytes are enough for keys and line ends. */
_Static_assert(RECEIPT_BOX >
	200 + BASE32_HASH + RECEIPT_CODE_MAX + ERR_MSG_MAX + ERR_HINT_MAX + ORDER_BLOCK_CANON_MAX,
    "the longest box fits");

/* ---- writing -------------------------------------------------------------------------------- */

static void
append_hash(const char *key, const unsigned char hash[static 32], struct buf *out)
{
	char text[BASE32_HASH + 1];

	base32_text(hash, 32, text);
	buf_fmt(out, "%s: %s\n", key, text);
}

static void
append_reason(const struct receipt *r, struct buf *out)
{
	if (r->repeated >= 0)
		return;
	buf_fmt(out, "code: %s\nwhy: %s\n", r->code, r->why);
	if (r->hint[0] != '\0')
		buf_fmt(out, "hint: %s\n", r->hint);
}

void
receipt_box_text(const struct receipt *r, struct buf *out)
{
	size_t start = out->n;

	buf_reserve(out, RECEIPT_BOX);
	buf_str(out, RECEIPT_BOX_HEADING "\n");
	append_hash("order", r->sealed_order, out);
	append_reason(r, out);
	buf_str(out, "text:\n");
	buf_add(out, r->text, r->text_n);
	buf_fill(out, '\n', RECEIPT_BOX - (out->n - start));
}

void
receipt_text(const struct receipt *r, const struct buf *armor, struct buf *out)
{
	char when[TIMESTAMP_LEN + 1];

	timestamp_text(r->time, when);
	buf_fmt(out, RECEIPT_HEADING "\ngame: %s\nseat: %s\n", r->game, r->seat);
	append_hash("order", r->order, out);
	if (r->repeated >= 0)
		buf_fmt(out, "result: repeated %lld\n", (long long)r->repeated);
	else
		buf_str(out, "result: refused\n");
	buf_fmt(out, "time: %s\n", when);
	if (r->is_sealed)
		buf_add(out, armor->p, armor->n);
	else
		append_reason(r, out);
}

void
receipt_comment(const struct receipt *r, struct buf *out)
{
	buf_fmt(out, RECEIPT_HEADING " %s/%s", r->game, r->seat);
}

/* ---- reading -------------------------------------------------------------------------------- */

int
receipt_next(const char *s, size_t n, size_t *at, struct receipt_spans *sp, struct err *err)
{
	size_t begin = lines_find(s, n, *at, RECEIPT_HEADING), sig, armor;
	struct lines l;

	if (begin == n)
		return 0;
	memset(sp, 0, sizeof *sp);
	sig = lines_find(s, n, begin, "sig:");
	*at = lines_find(s, sig, begin + 1, RECEIPT_HEADING);
	if (sig == n || *at < sig)
		return err_set(err, ERR_SYNTAX, "a receipt without a signature: it was cut off");
	if (sig - begin > RECEIPT_MAX)
		return err_set(err, ERR_SYNTAX, "a receipt larger than any can be");
	sp->signed_part = (struct span){ begin, sig - begin };
	armor = lines_find(s, sig, begin, armor_begin);
	sp->armor = (struct span){ armor, sig - armor };
	l = (struct lines){ s, n, sig, 1 };
	if (lines_exact(&l, "sig:", err) < 0 || digest_sig_read(&l, sp->sig, err) < 0)
		return -1;
	*at = l.at < n ? l.at : n;
	return 1;
}

static int
read_result(struct lines *l, struct receipt *r, struct err *err)
{
	static const char repeated[] = "repeated ";
	const char *p;
	size_t n, len = sizeof repeated - 1;

	if (lines_field(l, "result", &p, &n, err) < 0)
		return -1;
	r->repeated = -1;
	if (slice_equals("refused", p, n) ||
	    (n > len && memcmp(p, repeated, len) == 0 &&
		number_parse_range(p + len, n - len, 0, INT64_C(1) << 40, &r->repeated) == 0))
		return 0;
	return err_set_line(err, ERR_SYNTAX, l->line - 1, "result is none that a receipt has");
}

static int
read_hash(struct lines *l, unsigned char hash[static 32], struct err *err)
{
	bool has;

	if (lines_hash(l, "order", &has, hash, err) < 0)
		return -1;
	return has ? 0 : err_set_line(err, ERR_SYNTAX, l->line - 1, "order is not a hash");
}

static int
read_reason(struct lines *l, struct receipt *r, struct err *err)
{
	const char *p;
	size_t n;

	if (r->repeated >= 0)
		return 0;
	if (lines_copy(l, "code", r->code, sizeof r->code, err) < 0 ||
	    lines_copy(l, "why", r->why, sizeof r->why, err) < 0)
		return -1;
	if (lines_peek(l, &p, &n) && n > 6 && memcmp(p, "hint: ", 6) == 0)
		return lines_copy(l, "hint", r->hint, sizeof r->hint, err);
	return 0;
}

int
receipt_parse(const char *s, const struct receipt_spans *sp, struct receipt *r, struct err *err)
{
	size_t end = sp->signed_part.at + sp->signed_part.n;
	struct lines l = { s, end, sp->signed_part.at, 1 };
	const char *p;
	size_t n;

	memset(r, 0, sizeof *r);
	r->is_sealed = sp->armor.n > 0;
	if (lines_exact(&l, RECEIPT_HEADING, err) < 0 ||
	    lines_copy(&l, "game", r->game, sizeof r->game, err) < 0 ||
	    lines_copy(&l, "seat", r->seat, sizeof r->seat, err) < 0 ||
	    read_hash(&l, r->order, err) < 0 || read_result(&l, r, err) < 0 ||
	    lines_field(&l, "time", &p, &n, err) < 0)
		return -1;
	if (timestamp_parse(p, n, &r->time) < 0)
		return err_set_line(err, ERR_SYNTAX, l.line - 1, "time is not a time");
	if (!r->is_sealed && read_reason(&l, r, err) < 0)
		return -1;
	if (l.at != (r->is_sealed ? sp->armor.at : end))
		return err_set_line(err, ERR_SYNTAX, l.line, "what no receipt has");
	return 0;
}

int
receipt_box_parse(struct receipt *r, const char *s, size_t n, struct err *err)
{
	struct lines l = { s, n, 0, 1 };
	size_t end = n;

	if (lines_exact(&l, RECEIPT_BOX_HEADING, err) < 0 ||
	    read_hash(&l, r->sealed_order, err) < 0 || read_reason(&l, r, err) < 0 ||
	    lines_exact(&l, "text:", err) < 0)
		return -1;
	while (end > l.at + 1 && s[end - 1] == '\n' && s[end - 2] == '\n')
		end--;
	r->text_n = l.at < end ? end - l.at : 0;
	if (r->text_n > ORDER_BLOCK_CANON_MAX)
		return err_set_line(err, ERR_SYNTAX, l.line, "an order longer than any can be");
	memcpy(r->text, s + l.at, r->text_n);
	r->text[r->text_n] = '\0';
	return 0;
}

bool
receipt_is_in(const struct buf *text)
{
	struct buf clean = BUF_INIT;
	bool found = memmem(buf_cstr(text), text->n, RECEIPT_HEADING, strlen(RECEIPT_HEADING));

	if (found) {
		digest_clean(buf_cstr(text), text->n, &clean);
		found = lines_find(clean.p, clean.n, 0, RECEIPT_HEADING) < clean.n;
	}
	buf_release(&clean);
	return found;
}
