#!/bin/sh
# static.sh SRC OUT: makes OUT/adit, one static program for x86-64 Linux, with musl and libraries from Debian's sources.
# `make static` calls it. It has no adit-letter, which needs GMime, and no libedit.
#
# The same sources give the same bytes, whoever builds them, where and when. What OUT has already is kept, as long as
# its sources do not change. Needs musl-gcc, apt-get with Debian's sources, dpkg-source and tclsh (web/libs.sh).
# OUT/log has the output. Status 1: a step failed.

set -u
usage='usage: static.sh SRC OUT'
src=$(cd "${1:?$usage}" && pwd) && mkdir -p "${2:?$usage}/build" && out=$(cd "$2" && pwd) || exit 1
for tool in musl-gcc:musl-tools dpkg-source:dpkg-dev tclsh:tcl; do
	command -v "${tool%:*}" > /dev/null && continue
	echo "static.sh: ${tool%:*} is missing (Debian: apt-get install ${tool#*:})" >&2
	exit 1
done
# These makes are no part of the one that called.
unset MAKEFLAGS MFLAGS MAKELEVEL
umask 022
LC_ALL=C
export LC_ALL

# step WHAT COMMAND...
step()
{
	what=$1
	shift
	"$@" >> "$out/log" 2>&1 < /dev/null && return
	tail -n 20 "$out/log" >&2
	echo "static.sh: $what failed; all of it is in $out/log" >&2
	exit 1
}

# No name of a folder of this machine is in the program.
plain="-ffile-prefix-map=$src=. -ffile-prefix-map=$out=."
# What nobody calls is left out, and tables for exceptions and debuggers. A program that is linked with -static has a
# fixed address, so code that runs at any address would only be longer.
small="-fno-pie -no-pie -malign-data=abi -ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables -fno-unwind-tables"
LIBS_CC="musl-gcc $plain $small" LIBS_AR=ar LIBS_MORE=ncursesw:ncurses LIBS_SMALL=yes
export LIBS_CC LIBS_AR LIBS_MORE LIBS_SMALL
: > "$out/log"
step "building the libraries" sh "$src/web/libs.sh" "$out/libs"

PKG_CONFIG_LIBDIR=$out/libs/lib/pkgconfig
export PKG_CONFIG_LIBDIR
cd "$out/build" || exit 1
if ! [ -f Makefile ]; then
	# For the C tests, as on other platforms.
	step "the tests' frame" musl-gcc -O1 -D_GNU_SOURCE -I"$src/tests/platforms" -c -o criterion.o \
		"$src/tests/platforms/criterion.c"
	step configure "$src/configure" --host=x86_64-linux-musl --prefix=/usr/local --without-mail --without-libedit \
		CC="musl-gcc -I$out/libs/include" AR=gcc-ar RANLIB=gcc-ranlib NM=gcc-nm \
		CFLAGS="-Oz -flto $plain $small" \
		LDFLAGS='-static -flto=auto -flto-partition=one -Wl,--gc-sections -Wl,-O1 -Wl,--build-id=none' \
		CRITERION_CFLAGS="-I$src/tests/platforms" CRITERION_LIBS="$out/build/criterion.o"
fi
step make make -j"$(getconf _NPROCESSORS_ONLN 2> /dev/null || echo 1)" adit
step strip strip -o "$out/adit.new" adit
step mv mv "$out/adit.new" "$out/adit"
echo "$out/adit"
