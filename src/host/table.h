#ifndef ADIT_HOST_TABLE_H
#define ADIT_HOST_TABLE_H

#include "host/host.h"
#include "store/store.h"
#include "wire/deal.h"
#include "wire/deck.h"
#include "wire/undo_request.h"

/* Internal to the host layer: what is constant for a game (struct table), what changes (struct
 * host_state). */

/* Cache of digests as read. */
enum { TABLE_DIGESTS_SEEN = 3 /* the first, the newest, the next */ };
struct digests_seen {
	unsigned n; /* number recorded so far; the last ones are cached */
	struct digest_seen {
		struct store_digest row;
		struct digest_layout t;
	} at[TABLE_DIGESTS_SEEN];
};

/* The seats that have keys, by name. */
struct table_seat_keys {
	unsigned n;
	struct seat_key {
		char name[NAME_MAX_LEN + 1];
		struct pubkey key;
	} at[SEATS_MAX];
};

/* An order that a bot has chosen, and the digest that it answers (host/bots.h). */
struct table_choice {
	unsigned char head[HASH_BYTES];
	char line[ORDER_BLOCK_DO_MAX + 1];
};

/* An open game file; its rules set is looked up in games. */
struct host {
	struct store *st;
	const struct rules *const *games;
	struct digests_seen *seen;          /* or NULL: no cache */
	struct table_seat_keys *keys;       /* as last read, or NULL */
	bool looks;                         /* between host_read_begin and host_read_end */
	int64_t newest;                     /* newest digest of this read transaction, or -1 */
	const struct parsed_order *command; /* to be recorded by a host action, or NULL */
	struct table_choice *choice;        /* of bots that search, or NULL: host_forget_choices */
	size_t n_choices;
	/* host_identity, once known: */
	bool is_named;
	char game[ORDER_BLOCK_GAME_MAX + 1];
	struct hash first;
};

/* Wipes and frees what bots have chosen. */
void host_forget_choices(struct host *h);

/* Parses the public keys of a seat from a row. Returns 0, or -1. */
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
	bool audited;       /* audited dealing, with shares of all seats */
	struct pubkey host; /* the host's public keys */
	struct hash zero;   /* hash of digest 0, once made */
	unsigned char s[SECRET_BYTES], master[SECRET_BYTES]; /* master: table_master */
};

/* Hint for a damaged game file. */
extern const char table_damaged[];

/* Loads everything but host and master. End with table_wipe. */
int table_load(struct table *t, struct host *h, struct err *err);
void table_wipe(struct table *t);
/* Appends the config bytes of the game row, with title, addresses and display names, and with the
 * card list for a custom deck. */
void table_config(const struct time_control *clock, bool host_seat, bool audited,
    const struct names *names, const struct rules *rules, struct buf *out);

enum { TABLE_PEEKS_MAX = SEATS_MAX * SEEN_MAX, TABLE_UNDO_REQUESTS_MAX = 64 };

struct table_peek {
	uint8_t seat;
	int8_t x, y;
	int64_t n;
};

/* A seat's contribution to the joint deal. */
struct table_share {
	uint8_t joined, confirmed, bound; /* bound: the host named the seat's keys at `new` */
	unsigned char commit[HASH_BYTES], r[SECRET_BYTES];
};

/* The piles of the round, as far as openings need them. Used with audited dealing. */
struct table_round_piles {
	uint8_t round, n_deck;
	card_id deck[DECK_MAX];       /* in the order of the deal */
	uint8_t holder[DECK_MAX];     /* the seat that may hold card i, or SEAT_NONE */
	uint8_t role[SEATS_MAX];      /* index of the seat's role, or TABLE_ROLE_UNKNOWN */
	uint8_t left_seat, n_left;    /* who has seen the leftover roles; their number */
	uint8_t left[ROLES_MAX];      /* their indices */
	card_id left_card[ROLES_MAX]; /* their cards */
};
enum { TABLE_ROLE_UNKNOWN = 0xff };

/* The nuggets of a round. They stay with their owners to the end of the game. */
struct table_round_gold {
	int64_t n;      /* the digest with their leaves */
	uint16_t epoch; /* of their salts */
	uint8_t n_gold;
	card_id card[NUGGETS_MAX];
	uint8_t owner[NUGGETS_MAX]; /* a seat, or SEAT_NONE */
};

/* The leaves that digest n published for the round, with salts of this epoch: of deck and roles
 * from these indices on, and of goals as bits. */
struct table_leaf_set {
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
	int64_t seq[SEATS_MAX];      /* highest seq used for that turn; 0: none */
	int64_t seq_any[SEATS_MAX];  /* highest seq of sealed out-of-turn orders */
	/* highest seq of open orders, except joins and confirmations */
	int64_t seq_open[SEATS_MAX];
	uint16_t queued_next; /* bit s: seat s has a queued order */
	uint16_t epoch;       /* epoch of the subkeys; +1 for each reshuffle */
	/* the round in which each epoch began; it has keys from there on */
	uint8_t epoch_round[UNDO_REQUEST_UNDOS_MAX + 1];
	int64_t due_turn; /* the turn that is timed since people.began; -1: none */
	struct people people;
	uint16_t queued_every; /* bit s: seat s has a recurring order */
	uint16_t played;       /* bit s: it was played, so it is revealed with its round */
	int64_t shown_n;       /* the newest digest that showed a hidden card to a seat */
	int64_t round_n;       /* the newest digest that ended or began a round */
	/* Keys from the host that are not confirmed: given in digest n (0: none); votes as bits
	 * of seats. */
	struct replaced {
		int64_t n;
		uint16_t yes, no;
	} replaced[SEATS_MAX];
	unsigned n_undo;
	struct undone {
		int64_t n, to;
	} undo[UNDO_REQUEST_UNDOS_MAX]; /* digest n went back to digest `to` */
	/* digest in which the host or the table gave the seat its keys; 0: none */
	int64_t given[SEATS_MAX];
	struct undo_request undo_request; /* newest undo request, until executed; n 0: none */
	int64_t undo_request_end;         /* the digest in which it ended */
	int64_t undo_request_turn;        /* the turn to play at that time */
	unsigned n_undo_requests;         /* requests so far */
	unsigned n_peek;                  /* goals looked at this round, and the digests */
	struct table_peek peek[TABLE_PEEKS_MAX];
	uint32_t attempt; /* of the joint deal, from 1; 0: trusted dealing */
	/* digest that began the attempt; digest in which all had joined, or -1 */
	int64_t open_n, closed_n;
	struct hash opener; /* hash of digest open_n */
	struct table_share share[SEATS_MAX];
	int64_t reveal_n;              /* earlier orders are revealed, except held ones */
	int64_t held[SEATS_MAX];       /* digest of an order that was queued then; -1: none */
	int64_t every_held[SEATS_MAX]; /* the same for recurring orders */
	/* epochs whose keys for the round are revealed, except withheld ones */
	uint8_t n_revealed[ROUNDS_MAX];
	struct table_round_piles piles;
	struct table_round_gold gold[ROUNDS_MAX];
	unsigned n_leaf_set;
	struct table_leaf_set
	    leaf_set[UNDO_REQUEST_UNDOS_MAX + 1]; /* of the round, in order of publication */
	struct summary summary;                   /* so far, if digest 0 enables it */
	uint16_t custody; /* seats whose keys the host keeps (host/custody.h) */
	/* how many times the seat was given into custody */
	uint8_t n_custody[SEATS_MAX];
	uint16_t bots; /* seats that the host's program plays (host/bots.h) */
};

/* Sets the state before digest 0. */
void host_state_init(struct host_state *hs, const struct rules *rules, uint8_t n_seats,
    const struct options *options);

/* Computes t->master: from s alone, or also from all shares. */
void table_master(struct table *t, const struct host_state *hs);

void host_state_pack(const struct host_state *hs, struct buf *out);
int host_state_unpack(
    struct host_state *hs, const struct rules *rules, const void *p, size_t n, struct err *err);
/* Updates the state by the events of digest n: goals looked at (cleared by a new round), whether
 * hidden cards were shown, whether a round ended. */
void host_state_note(struct host_state *hs, const struct events *ev, int64_t n);

/* Returns the digest that undid digest n, or 0. */
int64_t host_state_undone(const struct host_state *hs, int64_t n);

#endif
