#!/bin/sh
# A whole game of Saboteur 2: six seats, three rounds, every step through the real verbs.
#
#	sh examples/saboteur2-game.sh [FOLDER]
#
# Like first-game.sh. At the beginning anna and bob give a standing order: whom they steal from if they have a
# theft card when a round ends. A standing order can be given out of turn, and only the private view of
# its seat shows it.

set -eu
root=$(cd "${0%/*}/.." && pwd)
. "$root/examples/setup.sh"
. "$root/examples/play.sh"
adit_setup build
adit_open "${1:-}" saboteur2 anna bob carl dora emil frida

say "anna and bob give standing orders: whom they would steal from"
adit_order anna "steal bob,carl"
adit_order bob "steal none"
"$ADIT" read "$(newest)" -k anna --json | grep -o '"steal":\["[^]]*]'

adit_play
adit_show
