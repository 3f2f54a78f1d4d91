#!/bin/sh
# Pages in a browser: displayed, read aloud, printed, and what they load: see look.py.
. "${0%/*}/../tap.sh"
tap_begin
export PYTHONDONTWRITEBYTECODE=1
if ! command -v python3 > /dev/null; then
	skip "what a browser makes of pages" "no python3 here"
	tap_end
fi
python3 "$top_srcdir/tests/show/look.py" "$tap_dir/work"
