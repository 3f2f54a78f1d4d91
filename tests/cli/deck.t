#!/bin/sh
# A house deck through the verbs: new, read, sign, apply, status, log, digest.
. "${0%/*}/lib.sh"
tap_begin
keys host anna bob

# The cards of digest 0 are a list to begin with.
adit new plain.db -k host --rules dark-cave --seat anna --seat bob --trusted-host > plain.txt
grep '^  card: ' plain.txt > list
ok "a game without --deck says nothing of decks" test "$(grep -c '^deck:' plain.txt)" -eq 0
{
	echo "# our box"
	sed 's/^  card: 2\/nsw:hole 1/2\/esw:hole 3/; s/goal-hole 1/goal-hole=new 1/' list
	echo "2/n+esw 2"
} > house
new()
{
	adit new cave.db -k host --rules dark-cave --seat anna --seat bob --trusted-host \
		--option first=anna --now 2026-11-21T17:52:14Z --out . "$@"
}
ok "new with the list" new --deck house
is "the header says so" "$(sed -n 4p turns/000000.txt)" "deck: house"
is "behind the rules" "$(sed -n 3p turns/000000.txt)" "rules: dark-cave"
is "the list is in the digest" "$(grep -cx '  2/esw:hole 3' turns/000000.txt)" 1
is "... with the goal of other links" "$(grep -cx '  goal-hole=new 1' turns/000000.txt)" 1
like "... which the referee knows" "$(adit referee --cards dark-cave --deck house)" \
	'*{"kind":"goal-hole","class":"goal","links":"NEW",*'
ok "... and which is played with" adit simulate --rules dark-cave --deck house -n 4 -g 20 --policy greedy
ok "anna reads it" adit read "$(newest)" -k anna
like "... and is told" "$(adit read "$(newest)" -k anna)" "*house deck*"
order()
{
	adit sign -k "$1" -d "$(newest)" "$2" > sealed 2> err && adit apply cave.db --out . sealed > out 2> err
}
# suggested WHO: the next step of a turn
suggested() { adit read "$(newest)" -k "$1" --suggest; }
for who in anna bob anna bob; do
	ok "$who plays a card" order "$who" "$(suggested "$who")"
	# A dwarf that a lindworm has just knocked down does not walk.
	adit status --json cave.db | grep -q '"phase":"play"' || ok "$who walks" order "$who" "$(suggested "$who")"
done
is "every digest has the list" "$(grep -lx '  2/esw:hole 3' turns/*.txt | wc -l)" "$(find turns -name '*.txt' | wc -l)"
ok "all of them hold together" adit read turns -k bob
ok "status" adit status cave.db
ok "log" adit log cave.db
adit digest cave.db 1 > again
ok "digest prints one again" cmp again turns/000001.txt

# A refused deck makes no game.
rm -f cave.db
sed 's/^  card: 1\/nesw 2/1\/nesw 1/' list > few
cli 65 "too few cards" new other.db -k host --rules dark-cave --seat anna --seat bob --trusted-host \
	--deck few
said "deck 1 has 28 cards"
echo "dragon 1" >> list
cli 65 "an unknown card" new other.db -k host --rules dark-cave --seat anna --seat bob --trusted-host \
	--deck list
said "dragon"
said "line $(grep -c . list)"
cli 5 "no such file" new other.db -k host --rules dark-cave --seat anna --seat bob --trusted-host \
	--deck nowhere
ok "there is no game" test ! -e other.db
tap_end
