#ifndef ADIT_SERVICE_WATCH_LIMIT_H
#define ADIT_SERVICE_WATCH_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "util/buf.h"
#include "util/err.h"

/*
 * The file .adit-asked of a folder of tables lists the addresses that were asked whether they want
 * to watch, a line "TIME ADDRESS" each, for a week. In a folder an address is asked once a week, and
 * WATCH_LIMIT_DAY addresses are asked in a day.
 */
enum { WATCH_LIMIT_DAY = 20 };

struct watch_limit {
	bool may; /* the address may be asked */
	/* Private: */
	int fd;
	struct buf text;
};

/* Reads and locks the file; watch_limit_end unlocks it after every result, and adds the address if
 * it was asked. */
int watch_limit_begin(
    struct watch_limit *l, const char *folder, const char *addr, int64_t now, struct err *err);
int watch_limit_end(struct watch_limit *l, bool asked, struct err *err);

#endif
