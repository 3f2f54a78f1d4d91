/*
 * Find orders in a message.
 *
 * (I1) A sealed order's plaintext is wiped on every path.
 * (I2) What is sealed may hold orders in clear, but nothing sealed again.
 */
#include "record/inbox.h"

#include <string.h>

#include "seal/age.h"
#include "seal/minisign.h"
#include "util/lines.h"

static const char armor_begin[] = "-----BEGIN AGE ENCRYPTED FILE-----";
static const char armor_end[] = "-----END AGE ENCRYPTED FILE-----";
static const char canonical_begin[] = "adit-order v1\n";

enum { ARMOR_COLUMNS = 64 };

static bool
is_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* Is this line `words` but for quote marks, blanks and dashes of whatever kind around them? */
static bool
is_fence(const char *p, size_t n, const char *words)
{
	size_t len = strlen(words);

	while (n > 0 && !is_letter(p[0])) {
		p++;
		n--;
	}
	while (n > 0 && !is_letter(p[n - 1]))
		n--;
	return n == len && memcmp(p, words, len) == 0;
}

static bool
is_base64(char c)
{
	return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '/' || c == '=';
}

/* Append the base64 characters of a line; "=3D" is a quoted-printable "=". */
static void
add_base64(const char *p, size_t n, struct buf *out)
{
	for (size_t i = 0; i < n; i++) {
		if (!is_base64(p[i]))
			continue;
		buf_chr(out, p[i]);
		if (p[i] == '=' && n - i >= 3 && p[i + 1] == '3' && p[i + 2] == 'D')
			i += 2;
	}
}

/*
 * Find the next armored age file from `from` on and append it as age would have written it.  Its
 * lines begin at *begin and end before *end.  False: there is none.
 */
static bool
next_armor(const char *s, size_t n, size_t from, size_t *begin, size_t *end, struct buf *armor)
{
	struct lines l = { s, n, from, 1 };
	struct buf base64 = BUF_INIT;
	const char *p;
	size_t len;
	bool inside = false, found = false;

	while (!found && lines_next(&l, &p, &len)) {
		if (is_fence(p, len, "BEGIN AGE ENCRYPTED FILE")) {
			inside = true;
			buf_clear(&base64);
			*begin = (size_t)(p - s);
		} else if (inside && is_fence(p, len, "END AGE ENCRYPTED FILE")) {
			found = true;
			*end = l.at;
		} else if (inside) {
			add_base64(p, len, &base64);
		}
	}
	if (found) {
		buf_fmt(armor, "%s\n", armor_begin);
		for (size_t i = 0; i < base64.n; i += ARMOR_COLUMNS) {
			size_t left = base64.n - i;

			buf_add(armor, base64.p + i, left < ARMOR_COLUMNS ? left : ARMOR_COLUMNS);
			buf_chr(armor, '\n');
		}
		buf_fmt(armor, "%s\n", armor_end);
	}
	buf_release(&base64);
	return found;
}

static int
give(struct inbox *in, const struct order_in *order, struct err *err)
{
	in->n++;
	return in->each(in->arg, order, err);
}

/* A canonical text and its minisign signature. */
static int
read_pair(
    struct inbox *in, const char *text, size_t n, const char *sig, size_t sig_n, struct err *err)
{
	struct order_in order;
	struct block *b = &order.o.b;
	struct minisig record;
	struct buf wanted = BUF_INIT;
	char comment[1024];
	int result;

	if (order_in_parse(&order, text, n, err) < 0 ||
	    minisign_file_parse(sig, sig_n, &record, comment, err) < 0)
		return err_wrap(err, "%s", in->name);
	block_comment(b, &wanted);
	if (strcmp(wanted.p, comment) != 0) {
		err_set(err, ERR_AUTH,
		    "%s: the trusted comment of the signature is not that of the order", in->name);
		result = err_hint(err, "sign it with: minisign -t '%s'", wanted.p);
	} else {
		memcpy(b->sig, record.b, sizeof b->sig);
		b->has_sig = true;
		result = give(in, &order, err);
	}
	seal_wipe(&order, sizeof order);
	buf_release(&wanted);
	return result;
}

/* The message as a canonical order with its signature: 1, 0 if it is no such thing, or -1. */
static int
try_pair(struct inbox *in, const char *p, size_t n, struct err *err)
{
	static const char sig_begin[] = "untrusted comment:";
	size_t at = sizeof canonical_begin - 1;

	if (n < at || memcmp(p, canonical_begin, at) != 0)
		return 0;
	if (in->sig != NULL)
		return read_pair(in, p, n, in->sig, in->sig_n, err) < 0 ? -1 : 1;
	for (; at + sizeof sig_begin - 1 <= n; at++) {
		if (p[at - 1] == '\n' && memcmp(p + at, sig_begin, sizeof sig_begin - 1) == 0)
			return read_pair(in, p, at, p + at, n - at, err) < 0 ? -1 : 1;
	}
	err_set(err, ERR_AUTH, "%s is an order without its signature", in->name);
	return err_hint(err, "put the .minisig file beside it, or name it with --sig");
}

/* Clear order blocks between `at` and the n-th byte. */
static int
read_clear(struct inbox *in, const char *p, size_t at, size_t n, struct err *err)
{
	struct order_in order;
	int found, result = 0;

	while (result == 0 && (found = block_next(p, n, &at, &order.o.b, err)) != 0) {
		if (found < 0 || order_in_make(&order, err) < 0) {
			in->n++;
			result = found < 0 ? err_wrap(err, "%s", in->name) : -1;
		} else {
			result = give(in, &order, err);
		}
	}
	seal_wipe(&order, sizeof order);
	return result;
}

/* What one age file holds. */
static int
read_sealed(struct inbox *in, const char *p, size_t n, struct err *err)
{
	struct buf plain = BUF_INIT;
	unsigned before = in->n;
	int result = -1;

	if (in->key == NULL) {
		err_set(err, ERR_AUTH, "%s: the order is sealed for the host", in->name);
		(void)err_hint(err, "only the host's key opens it: -k");
	} else if (age_decrypt(in->key, p, n, BLOCK_INPUT_MAX, &plain, err) < 0) {
		(void)err_wrap(err, "%s: the sealed order", in->name);
	} else {
		result = try_pair(in, plain.p, plain.n, err);
		if (result == 0)
			result = read_clear(in, plain.p, 0, plain.n, err);
		if (result >= 0 && in->n == before)
			result = err_set(
			    err, ERR_SYNTAX, "%s: what is sealed there is no order", in->name);
	}
	if (result < 0 && in->n == before)
		in->n++;
	buf_wipe(&plain);
	return result < 0 ? -1 : 0;
}

int
inbox_read(struct inbox *in, const char *p, size_t n, struct err *err)
{
	unsigned before = in->n;
	size_t at = 0, begin = 0, end = 0;
	struct buf armor = BUF_INIT;
	int result = 0;

	if (age_is_binary(p, n))
		return read_sealed(in, p, n, err);
	result = try_pair(in, p, n, err);
	if (result != 0)
		return result < 0 ? -1 : 0;
	while (result == 0 && next_armor(p, n, at, &begin, &end, &armor)) {
		result = read_clear(in, p, at, begin, err);
		if (result == 0)
			result = read_sealed(in, armor.p, armor.n, err);
		buf_clear(&armor);
		at = end;
	}
	if (result == 0)
		result = read_clear(in, p, at, n, err);
	buf_release(&armor);
	if (result == 0 && in->n == before) {
		err_set(err, ERR_SYNTAX, "%s: no order found", in->name);
		result = err_hint(err,
		    "an order begins with -----BEGIN ADIT ORDER----- or "
		    "-----BEGIN AGE ENCRYPTED FILE-----");
	}
	return result;
}
