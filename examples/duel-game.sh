#!/bin/sh
# A whole game of The Duel: two seats, three rounds, every step through the real verbs.
#
#	sh examples/duel-game.sh [FOLDER]
#
# Like first-game.sh.  On the way it shows the table once: tunnels of one side alone have its letter,
# g or b, and gold that is claimed has a token.

set -eu
root=$(cd "${0%/*}/.." && pwd)
. "$root/examples/setup.sh"
. "$root/examples/play.sh"
adit_setup build
adit_open "${1:-}" duel anna bob

adit_play

say "the table in the middle of the game, as everybody could see it"
middle=$(find "$turns" -name '*.txt' | LC_ALL=C sort | sed -n 40p)
sed -n '/^board:/,/^position:/p' "$middle" | sed '1d;$d'

adit_show anna
