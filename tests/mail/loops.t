#!/bin/sh
# Mail that answers mail: whatever is at the other end, a loop dies out within four mails.
# shellcheck disable=SC2154 # now
. "${0%/*}/lib.sh"
tap_begin
needs_letter
table_by_mail anna bob carl
adit new mine.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host \
	--now "$now" --mail-from mine@example.org --mail anna=anna@example.org > /dev/null || exit 99
cp mine.db mine.fresh
cp cave.db fresh.db

# What the world in between does to a mail on standard input.
as_it_is() { cat; }
# ... that takes out whatever says that a machine wrote it, as some servers do,
unmarked()
{
	sed '1,/^$/{
		/^\(Auto-Submitted\|List-[A-Za-z]*\|Precedence\|X-[A-Za-z-]*\):/d
		/^Return-Path:/d
	}'
}
# ... a list that names itself as the sender, without saying that it is one,
from_list() { unmarked | sed '1,/^$/s/^From: .*/From: "Cave via list" <list@example.org>/'; }
# ... one that does,
list() { sed '1s/^/List-Id: <list.example.org>\nPrecedence: list\nReturn-Path: <list-bounces@example.org>\n/'; }
# ... one that keeps the sender.
forwarded() { unmarked | sed '1s/^/Return-Path: <list-bounces@example.org>\nDelivered-To: cave@example.org\n/'; }
# A person who is away, with a program that marks nothing.
away()
{
	id=$(sed -n '1,/^$/s/^Message-ID: //p')
	printf 'From: Carl <carl@example.org>\nTo: cave@example.org\nMessage-ID: <away.%s@example.org>\n' \
		"$(echo "$id" | cksum | tr ' ' .)"
	printf 'In-Reply-To: %s\nReferences: %s\nSubject: Re: your mail\n\nI am away until May.\n' "$id" "$id"
}
# The same, with all that was mailed below it.
away_quoting()
{
	cat > quoted
	away < quoted
	sed 's/^/> /' quoted
}

# sent TABLE SEAT: the mails that are there and were not delivered yet are moved to delivered/, and named
sent()
{
	for sent_mail in "sent.$1/$2"/new/*; do
		[ -f "$sent_mail" ] || continue
		mv "$sent_mail" delivered
		echo "delivered/${sent_mail##*/}"
	done
}
# give TABLE MAIL WHAT: TABLE.db reads the mail after WHAT was done to it.
give()
{
	"$3" < "$2" > letter
	exits 0 "$loop: a mail from ${2##*/} to $1" adit mail --now "$now" --maildir "$tap_dir/sent.$1" "$1.db" < letter
}
# loop NAME WHAT TABLE SEAT [TABLE SEAT]: what goes to SEAT of the first TABLE comes to the second, and the
# other way round; without a second one it comes back.
loop()
{
	loop=$1 what=$2 a=$3 a_seat=$4 b=${5:-$3} b_seat=${6:-}
	count=0 round=0 quiet=no
	rm -rf sent.* delivered
	mkdir delivered
	for table in "$a" "$b"; do
		adit mail --now "$now" --maildir "sent.$table" --flush "$table.db"
	done
	while [ $((round += 1)) -le 8 ] && [ $quiet = no ]; do
		quiet=yes
		for mail in $(sent "$a" "$a_seat"); do
			quiet=no
			count=$((count + 1))
			give "$b" "$mail" "$what"
		done
		[ -n "$b_seat" ] || continue
		for mail in $(sent "$b" "$b_seat"); do
			quiet=no
			count=$((count + 1))
			give "$a" "$mail" "$what"
		done
	done
	is "$loop: it dies out" $quiet yes
	ok "$loop: within $limit mails ($count)" test "$count" -le "$limit"
}
again()
{
	forget
	cp fresh.db cave.db
	cp mine.fresh mine.db
}

# ---- two tables that mail each other; four mails from each where nothing says what they are
for what in as_it_is unmarked; do
	limit=4
	[ $what = as_it_is ] || limit=8
	again
	adit address cave.db bob mine@example.org > /dev/null
	adit address mine.db bob cave@example.org > /dev/null
	loop "two tables, $what" "$what" cave bob mine bob
done

# ---- a table that gets what it has sent
limit=4
for what in as_it_is unmarked list from_list forwarded; do
	again
	adit address cave.db bob list@example.org > /dev/null
	loop "a list that the table is subscribed to, $what" "$what" cave bob
	again
	loop "who forwards all to the table, $what" "$what" cave bob
done

# ---- a program that answers everything
for what in away away_quoting; do
	again
	loop "a vacation program without any mark, $what" "$what" cave carl
done
is "and nobody has played" "$(adit status --json cave.db | sed 's/.*"n":\([0-9]*\).*/\1/')" 0
tap_end
