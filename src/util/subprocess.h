#ifndef ADIT_UTIL_SUBPROCESS_H
#define ADIT_UTIL_SUBPROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"
#include "util/err.h"

/*
 * Runs another program. It gets `in` as standard input, the environment `envp` and no other
 * descriptor. Its output is captured or dropped, its error output is dropped. It is killed after
 * `seconds`, or if it writes more than out_max bytes.
 */
struct subprocess {
	const char *program; /* its path; PATH is not used */
	char *const *argv, *const *envp;
	const char *in;
	size_t n_in;
	int seconds;
	struct buf *out; /* output is appended; NULL: dropped */
	size_t out_max;
};

struct subprocess_end {
	int error;      /* not started: an errno */
	bool killed;    /* killed by adit */
	bool is_late;   /* killed because its time was over */
	int64_t cpu_ms; /* processor time used */
	int status;     /* as from waitpid, unless killed */
};

/* Runs the program to its end. Returns 0, also if the program fails; -1 with ERR_BUSY if the
 * machine has no memory, pipes or processes left. */
int subprocess_run(const struct subprocess *r, struct subprocess_end *end, struct err *err);

/* Runs one program at a time, while the caller does other work. */
struct subprocess_job;
struct subprocess_job *subprocess_job_new(void);
/* Terminates the program, which has one second to clean up. */
void subprocess_job_free(struct subprocess_job *c);

/* Returns a descriptor that is readable when subprocess_job_look should be called; -1: none. */
int subprocess_job_fd(const struct subprocess_job *c);

/* Starts a program. Then the job is busy until subprocess_job_look returns 1. run->out must exist
 * until then. Errors as for subprocess_run. */
int subprocess_job_begin(struct subprocess_job *c, const struct subprocess *run,
    struct subprocess_end *end, struct err *err);

/* Returns 1 if the program has ended or was not started, with *end as from subprocess_run; 0 while
 * it runs. */
int subprocess_job_look(struct subprocess_job *c, struct subprocess_end *end, struct err *err);

#endif
