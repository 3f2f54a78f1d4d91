#!/bin/sh
# A table moves to another machine in the middle of a game, as a copy that sqlite3 makes or rebuilt from its digests: with
# queued orders, an open vote, an absence and a limit, it goes on as if it had stayed.
. "${0%/*}/lib.sh"
tap_begin
if ! python3 -c 'import sqlite3' 2> err; then
	skip "a copy by sqlite3" "no python3 with sqlite3 here"
	tap_end
fi
keys host anna bob carl
adit new cave.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host --option first=anna \
	--limit 1d --late discard --absence 14d --now "$now" --out . > /dev/null
adit address cave.db --now "$now" --table cave@example.org --watch eve@example.org bob bob@example.org > /dev/null

# orders WHO [ARG...]: taken at $now
orders()
{
	orders_who=$1
	shift
	adit sign -k "$orders_who" -d "$(newest)" --clear "$@" > order 2> err < /dev/null || exit 99
	adit apply cave.db --now "$now" --out . order > /dev/null 2> err || exit 99
}
card=$(adit read -k bob --json "$(newest)" 2> err | grep -o '"hand":\["[^"?][^"]*' | cut -d'"' -f4)
orders bob --turn next "discard $card"
orders carl --turn every --or suggest 'discard nesw'
orders carl --turn any 'absent 2026-11-23 to 2026-11-24'
orders anna --turn any 'vote extend 2d yes'
orders bob --say 'Off to the new house.'
adit address cave.db > addresses

# ---- orders of later turns, signed once, then sent to the current host
adit sign -k bob -d "$(newest)" --clear --turn any 'vote extend 2d yes' > order.1 < /dev/null 2> err
adit sign -k anna -d "$(newest)" --clear "$(move anna)" > order.2 < /dev/null 2> err

# goes_on FILE.db: the digests that come, and all before them, in the file come
goes_on()
{
	for order in 1 2; do
		adit apply -k host "$1" --now "2026-11-22T0$order:00:00Z" order.$order 2>> err || echo "order $order: $?"
	done > applied
	for at in 09 10; do
		adit tick -k host "$1" --now 2026-11-28T$at:30:00Z > ticked 2>> err
	done
	adit digest "$1" --all > come
}

# abroad: another machine, which has the host's key and has never seen the game
abroad()
{
	rm -rf "$tap_dir/abroad"
	mkdir "$tap_dir/abroad"
	cp "$tap_dir"/keys/host.* "$tap_dir/abroad"
	ADIT_HOME=$tap_dir/abroad
}

abroad
ok "sqlite3 copies it" python3 -c '
import sqlite3
sqlite3.connect("cave.db").backup(sqlite3.connect("copy.db"))'
abroad
cli 0 "it is made anew" rebuild -k host again.db turns
adit address again.db --now "$now" - < addresses > /dev/null
is "... and has its addresses" "$(adit address again.db)" "$(cat addresses)"
for way in copy again; do
	abroad
	cli 0 "$way: sound" fsck $way.db
	goes_on $way.db
	mv come come.$way
done
ADIT_HOME=$tap_dir/keys
goes_on cave.db
ok "the vote is carried" grep -q '^  extend: 172800$' come
ok "the kept order is played" grep -q '^next: anna$' come
ok "... and who is late is played for" grep -q '^  late: anna$' come
for way in copy again; do
	ok "$way goes on with the same digests, byte for byte" cmp come come.$way
	cli 0 "... and is sound" fsck $way.db
done
tap_end
