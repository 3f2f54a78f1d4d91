/*
 * Messages with order blocks. A parsed block has a canonical text that parses to the same text. The
 * block reads the same after it is mailed. Each read moves on in the message.
 */
#include <string.h>

#include "fuzz/fuzz.h"
#include "wire/order_block.h"
#include "util/mem.h"

static void
same_again(const struct order_block *b)
{
	struct order_block again;
	struct buf canon = BUF_INIT, mail = BUF_INIT, second = BUF_INIT;
	struct err err = ERR_INIT;
	size_t at = 0;

	/* Several long alternatives may be longer than an order allows. */
	if (order_block_canonical(b, &canon, &err) < 0) {
		MUST(err.code == ERR_SYNTAX);
		return;
	}
	MUST(order_block_parse_canonical(canon.p, canon.n, &again, &err) == 0);

	order_block_text(b, &mail);
	MUST(order_block_next(mail.p, mail.n, &at, &again, &err) == 1);
	MUST(at == mail.n);
	MUST(memcmp(again.sig, b->sig, sizeof b->sig) == 0);
	MUST(again.has_head_sig == b->has_head_sig && again.head_n == b->head_n &&
	    memcmp(again.head_sig, b->head_sig, sizeof b->head_sig) == 0);
	MUST(order_block_canonical(&again, &second, &err) == 0);
	MUST(second.n == canon.n && memcmp(second.p, canon.p, canon.n) == 0);
	buf_release(&canon);
	buf_release(&mail);
	buf_release(&second);
}

bool
fuzz_try(const uint8_t *p, size_t n)
{
	const char *s = (const char *)p;
	struct order_block b;
	size_t at = 0;
	bool valid = false;

	for (;;) {
		struct err err = ERR_INIT;
		size_t before = at;
		int result = order_block_next(s, n, &at, &b, &err);

		if (result == 0)
			break;
		MUST(at > before && at <= n);
		MUST(result == 1 || err.code == ERR_SYNTAX);
		if (result == 1)
			same_again(&b);
		valid |= result == 1;
	}

	struct err err = ERR_INIT;
	struct buf canon = BUF_INIT;
	if (order_block_parse_canonical(s, n, &b, &err) == 0) {
		MUST(order_block_canonical(&b, &canon, &err) == 0);
		MUST(canon.n == n && memcmp(canon.p, s, n) == 0);
		valid = true;
	}
	buf_release(&canon);
	return valid;
}
