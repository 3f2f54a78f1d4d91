#!/bin/sh
# A table that the players deal along: join, confirm, restart, audit, compare, proof.
. "${0%/*}/lib.sh"
tap_begin

keys host anna bob carl dora
carl_card=$ADIT_HOME/carl.pub
cli 0 "new opens a table" new cave.db -k host --rules saboteur --seat anna --seat bob --seat carl \
	--option first=anna --now "$now" --out .
ok "... and deals nothing" grep -qx 'dealing: open' turns/000000.txt
ok "... with no private view" sh -c '! grep -q "^for " turns/000000.txt'
cli 0 "what is audited there holds" audit .
for verb in "audit ." "read . --public --host $ADIT_HOME/host.pub"; do
	# shellcheck disable=SC2086 # words
	cli 0 "$verb: dated five minutes ahead" $verb --now 2026-11-21T17:47:14Z
	ok "... is what clocks do" test ! -s err
	# shellcheck disable=SC2086 # words
	cli 0 "$verb: and a second more" $verb --now 2026-11-21T17:47:13Z
	said 'digest 0 is dated 2026-11-21T17:52:14Z, which is yet to come'
	is "... in one line" "$(wc -l < err)" 1
done
cli 4 "confirm before all have joined" confirm -k anna -d .
cli 4 "an order before the deal" sign -k anna -d . discard map
said "nothing is dealt yet"
cli 4 "new keys before the deal" rotate-key -k anna --new dora -d .
cli 4 "a suggestion before the deal" read . -k anna --suggest
cli 1 "join for a seat of another's key" join -k dora -d . --seat anna
cli 5 "join for no seat" join -k dora -d .
cli 0 "join" join -k anna -d .
cp out join.anna
cli 0 "the same once more, before the host has it" join -k anna -d .
is "... without a warning: it is saved already" "$(cat err)" ""
cli 0 "the host takes it" apply cave.db join.anna --out . --now "$now"
keep_size() { sed -n '/^keep:/,/^sig:/p' "$1" | sed '/^view:/,$d; /^sig:/d' | wc -c; }
is "what the host keeps has one size" "$(keep_size turns/000001.txt)" "$(keep_size turns/000000.txt)"
cli 0 "twice" apply cave.db join.anna --out . --now "$now"
is "... which makes one digest" "$(newest)" turns/000001.txt
cli 4 "joining again" join -k anna -d .
cli 2 "restart without a reason" restart cave.db
cli 2 "a reason of two lines" restart cave.db --reason "bob is
away" --now "$now"
said "has more than one line"
cli 0 "restart" restart cave.db --reason "bob is away" --out . --now "$now"
is "... also where there is no order" "$(keep_size turns/000002.txt)" "$(keep_size turns/000000.txt)"
ok "... is counted" grep -qx 'attempt: 2' turns/000002.txt
said 'starts over, attempt 2: everybody joins again'
ok "... nobody had confirmed" grep -qx '  confirmed: -' turns/000002.txt
cli 3 "undo before the deal" undo cave.db --to 0 --reason "no" --now "$now"
cli 0 "a seat for somebody else" seat cave.db carl --replace "$ADIT_HOME/dora.pub" --reason "carl is away" \
	--out . --now "$now"
ok "... is told" grep -qx '  replace: carl' turns/000003.txt
ok "... and nobody has joined yet" grep -qx 'attempt: 2' turns/000003.txt
cli 0 "the new one joins" join -k dora -d .
cp out answer
cli 0 "... and is taken" apply cave.db answer --out . --now "$now"
cli 0 "another one after that" seat cave.db carl --replace "$carl_card" --reason "carl is back" --out . \
	--now "$now"
ok "... and all join anew" grep -qx 'attempt: 3' turns/000005.txt
for step in join confirm; do
	for who in anna bob carl; do
		cli 0 "$who: $step" "$step" -k "$who" -d .
		cp out answer
		cli 0 "... is taken" apply cave.db answer --out . --now "$now"
	done
done
is "the last one deals" "$(sed -n 's/^dealing: //p' "$(newest)")" audited
cli 0 "everybody reads what was opened" read . -k bob
cli 4 "join is too late, with whatever key" join -k host -d .
said "the cards of game"
cli 4 "restart is too late" restart cave.db --reason late --now "$now"
cli 6 "what was dealt is not proven yet" audit .
said "not proven yet"
ok "... and nothing is wrong" sh -c '! grep -q FAIL out'
exits 6 "with one's own views" adit audit . -k anna --json
ok "... as objects" grep -q '{"n":11,"check":"view","result":"PENDING"' out
exits 6 "nobody takes the output" sh -c 'exec "$ADIT" audit . > /dev/full'
said "cannot write standard output: No space left on device"
exits 6 "... of JSON" sh -c 'exec "$ADIT" audit . --json > /dev/full'
is "... which is one error" "$(wc -l < err)" 1

cp -r turns other
sed -i 's/^turn: 1$/turn: 2/' other/000011.txt
cli 0 "another host's card" keygen --no-passphrase nobody
cli 1 "an audit of another host's game" audit turns --host "$ADIT_HOME/nobody.pub"
said "another host"
exits 6 "an audit that needs no home" env -u HOME -u XDG_CONFIG_HOME -u ADIT_HOME "$ADIT" audit turns
cli 1 "audit of a changed digest" audit other
said "digest 11, signature"
cli 0 "the file is what its orders make" fsck cave.db -k host
cli 0 "... and can be made from the digests" rebuild again.db turns -k host
rm again.db
cli 0 "compare two that are the same" compare turns turns
rm -rf cave.db other
mkdir other
cp turns/000000.txt other/000000.txt
cli 0 "compare as far as both go" compare turns other
mkdir apart
cp turns/000003.txt apart
cli 6 "compare what has nothing in common" compare other apart
said "the two have no digest in common: nothing is compared"
ok "... which passes nothing" test ! -s out
ok "leaves are remembered" test -s "$ADIT_HOME/games/$(sed -n 's/^game: //p' turns/000000.txt)/leaves"

# The host has seen two shares, and restarts the joint deal.
mkdir anew
cd anew || exit 99
adit new cave.db -k host --rules saboteur --seat anna --seat bob --seat carl --now "$now" --out . \
	> /dev/null || exit 99
for answer in join.anna join.bob join.carl confirm.carl confirm.bob; do
	adit "${answer%.*}" -k "${answer#*.}" -d . |
		adit apply cave.db --out . --now "$now" > /dev/null || exit 99
done
cli 0 "a restart after two have confirmed" restart cave.db --reason "anna sleeps" --out . --now "$now"
said 'bob had confirmed; carl had confirmed'
ok "... in the digest" grep -qx '  confirmed: bob carl' "$(newest)"

tap_end
