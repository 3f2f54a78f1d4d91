#ifndef ADIT_CLI_CLOCK_H
#define ADIT_CLI_CLOCK_H

#include "cli/cmd.h"
#include "wire/time_control.h"

/* Options of `adit new` about time, press and standbys, as given. */
struct clock_opt {
	const char *limit, *grace, *zone, *late, *absence, *press, *replace_after;
	struct opt_list pause, standby;
	struct opt_number misses;
};

/* Makes the time control from the options, and from `base` where none is given (NULL: the
 * defaults). ERR_USAGE: invalid. ERR_NOT_FOUND: unknown time zone. Also the errors of file_read. */
int time_control_of(const struct clock_opt *o, const struct time_control *base,
    const struct rules *rules, struct time_control *c, struct err *err);

#endif
