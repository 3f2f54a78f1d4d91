/*
 * Runs two commands alternately, A B A B ..., each many times as a process of its own. Prints the
 * medians and their ratio: speeds drift, but ratios of neighbours drift less.
 *
 *   turn-bench NAME LIMIT RUNS 'RESET A' 'A' 'RESET B' 'B'
 *
 * sh runs each command. RESET runs before every run and is not measured.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RUNS_MAX = 1000 };

struct subprocess {
	double wall, cpu;
	long peak;
};

static double
seconds(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t); /* cannot fail for this clock */
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double
of(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static struct subprocess
run(const char *command)
{
	struct subprocess r;
	struct rusage use;
	double start = seconds();
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		char line[4096];

		(void)snprintf(line, sizeof line, "exec %s", command);
		execl("/bin/sh", "sh", "-c", line, (char *)NULL);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &use) != pid || status != 0) {
		fprintf(stderr, "turn-bench: failed: %s\n", command);
		exit(1);
	}
	r.wall = seconds() - start;
	r.cpu = of(use.ru_utime) + of(use.ru_stime);
	r.peak = use.ru_maxrss;
	return r;
}

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double
median(const struct subprocess *r, int n, int cpu)
{
	double v[RUNS_MAX];

	for (int i = 0; i < n; i++)
		v[i] = cpu ? r[i].cpu : r[i].wall;
	qsort(v, (size_t)n, sizeof v[0], by_value);
	return v[n / 2];
}

int
main(int argc, char **argv)
{
	static struct subprocess a[RUNS_MAX], b[RUNS_MAX];
	int runs = argc == 8 ? (int)strtol(argv[3], NULL, 10) : 0;
	long peak = 0;

	if (runs < 1 || runs > RUNS_MAX) {
		fputs("usage: turn-bench NAME LIMIT RUNS RESET_A A RESET_B B\n", stderr);
		return 2;
	}
	for (int i = 0; i < runs; i++) {
		if (system(argv[4]) != 0)
			return 1;
		a[i] = run(argv[5]);
		if (system(argv[6]) != 0)
			return 1;
		b[i] = run(argv[7]);
		peak = a[i].peak > peak ? a[i].peak : peak;
	}
	printf("%s: %.2f (at most %s); cpu %.2f; medians %.2f and %.2f ms; peak %.1f MiB\n",
	    argv[1], median(a, runs, 0) / median(b, runs, 0), argv[2],
	    median(a, runs, 1) / median(b, runs, 1), median(a, runs, 0) * 1e3,
	    median(b, runs, 0) * 1e3, (double)peak / 1024);
	return 0;
}
