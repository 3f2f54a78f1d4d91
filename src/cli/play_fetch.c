/*
 * Digests that come while a session waits, out of a git repository: fetched from origin into a reference of our own,
 * and read there, never from a work tree.
 *
 * (F1) git asks nobody: the terminal is the session's.  It has LIMIT seconds, then the next look tries again.
 * (F2) What was given once is not given again; another digest under an old number is new.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/play.h"
#include "cli/rawmail.h"
#include "post/run.h"
#include "util/mem.h"

enum { LIMIT = 60, OUT_MAX = 32 << 20, BLOBS_MAX = 256, FIRST = 64, TURNS_MAX = 100000 };

struct fetch {
	char *dir;
	char **given; /* objects, in order */
	size_t n_given;
	bool begun;
};

/* The objects of the last turns are the lines of the first part; their contents, as cat-file has it, follow. */
static const char FETCH[] =
    "cd -- \"$1\" || exit 9\n"
    "export GIT_TERMINAL_PROMPT=0 GIT_ASKPASS=false SSH_ASKPASS=false SSH_ASKPASS_REQUIRE=force\n"
    "ref=refs/heads/main\n"
    "if git config --get remote.origin.url > /dev/null; then\n"
    "	ref=refs/adit/followed\n"
    "	git -c core.hooksPath=/dev/null fetch --quiet --no-tags --no-recurse-submodules \\\n"
    "		--no-write-fetch-head origin \"+refs/heads/main:$ref\" 2>&1 || exit 8\n"
    "fi\n"
    "git ls-tree \"$ref\" turns/ 2>&1 || exit 7\n";
static const char BLOBS[] = "cd -- \"$1\" && exec git cat-file --batch";

/* One of the two, of DIR; its output; -1: it failed. */
static int
shell(const struct fetch *f, const char *script, const struct buf *in, struct buf *out,
    struct err *err)
{
	char *argv[] = { mem_dup("sh"), mem_dup("-c"), mem_dup(script), mem_dup("sh"),
		mem_dup(f->dir), NULL };
	struct run r = { .program = "/bin/sh",
		.argv = argv,
		.envp = environ,
		.in = buf_cstr(in),
		.n_in = in->n,
		.seconds = LIMIT,
		.out = out,
		.out_max = OUT_MAX };
	struct run_end end;
	int result = run_program(&r, &end, err);

	for (size_t i = 0; argv[i] != NULL; i++)
		free(argv[i]);
	if (result == 0 && end.error != 0)
		result = err_set(err, ERR_BUSY, "/bin/sh: %s", strerror(end.error));
	else if (result == 0 && end.killed)
		result = err_set(err, ERR_BUSY,
		    "git in %s was stopped: it took too long, or said too much", f->dir);
	else if (result == 0 && (!WIFEXITED(end.status) || WEXITSTATUS(end.status) != 0))
		result = err_set(err, ERR_BUSY,
		    WIFEXITED(end.status) && WEXITSTATUS(end.status) == 8 ?
			"git cannot fetch main of origin into %s" :
			"git finds no turns of main in %s",
		    f->dir);
	return result;
}

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* (F2) */
static bool
was_given(const struct fetch *f, const char *object)
{
	return f->n_given > 0 &&
	    bsearch(&object, f->given, f->n_given, sizeof *f->given, by_text) != NULL;
}

/* The object of a line "100644 blob OBJECT\tturns/000001.txt", or NULL; the line is cut. */
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

/* What is new, one object a line, at most BLOBS_MAX; what is not asked for again goes to now. */
static void
choose(const struct fetch *f, struct buf *tree, struct buf *wanted, struct fetch *now)
{
	const size_t most = f->begun ? BLOBS_MAX : TURNS_MAX;
	char *line, *rest = tree->p;

	while ((line = strsep(&rest, "\n")) != NULL && now->n_given < most) {
		char *object = object_of(line);

		if (object == NULL || was_given(f, object))
			continue;
		GROW(now->given, now->n_given);
		now->given[now->n_given++] = mem_dup(object);
	}
	/* By the names of files, the newest are the last; at the beginning they are enough. */
	for (size_t i = 0; i < now->n_given; i++)
		if (f->begun || now->n_given - i <= FIRST)
			buf_fmt(wanted, "%s\n", now->given[i]);
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
add_blobs(const struct fetch *f, const struct buf *wanted, struct buf *text, struct err *err)
{
	struct buf out = BUF_INIT;
	int result = shell(f, BLOBS, wanted, &out, err);
	FILE *in = result == 0 && out.n > 0 ? fmemopen(out.p, out.n, "r") : NULL;

	if (in != NULL) {
		result = rawmail_each_blob(in, add, text, err);
		(void)fclose(in);
	}
	buf_release(&out);
	return result;
}

static void
keep_given(struct fetch *f, struct fetch *now)
{
	for (size_t i = 0; i < now->n_given; i++) {
		GROW(f->given, f->n_given);
		f->given[f->n_given++] = now->given[i];
		now->given[i] = NULL;
	}
	if (f->n_given > 0)
		qsort(f->given, f->n_given, sizeof *f->given, by_text);
	f->begun = true;
}

static void
given_free(struct fetch *f)
{
	for (size_t i = 0; i < f->n_given; i++)
		free(f->given[i]);
	free(f->given);
}

static int
fetch_look(void *arg, struct buf *text, struct err *err)
{
	struct fetch *f = arg, now = { .n_given = 0 };
	struct buf none = BUF_INIT, tree = BUF_INIT, wanted = BUF_INIT;
	int result = shell(f, FETCH, &none, &tree, err);

	if (result == 0 && tree.n > 0)
		choose(f, &tree, &wanted, &now);
	if (result == 0 && wanted.n > 0)
		result = add_blobs(f, &wanted, text, err);
	if (result == 0)
		keep_given(f, &now);
	given_free(&now);
	buf_release(&tree);
	buf_release(&wanted);
	return result;
}

static void
fetch_release(void *arg)
{
	struct fetch *f = arg;

	given_free(f);
	free(f->dir);
	free(f);
}

int
look_git(struct look *l, const char *dir, int seconds, struct err *err)
{
	struct fetch *f;
	struct stat st;

	if (stat(dir, &st) < 0 || !S_ISDIR(st.st_mode))
		return err_set(err, ERR_NOT_FOUND, "%s: no folder to follow", dir);
	f = mem_zero(1, sizeof *f);
	f->dir = mem_dup(dir);
	*l = (struct look){ .arg = f,
		.look = fetch_look,
		.wake_fd = -1,
		.seconds = seconds,
		.release = fetch_release };
	return 0;
}
