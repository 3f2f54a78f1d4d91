#!/bin/sh
# What the compiler and the linker do against faults is in the programs. A build with --disable-hardening
# fails here.
. "${0%/*}/../tap.sh"
tap_begin

check=$top_srcdir/tests/hardened.py
fault=$top_builddir/tests/house/hardened
made_with() { sed -n "s/^$1 = //p" "$top_builddir/Makefile"; }

# Which of the levels -O of CFLAGS counts: the last. Without optimisation glibc has no _FORTIFY_SOURCE.
level=$(made_with CFLAGS | tr ' ' '\n' | grep '^-O' | tail -n 1)
fortify=
case $level in
'' | -O0) fortify=--no-fortify ;;
esac

programs=$ADIT
[ ! -e "$ADIT_LETTER" ] || programs="$programs $ADIT_LETTER"
# shellcheck disable=SC2086 # two programs
ok "programs are hardened" python3 "$check" $fortify $programs

# fault NAME: what the shell says of a program that a signal ended is not shown.
fault() { ("$fault" "$1") > out 2> err; }

fault none
is "the program of faults works" $? 0
case $(made_with ADIT_CFLAGS) in
*-ftrivial-auto-var-init=zero*)
	fault zero
	is "automatic variables begin with zeros" "$(cat out)" 0
	;;
esac
fault stack
is "an overflow on the stack ends the program" "$?" 134
fault code
is "the stack is not executed" "$?" 139
if [ -z "$fortify" ]; then
	fault heap
	is "an overflow on the heap ends the program" "$?" 134
fi

# Each flag is looked for: without it, something is missing.
# linked FLAG...: a program with the flags of this build, and these after them.
# shellcheck disable=SC2046 # flags
linked()
{
	${CC:-cc} -w -O2 $(made_with ADIT_CPPFLAGS) $(made_with ADIT_CFLAGS) $(made_with ADIT_LDFLAGS) "$@" -o planted \
		"$top_srcdir/tests/house/hardened.c"
}

linked
# shellcheck disable=SC2086 # an option or nothing
is "accepts what has them" "$(python3 "$check" $fortify planted)" ""

# misses WHAT FLAG...: with these flags exactly this is missing.
# shellcheck disable=SC2086 # an option or nothing
misses()
{
	what=$1
	shift
	linked "$@"
	is "misses $*" "$(python3 "$check" $fortify planted)" "planted: $what"
}

misses "is not position independent (-pie)" -fno-pie -no-pie
misses "has no part that is read-only after the start (-z relro)" -Wl,-z,norelro
misses "finds functions when they are called (-z now)" -Wl,-z,lazy
misses "has a stack that can be executed (-z noexecstack)" -Wl,-z,execstack
misses "has relocations in its code, or a path for libraries" -Wl,-rpath,/nowhere
misses "does not check its stack (-fstack-protector-strong)" -fno-stack-protector
[ -n "$fortify" ] || misses "does not check the sizes of copies (-D_FORTIFY_SOURCE)" -U_FORTIFY_SOURCE
case $(uname -m) in
x86_64)
	misses "does not restrict jumps and returns (-fcf-protection)" -fcf-protection=none
	misses "takes frames without touching each page (-fstack-clash-protection)" \
		-fno-stack-clash-protection -DROOM=20000
	;;
aarch64) misses "does not restrict jumps and returns (-mbranch-protection)" -mbranch-protection=none ;;
esac

tap_end
