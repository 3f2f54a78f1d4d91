#ifndef ADIT_TESTS_SERVICE_AID_H
#define ADIT_TESTS_SERVICE_AID_H

#include "host/aid.h"
#include "host/user.h"
#include "service/table_run.h"

/* A table of three, and a run of its host with a home of its own. */
struct service {
	struct test_table t;
	struct test_user user;
	struct table_run run; /* run.host is the open game file, run.path is its path */
	char home[TEST_FOLDER], dir[TEST_FOLDER]; /* `dir` is an empty folder */
};

void service_open(struct service *s);
void service_close(struct service *s);

/* Plays n orders in the game file. */
void service_play(struct service *s, unsigned n);

/* Copies a file byte for byte. */
void service_copy(const char *from, const char *to);
/* Writes a file. */
void service_put(const char *path, const char *text, size_t n);
/* Changes the last byte of a file. */
void service_flip(const char *path);
/* Returns "DIR/NAME", which is valid until the eighth next call. */
const char *service_path(const char *dir, const char *name);
/* Sets the mtime of a file. */
void service_touch(const char *path, int64_t mtime);
int64_t service_mtime(const char *path);

#endif
