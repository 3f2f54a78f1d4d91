#!/bin/sh
# Seats in custody (adit(5), PLAIN SEATS): what digests say, the deal, votes, the way in and out.
# shellcheck disable=SC2154 # now
. "${0%/*}/lib.sh"
tap_begin
keys host anna bob carl dora

# open STATUS NAME GAME ARG...: a table of anna, dora (plain), bob.
open()
{
	want=$1 name=$2 game=$3
	shift 3
	cli "$want" "$name" new "$game.db" -k host --rules saboteur --out "$game" --now "$now" "$@"
}
field() { sed -n "s/^$2: //p" "$1"; }
digest() { printf '%s/turns/%06d.txt' "$1" "$2"; }
newest() { find "$1/turns" -name '*.txt' | sort | tail -n 1; }
given() { cli 0 "$1: $2" apply "$1.db" -k host --out "$1" --now "$now" order; }
# step GAME WHO VERB [ARG]...: a signed order of a player, applied.
step()
{
	game=$1 who=$2 verb=$3
	shift 3
	adit "$verb" -k "$who" -d "$game" "$@" > order 2> err || cat err
	given "$game" "$who $verb $*"
}

mail=dora=mail:dora@example.org
open 2 "a plain seat needs an address to answer to" no --seat anna --seat $mail --seat bob
like "... which is said" "$(cat err)" '*seat dora plays by mail: --mail-from is required*'
ok "... and nothing is made" test ! -e no.db
open 2 "no address" no --seat anna --seat dora=mail: --seat bob --mail-from t@example.net
open 2 "the table's own" no --seat anna --seat dora=mail:T@example.net --seat bob --mail-from t@example.net
open 0 "a table with a plain seat" g --seat anna --seat $mail --seat bob --mail-from t@example.net
is "... has a digest with her join" "$(field "$(digest g 1)" "  note joined")" ""
ok "... at once" grep -qx '  note joined dora' "$(digest g 1)"
is "... at the same time" "$(field "$(digest g 1)" time)" "$(field "$(digest g 0)" time)"
is "... and no more" "$(newest g)" "$(digest g 1)"
is "... and says so in each" "$(cat g/turns/* | grep -cx 'custody: dora')" 2
cli 0 "without --out" new printed.db -k host --rules saboteur --now "$now" --seat anna --seat $mail --seat bob \
	--mail-from t@example.net
is "... both are printed" "$(grep -c '^adit-digest' out)" 2

step g anna join
step g bob join
is "she confirms directly after the last join" "$(field "$(digest g 4)" "  note confirmed")$(grep -c '  note confirmed dora' "$(digest g 4)")" 1
step g bob confirm
step g anna confirm
is "and the cards are dealt" "$(field "$(newest g)" dealing)" audited
exits 6 "an audit" adit audit --json g
like "... lists her" "$(cat out)" '*{"custody":"dora","from":0,"to":6}*'
cli 0 "a game file made from the digests" rebuild again.db -k host g
cli 0 "... is good" fsck again.db -k host
cli 0 "... as the first" fsck g.db -k host
cli 0 "read" read -k anna g
like "... says so" "$(cat out)" '*dealing: audited,
  custody: dora.*The host has the keys of the seats in custody*'
is "... in lines of 72 columns" "$(sed 4q out | awk 'length > 72')" ""
cli 0 "status" status g.db
like "... too" "$(cat out)" '*dealing: audited, custody: dora*'
cli 0 "... for programs" status --json g.db
like "... as a list" "$(cat out)" '*"custody":[[]"dora"]*'

# ---- out of custody
cli 0 "she takes the seat herself" seat g.db -k host --out g --now "$now" dora=keys/dora.pub
is "... at once" "$(grep -c '^custody' "$(newest g)")" 0
like "... in a digest that asks the others" "$(cat "$(newest g)")" '*the host gives dora new keys*0 of 2*vote dora yes|no*'
cli 2 "other keys need a reason" seat g.db -k host --out g --now "$now" bob=keys/carl.pub
like "... which is said" "$(cat err)" '*--reason TEXT is required*'
step g anna sign vote dora yes
step g bob sign vote dora yes
like "... who confirm them" "$(cat "$(newest g)")" "*dora's new keys are confirmed*"
exits 6 "an audit then" adit audit --json g
like "... says until when" "$(cat out)" '*{"custody":"dora","from":0,"to":6}*'

# ---- into custody
cli 0 "a seat is given into custody" seat g.db -k host --out g --now "$now" bob=mail:bob@example.org
like "... with a vote of the others" "$(cat "$(newest g)")" '*custody: bob*0 of 2*votes*  custody: yes*'
for bad in bob=mail: bob=mail:junk bob=mail:T@example.net "bob=mail:a@example.org,b@example.org"; do
	cli 2 "no address: $bad" seat g.db -k host --out g --now "$now" "$bad"
done
for bad in =mail:a@example.org zoe=mail:a@example.org abcdefghijklmnopqrstu=mail:a@example.org; do
	cli 5 "no seat: $bad" seat g.db -k host --out g --now "$now" "$bad"
done
cli 2 "two ways to say it" seat g.db -k host --out g --now "$now" --replace keys/carl.pub bob=mail:bob@example.org
cli 3 "... once" seat g.db -k host --out g --now "$now" bob=mail:bob@example.org
cli 0 "addresses" address g.db
like "... hers and his" "$(cat out)" '*dora dora@example.org*bob bob@example.org*'
exits 6 "the audit" adit audit g
like "... of both" "$(cat out)" '*custody: dora from digest 0 to 6, bob from digest 10 to 10: the deal is as fair*'
cli 0 "fsck" fsck g.db -k host
cli 0 "rebuild" rebuild third.db -k host g
is "a host who has the file again has her keys" "$(adit fsck third.db -k host 2>&1 | grep -c 'as its orders make it')" 1

# ---- before the deal
open 0 "another table" h --seat anna --seat $mail --seat bob --mail-from t@example.net
cli 2 "a plain seat has no invitation to print" digest h.db --invitation --seat dora
like "... but gets one by mail" "$(cat err)" '*dora plays by plain mail*adit mail --flush*'
step h anna join
cli 0 "a seat is given into custody before the deal" seat h.db -k host --out h --now "$now" bob=mail:bob@example.org
is "... and joins at once" "$(cat h/turns/* | grep -c 'note joined bob')" 1
is "... so that the two confirm" "$(cat h/turns/* | sed -n 's/^  note confirmed //p' | tr '\n' ' ')" "dora bob "
cli 3 "the last one with keys stays so" seat h.db -k host --out h --now "$now" anna=mail:anna@example.org
like "... and why" "$(cat err)" '*no seat would have keys of its own*'
cli 0 "a new attempt" restart h.db -k host --out h --now "$now" --reason again
is "... begins with the joins of plain seats" \
	"$(cat h/turns/* | grep -c 'note joined dora'),$(cat h/turns/* | grep -c 'note joined bob')" 2,2
cli 0 "an audit of that" audit h

# ---- a table without an address
open 0 "a table without mail" silent --seat anna --seat bob --seat carl --trusted-host
cli 2 "no answer could be written to" seat silent.db -k host --out silent --now "$now" bob=mail:bob@example.org
like "... and what sets it" "$(cat err)" '*adit address --table ADDR GAME.db*'
cli 0 "... which does" address --table t@example.net silent.db --now "$now"
cli 0 "then it is given" seat silent.db -k host --out silent --now "$now" bob=mail:bob@example.org

# ---- all by mail
open 0 "a table where all play by mail" all --seat a=mail:a@example.org --seat b=mail:b@example.org \
	--seat c=mail:c@example.org --mail-from t@example.net
is "... is dealt by the host" "$(field "$(digest all 0)" dealing)" trusted
is "... in one digest" "$(newest all)" "$(digest all 0)"
cli 0 "the next table like it" new next.db --like g.db -k host --out next --now "$now"
is "... keeps who plays by plain mail" "$(field "$(digest next 0)" custody)" bob
tap_end
