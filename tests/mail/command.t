#!/bin/sh
# Commands of the operator by mail: who may give them, once each, and what they do.
# shellcheck disable=SC2094 # what is read and written has other names
. "${0%/*}/lib.sh"
needs_letter
tap_begin
keys op thief
table_by_mail anna bob carl
start=$(date -u -d "$now" +%s)
adit address cave.db host op@example.org --operator "$ADIT_HOME/op.pub" --now "$now"
mail 0 "the invitations go" --flush cave.db

n() { adit status --json cave.db | sed 's/.*"n":\([0-9]*\),.*/\1/'; }
i=0
# command NAME ARG...: signs it on the newest digest, and puts it into a mail
command()
{
	command_name=$1
	shift
	i=$((i + 1))
	adit digest cave.db "$(n)" > newest
	adit sign -k op -d newest --operator --seq $((start + i)) "$@" > signed 2> err || cat err
	{
		letter op@example.org "$command_name"
		cat signed
	} > "$command_name"
}
# answered TEXT: the last answer to the operator begins so
answered()
{
	is "... as an answer" "$(cat sent/+25/new/* | sed -n 's/^Subject: \([^:]*\):.*/\1/p')" Answer
	cat sent/+25/new/* | sed '1,/^$/d' | sed -n '/^Content-Transfer-Encoding: quoted/,/^--/p' > said
	is "... is answered: $1" "$(sed -n 3p said)" "$1"
	rm -f sent/+25/new/*
}
silent() { is "$1: no answer" "$(ls sent/+25/new 2> /dev/null)" ""; }

# ---- what is asked
command status status
ok "it is sealed" grep -q 'BEGIN AGE' status
mail 0 "status" cave.db < status
answered "Your command was taken: status"
like "... with the state" "$(tr '\n' ' ' < said)" "*game $game*to move: *Mails that wait:*"
like "... and how to go on" "$(tr '\n' ' ' < said)" "*adit sign --operator -d $game-000000.txt status*"
ok "... and no address" sh -c '! grep -v cave@ said | grep -q "@example"'
mail 0 "the same again" cave.db < status
silent "... which is known"
adit mail --log log -v --now "$now" --maildir sent cave.db < status 2> err
like "... and logged" "$(grep '"letter"' log)" '*"seat":"host","result":"repeated"*'

# ---- who may not
sed 's/op@example.org/anna@example.org/' status > other
mail 0 "from another address" cave.db < other
command status2 status
sed 's/^From: .*/From: zoe@example.org/' status2 > other
mail 0 "the signature counts, not the sender" cave.db < other
answered "Your command was taken: status"
mv "$ADIT_HOME/op.pub" op.pub
i=$((i + 1))
adit digest cave.db 0 > newest
adit sign -k thief -d newest --operator --seq $((start + i)) tick > signed
{ letter op@example.org thief; cat signed; } > other
mail 0 "a key that is not the operator's" cave.db < other
silent "... is nothing"
adit sign -k anna -d newest --operator --seq $((start + i)) tick > signed
{ letter anna@example.org seat; cat signed; } > other
mail 0 "a seat's key" cave.db < other
like "... is nothing" "$(adit mail --log log -v --now "$now" --maildir sent cave.db < other 2>&1)" '*order of host in game*: nothing: *'
mv op.pub "$ADIT_HOME/op.pub"

# ---- order of arrival
command older status
command newer status
mail 0 "a command" cave.db < newer
answered "Your command was taken: status"
mail 0 "an older one after it" cave.db < older
answered "Your command was refused: status"
like "... for its seq" "$(cat said)" "*a command with the same seq or a later one came before*"
command late status
adit sign -k anna -d turns/000000.txt --clear "$(move anna)" | adit apply -k host cave.db --out . --now "$now" > /dev/null 2>&1
mail 0 "one on a digest that is not the newest" cave.db < late
answered "Your command was refused: status"
like "... says which is" "$(tr '\n' ' ' < said)" "*acts on digest 0, and digest 1 is the newest*"
i=$((i + 200000))
command ahead status
mail 0 "one of a clock that is ahead" cave.db < ahead
answered "Your command was refused: status"
i=$((i - 200000))
command after status
mail 0 "... voids none" cave.db < after
answered "Your command was taken: status"

# ---- what it does
command undo undo 0 '"Anna had no time"'
mail 0 "undo" cave.db < undo
answered "Your command was taken: undo 0"
is "... a digest" "$(n)" 2
adit digest cave.db 2 > undone
ok "... with the reason" grep -q 'reason: Anna had no time' undone
mail 0 "the undo again" cave.db < undo
is "... changes nothing" "$(n)" 2
keys spare
command seat seat "bob=$ADIT_HOME/spare.pub" Bob lost the key
mail 0 "seat" cave.db < seat
answered "Your command was taken: seat bob"
is "... a digest" "$(n)" 3
command tick tick
mail 0 "tick" cave.db < tick
answered "Your command was taken: tick"
ok "... nothing is due" grep -q 'Nothing is due' said
command pause pause 2026-12-24
mail 0 "pause" cave.db < pause
answered "Your command was taken: pause 2026-12-24"
like "... which status shows" "$(adit status --json cave.db --now "$now")" '*"paused_until":"2026-12-25T00:00:00Z"*'
command off pause off
mail 0 "pause off" cave.db < off
like "... ends it" "$(adit status --json cave.db --now "$now")" '*"paused_until":null*'
rm -f sent/+25/new/*
command bad undo 7 "no such digest"
mail 0 "one that cannot be done" cave.db < bad
answered "Your command was refused: undo 7"

# ---- what sign refuses
adit digest cave.db "$(n)" > newest
for line in "fly" "undo 1" "undo x because" "seat bob" "seat bob=none.pub because" "pause" "pause soon" "tick now" \
	"seat bob=mail: because" ""; do
	# shellcheck disable=SC2086 # words
	adit sign -k op -d newest --operator $line > out 2> err < /dev/null
	ok "sign refuses: $line" test $? -ne 0 -a ! -s out
done

# ---- other ways: a pair for stock minisign, in clear, adit apply, old commands after a new key
i=$((i + 1))
adit sign -k op -d newest --operator --clear --seq $((start + i)) --export pair tick > clear
is "the canonical text" "$(sed 's/: [a-z2-7]*$/:/' pair/order.txt)" "adit-command v1
game:
seq: $((start + i))
head:
do:
nonce:"
ok "... its comment" grep -q "^trusted comment: adit-command v1 $game/3/$((start + i))$" pair/order.txt.minisig
if command -v minisign > /dev/null; then
	ok "stock minisign verifies it" minisign -V -q -p "$ADIT_HOME/op.pub" -m pair/order.txt
fi
cp cave.db before.db
cli 0 "apply takes the pair" apply -k host cave.db pair/order.txt --now "$now"
said "order of host taken"
cli 0 "... once" apply -k host cave.db clear --now "$now"
said "order of host repeated"
cp before.db cave.db
{
	letter op@example.org two
	sed 's/^/> /' clear
} > quoted
mail 0 "a command in clear, quoted" cave.db < quoted
answered "Your command was taken: tick"
sed 's/^do: tick/do: status/' clear > changed
cli 1 "a changed one" apply -k host cave.db changed --now "$now"
command old status
adit address cave.db --operator "$ADIT_HOME/op.pub" --now "$(date -u -d "@$((start + i + 5))" +%Y-%m-%dT%H:%M:%SZ)"
mail 0 "one that was signed before the key was set again" cave.db < old
answered "Your command was refused: status"
adit address cave.db --operator - --now "$now"
i=$((i + 10))
command none status
mail 0 "nobody commands" cave.db < none
silent "... is nothing"
cli 1 "... also for apply" apply -k host cave.db signed --now "$now"
said "nobody may command this table by mail"

# ---- a game file from a backup: a command on a digest that it lacks stops the table
adit address cave.db --operator "$ADIT_HOME/op.pub" --now "$now"
cp cave.db kept.db
adit sign -k carl -d newest --clear --turn any --say hello | adit apply -k host cave.db --now "$now" > /dev/null 2>&1
is "a digest more" "$(n)" 4
command lost tick
cp kept.db cave.db
rm -rf "$ADIT_HOME/hosted"
rm -f sent/+25/new/*
mail 0 "a command on a digest that the file lacks" cave.db < lost
like "... stops the table" "$(adit status --json cave.db)" '*"stopped":{"n":4,*'
silent "... and a stopped table"
command stopped status
mail 0 "... also for the next" cave.db < stopped
silent "... and a stopped table"

# ---- a folder: the game that the command names, whatever the address
mkdir folder
for name in one two; do
	adit new "folder/$name.db" --id $name -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host \
		--option first=anna --limit 4d --late discard --mail-from cave@example.org --operator "$ADIT_HOME/op.pub" \
		--now "$now" > "$name.0"
	adit address "folder/$name.db" host op@example.org --now "$now"
done
late=$(date -u -d "@$((start + 97 * 3600))" +%Y-%m-%dT%H:%M:%SZ)
later=$(date -u -d "@$((start + 99 * 3600))" +%Y-%m-%dT%H:%M:%SZ)
adit tick folder --now "$late" > /dev/null 2>&1
adit sign -k op -d two.0 --operator --seq $((start + 99 * 3600)) tick > signed
{ letter op@example.org folder; cat signed; } > came
exits 0 "a command for one of a folder" adit mail -k host --now "$later" --maildir sent folder < came
is "... is done there" "$(adit status --json folder/two.db | sed 's/.*"n":\([0-9]*\),.*/\1/')" 1
is "... and there alone" "$(adit status --json folder/one.db | sed 's/.*"n":\([0-9]*\),.*/\1/')" 0
answered "Your command was taken: tick"

# A line of an order has one hyphen for several, and no capital letters. The address is the one that was typed.
address=Carl@xn--bcher-kva.example
adit sign -k op -d one.0 --operator --seq $((start + 100 * 3600)) seat carl=mail:$address carl has only mail > signed
{ letter op@example.org folder; cat signed; } > came
exits 0 "a seat for an address" adit mail -k host --now "$later" --maildir sent folder < came
answered "Your command was taken: seat carl mail:%43arl@xn-%2dbcher-kva.example"
is "... which is that one" "$(adit address folder/one.db | grep '^carl')" "carl $address"

# ---- an mbox in any order, each twice
adit sign -k op -d one.0 --operator --seq $((start + 1)) pause 2026-12-01 > first
adit sign -k op -d one.0 --operator --seq $((start + 2)) pause off > second
for x in second first second first; do
	echo "From op@example.org Sat Nov 21 17:52:14 2026"
	letter op@example.org "$x"
	cat $x
	echo
done > box
exits 0 "commands in disorder, doubled" adit mail -k host --now "$now" --maildir sent folder box
like "... the last one counts" "$(adit status --json folder/one.db --now "$now")" '*"paused_until":null*'

# ---- killed everywhere: it is done once
stopped=$top_builddir/tests/mail/adit-stopped
every=${ADIT_FEW:+16}
cp folder/one.db g.db
cp -r "$ADIT_HOME/hosted" hosted
adit apply -k host g.db --now "$now" > one.1 2> /dev/null << END
$(adit sign -k anna -d one.0 --clear "$(adit read one.0 -k anna --moves | grep '^discard' | head -n 1)")
END
cp g.db played.db
rm -rf hosted && cp -r "$ADIT_HOME/hosted" hosted
adit sign -k op -d one.1 --operator --seq $((start + 9)) undo 0 because > signed
{ letter op@example.org kill; cat signed; } > came
rm -rf sent && mkdir sent
ADIT_STEPS=$tap_dir/steps "$stopped" mail --now "$now" --maildir "$tap_dir/sent" g.db < came > out 2> err
steps=$(wc -l < steps)
k=1
while [ $k -le "$steps" ]; do
	rm -rf "$ADIT_HOME/hosted" g.db-journal sent
	mkdir sent
	cp -r hosted "$ADIT_HOME"
	cat played.db > g.db
	(ADIT_STOP=$k "$stopped" mail --now "$now" --maildir "$tap_dir/sent" g.db < came; :) > /dev/null 2>&1
	adit mail --now "$now" --maildir "$tap_dir/sent" g.db < came > /dev/null 2> err || cat err
	adit mail --now "$now" --maildir "$tap_dir/sent" --flush g.db > /dev/null 2> err || cat err
	got="$(adit status --json g.db | sed 's/.*"n":\([0-9]*\),.*/\1/') $(cat sent/+25/new/* | grep '^Message-ID:' | sort -u | wc -l)"
	[ "$got" = "2 1" ] || echo "step $k: $got"
	k=$((k + ${every:-3}))
done > found 2>&1
is "killed before each of $steps steps" "$(cat found)" ""
ok "... and there were some" test "$steps" -gt 10
tap_end
