/* Exit statuses (adit(1), EXIT STATUS). */
#include "cli/cmd.h"

int
exit_status(enum err_code code)
{
	static const int status[] = {
		[ERR_NONE] = 0,
		[ERR_USAGE] = 2,
		[ERR_SYNTAX] = 65,
		[ERR_RULE] = 3,
		[ERR_AUTH] = 1,
		[ERR_STALE] = 4,
		[ERR_NOT_FOUND] = 5,
		[ERR_PENDING] = 6,
		[ERR_CREATE] = 73,
		[ERR_IO] = EXIT_OUTPUT,
		[ERR_BUSY] = 75,
		[ERR_CORRUPT] = 65,
	};

	return status[code];
}
