#ifndef ADIT_UTIL_SUBPROCESS_H
#define ADIT_UTIL_SUBPROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"
#include "util/err.h"

/*
 * Another program: it gets `in` as its standard input, this environment, and nothing else of ours.  What it says
 * is taken or dropped, what it complains about dropped; it is killed when its time is over, or says too much.
 */
struct subprocess {
	const char *program; /* its file; not looked for */
	char *const *argv, *const *envp;
	const char *in;
	size_t n_in;
	int seconds;
	struct buf *out; /* appended; NULL: dropped */
	size_t out_max;
};

struct subprocess_end {
	int error;      /* it did not start: an errno */
	bool killed;    /* by us, */
	bool is_late;   /* ... since its time was over */
	int64_t cpu_ms; /* processor time that it used */
	int status;     /* as waitpid has it, if it ended by itself */
};

/* -1, ERR_BUSY: it cannot be known, since the machine has no memory, pipes or processes left. */
int subprocess_run(const struct subprocess *r, struct subprocess_end *end, struct err *err);

/* The same of one program at a time, while its caller does something else. */
struct subprocess_job;
struct subprocess_job *subprocess_job_new(void);
void subprocess_job_free(
    struct subprocess_job *r); /* it is ended, with a second to put things in order */

/* Readable when it is time for subprocess_job_look; -1: nothing tells. */
int subprocess_job_fd(const struct subprocess_job *r);

/* As subprocess_run until it has started; then it is busy until subprocess_job_look says that it is over.  run->out must last
 * so long. */
int subprocess_job_begin(struct subprocess_job *r, const struct subprocess *run,
    struct subprocess_end *end, struct err *err);

/* 1: it is over, or did not last, and *end is as of subprocess_run; 0: it goes on. */
int subprocess_job_look(struct subprocess_job *r, struct subprocess_end *end, struct err *err);

#endif
