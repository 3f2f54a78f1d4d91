#!/bin/sh
# When a turn is due, against a slow program with another idea of POSIX rules.
. "${0%/*}/../cli/lib.sh"
tap_begin
needs_zoneinfo "when a turn is due"

keys host p1 p2 p3
cases=40
[ "${ADIT_FEW:-1}" -le 1 ] || cases=15
python3 "$top_srcdir/tests/interop/clock.py" "$cases" > rows || exit 99
is "there are cases" "$(grep -c . rows)" "$cases"
wrong=
while read -r limit pauses zone at due; do
	rm -f game.db
	adit new game.db -k host --rules saboteur --seats 3 --trusted-host --limit "$limit" \
		--pause "$pauses" --zone "$zone" --now "$at" > digest 2>&1
	grep -qx "due: $due" digest || wrong="$limit $pauses $zone $at: not $due: $(grep '^due:' digest)"
done < rows
is "all are due when they should be" "$wrong" ""
tap_end
