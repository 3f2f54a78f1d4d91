#!/bin/sh
# How large src/ may be.
. "${0%/*}/../tap.sh"
tap_begin

ok "src is small enough" sh "$top_srcdir/tests/check-size" "$top_srcdir" 43000

tap_end
