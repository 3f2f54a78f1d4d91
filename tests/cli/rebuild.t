#!/bin/sh
# A lost game file: made again from the digests, it goes on with the same bytes.
. "${0%/*}/lib.sh"
tap_begin
table anna bob carl

# play N: N turns of whoever is to move, as the greedy player would.
play()
{
	turn=0
	while [ $turn -lt "$1" ]; do
		turn=$((turn + 1))
		seat=$(sed -n 's/^next: //p' "$(newest)" | head -n 1)
		adit read "$(newest)" -k "$seat" --suggest > line
		adit sign -k "$seat" -d "$(newest)" - < line > order || exit 99
		adit apply cave.db --now "$now" --out . order > /dev/null || exit 99
	done
}

play 8
cli 0 "rebuild" rebuild -k host again.db .
like "... says what it made" "$(cat out)" "game *: digests 0 to 8
addresses of seats are not in digests: adit address OLD.db | adit address * -"
is "... nobody else can read it" "$(stat -c %a again.db)" 600
for n in 0 4 8; do
	adit digest again.db $n > "n$n"
	ok "... digest $n is the same" cmp "n$n" "turns/$(printf %06d $n).txt"
done
adit log cave.db > log1
adit log again.db > log2
ok "... the history is the same" cmp log1 log2
is "... all digests are delivered" "$(adit digest --undelivered again.db)" ""
cli 0 "the last order once more" apply again.db order
ok "... is known" grep -q 'applied before' err
play 1
forget
cli 0 "the next order in both" apply again.db --now "$now" order
ok "... gives the same digest" cmp out "$(newest)"

for file in cave.db again.db; do
	cli 0 "fsck $file" fsck $file
	like "... says what was compared" "$(cat out)" "$file: game * is as its orders make it: digests 10*"
	like "... and what was not" "$(cat err)" "*private views*"
	cli 0 "fsck $file with the host's key" fsck -k host $file
	is "... nothing is left out" "$(cat err)" ""
done
cli 1 "fsck with another key" fsck -k anna cave.db
cli 65 "fsck of a digest" fsck turns/000000.txt
cli 5 "fsck of nothing" fsck none.db
cp cave.db bad.db
# One letter of the newest digest, where it lies in the file.
at=$(LC_ALL=C grep -abo 'adit-digest v2' bad.db | tail -n 1 | cut -d: -f1)
printf 'X' | dd of=bad.db bs=1 seek=$((at + 30)) conv=notrunc 2> dd.log
cli 65 "a changed letter" fsck bad.db
said "bad.db"

cli 73 "a file that is there" rebuild -k host again.db .
said "exists"
cli 1 "another key" rebuild -k anna new.db .
said "hosted with another key"
mkdir gap
cp turns/00000[0124].txt gap
cli 5 "a gap" rebuild -k host new.db gap
said "digest 3 of game"
sed 's/^round: 1/round: 2/' turns/000002.txt > bad.txt
cli 1 "a changed digest" rebuild -k host new.db turns/000000.txt turns/000001.txt bad.txt
said "digest 2"
adit new other.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host > other.txt
cli 65 "a digest of another game" rebuild -k host new.db turns/000000.txt other.txt
said "of game"
cli 65 "no digests" rebuild -k host new.db "$ADIT_HOME/host.pub"
mkdir empty
cli 5 "an empty folder" rebuild -k host new.db empty
cli 2 "no folder" rebuild -k host new.db
cli 73 "no place for it" rebuild -k host none/new.db .
ok "nothing is left of all these" test ! -e new.db

tap_end
