#!/bin/sh
# An overloaded machine: reading a mail does not end in its time, and the mail stays.
# shellcheck disable=SC2154,SC2317 # now; ok calls them
. "${0%/*}/lib.sh"
tap_begin
needs_letter
[ -n "${LD_PRELOAD:-}" ] || {
	skip "slow" "no tests/chance.so here"
	tap_end
}
table_by_mail anna bob carl
mail 0 "what waits is sent" --flush cave.db

# A reader that is stopped, and does not go on, while the file `stopped` is there or is named in it.
really=$ADIT_LETTER
cat > reader << EOT
#!/bin/sh
cat > "$tap_dir/read.\$\$"
if [ -e "$tap_dir/stopped" ] && grep -q -f "$tap_dir/stopped" "$tap_dir/read.\$\$"; then
	rm "$tap_dir/read.\$\$"
	kill -STOP \$\$
fi
"$really" < "$tap_dir/read.\$\$"
status=\$?
rm -f "$tap_dir/read.\$\$"
exit \$status
EOT
chmod +x reader
ADIT_LETTER=$tap_dir/reader
export ADIT_LETTER

n() { adit status --json cave.db | sed 's/.*"n":\([0-9]*\).*/\1/'; }
# says SEAT WORD: a mail by which that seat says the word.
says()
{
	adit digest cave.db > newest
	letter "$1@example.org" "$2"
	adit sign -k "$1" -d newest --say "$2 $2" 2> /dev/null
}
# slowly STATUS NAME ARG...: adit mail, for whose reader the 60 seconds are 2; with a log.  Nobody waits for a reader
# that is not stopped, since the file `stopped` names all that such a run reads.
slowly()
{
	ADIT_TEST_HURRY=60
	export ADIT_TEST_HURRY
	mail "$@"
	unset ADIT_TEST_HURRY
}

# ---- the machine is slow, and is not any more
says anna busy > coming
echo busy@ > stopped
slowly 75 "a reader that is stopped" cave.db < coming
is "... nothing is taken" "$(n)" 0
slowly 75 "... once more" cave.db < coming
rm stopped
mail 0 "it is not any more" --log log cave.db < coming
is "... the order is taken" "$(n) $(grep -c '"result":"taken"' log)" "1 1"

# ---- it is slow all the time
says bob slow > coming
echo slow@ > stopped
slowly 75 "a letter, the first time" --log log cave.db < coming
# A mail server dates it again.
{
	printf 'From bob@example.org Sat Nov 21 18:00:00 2026\nDelivery-date: now\n'
	cat coming
} > again
slowly 75 "... the second" --log log cave.db < again
slowly 0 "... the third" --log log cave.db < coming
is "... is unreadable" "$(grep -c '"letter":"unreadable"' log) $(tail -n 1 log | grep -c '"orders":\[\]') $(n)" "1 1 1"
slowly 75 "... and then it is another letter" cave.db < coming
cp coming other
slowly 75 "... again" cave.db < coming
exits 0 "... the third time, with -v" env ADIT_TEST_HURRY=60 "$ADIT" mail -v --now "$now" \
	--maildir "$tap_dir/sent" cave.db < coming
is "... one line says so" "$(cat err)" \
	"adit: mail: a mail without an order (unreadable, since reading it was slow or killed three times): no answer"
exits 75 "the first time, with -v" env ADIT_TEST_HURRY=60 "$ADIT" mail -v --now "$now" cave.db < coming
like "... is told, too" "$(cat err)" "adit: mail: cannot read a mail: */reader did not end in 60 seconds*"
is "what is kept of it" "$(sort "$ADIT_HOME/slow-mails" | uniq -c | awk '{ print $1, length($2) }' | sort | tr '\n' ' ')" \
	"2 52 7 52 "
is "... for this user alone" "$(stat -c %a "$ADIT_HOME/slow-mails")" 600

# ---- a Maildir: the next mail is read, too, but not all of them
mkdir -p box/new box/cur box/tmp
for i in 1 2 3 4; do
	{
		letter stranger@example.org slow
		echo $i
	} > box/new/$i
done
says carl slow > box/new/5
rm "$ADIT_HOME/slow-mails"
slowly 75 "a Maildir of slow letters" cave.db box
is "... three are tried" "$(wc -l < "$ADIT_HOME/slow-mails")" 3
is "... and stay" "$(cd box && echo new/* cur/*)" "new/1 new/2 new/3 new/4 new/5 cur/*"
slowly 75 "... the same three" cave.db box
slowly 75 "... which are then out of the way, so that the others are tried" cave.db box
is "... three tries, and one for each other" "$(sort "$ADIT_HOME/slow-mails" | uniq -c | awk '{ print $1 }' | sort | tr '\n' ' ')" \
	"1 1 3 3 3 "
rm stopped
mail 0 "and when they can be read" cave.db box
is "... they are" "$(cd box && echo new/*) $(n)" "new/* 2"

# ---- the machine kills the reader, as for want of memory, or ends what runs: that says nothing about a letter, but a
# letter of which that comes must not stop the others for ever
rm -f "$ADIT_HOME/slow-mails"
for signal in KILL TERM; do
	cat > ended << EOT
#!/bin/sh
cat > "$tap_dir/read.\$\$"
grep -q big@ "$tap_dir/read.\$\$" && kill -$signal \$\$
exec "$really" < "$tap_dir/read.\$\$"
EOT
	chmod +x ended
	ADIT_LETTER=$tap_dir/ended
	before=$(n)
	letter stranger@example.org big > box/new/1
	echo "$signal" >> box/new/1
	says bob "$signal" > box/new/2
	mail 75 "$signal: a letter whose reader is ended" --log log cave.db box
	is "... stays, and the next is taken" "$(cd box && echo new/*) $(n)" "new/1 $((before + 1))"
	mail 75 "... it stays once more" --log log cave.db box
	mail 0 "... and is unreadable the third time" --log log cave.db box
	is "... as the log says" "$(cd box && echo new/*) $(tail -n 1 log | grep -c '"letter":"unreadable"')" "new/* 1"
done
ADIT_LETTER=$tap_dir/reader

# ---- a mail that crashes its reader after the header: its sender hears that it was not read
cat > breaks << EOT
#!/bin/sh
"$really" | head -c 300
kill -SEGV \$\$
EOT
chmod +x breaks
ADIT_LETTER=$tap_dir/breaks
says bob broken > coming
rm -rf sent
mail 0 "a letter that breaks its reader" --log log cave.db < coming
is "... is unreadable" "$(tail -n 2 log | grep -c '"letter":"unreadable","answer":"help"')" 1
like "... and its sender hears of it" "$(cat sent/bob/new/*)" '*The order in your mail cannot be read: send it again, as an attachment.*'
ADIT_LETTER=$tap_dir/reader

# ---- a mail that stops its reader does not delay the others
rm -f "$ADIT_HOME/slow-mails" stopped
for i in $(seq 20); do
	letter stranger@example.org "$i"
	echo 'Hello, is this the cave?'
done > coming
mail 0 "a letter that is read" cave.db < coming
not_ok "... leaves nothing" test -e "$ADIT_HOME/slow-mails"

# ---- where it cannot be kept
echo slow@ > stopped
mkdir "$ADIT_HOME/slow-mails"
for i in 1 2 3 4; do
	slowly 75 "it cannot be noted: it stays, $i" cave.db < other
done
rmdir "$ADIT_HOME/slow-mails"

# ---- every other verb
exits 0 "a mail in which nothing is encoded is read as text" env ADIT_TEST_HURRY=60 "$ADIT" order -k host other
{
	printf 'Content-Transfer-Encoding: base64\n'
	letter bob@example.org slow
	sed '1,/^$/d' other | base64
} > encoded
exits 75 "... any other is not" env ADIT_TEST_HURRY=60 "$ADIT" order -k host encoded
tap_end
