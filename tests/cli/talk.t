#!/bin/sh
# Press: also when the game is over; and where digest 0 forbids it.
. "${0%/*}/lib.sh"
tap_begin
table anna bob carl

say() # STATUS NAME WHO TIME [ARG...]
{
	say_want=$1
	say_name=$2
	say_who=$3
	say_time=$4
	shift 4
	adit sign -k "$say_who" -d "$(newest)" --clear --say "$say_name" "$@" > said.txt 2> err < /dev/null ||
		{ tap_result 1 "$say_name: signed" err; return; }
	cli "$say_want" "$say_name" apply cave.db --now "$say_time" --out . said.txt
}

# Over is over, but for talk.
rm -rf cave.db turns
adit new cave.db -k host --rules duel --seat anna --seat bob --trusted-host --option rounds=1 \
	--now "$now" --out . > /dev/null 2>&1 ||
	adit new cave.db -k host --rules duel --seat anna --seat bob --trusted-host --now "$now" --out . > /dev/null
for seat in anna bob; do
	adit sign -k $seat -d . --clear resign | adit apply cave.db --now "$now" --out . > /dev/null 2>&1
done
like "the game is over" "$(adit status --json cave.db)" '*"phase":"over"*'
cli 65 "a character that is newer than Unicode 15" sign -k anna -d . --say "$(printf 'a \360\237\253\251')"
said "sign: say: U+1FAE9 is not a character of Unicode 15.0 that can be shown"
say 0 "after the end" bob "$now"
ok "... everybody reads it" sh -c 'grep -A 1 "^  bob says:$" "$1" | grep -qx "    | after the end"' sh "$(newest)"

# Words like those of a digest, in each line that they can begin; the long words leave them no room elsewhere.
rm -rf cave.db turns
long=$(printf %060d 0)
adit new cave.db -k host --rules duel --seat anna --seat bob --trusted-host --now "$now" --out . > /dev/null
say 0 "$long adit-digest v3 $long adit-digest v3" bob "$now"
is "... begin lines" "$(grep -c '^[ |]*adit-digest v3"*$' "$(newest)")" 7
for how in 's/^/> /' 's/^/  /' 's/$/ /'; do
	sed "$how" turns/000001.txt > mangled
	cli 0 "a mail that changed them: $how" read mangled --public --no-record
	like "... is read" "$(cat out)" "*Digest 1 of *"
done

# No press is allowed.
rm -rf cave.db turns
cli 2 "another word" new cave.db -k host --rules saboteur --seat anna --seat bob --seat carl --press maybe
said "--press takes yes or no"
adit new cave.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host --press no \
	--option first=anna --now "$now" --out . > /dev/null
ok "digest 0 says so" grep -q '^  press: no$' turns/000000.txt
cp cave.db was.db
say 3 "beside a turn" bob "$now"
said "nobody says anything at this table"
say 3 "with a turn" anna "$now" "$(move anna)"
say 3 "with an order to be kept" bob "$now" --turn next 'discard nesw'
ok "... and nothing has changed" cmp cave.db was.db
adit sign -k anna -d . --clear "$(move anna)" > order
cli 0 "without talk it goes on" apply cave.db --now "$now" --out . order
cli 0 "... rebuilt" rebuild -k host again.db .
adit digest again.db 1 > n1
ok "... digest 1 is the same" cmp n1 turns/000001.txt
tap_end
