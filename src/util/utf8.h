#ifndef ADIT_UTIL_UTF8_H
#define ADIT_UTIL_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/err.h"

/* Text from outside. Which characters are printable or marks, and how wide they are, is that of one
 * Unicode version (utf8_table.h), since digests depend on it; all else is that of utf8proc. */

/* Decodes one character at s with n > 0 bytes left. Returns its length 1-4, or 0 if it is not valid
 * UTF-8 (overlong, surrogate, above U+10FFFF or cut off). */
size_t utf8_next(const char *s, size_t n, uint32_t *c);

bool utf8_is_valid(const char *s, size_t n);

/* Appends a character; an invalid one becomes U+FFFD. */
struct buf;
void utf8_add(uint32_t c, struct buf *out);

/* True if the character may be in text that a terminal, a mail or a digest shows. False for
 * controls, line and paragraph separators, bidi controls, zero-width, private-use and unassigned
 * characters. */
bool utf8_is_printable(uint32_t c);

/* True if all characters are valid and printable (including the blank U+0020). utf8_clean_n returns
 * how many bytes at the beginning are so. */
bool utf8_is_clean(const char *s, size_t n);
size_t utf8_clean_n(const char *s, size_t n);

/* For text that is not clean: sets the error, which names the first byte that is not UTF-8 or the first
 * character that is not printable. `line` as in err_set_line. utf8_fail_first does so for the first
 * character of s, also if it is printable. Both return -1. */
int utf8_fail(const char *s, size_t n, enum err_code code, int line, struct err *err);
int utf8_fail_first(const char *s, size_t n, enum err_code code, int line, struct err *err);

/* True if each character has at most UTF8_MARKS combining marks and the text does not begin with
 * one. More marks would cover neighbouring lines. */
enum { UTF8_MARKS = 4 };
bool utf8_marks_fit(const char *s, size_t n);

/* True if valid text has no blank but U+0020: others have any width, or look like none. */
bool utf8_blanks_fit(const char *s, size_t n);

/* utf8_is_composed: true if valid text is in normal form C. utf8_compose appends valid text in that
 * form. */
bool utf8_is_composed(const char *s, size_t n);
void utf8_compose(const char *s, size_t n, struct buf *out);

/* utf8_strip_marks appends valid text in normal form KD without marks; utf8_fold in lower case and
 * normal form KC. */
void utf8_strip_marks(const char *s, size_t n, struct buf *out);
void utf8_fold(const char *s, size_t n, struct buf *out);
bool utf8_is_letter_or_digit(uint32_t c);

/* Makes the character at `at` of valid text a capital letter, if it has one. */
void utf8_capital(struct buf *text, size_t at);

/* Appends the text with '?' for each character that is not printable, except LF. */
void utf8_add_printable(const char *s, size_t n, struct buf *out);

/* Returns the version of utf8proc in use. */
const char *utf8_version(void);

/* Returns the terminal columns of valid text. */
size_t utf8_width(const char *s, size_t n);

#endif
