#!/bin/sh
# The address of the browser file: what it may be, and where it stands.
# shellcheck disable=SC2094,SC2154 # mail is a verb, too; now
. "${0%/*}/lib.sh"
tap_begin
keys host anna bob carl
url=https://anna.github.io/Mine_1/~x/adit.html

# new_of STATUS NAME GAME.db ARG...
new_of()
{
	want=$1 name=$2 db=$3
	shift 3
	cli "$want" "$name" new "$db" -k host --rules saboteur --trusted-host --seat anna --seat bob --seat carl \
		--option first=anna --now "$now" "$@"
}

new_of 0 "new --client" cave.db --out cave --title Mine --name "bob=Bob" --web https://github.com/anna/cave --client $url
is "... stands in digest 0, after the web address" "$(sed -n '/^setup:/,/^ *commit/s/^  \([tnwc][aeil][a-z]*:.*\)/\1/p' cave/turns/000000.txt)" \
	"title: Mine
web: https://github.com/anna/cave
client: $url
name: bob Bob"
new_of 0 "without" none.db --out none
not_ok "... no such line" grep -q '^ *client:' none/turns/000000.txt
for good in http://localhost:8000/adit.html https://adit.example.org https://adit.example.org/ http://10.0.0.7:80/a/; do
	rm -rf good.db good
	new_of 0 "$good" good.db --out good --client $good
	ok "... as it was given" grep -qxF "  client: $good" good/turns/000000.txt
done
long=https://example.org/$(head -c 180 /dev/zero | tr '\0' x)
new_of 0 "200 bytes" long.db --out long --client "$long"

# ---- what is refused: one line, no file (tests/text/web.c has more)
bad()
{
	new_of 2 "refused: $1" bad.db --client "$2"
	ok "... and nothing is made" test ! -e bad.db
	is "... in one line, with what to do" "$(grep -c '^adit: new: .*http\[s\]://HOST' err)$(wc -l < err)" 11
}
bad "nothing" ''
bad "no scheme" anna.github.io/adit.html
bad "another scheme" 'javascript:alert(1)'
bad "data" 'data:text/html,x'
bad "a file" file:///home/anna/adit.html
bad "a user" https://anna@example.org/adit.html
bad "a query" 'https://example.org/adit.html?x=1'
bad "a fragment" 'https://example.org/adit.html#x'
bad "a blank" 'https://example.org/my adit.html'
bad "a quotation mark" 'https://example.org/adit.html"onclick="x'
bad "an apostrophe" "https://example.org/adit.html'"
bad "markup" 'https://example.org/adit.html)[x](y'
bad "an escape" "$(printf 'https://example.org/\033[31m')"
bad "a second line" 'https://example.org/adit.html
  name: anna Bob'
bad "no host" https:///adit.html
bad "two slashes" https://example.org/adit//
bad "a folder above" https://example.org/../adit.html
bad "201 bytes" "${long}x"

# ---- the same in a file that was made again
adit read cave/turns/000000.txt -k anna --moves | grep '^discard' | head -n 1 > wish
adit sign -k anna -d cave/turns/000000.txt - < wish > order
adit apply cave.db order --now "$now" --out cave > /dev/null 2>&1
not_ok "no later digest has it" grep -q '^ *client:' cave/turns/000001.txt
cli 0 "fsck makes digest 0 again" fsck -k host cave.db
cli 0 "rebuild" rebuild -k host again.db cave
is "... byte for byte" "$(adit digest again.db 0 | cmp - cave/turns/000000.txt && echo same)" same
cli 6 "audit: nothing is wrong so far" audit cave
cli 0 "new --like" new next.db --like cave.db --now "$now" --out next
not_ok "... does not take it over" grep -q '^ *client:' next/turns/000000.txt

# ---- pages
cli 0 "the front page" page cave
is "... has a link among the ways to take part" "$(sed -n '/^## Take part/,/^## The host/p' out | grep -cF "Open [\`adit\` as a page]($url) in a browser")" 1
adit page --commit 0 cave > out
not_ok "... which no commit has" grep -qF "$url" out
cli 0 "that of a table without" page none/turns
not_ok "... has none" grep -q 'adit. as a page' out
cli 0 "the public page" page --html cave
is "... has a link that tells nobody from where" "$(grep -F "$url" out)" \
	"<p class=\"soft\"><a rel=\"noreferrer\" href=\"$url\">Play in this browser</a></p>"
cli 0 "the private page" page --html -k anna -o "$HOME/anna.html" cave/turns/000001.txt
not_ok "... has none" grep -qF "$url" "$HOME/anna.html"

# ---- invitations
adit new open.db -k host --rules duel --seat anna --seat dora=mail:dora@example.org --mail-from cave@example.org \
	--mail anna=anna@example.org --now "$now" --client "$long" --out open > /dev/null || exit 99
cli 0 "an invitation" digest open.db --invitation --seat anna
like "... has a paragraph" "$(tr '\n' ' ' < out)" "*If you cannot install anything, open the page below in a browser, and open this invitation there.*:      $long  adit asks you once*"
ok "... with the address in one piece" grep -qxF "    $long" out
is "... and short lines elsewhere" "$(sed '/^adit-digest/q' out | grep -vF "$long" | awk 'length > 72')" ""
ok "... and reads as before" adit read --public out
cli 0 "at a table without" digest --invitation none.db --seat anna
not_ok "... there is none" grep -q 'cannot install' out
if command -v python3 > /dev/null; then
	# part TYPE FILE: that part of a mail, as a mail program gets it.
	part() { python3 -c 'import email, email.policy, sys
m = email.message_from_binary_file(open(sys.argv[2], "rb"), policy=email.policy.default)
print(m.get_body((sys.argv[1],)).get_content())' "$@"; }
	cli 0 "mails" mail --flush --maildir=sent open.db
	anna=$(grep -rl '^To: .*anna@example.org' sent) dora=$(grep -rl '^To: .*dora@example.org' sent)
	part plain "$anna" > plain
	ok "the text of a mail has the address in one piece" grep -qxF "    $long" plain
	part html "$anna" > html
	like "... its HTML too, as text" "$(tr '\n' ' ' < html)" "*If you cannot install anything*<pre*>$long</pre>*"
	not_ok "... and no link" grep -q '<a ' html
	part plain "$dora" > plain
	like "a plain seat needs no program" "$(cat plain)" "*You need nothing but your mail program*"
	not_ok "... and hears of none" grep -qF "$long" plain
else
	skip "mails" "no python3 here"
fi
tap_end
