#!/bin/sh
# A host that keeps confirmations back, deals in private, dislikes the cards and begins again: the record of the player
# knows what was signed.
. "${0%/*}/lib.sh"
tap_begin
keys host anna bob carl
mine=$ADIT_HOME/games/cave
liar=${abs_top_builddir:-$PWD}/tests/cli/adit-liar
adit new cave.db -k host --rules saboteur --seat anna --seat bob --seat carl --id cave --now "$now" --out . \
	> /dev/null || exit 99

# answer VERB SEAT [ADIT]: signed elsewhere and applied
answer()
{
	ADIT_HOME=$tap_dir/others adit "$1" -k "$2" -d turns 2> /dev/null |
		"${3:-adit}" apply cave.db --now "$now" --out . > /dev/null 2>> applied || exit 99
}
mkdir others
cp keys/* others 2> /dev/null

cli 0 "anna joins" join -k anna -d turns --host keys/host.pub
adit apply cave.db --now "$now" --out . < out > /dev/null 2>&1
answer join bob
answer join carl
cli 0 "anna confirms, and the host keeps it back" confirm -k anna -d turns
cp out confirmation
cp cave.db before.db
cli 0 "it begins again" restart cave.db --reason "carl is away" --now "$now" --out .
again=$(newest)
ok "... and says that nobody had confirmed" grep -qx '  confirmed: -' "$again"

words="you signed a confirmation of attempt 1 for anna, and digest 4 says that it had not come"
cli 0 "anna reads" read turns -k anna
said "$words"
cli 0 "... without a key, too" read turns --public
said "$words"
cli 0 "... for programs" read turns -k anna --json
said "$words"
exits 0 "anna audits, where no view is yet" "$ADIT" audit turns -k anna
like "..." "$(cat err)" "*$words*"
exits 0 "bob reads" env ADIT_HOME="$tap_dir/others" "$ADIT" read turns -k bob
not_ok "... and has signed none" grep -q 'signed a confirmation' err
cli 4 "anna joins" join -k anna -d turns
said "$words; ask your host why; --again joins all the same"
is "... nothing is signed" "$(cat out)" ""
cli 0 "... but with --again" join -k anna -d turns --again
said "$words"
cp out mail
cli 2 "--again is not for --standby" join -k anna -d turns --standby --again
adit apply cave.db --now "$now" --out . < mail > /dev/null 2>&1
answer join bob
answer join carl
cli 0 "the next confirmation" confirm -k anna -d turns
adit apply cave.db --now "$now" --out . < out > /dev/null 2>&1
answer confirm bob
answer confirm carl
cli 0 "the cards are dealt, and what was kept back is news still" read turns -k anna
said "$words"
cli 0 "... once" read turns -k anna
said "$words"
exits 6 "anna audits" "$ADIT" audit turns -k anna
like "..." "$(cat err)" "*$words*"

# What a digest has accepted had come.
rm -r "$mine" turns others/games
cp before.db cave.db
forget
adit digest cave.db --all --out . > /dev/null 2>&1 || for i in 0 1 2 3; do
	mkdir -p turns
	adit digest cave.db $i > "turns/00000$i.txt"
done
cli 0 "the table before" read turns -k anna --host keys/host.pub
cli 0 "the confirmation comes" apply cave.db --now "$now" --out . confirmation
accepted=$(newest)
ok "... and is accepted" grep -q '^  note confirmed anna' "$accepted"
cli 0 "anna reads that" read turns -k anna
mkdir apart
answer confirm bob
mv "$(newest)" apart # that one does not come
exits 0 "a host that lies begins again" "$liar" restart cave.db --reason "no one is there" --now "$now" --out .
ok "... as if nobody had confirmed" grep -qx '  confirmed: -' "$(newest)"
cli 1 "anna reads that alone" read "$(newest)" -k anna --proof proof
said "the host cheats in digest 6: it begins again, and leaves out a confirmation that digest 4 had accepted; proof proves it: adit audit proof"
exits 1 "... and it is proof to all" env ADIT_HOME="$tap_dir/nowhere" "$ADIT" audit proof
like "..." "$(cat out)" "*FAIL *digest 6 *others had confirmed than the host says*"
cli 1 "anna joins no more" join -k anna -d "$(newest)" --again
cli 1 "... with the digests at hand" read "$accepted" "$(newest)" -k anna
said "the host cheats in digest 6: *others had confirmed than the host says"
tap_end
