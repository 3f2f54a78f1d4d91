#ifndef ADIT_HOST_TIME_OPTIONS_H
#define ADIT_HOST_TIME_OPTIONS_H

#include "core/rules.h"
#include "util/opt_value.h"
#include "wire/time_control.h"

/* What a host says about time, press and standbys of a new table, as texts; NULL: not given. */
struct time_options {
	const char *limit, *grace, *zone, *late, *absence, *press, *replace_after;
	struct opt_list pause, standby;
	struct opt_number misses;
	const char *zone_folder; /* the zone database of the system */
};

/* Makes the time control from the options, and from `base` where none is given (NULL: the
 * defaults). ERR_USAGE: invalid. ERR_NOT_FOUND: unknown time zone. Also the errors of file_read. */
int time_options_read(const struct time_options *o, const struct time_control *base,
    const struct rules *rules, struct time_control *c, struct err *err);

#endif
