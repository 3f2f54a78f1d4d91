#!/bin/sh
# The policy search: suggestions with reasons, simulations and practice games.
. "${0%/*}/lib.sh"
tap_begin
table anna bob carl

# ---- suggestions
cli 0 "greedy by default" read -k anna --suggest turns/000000.txt
greedy=$(adit read -k anna --suggest turns/000000.txt)
is "... is what its name gives" "$(adit read -k anna --suggest=greedy turns/000000.txt)" "$greedy"
adit read -k anna --suggest=search:60 --why turns/000000.txt > why
is "an order, three tried ones, and the two others" "$(wc -l < why)" 6
is "the chosen order is the first of those tried" "$(sed -n '2s/.*: //p' why)" "$(head -n 1 why)"
ok "what is believed about roles" grep -q '^bob is a saboteur: [0-9]* % likely$' why
is "the same again" "$(adit read -k anna --suggest=search:60 --why turns/000000.txt)" "$(cat why)"
is "the order alone" "$(adit read -k anna --suggest=search:60 turns/000000.txt)" "$(head -n 1 why)"
head -n 1 why | adit sign -k anna -d turns/000000.txt - > order 2> err
ok "the order is legal" [ -s order ]
adit apply -k host cave.db < order > turns/000001.txt 2> err
ok "... and played" [ -s turns/000001.txt ]
cli 0 "a later turn, with what was seen before" read -k bob --suggest=search:60 --why turns
cli 4 "not one's turn" read -k anna --suggest=search:60 turns
for bad in greedy: greedy:1 greedy:3 greedy:02 search search: search:0 search:100001 search:1000000000 search:-1 search:1e3 clever greedy,random; do
	cli 2 "--suggest=$bad" read -k bob "--suggest=$bad" turns
	said '*takes greedy, greedy:2 or search:N with N from 1 to 100000, not*'
done
cli 2 "reasons for nothing" read -k bob --why turns

cli 0 "the second greedy player" read -k bob --suggest=greedy:2 turns
is "... is the same again" "$(adit read -k bob --suggest=greedy:2 turns)" "$(cat out)"

# ---- killed while it thinks
cp cave.db before.db
"$ADIT" read -k bob --suggest=search:100000 turns > killed 2> /dev/null &
thinks=$!
while [ ! -e killed ]; do :; done
kill -9 "$thinks"
wait "$thinks" 2> /dev/null
is "a killed search leaves no order" "$(cat killed)" ""
ok "... and no damage" cmp cave.db before.db
ok "... and is asked again" adit read -k bob --suggest=search:20 turns

# ---- simulations
set -- simulate --rules saboteur --players 4 --games 3 --seed 5 --policy p2=search:20,greedy --no-time
adit "$@" > one
ok "the policies are named" grep -q '^saboteur, 4 players, policy p2=search:20,greedy$' one
is "two processes play the same" "$(adit "$@" --jobs 2)" "$(cat one)"
is "seats without a policy play by chance" \
	"$(adit simulate --rules duel --policy p1=greedy --seed 3 --no-time | tail -n +2)" \
	"$(adit simulate --rules duel --policy p1=greedy,p2=random --seed 3 --no-time | tail -n +2)"
for bad in p5=greedy "greedy," p1= =greedy search:0 p1=search:100001; do
	cli 2 "--policy $bad" simulate --rules saboteur --players 4 --policy "$bad"
done
for rules in saboteur2 dark-cave duel; do
	ok "$rules" adit simulate --rules $rules --players $((2 + 2 * (${#rules} > 4))) --policy search:3
done

while read -r rules least most; do
	for players in $(seq "$least" "$most"); do
		ok "$rules, $players seats of greedy:2" \
			adit simulate --rules "$rules" --players "$players" --games 5 --policy greedy:2
	done
done << 'END'
saboteur 3 10
saboteur2 2 12
duel 2 2
dark-cave 2 8
END

# ---- practice
cli 2 "a player that is none" play --rules saboteur --against search,greedy
tap_end
