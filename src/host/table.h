#ifndef ADIT_HOST_TABLE_H
#define ADIT_HOST_TABLE_H

#include "host/host.h"
#include "text/deal.h"

/*
 * Inside of the host layer: what stays the same through a game (struct table), what changes (struct
 * host_state), and the making of a digest out of both.
 */
struct table {
	char game[BLOCK_GAME_MAX + 1];
	const struct rules *rules;
	struct names names;
	struct card card[SEATS_MAX];
	uint16_t seated;                        /* bit s: card[s] is known */
	int64_t limit_s;
	bool host_seat;
	bool audited;                           /* dealing with shares of all seats, not trusted */
	struct card host;                       /* the host's public card */
	unsigned char s[SECRET_BYTES], master[SECRET_BYTES];    /* master: table_master */
};

/* Everything but names and cards comes from the game row, but not host and master; table_wipe when
 * done. */
int table_load(struct table *t, struct store *st, struct err *err);
void table_wipe(struct table *t);
/* The config bytes of the game row. */
void table_config(int64_t limit_s, bool host_seat, bool audited, struct buf *out);

enum { PEEKS_MAX = SEATS_MAX * SEEN_MAX };

struct peek { uint8_t seat; int8_t x, y; int64_t n; };

/* What a seat has given to the deal. */
struct share {
	uint8_t joined, confirmed, bound;       /* bound: the host named the seat's keys at `new` */
	unsigned char commit[HASH_BYTES], r[SECRET_BYTES];
};

/* The piles of the round, as far as openings need them; kept where dealing is audited. */
struct round_piles {
	uint8_t round, n_deck, n_gold;
	card_id deck[DECK_MAX];                 /* as it was dealt from */
	uint8_t holder[DECK_MAX];               /* the seat that can have card i in hand, or SEAT_NONE */
	card_id gold[NUGGETS_MAX];
	uint8_t gold_taken[NUGGETS_MAX];        /* 1: an opening was given for it */
};

struct host_state {
	int64_t n;                              /* the newest digest */
	unsigned char head[HASH_BYTES];
	struct game g;
	int64_t seq_turn[SEATS_MAX];            /* the turn of seq */
	int64_t seq[SEATS_MAX];                 /* highest seq used for that turn; 0 none */
	int64_t seq_any[SEATS_MAX];             /* highest seq of orders not bound to a turn */
	uint16_t waiting;                       /* bit s: seat s has a stored order */
	unsigned n_peek;                        /* goals looked at this round, and when */
	struct peek peek[PEEKS_MAX];
	uint32_t attempt;                       /* at dealing, from 1; 0: trusted dealing */
	int64_t open_n, closed_n;               /* the digest that began it; that closed it, or -1 */
	struct share share[SEATS_MAX];
	int64_t reveal_n;                       /* earlier orders are revealed, but for held ones */
	int64_t held[SEATS_MAX];                /* the digest of an order that waited then; -1: none */
	struct round_piles piles;
};

/* A state before everything: no digest, nothing dealt. */
void state_init(struct host_state *hs, const struct rules *rules, uint8_t n_seats,
    const struct options *options);

/* Compute t->master: from s alone, or from all shares. */
void table_master(struct table *t, const struct host_state *hs);

void state_pack(const struct host_state *hs, struct buf *out);
int state_unpack(struct host_state *hs, const struct rules *rules, const void *p, size_t n, struct err *err);
/* Note which goals were looked at in these events, by digest n; a new round forgets. */
void state_note(struct host_state *hs, const struct events *ev, int64_t n);

/* Why a digest is made. */
struct cause {
	bool has_order;
	struct hash order;
	const char *keep;                       /* plaintext for the host's own box */
	size_t keep_n;
	uint8_t said_by;
	const char *said;                       /* or NULL */
	const char *note;                       /* public sentence, or NULL */
	const char *own_note[SEATS_MAX];        /* a sentence for one seat, or NULL */
	const char *waiting[SEATS_MAX];         /* stored orders as lines, or NULL */
	unsigned round;                         /* where the events begin */
	bool deals;                             /* the first round: seats: shows all shares once more */
	const char *keys, *leaves, *reveal;     /* lines of these sections, or NULL */
	const struct leaf_openings *open;            /* by seat; NULL: none */
};

/* The public part of digest hs->n + 1, but for the hashes of the views. */
void digest_fill(const struct table *t, const struct host_state *hs, const struct cause *cause,
    int64_t now, struct digest *d);

/*
 * Make digest hs->n + 1 of the state hs (already changed by the events): text appended to out, and
 * hs->n and hs->head moved on.  d is left as the parsed form.
 */
int digest_make(const struct table *t, const struct secret *host, struct host_state *hs,
    const struct events *ev, const struct cause *cause, int64_t now, struct digest *d, struct buf *out,
    struct err *err);

#endif
