#ifndef ADIT_SESSION_PLAY_INTERNAL_H
#define ADIT_SESSION_PLAY_INTERNAL_H

#include "player/order_input.h"
#include "session/play.h"
#include "player/reading.h"
#include "term/term.h"

/* A session (session/play.h): declarations shared by its files. */

struct play {
	struct user *u;
	struct term *term;
	struct screen *screen; /* NULL: line by line */
	struct order_transport transport;
	struct digest_source source;
	struct player_read r; /* the newest digest shown */
	struct reading past;  /* its history */
	struct buf dir;       /* folder of the game in the record */
	struct buf prompt;
	bool plain;
	bool is_first;               /* the host of the game was unknown */
	bool is_over;                /* the player quit */
	bool has_offered;            /* orders signed before, or one was sent already */
	bool is_looking;             /* work started by the source is in progress */
	bool is_asked;               /* the player waits for it */
	struct buf trouble;          /* the last error of the source that was printed */
	bool is_caught;              /* the host cheats: nothing is signed any more */
	struct err why;              /* how the host cheats */
	int lock;                    /* lock of the seat; -1: a watcher */
	char seat[NAME_MAX_LEN + 1]; /* the locked seat */
	/* Called when the seat is known, to choose the transport; NULL: nothing to choose. */
	int (*seated)(struct play *p, void *arg, struct err *err);
	void *seated_arg;
	void (*guide)(struct play *p, void *arg); /* see struct play_options */
	struct buf parting; /* blocks to send by hand, printed after the screen has closed */
	struct buf note;    /* the last note of a lesson */
	struct buf error_text;
	unsigned n_refused; /* orders that were refused here */
};

/* Reads, verifies and shows the first table and locks the seat. Call play_end after every
 * result. */
int play_begin(struct play *p, struct user *u, struct play_options *start, struct err *err);
/* Runs until the player quits. ERR_AUTH: the host cheats; an empty message: it was already
 * shown. */
int play_run(struct play *p, struct err *err);
/* Returns the signal that ended the session, or 0. */
int play_end(struct play *p);

/* ---- the seat (play_seat.c) ------------------------------------------------------------------ */

/* Locks the seat of the open view, if any. Nothing is signed without the lock. ERR_BUSY: another
 * session has it. ERR_CREATE: the record cannot be written. */
int play_seat_lock(struct play *p, struct err *err);
/* Calls p->seated if the seat is locked and no transport is set. */
int play_seat_init(struct play *p, struct err *err);
void play_seat_unlock(struct play *p);

/* In a practice game the player is the host, and nothing that is signed counts elsewhere. */
static inline bool
play_is_practice(const struct play *p)
{
	return p->transport.nonces != NULL;
}

/* ---- the terminal (play_talk.c) -------------------------------------------------------------- */

/* Opens the full screen if the terminal has one. Without it the session goes line by line. */
void play_screen_open(struct play *p);
void play_screen_close(struct play *p);
/* Reads one line: term_read with the prompt and the source of the session. */
enum term_event play_read(struct play *p, struct buf *line);
/* Waits for a descriptor: term_wait. */
enum term_event play_wait(struct play *p, int fd, int seconds);
/* Returns what is wrong, in the reader's language; valid until the next call. */
const char *play_error_text(struct play *p, const struct err *why);
/* Asks a question: term_ask. The preview of an order may be shown with it. */
bool play_ask(struct play *p, const char *question, ...) __attribute__((format(printf, 2, 3)));

void play_bell(struct play *p);
/* Prints one line; controls become '?'. */
void play_say(struct play *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void play_fail(struct play *p, const struct err *why);
/* Prints the fingerprint of the host, for comparison. */
void play_say_host(struct play *p);
/* Keeps a note, and prints it if it is another one. Its lines are wrapped. */
void play_note(struct play *p, const char *text);
/* Prints a text made by adit. */
void play_put(struct play *p, const struct buf *text);
/* Shows the table, as much as the terminal has rows for (show_screen). legend: with the meaning of
 * its symbols, if there is room. */
void play_table(struct play *p, bool legend);
unsigned play_style(const struct play *p), play_columns(const struct play *p);

/* ---- news (play_news.c) ---------------------------------------------------------------------- */

/* Shows only the receipts. */
void play_news_receipts(struct play *p, const struct buf *text, bool all);
/* Looks for news in the record, which another adit may have updated, and in the source.
 * look_again: look again after work in progress. */
bool play_news_look(struct play *p, bool look_again);
/* The player asks for news. */
void play_news_ask(struct play *p);
/* Shows the first table: the newest of the start's text, its news and the record. */
int play_news_first(struct play *p, const struct play_options *start, struct err *err);

/* ---- orders (play_order.c) ------------------------------------------------------------------- */

/* Confirms, signs, stores and sends an order. */
void play_give(struct play *p, const struct player_order *o);
/* Stores and sends a signed order. */
void play_send(struct play *p, const struct parsed_order *order);
/* The transport in words. */
const char *play_transport_words(const struct play *p);
/* Orders that were signed and may not have been sent: play_offer lists them, play_again sends
 * one again, play_undo drops one that was certainly not sent. In a practice game play_undo also
 * takes back the last order that was played. */
void play_offer(struct play *p);
void play_again(struct play *p);
void play_undo(struct play *p);

/* ---- the deal (play_deal.c) ------------------------------------------------------------------ */

/* Answers an open joint deal: joins seat `seat` (NULL: choose), else confirms. */
void play_deal(struct play *p, bool joins, const char *seat);

/* ---- commands (play_command.c) --------------------------------------------------------------- */

void play_command(struct play *p, const struct buf *line);
/* A term_words for struct play: commands, and the words of legal orders. */
void play_complete(void *arg, const char *before, term_add *add, void *to);

/* ---- settings (play_settings.c) -------------------------------------------------------------- */

/* The transport of this game, the key of its seat and where its news arrive: a small file in the
 * folder of the game. */
enum settings_transport { SETTINGS_NONE, SETTINGS_MAIL, SETTINGS_GIT, SETTINGS_FILE };
struct play_settings {
	enum settings_transport transport;
	struct buf to, key; /* address, folder or file; stable form of the key, or empty */
	struct buf from;    /* absolute path of a folder, a Maildir or a repository, or empty */
};
/* Missing settings are empty. ERR_CORRUPT: the file is damaged. ERR_USAGE: a value cannot be
 * saved, as it has a control character. */
int play_settings_load(struct play_settings *m, const char *dir, struct err *err);
int play_settings_save(const struct play_settings *m, const char *dir, struct err *err);
void play_settings_release(struct play_settings *m);
/* Sets a value to this text. */
void play_settings_set(struct buf *value, const char *text);

/* ---- the transport (play_way.c) -------------------------------------------------------------- */

struct play_wish;
/* What the transport is chosen from. */
struct play_way {
	const struct play_wish *wish;
	struct buf from; /* the sender of the mail on standard input, not authenticated; or empty */
	const struct buf *place; /* where news arrive, or empty */
};
/* ERR_USAGE, ERR_NOT_FOUND: the transport that the player asks for is invalid. */
int play_way_check(const struct play_wish *wish, struct err *err);
/* Sets and saves the transport of a session: `seated` of struct play_options, with a struct
 * play_way. May ask the player. */
int play_way_choose(struct play *p, void *arg, struct err *err);

#endif
