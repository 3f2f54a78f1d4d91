#ifndef ADIT_WIRE_ORDER_BLOCK_H
#define ADIT_WIRE_ORDER_BLOCK_H

#include <stdint.h>

#include "text/names.h"
#include "util/keytext.h"
#include "util/wrap.h"

/*
 * Order blocks: what a player signs and mails.  adit(5), ORDERS, is the contract.
 * Sign meaning, not bytes: a forgiving reader turns whatever the mail did into fields, the
 * canonical text is made from the fields, the signature is over the canonical text.
 */
enum {
	ORDER_BLOCK_CANON_MAX = 1280, /* canonical text */
	/* No order_block_text is longer.  Other than the canonical text it has BEGIN and END, 52 bytes, the
	 * signature, 200, and that of its head, 212, but no heading; a blank at which it is wrapped is a line
	 * end, and a word that has to be cut gains two bytes in every 71: 40. */
	ORDER_BLOCK_ROOM = 1792,
	ORDER_BLOCK_ALTERNATIVES = 8,
	ORDER_BLOCK_DO_MAX = 399,  /* bytes of one do: or or: line */
	ORDER_BLOCK_SAY_MAX = 500, /* bytes */
	ORDER_BLOCK_GAME_MAX = 32,
	ORDER_BLOCK_NONCE_TEXT = 26,
	ORDER_BLOCK_HEAD_TEXT = 52,
	ORDER_BLOCK_COLUMNS = WRAP_COLUMNS, /* of order_block_text */
	ORDER_BLOCK_RAW_MAX = 1 << 16,      /* from BEGIN to END, as it came */
	ORDER_BLOCK_INPUT_MAX = 1 << 20     /* of a whole message */
};

/* "next", "any" (not bound to a turn), "every" (kept, and played at each turn) */
enum { TURN_NEXT = -1, TURN_ANY = -2, TURN_EVERY = -3 };
const char *order_block_turn_word(int64_t turn); /* NULL: it is a number */
int64_t order_block_turn_find(const char *word); /* 0: there is none */

/* The seat of who has none, and waits for one; no seat is named so. */
#define STANDBY_SEAT "any"

struct order_block {
	char game[ORDER_BLOCK_GAME_MAX + 1]; /* lower-case letters, digits, '-' */
	char seat[NAME_MAX_LEN + 1];
	int64_t turn;           /* >= 1, or one of TURN_ */
	int64_t until;          /* TURN_EVERY: not played from this time on; 0: always */
	int64_t seq;            /* >= 1 */
	unsigned char head[32]; /* hash of the digest acted on */
	unsigned n_do;          /* 0: only say, and turn is TURN_ANY */
	char doing[ORDER_BLOCK_ALTERNATIVES][ORDER_BLOCK_DO_MAX + 1]; /* do: and or: lines, NUL */
	char sign[SIGN_TEXT + 1]; /* do: join, do: rotate-key: the seat's keys, "" for none */
	char age[AGE_TEXT + 1];
	bool has_proof, has_commit, has_reveal;
	unsigned char proof[MINISIGN_BYTES]; /* do: rotate-key: signed by the new key */
	unsigned char commit[32];            /* do: join: to the seat's share of the deal */
	unsigned char reveal[32];            /* do: confirm: that share */
	char say[ORDER_BLOCK_SAY_MAX + 1];   /* "" for none */
	unsigned char nonce[16];
	/* Outside of the canonical text: number and host's signature of that digest, as its reader has it. */
	bool has_head_sig;
	int64_t head_n;
	unsigned char head_sig[MINISIGN_BYTES];
	bool has_sig;
	unsigned char sig[MINISIGN_BYTES];
	int line; /* where BEGIN stood in the input, from 1 */
};

/*
 * The normal form of what a block says, the only one in canonical text.  Mail programs rewrite
 * text; whatever they commonly do must not change it, so what they may write in several ways has one:
 *
 * - odd spaces (no-break, em, ...), tabs and line ends are blanks; runs of blanks are one, none at
 *   the ends;
 * - zero-width characters, those that change the direction of writing, soft hyphens and variation selectors are
 *   left out;
 * - curly quotes and guillemets are straight quotes, an ellipsis character is three dots;
 * - dashes of all kinds, also several in a row, are one "-" (so no text can look like BEGIN or
 *   END);
 * - in say, the characters that mail gives a meaning to have a look-alike: ">" is U+203A, "|" is
 *   U+00A6, "=" is U+FF1D;
 * - do: and or: lines are printable ASCII in lower case without > | = and without a word that ends
 *   in ":"; blanks around commas are left out.
 *
 * order_block_normalize brings doing and say into it, in place; ERR_SYNTAX (*b untouched) for what has no
 * such form: bytes that are not UTF-8, control characters, too long, an empty do:.
 * order_block_canonical and order_block_text do it themselves, and what order_block_next gives is normal.
 */
int order_block_normalize(struct order_block *b, struct err *err);

/* Is there a character in it that is left out, which no text of ours has? */
bool order_block_leaves_out(const char *s, size_t n);

/*
 * An order on its way: what it says, in normal form, and the very bytes that are signed, hashed and
 * stored.  Both are made together where it comes in, by one of the three functions below, and
 * whoever it is handed to takes them as they are: nobody normalizes or writes it a second time.
 * It is a value, without anything to release; one that was sealed is wiped.  Whoever changes a field
 * of `b` begins anew with canonical_order_from_fields; head-sig, sig and line are not in the text and may be set.
 */
struct canonical_order {
	struct order_block b;
	size_t n;
	char text[ORDER_BLOCK_CANON_MAX + 1]; /* canonical text: n bytes and a NUL */
};

/* From mail: o->b is as order_block_next left it, so it has its normal form; make the text.  Or -1:
 * ERR_SYNTAX, the text would be more than ORDER_BLOCK_CANON_MAX. */
int canonical_order_from_mail(struct canonical_order *o, struct err *err);
/* From fields that somebody filled in: bring them into normal form, then the same.  Or -1:
 * ERR_SYNTAX as order_block_canonical says.  b may be &o->b. */
int canonical_order_from_fields(
    struct canonical_order *o, const struct order_block *b, struct err *err);
/* From a canonical text, exactly (a stored one, a pair made by stock minisign); has_sig is false.  Or
 * -1: ERR_SYNTAX, *o is then unspecified. */
int canonical_order_parse(struct canonical_order *o, const char *s, size_t n, struct err *err);

/* The canonical text alone: "adit-order v1\n", then game, seat, turn, until, seq, head, do, or..., sign, age, proof, commit, reveal, say
 * (as far as they are there), nonce: the bytes that are signed.  say stands in double quotes, inside
 * them " is \" and \ is \\.  Appends;
 * ERR_SYNTAX if b has no normal form, neither do: nor say:, only say: but a turn, or if the text
 * would be more than ORDER_BLOCK_CANON_MAX. */
int order_block_canonical(const struct order_block *b, struct buf *out, struct err *err);

/* The trusted comment of its signature: "adit-order v1 GAME/TURN/SEAT/SEQ". */
void order_block_comment(const struct order_block *b, struct buf *out);

/*
 * The block as mailed: BEGIN, fields, head-sig and sig (if there are such) at most 60 characters a line, END; at most
 * ORDER_BLOCK_COLUMNS columns.  A longer do: or say: goes on in the next line, a word too long for a line
 * is cut and the cut marked by "=".  b is one that order_block_canonical takes.
 */
void order_block_text(const struct order_block *b, struct buf *out);
/* The same in other columns, at least 70, of a block in normal form. */
void order_block_text_columns(const struct order_block *b, size_t columns, struct buf *out);

/*
 * Find the next block in a message from *at on, read it and move *at behind it.
 * 1: *out is a block.  0: there is none.  -1: there is one, but it cannot be read (ERR_SYNTAX
 * with its line; *at is behind it, so that the caller can go on; *out is unspecified).
 *
 * Forgives: quote marks (>, |), indentation, trailing blanks, blank lines, CR, BOM and all that the
 * normal form levels; dashes of any kind in BEGIN and END (at least three hyphens' worth);
 * wrapped lines; quoted-printable leftovers (soft breaks, =3D, =20, =E2=80=93); letter case but in
 * say and sig; fields in any order (or: behind do:).
 * A line that does not begin with a known "keyword:" continues the field before it: head, nonce and
 * sig without any blank, the others with one.  Inside the quotes of say everything continues,
 * whatever it looks like, up to the closing quote or END.  Elsewhere "word: " is an unknown field.
 *
 * Refuses: unknown or repeated fields, missing ones (sig too, but not head-sig), control and bidi characters, numbers
 * out of range or with + or leading zeros, base32/base64 that is not exact, a quote within say
 * without "\", text behind its closing quote, a block without END, more than ORDER_BLOCK_RAW_MAX bytes, a
 * message of more than ORDER_BLOCK_INPUT_MAX.
 */
int order_block_next(
    const char *msg, size_t n, size_t *at, struct order_block *out, struct err *err);

/* canonical_order_parse without the text. */
int order_block_parse_canonical(const char *s, size_t n, struct order_block *out, struct err *err);

/* A signature as base64: MINISIGN_TEXT characters (and a NUL); 0, or -1. */
void order_block_sig_text(
    const unsigned char sig[static MINISIGN_BYTES], char out[static MINISIGN_TEXT + 1]);
int order_block_sig_parse(const char *s, size_t n, unsigned char sig[static MINISIGN_BYTES]);

#endif
