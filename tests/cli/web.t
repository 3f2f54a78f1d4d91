#!/bin/sh
# The web address of a table's repository: what it may be, and where it stands.
# shellcheck disable=SC2154 # now
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

new_of 0 "new --web" cave.db --out . --title Mine --name "bob=Bob" --web https://github.com/anna/cave.git
is "... stands in digest 0, behind the title" "$(sed -n '/^setup:/,/^ *commit/s/^  \([tnw][a-z]*:.*\)/\1/p' turns/000000.txt)" \
	"title: Mine
web: https://github.com/anna/cave
name: bob Bob"
new_of 0 "without" none.db --out none
not_ok "... no such line" grep -q '^ *web:' none/turns/000000.txt
new_of 0 "another forge" other.db --out other --web gitea:https://git.example.org:3000/anna/cave/
ok "... is named" grep -qxF '  web: forgejo:https://git.example.org:3000/anna/cave' other/turns/000000.txt

# ---- what is refused: one line, no file (tests/text/web.c has more)
bad()
{
	new_of 2 "refused: $1" bad.db --web "$2"
	ok "... and nothing is made" test ! -e bad.db
	is "... in one line, with what to do" "$(grep -c '^adit: new: .*https://HOST/PATH' err)$(wc -l < err)" 11
}
bad "nothing" ''
bad "not encrypted" http://github.com/anna/cave
bad "another scheme" 'javascript:alert(1)'
bad "a user" https://anna@github.com/anna/cave
bad "a query" 'https://github.com/anna/cave?x=1'
bad "markup" 'https://github.com/anna/cave)[x](y'
bad "a second line" 'https://github.com/anna/cave
  name: anna Bob'
bad "no repository" https://github.com/
bad "201 bytes" "https://github.com/$(head -c 182 /dev/zero | tr '\0' x)"

# ---- the same in a file that was made again; the next game has a repository of its own
adit read turns/000000.txt -k anna --moves | grep '^discard' | head -n 1 > wish
adit sign -k anna -d turns/000000.txt - < wish > order
adit apply cave.db order --now "$now" --out . > /dev/null 2>&1
not_ok "no later digest has it" grep -q '^ *web:' turns/000001.txt
cli 0 "fsck makes digest 0 again" fsck -k host cave.db
cli 0 "rebuild" rebuild -k host again.db .
is "... byte for byte" "$(adit digest again.db 0 | cmp - turns/000000.txt && echo same)" same
cli 6 "audit: nothing is wrong so far" audit .

# ---- a person at a terminal gets a link with the block; a script does not
if command -v python3 > /dev/null; then
	next=$(sed -n 's/^next: //p' turns/000001.txt)
	wish=$(adit read turns -k "$next" --moves | grep '^discard' | head -n 1)
	# shown ARG...: what adit prints at a terminal, with the file that its link would make
	shown()
	{
		python3 -c 'import os, pty, re, sys, urllib.parse
text = b""
def read(fd):
    global text
    more = os.read(fd, 4096)
    text += more
    return more
pty.spawn(sys.argv[1:], read)
text = text.decode().replace("\r", "")
link = re.search("(https://\\S*)", text)
open("text", "w").write(text.partition("adit: ")[0])
query = urllib.parse.parse_qs(urllib.parse.urlsplit(link.group(1)).query) if link else {}
open("name", "w").write("".join(query.get("filename", query.get("file_name", []))))
open("value", "w").write("".join(query.get("value", query.get("content", []))))' "$ADIT" "$@" > said < /dev/null
	}
	shown sign -k "$next" -d turns "$wish"
	like "sign at a terminal" "$(tail -n 1 said)" '*adit: sign: to send it in a browser: https://github.com/anna/cave/new/main[?]*'
	is "... makes a file" "$(cat name)" "inbox/$next-1.txt"
	ok "... that is the block" cmp text value
	adit sign -k "$next" -d turns "$wish" > order 2> err
	is "sign in a script says nothing" "$(cat err)" ""
	shown sign --host "$ADIT_HOME/host.pub" -k anna -d none/turns "$(adit read none/turns -k anna --moves | head -n 1)"
	is "... nor where nobody knows the address" "$(grep -c browser said)" 0
	adit new open.db -k host --rules duel --seat anna --seat bob --web https://gitlab.com/us/cave --out open > /dev/null
	shown join --host "$ADIT_HOME/host.pub" -k bob -d open/turns
	like "join at a terminal" "$(tail -n 1 said)" '*adit: join: to send it in a browser: https://gitlab.com/us/cave/-/new/main[?]*'
	ok "... makes the same file" cmp text value
else
	skip "a link at a terminal" "no python3"
fi

cli 0 "new --like" new next.db --like cave.db --now "$now" --out next
not_ok "... does not take it over" grep -q '^ *web:' next/turns/000000.txt
tap_end
