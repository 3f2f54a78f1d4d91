/* Child processes that share work. */
#include <criterion/criterion.h>
#include <signal.h>
#include <unistd.h>

#include "service/jobs.h"

enum act { WRITES, WRITES_LESS, FAILS, IS_KILLED, WAITS };

static int
work(void *arg, unsigned job, int fd)
{
	const enum act *act = arg;
	struct err err = ERR_INIT;
	unsigned n = job + 10;

	if (act[job] == WAITS)
		(void)pause();
	if (act[job] == IS_KILLED)
		(void)raise(SIGKILL);
	if (act[job] == FAILS)
		return -1;
	return jobs_write(fd, &n, act[job] == WRITES_LESS ? 2 : sizeof n, &err);
}

Test(jobs, results)
{
	static struct {
		const char *name;
		enum act act[2];
		bool ok[2];
		const char *says;
	} row[] = {
		{ "both write", { WRITES, WRITES }, { true, true }, NULL },
		{ "the first writes less", { WRITES_LESS, WRITES }, { false, true },
		    "job 1 of 2 ended with status 0" },
		{ "the second writes less", { WRITES, WRITES_LESS }, { true, false },
		    "job 2 of 2 ended with status 0" },
		{ "the first fails", { FAILS, WAITS }, { false, false },
		    "job 1 of 2 ended with status 1" },
		{ "the first is killed", { IS_KILLED, WAITS }, { false, false },
		    "job 1 of 2 was ended by signal 9" },
		/* it waits for the first and must see that the second fails */
		{ "the second fails", { WAITS, FAILS }, { false, false },
		    "job 2 of 2 ended with status 1" },
		{ "the second is killed", { WAITS, IS_KILLED }, { false, false },
		    "job 2 of 2 was ended by signal 9" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct jobs j;
		struct err err = ERR_INIT;

		cr_assert_eq(jobs_begin(&j, 2, work, row[i].act, &err), 0, "%s", err.msg);
		for (unsigned k = 0; k < 2 && err.code == ERR_NONE; k++) {
			unsigned n = 0;
			int result = jobs_read(&j, k, &n, sizeof n, &err);

			cr_expect_eq(
			    result, row[i].ok[k] ? 0 : -1, "%s: %u: %s", row[i].name, k, err.msg);
			if (result == 0)
				cr_expect_eq(n, k + 10, "%s", row[i].name);
		}
		if (row[i].says != NULL)
			cr_expect_str_eq(err.msg, row[i].says, "%s", row[i].name);
		jobs_end(&j);
		cr_expect_eq(j.n, 0);
	}
}

Test(jobs, processors)
{
	cr_expect_geq(jobs_processors(), 1);
	cr_expect_leq(jobs_processors(), JOBS_MAX);
}
