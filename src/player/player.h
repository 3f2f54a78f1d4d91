#ifndef ADIT_PLAYER_PLAYER_H
#define ADIT_PLAYER_PLAYER_H

#include "record/order.h"
#include "record/share.h"
#include "record/transcript.h"
#include "seal/derive.h"
#include "seal/minisign.h"
#include "wire/private_view.h"

/* What a player does with a digest and an order. Everything is verified before it is shown. */

/* What the player knows of the game from earlier reads. */
struct player_pins {
	bool has_host;
	char host_sign[SIGN_TEXT + 1]; /* the host's key, pinned at first sight */
	const struct leaves *leaves;   /* of digests read before, or NULL */
	const struct pins *seen;       /* pins of those digests, or NULL */
	const char *dir;               /* the record, searched for older digests; or NULL */
	struct buf *proof;             /* gets the proof if the host cheats; or NULL */
};

enum { PLAYER_UNCHECKED_MAX = 8 };

struct player_read {
	struct transcript tr; /* all digests read, by number */
	struct digest d;      /* the newest digest */
	struct digest_layout t;
	struct hash head;
	bool has_view; /* a private view was opened, and the members below are set */
	uint8_t seat;
	struct private_view v;
	struct private_view_spans sp; /* spans of `plain` */
	struct buf plain;             /* the decrypted view: secret, wiped on release */
	bool is_signed;               /* the host signed the view for this digest and seat */
	/* do: and or: lines of these orders, if the own record has them; secret */
	struct buf next_line, every_line;
	/* signed in this home, even if they cannot be decrypted */
	bool is_next_mine, is_every_mine;
	struct buf *proof;    /* of struct player_pins */
	struct buf past;      /* digests of the record that verify those read now */
	struct leaves leaves; /* known before or read now */
	int64_t first_n;      /* the first digest read now */
	bool has_gap;         /* digests between first_n and the newest are missing */
	/* The newest digest read in this home, before and now. Set by verify_digests. */
	int64_t before_n, seen_n;
	bool is_first;             /* set by verify_digests: the host of the game was unknown */
	unsigned opened, unproven; /* openings verified; openings without a leaf to verify them */
	/* Number of digests that apply an open order whose signature cannot be verified because
	 * earlier digests are missing, and the first of them. */
	unsigned unchecked;
	int64_t unchecked_n[PLAYER_UNCHECKED_MAX];
	struct attempt_start opener; /* start of the attempt that the digest belongs to */
};
void player_read_release(struct player_read *r);

/*
 * Reads the newest digest in `text`, which may contain several digests in any order, also
 * copies. They are verified as a chain from the oldest. `games` is the list of rules sets. `me`
 * opens the own view; NULL reads only the public part. ERR_AUTH names the failed check and the
 * digest. ERR_SYNTAX: no digest. ERR_NOT_FOUND: no view for this key. On success the caller releases *r;
 * on failure it is empty.
 */
int player_read(struct player_read *r, const struct rules *const *games, const char *text, size_t n,
    const struct player_pins *pins, const struct seckey *me, struct err *err);
/* Like player_read, for digests already found. Moves *tr, which is empty afterwards. */
int player_read_transcript(struct player_read *r, struct transcript *tr,
    const struct player_pins *pins, const struct seckey *me, struct err *err);

/*
 * The last step of player_read, for a verified digest in r->d, r->t, r->tr.text and r->leaves.
 * player_open finds the view that opens with this key and verifies it; it tries seat `first`
 * first. player_view_verify checks that r->plain is a view that the host signed for this digest
 * and seat. player_view_check compares the view with the digest and the leaves. ERR_AUTH: the
 * host cheats; the message says how.
 */
int player_open(struct player_read *r, const struct pubkey *host, const struct seckey *me,
    uint8_t first, struct err *err);
int player_view_verify(
    struct player_read *r, const struct pubkey *host, uint8_t seat, struct err *err);
int player_view_check(struct player_read *r, uint8_t seat, struct err *err);

/* Decrypts and parses the view of this seat in a verified digest, without further checks.
 * Returns false if it is missing or does not open with this key. */
bool player_decrypt_view(
    struct player_read *r, const struct pubkey *host, const struct seckey *me, uint8_t seat);

/* Sets the fields of an order that identify the newest digest: its hash and the host's
 * signature. */
void player_head(const struct player_read *r, struct order_block *b);

/* ERR_NOT_FOUND: no view was opened. ERR_STALE: no view exists yet. */
int player_needs_view(const struct player_read *r, struct err *err);

/* Verifies the openings of the view; part of player_view_check. ERR_AUTH: an opening is wrong. */
int player_check_openings(struct player_read *r, struct err *err);

/*
 * Make the signed answers to a digest with an open joint deal. The start of the attempt must be
 * known (ERR_NOT_FOUND). If `seat` is NULL, the seat is the one with this key, else the free
 * seat `named`. ERR_NOT_FOUND: no seat can be chosen. ERR_STALE: it is not the time for this
 * answer. ERR_AUTH: the digest is wrong about this seat.
 */
int player_join(const struct player_read *r, const struct seckey *me, const char *seat,
    const char *named, struct parsed_order *out, struct err *err);
int player_confirm(const struct player_read *r, const struct seckey *me, struct parsed_order *out,
    struct err *err);
/* Makes the order to join (`waits`) or leave the waiting list for a seat, after the deal.
 * ERR_STALE: it is not the time for it, or the key is already, or is not, on the list. */
int player_standby(const struct player_read *r, const struct seckey *me, bool waits,
    struct parsed_order *out, struct err *err);

/*
 * Appends the order of the greedy policy, without line end: a hint for people. It depends on the
 * seat's own view alone and is deterministic. ERR_STALE: it is not this seat's turn.
 * player/suggest.h has the other policies.
 */
int player_suggest(const struct player_read *r, struct buf *line, struct err *err);

/* ERR_STALE: the seats vote on an undo request, and no play is possible before it is decided. */
int player_may_play(const struct player_read *r, struct err *err);

/*
 * An order to sign: its lines (alternatives; the first is do:), for the digest read. turn: >=
 * 1, a TURN_ value, or 0: choose. seq 0: choose. Unless `force`, the first alternative must be
 * legal now, if it is this seat's turn, as far as the seat can know: ERR_RULE.
 */
struct player_order {
	const char *line[ORDER_BLOCK_ALTERNATIVES];
	unsigned n_lines;
	const char *say;             /* NULL: none */
	const struct language *lang; /* of refusals; NULL: English */
	int64_t turn, seq;
	int64_t until; /* with TURN_EVERY: not played from this time on; 0: no limit */
	bool force;
	/* NULL, or the seed of the nonce, so that the same order has the same bytes. Only for
	 * practice games: a caller that knows it can guess the order from its hash. */
	const struct hash *nonces;
	const unsigned char *nonce; /* the nonce itself, or NULL */
};
/* Returns the next free seq of the counter for such an order. `b` must be in normal form. */
int64_t player_seq(const struct private_view *v, const struct order_block *b);
/* player_check checks an order; *turn is the turn it belongs to, or a TURN_ value. player_sign
 * makes and signs it. */
int player_check(
    const struct player_read *r, const struct player_order *o, int64_t *turn, struct err *err);
int player_sign(const struct player_read *r, const struct seckey *me, const struct player_order *o,
    struct parsed_order *out, struct err *err);
/* *out is what player_sign made of `o`. If the record `dir` has an order of this seat that answers the
 * same digest, orders the same and may be on its way, *out becomes that order. Else it is signed again
 * if its count is not above those of the orders there. Fails if the record cannot be read. */
int player_sign_once(const struct player_read *r, const char *dir, const struct seckey *me,
    struct player_order *o, struct parsed_order *out, struct err *err);
/* True for an order for the next turn that the host plays at once: it is this seat's turn. */
bool player_plays_at_once(const struct player_read *r, const struct player_order *o);

/* Makes an order that replaces the keys of the seat by those of `to`, signed by both. seq 0:
 * choose. */
int player_rotate(const struct player_read *r, const struct seckey *me, const struct seckey *to,
    int64_t seq, struct parsed_order *out, struct err *err);

/*
 * Makes a command of the operator, as typed: "status", "tick", "pause DATE|off", "undo N REASON",
 * "seat NAME=FILE REASON" or "seat NAME=mail:ADDR REASON"; the reason may have double quotes around
 * it. seq: the time. ERR_USAGE and ERR_SYNTAX: it is none; errors of keys_read_pubkey.
 */
int player_command(const struct player_read *r, const struct seckey *me, const char *text,
    int64_t seq, struct parsed_order *out, struct err *err);

/* Appends the order block in the form of order_block_text, sealed to the host: armored, with
 * the plaintext padded to ORDER_BLOCK_ROOM. */
int player_seal(
    const struct player_read *r, const struct order_block *b, struct buf *out, struct err *err);

#endif
