#!/bin/sh
# A lost game file: made again from the digests, it goes on with the same bytes.
. "${0%/*}/lib.sh"
tap_begin
table anna bob carl

# play N: N turns of the seat to move, as the greedy policy would.
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
addresses of seats, and how they get mail, are not in digests:
adit address OLD.db | adit address * -"
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
# Change one letter of the newest digest in the file.
at=$(LC_ALL=C grep -abo 'adit-digest v3' bad.db | tail -n 1 | cut -d: -f1)
printf 'X' | dd of=bad.db bs=1 seek=$((at + 30)) conv=notrunc 2> dd.log
cli 65 "a changed letter" fsck bad.db
said "bad.db"

cli 73 "a file that is there" rebuild -k host again.db .
said "exists"
true > begun.db
cli 73 "a file that a killed run has begun" rebuild -k host begun.db .
said 'if `adit new` or `adit rebuild` was interrupted: adit status begun.db'
cli 65 "... as status says" status begun.db
said 'if `adit new` or `adit rebuild` was interrupted, remove it and start again'
rm begun.db
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

# ---- through a pipe: whatever several branches hold
keys second
adit new second.db -k second --rules saboteur --seat anna --seat bob --seat carl --trusted-host > second.txt
sed 's/^since:/since:\r/' turns/000003.txt > crlf.txt
head -c 900 turns/000005.txt > torn.txt
{
	echo "no digest"
	cat torn.txt
	echo
	cat turns/000009.txt
	printf 'for zoe:\nnobody\n'
	cat turns/000003.txt
	grep -A 9 '^for bob:' turns/000003.txt
	for n in 7 1; do
		cat turns/00000$n.txt bad.txt
		echo "[core]"
	done
	cat other.txt second.txt crlf.txt
	for n in 8 0 2 5 4 6 0; do
		cat turns/00000$n.txt
	done
	printf '\nthe tail'
} > pile
exits 0 "rebuild out of a pile" adit rebuild -k host --json piled.db - < pile
is "... all of it" "$(sed -n 's/.*"n":\([0-9]*\).*/\1/p' out)" 9
is "... the same" "$(adit digest piled.db 9 | cksum)" "$(cksum < turns/000009.txt)"
said "left out: 10 bytes that are not a digest"
said "left out: * bytes that are not a digest, or changed"
said "left out: digest 0 of game *, signed by another host"
like "... of the other game" "$(grep -v host err)" "*left out: digest 0 of game ????????*"
cp err lines
is "... a line for each" "$(grep -c 'left out' lines)" 8
game=$(sed -n 's/^game: //p' turns/000000.txt)
exits 0 "-g in a pile that begins with another game of the key" sh -c \
	'cat other.txt turns/*.txt | "$ADIT" rebuild -k host -g "$0" --json named.db -' "$game"
like "... is that game" "$(cat out)" "*\"game\":\"$game\"*\"n\":9*"
exits 1 "-g of a game that is not there" adit rebuild -k host -g nowhere new.db - < pile
said "no digest on standard input is of game nowhere and signed with key host"
cli 2 "-g beside a folder" rebuild -k host -g "$game" new.db turns
for n in 0 1 2 4; do
	cat turns/00000$n.txt
done > holes
exits 5 "one with a hole" adit rebuild -k host new.db - < holes
said "digest 3 of game"
exits 1 "one of others alone" adit rebuild -k host new.db - < second.txt
said "no digest on standard input is signed with key host"
exits 5 "one of nothing" adit rebuild -k host new.db - < torn.txt
said "no digest on standard input"
mkdir older
cp turns/00000[0-8].txt older
forget
adit rebuild -k host fork.db older > /dev/null
seat=$(sed -n 's/^next: //p' turns/000008.txt | head -n 1)
adit sign -k "$seat" -d turns/000008.txt --clear --say "another story" > other
adit apply fork.db other --hold --now "$now" > other.9
cat turns/*.txt other.9 > both
exits 1 "two histories" adit rebuild -k host new.db - < both
said "two different digests 9 of game"
ok "nothing is left of these either" test ! -e new.db

# ---- --keep: a file that may be there
keep() { adit rebuild -k host --keep "$@"; }
exits 0 "--keep of a file that is not there" keep kept.db - < pile
is "... makes it, in a line" "$(cat out)$(grep -v 'adit: rebuild: digests up to' err)" "digests 0 to 9"
cp kept.db same.db
exits 0 "--keep of one that has all" keep kept.db - < turns/000003.txt
ok "... leaves it" cmp kept.db same.db
cp fork.db kept.db
mv kept.db short.db
forget
adit rebuild -k host ends.db older > /dev/null
cat turns/*.txt > all
exits 0 "--keep of one that is older" keep ends.db - < all
said "the game file ended at digest 8, main at 9: made again; the old one is ends.db.1"
is "... goes on where they end" "$(adit digest ends.db | cksum)" "$(cksum < turns/000009.txt)"
is "... and the old one is there" "$(adit digest ends.db.1 | cksum)" "$(cksum < turns/000008.txt)"
cp short.db was.db
exits 1 "--keep of another history" keep short.db - < all
said "two different digests 9 of game"
ok "... leaves it, too" cmp short.db was.db
exits 6 "--keep of digests with a hole" keep hole.db - < holes
said "digest 3 is missing, but digest [0-9] is there"
exits 5 "--keep without digest 0" keep none.db - < turns/000004.txt
said "digest 0 of game * is missing"
exits 5 "--keep -g of another game" keep -g other ends.db - < all
said "ends.db is of game $game"
cli 2 "--keep of a folder" rebuild -k host --keep ends.db turns
ok "... leave nothing" test ! -e none.db -a ! -e hole.db.new -a ! -e ends.db.2
# batch PLACE FILE...: as git cat-file --batch prints it
batch() {
	place=$1
	shift
	for file in "$@"; do echo "$place blob $(wc -c < "$file")" && cat "$file" && echo; done
}
{ batch past turns/000000.txt && batch main other.txt bad.txt turns/00000[12].txt && batch other pile && echo "end missing"; } > blobs
exits 0 "--places: the first game in the history of main" keep --batch --places batch.db - < blobs
is "... which is taken, with what others have" "$(adit digest batch.db | cksum)" "$(cksum < turns/000009.txt)"
batch x other.txt turns/000000.txt turns/00000[12].txt pile > plain
exits 0 "no places: the first" keep --batch other.db - < plain
is "... is the other" "$(adit digest other.db | cksum)" "$(cksum < other.txt)"
exits 0 "--first" keep --batch --first none.db - < plain
is "... is each digest 0 of the host's" "$(sed -n 's/^game: //p' out)" "$(cat other.txt turns/000000.txt | sed -n 's/^game: //p')"
ok "... and makes nothing" test ! -e none.db
commit=0123456789012345678901234567890123456789
exits 0 "--import" keep --batch --places --import --on $commit batch.db - < blobs
said "main had lost 8 digests from 0 on: restored; let nobody but the host push to main"
is "... the seats" "$(head -n 1 out)" "# seats anna bob carl"
adit page --import --mend --at 2 --on $commit batch.db > want
is "... and what page --mend prints" "$(sed 1d out | cksum)" "$(cksum < want)"
{ batch main turns/00000[0-8].txt && echo "end missing"; } > nine
exits 0 "... what only the game file has" keep --batch --places -g "$game" --import --on $commit batch.db - < nine
said "main lacks digest 9: put there"
{ batch other turns/* && echo "end missing"; } > branches
exits 0 "... and there is no file" keep --batch --places --import -g "$game" gone.db - < branches
said "main has no digest: made again as far as a branch has it, to digest 9; let nobody but the host push to main"
is "... there is no commit" "$(cat out)" "# seats anna bob carl"
cli 2 "--on what is no object" rebuild -k host --keep --batch --places --import --on HEAD batch.db -
said "--on takes the name of an object"

tap_end
