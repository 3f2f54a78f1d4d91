#!/bin/sh
# What is new in replies: as mail programs make them, and as nobody should.
. "${0%/*}/../tap.sh"
tap_begin
[ -x "$ADIT_LETTER" ] || {
	skip "all replies" "adit was built without mail"
	tap_end
}
command -v python3 > /dev/null || {
	skip "all replies" "no python3 here"
	tap_end
}
reply=$top_builddir/tests/mail/plain-reply
mkdir mails
for table in replies odd; do
	ok "the mails of $table are made" python3 -B "$top_srcdir/tests/mail/plain/$table.py" mails
done
n=0
for mail in mails/*.eml; do
	name=${mail##*/}
	name=${name%.eml}
	n=$((n + 1))
	is "$name" "$("$reply" mails/own < "$mail" 2>&1)" "$(cat "mails/$name.want")"
	is "... alone" "$("$reply" < "$mail" 2>&1)" "$(cat "mails/$name.alone")"
done
ok "they are many: $n" test $n -ge 140
tap_end
