#ifndef ADIT_PLAYER_PLAYER_H
#define ADIT_PLAYER_PLAYER_H

#include "record/order.h"
#include "record/share.h"
#include "record/transcript.h"
#include "seal/derive.h"
#include "seal/minisign.h"
#include "wire/private_view.h"

/*
 * What a player does with a digest and an order: everything is verified before anything is shown.
 */

/* What the player already knows of the game: pins of earlier reads. */
struct player_pins {
	bool has_host;
	char host_sign[SIGN_TEXT + 1]; /* the host's key, as first seen */
	const struct leaves *leaves;   /* of digests read before, or NULL */
	const struct pins *seen;       /* those digests, or NULL */
	const char *dir;   /* the record, in which older digests are looked for, or NULL */
	struct buf *proof; /* if the host is caught: what proves it; or NULL */
};

enum { UNCHECKED_MAX = 8 };

struct player_read {
	struct transcript tr; /* what was read, by number */
	struct digest d;      /* the newest */
	struct digest_layout t;
	struct hash head;
	bool has_view; /* the rest is set */
	uint8_t seat;
	struct private_view v;
	struct private_view_spans sp; /* spans of plain */
	struct buf plain;             /* the opened view: secret, wiped on release */
	bool is_signed;               /* ... by the host, for this digest and seat */
	/* do: and or: lines of the orders v.waiting and v.every, as far as the own record has them; secrets */
	struct buf standing, repeating;
	bool is_standing_mine, is_repeating_mine; /* signed here, though they may not open */
	struct buf *proof;                        /* of struct player_pins */
	struct buf past;      /* digests of the record by which these were checked */
	struct leaves leaves; /* those known before and those read now */
	int64_t first_n;      /* the first digest read now */
	bool has_gap;         /* not all from there to the newest */
	/* The newest digest read here before, and now; digest_input_verify sets them. */
	int64_t before_n, seen_n;
	bool is_first; /* digest_input_verify: the home did not know the host of the game */
	unsigned opened, unproven; /* openings checked; without a leaf to check them by */
	/* Digests that apply an open order whose signature cannot be verified, since digests before are
	 * missing; the first of them. */
	unsigned unchecked;
	int64_t unchecked_n[UNCHECKED_MAX];
	struct attempt_start opener; /* of the attempt at dealing that it belongs to */
};
void player_read_release(struct player_read *r);

/*
 * Read the newest digest in `text` (there may be several, in any order, copies too: they are checked as a
 * chain, oldest first).  games: the list of rules sets.  me: open the own view, or NULL for the
 * public part alone.  ERR_AUTH says what does not hold and in which digest; ERR_NOT_FOUND: no
 * digest, or no view for this key.  On success the caller releases *r; on failure it is empty.
 */
int player_read(struct player_read *r, const struct rules *const *games, const char *text, size_t n,
    const struct player_pins *pins, const struct seckey *me, struct err *err);
/* The same of digests that were found already: *tr is taken, and empty afterwards. */
int player_read_transcript(struct player_read *r, struct transcript *tr,
    const struct player_pins *pins, const struct seckey *me, struct err *err);

/*
 * What player_read does last, for a digest that was verified and is in r->d, r->t, r->tr.text and
 * r->leaves: find the view that opens with this key, that of seat `first` at first, and check it.
 * player_view_verify: is the text in r->plain a view that the host signed for this digest and seat?
 * player_view_check: then is it so, as far as this digest and the leaves tell?  ERR_AUTH: the host cheats,
 * and how.
 */
int player_open(struct player_read *r, const struct pubkey *host, const struct seckey *me,
    uint8_t first, struct err *err);
int player_view_verify(
    struct player_read *r, const struct pubkey *host, uint8_t seat, struct err *err);
int player_view_check(struct player_read *r, uint8_t seat, struct err *err);

/* Only open the view of this seat in such a digest, verified, and read it: whoever shows it checks no more.
 * false: it is not there, or does not open with this key. */
bool player_decrypt_view(
    struct player_read *r, const struct pubkey *host, const struct seckey *me, uint8_t seat);

/* What an order names of the newest digest, which it acts on: its hash, and the host's signature of it. */
void player_head(const struct player_read *r, struct order_block *b);

/* ERR_NOT_FOUND: no view was opened; ERR_STALE: there can be none yet. */
int player_needs_view(const struct player_read *r, struct err *err);

/* The dealing in it, which player_view_check asks for.  ERR_AUTH: what is not so. */
int openings_check(struct player_read *r, struct err *err);

/*
 * The signed answers to a digest whose dealing is open, whose opener must be known (ERR_NOT_FOUND).  seat: NULL: the one that has this key, or the
 * name `named`, if it is free.  ERR_NOT_FOUND: which seat?; ERR_STALE: not the time for it; ERR_AUTH:
 * the digest does not tell the truth about this seat.
 */
int player_join(const struct player_read *r, const struct seckey *me, const char *seat,
    const char *named, struct parsed_order *out, struct err *err);
int player_confirm(const struct player_read *r, const struct seckey *me, struct parsed_order *out,
    struct err *err);
/* To wait for a seat of a table whose cards are dealt, or no more.  ERR_STALE: it is not the time for it, or the key
 * waits already, or does not. */
int player_standby(const struct player_read *r, const struct seckey *me, bool waits,
    struct parsed_order *out, struct err *err);

/*
 * An order that the greedy policy would give, appended without line end: a hint for people, a player
 * for empty seats.  It plays from the seat's own view alone, and says the same each time it is asked.
 * ERR_STALE: it is not this seat's turn.
 */
int player_suggest(const struct player_read *r, struct buf *line, struct err *err);

/* The same by another policy of bot/policy.h, whose chance follows from seed. */
int player_choose_order(const struct player_read *r, unsigned policy, const struct hash *seed,
    struct buf *line, struct err *err);

/* ERR_STALE: the seats vote on taking back, and nothing is played before. */
int player_may_play(const struct player_read *r, struct err *err);

/*
 * Make a signed order of the lines (alternatives, first is do:) for the digest read.
 * turn: >= 1, one of TURN_, or 0: choose.  seq 0: choose.  Unless `force`, the first
 * alternative must be legal now (if it is this seat's turn) as far as the seat can know: ERR_RULE.
 */
struct player_order {
	const char *line[ORDER_BLOCK_ALTERNATIVES];
	unsigned n_lines;
	const char *say; /* NULL: nothing */
	int64_t turn, seq;
	int64_t until; /* with TURN_EVERY: not played from then on; 0: always */
	bool force;
	/* NULL; or what the nonce follows from, so that the same order is the same bytes: for practice alone, where
	 * whoever knows it can guess the order behind a hash. */
	const struct hash *nonces;
};
/* The next free seq of what such an order is counted with, by a view; b: in normal form. */
int64_t player_seq(const struct private_view *v, const struct order_block *b);

/* May that be signed?  turn: the one it belongs to, or TURN_. */
int player_check(
    const struct player_read *r, const struct player_order *o, int64_t *turn, struct err *err);
int player_sign(const struct player_read *r, const struct seckey *me, const struct player_order *o,
    struct parsed_order *out, struct err *err);

/* An order by which the seat gets the keys of `to`, signed by both.  seq 0: choose. */
int player_rotate(const struct player_read *r, const struct seckey *me, const struct seckey *to,
    int64_t seq, struct parsed_order *out, struct err *err);

/* The block, as order_block_text has it, sealed to the host: armored, plaintext padded to ORDER_BLOCK_ROOM. */
int player_seal(
    const struct player_read *r, const struct order_block *b, struct buf *out, struct err *err);

#endif
