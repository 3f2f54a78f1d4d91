#!/bin/sh
# The installed library: its names, its pkg-config file, and examples/board.c, which knows nothing else.
. "${0%/*}/../cli/lib.sh"
tap_begin

: "${CC:=cc}" "${NM:=nm}" "${PKG_CONFIG:=pkg-config}"

# ---- names -------------------------------------------------------------------------------------------

declared=$(grep -oE '\badit_[a-z_]+\(' "$top_srcdir/src/adit.h" | tr -d '(' | grep -v '_fn$' | sort -u)
is "the library has the functions of adit.h and no other global name" \
	"$("$NM" -g -P "$top_builddir/libadit.a" | awk 'NF > 1 && $2 != "U" { print $1 }' | LC_ALL=C sort)" \
	"$(printf '%s\n' "$declared" | LC_ALL=C sort)"
is "it reads no environment and no clock, and no input ends the process" "$("$NM" -u -P "$top_builddir/libadit.a" |
	awk '$1 ~ /^(getenv|secure_getenv|setenv|time|clock|clock_gettime|gettimeofday|exit|_exit|quick_exit|rand|random|getrandom|puts|printf|__printf_chk)$/ { print $1 }')" ""
for name in $declared; do
	grep -q "\b$name(" "$top_srcdir/tests/adit/door.c" || echo "$name"
done > untested
is "tests/adit/door.c calls every function" "$(cat untested)" ""

# ---- as a program finds it -------------------------------------------------------------------------------

preload=${LD_PRELOAD:-}
unset LD_PRELOAD
root=$tap_dir/root
ok "make install" env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS \
	make -C "$top_builddir" DESTDIR="$root" install-includeHEADERS install-adit_libDATA install-pkgconfigDATA
pc=$(find "$root" -name adit.pc)
ok "adit.pc is installed" test -n "$pc"
[ -n "$pc" ] || tap_end

package()
{
	PKG_CONFIG_PATH=${pc%/*}:${PKG_CONFIG_PATH:-} "$PKG_CONFIG" \
		--define-variable=prefix="$root$(sed -n 's/^prefix=//p' "$pc")" "$@" adit
}

is "it is a static library, and names what goes with it" "$(package --print-requires |
	awk '{ print $1 }' | LC_ALL=C sort | tr '\n' ' ')" "jansson libsodium libutf8proc sqlite3 zlib "
flags=$(package --cflags --libs)
cp "$top_srcdir/examples/board.c" .
# shellcheck disable=SC2086 # words
ok "the example is built with adit.h alone" $CC ${ADIT_BUILD_FLAGS:-} board.c $flags -o board
printf '#include <adit.h>\nint digest_parse, buf_add, store_open, host_open, err_set;\n%s\n' \
	'int main(void) { adit_free(adit_new("x")); return digest_parse + buf_add + store_open + host_open + err_set; }' > clash.c
# shellcheck disable=SC2086 # words
ok "names of ours do not meet those of a program" $CC ${ADIT_BUILD_FLAGS:-} clash.c $flags -o clash
ok "... which runs" ./clash
if command -v c++ > clash.cc; then
	printf '#include <adit.h>\nint main() { adit_free(nullptr); }\n' > clash.cc
	ok "the header is C++, too" c++ -std=c++11 -Wall -Wextra -Werror -fsyntax-only \
		-I "$(find "$root" -name adit.h -exec dirname {} \;)" clash.cc
fi

# ---- the example at a real table ------------------------------------------------------------------------

[ -z "$preload" ] || export LD_PRELOAD="$preload"
table anna bob carl
adit read "$(newest)" -k anna --moves > moves
exits 0 "the board" ./board .
is "... nothing on standard error" "$(cat err)" ""
like "... who is to move" "$(cat out)" "table *, digest 0, verified*It is anna's turn.*"
adit read --board --public "$(newest)" > board.txt 2> err
grep . board.txt | head -n 12 > lines
not_in=$(grep -Fxv -f out lines)
is "... the same as adit read --board" "$not_in" ""
exits 0 "the hand and the orders" ./board . "$ADIT_HOME/anna"
is "... the same as adit read --moves" "$(tail -n "$(wc -l < moves)" out)" "$(cat moves)"
like "... your turn" "$(cat out)" "*It is your turn, anna.*"

# refuses NAME TEXT ARG...: the example prints one error with TEXT and ends with status 1.
refuses()
{
	refuse_want=$2
	exits 1 "$1" ./board "$3" ${4:+"$4"}
	like "$1: says why" "$(cat err)" "board: *$refuse_want*"
	is "$1: the library prints nothing" "$(cat out err | grep -Ev '^(table .*|board: .*|)$')" ""
}

refuses "a missing folder" "cannot" "$tap_dir/gone"
refuses "a missing key" "no secret key dora" . "$ADIT_HOME/dora"
refuses "a name without a folder" "without a home" . anna
refuses "a key without a seat" "no private view" . "$ADIT_HOME/host"
printf 'secret\n' | adit keygen --passphrase-fd 0 --work 10 locked 2> err
refuses "a key with a passphrase" "passphrase" . "$ADIT_HOME/locked"
mkdir damaged forked
sed 's/"round":1/"round":2/' "$(newest)" > damaged/000000.txt
refuses "a damaged digest" "digest 0" damaged
cp turns/000000.txt forked/000000.txt
cp cave.db old.db
cp -r "$ADIT_HOME" old-home
adit read --sign "$(head -n 1 moves)" turns -k anna 2> err | adit apply -k host --out . cave.db > out 2> err
adit read --sign "$(tail -n 1 moves)" forked -k anna 2> err > other
rm -rf "$ADIT_HOME/hosted"
adit apply -k host --out other-out old.db other > out 2> err
cat turns/000001.txt other-out/turns/000001.txt > forked/000001.txt
refuses "a forked history" "two different digests 1" forked

if case ${ADIT_BUILD_FLAGS:-} in *sanitize*) false ;; esac && command -v valgrind > out; then
	unset LD_PRELOAD
	exits 0 "no leak" valgrind -q --error-exitcode=9 --leak-check=full ./board . "$ADIT_HOME/anna"
fi

tap_end
