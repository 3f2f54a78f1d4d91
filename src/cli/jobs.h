#ifndef ADIT_CLI_JOBS_H
#define ADIT_CLI_JOBS_H

#include <sys/types.h>

#include "util/err.h"

/*
 * Work that is shared among processes of our own, each of which writes what it has found into a pipe.  None
 * outlives us.
 */
enum { JOBS_MAX = 256 };
struct jobs {
	unsigned n;
	struct {
		pid_t pid;
		int fd;
	} at[JOBS_MAX];
};

/* As many as this process may use at once. */
unsigned jobs_processors(void);

/* Start n of them, from 1 to JOBS_MAX: each calls work with its number and a pipe to write to, and is gone; its
 * status is 0 if that returns 0.  -1: none is left. */
int jobs_begin(struct jobs *j, unsigned n, int (*work)(void *arg, unsigned job, int fd), void *arg,
    struct err *err);

/* The next n bytes that the job writes.  -1 if it ends before. */
int jobs_read(struct jobs *j, unsigned job, void *p, size_t n, struct err *err);

/* All are ended, whatever they do. */
void jobs_end(struct jobs *j);

/* In a job: all n bytes. */
int jobs_write(int fd, const void *p, size_t n, struct err *err);

#endif
