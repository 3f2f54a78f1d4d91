#ifndef ADIT_WIRE_PRINTER_H
#define ADIT_WIRE_PRINTER_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/buf.h"

/*
 * What a verb has to say, described once: the printer that was chosen writes it, as JSON for programs or
 * as words for people.  A value has a key and words.  Programs get every value that has a key, in the
 * order of the description; people the words of every value that has some, with the value in place
 * of their '%': print_number(p, "n", "digest %, ", 7) is "n":7 or `digest 7, `.  What only one of
 * the two is to read has no words (NULL) or no key (NULL).  In a list values have no keys, and
 * people do not read it.
 *
 * A description is one object, print_open(p, NULL) to print_close(p): for programs that is one line.
 * Another way to print is another struct printer_format, and no verb knows.
 */
enum { PRINTER_TIME = 64 }; /* bytes of a time in words */

struct printer {
	const struct printer_format *form;
	struct buf *out; /* what is printed is appended; who lends it releases it */
	unsigned depth;  /* objects and lists that are open */
	uint32_t lists;  /* bit i: the i-th of them is a list */
	bool more;       /* a value stands before the next one */
	void (*local)(
	    int64_t t, char out[static PRINTER_TIME]); /* a time where the reader is; NULL: UTC */
};

struct printer_format {
	void (*open)(struct printer *p, const char *key, bool list);
	void (*close)(struct printer *p);
	/* A value as people read it, s, and as programs do: json, or (NULL) s as a string. */
	void (*value)(struct printer *p, const char *key, const char *words, const char *s,
	    size_t n, const char *json);
	bool for_people;
};

struct printer printer_json(struct buf *out);
struct printer printer_words(struct buf *out);

void print_open(struct printer *p, const char *key); /* an object */
void print_open_list(struct printer *p, const char *key);
void print_close(struct printer *p); /* either of them */

/* s NULL: null, and nothing for people.  What is not UTF-8 programs get as '?'; people get it as it is:
 * it must be fit to be shown. */
void print_text(struct printer *p, const char *key, const char *words, const char *s);
void print_number(struct printer *p, const char *key, const char *words, int64_t n);
/* As 2026-11-21T17:52:14Z, for people in their own zone; t < 0: as a text of NULL. */
void print_time(struct printer *p, const char *key, const char *words, int64_t t);
/* yes, no: what people read, or NULL. */
void print_bool(struct printer *p, const char *key, const char *yes, const char *no, bool is);
/* Programs get a list of the lines without indentation and empty ones, people the text as it is. */
void print_lines(struct printer *p, const char *key, const char *s, size_t n);
/* A value made elsewhere; takes the reference.  Nothing for people. */
void print_json(struct printer *p, const char *key, json_t *value);

/* For people alone: words, or the buffer that a drawing or a text is appended to, NULL if it is not for
 * people. */
void print_human(struct printer *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
struct buf *print_human_buf(struct printer *p);

#endif
