#!/bin/sh
# Taking back: in the open, and nothing of what was signed before counts after.
. "${0%/*}/lib.sh"
tap_begin
table anna bob carl
adit keygen --no-passphrase undo 2> /dev/null
cli 2 "no seat is called undo" new undo.db -k host --rules saboteur --seat anna --seat bob --seat undo
said 'cannot name a seat'

# play N: N turns of the seat to move, as the greedy policy would.
play()
{
	turn=0
	while [ $turn -lt "$1" ]; do
		turn=$((turn + 1))
		seat=$(sed -n 's/^next: //p' "$(newest)" | head -n 1)
		adit read "$(newest)" -k "$seat" --suggest > line
		adit sign -k "$seat" -d "$(newest)" - < line > order || exit 99
		adit apply cave.db --now "$now" --out . order > /dev/null || exit 99
	done
}

# vote SEAT yes|no: on going back to digest $to.
vote()
{
	adit sign -k "$1" -d "$(newest)" vote undo "$to" "$2" |
		adit apply cave.db --now "$now" --out . > applied || exit 99
}

play 6
adit read turns/000003.txt -k bob > before
to=3
cli 0 "undo" undo cave.db --to 3 --reason 'I took the wrong mail, sorry.' --now "$now" --out .
is "... prints the file" "$(cat out)" ./turns/000007.txt
said 'asks to take back digests 4 to 6'
ok "... every player reads what it needs" grep -q '0 of 2 votes for it' turns/000007.txt
ok "... every player reads why" grep -q 'asks to take back digests 4 to 6' turns/000007.txt
ok "... in a line for programs" grep -qx '  undo-asked: 3' turns/000007.txt
ok "... and no time runs" grep -qx 'due: -' turns/000007.txt
like "status tells" "$(adit status cave.db --now "$now")" \
	'*asked to go back to digest 3 (0 of 2 votes until *, awaited: anna, bob, carl)*'
adit status cave.db --json --now "$now" > json
like "... and tells programs" "$(cat json)" \
	'*"asked":{"digest":7,"to":3,"need":2,"until":"*","reason":"I took the wrong mail, sorry.","yes":\[\],"no":\[\],"no_vote":\[\],"awaited":\["anna","bob","carl"\]}*'
adit read turns/000007.txt -k bob > asked
ok "read tells what it means" grep -q 'The host asks to go back to digest 3' asked
ok "... and what to do" grep -q 'You have not voted yet.  To vote, give the order: vote undo 3 yes' asked
not_ok "... and offers no orders" grep -q 'Orders you can give' asked

mover=$(sed -n 's/^next: //p' turns/000007.txt)
cli 4 "no turn is signed" sign -k "$mover" -d turns/000007.txt --turn 7 discard map
said 'nothing is played until the seats have voted'
cli 4 "no order is suggested" read turns/000007.txt -k "$mover" --suggest
cli 0 "none can be given" read turns/000007.txt -k "$mover" --moves
is "... so none is listed" "$(cat out)" ""
adit sign -k "$mover" -d turns/000007.txt --force --turn 7 discard map > order
cli 4 "none is taken" apply cave.db --now "$now" order
said 'vote undo 3 yes, or no'
cli 4 "a vote on another digest is not signed" sign -k bob -d turns/000007.txt vote undo 4 yes
said 'go back to digest 3, not 4'
cli 4 "a second undo" undo cave.db --to 5 --reason x --now "$now"
said '*--withdraw*'
cli 2 "to withdraw one of them" undo cave.db --withdraw --to 3 --now "$now"

vote bob yes
like "a vote counts" "$(adit status cave.db --now "$now")" '*(1 of 2 votes until *, yes: bob, awaited: anna, carl)*'
adit read "$(newest)" -k bob > asked
ok "... and its seat is told" grep -q 'You have voted yes' asked
vote carl no
cli 0 "withdrawn" undo cave.db --withdraw --now "$now" --out .
said 'no longer asks to go back to digest 3'
ok "... in a digest" grep -qx '  undo-withdrawn: 3' "$(newest)"
cli 4 "withdrawn twice" undo cave.db --withdraw --now "$now"
cli 4 "asked again without a turn" undo cave.db --to 3 --reason 'Please.' --now "$now"
said 'have not played since'
like "status is as ever" "$(adit status cave.db --json)" '*"asked":null*'
play 1
cli 0 "asked again" undo cave.db --to 3 --reason 'Really the wrong mail.' --now "$now" --out .
is "... prints the file" "$(cat out)" ./turns/000012.txt
vote anna yes
vote bob yes
is "the last vote, and what it does" "$(cat applied)" "./turns/000014.txt
./turns/000015.txt"
ok "every player reads why" grep -q 'takes back digests 4 to 14' turns/000015.txt
ok "... in a line for programs" grep -qx '  undo: 3' turns/000015.txt
cli 0 "the history still verifies" read . -k bob
adit read turns/000015.txt -k bob > after
is "... the hand is that of then" "$(grep '^hand' after)" "$(grep '^hand' before)"
cli 4 "an order taken back, once more" apply cave.db --now "$now" order
said "took back in digest 15"
is "the host undid it, says the log" "$(adit log cave.db | sed -n 's/^15  .* UTC  //p')" host
play 2
cli 0 "it goes on" fsck cave.db -k host
cli 0 "... and can be made again" rebuild -k host again.db .
adit sign -k bob -d "$(newest)" --say 'Well.' | adit apply again.db -k host > said
cli 0 "undo to standard output, of words alone" undo again.db --to 17 --reason 'once more' -k host
said 'takes back digest 18'
ok "... prints the digest" grep -q '^n: 19$' out
forget

cli 4 "a digest taken back" undo cave.db --to 5 --reason x --now "$now"
said "itself taken back"
cli 4 "the newest" undo cave.db --to 17 --reason x --now "$now"
cli 5 "none" undo cave.db --to 99 --reason x --now "$now"
cli 2 "no reason" undo cave.db --to 16
cli 2 "a reason with a flood of marks" undo cave.db --to 16 --reason "$(printf 'z\314\201\314\201\314\201\314\201\314\201')"
said "more than 4 combining marks on a character"
cli 2 "an empty reason" undo cave.db --to 16 --reason ''
cli 2 "no number" undo cave.db --reason x
cli 2 "a negative number" undo cave.db --to=-1 --reason x
cli 1 "another key" undo cave.db -k anna --to 16 --reason x
cli 73 "no folder to write to" undo cave.db --to 16 --reason x --out "$ADIT_HOME/host.pub"
is "nothing changed" "$(adit status cave.db --json | grep -o '"n":[0-9]*')" '"n":17'

# An undecided request ends after 7 days, since this table has no limit.
play 3
to=$(($(sed -n 's/^n: //p' "$(newest)") - 2))
cli 0 "asked, and nobody votes" undo cave.db --to $to --reason 'A slip.' --now "$now" --out .
asks=$(newest)
ok "... every player reads until when" grep -qx '  until: 2026-11-28T17:52:14Z' "$asks"
is "tick says when it has something to do" "$(adit tick cave.db --next --hold --now "$now")" 2026-11-28T17:52:14Z
cli 0 "a second before" tick cave.db --out . --now 2026-11-28T17:52:13Z
is "... nothing is done" "$(newest)" "$asks"
cli 0 "what would be done" tick cave.db --dry-run --now 2026-11-28T17:52:14Z
said 'the vote on taking back would end'
cli 0 "the time is over" tick cave.db --out . --now 2026-11-28T17:52:14Z
said 'the vote on taking back has ended'
ok "... in a line for programs" grep -qx "  undo-refused: $to" "$(newest)"
ok "... which ends it" grep -qx '  is: refused' "$(newest)"
cli 4 "asked again without a turn" undo cave.db --to $to --reason 'Please.' --now 2026-11-28T17:52:14Z
now=2026-11-28T18:00:00Z
play 1
cli 0 "asked again after one" undo cave.db --to $to --reason 'Please.' --now "$now" --out .
asks=$(newest)
adit sign -k bob -d "$asks" vote undo $to yes > late
cli 4 "a vote that comes too late" apply cave.db --now 2026-12-05T18:00:00Z --out . late
cli 0 "... with the next run the digest comes that ended it" tick cave.db --out . --now 2026-12-05T18:00:00Z
ok "... though the vote was refused" grep -qx "  undo-refused: $to" "$(newest)"
now=2026-12-05T19:00:00Z
play 1
cli 0 "it goes on" fsck cave.db -k host
cli 0 "... and can be read" read . -k bob
cli 0 "... and made again" rebuild -k host twice.db .

tap_end
