#ifndef ADIT_WIRE_PRIVATE_VIEW_H
#define ADIT_WIRE_PRIVATE_VIEW_H

#include <stdint.h>

#include "wire/deal.h"

/*
 * The private view: what is inside a seat's age file (adit(5), "Private views").  Signed by the
 * host inside the encryption, naming game, digest, seat and recipient, so that it can
 * neither be forwarded nor repeated.  Behind the signature come line ends up to a length that follows
 * from what everybody knows of the seat.
 */
#define VIEW_HEADING "adit-view v3"
enum { VIEW_UNIT = 128 };

struct private_view {
	char game[ORDER_BLOCK_GAME_MAX + 1];
	int64_t n;
	unsigned char prev[32];
	char seat[NAME_MAX_LEN + 1];
	char to[AGE_TEXT + 1];     /* the recipient */
	int64_t seq, seq_any;      /* the next free seq: this turn; hidden, bound to none; */
	int64_t seq_open;          /* open */
	bool waits;                /* the host keeps an order of its seat: */
	unsigned char waiting[32]; /* its hash */
	bool repeats;              /* ... and one for every turn: */
	unsigned char every[32];   /* its hash */
	struct view view;          /* what the seat knows */
	bool holds;                /* nothing is played, there is a vote on taking back */
};

/* What is left out, lest the length tell that there was more than room: nothing; the orders; the events,
 * too; the notes, too. */
enum private_view_omitted { VIEW_WHOLE, VIEW_CAN, VIEW_EVENTS, VIEW_NOTES };

/* What happened as the seat may know it; all may be empty. */
struct private_view_content {
	const struct events *ev;
	struct notes notes;               /* for this seat alone */
	const int64_t *seen_n;            /* digest in which view.seat[].seen[i] was looked at */
	const struct leaf_openings *open; /* of what it shows for the first time; NULL: none */
	struct json_t *position;          /* that of its digest; NULL: made here */
	enum private_view_omitted left_out;
};

/* orders_of (text/orderlist.h) its seat; none while nothing is played. */
size_t private_view_orders(const struct private_view *v, const struct names *names, bool grouped,
    void (*each)(void *arg, const char *line), void *arg);

/* Append everything up to the signature. */
void private_view_text(const struct private_view *v, const struct names *names,
    const struct view *pub, const struct private_view_content *news, struct buf *out);

/* What everybody knows of a view before it is opened; all borrowed. */
struct private_view_public {
	const struct digest *d;
	uint8_t seat;
	uint16_t roles;          /* bits of the seats whose roles it has looked at */
	const struct events *ev; /* as everybody knows them, or better; NULL: none */
	const unsigned *open;    /* how many of each pile it may open, of PILES; NULL: none */
};

/* An upper bound of the bytes that such a view can need, signature included: what it is padded to (a
 * multiple of VIEW_UNIT). */
size_t private_view_max_len(const struct private_view_public *p);

/* Parts of that bound for struct position_rules' `room`: the longest name of a class; the n longest
 * that a hand can hold, added up; all orders that the seat of a view can give, and those to discard out of a hand of n cards, also for
 * one of `front` before the player, as can: lists them. */
size_t private_view_len_name(const struct rules *rules, enum card_class class);
size_t private_view_len_orders(const struct view *v, const struct names *names);
size_t private_view_len_discards(const struct rules *rules, unsigned n, unsigned front);

/* Append "KEY: words", wrapped; "-" if there are none. */
void private_view_words(const char *key, const char *words, struct buf *out);

struct private_view_spans {
	struct span signed_part, events, can, open; /* of the text that was parsed */
	size_t end;                                 /* of the signature */
	size_t n;                                   /* all of it, what it is filled up with too */
	unsigned char sig[MINISIGN_BYTES];
};

/* Split without believing anything, then, once the signature holds, parse: the patch inside completes the
 * digest's public view to the seat's; fails as digest_parse does. */
int private_view_split(const char *s, size_t n, struct private_view_spans *sp, struct err *err);
int private_view_parse(const char *s, const struct private_view_spans *sp, const struct digest *d,
    struct private_view *v, struct err *err);

/* Is there nothing behind the signature but line ends, up to a multiple of 128? */
bool private_view_is_filled(const char *s, const struct private_view_spans *sp);

/* Does the view only add to what everybody knows?  NULL: so it is; else what is not, a sentence. */
const char *private_view_check(const struct private_view *v, const struct digest *d);

/* Written again from what was read of it, does it come out byte for byte?  mine: its events and notes, as read.
 * The digest in which a goal was looked at is taken as it stands; and can: may be left out if there is no room. */
const char *private_view_check_rewrite(const char *s, const struct private_view_spans *sp,
    const struct private_view *v, const struct digest *d, const struct digest_events *mine);

/* Are its events what everybody saw this seat do, with what only the seat knows added; are the cards drawn
 * last in its hand; and is it private_view_check_rewrite?  all: what the digest tells. */
const char *private_view_check_events(const char *s, const struct private_view_spans *sp,
    const struct private_view *v, const struct digest *d, const struct digest_events *all);

/* What everybody saw, with what the seat's view adds, which is so (private_view_check_events). */
void private_view_events(const struct digest_events *all, const struct digest_events *mine,
    uint8_t seat, struct events *out);

/* Append its events and notes in sentences: lines as those of since: in digests. */
void private_view_since(const struct rules *rules, const struct names *names,
    const struct events *ev, const struct notes *notes, uint8_t seat, struct buf *out);

/* The trusted comment: VIEW_HEADING " GAME/N/SEAT". */
void private_view_comment(const char *game, int64_t n, const char *seat, struct buf *out);

#endif
