#!/bin/sh
# A whole game of The Duel: two seats, three rounds, every step through the real verbs.
#
#	sh examples/duel-game.sh [FOLDER]
#
# Like first-game.sh. In the drawings a tunnel that only one side may use has its letter, g or b, and claimed
# gold has a token.

set -eu
root=$(cd "${0%/*}/.." && pwd)
. "$root/examples/setup.sh"
. "$root/examples/play.sh"
adit_setup build
adit_open "${1:-}" duel anna bob
adit_play
adit_show
