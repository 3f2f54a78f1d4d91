# shellcheck shell=sh
# What the tests of mail share; sourced first, in place of cli/lib.sh:
#
#	table_by_mail NAME...     table NAME..., whose mail is cave@example.org and NAME@example.org
#	letter FROM [ID]          the head of a mail from this address, with this Message-ID
#	report STATUS ID          the delivery report about the mail of this Message-ID, which came back
#	mail STATUS NAME ARG...   adit mail ARG... ends with STATUS and says nothing at all
#				what it sends goes to Maildirs, sent/SEAT

. "${0%/*}/../cli/lib.sh"
ADIT_LETTER=${ADIT_LETTER:-$top_builddir/adit-letter}
export ADIT_LETTER

needs_letter()
{
	[ -x "$ADIT_LETTER" ] || {
		skip "mail" "no adit-letter here"
		tap_end
	}
}

table_by_mail()
{
	table "$@"
	adit address --now "$now" --table cave@example.org cave.db || exit 99
	for seat in "$@"; do
		adit address --now "$now" cave.db "$seat" "$seat@example.org" || exit 99
	done
	game=$(sed -n 's/^game: //p' turns/000000.txt)
}

letter()
{
	printf 'From: %s\nTo: cave@example.org\nMessage-ID: <%s@example.org>\nSubject: x\n\n' \
		"$1" "${2:-$(date +%N)}"
}

report()
{
	cat << EOT
From: MAILER-DAEMON@example.org
Return-Path: <>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; example.org

Final-Recipient: rfc822; bob@example.org
Action: failed
Status: $1

--b
Content-Type: text/rfc822-headers

Message-ID: $2

--b--
EOT
}

mail()
{
	mail_want=$1
	mail_name=$2
	shift 2
	exits "$mail_want" "$mail_name" adit mail --now "$now" --maildir "$tap_dir/sent" "$@"
	[ ! -s out ] && [ ! -s err ]
	tap_result $? "$mail_name: silent" err
}
