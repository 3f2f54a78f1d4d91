#!/bin/sh
# A person without a seat writes to a table: they wait for a seat, get one, and then receive its mail.
. "${0%/*}/lib.sh"
tap_begin
needs_letter
keys host anna bob zoe yan
adit new cave.db -k host --rules duel --seat anna --seat bob --trusted-host --standby open --now "$now" \
	--option first=anna --out . --mail-from cave@example.org --mail anna=anna@example.org \
	--mail bob=bob@example.org > /dev/null
at() { date -u -d "@$(($(date -u -d "$now" +%s) + $1))" +%Y-%m-%dT%H:%M:%SZ; }
mails() { adit mail cave.db --maildir sent --now "$(at "$1")" > out 2> err; }

adit join --standby -k zoe -d turns/000000.txt > order
{ letter zoe@example.org one; cat order; } > mail
mails 60 < mail
like "he waits" "$(adit digest cave.db 1)" "*  note standby?*"
mails 70 < mail
is "the same mail again changes nothing" "$(adit status --json cave.db | sed 's/.*"n":\([0-9]*\).*/\1/')" 1
is "his address is listed" "$(adit address cave.db | grep zoe)" "--standby=1 zoe@example.org by join"
like "... for programs" "$(adit address --json cave.db)" \
	'*{"seat":null,"watches":false,"waits":1,"address":"zoe@example.org","how":"join",*'
adit digest --all cave.db > all
adit rebuild -k host again.db all
adit address cave.db | adit address again.db --now "$(at 70)" -
is "... and goes on with another game file" "$(adit address again.db)" "$(adit address cave.db)"
rm again.db
echo "--standby=1 -" | adit address cave.db --now "$(at 70)" -
is "... can be removed" "$(adit address cave.db | grep -c zoe)" 0
for bad in '5 2' '65 x' '65 0' '65 99999999999'; do
	cli "${bad% *}" "nobody waits since ${bad#* }" address cave.db - << end
--standby=${bad#* } zoe@example.org
end
done
echo "--standby=1 zoe@example.org by join" | adit address cave.db --now "$(at 70)" -
is "... and is there again" "$(adit address cave.db | grep zoe)" "--standby=1 zoe@example.org by join"
is "nothing is mailed to him yet" "$(adit mail cave.db --flush --stdout --now "$(at 70)" | grep -c zoe@)" 0
is "... nor does he look on" "$(ls sent)" "anna
bob"
for no in '' --withdraw; do
	adit digest cave.db > newest
	# shellcheck disable=SC2086 # no word, or one
	adit join --standby $no -k yan -d newest > order
	{ letter yan@example.org "yan$no"; cat order; } > mail
	mails 80 < mail
done
like "who waits no more is off the list" "$(adit digest cave.db)" "*host:?  standby-no: 2?*"
is "... and so is his address" "$(adit address cave.db | grep -c yan@)" 0
mails 90 < mail
is "... once" "$(adit status --json cave.db | sed 's/.*"n":\([0-9]*\).*/\1/')" 3
adit digest cave.db > newest
adit sign -k anna -d newest leave > order
{ letter anna@example.org two; cat order; } > mail
mails 120 < mail
like "anna's seat is his" "$(adit digest cave.db)" "*host:?  replace: anna?*"
is "... and so is its mail" "$(adit address cave.db | sed -n 's/^ *anna *//p')" \
	"$(adit address cave.db | grep -o 'zoe@example.org.*')"
mails 130 < /dev/null
ok "... with the digest that gives it" sh -c 'grep -l "To: .*zoe@example.org" sent/anna/new/*'
is "anna is told, once" "$(grep -l "^To: <anna@" sent/+21/new/* | wc -l)" 1
like "... why" "$(cat sent/+21/new/*)" "*Your seat is somebody else's now: no more mail comes from this table.*"
like "... by the digest, without a key" "$(ADIT_HOME=$tap_dir/nobody adit read sent/+21/new/* --now "$(at 130)" 2>&1)" "*anna*"
awk '/name="/ { f = 1 } f' sent/+21/new/* | sed '1,/^$/d; /^--/,$d' | base64 -d > public
ok "... that gives it away" grep -q "^  replace: anna" public
not_ok "... and has no view" grep -q "^for " public
is "... nor does she stand in the list" "$(adit address cave.db | grep -c anna@)" 0
cp -r sent/+21/new had
is "nothing goes to anna any more" "$(adit address cave.db | grep -c anna@example.org)" 0

# ---- both of them end the game, by mail
vote()
{
	adit digest cave.db > newest
	adit sign -k "$1" -d newest vote end yes > order
	{ letter "$1@example.org" "end-$1"; cat order; } > mail
	mails "$2" < mail
}
vote bob 200
vote zoe 260
like "the seats end the game, who came last with them" "$(adit digest cave.db)" "*host:?  end: yes?  by: table?*"
mails 300 < /dev/null
ok "anna has got nothing more" diff -r had sent/+21/new
for of in 'anna zoe' 'bob bob'; do
	like "... the mails of seat ${of% *} tell it" "$(adit read sent/"${of% *}"/new/* -k "${of#* }" --now "$(at 300)")" \
		'*The game is over, won by*the seats have voted to end the game here*The whole game*'
done
adit digest --all cave.db > all
cli 0 "... everybody can check all of it" audit all
cli 0 "... and it can be made again" rebuild -k host again.db all
tap_end
