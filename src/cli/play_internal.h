#ifndef ADIT_CLI_PLAY_INTERNAL_H
#define ADIT_CLI_PLAY_INTERNAL_H

#include "cli/order_input.h"
#include "cli/play.h"
#include "cli/read_common.h"
#include "term/term.h"

/* What a session (cli/play.h) consists of, for its own files. */

struct play {
	struct ctx *ctx;
	struct term *term;
	struct order_transport road;
	struct digest_source look;
	struct player_read r;     /* the newest digest that was shown */
	struct read_context past; /* of it */
	struct buf dir;           /* the game's folder in the record */
	struct buf prompt;
	bool plain;
	bool is_first;               /* the home did not know the host of the game */
	bool is_over;                /* quit */
	bool is_looking;             /* what the look has begun is under way, */
	bool is_asked;               /* and the player waits for it */
	struct buf trouble;          /* why it could not, as it was told */
	bool is_caught;              /* the host cheats: nothing is signed any more */
	struct err why;              /* ... and how */
	int lock;                    /* on the seat; -1: it looks on */
	char seat[NAME_MAX_LEN + 1]; /* which that is */
	/* Called when the seat is known, for the road; NULL: there is one, or none. */
	int (*seated)(struct play *p, void *arg, struct err *err);
	void *seated_arg;
};

/* Read, verify and show what it begins with, and sit down.  Always play_end. */
int play_begin(struct play *p, struct ctx *ctx, struct play_options *start, struct err *err);
/* Until the player quits; ERR_AUTH: the host was caught (an empty message: that was said). */
int play_run(struct play *p, struct err *err);
/* Leaves in ctx->signal what ended it. */
void play_end(struct play *p);

/* ---- the seat (play_seat.c) ------------------------------------------------------------------------ */

/* Lock the seat of which there is a view now, if there is one: nothing is signed before. */
int play_seat_lock(struct play *p, struct err *err);
/* ... and have ready what is lent to it. */
int play_seat_init(struct play *p, struct err *err);
void play_seat_unlock(struct play *p);

/* ---- talk (play_talk.c) -------------------------------------------------------------------------- */

/* Say one line; controls become '?'. */
void play_say(struct play *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void play_fail(struct play *p, const struct err *why);
/* The fingerprint of the game's host, to be compared. */
void play_say_host(struct play *p);
/* Show a text that was made here. */
void play_put(struct play *p, const struct buf *text);
/* The whole table; legend: with what its signs mean.  Where the terminal is lower than that, whose turn it is, or who has
 * won, stands below it, too. */
void play_table(struct play *p, bool legend);
unsigned play_style(const struct play *p), play_columns(const struct play *p);

/* ---- news (play_news.c) -------------------------------------------------------------------------- */

/* The receipts alone. */
void play_news_receipts(struct play *p, const struct buf *text, bool all);
/* What has come since: in the record through another adit, and by the look; anew: also what comes behind what is
 * under way. */
bool play_news_look(struct play *p, bool anew);
/* The player asks for news. */
void play_news_ask(struct play *p);
/* The first table: out of text, else the newest of the record. */
int play_news_first(struct play *p, const struct buf *text, struct err *err);

/* ---- orders (play_order.c) ------------------------------------------------------------------------- */

/* Ask, sign, keep, carry. */
void play_give(struct play *p, const struct player_order *o);
/* Keep what was signed, and carry it. */
void play_send(struct play *p, const struct parsed_order *order);
/* How it leaves, in words. */
const char *play_road(const struct play *p);
/* What was signed and may not have left: send it again, forget it. */
void play_offer(struct play *p);
void play_again(struct play *p);
void play_undo(struct play *p);

/* ---- the deal (play_deal.c) ------------------------------------------------------------------------ */

/* Answer a table that is open: join, seat: which, or NULL; else confirm. */
void play_deal(struct play *p, bool joins, const char *seat);

/* ---- commands (play_command.c) ------------------------------------------------------------------------ */

void play_command(struct play *p, const struct buf *line);
/* A term_words, of struct play: commands, and the words of the orders that can be given. */
void play_complete(void *arg, const char *before, term_add *add, void *to);

/* ---- what is remembered (play_settings.c) ------------------------------------------------------------ */

/* How orders of this game leave, and the key of its seat: a small file in the game's folder. */
enum settings_transport { SETTINGS_NONE, SETTINGS_MAIL, SETTINGS_GIT, SETTINGS_FILE };
struct play_settings {
	enum settings_transport road;
	struct buf to, key; /* an address, a folder, a file; what finds the key again, or empty */
};
/* Nothing is remembered: an empty one.  ERR_CORRUPT: the file is damaged. */
int play_settings_load(struct play_settings *m, const char *dir, struct err *err);
int play_settings_save(const struct play_settings *m, const char *dir, struct err *err);
void play_settings_release(struct play_settings *m);

#endif
