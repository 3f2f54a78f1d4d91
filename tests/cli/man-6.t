#!/bin/sh
# adit(6): its examples are refereed as it shows, every rule that the source cites is there, and
# cards and refusals are those of the program.
. "${0%/*}/lib.sh"
. "${0%/*}/example.sh"
tap_begin
page=$top_srcdir/man/adit.6

examples "$page"

# ---- rules by number
# "SAB 2.C.11" is the entry ".It 11." below ".Ss 2.C ..."; "C5" and "Q-SAB-9" have their own.
awk '
/^\.Sh / {
	game = ""
	if ($0 == ".Sh SABOTEUR")
		game = "SAB"
	else if ($0 == ".Sh SABOTEUR 2")
		game = "SB2"
	else if ($0 == ".Sh THE DUEL")
		game = "DUEL"
	else if ($0 == ".Sh THE DARK CAVE")
		game = "CAVE"
}
/^\.Ss [0-9]\.[A-Z]/ {
	section = game " " $2
	print section
}
/^\.It [0-9]*\.$/ {
	sub(/\.$/, "", $2)
	print section "." $2
}
/^\.It (C|Q-)[A-Z0-9-]*$/ { print $2 }' "$page" | LC_ALL=C sort > rules
find "$top_srcdir/src" "$top_srcdir/tests" -name '*.[ch]' -exec grep -hoE \
	'\[(SAB|SB2|DUEL|CAVE|C[0-9]|Q-[A-Z])[^]_]*\]' {} + | tr -d '[]' | sed 's/, option.*//' |
	awk '{
		n = split($0, cite, /, */)
		for (i = 1; i <= n; i++) {
			# "SAB 2.A.1-4" cites all of them, as "2.G.27" after a comma cites a rule of the same game.
			if (cite[i] ~ /^[A-Z0-9]+ /)
				game = substr(cite[i], 1, index(cite[i], " ") - 1)
			else if (cite[i] ~ /^[0-9]+\./)
				cite[i] = game " " cite[i]
			else if (cite[i] ~ /^[0-9]+$/)
				cite[i] = section "." cite[i]
			section = cite[i]
			sub(/\.[0-9-]*$/, "", section)
			if (split(cite[i], range, "-") == 2 && range[1] ~ / .*\.[0-9]+$/) {
				split(range[1], part, ".")
				for (k = part[3]; k <= range[2]; k++)
					print section "." k
			} else {
				print cite[i]
			}
		}
	}' | LC_ALL=C sort -u > cited
# Rules of a game that is not on the page are cited where one file serves several.
for game in SB2 DUEL CAVE; do
	grep -q "^$game " rules || {
		grep -v "^$game \|^Q-$game-" cited > rest
		mv rest cited
	}
done
ok "the source cites rules" test "$(wc -l < cited)" -gt 20
is "every rule that is cited is there" "$(LC_ALL=C comm -13 rules cited)" ""
is "no number stands twice" "$(uniq -d rules)" ""
grep -rhoE 'Q-(SAB|SB2|DUEL|CAVE)-[0-9]+' "$top_srcdir/src" "$top_srcdir/tests" \
	"$top_srcdir/man" "$top_srcdir/README.md" --include='*.[ch156]' --include=README.md |
	LC_ALL=C sort -u > named
is "every ruling that is named anywhere is there" "$(LC_ALL=C comm -13 rules named)" ""
# For each: its game, number and kind, or the text found there instead.
awk '
/^\.It Q-/ { split($2, part, "-"); game = part[2]; number = part[3]; at = NR }
at && NR == at + 1 && !/^\.Em .* \?$/ { print game, number, "no question: " $0; at = 0 }
at && NR == at + 2 { sub(/^\.Pq /, ""); print game, number, $0 }' "$page" > kinds
is "there is a kind for each ruling" "$(wc -l < kinds)" "$(grep -c '^Q-' rules)"
is "each is one that the page explains" "$(cut -d ' ' -f 3- kinds | LC_ALL=C sort -u)" \
	"$(awk '/^Rulings are numbered/ { on = 1 } on && /^\.El/ { exit }
		on && sub(/^\.It /, "")' "$page" | LC_ALL=C sort)"
is "no number is left out" "$(awk '$2 != ++n[$1] { print $1 "-" $2 " is not " n[$1] }' kinds)" ""

# ---- refusals
sed -n 's/^	\[VERDICT_[A-Z_]*\] = { "\([a-z-]*\)".*/\1/p' "$top_srcdir/src/text/verdict.c" |
	grep -vx ok | LC_ALL=C sort > have
items "$page" REFUSALS | sed -n 's/^Li \([a-z-]*\) Ta.*/\1/p' | LC_ALL=C sort > listed
is "refusals" "$(cat listed)" "$(cat have)"
items "$page" REFUSALS | sed '/^Li [a-z-]* Ta Ta /d; s/^Li [a-z-]* Ta //; s/^Ta //; s/ Ta\( .*\)*$//; /^Sy/d' |
	sed 's/^\([A-Z0-9]*\) \(.*\), \([0-9]\)/\1 \2, \1 \3/' | sed 's/, /\n/g' | LC_ALL=C sort -u > looked
is "where to look them up is there" "$(LC_ALL=C comm -13 rules looked)" ""

# ---- cards
# cards RULES HEADING: does the table of cards below .Sh HEADING have the program's?
cards()
{
	adit referee --cards "$1" |
		sed 's/.*"kind":"\([^"]*\)".*"count":\([0-9]*\).*/\1 \2/' | LC_ALL=C sort > have
	awk -v heading="$2" '
	/^\.Sh / { inside = substr($0, 5) == heading }
	inside && /^\.It Li [^ ]* Ta [0-9]*( Ta|$)/' "$page" |
		grep -oE 'Li [^ ]* Ta [0-9]+' | sed 's/^Li //; s/ Ta / /' | LC_ALL=C sort > listed
	is "cards of $1" "$(cat listed)" "$(cat have)"
}
cards saboteur SABOTEUR
cards duel "THE DUEL"
cards dark-cave 'THE DARK CAVE'

tap_end
