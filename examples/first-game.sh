#!/bin/sh
# A whole game of Saboteur: five seats, three rounds, every step through the real verbs.
#
#	sh examples/first-game.sh [FOLDER]
#
# Builds adit if necessary (on Debian it installs what is missing). Then plays in FOLDER (default: a
# new one under /tmp); play.sh has the steps. Shows three digests, the result and the audit.

set -eu
root=$(cd "${0%/*}/.." && pwd)
. "$root/examples/setup.sh"
. "$root/examples/play.sh"
adit_setup build
adit_open "${1:-}" saboteur anna bob carl dora emil
adit_play
adit_show
