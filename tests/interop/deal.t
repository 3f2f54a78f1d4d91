#!/bin/sh
# A deal made again from the game's secret by a program that knows nothing but adit(5).
. "${0%/*}/../cli/lib.sh"
tap_begin
command -v python3 > /dev/null || {
	skip "a deal from adit(5) alone" "no python3 here"
	tap_end
}

deal() { python3 "$top_srcdir/tests/interop/deal.py" "$@"; }

# who N: p1 to pN.
who()
{
	i=0
	while [ $((i += 1)) -le "$1" ]; do
		echo "p$i"
	done
}

adit referee --cards saboteur > cards
for seats in 3 4 5 6 7 8 9 10; do
	rm -rf keys game.db turns
	# shellcheck disable=SC2046 # names
	keys host $(who "$seats")
	cli 0 "$seats seats" new game.db -k host --rules saboteur --seats "$seats" --trusted-host --out .
	for seat in $(who "$seats"); do
		adit read turns/000000.txt -k "$seat" --json
	done > lines
	exits 0 "... dealt again" deal game.db turns/000000.txt cards < lines
	is "... the same first seat, roles and hands" "$(cat out)" "$((2 * seats + 2)) compared"
done

# Until somebody has looked at a goal, in the last of these games.
turn=0
while [ $((turn += 1)) -le 60 ]; do
	digest=$(newest)
	seat=$(sed -n 's/^next: //p' "$digest")
	grep -q '"seen":\["' "$digest" && break
	order=$(adit read "$digest" -k "$seat" --moves | grep '^map' | head -n 1)
	[ -n "$order" ] || order=$(adit read "$digest" -k "$seat" --moves | grep '^discard' | head -n 1)
	# shellcheck disable=SC2086 # words
	adit sign -k "$seat" -d "$digest" $order | adit apply game.db --out . > said
done
for seat in $(who "$seats"); do
	adit read "$(newest)" -k "$seat" --json
done >> lines
exits 0 "a goal that was looked at" deal game.db turns/000000.txt cards < lines
is "... is where the shuffle put it" "$(cat out)" "$((2 * seats + 3)) compared"

# Another secret deals something else.
adit new other.db -k host --rules saboteur --seats "$seats" --trusted-host > other.txt
exits 0 "another secret" deal other.db other.txt cards < lines
ok "... deals other hands" grep -q 'hand of' out

tap_end
