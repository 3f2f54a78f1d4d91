#ifndef ADIT_TEXT_DEAL_H
#define ADIT_TEXT_DEAL_H

#include "text/digest.h"

/*
 * What a host commits to when it deals, and what it reveals afterwards (adit(5), "Dealing"): the
 * sections keys:, leaves: and reveal: of a digest, and the openings of a private view.
 */

/* The hidden things of a round, in the order of the section. */
enum pile { PILE_DECK, PILE_ROLES, PILE_GOALS, PILE_GOLD, PILES };
const char *pile_name(enum pile pile);

/* Leaves by round - 1, pile and index: n of a pile that was dealt, 0 of others. */
struct leaves {
	uint8_t n[ROUNDS_MAX][PILES];
	unsigned char hash[ROUNDS_MAX][PILES][DECK_MAX][32];
};

/* One hidden thing shown to one seat. */
struct leaf_opening {
	uint8_t round, pile, index;
	card_id card;
	unsigned char salt[32];
};
enum { OPENINGS_MAX = 96, OPENING_TEXT = 120 };         /* of one view; bytes of one as text */

struct leaf_openings {
	unsigned n;
	struct leaf_opening at[OPENINGS_MAX];
};

/* ---- keys: and leaves: -------------------------------------------------------------------- */

/* The lines of keys: "  ID HASH" for each that is there; those of leaves: "  ROUND PILE INDEX HASH"
 * for one round. */
void deal_keys_text(const struct rng_keys *commit, struct buf *out);
void deal_leaves_text(const struct leaves *leaves, unsigned round, struct buf *out);

/* Read such lines into what is there already.  ERR_SYNTAX; ERR_AUTH: one is there and differs, or a
 * gap. */
int deal_keys_parse(const char *s, struct span sp, struct rng_keys *commit, struct err *err);
int deal_leaves_parse(const char *s, struct span sp, struct leaves *leaves, struct err *err);

/* ---- reveal: ------------------------------------------------------------------------------ */

void reveal_key_text(unsigned round, unsigned purpose, const unsigned char key[static 32],
    struct buf *out);
void reveal_secret_text(const unsigned char s[static 32], struct buf *out);
void reveal_order_text(int64_t n, const struct block *b, struct buf *out);

/* Whatever reveal: may hold, each given to its function as it comes; a function that returns -1
 * stops the reading. */
struct reveal_to {
	int (*key)(void *arg, unsigned round, unsigned purpose, const unsigned char key[static 32],
	    struct err *err);
	int (*secret)(void *arg, const unsigned char s[static 32], struct err *err);
	int (*order)(void *arg, int64_t n, const struct block *b, struct err *err);
	void *arg;
};
int reveal_parse(const char *s, struct span sp, const struct reveal_to *to, struct err *err);

/* ---- open: of a private view -------------------------------------------------------------- */

/* "  ROUND PILE INDEX CARD" and "    SALT". */
void openings_text(const struct rules *rules, const struct leaf_openings *o, struct buf *out);
int openings_parse(const char *s, struct span sp, const struct rules *rules, struct leaf_openings *o,
    struct err *err);

#endif
