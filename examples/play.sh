# shellcheck shell=sh
# Play a whole game through the real verbs, all seats on one machine. To be sourced, not run:
#
#	root=$(cd "${0%/*}/.." && pwd)
#	. "$root/examples/setup.sh"
#	. "$root/examples/play.sh"
#	adit_setup build
#	adit_open "$1" saboteur anna bob carl
#	adit_play
#	adit_show
#
# The folder (default: a new one under /tmp) gets the keys in home, the game file mine.db, the
# digests in game/turns, and the messages of adit in log. All seats join and confirm, so that all take
# part in the shuffle. In every turn the seat to move reads the newest digest with its own key and
# signs an order that is sealed to the host, and the host applies it. Three digests are shown as the
# first seat reads them: after the deal, in the middle and at the end. Then that seat audits the game.
# The script ends at the first step that fails, and shows its messages.
#
# In:   ADIT, see setup.sh
# Out:  folder, game, turns (absolute), ADIT_HOME (exported)

say() { printf '\n==== %s\n\n' "$*"; }

newest() { find "$turns" -name '*.txt' | LC_ALL=C sort | tail -n 1; }

next_seat() { sed -n 's/^next: //p' "$(newest)" | head -n 1; }

# adit_run ARGUMENT...: run adit, with its messages in the log; after a failure show the last ones.
adit_run()
{
	"$ADIT" "$@" 2>> "$folder/log" && return
	echo "adit $* failed:" >&2
	tail -n 5 "$folder/log" >&2
	exit 1
}

# adit_apply: the host applies the sealed order.
adit_apply() { adit_run apply "$folder/mine.db" --out "$game" "$folder/sealed" > /dev/null; }

# adit_order NAME ORDER: sign it on the newest digest, seal it and apply it.
adit_order()
{
	adit_run sign -k "$1" -d "$(newest)" "$2" > "$folder/sealed"
	adit_apply
}

# adit_look: the first seat reads the newest digest.
adit_look() { adit_run read -k "$reader" "$(newest)"; }

# adit_open FOLDER|"" RULES NAME...: keys for the host and the seats, the invitation, the deal.
adit_open()
{
	folder=${1:-$(mktemp -d "${TMPDIR:-/tmp}/adit-game.XXXXXX")}
	rules=$2
	reader=$3
	shift 2
	if [ -e "$folder/mine.db" ]; then
		echo "$folder has a game already; name a new folder, or none" >&2
		exit 1
	fi
	mkdir -p "$folder"
	folder=$(cd "$folder" && pwd)
	game=$folder/game
	turns=$game/turns
	ADIT_HOME=$folder/home
	export ADIT_HOME

	say "a game of $rules with $# players, in $folder"
	for who in host "$@"; do
		adit_run keygen --no-passphrase "$who"
	done
	echo "The host and $* made their keys."

	players=$*
	for who; do
		set -- "$@" --seat "$who"
		shift
	done
	adit_run new "$folder/mine.db" -k host --rules "$rules" --out "$game" "$@" > /dev/null
	echo "The host opened a table: digest 0, the invitation."

	for answer in join confirm; do
		for who in $players; do
			adit_run "$answer" -k "$who" -d "$(newest)" > "$folder/sealed"
			adit_apply
		done
	done
	echo "All joined, each with a share of the shuffle. Then they revealed the shares."

	say "after the deal, as $reader reads it"
	adit_look
}

# adit_play: play turns until the game is over.
adit_play()
{
	say "they play; a dot stands for ten orders, signed, sealed and applied"
	orders=0
	while next=$(next_seat) && [ "$next" != - ]; do
		# A player would look at the table and choose. Here a program chooses, from what the seat can see.
		if [ "$next" = "$reader" ]; then
			adit_look > "$folder/look-$(basename "$(newest)")"
		fi
		suggested=$(adit_run read -k "$next" "$(newest)" --suggest)
		adit_order "$next" "$suggested"
		orders=$((orders + 1))
		[ $((orders % 10)) -ne 0 ] || printf .
	done
	echo " $orders orders"

	say "in the middle of the game, as $reader read it"
	set -- "$folder"/look-*
	shift $(($# / 2))
	cat "$1"
	rm -f "$folder"/look-* "$folder/sealed"
}

# adit_word TEXT: print it as one word of a command line.
adit_word()
{
	case $1 in
	*[!A-Za-z0-9/._+,:@%=~-]*) printf "'%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")" ;;
	*) printf %s "$1" ;;
	esac
}

# adit_show: the end of the game, its audit, and what else can be done with it.
adit_show()
{
	say "at the end, as $reader reads it"
	adit_look

	say "the result"
	adit_run status "$folder/mine.db"

	say "$reader audits it: nobody chose the cards, and the host played by the rules"
	adit_run audit "$game" -k "$reader"

	say "what to try next"
	cat <<END
    cd $(adit_word "$folder")
    export ADIT_HOME="\$PWD/home" PATH=$(adit_word "${ADIT%/*}"):"\$PATH"
    adit read game/turns -k ${players##* }
    adit log game/turns
    adit page --html --replay -o replay.html game/turns
    adit play --rules duel --against greedy

The first two lines find the keys of this game and the program. The others show
the last digest to ${players##* }, print the whole history, write a page that replays the
game in a browser, and deal you a game against the program.
END
}
