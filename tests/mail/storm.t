#!/bin/sh
# Mails that come again and at once, and what mails must not bring in.
# shellcheck disable=SC2094,SC2154 # a1 is a Message-ID, too; now
. "${0%/*}/lib.sh"
tap_begin
needs_letter
table_by_mail anna bob carl
cp cave.db fresh.db
n() { adit status --json cave.db | sed 's/.*"n":\([0-9]*\).*/\1/'; }
# mails SEAT: how many were sent there
mails() { find "sent/$1" -type f 2> /dev/null | wc -l; }
mail 0 "what waits is sent" cave.db < /dev/null
mail 0 "... by --flush" --flush cave.db
is "... one mail a seat" "$(mails anna)$(mails bob)$(mails carl)" 111
order=$(move anna)
{
	letter anna@example.org a1
	# shellcheck disable=SC2086 # words
	adit sign -k anna -d turns/000000.txt $order 2> /dev/null
} > a1

# ---- twenty at once, and again and again
i=0
while [ $((i += 1)) -le 20 ]; do
	{
		adit mail --now "$now" --maildir sent cave.db < a1 > "out.$i" 2>&1
		echo $? > "status.$i"
	} &
done
wait
is "twenty deliveries at once: taken, or to be given again" \
	"$(cat status.* | grep -cvx '0\|75')" 0
is "... silently" "$(cat out.*)" ""
ok "... some of them taken" grep -qx 0 status.*
mail 0 "... again" --flush cave.db
is "one digest" "$(n)" 1
is "... one mail to who did not write" "$(mails bob)$(mails carl)" 22
ok "... at most four answers" test "$(mails anna)" -le 6
before=$(mails anna)
# A thousand in all, where lists are not cut.
i=0
times=980
[ -z "${ADIT_FEW:-}" ] || times=80
{
	while [ $((i += 1)) -le $times ]; do
		echo "From anna@example.org Sat Nov 21 17:52:14 2026"
		cat a1
		echo
	done
} > mbox
mail 0 "$times times more" cave.db mbox
is "... one digest" "$(n)" 1
is "... one mail to who did not write" "$(mails bob)$(mails carl)" 22
ok "... at most four answers in all" test "$(mails anna)" -le 6
ok "... and not one for each" test "$(($(mails anna) - before))" -le 3

# ---- what must not come in
rm -rf sent
forget
cp fresh.db cave.db
{
	printf 'From: "evil\r\n Bcc: evil@example.com" <anna@example.org>\n'
	printf 'Message-ID: <a@b>\r\n\tBcc: evil@example.com <c@d>\n'
	printf 'Reply-To: evil@example.com\nDisposition-Notification-To: evil@example.com\n'
	# shellcheck disable=SC2016 # for a shell that must not be there
	printf 'Return-Receipt-To: `touch evil`; $(touch evil)\nSubject: =?utf-8?q?x=0ABcc:_evil?=\n\n'
	echo 'What now?'
} > bad
mail 0 "what waited" --flush cave.db
before=$(mails anna)
mail 0 "a letter that wants to be header fields and shell" cave.db < bad
# In base64 any letters may be adjacent.
sed '/^Content-Transfer-Encoding: base64/,/^--/d' sent/*/new/* > words
ok "... what was sent has words" grep -q '^Subject' words
not_ok "... none of it is in them" grep -qi 'evil\|bcc' words
ok "... though it was answered" test "$(mails anna)" -eq "$((before + 1))"
not_ok "... and nothing was run" test -e evil
tap_end
