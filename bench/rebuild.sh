#!/bin/sh
# The cost of `adit rebuild`, of a whole game of ten players, as a ratio to the signatures and key
# agreements that it cannot avoid (rebuild-min); and that of `adit fsck`.
#
#	rebuild.sh ADIT FOLDER-OF-THE-BENCH-PROGRAMS [RUNS]

set -eu
adit=$1
bench=$2
runs=${3:-11}
work=$(mktemp -d "${TMPDIR:-/tmp}/adit-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
ADIT_HOME=$work/home
export ADIT_HOME

for who in host p1 p2 p3 p4 p5 p6 p7 p8 p9 p10; do
	"$adit" keygen --no-passphrase "$who" 2> /dev/null
done
"$adit" new "$work/game.db" -k host --rules saboteur --seats 10 --trusted-host --out "$work/game" \
	> /dev/null
n=0
while :; do
	digest=$work/game/turns/$(printf %06d $n).txt
	who=$(sed -n 's/^next: //p' "$digest" | head -n 1)
	[ "$who" != - ] || break
	"$adit" read "$digest" -k "$who" --suggest > "$work/line"
	"$adit" sign -k "$who" -d "$digest" - < "$work/line" > "$work/order"
	"$adit" apply "$work/game.db" --out "$work/game" "$work/order" > /dev/null
	n=$((n + 1))
done
echo "a game of $n turns, ten seats"

least="'$bench/rebuild-min' $((n + 1)) 10"
"$bench/turn-bench" "adit rebuild / the least" 3 "$runs" \
	"rm -f '$work/again.db'" "'$adit' rebuild -k host '$work/again.db' '$work/game' > '$work/log'" \
	true "$least"
"$bench/turn-bench" "adit fsck / the least" 3 "$runs" \
	true "'$adit' fsck -k host '$work/game.db' > '$work/log'" true "$least"
