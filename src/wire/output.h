#ifndef ADIT_WIRE_OUTPUT_H
#define ADIT_WIRE_OUTPUT_H

#include "text/language.h"
#include "util/err.h"
#include "wire/printer.h"

/*
 * Where code below the command line writes what people and programs read. The owner of the
 * streams supplies the three callbacks. No callback may be NULL.
 */
struct output {
	struct printer *print;   /* the result of the verb; works with a const struct output, too */
	bool json, ascii, color; /* color: requested and supported */
	unsigned columns;        /* width of boards and lists */
	const char *terminal;    /* $TERM, or NULL */
	const struct language *lang; /* of messages and errors; NULL: English */
	bool quiet;                  /* output_say and output_fail print nothing */
	void *arg;                   /* of the callbacks */
	/* Passes on what `print` holds; if `syncs`, writes it. Returns false after a failed write. */
	bool (*flush)(void *arg, bool syncs);
	void (*say)(void *arg, const char *line);       /* a message without line end */
	void (*fail)(void *arg, const struct err *err); /* an error with its hint */
};

/* Prints a message: one line, controls replaced by '?'. What was printed before precedes it. fmt is
 * translated, as that of err_set. */
void output_say(const struct output *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Prints a message even if o->quiet. */
void output_say_always(const struct output *o, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints the message of an error without its hint, as output_say does. */
void output_say_why(const struct output *o, const struct err *why);

/* Prints an error that does not end the verb. What was printed before precedes it. */
void output_fail(const struct output *o, const struct err *err);

void output_flush(const struct output *o);
/* Returns true if all output was written so far. */
bool output_sync(const struct output *o);

/* Returns the DRAW_ bits (draw/draw.h) for drawings. */
unsigned output_style(const struct output *o);

#endif
