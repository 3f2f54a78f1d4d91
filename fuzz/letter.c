/*
 * Frames of adit-letter, parsed to orders: each order is reported once, and its text parses to the
 * same order.
 */
#include <string.h>

#include "fuzz/fuzz.h"
#include "mail/orders.h"
#include "seal/key.h"

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

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	static struct seckey *host;
	struct given g = { .n = 0 };
	struct mail_orders pick = { .each = give, .arg = &g };
	struct err err = ERR_INIT;
	struct mail_message l;

	if (host == NULL) {
		MUST(seal_init(&err) == 0);
		host = seckey_new(&err);
		MUST(host != NULL && seckey_make(host, &err) == 0);
	}
	pick.key = host;
	mail_message_frames(&l, (const char *)p, n);
	MUST(mail_orders_read(&pick, &l, &err) == 0);
	MUST(pick.n == g.n);
	mail_message_free(&l);
	return 0;
}
