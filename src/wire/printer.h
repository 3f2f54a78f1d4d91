#ifndef ADIT_WIRE_PRINTER_H
#define ADIT_WIRE_PRINTER_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/buf.h"

/*
 * Output of a verb, described once: the selected printer writes JSON for programs or words for
 * people. A value has a key and words. Programs get every value with a key, in the order of the
 * description. People get the words of every value with words, in which the value replaces '%':
 * print_number(p, "n", "digest %, ", 7) is "n":7 or `digest 7, `. NULL as key or words omits the
 * value for that reader. Values in a list have no keys and are not printed for people.
 *
 * A description is one object, print_open(p, NULL) to print_close(p); for programs that is one
 * line. Another output format is another struct printer_format, without a change in any verb.
 */
enum { PRINTER_TIME = 64 }; /* bytes of a time in words */

struct printer {
	const struct printer_format *form;
	struct buf *out; /* output is appended; owned by the caller */
	unsigned depth;  /* open objects and lists */
	uint32_t lists;  /* bit i: the i-th of them is a list */
	bool more;       /* a value precedes the next one */
	/* formats a time in the reader's zone; NULL: UTC */
	void (*local)(int64_t t, char out[static PRINTER_TIME]);
};

struct printer_format {
	void (*open)(struct printer *p, const char *key, bool list);
	void (*close)(struct printer *p);
	/* A value: `s` for people; for programs `json`, or (NULL) `s` as a string. */
	void (*value)(struct printer *p, const char *key, const char *words, const char *s,
	    size_t n, const char *json);
	bool for_people;
};

struct printer printer_json(struct buf *out);
struct printer printer_words(struct buf *out);

void print_open(struct printer *p, const char *key); /* an object */
void print_open_list(struct printer *p, const char *key);
void print_close(struct printer *p); /* an object or a list */

/* s NULL: null, and nothing for people. For programs, bytes that are not UTF-8 become '?'. For
 * people the text must be printable. */
void print_text(struct printer *p, const char *key, const char *words, const char *s);
void print_number(struct printer *p, const char *key, const char *words, int64_t n);
/* Prints 2026-11-21T17:52:14Z, for people in their zone; t < 0: like print_text of NULL. */
void print_time(struct printer *p, const char *key, const char *words, int64_t t);
/* Writes the time as print_time does for people. */
void print_time_text(const struct printer *p, int64_t t, char out[static PRINTER_TIME]);
/* `yes` and `no` are the words for people, or NULL. */
void print_bool(struct printer *p, const char *key, const char *yes, const char *no, bool is);
/* Programs get a list of the non-empty lines without indentation, people the text unchanged. */
void print_lines(struct printer *p, const char *key, const char *s, size_t n);
/* A value made elsewhere; steals the reference. Prints nothing for people. */
void print_json(struct printer *p, const char *key, json_t *value);

/* For people only. print_human prints words. print_human_buf returns the buffer to append a
 * drawing or text to, or NULL if the output is for programs. */
void print_human(struct printer *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
struct buf *print_human_buf(struct printer *p);

#endif
