#ifndef ADIT_WIRE_RECEIPT_H
#define ADIT_WIRE_RECEIPT_H

#include "util/span.h"
#include "wire/order_block.h"

/*
 * The receipt: the host's answer to an order that makes no digest (adit(5), "Receipts"), because
 * the order was refused or is a repetition.
 *
 * signed part RECEIPT_HEADING, game:, seat:, order:, result:, time:, then in clear code:, why:
 *   and hint:, or, where the order was sealed, an armored age file to the seat
 * sig:  the host's minisign blob over every byte above
 *
 * If the order was sealed, the clear part does not show what was ordered or why it was refused:
 * order: is the hash of its age file, and the age file of the receipt has a fixed length.
 */
#define RECEIPT_HEADING     "adit-receipt v1"
#define RECEIPT_BOX_HEADING "adit-receipt-box v1"

enum {
	RECEIPT_CODE_MAX = 16,
	RECEIPT_BOX = 2560, /* bytes of the sealed text, padded */
	RECEIPT_MAX = 8192  /* upper bound of a receipt */
};

struct receipt {
	char game[ORDER_BLOCK_GAME_MAX + 1], seat[NAME_MAX_LEN + 1];
	bool is_sealed;
	unsigned char order[32]; /* hash of the order; of its age file if is_sealed */
	int64_t repeated;        /* the digest that has the order; -1: refused */
	int64_t time;
	/* Set if the order was refused; for a sealed one only in the box. Each is a clean line;
	 * hint "": none. */
	char code[RECEIPT_CODE_MAX + 1], why[ERR_MSG_MAX], hint[ERR_HINT_MAX];
	/* Only in the box: the order itself, its canonical text. */
	unsigned char sealed_order[32];
	size_t text_n;
	char text[ORDER_BLOCK_CANON_MAX + 1];
};

/*
 * receipt_box_text appends the RECEIPT_BOX bytes to seal. receipt_text appends the signed part,
 * with the armor of the box if r->is_sealed. Text that does not fit on a line of why: or hint:
 * is cut off.
 */
void receipt_box_text(const struct receipt *r, struct buf *out);
void receipt_text(const struct receipt *r, const struct buf *armor, struct buf *out);

/* Appends the trusted comment: RECEIPT_HEADING " GAME/SEAT". */
void receipt_comment(const struct receipt *r, struct buf *out);

/* ---- reading ------------------------------------------------------------------------------ */

struct receipt_spans { /* spans of the parsed text */
	struct span signed_part;
	struct span armor; /* n 0: none */
	unsigned char sig[MINISIGN_BYTES];
};

/*
 * Finds the next receipt in s at or after *at, and moves *at past it. Call digest_clean first.
 * Returns 1 if found, 0 if there is none, -1 with ERR_SYNTAX. Before the signature is verified,
 * trust only whose receipt it claims to be.
 */
int receipt_next(const char *s, size_t n, size_t *at, struct receipt_spans *sp, struct err *err);

/* Parses everything in clear. Returns 0, or -1 with ERR_SYNTAX. */
int receipt_parse(
    const char *s, const struct receipt_spans *sp, struct receipt *r, struct err *err);
/* Parses the n unsealed bytes of the box into r. Returns 0, or -1 with ERR_SYNTAX. */
int receipt_box_parse(struct receipt *r, const char *s, size_t n, struct err *err);

/* True if the text contains a receipt. */
bool receipt_is_in(const struct buf *text);

#endif
