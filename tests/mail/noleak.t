#!/bin/sh
# A mail tells nobody on its way what is hidden: two games are dealt from other secrets and played alike, as far as
# everybody sees.  Their mails have the same headers but for Message-IDs, the same first part, and lines of the
# same lengths; so have receipts of orders that are refused for other reasons.
# shellcheck disable=SC2154 # now
. "${0%/*}/lib.sh"
tap_begin
needs_letter
keys host anna bob carl dora

# at N: N seconds later.
at() { date -u -d "@$((1795283534 + $1))" +%Y-%m-%dT%H:%M:%SZ; }

# The two have their own memory of games.
home()
{
	ADIT_HOME=$tap_dir/$1/home
	export ADIT_HOME
}

# deliver GAME [FILE]: the mail comes, and what it causes goes to GAME/sent, a file for each seat and what it is
deliver()
{
	home "$1"
	adit mail --now "$later" --maildir "$1/box" "$1/game.db" < "${2:-/dev/null}" || echo "status $?"
	for file in "$1"/box/*/new/*; do
		[ -e "$file" ] || continue
		to=${file#"$1"/box/}
		mv "$file" "$1/sent/${to%%/*}.$(sed -n 's/^X-Adit:.* n=\([0-9]*\);.*kind=/\1./p' "$file")"
	done
}

# The same, whatever is hidden: headers and first part but for the tokens of Message-IDs, and how long lines are.
public()
{
	sed '/^Content-Transfer-Encoding: base64/,$d; s/\.[a-z2-7]\{16\}@/.TOKEN@/' "$1"
	awk '{ print length($0) }' "$1"
}

# alike NAME: all mails of the two games
alike()
{
	(cd a/sent && echo *) | tr " " "\n" > names
	(cd b/sent && echo *) | tr " " "\n" | diff names - > different
	while read -r file; do
		public "a/sent/$file" > a.public
		public "b/sent/$file" > b.public
		diff a.public b.public | sed "s/^/$file: /"
	done < names >> different
	is "$1: the mails are alike" "$(cat different)" ""
}

# table_of RULES OPTIONS SEAT...: games a and b
table_of()
{
	rules=$1 options=$2 new=
	shift 2
	for seat in "$@"; do
		new="$new --seat $seat --mail $seat=$seat@example.org"
	done
	rm -rf a b
	for game in a b; do
		mkdir -p $game/sent
		cp -r "$tap_dir/keys" $game/home
		home $game
		# shellcheck disable=SC2086 # words
		adit new $game/game.db -k host --id same --rules "$rules" $new $options --option first=anna \
			--trusted-host --now "$now" --mail-from cave@example.org > $game/digest || exit 99
	done
}

# order GAME SEAT ORDER [OPTION]: into GAME/mail, for the newest digest
order()
{
	home "$1"
	{
		letter "$2@example.org" "m$turn"
		adit sign -k "$2" -d "$1/digest" ${4:+"$4"} "$3" 2> err || cat err >&2
	} > "$1/mail"
}

# play N: N turns; what both can do, or else each discards a card.
play()
{
	turn=0
	while [ $((turn += 1)) -le "$1" ]; do
		later=$(at $((60 * turn)))
		for game in a b; do
			home $game
			seat=$(sed -n 's/^next: //p' $game/digest | head -n 1)
			adit read $game/digest -k "$seat" --moves > $game/moves
		done
		both=$(grep -v '^discard' a/moves | grep -Fx -f b/moves | sed -n "$((turn % 3 + 1))p")
		grep -q '^discard' a/moves || both=${both:-$(head -n 1 a/moves)} # a second step: where to walk
		for game in a b; do
			order $game "$seat" "${both:-$(grep -x 'discard [^ ]*' $game/moves | head -n 1)}"
			deliver $game $game/mail
			adit digest $game/game.db > $game/digest
		done
	done
}

for rules in 'saboteur;;anna bob carl' 'saboteur2;;anna bob carl dora' 'dark-cave;;anna bob carl' \
	'duel;--option green=anna;anna bob'; do
	name=${rules%%;*} seats=${rules##*;} options=${rules#*;}
	# Where the suite is to be quick (tests/README.md), one.
	[ -z "${ADIT_FEW:-}" ] || [ "$name" = dark-cave ] || continue
	# shellcheck disable=SC2086 # words
	table_of "$name" "${options%;*}" $seats
	later=$now
	deliver a
	deliver b
	play 5
	is "$name: each turn was taken" "$(sed -n 's/^n: //p' a/digest b/digest | tr '\n' ' ')" "5 5 "
	not_ok "... by other hands" cmp a/digest b/digest
	# Refused: a card that is not in the hand, and one that does not fit (or, who can lay none, another).
	seat=$(sed -n 's/^next: //p' a/digest | head -n 1)
	for game in a b; do
		home $game
		adit read $game/digest -k "$seat" --moves > $game/moves
		adit digest $game/game.db 0 | sed -n 's/^  card: \([^ ]*\) .*/discard \1/p' |
			grep -vFx -f $game/moves > $game/others
	done
	sed -n 's/^\(place .* at\|walk to\) .*/\1 7,7/p' b/moves > b/others.first
	order a "$seat" "$(head -n 1 a/others)" --force
	order b "$seat" "$(tail -n 1 b/others | cat b/others.first - | head -n 1)" --force
	deliver a a/mail
	deliver b b/mail
	alike "$name"
	is "... all of them, and a receipt" "$(grep -c digest names) $(grep -c receipt names)" \
		"$((6 * $(echo "$seats" | wc -w))) 1"
	for game in a b; do
		home $game
		adit read -k "$seat" $game/sent/*.receipt 2>&1 | cat > $game/why
	done
	not_ok "... for another reason" cmp a/why b/why
done
tap_end
