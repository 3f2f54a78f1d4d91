#!/bin/sh
# Many messages in one run: what became of each, and that none hides another.
# shellcheck disable=SC2016,SC2094 # scripts in single quotes are for another shell; keys and files share names
. "${0%/*}/lib.sh"
tap_begin
table anna bob carl
first=$(move anna)
adit sign -k anna -d . --clear "$first" > anna
adit sign -k anna -d . "$first" > anna.sealed
adit sign -k carl -d . --turn next --force --clear 'discard nesw' > carl
adit sign -k bob -d . --clear --say 'Good morning.' > bob
sed 's/^do: .*/do: discard ns/' carl > forged
head -n 6 bob > cut
cp cave.db fresh.db

# box STATUS NAME FILE...: results of apply for these files, a letter each: taken, kept, repeated, refused
# (x), nothing (-); in $got
box()
{
	box_want=$1
	box_name=$2
	shift 2
	cp fresh.db cave.db
	forget
	exits "$box_want" "$box_name" adit apply cave.db "$@" --json
	got=$(sed 's/.*"result":"refused".*/x/; s/.*"result":"nothing".*/-/; s/.*"result":"\(.\).*/\1/' out |
		tr -d '\n')
}

box 0 "each alone is taken" anna carl bob
is "..." "$got" tkt
box 0 "in one message" - < /dev/null anna
cat anna carl bob > all
box 0 "all in one" all
is "..." "$got" tkt
box 0 "the first of them forged" forged anna
is "..." "$got" xt
is "an object each, with file and seat" "$(sed 's/.*\("seat":[^,]*\),.*\("file":"[^"]*"\).*/\1 \2/' out)" \
	'"seat":"carl" "file":"forged"
"seat":"anna" "file":"anna"'
box 1 "a forged one alone: its own status" forged
is "..." "$got" x
ok "... the failure is an object, too" grep -q '^{"error":{"code":"auth"' err
box 65 "no order anywhere" turns/000000.txt /dev/null
is "..." "$got" --
box 5 "the first refusal counts" nowhere cut forged
is "..." "$got" xxx
box 0 "a file that is not there" nowhere anna
is "..." "$got" xt
cat forged cut anna cut > between
box 0 "between broken ones" between
is "..." "$got" xxtx
cp fresh.db cave.db
forget
adit apply cave.db all > first.txt 2> err
is "for people a line each" "$(cat err)" "adit: apply: all: order of anna taken: digest 1
adit: apply: all: order of carl kept: digest 2
adit: apply: all: order of bob taken: digest 3"
is "... and every digest" "$(grep -c '^adit-digest v' first.txt)" 3
cli 0 "all again" apply cave.db all
ok "... prints them again" cmp out first.txt
is "..." "$(grep -c 'repeated: it was applied before, as digest' err)" 3

# ---- the machine
cp fresh.db cave.db
forget
exits 0 "a folder among them" adit apply cave.db turns anna
like "... the order is taken" "$(cat err)" "*order of anna taken: digest 1*"

# ---- quotations
for marks in '' '> ' '>> > ' '| '; do
	{
		echo 'Here is mine. You wrote:'
		sed "s/^/$marks/" turns/000000.txt | sed "/^${marks}events:/q"
		sed "s/^/$marks  /" carl
		echo "${marks}sig:"
		cat anna
	} > reply
	box 0 "an order in a digest quoted with \"$marks\"" reply
	is "..." "$got" t
	sed 's/$/\r/' reply > reply-crlf
	box 0 "... with CRLF" reply-crlf
	is "..." "$got" t
	grep -vx "${marks}sig:" reply > reply-cut
	box 0 "... cut off" reply-cut
	like "... hides nothing below it" "$got" "*t"
	sed "s/^/$marks/" turns/000000.txt > reply
	cat anna.sealed >> reply
	box 0 "private views of others in a quoted digest" reply
	is "..." "$got" t
done
{
	echo '> adit-digest v3'
	echo '-----BEGIN AGE ENCRYPTED FILE-----'
	cat anna
	echo '-----BEGIN ADIT ORDER-----'
	cat carl
	echo '-----END AGE ENCRYPTED FILE-----'
	echo '-----BEGIN ADIT ORDER-----'
	sed 8q anna.sealed
	cat bob
} > nasty
box 0 "fences left open by a nasty neighbour" nasty
like "... hide nobody" "$got" "t*k*t"

# ---- the same order, a thousand times
i=0
while [ $i -lt 10 ]; do
	i=$((i + 1))
	cat anna anna anna anna anna anna anna anna anna anna
done > hundred
: > many
while [ "$(wc -c < many)" -lt 1000000 ]; do
	cat hundred >> many
done
head -c 1048576 many > mib
cp fresh.db cave.db
forget
exits 0 "1 MiB of one order" timeout 300 "$ADIT" apply cave.db mib
is "... its digest is printed once" "$(grep -c '^adit-digest v' out)" 1
is "... a line for each" "$(grep -c ' order of anna ' err)" "$(grep -c '^-----END ADIT' mib)"
cp fresh.db cave.db
forget
cp anna copy1
cp anna copy2
adit apply cave.db anna copy1 copy2 > out 2> err
is "in three files: once, too" "$(grep -c '^adit-digest v' out)" 1

# ---- what mail does to a pair, and to armor
adit sign -k anna -d . --export pair "$first" > sealed 2> err
for how in crlf bom both; do
	mkdir -p "$how"
	for file in order.txt order.txt.minisig; do
		case $how in
		crlf) sed 's/$/\r/' "pair/$file" ;;
		bom) printf '\357\273\277' && cat "pair/$file" ;;
		both) printf '\357\273\277' && sed 's/$/\r/' "pair/$file" ;;
		esac > "$how/$file"
	done
	box 0 "a pair, $how" "$how/order.txt"
	is "..." "$got" t
	cat "$how/order.txt" "$how/order.txt.minisig" > together
	[ $how = crlf ] || continue
	box 0 "... in one file" together
	is "..." "$got" t
done
# ---- a program that ends lines with CR alone, and one that quotes with initials
for how in cr initials; do
	for file in anna anna.sealed turns/000000.txt; do
		case $how in
		cr) tr '\n' '\r' < "$file" ;;
		initials) sed 's/^/AB> /' "$file" ;;
		esac > "$how.${file##*/}"
	done
	box 0 "an order, $how" "$how.anna"
	is "..." "$got" t
	box 0 "a sealed order, $how" "$how.anna.sealed"
	is "..." "$got" t
	cli 0 "a digest, $how" read --public --no-record "$how.000000.txt"
done
sed 's/ /\xc2\xa0/g' anna.sealed > nbsp
box 0 "an armor with no-break spaces" nbsp
is "..." "$got" t
sed 's/^/>\xc2\xa0/' nbsp > nbsp-quoted
box 0 "... quoted" nbsp-quoted
is "..." "$got" t

tap_end
