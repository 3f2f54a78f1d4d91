/*
 * Finds orders in a message.
 *
 * (I1) The plaintext of a sealed order is wiped on every path.
 * (I2) Sealed text may have orders in clear, but no other sealed text.
 */
#include "record/order_scan.h"

#include <string.h>

#include "seal/age.h"
#include "seal/minisign.h"
#include "wire/block_field.h"
#include "wire/digest.h"
#include "wire/quoted.h"
#include "text/language.h"
#include "util/file.h"
#include "util/lines.h"

static const char armor_begin[] = "-----BEGIN AGE ENCRYPTED FILE-----";
static const char armor_end[] = "-----END AGE ENCRYPTED FILE-----";
static const char view_begin[] = "adit-view v";
static const char sig_begin[] = "untrusted comment:";

enum {
	ARMOR_COLUMNS = 64,
	FENCE_LINES = 3 /* of a BEGIN or END that a mail program broke */
};

static bool
is_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* Returns the line without quote marks and blanks around it. */
static struct slice
without_marks(struct slice line)
{
	const size_t n = order_block_line_prefix(line.s, line.n).n;

	return slice_trim((struct slice){ line.s + n, line.n - n });
}

/* Matches a line with *words, and moves that to what is missing at its end. Ignores quote marks,
 * blanks and dashes around and between the words. */
static bool
match_fence(const char *p, size_t n, const char **words)
{
	size_t at = 0;

	for (bool between = true; **words != '\0'; (*words)++) {
		if (**words == ' ') {
			between = true;
			continue;
		}
		for (; between && at < n && !is_letter(p[at]); at++)
			;
		if (at == n)
			return true;
		if (p[at++] != **words)
			return false;
		between = false;
	}
	while (at < n && !is_letter(p[at]))
		at++;
	return at == n;
}

/* Returns the line without what nobody sees, in `out` if it has such characters. */
static struct slice
visible(struct slice line, struct buf *out)
{
	struct buf plain = BUF_INIT;
	bool is_odd = false;

	for (size_t i = 0; i < line.n && !is_odd; i++)
		is_odd = line.s[i] == '\x1b' || (line.s[i] & 0x80) != 0;
	if (is_odd)
		order_block_uncolor(line.s, line.n, &plain);
	if (is_odd && order_block_fold_chars(buf_cstr(&plain), plain.n, false, out) == 0)
		line = (struct slice){ buf_cstr(out), out->n };
	buf_release(&plain);
	return line;
}

/* True if a fence of these words begins in this line, the last of *l. Mail programs break it:
 * then its first line has a dash, and *l moves to its end. */
static bool
is_fence(struct lines *l, struct slice line, const char *words)
{
	const char *rest = words;
	struct lines after = *l;
	bool goes_on = true;

	for (unsigned i = 0; i < FENCE_LINES && goes_on && *rest != '\0'; i++) {
		struct buf odd = BUF_INIT;

		if (i > 0 && !lines_next(&after, &line.s, &line.n))
			return false;
		line = visible(line, &odd);
		goes_on = match_fence(line.s, line.n, &rest) && rest > words &&
		    (i > 0 || *rest == '\0' || memchr(line.s, '-', line.n) != NULL);
		buf_release(&odd);
	}
	if (!goes_on || *rest != '\0')
		return false;
	*l = after;
	return true;
}

static bool
is_base64(char c)
{
	return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '/' || c == '=';
}

/* Appends the base64 characters of a line; "=3D" is a quoted-printable "=". */
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
 * Finds the next armored age file at or after `from`, and appends it as age writes it. *begin
 * and *end delimit its lines. Returns false if there is none; *cut is true if one begins without
 * end.
 */
static bool
next_armor(
    const char *s, size_t n, size_t from, size_t *begin, size_t *end, struct buf *armor, bool *cut)
{
	struct lines l = { s, n, from, 1 };
	struct buf base64 = BUF_INIT;
	struct slice line;
	bool inside = false, found = false;

	while (!found && lines_next(&l, &line.s, &line.n)) {
		const char *const first = line.s;

		line = without_marks(line);
		if (is_fence(&l, line, "BEGIN AGE ENCRYPTED FILE")) {
			inside = true;
			buf_clear(&base64);
			*begin = (size_t)(first - s);
		} else if (inside && is_fence(&l, line, "BEGIN ADIT ORDER")) {
			inside = false; /* the age file is cut off and must not hide this order */
		} else if (inside && is_fence(&l, line, "END AGE ENCRYPTED FILE")) {
			found = true;
			*end = l.at;
		} else if (inside) {
			add_base64(line.s, line.n, &base64);
		}
	}
	*cut = inside && !found;
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

/* Returns the line number of p + at in the message; `at` must not decrease between calls. */
static int
line_of(struct order_scan *in, const char *p, size_t at)
{
	for (; in->at < at; in->at++)
		in->line += p[in->at] == '\n';
	return in->line;
}

static int
pass_order(struct order_scan *in, const struct parsed_order *order, struct err *err)
{
	in->n++;
	return in->each(in->arg, order, err);
}

/* Reports an order that cannot be read, with *why. */
static int
report_bad(struct order_scan *in, struct err *why, struct err *err)
{
	in->n++;
	if (in->each(in->arg, NULL, why) == 0)
		return 0;
	*err = *why;
	return -1;
}

/* Reads a canonical text and its minisign signature. */
static int
read_pair(struct order_scan *in, const char *text, size_t n, const char *sig, size_t sig_n,
    struct err *err)
{
	struct parsed_order order;
	struct order_block *b = &order.o.b;
	struct minisign_sig record;
	struct buf wanted = BUF_INIT;
	struct err why = ERR_INIT;
	char comment[1024];
	int result;

	if (parsed_order_parse(&order, text, n, &why) < 0 ||
	    minisign_file_parse(sig, sig_n, &record, comment, &why) < 0)
		return report_bad(in, &why, err);
	if (!order_block_comment_fits(b, comment)) {
		order_block_comment(b, &wanted);
		err_set(&why, ERR_AUTH,
		    "the trusted comment of the signature is not that of the order");
		err_hint(&why, "sign it with: minisign -t '%s'", wanted.p);
		result = report_bad(in, &why, err);
	} else {
		memcpy(b->sig, record.b, sizeof b->sig);
		b->has_sig = true;
		result = pass_order(in, &order, err);
	}
	seal_wipe(&order, sizeof order);
	buf_release(&wanted);
	return result;
}

/* Returns the length of a byte order mark at the beginning, or 0. */
static size_t
skip_bom(const char *p, size_t n)
{
	return n >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

static bool
begins_with(const char *p, size_t n, const char *begin)
{
	size_t at = skip_bom(p, n), len = strlen(begin);

	return n - at >= len && memcmp(p + at, begin, len) == 0;
}

/* True if a canonical text begins, whatever ends its first line. */
static bool
begins_canonical(const char *p, size_t n)
{
	return begins_with(p, n, "adit-order v1") || begins_with(p, n, "adit-command v1");
}

/* Reads a canonical text with its signature after it, or in in->sig. */
static int
split_pair(struct order_scan *in, const char *p, size_t n, struct err *err)
{
	struct err why = ERR_INIT;
	struct buf sig = BUF_INIT;
	int result;

	for (size_t at = 1; in->sig == NULL && at + sizeof sig_begin - 1 <= n; at++) {
		if (p[at - 1] == '\n' && memcmp(p + at, sig_begin, sizeof sig_begin - 1) == 0)
			return read_pair(in, p, at, p + at, n - at, err);
	}
	if (in->sig == NULL) {
		err_set(&why, ERR_AUTH, "an order without its signature");
		err_hint(&why, "put the .minisig file beside it, or name it with --sig");
		return report_bad(in, &why, err);
	}
	digest_clean(in->sig, in->sig_n, &sig);
	result = read_pair(in, p, n, buf_cstr(&sig), sig.n, err);
	buf_release(&sig);
	return result;
}

/* Reads the message as a canonical order with its signature, ignoring CR before line ends and a
 * byte order mark. Returns 1; 0 if it is something else; -1. */
static int
try_pair(struct order_scan *in, const char *p, size_t n, struct err *err)
{
	struct buf clean = BUF_INIT;
	int result;

	if (!begins_canonical(p, n))
		return 0;
	digest_clean(p, n, &clean);
	result = split_pair(in, buf_cstr(&clean), clean.n, err);
	buf_wipe(&clean);
	return result < 0 ? -1 : 1;
}

/* Counts the lines that begin a canonical text, quoted or not. */
static unsigned
count_bare(const char *p, size_t n)
{
	struct lines l = { p, n, 0, 1 };
	struct slice line;
	unsigned count = 0;

	while (lines_next_crlf(&l, &line)) {
		line = without_marks(line);
		count += slice_is(line, "adit-order v1") || slice_is(line, "adit-command v1");
	}
	return count;
}

/* Reads order blocks in clear from byte `at` to byte `end`. */
static int
read_clear(struct order_scan *in, const char *p, size_t at, size_t end, struct err *err)
{
	struct parsed_order order;
	int found = 1, result = 0;

	if (at < end) /* after a last line without its end, `at` is one more */
		in->n_bare += count_bare(p + at, end - at);
	while (result == 0 && at < end && found != 0) {
		struct err why = ERR_INIT;
		size_t next = 0;
		int line = line_of(in, p, at);

		found = order_block_next(p + at, end - at, &next, &order.o.b, &why);
		if (why.line > 0)
			why.line += line - 1;
		if (found > 0 && in->sig != NULL)
			found = err_set(&why, ERR_USAGE,
			    "a signature in a file of its own goes with a canonical order text, "
			    "and "
			    "this is none");
		if (found < 0 || (found > 0 && parsed_order_from_mail(&order, &why) < 0))
			result = report_bad(in, &why, err);
		else if (found > 0)
			result = pass_order(in, &order, err);
		at += next;
	}
	seal_wipe(&order, sizeof order);
	return result;
}

/* Reads decrypted text. Line numbers refer to that text. */
static int
read_plain(struct order_scan *in, const struct buf *plain, struct err *err)
{
	struct order_scan inner = *in;
	struct err why = ERR_INIT;
	int result;

	inner.at = 0;
	inner.line = 1;
	result = try_pair(&inner, buf_cstr(plain), plain->n, err);
	if (result == 0)
		result = read_clear(&inner, buf_cstr(plain), 0, plain->n, err);
	if (result >= 0 && inner.n == in->n &&
	    !begins_with(buf_cstr(plain), plain->n, view_begin)) {
		err_set(&why, ERR_SYNTAX, "what is sealed there is no order");
		result = report_bad(&inner, &why, err);
	}
	in->n = inner.n;
	return result < 0 ? -1 : 0;
}

/* True if the age file, armored or not, is to be decrypted. */
static bool
is_wanted(const struct order_scan *in, const char *p, size_t n)
{
	struct err none = ERR_INIT;
	struct buf file = BUF_INIT;
	bool wanted;

	if (in->opens == NULL)
		return true;
	if (age_is_binary(p, n))
		return in->opens(in->arg, p, n);
	wanted = age_dearmor(p, n, &file, &none) < 0 || in->opens(in->arg, file.p, file.n);
	buf_release(&file);
	return wanted;
}

/* Reads one age file. */
static int
read_sealed(struct order_scan *in, const char *p, size_t n, struct err *err)
{
	struct buf plain = BUF_INIT;
	struct err why = ERR_INIT;
	int result = 0;

	if (!is_wanted(in, p, n))
		return 0;

	in->is_sealed = true;
	if (in->key == NULL) {
		err_set(&why, ERR_AUTH, MSG_PLAIN("the order is sealed for the host"));
		err_hint(&why, MSG_PLAIN("only the host's key opens it: -k"));
		result = report_bad(in, &why, err);
	} else if (seckey_unlock(in->key, SECRET_BOX, err) < 0) {
		result = -1;
	} else if (age_decrypt(in->key, p, n, ORDER_BLOCK_INPUT_MAX, &plain, &why) == 0) {
		in->n_open++;
		result = read_plain(in, &plain, err);
	} else if (why.code == ERR_NOT_FOUND) {
		in->n_shut++;
	} else {
		(void)err_wrap(&why, "the sealed order");
		result = report_bad(in, &why, err);
	}
	in->is_sealed = false;
	buf_wipe(&plain);
	return result;
}

/* Reads sealed and clear blocks from byte `at` to byte `end`. */
static int
read_part(struct order_scan *in, const char *p, size_t at, size_t end, struct err *err)
{
	struct buf armor = BUF_INIT;
	size_t begin = 0, next = 0;
	bool cut = false;
	int result = 0;

	while (result == 0 && next_armor(p, end, at, &begin, &next, &armor, &cut)) {
		result = read_clear(in, p, at, begin, err);
		if (result == 0)
			result = read_sealed(in, armor.p, armor.n, err);
		buf_clear(&armor);
		at = next;
	}
	in->n_cut += cut;
	if (result == 0)
		result = read_clear(in, p, at, end, err);
	buf_release(&armor);
	return result;
}

/* Reads everything except quoted digests. */
static int
read_parts(struct order_scan *in, const char *p, size_t n, struct err *err)
{
	struct quoted quoted;
	unsigned cut;
	size_t at = 0;
	int result = 0;

	quoted_find(&quoted, p, n);
	in->n_quoted += (unsigned)quoted.n;
	for (size_t i = 0; i < quoted.n && result == 0; i++) {
		result = read_part(in, p, at, quoted.at[i].at, err);
		at = quoted.at[i].at + quoted.at[i].n;
	}
	cut = in->n_cut;
	if (result == 0)
		result = read_part(in, p, at, n, err);
	if (quoted.n > 0) /* a view of that digest may be cut off */
		in->n_cut = cut;
	quoted_release(&quoted);
	return result;
}

static int
read_one(struct order_scan *in, const char *p, size_t n, struct err *err)
{
	int result;

	in->at = 0;
	in->line = 1;
	if (age_is_binary(p, n))
		return read_sealed(in, p, n, err);
	result = try_pair(in, p, n, err);
	return result != 0 ? result : read_parts(in, p, n, err);
}

/* Returns a part that is a signature, for a canonical text in another part. */
static const struct slice *
find_sig(const struct slice *part, size_t n_parts)
{
	for (size_t i = 0; i < n_parts; i++)
		if (begins_with(part[i].s, part[i].n, sig_begin))
			return &part[i];
	return NULL;
}

static int
read_all(struct order_scan *in, const struct slice *part, size_t n_parts, struct err *err)
{
	const struct slice *sig = find_sig(part, n_parts);
	int result = 0;

	for (size_t i = 0; i < n_parts && result >= 0; i++) {
		bool borrows_sig = in->sig == NULL && sig != NULL &&
		    begins_canonical(part[i].s, part[i].n) &&
		    memmem(part[i].s, part[i].n, sig_begin, sizeof sig_begin - 1) == NULL;

		if (borrows_sig) {
			in->sig = sig->s;
			in->sig_n = sig->n;
		}
		result = read_one(in, part[i].s, part[i].n, err);
		if (borrows_sig)
			in->sig = NULL;
	}
	return result;
}

int
order_scan_read_parts(
    struct order_scan *in, const struct slice *part, size_t n_parts, struct err *err)
{
	int result;

	in->n = in->n_shut = in->n_cut = in->n_quoted = in->n_bare = 0;
	result = read_all(in, part, n_parts, err);
	if (result < 0 || in->n > 0)
		return result < 0 ? -1 : 0;
	if (in->n_quoted > 0)
		(void)err_set(err, ERR_SYNTAX, MSG_PLAIN("no order found, only a digest"));
	else
		(void)err_set(err, ERR_SYNTAX, MSG_PLAIN("no order found"));
	if (in->n_quoted > 0)
		(void)err_hint(
		    err, MSG_PLAIN("\"adit read\" shows a digest, \"adit sign\" answers it"));
	else if (in->n_shut > 0)
		(void)err_hint(err, MSG_PLAIN("this key does not open what is sealed there"));
	else if (in->n_cut > 0)
		(void)err_hint(
		    err, MSG_PLAIN("what is sealed there is cut off, before its %s"), armor_end);
	else if (in->n_bare > 0)
		(void)err_hint(err,
		    MSG_PLAIN("a canonical order text is read alone in its file or part, with its "
			      "signature"));
	else
		(void)err_hint(err,
		    MSG_PLAIN(
			"an order begins with -----BEGIN ADIT ORDER----- or "
			"-----BEGIN AGE ENCRYPTED FILE-----, and one in a digest that is quoted "
			"does not count"));
	return 1;
}

int
order_scan_read(struct order_scan *in, const char *p, size_t n, struct err *err)
{
	return order_scan_read_parts(in, &(struct slice){ p, n }, 1, err);
}

/* Reads the signature for a canonical text in a file. */
static int
read_sig(
    const char *file, const char *named, const struct buf *text, struct buf *out, struct err *err)
{
	struct buf beside = BUF_INIT;
	struct err why = ERR_INIT;
	int result = 0;

	if (named != NULL)
		return file_read(named, ORDER_BLOCK_INPUT_MAX, out, err);
	if (strcmp(file, "-") == 0 || !begins_canonical(buf_cstr(text), text->n))
		return 0;
	buf_fmt(&beside, "%s.minisig", file);
	if (file_read_nofollow(beside.p, ORDER_BLOCK_INPUT_MAX, out, &why) < 0 &&
	    why.code != ERR_NOT_FOUND) {
		*err = why;
		result = -1;
	}
	buf_release(&beside);
	return result;
}

int
order_scan_read_file(struct order_scan *in, const char *file, const char *named,
    const struct buf *text, struct err *err)
{
	struct buf sig = BUF_INIT;
	int result;

	in->n = 0;
	in->name = strcmp(file, "-") == 0 ? "standard input" : file;
	result = read_sig(file, named, text, &sig, err);
	if (result == 0) {
		in->sig = sig.n > 0 ? sig.p : NULL;
		in->sig_n = sig.n;
		result = order_scan_read(in, buf_cstr(text), text->n, err);
		in->sig = NULL;
	}
	buf_release(&sig);
	return result;
}
