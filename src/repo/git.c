/*
 * git(1) in a player's clone.
 *
 * (G1) Input and output are files without a name, so that no side waits for the other, and so that
 *      git may ask on the terminal, which a program in another process group cannot do.
 * (G2) What the user configured holds, except what would change the objects, run other programs
 *      on the way, or push more than was asked for.
 */
#include "repo/git.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/file.h"
#include "util/mem.h"
#include "util/number.h"
#include "util/utf8.h"

enum { OUT_MAX = 64 << 20, LINE = 256, ARGS = 64 };

static const char *const always[] = { "-c", "core.hooksPath=/dev/null", "-c",
	"core.attributesFile=/dev/null", "-c", "core.fsmonitor=false", "-c", "core.autocrlf=false",
	"-c", "core.useReplaceRefs=false", "-c", "i18n.commitEncoding=UTF-8", "-c", "gc.auto=0",
	"-c", "maintenance.auto=false", "-c", "color.ui=false", "-c", "fetch.fsckObjects=false",
	"-c", "transfer.fsckObjects=false", "-c", "fetch.writeCommitGraph=false", "-c",
	"push.gpgSign=false", "-c", "push.pushOption=", "-c", "push.useForceIfIncludes=false" };

/* ---- one run --------------------------------------------------------------------------------- */

/* (G2) Fills `full` with the arguments of git. */
static void
arguments(const struct git *g, const char *const *argv, char *full[static ARGS])
{
	size_t n = 0;

	full[n++] = mem_dup("git");
	full[n++] = mem_dup("-C");
	full[n++] = mem_dup(g->dir);
	for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
		full[n++] = mem_dup(always[i]);
	for (size_t i = 0; argv[i] != NULL; i++) {
		if (n == ARGS - 1)
			BUG("git has too many arguments");
		full[n++] = mem_dup(argv[i]);
	}
	full[n] = NULL;
}

/* Returns the environment of git: ours without what the hook of another repository has set. The
 * caller frees the array. */
static char **
environment(void)
{
	static const char *const without[] = { "GIT_WORK_TREE=", "GIT_INDEX_FILE=",
		"GIT_OBJECT_DIRECTORY=", "GIT_ALTERNATE_OBJECT_DIRECTORIES=",
		"GIT_QUARANTINE_PATH=", "GIT_NAMESPACE=", "GIT_PREFIX=", "GIT_SHALLOW_FILE=",
		"GIT_GRAFT_FILE=", "GIT_REPLACE_REF_BASE=" };
	size_t n = 0, kept = 0;
	char **env;

	while (environ[n] != NULL)
		n++;
	env = mem_zero(n + 1, sizeof *env);
	for (size_t i = 0; i < n; i++) {
		bool drops = false;

		for (size_t k = 0; k < sizeof without / sizeof without[0]; k++)
			drops = drops || strncmp(environ[i], without[k], strlen(without[k])) == 0;
		if (!drops)
			env[kept++] = environ[i];
	}
	return env;
}

/* Starts git with these three descriptors. Returns 0, or -1 with *err. */
static int
spawn(const struct git *g, const char *const *argv, const int fd[static 3], pid_t *pid,
    struct err *err)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	sigset_t usual;
	char *full[ARGS], **env = environment();
	int error;

	(void)sigemptyset(&usual);
	(void)sigaddset(&usual, SIGPIPE);
	arguments(g, argv, full);
	error = posix_spawn_file_actions_init(&actions);
	if (error == 0 && (error = posix_spawnattr_init(&attr)) == 0) {
		error = posix_spawnattr_setsigdefault(&attr, &usual);
		if (error == 0)
			error = posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGDEF);
		for (int i = 0; i < 3 && error == 0; i++)
			error = posix_spawn_file_actions_adddup2(&actions, fd[i], i);
		if (error == 0)
			error = posix_spawnp(pid, "git", &actions, &attr, full, env);
		(void)posix_spawnattr_destroy(&attr);
	}
	(void)posix_spawn_file_actions_destroy(&actions);
	for (size_t i = 0; full[i] != NULL; i++)
		free(full[i]);
	free(env);
	if (error == ENOENT) {
		(void)err_set(err, ERR_NOT_FOUND, "there is no program git");
		return err_hint(err, "install git");
	}
	return error == 0 ? 0 : err_set(err, ERR_BUSY, "git: %s", strerror(error));
}

static int
await(pid_t pid, struct err *err)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return err_set(err, ERR_BUSY, "git: %s", strerror(errno));
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Opens the three files; in: with this text. A descriptor is -1 where that fails. */
static int
open_files(const struct buf *in, FILE *file[static 3], struct err *err)
{
	for (int i = 0; i < 3; i++) {
		file[i] = tmpfile();
		if (file[i] == NULL || fcntl(fileno(file[i]), F_SETFD, FD_CLOEXEC) < 0)
			return err_set(err, ERR_BUSY, "no temporary file: %s", strerror(errno));
	}
	if (in != NULL && in->n > 0 &&
	    (file_put(fileno(file[0]), in->p, in->n) < 0 ||
		lseek(fileno(file[0]), 0, SEEK_SET) < 0))
		return err_set(err, ERR_BUSY, "a temporary file: %s", strerror(errno));
	return 0;
}

static int
read_back(FILE *file, struct buf *out, struct err *err)
{
	if (out == NULL || lseek(fileno(file), 0, SEEK_SET) < 0)
		return 0;
	if (file_get(fileno(file), OUT_MAX, out) == 0)
		return 0;
	return err_set(err, ERR_BUSY, "git printed more than can be read");
}

int
git_run(const struct git *g, const char *const *argv, const struct buf *in, struct buf *out,
    struct buf *said, struct err *err)
{
	FILE *file[3] = { NULL, NULL, NULL };
	pid_t pid;
	int result = open_files(in, file, err);

	if (result == 0) {
		const int fd[] = { fileno(file[0]), fileno(file[1]), fileno(file[2]) };

		result = spawn(g, argv, fd, &pid, err);
	}
	if (result == 0)
		result = await(pid, err);
	if (result >= 0 && (read_back(file[1], out, err) < 0 || read_back(file[2], said, err) < 0))
		result = -1;
	for (int i = 0; i < 3; i++)
		if (file[i] != NULL)
			(void)fclose(file[i]); /* nothing is lost with it */
	return result;
}

/* Appends a line without what stands before an @ in its words. */
static void
add_without_names(const char *s, size_t n, struct buf *out)
{
	size_t word = out->n;

	for (size_t i = 0; i < n; i++) {
		if (s[i] == '@')
			out->n = word;
		else
			buf_chr(out, s[i]);
		if (s[i] == ' ' || s[i] == '/' || s[i] == '\'' || s[i] == '"')
			word = out->n;
	}
}

void
git_reason(const struct buf *said, struct buf *out)
{
	static const char *const before[] = { "fatal: ", "error: " };
	const char *s = buf_cstr(said), *end = s + said->n;
	const size_t was = out->n;

	while (s < end &&
	    (*s == '\n' || strncmp(s, "warning: ", 9) == 0 || strncmp(s, "To ", 3) == 0 ||
		strncmp(s, "hint: ", 6) == 0 || !utf8_is_clean(s, strcspn(s, "\n"))))
		s += *s == '\n' ? 1 : strcspn(s, "\n");
	for (size_t i = 0; i < 2; i++)
		if (strncmp(s, before[i], strlen(before[i])) == 0)
			s += strlen(before[i]);
	add_without_names(s, strcspn(s, "\n"), out);
	while (out->n > was + LINE || (out->n > was && (out->p[out->n] & 0xc0) == 0x80))
		out->n--;
	while (out->n > was && out->p[out->n - 1] == ' ')
		out->n--;
	if (out->n > was && utf8_is_clean(out->p + was, out->n - was)) {
		out->p[out->n] = '\0';
		return;
	}
	out->n = was;
	buf_str(out, "git gives no reason");
}

int
git_fail(const char *what, const struct buf *said, struct err *err)
{
	struct buf why = BUF_INIT;

	git_reason(said, &why);
	(void)err_set(err, ERR_BUSY, "%s: %s", what, why.p);
	buf_release(&why);
	return -1;
}

/* ---- the repository -------------------------------------------------------------------------- */

int
git_open(struct git *g, const char *dir, struct err *err)
{
	static const char *const argv[] = { "rev-parse", "--git-common-dir", NULL };
	struct buf out = BUF_INIT, said = BUF_INIT, why = BUF_INIT;
	int status;

	*g = (struct git){ .dir = dir, .own = BUF_INIT };
	status = git_run(g, argv, NULL, &out, &said, err);
	if (status == 0 && out.n > 1) {
		out.p[out.n - 1] = '\0';
		buf_fmt(&g->own, "%s%s%s/adit", out.p[0] == '/' ? "" : dir,
		    out.p[0] == '/' ? "" : "/", out.p);
		status = file_mkdirs(g->own.p, true, err);
	} else if (status >= 0) {
		git_reason(&said, &why);
		/* Killed, or it cannot write: it says why a repository cannot be used. */
		status = err_set(err, status > 128 || said.n == 0 ? ERR_BUSY : ERR_NOT_FOUND,
		    "no git repository can be used here: %s", why.p);
	}
	buf_release(&out);
	buf_release(&said);
	buf_release(&why);
	return status;
}

void
git_close(struct git *g)
{
	buf_release(&g->own);
}

/* ---- objects --------------------------------------------------------------------------------- */

/* A git that reads lines from a pipe and writes to another. */
struct git_objects {
	pid_t pid;
	FILE *ask, *answer;
	bool is_broken; /* answers no longer belong to the questions */
};

/* Makes a pipe whose ends git does not inherit by accident. */
static int
make_pipe(int fd[static 2])
{
	if (pipe(fd) < 0)
		return -1;
	for (int i = 0; i < 2; i++)
		(void)fcntl(fd[i], F_SETFD, FD_CLOEXEC); /* fails for no open descriptor */
	return 0;
}

static void
close_pair(const int fd[static 2])
{
	for (int i = 0; i < 2; i++)
		if (fd[i] >= 0)
			(void)close(fd[i]); /* a pipe loses nothing */
}

static struct git_objects *
begin(const struct git *g, const char *const *argv, struct err *err)
{
	int ask[2] = { -1, -1 }, answer[2] = { -1, -1 },
	    null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	struct git_objects *o = mem_zero(1, sizeof *o);
	int result = -1;

	if (null < 0 || make_pipe(ask) < 0 || make_pipe(answer) < 0)
		(void)err_set(err, ERR_BUSY, "git: %s", strerror(errno));
	else
		result = spawn(g, argv, (const int[]){ ask[0], answer[1], null }, &o->pid, err);
	if (result == 0) {
		o->ask = fdopen(ask[1], "w");
		o->answer = fdopen(answer[0], "r");
		if (o->ask == NULL || o->answer == NULL)
			BUG("no memory for a stream");
		ask[1] = answer[0] = -1;
	}
	close_pair(ask);
	close_pair(answer);
	if (null >= 0)
		(void)close(null);
	if (result == 0)
		return o;
	free(o);
	return NULL;
}

struct git_objects *
git_objects_open(const struct git *g, struct err *err)
{
	return begin(g, (const char *const[]){ "cat-file", "--batch", NULL }, err);
}

struct git_objects *
git_refs_open(const struct git *g, struct err *err)
{
	return begin(g, (const char *const[]){ "update-ref", "--stdin", NULL }, err);
}

void
git_objects_close(struct git_objects *o)
{
	struct err none = ERR_INIT;

	if (o == NULL)
		return;
	(void)fclose(o->ask); /* nothing is buffered; its end ends git */
	(void)fclose(o->answer);
	(void)await(o->pid, &none);
	free(o);
}

/* Sends a line. If git has ended, that fails, and does not end the program. */
static int
send_line(struct git_objects *o, const struct buf *line)
{
	void (*usual)(int) = signal(SIGPIPE, SIG_IGN);
	const bool is_sent = fwrite(line->p, 1, line->n, o->ask) == line->n && fflush(o->ask) == 0;

	(void)signal(SIGPIPE, usual);
	return is_sent ? 0 : -1;
}

void
git_refs_move(struct git_objects *refs, const char *ref, const char *commit, const char *old)
{
	struct buf line = BUF_INIT;

	buf_fmt(&line, "update %s %s %s\n", ref, commit, old);
	(void)send_line(refs, &line);
	buf_release(&line);
}

static int
broken(struct git_objects *o, struct err *err)
{
	o->is_broken = true;
	return err_set(err, ERR_BUSY, "git cat-file ended early");
}

/* Reads n bytes and the line end; drops those above the limit. */
static int
read_text(struct git_objects *o, int64_t n, size_t limit, struct buf *out, struct err *err)
{
	char part[1 << 14];

	for (int64_t left = n + 1; left > 0;) {
		const size_t want = left < (int64_t)sizeof part ? (size_t)left : sizeof part;
		const size_t got = fread(part, 1, want, o->answer);

		if (got == 0)
			return broken(o, err);
		if (n <= (int64_t)limit)
			buf_add(out, part, got);
		left -= (int64_t)got;
	}
	if (n > (int64_t)limit)
		return 1;
	out->p[--out->n] = '\0';
	return 0;
}

int
git_objects_read(struct git_objects *o, const char *name, const char *type, size_t limit,
    struct git_object *out, struct err *err)
{
	char line[LINE + 4 * GIT_OBJECT_NAME], *rest = line, *object, *is;
	bool is_whole;
	int64_t n;
	int result;

	buf_clear(&out->text);
	if (o->is_broken)
		return broken(o, err);
	buf_fmt(&out->text, "%s\n", name);
	result = send_line(o, &out->text);
	buf_clear(&out->text);
	if (result < 0 || fgets(line, sizeof line, o->answer) == NULL)
		return broken(o, err);
	is_whole = strchr(line, '\n') != NULL;
	object = strsep(&rest, " ");
	is = strsep(&rest, " ");
	if (rest == NULL || strlen(object) > GIT_OBJECT_NAME ||
	    number_parse(rest, strcspn(rest, "\n"), INT64_MAX - 1, &n) < 0) {
		/* "NAME missing": the path of a remote may have blanks, and be long. */
		while (!is_whole && fgets(line, sizeof line, o->answer) != NULL)
			is_whole = strchr(line, '\n') != NULL;
		return is_whole ? 1 : broken(o, err);
	}
	(void)snprintf(out->name, sizeof out->name, "%s", object);
	result = read_text(o, n, limit, &out->text, err);
	return result == 0 && strcmp(is, type) != 0 ? 1 : result;
}

bool
git_tree_next(const struct git_object *tree, size_t *at, struct git_entry *e)
{
	static const char digit[] = "0123456789abcdef";
	const size_t n = strlen(tree->name) / 2;
	const char *s = buf_cstr(&tree->text) + *at, *end = buf_cstr(&tree->text) + tree->text.n;
	const char *blank = memchr(s, ' ', (size_t)(end - s)), *object;

	if (blank == NULL || (object = memchr(blank, '\0', (size_t)(end - blank))) == NULL ||
	    (size_t)(end - ++object) < n)
		return false;
	e->path = blank + 1;
	e->is_tree = strncmp(s, "40000 ", 6) == 0;
	e->is_file = strncmp(s, "100", 3) == 0;
	for (size_t i = 0; i < n; i++) {
		e->name[2 * i] = digit[(unsigned char)object[i] >> 4];
		e->name[2 * i + 1] = digit[(unsigned char)object[i] & 15];
	}
	e->name[2 * n] = '\0';
	*at = (size_t)(object + n - buf_cstr(&tree->text));
	return true;
}
