#!/bin/sh
# Taking back: in the open, and nothing of what was signed before counts after.
. "${0%/*}/lib.sh"
tap_begin
table anna bob carl

# play N: N turns of whoever is to move, as the greedy player would.
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

play 6
adit read turns/000003.txt -k bob > before
cli 0 "undo" undo cave.db --to 3 --reason 'I took the wrong mail, sorry.' --now "$now" --out .
is "... prints the file" "$(cat out)" ./turns/000007.txt
ok "... every player reads why" grep -q 'takes back digests 4 to 6' turns/000007.txt
ok "... in a line for programs" grep -qx '  undo: 3' turns/000007.txt
cli 0 "the history still verifies" read . -k bob
adit read turns/000007.txt -k bob > after
is "... the hand is that of then" "$(grep '^hand' after)" "$(grep '^hand' before)"
cli 4 "an order taken back, once more" apply cave.db order
said "took back in digest 7"
is "the host undid it, says the log" "$(adit log cave.db | sed -n 's/^7  [^ ]*  //p')" host
play 2
cli 0 "it goes on" fsck cave.db -k host
cli 0 "... and can be made again" rebuild -k host again.db .
cli 0 "undo to standard output" undo again.db --to 7 --reason 'once more' -k host
ok "... prints the digest" grep -q '^n: 10$' out
forget

cli 4 "a digest taken back" undo cave.db --to 5 --reason x
said "itself taken back"
cli 4 "the newest" undo cave.db --to 9 --reason x
cli 5 "none" undo cave.db --to 99 --reason x
cli 2 "no reason" undo cave.db --to 8
cli 2 "an empty reason" undo cave.db --to 8 --reason ''
cli 2 "no number" undo cave.db --reason x
cli 2 "a negative number" undo cave.db --to=-1 --reason x
cli 1 "another key" undo cave.db -k anna --to 8 --reason x
cli 73 "no folder to write to" undo cave.db --to 8 --reason x --out "$ADIT_HOME/host.pub"
is "nothing changed" "$(adit status cave.db --json | grep -o '"n":[0-9]*')" '"n":9'

tap_end
