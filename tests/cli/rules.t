#!/bin/sh
# referee and simulate: the engine for programs, on a command line.
# shellcheck disable=SC2016 # scripts in single quotes are for another shell
. "${0%/*}/lib.sh"
tap_begin

# ---- referee
echo '{"id":1,"op":"new","rules":"saboteur","players":3,"seed":"01"}' > requests
cli 0 "new" referee < requests
like "deals a position" "$(cat out)" '{"id":1,"position":{"rules":"saboteur",*},"events":\[{*}\]}'
position=$(sed 's/^{"id":1,"position"://; s/,"events":.*//' out)
{
	echo "{\"id\":2,\"op\":\"legal\",\"position\":$position}"
	echo 'rubbish'
	echo '{"id":"x","op":"dig"}'
	echo "{\"id\":4,\"op\":\"score\",\"position\":$position}"
} > requests
cli 0 "requests, a line each" referee < requests
is "... answers, a line each" "$(wc -l < out)" 4
like "legal" "$(sed -n 1p out)" '{"id":2,"legal":\["*"\]}'
like "what is no JSON gets an error" "$(sed -n 2p out)" '*"error":{"code":"*","message":"*"*}*'
like "... with its id if it has one" "$(sed -n 3p out)" '{"id":"x","error":{*}}'
order=$(sed -n '1s/.*"legal":\["\([^"]*\)".*/\1/p' out)
echo "{\"id\":5,\"op\":\"apply\",\"position\":$position,\"order\":\"$order\",\"seed\":\"02\"}" > requests
cli 0 "apply" referee < requests
like "gives position and events" "$(cat out)" '{"id":5,"position":{*},"events":\[{*}\]}'
echo "{\"op\":\"apply\",\"position\":$position,\"order\":\"place nesw at 9,9\",\"seed\":\"02\"}" > requests
cli 0 "a refused order is no failure of the referee" referee < requests
like "... but an answer" "$(cat out)" '{"error":{"code":"*","message":"*"}}'
printf '{"id":6,"op":"legal"' > requests
cli 0 "a last line without its end" referee < requests
is "... is answered" "$(wc -l < out)" 1
cli 0 "no request" referee < /dev/null
ok "... no answer" test ! -s out
cli 0 "--cards" referee --cards saboteur
like "lists cards" "$(cat out)" '*{"kind":"nesw","class":"path","links":"NESW","count":*'
cli 2 "--cards of nothing" referee --cards chess
said "takes: saboteur"
echo "{\"id\":2,\"op\":\"legal\",\"position\":$position}" > requests
exits 74 "nobody can read the answer" sh -c 'exec "$ADIT" referee < requests > /dev/full'

# ---- simulate
for json in '' --json; do
	# shellcheck disable=SC2086 # a word or none
	adit simulate --rules saboteur -n 4 -g 3 --no-time $json > once
	# shellcheck disable=SC2086
	adit simulate --rules saboteur -n 4 -g 3 --no-time $json > again
	ok "--no-time $json: the same bytes again" cmp once again
	# shellcheck disable=SC2086
	adit simulate --rules saboteur -n 4 -g 3 $json | head -c "$(($(wc -c < once) - 2))" > with
	head -c "$(($(wc -c < once) - 2))" once > without
	ok "... and the rest is as with the time" cmp with without
done
cli 0 "simulate --trace" simulate --rules saboteur --players 3 --games 2 --seed 0a --trace
cp out first
cli 0 "the same arguments" simulate --rules saboteur --players 3 --games 2 --seed 0a --trace
ok "... the same bytes" cmp first out
is "a final line for each game" "$(grep -c '"final":{"scores":{"p1":[0-9]*,' first)" 2
cli 0 "another seed" simulate --rules saboteur --players 3 --games 2 --seed 0b --trace
not_ok "... other games" cmp -s first out
cli 0 "totals" simulate --rules saboteur --players 5 --games 3 --seed 1 --policy greedy --json
like "... as one object" "$(cat out)" '{*"games":3*}'
cli 2 "too few players" simulate --rules saboteur --players 2
cli 2 "no seed" simulate --rules saboteur --players 3 --seed xyz
cli 2 "no such policy" simulate --rules saboteur --players 3 --policy clever

# ---- simulate, shared among processes
for what in --no-time '--no-time --json' --trace '--trace --policy greedy'; do
	# shellcheck disable=SC2086 # words
	adit simulate --rules dark-cave -n 3 -g 5 $what > alone
	for n in 0 1 2 3 256; do
		# shellcheck disable=SC2086
		exits 0 "$what --jobs $n" adit simulate --rules dark-cave -n 3 -g 5 $what --jobs $n
		ok "... the same bytes" cmp alone out
	done
done
cli 0 "no games for two" simulate --rules saboteur -n 3 -g 0 --jobs 2 --trace
ok "... nothing" test ! -s out
cli 2 "too many jobs" simulate --rules saboteur -n 3 --jobs 257
exits 74 "standard output is full" sh -c \
	'exec "$ADIT" simulate --rules saboteur -n 3 -g 200 --trace --jobs 3 > /dev/full'
is "... a line" "$(wc -l < err)" 1

# job_of PID: a process that it has started, when there is one.
job_of()
{
	while kill -0 "$1" && ! ps -o pid= --ppid "$1"; do
		sleep 0.05
	done | tail -n 1 | tr -d ' '
}

for what in --no-time --trace; do
	"$ADIT" simulate --rules saboteur -n 5 -g 1000000000 $what --jobs 2 > /dev/null 2> err &
	pid=$!
	job=$(job_of $pid)
	kill -9 "$job"
	wait $pid
	is "$what: a job that is killed" "$?" 75
	like "... a line" "$(cat err)" "adit: simulate: job ? of 2 was ended by signal 9"
done
"$ADIT" simulate --rules saboteur -n 5 -g 1000000000 --jobs 2 > /dev/null 2>&1 &
pid=$!
job=$(job_of $pid)
kill -9 $pid
wait $pid
n=0
is_there() { ps -o stat= -p "$job" | grep -qv Z; }
while is_there && [ $n -lt 100 ]; do
	sleep 0.1
	n=$((n + 1))
done
not_ok "no job outlives it" is_there

# ---- house decks
adit referee --cards saboteur | sed 's/.*"kind":"\([^"]*\)".*"count":\([0-9]*\).*/\1 \2/' > list
{
	sed 's/^nesw 5$/nesw 1/' list
	echo "n+esw 4"
} > house
cli 0 "--cards of a house deck" referee --cards saboteur --deck house
like "... its own kinds" "$(grep n+esw out)" '{"kind":"n+esw","class":"path","links":"N+ESW","count":4*'
cli 0 "the list of the rules set is no other game" simulate --rules saboteur --players 3 --seed 0a --games 2 \
	--deck list --trace
ok "... the same bytes" cmp first out
cli 0 "simulate with a house deck" simulate --rules saboteur --players 3 --games 2 --deck house --trace
cp out traced
ok "... its cards are dealt" grep -q '"hand":\[[^]]*"n+esw"' traced
for policy in random greedy; do
	cli 0 "$policy totals" simulate --rules saboteur --players 3 --games 3 --deck house --policy "$policy" --json
	like "... of all games" "$(cat out)" '{*"games":3,*}'
done
echo '{"op":"new","rules":"saboteur","players":3}' > requests
cli 0 "referee with a house deck" referee --rules saboteur --deck house < requests
is "... deals what simulate does" "$(sed 's/^{"position":\(.*\),"events":.*/\1/' out)" \
	"$(sed -n '1s/.*"position":\(.*\),"legal":.*/\1/p' traced)"
sed -n 's/.*"position":\(.*\),"legal":.*/{"op":"legal","position":\1}/p' traced > requests
cli 0 "its positions" referee --rules saboteur --deck house < requests
is "... have the orders of the trace" "$(sed 's/.*"legal"://; s/}$//' out | cksum)" \
	"$(sed -n 's/.*"legal":\(.*\),"order":.*/\1/p' traced | cksum)"
grep n+esw requests > with
cli 0 "without the deck" referee < with
is "... they are refused" "$(grep -c 'no card \\"n+esw\\"' out)" "$(grep -c . with)"
echo '{"op":"new","rules":"duel","players":2}' > requests
cli 0 "another rules set" referee --rules saboteur --deck house < requests
is "... is not played with it" "$(cat out)" '{"error":{"code":"usage","message":"rules: saboteur expected"}}'
cli 2 "a deck for which rules?" referee --deck house
said "--rules takes: saboteur"
cli 2 "--rules and --cards" referee --rules saboteur --cards saboteur
echo "dragon 1" >> house
cli 65 "referee with no such card" referee --rules saboteur --deck house
said 'house: card "dragon"'
cli 65 "simulate with no such card" simulate --rules saboteur --players 3 --deck house
said 'house: card "dragon"'
cli 5 "no such file" simulate --rules saboteur --players 3 --deck nowhere

tap_end
