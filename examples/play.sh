# shellcheck shell=sh
# A whole game through the real verbs, all seats on one machine.  Sourced by the examples, not run:
#
#	root=$(cd "${0%/*}/.." && pwd)
#	. "$root/examples/setup.sh"
#	. "$root/examples/play.sh"
#	adit_setup build
#	adit_open "$1" saboteur anna bob carl
#	adit_play
#	adit_show anna
#
# The folder (default: a new one under /tmp) gets the keys in home, the game file mine.db and the
# digests in game/turns.  Everybody joins and confirms, so that all have a part in the shuffle.  For
# every turn the seat to move reads the newest digest with its own key, signs an order that is sealed to
# the host, and the host applies it.  At the end the whole game is audited.
#
# In:   ADIT, see setup.sh
# Out:  folder, game, turns (absolute), ADIT_HOME (exported)

say() { printf '\n==== %s\n' "$*"; }

newest() { find "$turns" -name '*.txt' | LC_ALL=C sort | tail -n 1; }

# adit_apply: the host takes what was sealed.
adit_apply()
{
	"$ADIT" apply "$folder/mine.db" --out "$game" "$folder/sealed" > /dev/null
}

# adit_open FOLDER|"" RULES NAME...: keys for the host and the seats, the invitation, the deal.
adit_open()
{
	folder=${1:-$(mktemp -d "${TMPDIR:-/tmp}/adit-game.XXXXXX")}
	rules=$2
	shift 2
	mkdir -p "$folder"
	folder=$(cd "$folder" && pwd)
	game=$folder/game
	turns=$game/turns
	ADIT_HOME=$folder/home
	export ADIT_HOME

	say "keys for the host and $# players, in $ADIT_HOME"
	for who in host "$@"; do
		"$ADIT" keygen --no-passphrase "$who"
	done

	say "the host opens a table"
	players=$*
	for who; do
		set -- "$@" --seat "$who"
		shift
	done
	"$ADIT" new "$folder/mine.db" -k host --rules "$rules" --out "$game" "$@"

	say "digest 0, the invitation"
	sed '/^sig:/,$d' "$(newest)"

	say "everybody joins, committing to a share of the shuffle, and then reveals it"
	for answer in join confirm; do
		for who in $players; do
			"$ADIT" "$answer" -k "$who" -d "$(newest)" > "$folder/sealed"
			adit_apply
			"$ADIT" status "$folder/mine.db"
		done
	done
}

# adit_order NAME ORDER: sign it on the newest digest, sealed, and apply it.
adit_order()
{
	"$ADIT" sign -k "$1" -d "$(newest)" "$2" > "$folder/sealed"
	adit_apply
}

# adit_play: turn after turn until the game is over.
adit_play()
{
	say "they play; a dot is one signed, sealed and applied order"
	while :; do
		next=$(sed -n 's/^next: //p' "$(newest)" | head -n 1)
		[ "$next" != - ] || break
		# A player would look at the table and choose; here a program plays from what the seat can see.
		adit_order "$next" "$("$ADIT" read "$(newest)" -k "$next" --suggest)"
		printf .
	done
	echo
}

# adit_show NAME: the end of the game, as this seat reads it.
adit_show()
{
	say "the last digest, as $1 reads it"
	"$ADIT" read "$(newest)" -k "$1"

	say "$1 audits the whole game: nobody chose the cards, and the host played by the rules"
	"$ADIT" audit "$game" -k "$1"
	"$ADIT" status "$folder/mine.db"

	say "scores"
	sed -n '/^since:/,/^$/p' "$(newest)" | sed 1d
	echo "all of it is in $folder"
}
