#ifndef ADIT_WIRE_DEAL_H
#define ADIT_WIRE_DEAL_H

#include "wire/digest.h"

/*
 * What a host commits to when it deals, and what it reveals later (adit(5), "DEALING WITHOUT
 * TRUST"): the sections keys:, leaves: and reveal: of a digest, and the openings of a private
 * view.
 */

/* The hidden piles of a round, in the order of the section. */
enum pile { PILE_DECK, PILE_ROLES, PILE_GOALS, PILE_GOLD, PILES };
const char *pile_name(enum pile pile);

/* Leaves as digests publish them: digest n publishes the commitment to one card of a round. A
 * shuffle publishes new leaves; the newest leaf of a card is the valid one. */
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

/* leaves_find returns the leaf of this card in digest n. leaves_newest returns the newest one in
 * digests up to n. Both return NULL if there is none. */
const struct leaf *leaves_find(
    const struct leaves *l, int64_t n, unsigned round, unsigned pile, unsigned index);
const struct leaf *leaves_newest(
    const struct leaves *l, int64_t n, unsigned round, unsigned pile, unsigned index);

/* One hidden card shown to one seat; it opens the leaf of digest n. */
struct leaf_opening {
	int64_t n;
	uint8_t round, pile, index;
	card_id card;
	unsigned char salt[32];
};
enum { OPENINGS_MAX = 96 }; /* in one view */

struct leaf_openings {
	unsigned n;
	unsigned most[PILES]; /* most openings possible by public facts */
	bool holds;           /* set after the shown cards: skip cards that are listed */
	struct leaf_opening at[OPENINGS_MAX];
};

/* ---- keys: and leaves: -------------------------------------------------------------------- */

/* deal_key_text appends a line of keys: "  ID HASH". deal_leaves_text appends the lines of
 * leaves: that digest n publishes: "  ROUND PILE INDEX HASH". */
void deal_key_text(uint32_t id, const unsigned char hash[static 32], struct buf *out);
void deal_leaves_text(const struct leaves *l, int64_t n, struct buf *out);

/*
 * Read such lines. deal_keys_parse passes each key to `to`, which stops the reading by returning
 * -1. deal_leaves_parse adds the leaves of digest n. Return 0, or -1 with ERR_SYNTAX; with
 * ERR_AUTH if a leaf of this digest is already in *l with another hash.
 */
int deal_keys_parse(const char *s, struct span sp,
    int (*to)(void *arg, uint32_t id, const unsigned char hash[static 32], struct err *err),
    void *arg, struct err *err);
int deal_leaves_parse(const char *s, struct span sp, int64_t n, struct leaves *l, struct err *err);

/* One leaf as the record stores it: the number of its digest, then the line without indentation
 * and line end. leaf_parse adds the leaf to *l; ERR_AUTH if *l has another hash for it. */
void leaf_text(const struct leaf *leaf, struct buf *out);
int leaf_parse(const char *s, size_t n, struct leaves *l, struct err *err);

/* ---- reveal: (orders in canonical form) -------------------------------------------------------- */

void reveal_key_text(uint32_t id, const unsigned char key[static 32], struct buf *out);
void reveal_secret_text(const unsigned char s[static 32], struct buf *out);
void reveal_order_text(int64_t n, const struct order_block *b, struct buf *out);

/* Callbacks for the lines of reveal:, in their order. A callback that returns -1 stops the
 * reading. */
struct reveal_handler {
	int (*key)(void *arg, uint32_t id, const unsigned char key[static 32], struct err *err);
	int (*secret)(void *arg, const unsigned char s[static 32], struct err *err);
	int (*order)(void *arg, int64_t n, const struct order_block *b, struct err *err);
	void *arg;
};
int reveal_parse(const char *s, struct span sp, const struct reveal_handler *to, struct err *err);

/* deal_is_withheld is true for keys that stay secret until the game is over. A player keeps gold of
 * a round secret, and the salts would reveal it; the same holds for goals that leave the game
 * unseen. reveal_is_withheld is true for orders that name what a player keeps. */
bool deal_is_withheld(const struct game *g, unsigned purpose);
bool reveal_is_withheld(const struct order_block *b);

/* ---- open: of a private view -------------------------------------------------------------- */

/* Each opening is the lines "  N ROUND PILE INDEX CARD" and "    SALT". */
void openings_text(const struct rules *rules, const struct leaf_openings *o, struct buf *out);
int openings_parse(const char *s, struct span sp, const struct rules *rules,
    struct leaf_openings *o, struct err *err);

#endif
