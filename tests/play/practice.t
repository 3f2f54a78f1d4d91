#!/bin/sh
# Practice games at a terminal.
. "${0%/*}/../tap.sh"
tap_begin
command -v python3 > /dev/null || { skip "practice" "no python3 here"; tap_end; }

games="duel saboteur saboteur2 cave"
# low.t and screen.t play the others.
[ -z "${ADIT_SOAK_QUICK:-}" ] || games="saboteur saboteur2"
[ -z "${ADIT_FEW:-}" ] || games=duel
# shellcheck disable=SC2086 # a list
PYTHONDONTWRITEBYTECODE=1 python3 "$top_srcdir/tests/play/practice.py" "$ADIT" \
	small plain temporary bad killed undo unqueued suggest rules search new again full $games
