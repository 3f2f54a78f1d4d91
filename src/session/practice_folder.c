/*
 * The folder of a practice game.
 *
 * (F1) A session holds the lock of its folder. A folder without a lock holder was left by a dead
 *      session.
 * (F2) Only folders of this user with the reserved name are removed.
 */
#include "session/practice.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include "util/file.h"
#include "util/platform.h"

static const char stem[] = "adit-practice-";
enum { NOTE_MAX = 1 << 14, FOLDERS_OPEN = 8 };

/* ---- removing ------------------------------------------------------------------------------ */

static int
remove_one(const char *path, const struct stat *st, int what, struct FTW *where)
{
	(void)st, (void)what, (void)where;
	(void)remove(path); /* best effort */
	return 0;
}

static void
remove_folder(const char *path)
{
	(void)nftw(path, remove_one, FOLDERS_OPEN, FTW_DEPTH | FTW_PHYS);
}

static int
open_lock(const char *path, int flags)
{
	struct buf file = BUF_INIT;
	int fd;

	buf_fmt(&file, "%s/lock", path);
	fd = open(file.p, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | flags, 0600);
	buf_release(&file);
	return fd;
}

/* (F1, F2) */
static void
remove_if_left(const char *path)
{
	struct stat st;
	int fd;

	if (lstat(path, &st) < 0 || !S_ISDIR(st.st_mode) || st.st_uid != geteuid())
		return;
	fd = open_lock(path, 0);
	if (fd < 0)
		return;
	if (platform_lock(fd, false) == 0)
		remove_folder(path);
	(void)close(fd);
}

static void
remove_left(const char *tmp)
{
	DIR *dir = opendir(tmp);
	const struct dirent *e;

	while (dir != NULL && (e = readdir(dir)) != NULL) {
		struct buf path = BUF_INIT;

		if (strncmp(e->d_name, stem, strlen(stem)) != 0)
			continue;
		buf_fmt(&path, "%s/%s", tmp, e->d_name);
		remove_if_left(path.p);
		buf_release(&path);
	}
	if (dir != NULL)
		(void)closedir(dir);
}

/* ---- making ---------------------------------------------------------------------------------- */

static int
make_temporary(struct practice_folder *f, const char *tmp, struct err *err)
{
	if (tmp == NULL || tmp[0] != '/')
		tmp = "/tmp";
	remove_left(tmp);
	buf_fmt(&f->path, "%s/%sXXXXXX", tmp, stem);
	if (mkdtemp(f->path.p) == NULL)
		return err_set(
		    err, ERR_BUSY, "cannot make a folder in %s: %s", tmp, strerror(errno));
	return 0;
}

/* Checks that the folder is empty or has a practice game. */
static int
check_kept(const char *path, struct err *err)
{
	DIR *dir = opendir(path);
	const struct dirent *e;
	bool any = false, is_ours = false;
	int error;

	if (dir == NULL)
		return err_set(err, file_err_code(errno, ERR_CREATE), "cannot look into %s: %s",
		    path, strerror(errno));
	while ((e = file_next(dir)) != NULL) {
		any = any || (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0);
		is_ours = is_ours || strcmp(e->d_name, "practice") == 0 ||
		    strcmp(e->d_name, "lock") == 0;
	}
	error = errno;
	(void)closedir(dir); /* only read from */
	if (error != 0)
		return err_set(err, file_err_code(error, ERR_CREATE), "cannot look into %s: %s",
		    path, strerror(error));
	if (!any || is_ours)
		return 0;
	return err_set(err, ERR_CREATE, "%s exists and is not a practice game", path);
}

int
practice_open(struct practice_folder *f, const char *keep, const char *temporary, struct err *err)
{
	*f = (struct practice_folder){ .lock = -1, .is_kept = keep != NULL };
	if (keep == NULL && make_temporary(f, temporary, err) < 0)
		return -1;
	if (keep != NULL) {
		size_t n = strlen(keep);

		if (file_mkdirs(keep, 1, err) < 0 || check_kept(keep, err) < 0)
			return -1;
		while (n > 1 && keep[n - 1] == '/')
			n--;
		buf_add(&f->path, keep, n);
	}
	f->lock = open_lock(f->path.p, O_CREAT);
	if (f->lock < 0)
		return err_set(err, ERR_BUSY, "cannot lock %s: %s", f->path.p, strerror(errno));
	if (platform_lock(f->lock, false) < 0)
		return err_set(err, ERR_BUSY, "another adit play has %s open", f->path.p);
	return 0;
}

void
practice_close(struct practice_folder *f)
{
	if (!f->is_kept && f->path.n > 0)
		remove_folder(f->path.p);
	if (f->lock >= 0)
		(void)close(f->lock);
	buf_release(&f->path);
}

/* ---- the end --------------------------------------------------------------------------------- */

static volatile sig_atomic_t session; /* pid of the session */

static void
pass_on(int signal)
{
	int error = errno;

	if (session > 0)
		(void)kill((pid_t)session, signal);
	errno = error;
}

/* Waits for the session, and stops when it is stopped. */
static int
wait_for(pid_t child)
{
	int status = 0;

	for (;;) {
		if (waitpid(child, &status, WUNTRACED) < 0) {
			if (errno != EINTR)
				return status;
		} else if (WIFSTOPPED(status)) {
			(void)raise(SIGSTOP);
			(void)kill(child, SIGCONT);
		} else {
			return status;
		}
	}
}

void
practice_guard(struct practice_folder *f)
{
	static const int caught[] = { SIGHUP, SIGTERM, SIGINT, SIGQUIT };
	struct sigaction pass = { .sa_handler = pass_on }, was[sizeof caught / sizeof caught[0]];
	sigset_t block, before;
	int status;
	pid_t child;

	(void)sigemptyset(&block);
	for (size_t i = 0; i < sizeof caught / sizeof caught[0]; i++)
		(void)sigaddset(&block, caught[i]);
	(void)sigprocmask(SIG_BLOCK, &block, &before);
	(void)fflush(NULL);
	child = fork();
	session = child > 0 ? child : 0;
	for (size_t i = 0; i < sizeof caught / sizeof caught[0] && child > 0; i++)
		(void)sigaction(caught[i], &pass, &was[i]);
	(void)sigprocmask(SIG_SETMASK, &before, NULL);
	if (child <= 0) {
		/* The child must not remove the folder. If fork failed, this process does. */
		f->is_kept = child == 0;
		return;
	}
	/* ^Z is for the session; this process stops after it. Else it would stop twice. */
	(void)signal(SIGTSTP, SIG_IGN);
	status = wait_for(child);
	practice_close(f);
	if (WIFSIGNALED(status)) {
		(void)signal(WTERMSIG(status), SIG_DFL);
		(void)raise(WTERMSIG(status));
	}
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : EX_TEMPFAIL);
}

/* ---- settings -------------------------------------------------------------------------------- */

static int
read_note(const char *file, const char *game, struct buf *seed, struct err *err)
{
	struct buf text = BUF_INIT;
	int result = file_read_nofollow(file, NOTE_MAX, &text, err);
	const char *line = result == 0 && strncmp(buf_cstr(&text), game, strlen(game)) == 0 ?
	    text.p + strlen(game) :
	    "";

	if (result == 0 &&
	    (strncmp(line, "seed ", 5) != 0 || strchr(line, '\n') == NULL ||
		(seed->n > 0 &&
		    (strncmp(line + 5, seed->p, seed->n) != 0 || line[5 + seed->n] != '\n')))) {
		result = err_set(err, ERR_USAGE, "the folder has another practice game");
		(void)err_hint(err, "%s says which", file);
	}
	if (result == 0 && seed->n == 0)
		buf_add(seed, line + 5, strcspn(line + 5, "\n"));
	buf_release(&text);
	return result;
}

int
practice_note(const struct practice_folder *f, const char *game, struct buf *seed, struct err *err)
{
	static const char digit[] = "0123456789abcdef";
	struct buf file = BUF_INIT, text = BUF_INIT;
	unsigned char random[16];
	int result;

	buf_fmt(&file, "%s/practice", f->path.p);
	if (access(file.p, F_OK) == 0) {
		result = read_note(file.p, game, seed, err);
		buf_release(&file);
		return result;
	}
	if (seed->n == 0) {
		seal_random(random, sizeof random);
		for (size_t i = 0; i < sizeof random; i++) {
			buf_chr(seed, digit[random[i] >> 4]);
			buf_chr(seed, digit[random[i] & 15]);
		}
	}
	buf_fmt(&text, "%sseed %s\n", game, seed->p);
	result = file_write(file.p, text.p, text.n, err);
	buf_release(&text);
	buf_release(&file);
	return result;
}
