#!/bin/sh
# What it costs to make a whole game again, to check its file and to audit it, as ratios to the
# signatures and key agreements that cannot be avoided (least).  Ten players, three rounds, everybody
# has dealt along.
#
#	games.sh ADIT FOLDER-OF-THE-BENCH-PROGRAMS [RUNS]

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
"$adit" new "$work/game.db" -k host --rules saboteur --seats 10 --out "$work/game" > /dev/null
n=0
for answer in join confirm; do
	for who in p1 p2 p3 p4 p5 p6 p7 p8 p9 p10; do
		"$adit" $answer -k "$who" -d "$work/game" > "$work/order"
		"$adit" apply "$work/game.db" --out "$work/game" "$work/order" > /dev/null
		n=$((n + 1))
	done
done
while :; do
	digest=$work/game/turns/$(printf %06d $n).txt
	who=$(sed -n 's/^next: //p' "$digest" | head -n 1)
	[ "$who" != - ] || break
	"$adit" read "$digest" -k "$who" --suggest > "$work/line"
	"$adit" sign -k "$who" -d "$digest" - < "$work/line" > "$work/order"
	"$adit" apply "$work/game.db" --out "$work/game" "$work/order" > /dev/null
	n=$((n + 1))
done
digests=$((n + 1))
echo "a game of $digests digests, ten seats"

# The digest's own two signatures are verified, and the order's; to make it again, also the host's box is
# opened and sealed, and for each seat a view is signed and sealed.
again="'$bench/least' $digests 22 4 1 11"
"$bench/turn-bench" "adit rebuild / the least" 3 "$runs" \
	"rm -f '$work/again.db'" "'$adit' rebuild -k host '$work/again.db' '$work/game' > '$work/log'" \
	true "$again"
"$bench/turn-bench" "adit fsck / the least" 3 "$runs" \
	true "'$adit' fsck -k host '$work/game.db' > '$work/log'" true "$again"
# When all is revealed an audit opens each view, verifies it, and seals it and the host's box again, for the very
# bytes.
audited="'$bench/least' $digests 0 24 0 11"
"$bench/turn-bench" "adit audit / the least" 2 "$runs" \
	true "'$adit' audit '$work/game' > '$work/log'" true "$audited"
"$bench/turn-bench" "adit audit -k / the least" 2 "$runs" \
	true "'$adit' audit -k p1 '$work/game' > '$work/log'" true "'$bench/least' $digests 0 26 1 11"
