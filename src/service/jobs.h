#ifndef ADIT_SERVICE_JOBS_H
#define ADIT_SERVICE_JOBS_H

#include <sys/types.h>

#include "util/err.h"

/* Child processes that share work. Each writes its results to a pipe. None outlives its parent. */
enum { JOBS_MAX = 256 };
struct jobs {
	unsigned n;
	struct {
		pid_t pid;
		int fd;
	} at[JOBS_MAX];
};

/* Returns the number of processors that this process may use. */
unsigned jobs_processors(void);

/* Starts n jobs, 1 to JOBS_MAX. Each calls `work` with its number and a pipe to write to, then
 * exits with status 0 if `work` returns 0. Returns -1 after ending all jobs. */
int jobs_begin(struct jobs *j, unsigned n, int (*work)(void *arg, unsigned job, int fd), void *arg,
    struct err *err);

/* Reads the next n bytes from a job. Returns -1 if the job ends before. */
int jobs_read(struct jobs *j, unsigned job, void *p, size_t n, struct err *err);

/* Ends all jobs at once. */
void jobs_end(struct jobs *j);

/* In a job: writes all n bytes. */
int jobs_write(int fd, const void *p, size_t n, struct err *err);

#endif
