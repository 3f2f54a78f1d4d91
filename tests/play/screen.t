#!/bin/sh
# The full screen of a session.
. "${0%/*}/../tap.sh"
tap_begin
command -v python3 > /dev/null || { skip "screen" "no python3 here"; tap_end; }

games="duel saboteur saboteur2 cave"
# low.t and practice.t play the others.
[ -z "${ADIT_SOAK_QUICK:-}" ] || games="duel cave"
[ -z "${ADIT_FEW:-}" ] || games=cave
# shellcheck disable=SC2086 # a list
PYTHONDONTWRITEBYTECODE=1 python3 "$top_srcdir/tests/play/screen.py" \
	helps turned resizing unannounced signals pasting by_hand ahead clicks news long_news joint types lies ends full $games
