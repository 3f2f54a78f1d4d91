#!/bin/sh
# game.sh ADIT FOLDER: plays with ADIT in the folder, which is emptied, and prints what has to be the same
# on every system: traces of simulations, and the keys, views, orders and digests of games.  ADIT
# preloads tests/chance.so.

set -eu
adit=$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
touch -d @0 chance
ADIT_TEST_CHANCE=$folder/chance ADIT_TEST_SEED=7 TZ=UTC LC_ALL=C.UTF-8
export ADIT_HOME ADIT_TEST_CHANCE ADIT_TEST_SEED TZ LC_ALL

for rules in saboteur:3 saboteur:10 saboteur2:2 saboteur2:12 duel:2 dark-cave:2 dark-cave:8; do
	echo "==== $rules"
	"$adit" simulate --rules "${rules%:*}" --players "${rules#*:}" --games 3 --seed 35 --trace
done

for rules in saboteur2 duel dark-cave; do
	echo "==== a game of $rules"
	ADIT_HOME=$folder/$rules
	for who in host anna bob; do
		"$adit" keygen --no-passphrase $who
	done
	cat "$ADIT_HOME"/*.pub "$ADIT_HOME"/*.key
	"$adit" new $rules.db -k host --rules $rules --seat anna --seat bob --trusted-host \
		--limit 3d --now 2026-01-21T18:41:00Z > digest
	cat digest
	for turn in 1 2 3 4 5 6 7 8 9; do
		who=$(sed -n 's/^next: //p' digest)
		"$adit" read -k "$who" digest
		"$adit" read -k "$who" --json digest
		# One after the other: tests/chance.c counts the runs.
		"$adit" read -k "$who" --moves digest > moves
		head -n 1 moves > move
		"$adit" sign -k "$who" < move > order
		"$adit" apply --now 2026-01-21T18:41:1${turn}Z $rules.db < order > digest
		cat order digest
	done
	"$adit" page --html digest
done
