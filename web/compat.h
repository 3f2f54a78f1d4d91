/*
 * What emscripten's libc does not declare. All files see it first (Makefile.am); compat.c has the
 * functions, which fail as on a system without them.
 */
#ifndef ADIT_WEB_COMPAT_H
#define ADIT_WEB_COMPAT_H

enum { M_TOP_PAD = -2, SYS_pidfd_open = 434 };

int mallopt(int parameter, int value);
long syscall(long number, ...);

#endif
