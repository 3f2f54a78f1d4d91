#!/bin/sh
# Practice games line by line at 80x24: board, hand and turn are on the screen when an order is typed.
. "${0%/*}/../tap.sh"
tap_begin
command -v python3 > /dev/null || { skip "low terminals" "no python3 here"; tap_end; }

games="duel saboteur saboteur2 cave"
[ -z "${ADIT_FEW:-}" ] || games="saboteur saboteur2" # practice.t and screen.t play the others
# shellcheck disable=SC2086 # a list
PYTHONDONTWRITEBYTECODE=1 python3 "$top_srcdir/tests/play/low.py" "$ADIT" $games
