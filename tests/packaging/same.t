#!/bin/sh
# The tarball and the static program have the same bytes wherever, whenever and by whomever they are made.
# `make check-packaging` runs this; it needs root, to be somebody else.
. "${0%/*}/../tap.sh"
. "${0%/*}/lib.sh"
tap_begin
target dist
tarball=$(echo "$abs_top_builddir"/adit-*.tar.gz)
is "one owner and one time in the tarball" \
	"$(tar --numeric-owner -tvzf "$tarball" | awk '{ print $2, $4, $5 }' | sort -u | wc -l)" 1

mkdir other && tar -xzf "$tarball" -C other && mv other/adit-* other/source && mkdir other/build && chown -R 65534 other || exit 99
chmod 711 .
exits 0 "another user configures elsewhere" stranger sh -c 'cd other/build && ../source/configure --without-mail --without-libedit'
exits 0 "... and makes a tarball" stranger make -C other/build dist
ok "it is the same" cmp other/build/adit-*.tar.gz "$tarball"

target static
exits 0 "another user builds the static program elsewhere" stranger sh other/source/packaging/static.sh other/source other/static
ok "it is the same" cmp other/static/adit "$abs_top_builddir/static/adit"

# ---- the static program
adit=$abs_top_builddir/static/adit
ok "it has at most 3 MB: $(wc -c < "$adit")" test "$(wc -c < "$adit")" -le 3145728
is "it needs no library" "$(readelf -ld "$adit" | grep -cE 'NEEDED|INTERP')" 0
not_ok "it names no folder of this machine" grep -aqF "$abs_top_builddir" "$adit"
ok "the golden tests are built with it" plainly make -C "$abs_top_builddir/static/build" tests/t-golden
exits 0 "the golden games pass" env ADIT_FEW=1 "$abs_top_builddir/static/build/tests/t-golden"
for rules in saboteur:3 saboteur2:12 duel:2 dark-cave:8; do
	set -- simulate --rules "${rules%:*}" --players "${rules#*:}" --games 3 --seed 35 --trace
	"$ADIT" "$@" > wanted
	exits 0 "simulations of ${rules%:*}" "$adit" "$@"
	ok "... are the same" cmp out wanted
done
for game in duel saboteur2; do
	exits 0 "a whole game of $game, with its audit" plainly env ADIT_READY="$adit" sh "$top_srcdir/examples/$game-game.sh" "$PWD/$game"
	like "... passes" "$(cat out)" "*PASS*"
done
tap_end
