#!/bin/sh
# An order of every kind is clicked together on private pages, and signed: see click.py.
. "${0%/*}/../tap.sh"
tap_begin
export PYTHONDONTWRITEBYTECODE=1
if ! command -v python3 > /dev/null; then
	skip "orders clicked together on private pages" "no python3 here"
	tap_end
fi
python3 "$top_srcdir/tests/show/click.py" "$tap_dir/work"
