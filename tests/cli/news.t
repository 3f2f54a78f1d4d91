#!/bin/sh
# The news of a seat: everything since the last digest that it has read.
. "${0%/*}/lib.sh"
tap_begin
keys host anna bob carl
adit new cave.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host \
	--option first=anna --limit 1d --late discard --now "$now" --out . --id cave > /dev/null || exit 99
mine=$ADIT_HOME/games/cave
minute=0
later() { minute=$((minute + 1)) && date -u -d "@$(($(date -u -d "$now" +%s) + minute * 60))" +%Y-%m-%dT%H:%M:%SZ; }

# gives SEAT ORDER...: signed on the newest digest elsewhere, and applied.
gives()
{
	seat=$1
	shift
	if ! adit sign --no-record -k "$seat" -d "$(newest)" "$@" > order ||
	    ! adit apply cave.db --now "$(later)" --out . order > /dev/null 2>> applied; then
		cat applied
		exit 99
	fi
}
plays() { gives "$1" "$(adit read --no-record "$(newest)" -k "$1" --suggest)"; }
# first: the lines below the heading Important
first() { sed -n '/^Important/,/^$/p' out; }

cli 0 "bob reads digest 0" read turns -k bob
is "... which is remembered" "$(sed 's/ [a-z2-7]*$//' "$mine/read-bob")" "adit-read v1
0 -"
is "... privately" "$(find "$mine" -name 'read-*')" "$mine/read-bob"
plays anna
cli 0 "bob reads digest 1" read turns -k bob
is "... which is remembered, with the one before" "$(sed -n 's/ [a-z2-7]*$//; 2p' "$mine/read-bob")" "1 0"
cp -r "$mine" "$tap_dir/at-1"

# Up to here bob knows.  Then the host takes back, with votes of the others, and shuffles.
plays bob
plays carl
cli 0 "undo" undo cave.db --to 1 --reason 'a mail was lost' --now "$(later)" --out .
gives anna vote undo 1 yes
gives carl vote undo 1 yes
undone=$(newest)
ok "cards are shuffled again" grep -q '^  shuffle: 1' "$undone"
# Bob is late, and the host plays for bob: so bob's last turn is after the undo.
adit tick cave.db --now "$(at_hour 30)" --out . 2> /dev/null
cli 0 "bob is late" tick cave.db --now "$(at_hour 32)" --out .
minute=2000
late=$(newest)
plays carl
plays anna
for i in $(seq 10); do
	gives carl --say "word $i"
	gives anna --say "anna's word $i"
done
for i in $(seq 40); do
	minute=$((minute + 1500))
	gives anna --say "word $i of another day"
done
cli 0 "bob reads the newest" read turns -k bob
cp out all
like "the undo comes first" "$(first)" '*takes back digests 2 to *cards that nobody has seen are shuffled again*'
like "... with its reason" "$(first)" '*a mail was lost*'
like "... the votes" "$(first)" '*anna votes yes *carl votes yes *'
like "... and what was played for bob" "$(first)" "*
$(sed -n 's/^n: //p' "$late"):
  you are late: *
  you discard *"
like "it is below the heads, before all else" "$(cat out)" '*signature verified*Important*Since you last read*Talk*Board*'
not_ok "talk is no news among the others" sh -c 'sed -n "/^Since/,/^$/p" out | grep -q word'
ok "... the newest is at the end" grep -q 'word 40 of another day' out
ok "... what is older is left out" grep -q 'talk of [0-9]* earlier digests: log has it' out
not_ok "..." grep -q 'word 1 of another day' out
is "it is remembered" "$(sed -n 's/ [a-z2-7]*$//; 2p' "$mine/read-bob")" "$(sed -n 's/^n: //p' "$(newest)") 1"
cli 0 "the same digest again" read turns -k bob
ok "... is the same news" cmp all out

# What does not count as read.
rm -r "$mine"
cp -r at-1 "$mine"
cp "$mine/read-bob" before
for option in --json --moves --board --cards --no-record; do
	exits 0 "$option" adit read turns -k bob $option
	ok "... does not count" cmp before "$mine/read-bob"
done
cli 0 "--public" read turns --public
ok "... does not count for a seat" cmp before "$mine/read-bob"
mkdir private "$HOME/pages"
mv turns private # a private page is in no folder with turns/
cli 0 "a page" page --html -k bob -o "$HOME/pages/bob.html" private/turns
mv private/turns turns
ok "... does not count" cmp before "$mine/read-bob"
like "... and has all that is news" "$(cat "$HOME/pages/bob.html")" \
	'*Important*takes back digests 2 to *shuffled again*you are late*Since you last read*Talk*'
exits 74 "nobody takes the output" sh -c '"$ADIT" read turns -k bob > /dev/full'
said "cannot write standard output: No space left on device"
ok "... then it was not shown" cmp before "$mine/read-bob"
exits 0 "a pipe takes it" sh -c '"$ADIT" read turns -k bob | cat > piped'
ok "... it was shown" cmp all piped
not_ok "... and is remembered" cmp -s before "$mine/read-bob"

# An older digest takes nothing back, and shows what was news then.
cp "$mine/read-bob" before
cli 0 "an older digest" read "$undone" -k bob
like "..." "$(first)" '*takes back digests 2 to *'
ok "... stays as it was" cmp before "$mine/read-bob"

# Damage: it is shown again.
for damage in 's/^[0-9]/9/' '1s/v1/v2/' '2d' 's/.$/A/'; do
	rm -r "$mine"
	cp -r at-1 "$mine"
	sed -i "$damage" "$mine/read-bob"
	cli 0 "damage: $damage" read turns -k bob
	said "warning: $mine/read-bob is damaged: digests read before are shown again"
	like "... nothing is lost" "$(first)" '*takes back digests 2 to *you are late*'
	cli 0 "... and it is mended" read turns -k bob
	not_ok "..." grep -q damaged err
done

# A first read of a long game is bounded, but for what was done to the table.
rm -r "$mine"
cli 0 "a first read" read turns -k bob
like "... has the undo" "$(first)" '*takes back digests 2 to *'
ok "... and not all of the talk" test "$(wc -l < out)" -lt 200

# A gap: what comes later is news still.
rm -r "$mine"
cp -r at-1 "$mine"
mkdir apart
mv "turns/0000$(printf %02d "$(sed -n 's/^n: //p' "$undone")").txt" apart
cli 0 "bob reads, and the undo did not come" read "$(newest)" -k bob
like "... he hears of the gap" "$(cat err)" '*are missing: request them from the host'
cli 0 "it comes" read turns apart -k bob
like "... and is news" "$(first)" '*takes back digests 2 to *you are late*'
mv apart/*.txt turns

# Without a seat.
cli 0 "a reader without a seat" read turns --public
cp "$mine/read" before
ok "... is remembered, too" test -s before
tap_end
