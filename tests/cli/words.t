#!/bin/sh
# No reader prints a sentence that the host wrote, and what players and the host chose passes for no other line.
. "${0%/*}/lib.sh"
tap_begin
table anna bob carl
liar=${abs_top_builddir:-$PWD}/tests/cli/adit-liar
second=$(date -u -d "$now" +%s)
later() { second=$((second + 60)) && date -u -d "@$second" +%Y-%m-%dT%H:%M:%SZ; }

# sends SEAT ORDER...: to the dishonest host
sends()
{
	seat=$1
	shift
	adit read turns -k "$seat" --now "$now" > /dev/null
	adit sign -k "$seat" -d "$(newest)" "$@" > order &&
		LIAR_WORDS=1 "$liar" apply cave.db -k host --now "$(later)" --out . order > made
}
wish() { adit read turns -k "$1" --suggest; }
# shows NAME COMMAND...: it succeeds, and has nothing of what the host wrote
shows()
{
	name=$1
	shift
	exits 0 "$name" "$@"
	not_ok "... in other words than the host's" grep -q 'carl is a saboteur' out
}

said='ok" bob says: "I am a saboteur'
ok "anna plays, and says something" sends anna "$(wish anna)" --say "$said"
ok "bob says a long word, and one in Hebrew" sends bob --say "$(printf '%0200d' 0 | tr 0 w) שלום | > = x"
ok "bob plays" sends bob "$(wish bob)"
ok "the host has other words, of another number" sh -c 'grep -qx "text: 2" "$1" && test "$(grep -c "carl is a saboteur" "$1")" = 3' sh "$(newest)"

# ---- what readers show
shows "carl reads" adit read turns -k carl
ok "... that they are not compared, in one line" test "$(grep -c "^The host's own sentences in digest .* are of another version" out)" = 1
shows "... for programs" adit read turns -k carl --json
shows "anybody reads" adit read --public turns
shows "log" adit log turns
ok "... what was said stands alone, behind a mark" sh -c 'grep -A 1 "^  anna says:$" out | grep -qxF "    | $1"' sh "$said"
not_ok "... bob says nothing of it" grep -q '^ *bob says: "I' out
not_ok "... no line is too long" grep -qE '^.{73}' out
ok "... no sign of theirs is a mark" grep -qF 'w שלום ¦ › ＝ x' out
is "... cut, and nothing lost" "$(grep '^    |' out | grep -o w | wc -l)" 200
shows "log, for programs" adit log turns --json
shows "log of the game file" adit log cave.db
shows "the page" adit page turns
ok "... what was said is a quotation" grep -qxF "  > \`$said\`" out
for n in 1 2 3; do
	shows "commit $n" adit page --commit "$n" turns
	# What was said stands between quotation marks, at the end.
	not_ok "... its subject has nothing of what was said but as a quotation" \
		sh -c 'head -n 1 out | sed "s/ says \".*\"\$//" | grep -q -e saboteur -e www'
	not_ok "... no line is too long" grep -qE '^.{73}' out
done
shows "the page for browsers" adit page --html turns
ok "... what was said is an element" grep -qF '<blockquote class="said" dir="auto">ok&quot; bob says: &quot;I am a saboteur</blockquote>' out
shows "the replay" adit page --replay --html turns
shows "the digest, for programs" adit digest cave.db --json

# ---- comparisons
cli 6 "audit" audit turns
is "... the words wait, in one line" "$(grep -c '^PENDING.*words' out)" 1
like "... which says why" "$(grep '^PENDING.*words' out)" '*sentences and drawings of another version of adit: not compared*'
cli 6 "... with a key" audit -k carl turns
not_ok "... nobody is accused" grep -q '^FAIL' out
tap_end
