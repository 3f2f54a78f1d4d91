# shellcheck shell=sh
# What the benches that play games through the verbs share; sourced first:
#
#	bench_begin ADIT FOLDER   $adit, $bench (the folder of the bench programs), and an empty folder with a home of its
#				own: $work, entered, removed at the end
#	keys NAME...              key pairs without passphrase
#	sign GAME.db ORDER        what the greedy player suggests for whose turn it is, $who; fails when the game is over
#	mail_of ORDER             a mail of $who's with it

set -eu

bench_begin()
{
	adit=$1
	# shellcheck disable=SC2034 # for the benches
	bench=$2
	work=$(mktemp -d "${TMPDIR:-/tmp}/adit-bench.XXXXXX")
	trap 'rm -rf "$work"' EXIT
	ADIT_HOME=$work/home ADIT_LETTER=${adit%/*}/adit-letter
	export ADIT_HOME ADIT_LETTER
	cd "$work"
}

keys()
{
	for who in "$@"; do
		"$adit" keygen --no-passphrase "$who" 2> log
	done
}

sign()
{
	"$adit" digest "$1" > newest
	who=$(sed -n 's/^next: //p' newest | head -n 1)
	[ "$who" != - ] || return 1
	"$adit" read --no-record newest -k "$who" --suggest > line
	"$adit" sign --no-record --force -k "$who" -d newest - < line > "$2" 2> log
}

mail_of()
{
	printf 'From: %s@example.org\nMessage-ID: <%s@example.org>\nSubject: Re: cave\n\n' "$who" "${1##*/}"
	cat "$1"
}
