#!/bin/sh
# adit play --follow: input that comes while the player types.
. "${0%/*}/../tap.sh"
tap_begin
command -v python3 > /dev/null || { skip "sessions" "no python3 here"; tap_end; }

PYTHONDONTWRITEBYTECODE=1 python3 "$top_srcdir/tests/play/follow.py"
