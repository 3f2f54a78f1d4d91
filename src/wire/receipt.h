#ifndef ADIT_WIRE_RECEIPT_H
#define ADIT_WIRE_RECEIPT_H

#include "util/span.h"
#include "wire/order_block.h"

/*
 * The receipt: what the host says to a seat about an order that makes no digest (adit(5), "Receipts"),
 * because it was refused or had been taken before.
 *
 *	signed part	RECEIPT_HEADING, game:, seat:, order:, result:, time:, then in clear code:, why:
 *			and hint:, or, where the order was sealed, an armored age file to the seat
 *	sig:		the host's minisign blob over every byte above
 *
 * Nothing in clear tells what was ordered, or why not, if the order was sealed: order: is then the hash of
 * its age file, and the age file of the receipt has one length.
 */
#define RECEIPT_HEADING     "adit-receipt v1"
#define RECEIPT_BOX_HEADING "adit-receipt-box v1"

enum {
	RECEIPT_CODE_MAX = 16,
	RECEIPT_BOX = 2560, /* bytes of what is sealed, whatever it says */
	RECEIPT_MAX = 8192  /* no receipt is longer */
};

struct receipt {
	char game[ORDER_BLOCK_GAME_MAX + 1], seat[NAME_MAX_LEN + 1];
	bool is_sealed;
	unsigned char order[32]; /* of the order; of the age file that it came in, if is_sealed */
	int64_t repeated;        /* the digest that took it; -1: it was refused */
	int64_t time;
	/* Where it was refused; of a sealed one in the box alone.  Each a clean line, hint "" for none. */
	char code[RECEIPT_CODE_MAX + 1], why[ERR_MSG_MAX], hint[ERR_HINT_MAX];
	/* In the box alone: the order itself, its canonical text. */
	unsigned char sealed_order[32];
	size_t text_n;
	char text[ORDER_BLOCK_CANON_MAX + 1];
};

/* What is sealed, RECEIPT_BOX bytes; the signed part, with the armor of the box if r->is_sealed.  Both
 * appended.  What does not fit into a line of why: and hint: is cut off. */
void receipt_box_text(const struct receipt *r, struct buf *out);
void receipt_text(const struct receipt *r, const struct buf *armor, struct buf *out);

/* The trusted comment of its signature: RECEIPT_HEADING " GAME/SEAT". */
void receipt_comment(const struct receipt *r, struct buf *out);

/* ---- reading ------------------------------------------------------------------------------ */

struct receipt_spans { /* of the text that was parsed */
	struct span signed_part;
	struct span armor; /* n 0: none */
	unsigned char sig[MINISIGN_BYTES];
};

/* Find the next receipt in s from *at on, and move *at behind it: as digest_next, whose caller has cleaned
 * the text.  1 found, 0 none, -1 ERR_SYNTAX.  Believe nothing of it, but whose it claims to be, before the
 * signature holds. */
int receipt_next(const char *s, size_t n, size_t *at, struct receipt_spans *sp, struct err *err);

/* All that stands in clear.  ERR_SYNTAX. */
int receipt_parse(
    const char *s, const struct receipt_spans *sp, struct receipt *r, struct err *err);
/* What was sealed, n bytes, into such a receipt.  ERR_SYNTAX. */
int receipt_box_parse(struct receipt *r, const char *s, size_t n, struct err *err);

#endif
