#!/bin/sh
# Subjects, senders and words of all mails of a game, from the invitation on.
# shellcheck disable=SC2012,SC2016,SC2094,SC2154 # names without blanks; scripts in single quotes are for another shell; mail is a verb, too; now
. "${0%/*}/lib.sh"
tap_begin
needs_letter
command -v python3 > /dev/null || {
	skip "mails" "no python3 here"
	tap_end
}
keys dora anna bob
adit new cave.db -k dora --rules saboteur --title 'Grübe = \ 王' --limit 3d --late discard --option first=anna \
	--seat anna --seat bob --seat carl --mail-from cave@example.org --mail anna=anna@example.org \
	--mail bob=bob@example.org --mail carl=carl@example.org --now "$now" > digest.0 || exit 99
title='Grübe = \ 王'
game=$(sed -n 's/^game: //p' digest.0)

# field FILE NAME; text FILE: as a mail program shows it.
field() { python3 -c 'import email, email.policy, sys
m = email.message_from_binary_file(open(sys.argv[1], "rb"), policy=email.policy.default)
print(m[sys.argv[2]])' "$@"; }
text() { python3 -c 'import email, email.policy, sys
m = email.message_from_binary_file(open(sys.argv[1], "rb"), policy=email.policy.default)
print(m.get_body(("plain",)).get_content())' "$1"; }
# save FILE: its attachments, here.
save() { python3 -c 'import email, email.policy, sys
m = email.message_from_binary_file(open(sys.argv[1], "rb"), policy=email.policy.default)
for part in m.iter_attachments():
    open(part.get_filename(), "w").write(part.get_content())' "$1"; }
# mail_of SEAT N: the mail with this digest.
mail_of() { echo "sent/$1/new/$game.$2.$1".*; }
# answer SEAT FILE ID: it comes to the table, from their address.
answer()
{
	letter "$1@example.org" "$3" > letter && cat "$2" >> letter
	mail 0 "a mail of $1 comes" -k dora cave.db < letter
}
# typed FILE N: the N-th command in the words of a mail.
typed() { text "$1" | sed -n 's/^    \(adit .*\)/\1/p' | sed -n "$2p"; }

# ---- the invitation
mail 0 "invitations" --flush cave.db
carl=$(mail_of carl 0)
is "From" "$(field "$carl" From)" "\"Grübe = \\\\ 王\" <cave@example.org>"
is "Subject" "$(field "$carl" Subject)" "You are invited: $title"
is "... in short lines" "$(sed '/^$/q' "$carl" | awk 'length > 78')" ""
is "... of ASCII" "$(sed '/^$/q' "$carl" | LC_ALL=C tr -d '\n -~')" ""
for row in "who invites:dora invites you to \"*王\".*" "the game:*The game is Saboteur, for 3 players; you are carl.*" \
	"the time:*A turn may take*3?days.*" "adit:*You play with adit*" "where it is:*ask dora where to get it*" \
	"the fingerprint:*$(adit key dora | sed -n 's,^# fingerprint ,,p')*"; do
	like "... says ${row%%:*}" "$(text "$carl")" "${row#*:}"
done
not_ok "... nothing of a move" grep -q 'adit sign' "$carl"

# The commands, as they stand there, in the folder where the file was saved, each with a home of the player.
mkdir saved && cd saved || exit 99
for seat in anna bob carl; do
	save ../"$(cd .. && mail_of $seat 0)"
	text ../"$(cd .. && mail_of $seat 0)" > words
	[ $seat = carl ] || not_ok "no keys to make for $seat" grep -q 'adit keygen' words
	sed -n 's/^    \(adit \(keygen\|join\) .*\)/\1/p' words | sed 's/keygen/& --no-passphrase/' > "do.$seat"
	mkdir "$tap_dir/$seat"
	[ $seat = carl ] || cp "$ADIT_HOME/$seat".* "$tap_dir/$seat"
	exits 0 "the commands for $seat" env ADIT_HOME="$tap_dir/$seat" sh -c "adit() { \"\$ADIT\" \"\$@\"; }; set -e; . ./do.$seat"
	cp answer.txt "../join.$seat"
done
cd .. || exit 99
ok "carl made keys" cp "$tap_dir/carl/carl.key" "$tap_dir/carl/carl.pub" "$ADIT_HOME"
for seat in anna bob; do
	answer $seat join.$seat join.$seat
done
is "who has joined waits" "$(field "$(mail_of anna 2)" Subject)" "$title (deal)"
like "... and reads for whom" "$(text "$(mail_of anna 2)")" "Still to join: carl.*"
is "who has not is not invited again" "$(field "$(mail_of carl 2)" Subject)" "Your turn: $title (deal)"
answer carl join.carl join.carl
is "all have joined" "$(field "$(mail_of anna 3)" Subject)" "Your turn: $title (deal)"
for seat in anna bob carl; do
	(cd saved && save ../"$(cd .. && mail_of $seat 3)" && ADIT_HOME=$tap_dir/$seat sh -c "adit() { \"\$ADIT\" \"\$@\"; }; $(typed ../"$(cd .. && mail_of $seat 3)" 1)" 2> /dev/null)
	cp saved/answer.txt confirm.$seat
	answer $seat confirm.$seat confirm.$seat
done
like "who has confirmed reads for whom" "$(text "$(mail_of anna 4)")" "*Still to confirm: bob, carl.*"

# ---- turns
is "who is to move" "$(field "$(mail_of anna 6)" Subject)" "Your turn: $title (round 1)"
like "... learns adit play first" "$(typed "$(mail_of anna 6)" 1)" \
	"adit play --out order.txt $game-000006.txt"
for seat in bob carl; do
	is "who is not: $seat" "$(field "$(mail_of $seat 6)" Subject)" "$title (round 1)"
	is "... one command, to look" "$(text "$(mail_of $seat 6)" | grep adit)" "    adit play $game-000006.txt"
done
is "a round begins a thread" "$(field "$(mail_of anna 6)" References)" None
(cd saved && save ../"$(cd .. && mail_of anna 6)")
adit read "saved/$game-000006.txt" -k anna --suggest > wish
adit sign -k anna -d "saved/$game-000006.txt" - < wish > order.anna
answer anna order.anna order
is "the next one" "$(field "$(mail_of bob 7)" Subject)" "Your turn: $title (round 1)"
is "... in the thread" "$(field "$(mail_of bob 7)" References)" "$(field "$(mail_of bob 6)" Message-ID)"
is "who has moved" "$(field "$(mail_of anna 7)" Subject)" "$title (round 1)"

# ---- answers
answers() { grep -l "kind=$2\$" "sent/$1/new/"* | while read -r file; do field "$file" Subject; done | sort -u; }
answer anna order.anna twice
is "the same order" "$(answers anna receipt)" "Order repeated: $title (round 1)"
rm "$(grep -l 'kind=receipt$' sent/anna/new/*)"
adit read "saved/$game-000006.txt" -k anna --moves | grep -vxF "$(cat wish)" | tail -n 1 > other
adit sign -k anna -d "saved/$game-000006.txt" --seq 2 - < other > late
answer anna late late
is "one that is too late" "$(answers anna receipt)" "Order refused: $title (round 1)"
refused=$(grep -l 'kind=receipt$' sent/anna/new/*)
like "... says so" "$(text "$refused")" "Your order was refused; nothing changed.*adit read $game-receipt.txt*"
is "... and no more" "$(text "$refused" | grep -c 'adit ')" 1
echo hello > hello
answer bob hello hello
is "no order" "$(answers bob help)" "No order taken: $title (round 1)"
cli 0 "a day before" tick cave.db -k dora --now "$(at_hour 60)"
exits 0 "... a mail goes" adit mail --flush --now "$(at_hour 60)" --maildir sent cave.db
is "a reminder" "$(answers bob due)" "Reminder: $title (round 1)"
adit address cave.db --watch wendy@example.org --now "$now"
mail 0 "a watcher" --flush cave.db
is "who looks on" "$(field "sent/+1/new/$game.7."* Subject)" "$title (round 1)"

# ---- the end
for seat in anna bob; do
	adit digest cave.db > newest
	adit sign -k $seat -d newest vote end yes > vote 2> /dev/null
	answer $seat vote "end.$seat"
done
for seat in anna carl; do
	is "the game is over: $seat" "$(field "$(ls -t sent/$seat/new/* | head -n 1)" Subject)" "Over: $title"
done

# ---- without a title the name stands there
adit new plain.db -k "$ADIT_HOME/dora" --rules saboteur --seat anna --seat bob --seat carl --mail-from cave@example.org \
	--mail anna=anna@example.org --id plain --now "$now" > digest
mail 0 "a table without a title" --flush plain.db
is "its sender" "$(field sent/anna/new/plain.0.* From)" "plain <cave@example.org>"
is "its subject" "$(field sent/anna/new/plain.0.* Subject)" "You are invited: plain"
like "its invitation" "$(text sent/anna/new/plain.0.*)" "dora invites you to a game of Saboteur.*as*long*you like*"
tap_end
