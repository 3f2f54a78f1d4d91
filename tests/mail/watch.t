#!/bin/sh
# Watchers: digests without a view, after the players' mail, and nothing else.
. "${0%/*}/lib.sh"
needs_letter
tap_begin
table_by_mail anna bob carl

cli 0 "who looks on" address cave.db --watch zoe@example.org --watch yan@example.org --now "$now"
is "... stands in the list" "$(adit address cave.db)" "--table cave@example.org
anna anna@example.org
bob bob@example.org
carl carl@example.org
--watch zoe@example.org
--watch yan@example.org"
like "... and for programs" "$(adit address --json cave.db)" \
	'*{"seat":null,"watches":true,"address":"zoe@example.org","how":"host","bounces":0,"bounce":null}*'
mail 0 "the newest digest goes out" --flush cave.db
is "... to each of them" "$(echo sent/*)" "sent/+1 sent/+2 sent/anna sent/bob sent/carl"
cat sent/+1/new/* > zoe
ok "... addressed to the one alone" test "$(grep -c example.org zoe)" -gt 1
ok "... no other address is in it" sh -c '! grep -E "yan@|anna@|bob@|carl@" zoe'
ADIT_HOME=$tap_dir/nobody adit read zoe > read.out 2> err || cat err
ok "... which is read without a key" grep -q "turn 1" read.out
awk '/; name="/ { f = 1 } f' zoe | sed '1,/^$/d; /^--/,$d' | base64 -d > public 2> /dev/null
ok "... it holds the public part" grep -q "^adit-digest v" public
ok "... and no view" sh -c '! grep -q "^for " public'
ok "an unsealed part shows no view either" sh -c '! grep -q "^for " zoe'
like "it says how to read it" "$(cat zoe)" "*adit read $game-000000.txt*"

# The order of sending: players first, longest waiting first.
adit sign -k anna -d . --clear "$(move anna)" | adit apply -k host cave.db --out . --now "$now" > /dev/null 2>&1
adit mail --flush --stdout cave.db --now "$now" > box 2> err
is "players come first" "$(sed -n 's/^To: <\(.*\)@.*/\1/p' box | tr '\n' ' ')" "anna bob carl zoe yan "

# A mail from who looks on is a stranger's.
letter zoe@example.org > came
mail 0 "nobody answers who looks on" cave.db < came
is "... with no mail" "$(adit mail --flush --stdout cave.db)" ""

# What came back.
id=$(sed -n '/^To: <zoe/,/^$/s/^Message-ID: //p' box)
like "the Message-ID names no address" "$id" "<$game.1.+1.*@example.org>"
report 5.1.1 "$id" > came
mail 0 "a bounce" cave.db < came
like "... counts" "$(adit address --json cave.db)" '*"zoe@example.org","how":"host","bounces":1,"bounce":"5.1.1"*'
report 5.1.1 "<$game.1.+3.aaaaaaaaaaaaaaaa@example.org>" > came
mail 0 "... a forged one does not" cave.db < came
like "... for anybody" "$(adit address --json cave.db)" '*"yan@example.org","how":"host","bounces":0,*'

# Nothing bad changes anything.
adit address cave.db > list
cp cave.db was.db
refused() # STATUS TEXT ARG...
{
	refused_want=$1
	refused_text=$2
	shift 2
	cli "$refused_want" "refused: $*" address cave.db --now "$now" "$@"
	said "$refused_text"
	ok "... and nothing has changed" cmp cave.db was.db
}
refused 2 "is the table's own address" --watch Cave@example.org
refused 2 "is no address" --watch zoe
refused 2 "is no address" --watch -
refused 5 "xaver@example.org does not look on" --unwatch xaver@example.org
i=2
while [ $((i += 1)) -le 20 ]; do
	echo "--watch w$i@example.org"
done > more
cli 0 "a list of them" address cave.db --now "$now" - < more
is "... twenty" "$(adit address cave.db | grep -c '^--watch')" 20
cp cave.db was.db
refused 2 "20 look on already" --watch xaver@example.org
cli 0 "who is there is no other" address cave.db --now "$now" --watch ZOE@example.org
is "... still twenty" "$(adit address cave.db | grep -c '^--watch')" 20

# Off the list; the list goes on with another file.
adit sign -k bob -d "$(newest)" --clear --say "Hm." > order < /dev/null
cli 0 "off the list" address cave.db --unwatch Zoe@example.org --now "$now"
adit apply cave.db --now "$now" --out . order > /dev/null 2>&1
adit mail --flush --stdout cave.db --now "$now" > box 2> err
is "... and gets nothing more" "$(grep -c '^To: <w\|^To: <yan' box) $(grep -ci '^To: <zoe' box)" "19 0"
keys op
cli 0 "the operator, and whether anybody may look on" address cave.db --now "$now" --watchers open --operator "$ADIT_HOME/op.pub"
adit address cave.db > list
like "... is in the list" "$(tail -n 2 list | tr '\n' ' ')" "--watchers open --operator RW* age1* "
adit rebuild new.db -k host . > /dev/null 2> err || cat err
adit address cave.db | adit address new.db --now "$now" -
adit address new.db | sort > again
sort list > sorted
ok "the list is taken by a rebuilt file" cmp sorted again
cp new.db was.db
# wrong STATUS LINE: a list with this line is refused whole.
wrong()
{
	printf 'anna a@example.org\n%s\n' "$2" > bad
	cli "$1" "a list with a wrong line: ${2%% *}" address new.db --now "$now" - < bad
	ok "... changes nothing" cmp new.db was.db
}
wrong 65 "--operator RWx age1x"
wrong 65 "$(sed -n 's/^\(--operator .*\) .*/\1/p' list)"
wrong 2 "--watchers often"
tap_end
