#!/bin/sh
# adit play without arguments: what was used last for a game.
. "${0%/*}/../tap.sh"
tap_begin
command -v python3 > /dev/null || { skip "sessions" "no python3 here"; tap_end; }

PYTHONDONTWRITEBYTECODE=1 python3 "$top_srcdir/tests/play/last.py"
