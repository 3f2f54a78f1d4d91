# ADIT_HARDENING
# What makes faults in C harder to use, as far as compiler, linker and libc know it; each flag is tried.
# Sets ADIT_CFLAGS, ADIT_CPPFLAGS and ADIT_LDFLAGS. tests/hardened.py looks for all of it in a program.

AC_DEFUN([ADIT_HARDENING], [
	# Of -fPIE the program needs both halves. With -static, -pie is another thing.
	AS_CASE([" $LDFLAGS "], [*" -static "*], [],
		[AX_APPEND_COMPILE_FLAGS([-fPIE], [ADIT_CFLAGS], [-Werror])
		AX_APPEND_LINK_FLAGS([-pie], [ADIT_LDFLAGS])])
	AX_APPEND_COMPILE_FLAGS([-fstack-protector-strong -fstack-clash-protection], [ADIT_CFLAGS], [-Werror])
	ADIT_AUTO_INIT
	# Where calls and returns may go. The linker marks a program for the shadow stack only when told to,
	# since Debian's start code does not have the mark; it works with it.
	AS_CASE([$host_cpu],
		[x86_64 | i?86],
		[AX_CHECK_COMPILE_FLAG([-fcf-protection],
			[AX_APPEND_FLAG([-fcf-protection], [ADIT_CFLAGS])
			AX_APPEND_LINK_FLAGS([-Wl,-z,shstk], [ADIT_LDFLAGS])], [], [-Werror])],
		[aarch64], [AX_APPEND_COMPILE_FLAGS([-mbranch-protection=standard], [ADIT_CFLAGS], [-Werror])])
	AX_APPEND_LINK_FLAGS([-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack], [ADIT_LDFLAGS])
	ADIT_FORTIFY
])

# ADIT_AUTO_INIT
# -ftrivial-auto-var-init=zero, where it leaves initialized variables as they are: gcc 12 clears parts of
# a struct in an array that was copied into a larger struct. Cross builds cannot tell, and do without.
AC_DEFUN([ADIT_AUTO_INIT], [
	AC_CACHE_CHECK([for automatic variables that begin as zeros], [adit_cv_auto_init], [
		adit_cv_auto_init=no
		adit_cflags=$CFLAGS
		# Before clang 16 the value zero needs a second flag, which gcc takes for an entry point (-e).
		AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
			#ifndef __clang__
			#error another compiler
			#endif
			int i;]])],
			[adit_second=" -enable-trivial-auto-var-init-zero-knowing-it-will-be-removed-from-clang"], [adit_second=])
		for adit_flag in "" "$adit_second"; do
			adit_flag="-ftrivial-auto-var-init=zero$adit_flag"
			CFLAGS="$adit_cflags -Werror $adit_flag"
			AS_IF([test "x$adit_cv_auto_init" = xno], [AC_RUN_IFELSE([AC_LANG_PROGRAM([[
				#include <string.h>
				struct seat { unsigned char a[3]; unsigned short b; unsigned char c; unsigned short d; };
				struct game { void *p; struct seat seat[12]; unsigned char ext[20]; };
				struct view { unsigned char seat; struct game known; };
				static struct game game;
				static int (*volatile compare)(const void *, const void *, size_t) = memcmp;
				static int same(const struct game *g)
				{
					struct view v = { .seat = 1, .known = *g };
					for (int i = 0; i < 12; i++) {
						const struct seat *is = &v.known.seat[i], *was = &g->seat[i];
						if (compare(is->a, was->a, sizeof is->a) != 0 || is->b != was->b ||
						    is->c != was->c || is->d != was->d)
							return 0;
					}
					return 1;
				}]], [[
				memset(&game, 0xa5, sizeof game);
				return !same(&game);]])], [adit_cv_auto_init=$adit_flag], [], [:])])
		done
		CFLAGS=$adit_cflags])
	AS_IF([test "x$adit_cv_auto_init" != xno], [AS_VAR_APPEND([ADIT_CFLAGS], [" $adit_cv_auto_init"])])
])

# ADIT_FORTIFY
# The highest level that the libc has, unless the user or the compiler chose one. None without
# optimisation: glibc warns then.
AC_DEFUN([ADIT_FORTIFY], [
	AC_CACHE_CHECK([for _FORTIFY_SOURCE], [adit_cv_fortify], [
		adit_cv_fortify=none
		adit_cppflags=$CPPFLAGS
		AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
			#ifdef _FORTIFY_SOURCE
			#error chosen
			#endif
			int i;]])], [
			for adit_level in 2 3; do
				CPPFLAGS="$adit_cppflags -D_FORTIFY_SOURCE=$adit_level"
				AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
					#include <string.h>
					#if !defined __USE_FORTIFY_LEVEL || __USE_FORTIFY_LEVEL < _FORTIFY_SOURCE
					#error unknown here
					#endif
					int i;]])], [adit_cv_fortify=$adit_level])
			done
			CPPFLAGS=$adit_cppflags], [adit_cv_fortify=chosen])])
	AS_CASE([$adit_cv_fortify], [[[23]]], [AX_APPEND_FLAG([-D_FORTIFY_SOURCE=$adit_cv_fortify], [ADIT_CPPFLAGS])])
])
