#ifndef ADIT_UTIL_ERR_H
#define ADIT_UTIL_ERR_H

/*
 * Failures: the world says no.  A function that can fail returns -1 and fills
 * a struct err that its caller lent as the last parameter, never NULL and left
 * untouched on success.  Refusals of the rules are an enum verdict (core/rules.h)
 * and bugs are assertions; neither goes through here.
 *
 * A message is one line: lower case, names the thing, says what was expected,
 * no final period, and never a secret.
 */

enum err_code { /* what the caller can do about it; exit status in cli/exit.c */
	ERR_NONE,
	ERR_USAGE,     /* call it differently                              2 */
	ERR_SYNTAX,    /* the input cannot be read                        65 */
	ERR_RULE,      /* the rules of the game say no                     3 */
	ERR_AUTH,      /* a signature, hash or decryption does not hold    1 */
	ERR_STALE,     /* not your turn, outdated, superseded              4 */
	ERR_NOT_FOUND, /* no such game, seat, key or digest                5 */
	ERR_PENDING,   /* cannot be proven yet                             6 */
	ERR_CREATE,    /* something is there, or no folder for it         73 */
	ERR_IO,        /* nobody takes standard output                    74 */
	ERR_BUSY,      /* the machine: locked, full, read-only ...        75 */
	ERR_CORRUPT    /* a file is damaged or not what it should be      65 */
};

enum { ERR_MSG_MAX = 400, ERR_HINT_MAX = 240 };

struct err {
	enum err_code code;
	int line;                /* of the input, from 1; 0: no line */
	char msg[ERR_MSG_MAX];   /* what is wrong */
	char hint[ERR_HINT_MAX]; /* what to do; may be empty */
};

#define ERR_INIT                    \
	{                           \
		ERR_NONE, 0, "", "" \
	}

/* Fill *err with a new message (hint emptied), for line `line` of the input.  Always returns -1. */
#define err_set(err, code, ...) err_set_line(err, code, 0, __VA_ARGS__) /* for no line */
int err_set_line(struct err *err, enum err_code code, int line, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* Say what to do about the failure already in *err.  Always returns -1. */
int err_hint(struct err *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Put context before the message already in *err: "opening x: " + msg.  Always returns -1. */
int err_wrap(struct err *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
