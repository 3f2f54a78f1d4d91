/*
 * The normal form of the texts of an order block.
 *
 * (B2) Normalization is idempotent: the normal form of a normal text is itself.
 */
#include "wire/block_field.h"

#include <string.h>

#include "text/language.h"
#include "text/orderline.h"
#include "util/slice.h"
#include "util/utf8.h"

/* What mail programs and word processors write instead of plain characters. */
static const struct level {
	uint32_t from, to;
	const char *as, *wide; /* wide: in lines that may be BEGIN or END */
} level[] = {
	{ 0x00a0, 0x00a0, " ", " " },   /* no-break space */
	{ 0x00ab, 0x00ab, "\"", "\"" }, /* guillemets */
	{ 0x00ad, 0x00ad, "", "" },     /* soft hyphen */
	{ 0x00bb, 0x00bb, "\"", "\"" },
	{ 0x061c, 0x061c, "", "" }, /* writing direction */
	{ 0x1680, 0x1680, " ", " " },
	{ 0x2000, 0x200a, " ", " " }, /* en quad .. hair space, figure space among them */
	{ 0x200b, 0x200f, "", "" },   /* zero-width space and joiners, writing direction */
	{ 0x2010, 0x2012, "-", "-" }, /* hyphen, no-break hyphen, figure dash */
	{ 0x2013, 0x2013, "-", "--" },
	{ 0x2014, 0x2015, "-", "---" },
	{ 0x2018, 0x201b, "'", "'" },
	{ 0x201c, 0x201f, "\"", "\"" },
	{ 0x2026, 0x2026, "...", "..." },
	{ 0x202a, 0x202e, "", "" },   /* writing direction */
	{ 0x202f, 0x202f, " ", " " }, /* narrow no-break space */
	{ 0x2032, 0x2032, "'", "'" }, /* prime, double prime */
	{ 0x2033, 0x2033, "\"", "\"" },
	{ 0x205f, 0x205f, " ", " " },
	{ 0x2060, 0x2064, "", "" },   /* word joiner, invisible operators */
	{ 0x2066, 0x206f, "", "" },   /* writing direction */
	{ 0x2212, 0x2212, "-", "-" }, /* minus sign */
	{ 0x3000, 0x3000, " ", " " }, /* ideographic space */
	{ 0xfe0e, 0xfe0f, "", "" },   /* variation selectors: text or picture */
	{ 0xfe58, 0xfe58, "-", "---" },
	{ 0xfe63, 0xfe63, "-", "-" },
	{ 0xfeff, 0xfeff, "", "" }, /* byte order mark */
	{ 0xff02, 0xff02, "\"", "\"" },
	{ 0xff0d, 0xff0d, "-", "-" },
};

static const struct level *
level_find(uint32_t c)
{
	for (size_t i = 0; i < sizeof level / sizeof level[0] && level[i].from <= c; i++) {
		if (c <= level[i].to)
			return &level[i];
	}
	return NULL;
}

bool
order_block_leaves_out(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct level *as;
		uint32_t c;

		if ((s[i] & 0x80) == 0)
			continue;
		as = utf8_next(s + i, n - i, &c) > 0 ? level_find(c) : NULL;
		if (as != NULL && as->as[0] == '\0')
			return true;
	}
	return false;
}

/* Appends the first character of s. Returns its length, or 0 if it is not one or not printable. */
static size_t
fold_char(const char *s, size_t n, bool wide, struct buf *out)
{
	uint32_t c;
	const size_t len = utf8_next(s, n, &c);
	const struct level *as = len > 1 ? level_find(c) : NULL;

	if (len == 0)
		return 0;
	if (as != NULL)
		buf_str(out, wide ? as->wide : as->as);
	else if (c == '\t' || c == '\r' || c == '\n')
		buf_chr(out, ' ');
	else if (utf8_is_printable(c))
		buf_add(out, s, len);
	else
		return 0;
	return len;
}

/* Appends the text up to a character that fails. Returns how many bytes of it were good. */
static size_t
fold(const char *s, size_t n, bool wide, struct buf *out)
{
	size_t i = 0;

	while (i < n) {
		const size_t len = fold_char(s + i, n - i, wide, out);

		if (len == 0)
			break;
		i += len;
	}
	return i;
}

int
order_block_fold_chars(const char *s, size_t n, bool wide, struct buf *out)
{
	return fold(s, n, wide, out) == n ? 0 : -1;
}

int
order_block_fold_fail(const char *s, size_t n, int line, struct err *err)
{
	struct buf good = BUF_INIT;
	const size_t at = fold(s, n, false, &good);

	buf_wipe(&good);
	return utf8_fail_first(s + at, n - at, ERR_SYNTAX, line, err);
}

void
order_block_uncolor(const char *s, size_t n, struct buf *out)
{
	for (size_t i = 0, end; i < n; i = end + 1) {
		end = i;
		if (s[i] == '\x1b' && i + 1 < n && s[i + 1] == '[')
			for (end = i + 2; end < n && (ascii_is_digit(s[end]) || s[end] == ';');
			     end++)
				;
		if (end == i || end == n || (s[end] != 'm' && s[end] != 'K')) {
			buf_chr(out, s[i]);
			end = i;
		}
	}
}

static int
fail_fold(enum order_block_key key, const char *s, size_t n, struct err *err)
{
	(void)order_block_fold_fail(s, n, 0, err);
	return err_wrap(err, "%s", order_block_key_name(key));
}

/* Appends a folded text with each run of hyphens as one. */
static void
squash_dashes(const char *s, size_t n, struct buf *out)
{
	for (size_t i = 0; i < n; i++) {
		if (s[i] != '-' || i == 0 || s[i - 1] != '-')
			buf_chr(out, s[i]);
	}
}

/* Appends a folded text in the normal form of say:. */
static void
say_text(const char *s, size_t n, struct buf *out)
{
	size_t start = out->n;
	bool blank = false;

	for (size_t i = 0; i < n; i++) {
		if (s[i] == ' ') {
			blank = out->n > start;
			continue;
		}
		if (s[i] == '-' && !blank && out->n > start && out->p[out->n - 1] == '-')
			continue;
		if (blank)
			buf_chr(out, ' ');
		blank = false;
		if (s[i] == '>')
			buf_str(out, "\xe2\x80\xba");
		else if (s[i] == '|')
			buf_str(out, "\xc2\xa6");
		else if (s[i] == '=')
			buf_str(out, "\xef\xbc\x9d");
		else
			buf_chr(out, s[i]);
	}
}

int
order_block_normalize_say(
    const char *s, size_t n, char out[static ORDER_BLOCK_SAY_MAX + 1], struct err *err)
{
	struct buf flat = BUF_INIT, text = BUF_INIT;
	int result = 0;

	if (order_block_fold_chars(s, n, false, &flat) < 0)
		result = fail_fold(BLOCK_KEY_SAY, s, n, err);
	else
		say_text(flat.p, flat.n, &text);
	if (result == 0 && !utf8_marks_fit(buf_cstr(&text), text.n))
		result = err_set(err, ERR_SYNTAX,
		    MSG_PLAIN("say: more than %d combining marks on a character"), UTF8_MARKS);
	if (result == 0 && text.n > ORDER_BLOCK_SAY_MAX)
		result = err_set(
		    err, ERR_SYNTAX, MSG_PLAIN("say: more than %d bytes"), ORDER_BLOCK_SAY_MAX);
	if (result == 0)
		memcpy(out, buf_cstr(&text), text.n + 1);
	buf_release(&flat);
	buf_release(&text);
	return result;
}

/* Returns what is wrong with a do: line, or NULL. */
static const char *
do_fault(const char *s, size_t n)
{
	if (n == 0)
		return "an empty order";
	if (n > ORDER_BLOCK_DO_MAX)
		return "an order too long for a line";
	for (size_t i = 0; i < n; i++) {
		if (s[i] < ' ' || s[i] > '~' || memchr(">|=", s[i], 3) != NULL)
			return "a character that no order has";
		/* Such a word at the beginning of a line would be read as a field. */
		if (s[i] == ':' && (i + 1 == n || s[i + 1] == ' '))
			return "a word that ends in \":\"";
	}
	return NULL;
}

int
order_block_normalize_do(enum order_block_key key, const char *s, size_t n,
    char out[static ORDER_BLOCK_DO_MAX + 1], struct err *err)
{
	struct buf flat = BUF_INIT, dashes = BUF_INIT, text = BUF_INIT;
	const char *fault = NULL;
	int result = 0;

	if (order_block_fold_chars(s, n, false, &flat) < 0) {
		result = fail_fold(key, s, n, err);
	} else {
		squash_dashes(flat.p, flat.n, &dashes);
		orderline_squeeze(dashes.p, dashes.n, &text);
		fault = do_fault(text.p, text.n);
	}
	if (fault != NULL)
		result = err_set(err, ERR_SYNTAX, "%s: %s", order_block_key_name(key), fault);
	if (result == 0)
		memcpy(out, text.p, text.n + 1);
	buf_release(&flat);
	buf_release(&dashes);
	buf_release(&text);
	return result;
}

int
order_block_normalize(struct order_block *b, struct err *err)
{
	struct order_block out = *b;

	for (unsigned i = 0; i < b->n_do; i++) {
		if (order_block_normalize_do(i == 0 ? BLOCK_KEY_DO : BLOCK_KEY_OR, b->doing[i],
			strlen(b->doing[i]), out.doing[i], err) < 0)
			return -1;
	}
	if (order_block_normalize_say(b->say, strlen(b->say), out.say, err) < 0)
		return -1;
	*b = out;
	return 0;
}
