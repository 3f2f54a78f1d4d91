/* Answers to orders that make no digest. */
#include "host/receipt.h"

#include <stdio.h>
#include <stdlib.h>

#include "host/join.h"
#include "host/lost.h"
#include "util/mem.h"
#include "util/utf8.h"

uint8_t
receipt_sender(
    const struct table *t, const struct parsed_order *order, struct pubkey *card, bool *weak)
{
	const struct order_block *b = &order->o.b;
	uint8_t seat = names_find(&t->names, b->seat, strlen(b->seat));
	struct err none = ERR_INIT;

	if (seat == SEAT_NONE || strcmp(b->game, t->game) != 0)
		return SEAT_NONE;
	*weak = ((unsigned)t->seated >> seat & 1u) == 0;
	if (!*weak)
		*card = t->pub[seat];
	else if (!join_is_one(b) || pubkey_sign_parse(b->sign, strlen(b->sign), card) < 0 ||
	    pubkey_box_parse(b->age, strlen(b->age), card) < 0)
		return SEAT_NONE;
	return order_verify(&order->o, card, &none) == 0 ? seat : SEAT_NONE;
}

void
receipt_to(
    struct receipt *r, const struct table *t, uint8_t seat, const struct hash *sealed, int64_t now)
{
	*r = (struct receipt){ .is_sealed = sealed != NULL, .repeated = -1, .time = now };
	memcpy(r->game, t->game, sizeof r->game);
	memcpy(r->seat, t->names.seat[seat], sizeof r->seat);
	if (sealed != NULL)
		memcpy(r->order, sealed->b, sizeof r->order);
}

void
receipt_refuse(struct receipt *r, const struct err *why)
{
	struct buf shown = BUF_INIT;

	(void)snprintf(r->code, sizeof r->code, "%s", err_code_name(why->code));
	utf8_add_printable(why->msg, strlen(why->msg), &shown);
	(void)snprintf(r->why, sizeof r->why, "%s", buf_cstr(&shown));
	(void)snprintf(r->hint, sizeof r->hint, "%s", why->hint);
	buf_release(&shown);
}

int
host_receipt(struct host *h, const struct seckey *key, const struct parsed_order *order,
    const struct hash *sealed, const struct err *why, int64_t now, struct buf *out, struct err *err)
{
	struct table *t = mem_new(sizeof *t);
	struct receipt *r = mem_new(sizeof *r);
	struct pubkey card;
	uint8_t seat = SEAT_NONE;
	struct err none = ERR_INIT;
	bool weak;
	int result = lost_is_stopped(h, err);

	if (result == 0)
		result = table_load(t, h, err);
	if (result == 0 && (seat = receipt_sender(t, order, &card, &weak)) == SEAT_NONE)
		result = 1;
	if (result == 0) {
		receipt_to(r, t, seat, sealed, now);
		receipt_refuse(r, why);
		if (receipt_make(r, order, key, &card, out, &none) < 0)
			result = 1; /* nobody can seal for these keys */
	}
	table_wipe(t);
	seal_wipe(r, sizeof *r);
	free(t);
	free(r);
	return result;
}
