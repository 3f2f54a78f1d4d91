/*
 * Frames of adit-letter, parsed to orders: each order is reported once, and its text parses to the
 * same order. They are read as a reply, too: no new line is a quote, and each has plain characters.
 */
#include <string.h>

#include "fuzz/fuzz.h"
#include "mail/orders.h"
#include "mail/plain_quote.h"
#include "mail/plain_text.h"
#include "seal/key.h"
#include "util/lines.h"
#include "util/utf8.h"

struct given {
	struct hash at[16];
	unsigned n;
};

static int
give(void *arg, const struct orders_candidate *c, struct err *err)
{
	struct given *g = arg;
	struct parsed_order again;

	for (unsigned i = 0; i < g->n; i++)
		MUST(memcmp(g->at[i].b, c->order->hash.b, HASH_BYTES) != 0);
	MUST(parsed_order_parse(&again, c->order->o.text, c->order->o.n, err) == 0);
	MUST(memcmp(again.hash.b, c->order->hash.b, HASH_BYTES) == 0);
	MUST(c->order->o.b.has_sig);
	g->at[g->n++] = c->order->hash;
	return g->n == 16;
}

/* Returns the number of new lines. */
static unsigned
read_reply(const struct mail_message *l, const char *own)
{
	struct plain_text t;
	struct lines lines;
	struct slice line;
	unsigned new_lines = 0, codes = 0;

	plain_text_read(l, own, &t);
	lines = (struct lines){ buf_cstr(&t.lines), t.lines.n, 0, 1 };
	for (; lines_next(&lines, &line.s, &line.n); new_lines++) {
		MUST(line.n > 0 && slice_trim(line).n == line.n && utf8_is_valid(line.s, line.n));
		MUST(!plain_quote_is_marked(line) && memchr(line.s, '\t', line.n) == NULL);
	}
	lines = (struct lines){ buf_cstr(&t.codes), t.codes.n, 0, 1 };
	for (; lines_next(&lines, &line.s, &line.n); codes++)
		MUST(line.n > 4);
	MUST(codes <= PLAIN_TEXT_CODES);
	plain_text_release(&t);
	return new_lines;
}

bool
fuzz_try(const uint8_t *p, size_t n)
{
	static struct seckey *host;
	struct given g = { .n = 0 };
	struct mail_orders pick = { .each = give, .arg = &g };
	struct err err = ERR_INIT;
	struct mail_message l;
	unsigned new_lines;

	if (host == NULL) {
		MUST(seal_init(&err) == 0);
		host = seckey_new(&err);
		MUST(host != NULL && seckey_make(host, &err) == 0);
	}
	pick.key = host;
	mail_message_frames(&l, (const char *)p, n);
	MUST(mail_orders_read(&pick, &l, &err) == 0);
	MUST(pick.n == g.n);
	new_lines = read_reply(&l, NULL);
	(void)read_reply(&l, buf_cstr(&l.out));
	mail_message_free(&l);
	return g.n > 0 || new_lines > 0;
}
