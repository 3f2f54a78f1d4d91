#include "wire/reason.h"

#include <string.h>

#include "draw/draw.h"
#include "util/wrap.h"
#include "wire/order_block.h"

int
reason_make(const char *s, char out[static REASON_MAX + 1], struct err *err)
{
	struct order_block b = { .turn = TURN_ANY };
	struct err why = ERR_INIT;
	size_t n = strlen(s);

	if (n > ORDER_BLOCK_SAY_MAX)
		return err_set(err, ERR_USAGE, "the reason is longer than %d bytes", REASON_MAX);
	memcpy(b.say, s, n + 1);
	if (strpbrk(s, "\r\n") != NULL || order_block_normalize(&b, &why) < 0)
		return err_set(err, ERR_USAGE,
		    "the reason is not UTF-8, or has a control character or more than 4 combining "
		    "marks on a character");
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
