#!/bin/sh
# The frames of adit-letter.
. "${0%/*}/../tap.sh"
tap_begin
[ -x "$ADIT_LETTER" ] || {
	skip "frames" "adit was built without mail"
	tap_end
}

# frames FORMAT [ARG...]: those of the mail that printf makes, to the line of their end.
frames()
{
	# shellcheck disable=SC2059 # a format
	printf "$@" | "$ADIT_LETTER" | cat
}

# from NAME FIELD ADDRESS...: the addresses of this From.
from()
{
	from_name=$1
	from_field=$2
	shift 2
	is "From: $from_name" "$(frames '%b\nTo: b\n\nx\n' "$from_field" | sed -n 's/^From-Address: *//p')" \
		"$(printf '%s\n' "$@")"
}

from "an address" 'From: anna@example.org' anna@example.org
from "with a name" 'From: "Anna, the \\"miner\\"" <anna@example.org>' anna@example.org
from "a name that is an address" 'From: "bob@example.org" <anna@example.org>' anna@example.org
from "... without quotes" 'From: bob@example.org <anna@example.org>' anna@example.org
from "a comment" 'From: anna@example.org (Anna)' anna@example.org
from "folded" 'From: Anna\n <anna@example.org>' anna@example.org
from "two" 'From: anna@example.org, bob@example.org' anna@example.org bob@example.org
from "two fields" 'From: anna@example.org\nFrom: bob@example.org' anna@example.org bob@example.org
from "encoded words" 'From: =?utf-8?q?Evil=0D=0ABcc_x?= <anna@example.org>' anna@example.org
from "a group" 'From: miners: anna@example.org, bob@example.org;' ''
from "8-bit: no address, not another one" 'From: \303\244nna@example.org' ''
from "... in a domain" 'From: anna@ex\303\244mple.org' ''

is "what tells a machine, an answer, a thread" "$(frames '%b' 'From: a@b\nsubject: x\nX-Loop: y\nLIST-ID:\tz\n' \
	'References: <a@b>\n\t<c@d>\nIn-Reply-To: <c@d>\nMessage-Id: <e@f>\nAuto-Submitted: auto-replied\n' \
	'X-Other: w\nContent-Type: text/plain\nPrecedence: bulk\n\nhello\n' | sed '1d; /^text/,$d')" \
	"Auto-Submitted: auto-replied
From-Address: a@b
Message-ID: <e@f>
Precedence: bulk
List-Id: z
X-Loop: y
Content-Type: text/plain
In-Reply-To: <c@d>
References: <a@b> <c@d>"
is "... and more of that" "$(frames '%b' 'List-Owner: a\nX-Other: b\nX-Autoresponse: yes\nX-Failed-Recipients: c@d\n' \
	'List-Archive: e\nList-Subscribe: f\n\nhello\n' | sed '1d; /^text/,$d' | cut -d: -f1 | tr '\n' ' ')" \
	"List-Subscribe List-Archive List-Owner X-Autoresponse X-Failed-Recipients "
is "controls and 8-bit bytes" "$(frames '%b' 'Message-ID: <a\033\177\303\244@b>\r X: y\n\nx\n' | sed -n 2p)" \
	'Message-ID: <a????@b> X: y'
long=$(i=0; while [ $i -lt 60 ]; do printf '<%030d@example.org>\n ' $i; i=$((i + 1)); done)
is "a long thread keeps its end" "$(frames 'References: %s<last@x>\n\nx\n' "$long " | sed -n 's/.*\(<.*@\)/\1/p')" \
	"<last@x>"
is "... in 998 bytes" "$(frames 'References: %s<last@x>\n\nx\n' "$long " |
	awk '/^References/ { print (length($0) <= 998), (length($0) > 900), ($2 ~ /^<0*[0-9]+@example.org>$/) }')" "1 1 1"
is "at most 64 fields" "$(i=0; while [ $i -lt 100 ]; do echo "X-Loop: $i"; i=$((i + 1)); done |
	{ cat && printf '\nx\n'; } | "$ADIT_LETTER" | grep -c X-Loop)" 64

# report ACTION STATUS ID [TYPE]: the frame of a report that has these.
report()
{
	frames '%b' 'Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n' \
		'--b\n\nSorry.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\n' \
		"Final-Recipient: rfc822; c@d\n$1$2\n\n--b\nContent-Type: ${4:-message/rfc822}\n\nFrom: a@b\n$3\n\nhi\n--b--\n" |
		sed -n '/^bounce/,/^text/p' | sed '1d; /^text/d'
}
is "a bounce" "$(report 'Action: failed\n' 'Status: 5.1.1\n' 'Message-ID: <a@b>')" \
	'Action: failed
Status: 5.1.1
Message-ID: <a@b>'
is "... its head alone came back" "$(report 'action: failed\n' 'status: 5.1.1\n' 'message-id:\n <a@b>' text/rfc822-headers)" \
	'Action: failed
Status: 5.1.1
Message-ID: <a@b>'
is "no report: no bounce" "$(frames 'Content-Type: text/plain\n\nAction: failed\n' | grep -c '^bounce')" 0

# unread NAME WANT TYPE FILE [TEXT]: the words about what is not opened.
unread()
{
	is "not opened: $1" "$(frames '%b' "Content-Type: $3\nContent-Disposition: attachment; filename=\"$4\"\n\n${5-x\\0y}" |
		sed -n '/^unread/,/^end/p' | sed '1d; /^end/d' | tr '\n' ' ')" "$2"
}
unread "TNEF" "tnef " application/ms-tnef x
unread "... by its name" "tnef " application/octet-stream Winmail.dat
unread "zip" "zip " application/zip x
unread "... by its name" "zip " application/octet-stream x.ZIP
unread "S/MIME" "smime " application/x-pkcs7-mime x
unread "RTF" "rtf " text/rtf x '{\\rtf1 x}'
unread "... that is plain text" "" text/rtf x.rtf 'Hello'
unread "an empty zip file" "zip " application/zip x ''
unread "text that is called a zip file" "" application/zip x.zip 'Hello'
unread "a picture" "" image/png x.png
is "... at most one word of each" "$({
	printf 'Content-Type: multipart/mixed; boundary=b\n'
	for i in $(seq 90); do
		printf '\n--b\nContent-Type: application/zip\n\nx\0y'
	done
	printf '\n--b--\n'
} | "$ADIT_LETTER" | sed -n '/^unread/,$p')" "unread 4
zip
end 0"
is "beyond 4 MiB" "$({
	printf 'From: a@b\n\n'
	head -c 4194304 /dev/zero | tr '\0' '\n'
} | "$ADIT_LETTER" | tail -n 3)" "unread 5
size
end 0"
is "beyond 100 parts" "$({
	printf 'Content-Type: multipart/mixed; boundary=b\n'
	for i in $(seq 101); do
		printf '\n--b\n\nx\n'
	done
	printf '\n--b--\n'
} | "$ADIT_LETTER" | tail -n 3)" "unread 5
size
end 0"

# attached NAME WANT HEADER BODY: the headings of the frames but the first.
attached()
{
	is "attached: $1" "$(frames '%b' "$3\n\n$4" | sed -n '2,$s/^\([a-z]* [0-9]*\)$/\1/p' | grep -v '^end' | tr '\n' ' ')" "$2"
}
attached "a text is not" "text 2 " 'Content-Type: text/plain' 'x\n'
attached "... without a type, and inline" "text 2 " 'Content-Disposition: inline' 'x\n'
attached "by its disposition" "attached 0 text 2 " 'Content-Disposition: Attachment' 'x\n'
attached "by its name" "attached 0 text 2 " 'Content-Disposition: inline; filename=a' 'x\n'
attached "... in its type" "attached 0 html 2 " 'Content-Type: text/html; name=a' 'x\n'
attached "a name without a letter" "text 2 " 'Content-Type: text/plain; name=""' 'x\n'
attached "by its type" "attached 0 text 2 " 'Content-Type: text/calendar' 'x\n'
attached "a file that is not read" "unread 4 " 'Content-Type: application/zip' 'x\0y'
attached "a message" "attached 0 text 2 text 2 " 'Content-Type: multipart/mixed; boundary=b' \
	'--b\nContent-Type: message/rfc822\n\nFrom: a@b\n\nx\n\n--b\n\ny\n\n--b--\n'
attached "a multipart, with all of it" "attached 0 text 2 attached 0 html 2 text 2 " \
	'Content-Type: multipart/mixed; boundary=b' '--b\nContent-Disposition: attachment\nContent-Type: multipart/mixed;
 boundary=c\n\n--c\n\nx\n\n--c\nContent-Type: text/html\n\nx\n\n--c--\n--b\n\ny\n\n--b--\n'

is "no field at all: a text" "$(frames 'Hello\n\nBob\n')" 'text 11
Hello

Bob
end 0'
is "nothing" "$(frames '')" 'end 0'
is "a mail box" "$(frames 'From a\nFrom: b@c\n\nx\n')" 'head 18
From-Address: b@c
text 2
x
end 0'

tap_end
