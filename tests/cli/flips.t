#!/bin/sh
# A player's record in which bits have flipped, or whose files are cut off: nobody accuses the host, and reading the
# digests again repairs it.  A host that does show two histories is caught all the same.
. "${0%/*}/lib.sh"
tap_begin

# ---- a table that is dealt along, and what anna has of it
keys host anna bob carl
adit new cave.db -k host --rules saboteur --seat anna --seat bob --seat carl --id cave --now "$now" \
	--out . > out || exit 99
cp cave.db fork.db
mine=$ADIT_HOME/games/cave
for who in anna bob carl; do
	adit join -k $who . 2> err | adit apply cave.db --out . > out 2>&1 || exit 99
done
for who in anna bob carl; do
	cat turns/*.txt | adit confirm -k $who - 2> err | adit apply cave.db --out . > out 2>&1 || exit 99
done
for turn in 4 5 6; do
	[ ! -e "turns/00000$((turn + 3)).txt" ] || exit 99
	who=$(adit status cave.db --json | sed 's/.*"to_move":"\([a-z]*\)".*/\1/')
	adit sign -k "$who" -d . "$(move "$who")" > order 2> err && adit apply cave.db order --out . > out 2>&1 ||
		exit 99
done
rm -r "$mine/turns" "$mine/orders"
cli 0 "anna reads all" read turns -k anna
cli 0 "... says a word" sign -k anna --say "hello"
adit apply cave.db out --out . > order 2>&1 || exit 99
cli 0 "... and reads that" read turns -k anna
for file in "$mine"/orders/*.txt; do echo sent > "${file%.txt}.mark"; done
ok "there are leaves" test -s "$mine/leaves"
ok "... and shares" grep -q '^share anna ' "$mine/pins"
cp -r "$mine" good
new=$(newest)

# ---- flips
random=$((ADIT_TEST_SEED % 2147483648))
# below N: a number from 0 to N - 1, in $random_n
below()
{
	random=$(((random * 1103515245 + 12345) % 2147483648))
	random_n=$((random / 256 % $1))
}

# flip FILE: one bit of it
flip()
{
	below "$(stat -c %s "$1")"
	at=$random_n
	below 8
	byte=$(($(od -An -tu1 -j "$at" -N 1 "$1") ^ (1 << random_n)))
	# shellcheck disable=SC2059
	printf "\\$(printf %o "$byte")" | dd of="$1" bs=1 seek="$at" conv=notrunc 2> err || exit 99
	echo "${1##*/}: bit $random_n of byte $at" > flipped
}

# tried ARG...: adit ARG... neither accuses nor crashes
tried()
{
	adit "$@" > out 2> err
	status=$?
	case $status in
	0 | 4 | 5 | 6 | 65) ;;
	*) echo "$(cat flipped): adit $*: status $status: $(cat err)" >> bad ;;
	esac
	! grep -qiE 'cheat|two different|histories|another (host|history)|not the host|does not continue' out err ||
		echo "$(cat flipped): adit $*: $(cat err)" >> bad
}

# whole: after all digests are read again, nothing is wrong with the record any more
whole()
{
	tried read turns -k anna
	for part in pins leaves; do
		sort "good/$part" > was
		sort "$mine/$part" | cmp -s was - || echo "$(cat flipped): $part is not as it was" >> bad
	done
	diff -r good/turns "$mine/turns" > differ || echo "$(cat flipped): $(cat differ)" >> bad
	tried read -g cave -k anna
	[ ! -s err ] || echo "$(cat flipped): says after that: $(cat err)" >> bad
}

# fine NAME: nothing went wrong since the last one
fine()
{
	[ ! -s bad ]
	tap_result $? "$1" bad
	: > bad
}

# each FILE TIMES: flip a bit of it so many times
each()
{
	i=0
	while [ $i -lt "$2" ]; do
		i=$((i + 1))
		rm -rf "$mine"
		cp -r good "$mine"
		[ -s "$mine/$1" ] || exit 99
		flip "$mine/$1"
		[ $((i % 3)) -ne 1 ] || [ "${1#turns}" != "$1" ] || rm -r "$mine/turns"
		case $((i % 4)) in
		0) tried read "$new" -k anna ;;
		1) tried sign -d "$new" -k anna --say "again" ;;
		2) tried read -g cave -k anna ;;
		3) tried audit turns -k anna ;;
		esac
		whole
	done
}
many=150
few=24
[ -z "${ADIT_SOAK_QUICK:-}" ] || many=75 few=12
[ -z "${ADIT_FEW:-}" ] || many=30 few=4
: > bad
each pins $many
fine "pins"
each leaves $((few * 2))
fine "leaves"
for file in good/turns/*; do
	each "turns/${file##*/}" 4
done
each "${new}" $few
fine "digests"
for file in good/orders/*; do
	each "orders/${file##*/}" $few
done
fine "orders and marks"
each read-anna $few
fine "what was read last"

# ---- cut off
# cut FILE N: its first N bytes are left
cut_off()
{
	rm -rf "$mine"
	cp -r good "$mine"
	truncate -s "$2" "$mine/$1"
	echo "$1, cut off after $2" > flipped
	[ $(($2 % 2)) -eq 0 ] || [ "${1#turns}" != "$1" ] || rm -r "$mine/turns"
	tried read "$new" -k anna
	whole
}
for file in pins leaves "$new" turns/000000.txt; do
	size=$(stat -c %s "good/$file")
	# The heading, the host's key and three shares, which no digest says again: see below.
	[ "$file" = pins ] && least=$(head -n 5 good/pins | wc -c) || least=0
	for n in $least 1 13 $((size / 3)) $((size / 2)) $((size - 18)) $((size - 1)) \
		$(head -n 2 "good/$file" | wc -c) $(head -n 5 "good/$file" | wc -c) $(head -n 6 "good/$file" | wc -c); do
		[ "$n" -lt "$least" ] || cut_off "$file" "$n"
	done
done
fine "files that are cut off"
for n in 0 13; do
	rm -rf "$mine"
	cp -r good "$mine"
	truncate -s $n "$mine/pins"
	cli 0 "nothing but $n bytes is left of the pins" read "$new" -k anna
	said "keys/games/cave/pins: line*; what was written there is lost: read the digests of the game again"
	ok "... all digests are noted" test "$(grep -c '^[0-9]' "$mine/pins")" = "$(grep -c '^[0-9]' good/pins)"
	truncate -s $n "$mine/pins"
	rm -r "$mine/turns"
	cli 65 "... and no digest is kept" read "$new" -k anna
	said "keys/games/cave/pins is damaged: nothing is left in it of the host's key of game cave; move it away"
done
rm -rf "$mine"
cp -r good "$mine"
sed 's/^\(host .*\).$/\1~/' good/pins > "$mine/pins"
rm -r "$mine/turns"
cli 0 "both lines of the host's key are damaged" read "$new" -k anna
said "keys/games/cave/pins: line 2 is damaged, as is 1 more"
ok "... and are repaired by what the host has signed" cmp good/pins "$mine/pins"

# ---- another host, another history
keys evil
rm -rf "$mine"
cp -r good "$mine"
adit new evil.db -k evil --rules saboteur --seat anna --seat bob --seat carl --id cave --now "$now" \
	> evil.txt || exit 99
sed 's/^\(host .*\).$/\1~/' good/pins > "$mine/pins"
cp "$mine/pins" before
rm -r "$mine/turns"
cli 1 "a host that has not signed what is noted" read evil.txt -k anna
said "keys/games/cave/pins notes digests that this host of game cave has not signed"
ok "... is not noted" cmp before "$mine/pins"

forget
adit digest fork.db 0 > zero || exit 99
ok "the table, restored" cmp zero turns/000000.txt
mkdir fork
cp zero fork/
for who in bob anna; do
	ADIT_HOME=$tap_dir/elsewhere
	mkdir -p "$ADIT_HOME"
	cp keys/*.* "$ADIT_HOME"
	adit join -k $who - < zero > order 2> err || exit 99
	forget
	adit apply fork.db order > "lie$who" 2> err || exit 99
	ADIT_HOME=$tap_dir/keys
done
# proves FILE: the two are in it, both signed
proves()
{
	ok "... the proof has both signatures" test "$(grep -c '^RU' "$1")" -ge 2
	ok "... of two hashes" test "$(grep -o 'adit-digest v3 cave/1 [a-z2-7]*\|^head: .*' "$1" |
		sed 's/.* //' | sort -u | wc -l)" = 2
}
rm -rf "$mine"
cp -r good "$mine"
cli 1 "another digest 1" read liebob -k anna --proof proof
said "two different digests 1 of game cave: see line * of */keys/games/cave/pins; proof proves it: adit audit proof"
proves proof
ADIT_HOME=$tap_dir/elsewhere
cli 1 "... which anybody can check" audit proof
ADIT_HOME=$tap_dir/keys
rm -r "$mine/turns"
cli 1 "... where the digests are not kept" read liebob -k anna --proof proof
proves proof
minisign=$(sed -n '/^untrusted comment:/,+3p' proof)
like "... it is what minisign writes" "$minisign" "untrusted comment: *
RU*
trusted comment: adit-digest v3 cave/1 *
*"
random=$((ADIT_TEST_SEED % 2147483648))
i=0
while [ $i -lt $few ]; do
	i=$((i + 1))
	cp good/pins "$mine/pins"
	flip "$mine/pins"
	# The line of digest 1, and the first host line, stay.
	grep '^1 ' good/pins > line
	grep -qxFf line "$mine/pins" || continue
	adit read liebob -k anna --proof proof > out 2> err
	[ $? -eq 1 ] && grep -q 'two different digests 1 of game cave' err ||
		echo "$(cat flipped): $(cat err)" >> bad
done
fine "... and where another line is damaged"
cp good/pins "$mine/pins"
cli 1 "sign finds it out, too" sign -d liebob -k anna --say "x"
said "adit read --proof FILE keeps both signatures"

# ---- lines that are whole, and that the host has not signed
cp -r good "$mine.evil"
rm -rf "$mine"
adit read evil.txt -k anna > out 2> err || exit 99
grep '^0 ' "$mine/pins" > foreign
rm -rf "$mine" "$mine.evil"
cp -r good "$mine"
rm -r "$mine/turns"
sed "s|^0 .*|$(cat foreign)|" good/pins > "$mine/pins"
cli 0 "a line that another host has signed" read turns -k anna
said "keys/games/cave/pins: the host has not signed the digest of line *; it is not used"
sort good/pins > was
sort "$mine/pins" > is
ok "... is held against nobody, and replaced" cmp was is

sed 's/ v3$/ v2/; s/^host \([^ ]*\).*/host: \1/; s/^\([0-9]* [^ ]* [^ ]*\) .*/\1/; /^share/d' good/pins > "$mine/pins"
cli 65 "pins of another version" read "$new" -k anna
said "keys/games/cave/pins is of another version of adit; move it away to begin without what was known"
tap_end
