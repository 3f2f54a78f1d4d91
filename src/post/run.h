#ifndef ADIT_POST_RUN_H
#define ADIT_POST_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"
#include "util/err.h"

/*
 * Another program: it gets `in` as its standard input, this environment, and nothing else of ours.  What it says
 * is taken or dropped, what it complains about dropped; it is killed when its time is over, or says too much.
 */
struct run {
	const char *program; /* its file; not looked for */
	char *const *argv, *const *envp;
	const char *in;
	size_t n_in;
	int seconds;
	struct buf *out; /* appended; NULL: dropped */
	size_t out_max;
};

struct run_end {
	int error;      /* it did not start: an errno */
	bool killed;    /* by us, */
	bool is_late;   /* ... since its time was over */
	int64_t cpu_ms; /* processor time that it used */
	int status;     /* as waitpid has it, if it ended by itself */
};

/* -1, ERR_BUSY: it cannot be known, since the machine has no memory, pipes or processes left. */
int run_program(const struct run *r, struct run_end *end, struct err *err);

/* The same of one program at a time, while its caller does something else. */
struct runner;
struct runner *runner_new(void);
void runner_free(struct runner *r); /* it is ended, with a second to put things in order */

/* Readable when it is time for runner_look; -1: nothing tells. */
int runner_fd(const struct runner *r);

/* As run_program until it has started; then it is busy until runner_look says that it is over.  run->out must last
 * so long. */
int runner_begin(struct runner *r, const struct run *run, struct run_end *end, struct err *err);
bool runner_is_busy(const struct runner *r);

/* 1: it is over, or did not last, and *end is as of run_program; 0: it goes on. */
int runner_look(struct runner *r, struct run_end *end, struct err *err);

#endif
