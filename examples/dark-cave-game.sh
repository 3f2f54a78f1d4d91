#!/bin/sh
# A whole game of The Dark Cave: five seats, every step through the real verbs.
#
#	sh examples/dark-cave-game.sh [FOLDER]
#
# Like first-game.sh. A turn has two steps, a card and a walk. Here one order has both steps of the first turn;
# later turns have an order for each step. anna gives a standing order: keep the battle-axe when the
# goblin attacks. Only anna's private view shows it.

set -eu
root=$(cd "${0%/*}/.." && pwd)
. "$root/examples/setup.sh"
. "$root/examples/play.sh"
adit_setup build
adit_open "${1:-}" dark-cave anna bob carl dora emil

say "anna gives a standing order"
adit_order anna "axe goblin keep"
"$ADIT" read "$(newest)" -k anna --json | grep -o '"axe":{[^}]*}'

next=$(sed -n 's/^next: //p' "$(newest)" | head -n 1)
say "$next discards a card and stays: both steps in one order"
card=$("$ADIT" read "$(newest)" -k "$next" --moves | sed -n 's/^\(discard [^ ]*\)$/\1/p' | head -n 1)
adit_order "$next" "$card; stay"

adit_play
adit_show
