#!/bin/sh
# adit(5): its examples do what it shows, and its tables are those of the program.
. "${0%/*}/lib.sh"
. "${0%/*}/example.sh"
tap_begin
page=$top_srcdir/man/adit.5
src=$top_srcdir/src
ADIT_HOME=$tap_dir/keys
export ADIT_HOME

examples "$page"

# words HEADING: the first column of the lists below it, one word a line, sorted.
words()
{
	items "$page" "$1" | sed -n 's/^Li \([^ ]*\).*/\1/p' | LC_ALL=C sort -u
}

# same NAME: the files have and listed hold the same lines, and some.
same()
{
	LC_ALL=C sort -u have > have.sorted
	LC_ALL=C sort -u listed > listed.sorted
	is "$1: all are listed" "$(LC_ALL=C comm -23 have.sorted listed.sorted)" ""
	is "$1: no other is" "$(LC_ALL=C comm -13 have.sorted listed.sorted)" ""
	ok "$1: there are some" test -s have.sorted
}

# The clock: a table with the lines of the example, opened at its time.
keys clock seat1 seat2 seat3
sed -n '/^An example: digest 0 has/,/^36 hours/p' "$page" > example
grep '^  ' example > listed
adit new clock.db -k clock --rules saboteur --trusted-host --seat seat1 --seat seat2 \
	--seat seat3 --limit 3d --pause sat,sun \
	--pause 2026-12-24..2027-01-01 --zone EET-2EEST,M3.5.0/3,M10.5.0/4 \
	--now "$(sed -n 's/^time: //p' example)" > digest
sed -n '/^  limit:/,/^  zone:/p' digest > have
same "the clock"
is "the clock: its example is due" "$(grep '^due:' digest)" "$(grep '^due:' example)"

find "$src" -name '*.c' -exec grep -ho '"adit/[a-z/-]*"' {} + | tr -d '"' > have
words "HASHES AND DERIVATION" > listed
same "tags of hashes"

grep -ho '"[a-z2-7]\{52\}"' "$top_srcdir/tests/seal/derive.c" "$top_srcdir/tests/seal/sealing.c" | tr -d '"' > have
sed -n '/^\.Ss Test vectors/,/^\.Sh/p' "$page" | grep -ow '[a-z2-7]\{52\}' > listed
same "test vectors"

# The table of event.c: { "name", FIELD_A | FIELD_B, ...
tr -s '\n\t ' ' ' < "$src/text/eventline.c" |
	grep -o '\[EVENT_[A-Z_]*\] = { "[a-z-]*", [A-Z_0| ]*,' |
	sed 's/.*{ "\([a-z-]*\)", \(.*\),/\1 \2/; s/FIELD_//g; s/[|0]//g' |
	tr '[:upper:]' '[:lower:]' > fields
items "$page" EVENTS | grep '^Li' | sed 's/^Li \([a-z-]*\) Ta \(.*\)/\1 \2/; s/Ta.*//; s/\*//g' > table
# sorted FILE: sort the words after the first word of each line.
sorted()
{
	awk '{
		n = split($0, word, " ")
		for (i = 2; i <= n; i++)
			for (j = i; j > 2 && word[j] < word[j - 1]; j--) {
				swap = word[j]
				word[j] = word[j - 1]
				word[j - 1] = swap
			}
		line = word[1]
		for (i = 2; i <= n; i++)
			line = line " " word[i]
		print line
	}' "$1"
}
sorted fields > have
sorted table > listed
same "kinds of events and their fields"

# The table of noteline.c.
tr -s '\n\t ' ' ' < "$src/text/noteline.c" |
	grep -o '\[NOTE_[A-Z_]*\] = { "[a-z-][a-z-]*", [A-Z_0| ]*,' |
	sed 's/.*{ "\([a-z-]*\)", \(.*\),/\1 \2/; s/NOTE_//g; s/[|0]//g' |
	tr '[:upper:]' '[:lower:]' > fields
sed -n '/^\.Ss Notes/,/^\.Sh/s/^\.It Li \([a-z-]*\) Ta \(.*\)/\1 \2/p' "$page" |
	sed 's/Ta.*//' > table
sorted fields > have
sorted table > listed
same "kinds of notes and their fields"

sed -n 's/^	\[VERDICT_[A-Z_]*\] = { "\([a-z-]*\)".*/\1/p' "$src/text/verdict.c" | grep -vx ok > have
items "$page" REFEREE | sed -n 's/^Li \([a-z-]*\) Ta.*/\1/p' |
	grep -vxE 'legal|apply|new|score|view|choose' > listed
same "codes of refusals"
sed -n '/^} op_table/,/^};/s/.*{ "\([a-z]*\)".*/\1/p' "$src/bot/referee.c" > have
items "$page" REFEREE | sed -n 's/^Li \([a-z-]*\) Ta [a-z].* Ta .*/\1/p' > listed
same "operations of the referee"

awk '/^static const char \*const reserved/ { inside = 1 } inside; /^};/ { inside = 0 }' \
	"$src/text/names.c" | grep -o '"[a-z]*"' | tr -d '"' > have
sed -n '/could$/,/^\.Sh/s/^\.Li \(.*\)/\1/p' "$page" | tr -s ' ' '\n' | grep -v '^\.$' > listed
same "words that name no seat"

sed -n 's/^[\t ]*"CREATE TABLE \([a-z]*\)(.*/\1/p; s/^[\t ]*QUEUE("\([a-z]*\)").*/\1/p' "$src/store/schema.c" > have
words "GAME.db" > listed
same "tables of the game file"

# ---- every rules set there is
adit new --help | sed -n '/^RULES/,$p' | sed 1d > help
adit new --help | sed -n 's/^  \([a-z0-9-]*\), for \([0-9]*\) .*/\1 \2/p' > sets
grep -o '[a-z-]*=[^ ]*' help > have
words OPTIONS > listed
same "options"
while read -r rules players; do
	option=
	[ "$rules" != saboteur ] || option='--option draft=ask'
	# shellcheck disable=SC2086 # two words
	adit simulate --rules "$rules" --players "$players" --games 4 --policy greedy --trace \
		--seed 01 $option > trace
	sed -n 's/.*"legal":\[\(.*\)\],"order".*/\1/p' trace | grep -o '"[a-z-]* \{0,1\}' | tr -d '" ' |
		LC_ALL=C sort -u > have
	items "$page" "THE ORDER LANGUAGE" | tr -s ' ' '\n' | LC_ALL=C sort -u > listed
	is "$rules: verbs of orders" "$(grep -v '^$' have | LC_ALL=C comm -23 - listed)" ""
	sed 's/.*"position":{//; s/,"legal":.*//; s/,"final":.*//; s/"options":{[^}]*}/"options":/' trace |
		grep -o '"[a-z_]*":' | tr -d '":' | LC_ALL=C sort -u > have
	items "$page" POSITIONS | sed 's/^Li //; s/ Ta .*//' | tr -s ' ,' '\n' | LC_ALL=C sort -u > listed
	is "$rules: keys of positions" "$(LC_ALL=C comm -23 have listed)" ""
	ok "$rules: there are some" test "$(wc -l < have)" -gt 10
done < sets

tap_end
