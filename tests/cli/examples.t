#!/bin/sh
# The examples play whole games to the end, and say who has won.
. "${0%/*}/lib.sh"
tap_begin
ADIT_READY=$ADIT
export ADIT_READY

for example in "$top_srcdir"/examples/*-game.sh; do
	name=${example##*/}
	exits 0 "$name" sh -c "sh '$example' '$tap_dir/$name.d' > log 2>&1"
	ok "... audited by a player" grep -q ': everything holds$' log
	ok "... has a winner" grep -q ' wins$' log
	ok "... is over" sh -c "'$ADIT' status '$tap_dir/$name.d/mine.db' | grep -q ', over, '"
done
tap_end
