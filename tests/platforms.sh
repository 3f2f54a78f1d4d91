#!/bin/sh
# platforms.sh SRC BUILD [NAME...]: builds the program and its C tests for other systems and runs them.
# `make platforms` calls it; BUILD has the program for this machine. NAME, by default all:
#
#	musl      another C library; libraries from Debian's sources
#	i386      32 bits; libraries from Debian's packages, which are unpacked and not installed
#	s390x     big-endian, under qemu-user; libraries as for i386
#	aarch64   ARM of 64 bits, as s390x
#	portable  this machine, with configure --disable-linux
#
# Each runs the C tests, with few rows of long lists, among them the games of tests/golden, and compares what
# game.sh prints with BUILD's program. They are built without GMime and libedit. Only BUILD/platforms
# changes. Where a compiler is missing, its Debian package is named and the platform is skipped.
# Status 1: a platform failed.

set -u
src=$(cd "${1:?usage: platforms.sh SRC BUILD [NAME...]}" && pwd) && build=$(cd "${2:?no build folder}" && pwd) || exit 2
shift 2
[ $# -gt 0 ] || set -- portable musl i386 s390x aarch64
jobs=$(getconf _NPROCESSORS_ONLN 2> /dev/null || echo 1)
# These makes are no part of the one that called.
unset MAKEFLAGS MFLAGS MAKELEVEL

say() { echo "$name: $*"; }

# step WHAT COMMAND...: its output is in log
step()
{
	what=$1
	shift
	"$@" >> "$out/log" 2>&1 < /dev/null && return
	tail -n 20 "$out/log"
	say "$what failed; see $out/log"
	return 1
}

# unpack ARCHITECTURE: libraries of another architecture to $out/root. apt verifies the packages.
unpack()
{
	[ ! -f "$out/root/complete" ] || return 0
	mkdir -p "$out/apt/parts" "$out/apt/lists/partial" "$out/apt/cache/archives/partial" "$out/root" || return
	for file in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
		! grep -qs debian.org "$file" || cp "$file" "$out/apt/parts/" || return
	done
	[ ! -f "$out/apt/parts/sources.list" ] || mv "$out/apt/parts/sources.list" "$out/apt/parts/old.list"
	cat > "$out/apt.conf" <<-END
	APT::Architecture "$1";
	APT::Architectures { "$1"; };
	Dir::Etc::sourcelist "/dev/null";
	Dir::Etc::sourceparts "$out/apt/parts";
	Dir::State::lists "$out/apt/lists";
	Dir::State::status "/dev/null";
	Dir::Cache "$out/apt/cache";
	APT::Sandbox::User "root";
	END
	(
		APT_CONFIG=$out/apt.conf
		export APT_CONFIG
		apt-get -q update # one list of many may be out of order
		cd "$out/apt" && apt-get -q download libsodium23 libsodium-dev \
			libsqlite3-0 libsqlite3-dev libjansson4 libjansson-dev libutf8proc2 libutf8proc-dev \
			zlib1g zlib1g-dev libncurses-dev libncursesw6 libtinfo6
	) || return
	for package in "$out"/apt/*.deb; do
		dpkg -x "$package" "$out/root" || return
	done
	: > "$out/root/complete"
}

# construct OPTION...: the program and the C tests, in $out/build
construct()
{
	mkdir -p "$out/build" && cd "$out/build" || return
	# shellcheck disable=SC2086 # options
	if ! [ -f Makefile ]; then
		$cc -O1 -D_GNU_SOURCE -I"$src/tests/platforms" -c -o criterion.o "$src/tests/platforms/criterion.c" &&
		"$src/configure" --without-mail --without-libedit CC="$cc" CFLAGS='-O1 -g' \
			CRITERION_CFLAGS="-I$src/tests/platforms" CRITERION_LIBS="$out/build/criterion.o" "$@" || return
	fi
	# Programs that change adit, or watch its system calls, are of this machine.
	# shellcheck disable=SC2046,SC2016 # names without blanks; make expands its variable
	make -j"$jobs" CC="$cc" adit tests/chance.so \
		$(printf 'names:\n\t@echo $(check_PROGRAMS)\n' | make -s -f Makefile -f - names | tr ' ' '\n' |
			grep -E '^(tests/t-|fuzz/fuzz-)')
}

# The C tests. $run starts a program of the platform; $few is what ADIT_FEW is by default.
check()
{
	(
		ADIT=$out/adit ADIT_LETTER=/nonexistent abs_top_srcdir=$src abs_top_builddir=$out/build
		TZ=UTC LC_ALL=C.UTF-8 ADIT_SOAK_QUICK=1
		export ADIT_SOAK_QUICK ADIT ADIT_LETTER abs_top_srcdir abs_top_builddir TZ LC_ALL
		cd "$out/build" || exit
		few=${ADIT_FEW:-$few} bad=0
		for test in tests/t-* fuzz/fuzz-*; do
			case $test in
			*.* | */t-mailparse) continue ;;
			*/t-golden) ADIT_FEW=1 ;;
			*) ADIT_FEW=$few ;;
			esac
			export ADIT_FEW
			# shellcheck disable=SC2086 # words
			if $run "$out/build/$test" > "$test.out" 2>&1; then
				say "$test: $(grep -c '^ok' "$test.out") passed"
				continue
			fi
			bad=1
			say "$test failed:"
			grep -B 5 '^not ok' "$test.out" | head -n 40
			tail -n 2 "$test.out"
		done
		say "$(cat tests/*.out fuzz/*.out | grep -c '^ok') C tests passed"
		exit "$bad"
	)
}

compare()
{
	sh "$src/tests/platforms/game.sh" "$out/adit" "$out/work" > "$out/game" 2>> "$out/log" || return
	cmp "$out/game" "$build/platforms/game" || return
	say "traces, keys, views and digests are the same: $(wc -l < "$out/game") lines"
}

# platform COMPILER PACKAGE OPTION...: builds and tests; in $more, options for configure.
platform()
{
	cat > "$out/adit" <<-END
	#!/bin/sh
	exec $preload $out/build/adit "\$@"
	END
	chmod +x "$out/adit"
	step "the build" construct "$@" && check && compare
}

# foreign TRIPLE LIBRARIES OPTION...: a compiler of Debian with unpacked libraries
foreign()
{
	lib=$out/root/usr/lib/$2 also=$out/root/lib/$2
	cc="$1-gcc -isystem $out/root/usr/include -isystem $out/root/usr/include/$2 -L$lib -L$also -Wl,-rpath-link,$lib:$also"
	PKG_CONFIG_LIBDIR=$lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$out/root
	export PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR
	triple=$1
	shift 2
	platform --host="$triple" "$@"
}

for_portable()
{
	cc=${CC:-cc} run='' preload="env LD_PRELOAD=$out/build/tests/chance.so"
	platform --disable-linux
}

for_musl()
{
	LIBS_CC=musl-gcc LIBS_AR=ar LIBS_MORE=ncursesw:ncurses
	export LIBS_CC LIBS_AR LIBS_MORE
	step "libraries" sh "$src/web/libs.sh" "$out/libs" || return
	PKG_CONFIG_LIBDIR=$out/libs/lib/pkgconfig
	export PKG_CONFIG_LIBDIR
	cc="musl-gcc -I$out/libs/include" run='' preload="env LD_PRELOAD=$out/build/tests/chance.so"
	# A test replaces a function of libsodium, which is linked into the program here.
	platform --host=x86_64-linux-musl LDFLAGS=-Wl,--allow-multiple-definition
}

for_i386()
{
	step "libraries" unpack i386 || return
	run="env LD_LIBRARY_PATH=$out/root/usr/lib/i386-linux-gnu:$out/root/lib/i386-linux-gnu:/usr/i686-linux-gnu/lib"
	preload="$run LD_PRELOAD=$out/build/tests/chance.so"
	foreign i686-linux-gnu i386-linux-gnu LDFLAGS=-Wl,--dynamic-linker=/usr/i686-linux-gnu/lib/ld-linux.so.2
}

for_s390x()
{
	step "libraries" unpack s390x || return
	few=100 # an emulated machine is slow
	run="qemu-s390x -L /usr/s390x-linux-gnu -E LD_LIBRARY_PATH=$out/root/usr/lib/s390x-linux-gnu:$out/root/lib/s390x-linux-gnu"
	preload="$run -E LD_PRELOAD=$out/build/tests/chance.so"
	foreign s390x-linux-gnu s390x-linux-gnu
}

for_aarch64()
{
	step "libraries" unpack arm64 || return
	few=100
	run="qemu-aarch64 -L /usr/aarch64-linux-gnu -E LD_LIBRARY_PATH=$out/root/usr/lib/aarch64-linux-gnu:$out/root/lib/aarch64-linux-gnu"
	preload="$run -E LD_PRELOAD=$out/build/tests/chance.so"
	foreign aarch64-linux-gnu aarch64-linux-gnu
}

# needs COMMAND PACKAGES
needs()
{
	command -v "$1" > /dev/null && return
	say "skipped: $1 is missing (Debian: apt-get install $2)"
	return 1
}

ready()
{
	case $name in
	musl) needs musl-gcc 'musl-tools dpkg-dev tcl' ;;
	i386) needs i686-linux-gnu-gcc 'gcc-i686-linux-gnu libc6-dev-i386-cross' ;;
	s390x) needs s390x-linux-gnu-gcc 'gcc-s390x-linux-gnu libc6-dev-s390x-cross' && needs qemu-s390x qemu-user ;;
	aarch64) needs aarch64-linux-gnu-gcc 'gcc-aarch64-linux-gnu libc6-dev-arm64-cross' && needs qemu-aarch64 qemu-user ;;
	esac
}

mkdir -p "$build/platforms" || exit
name=here
printf '#!/bin/sh\nexec env LD_PRELOAD=%s/tests/chance.so %s/adit "$@"\n' "$build" "$build" > "$build/platforms/adit"
chmod +x "$build/platforms/adit" || exit
if ! sh "$src/tests/platforms/game.sh" "$build/platforms/adit" "$build/platforms/work.$$" > "$build/platforms/game.$$" \
	2> "$build/platforms/log"; then
	cat "$build/platforms/log"
	exit 1
fi
mv "$build/platforms/game.$$" "$build/platforms/game" || exit
rm -rf "$build/platforms/work.$$"
failed=0 few=25
for name; do
	out=$build/platforms/$name
	mkdir -p "$out" || exit
	ready || continue
	: > "$out/log"
	("for_$name") || { failed=1 && say failed; }
done
exit $failed
