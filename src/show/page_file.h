#ifndef ADIT_SHOW_PAGE_FILE_H
#define ADIT_SHOW_PAGE_FILE_H

#include <stdbool.h>

#include "util/buf.h"
#include "util/err.h"

/*
 * Writes a page to a file, atomically, and never through a link. A private page has mode 0600.
 * Neither its folder nor a folder above may contain turns/ or .git, after resolving links,
 * since others may get such folders.
 */
struct page_file {
	const char *path; /* borrowed; NULL: no file, and nothing may be written with it */
	bool is_private;
	int folder; /* open descriptor; -1: none */
};

/* Call before anything is read or unlocked. ERR_CREATE: the page may not be written there. Call
 * page_file_close after every result. */
int page_file_open(struct page_file *f, const char *path, bool is_private, struct err *err);
int page_file_write(const struct page_file *f, const struct buf *text, struct err *err);
void page_file_close(struct page_file *f);

#endif
