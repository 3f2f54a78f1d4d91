#!/bin/sh
# Every command in the mails of a joint deal, also after restarts, works as it stands there: with one
# key of any name, and with the attachments of that mail alone (adit.5, mail).
# shellcheck disable=SC2012,SC2016,SC2094,SC2154 # names without blanks; scripts in single quotes are for another shell; mail is a verb, too; now
. "${0%/*}/lib.sh"
tap_begin
needs_letter
command -v python3 > /dev/null || {
	skip "mails" "no python3 here"
	tap_end
}
keys dora
table=$ADIT_HOME
for seat in anna bob carl; do
	ADIT_HOME=$tap_dir/home.$seat
	adit keygen --no-passphrase "pet-of-$seat" 2> /dev/null || exit 99
done
ADIT_HOME=$table
adit new cave.db -k dora --rules saboteur --title mine --option first=anna --seat "anna=$tap_dir/home.anna/pet-of-anna.pub" \
	--seat "bob=$tap_dir/home.bob/pet-of-bob.pub" --seat carl --mail-from cave@example.org --mail anna=anna@example.org \
	--mail bob=bob@example.org --mail carl=carl@example.org --now "$now" > digest.0 || exit 99

# open_mail FILE: its text into `words`, its subject into `subject`, its attachments here.
open_mail() { python3 -c 'import email, email.policy, sys
m = email.message_from_binary_file(open(sys.argv[1], "rb"), policy=email.policy.default)
open("words", "w").write(m.get_body(("plain",)).get_content())
open("subject", "w").write(m["Subject"])
for part in m.iter_attachments():
    open(part.get_filename(), "w").write(part.get_content())' "$1"; }
newest_mail() { ls -t "sent/$1/new/"* | head -n 1; }
# typed SEAT: the commands of their newest mail but those for a terminal, with a home that has a key and nothing else.
typed()
{
	rm -rf at && mkdir at && cp -r "$tap_dir/home.$1" at/home
	open_now=$PWD/$(newest_mail "$1")
	(
		cd at || exit 1
		ADIT_HOME=$PWD/home
		export ADIT_HOME
		open_mail "$open_now"
		sed -n 's/^    \(adit .*\)/\1/p' words | sed '/^adit keygen/d; /^adit play/d' > commands
		set -e
		# shellcheck disable=SC1091 # made here
		. ./commands
	)
}
# answer SEAT: at/answer.txt comes to the table.
answer()
{
	letter "$1@example.org" > letter && cat at/answer.txt >> letter
	mail 0 "the answer of $1 comes" -k dora cave.db < letter
}
# deal NAME SEATS: each of them joins as their newest mail says.
deal()
{
	exits 0 "the mails go: $1" adit mail --flush --maildir sent cave.db --now "$now"
	for seat in $2; do
		exits 0 "$1: $seat types what the mail says" typed "$seat"
		ok "... and joins" grep -q 'adit join' at/commands
		answer "$seat"
	done
}
deal "attempt 1" "anna"
exits 0 "bob's command works with others joined" typed bob
is "bob's second mail is no new invitation" "$(cat at/subject)" "Your turn: mine (deal)"
like "... and says who joined" "$(cat at/words)" "It is your turn to join, bob.*anna has joined*"
not_ok "... in few words" grep -q 'a program for a terminal' at/words
deal "attempt 1 goes on" "bob"
adit restart cave.db -k dora --reason 'once more' --now "$now" > /dev/null || exit 99
deal "after a restart" "carl anna"
adit restart cave.db -k dora --reason 'and again' --now "$now" > /dev/null || exit 99
deal "after two restarts" "bob carl anna"
for seat in carl anna bob; do
	exits 0 "$seat confirms as typed" typed "$seat"
	ok "... which is the command" grep -q 'adit confirm' at/commands
	answer "$seat"
done
exits 0 "anna looks at the cards as typed" typed anna
is "... to play" "$(cat at/subject)" "Your turn: mine (round 1)"
cp at/order.txt at/answer.txt
answer anna
exits 0 "bob has the turn" typed bob
is "... to play" "$(cat at/subject)" "Your turn: mine (round 1)"

# ---- the host asks to go back: who has a vote gets the command
exits 0 "the host asks to go back" adit undo cave.db -k dora --to 12 --reason 'A slip.' --now "$now"
exits 0 "the mails go" adit mail --flush --maildir sent cave.db --now "$now"
for seat in anna bob; do
	exits 0 "$seat votes as typed" typed "$seat"
	is "... and is asked to" "$(cat at/subject)" "Your vote: mine (round 1)"
	ok "... with the command" grep -q 'adit sign -d .* vote undo 12 yes' at/commands
	cp at/order.txt at/answer.txt
	[ $seat = bob ] || answer "$seat"
done
exits 0 "who has voted" typed anna
is "... is not asked again" "$(cat at/subject)" "mine (round 1)"
tap_end
