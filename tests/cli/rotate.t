#!/bin/sh
# New keys for a seat: by its holder, and by the host with the votes of the others.
. "${0%/*}/lib.sh"
tap_begin
table anna bob carl
keys anna2 bob2 eve

cli 0 "rotate-key" rotate-key -k anna --new anna2 -d turns/000000.txt
mv out order
ok "... is sealed" grep -q 'BEGIN AGE' order
cli 0 "the host applies it" apply cave.db --now "$now" --out . order
ok "... the digest says so" grep -q 'anna has new keys' turns/000001.txt
cli 0 "the new key reads it" read turns/000001.txt -k anna2
cli 5 "the old one does not" read turns/000001.txt -k anna
cli 5 "... nor with all digests" read . -k anna
said "no private view of digest 1 opens with this key; seat anna had it up to digest 0; then it was replaced"
sed '/^for anna:/,/^-----END/d' turns/000001.txt > without
cli 5 "... nor with all but its view" read turns/000000.txt without -k anna
said "seat anna had it up to digest 0; then it was replaced"
sed '/^for bob:/,/^-----END/d' turns/000001.txt > without
cli 5 "a copy without the view" read turns/000000.txt without -k bob
said "no private view of digest 1 opens with this key; this copy has no private view of seat bob: read one that has it"
cli 0 "but still the older" read turns/000000.txt -k anna
adit sign -k anna -d turns/000000.txt --force --say 'still me' > old
cli 1 "an order of the old key" apply cave.db old
said "the order is signed with a key of anna that was replaced in digest 1; sign with the new key"
cli 0 "the same order again" apply cave.db order
said "applied before"
adit sign -k anna2 -d turns/000001.txt "$(move anna2)" > order
cli 0 "an order of the new key" apply cave.db --now "$now" --out . order

cli 0 "the host gives bob's seat another key" seat cave.db bob --replace "$ADIT_HOME/bob2.pub" \
	--reason 'Bob dropped his phone.' --now "$now" --out .
is "... and prints the file" "$(cat out)" ./turns/000003.txt
ok "... everybody reads why" grep -q 'Bob dropped his phone' turns/000003.txt
ok "... and that it is not confirmed" grep -q 'are not confirmed: 0 of 2' turns/000003.txt
cli 0 "bob reads with it" read turns/000003.txt -k bob2
adit sign -k anna2 -d turns/000003.txt vote bob yes > order
cli 0 "a vote" apply cave.db --now "$now" --out . order
ok "... is counted" grep -q 'not confirmed: 1 of 2' turns/000004.txt
adit sign -k carl -d turns/000004.txt vote bob yes > order
cli 0 "another" apply cave.db --now "$now" --out . order
ok "... confirms" grep -q "bob's new keys are confirmed" turns/000005.txt
cli 0 "the file is as its orders make it" fsck cave.db -k host
cli 0 "... and can be made again" rebuild -k host again.db .
cli 0 "the history verifies" read . -k bob2

adit sign -k bob -d turns/000002.txt --force --say 'still me' > old
cli 1 "an order of bob's first key" apply cave.db old
said "a key of bob that was replaced in digest 3"
adit sign -k anna -d turns/000000.txt --force --say 'still me, too' > old
cli 1 "of anna's, that is older" apply cave.db old
said "a key of anna that was replaced in digest 1"
adit sign -k bob2 -d turns/000005.txt --clear --force --say 'me' | sed 's/^say: .*/say: "you"/' > old
cli 1 "of nobody's" apply cave.db old
ok "... is nobody's" sh -c '! grep -q replaced err'

cli 2 "rotate-key without a new key" rotate-key -k bob2 -d turns/000005.txt
said "--new"
cli 2 "to the same key" rotate-key -k bob2 --new bob2 -d turns/000005.txt
cli 5 "to no key" rotate-key -k bob2 --new nobody -d turns/000005.txt
cli 5 "by a stranger" rotate-key -k eve --new bob -d turns/000005.txt
adit rotate-key -k bob2 --new carl -d turns/000005.txt > order
cli 3 "to another seat's key" apply cave.db order
said "carl has one of these keys"
adit rotate-key -k bob2 --new host -d turns/000005.txt --clear > order
ok "in clear" grep -qx 'do: rotate-key' order
cli 3 "to the host's" apply cave.db order
sed 's/^do: rotate-key/do: resign/' order > changed
cli 1 "a changed order" apply cave.db changed
cli 2 "seat without a card" seat cave.db bob --reason x
cli 2 "seat without a reason" seat cave.db bob --replace "$ADIT_HOME/eve.pub"
cli 5 "a seat that is not there" seat cave.db dora --replace "$ADIT_HOME/eve.pub" --reason x
cli 3 "a card that sits here already" seat cave.db bob --replace "$ADIT_HOME/carl.pub" --reason x
cli 5 "a card that is not there" seat cave.db bob --replace none.pub --reason x
cli 1 "another host" seat cave.db bob -k eve --replace "$ADIT_HOME/eve.pub" --reason x
is "nothing changed" "$(adit status cave.db --json | grep -o '"n":[0-9]*')" '"n":5'

# ---- an order that waits was signed with the key before
waits=$(adit read . -k carl --json | sed 's/.*"name":"carl","hand":\["\([^"]*\).*/\1/')
adit sign -k carl -d . --turn next discard "$waits" > order
cli 0 "an order for the next turn" apply cave.db --now "$now" --out . order
adit rotate-key -k carl --new eve -d . > order
cli 0 "new keys meanwhile" apply cave.db --now "$now" --out . order
cli 0 "the order waits on" read . -k eve
ok "... and read does not say that others signed it" grep -q 'It was signed here, but cannot be opened' out
mkdir table
mv turns table
cli 0 "... nor does a private page" page --html -k eve -o page.html table
ok "..." grep -q 'It was signed here, but cannot be opened' page.html

tap_end
