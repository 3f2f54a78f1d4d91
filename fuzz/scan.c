/*
 * Messages to a host, in which each line "<<<" begins a text that is sealed to the host here, up to
 * ">>>" or the end. Whatever order is found, in the message or in its halves, has one canonical text.
 */
#include <string.h>

#include "fuzz/table.h"
#include "record/order_scan.h"
#include "seal/age.h"
#include "util/lines.h"

/* Orders in a message. */
struct found {
	unsigned n, sealed;
	const struct order_scan *scan;
};

static int
each(void *arg, const struct parsed_order *order, struct err *err)
{
	struct found *f = arg;
	struct parsed_order again;

	if (order == NULL) {
		MUST(err->code != ERR_NONE && err->msg[0] != '\0');
		return 0;
	}
	f->n++;
	f->sealed += f->scan->is_sealed;
	MUST(parsed_order_parse(&again, order->o.text, order->o.n, err) == 0);
	MUST(memcmp(again.hash.b, order->hash.b, HASH_BYTES) == 0);
	if (order->o.b.has_sig)
		(void)order_verify(&order->o, &fuzz_key(FUZZ_SEAT)->pub, err);
	return 0;
}

/* Appends the message with its sealed texts. */
static void
seal(const char *s, size_t n, struct buf *out)
{
	for (size_t at = 0; at < n;) {
		const size_t begin = lines_find(s, n, at, "<<<");
		const size_t from = begin + 4 < n ? begin + 4 : n;
		const size_t end = lines_find(s, n, from, ">>>");
		struct err err = ERR_INIT;

		buf_add(out, s + at, begin - at);
		if (begin < n)
			MUST(age_encrypt(fuzz_key(FUZZ_HOST)->pub.box_pk, s + from, end - from,
				 true, out, &err) == 0);
		at = end + 4 < n ? end + 4 : n;
	}
}

static struct found
scan(const struct slice *part, size_t n_parts)
{
	struct order_scan in = { .name = "mail", .key = fuzz_key(FUZZ_HOST), .each = each };
	struct found f = { 0, 0, &in };
	struct err err = ERR_INIT;
	int result;

	in.arg = &f;
	result = order_scan_read_parts(&in, part, n_parts, &err);
	MUST(result == 0 || (result == 1 && f.n == 0));
	MUST(f.n <= in.n && f.sealed <= f.n);
	return f;
}

bool
fuzz_try(const uint8_t *p, size_t n)
{
	struct buf text = BUF_INIT;
	struct found f;
	const char *s;
	size_t half;

	seal((const char *)p, n, &text);
	s = buf_cstr(&text);
	half = text.n / 2;
	f = scan(&(struct slice){ s, text.n }, 1);
	(void)scan((const struct slice[]){ { s, half }, { s + half, text.n - half } }, 2);
	buf_release(&text);
	return f.n > 0;
}
