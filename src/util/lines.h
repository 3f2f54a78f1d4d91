#ifndef ADIT_UTIL_LINES_H
#define ADIT_UTIL_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "util/err.h"
#include "util/number.h"
#include "util/span.h"

/* Reading our own formats line by line: a cursor over bytes in memory, LF line ends. */
struct lines {
	const char *s;
	size_t n, at; /* at: beginning of the line not yet taken */
	int line;     /* its number, from 1 */
};

/* The next line without its end; false at the end of the text. */
bool lines_next(struct lines *l, const char **p, size_t *n);
bool lines_peek(const struct lines *l, const char **p, size_t *n);
/* The same of somebody else's format, where a line may end with CRLF. */
struct slice;
bool lines_next_crlf(struct lines *l, struct slice *line);

/* Take the line "KEY: VALUE"; the value is not empty.  ERR_SYNTAX if the next line is another. */
int lines_field(struct lines *l, const char *key, const char **value, size_t *n, struct err *err);
/* Take the line that is exactly `text`. */
int lines_exact(struct lines *l, const char *text, struct err *err);
/* Take a field that is a number from min to max, without sign or leading zeros. */
int lines_number(
    struct lines *l, const char *key, int64_t min, int64_t max, int64_t *value, struct err *err);
/* Take a field that is "-" (*has false) or a base32 hash. */
int lines_hash(
    struct lines *l, const char *key, bool *has, unsigned char hash[static 32], struct err *err);
/* Copy a field into out (size bytes with NUL); too long is ERR_SYNTAX. */
int lines_copy(struct lines *l, const char *key, char *out, size_t size, struct err *err);

/* Where the line that is exactly `text` begins, from `from` on; n if there is none. */
size_t lines_find(const char *s, size_t n, size_t from, const char *text);
/* Does the line end a section: is it empty, or does it begin with a key? */
bool lines_is_heading(const char *p, size_t n);

/* The lines behind `heading` up to the next line that is empty or begins in column 0 with a key
 * ("word:" or "word NAME:"): n 0 if there is no such section between from and to. */
struct span lines_section(const char *s, size_t from, size_t to, const char *heading);

#endif
