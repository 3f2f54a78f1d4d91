#!/bin/sh
# Without asserts, core and the games still compile: no header is missing that <assert.h> had brought along,
# and nothing is there for an assert alone.
. "${0%/*}/../tap.sh"
tap_begin

# of VARIABLE: what configure has found out, of the Makefile.
of() { sed -n "s/^$1 = //p" "$top_builddir/Makefile"; }

# At least -O1, since some warnings come from what the optimiser has seen.
flags="$(of ADIT_CFLAGS) $(of JANSSON_CFLAGS) -Werror -O1 -DNDEBUG -I$top_srcdir/src"

# compiles FILE [FLAG...]
compiles()
{
	file=$1
	shift
	# shellcheck disable=SC2086 # a list of words
	${CC:-cc} $flags "$@" -c -o ndebug.o "$file"
}

for file in "$top_srcdir"/src/core/*.c "$top_srcdir"/src/games/*/*.c "$top_srcdir"/src/games/*.c; do
	name=${file#"$top_srcdir/src/"}
	case $name in
	games/*/json*.c | games/*/picture.c | games/*/descriptor.c | games/*/words.c | games/games.c)
		set -- -D_GNU_SOURCE -include "$top_srcdir/src/util/banned.h"
		;;
	*) set -- ;; # those include what they need
	esac
	ok "$name compiles without asserts" compiles "$file" "$@"
done

printf '#include <assert.h>\nint f(int);\nint f(int n) { int m = n; assert(m > 0); return n; }\n' \
	> planted.c
not_ok "a variable for an assert alone is found" compiles planted.c
printf '#include <assert.h>\nint *f(void);\nint *f(void) { return NULL; }\n' > planted.c
not_ok "a header that is missing is found" compiles planted.c

tap_end
