#!/bin/sh
# A letter without an order, to a folder of tables: who has a seat at one of them gets help from it, and junk mail
# opens none.
# shellcheck disable=SC2154,SC2317 # now; ok calls them
. "${0%/*}/lib.sh"
tap_begin
needs_letter
keys host anna bob carl
mkdir tables
# new GAME SEAT...: a table of the folder, whose seats have addresses
new()
{
	name=$1
	shift
	adit new "tables/$name.db" -k host --id "$name" --rules duel --trusted-host --now "$now" \
		--mail-from cave@example.org --seat "$1" --mail "$1=$1@example.org" --seat "$2" --mail "$2=$2@example.org" \
		> "$name.0" || exit 99
}
new cave anna bob
new mine anna carl
new zone bob carl
mail 0 "what waits is sent" --flush tables
rm -r sent
# Nothing that was changed in the last two seconds has an entry.
settle() { sleep 2.1; }
settle

# writes STATUS NAME FROM [LINE]: a mail to the folder; helped: who got help, from which table
writes()
{
	{
		printf 'From: %s\nTo: cave@example.org\nMessage-ID: <%s@example.org>\n' "$3" "$(date +%N)"
		printf 'Subject: x\n%s\n%s\n' "${5:+$5
}" "${4:-Hello, is this the cave?}"
	} > coming
	rm -rf sent
	mail "$1" "$2" -k host --log log tables < coming
}
helped() { grep -rho '^X-Adit: game=[a-z0-9]*;.*kind=help' sent 2> /dev/null | sed 's/.*game=\([a-z0-9]*\);.*/\1/' | sort | tr '\n' ' '; }
whom() { (cd sent 2> /dev/null && echo *); }

# ---- one of several tables
writes 0 "bob, who is at two tables" bob@example.org
is "... is answered once" "$(helped)$(whom)" "cave bob"
like "... by a mail that names both" "$(cat sent/bob/new/*)" "*There is no order in your mail.*several tables here:*    cave?    zone?*"
writes 0 "a stranger" dave@example.org
is "... is not" "$(helped)" ""
writes 0 "a list" bob@example.org '' 'List-Id: <x.example.org>'
is "... neither" "$(helped)" ""
writes 0 "the table's own address" cave@example.org
is "... neither" "$(helped)" ""
rm tables/mine.db
writes 0 "anna, who is at one table" Anna@Example.ORG
is "... is helped by it" "$(helped)$(whom)" "cave anna"
not_ok "... which is the only one" grep -rq 'several tables' sent
writes 0 "carl" carl@example.org
is "... as well" "$(helped)$(whom)" "zone carl"

# ---- an order that is broken, or of another table
adit sign -k bob -d zone.0 --clear --turn any --say hi > clear 2> /dev/null
writes 0 "an order that somebody has changed" bob@example.org "$(sed 's/hi/ho/' clear)"
is "... is answered by the table that it names" "$(helped)$(whom)" "zone bob"
like "... which says what is wrong" "$(cat sent/bob/new/*)" '*is not signed with the key of a seat at this?table.*'
not_ok "... and names no other" grep -rq 'several tables' sent
writes 0 "an order that is cut off, from anna" anna@example.org "$(sed '$d' clear)"
is "... by that at which she is" "$(helped)$(whom)" "cave anna"
writes 0 "of a table that is not here" carl@example.org "$(sed 's/^game: .*/game: nowhere/' clear)"
is "... by that at which he is" "$(helped)$(whom)" "zone carl"
writes 0 "no more of that today" carl@example.org
is "... the third time" "$(helped)" ""

now=2026-11-25T12:00:00Z
adit sign -k bob -d zone.0 --turn any --say hi > sealed 2> /dev/null
writes 0 "a sealed order that is cut off" bob@example.org "$(sed '$d' sealed)"
like "... says so" "$(cat sent/bob/new/*)" '*The order in your mail cannot be read: send it again, as an attachment.*'
writes 0 "a digest whose last view is cut off" bob@example.org "$(sed '/^-----END/,$d' zone.0)"
like "... is none" "$(cat sent/bob/new/*)" '*There is no order in your mail.*'

# ---- a game that is over, another host's table, a file that is not a table
for seat in anna bob; do
	adit digest tables/cave.db > newest
	adit sign -k $seat -d newest --clear vote end yes > "by.$seat" 2> /dev/null
	adit apply tables/cave.db -k host --now "$now" --out . "by.$seat" > /dev/null 2>&1
done
is "cave is over" "$(adit status --json tables/cave.db | grep -c '"to_move":null')" 1
now=2026-12-01T12:00:00Z
settle
writes 0 "anna, whose only game is over" anna@example.org
is "... is not answered" "$(helped)" ""
writes 0 "bob, who plays on" bob@example.org
is "... is, by the other" "$(helped)$(whom)" "zone bob"
not_ok "... which is the only one" grep -rq 'several tables' sent
adit keygen --no-passphrase other > /dev/null 2>&1
adit new tables/abc.db -k other --id abc --rules duel --trusted-host --now "$now" --seat carl --seat anna \
	--mail-from cave@example.org --mail carl=carl@example.org > /dev/null || exit 99
head -c 8192 /dev/urandom > tables/aaa.db
now=2026-12-03T12:00:00Z
writes 0 "carl, who has a seat at a table of another host's, beside what is no table" carl@example.org
is "... is answered by ours" "$(helped)$(whom)" "zone carl"

# ---- a copy
rm tables/a*.db
cp tables/zone.db tables/zone-copy.db
now=2026-12-05T12:00:00Z
writes 0 "carl, at a table of which a copy lies beside it" carl@example.org
is "... is answered by the table" "$(helped)$(whom)" "zone carl"
not_ok "... and the copy is not counted" grep -rq 'several tables' sent

# ---- many
rm -r tables
mkdir tables
# shellcheck disable=SC2046 # names
keys $(seq -f p%g 30)
for i in $(seq 30); do
	new "t$i" anna "p$i"
done
settle
writes 0 "anna, who is at all of thirty tables" anna@example.org
is "... is answered once" "$(helped)$(whom)" "t1 anna p1"
like "... and gets sixteen names" "$(cat sent/anna/new/*)" "*    t1?    t10?    t11?*    and 14 more?*This mail is about t1.*"
settle
if command -v strace > /dev/null && strace -o trace true 2> /dev/null; then
	opened()
	{
		letter "$1" > coming
		# Leaks are looked for by tracing, too.
		ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0" strace -f -o trace "$ADIT" mail -k host --now "$now" --maildir "$tap_dir/sent" tables < coming
		grep -E 'open(at)?\(' trace | grep -c '\.db'
	}
	opened stranger@example.org > first
	is "a stranger: the table that was written to is opened" "$(cat first)" 1
	is "... by the next one none is" "$(opened dave@example.org)" 0
	is "... nor is anything written" "$(grep -E 'open(at)?\(' trace | grep -E 'O_(WRONLY|RDWR|CREAT)' | grep -c tables)" 0
	ok "of who has a seat that table is" test "$(opened p7@example.org)" -ge 1
	is "... and no other" "$(grep -E 'open(at)?\(' trace | grep '\.db' | grep -vc 't7\.db')" 0
else
	skip "how many are opened" "no strace"
fi
tap_end
