#!/bin/sh
# The seats end the game: each verb tells it, and nothing can be ordered any more.
. "${0%/*}/lib.sh"
tap_begin
table anna bob carl

vote()
{
	adit sign -k "$1" -d "$(newest)" vote end "$2" |
		adit apply cave.db --now "$now" --out . > applied 2> err || exit 99
}

adit read --public "$(newest)" > told 2> err # so that the host is known
cli 4 "a no that opens nothing" sign -k bob -d "$(newest)" vote end no
said 'nobody has proposed that'
cli 65 "neither yes nor no" sign -k bob -d "$(newest)" vote end now
said 'a vote is: vote WHAT yes|no'
vote bob yes
like "status tells programs" "$(adit status cave.db --json)" \
	'*"votes":\[{"on":"end","since":1,"by":"bob","need":2,"yes":\["bob"\],"no":\[\]}\]*'
adit read "$(newest)" -k anna > told
ok "read tells what it needs" grep -q '"end" has 1 of the 2 votes that it needs (vote end yes|no)' told
vote bob no
vote carl yes
adit sign -k carl -d "$(newest)" --turn every suggest > kept
cli 0 "an order is kept" apply cave.db --now "$now" --out . kept
vote anna yes
is "the vote, and the end" "$(cat applied)" "./turns/000005.txt
./turns/000006.txt"
said 'the seats have voted to end the game here'
like "the game is over" "$(adit status cave.db)" '*over, won by anna, bob and carl*'
adit read turns/000006.txt -k anna > told
is "why is told first" "$(sed -n '/^What happened/{n;p;}' told)" '  the seats have voted to end the game here'
ok "... and the round goes to nobody" grep -q 'the round is broken off' told
not_ok "... nor is it said to" grep -Eq 'win the round|goes to the saboteurs' told
ok "it is summed up" grep -qx '  score: carl 0' turns/000006.txt
like "the page tells it" "$(adit page cave.db)" '*the seats have voted to end the game here*'
cli 4 "no vote any more" sign -k bob -d turns/000006.txt vote end yes
said 'the game is over'
adit sign -k bob -d turns/000006.txt --say 'Well played.' | adit apply cave.db --now "$now" --out . > applied 2> err
ok "but a word" test -f turns/000007.txt
cli 0 "all checks pass" audit turns
ok "... all of it" grep -q 'all checks passed' out
cli 0 "... also with a seat's key" audit turns -k bob
cli 5 "a key of no seat opens nothing, though all is revealed" audit turns -k host
said 'no private view here opens with this key'
cli 0 "the file is sound" fsck cave.db -k host
cli 0 "... and can be made again" rebuild -k host again.db turns
is "... as it was" "$(adit status again.db --json | sed 's/again.db//; s/"undelivered":[0-9]*//')" \
	"$(adit status cave.db --json | sed 's/cave.db//; s/"undelivered":[0-9]*//')"
like "a round that is broken off counts for no role" "$(adit stats cave.db --json)" \
	'*"name":"bob","rules":"saboteur","games":1,"over":1,"won":1,*"roles":{}}*'
forget
adit new open.db -k host --rules saboteur --seat anna --seat bob --seat carl --now "$now" --out open > /dev/null
adit read --public open/turns/000000.txt > told 2> err
cli 4 "nothing to end before the deal" sign -k anna -d open/turns/000000.txt vote end yes
said 'nothing is dealt yet'
cli 3 "nothing is taken back over it" undo cave.db --to 4 --reason x

tap_end
