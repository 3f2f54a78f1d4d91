#!/bin/sh
# What a seat knows: cards played and to come, who looked at what and when, roles and hands that follow.
. "${0%/*}/lib.sh"
tap_begin
keys host anna bob carl

# box CLASSES: lines of a deck
box() { adit referee --cards saboteur2 | sed -n "/\"class\":\"\($1\)\"/s/.*\"kind\":\"\([^\"]*\)\".*\"count\":\([0-9]*\).*/\1 \2/p"; }
{
	box 'start\|goal'
	printf '%s\n' 'map 40' 'nesw 30' 'swap-hands 25' 'inspection 25'
	box 'role\|gold'
} > deck
adit new cave.db -k host --rules saboteur2 --deck deck --seat anna --seat bob --seat carl \
	--trusted-host --option first=anna --now "$now" --id known --out . > /dev/null || exit 99

all_read()
{
	for key in anna bob carl; do
		adit read "$(newest)" -k $key > /dev/null 2>&1 || exit 99
	done
}
# play ORDER: of who is to move
play()
{
	adit sign --no-record -k "$(mover)" -d "$(newest)" "$1" > order 2> err &&
		adit apply cave.db order --out . > /dev/null 2>&1 || exit 99
	all_read
	n=$((n + 1))
}
mover() { sed -n 's/^next: //p' "$(newest)"; }
# number KEY WHICH KIND: of --cards; WHICH 2 played, 3 to come, 4 own, 5 gone
number() { adit read -k "$1" --cards | tr -s ' ' '\n' | sed 's/^\.$/0/' | grep -x -A 4 -e "$3" | sed -n "$2p"; }
# seek KIND: discard until the seat to move, $me, has one; $you is the seat after it
seek()
{
	while me=$(mover) && [ "$(number "$me" 4 "$1")" = 0 ]; do
		play "$(adit read -k "$me" --moves | grep '^discard [a-z-]*$' | head -n 1)"
	done
	case $me in anna) you=bob ;; bob) you=carl ;; carl) you=anna ;; esac
}

n=0
all_read
cli 0 "at the beginning" read -k anna --cards
for kind in map nesw swap-hands inspection; do
	ok "... $kind is listed" grep -q "\(^\|  \)$kind " out
done
is "... nothing is out" "$(number anna 2 map)" 0
is "... own and others make up the deck" $(($(number anna 4 map) + $(number anna 3 map))) 40
ok "... 114 are to come" grep -q '^  114 yet to come: 92 in the pile, 12 in other hands, 10 put aside' out
cli 0 "everybody" read --public --cards
ok "... sees nobody's hand" grep -q '^  120 yet to come: 92 in the pile, 18 in hands, 10 put aside unseen$' out
is "... and has no such column" "$(sed -n 1p out | grep -c own)" 0

ok "... and which goals there are" grep -q '^  goals not seen yet: goal-gold, goal-stone-ne, ' out
adit new open.db -k host --rules saboteur --seat anna --seat bob --seat carl > open || exit 99
cli 0 "before the deal" read --no-record open --public --cards
is "... there is nothing to tell" "$(cat out)" "nothing is dealt yet"
cli 0 "... nor for programs" read --no-record open --public --json
ok "..." grep -q '"known":{"from":null,"looks":\[\],"roles":{"anna":null,.*"cards":\[\],' out

seek nesw
was=$(number "$me" 5 nesw)
known=$(number "$you" 5 nesw)
play 'discard nesw'
is "what one discards one knows" "$(number "$me" 5 nesw)" $((was + 1))
is "... and nobody else" "$(number "$you" 5 nesw)" "$known"
cli 0 "... but that a card went" read -k "$you" --cards
like "..." "$(tr -s ' \n' ' ' < out)" "*put aside unseen, * discarded face down*"

seek map
was=$(number "$you" 2 map)
play 'map 8,0'
is "a map is out" "$(number "$me" 2 map)" $((was + 1))
is "... for others too" "$(number "$you" 2 map)" $((was + 1))
cli 0 "others read" read -k "$you"
ok "... who looked, and when" grep -qx "  8,0: $me (digest $n) looked" out
ok "... and what roles there can be" grep -q '^  of [a-z]* and [a-z]*: 0 to 2 green-diggers, ' out
cli 0 "who looked reads" read -k "$me"
ok "... what it is" grep -qx "  8,0 is goal-[a-z-]*; you (digest $n) looked" out
map=$n

seek inspection
play "inspection $you"
cli 0 "a role was looked at" read -k "$me"
ok "... and is known" grep -q "^  $you is a [a-z-]*\$" out
ok "... since when" grep -qx "  you looked at $you's role in digest $n" out
cli 0 "whose it is" read -k "$you"
ok "... is told" grep -qx "  $me looked at your role in digest $n" out
cli 0 "for programs" read -k "$me" --json
ok "... who looked" grep -q '"known":{"from":null,"looks":\[{"n":'"$map"',"seat":"[a-z]*","at":"8,0"},.*{"n":'"$n,\"seat\":\"$me\",\"of\":\"$you\"}" out
ok "... and roles" grep -q '"roles":{"anna":\("[a-z-]*"\|null\),.*"hidden":\[{"role":"green-digger","min":0,"max":[0-4]},' out
ok "... and cards" grep -q '"cards":\[{"kind":"map","played":[1-9][0-9]*,"unseen":[0-9]*,"hand":[0-9]*,"discarded":[0-9]*}' out
cp out whole
cli 0 "... the same with --cards" read -k "$me" --json --cards
ok "..." cmp whole out
cli 2 "one thing at a time" read -k anna --cards --moves

seek swap-hands
play "swap-hands $you"
cli 0 "hands are swapped" read -k "$me" --cards
ok "... what one gave is in the other's" grep -q "^  $you holds " out
cli 0 "everybody" read --public --cards
not_ok "... can say nothing of hands" grep -q holds out

# ---- a record with a gap
mkdir elsewhere
cd elsewhere || exit 99
cli 0 "from the record alone" read -k "$me" --cards
cp out whole
cli 0 "... it is the same as from the folder" read ../turns -k "$me" --cards
ok "..." cmp whole out
rm "$ADIT_HOME/games/known/turns/$(printf '%06d' "$map").txt" || exit 99
cli 0 "a gap" read -k bob --cards
ok "... is told" grep -q "^  from digest $((map + 1)) on: your record has not all of this round" out
cli 0 "... for programs" read -k bob --json
ok "..." grep -q "\"known\":{\"from\":$((map + 1))," out
cli 0 "who looked is known" read -k anna
ok "... not when" grep -q '^  8,0\( is goal-[a-z-]*;\|:\) [a-z]* looked$' out

tap_end
