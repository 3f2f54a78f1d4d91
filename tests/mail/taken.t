#!/bin/sh
# What adit mail does with what comes in, and how it ends.
# shellcheck disable=SC2094 # the same word is a Message-ID and a file
. "${0%/*}/lib.sh"
tap_begin
needs_letter
table_by_mail anna bob carl
digest=turns/000000.txt

# letters N: the last lines of the log about received mails, not about sent ones
letters() { grep '"letter"' log | tail -n "$1"; }

# became: what became of each order in the last line of the log
became()
{
	letters 1 | grep -o '"result":"[a-z]*"' | cut -d'"' -f4 | tr '\n' ' '
}
answer() { letters 1 | sed 's/.*"answer"://; s/[}"]//g'; }
n() { adit status --json cave.db | sed 's/.*"n":\([0-9]*\).*/\1/'; }

order=$(move anna)
# shellcheck disable=SC2086 # words
adit sign -k anna -d $digest $order > sealed 2> /dev/null
{
	letter anna@example.org a1
	cat sealed
} > a1
# shellcheck disable=SC2086 # words
adit sign -k anna -d $digest --clear $order > clear 2> /dev/null

# ---- one message from standard input
cp cave.db fresh.db
mail 0 "an order" --log log cave.db < a1
is "... is taken" "$(became)" "taken "
is "... and makes a digest" "$(n)" 1
mail 0 "the same again" --log log cave.db < a1
is "... is repeated" "$(became)$(answer)" "repeated receipt"
mail 0 "an order that is too late" --log log cave.db << EOT
$(letter anna@example.org a2)

$(cat clear)
EOT
is "... is refused" "$(became)$(answer)" "refused receipt"
mail 0 "from a stranger" --log log cave.db << EOT
$(letter x@example.com x1)

Hello
EOT
is "... nothing" "$(became)$(answer)" "null"
not_ok "no address is in the log" grep -q example log
mail 0 "a question" --log log cave.db << EOT
$(letter anna@example.org a3)

How does this work?
EOT
is "... gets help" "$(became)$(answer)" "help"
mail 0 "nothing at all" cave.db < /dev/null
mail 0 "bytes" --log log cave.db < "$ADIT"
is "nothing came of all that" "$(n)" 1
exits 0 "-v" adit mail -v --stdout cave.db < a1
is "... says what became of it" "$(grep order err)" \
	"adit: mail: order of anna in game $game: repeated, digest 1"

# ---- what concerns the machine, and only that, is 75
mail 75 "no such table" nothing.db < a1
exits 5 "--flush without such a folder" adit mail --flush nothing
is "... says so" "$(cat err)" "adit: mail: nothing: no such game file or folder"
ln -s gone link
exits 5 "--flush with a link that leads nowhere" adit mail --flush link
is "... says so" "$(cat err)" "adit: mail: link: link is a link to gone, which does not exist"
mail 75 "a bad option" --wrong cave.db < a1
mail 75 "no table" < a1
mail 75 "no such mail" cave.db nothing
mail 75 "no such key" -k dave cave.db < a1
ADIT_LETTER=/nowhere mail 75 "no adit-letter" cave.db < a1
ADIT_HOME=$tap_dir/empty mail 75 "no home" cave.db < a1
mail 75 "a log that cannot be written" --log nowhere/log cave.db < a1
mail 75 "a folder without a Maildir in it" cave.db turns
back fresh.db
adit apply cave.db -k host --out . sealed > /dev/null 2>&1
cp fresh.db cave.db
rm -r turns
mail 75 "an older copy of a game file" cave.db < a1
is "... takes nothing" "$(n)" 0

# ---- mail boxes
back fresh.db
mkdir turns
adit digest cave.db 0 > $digest
for name in anna bob carl; do
	adit sign -k $name -d $digest --turn any --say "I am $name" > say.$name 2> /dev/null
done
box()
{
	for name in "$@"; do
		echo "From $name@example.org Sat Nov 21 17:52:14 2026"
		letter "$name@example.org" "box-$name"
		cat "say.$name"
		echo
	done
}
box carl anna bob > mbox
mail 0 "a mail box" --log log cave.db mbox
is "... every letter of it is taken" "$(letters 3 | grep -c '"taken"')" 3
mail 0 "... again" --log log cave.db mbox
is "... is repeated" "$(letters 3 | grep -c '"repeated"')" 3
is "... and makes no digest" "$(n)" 3
back fresh.db
mkdir -p box/new box/cur box/tmp
for name in carl bob anna; do
	{
		letter "$name@example.org"
		cat "say.$name"
	} > "box/new/1.$name"
done
ln -s "$tap_dir/a1" box/new/2.link
mkfifo box/new/3.fifo
mail 0 "a Maildir" --log log cave.db box
is "... every letter of it is taken" "$(n)" 3
is "... and moved" "$(cd box && echo cur/*)" "cur/1.anna:2,S cur/1.bob:2,S cur/1.carl:2,S"
is "... what is none stays" "$(cd box && echo new/*)" "new/2.link new/3.fifo"
cp -r box/cur/* box/new
mail 0 "... again" --log log cave.db box
is "... changes nothing" "$(n)" 3
cp a1 box/new/9.a1
mail 75 "what cannot be taken" nothing.db box
ok "... stays" test -f box/new/9.a1
mail 0 "several at once" cave.db mbox box a1
rmdir box/tmp
mkdir elsewhere
mv box/cur elsewhere
cp a1 box/new/9.a1
mail 75 "a Maildir without cur" cave.db box
mv elsewhere/cur box
mail 0 "... with it" cave.db box
long=8.$(printf %0250d 0)
cp a1 "box/new/$long"
cp a1 box/new/9.a1
mail 75 "a name that gets too long in cur" cave.db box
is "... stays, and the next is moved" "$(cd box && echo new/*)" "new/2.link new/3.fifo new/$long"
rm "box/new/$long"
cp a1 box/new/8.a1
cp a1 box/new/9.a1
chmod 0 box/new/8.a1
as_nobody=
[ -r box/new/8.a1 ] &&
	as_nobody='setpriv --bounding-set=-dac_override,-dac_read_search --inh-caps=-dac_override,-dac_read_search'
# shellcheck disable=SC2086 # several words
if $as_nobody cat box/new/8.a1 > /dev/null 2>&1 || ! $as_nobody true 2> /dev/null; then
	skip "a letter that cannot be opened" "whoever runs this may read everything"
else
	exits 75 "a letter that cannot be opened" $as_nobody "$ADIT" mail -v --now "$now" \
		--maildir "$tap_dir/sent" cave.db box
	like "... is told" "$(cat err)" "*cannot open box/new/8.a1: Permission denied*"
	is "... and does not hide the others" "$(cd box && echo new/*)" "new/2.link new/3.fifo new/8.a1"
fi
rm -f box/new/8.a1

# ---- what the host has taken back
back fresh.db
{
	letter anna@example.org back
	cat say.anna
} > said
mail 0 "an order that shows nobody a card" --log log cave.db < said
adit undo -k host --to 0 --reason oops --now "$now" cave.db > /dev/null 2>&1 || exit 99
mail 0 "... again, after it was taken back" --log log cave.db < said
is "... is refused, and says so" "$(became)$(answer)" "refused receipt"
is "... it makes no digest" "$(n)" 2

# ---- a folder of tables
forget
mkdir tables
cp fresh.db "tables/$game.db"
(
	cd tables || exit 99
	cp ../fresh.db ../other.db
)
mail 0 "a folder" -k host --log log tables < a1
is "... the order names its table" "$(became)" "taken "
sed "s/^game: .*/game: nowhere/" clear > other
mail 0 "a table that is not there" -k host --log log tables << EOT
$(letter anna@example.org)

$(cat other)
EOT
is "... nothing" "$(became)" "nothing "
mv "tables/$game.db" tables/called.db
cp "$ADIT" tables/a.db
mail 75 "a table that is called otherwise" -k host --log log tables < a1
is "... its letters stay until it has its name" "$(letters 1 | sed 's/.*"letter":"\([a-z]*\)".*/\1/')" busy
mv "$ADIT_HOME/hosted" hosted.away
mail 0 "... of a game that was not hosted here" -k host --log log tables < a1
is "... it is not looked for" "$(became)" "nothing "
mv hosted.away "$ADIT_HOME/hosted"
mv tables/called.db called.db
mail 0 "... that is gone" -k host --log log tables < a1
is "... nothing" "$(became)" "nothing "
mv called.db "tables/$game.db"
rm tables/a.db
mkdir tables/x
for evil in ../fresh x/y . .. 'a b'; do
	sed "s|^game: .*|game: $evil|" clear > other
	mail 0 "a table called $evil" -k host --log log tables << EOT
$(letter anna@example.org)

$(cat other)
EOT
	is "... nothing" "$(became)" ""
done

# One more than a mail can name; repeating the first one costs no verification.
mkdir seventeen
for i in $(seq 17); do
	adit new "seventeen/t$i.db" -k host --rules duel --seat anna --seat bob --trusted-host --id "t$i" \
		--now "$now" > first || exit 99
	adit sign -k anna --clear --turn any --say hi -d first > "hi.$i" 2> /dev/null || exit 99
done
{
	letter anna@example.org
	cat hi.1
} > l
mail 0 "one of many tables" -k host seventeen < l
{
	letter anna@example.org
	cat hi.? hi.1?
} > l
exits 0 "seventeen tables" adit mail -v -k host --now "$now" --maildir sent seventeen < l
is "... are one too many" "$(grep -c ': taken, ' err) $(grep -c 'names 16 other tables before' err)" "15 1"

# ---- a thousand
forget
# many PROGRAM: a mail with a thousand copies of the order, each line printed by awk
many()
{
	letter anna@example.org
	awk '{ line[NR] = $0 }
	END {
		for (i = 1; i <= 1000; i++)
			for (k = 1; k <= NR; k++)
				print line[k] ~ /^seq:/ && seq ? "seq: " i : line[k]
	}' seq="$1" clear
}
many 0 > many
mail 0 "the same order a thousand times" --log log cave.db < many
is "... is one" "$(became)" "refused "
many 1 > many
mail 0 "a thousand forged orders" --log log cave.db < many
is "... of which 16 are looked at" "$(became | wc -w)" 16
# ---- what came back
rm -rf sent
forget
cp fresh.db cave.db
mail 0 "what waits is sent" --flush cave.db
id=$(grep -h '^Message-ID' sent/bob/new/* | sed 's/.*: //')
report 5.1.1 "$id" > report
forged=$(echo "$id" | sed 's/[a-z0-9]*@/aaaaaaaaaaaaaaaa@/')
report 5.1.1 "$forged" > report.forged
mail 0 "a report with a token that was guessed" --log log cave.db < report.forged
report 5.1.1111 "$id" > report.odd
mail 0 "... with a status that is none" --log log cave.db < report.odd
like "... does not count" "$(adit address --json cave.db)" '*"seat":"bob",*"bounces":0,*'
mail 0 "a report" --log log cave.db < report
mail 0 "... again" --log log cave.db < report
like "... counts once" "$(adit address --json cave.db)" '*"seat":"bob",*"bounces":1,"bounce":"5.1.1"*'
tap_end
