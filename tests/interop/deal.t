#!/bin/sh
# A deal made again from the game's secret by a program that knows nothing but adit(5).
. "${0%/*}/../cli/lib.sh"
tap_begin
command -v python3 > /dev/null || {
	skip "a deal from adit(5) alone" "no python3 here"
	tap_end
}

export PYTHONDONTWRITEBYTECODE=1
deal() { python3 "$top_srcdir/tests/interop/deal.py" "$@"; }

# who N: p1 to pN.
who()
{
	i=0
	while [ $((i += 1)) -le "$1" ]; do
		echo "p$i"
	done
}

# The vectors of the page.
sed -n '/^\.Ss Test vectors/,/^\.Ed/p' "$top_srcdir/man/adit.5" | sed '1,/^\.Bd/d; $d' > wanted
exits 0 "the vectors of adit(5)" python3 "$top_srcdir/tests/interop/vectors.py"
is "... made again from what it says" "$(cat out)" "$(cat wanted)"

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
	is "... the same first seat, roles, hands, views and keep" "$(cat out)" \
		"$((3 * seats + 3)) compared"
done

# Until a seat has looked at a goal, in the last of these games.
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
is "... is where the shuffle put it" "$(cat out)" "$((3 * seats + 4)) compared"

# Another secret deals something else.
adit new other.db -k host --rules saboteur --seats "$seats" --trusted-host > other.txt
exits 0 "another secret" deal other.db other.txt cards < lines
ok "... deals other hands" grep -q 'hand of' out
exits 0 "what another secret sealed" deal game.db other.txt cards < lines
ok "... does not open" grep -q '^keep: .* from adit None$' out

tap_end
