#!/bin/sh
# Practice games at a terminal.
. "${0%/*}/../tap.sh"
tap_begin
command -v python3 > /dev/null || { skip "practice" "no python3 here"; tap_end; }

PYTHONDONTWRITEBYTECODE=1 python3 "$top_srcdir/tests/play/practice.py" "$ADIT" \
	small plain temporary bad killed undo unqueued suggest rules search new again full duel saboteur saboteur2 cave
