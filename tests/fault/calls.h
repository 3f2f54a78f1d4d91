#ifndef ADIT_TESTS_FAULT_CALLS_H
#define ADIT_TESTS_FAULT_CALLS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* What can happen to a system call: an error, a part of it only, or the end of the process. */
enum fault {
	FAULT_EIO,
	FAULT_ENOSPC,
	FAULT_EMFILE,
	FAULT_ENOMEM,
	FAULT_EINTR,
	FAULT_EAGAIN,
	FAULT_SHORT,  /* half of the bytes are read or written */
	FAULT_BEFORE, /* all processes are killed before the call */
	FAULT_AFTER,  /* the process that has made the call is killed after it */
	FAULT_COUNT
};

extern const char *const fault_name[FAULT_COUNT];
extern const int fault_errno[FAULT_COUNT]; /* 0: no error */

/* A system call at its start. */
struct call {
	pid_t pid;
	long nr;
	uint64_t arg[6];
};

/* How a fault is made. */
enum call_kind {
	CALL_OTHER,
	CALL_DATA,  /* reads or writes arg[2] bytes */
	CALL_CLOSE, /* is done, then fails: the descriptor is closed in any case */
	CALL_BRK,   /* returns the old end and no error */
};

/* Returns the name of a call, or NULL if no fault of it is known. */
const char *call_name(const struct call *c);
enum call_kind call_kind(const struct call *c);

/* Returns the faults that are possible here, a bit 1 << FAULT_... each: only errors that the call
 * can have with these arguments, and an end only where a change can be seen from outside. */
unsigned call_faults(const struct call *c);

/* Returns a number of /proc/PID/fdinfo/FD, such as "pos" (base 10) or "flags" (base 8); 0: unknown. */
uint64_t call_fd_info(const struct call *c, int fd, const char *word, int base);

#endif
