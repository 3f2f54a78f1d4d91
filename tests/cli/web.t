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
cli 0 "new --like" new next.db --like cave.db --now "$now" --out next
not_ok "... does not take it over" grep -q '^ *web:' next/turns/000000.txt
tap_end
