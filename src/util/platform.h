#ifndef ADIT_UTIL_PLATFORM_H
#define ADIT_UTIL_PLATFORM_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>

/*
 * What systems do in different ways. With ADIT_LINUX (on Linux, without configure --disable-linux)
 * these functions use calls that only Linux has; else what POSIX has, and all BSDs and macOS have
 * in the same way. Only mailparse/sandbox.c and service/confine.c use such calls, too.
 *
 * Descriptors that are opened here are closed by exec. Unless stated otherwise, the result is -1
 * with errno on failure.
 */

/* ---- memory and the process ------------------------------------------------------------------ */

/* Makes the heap grow by at least `step` bytes at a time. A failure is harmless. */
void platform_grow_heap(int step);
/* Populates up to `n` bytes that the heap has left. A failure is harmless. */
void platform_populate_heap(size_t n);
void platform_wipe(void *p, size_t n); /* the compiler does not remove it */

/* Other processes of the user may not read this one. A failure leaves the usual protection. */
void platform_forbid_tracing(void);
/* Fills p with n random bytes of the system. */
int platform_random(void *p, size_t n);
/* Writes the path of this program as a string. Returns false if it is unknown. */
bool platform_program(char *path, size_t size);
/* Returns the number of processors that this process may use, at least 1. */
unsigned platform_processors(void);

/* In a child: it is killed when its parent ends, the only process that reads from the pipe. Returns
 * false if that has happened already. */
bool platform_end_with(pid_t parent, int pipe);

/* ---- files ----------------------------------------------------------------------------------- */

/* Opens a file without a name: in memory if possible, or in the folder. */
int platform_memory_file(void);
int platform_unnamed_file(const char *folder);
/* Opens the folder above, to look for files in it. */
int platform_open_above(int folder);
int platform_pipe(int end[static 2], bool nonblocking);
/*
 * Locks an open file, as flock does: until its last descriptor is closed, in this process and its
 * children. EWOULDBLOCK: it is locked, and not `wait`. On BSDs and macOS such a lock conflicts with
 * one of fcntl, so no file may get both.
 */
int platform_lock(int fd, bool wait);

/* Returns a descriptor that becomes readable when a file in one of the folders was finished or
 * moved there; -1 if the system does not support it or has no watches left. Changes by other
 * machines (network file systems) may be missed, so the caller must also poll at times. */
int platform_watch(const char *const *folder, size_t n);
void platform_watch_clear(int fd); /* discards pending events; fd -1: does nothing */

/* ---- sockets of this machine ------------------------------------------------------------------ */

/* Sets an address that every user can connect to, and returns its length. */
socklen_t platform_socket_name(const char *name, struct sockaddr_un *at);
int platform_socket(void);
/* Returns a socket that does not block. platform_unlisten closes it. */
int platform_listen(const struct sockaddr_un *at, socklen_t n);
void platform_unlisten(int fd, const struct sockaddr_un *at); /* fd may be -1 */
int platform_accept(int listener);
uid_t platform_peer(int fd); /* its user; (uid_t)-1 if unknown */

/* ---- waiting --------------------------------------------------------------------------------- */

/* Waits for input; `mask`: the signals that are blocked meanwhile. */
int platform_wait_input(int fd, const sigset_t *mask);
/* Returns a descriptor that is readable after `seconds`. */
int platform_timer(int seconds);
/* Returns a descriptor that is readable when the child has ended, which waits for waitpid. */
int platform_child(pid_t pid);
/* Returns a descriptor that is readable while one of those is that were added; -1: the system has
 * no such thing. */
int platform_group(void);
void platform_group_add(int group, int fd); /* without memory, or for -1, it is not added */

#endif
