#!/bin/sh
# Mail boxes in any order: no order is lost that does not exclude another.
# shellcheck disable=SC2154 # now
. "${0%/*}/lib.sh"
tap_begin
needs_letter
table_by_mail anna bob carl
adit mail --now "$now" --maildir sent --flush cave.db # what waits since the beginning
digest=turns/000000.txt
cp cave.db fresh.db
# discard DIGEST KEY: that order, of the first card in the hand
discard()
{
	adit read "$1" -k "$2" --json |
		sed "s/.*\"name\":\"${2%2}\",\"hand\":\[\"\([^\"]*\).*/discard \1/"
}

# write NAME SEAT COMMAND: letters/NAME from SEAT with what COMMAND prints
write()
{
	{
		letter "$2@example.org" "$1"
		shift 2
		"$@" 2> /dev/null || exit 99
	} > "letters/$1"
}
# shuffled N: the names of the letters, in an order of its own for each N
shuffled()
{
	for name in letters/*; do
		echo "$(echo "$1 $name" | cksum) $name"
	done | sort -n | sed 's/.* //'
}
n() { adit status --json cave.db | sed 's/.*"n":\([0-9]*\).*/\1/'; }
# kept is taken, too: whose turn it is depends on what came before
results() { grep -o '"result":"[a-z]*"' log | cut -d'"' -f4 | sed 's/kept/taken/' | sort | uniq -c | tr -s ' \n' ' '; }
# all WHAT WANT: the result of the mails in any order, in an mbox or a Maildir.
all()
{
	round=0
	while [ $((round += 1)) -le 8 ]; do
		forget
		cp fresh.db cave.db
		rm -rf box mbox log
		mkdir -p box/new box/cur box/tmp
		place=0
		for file in $(shuffled $round); do
			place=$((place + 1))
			cp "$file" "box/new/$place.${file##*/}"
			echo "From somebody Sat Nov 21 17:52:14 2026"
			cat "$file"
			echo
		done > mbox
		box=mbox
		[ $((round % 2)) -eq 0 ] || box=box
		mail 0 "$1, $box in order $round" --log log cave.db $box
		is "... each is taken" "$(results)" "$2"
		is "... nobody gets a receipt" "$(grep -c '"answer":"' log)" 0
		is "... and is done" "$(find box/new -type f | wc -l)" "$([ $box = box ] && echo 0 || echo $place)"
		before=$(n)
		mv box/cur/* box/new 2> /dev/null
		mail 0 "... again" cave.db $box
		is "... changes nothing" "$(n)" "$before"
	done
}

# ---- each by itself
mkdir letters
write anna.0 anna adit sign -k anna -d $digest "$(discard $digest anna)"
for seat in bob carl; do
	write $seat.1 $seat adit sign -k $seat -d $digest --turn next --seq 1 "$(discard $digest $seat)"
done
for seat in anna bob carl; do
	[ $seat = anna ] && write $seat.1 $seat adit sign -k $seat -d $digest --turn any --seq 1 --say one
	write $seat.2 $seat adit sign -k $seat -d $digest --turn any --seq 2 --say two
	write $seat.5 $seat adit sign -k $seat -d $digest --turn any --seq 5 --say 'three and four were never sent'
done
all "orders that all answer one digest" " 10 taken "

# for the end: two orders for one turn
adit sign -k anna -d $digest "$(discard $digest anna)" > first 2> /dev/null
adit sign -k anna -d $digest --say again "$(discard $digest anna)" > second 2> /dev/null

# ---- each answers the digest of the one before, which is not made yet
rm -r letters
mkdir letters
forget
keys anna2
# next NAME SEAT COMMAND: it is taken
next()
{
	next_name=$1
	write "$@"
	adit mail --now "$now" --maildir sent cave.db < "letters/$next_name" || exit 99
	adit digest cave.db > "turns/$next_name.txt"
	newest=turns/$next_name.txt
}
cp fresh.db cave.db
newest=$digest
next 1 anna adit sign -k anna -d "$newest" --turn any --seq 1 --say one
next 2 anna adit rotate-key -k anna --new anna2 -d "$newest" --seq 2
next 3 anna adit sign -k anna2 -d "$newest" --turn any --seq 3 --say 'It is me.'
next 4 anna adit sign -k anna2 -d "$newest" "$(discard "$newest" anna2)"
next 5 bob adit sign -k bob -d "$newest" "$(discard "$newest" bob)"
next 6 carl adit sign -k carl -d "$newest" "$(discard "$newest" carl)"
next 7 anna adit sign -k anna2 -d "$newest" "$(discard "$newest" anna2)"
is "seven orders" "$(n)" 7
all "orders that answer each other" " 7 taken "

# ---- adit(1), --log: a line for each message, also for one that is put off and taken again
# both NAME ORDER ORDER: a mail of anna with two orders
both()
{
	{
		letter anna@example.org "$1"
		cat "$2" "$3"
	} > letters/both
	forget
	cp fresh.db cave.db
	rm -f log
	exits 0 "$1" adit mail -v --now "$now" --maildir sent --log log cave.db letters/both
	grep '"letter"' log | sed 's/.*"orders"://' > line
}
both "a turn twice" first second
is "... is one line" "$(cat line)" "[{\"game\":\"$game\",\"seat\":\"anna\",\"result\":\"taken\",\"digest\":1},\
{\"game\":\"$game\",\"seat\":\"anna\",\"result\":\"refused\",\"code\":\"stale\"}],\"letter\":\"read\",\"answer\":\"receipt\"}"
is "... each order is reported once" "$(grep 'order of' err | cut -d: -f3,4 | tr '\n' ';')" \
	" order of anna in game $game: taken, digest 1; order of anna in game $game: refused;"
sed '1,/^$/d' letters/3 > stranger # the key is not that of a seat here
both "an order and one of another key" first stranger
is "... only the digest answers it" "$(grep -o '"result":"[a-z]*"\|"answer":.*' line | tr '\n' ' ')" \
	'"result":"taken" "result":"nothing" "answer":null} '
rm log
mkfifo log
cp fresh.db cave.db
exits 75 "a log that nobody reads" timeout 20 "$ADIT" mail --now "$now" --maildir sent --log log cave.db letters/both
ok "... stops the mail, not the server" cmp fresh.db cave.db
tap_end
