#!/bin/sh
# How strong, fast and large the players of src/bot are.  ROUNDS (default: 6000) is for greedy 2; the search plays a
# hundredth of it, which takes an hour at 40000.
#
#	bots.sh ADIT FOLDER-OF-THE-BENCH-PROGRAMS [ROUNDS [RUNS]]

set -eu
adit=$1
bench=$2
rounds=${3:-6000}
runs=${4:-5}
few=$((rounds / 100 + 1))
first=900000 # deals that no rule was chosen by

# simulates POLICY [JOBS [GAMES]]: the command.
simulates() { echo "'$adit' simulate --rules saboteur --players 5 --games ${3:-300} --policy $1 --jobs ${2:-1} > '$log'"; }
log=$(mktemp "${TMPDIR:-/tmp}/adit-bench.XXXXXX")
trap 'rm -f "$log"' EXIT

echo "-- time and memory"
"$bench/turn-bench" "rounds of greedy:2 / of greedy, five seats that remember" 2 "$runs" \
	: "$(simulates greedy:2)" : "$(simulates greedy)"
"$bench/turn-bench" "greedy by two processes / by one" 0.6 "$runs" : "$(simulates greedy 2 1000)" : "$(simulates greedy 1 1000)"
"$bench/turn-bench" "a round of search:1000 (peak: at most 16 MiB) / of search:100" 10 1 \
	: "$(simulates p1=search:1000,greedy 1 1)" : "$(simulates p1=search:100,greedy 1 1)"
echo "-- greedy:2 instead of greedy: at least 5 points more"
for seats in 3 5 7; do
	echo "saboteur, $seats seats" && "$bench/bot-bench" saboteur $seats greedy:2 "$rounds" $first
done
echo "saboteur2, 5 seats" && "$bench/bot-bench" saboteur2 5 greedy:2 "$rounds" $first
echo "dark-cave, 3 seats" && "$bench/bot-bench" dark-cave 3 greedy:2 "$rounds" $first
echo "duel" && "$bench/bot-bench" duel 2 greedy:2 "$rounds" $first
echo "-- what greedy:2 gives away: at most 0.60"
"$bench/bot-belief" saboteur 5 $((rounds / 3 + 1)) greedy:2 | tail -n 1
echo "-- search:1000 instead of greedy: at least 10 points more in each role, more gold in saboteur2"
for seats in 3 5 7; do
	echo "saboteur, $seats seats" && "$bench/bot-bench" saboteur $seats search:1000 "$few" $first
done
echo "saboteur2, 5 seats" && "$bench/bot-bench" saboteur2 5 search:1000 $((few / 4 + 1)) $first
echo "duel: at least 75 % won" && "$bench/bot-bench" duel 2 search:1000 $((few / 8 + 1)) $first
echo "dark-cave, all seats search: at most 15 % even" && "$bench/bot-bench" dark-cave 3 search:1000 $((few / 16 + 1)) $first all
