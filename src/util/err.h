#ifndef ADIT_UTIL_ERR_H
#define ADIT_UTIL_ERR_H

/*
 * Runtime errors. A function that can fail returns -1 and fills the struct err that the caller
 * passes as the last parameter. It is never NULL and is unchanged on success. A refusal by the
 * rules is an enum verdict (core/rules.h), an internal error is an assertion; neither uses struct
 * err.
 *
 * A message is one line in lower case. It names the object and says what was expected. It has no
 * final period and no secret.
 */

enum err_code { /* what the caller can do; exit status in cli/exit.c */
	ERR_NONE,
	ERR_USAGE,     /* invalid call; exit 2 */
	ERR_SYNTAX,    /* invalid input; exit 65 */
	ERR_RULE,      /* the rules of the game forbid it; exit 3 */
	ERR_AUTH,      /* a signature, hash or decryption is not valid; exit 1 */
	ERR_STALE,     /* not your turn, outdated, superseded; exit 4 */
	ERR_NOT_FOUND, /* no such game, seat, key or digest; exit 5 */
	ERR_PENDING,   /* cannot be proven yet; exit 6 */
	ERR_CREATE,    /* the file exists, or its folder does not; exit 73 */
	ERR_IO,        /* standard output is closed; exit 74 */
	ERR_BUSY,      /* machine: locked, full, read-only ...; exit 75 */
	ERR_CORRUPT    /* a file is damaged or not what it should be; exit 65 */
};

enum { ERR_MSG_MAX = 400, ERR_HINT_MAX = 240, ERR_SENTENCES = 4, ERR_VALUES = 12 };

/*
 * What a text was made of, so that it can be made again in another language
 * (text/error_text.h): sentences, joined with ": ", and the places of their values in the text.
 */
struct err_made {
	const char *fmt[ERR_SENTENCES]; /* formats of printf, which live as long as the program */
	unsigned char n_values[ERR_SENTENCES];
	unsigned char n; /* sentences; 0: there is no text, or it has too many parts */
	unsigned short begin[ERR_VALUES], end[ERR_VALUES]; /* of all sentences, in order */
};

struct err {
	enum err_code code;
	int line;                /* of the input, from 1; 0: none */
	char msg[ERR_MSG_MAX];   /* what is wrong */
	char hint[ERR_HINT_MAX]; /* what to do; may be empty */
	struct err_made made_msg, made_hint;
};

#define ERR_INIT                 \
	{                        \
		.code = ERR_NONE \
	}

/* The formats below are literals (`make pot` collects them), with the conversions of util/pieces.h. */

/* Fills *err with a message and empties the hint. `line`: line of the input. Always returns -1. */
#define err_set(err, code, ...) err_set_line(err, code, 0, __VA_ARGS__) /* without a line */
int err_set_line(struct err *err, enum err_code code, int line, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* Sets the hint for the failure in *err. Always returns -1. */
int err_hint(struct err *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Puts context before the message in *err: "opening x: " + msg. Always returns -1. */
int err_wrap(struct err *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Returns the word of a code for programs: "usage", "not-found". */
const char *err_code_name(enum err_code code);

#endif
