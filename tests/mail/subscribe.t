#!/bin/sh
# Watchers who subscribe by mail: only where it is open, one question an address, no word of the sender.
# shellcheck disable=SC2094 # what is read and written has other names
. "${0%/*}/lib.sh"
needs_letter
tap_begin
table_by_mail anna bob carl
mail 0 "the invitations go" --flush cave.db
start=$(date -u -d "$now" +%s)
at() { date -u -d "@$((start + $1))" +%Y-%m-%dT%H:%M:%SZ; }
watchers() { adit address cave.db | sed -n 's/^--watch //p' | tr '\n' ' '; }
questions() { cat sent/+26/new/* 2> /dev/null | grep -c '^To: '; }
ask() # FROM [WORDS]
{
	letter "$1"
	printf '%s\n' "${2:-watch}"
}
# come TIME NAME: the message in the file came comes at this time
come()
{
	exits 0 "$2" adit mail --now "$(at "$1")" --maildir "$tap_dir/sent" cave.db < came
}

ask zoe@example.org > came
come 0 "where it is closed"
is "... nobody is asked" "$(questions)" 0
adit address cave.db --watchers open --now "$now"

ask zoe@example.org > came
come 0 "where it is open"
is "... one is asked" "$(questions)" 1
cat sent/+26/new/* > question
like "... with one address" "$(grep example.org question | tr '\n' ' ')" "*To: <zoe@example.org>*"
like "... says so" "$(sed -n 's/^Subject: //p' question)" "Question: *"
ok "... how to answer" grep -qx '    yes' question
ok "... marked as automatic" grep -q '^Auto-Submitted: auto-replied' question
ok "... no digest, no reference, nothing of the sender" \
	sh -c '! grep -Eq "^(References|In-Reply-To):|attachment|adit-digest|Subject: x" question'
is "... and is no watcher yet" "$(watchers)" ""
ask Zoe@example.org "Watch $game" > came
come 60 "again"
is "... is not asked twice" "$(questions)" 1
ask zoe@example.org "watch another" > came
come 60 "another game"
ask anna@example.org > came
come 60 "a seat"
ask cave@example.org > came
come 60 "the table itself"
{
	printf 'Auto-Submitted: auto-replied\n'
	ask dora@example.org
} > came
come 60 "an automatic mail"
{
	printf 'List-Id: <list.example.org>\n'
	ask dora@example.org
} > came
come 60 "a mailing list"
ask dora@example.org "I watch birds" > came
come 60 "other words"
is "... nobody else is asked" "$(questions)" 1

id=$(sed -n 's/^Message-ID: //p' question)
answer() # FROM ID WORDS
{
	printf 'From: %s\nTo: cave@example.org\nMessage-ID: <%s@x>\nIn-Reply-To: %s\nSubject: Re\n\n%s\n' \
		"$1" "$(date +%N)" "$2" "$3"
}
answer yan@example.org "$id" yes > came
come 100 "an answer from elsewhere"
answer zoe@example.org "$(printf %s "$id" | sed 's/\.h1\./.h2./; s/\.[a-z2-7]*@/.aaaaaaaaaaaaaaaa@/')" yes > came
come 100 "a forged id"
answer zoe@example.org "$id" "I am on holiday" > came
come 100 "other words"
{
	printf 'Auto-Submitted: auto-replied\n'
	answer zoe@example.org "$id" yes
} > came
come 100 "an automatic answer"
is "... nobody watches" "$(watchers)" ""
answer zoe@example.org "$id" "Yes" > came
come 100 "the answer"
is "... a watcher" "$(watchers)" "zoe@example.org "
ok "... who gets the newest digest" grep -q '^To: <zoe@' sent/+1/new/*
answer zoe@example.org "$id" yes > came
come 110 "again"
is "... is one watcher" "$(watchers)" "zoe@example.org "

# ---- a question to one subscribes no other
ask yan@example.org > came
come 120 "another"
other=$(cat sent/+26/new/* | grep '^Message-ID:' | sed 's/^Message-ID: //' | grep -vF "$id")
answer bea@example.org "$other" yes > came
come 130 "who was not asked"
answer yan@example.org "$id" yes > came
come 130 "with the token of another"
is "... does not watch" "$(watchers)" "zoe@example.org "
answer yan@example.org "$other" yes > came
come $((8 * 86400)) "after a week"
is "... neither" "$(watchers)" "zoe@example.org "

# ---- the end
subject=$(sed -n 's/^List-Unsubscribe: <mailto:cave@example.org?subject=\(.*\)>/\1/p' sent/+1/new/* | sed 's/%20/ /')
like "a digest says how to end it" "$subject" "adit-unwatch $game.????????????????"
ok "... in words, too" grep -q "^    $subject" sent/+1/new/*
unsubscribe() { printf 'From: %s\nTo: cave@example.org\nAuto-Submitted: auto-generated\nSubject: %s\n\n' "$1" "$2"; }
unsubscribe zoe@example.org "$(printf %s "$subject" | sed 's/.$/-/')" > came
come $((8 * 86400)) "another token"
unsubscribe zoe@example.org "adit-unwatch" > came
come $((8 * 86400)) "no token"
unsubscribe zoe@example.org "adit-unwatch $(printf %0300d 0)" > came
come $((8 * 86400)) "a long one"
is "... ends nothing" "$(watchers)" "zoe@example.org "
unsubscribe "" "$subject" > came
come $((8 * 86400)) "one mail"
is "... ends it" "$(watchers)" ""
unsubscribe zoe@example.org "$subject" > came
come $((8 * 86400)) "again"
is "... changes nothing" "$(watchers)" ""

# ---- a flood
rm -rf sent .adit-asked
i=0
while [ $i -lt 30 ]; do
	i=$((i + 1))
	ask "p$i@example.org" > "flood$i"
	adit mail --now "$(at 800000)" --maildir "$tap_dir/sent" cave.db < "flood$i"
done
is "thirty ask: so many are asked in a day" "$(questions)" 20
ask p30@example.org > came
come $((800000 + 86401)) "the next day"
is "... one more" "$(questions)" 21
ok "the list is the host's alone" test "$(stat -c %a .adit-asked)" = 600
printf 'x\n-1 a\n99999999999999999999 b\n' > .adit-asked
ask p31@example.org > came
come $((800000 + 86402)) "a list with other lines"
is "... is read" "$(questions)" 22

# ---- a folder counts once
mkdir folder
for name in one two; do
	adit new "folder/$name.db" --id $name -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host \
		--mail-from cave@example.org --watchers open --now "$now" > /dev/null
done
rm -rf sent
for words in watch "watch one" "watch two" "watch none"; do
	ask zoe@example.org "$words" > came
	exits 0 "in a folder: $words" adit mail -k host --now "$now" --maildir sent folder < came
done
is "... one question" "$(questions)" 1
like "... by the game that was named" "$(grep -h '^Message-ID' sent/+26/new/*)" "Message-ID: <one.*"

# ---- killed everywhere: one question
stopped=$top_builddir/tests/mail/adit-stopped
[ -n "${ADIT_FEW:-}" ] && every=12 || every=2
adit address cave.db --watchers open --now "$(at 800000)"
ask kill@example.org > came
cp cave.db kept.db
rm -rf hosted && cp -r "$ADIT_HOME/hosted" hosted
rm -f .adit-asked
rm -rf sent && mkdir sent
ADIT_STEPS=$tap_dir/steps "$stopped" mail --now "$(at 900000)" --maildir "$tap_dir/sent" cave.db < came > out 2> err
steps=$(wc -l < steps)
k=1
while [ $k -le "$steps" ]; do
	rm -rf "$ADIT_HOME/hosted" cave.db-journal sent .adit-asked
	mkdir sent
	cp -r hosted "$ADIT_HOME"
	cat kept.db > cave.db
	(ADIT_STOP=$k "$stopped" mail --now "$(at 900000)" --maildir "$tap_dir/sent" cave.db < came; :) > /dev/null 2>&1
	adit mail --now "$(at 900000)" --maildir "$tap_dir/sent" cave.db < came > /dev/null 2> err || cat err
	adit mail --now "$(at 900000)" --maildir "$tap_dir/sent" --flush cave.db > /dev/null 2> err || cat err
	got="$(cat sent/+26/new/* 2> /dev/null | grep '^Message-ID:' | sort -u | wc -l) $(wc -l < .adit-asked)"
	[ "$got" = "1 1" ] || echo "step $k: $got"
	k=$((k + every))
done > found 2>&1
is "killed before each of $steps steps" "$(cat found)" ""
ok "... and there were some" test "$steps" -gt 10
tap_end
