#include "wire/reason.h"

#include <string.h>

#include "draw/draw.h"
#include "util/utf8.h"
#include "util/wrap.h"
#include "wire/block_field.h"

/* Checks that the normal form of an order has all of its characters. */
static int
check_chars(const char *s, size_t n, struct err *err)
{
	struct buf folded = BUF_INIT;
	int result = order_block_fold_chars(s, n, false, &folded);

	buf_release(&folded);
	if (result == 0)
		return 0;
	(void)order_block_fold_fail(s, n, 0, err);
	err->code = ERR_USAGE;
	return err_wrap(err, "the reason");
}

int
reason_make(const char *s, char out[static REASON_MAX + 1], struct err *err)
{
	struct order_block b = { .turn = TURN_ANY };
	struct err why = ERR_INIT;
	size_t n = strlen(s);

	if (n > ORDER_BLOCK_SAY_MAX)
		return err_set(err, ERR_USAGE, "the reason is longer than %d bytes", REASON_MAX);
	memcpy(b.say, s, n + 1);
	if (strpbrk(s, "\r\n") != NULL)
		return err_set(err, ERR_USAGE, "the reason has more than one line");
	if (check_chars(s, n, err) < 0)
		return -1;
	if (order_block_normalize(&b, &why) < 0)
		return err_set(err, ERR_USAGE,
		    "the reason is too long, or has more than %d combining marks on a character",
		    UTF8_MARKS);
	n = strlen(b.say);
	if (n == 0)
		return err_set(err, ERR_USAGE, "the reason is empty");
	if (n > REASON_MAX)
		return err_set(err, ERR_USAGE, "the reason is longer than %d bytes", REASON_MAX);
	for (const char *p = b.say; *p != '\0'; p += strspn(p, " ")) {
		size_t word = strcspn(p, " ");

		if (word > REASON_WORD_MAX)
			return err_set(err, ERR_USAGE,
			    "a word of the reason is longer than %d bytes", REASON_WORD_MAX);
		p += word;
	}
	memcpy(out, b.say, n + 1);
	return 0;
}

void
reason_text(const char *reason, struct buf *out)
{
	wrap_text(reason, strlen(reason), "  reason: ", "    ", DRAW_COLUMNS, out);
}

int
reason_read(struct lines *l, char out[static REASON_MAX + 1], struct err *err)
{
	struct buf text = BUF_INIT;
	const char *p;
	size_t n;
	int result;

	if (lines_field(l, "  reason", &p, &n, err) < 0)
		return -1;
	buf_add(&text, p, n);
	while (lines_next(l, &p, &n)) {
		for (; n > 0 && *p == ' '; n--)
			p++;
		buf_chr(&text, ' ');
		buf_add(&text, p, n);
	}
	result = reason_make(buf_cstr(&text), out, err);
	if (result < 0)
		err->code = ERR_SYNTAX;
	buf_release(&text);
	return result;
}
