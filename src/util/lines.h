#ifndef ADIT_UTIL_LINES_H
#define ADIT_UTIL_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "util/err.h"
#include "util/number.h"
#include "util/span.h"

/* Reads the project's own formats line by line: a cursor over bytes in memory with LF line ends. */
struct lines {
	const char *s;
	size_t n, at; /* at: beginning of the next line */
	int line;     /* number of that line, from 1 */
};

/* Return the next line without its end; false at the end of the text. lines_peek does not
 * advance. */
bool lines_next(struct lines *l, const char **p, size_t *n);
bool lines_peek(const struct lines *l, const char **p, size_t *n);
/* Like lines_next, for formats in which a line may end with CRLF. */
struct slice;
bool lines_next_crlf(struct lines *l, struct slice *line);

/* Reads the line "KEY: VALUE" with a non-empty value. ERR_SYNTAX: the next line is not such. */
int lines_field(struct lines *l, const char *key, const char **value, size_t *n, struct err *err);
/* Reads the line that is exactly `text`. */
int lines_exact(struct lines *l, const char *text, struct err *err);
/* Reads a field with a number from min to max, without sign or leading zeros. */
int lines_number(
    struct lines *l, const char *key, int64_t min, int64_t max, int64_t *value, struct err *err);
/* Reads a field that is "-" (*has false) or a base32 hash. */
int lines_hash(
    struct lines *l, const char *key, bool *has, unsigned char hash[static 32], struct err *err);
/* Copies a field into out (size bytes with NUL). ERR_SYNTAX: too long. */
int lines_copy(struct lines *l, const char *key, char *out, size_t size, struct err *err);

/* Returns the offset, not below `from`, of the line that is exactly `text`; n if there is none. */
size_t lines_find(const char *s, size_t n, size_t from, const char *text);
/* True if the line ends a section: it is empty or begins with a key. */
bool lines_is_heading(const char *p, size_t n);

/* Returns the lines after `heading` up to the next line that is empty or has a key in column 0
 * ("word:" or "word NAME:"). Its n is 0 if the section does not exist between from and to. */
struct span lines_section(const char *s, size_t from, size_t to, const char *heading);

#endif
