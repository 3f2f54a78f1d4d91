#ifndef ADIT_HOST_TABLE_H
#define ADIT_HOST_TABLE_H

#include "host/host.h"
#include "text/deck.h"

/*
 * Inside of the host layer: what stays the same through a game (struct table), what changes (struct
 * host_state), and the making of a digest out of both.
 */
struct replay;

struct table {
	char game[BLOCK_GAME_MAX + 1];
	const struct rules *rules;              /* may point to `house`: use table_copy */
	struct house_deck house;
	struct names names;
	struct card card[SEATS_MAX];
	int64_t limit_s;
	bool host_seat;
	unsigned char s[SECRET_BYTES], master[SECRET_BYTES];
	struct card host;                       /* the host's public card */
	struct replay *replay;                  /* NULL: this is the game itself */
};

/* Everything but names and cards comes from the game row; table_wipe when done. */
int table_load(struct table *t, struct store *st, struct err *err);
void table_copy(struct table *to, const struct table *from);
void table_wipe(struct table *t);
/* The config bytes of the game row; with the card list, if the rules are those of a house deck. */
void table_config(int64_t limit_s, bool host_seat, const struct rules *rules, struct buf *out);

enum { PEEKS_MAX = SEATS_MAX * SEEN_MAX, UNDO_MAX = 64 };

struct peek { uint8_t seat; int8_t x, y; int64_t n; };

struct host_state {
	int64_t n;                              /* the newest digest */
	unsigned char head[HASH_BYTES];
	struct game g;
	int64_t seq_turn[SEATS_MAX];            /* the turn of seq */
	int64_t seq[SEATS_MAX];                 /* highest seq used for that turn; 0 none */
	int64_t seq_any[SEATS_MAX];             /* highest seq of orders not bound to a turn */
	uint16_t waiting;                       /* bit s: seat s has a stored order */
	uint16_t epoch;                         /* of the keys that shuffle: +1 each time it is done again */
	int64_t shown_n;                        /* the newest digest that showed somebody a hidden card */
	int64_t round_n;                        /* ... that ended or began a round */
	/* Keys from the host that wait to be confirmed: since digest n (0: none), votes as bits of seats. */
	struct replaced { int64_t n; uint16_t yes, no; } replaced[SEATS_MAX];
	unsigned n_undo;
	struct undone { int64_t n, to; } undo[UNDO_MAX];        /* digest n went back to digest `to` */
	unsigned n_peek;                        /* goals looked at this round, and when */
	struct peek peek[PEEKS_MAX];
};

void state_pack(const struct host_state *hs, struct buf *out);
int state_unpack(struct host_state *hs, const struct rules *rules, const void *p, size_t n, struct err *err);
/* Note what these events of digest n mean later: which goals were looked at (a new round forgets),
 * whether something hidden was shown, whether a round ended. */
void state_note(struct host_state *hs, const struct events *ev, int64_t n);

/* Was digest n taken back?  By digest... (0: it was not). */
int64_t state_undone(const struct host_state *hs, int64_t n);

/* Why a digest is made. */
struct cause {
	bool has_order;
	struct hash order;
	const char *keep;                       /* plaintext for the host's own box */
	size_t keep_n;
	uint8_t said_by;
	const char *said;                       /* or NULL */
	const char *note;                       /* public sentence, or NULL */
	const char *act;                        /* lines of the host: section, or NULL */
	bool new_keys;                          /* the seat new_keys_of has new ones */
	uint8_t new_keys_of;
	const char *own_note[SEATS_MAX];        /* a sentence for one seat, or NULL */
	const char *waiting[SEATS_MAX];         /* stored orders as lines, or NULL */
};

/*
 * Without the host's secret key no signature and no view can be made.  A replay that lacks it takes
 * both from the digests it replays (t->replay), so that all the rest can be compared.
 *
 * Make digest hs->n + 1 of the state hs (already changed by the events): text appended to out, and
 * hs->n and hs->head moved on.  d is left as the parsed form.
 */
int digest_make(const struct table *t, const struct secret *host, struct host_state *hs,
    const struct events *ev, const struct cause *cause, int64_t now, struct digest *d, struct buf *out,
    struct err *err);

/* ---- inside a transaction that is open; host NULL only in a replay -------------------------------- */

/* As host_new_game. */
int new_game_in(struct store *st, const struct secret *host, struct replay *replay,
    const struct host_new *a, struct buf *digest, struct err *err);

/* As host_apply. */
int apply_in(struct store *st, const struct secret *host, struct replay *replay, const struct block *b,
    int64_t now, int64_t delivered, struct host_result *r, struct err *err);

#endif
