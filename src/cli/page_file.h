#ifndef ADIT_CLI_PAGE_FILE_H
#define ADIT_CLI_PAGE_FILE_H

#include <stdbool.h>

#include "util/buf.h"
#include "util/err.h"

/*
 * Where a page is written: a file, whole or not at all, and never through a link.  One that is private has mode 0600 and
 * lies in no folder that others may get: none with turns/ or .git in it, and none below such a one, whatever links
 * lead there.
 */
struct page_file {
	const char *path; /* borrowed; NULL: standard output */
	bool is_private;
	int folder; /* open; -1: none */
};

/* Before anything is read or unlocked.  ERR_CREATE: it may not go there.  Always page_file_close. */
int page_file_open(struct page_file *f, const char *path, bool is_private, struct err *err);
int page_file_write(const struct page_file *f, const struct buf *text, struct err *err);
void page_file_close(struct page_file *f);

#endif
