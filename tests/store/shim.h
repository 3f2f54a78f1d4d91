#ifndef ADIT_TESTS_STORE_SHIM_H
#define ADIT_TESTS_STORE_SHIM_H

/* A VFS around that of SQLite. It counts the steps by which files change (write, truncate, sync,
 * delete), and can kill the process, or run out of space, at any of them. */
enum shim_stop {
	SHIM_NEVER,
	SHIM_BEFORE,       /* the process is killed before the step */
	SHIM_TORN,         /* the same, but half of a write is done */
	SHIM_LOSE_ALL,     /* power cut: unsynced changes are lost */
	SHIM_LOSE_FILE,    /* lost for the file, but not for its journal */
	SHIM_LOSE_JOURNAL, /* lost for the journal, but not for the file */
	SHIM_FULL,         /* from this step on no file can grow */
	SHIM_FULL_COPY     /* ... nor be overwritten (copy on write) */
};

enum { SHIM_STATUS = 77 }; /* exit status of a process that was stopped */

/* From now on SQLite in this process uses the shim. It stops at step `at` (from 1). */
void shim_install(enum shim_stop stop, int at);

/* Called instead of sleeping for a lock, with the microseconds. */
void shim_on_sleep(void (*call)(int microseconds));

/* Simulates a power cut after the last step. */
void shim_end(void);

#endif
