#!/bin/sh
# How many lines src may have.  A commit that raises the number says what for.
. "${0%/*}/../tap.sh"
tap_begin

ok "src is small enough" sh "$top_srcdir/tests/check-size" "$top_srcdir" 109200

tap_end
