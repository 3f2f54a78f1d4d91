#!/bin/sh
# What others send to a session, and what fails on the way out of it.
. "${0%/*}/../tap.sh"
tap_begin
command -v python3 > /dev/null || { skip "sessions in trouble" "no python3 here"; tap_end; }

TOP_BUILDDIR=$top_builddir PYTHONDONTWRITEBYTECODE=1 python3 "$top_srcdir/tests/play/bad.py"
