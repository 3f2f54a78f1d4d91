#!/bin/sh
# How large digests are: whole games through the real verbs, everybody has dealt along, the seats play as
# `adit read --suggest` says.  In bytes: the median of a digest with all its private views, the median of
# the mail to one seat (public part and own view), the median of the public part, the largest digest.
#
#	sizes.sh ADIT [RULES SEATS]...

set -eu
adit=$1
shift
[ $# -gt 0 ] || set -- saboteur 5 saboteur 10 dark-cave 8 saboteur2 12 duel 2
top=$(mktemp -d "${TMPDIR:-/tmp}/adit-sizes.XXXXXX")
trap 'rm -rf "$top"' EXIT

seats()
{
	i=1
	while [ $i -le "$1" ]; do
		echo p$i
		i=$((i + 1))
	done
}

# play RULES SEATS: into $work/game/turns
play()
{
	for who in host $(seats "$2"); do
		"$adit" keygen --no-passphrase "$who" 2>> "$work/log"
	done
	"$adit" new "$work/game.db" -k host --rules "$1" --seats "$2" --out "$work/game" > /dev/null 2>> "$work/log"
	n=0
	for answer in join confirm; do
		for who in $(seats "$2"); do
			"$adit" $answer -k "$who" -d "$work/game" > "$work/order"
			"$adit" apply "$work/game.db" --out "$work/game" "$work/order" > /dev/null 2>> "$work/log"
			n=$((n + 1))
		done
	done
	while :; do
		digest=$work/game/turns/$(printf %06d $n).txt
		who=$(sed -n '/^next: /{s///p;q;}' "$digest")
		[ "$who" != - ] || break
		"$adit" read "$digest" -k "$who" --suggest > "$work/line"
		"$adit" sign -k "$who" -d "$digest" - < "$work/line" > "$work/order"
		"$adit" apply "$work/game.db" --out "$work/game" "$work/order" > /dev/null 2>> "$work/log"
		n=$((n + 1))
	done
}

median() { sort -n | awk '{ at[NR] = $1 } END { print at[int((NR + 1) / 2)] }'; }

# For each digest from the deal on: bytes of all, of the public part, and of the mail to each seat.
measure()
{
	for digest in "$work"/game/turns/*.txt; do
		LC_ALL=C awk '
			/^for [a-z0-9_-]*:$/ { seat++ }
			{ n = length($0) + 1; all += n; of[seat + 0] += n }
			END {
				if (seat == 0)
					exit
				print "digest", all
				print "public", of[0]
				for (i = 1; i <= seat; i++)
					print "mail", of[0] + of[i]
			}' "$digest"
	done > "$work/sizes"
}

printf '%-10s %5s %7s %8s %8s %8s %8s\n' rules seats digests digest mail public largest
while [ $# -gt 1 ]; do
	work=$top/$1-$2
	mkdir "$work"
	ADIT_HOME=$work/home
	export ADIT_HOME
	play "$1" "$2"
	measure
	printf '%-10s %5d %7d' "$1" "$2" "$(find "$work/game/turns" -name '*.txt' | wc -l)"
	for what in digest mail public; do
		printf ' %8d' "$(sed -n "s/^$what //p" "$work/sizes" | median)"
	done
	printf ' %8d\n' "$(sed -n 's/^digest //p' "$work/sizes" | sort -n | tail -n 1)"
	shift 2
done
