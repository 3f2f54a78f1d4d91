#ifndef ADIT_MAIL_MESSAGE_H
#define ADIT_MAIL_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "seal/seal.h"
#include "text/mail_line.h"
#include "util/buf.h"
#include "util/err.h"
#include "util/slice.h"
#include "util/span.h"

/*
 * A message is a mail that came in, parsed by adit-letter, a program of its own: this code has no
 * MIME parser. adit-letter writes frames. A frame is a line "KIND LENGTH" and LENGTH bytes:
 *
 *	head    fields, a line "Name: value" each, unfolded, without controls or 8-bit bytes; first
 *	bounce  of a delivery report: Action:, Status: and the Message-ID: of the returned mail
 *	attached  empty: the next frame is no text of the message itself, but a file, of
 *	        another type than plain text and HTML, or of a message inside this one
 *	age     a binary age file
 *	text    UTF-8 with LF line ends
 *	html    the same, with markup
 *	unread  a word per line: what the message has that adit-letter does not write
 *	end     empty; last, and missing if the program failed before
 */
enum frame_kind { FRAME_HEAD, FRAME_BOUNCE, FRAME_AGE, FRAME_TEXT, FRAME_HTML, FRAME_UNREAD };

/* What was not read: files that adit does not open, and what is beyond its limits. */
enum mail_unread {
	MAIL_UNREAD_TNEF,
	MAIL_UNREAD_ZIP,
	MAIL_UNREAD_SMIME,
	MAIL_UNREAD_RTF,
	MAIL_UNREAD_SIZE,
	MAIL_UNREAD_COUNT
};

struct frame {
	enum frame_kind kind;
	bool is_attached;  /* a frame "attached" stands before it; that one is not in the list */
	struct span bytes; /* in the member `out` */
};

enum {
	MAIL_MESSAGE_MAX = 4 << 20, /* bytes of a message that are parsed */
	MAIL_MESSAGE_OUT = 2 << 20, /* bytes of frames that are read */
	MAIL_MESSAGE_SECONDS = 60,  /* time limit of adit-letter, long enough for a busy machine */
	MESSAGE_ID_MAX = 252,
	MESSAGE_UNWATCH_MAX = 64
};

struct mail_message {
	struct buf out; /* output of adit-letter */
	struct frame *frames;
	size_t count;
	unsigned unread; /* bit set of enum mail_unread */
	bool whole;      /* complete; if false, the frames before the failure are valid */
	/* adit-letter was killed, or exceeded its time limit with little processor time used */
	bool is_slow;
	struct hash body; /* if is_slow: hash of the bytes after the header */
	/* True for a message that is never answered: its header marks it as automatic, or it has
	 * no header. The caller compares From with the address of the table. */
	bool automatic;
	/* A Message-ID of the allowed form, or "". */
	char message_id[MESSAGE_ID_MAX + 1];
	char
	    from[MAIL_ADDRESS_MAX + 1]; /* the single address of From (mail_address_is_ok), or "" */
	char unwatch[MESSAGE_UNWATCH_MAX +
	    1];       /* "GAME.TOKEN" of its subject (mail/watch.h), or "" */
	char lang[9]; /* of Content-Language: the letters of its first tag, in lower case; or "" */
	struct {
		bool failed;                         /* a delivery report with "Action: failed" */
		char status[16];                     /* "5.1.1", or "" */
		char message_id[MESSAGE_ID_MAX + 1]; /* of the returned mail, or "" */
	} bounce;
};

/*
 * mail_message_read reads a message from fd until its end; bytes after MAIL_MESSAGE_MAX are
 * dropped. mail_message_get only appends these bytes. mail_message_of takes n bytes at p. The first
 * and the last run `program`, which is adit-letter, without environment, and kill it after
 * MAIL_MESSAGE_SECONDS. If the program crashes, writes invalid frames or exhausts its processor
 * time, the message is not `whole`. Returns -1 with ERR_BUSY only for local failures: the program
 * is missing, or is_slow is set; then *message has the frames read so far. The caller must call
 * mail_message_free after every result.
 */
int mail_message_get(int fd, struct buf *text, struct err *err);
int mail_message_read(struct mail_message *message, const char *program, int fd, struct err *err);
int mail_message_of(
    struct mail_message *message, const char *program, const char *p, size_t n, struct err *err);
int mail_message_run(struct mail_message *message, const char *program, int seconds, const char *p,
    size_t n, struct err *err); /* mail_message_of with this time limit */
void mail_message_free(struct mail_message *message);

/* Parses n bytes of frames, which are copied. Runs no program. */
void mail_message_frames(struct mail_message *message, const char *out, size_t n);

/* Iterates over the ids of the allowed form in In-Reply-To, then in References. Set *at to 0
 * before the first call. Returns false at the end. *id points into *message. */
bool mail_message_next_id(const struct mail_message *message, size_t *at, struct slice *id);

/*
 * True if the text, or its first part, is a raw message. A raw message begins with "From " or
 * with header fields that end with a blank line. One field must be From, Date, Received,
 * Return-Path, Message-ID, MIME-Version or Content-Type.
 */
bool mail_message_is_message(const char *p, size_t n);

/*
 * Returns the length of the first message of an mbox: the next message begins at the next "From
 * " line that header fields follow. Returns n if it is the last message, or if the text is not
 * an mbox.
 */
size_t mail_message_box_next(const char *p, size_t n);

/* True for "<", 1 to 250 bytes of [!-~] without "<" and ">" and with one "@", ">". */
bool message_id_is_ok(const char *s, size_t n);

#endif
