#!/bin/sh
# adit digest --invitation: the text, and its commands as they stand there.
# shellcheck disable=SC1091,SC2016,SC2154 # the commands are made here; now
. "${0%/*}/lib.sh"
tap_begin
keys dora anna bob
mkdir hidden
mv "$ADIT_HOME"/dora.* hidden
adit new cave.db -k "$tap_dir/hidden/dora" --rules saboteur --title "Friday mine" --limit 36h --seat anna --seat bob \
	--seat carl --now "$now" > digest.0 || exit 99
game=$(sed -n 's/^game: //p' digest.0)

cli 0 "an invitation" digest cave.db --invitation --seat carl
cp out text
fingerprint=$(adit key hidden/dora.pub | sed -n 's,^# fingerprint ,,p')
for row in "who invites:dora invites you to \"Friday mine\".*" "the game:*The game is Saboteur, for 3 players; you are carl.*" \
	"the time:*may take*36?hours.*" "adit:*You play with adit*" "the fingerprint:*    $fingerprint?*"; do
	like "... says ${row%%:*}" "$(cat text)" "${row#*:}"
done
is "... in lines of 80 columns" "$(sed '/^adit-digest/q' text | awk 'length > 80')" ""
not_ok "... with no blank at an end" grep -q ' $' text
not_ok "... and nothing of a folder" grep -q hidden text
ok "... and digest 0" sh -c 'sed -n "/^adit-digest/,\$p" text | cmp - digest.0'

# typed SEAT: all commands of the invitation, in the folder where it was saved.
typed()
{
	sed -n 's/^    \(adit \(keygen\|join\) .*\)/\1/p' "saved/$game.txt" | sed 's/keygen/& --no-passphrase/' > commands
	(
		cd saved || exit 1
		set -e
		. ../commands
	)
}
mkdir saved
for seat in anna bob carl; do
	cli 0 "for $seat" digest cave.db --invitation --seat $seat
	cp out "saved/$game.txt"
	home=$ADIT_HOME
	ADIT_HOME=$tap_dir/home.$seat
	mkdir "$ADIT_HOME"
	[ $seat = carl ] || cp "$home/$seat".* "$ADIT_HOME"
	exits 0 "what they type" typed
	ADIT_HOME=$home
	cli 0 "... takes the seat" apply -k hidden/dora cave.db --now "$now" saved/answer.txt
done
ok "carl has made keys" cp "$tap_dir/home.carl/carl.key" "$tap_dir/home.carl/carl.pub" "$ADIT_HOME"
for seat in anna bob carl; do
	adit digest cave.db --all > newest
	ADIT_HOME=$tap_dir/home.$seat adit confirm -k $seat -d newest 2> err | adit apply -k hidden/dora cave.db --now "$now" > /dev/null 2>&1 || exit 99
done
cli 4 "after the deal" digest cave.db --invitation --seat carl
said '*the cards are dealt*'

adit new now.db -k hidden/dora --trusted-host --rules duel --seat anna --seat bob --now "$now" > digest.0
cli 0 "dealt at once" digest now.db --invitation --seat bob
is "... one command" "$(sed -n 's/^    \(adit \)/\1/p' out)" "adit play $(sed -n 's/^game: //p' digest.0).txt"
like "... with the view of this seat" "$(grep '^for ' out)" "for bob:"
like "... as long as they like" "$(cat out)" "dora invites you to a game of Saboteur: The Duel.*as*long as you like.*"
cli 2 "for nobody" digest now.db --invitation
cli 5 "for a seat that is not there" digest now.db --invitation --seat zoe
cli 2 "with a number" digest now.db --invitation --seat bob 0
cli 2 "with --all" digest now.db --invitation --seat bob --all

# A person at a terminal hears of it; a script does not.
cli 0 "new, in a script" new quiet.db -k hidden/dora --rules duel --seat anna --seat bob --now "$now"
is "... says nothing" "$(cat err)" ""
if command -v python3 > /dev/null; then
	python3 -c 'import os, pty, sys
pty.spawn(sys.argv[1:])' "$ADIT" new loud.db -k hidden/dora --rules duel --seat anna --seat bob --now "$now" > shown < /dev/null
	like "at a terminal" "$(cat shown)" "*adit digest --invitation loud.db --seat anna prints what to send to anna*"
	rm -f loud.db
	python3 -c 'import os, pty, sys
pty.spawn(sys.argv[1:])' "$ADIT" new loud.db -k hidden/dora --rules duel --seat anna --seat bob --now "$now" \
		--mail-from cave@example.org > shown < /dev/null
	not_ok "... not where mail goes out" grep -q invitation shown
fi
tap_end
