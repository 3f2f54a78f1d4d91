#ifndef ADIT_TESTS_HOST_USER_H
#define ADIT_TESTS_HOST_USER_H

#include "record/user.h"

/* A user of the program whose messages and results go to buffers. Needs no streams, no clock and
 * no environment. */
struct test_user {
	struct user u;
	struct output out;
	struct printer print;
	struct buf text;    /* what was printed and not flushed */
	struct buf printed; /* what was flushed */
	struct buf all;     /* printed text and messages, in the order in which they appear */
	struct buf said;    /* the messages alone, a line each; errors begin with "fail: " */
	bool flush_fails;   /* flush reports a failed write */
};

/* home: a folder, or NULL. The time is TABLE_NOW. */
void test_user_open(struct test_user *t, const char *home);
void test_user_close(struct test_user *t);

/* Returns true if a message contains `what`, and removes all messages. */
bool test_user_heard(struct test_user *t, const char *what);

#endif
