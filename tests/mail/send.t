#!/bin/sh
# Outgoing mail: when, how often, and its content.
# shellcheck disable=SC2154 # now
. "${0%/*}/../cli/lib.sh"
tap_begin
table anna bob carl
printf -- '--table cave@example.org\nanna anna@example.org\nbob bob@example.net\ncarl carl@example.com\n' > list

# A sendmail that keeps what it is given, unless `broken` says what it does instead.
cat > sendmail << 'END'
#!/bin/sh
cd "${0%/*}" || exit 1
n=$(($(cat count 2> /dev/null || echo 0) + 1))
echo "$n" > count
env > env.$n
echo "$*" > args.$n
case $(cat broken 2> /dev/null) in
fails) exit 75 ;;
dies) kill -KILL $$ ;;
kills)
	echo tried >> tried
	kill -KILL $PPID
	;;
takes-and-dies)
	cat > mail.$n
	kill -KILL $$
	;;
talks)
	yes &
	echo $! > talker
	wait
	;;
esac
cat > mail.$n
END
chmod +x sendmail

# at N: N seconds later.
at() { date -u -d "@$((1795283534 + $1))" +%Y-%m-%dT%H:%M:%SZ; }
# flush N ARG...: N seconds later.
flush()
{
	later=$(at "$1")
	shift
	rm -f count mail.* args.* env.*
	adit mail --flush --sendmail "$tap_dir/sendmail" --now "$later" "$@" > out 2> err
}
mails() { find . -maxdepth 1 -name 'mail.*' | wc -l; }

# play N: the seat to move plays, N seconds later.
play()
{
	seat=$(sed -n 's/^next: //p' "$(newest)" | head -n 1)
	adit read "$(newest)" -k "$seat" --suggest > line
	adit sign -k "$seat" -d "$(newest)" - < line > order || exit 99
	adit apply cave.db --now "$(at "$1")" --out . order > /dev/null 2>&1 || exit 99
}

cli 0 "addresses" address cave.db - --now "$now" < list
ok "what waits is sent" flush 0 cave.db
is "... a mail to each seat" "$(mails)" 3
is "... no shell, no option" "$(cat args.1)" "-i -f cave@example.org -- anna@example.org"
is "... with an environment of its own" "$(sed 's/=.*//' env.1 | grep -vx '_\|PWD\|OLDPWD\|SHLVL' | LC_ALL=C sort | tr '\n' ' ')" "HOME PATH "
is "... silently" "$(cat out err)" ""
ok "once" flush 0 cave.db
is "... is enough" "$(mails)" 0

# ---- content: headers, words, and the digest with the own view
head -n 13 mail.2 > /dev/null 2>&1
adit address cave.db anna anna@example.org --now "$now"
flush 0 cave.db
game=$(sed -n 's/^game: //p' turns/000000.txt)
token=$(sed -n 's/^Message-ID: <.*\.\([a-z2-7]*\)@example.org>$/\1/p' mail.1)
like "a token" "$token" '????????????????'
is "headers" "$(sed '/^$/q' mail.1)" "From: \"$game\" <cave@example.org>
To: <anna@example.org>
Subject: You are invited: $game
Date: Sat, 21 Nov 2026 17:52:14 +0000
Message-ID: <$game.0.anna.$token@example.org>
Auto-Submitted: auto-generated
List-Id: <$game.adit.example.org>
X-Auto-Response-Suppress: All
X-Adit: game=$game; n=0; turn=1; next=anna; kind=digest
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=\"=_adit\""
is "who invites, and whose turn it is, stands first" \
	"$(sed '1,/^Content-Transfer-Encoding: quoted/d' mail.1 | sed -n 2,3p | tr '\n' '|')" \
	"The host invites you to a game of Saboteur.|It is your turn, anna.|"
sed '1,/^Content-Transfer-Encoding: base64/d' mail.1 | sed '/^--=_adit/d' | base64 -d > got
adit digest cave.db --seat anna > want
ok "the digest with the own view alone" cmp got want
ok "... which verifies" adit read got -k anna
not_ok "no other address, no armor in words" grep -E 'bob@|carl@|BEGIN' mail.1
is "lines are not long" "$(awk 'length > 78' mail.1)" ""

# ---- the same words as HTML, after the text
# part TYPE: that part of mail.1, decoded.
part() { python3 -c 'import email, sys
for part in email.message_from_binary_file(open(sys.argv[1], "rb")).walk():
    if part.get_content_type() == sys.argv[2] and not part.get_filename():
        sys.stdout.buffer.write(part.get_payload(decode=True))' mail.1 "$1"; }
is "parts" "$(sed -n 's/^Content-Type: \([a-z]*\/[a-z]*\);.*/\1/p' mail.1 | tr '\n' ' ')" \
	"multipart/mixed multipart/alternative text/plain text/html text/plain "
part text/html > page
like "HTML that says whose turn it is" "$(cat page)" "*It is your turn, anna.</p>*<pre*<span style=\"color:#*</html>"
ok "... without a fault" tidy -quiet -errors page
not_ok "... that loads nothing" grep -E 'href|src=|url\(|<script|<link' page
ok "the digest is found in such a mail" adit read mail.1 -k anna
cp mail.1 both
adit address cave.db anna anna@example.org --now "$now"
flush 0 --mail-html=no cave.db
is "--mail-html=no: text alone" "$(sed -n 's/^Content-Type: \([a-z]*\/[a-z]*\);.*/\1/p' mail.1 | tr '\n' ' ')" \
	"multipart/mixed text/plain text/plain "
part text/plain > text
cp both mail.1
ok "... the same" sh -c 'cmp text -' << END
$(part text/plain)
END
exits 75 "--mail-html takes yes or no" adit mail --flush --mail-html=maybe cave.db

# ---- the answer to the mover's order, and references
play 60
flush 61 cave.db
grep -l '^To: <anna@' mail.* > mover
like "the mover reads it first" "$(sed '1,/^Content-Transfer-Encoding: quoted/d' "$(cat mover)" | sed -n 2,3p)" \
	"Your order was taken.?It is the turn of bob."
is "the others whose turn it is" "$(grep -h -c 'Your order was taken\.$' mail.* | tr '\n' ' ')" "1 0 0 "
like "references: the mail before" "$(grep References: "$(cat mover)")" "References: <$game.0.anna.$token@example.org>"

# ---- several digests in one mail; failures
echo fails > broken
play 120
ok "a sendmail that fails is no failure" flush 121 cave.db
is "... it is tried once a seat" "$(cat count)" 3
ok "not again at once" flush 122 cave.db
not_ok "... " test -e count
play 130
rm broken
ok "but with the next digest" flush 131 cave.db
is "... in one mail" "$(mails)" 3
is "... one file is attached" "$(sed -n 's/^Content-Disp.*-\(0000.*\)"$/\1/p' mail.1)" 000003.txt
is "... with both, in order" "$(digests mail.1 | tr '\n' ' ')" "2 3 "
like "... called as the newest" "$(grep ^Message-ID mail.1)" "Message-ID: <$game.3.*"
like "... References two" "$(grep -A1 ^References mail.1)" "*$game.0.*$game.2.*"

# It is unknown whether it was sent: the same again, by itself.
base=0
for how in takes-and-dies dies; do
	base=$((base + 1000))
	play "$base"
	echo $how > broken
	flush $((base + 1)) cave.db
	is "$how: the run ends with it" "$(cat count)" 1
	[ $how = dies ] || cp mail.1 before
	rm broken
	flush $((base + 100)) cave.db
	is "... and all goes with the next" "$(mails)" 3
	[ $how = dies ] || ok "... the same mail again" cmp before mail.1
done

echo talks > broken
adit address cave.db anna anna@example.org --now "$(at 3000)"
ok "a sendmail that talks" flush 3000 cave.db
is "... nobody listens to" "$(cat out err)" ""
# Who is its parent then may let it lie.
is_gone() { ! kill -0 "$1" 2> /dev/null || grep -q '^State:.Z' "/proc/$1/status"; }
ok "... is ended, with what it has started" is_gone "$(cat talker)"
rm broken
flush 3200 cave.db
adit address cave.db anna anna@example.org --now "$(at 3300)"
ok "a sendmail that is missing" adit mail --flush --sendmail "$tap_dir/nowhere" --now "$(at 3300)" cave.db -v
ok "... is told" adit mail --flush --sendmail "$tap_dir/nowhere" --now "$(at 3500)" cave.db
rm -f count mail.*
export ADIT_SENDMAIL="$tap_dir/sendmail"
ok "by another program, without an option" adit mail --flush --now "$(at 30000)" cave.db
unset ADIT_SENDMAIL
is "... the mail goes later" "$(mails)" 1

# Five days.
echo fails > broken
adit address cave.db anna anna@example.org --now "$(at 40000)"
flush 40000 cave.db
rm -f count
flush 480000 cave.db
is "after five days without a machine it is tried once more" "$(cat count) $(cat out err)" "1 "
flush 480100 cave.db --log log
is "... and then it has failed" "$(cat out err)" \
	"adit: mail: digest 5 of game $game to anna: given up after 5 days: sendmail: status 75"
is "... which stands in the log" "$(sed 's/.*"mail"/"mail"/' log)" \
	"\"mail\":\"digest\",\"game\":\"$game\",\"seat\":\"anna\",\"digest\":5,\"error\":\"given up after 5 days: sendmail: status 75\""'}'
like "... and status tells" "$(adit status cave.db)" '*mails that failed: 1*'
rm broken log count
flush 480200 cave.db
is "... and is not sent" "$(mails)" 0
is "... nor told again" "$(cat out err)" ""

# A week without a machine: all of it goes, a digest, a reminder and an answer.
tick_table()
{
	adit new late.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host --option first=anna \
		--limit 4d --late discard --now "$now" --mail-from cave@example.org --mail anna=anna@example.org \
		> late.0 && adit tick late.db --now "$(at 300000)" > /dev/null 2>&1
}
# week N TRIES: N seconds after it all was queued
week() { flush "$1" late.db; }
rm -f late.db*
ok "a table that reminds" tick_table
is "... two mails wait" "$(adit status late.db --json | sed 's/.*"waiting":\([0-9]*\).*/\1/')" 2
week 904800
is "after a week all of it goes" "$(mails) $(grep -h 'X-Adit' mail.* | sed 's/.*kind=//' | sort | tr '\n' ' ')" "2 digest due "
rm -f late.db*
ok "... once more" tick_table
echo fails > broken
week 904800
is "... it is tried" "$(cat count) $(cat out err)" "2 "
rm broken
week 904801
is "... once, and then given up" "$(mails) $(cat out err | sed "s/of game [a-z2-7]*/of game G/")" \
	"0 adit: mail: digest 0 of game G to anna: given up after 5 days: sendmail: status 75
adit: mail: due 0 of game G to anna: given up after 5 days: sendmail: status 75"
rm -f late.db*
ok "... that was tried a week before" tick_table
echo fails > broken
week 300100
rm broken
week 904800
is "... goes, too" "$(mails)" 2
rm -f late.db*
ok "... and again" tick_table
echo kills > broken
for i in 1 2 3 4 5 6; do
	(week 90480$i; :) 2> /dev/null
done
is "a run that is killed each time: the digest goes twice, the reminder once" "$(grep -c . tried)" 3
rm broken

# Where nothing may go, nothing is tried.

# ---- other ways
adit address cave.db bob bob@example.net --now "$(at 500000)"
ok "a Maildir" adit mail --flush --maildir boxes --now "$(at 500000)" cave.db
is "... a folder each seat" "$(cd boxes && echo *)" bob
is "... a mail in new alone" "$(find boxes -type f | sed 's|/[^/]*$||')" boxes/bob/new
is "... mode 600" "$(stat -c %a boxes/bob/new/*)" 600
token=$(sed -n 's/^Message-ID: .*[.]\([a-z2-7]*\)@.*/\1/p' boxes/bob/new/*)
is "... whose name has no token" "$(find boxes -type f | grep -cF "${token:-new}")" 0
adit address cave.db bob bob@example.net --now "$(at 500100)"
cli 0 "a mail box" mail --flush --stdout --now "$(at 500100)" cave.db
is "... begins as one" "$(head -n 1 out | cut -c 1-26)" "From cave@example.org Fri "
is "... one mail" "$(grep -c '^From ' out)" 1
adit address cave.db bob bob@example.net --now "$(at 500200)"
exits 75 "nobody takes the mail box" sh -c '"$ADIT" mail --flush --stdout --now '"$(at 500200)"' cave.db > /dev/full'
cli 0 "... it goes again" mail --flush --stdout --now "$(at 500300)" cave.db
is "... " "$(grep -c '^From ' out)" 1
adit address cave.db bob bob@example.net --now "$(at 500400)"
adit mail --flush --sendmail "$tap_dir/sendmail" --log log --now "$(at 500400)" cave.db
is "a log without addresses" "$(sed 's/"game":"[a-z2-7]*"/"game":"G"/' log)" \
	'{"time":"2026-11-27T12:52:14Z","mail":"digest","game":"G","seat":"bob","digest":5,"error":null}'

: > file
rm -f log
adit address cave.db bob bob@example.net --now "$(at 500500)"
ok "a Maildir below a file" adit mail --flush --maildir file/boxes --log log --now "$(at 500500)" cave.db
like "... why" "$(cat log)" '*"error":"maildir: cannot make folder file: file is not a folder"}'
adit address cave.db bob bob@example.net --now "$(at 500600)"
adit mail --flush --sendmail "$tap_dir/sendmail" --now "$(at 500600)" cave.db

# ---- mails that are due to nobody
adit address cave.db carl - --now "$(at 600000)"
play 600000
flush 600001 cave.db
is "a seat without address gets nothing" "$(mails)" 2

# ---- the machine
exits 5 "no game file" adit mail --flush nowhere.db
exits 75 "a bad option" adit mail --flush --frobnicate cave.db
exits 75 "two ways" adit mail --flush --stdout --maildir x cave.db
is "silently" "$(cat err)" ""
exits 75 "a Maildir of no name" adit mail --flush --maildir '' cave.db
mkdir tables
game=$(adit status --json cave.db | sed 's/.*"game":"\([^"]*\)".*/\1/')
cp cave.db "tables/$game.db"
printf 'no game' > tables/b.db
adit address "tables/$game.db" anna anna@example.org --now "$(at 700000)"
flush 700000 tables
is "a folder: a bad table" "$?" 75
is "... does not hide the others" "$(mails)" 1

# A copy that is put back sends nothing.
cp cave.db backup.db
adit address backup.db bob bob@example.net --now "$(at 800000)"
play 800000
flush 800001 backup.db
is "an older copy" "$?" 75
is "... sends nothing" "$(mails)" 0

# Two runs: who finds the post locked leaves it.
(
	flock 9
	flush 800002 cave.db
	is "the post is locked: nothing to do" "$? $(mails)" "0 0"
) 9> cave.db.post > locked
cat locked
tap_n=$((tap_n + 1))
flush 800003 cave.db
is "... and then there is" "$(mails)" 2
is "no run leaves anything beside its table" "$(find . -name '*.post')" ""
# Many runs at once: one has the lock.  If it is released or missing, no mail is forgotten.
for round in 1 2 3; do
	play $((810000 + round * 1000))
	later=$(at $((810001 + round * 1000)))
	rm -f mail.* args.* env.* count
	for i in 1 2 3 4 5 6; do
		adit mail --flush --maildir many --now "$later" cave.db &
	done
	wait
	is "six runs at once send all, $round" "$(adit status cave.db --json | sed 's/.*"waiting":\([0-9]*\).*/\1/')" 0
done
is "... once" "$(find many -type f | wc -l) $(find . -name '*.post')" "6 "
tap_end
