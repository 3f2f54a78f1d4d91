#!/bin/sh
# Playing: the pipeline of the README, digests and orders in every form, the same order again.
# shellcheck disable=SC2016 # scripts in single quotes are for another shell
. "${0%/*}/lib.sh"
tap_begin

# ---- the pipeline, all seats on one machine
keys host anna bob carl
cli 0 "new" new cave.db -k host --rules saboteur --seat anna --seat bob --seat carl \
	--trusted-host --option first=anna --now "$now"
cp out t0.txt
is "digest 0 begins as digests do" "$(head -n 1 t0.txt)" "adit-digest v3"
is "the game file is private" "$(stat -c %a cave.db)" 600
exits 0 "read, choose, sign, apply" sh -c '
	"$ADIT" read t0.txt -k anna --moves | grep -v discard | head -n 1 |
		"$ADIT" sign -k anna -d t0.txt | "$ADIT" apply cave.db'
cp out t1.txt
ok "prints digest 1" grep -qx 'n: 1' t1.txt
ok "... which is what digest prints" sh -c '"$ADIT" digest cave.db | cmp - t1.txt'
ok "... also by its number" sh -c '"$ADIT" digest cave.db 1 | cmp - t1.txt'
ok "digest 0 is still digest 0" sh -c '"$ADIT" digest cave.db 0 | cmp - t0.txt'
cli 0 "digest --json" digest cave.db 1 --json
like "... tells what everybody knows" "$(cat out)" '{"game":"*","n":1,*"seat":null,*"hand":\["?",*}'
cli 5 "a digest that is not there" digest cave.db 2
cli 2 "a number that is none" digest cave.db x1
cli 0 "a chain of digests" read t0.txt t1.txt -k bob
like "shows whose turn it is" "$(cat out)" "*It is your turn, bob*"
like "shows the hand" "$(cat out)" "*You are: bob, a *"
like "shows the orders" "$(cat out)" "*Orders you can give: *"
cli 0 "digests on standard input" read - -k bob --json < t1.txt
like "read --json" "$(cat out)" \
	'{"game":"*","rules":"saboteur","n":1,"head":"*","seat":"bob","verified":true,*"position":{*},"can":\["*"\],"waiting":null,"standing":\[\],*}'
cli 0 "it is not anna's turn: no moves" read t1.txt -k anna --moves
ok "... nothing on standard output" test ! -s out
said "it is bob's turn, not yours"
cli 0 "what everybody may know" read t1.txt --public --json
like "no seat, no orders" "$(cat out)" '*"seat":null,"verified":true,*"can":\[\],*'
ok "... and no hand" sh -c '! grep -q "\"hand\":\[\"[a-z]" out'
cli 0 "the board alone" read t1.txt -k bob --board
ok "... is what the digest holds" sh -c 'sed -n "/^board:/,/^position:/p" t1.txt | sed "1d;\$d" | sed "\$d" | cmp - out'
cli 0 "--ascii" read t1.txt -k anna --ascii
ok "... is ASCII" sh -c '! LC_ALL=C grep -q "[^ -~]" out'
cli 0 "--color=always" read t1.txt -k anna --color=always
ok "... has colors" grep -q "$(printf '\033')" out
cli 0 "--color=auto into a file" read t1.txt -k anna
ok "... has none" sh -c '! grep -q "$(printf "\\033")" out'

# ---- a folder of digests
cli 0 "--out writes files" digest cave.db 0 --out .
is "... and names them" "$(cat out)" ./turns/000000.txt
ok "... byte for byte" cmp turns/000000.txt t0.txt
cli 0 "again: the same" digest cave.db 0 --out .
: > turns/000000.txt
cli 0 "over what a power cut has left of it" digest cave.db 0 --out .
ok "... byte for byte" cmp turns/000000.txt t0.txt
for kept in 0 700; do
	{ head -c $kept t0.txt && head -c $(($(wc -c < t0.txt) - kept)) /dev/zero; } > turns/000000.txt
	cli 0 "... over $kept bytes and zeros" digest cave.db 0 --out .
	is "... byte for byte, and nothing else is there" "$(cmp turns/000000.txt t0.txt; ls turns)" 000000.txt
done
cli 73 "another table in the same folder" new second.db -k host --rules duel --trusted-host --seat anna --seat bob --out .
said 'turns/000000.txt is there already and is not overwritten'
is "... is not opened, and the folder is as it was" "$(cmp turns/000000.txt t0.txt; ls turns; ls second.db 2> /dev/null)" 000000.txt
mkdir other
mkdir other/turns
echo mine > other/turns/000000.txt
cli 0 "a file with something else" digest cave.db 0 --out other
said "other/turns/000000.txt was not this digest of game *: it is now 000000.txt.foreign-????"
is "... is set aside as it was" "$(cat other/turns/*.foreign-????)" mine
ok "... and the digest is there" cmp other/turns/000000.txt t0.txt
order=$(adit read t1.txt -k bob --moves | grep -v '^discard' | head -n 1)
# shellcheck disable=SC2086 # words
adit sign -k bob -d t1.txt $order > o2.txt
cli 0 "apply --out" apply cave.db o2.txt --out .
is "... also writes what no earlier run did" "$(cat out)" "./turns/000001.txt
./turns/000002.txt"
cli 0 "read . checks the chain" read . -k carl
like "... and shows the newest" "$(cat out)" "*Digest 2 of *"
like "... and what happened in one lap" "$(cat out)" "*What happened*anna begins*bob *"
cli 0 "read turns is the same" read turns -k carl
cli 0 "sign takes the newest of the folder here" sign -k carl \
	"$(adit read . -k carl --moves | head -n 1)"
cp out o3.txt
cli 0 "apply --json" apply cave.db --json o3.txt --out .
like "one object" "$(cat out)" \
	'{"game":"*","rules":"saboteur","n":3,"head":"*","order":"*","events":\[*\],"repeated":false,"seat":"carl","result":"taken","code":"none","file":"o3.txt"}'
cli 0 "the same order again" apply cave.db --json o3.txt --out .
like "... repeated" "$(cat out)" '{*"n":3,*"repeated":true,"seat":"carl","result":"repeated",*}'
cli 0 "status" status cave.db
like "one line, nothing undelivered but the last" "$(cat out)" \
	"cave.db: game *, saboteur, digest 3, round 1 of 3, turn 4, to move: anna, dealing: trusted*"
cli 0 "status --json" status --json cave.db cave.db
is "one object a game" "$(grep -c '"game":.*"seats":\[{"name":"anna","late":false,' out)" 2
cli 0 "log" log cave.db
like "tells who did what" "$(cat out)" "*3  20??-??-?? ??:?? UTC  carl*"
cli 0 "log --json" log cave.db --json
ok "... has the events" grep -q '^{"n":0,.*"events":\[{"kind":"' out
adit read turns/000001.txt --public --json > read1 2> /dev/null
ok "... as read --json has them" grep -qF "$(sed -n '2s/.*\("events":\[.*\]\)}$/\1/p' out)" read1
is "one object a digest" "$(grep -c '^{"n":[0-3],"time":"' out)" 4
rm -r turns
cli 0 "digest --undelivered" digest cave.db --undelivered --out .
ok "... writes the last at least" test -f turns/000003.txt

# ---- a digest for one player
cli 0 "digest --seat" digest cave.db 3 --seat anna
cp out for-anna.txt
is "holds one private view" "$(grep -c 'BEGIN AGE' for-anna.txt)" 1
cli 0 "it still verifies" read for-anna.txt -k anna
cli 5 "others find nothing in it" read for-anna.txt -k bob
cli 5 "no such seat" digest cave.db 3 --seat dora

HOME='' ADIT_HOME='' exits 0 "no home is no hindrance for reading" adit read for-anna.txt --public
said "warning: the digests seen are not recorded"
exits 0 "by mail: CRLF, and text around it" sh -c '{
	printf "Hello Anna,\r\n\r\n"; sed "s/\$/\r/" for-anna.txt; printf "Yours\r\n"; } | "$ADIT" read - -k anna'

# ---- orders in every form
last=turns/000003.txt
order=$(adit read $last -k anna --moves | grep '^discard' | head -n 1)
# shellcheck disable=SC2086 # words
adit sign -k anna -d $last --clear $order > clear.txt
ok "--clear is bare" grep -qx -e '-----BEGIN ADIT ORDER-----' clear.txt
# shellcheck disable=SC2086
adit sign -k anna -d $last $order > sealed.txt
ok "sealed is not" sh -c '! grep -q "do:" sealed.txt'
adit sign -k anna -d $last 'discard nesw' --force > other.txt
is "sealed orders have one size" "$(wc -c < sealed.txt)" "$(wc -c < other.txt)"
cli 0 "order shows one" order -p keys/anna.pub clear.txt
is "... as it is signed" "$(head -n 1 out)" "adit-order v1"
ok "..." grep -qx "do: $order" out
said "the signature is valid"
cli 1 "order with another's card" order -p keys/bob.pub clear.txt
cli 0 "order --json" order clear.txt --json
like "..." "$(cat out)" '{"game":"*","seat":"anna","turn":4,"seq":1,"head":"*","do":\["discard *"\],"say":null,"verified":null}'
cli 1 "a sealed order without the host's key" order sealed.txt
cli 0 "... and with it" order -k host sealed.txt
printf 'map 0,0\n%s\n' "$order" > wishes
cli 0 "alternatives on standard input, the first that is possible" sign -k anna -d $last < wishes
cp out wishes.txt
cli 0 "order -k host" order -k host wishes.txt
is "... lists both" "$(grep -c '^\(do\|or\): ' out)" 2
cli 0 "something to say" sign -k anna -d $last --clear --say 'Nice try, Bob.' "$order"
ok "..." grep -qx 'say: "Nice try, Bob."' out
cli 0 "sign --json" sign -k anna -d $last --json "$order"
like "..." "$(cat out)" '{"game":"*,"do":\["discard *"\],*"verified":true,"block":"-----BEGIN AGE *"}'
cli 0 "... tells what is signed, as it is signed" sign -k bob -d $last --json --turn next --say 'a >  b' 'Discard   MAP'
like "..." "$(cat out)" '*,"do":\["discard map"\],"say":"a › b",*'
cli 0 "saying something needs no order" sign -k bob -d $last --clear --say 'hello'
ok "..." grep -qx 'turn: any' out
cli 2 "no order" sign -k anna -d $last < /dev/null
said "no order given"
mkdir elsewhere
mkdir -m 700 fresh
cp keys/anna.* fresh
exits 2 "no digest" sh -c 'cd elsewhere && ADIT_HOME=../fresh exec "$ADIT" sign -k anna discard nesw'
said "no digest given; name a file or a folder"
exits 2 "play without a game" sh -c 'cd elsewhere && ADIT_HOME=../fresh exec "$ADIT" play -k anna'
said "no digest given; name a file or a folder, or - for standard input; *adit play --learn*"
cli 2 "standard input is one thing" sign -k anna -d - -
cli 2 "a turn that is none" sign -k anna -d $last --turn soon "$order"
cli 2 "a turn that is too large for any" sign -k anna -d $last --turn 99999999999 "$order"
cli 4 "a turn that is not on" sign -k anna -d $last --turn 99 "$order"
said "it is turn * not 99; leave --turn out"
cli 2 "--turn any, of an order that belongs to a turn" sign -k anna -d $last --turn any "$order"
cli 2 "a turn for an order that belongs to none" sign -k anna -d $last --turn 1 resign
cli 4 "a vote on nothing" sign -k anna -d $last 'vote bob yes'
said "there are no new keys of bob to vote on"
cli 65 "an alternative that is no order" sign -k anna -d $last "$order" --or 'dance'
printf '%s\n' "$order" > wish
cli 0 "an order on standard input beside --say" sign -k anna -d $last --clear --say 'hello' < wish
ok "... is taken" grep -qxF "do: $order" out
cli 4 "not one's turn" sign -k bob -d $last "$order"
said "it is anna's turn, not yours"
cli 0 "not one's turn: kept for later" sign -k bob -d $last --turn next 'discard nesw'

# ---- a hundred times the same order
cli 0 "the first time" apply cave.db clear.txt
cp out first.txt
cp cave.db before.db
i=0
while [ $i -lt 100 ]; do
	i=$((i + 1))
	adit apply cave.db clear.txt 2> err | cmp - first.txt || echo "differs"
	cmp cave.db before.db || echo "changed"
done > hundred
ok "a hundred times: the same digest, the same file" test ! -s hundred
said "clear.txt: order of anna repeated: it was applied before, as digest 4"
cli 4 "another order for that turn" apply cave.db sealed.txt

tap_end
