#!/bin/sh
# Players with the browser file: see shell.py.  With ADIT_LONG also in Firefox, and axe-core (from npm's registry) reads
# the screens.
. "${0%/*}/../tap.sh"
. "${0%/*}/lib.sh"
tap_begin
export PYTHONDONTWRITEBYTECODE=1 abs_top_builddir="$top_builddir"
if ! command -v chromedriver > /dev/null; then
	skip "players in a browser" "no chromium with its driver here"
	tap_end
fi
if ! web_build; then
	ok "the browser file is made" false
	tail -n 20 web.log | sed 's/^/#   /'
	tap_end
fi
python3 "$top_srcdir/tests/web/shell.py" "$tap_dir/work" ${axe:+"$axe"}
