#!/bin/sh
# From a mail to an order of a plain seat: see plain_seat.py.
. "${0%/*}/lib.sh"
tap_begin
needs_letter
if ! command -v python3 > /dev/null; then
	skip "plain seats" "no python3 here"
	tap_end
fi
PYTHONDONTWRITEBYTECODE=1
ADIT_STOPPED=$top_builddir/tests/mail/adit-stopped
export PYTHONDONTWRITEBYTECODE ADIT_STOPPED
python3 "$top_srcdir/tests/mail/plain_seat.py" "$tap_dir/work"
