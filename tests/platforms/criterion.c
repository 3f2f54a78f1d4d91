/*
 * Runs the C tests without Criterion: all of the program, or with --filter those whose SUITE/NAME
 * matches a pattern. Prints TAP. Status 0: none failed.
 */
#include <criterion/criterion.h>
#include <fnmatch.h>
#include <setjmp.h>
#include <stdarg.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXIT_FAILED = 113, EXIT_SKIPPED = 114 };

static struct small_test *first, **last = &first;
static jmp_buf end;
static bool has_failed, is_skipped;

void
small_add(struct small_test *t)
{
	*last = t;
	last = &t->next;
}

void
small_say(const char *file, int line, const char *what, const char *fmt, ...)
{
	va_list ap;

	printf("# %s:%d: %s: ", file, line, what);
	va_start(ap, fmt);
	(void)vprintf(fmt, ap);
	va_end(ap);
	printf("\n");
	(void)fflush(stdout);
}

void
small_fail(bool is_last)
{
	has_failed = true;
	if (is_last)
		longjmp(end, 1);
}

void
small_skip(void)
{
	is_skipped = true;
	longjmp(end, 1);
}

static const struct small_test *
suite_of(const struct small_test *t)
{
	static const struct small_test none = { .suite = "" };

	for (const struct small_test *s = first; s != NULL; s = s->next)
		if (s->run == NULL && strcmp(s->suite, t->suite) == 0)
			return s;
	return &none;
}

/* Runs in the child. */
static int
run(const struct small_test *t)
{
	const struct small_test *s = suite_of(t);
	void (*init)(void) = t->init != NULL ? t->init : s->init;
	void (*fini)(void) = t->fini != NULL ? t->fini : s->fini;

	if (setjmp(end) == 0) {
		if (init != NULL)
			init();
		t->run();
	}
	if (setjmp(end) == 0 && fini != NULL)
		fini();
	return has_failed ? EXIT_FAILED : is_skipped ? EXIT_SKIPPED : 0;
}

/* Returns 1 if it failed. */
static int
try(const struct small_test *t, unsigned n)
{
	int status = 0;
	bool is_right, was_skipped;
	pid_t pid;

	(void)fflush(stdout);
	pid = fork();
	if (pid == 0)
		exit(run(t));
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		status = EXIT_FAILED << 8;
	was_skipped = WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SKIPPED;
	is_right = t->signal != 0 ? WIFSIGNALED(status) && WTERMSIG(status) == t->signal :
				    WIFEXITED(status) && WEXITSTATUS(status) == t->exit_code;
	if (WIFSIGNALED(status) && !is_right)
		printf("# signal %d\n", WTERMSIG(status));
	printf("%sok %u - %s/%s%s\n", is_right || was_skipped ? "" : "not ", n, t->suite, t->name,
	    was_skipped ? " # SKIP" : "");
	return !is_right && !was_skipped;
}

int
main(int argc, char **argv)
{
	const char *pattern = argc == 3 && strcmp(argv[1], "--filter") == 0 ? argv[2] : "*";
	unsigned n = 0, failed = 0;

	for (const struct small_test *t = first; t != NULL; t = t->next) {
		char name[200];

		(void)snprintf(name, sizeof name, "%s/%s", t->suite, t->name);
		if (t->run != NULL && !t->disabled && fnmatch(pattern, name, 0) == 0)
			failed += (unsigned)try(t, ++n);
	}
	printf("1..%u\n", n);
	return failed > 0 || n == 0;
}
