/*
 * Digests from a git repository: fetched from origin into a private ref and read from there, never
 * from a work tree.
 *
 * (F1) git must not prompt, since the terminal belongs to the session. After LIMIT seconds it is
 *      stopped and the next look tries again. The session does not wait for it.
 * (F2) A digest is returned once; another digest with the same number is new.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "session/play.h"
#include "mail/rawmail.h"
#include "util/mem.h"
#include "util/subprocess.h"

enum { LIMIT = 60, OUT_MAX = 32 << 20, BLOBS_MAX = 256, FIRST = 64, TURNS_MAX = 100000 };

enum step { STEP_NONE, STEP_FETCH, STEP_BLOBS };

/* Object names, sorted. */
struct objects {
	char **at;
	size_t n;
};

struct fetch {
	char *dir;
	struct objects given, now; /* now: objects returned after the current step */
	bool begun;
	enum step step; /* the current step */
	bool again;     /* run all steps again after it */
	struct subprocess_job *git;
	struct buf said;
};

/* Script that prints the objects of the last turns, and script that prints their contents as
 * cat-file does. Both are for the repository of the folder, whatever the environment names. */
static const char FETCH[] =
    "cd -- \"$1\" || exit 9\n"
    "unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE\n"
    "export GIT_TERMINAL_PROMPT=0 GIT_ASKPASS=false SSH_ASKPASS=false SSH_ASKPASS_REQUIRE=force\n"
    "ref=refs/heads/main\n"
    "if git config --get remote.origin.url > /dev/null; then\n"
    "	ref=refs/adit/followed\n"
    "	git -c core.hooksPath=/dev/null fetch --quiet --no-tags --no-recurse-submodules \\\n"
    "		--no-write-fetch-head --no-auto-maintenance origin \"+refs/heads/main:$ref\" 2>&1 "
    "|| exit 8\n"
    "fi\n"
    "git ls-tree \"$ref\" turns/ 2>&1 || exit 7\n";
static const char BLOBS[] =
    "unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE; cd -- \"$1\" && exec git cat-file --batch";

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
objects_add(struct objects *o, char *object)
{
	GROW(o->at, o->n);
	o->at[o->n++] = object;
}

static void
objects_free(struct objects *o)
{
	for (size_t i = 0; i < o->n; i++)
		free(o->at[i]);
	free(o->at);
	*o = (struct objects){ .n = 0 };
}

/* (F2) */
static bool
was_given(const struct fetch *f, const char *object)
{
	return f->given.n > 0 &&
	    bsearch(&object, f->given.at, f->given.n, sizeof *f->given.at, by_text) != NULL;
}

/* Returns the object of a line "100644 blob OBJECT\tturns/000001.txt", or NULL. Modifies the
 * line. */
static char *
object_of(char *line)
{
	static const char kind[] = "100644 blob ";
	char *tab = strchr(line, '\t');

	if (tab == NULL || strncmp(line, kind, strlen(kind)) != 0 ||
	    strncmp(tab, "\tturns/", 7) != 0)
		return NULL;
	*tab = '\0';
	return line + strlen(kind);
}

/* Sets `wanted` to the new objects, one a line, at most BLOBS_MAX. f->now gets all objects that
 * are not read again. */
static void
choose(struct fetch *f, struct buf *wanted)
{
	const size_t most = f->begun ? BLOBS_MAX : TURNS_MAX;
	char *line, *rest = f->said.p;

	while ((line = strsep(&rest, "\n")) != NULL && f->now.n < most) {
		char *object = object_of(line);

		if (object != NULL && !was_given(f, object))
			objects_add(&f->now, mem_dup(object));
	}
	/* Sorted by file name, the newest last. The first time only the newest are read. */
	for (size_t i = 0; i < f->now.n; i++)
		if (f->begun || f->now.n - i <= FIRST)
			buf_fmt(wanted, "%s\n", f->now.at[i]);
}

static int
add(void *arg, const char *name, const struct buf *text, struct err *err)
{
	struct buf *out = arg;

	(void)name, (void)err;
	buf_add(out, buf_cstr(text), text->n);
	buf_chr(out, '\n');
	return 0;
}

static int
add_blobs(const struct fetch *f, struct buf *text, struct err *err)
{
	FILE *in = f->said.n > 0 ? fmemopen(f->said.p, f->said.n, "r") : NULL;
	int result = 0;

	if (in != NULL) {
		result = rawmail_each_blob(in, false, add, text, err);
		(void)fclose(in);
	}
	return result;
}

static void
keep_given(struct fetch *f)
{
	for (size_t i = 0; i < f->now.n; i++) {
		objects_add(&f->given, f->now.at[i]);
		f->now.at[i] = NULL;
	}
	if (f->given.n > 0)
		qsort(f->given.at, f->given.n, sizeof *f->given.at, by_text);
	f->begun = true;
}

/* ---- steps ------------------------------------------------------------------------------ */

/* Sets the error to the first line of git's output; the other lines are advice. */
static int
complain(const struct fetch *f, bool is_fetch, struct err *err)
{
	const char *said = buf_cstr(&f->said);
	const size_t line = strcspn(said, "\n");
	const int n = line < 200 ? (int)line : 200;

	if (is_fetch && n > 0)
		return err_set(err, ERR_BUSY, "git cannot fetch main of origin into %s: %.*s",
		    f->dir, n, said);
	if (is_fetch)
		return err_set(err, ERR_BUSY, "git cannot fetch main of origin into %s", f->dir);
	if (n > 0)
		return err_set(
		    err, ERR_BUSY, "git finds no turns of main in %s: %.*s", f->dir, n, said);
	return err_set(err, ERR_BUSY, "git finds no turns of main in %s", f->dir);
}

/* Checks how a step ended. */
static int
judge(const struct fetch *f, const struct subprocess_end *end, struct err *err)
{
	if (end->error != 0)
		return err_set(err, ERR_BUSY, "/bin/sh: %s", strerror(end->error));
	if (end->killed)
		return err_set(err, ERR_BUSY,
		    "git in %s was stopped: it took too long, or said too much", f->dir);
	if (WIFEXITED(end->status) && WEXITSTATUS(end->status) == 0)
		return 0;
	return complain(f, WIFEXITED(end->status) && WEXITSTATUS(end->status) == 8, err);
}

static int
start(struct fetch *f, enum step step, const char *script, const struct buf *in, struct err *err)
{
	char *argv[] = { mem_dup("sh"), mem_dup("-c"), mem_dup(script), mem_dup("sh"),
		mem_dup(f->dir), NULL };
	const struct subprocess r = { .program = "/bin/sh",
		.argv = argv,
		.envp = environ,
		.in = buf_cstr(in),
		.n_in = in->n,
		.seconds = LIMIT,
		.out = &f->said,
		.out_max = OUT_MAX };
	struct subprocess_end end;
	int result;

	buf_clear(&f->said);
	result = subprocess_job_begin(f->git, &r, &end, err);
	for (size_t i = 0; argv[i] != NULL; i++)
		free(argv[i]);
	if (result == 0 && end.error != 0)
		result = judge(f, &end, err);
	if (result == 0)
		f->step = step;
	return result;
}

static int
start_fetch(struct fetch *f, struct err *err)
{
	const struct buf none = BUF_INIT;

	f->again = false;
	return start(f, STEP_FETCH, FETCH, &none, err);
}

/* Handles the output of a step and starts the next one. */
static int
step_over(struct fetch *f, enum step was, struct buf *text, struct err *err)
{
	struct buf wanted = BUF_INIT;
	int result = 0;

	if (was == STEP_FETCH) {
		if (f->said.n > 0)
			choose(f, &wanted);
		if (wanted.n > 0)
			result = start(f, STEP_BLOBS, BLOBS, &wanted, err);
	} else {
		result = add_blobs(f, text, err);
	}
	if (result == 0 && f->step == STEP_NONE)
		keep_given(f);
	if (f->step == STEP_NONE)
		objects_free(&f->now);
	buf_release(&wanted);
	return result;
}

static int
fetch_look(void *arg, bool again, struct buf *text, struct err *err)
{
	struct fetch *f = arg;
	int result = 0;

	if (f->step == STEP_NONE)
		return start_fetch(f, err) < 0 ? -1 : 1;
	f->again = f->again || again;
	while (result == 0 && f->step != STEP_NONE) {
		const enum step was = f->step;
		struct subprocess_end end;
		const int over = subprocess_job_look(f->git, &end, err);

		if (over == 0)
			return 1;
		f->step = STEP_NONE;
		result = over < 0 || judge(f, &end, err) < 0 ? -1 : step_over(f, was, text, err);
	}
	if (result < 0)
		objects_free(&f->now);
	if (result == 0 && f->again)
		result = start_fetch(f, err) < 0 ? -1 : 1;
	return result;
}

static void
fetch_release(void *arg)
{
	struct fetch *f = arg;

	subprocess_job_free(f->git);
	objects_free(&f->given);
	objects_free(&f->now);
	buf_release(&f->said);
	free(f->dir);
	free(f);
}

int
digest_source_git(struct digest_source *l, const char *dir, int seconds, struct err *err)
{
	struct fetch *f;
	struct stat st;

	if (stat(dir, &st) < 0 || !S_ISDIR(st.st_mode))
		return err_set(err, ERR_NOT_FOUND, "%s: no folder to follow", dir);
	f = mem_zero(1, sizeof *f);
	f->dir = mem_dup(dir);
	f->git = subprocess_job_new();
	*l = (struct digest_source){ .arg = f,
		.read = fetch_look,
		.wake_fd = subprocess_job_fd(f->git),
		.seconds = seconds,
		.release = fetch_release };
	return 0;
}
