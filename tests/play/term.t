#!/bin/sh
# Lines typed at a terminal.
. "${0%/*}/../tap.sh"
tap_begin
command -v python3 > /dev/null || { skip "terminals" "no python3 here"; tap_end; }

PYTHONDONTWRITEBYTECODE=1 python3 "$top_srcdir/tests/play/term.py" "$top_builddir/tests/play/lines"
