#!/bin/sh
# What a session does up to its first screen, and adit read of the same, in instructions counted in one run.
#
#	play.sh ADIT FOLDER-OF-THE-BENCH-PROGRAMS

. "${0%/*}/lib.sh"
bench_begin "$1" "$2"
for program in valgrind script; do
	command -v $program > log || { echo "no $program here: not measured" && exit; }
done

keys host p1 p2 p3 p4 p5
"$adit" new cave.db -k host --rules saboteur --seats 5 --trusted-host > log
game=$("$adit" digest cave.db | sed -n 's/^game: //p')

# count ARGUMENT...: of one run at a terminal, whose player quits.
count()
{
	echo quit | TERM=dumb script -qec "valgrind --tool=callgrind --callgrind-out-file=/dev/null --log-file=counted \
		'$adit' $*" /dev/null > log
	sed -n 's/.*Collected : //p' counted
}
compare()
{
	count read -k p1 -g "$game" > read
	count play -k p1 -g "$game" > play
	echo "$1 $(cat play) $(cat read)" | awk '{
		printf "%-24s play %.1fM, read %.1fM instructions, ratio %.2f (limit 1.50)%s\n",
			$1, $2 / 1e6, $3 / 1e6, $2 / $3, ($2 / $3 > 1.5 ? "  EXCEEDED" : "")
	}'
}

"$adit" digest cave.db > newest
"$adit" read -k p1 newest > log
compare first-screen
n=0
while [ $((n += 1)) -le 60 ] && sign cave.db order; do
	"$adit" apply cave.db -k host order > newest 2> log
	"$adit" read -k p1 newest > log 2>&1
done
compare after-60-orders
