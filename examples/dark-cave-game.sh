#!/bin/sh
# A whole game of The Dark Cave: five seats, every step through the real verbs.
#
#	sh examples/dark-cave-game.sh [FOLDER]
#
# Like first-game.sh.  A turn has two steps, a card and a walk: here the first one is sent as one
# order, the others step by step.  anna leaves word that she keeps her battle-axe when the goblin
# comes: a standing order, which only her own private view shows.

set -eu
root=$(cd "${0%/*}/.." && pwd)
. "$root/examples/setup.sh"
. "$root/examples/play.sh"
adit_setup build
adit_open "${1:-}" dark-cave anna bob carl dora emil

say "anna leaves word"
adit_order anna "axe goblin keep"
"$ADIT" read "$(newest)" -k anna --json | grep -o '"axe":{[^}]*}'

next=$(sed -n 's/^next: //p' "$(newest)" | head -n 1)
say "$next discards a card and stays: both steps in one order"
card=$("$ADIT" read "$(newest)" -k "$next" --moves | sed -n 's/^\(discard [^ ]*\)$/\1/p' | head -n 1)
adit_order "$next" "$card; stay"

adit_play
adit_show
