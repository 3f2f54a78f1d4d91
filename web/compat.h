/*
 * What emscripten's libc does not declare. All files see it first (Makefile.am); compat.c has the
 * functions, which fail as on a system without them.
 */
#ifndef ADIT_WEB_COMPAT_H
#define ADIT_WEB_COMPAT_H

#include <sys/types.h>

int getpeereid(int fd, uid_t *uid, gid_t *gid);

#endif
