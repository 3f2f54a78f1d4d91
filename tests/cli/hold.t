#!/bin/sh
# Orders taken for somebody who publishes the digests himself: apply --hold, digest --delivered, and the
# receipts of what was refused.
. "${0%/*}/lib.sh"
tap_begin
table anna bob carl

undelivered() { adit digest cave.db --undelivered | grep '^n: ' | tr -d '\n'; }

# order SEAT ORDER...: sealed, to the newest digest of the game file
order()
{
	seat=$1
	shift
	adit digest cave.db > newest
	adit sign -k "$seat" -d newest "$@" 2> /dev/null
}
moves() { adit digest cave.db | adit read - -k "$1" --moves | head -n 1; }

# ---- nothing counts as delivered
adit digest cave.db --delivered 0
is "digest 0 is out" "$(undelivered)" ''
cp -r "$ADIT_HOME/hosted" hosted.0
cp cave.db old.db
order anna "$(moves anna)" > o1
cli 0 "apply --hold" apply cave.db --hold o1
ok "... prints the digest" grep -qx 'n: 1' out
order bob "$(moves bob)" > o2
cli 0 "... again" apply cave.db --hold --json o2
is "... tells of the digest, in one line" "$(wc -l < out)" 1
is "an order that names a digest delivers nothing" "$(undelivered)" 'n: 1n: 2'
ok "... and it is not noted that any went out" diff -r hosted.0 "$ADIT_HOME/hosted"
cp cave.db new.db
cp old.db cave.db
cli 0 "so the file from before goes on" apply cave.db --hold o1
cp new.db cave.db
cli 0 "... and the other one, too" apply cave.db --hold o2

# ---- until it is said
cli 2 "more than there are" digest cave.db --delivered 3
said '--delivered 3: no such digest'
cli 2 "no number" digest cave.db --delivered x
cli 2 "a digest to print beside it" digest cave.db 1 --delivered 1
cli 5 "no game file" digest no.db --delivered 1
ok "... makes none" test ! -e no.db
cli 0 "up to the first" digest cave.db --delivered 1
ok "... prints nothing" test ! -s out
is "... leaves the second" "$(undelivered)" 'n: 2'
cp -r "$ADIT_HOME/hosted" hosted.1
not_ok "... and is noted" diff -r hosted.0 hosted.1
cli 0 "... again" digest cave.db --delivered 1
ok "... changes nothing" diff -r hosted.1 "$ADIT_HOME/hosted"
cli 0 "an older number" digest cave.db --delivered 0
ok "... takes nothing back" diff -r hosted.1 "$ADIT_HOME/hosted"
cli 0 "up to the second" digest cave.db --delivered 2
is "... leaves none" "$(undelivered)" ''
cp old.db cave.db
cli 65 "now the file from before is an older copy" apply cave.db --hold o1
said 'older copy'
cli 65 "... of which nothing more is delivered" digest cave.db --delivered 0
# Whatever hides what was noted.
mv "$ADIT_HOME/hosted" noted
for what in 'ln -s nowhere' 'mkfifo' 'touch'; do
	$what "$ADIT_HOME/hosted"
	cp old.db tried.db
	cli 65 "an older copy, and a folder of notes that is gone: $what" apply tried.db --hold o1
	said "$ADIT_HOME/hosted is *"
	ok "... signs nothing" cmp old.db tried.db
	rm "$ADIT_HOME/hosted"
done
mv noted "$ADIT_HOME/hosted"
game=$(sed -n 's/^game: //p' newest)
for what in 'ln -s nowhere' 'mkfifo' 'mkdir'; do
	mv "$ADIT_HOME/hosted/$game" noted
	$what "$ADIT_HOME/hosted/$game"
	cp old.db tried.db
	cli 65 "... a file of notes: $what" apply tried.db --hold o1
	said "$ADIT_HOME/hosted/$game is *"
	rm -r "$ADIT_HOME/hosted/${game:?}"
	mv noted "$ADIT_HOME/hosted/$game"
done
cp new.db cave.db
cli 0 "the newest is none" digest cave.db --delivered 2

# ---- written to a folder
order carl "$(moves carl)" > o3
cli 0 "--hold --out" apply cave.db --hold --json --out . o3
ok "... writes what was made" test -s turns/000003.txt
is "... which counts as undelivered" "$(undelivered)" 'n: 3'
rm turns/000003.txt
cli 0 "the same again" apply cave.db --hold --json --out . o3
ok "... writes it again" test -s turns/000003.txt

# ---- whatever is in the messages, the status tells of the host's machine
order anna --force "place nesw at 9,9" > far
order bob --force --turn 4 "discard nesw" > early
order bob --clear --say "not my turn" > said
sed 's/^seat: bob/seat: carl/' said > forged
echo 'do: nothing of this is an order' > noise
cli 0 "all of them bad" apply cave.db --hold --json far early noise forged
outcomes() { sed 's/.*"result":"\([a-z]*\)","code":"\([a-z-]*\)".*/\1 \2/' out | tr '\n' ,; }
is "... a line each" "$(outcomes)" 'nothing syntax,refused auth,refused rule,refused stale,'
is "... of its digest, where it names one" "$(sed -n 's/.*"for":\([0-9]*\).*/\1/p' out | tr '\n' ,)" 3,3,3,
cli 0 "bad ones and a good one" apply cave.db --hold --json far said noise
is "... the good one is taken" "$(outcomes)" 'taken none,nothing syntax,refused rule,'
not_ok "... and has no receipt" sh -c 'grep taken out | grep receipt'
exits 0 "without --json" adit apply cave.db --hold far noise
exits 5 "a message that is not there is the machine's" adit apply cave.db --hold --json far missing
is "... beside the line of the other" "$(outcomes | cut -d , -f 1,2)" 'refused not-found,refused rule'
echo "open sesame" > phrase
adit keygen locked --passphrase-fd 3 --work 10 3< phrase 2> /dev/null
adit new locked.db -k locked --passphrase-fd 3 --rules saboteur --seat anna --seat bob --seat carl \
	--trusted-host 3< phrase > locked.0 2> /dev/null
adit sign -k anna -d locked.0 --force --turn 9 "discard nesw" > sealed
echo "open barley" > wrong
exits 1 "a wrong passphrase refuses no order" adit apply locked.db --hold --json --passphrase-fd 3 \
	sealed 3< wrong
not_ok "... and says nothing of one" grep -q result out
exits 0 "the right one does" adit apply locked.db --hold --json --passphrase-fd 3 sealed 3< phrase
like "... what it should" "$(outcomes)" 'refused *,'

# ---- receipts
receipt() # FILE: the receipt in the first line of the output of apply
{
	sed -n '1s/.*"receipt":"\(.*\)"}$/\1/p' out | sed 's/\\n/\n/g; s/\\\(["\\]\)/\1/g' > "$1"
}
cli 0 "refused" apply cave.db --hold --json far
receipt far.receipt
cp turns/000003.txt known
cli 0 "the receipt is the host's" read --public --json known far.receipt
like "... and tells everybody that it was one" "$(head -n 1 out)" \
	'{"receipt":{*"seat":"anna","result":"refused","sealed":true,"code":null,"why":null,*'
cli 0 "its sender reads it" read -k anna --json known far.receipt
like "... with the reason" "$(head -n 1 out)" '*"code":"rule","why":"*"*"ordered":\["do: place nesw at 9,9"\]*'
cli 0 "another seat does not" read -k bob --json known far.receipt
like "... read the reason" "$(head -n 1 out)" '*"code":null,"why":null,*'
order_named() { sed -n 's/^order: //p' "$1"; }
cli 0 "refused again" apply cave.db --hold --json far
receipt again
is "... it names the same order" "$(order_named again)" "$(order_named far.receipt)"
adit sign -k anna -d known --clear --force "place nesw at 9,9" > clear
cli 0 "one in clear" apply cave.db --hold --json clear
receipt clear.receipt
cli 0 "... anybody reads its receipt" read --public --json known clear.receipt
like "... with the reason" "$(head -n 1 out)" '*"sealed":false,"code":"rule","why":"*"*'
cli 0 "what nobody here has signed" apply cave.db --hold --json forged
ok "... is refused" grep -q '"result":"refused"' out
not_ok "... without a receipt" grep receipt out

# ---- in whatever order they come
play=$(adit digest cave.db | sed -n 's/^next: //p')
n0=$(adit digest cave.db | sed -n 's/^n: //p')
adit digest cave.db > newest
adit sign -k "$play" -d newest "$(moves "$play")" > first 2> /dev/null
soon=$(at_hour 480)
cp cave.db before.db
adit apply cave.db --hold --now "$soon" first > second.n 2> /dev/null
next=$(sed -n 's/^next: //p' second.n)
adit sign -k "$next" -d second.n "$(adit read second.n -k "$next" --moves 2> /dev/null | head -n 1)" > second 2> /dev/null
cp before.db cave.db
cli 0 "an order before the one that it needs" apply cave.db --hold --json --now "$soon" second first
is "... is taken behind it" "$(outcomes)" 'taken none,taken none,'
cli 0 "both again" apply cave.db --hold --json --now "$soon" second first
is "... are told once" "$(sed -n 's/.*"result":"\([a-z]*\)".*/\1/p' out | tr '\n' ,)" 'repeated,repeated,'
cp before.db cave.db
for i in 1 2; do
	adit sign -k anna -d newest --force --clear --turn any --seq $i --say "word $i" > said.$i 2> /dev/null
done
cli 0 "an order before the one with the seq before" apply cave.db --hold --json --now "$soon" said.2 said.1
is "... is taken after it" "$(outcomes)" 'taken none,taken none,'
cp before.db cave.db
cli 0 "an order whose earlier one never comes" apply cave.db --hold --json --now "$soon" said.2 noise
is "... is taken at the end" "$(outcomes)" 'nothing syntax,taken none,'

# ---- for a script: blobs of git, and receipts in a folder
# blob NAME FILE...: as git cat-file --batch prints it
blob() { for file in "$@"; do echo "$file blob $(wc -c < "$file")" && cat "$file" && echo; done; }
head -c 70000 /dev/zero > large
cp before.db cave.db
{
	blob noise second
	echo "0123 missing"
	blob large
	echo "4567 tree 3" && echo abc
	blob first far forged
} > batch
exits 0 "--batch --receipts" adit apply cave.db --hold --now "$soon" --batch --receipts kept < batch
is "... prints what everybody may see" "$(sort out)" "$(sort <<END
order of $next: taken as digest $((n0 + 2))
order of $play: taken as digest $((n0 + 1))
order of anna: refused
END
)"
ok "... and nothing else" test ! -s err
cli 0 "the receipt is there" read -k anna --json known kept/anna.txt
like "... with the reason" "$(head -n 1 out)" '*"code":"*","why":"*"*"ordered":\["do: place nesw at 9,9"\]*'
is "... and the digest that its order names" "$(cat kept/anna.n)" 3
cp -r kept was
blob far > batch
exits 0 "the same order" adit apply cave.db --hold --batch --receipts kept < batch
ok "... leaves the receipt" diff -r was kept
order anna --force "place nesw at 8,8" > newer
blob newer far > batch
exits 0 "an older one behind a newer" adit apply cave.db --hold --batch --receipts kept < batch
not_ok "... the newer has the receipt" diff -r was kept
is "... by the digest that it names" "$(cat kept/anna.n)" $((n0 + 2))
cp -r kept now
blob far > batch
exits 0 "the older one in a later run" adit apply cave.db --hold --batch --receipts kept < batch
ok "... hides nothing" diff -r now kept
cp kept/anna.txt kept/bob.txt
cp kept/anna.n kept/bob.n
sed 's/^seat: anna/seat: carl/' kept/anna.txt > kept/carl.txt
rm kept/anna.n
exits 0 "what is no receipt of this seat" adit apply cave.db --hold --batch --receipts kept < /dev/null
is "... goes" "$(cd kept && echo ./*)" ./anna.txt
cp kept/anna.txt published
sed 's/^seat: anna/seat: carl/' published > forged
rm kept/anna.txt
head -n 3 published > kept/branch
cat forged noise published forged >> kept/branch
exits 0 "receipts that are published already" adit apply cave.db --hold --batch --receipts kept < /dev/null
is "... are their seats', whatever is beside them" "$(cd kept && echo ./*; cksum < anna.txt)" "./anna.txt
$(cksum < published)"
cp -r kept mixed
echo 'buy a lamp' > mixed/notes.txt
cp -r mixed before
exits 73 "a folder with other texts" adit apply cave.db --hold --batch --receipts mixed < /dev/null
ok "... keeps them" diff -r before mixed
rm -r before
head -c 100 batch > torn
exits 65 "a batch that is cut off" adit apply cave.db --hold --batch --receipts kept < torn
exits 2 "a file beside a batch" adit apply cave.db --hold --batch first < batch
cli 2 "--receipts without --hold" apply cave.db --receipts kept first

# ---- an order that makes more than its own digest: the last vote to go back
adit new back.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host --option first=anna \
	--now "$soon" > back.0
adit sign -k anna -d back.0 "$(adit read - -k anna --moves < back.0 | head -n 1)" > o1
adit apply back.db --hold --now "$soon" o1 > back.1
adit sign -k anna -d back.1 "vote undo 0 yes" > o1
adit sign -k bob -d back.1 "vote undo 0 yes" > o2
blob o1 o2 > batch
exits 0 "votes" adit apply back.db --hold --now "$soon" --batch --receipts votes --answers answers < batch
is "... are taken as the digests that have them" "$(cat out)" "order of anna: taken as digest 2
order of bob: taken as digest 3"
is "... in the answers, too" "$(cat answers)" "o1 taken 2 new
o2 taken 3 new"
is "... and another digest goes back" "$(adit digest back.db | sed -n 's/^  undo: //p')" 0

# ---- --import: with what the clock asks for, and as commits
adit new timed.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host --option first=anna \
	--limit 1d --late discard --now 2026-11-21T00:00:00Z > timed.0
adit sign -k bob -d timed.0 --clear --say hello > word
{ blob word noise && echo "end missing"; } > batch
# import TIME ARG...: what apply --import does then
import() { adit apply timed.db --hold --receipts timed --import --batch --now "$@" < batch; }
exits 0 "--import" import 2026-11-21T01:00:00Z --at 1
is "... tells in public, elsewhere" "$(cat err)" "adit: apply: order of bob: taken as digest 1"
is "... first, when the clock asks for something" "$(head -n 1 out)" "# next 2026-11-21T18:00:00Z"
sed 1d out > stream
adit page --import --at 1 --receipts timed timed.db > want
ok "... then what page --import prints" cmp stream want
blob noise > batch
exits 75 "--import of a git that failed" import 2026-11-23T00:00:00Z --at 2 --all-here
is "... says so and plays for nobody" "$(cat err)" "adit: apply: git ended before its last object"
echo "end missing" > batch
exits 0 "--import of nothing, too late" import 2026-11-23T00:00:00Z --at 2
like "... waits for what has not come" "$(cat err)" "adit: apply: remind anna: *
adit: apply: anna is late, but nothing ran since*"
exits 0 "... if that is all" import 2026-11-23T00:00:00Z --at 2 --all-here
is "... plays" "$(cat err)" "adit: apply: played for anna: digest 2"
is "... what is a commit, too" "$(grep '^mark ' out | head -n 1)" "mark :3"
touch -d 2026-11-23T00:00:00Z timed.db # what the clock is compared with, too
exits 75 "--import after a month" import 2027-01-01T00:00:00Z --at 3 --all-taken
like "... does not believe the clock" "$(cat err)" "*the clock is * days ahead of *: nothing is done*"
exits 0 "... but for --catch-up" import 2027-01-01T00:00:00Z --at 3 --all-taken --catch-up
like "..." "$(cat err)" "*played for bob: digest 3"
cli 2 "--import without --receipts" apply timed.db --hold --import word
cli 2 "--on what is no object" apply timed.db --hold --receipts timed --import --on HEAD word

# ---- all of them
cli 0 "digest --all" digest cave.db --all --out all
is "... names each" "$(cat out)" "$(cd all && find turns -type f | sed 's/^/all\//' | LC_ALL=C sort)"
is "... from digest 0 to the newest" "$(cat all/turns/* | cksum)" "$(adit digest cave.db --all | cksum)"
is "... none is missing" "$(wc -l < out)" "$(($(adit digest cave.db | sed -n 's/^n: //p') + 1))"
cli 2 "digest --all and a number" digest cave.db 1 --all

# ---- status says what an earlier run could not deliver
adit new late.db -k host --rules duel --seat anna --seat bob --trusted-host --now "$now" --out late > out
adit digest late.db --delivered 0
like "status of a table whose newest digest is new" "$(adit status late.db)" "*dealing: trusted"
for hour in 1 2; do
	adit sign -k anna -d late/turns --say "$hour" > word 2> err
	adit apply late.db --hold --now "$(at_hour $hour)" word > out 2> err
	adit digest late.db --all --out late > out
done
like "... and of one that has another" "$(adit status late.db)" "*dealing: trusted, undelivered: 2"

tap_end
