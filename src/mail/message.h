#ifndef ADIT_MAIL_MESSAGE_H
#define ADIT_MAIL_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "seal/seal.h"
#include "util/buf.h"
#include "util/err.h"
#include "util/slice.h"
#include "util/span.h"

/*
 * A mail, taken apart by adit-letter, a program of its own: nothing here knows MIME.  It writes frames,
 * each a line "KIND LENGTH" and that many bytes:
 *
 *	head    fields, a line "Name: value" each, unfolded, without controls or 8-bit bytes; first
 *	bounce  of a delivery report: Action:, Status: and the Message-ID: of what came back
 *	age     a binary age file
 *	text    UTF-8 with LF line ends
 *	html    the same, markup and all
 *	end     nothing; last, or the program did not get that far
 */
enum frame_kind { FRAME_HEAD, FRAME_BOUNCE, FRAME_AGE, FRAME_TEXT, FRAME_HTML };

struct frame {
	enum frame_kind kind;
	struct span bytes; /* of letter.out */
};

enum {
	MAIL_MESSAGE_MAX = 4 << 20, /* bytes of a message that are looked at */
	MAIL_MESSAGE_OUT = 2 << 20, /* bytes of frames that are taken */
	MAIL_MESSAGE_SECONDS = 60,  /* adit-letter may run, which on a busy machine does little */
	MESSAGE_ID_MAX = 252,
	ADDRESS_MAX = 254
};

struct mail_message {
	struct buf out; /* what adit-letter wrote */
	struct frame *frames;
	size_t count;
	bool whole;       /* it ended well; else what came before it broke counts */
	bool is_slow;     /* it did not end in its time, with little of it used, or was killed, */
	struct hash body; /* ... and this is what is below the head */
	/* No person is behind it, and it is never answered: by its head, or it has none.  That From may be
	 * the address of the table is the caller's to see. */
	bool automatic;
	/* The one allowed form, or "". */
	char message_id[MESSAGE_ID_MAX + 1];
	char from[ADDRESS_MAX + 1]; /* the one address of From, as address_is_ok has it, or "" */
	struct {
		bool failed;     /* a delivery report that says "Action: failed" */
		char status[16]; /* "5.1.1", or "" */
		char message_id[MESSAGE_ID_MAX + 1]; /* of what came back, or "" */
	} bounce;
};

/*
 * Read a message from fd to its end (what is behind MAIL_MESSAGE_MAX is dropped), or take one in memory, and run
 * `program`, which is adit-letter, on it: without environment, killed after MAIL_MESSAGE_SECONDS.  One that breaks,
 * lies or uses up its processor time gives a letter that is not `whole`.  -1 only for the machine, ERR_BUSY: the
 * program is missing, or it is_slow, and the letter is what came until then.  Always mail_message_free.
 */
int mail_message_read(struct mail_message *l, const char *program, int fd, struct err *err);
int mail_message_of(
    struct mail_message *l, const char *program, const char *p, size_t n, struct err *err);
int mail_message_run(struct mail_message *l, const char *program, int seconds, const char *p,
    size_t n, struct err *err); /* mail_message_of within these seconds */
void mail_message_free(struct mail_message *l);

/* Without a program: from the frames themselves, n bytes that are copied. */
void mail_message_frames(struct mail_message *l, const char *out, size_t n);

/* The ids in In-Reply-To, then those in References, of the allowed form; *at is 0 at first.  False: no more.
 * *id is borrowed. */
bool mail_message_next_id(const struct mail_message *l, size_t *at, struct slice *id);

/*
 * Is this text, or the beginning of it, a raw message?  It begins with "From ", or is header fields up to the
 * first blank line, one of them From, Date, Received, Return-Path, Message-ID, MIME-Version or Content-Type.
 */
bool mail_message_is_message(const char *p, size_t n);

/* Where the first message of a mail box ends, which is where the next "From " line with header fields behind it
 * begins; n: it is the last, or this is no mail box. */
size_t mail_message_box_next(const char *p, size_t n);

/* local@domain, both dot-atoms, at most ADDRESS_MAX bytes, not beginning with "-". */
bool address_is_ok(const char *s, size_t n);
/* "<", 1 to 250 of [!-~] but <>, with one @, ">". */
bool message_id_is_ok(const char *s, size_t n);

#endif
