#!/bin/sh
# What a host keeps for a player it plays: who has signed it sees whether, by read and by audit, before it is revealed.
. "${0%/*}/lib.sh"
tap_begin
table anna bob carl
liar=${abs_top_builddir:-$PWD}/tests/cli/adit-liar
second=$(date -u -d "$now" +%s)
later() { second=$((second + 60)) && date -u -d "@$second" +%Y-%m-%dT%H:%M:%SZ; }

# sends ADIT SEAT ORDER...: to the host that runs this program.
sends()
{
	host=$1 seat=$2
	shift 2
	adit read turns -k "$seat" --now "$now" > /dev/null
	adit sign -k "$seat" -d "$(newest)" "$@" > order && "$host" apply cave.db -k host --now "$(later)" --out . order > made
}
wish() { adit read turns -k "$1" --suggest; }
finds() { adit audit turns -k "$1" --json 2> err | grep '"check":"kept"' | sed 's/,"detail":null//' | tr '\n' ' '; }

kind=$(adit read turns -k bob --json | grep -o '"hand":\["[^?"]*"' | cut -d'"' -f4)
exits 0 "bob gives an order for every turn" sends adit bob --turn every "discard $kind" --or suggest
exits 0 "anna plays" sends adit anna "$(wish anna)"
cli 0 "it is played, and bob finds it so" read turns -k bob
is "... also in his audit" "$(finds bob)" '{"n":3,"check":"kept","result":"PASS"} '
is "... in nobody else's" "$(finds carl)" ""

exits 0 "he gives another" sends adit bob --turn every "discard $(adit read turns -k bob --json |
	grep -o '"hand":\["[^?"]*"' | cut -d'"' -f4)"
exits 0 "carl plays" sends adit carl "$(wish carl)"
exits 0 "anna plays, at a host that keeps no promise" sends "$liar" anna "$(wish anna)"
cli 1 "bob finds out" read turns -k bob
said "the host cheats in digest 6: your order \"discard * is possible, though it says that none is"
mkdir "$HOME/pages" private
mv turns private/turns # a private page lies in no folder with turns/
cli 1 "... and by his page" page --html -k bob -o "$HOME/pages/bob.html" private/turns
said "the host cheats in digest 6: your order"
like "... which shows the table, and says so in red" "$(cat "$HOME/pages/bob.html")" \
	'*<p class="wrong" role="alert">Not to be trusted: *digest 6: your order *data-card*'
mv private/turns turns
cli 1 "... by his audit" audit turns -k bob
said "digest 6, kept: your order \"discard * is possible, though it says that none is"
like "... which says where" "$(finds bob)" '{"n":3,"check":"kept","result":"PASS"} {"n":6,"check":"kept","result":"FAIL",*'
cli 0 "carl cannot know" read turns -k carl
cli 6 "... nor can who has no key" audit turns
rm -rf "$ADIT_HOME"/games/*/orders
cli 0 "... nor bob where he has not signed it" read turns -k bob
is "... also in his audit" "$(finds bob)" ""
tap_end
