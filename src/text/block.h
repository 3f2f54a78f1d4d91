#ifndef ADIT_TEXT_BLOCK_H
#define ADIT_TEXT_BLOCK_H

#include <stdint.h>

#include "text/names.h"

/*
 * Order blocks: what a player signs and mails.  protocol.md "Orders" is the contract.
 * Sign meaning, not bytes: a forgiving reader turns whatever the mail did into fields, the
 * canonical text is made from the fields, the signature is over the canonical text.
 */
enum {
	BLOCK_CANON_MAX = 4096,         /* canonical text */
	BLOCK_ALTERNATIVES = 8,
	BLOCK_SAY_MAX = 500,            /* bytes */
	BLOCK_GAME_MAX = 32,
	BLOCK_SIG_TEXT = 184, BLOCK_NONCE_TEXT = 26, BLOCK_HEAD_TEXT = 52,
	BLOCK_INPUT_MAX = 1 << 20       /* of a whole message */
};

enum { TURN_NEXT = -1, TURN_ANY = -2 };         /* "next", "any" (not bound to a turn) */

struct block {
	char game[BLOCK_GAME_MAX + 1];
	char seat[NAME_MAX_LEN + 1];
	int64_t turn;                           /* >= 1, TURN_NEXT or TURN_ANY */
	int64_t seq;                            /* >= 1 */
	unsigned char head[32];                 /* hash of the digest acted on */
	unsigned n_do;
	char doing[BLOCK_ALTERNATIVES][400];    /* do: and or: lines, blanks squeezed, lower case, NUL */
	char say[BLOCK_SAY_MAX + 1];            /* "" for none; clean UTF-8, no line ends */
	unsigned char nonce[16];
	bool has_sig;
	unsigned char sig[138];
	int line;                               /* where BEGIN stood in the input, from 1 */
};

/* "adit-order v1\n", then game, seat, turn, seq, head, do, or..., say (if any), nonce: the bytes
 * that are signed.  ERR_SYNTAX if they would be more than BLOCK_CANON_MAX. */
int block_canonical(const struct block *b, struct buf *out, struct err *err);

/* The trusted comment of its signature: "adit-order v1 GAME/TURN/SEAT/SEQ". */
void block_comment(const struct block *b, struct buf *out);

/* The block as mailed: BEGIN, fields, sig at most 60 characters a line, END; at most 72 columns
 * (a longer do: or say: is wrapped so that the reader joins it again). */
void block_text(const struct block *b, struct buf *out);

/*
 * Find the next block in a message from *at on, read it and move *at behind it.
 * 1: *out is a block.  0: there is none.  -1: there is one, but it cannot be read (ERR_SYNTAX
 * with its line; *at is behind it, so that the caller can go on).
 * Forgives: quote marks (>, |), indentation, trailing blanks, CR, BOM, zero-width characters,
 * no-break and other odd spaces, curly quotes, dashes of any kind in BEGIN/END lines and before numbers,
 * wrapped lines (also quoted-printable soft breaks), keywords in any case.
 * Refuses: unknown or repeated fields, missing ones, control and bidi characters, numbers out of range
 * or with + or leading zeros, base32/base64 that is not exact.
 */
int block_next(const char *msg, size_t n, size_t *at, struct block *out, struct err *err);

/* The canonical text itself, exactly (a pair made by stock minisign): 0, or -1. has_sig is false. */
int block_parse_canonical(const char *s, size_t n, struct block *out, struct err *err);

#endif
