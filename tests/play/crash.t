#!/bin/sh
# adit play killed anywhere: the same order goes out again.
. "${0%/*}/../tap.sh"
tap_begin
command -v python3 > /dev/null || { skip "sessions that are killed" "no python3 here"; tap_end; }

TOP_BUILDDIR=$top_builddir PYTHONDONTWRITEBYTECODE=1 python3 "$top_srcdir/tests/play/crash.py"
