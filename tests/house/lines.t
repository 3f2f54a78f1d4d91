#!/bin/sh
# How many lines src and a complete game may have.  A commit that raises the number says what for.
. "${0%/*}/../tap.sh"
tap_begin

ok "src is small enough" sh "$top_srcdir/tests/check-size" "$top_srcdir" 145720

# The command line parses, calls and prints; what is a trade of its own belongs into a library folder.
lines=$(cat "$top_srcdir"/src/cli/*.[ch] | wc -l)
ok "the command line is small enough: $lines lines" test "$lines" -le 7980

# A new game must stay this small: core has the defaults and helpers that it needs.
lines=$(cat "$top_srcdir"/tests/fifth/*.[ch] | wc -l)
ok "a complete game is small enough: $lines lines" test "$lines" -le 351

tap_end
