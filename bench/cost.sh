#!/bin/sh
# What a change costs, in instructions: two builds of adit do the same work, counted in one run, so that
# the ratios are the same on every machine and however busy it is.
#
#	cost.sh OLD NEW		two programs, compiled alike; needs valgrind

set -eu
[ $# -eq 2 ] || { echo "usage: cost.sh OLD-ADIT NEW-ADIT" >&2; exit 2; }
old=$1
new=$2
work=$(mktemp -d "${TMPDIR:-/tmp}/adit-cost.XXXXXX")
trap 'rm -rf "$work"' EXIT
ADIT_HOME=$work/home
export ADIT_HOME

# count ARGUMENT...: the instructions of one run.
count()
{
	valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 > /dev/null |
		sed -n 's/.*Collected : //p'
}

# both WHAT BEFORE ARGUMENT...: the ratio; the shell command BEFORE is run in front of each.
both()
{
	what=$1
	before=$2
	shift 2
	eval "$before"
	a=$(count "$old" "$@")
	eval "$before"
	b=$(count "$new" "$@")
	awk -v what="$what" -v a="$a" -v b="$b" \
		'BEGIN { printf "%-32s %14.0f %14.0f  %.3f\n", what, a, b, b / a }'
}

for game in saboteur:5 saboteur2:7 duel:2 dark-cave:5; do
	for policy in random greedy; do
		both "simulate ${game%:*} $policy" : \
			simulate --rules "${game%:*}" --players "${game#*:}" --games 30 --seed 1 --policy "$policy"
	done
done

seats='anna bob carl'
for who in host $seats; do
	"$old" keygen --no-passphrase "$who" 2> /dev/null
done
"$old" new "$work/game.db" -k host --rules saboteur --seat anna --seat bob --seat carl --out "$work/game" \
	> /dev/null
n=0
order()
{
	"$old" "$@" -d "$work/game" > "$work/order"
}
apply()
{
	"$old" apply "$work/game.db" --out "$work/game" "$work/order" > /dev/null
	n=$((n + 1))
}
for answer in join confirm; do
	for who in $seats; do
		order $answer -k "$who"
		apply
	done
done
while [ $n -lt 26 ]; do
	who=$(sed -n 's/^next: //p' "$work/game/turns/$(printf %06d $n).txt" | head -n 1)
	"$old" read "$work/game" -k "$who" --suggest > "$work/line"
	"$old" sign -k "$who" -d "$work/game" - < "$work/line" > "$work/order"
	# The last one is for the measurement.
	if [ $n -eq 25 ]; then n=26; else apply; fi
done
cp "$work/game.db" "$work/kept.db"
both "apply" "cat $work/kept.db > $work/game.db; rm -rf $work/out" \
	apply "$work/game.db" --out "$work/out" "$work/order"
both "read" : read "$work/game" -k anna
both "audit" : audit "$work/game" -k anna
both "fsck" : fsck "$work/game.db" -k host
both "rebuild" "rm -f $work/again.db" rebuild -k host "$work/again.db" "$work/game"
