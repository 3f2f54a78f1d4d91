#ifndef ADIT_WIRE_ORDER_BLOCK_H
#define ADIT_WIRE_ORDER_BLOCK_H

#include <stdint.h>

#include "text/names.h"
#include "util/keytext.h"
#include "util/wrap.h"

/*
 * Order blocks: what a player signs and mails (adit(5), ORDERS). The signature covers meaning,
 * not mail bytes. A tolerant reader turns mail into fields, the canonical text is made from the
 * fields, and the signature is over the canonical text.
 */
enum {
	ORDER_BLOCK_CANON_MAX = 1280, /* canonical text */
	/*
	 * Upper bound of order_block_text. It adds BEGIN and END (52 bytes), the signature (200)
	 * and head-sig (212) to the canonical text, and has no heading. A blank at a line break
	 * becomes a line end; a word that is cut gains two bytes in every 71, at most 40.
	 */
	ORDER_BLOCK_ROOM = 1792,
	ORDER_BLOCK_ALTERNATIVES = 8,
	ORDER_BLOCK_DO_MAX = 399,  /* bytes of one do: or or: line */
	ORDER_BLOCK_SAY_MAX = 500, /* bytes */
	ORDER_BLOCK_GAME_MAX = 32,
	ORDER_BLOCK_NONCE_TEXT = 26,
	ORDER_BLOCK_HEAD_TEXT = 52,
	ORDER_BLOCK_COLUMNS = WRAP_COLUMNS, /* of order_block_text */
	ORDER_BLOCK_RAW_MAX = 1 << 16,      /* bytes from BEGIN to END, as received */
	ORDER_BLOCK_INPUT_MAX = 1 << 20     /* of a whole message */
};

/*
 * "next", "any" (any turn), "every" (queued and played at each turn). TURN_COMMAND: not an order of
 * a seat, but a command of the operator (text/commandline.h). Its block and its canonical text have
 * no turn and no seat; one line of do:, and of the other fields sign, age, say and head-sig alone.
 */
enum { TURN_NEXT = -1, TURN_ANY = -2, TURN_EVERY = -3, TURN_COMMAND = -4 };
const char *order_block_turn_word(int64_t turn); /* NULL: a number */
int64_t order_block_turn_find(const char *word); /* 0: unknown word, or that of TURN_COMMAND */

/* The operator, who commands the table by mail; no seat of a new table has this name. It is the
 * seat of a command. */
#define ORDER_BLOCK_OPERATOR "host"

/* The seat of a person on the waiting list; no seat has this name. */
#define STANDBY_SEAT "any"

struct order_block {
	char game[ORDER_BLOCK_GAME_MAX + 1]; /* lower-case letters, digits, '-' */
	char seat[NAME_MAX_LEN + 1];
	int64_t turn;           /* >= 1, or one of TURN_ */
	int64_t until;          /* TURN_EVERY: not played from this time on; 0: no end */
	int64_t seq;            /* >= 1 */
	unsigned char head[32]; /* hash of the digest that the order answers */
	unsigned n_do;          /* 0: only say:, and turn is TURN_ANY */
	char doing[ORDER_BLOCK_ALTERNATIVES][ORDER_BLOCK_DO_MAX + 1]; /* do: and or: lines, NUL */
	char sign[SIGN_TEXT + 1]; /* do: join, do: rotate-key: the seat's keys; "": none */
	char age[AGE_TEXT + 1];
	bool has_proof, has_commit, has_reveal;
	unsigned char proof[MINISIGN_BYTES]; /* do: rotate-key: by the new key */
	unsigned char commit[32];            /* do: join: commitment to the seat's share */
	unsigned char reveal[32];            /* do: confirm: that share */
	char say[ORDER_BLOCK_SAY_MAX + 1];   /* "" for none */
	unsigned char nonce[16];
	/* Not in the canonical text: number of that digest and the host's signature of it, as
	 * the player has them. */
	bool has_head_sig;
	int64_t head_n;
	unsigned char head_sig[MINISIGN_BYTES];
	bool has_sig;
	unsigned char sig[MINISIGN_BYTES];
	int line; /* line of BEGIN in the input, from 1 */
};

/*
 * The normal form of the values of a block; canonical text has no other. Mail programs rewrite
 * text, so everything that they may write in several ways has one form:
 *
 * - odd spaces (no-break, em, ...), tabs and line ends are blanks; runs of blanks are one, none at
 *   the ends;
 * - zero-width characters, those that change the writing direction, soft hyphens and variation
 *   selectors are left out;
 * - curly quotes and guillemets are straight quotes, an ellipsis character is three dots;
 * - dashes of all kinds, also several in a row, are one "-" (so no text can look like BEGIN or
 *   END);
 * - in say, characters with a meaning in mail have a substitute: ">" is U+203A, "|" is
 *   U+00A6, "=" is U+FF1D;
 * - do: and or: lines are printable ASCII in lower case without > | = and without a word that ends
 *   in ":"; blanks around commas are left out.
 *
 * order_block_normalize converts `doing` and `say` in place. ERR_SYNTAX (*b unchanged) if there is
 * no normal form: bytes that are not UTF-8, control characters, too long, an empty do:.
 * order_block_canonical and order_block_text normalize by themselves; the result of
 * order_block_next is normal.
 */
int order_block_normalize(struct order_block *b, struct err *err);

/* True if s has a character that the normal form leaves out. adit never writes one. */
bool order_block_leaves_out(const char *s, size_t n);

/*
 * An order with its canonical text: the fields in normal form, and the bytes that are signed,
 * hashed and stored. One of the three functions below makes both where the order comes in; later
 * code uses them as they are. Plain data: nothing to release, but wipe one that was sealed.
 * After a change of a field of `b`, call canonical_order_from_fields again; head-sig, sig and
 * line are not in the text and may be set.
 */
struct canonical_order {
	struct order_block b;
	size_t n;
	char text[ORDER_BLOCK_CANON_MAX + 1]; /* canonical text: n bytes and a NUL */
};

/* Makes the text of o->b, which order_block_next has filled in normal form. Returns 0, or -1
 * with ERR_SYNTAX if the text would exceed ORDER_BLOCK_CANON_MAX. */
int canonical_order_from_mail(struct canonical_order *o, struct err *err);
/* Normalizes the fields of b, then makes the text. Returns 0, or -1 with ERR_SYNTAX as
 * order_block_canonical. b may be &o->b. */
int canonical_order_from_fields(
    struct canonical_order *o, const struct order_block *b, struct err *err);
/* Parses a canonical text, which must match exactly (a stored one, or a pair made by stock
 * minisign). has_sig becomes false. Returns 0, or -1 with ERR_SYNTAX; then *o is unspecified. */
int canonical_order_parse(struct canonical_order *o, const char *s, size_t n, struct err *err);

/*
 * Appends the canonical text, which is signed: "adit-order v1\n", or "adit-command v1\n" of
 * TURN_COMMAND, then game, seat, turn, until,
 * seq, head, do, or..., sign, age, proof, commit, reveal, say (those that are set), nonce. The
 * text of say is in double quotes, in which " is \" and \ is \\. ERR_SYNTAX: b has no normal
 * form, neither do: nor say:, only say: but a turn, or a text above ORDER_BLOCK_CANON_MAX.
 */
int order_block_canonical(const struct order_block *b, struct buf *out, struct err *err);

/* True if the text begins with the first line of a canonical text. */
bool order_block_is_canonical(const char *s, size_t n);

/* The trusted comment of its signature: "adit-order v1 GAME/TURN/SEAT/SEQ", or, of TURN_COMMAND,
 * "adit-command v1 GAME/N/SEQ" with the number of its head. */
void order_block_comment(const struct order_block *b, struct buf *out);
/* True if this is that comment. Of a command it sets head_n, which the canonical text lacks. */
bool order_block_comment_fits(struct order_block *b, const char *comment);

/*
 * Appends the block as mailed: BEGIN, the fields, head-sig and sig (if set) with at most 60
 * characters a line, END; at most ORDER_BLOCK_COLUMNS columns. A longer do: or say: continues on
 * the next line. A word too long for a line is cut, and the cut is marked by "=". b must be
 * valid for order_block_canonical.
 */
void order_block_text(const struct order_block *b, struct buf *out);
/* Like order_block_text with another width, at least 70 columns. b must be in normal form. */
void order_block_text_columns(const struct order_block *b, size_t columns, struct buf *out);

/*
 * Finds the next block in a message at or after *at, reads it and moves *at past it. Returns 1:
 * *out is the block. 0: there is none. -1 with ERR_SYNTAX and a line: the block cannot be read; *at
 * is past it, so that the caller can continue; *out is unspecified.
 *
 * Tolerates: quote marks (>, |), indentation, trailing blanks, blank lines, CR, BOM and everything
 * that the normal form folds; dashes of any kind in BEGIN and END (at least as wide as three
 * hyphens); wrapped lines; quoted-printable remains (soft breaks, =3D, =20, =E2=80=93); letter case
 * except in say and sig; fields in any order (or: after do:). A line that does not begin with a
 * known "keyword:" continues the field before it: head, nonce and sig without a blank, the others
 * with one. Inside the quotes of say every line continues, up to the closing quote or END.
 * Elsewhere "word: " is an unknown field.
 *
 * Rejects: unknown or repeated fields, missing ones (including sig, but not head-sig), control and
 * bidi characters, numbers out of range or with + or leading zeros, inexact base32 or base64, a
 * quote in say without "\", text after the closing quote, a block without END, more than
 * ORDER_BLOCK_RAW_MAX bytes, a message of more than ORDER_BLOCK_INPUT_MAX.
 */
int order_block_next(
    const char *msg, size_t n, size_t *at, struct order_block *out, struct err *err);

/* Like canonical_order_parse, but returns only the fields. */
int order_block_parse_canonical(const char *s, size_t n, struct order_block *out, struct err *err);

/* Convert a signature to base64, MINISIGN_TEXT characters and a NUL, and back.
 * order_block_sig_parse returns 0, or -1 if s is not valid. */
void order_block_sig_text(
    const unsigned char sig[static MINISIGN_BYTES], char out[static MINISIGN_TEXT + 1]);
int order_block_sig_parse(const char *s, size_t n, unsigned char sig[static MINISIGN_BYTES]);

#endif
