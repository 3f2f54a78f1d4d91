#!/bin/sh
# Bad input: each a clear line and its exit code, and nothing changed.
. "${0%/*}/lib.sh"
tap_begin

# refused STATUS NAME TEXT FILE: apply refuses FILE, says TEXT, and leaves the game as it was
refused()
{
	forget
	cp cave.db before.db
	cli "$1" "$2" apply cave.db "$4"
	said "$3"
	ok "$2: prints nothing" test ! -s out
	ok "$2: nothing changed" cmp cave.db before.db
}

# order FILE ORDER...: anna's order for turn 1, not checked before it is sent
order()
{
	order_file=$1
	shift
	adit sign -k anna -d turns/000000.txt --turn 1 --force --clear "$@" > "$order_file" || exit 99
}

# A game in which anna can try everything: she holds a path card that is closed in the west, a rockfall
# and a broken tool; bob holds a path card.
keys host anna bob carl
try=0
closed=
while [ -z "$closed" ] || [ -z "$break" ] || [ -z "$path" ] || ! grep -qx 'discard rockfall' moves; do
	try=$((try + 1))
	[ $try -lt 500 ] || exit 99
	rm -rf cave.db turns
	adit new cave.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host \
		--option first=anna --now "$now" --out . > /dev/null || exit 99
	adit read turns -k anna --moves > moves || exit 99
	closed=$(sed -n 's/^place \([nesw+]*\) at [^ ]*$/\1/p' moves | grep -v w | head -n 1)
	break=$(sed -n 's/^\(break-[a-z]*\) bob$/\1/p' moves | head -n 1)
	path=$(adit read turns -k bob --json | sed 's/.*{"name":"bob","hand":\[\([^]]*\)\].*/\1/' |
		tr -d '"' | tr , '\n' | grep -x '[nesw+]*' | head -n 1)
done
fine=$(grep '^place' moves | head -n 1)
absent=
for card in ns ew nesw nsw new nw; do
	grep -qx "discard $card" moves || absent=$card
done
card=$(sed -n 's/^place \([nesw+]*\) at .*/\1/p' moves | head -n 1)

# ---- what the rules refuse
order o "place ${absent} at 1,0"
refused 3 "card not in hand" "$absent" o
order o "place $card at 0,0"
refused 3 "occupied cell" "0,0" o
order o "place $closed at 1,0"
refused 3 "mismatching edges" "does not meet" o
order o "place $card at 5,5"
refused 3 "not connected" "5,5" o
order o "rockfall 8,0"
refused 3 "goal as rockfall target" "goal" o
order o "rockfall 0,0"
refused 3 "start as rockfall target" "start" o
order o "rockfall 3,3"
refused 3 "rockfall on nothing" "3,3" o
order o "map 3,3"
refused 3 "map of no goal" "" o
order o "place $card at 5,5" --or "rockfall 0,0" --or "place $card at 0,0"
refused 3 "no alternative possible" "none of the 3 alternatives" o

# ---- inputs that are not orders
order o "place xyz at 1,0"
refused 65 "unknown card" 'xyz' o
order o "frobnicate bob"
refused 65 "unknown verb" 'frobnicate' o
order o "place $card at 1"
refused 65 "half a place" '' o
order o "place $card at 01,0"
refused 65 "a place with leading zeros" '' o
order o "break-lamp dora"
refused 65 "a seat that is not there" 'dora' o
cli 3 "sign itself refuses what is not possible" sign -k anna -d turns "place $card at 0,0"
cli 65 "... and what is no order" sign -k anna -d turns "place xyz at 1,0"
cli 65 "... and what could forge a line" sign -k anna -d turns --say "$(printf 'a\033[2Jb')" "$fine"

# ---- mangled by mail: taken
order good "$fine"
adit sign -k anna -d turns --force "$fine" > sealed
awk '{ print "> > " $0 "  " }' good > quoted
awk '{ printf "%s\r\n", $0 }' good > crlf
{ printf '\357\273\277Hi Bob,\n\n'; cat good; echo 'Cheers, Anna'; } > bom
sed 's/^-----/—–-/; s/-----$/–––/' good > dashes
sed 's/ /\xc2\xa0/g' good > nbsp
fold -w 40 good > wrapped
awk '{ print "| " $0 }' sealed > sealed-quoted
awk '{ printf "  %s \r\n", $0 }' sealed > sealed-crlf
sed 's/^-----/––/; s/-----$/—/' sealed > sealed-dashes
tr -d '\n' < sealed | sed 's/FILE-----/&\n/; s/-----END/\n&/' | fold -w 50 > sealed-wrapped
fold -s -w 20 good > columns
sed 's/^-----/&\xe2\x80\x8b/; s/ADIT/A\xe2\x80\x8bDIT/' good > invisible
printf '\033[1m%s\033[0m\n' "$(cat good)" > colored
fold -w 20 sealed > sealed-columns
fold -s -w 20 sealed | sed 's/^/> /' > sealed-words
sed 's/ENCR/EN\xe2\x80\x8bCR/' sealed > sealed-invisible
sed 's/^-----.*/\x1b[1;32m&\x1b[0m/' sealed > sealed-colored
for how in quoted crlf bom dashes nbsp columns invisible colored sealed-quoted sealed-crlf sealed-dashes \
	sealed-wrapped sealed-columns sealed-words sealed-invisible sealed-colored; do
	forget
	cp cave.db copy.db
	cli 0 "an order, $how" apply copy.db "$how" --json
	like "... is applied" "$(cat out)" '{*"n":1,*"repeated":false,"seat":"anna","result":"taken","code":"none",*}'
done
forget
cp cave.db copy.db
cat good sealed > two
cli 0 "two orders in one message, the second too late" apply copy.db two
is "... a line for each" "$(cut -d : -f 3- err)" " two: order of anna taken: digest 1
 two: order of anna refused: turn 1 is over: it is turn 2, bob's; read the newest digest and sign again"
ok "... the first is applied" grep -qx 'n: 1' out
forget
cp cave.db copy.db
cat good good > twice
cli 0 "the same order twice in one message" apply copy.db twice --json
is "... is one digest" "$(grep -c '"n":1' out)" 2

# ---- broken: refused
head -c 300 good > o
refused 65 "truncated" '' o
head -n 5 sealed > o
refused 65 "truncated and sealed" 'no order found; what is sealed there is cut off' o
sed 's/[A-Za-z]/x/5' sealed > o
refused 65 "no armor any more" '' o
# One character in the middle of the sealed bytes.
awk 'NR == 12 { c = substr($0, 9, 1); $0 = substr($0, 1, 8) (c == "A" ? "B" : "A") substr($0, 10) } { print }' \
	sealed > o
refused 1 "sealed, one bit changed" '' o
sed 's/^do: .*/do: discard nesw/' good > o
refused 1 "another order under the signature" 'order of anna refused: signature: does not hold for this text; a mail program may' o
sed 's/^seat: anna/seat: bob/' good > o
refused 1 "another seat over the signature" 'order of bob refused: signature: made with key' o
sed 's/^seat: anna/seat: dora/' good > o
refused 5 "a seat that is not at the table" 'dora' o
sed 's/^game: .*/game: aaaaaaaa/' good > o
refused 5 "another game" 'aaaaaaaa' o
sed 's/^turn: .*/turn: +1/' good > o
refused 65 "a number with a sign" '' o
sed 's/^seq: .*/&\n&/' good > o
refused 65 "a field twice" '' o
sed 's/^seq: .*/&\ncolour: blue/' good > o
refused 65 "an unknown field" 'colour' o
sed '/^nonce:/d' good > o
refused 65 "a field missing" 'nonce' o
head -c 4096 /dev/urandom > o
refused 65 "binary" 'no order found' o
refused 65 "a digest" 'no order found, only a digest; "adit read" shows a digest' turns/000000.txt
: > o
refused 65 "empty" 'no order found' o
head -c 1048577 /dev/zero > o
refused 65 "oversized" 'too large' o
refused 5 "a file that is not there" 'cannot open' nowhere
refused 65 "a folder" '' turns
adit order -k host sealed > canonical 2> /dev/null
refused 1 "canonical without its signature" '.minisig' canonical
mkdir canonical.minisig
refused 65 "a signature that cannot be read" 'canonical.minisig' canonical
rmdir canonical.minisig
ln -s nowhere canonical.minisig
refused 65 "a signature that is a link" 'canonical.minisig' canonical
rm canonical.minisig

# ---- wrong key
adit sign -k bob -d turns --force --turn 1 "$fine" --clear | sed 's/^seat: bob/seat: anna/' > o
refused 1 "bob signs for anna" 'anna' o
printf 'hello\n' | adit order 2> err
cli 1 "apply with another key than the host's" apply -k bob cave.db good
said "not the host's key of game"
cli 5 "apply without the host's key" apply -k nobody cave.db good

# ---- wrong turn
adit sign -k anna -d turns --force --turn 7 --clear "$fine" > o
refused 4 "a turn that has not come" 'turn 7 has not come' o
adit sign -k bob -d turns --force --turn 1 --clear "discard nesw" > o
refused 4 "not your turn" "not your turn" o
cli 0 "anna breaks a tool of bob's" sign -k anna -d turns "$break bob"
cp out broken
cli 0 "..." apply cave.db --out . --now "$now" broken
refused 4 "an order for a turn that is over" "turn 1 is over" good

# ---- broken tool
adit sign -k bob -d turns --force --clear "place $path at 1,0" > o
refused 3 "broken tool" "${break#break-}" o

# ---- new
cli 0 "new without --trusted-host" new open.db -k host --rules saboteur --seat anna --seat dora --seat carl
ok "... opens a table" grep -qx 'dealing: open' out
cli 2 "new without rules" new x.db -k host --trusted-host --seat anna
said "--rules takes: saboteur"
cli 2 "new with rules nobody knows" new x.db -k host --rules chess --trusted-host --seat anna
cli 2 "new without seats" new x.db -k host --rules saboteur --trusted-host
cli 2 "new with too few seats" new x.db -k host --rules saboteur --trusted-host --seat anna --seat bob
said "saboteur is for 3 to 10 seats, not 2"
cli 5 "new with a seat nobody has a card of" new x.db -k host --rules saboteur --trusted-host --seats 3
said "no public key for seat p1"
cli 2 "new with one seat twice" new x.db -k host --rules saboteur --trusted-host \
	--seat anna --seat bob --seat anna
cli 2 "new with one key twice" new x.db -k host --rules saboteur --trusted-host \
	--seat anna --seat bob --seat carl=keys/bob.pub
cli 2 "new with the host's key for a seat" new x.db -k host --rules saboteur --trusted-host \
	--seat anna --seat bob --seat carl=keys/host.pub
said "--allow-host-seat"
cli 0 "... unless it is allowed" new host.db -k host --rules saboteur --trusted-host \
	--seat anna --seat bob --seat carl=keys/host.pub --allow-host-seat
ok "... and the digest says so" grep -q 'host-seat: yes' out
cli 2 "new with the operator's name for a seat" new x.db -k host --rules saboteur --trusted-host \
	--seat anna --seat bob --seat host --allow-host-seat
said '"host" is a word'
cli 2 "new with neither open nor closed" new x.db -k host --rules saboteur --trusted-host \
	--seat anna --seat bob --seat carl --watchers yes
said "--watchers takes open or closed"
cli 2 "a pause that is over" tick host.db --pause 2020-01-01
said "over already"
cli 2 "a pause of no day" tick host.db --pause soon
said "--pause takes a day"
cli 2 "new with an unknown option" new x.db -k host --rules saboteur --trusted-host \
	--seat anna --seat bob --seat carl --option luck=more
cli 2 "new with a limit that is none" new x.db -k host --rules saboteur --trusted-host \
	--seat anna --seat bob --seat carl --limit soon

# ---- the clock of a new table
clock()
{
	said=$2
	name="new: $1"
	shift 2
	cli 2 "$name" new x.db -k host --rules saboteur --trusted-host \
		--seat anna --seat bob --seat carl "$@"
	said "$said"
	ok "... in one line and a hint" test "$(wc -l < err)" -le 2
}
clock "a limit of 0" 'up to ten years, not "0d"' --limit 0d
clock "a limit of a thousand years" 'not "52000w"' --limit 52000w
clock "a limit without its unit" 'not "7"' --limit 7
clock "a limit of a day above ten years" 'not "3654d"' --limit 3654d
clock "grace without a limit" "--grace requires --limit" --grace 1h
clock "grace that is none" '--grace takes a time as' --limit 1d --grace later
clock "a pause without a limit" "--pause requires --limit" --pause sat
clock "pauses without end" "no day of the week is left" --limit 1d --pause mon,tue,wed,thu,fri,sat,sun
clock "a pause that is none" 'not "satur"' --limit 1d --pause satur
clock "an empty pause" 'not ""' --limit 1d --pause sat,
clock "a date that is none" 'not "2026-02-29"' --limit 1d --pause 2026-02-29
clock "half a stretch" 'not "2026-02-01.."' --limit 1d --pause 2026-02-01..
clock "a stretch backwards" "ends before it begins" --limit 1d --pause 2026-02-02..2026-02-01
clock "a stretch of two years" "longer than a year" --limit 1d --pause 2026-02-02..2028-02-01
clock "two stretches with a day in common" "overlaps another" --limit 1d \
	--pause 2026-02-05..2026-02-10,2026-02-01..2026-02-05
clock "17 stretches" "more than 16 pauses" --limit 1d \
	--pause "$(seq -s, -f 2026-02-%02g 1 2 27),2026-03-01,2026-03-03,2026-03-05"
clock "a zone without days" "--zone requires --pause or --absence" --limit 1d --zone UTC0
clock "a zone with a month 13" 'is not a time zone' --limit 1d --pause sat --zone EET-2EEST,M13.5.0/3,M10.5.0/4
clock "a zone with an hour 168" 'is not a time zone' --limit 1d --pause sat --zone EET-2EEST,M3.5.0/168,M10.5.0/4
clock "a zone without the dates of its change" 'does not say when daylight saving time begins' \
	--limit 1d --pause sat --zone EET-2EEST
clock "... its names in angles" 'does not say when daylight saving time begins' \
	--limit 1d --pause sat --zone "<+02>-2<+03>"
clock "a zone that climbs" 'is not a time zone' --limit 1d --pause sat --zone ../../etc/passwd
clock "a zone by its path" 'is not a time zone' --limit 1d --pause sat --zone "$PWD/x.db"
clock "a zone with a blank" 'is not a time zone' --limit 1d --pause sat --zone "EET -2"
clock "a policy that is none" "--late takes wait, discard, suggest or search:N" --limit 1d --late kick
clock "a policy without a limit" "--late requires --limit" --late discard
clock "misses without a policy" "--misses requires --late" --limit 1d --misses 2
clock "misses that are waited for" "--misses is of no use" --limit 1d --late wait --misses 2
clock "misses beyond a number" "--misses" --limit 1d --late discard --misses 1001
clock "an absence without a limit" "--absence requires --limit" --absence 14d
clock "an absence that is none" "--absence takes a time as" --limit 1d --absence 0d
mkdir zones zones/folder
printf 'TZif2....\n\n' > zones/none
printf 'TZif2....\nEET-2EEST,M3.5.0/3,M10.5.0/4\n' > zones/here
export TZDIR="$PWD/zones"
clock "a zone file without a rule" "has no rule for the years to come" \
	--limit 1d --pause sat --zone none
cli 5 "new: a zone that is not here" new x.db -k host --rules saboteur --trusted-host \
	--seat anna --seat bob --seat carl --limit 1d --pause sat --zone Nowhere/Here
said 'no time zone "Nowhere/Here" here'
cli 65 "new: a zone that is a folder" new x.db -k host --rules saboteur --trusted-host \
	--seat anna --seat bob --seat carl --limit 1d --pause sat --zone folder
cli 0 "new: all that a clock has" new clock.db -k host --rules saboteur --trusted-host \
	--seat anna --seat bob --seat carl --limit 3d --grace 12h --pause sun --zone here \
	--pause 2026-12-24..2027-01-01,sat,2026-12-01 --late suggest --absence 14d
cat > want <<'EOF'
  limit: 259200 s
  grace: 43200 s
  pause: sat sun
  pause: 2026-12-01 2026-12-01
  pause: 2026-12-24 2027-01-01
  zone: EET-2EEST,M3.5.0/3,M10.5.0/4
  late: suggest greedy 1
  misses: 3
  absence: 1209600 s
EOF
sed -n '/^  limit/,/^  absence/p' out > clock
ok "... is in digest 0" cmp want clock
unset TZDIR

cli 2 "new with a name that is none" new x.db -k host --rules saboteur --trusted-host \
	--seat anna --seat bob --seat carl --id ../x
# An order has one hyphen where a mail program makes a dash of two.
cli 2 "... or has two hyphens in a row" new x.db -k host --rules saboteur --trusted-host \
	--seat anna --seat bob --seat carl --id the--cave
said "not two - in a row"
cli 2 "new with such a seat" new x.db -k host --rules saboteur --trusted-host \
	--seat anna --seat bob --seat "carl--x=$ADIT_HOME/carl.pub"
said "not two - in a row"
cli 2 "a key with such a name" keygen --no-passphrase carl--x
said "not two - in a row"
ok "no failure left a file" test ! -e x.db
cli 73 "new over a file that is there" new cave.db -k host --rules saboteur --trusted-host \
	--seat anna --seat bob --seat carl
ok "... which is as it was" cmp cave.db before.db
mkdir empty
for out in new/below empty .; do
	cli 73 "new in a folder that is not there" new none/x.db -k host --rules saboteur --trusted-host \
		--seat anna --seat bob --seat carl --out "$out"
done
is "no failure left a folder" "$(ls -d new empty empty/turns turns 2> /dev/null)" "empty
turns"

# ---- digests
cli 65 "read what is no digest" read keys/anna.pub -k anna
said "no digest found"
cli 5 "read what is not there" read nowhere -k anna
cli 5 "read a folder without digests" read keys -k anna
sed 's/^adit-digest v3$/adit-digest v1/' turns/000000.txt > old.txt
for verb in 'read -k anna' 'compare turns' audit 'rebuild -k host old.db'; do
	# shellcheck disable=SC2086 # words
	cli 65 "$verb: a digest of format version 1" $verb old.txt
	said "begun in format version 1"
done
ok "... and no game file is made" test ! -e old.db
head -c 2000 turns/000000.txt > cut.txt
cli 65 "read a digest that is cut off" read cut.txt -k anna
sed 's/^turn: 1/turn: 2/' turns/000000.txt > forged
cli 1 "read a digest that was changed" read forged -k anna
said "digest 0"
n=$(grep -n '^sig:$' turns/000000.txt)
sed "$((${n%%:*} + 1))s/./!/" turns/000000.txt > forged
cli 65 "read a signature that is none" read forged -k anna
said "line $((${n%%:*} + 4)): the signature is cut off or not base64"
sed '/^for anna:/,/^for bob:/d' turns/000000.txt > without
cli 5 "read a digest without one's own view" read without -k anna
awk '/^for anna:/ { skip = 1 } /^for bob:/ { skip = 0 } !skip { print }' turns/000001.txt > mixed
awk '/^for anna:/ { go = 1 } /^for bob:/ { go = 0 } go { print }' turns/000000.txt >> mixed
cli 1 "read an old private view in a new digest" read mixed -k anna
{
	sed '/^for anna:/,$d' turns/000001.txt
	awk '/^for anna:/ { go = 1 } /^for bob:/ { go = 0 } go { sub(/anna/, "carl"); print }' turns/000001.txt
} > swapped
cli 1 "read one's view under another seat's name" read swapped -k anna
cli 0 "digests in any order" read turns/000001.txt turns/000000.txt -k anna
rm turns/000000.txt
cli 0 "a gap at the beginning is no break" read turns -k anna

# ---- nothing from outside moves the cursor or turns the line
wild=$(printf 'x\033[31m\342\200\256y')
clean() { ok "$1" sh -c '! LC_ALL=C grep -q "$(printf "\033\|\342\200\256")" out err'; }
cp cave.db "$wild.db"
cli 0 "status of a file with a wild name" status "$wild.db"
clean "... is clean"
cli 5 "a message with a wild name" apply cave.db "$wild"
clean "... is clean"
cli 2 "a wild reason" undo cave.db --to 0 --reason "$wild"
clean "... is refused, clean"
cli 65 "something wild to say" sign -k anna -d turns --say "$wild"
clean "... is refused, clean"
marks=$(printf 'Z\314\201\314\201\314\201\314\201')
cli 0 "four marks on a letter" sign -k anna -d turns --say "$marks"
cli 65 "five" sign -k anna -d turns --say "$marks$(printf '\314\201')"
said "combining marks"

# ---- a slow clock
cli 0 "a clock up to an hour behind" status cave.db \
	--now "$(sed -n 's/^time: \(.*\):..:..Z$/\1:00:00Z/p' "$(newest)")"
like "... is none" "$(cat out)" "*trusted"
cli 0 "a clock two days behind" status cave.db --now 2026-11-19T16:53:00Z
like "... is told" "$(cat out)" "*, the clock is before that digest"
cli 0 "... for programs, too" status cave.db --now 2026-11-19T16:53:00Z --json
like "..." "$(cat out)" '*"clock_behind":true,*'
adit sign -k anna -d turns --say hello > greeting
cli 0 "... and who applies" apply cave.db greeting --now 2026-11-18T16:53:00Z
said "warning: the clock is * days before digest"

# ---- the digest that an answer is for
for verb in join confirm; do
	exits 2 "$verb: two digests" adit $verb -k anna -d turns turns
	said 'two digests are named: "turns" and that of --digest'
	exits 2 "$verb: two operands" adit $verb -k anna turns turns
	exits 5 "$verb: no such file" adit $verb -k anna none.txt
	said "cannot open none.txt: No such file or directory"
	ok "... prints nothing" test ! -s out
done

# ---- what cannot be a file is no trouble of the machine
ln -s loop loop
for name in loop loop/x.db "$(head -c 300 /dev/zero | tr '\0' a)"; do
	for verb in status apply fsck tick stats digest; do
		cli 5 "$verb: a name that leads nowhere: $(echo "$name" | cut -c 1-9)" "$verb" "$name"
	done
done
if python3 -c 'import socket
socket.socket(socket.AF_UNIX).bind("sock")' 2> err; then
	cli 65 "a socket for a public key" order -p sock o
	mv "$ADIT_HOME/carl.key" carl.key
	mv sock "$ADIT_HOME/carl.key"
	cli 1 "a socket for a secret key" sign -k carl -d turns --say hello
	mv "$ADIT_HOME/carl.key" "$ADIT_HOME/config"
	mv carl.key "$ADIT_HOME"
	cli 65 "a socket for the settings" config ascii yes
	rm "$ADIT_HOME/config"
else
	skip "a socket for a file" "no python3 here"
fi

# ---- nothing of it is left lying about
if ! test -r /proc/self/limits; then
	skip "no core file" "no /proc here"
else
	mkfifo wait
	"$ADIT" read - --public < wait > out 2> err &
	pid=$!
	exec 9> wait
	i=0
	until grep -q '^Max core file size *0 *0 ' "/proc/$pid/limits" || [ $i -ge 100 ]; do
		i=$((i + 1))
		cat "/proc/$pid/status" > /dev/null
	done
	ok "no core file" grep -q '^Max core file size *0 *0 ' "/proc/$pid/limits"
	exec 9>&-
	wait
fi

tap_end
