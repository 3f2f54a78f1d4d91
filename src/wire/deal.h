#ifndef ADIT_WIRE_DEAL_H
#define ADIT_WIRE_DEAL_H

#include "wire/digest.h"

/*
 * What a host commits to when it deals, and what it reveals afterwards (adit(5), "Dealing"): the
 * sections keys:, leaves: and reveal: of a digest, and the openings of a private view.
 */

/* The hidden things of a round, in the order of the section. */
enum pile { PILE_DECK, PILE_ROLES, PILE_GOALS, PILE_GOLD, PILES };
const char *pile_name(enum pile pile);

/*
 * Leaves, as digests publish them: digest n that of one thing of a round.  Of several for the same
 * thing, which there are when it was shuffled again, the newest counts.
 */
struct leaf {
	int64_t n;
	uint8_t round, pile, index;
	unsigned char hash[32];
};

struct leaves {
	size_t n;
	struct leaf *at; /* leaves_release */
};
void leaves_add(struct leaves *l, const struct leaf *leaf);
void leaves_copy(struct leaves *to, const struct leaves *from); /* to: empty */
void leaves_release(struct leaves *l);

/* The leaf of this thing published in digest n; the newest that a digest up to n has published; NULL:
 * there is none. */
const struct leaf *leaves_find(
    const struct leaves *l, int64_t n, unsigned round, unsigned pile, unsigned index);
const struct leaf *leaves_newest(
    const struct leaves *l, int64_t n, unsigned round, unsigned pile, unsigned index);

/* One hidden thing shown to one seat: the leaf is the one of digest n. */
struct leaf_opening {
	int64_t n;
	uint8_t round, pile, index;
	card_id card;
	unsigned char salt[32];
};
enum { OPENINGS_MAX = 96 }; /* of one view */

struct leaf_openings {
	unsigned n;
	unsigned most[PILES]; /* as many as there can be for all that is public */
	bool holds;           /* what was shown now is noted: the rest follows */
	struct leaf_opening at[OPENINGS_MAX];
};

/* ---- keys: and leaves: -------------------------------------------------------------------- */

/* A line of keys: "  ID HASH"; those of leaves: "  ROUND PILE INDEX HASH" of what digest n publishes. */
void deal_key_text(uint32_t id, const unsigned char hash[static 32], struct buf *out);
void deal_leaves_text(const struct leaves *l, int64_t n, struct buf *out);

/* Read such lines, each key given to its function; a function that returns -1 stops the reading.  Leaves
 * of digest n are added; ERR_AUTH: one is there already and differs. */
int deal_keys_parse(const char *s, struct span sp,
    int (*to)(void *arg, uint32_t id, const unsigned char hash[static 32], struct err *err),
    void *arg, struct err *err);
int deal_leaves_parse(const char *s, struct span sp, int64_t n, struct leaves *l, struct err *err);

/* One of them, for keeping: the same line with the number of the digest in front, without its end.  leaf_parse adds it;
 * ERR_AUTH: one is there already and differs. */
void leaf_text(const struct leaf *leaf, struct buf *out);
int leaf_parse(const char *s, size_t n, struct leaves *l, struct err *err);

/* ---- reveal: (an order in normal form) --------------------------------------------------------- */

void reveal_key_text(uint32_t id, const unsigned char key[static 32], struct buf *out);
void reveal_secret_text(const unsigned char s[static 32], struct buf *out);
void reveal_order_text(int64_t n, const struct order_block *b, struct buf *out);

/* Whatever reveal: may hold, each given to its function as it comes; a function that returns -1
 * stops the reading. */
struct reveal_handler {
	int (*key)(void *arg, uint32_t id, const unsigned char key[static 32], struct err *err);
	int (*secret)(void *arg, const unsigned char s[static 32], struct err *err);
	int (*order)(void *arg, int64_t n, const struct order_block *b, struct err *err);
	void *arg;
};
int reveal_parse(const char *s, struct span sp, const struct reveal_handler *to, struct err *err);

/* ---- open: of a private view -------------------------------------------------------------- */

/* "  N ROUND PILE INDEX CARD" and "    SALT". */
void openings_text(const struct rules *rules, const struct leaf_openings *o, struct buf *out);
int openings_parse(const char *s, struct span sp, const struct rules *rules,
    struct leaf_openings *o, struct err *err);

#endif
