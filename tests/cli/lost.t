#!/bin/sh
# A machine that came back from a backup: it must not tell a second history.
. "${0%/*}/lib.sh"
tap_begin
table anna bob carl
keys again
value() { sed -n "s/^$1: //p" "$2"; }
moved()
{
	adit sign -k "$1" -d turns "$(move "$1")" > "$1.order"
	adit apply cave.db "$1.order" --out . > /dev/null 2>&1
}
moved anna
# The backup: game file and home; the players have their own.
mkdir backup players
cp cave.db backup
cp -R keys/hosted backup
adit read turns -k anna > /dev/null
restore()
{
	cp backup/cave.db cave.db
	rm -rf keys/hosted
	cp -R backup/hosted keys
}
moved bob
moved carl
cp -R turns players
is "the lost branch ends with digest 3" "$(value n players/turns/000003.txt)" 3
head=$(value head players/turns/000003.txt)
two=$(value head players/turns/000002.txt)

# ---- an order signed now includes the host's signature of the digest that the player has read
adit sign -k anna -d players --clear --say "And now?" > said
ok "an order says which digest it acts on, signed by the host" grep -q '^head-sig: 3$' said
adit sign -k anna -d players --say "And now?" > sealed

# ---- without it nothing stops: anybody can invent a head
restore
rm -r turns
sed '/^head-sig:/,/^sig:/{/^sig:/!d;}' said > bare
cli 4 "an unknown head alone is refused" apply cave.db bare
said "the order's head is no digest of game"
said "send it to the host"
cmp -s cave.db backup/cave.db
tap_result $? "... and changes nothing" err

# refused NAME FILE: the file is refused as a proof.
refused()
{
	cli 4 "$1" apply cave.db "$2"
	said "the order's head is no digest"
}
sed 's/^head-sig: 3$/head-sig: 4/' said > other
refused "another number" other
awk '/^head-sig:/ { print; getline; print "RUQ" substr($0, 4, 12) "AAAA" substr($0, 20); next } { print }' said > other
refused "a changed signature" other
adit new again.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host \
	--id "$(value game players/turns/000003.txt)" --option first=anna --now "$now" > again0.txt 2> /dev/null
rm -rf keys/games
adit sign -k anna -d again0.txt "$(adit read again0.txt -k anna --moves | head -n 1)" > order
adit apply again.db order > again1.txt 2> /dev/null
cat again0.txt again1.txt > again
adit sign -k anna -d again --clear --say "Of another table." > other
restore
rm -rf keys/games
cli 4 "of another table of this name" apply cave.db other
said "the order's head is no digest"

# ---- with it the table stops
cp cave.db before.db
# A key that the seat got in the lost branch is not known here.
awk '/^sig:/ { print; getline; print substr($0, 1, 20) "AAAA" substr($0, 25); next } { print }' said > other
cli 1 "an order by another key" apply cave.db other
said "signature*it acts on a digest that this file lacks: see adit status"
adit status cave.db > out 2> err
said "the table is stopped: digest 3*(orders kept: 0)"
cli 1 "... once more" apply cave.db other
cp before.db cave.db
sed 's/^head-sig: 3$/head-sig: 4/' other > another
cli 1 "... without a proof" apply cave.db another
ok "... stops nothing" cmp cave.db before.db
cli 0 "an order that proves it" apply cave.db sealed --json
like "... is held" "$(cat out)" '*"result":"held","code":"pending"*digest 3 with the hash*'
not_ok "... in the game file" cmp -s cave.db before.db
cli 0 "the same again" apply cave.db sealed
said "order of anna held: the table is stopped: digest 3 with the hash $head went out"
cli 0 "status" status cave.db
said "the table is stopped: digest 3*(orders kept: 1)"
said "adit fsck --accept-history $head"
like "... in its line" "$(cat out)" "*, stopped*"
adit status --json cave.db > out 2> /dev/null
like "... for programs" "$(cat out)" "*\"stopped\":{\"n\":3,\"head\":\"$head\",\"found\":\"*\",\"held\":1}*"
for verb in 'undo cave.db --to 0 --reason oops' 'seat cave.db bob --replace keys/again.pub --reason lost' \
	'tick cave.db'; do
	# shellcheck disable=SC2086 # words
	cli 65 "${verb%% *} signs nothing" $verb
	said "the table is stopped"
done
adit sign -k bob -d players --turn next discard map > bob.next 2> /dev/null
cli 0 "another order" apply cave.db bob.next
said "order of bob held"
rm -rf keys/games
adit sign -k bob -d players/turns/000001.txt --clear --say "I see digest 1." > bob.says 2> /dev/null
cli 0 "... also one whose head is known" apply cave.db bob.says
said "order of bob held"
is "no digest is made" "$(value n "$(adit digest cave.db > newest; echo newest)")" 1
cli 0 "fsck" fsck cave.db -k host
said "the table is stopped"
cp cave.db stopped.db

# ---- one way on: from a player's digests
cli 0 "rebuild" rebuild -k host new.db players
cli 0 "what was held" fsck --held stopped.db
is "... is printed" "$(grep -c 'BEGIN ADIT ORDER' out)" 3
cp out held
cli 0 "... and taken there" apply new.db held
said "order of anna taken: digest 4"
said "order of bob kept: digest 5"
cli 0 "and all is well" fsck new.db -k host
rm -rf keys/hosted
cp -R backup/hosted keys

# ---- a clock that is far ahead gives up nothing
far=$(date -u -d '100 days' +%Y-%m-%dT%H:%M:%SZ)
cp stopped.db full.db
touch -d "$now" full.db
cli 75 "--accept-history by a clock that is far ahead" fsck full.db --accept-history "$head" -k host --now "$far"
said "days ahead of"
cli 65 "tick --catch-up of a table that is stopped" tick full.db --catch-up --now "$far"
is "... says that it is right" "$(stat -c %Y full.db)" "$(date -d "$far" +%s)"
touch -d "$now" full.db
exits 0 "--accept-history --catch-up" adit fsck full.db --accept-history "$head" -k host --catch-up --now "$far"

# ---- it is killed: the same again takes what was held
# given_up PROGRAM
given_up() { "$1" fsck full.db --accept-history "$head" -k host > out 2> err; }
stopped=$top_builddir/tests/mail/adit-stopped
begin()
{
	rm -rf keys/hosted full.db-journal
	cp -R backup/hosted keys
	cp stopped.db full.db
}
begin
ADIT_STEPS=$tap_dir/steps given_up "$stopped"
steps=$(wc -l < steps) bad='' between=0
for step in $(seq 1 $((steps / 24 + 1)) "$steps"); do
	begin
	(ADIT_STOP=$step given_up "$stopped") 2> /dev/null
	adit status full.db 2> /dev/null | grep -q stopped || between=$((between + 1))
	given_up adit
	if adit fsck --held full.db 2> /dev/null | grep -q ORDER ||
		[ "$(adit digest --all full.db | grep -c '^  bob says')" -ne 1 ]; then
		bad="$bad $step"
	fi
done
is "killed before a step of it, and run again" "$bad" ""
ok "... also after the table went on" [ "$between" -gt 0 ]
begin

# ---- the other way: the lost digest is given up
cli 2 "what is no hash" fsck cave.db --accept-history 3 -k host
cli 5 "another digest" fsck cave.db --accept-history "$two" -k host
said "the table is stopped by another digest"
cli 0 "the one that stops it" fsck cave.db --accept-history "$head" -k host --reason "the disk broke" --out .
said "order of anna refused: the order acts on a digest 3 that the host has lost, and given up in digest 2"
said "order of bob refused"
said "order of bob taken"
ok "a digest says so" grep -q "^  lost: 3 $head\$" turns/000002.txt
ok "... with a reason" grep -q '^  reason: the disk broke$' turns/000002.txt
ok "... in its notes" grep -q '^  note lost 3$' turns/000002.txt
cli 0 "the game goes on" status cave.db
ok "... and nothing is said of a stop" sh -c '! grep -q stopped out err'
cli 0 "it is as its orders make it" fsck cave.db -k host

# ---- a reader of the lost digest sees a loss, not a fork
rm -rf keys/games
cli 0 "who has read the lost branch" read players -k anna
cp -R keys/games games.lost
cli 6 "... audits the newest" audit turns
not_ok "... and finds no other history" grep -q 'another history' out
cli 0 "... reads the newest digest" read turns -k anna
said "the host of game $(value game players/turns/000001.txt) has lost 2 digests that were read here, up to digest 3"
like "... which says it" "$(cat out)" "*the host has lost a digest 3 that went out*"
ok "... what is lost is set aside" test -e keys/games/*/turns/000003.txt.lost
cli 0 "... once more" read -k anna
ok "... and is told nothing new" sh -c '! grep -q "has lost" err'
cli 4 "... an old file" read players/turns/000002.txt -k anna
said "is one that the host has lost and given up"
cp keys/games/*/pins pins.good
grep -n '^lost ' pins.good | cut -d: -f1 > lines
while read -r line <&3; do
	rm -rf keys/games/*/turns
	sed "${line}s/.\$/~/" pins.good > "$(echo keys/games/*/pins)"
	exits 4 "... where line $line of the pins is damaged" adit read players/turns/000002.txt -k anna
	said "/pins: line $line is damaged; nothing is lost, digests say the same"
	said "is one that the host has lost and given up"
done 3< lines
is "... which each lost digest has twice" "$(grep -c '^lost ' pins.good)" 4
rm -rf keys/games
cp -R games.lost keys/games
adit sign -k anna -d players/turns/000002.txt --force --say "Of digest 2." > order
adit sign -k anna -d players --turn next discard map > order
cli 0 "what was signed on the lost branch" read turns -k anna
is "... is too late, since the host has lost that" "$(tr -s ' \n' ' ' < out |
	grep -o 'the host has lost the digest that it answers, so sign it again' | wc -l)" 2
ok "... and is not to be sent again" sh -c '! grep -q "send this file again" out'
exits 0 "... for programs" adit read turns -k anna --json
like "... too" "$(cat out)" '*"result":"lost"*'
rm -rf keys/games
cp -R games.lost keys/games
mkdir mixed
cp players/turns/*.txt mixed
cp turns/000002.txt mixed
cli 0 "... from a folder in which the new digest has the place of a lost one" read mixed -k anna
said "has lost"
exits 6 "audit of that folder" adit audit mixed
ok "... no lie" sh -c '! grep FAIL out'
rm -rf keys/games
cp -R games.lost keys/games
cli 0 "... from all of them at once" read players turns -k anna
said "has lost 2 digests"
exits 6 "audit with both branches" adit audit -k anna players turns
said "the host has lost 2 of these digests, and given them up"
ok "... and no lie" sh -c '! grep FAIL out'
adit digest --all cave.db > all
cli 0 "compare" compare players all
cli 0 "... the other way round" compare all players
cli 0 "rebuild from both" rebuild -k host both.db players turns
rm -rf keys/hosted
cp -R backup/hosted keys
guard=$(sed -n 's/^  lost: 3 //p' turns/000002.txt)
is "it names the hash that was asked for" "$guard" "$head"
cli 4 "the lost digest stops nothing any more" apply cave.db sealed
said "that the host has lost, and given up in digest 2"
cli 4 "nothing more to give up" fsck cave.db --accept-history "$head" -k host
said "the table is not stopped"

# ---- another one of that branch stops it again
rm -rf keys/games
adit sign -k carl -d players/turns/000002.txt --clear --say "I had digest 2." > carl.says 2> /dev/null
cli 0 "another lost digest" apply cave.db carl.says
said "the table is stopped: digest 2 with the hash $two"
cli 0 "is given up, too" fsck cave.db --accept-history "$two" -k host --out .

# ---- and all of that can be made again
adit digest --all cave.db > all
cli 0 "rebuild" rebuild -k host again2.db all
rm -rf keys/games
cli 4 "... knows what was given up" apply again2.db carl.says
said "a digest 2 that the host has lost, and given up in digest 4"
exits 6 "audit" adit audit all
ok "... finds nothing wrong" sh -c '! grep FAIL out'

# ---- the end of a vote makes no digest in the place of the lost one
rm -rf cave.db turns players backup keys/hosted
mkdir backup
adit new cave.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host \
    --option first=anna --now "$now" --out . > /dev/null
moved anna
moved bob
adit undo cave.db --to 0 --reason oops --out . --now "$now" > /dev/null
cp cave.db backup
cp -R keys/hosted backup
adit sign -k carl -d turns --say "Lost." > lost
adit apply cave.db lost --out . --now "$now" > /dev/null
adit sign -k anna -d turns --say "I read it." > proof
restore
after=$(date -u -d "@$(($(date -u -d "$now" +%s) + 30 * 86400))" +%Y-%m-%dT%H:%M:%SZ)
cli 0 "an order which proves that a digest is lost, after the time to vote" \
    apply cave.db proof --now "$after"
said "order of anna held: the table is stopped: digest 4"
adit digest cave.db > last
is "... and the vote has not ended" "$(value n last)" 3

# ---- a seat that joined in the lost digests stops the table as well
rm -rf cave.db turns backup keys/hosted
mkdir backup
adit new cave.db -k host --id one --rules saboteur --seats 3 --now "$now" --out . > /dev/null
joined()
{
	adit join -k "$1" -d turns --seat "$2" > "$1.order" 2> /dev/null
	adit apply cave.db "$1.order" --out . --now "$now" > /dev/null
}
joined anna p1
cp cave.db backup
cp -R keys/hosted backup
joined bob p2
joined carl p3
adit confirm -k bob -d turns > confirmed
restore
cli 4 "a seat confirms that has not joined here" apply cave.db confirmed --now "$now"
said "it acts on a digest that this file lacks"
adit status cave.db --now "$now" > out 2>&1
ok "... and the table is stopped" grep -q "the table is stopped: digest 3" out
tap_end
