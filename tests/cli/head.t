#!/bin/sh
# The text after the signature of a digest, head: and zero:, and digests of another version.
. "${0%/*}/lib.sh"
tap_begin
table anna bob carl
adit sign -k anna -d turns "$(move anna)" > order
adit apply cave.db order --out . > /dev/null 2>&1
zero=turns/000000.txt one=turns/000001.txt
value() { sed -n "s/^$1: //p" "$2"; }

is "digest 0 has no other before it" "$(value zero $zero)" "-"
is "digest 1 names it" "$(value zero $one)" "$(value head $zero)"
is "... and itself as the host reports it" "$(value head $one)" \
	"$(adit status cave.db --json | sed 's/.*"head":"\([a-z2-7]*\)".*/\1/')"

# refused NAME SCRIPT WORDS: each reader refuses digest 1 with this change, with these words.
refused()
{
	sed "$2" $one > changed.txt
	not_ok "$1: it is another text" cmp -s $one changed.txt
	forget
	cli 1 "... read" read changed.txt --public
	said "$3"
	cli 1 "... read, behind digest 0" read $zero changed.txt -k anna
	said "$3"
	ok "... shows nothing" test ! -s out
	cli 1 "... sign" sign -k bob -d changed.txt --turn next discard map
	cli 1 "... rebuild" rebuild -k host new.db $zero changed.txt
	said "$3"
	exits 1 "... audit" adit audit $zero changed.txt
	ok "... says that it is not the host's" grep -q 'FAIL.*not the host' out
}
other=$(value prev $one | sed 's/^a/B/; s/^[^B]/a/; y/B/b/')
refused "another head:" "s/^head: .*/head: $other/" "its line head: is not its hash"
refused "that of digest 0" "s/^head: .*/head: $(value head $zero)/" "its line head: is not its hash"
refused "another zero:" "s/^zero: .*/zero: $other/" "does not hold for its trusted comment"
refused "no digest 0" "s/^zero: .*/zero: -/" "does not hold for its trusted comment"
sed '/^zero:/d' $one > changed.txt
cli 65 "without zero:" read changed.txt --public
sed '/^head:/d' $one > changed.txt
cli 65 "without head:" read changed.txt --public

# ---- two tables of one name
game=$(value game $zero)
rm -rf keys/games
adit new again.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host --option first=anna \
	--id "$game" --now "$now" > again0.txt 2> /dev/null
adit sign -k anna -d again0.txt "$(adit read again0.txt -k anna --moves | head -n 1)" > order
forget
adit apply again.db order > again1.txt 2> /dev/null
rm -rf keys/games
cat $zero again1.txt > both
cli 1 "digest 0 of one, digest 1 of the other" read both -k anna
said "digests 0 and 1 of game $game are of two tables"
ok "... nothing is shown" test ! -s out
exits 1 "... audit" adit audit both
ok "... names it" grep -q 'FAIL.*two tables of one name' out
cli 0 "digest 0 alone" read $zero -k anna
cli 1 "then digest 1 of the other" read again1.txt -k anna
said "does not continue digest 0"

# ---- digests of another version
sed 's/^adit-digest v3$/adit-digest v2/; /^zero: /d' $one > old.txt
mkdir mixed
cp $zero mixed/000000.txt
cp old.txt mixed/000001.txt
for input in old.txt mixed; do
	for verb in 'read -k anna' 'compare turns' audit 'rebuild -k host new.db'; do
		# shellcheck disable=SC2086 # words
		cli 65 "$verb $input" $verb "$input"
		said "begun in format version 2 (adit-digest v2), this adit plays adit-digest v3"
	done
done
cat $zero old.txt > both
cli 65 "behind one of this version" read both -k anna
said "begun in format version 2"
cat old.txt $one > both
cli 65 "before one of this version" read both -k anna
said "begun in format version 2"
ok "no game file is made" test ! -e new.db

tap_end
