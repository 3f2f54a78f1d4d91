/* Exit statuses (adit(1), EXIT STATUS). */
#include "cli/cmd.h"

static const struct {
	int status;
	const char *name;
} outcome[] = {
	[ERR_NONE] = { 0, "none" },
	[ERR_USAGE] = { 2, "usage" },
	[ERR_SYNTAX] = { 65, "syntax" },
	[ERR_RULE] = { 3, "rule" },
	[ERR_AUTH] = { 1, "auth" },
	[ERR_STALE] = { 4, "stale" },
	[ERR_NOT_FOUND] = { 5, "not-found" },
	[ERR_PENDING] = { 6, "pending" },
	[ERR_CREATE] = { 73, "create" },
	[ERR_IO] = { EXIT_OUTPUT, "io" },
	[ERR_BUSY] = { 75, "busy" },
	[ERR_CORRUPT] = { 65, "corrupt" },
};

int
exit_status(enum err_code code)
{
	return outcome[code].status;
}

const char *
exit_name(enum err_code code)
{
	return outcome[code].name;
}
