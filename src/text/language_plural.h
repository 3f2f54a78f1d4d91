#ifndef ADIT_TEXT_LANGUAGE_PLURAL_H
#define ADIT_TEXT_LANGUAGE_PLURAL_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Plural rules of gettext: an expression of C in n, up to ';'. It has ? : || && == != < > <= >= + -
 * * / % ! ( ) and numbers.
 */

/* True if the text is such an expression, nested at most PLURAL_DEPTH deep, which gives a form below
 * `forms` for small numbers. */
enum { PLURAL_DEPTH = 40 };
bool plural_is_rule(const char *expression, unsigned forms);

/* Sets *form for n. Returns false, and changes nothing, if the expression divides by zero or gives
 * no form below `forms`. */
bool plural_form(const char *expression, unsigned forms, uint64_t n, unsigned *form);

#endif
