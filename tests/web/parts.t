#!/bin/sh
# Parts of the browser file that need no browser: see parts.mjs.
. "${0%/*}/../tap.sh"
tap_begin
node "$top_srcdir/tests/web/parts.mjs" "$top_srcdir/web" "$tap_dir"
