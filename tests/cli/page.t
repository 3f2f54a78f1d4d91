#!/bin/sh
# The page of a table: of public digests alone, the same everywhere, and nothing that others wrote is markup.
# shellcheck disable=SC2016 # scripts in single quotes are for another shell, and so is markup
. "${0%/*}/lib.sh"
tap_begin
keys host anna bob carl
adit new cave.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host \
	--option first=anna --name 'anna=Anna | <b>' --name 'carl=Ünal' --now "$now" --out . > /dev/null || exit 99

act() # SEAT [OPTION...]: an order, or the seat's first move
{
	seat=$1
	shift
	[ $# -gt 0 ] || set -- "$(adit read "$(newest)" -k "$seat" --moves | head -n 1)"
	adit sign -k "$seat" -d "$(newest)" "$@" 2> /dev/null > order
	adit apply cave.db order --out . --now "$when" > /dev/null 2>&1 || exit 99
}
said='``` @anna fixes #12 https://x.example <script>'
when=2026-11-22T08:00:00Z
act anna
when=2026-11-22T09:00:00Z
act carl --say "$said"
when=2026-11-22T10:00:00Z
act bob

cli 0 "page" page
cp out page.md
while read -r line; do
	ok "it says: $line" grep -qxF -e "$line" page.md
done << 'END'
**It is carl's turn**, since 2026-11-22 10:00 UTC.
Round 1 of 3, turn 3, digest 3.
- **0** round 1 begins; anna begins
![The board](board.svg)
## Who is who
| Seat | Cards | |
## What happened
## Take part
### With git
### In the browser
### By mail
- dealing: trusted: the host alone has shuffled
END
like "... who is who, with names that end no cell" "$(grep '^| ' page.md)" '*
| \*\*anna\*\* <code>Anna &#124; &#60;b&#62;</code><br>*
| \*\*bob\*\*<br>![[]*pickaxe](pictures/pickaxe*.svg)![[]*lamp](pictures/lamp*.svg)![[]*cart](pictures/cart*.svg) | * |
| \*\*carl\*\* <code>Ünal</code><br>* | \*\*to move\*\** |'
is "... without an address, no link" "$(grep -c '](http' page.md)" 0
like "... the host's fingerprint" "$(cat page.md)" "*fingerprint: \`$(adit key host --json |
	sed 's/.*"fingerprint":"\([a-z0-9]*\)".*/\1/')\`*"
adit read --public --board . > board
ok "... the board" grep -qxF -e "$(grep 'S━' board)" page.md
cli 0 "--at" page --at 2
ok "... it was bob's turn, since anna's order" \
	grep -qxF "**It is bob's turn**, since 2026-11-22 08:00 UTC." out
like "... what was said is a quotation, and in it code" "$(grep -A 2 '^- \*\*2\*\*' out)" \
	'- \*\*2\*\* carl says:

  > ```` ``` @anna fixes #12 https://x.example *````'

# ---- the same from anywhere
same() { exits 0 "the same $1" sh -c "$2"; cmp -s out page.md; tap_result $? "... $1" out; }
same "from a folder above" '"$ADIT" page ./turns'
same "from the game file" '"$ADIT" page cave.db'
same "in another zone and home" 'TZ=Asia/Tokyo HOME=/nowhere ADIT_HOME=/nowhere "$ADIT" page'
same "in a wide terminal" 'COLUMNS=200 "$ADIT" page'
same "up to the newest" '"$ADIT" page --at 3'
mkdir bare
for n in 0 1 2 3; do
	adit digest cave.db $n --seat bob --out bare > /dev/null
done
same "without the views of the others" '"$ADIT" page bare'
mkdir hidden hidden/turns
for file in turns/*.txt; do
	sed '/^head:/,$ { /^\(head\|zero\):/! s/[A-Za-z]\{8\}$/AAAAAAAA/; }' "$file" > "hidden/$file"
done
not_ok "digests with other views are others" cmp -s hidden/turns/000003.txt turns/000003.txt
same "whatever is hidden" '"$ADIT" page hidden'
ls -R "$ADIT_HOME/games" > before
adit page > /dev/null
ls -R "$ADIT_HOME/games" > after
ok "nothing is remembered" cmp before after

# ---- the board alone
cli 0 "--svg" page --svg --at 2
cp out board.svg
ok "... is XML" xmllint --noout --nonet board.svg
like "... and a picture in itself" "$(cat board.svg)" '<svg xmlns="http://www.w3.org/2000/svg"*</svg>'
sed 's/ xmlns="[^"]*"//' board.svg > bare.svg
not_ok "... that loads nothing" grep -E 'url[(]|@import|https?:' bare.svg
cli 0 "... of a hidden folder the same" page --svg --at 2 hidden
ok "... byte for byte" cmp out board.svg

# ---- commits
cli 0 "--commit" page --commit 3
like "... is a sentence" "$(head -n 1 out)" "3: bob *; carl is to move"
cli 0 "... of what was said" page --commit 2
is "... the subject has it" "$(head -n 1 out)" '2: carl says "｀｀｀ ＠anna fixes ＃12 https：／／x．example ＜script›"'
like "... it stands below, too, with a mark" "$(cat out)" '*
  carl says:
    | ｀｀｀ ＠anna fixes ＃12 https：／／x．example*'
not_ok "... nothing to refer by" grep -e '@' -e '#' -e '//' -e '`' out
adit undo -k host cave.db --to 2 --reason 'it was @carl #9' --out . --now "$when" > /dev/null 2>&1
adit page > page.md
adit page --at 3 > third.md
for n in 0 1 2 3 4; do
	adit page --commit $n > message
	[ "$(sed -n 1p message | wc -m)" -le 73 ] && [ -z "$(sed -n 2p message)" ]
	tap_result $? "the message of commit $n: a line of 72 columns, then an empty one" message
done

# ---- the commits, for git fast-import
cli 0 "--import" page --import cave.db
cp out stream
# part PATH: the bytes of each file of this name in the stream, concatenated
part() { LC_ALL=C awk -v path="$1" '
	/^data / { inside = found; left = $2; found = 0; next }
	left > 0 { if (inside) print; left -= length($0) + 1; next }
	{ inside = 0 }
	$1 == "M" { found = $4 == path }' FS=' ' stream; }
is "... a commit a digest, each with its mark" "$(grep '^mark ' stream | tr '\n' ' ')" "mark :1 mark :2 mark :3 mark :4 mark :5 "
is "... digest 3 in its file" "$(part turns/000003.txt | cksum)" "$(cksum < turns/000003.txt)"
for n in 0 1 2 3 4; do
	adit page --at $n
done > pages
is "... with the page of that time" "$(part README.md | cksum)" "$(cksum < pages)"
is "... and the host's card" "$(part host.pub)" "$(cat "$ADIT_HOME/host.pub")"
for file in $(grep -o 'pictures/[a-z-]*.svg' page.md | sort -u) pictures/lamp-broken.svg; do
	part "$file" > picture.svg
	ok "... with $file" xmllint --noout --nonet picture.svg
done
ok "... author and date are the digest's" grep -q '^committer adit <[a-z0-9]*@adit> [0-9]* +0000$' stream
is "... and ends as a whole one" "$(tail -n 1 stream)" "done"
commit=0123456789012345678901234567890123456789
cli 0 "--at --on" page --import --at 4 --on $commit cave.db
is "... from there on" "$(grep -e '^mark ' -e '^from ' out)" "mark :5
from $commit"
sed -n '/^mark :5/,$p' stream > whole
is "... the same" "$(grep -v '^from ' out | sed 1d | cksum)" "$(cksum < whole)"
cli 0 "behind the newest" page --import --at 5 cave.db
is "... there is none" "$(cat out)" "done"
cli 0 "--mend" page --import --mend --at 3 --on $commit cave.db
is "... is one commit with all files" "$(grep -e '^mark ' -e '^M ' -e '^D ' out | cut -d ' ' -f 1,4 | tr '\n' ,)" \
	"mark,D,M turns/000000.txt,M turns/000001.txt,M turns/000002.txt,M turns/000003.txt,M README.md,M board.svg,M host.pub,M .gitattributes,$(printf 'M pictures/%s.svg,' gold pickaxe pickaxe-broken lamp lamp-broken cart cart-broken)"
cli 5 "--mend of what is not there" page --import --mend --at 5 cave.db
cli 2 "--import of a folder" page --import turns
cli 2 "--on what is no object" page --import --on HEAD cave.db
said_is() { like "says: $1" "$(cat err)" "*$1*"; }
said_is "--on takes the name of an object"

# ---- the address of the repository
mkdir web
adit new web.db -k host --rules saboteur --seat anna --seat bob --seat carl --id cave --web https://github.com/Anna/mine --out web > /dev/null
cli 0 "a table with an address" page web
while read -r line; do
	ok "... it says: $line" grep -qF -e "$line" out
done << 'END'
git clone https://github.com/Anna/mine table && cd table
adit join -k anna --seat anna | git adit send -
`adit join -k anna` prints a block. Paste it into a [new file](https://github.com/Anna/mine/new/main?filename=inbox/order.txt) named `inbox/order.txt`
[pull requests](https://github.com/Anna/mine/pulls)
[replay](https://anna.github.io/mine/cave/replay.html)
| **anna** | is expected |
END
not_ok "... no board before the deal" grep -q 'board.svg' out

# ---- 7 bits
cli 0 "--ascii" page --ascii
not_ok "... is ASCII" env LC_ALL=C grep -q '[^ -~]' out
cli 0 "--ascii --commit" page --ascii --commit 2
not_ok "... is ASCII" env LC_ALL=C grep -q '[^ -~]' out

# ---- invalid arguments
cli 5 "a digest that is not there" page --at 5
said_is "there is no digest 5: the newest is 4"
cli 5 "nor a commit" page --commit 99
cli 2 "--commit and --at" page --commit 1 --at 1
mkdir gap gap/turns
cp turns/00000[0134].txt gap/turns
cli 5 "one is missing" page gap
said_is "digest 2 of game * is missing"
cp turns/000002.txt gap/turns
sed -i 's/^turn: .*/turn: 9/' gap/turns/000002.txt
cli 1 "one is changed" page gap
cli 5 "no table" page "$ADIT_HOME"
mkdir forged
keys other
adit new forged.db -k other --id "$(sed -n 's/^game: //p' turns/000000.txt)" --rules saboteur \
	--seat anna --seat bob --seat carl --trusted-host --out forged > /dev/null
cli 0 "the host is known here" read --public
cli 1 "another host's table of this name" page forged

# ---- ten seats with all that they can say
set --
display=
for n in 1 2 3 4 5 6 7 8 9 10; do
	keys s$n
	display=$(printf "$n%s" ⛏⛏⛏⛏⛏⛏⛏⛏⛏⛏⛏⛏)
	set -- "$@" --seat s$n --name "s$n=$display"
done
rm -rf turns
adit new ten.db -k host --rules saboteur "$@" --trusted-host --out . > /dev/null || exit 99
word=$(printf 'a"%.0s' 1 2 3 4 5 6 7 8 9 10)
for n in 1 2 3 4 5 6 7 8 9 10; do
	adit sign -k s$n -d turns/000000.txt --clear \
		--say "$n $word $word $word $word $word $word $word $word $word $word $word $word" > "say.$n"
done
adit apply ten.db say.* --out . > /dev/null 2>&1 || exit 99
cli 0 "ten seats" page
ok "... are less than 64 KiB" test "$(wc -c < out)" -lt 65536
is "... the last five are heard" "$(grep -c '^- \*\*[0-9]*\*\* s[0-9]* says' out)" 5
mover=$(sed -n 's/^next: //p' turns/000010.txt)
adit sign -k "$mover" -d turns --say 'Grüße an alle hier: [skip ci]' \
	"$(adit read turns -k "$mover" --moves | grep '^discard' | head -n 1)" > order 2> /dev/null
adit apply ten.db order --out . > /dev/null 2>&1 || exit 99
is "the subject has what happened, and what was said" "$(adit page --commit 11 | head -n 1)" \
	"11: $mover discards a card, $mover says \"Grüße an alle hier： ［skip ci］\""

tap_end
