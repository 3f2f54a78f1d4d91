#ifndef ADIT_HOST_TABLE_H
#define ADIT_HOST_TABLE_H

#include "host/host.h"
#include "store/store.h"
#include "wire/deal.h"
#include "wire/deck.h"
#include "wire/undo_request.h"

/*
 * Inside of the host layer: what stays the same through a game (struct table), what changes (struct
 * host_state).
 */

/* Digests as they were read, and held. */
enum { DIGESTS_SEEN = 3 /* the first, the newest, the next */ };
struct digests_seen {
	unsigned n; /* so many were noted: the last ones are there */
	struct digest_seen {
		struct store_digest row;
		struct digest_layout t;
	} at[DIGESTS_SEEN];
};

/* The seats that have keys, by name. */
struct seat_keys {
	unsigned n;
	struct seat_key {
		char name[NAME_MAX_LEN + 1];
		struct pubkey key;
	} at[SEATS_MAX];
};

/* A game file that is open; its rules set is looked up in games.  A value. */
struct host {
	struct store *st;
	const struct rules *const *games;
	struct digests_seen *seen; /* or NULL: none is noted */
	struct seat_keys *keys;    /* as they were when somebody looked, or NULL */
	bool looks;                /* between host_read_begin and host_read_end */
	int64_t newest;            /* digest that was seen while it looks, or -1 */
	/* host_identity, once it is known: */
	bool is_named;
	char game[ORDER_BLOCK_GAME_MAX + 1];
	struct hash first;
};

/* The public key of a seat, from its text in the file.  -1: it is none. */
int host_parse_pubkey(const char *text, struct pubkey *key);

struct table {
	char game[ORDER_BLOCK_GAME_MAX + 1];
	const struct rules *rules; /* may point to `house` */
	struct house_deck house;
	struct names names;
	struct pubkey pub[SEATS_MAX];
	uint16_t seated; /* bit s: pub[s] is known */
	struct time_control clock;
	bool host_seat;
	bool audited;       /* dealing with shares of all seats, not trusted */
	struct pubkey host; /* the host's public card */
	struct hash zero;   /* of digest 0, once there is one */
	unsigned char s[SECRET_BYTES], master[SECRET_BYTES]; /* master: table_master */
};

/* What to do about a game file that is damaged. */
extern const char table_damaged[];

/* All but host and master; table_wipe when done. */
int table_load(struct table *t, struct host *h, struct err *err);
void table_wipe(struct table *t);
/* The config bytes of the game row; with display names, and the card list, if the rules are those of a
 * house deck. */
void table_config(const struct time_control *clock, bool host_seat, bool audited,
    const struct names *names, const struct rules *rules, struct buf *out);

enum { PEEKS_MAX = SEATS_MAX * SEEN_MAX, UNDO_MAX = 64, UNDO_REQUESTS_MAX = 64 };

struct peek {
	uint8_t seat;
	int8_t x, y;
	int64_t n;
};

/* What a seat has given to the deal. */
struct share {
	uint8_t joined, confirmed, bound; /* bound: the host named the seat's keys at `new` */
	unsigned char commit[HASH_BYTES], r[SECRET_BYTES];
};

/* The piles of the round, as far as openings need them; kept where dealing is audited. */
struct round_piles {
	uint8_t round, n_deck;
	card_id deck[DECK_MAX];       /* as it was dealt from */
	uint8_t holder[DECK_MAX];     /* the seat that can have card i in hand, or SEAT_NONE */
	uint8_t role[SEATS_MAX];      /* which of the roles a seat has, or ROLE_UNKNOWN */
	uint8_t left_seat, n_left;    /* who has seen roles that nobody got; how many, */
	uint8_t left[ROLES_MAX];      /* which, */
	card_id left_card[ROLES_MAX]; /* and what they are */
};
enum { ROLE_UNKNOWN = 0xff };

/* The nuggets of a round, which stay with their owners to the end of the game. */
struct round_gold {
	int64_t n;      /* the digest with their leaves */
	uint16_t epoch; /* of their salts */
	uint8_t n_gold;
	card_id card[NUGGETS_MAX];
	uint8_t owner[NUGGETS_MAX]; /* a seat, or SEAT_NONE */
};

/* The leaves of a round that digest n has published, with salts of this epoch: of cards and roles with
 * these indices and higher ones, and of goals as bits. */
struct leaf_set {
	int64_t n;
	uint16_t epoch;
	uint8_t deck, roles;
	uint32_t goals;
};

struct host_state {
	int64_t n; /* the newest digest */
	unsigned char head[HASH_BYTES];
	struct game g;
	int64_t seq_turn[SEATS_MAX]; /* the turn of seq */
	int64_t seq[SEATS_MAX];      /* highest seq used for that turn; 0 none */
	int64_t seq_any[SEATS_MAX]; /* highest seq of hidden orders that are not bound to a turn, */
	int64_t seq_open[SEATS_MAX]; /* ... and of open orders but joins and confirmations */
	uint16_t waiting;            /* bit s: seat s has a stored order */
	uint16_t epoch;              /* of the keys that shuffle: +1 each time it is done again */
	uint8_t epoch_round[UNDO_MAX +
	    1];           /* the round in which each began: it has keys from there on */
	int64_t due_turn; /* the turn that is being timed, since people.began; -1: none */
	struct people people;
	uint16_t every;  /* bit s: seat s has an order for every turn, */
	uint16_t played; /* which was played, so that it is revealed with its round */
	int64_t shown_n; /* the newest digest that showed somebody a hidden card */
	int64_t round_n; /* ... that ended or began a round */
	/* Keys from the host that wait to be confirmed: since digest n (0: none), votes as bits of seats. */
	struct replaced {
		int64_t n;
		uint16_t yes, no;
	} replaced[SEATS_MAX];
	unsigned n_undo;
	struct undone {
		int64_t n, to;
	} undo[UNDO_MAX]; /* digest n went back to digest `to` */
	int64_t given
	    [SEATS_MAX]; /* the digest in which the host or the table gave the seat its keys; 0: none */
	struct undo_request
	    asked;          /* the newest request to take back, until it is done; n 0: none */
	int64_t asked_end;  /* the digest in which it ended, */
	int64_t asked_turn; /* when this turn was to be played */
	unsigned n_asked;   /* requests so far */
	unsigned n_peek;    /* goals looked at this round, and when */
	struct peek peek[PEEKS_MAX];
	uint32_t attempt;         /* at dealing, from 1; 0: trusted dealing */
	int64_t open_n, closed_n; /* the digest that began it; that closed it, or -1 */
	struct hash opener;       /* of digest open_n */
	struct share share[SEATS_MAX];
	int64_t reveal_n;              /* earlier orders are revealed, but for held ones */
	int64_t held[SEATS_MAX];       /* the digest of an order that waited then; -1: none */
	int64_t every_held[SEATS_MAX]; /* likewise, for every turn; none: no order's */
	uint8_t n_revealed
	    [ROUNDS_MAX]; /* epochs whose keys for the round are revealed, but kept ones */
	struct round_piles piles;
	struct round_gold gold[ROUNDS_MAX];
	unsigned n_leaf_set;
	struct leaf_set leaf_set[UNDO_MAX + 1]; /* of the round, in the order of publishing */
	struct summary summary;                 /* so far, where the table wants one */
};

/* A state before everything: no digest, nothing dealt. */
void state_init(struct host_state *hs, const struct rules *rules, uint8_t n_seats,
    const struct options *options);

/* Compute t->master: from s alone, or from all shares. */
void table_master(struct table *t, const struct host_state *hs);

void state_pack(const struct host_state *hs, struct buf *out);
int state_unpack(
    struct host_state *hs, const struct rules *rules, const void *p, size_t n, struct err *err);
/* Note what these events of digest n mean later: which goals were looked at (a new round forgets),
 * whether something hidden was shown, whether a round ended. */
void state_note(struct host_state *hs, const struct events *ev, int64_t n);

/* Does nobody learn anything from such an event that was hidden? */
bool state_tells_nothing(enum event_kind kind);

/* Was digest n taken back?  By digest... (0: it was not). */
int64_t state_undone(const struct host_state *hs, int64_t n);

#endif
