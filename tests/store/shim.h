#ifndef ADIT_TESTS_STORE_SHIM_H
#define ADIT_TESTS_STORE_SHIM_H

/*
 * A VFS around SQLite's own that counts the steps by which files change (write, truncate, sync,
 * delete) and can end the process, or run out of space, at any of them.
 */
enum shim_stop {
	SHIM_NEVER,
	SHIM_BEFORE,       /* the process is killed before the step */
	SHIM_TORN,         /* the same, but a write is half done */
	SHIM_LOSE_ALL,     /* power cut: what was not synced is lost ... */
	SHIM_LOSE_FILE,    /* ... of the file, while its journal got through */
	SHIM_LOSE_JOURNAL, /* ... of the journal, while the file got through */
	SHIM_FULL,         /* from this step on no file can grow */
	SHIM_FULL_COPY     /* nor be overwritten (copy on write) */
};

enum { SHIM_STATUS = 77 }; /* exit status of a process that was stopped */

/* From now on, SQLite in this process goes through the shim; stop at step `at` (from 1). */
void shim_install(enum shim_stop stop, int at);

/* Instead of sleeping for a lock, SQLite calls this with the microseconds it would sleep. */
void shim_on_sleep(void (*call)(int microseconds));

/* The power cut that comes after the last step. */
void shim_end(void);

#endif
