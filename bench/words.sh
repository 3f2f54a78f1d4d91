#!/bin/sh
# adit read in each language against the same in English, in instructions counted in one run: the ratios are the same on
# every machine, however busy it is. Also what an error costs, and apply, which reads no catalogue.
#
#	words.sh ADIT FOLDER-OF-THE-BENCH-PROGRAMS

. "${0%/*}/lib.sh"
bench_begin "$1" "$2"
command -v valgrind > log || { echo "no valgrind here: not measured" && exit; }
unset LC_ALL LC_MESSAGES LANG LANGUAGE ADIT_LANG ADIT_CATALOGUES

# count LANGUAGE ARGUMENT...: the instructions of one run.
count()
{
	in=$1
	shift
	ADIT_LANG=$in valgrind --tool=callgrind --callgrind-out-file=/dev/null "$adit" "$@" 2>&1 > log |
		sed -n 's/.*Collected : //p'
}

# compare WHAT LIMIT ARGUMENT...: the ratios to English
compare()
{
	what=$1
	limit=$2
	shift 2
	english=$(count en "$@")
	for lang in de es ru uk; do
		echo "$(count $lang "$@") $english"
	done | awk -v what="$what" -v limit="$limit" '
		{ ratio = $1 / $2; most = ratio > most ? ratio : most; all = all sprintf(" %.3f", ratio) }
		END {
			printf "%-22s %6.1fM instructions in English; de es ru uk:%s (limit %s)%s\n",
				what, $2 / 1e6, all, limit, (most > limit ? "  EXCEEDED" : "")
		}'
}

for table in saboteur:3 saboteur:10 saboteur2:7 duel:2 dark-cave:5; do
	rm -rf home table.db
	keys host p1 p2 p3 p4 p5 p6 p7 p8 p9 p10
	"$adit" new table.db -k host --rules "${table%:*}" --seats "${table#*:}" --trusted-host > newest
	"$adit" read -k p1 newest > log 2>&1
	n=0
	while [ $((n += 1)) -le 20 ] && sign table.db order; do
		"$adit" apply table.db -k host order > newest 2> log
		"$adit" read -k p1 newest > log 2>&1
	done
	compare "read, $table" 1.05 read -k p1
done
sign table.db order
"$adit" apply table.db -k host order > newest 2> log
compare "an order once more" 1.005 apply table.db -k host order
compare "an error" 1.5 read missing
