#ifndef ADIT_UTIL_UTF8_H
#define ADIT_UTIL_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Text from outside.  Widths and character classes are utf8proc's (a version-pinned Unicode). */

/* Decode one character at s (n > 0 bytes left): its length 1-4, or 0 if it is not valid UTF-8
 * (overlong, surrogate, above U+10FFFF or cut off). */
size_t utf8_next(const char *s, size_t n, uint32_t *c);

bool utf8_is_valid(const char *s, size_t n);

/* Append a character; what is none becomes U+FFFD. */
struct buf;
void utf8_add(uint32_t c, struct buf *out);

/* May this character stand in text that a terminal, a mail or a digest will show?  No to
 * controls, line and paragraph separators, bidi controls, zero-width and unassigned ones. */
bool utf8_is_printable(uint32_t c);

/* Is the whole string valid and shown (the blank U+0020 included)? */
bool utf8_is_clean(const char *s, size_t n);

/* At most UTF8_MARKS combining marks on each character, and none at the beginning?  More of them cover the
 * lines above and below. */
enum { UTF8_MARKS = 4 };
bool utf8_marks_fit(const char *s, size_t n);

/* Is it in normal form C?  utf8_compose appends it in that form (valid text). */
bool utf8_is_composed(const char *s, size_t n);
void utf8_compose(const char *s, size_t n, struct buf *out);

/* Append the text in normal form KD without its marks; in small letters, in form KC (valid text). */
void utf8_strip_marks(const char *s, size_t n, struct buf *out);
void utf8_fold(const char *s, size_t n, struct buf *out);
bool utf8_is_letter_or_digit(uint32_t c);

/* Append the text as it may be shown: '?' for each character, but LF, that may not. */
void utf8_add_printable(const char *s, size_t n, struct buf *out);

/* The version of utf8proc in use. */
const char *utf8_version(void);

/* Terminal columns of valid text. */
size_t utf8_width(const char *s, size_t n);

#endif
