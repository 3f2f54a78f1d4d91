/*
 * Receipts of a host who signs anything: the clear part, perhaps followed by the box in clear. They
 * are signed and sealed here. A valid receipt, also its box, has one text.
 */
#include <string.h>

#include "fuzz/table.h"
#include "record/receipt.h"
#include "seal/age.h"
#include "util/lines.h"

/* Appends the box, with the length of all boxes and the hash of the order in it. */
static void
put_box(const char *s, size_t n, struct buf *out)
{
	static struct receipt r;
	static struct parsed_order order;
	struct err err = ERR_INIT;
	const size_t from = out->n, hash_at = from + sizeof RECEIPT_BOX_HEADING + strlen("order: ");
	char hash[HASH_TEXT + 1];

	buf_add(out, s, n < RECEIPT_BOX ? n : RECEIPT_BOX);
	buf_fill(out, '\n', RECEIPT_BOX - (out->n - from));
	/* A box of a refused order, or of a repeated one. */
	r.repeated = memmem(out->p + from, RECEIPT_BOX, "\ncode: ", 7) != NULL ? -1 : 0;
	if (receipt_box_parse(&r, out->p + from, RECEIPT_BOX, &err) == 0 &&
	    parsed_order_parse(&order, r.text, r.text_n, &err) == 0) {
		hash_text(&order.hash, hash);
		memcpy(out->p + hash_at, hash, HASH_TEXT);
	}
}

/* Appends the receipt as the host would. */
static void
seal(const char *s, size_t n, struct buf *out)
{
	const size_t box = lines_find(s, n, 0, RECEIPT_BOX_HEADING);
	struct receipt r;
	struct receipt_spans sp;
	struct buf unsigned_text = BUF_INIT, comment = BUF_INIT, plain = BUF_INIT;
	struct err err = ERR_INIT;
	size_t at = 0;

	buf_add(out, s, box);
	if (box < n) {
		put_box(s + box, n - box, &plain);
		MUST(age_encrypt(
			 fuzz_key(FUZZ_SEAT)->pub.box_pk, plain.p, plain.n, true, out, &err) == 0);
	}
	/* The comment names game and seat, as far as they can be read. */
	memset(&r, 0, sizeof r);
	buf_add(&unsigned_text, out->p, out->n);
	fuzz_sign(out->p, out->n, "", &unsigned_text);
	if (receipt_next(unsigned_text.p, unsigned_text.n, &at, &sp, &err) == 1)
		(void)receipt_parse(unsigned_text.p, &sp, &r, &err);
	receipt_comment(&r, &comment);
	fuzz_sign(out->p, out->n, comment.p, out);
	buf_release(&plain);
	buf_release(&comment);
	buf_release(&unsigned_text);
}

/* Opens the box of a verified receipt. Returns true if it is valid. */
static bool
open_box(const char *s, const struct receipt_spans *sp, struct receipt *r)
{
	struct receipt again = *r;
	struct buf box = BUF_INIT;
	struct err err = ERR_INIT;

	if (receipt_open(s, sp, fuzz_key(FUZZ_SEAT), r, &err) < 0)

		return false;
	receipt_box_text(r, &box);
	MUST(box.n == RECEIPT_BOX && receipt_box_parse(&again, box.p, box.n, &err) == 0);
	MUST(again.text_n == r->text_n && strcmp(again.why, r->why) == 0);
	buf_release(&box);
	return true;
}

bool
fuzz_try(const uint8_t *p, size_t n)
{
	static struct receipt r;
	struct receipt_spans sp;
	struct buf text = BUF_INIT, again = BUF_INIT, armor = BUF_INIT;
	struct err err = ERR_INIT;
	size_t at = 0;
	bool valid = false;

	seal((const char *)p, n, &text);
	if (receipt_next(text.p, text.n, &at, &sp, &err) == 1 &&
	    receipt_verify(text.p, &sp, &fuzz_key(FUZZ_HOST)->pub, &r, &err) == 0) {
		buf_add(&armor, text.p + sp.armor.at, sp.armor.n);
		receipt_text(&r, &armor, &again);
		MUST(again.n == sp.signed_part.n);
		MUST(memcmp(again.p, text.p + sp.signed_part.at, again.n) == 0);
		valid = !r.is_sealed || open_box(text.p, &sp, &r);
	}
	buf_release(&armor);
	buf_release(&again);
	buf_release(&text);
	return valid;
}
