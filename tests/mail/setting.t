#!/bin/sh
# Orders about the mail of a seat: mail all|mine|daily|narrow|wide, resend N, address ADDR.  What they do, who
# cannot give them, and that nobody else learns of them.
# shellcheck disable=SC2154 # now
. "${0%/*}/lib.sh"
tap_begin
needs_letter
table_by_mail anna bob carl
at() { date -u -d "@$(($(date -u -d "$now" +%s) + $1))" +%Y-%m-%dT%H:%M:%SZ; }
clock=0
# put FILE: the mail in FILE comes a minute later; what it brings is in sent/.
put()
{
	rm -rf sent
	clock=$((clock + 60))
	adit mail --log log --now "$(at $clock)" --maildir sent cave.db < "$1" > out 2> err
	echo $? > status
}
# text SEAT [KIND]: the words of the newest mail to the seat.
text()
{
	python3 - "sent/$1/new" "${2:-.}" << 'END'
import email, os, re, sys
for name in sorted(os.listdir(sys.argv[1]) if os.path.isdir(sys.argv[1]) else []):
    mail = email.message_from_binary_file(open(os.path.join(sys.argv[1], name), "rb"))
    if not re.search("kind=" + sys.argv[2], mail["X-Adit"]):
        continue
    for part in mail.walk():
        if part.get_content_type() == "text/plain" and not part.get_filename():
            sys.stdout.write(part.get_payload(decode=True).decode())
END
}
kinds() { cat sent/"$1"/new/* 2> /dev/null | sed -n 's/^X-Adit:.*kind=//p' | sort | tr '\n' ' '; }
# order SEAT WORD...: a mail of the seat with this order in `coming`
order()
{
	who=$1
	shift
	adit digest cave.db > newest
	adit sign -k "$who" -d newest "$@" > order.txt 2> sign.err || return
	{
		letter "$who@example.org" "${id:-$(date +%N)}"
		cat order.txt
	} > coming
}
gives() { order "$@" && put coming; }
setting() { adit address cave.db --json | tr '{' '\n' | sed -n "s/^\"seat\":\"$1\".*\"mail\":\"\([a-z]*\)\",\"narrow\":\([a-z]*\).*/\1 \2/p"; }
n() { adit status --json cave.db | sed 's/.*"n":\([0-9]*\).*/\1/'; }
# turn: the player who is to move does so, by mail.
turn()
{
	mover=$(adit status cave.db --json | sed 's/.*"to_move":"\([a-z]*\)".*/\1/')
	adit digest cave.db > newest
	order "$mover" "$(adit read newest -k "$mover" --suggest)"
	put coming
}
mail 0 "what waits is sent" --flush cave.db

# ---- settings
gives anna mail mine
is "mail mine" "$(cat status) $(cat out err) $(n)" "0  0"
is "... has an answer, and no digest" "$(kinds anna)" "setting "
is "... in its first line" "$(text anna setting | head -n 1)" "Your order was taken: you get mail when you are to"
is "... which nobody else gets" "$(kinds bob)$(kinds carl)" ""
is "... the host sees it" "$(setting anna)" "mine false"
like "... also in the list" "$(adit address cave.db)" "*anna anna@example.org mail mine*"
like "... the log says only that" "$(grep '"letter"' log | tail -n 1)" '*"seat":"anna","result":"taken"}*'
put coming
is "again: nothing" "$(kinds anna) $(tail -n 1 log | grep -c repeated)" " 1"
adit apply cave.db order.txt > out 2>&1
like "... also by apply" "$(cat out)" "*order of anna repeated: it is about mail"
turn
is "her own order is answered" "$(kinds anna)" "digest "
turn
is "what bob does she does not get" "$(kinds anna)$(kinds carl)" "digest "
is "... which status does not call waiting" "$(adit status cave.db --json | sed 's/.*"waiting":\([0-9]*\).*/\1/')" 0
turn
is "when it is her turn she does" "$(kinds anna)" "digest "
is "... all of it" "$(digests sent/anna/new/* | tr '\n' ' ')" "2 3 "
cp sent/anna/new/* joined
ok "... the joined file is read" adit read -k anna joined
turn
gives bob mail daily
turn
is "daily: at once what wants a move" "$(kinds carl)$(kinds bob)" "digest digest "
turn
is "... not the rest" "$(kinds bob)" ""
adit address cave.db carl - --now "$(at $clock)"
rm -rf sent
adit mail --flush --now "$(at $((clock + 86000)))" --maildir sent cave.db
is "... not before a day" "$(kinds bob)" ""
adit mail --flush --now "$(at $((clock + 86401)))" --maildir sent cave.db
is "... but then" "$(kinds bob)" "digest "
is "... which mine does not get" "$(kinds anna)" ""
adit address cave.db carl carl@example.org --now "$(at $clock)"
turn
turn
is "... what she waits for" "$(kinds anna)" ""
gives anna mail all
is "mail all" "$(setting anna)$(kinds anna)" "all falsedigest setting "

# ---- narrow
gives carl mail narrow
is "mail narrow" "$(setting carl)" "all true"
text carl > shown
python3 - shown << 'END' > wide
import sys
for line in open(sys.argv[1], encoding="utf-8"):
    if len(line.rstrip("\n")) > 40 and len(line.split()) > 1 and not line.rstrip().endswith("\\"):
        print(line, end="")
END
is "... also the board" "$(cat wide)" ""
while turn && [ "$mover" != bob ]; do :; done
text carl > shown
is "... of his turn, too" "$(sed -n 1p shown)" "It is your turn, carl."
like "... where a command goes on" "$(cat shown)" "*    adit read --suggest \\\\?    *"
gives carl mail wide
is "mail wide" "$(setting carl)" "all false"
adit address cave.db > list
adit address cave.db - --now "$(at $clock)" < list
is "the list is taken as it is printed" "$(adit address cave.db)" "$(cat list)"

# ---- resend
last=$(n)
gives carl resend 1
is "resend" "$(text carl setting | head -n 1)" "Your order was taken: digest 1 is attached."
cp "$(grep -l kind=setting sent/carl/new/*)" again
is "... with the newest" "$(digests again | tr '\n' ' ')" "1 $last "
ok "... which adit reads" adit read -k carl again
cli 4 "no digest that is not known" sign -k carl -d newest resend 99
said "digest 99 is not known here"
gives carl resend 99 --force
is "... nor by force" "$(kinds carl) $(text carl | head -n 1)" "receipt  Your order was refused; nothing changed."

# ---- what is refused
cli 2 "in clear" sign -k carl -d newest --clear mail mine
said "is about your mail"
cli 2 "with a say" sign -k carl -d newest --say hello mail mine
cli 2 "with another order" sign -k carl -d newest --or pass mail mine
cli 2 "for a turn" sign -k carl -d newest --turn next mail mine
cli 65 "no such setting" sign -k carl -d newest mail often
cli 65 "no address" sign -k carl -d newest address carl
for with in "--say hello" "--turn next" "--turn every" "--or resign"; do
	# shellcheck disable=SC2086 # words
	gives carl --force --seq 3 $with mail mine
	is "refused: $with" "$(kinds carl) $(setting carl) $(n)" "receipt  all false $last"
done
order carl --seq 1 mail mine
put coming
adit read -k carl "$(echo sent/carl/new/*)" > shown 2>&1
like "an old seq" "$(cat shown)" "*seq 1 is not above *"
order carl mail mine
sed 's/^From: .*/From: thief@example.org/' coming > forged
put forged
is "a forged sender: the signature counts, the answer goes to the seat" "$(kinds carl) $(setting carl)" "setting  mine false"
gives carl mail all

# ---- at most eight in a day
while gives carl mail wide && [ "$(kinds carl)" = "setting " ]; do :; done
is "the ninth of a day is refused" "$(kinds carl)" "receipt "
clock=$((clock + 86400))
gives carl mail wide
is "... the next day it is not" "$(kinds carl)" "setting "

# ---- an order of another time
order anna mail mine --seq 1
cp order.txt early
for _ in $(seq 60); do turn; done
{
	letter anna@example.org late
	cat early
} > coming
put coming
is "an order that names a digest of long ago" "$(kinds anna) $(setting anna)" "receipt  all false"

# ---- another address
# question ADDR: the Message-ID of the mail to this address, in `asked`; its words are in `words`.
question()
{
	file=$(grep -l "^To: <$1>" sent/anna/new/*) || return
	sed -n 's/^Message-ID: //p' "$file" > asked
	cp "$file" mailed
	sed '1,/^$/d' "$file" > words
}
# says FROM WORD...: a reply to that question
says()
{
	{
		printf 'From: %s\nTo: cave@example.org\nMessage-ID: <%s@example.net>\nSubject: Re: x\n' "$1" "$(date +%N)"
		printf 'In-Reply-To: %s\n%b\n' "$(cat asked)" "${3-}"
		printf '%b\n\n> Mail for a player should go to this address.\n> yes\n' "$2"
	} > coming
	put coming
}
is_at() { is "$1" "$(adit address cave.db | sed -n 's/^anna //p') $(kinds anna)" "$2"; }
clock=$((clock + 86400))
last=$(n)
gives anna address Anna--B@New.example.net
is "address" "$(kinds anna) $(n)" "address address  $last"
question anna@example.org
like "... the old address is notified" "$(cat words)" "*Your order was taken: the new address gets a question.*"
question Anna--B@New.example.net
like "... the new one is asked" "$(cat words)" "*The seat is anna*write the word yes on a line*"
not_ok "... without a word about the table, or of the sender" grep -E '^(References|In-Reply-To)|; n=|board|order.txt|anna@' mailed
is "... it has a token of its own" "$(grep -c "$(sed 's/.*\.\([a-z2-7]*\)@.*/\1/' asked)" sent/anna/new/* | grep -c ':[1-9]')" 1
right=$(cat asked)
says thief@example.org yes
is_at "from another address" "anna@example.org "
says anna--b@new.example.net "Thank you\nyes, yes"
is_at "without yes on a line" "anna@example.org "
says anna--b@new.example.net yes 'Auto-Submitted: auto-replied\n'
is_at "a program" "anna@example.org "
sed 's/\.[a-z2-7]*@/.aaaaaaaaaaaaaaaa@/' asked > wrong && mv wrong asked
says anna--b@new.example.net yes
is_at "without its token" "anna@example.org "
echo "$right" > asked
cp cave.db before.db
says anna--b@new.example.net "Yes."
is_at "with it" "Anna--B@New.example.net by join, confirmed address digest "
is "... the old address gets a notice" "$(sed -n 's/^To: //p' "$(grep -l kind=address sent/anna/new/*)")" "<anna@example.org>"
is "... the new one the newest digest" "$(sed -n 's/^To: //p' "$(grep -l kind=digest sent/anna/new/*)")" "<Anna--B@New.example.net>"
says anna--b@new.example.net yes
is_at "a second answer does nothing" "Anna--B@New.example.net by join, confirmed "
gives anna address anna@example.org
gives anna address other@example.org
is_at "the third question of a day" "Anna--B@New.example.net by join, confirmed receipt "
clock=$((clock + 86400))
gives anna address other@example.org
question other@example.org
adit address cave.db anna anna@example.org --now "$(at $clock)"
says other@example.org yes
is_at "the host's own change ends the question" "anna@example.org digest "
gives anna address other@example.org
question other@example.org
clock=$((clock + 8 * 86400))
says other@example.org yes
is_at "an answer after eight days" "anna@example.org "
gives anna address other@example.org
question other@example.org
adit digest cave.db > newest
adit keygen --no-passphrase anna2 2> /dev/null
{
	letter anna@example.org
	adit rotate-key -k anna -d newest --new anna2 2> /dev/null
} > coming
put coming
says other@example.org yes
is_at "new keys end the question" "anna@example.org "
for wrong in cave@example.org anna@example.org; do
	adit digest cave.db > newest
	{
		letter anna@example.org
		adit sign -k anna2 -d newest address "$wrong" 2> /dev/null
	} > coming
	put coming
	is_at "not $wrong" "anna@example.org receipt "
done

# ---- nobody else learns of it
for i in $(seq 0 "$(n)"); do adit digest cave.db "$i"; done > all
adit status cave.db > shown
adit status --json cave.db >> shown
adit log cave.db >> shown
not_ok "no digest, log or status has it" grep -iE 'daily|narrow|resend|mail mine|new\.example' all shown log
exits 6 "the transcript is whole" adit audit -k anna2 all
tap_end
