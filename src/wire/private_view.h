#ifndef ADIT_WIRE_PRIVATE_VIEW_H
#define ADIT_WIRE_PRIVATE_VIEW_H

#include <stdint.h>

#include "wire/deal.h"

/*
 * The private view: the plain text of a seat's age file (adit(5), "Private views"). The host
 * signs it inside the encryption. It names game, digest, seat and recipient, so it cannot be
 * forwarded or replayed. Line ends after the signature pad it to a length that follows from
 * public facts.
 */
#define VIEW_HEADING         "adit-view v3"
#define PRIVATE_VIEW_SEQ_MAX (INT64_C(1) << 40)
enum { VIEW_UNIT = 128 };

struct private_view {
	char game[ORDER_BLOCK_GAME_MAX + 1];
	int64_t n;
	unsigned char prev[32];
	char seat[NAME_MAX_LEN + 1];
	char to[AGE_TEXT + 1];          /* the recipient */
	int64_t seq, seq_any;           /* the next free seq: this turn; out of turn and sealed */
	int64_t seq_open;               /* out of turn and open */
	bool has_queued_next;           /* the host has a queued order of the seat */
	unsigned char queued_next[32];  /* its hash */
	bool has_queued_every;          /* the host has a recurring order of the seat */
	unsigned char queued_every[32]; /* its hash */
	struct view view;               /* the view of the seat */
	bool holds;                     /* nothing is played: an undo request is open */
};

/* What is omitted, cumulative, if there is no room, so that the length reveals nothing: nothing;
 * the orders; the events; the notes. */
enum private_view_omitted { VIEW_WHOLE, VIEW_CAN, VIEW_EVENTS, VIEW_NOTES };

/* What the seat may know of the digest; all members may be empty. */
struct private_view_content {
	const struct events *ev;
	struct notes notes;               /* private to this seat */
	const int64_t *seen_n;            /* digest in which view.seat[].seen[i] was looked at */
	const struct leaf_openings *open; /* openings shown for the first time; NULL: none */
	struct json_t *position;          /* position of its digest; NULL: made here */
	enum private_view_omitted left_out;
};

/* Lists the legal orders of the seat, as orders_of (text/orderlist.h); none while nothing is
 * played. */
size_t private_view_orders(const struct private_view *v, const struct names *names, bool grouped,
    void (*each)(void *arg, const char *line), void *arg);

/* Appends everything up to the signature. */
void private_view_text(const struct private_view *v, const struct names *names,
    const struct view *pub, const struct private_view_content *news, struct buf *out);

/* Public facts about a view that is not opened. All pointers are borrowed. */
struct private_view_public {
	const struct digest *d;
	uint8_t seat;
	uint16_t roles;          /* bits of the seats whose roles this seat has looked at */
	const struct events *ev; /* public copies, or better; NULL: none */
	const unsigned *open;    /* number of openings of each of PILES at most; NULL: none */
};

/* Returns an upper bound of the bytes of such a view, including the signature. Views are padded
 * to it; it is a multiple of VIEW_UNIT. */
size_t private_view_max_len(const struct private_view_public *p);

/*
 * Parts of that bound for `room` of struct position_rules. _name: the longest name of a class.
 * _orders: all orders that the seat of a view can give. _discards: those that discard from a hand
 * of n cards, also for one of `front` before the player, as in can:.
 */
size_t private_view_len_name(const struct rules *rules, enum card_class class);
size_t private_view_len_orders(const struct view *v, const struct names *names);
size_t private_view_len_discards(const struct rules *rules, unsigned n, unsigned front);

/* Appends "KEY: words", wrapped; "-" for empty words. */
void private_view_words(const char *key, const char *words, struct buf *out);

struct private_view_spans {
	struct span signed_part, events, can, open; /* of the parsed text */
	size_t end;                                 /* of the signature */
	size_t n;                                   /* total length, including the padding */
	unsigned char sig[MINISIGN_BYTES];
};

/*
 * private_view_split locates the parts and trusts nothing. After the signature is verified,
 * private_view_parse applies the patch to the public view of the digest; it fails as
 * digest_parse does.
 */
int private_view_split(const char *s, size_t n, struct private_view_spans *sp, struct err *err);
int private_view_parse(const char *s, const struct private_view_spans *sp, const struct digest *d,
    struct private_view *v, struct err *err);

/* True if only line ends follow the signature, up to a multiple of VIEW_UNIT. */
bool private_view_is_filled(const char *s, const struct private_view_spans *sp);

/* Checks that the view only adds to the public view. Returns NULL, or a sentence that says what
 * is wrong. */
const char *private_view_check(const struct private_view *v, const struct digest *d);

/*
 * Checks that re-serializing the parsed view gives the same bytes. `mine`: its events and notes,
 * as read. The digest of a looked-at goal is not checked. can: may be omitted if there is no
 * room. Returns as private_view_check.
 */
const char *private_view_check_rewrite(const char *s, const struct private_view_spans *sp,
    const struct private_view *v, const struct digest *d, const struct digest_events *mine);

/* Checks that the private events agree with the public ones, that the cards drawn last are in
 * the hand, and private_view_check_rewrite. `all`: events of the digest. */
const char *private_view_check_events(const char *s, const struct private_view_spans *sp,
    const struct private_view *v, const struct digest *d, const struct digest_events *all);

/* Merges the public events with those of the seat's view. private_view_check_events must have
 * passed. */
void private_view_events(const struct digest_events *all, const struct digest_events *mine,
    uint8_t seat, struct events *out);

/* Appends its events and notes as sentences: lines like those of since: in digests. */
void private_view_since(const struct language *lang, const struct rules *rules,
    const struct names *names, const struct events *ev, const struct notes *notes, uint8_t seat,
    struct buf *out);

/* Appends the trusted comment: VIEW_HEADING " GAME/N/SEAT". */
void private_view_comment(const char *game, int64_t n, const char *seat, struct buf *out);

#endif
