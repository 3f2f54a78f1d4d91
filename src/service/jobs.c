/*
 * Child processes that share work.
 *
 * (J1) A job that writes less than expected is an error, whatever its status is.
 * (J2) A job does not outlive its parent: it is killed when the parent dies, and jobs_end ends all
 *      jobs.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#include "service/jobs.h"
#include "util/platform.h"

unsigned
jobs_processors(void)
{
	const unsigned n = platform_processors();

	return n > JOBS_MAX ? (unsigned)JOBS_MAX : n;
}

static int
start(struct jobs *j, int (*work)(void *arg, unsigned job, int fd), void *arg)
{
	const pid_t parent = getpid();
	int end[2];
	pid_t pid;

	if (pipe(end) < 0)
		return -1;
	pid = fork();
	if (pid == 0) {
		(void)close(end[0]);
		for (unsigned i = 0; i < j->n; i++)
			(void)close(j->at[i].fd);
		/* (J2) */
		_exit(!platform_end_with(parent, end[1]) || work(arg, j->n, end[1]) != 0);
	}
	(void)close(end[1]);
	if (pid < 0) {
		(void)close(end[0]);
		return -1;
	}
	j->at[j->n].pid = pid;
	j->at[j->n++].fd = end[0];
	return 0;
}

int
jobs_begin(struct jobs *j, unsigned n, int (*work)(void *arg, unsigned job, int fd), void *arg,
    struct err *err)
{
	j->n = 0;
	while (j->n < n) {
		if (start(j, work, arg) < 0) {
			(void)err_set(err, ERR_BUSY, "cannot start job %u of %u: %s", j->n + 1, n,
			    strerror(errno));
			jobs_end(j);
			return -1;
		}
	}
	return 0;
}

static int
wait_for(pid_t pid)
{
	int status = 0;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

/* (J1) Reports a job that closed its pipe. */
static int
ended_early(struct jobs *j, unsigned job, int status, struct err *err)
{
	if (WIFSIGNALED(status))
		return err_set(err, ERR_BUSY, "job %u of %u was ended by signal %d", job + 1, j->n,
		    WTERMSIG(status));
	return err_set(
	    err, ERR_BUSY, "job %u of %u ended with status %d", job + 1, j->n, WEXITSTATUS(status));
}

/* Handles the end of a job whose output was read. */
static int
gone(struct jobs *j, unsigned job, bool wanted, struct err *err)
{
	int status = wait_for(j->at[job].pid);

	j->at[job].pid = -1;
	(void)close(j->at[job].fd);
	j->at[job].fd = -1;
	return wanted || status != 0 ? ended_early(j, job, status, err) : 0;
}

/* Waits until the job has output or ends, or until another job fails. Other jobs with output are
 * not polled again. */
static int
wait_to_read(struct jobs *j, unsigned job, struct err *err)
{
	struct pollfd at[JOBS_MAX];

	for (unsigned i = 0; i < j->n; i++)
		at[i] = (struct pollfd){ .fd = j->at[i].fd, .events = POLLIN };
	do {
		if (poll(at, j->n, -1) < 0) {
			if (errno == EINTR)
				continue;
			return err_set(err, ERR_BUSY, "waiting for jobs: %s", strerror(errno));
		}
		for (unsigned i = 0; i < j->n; i++) {
			if (i == job || at[i].fd < 0 || at[i].revents == 0)
				continue;
			at[i].fd = -1;
			if ((at[i].revents & POLLIN) == 0 && gone(j, i, false, err) < 0)
				return -1;
		}
	} while (at[job].revents == 0);
	return 0;
}

int
jobs_read(struct jobs *j, unsigned job, void *p, size_t n, struct err *err)
{
	char *to = p;

	if (j->at[job].pid < 0)
		return ended_early(j, job, 0, err);
	while (n > 0) {
		ssize_t some;

		if (wait_to_read(j, job, err) < 0)
			return -1;
		some = read(j->at[job].fd, to, n);
		if (some < 0 && errno != EINTR)
			return err_set(
			    err, ERR_BUSY, "reading from job %u: %s", job + 1, strerror(errno));
		if (some == 0)
			return gone(j, job, true, err);
		to += some > 0 ? some : 0;
		n -= some > 0 ? (size_t)some : 0;
	}
	return 0;
}

void
jobs_end(struct jobs *j)
{
	for (unsigned i = 0; i < j->n; i++) {
		if (j->at[i].pid < 0)
			continue;
		(void)close(j->at[i].fd);
		(void)kill(j->at[i].pid, SIGKILL);
		(void)wait_for(j->at[i].pid);
	}
	j->n = 0;
}

int
jobs_write(int fd, const void *p, size_t n, struct err *err)
{
	const char *from = p;

	while (n > 0) {
		ssize_t some = write(fd, from, n);

		if (some < 0 && errno == EINTR)
			continue;
		if (some < 0)
			return err_set(err, ERR_BUSY, "writing to a pipe: %s", strerror(errno));
		from += some;
		n -= (size_t)some;
	}
	return 0;
}
