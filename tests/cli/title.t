#!/bin/sh
# The title of a game: what it may be, and where it stands.
# shellcheck disable=SC2016,SC2094,SC2154 # no shell reads the titles; now
. "${0%/*}/lib.sh"
tap_begin
keys host anna bob carl

# new_of STATUS NAME GAME.db ARG...
new_of()
{
	want=$1 name=$2 db=$3
	shift 3
	cli "$want" "$name" new "$db" -k host --rules saboteur --trusted-host --seat anna --seat bob --seat carl \
		--option first=anna --now "$now" "$@"
}

title='Fri <b>&amp; `mine` *2* \ é'
shape='Fri <b>&amp; `mine` [*]2[*] \\ é' # for like
new_of 0 "new --title" cave.db --out . --title "Fri <b>&amp; \`mine\` *2* \\ e$(printf '\314\201')"
ok "... stands in digest 0, composed" grep -qxF "  title: $title" turns/000000.txt
is "... once" "$(grep -c 'title:' turns/000000.txt)" 1
new_of 0 "a game without a title" none.db --out none
not_ok "... has no such line" grep -q 'title' none/turns/000000.txt

# ---- what is refused: one line, no file
bad()
{
	new_of 2 "refused: $1" bad.db --title "$2"
	ok "... and nothing is made" test ! -e bad.db
	is "... nor printed" "$(cat out)" ""
	not_ok "... and the message is printable" grep -q "$(printf '[\001-\010\013-\037\177]')" err
}
bad "nothing" ''
bad "a blank" ' '
bad "blanks" '    '
bad "a blank at the end" 'Friday '
bad "two blanks" 'Friday  mine'
bad "a tab" "$(printf 'Friday\tmine')"
bad "a header" "$(printf 'Friday\nBcc: eve@example.org')"
bad "CR" "$(printf 'Friday\rBcc: eve@example.org')"
bad "an escape" "$(printf 'Fri\033[2Jday')"
bad "a line separator" "$(printf 'Fri\342\200\250day')"
bad "a bidi control" "$(printf 'Fri\342\200\256day')"
bad "a zero-width blank" "$(printf 'Fri\342\200\213day')"
bad "a joiner" "$(printf 'Fri\342\200\215day')"
bad "half of a surrogate pair" "$(printf 'Fri\355\240\200day')"
bad "no UTF-8" "$(printf 'Fri\377day')"
bad "quotation marks" 'the "mine"'
bad "no letter" '!!! ???'
bad "a word of two scripts" "$(printf 'P\320\260ypal')"
bad "41 columns" 'abcdefghijklmnopqrstuvwxyzabcdefghijklmno'
bad "42 columns of wide characters" "$(printf '\347\216\213%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21)"
bad "10,000 bytes" "$(head -c 10000 /dev/zero | tr '\0' x)"
for good in "a 'quoted' one" '=?utf-8?q?Bcc:_eve?=' '$(touch evil); x' '-k' "$(printf 'Mine \342\233\217')"; do
	rm -f good.db
	new_of 0 "taken: $good" good.db --title="$good"
done
not_ok "... no shell sees it" test -e evil
new_of 2 "once" twice.db --title a --title b

# ---- the same title in a file, a copy of it, a rebuilt one, and for those who have digests alone
adit read turns/000000.txt -k anna --moves | grep '^discard' | head -n 1 > wish
adit sign -k anna -d turns/000000.txt - < wish > order
adit apply cave.db order --now "$now" --out . > /dev/null 2>&1
rm -f fsck
cli 0 "fsck makes digest 0 again" fsck -k host cave.db
cli 0 "rebuild" rebuild -k host again.db .
is "... byte for byte" "$(adit digest again.db 0 | cmp - turns/000000.txt && echo same)" same
cp cave.db copy.db
for db in cave again copy; do
	like "status: $db.db" "$(adit status $db.db 2> /dev/null)" "$db.db: \"$shape\", game *, saboteur, digest 1, *"
	is "... --json" "$(adit status --json $db.db 2> /dev/null | python3 -c 'import json,sys; print(json.load(sys.stdin)["title"])')" "$title"
done
is "status --json without a title" \
	"$(adit status --json none.db | python3 -c 'import json,sys; print(json.load(sys.stdin)["title"])')" None
like "status without a title" "$(adit status none.db)" 'none.db: game *'
like "read" "$(adit read . -k anna | head -n 1)" "\"$shape\", saboteur, game *: round 1 of 3, turn 2"

# A player gets digest 1 alone; digest 0 is in their record.
mkdir "$tap_dir/own" && cp "$ADIT_HOME"/anna.* "$tap_dir/own"
for n in 0 1; do
	digest=$PWD/turns/00000$n.txt
	like "read of digest $n alone" "$(ADIT_HOME=$tap_dir/own adit read "$digest" -k anna 2> /dev/null | head -n 1)" \
		"\"$shape\", saboteur, game *"
done
ADIT_HOME=$tap_dir/own adit read none/turns/000000.txt -k anna > /dev/null 2>&1
like "the list of games" "$(ADIT_HOME=$tap_dir/own adit read < /dev/null 2> /dev/null)" "*\"$shape\"*"

cli 6 "audit: nothing is wrong so far" audit .

# ---- pages
is "README.md" "$(adit page . | head -n 1)" "# \`\`$title\`\`: Saboteur, table \`$(sed -n 's/^game: //p' turns/000000.txt)\`"
adit page --html -o all.html .
adit page --html --replay -o replay.html .
mkdir site
adit page --html --site site . > /dev/null
html='Fri &lt;b&gt;&amp;amp; `mine` \*2\* \\ é'
for page in all.html replay.html; do
	ok "$page: <title>" grep -q "<title>$html: Saboteur, table " $page
	ok "... and heading" grep -q "<h1><bdi>$html</bdi>: Saboteur, table <code>" $page
done
ok "the list of tables" grep -q "<bdi>$html</bdi>: Saboteur" site/index.html
ok "the feed" grep -q "<title>$html: Saboteur, " site/feed.xml
ok "... is XML" python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' site/feed.xml
not_ok "no subject of a commit has it" sh -c '"$ADIT" page --commit 0 . | grep Fri'

# ---- a host who signs a title that no host may choose (tests/audit/lies.c has more)
sed "s/^  title: .*/  title: Fri$(printf '\342\200\256')day/" turns/000000.txt > false.txt
not_ok "a changed title" adit read false.txt -k anna
tap_end
