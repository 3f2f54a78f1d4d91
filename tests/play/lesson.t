#!/bin/sh
# Lessons at a terminal.
. "${0%/*}/../tap.sh"
tap_begin
command -v python3 > /dev/null || { skip "lessons" "no python3 here"; tap_end; }

PYTHONDONTWRITEBYTECODE=1 python3 "$top_srcdir/tests/play/lesson.py" "$ADIT" \
	by_the_book refused others small
