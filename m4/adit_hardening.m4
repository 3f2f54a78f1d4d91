# ADIT_HARDENING
# What makes faults in C harder to use, as far as compiler, linker and libc know it; each flag is tried.
# Sets ADIT_CFLAGS, ADIT_CPPFLAGS and ADIT_LDFLAGS. tests/hardened.py looks for all of it in a program.

AC_DEFUN([ADIT_HARDENING], [
	# Of -fPIE the program needs both halves. With -static, -pie is another thing.
	AS_CASE([" $LDFLAGS "], [*" -static "*], [],
		[AX_APPEND_COMPILE_FLAGS([-fPIE], [ADIT_CFLAGS], [-Werror])
		AX_APPEND_LINK_FLAGS([-pie], [ADIT_LDFLAGS])])
	AX_APPEND_COMPILE_FLAGS([-fstack-protector-strong -fstack-clash-protection], [ADIT_CFLAGS], [-Werror])
	# Before clang 16 the value zero needs a second flag.
	AX_CHECK_COMPILE_FLAG([-ftrivial-auto-var-init=zero],
		[AX_APPEND_FLAG([-ftrivial-auto-var-init=zero], [ADIT_CFLAGS])],
		[adit_zero="-ftrivial-auto-var-init=zero"
		adit_zero="$adit_zero -enable-trivial-auto-var-init-zero-knowing-it-will-be-removed-from-clang"
		AX_CHECK_COMPILE_FLAG([$adit_zero], [AS_VAR_APPEND([ADIT_CFLAGS], [" $adit_zero"])], [], [-Werror])],
		[-Werror])
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
