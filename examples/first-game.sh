#!/bin/sh
# A whole game of Saboteur: five seats, three rounds, every step through the real verbs.
#
#	sh examples/first-game.sh [FOLDER]
#
# Builds adit if need be (installing what is missing on Debian), then plays in FOLDER (default: a
# new one under /tmp): a key for everybody, a game file, then turn after turn the seat to move
# reads the newest digest with its own key, signs an order that is sealed to the host, and the host
# applies it.  The digests are in FOLDER/game/turns.  Shows the first and the last one and the scores.

set -eu
root=$(cd "${0%/*}/.." && pwd)
. "$root/examples/setup.sh"
adit_setup build

folder=${1:-$(mktemp -d "${TMPDIR:-/tmp}/adit-first-game.XXXXXX")}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
game=$folder/game
turns=$game/turns
ADIT_HOME=$folder/home
export ADIT_HOME

say() { printf '\n==== %s\n' "$*"; }

say "keys for the host and five players, in $ADIT_HOME"
for who in host anna bob carl dora emil; do
	"$ADIT" keygen --no-passphrase "$who"
done

say "the host opens a table and deals"
"$ADIT" new "$folder/mine.db" -k host --rules saboteur --trusted-host --out "$game" \
	--seat anna --seat bob --seat carl --seat dora --seat emil

newest() { find "$turns" -name '*.txt' | LC_ALL=C sort | tail -n 1; }

say "digest 0, as everybody gets it (without the private views behind it)"
sed '/^sig:/,$d' "$(newest)"

say "they play; a dot is one signed, sealed and applied order"
while :; do
	digest=$(newest)
	next=$(sed -n 's/^next: //p' "$digest" | head -n 1)
	[ "$next" != - ] || break
	# A player would look at the table and choose; here a program plays from what the seat can see.
	"$ADIT" read "$digest" -k "$next" --suggest > "$folder/order"
	"$ADIT" sign -k "$next" -d "$digest" - < "$folder/order" > "$folder/sealed"
	"$ADIT" apply "$folder/mine.db" --out "$game" "$folder/sealed" > /dev/null
	printf .
done
echo

say "the last digest, as anna reads it"
"$ADIT" read "$(newest)" -k anna

say "the whole folder of digests holds together"
"$ADIT" read "$game" -k bob --json > /dev/null && echo "every signature and every link verified"
"$ADIT" status "$folder/mine.db"

say "scores"
sed -n '/^since:/,/^$/p' "$(newest)" | sed 1d
echo "all of it is in $folder"
