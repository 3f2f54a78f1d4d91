/*
 * Order blocks: canonical text, and text as mailed. block_read.c reads mail.
 *
 * (B1) order_block_parse_canonical accepts exactly the texts that order_block_canonical makes.
 */
#include "wire/order_block.h"

#include <limits.h>
#include <string.h>

#include "text/language.h"
#include "wire/block_field.h"
#include "util/base32.h"
#include "util/mem.h"
#include "util/slice.h"
#include "util/timestamp.h"
#include "util/wrap.h"

static const char heading[] = "adit-order v1\n", command_heading[] = "adit-command v1\n";

/* ---- canonical text ---------------------------------------------------------------------- */

static void
turn_text(int64_t turn, struct buf *out)
{
	if (turn < 0)
		buf_str(out, order_block_turn_word(turn));
	else
		buf_fmt(out, "%lld", (long long)turn);
}

static void
base32_field(const char *key, const unsigned char *p, size_t n, struct buf *out)
{
	char text[ORDER_BLOCK_HEAD_TEXT + 1];

	base32_text(p, n, text);
	buf_fmt(out, "%s: %s\n", key, text);
}

static void
quoted(const char *s, struct buf *out)
{
	buf_chr(out, '"');
	for (; *s != '\0'; s++) {
		if (*s == '"' || *s == '\\')
			buf_chr(out, '\\');
		buf_chr(out, *s);
	}
	buf_chr(out, '"');
}

/* Appends the fields before do:. */
static void
front_fields(const struct order_block *b, struct buf *out)
{
	buf_fmt(out, "game: %s", b->game);
	if (b->turn != TURN_COMMAND) {
		buf_fmt(out, "\nseat: %s\nturn: ", b->seat);
		turn_text(b->turn, out);
	}
	if (b->until != 0) {
		char until[TIMESTAMP_LEN + 1];

		timestamp_text(b->until, until);
		buf_fmt(out, "\n%s: %s", order_block_key_name(BLOCK_KEY_UNTIL), until);
	}
	buf_fmt(out, "\nseq: %lld\n", (long long)b->seq);
	base32_field("head", b->head, sizeof b->head, out);
}

/* Appends "key: text", wrapped at blanks. */
static void
wrapped_field(const char *key, const char *text, size_t columns, struct buf *out)
{
	struct buf first = BUF_INIT;

	buf_fmt(&first, "%s:", key);
	wrap_words(text, first.p, "", columns, out);
	buf_release(&first);
}

/* Appends the base64 on one line, or as mailed, after `front`. */
static void
sig_field(
    const char *front, const unsigned char sig[static MINISIGN_BYTES], bool mailed, struct buf *out)
{
	enum { PER_LINE = 60 };
	char text[MINISIGN_TEXT + 1];

	order_block_sig_text(sig, text);
	buf_str(out, front);
	wrap_bytes(text, MINISIGN_TEXT, "", mailed ? PER_LINE : MINISIGN_TEXT, out);
}

/* Canonical text has no column limit. */
enum { NO_COLUMNS = INT_MAX };

/* Appends all fields except signatures; they must be in normal form. */
static void
fields_text(const struct order_block *b, size_t columns, struct buf *out)
{
	front_fields(b, out);
	for (unsigned i = 0; i < b->n_do; i++)
		wrapped_field(i == 0 ? "do" : "or", b->doing[i], columns, out);
	/* keys: for do: rotate-key and do: join */
	if (b->sign[0] != '\0')
		buf_fmt(out, "%s: %s\n", order_block_key_name(BLOCK_KEY_SIGN), b->sign);
	if (b->age[0] != '\0')
		buf_fmt(out, "%s: %s\n", order_block_key_name(BLOCK_KEY_AGE), b->age);
	if (b->has_proof)
		sig_field("proof: ", b->proof, columns != NO_COLUMNS, out);
	/* for do: join and do: confirm */
	if (b->has_commit)
		base32_field(
		    order_block_key_name(BLOCK_KEY_COMMIT), b->commit, sizeof b->commit, out);
	if (b->has_reveal)
		base32_field(
		    order_block_key_name(BLOCK_KEY_REVEAL), b->reveal, sizeof b->reveal, out);
	if (b->say[0] != '\0') {
		struct buf say = BUF_INIT;

		quoted(b->say, &say);
		wrapped_field("say", say.p, columns, out);
		buf_wipe(&say);
	}
	base32_field("nonce", b->nonce, sizeof b->nonce, out);
}

int
canonical_order_from_mail(struct canonical_order *o, struct err *err)
{
	struct buf text = BUF_INIT;
	int result = 0;

	if (order_block_check_do(&o->b, 0, err) < 0)
		return -1;
	buf_str(&text, o->b.turn == TURN_COMMAND ? command_heading : heading);
	fields_text(&o->b, NO_COLUMNS, &text);
	if (text.n > ORDER_BLOCK_CANON_MAX) {
		(void)err_set(err, ERR_SYNTAX,
		    MSG_PLAIN("the text of the order has %zu bytes, at most %d are taken"), text.n,
		    ORDER_BLOCK_CANON_MAX);
		result = err_hint(err, MSG_PLAIN("give fewer alternatives, or say less"));
	} else {
		o->n = text.n;
		memcpy(o->text, text.p, text.n + 1);
	}
	buf_wipe(&text);
	return result;
}

int
canonical_order_from_fields(struct canonical_order *o, const struct order_block *b, struct err *err)
{
	if (b != &o->b)
		o->b = *b;
	return order_block_normalize(&o->b, err) < 0 ? -1 : canonical_order_from_mail(o, err);
}

int
order_block_canonical(const struct order_block *b, struct buf *out, struct err *err)
{
	struct canonical_order o;
	int result = canonical_order_from_fields(&o, b, err);

	if (result == 0)
		buf_add(out, o.text, o.n);
	mem_wipe(&o, sizeof o);
	return result;
}

bool
order_block_is_canonical(const char *s, size_t n)
{
	const struct slice text = { s, n };

	return slice_starts(text, heading) || slice_starts(text, command_heading);
}

bool
order_block_comment_fits(struct order_block *b, const char *comment)
{
	struct buf front = BUF_INIT, wanted = BUF_INIT;
	bool fits;

	buf_fmt(&front, "adit-command v1 %s/", b->game);
	if (b->turn == TURN_COMMAND && strncmp(comment, front.p, front.n) == 0)
		(void)number_parse(
		    comment + front.n, strcspn(comment + front.n, "/"), INT64_MAX, &b->head_n);
	order_block_comment(b, &wanted);
	fits = strcmp(wanted.p, comment) == 0;
	buf_release(&front);
	buf_release(&wanted);
	return fits;
}

void
order_block_comment(const struct order_block *b, struct buf *out)
{
	if (b->turn == TURN_COMMAND) {
		buf_fmt(out, "adit-command v1 %s/%lld/%lld", b->game, (long long)b->head_n,
		    (long long)b->seq);
		return;
	}
	buf_fmt(out, "adit-order v1 %s/", b->game);
	turn_text(b->turn, out);
	buf_fmt(out, "/%s/%lld", b->seat, (long long)b->seq);
}

/* Parses a line "key: text". All lines except the first are fields. */
static int
canonical_line(struct order_block_fields *f, const char *s, size_t n, int line, struct err *err)
{
	size_t value = 0, len = order_block_keyword(s, n, &value);
	enum order_block_key key = len > 0 ? order_block_key_find(s, len) : BLOCK_KEY_COUNT;

	if (key >= BLOCK_KEY_HEAD_SIG || value >= n || s[value] != ' ')
		return err_set_line(err, ERR_SYNTAX, line, "not a field of an order");
	return order_block_field_set(f, key, s + value + 1, n - value - 1, line, err);
}

/* (B1) Parses tolerantly, then checks that the canonical text is the same. */
int
canonical_order_parse(struct canonical_order *o, const char *s, size_t n, struct err *err)
{
	struct order_block_fields f = { &o->b, 0 };
	const char *line_1 = memchr(s, '\n', n);
	size_t at = line_1 != NULL ? (size_t)(line_1 - s) + 1 : n;

	if (n > ORDER_BLOCK_CANON_MAX)
		return err_set(err, ERR_SYNTAX,
		    MSG_PLAIN("the text of the order has %zu bytes, at most %d are taken"), n,
		    ORDER_BLOCK_CANON_MAX);
	if (!order_block_is_canonical(s, n))
		return err_set_line(err, ERR_SYNTAX, 1, "an order begins with \"adit-order v1\"");
	o->b = (struct order_block){ .line = 1 };
	for (int line = 2; at < n; line++) {
		const char *end = memchr(s + at, '\n', n - at);

		if (end == NULL)
			return err_set_line(err, ERR_SYNTAX, line, "the line does not end");
		if (canonical_line(&f, s + at, (size_t)(end - s) - at, line, err) < 0)
			return -1;
		at = (size_t)(end - s) + 1;
	}
	if (order_block_field_check(&f, false, 0, err) < 0 || canonical_order_from_mail(o, err) < 0)
		return -1;
	if (o->n != n || memcmp(o->text, s, n) != 0)
		return err_set(err, ERR_SYNTAX, "the order is not in its canonical form");
	return 0;
}

int
order_block_parse_canonical(const char *s, size_t n, struct order_block *out, struct err *err)
{
	struct canonical_order o;
	int result = canonical_order_parse(&o, s, n, err);

	if (result == 0)
		*out = o.b;
	mem_wipe(&o, sizeof o);
	return result;
}

/* ---- as mailed --------------------------------------------------------------------------- */

void
order_block_text(const struct order_block *b, struct buf *out)
{
	struct order_block normal = *b;
	struct err err = ERR_INIT;

	if (order_block_normalize(&normal, &err) < 0)
		BUG("a block that has no canonical text");
	order_block_text_columns(&normal, ORDER_BLOCK_COLUMNS, out);
}

void
order_block_text_columns(const struct order_block *b, size_t columns, struct buf *out)
{
	buf_str(out, "-----BEGIN ADIT ORDER-----\n");
	fields_text(b, columns, out);
	if (b->has_head_sig) {
		char front[40];

		(void)snprintf(front, sizeof front, "head-sig: %lld\n", (long long)b->head_n);
		sig_field(front, b->head_sig, true, out);
	}
	if (b->has_sig)
		sig_field("sig: ", b->sig, true, out);
	buf_str(out, "-----END ADIT ORDER-----\n");
}
