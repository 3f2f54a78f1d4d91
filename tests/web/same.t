#!/bin/sh
# The native program and the WebAssembly build do the same: see same.mjs.  Whole games of all numbers of seats with
# ADIT_LONG (tests/README.md), which takes long.
. "${0%/*}/../tap.sh"
tap_begin
web=$top_builddir/web
ok "the package was built: make web" test -x "$web/npm/adit.js"
[ "$tap_failed" -eq 0 ] || tap_end

set -- saboteur:3:trusted:3 saboteur2:5:joined:4 duel:2:joined:6 dark-cave:4:trusted:4
if [ -n "${ADIT_LONG:-}" ]; then
	for seats in 3 5 10; do set -- "$@" "saboteur:$seats:joined:400"; done
	for seats in 2 7 12; do set -- "$@" "saboteur2:$seats:joined:400"; done
	for seats in 2 5 8; do set -- "$@" "dark-cave:$seats:joined:400"; done
	set -- "$@" duel:2:trusted:400
fi
node "$top_srcdir/tests/web/same.mjs" "$ADIT" "$web/npm" "$tap_n" "$@"
