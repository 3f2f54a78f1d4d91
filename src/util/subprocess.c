/*
 * Runs another program.
 *
 * (R1) It gets its input as a file in memory and no other descriptor, so it cannot block adit. It
 * ends at the latest when its time is over.
 * (R2) The clock is a descriptor too: no layer below cli reads the time.
 * (R3) Open descriptors show the state: out[0] until the end of the output, child until the process
 * has ended.
 * (R4) On a slow machine the time may be over before adit looks: what the program has done by then
 * counts first.
 */
#include "util/subprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/file.h"
#include "util/mem.h"
#include "util/platform.h"

enum { CHUNK = 65536, STOP_SECONDS = 1 };

/* A descriptor is -1 if it is not open. */
struct subprocess_job {
	int in, out[2], timer, child;
	int all; /* readable while one of the others is; -1: none */
	pid_t pid;
	struct buf *text;
	size_t text_max;
};

static void
close_fd(int *fd)
{
	if (*fd >= 0)
		(void)close(*fd); /* pipes and memory: no error matters */
	*fd = -1;
}

static int
run_error(const char *what, int error, struct err *err)
{
	return err_set(err, ERR_BUSY, "cannot run a program: %s: %s", what, strerror(error));
}

/* Opens the input as an unnamed file, the timer and the output pipe. */
static int
prepare(struct subprocess_job *c, const struct subprocess *r, struct err *err)
{
	c->in = platform_memory_file();
	if (c->in < 0 || file_put(c->in, r->in, r->n_in) < 0 || lseek(c->in, 0, SEEK_SET) < 0)
		return run_error("a file in memory", errno, err);
	c->timer = platform_timer(r->seconds);
	if (c->timer < 0)
		return run_error("a timer", errno, err);
	if (platform_pipe(c->out, false) < 0)
		return run_error("a pipe", errno, err);
	c->text = r->out;
	c->text_max = r->out_max;
	return 0;
}

/* Starts the program. Returns 0, or an errno. */
static int
spawn(struct subprocess_job *c, const struct subprocess *r)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t none, all;
	int error;

	(void)sigemptyset(&none);
	(void)sigfillset(&all);
	error = posix_spawn_file_actions_init(&files);
	if (error != 0)
		return error;
	error = posix_spawnattr_init(&attr);
	if (error == 0) {
		error = posix_spawn_file_actions_adddup2(&files, c->in, STDIN_FILENO);
		if (error == 0)
			error = r->out != NULL ?
			    posix_spawn_file_actions_adddup2(&files, c->out[1], STDOUT_FILENO) :
			    posix_spawn_file_actions_addopen(
				&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
		if (error == 0)
			error = posix_spawn_file_actions_addopen(
			    &files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
		if (error == 0)
			error = posix_spawnattr_setflags(&attr,
			    POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
		(void)posix_spawnattr_setsigmask(&attr, &none);   /* cannot fail */
		(void)posix_spawnattr_setsigdefault(&attr, &all); /* cannot fail */
		if (error == 0)
			error = posix_spawn(&c->pid, r->program, &files, &attr, r->argv, r->envp);
		(void)posix_spawnattr_destroy(&attr);
	}
	(void)posix_spawn_file_actions_destroy(&files);
	return error;
}

enum how { RUN_ON, RUN_OVER, RUN_STOP, RUN_LATE };

/* Reads available output. Returns RUN_STOP if there is too much, RUN_LATE on a read error, since
 * that is no fault of the program. */
static enum how
read_output(struct subprocess_job *c)
{
	struct buf *text = c->text;
	size_t want = c->text_max + 1 - text->n;
	ssize_t got;

	want = want < CHUNK ? want : CHUNK;
	buf_reserve(text, want);
	got = read(c->out[0], text->p + text->n, want);
	if (got < 0)
		return errno == EINTR ? RUN_ON : RUN_LATE;
	if (got == 0)
		close_fd(&c->out[0]);
	text->n += (size_t)got;
	text->p[text->n] = '\0';
	return text->n <= c->text_max ? RUN_ON : RUN_STOP;
}

/* Handles ready descriptors; if `wait`, until the program ends (RUN_OVER), writes too much
 * (RUN_STOP) or its time is over (RUN_LATE). */
static enum how
wait_ready(struct subprocess_job *c, bool wait)
{
	enum { OUT, TIMER, PID };
	enum how how = RUN_ON;

	while (c->out[0] >= 0 || c->child >= 0) { /* (R3) */
		struct pollfd ready[] = { [OUT] = { c->out[0], POLLIN, 0 },
			[TIMER] = { c->timer, POLLIN, 0 },
			[PID] = { c->child, POLLIN, 0 } };
		int n = poll(ready, 3, wait ? -1 : 0);

		if (n == 0)
			return RUN_ON;
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return RUN_LATE;
		if (ready[PID].revents != 0)
			close_fd(&c->child);
		if (ready[OUT].revents != 0)
			how = read_output(c);
		if (how != RUN_ON)
			return how;
		if (ready[PID].revents == 0 && ready[OUT].revents == 0)
			return RUN_LATE; /* (R4) */
	}
	return RUN_OVER;
}

static void
close_all(struct subprocess_job *c)
{
	close_fd(&c->in);
	close_fd(&c->out[0]);
	close_fd(&c->out[1]);
	close_fd(&c->timer);
	close_fd(&c->child);
}

static int64_t
milliseconds(const struct timeval *t)
{
	return (int64_t)t->tv_sec * 1000 + t->tv_usec / 1000;
}

/* Kills the program if needed, waits for it and closes all descriptors. */
static int
end_job(struct subprocess_job *c, enum how how, struct subprocess_end *end, struct err *err)
{
	struct rusage used = { .ru_maxrss = 0 };
	int result = 0;

	end->killed = how == RUN_STOP || how == RUN_LATE;
	end->is_late = how == RUN_LATE;
	/* its process group; the process exists until wait4 */
	if (end->killed)
		(void)kill(-c->pid, SIGKILL);
	while (wait4(c->pid, &end->status, 0, &used) < 0 && result == 0)
		if (errno != EINTR)
			result = run_error("waiting for it", errno, err);
	end->cpu_ms = milliseconds(&used.ru_utime) + milliseconds(&used.ru_stime);
	c->pid = 0;
	close_all(c);
	return result;
}

static int
start_job(struct subprocess_job *c, const struct subprocess *r, struct subprocess_end *end,
    struct err *err)
{
	int result = prepare(c, r, err);

	*end = (struct subprocess_end){ .error = 0 };
	if (result == 0)
		end->error = spawn(c, r);
	if (result < 0 || end->error != 0) {
		c->pid = 0;
		close_all(c);
		return result;
	}
	/* If this fails, its end is awaited after the end of its output, without limit. */
	c->child = platform_child(c->pid);
	close_fd(&c->out[1]);
	if (c->text == NULL)
		close_fd(&c->out[0]);
	platform_group_add(c->all, c->out[0]);
	platform_group_add(c->all, c->timer);
	platform_group_add(c->all, c->child);
	return 0;
}

static const struct subprocess_job idle = { -1, { -1, -1 }, -1, -1, -1, 0, NULL, 0 };

int
subprocess_run(const struct subprocess *r, struct subprocess_end *end, struct err *err)
{
	struct subprocess_job c = idle;

	if (start_job(&c, r, end, err) < 0)
		return -1;
	return end->error != 0 ? 0 : end_job(&c, wait_ready(&c, true), end, err);
}

struct subprocess_job *
subprocess_job_new(void)
{
	struct subprocess_job *c = mem_new(sizeof *c);

	*c = idle;
	c->all = platform_group();
	return c;
}

int
subprocess_job_fd(const struct subprocess_job *c)
{
	return c->all;
}

int
subprocess_job_begin(struct subprocess_job *c, const struct subprocess *r,
    struct subprocess_end *end, struct err *err)
{
	return start_job(c, r, end, err);
}

int
subprocess_job_look(struct subprocess_job *c, struct subprocess_end *end, struct err *err)
{
	const enum how how = wait_ready(c, false);

	*end = (struct subprocess_end){ .error = 0 };
	if (how == RUN_ON)
		return 0;
	return end_job(c, how, end, err) < 0 ? -1 : 1;
}

void
subprocess_job_free(struct subprocess_job *c)
{
	struct subprocess_end end;
	struct err none = ERR_INIT;

	if (c->pid != 0) {
		/* It may have to clean up. */
		(void)kill(-c->pid, SIGTERM);
		close_fd(&c->timer);
		c->timer = platform_timer(STOP_SECONDS);
		(void)end_job(c, wait_ready(c, true), &end, &none);
	}
	close_fd(&c->all);
	free(c);
}
