#!/bin/sh
# A rules set is known by its descriptor: no code compares which one it is, and below cli and the library none lists them.
. "${0%/*}/../tap.sh"
tap_begin

# ids TOP: where it is asked which rules set it is, but for the format of the game file.
ids()
{
	(cd "$1" && find src -name '*.[ch]' -exec \
		grep -nE 'rules(->|\.)id([^A-Za-z0-9_]|$)' /dev/null {} + |
		grep -vE '^src/(games/games\.[ch]|core/pack\.c):')
}

# lists TOP: where the list of games is named, except where it is passed on.
lists()
{
	(cd "$1" && find src -name '*.[ch]' -exec grep -nw rules_all /dev/null {} + |
		grep -vE '^src/(games/games\.[ch]|cli/.*|adit\.c):')
}

is "nobody asks which rules set it is" "$(ids "$top_srcdir")" ""
is "nobody below cli and the library names the list of games" "$(lists "$top_srcdir")" ""
mkdir -p tree/src/core tree/src/games tree/src/cli tree/src/host
printf 'if (g->rules->id == 3)\nx = rules.id;\nrules->identity\n' > tree/src/host/a.c
cp tree/src/host/a.c tree/src/core/pack.c
cp tree/src/host/a.c tree/src/games/games.c
is "a question is found" "$(ids tree)" "src/host/a.c:1:if (g->rules->id == 3)
src/host/a.c:2:x = rules.id;"
printf 'rules_find(rules_all)\nnot_rules_all\n' > tree/src/host/a.c
cp tree/src/host/a.c tree/src/cli/a.c
is "the list is found" "$(lists tree)" "src/host/a.c:1:rules_find(rules_all)"

tap_end
