#ifndef ADIT_CLI_CLOCK_H
#define ADIT_CLI_CLOCK_H

#include "cli/cmd.h"
#include "wire/time_control.h"

/* What `adit new` is told about time, about talk, and about who may come later, word for word. */
struct clock_opt {
	const char *limit, *grace, *zone, *late, *absence, *press, *replace_after;
	struct opt_list pause, standby;
	struct opt_number misses;
};

/* The clock it asks for.  ERR_USAGE: it is none; ERR_NOT_FOUND: there is no such time zone; as file_read. */
int time_control_of(
    const struct clock_opt *o, const struct rules *rules, struct time_control *c, struct err *err);

#endif
