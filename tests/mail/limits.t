#!/bin/sh
# To whom nothing is sent any more: an address that bounces, and one that came by join and that nobody has
# confirmed; and what the host does about it.
. "${0%/*}/lib.sh"
tap_begin
needs_letter
table_by_mail anna bob carl

# says: anna says something by mail, and everybody who gets mail gets a digest
said=0
says()
{
	said=$((said + 1))
	now=2026-11-$((21 + said / 9))T18:$(printf %02d "$said"):00Z # ten a day at most
	digest=turns/$(printf %06d "$(adit status --json cave.db | sed 's/.*"n":\([0-9]*\).*/\1/')").txt
	adit digest cave.db > "$digest"
	{
		letter anna@example.org said$said
		adit sign -k anna -d "$digest" --say "number $said" 2> /dev/null
	} > coming
	adit mail --now "$now" --maildir "$tap_dir/sent" cave.db < coming
}
mails() { find "sent/$1/new" -type f 2> /dev/null | wc -l; }

# ---- an address that does not exist
mail 0 "what waits is sent" --flush cave.db
for _ in 1 2 3; do
	says
	grep -h '^Message-ID' "$(find sent/bob/new -type f | while read -r f; do
		grep -q " n=$said;" "$f" && echo "$f"
	done)" | sed 's/.*: //' > id
	report 5.1.1 "$(cat id)" > coming
	mail 0 "the mail with digest $said comes back" cave.db < coming
done
had=$(mails bob)
says
says
is "nothing more goes there" "$(mails bob)" "$had"
is "... to the others it does" "$(mails carl)" $((said + 1))
like "... and the host sees why" "$(adit status cave.db)" '*mail to bob bounces: 5.1.1*'
cli 0 "he has a new address" address --now "$now" cave.db bob bob@new.example.org
mail 0 "... where all goes that did not arrive" --flush cave.db
is "... in one mail" "$(mails bob)" $((had + 1))
is "... every digest that has come back or waited" \
	"$(digests "$(grep -l " n=$said;" sent/bob/new/*)" | sort -u | wc -l)" 5
adit status cave.db > shown
not_ok "... and is told no more" grep -q bounces shown

# ---- an address used in a join, perhaps of another person
echo 'carl carl@example.org by join' | adit address --now "$now" cave.db -
rm -rf sent/carl
for _ in $(seq 34); do
	says
done
had=$(mails carl)
ok "to an address that nobody confirmed go at most 32 mails" test "$had" -le 32
ok "... in all" test "$had" -ge 20
says
is "... then none" "$(mails carl)" "$had"
like "... and the host sees why" "$(adit status cave.db)" '*the address of carl is not confirmed*'
cli 0 "he knows that it is carl's" address --now "$now" cave.db carl carl@example.org
mail 0 "... and what waits is sent" --flush cave.db
is "... in one mail" "$(mails carl)" $((had + 1))

# ---- number of answers a day: two for mails that only claim to be bob's, eight for orders that bob signed
now=2026-12-01T12:00:00Z
rm -rf sent/bob
# answers KIND, last KIND: those that bob got; how many of them say that they are the last
answers() { grep -l "kind=$1" sent/bob/new/* 2> /dev/null; }
last() { answers "$1" | xargs grep -l '^This is the last answer of this kind for up to 24 hours' | wc -l; }
for i in 1 2 3; do
	{
		letter bob@new.example.org "forged$i"
		echo 'I am bob, I say.'
	} > coming
	mail 0 "a letter that claims to be from bob, $i" cave.db < coming
done
is "... help comes twice" "$(answers help | wc -l)" 2
is "... and the second says that it is the last" "$(last help) $(answers help | tail -n 1 | xargs cat | grep -c '^This is the last')" "1 1"
adit digest cave.db > newest
for i in 0 1 2 3 4 5 6 7 8 9; do
	{
		letter bob@example.org "signed$i"
		adit sign -k bob -d newest --force --turn any --seq 1 --say "$i" 2> /dev/null
	} > coming
	mail 0 "bob says something, always the first" cave.db < coming
	[ "$i" != 7 ] || is "... the seventh receipt is not the last" "$(answers receipt | wc -l) $(last receipt)" "7 0"
done
is "... of nine that are refused eight are answered" "$(answers receipt | wc -l) $(last receipt)" "8 1"
mail 0 "one of them again" cave.db < coming
is "... is not" "$(answers receipt | wc -l)" 8
ok "a last receipt is read" adit read -k bob "$(answers receipt | xargs grep -l 'This is the last')"
now=2026-12-02T12:00:01Z
{
	letter bob@example.org "tomorrow"
	adit sign -k bob -d newest --force --turn any --seq 1 --say tomorrow 2> /dev/null
} > coming
mail 0 "a day later" cave.db < coming
is "... there is one again" "$(answers receipt | wc -l) $(last receipt)" "9 1"

# ---- the same mail again, as of a run that was killed before its mail server knew, or of two runs at once
now=2026-12-03T12:00:00Z
rm -rf sent/bob
{
	letter bob@new.example.org again
	echo 'Hello, is this the cave?'
} > coming
mail 0 "a letter that is answered" cave.db < coming
mail 0 "... comes again" cave.db < coming
is "... one answer" "$(answers help | wc -l)" 1
{
	letter bob@new.example.org signed-again
	adit sign -k bob -d newest --force --turn any --seq 1 --say again 2> /dev/null
} > coming
mail 0 "an order that is refused" cave.db < coming
mail 0 "... comes again" cave.db < coming
is "... one receipt" "$(answers receipt | wc -l)" 1
now=2026-12-03T13:00:00Z
mail 0 "an hour later" cave.db < coming
is "... somebody sends it again" "$(answers receipt | wc -l)" 2

# ---- a mail of 8 MB beside the order, and -v to find errors
{
	printf 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n'
	letter anna@example.org large
	printf -- '--b\nContent-Type: text/plain\n\n'
	adit digest cave.db > newest
	adit sign -k anna -d newest --say "with a picture" 2> /dev/null
	printf -- '\n--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n'
	head -c 6000000 /dev/urandom | base64
	printf -- '--b--\n'
} > coming
before=$(adit status --json cave.db | sed 's/.*"n":\([0-9]*\).*/\1/')
mail 0 "an order above a picture of 8 MB" cave.db < coming
is "... is taken" "$(adit status --json cave.db | sed 's/.*"n":\([0-9]*\).*/\1/')" $((before + 1))
{
	letter stranger@example.org
	echo 'Hello, is this the cave?'
} > coming
exits 0 "a mail without an order, with -v" adit mail -v --now "$now" --maildir "$tap_dir/sent" cave.db < coming
is "... is told of" "$(cat err)" "adit: mail: a mail without an order (read): no answer"
exits 75 "a bad option" adit mail --frobnicate cave.db
is "... silently" "$(cat err)" ""
exits 75 "... with -v" adit mail -v --frobnicate cave.db
like "... is told" "$(cat err)" '*unknown option --frobnicate*'
tap_end
