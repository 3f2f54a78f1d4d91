#!/bin/sh
# What a session does up to its first screen of 80x24, and adit read of the same table, in instructions counted
# in one run. The home has several keys: read gets one, the session has remembered it. Before the first order
# the screen costs more than the tenth of read that is the limit.
#
#	play.sh ADIT FOLDER-OF-THE-BENCH-PROGRAMS

. "${0%/*}/lib.sh"
bench_begin "$1" "$2"
for program in valgrind script; do
	command -v $program > log || { echo "no $program here: not measured" && exit; }
done

# at_terminal ARGUMENT...: adit at a terminal, counted; counted.out.1 has what came before it waited for a key.
# The player quits after that: ncurses draws nothing while keys are waiting.
at_terminal()
{
	rm -f counted.out*
	{
		until [ -s counted.out.1 ] || [ -s over ]; do sleep 0.1; done
		printf '\004'
	} | TERM=xterm script -qec "stty rows 24 cols 80; valgrind --tool=callgrind --log-file=counted \
		--callgrind-out-file=counted.out --dump-before=canvas_read '$adit' $*; echo > over" /dev/null > log
	rm -f over
}
compare()
{
	at_terminal read -k p1
	sed -n 's/.*Collected : //p' counted > read.n
	at_terminal play -k p1
	at_terminal play
	sed -n 's/^totals: //p' counted.out.1 > play.n
	echo "$1 $(cat play.n) $(cat read.n)" | awk '{
		printf "%-24s play %.1fM, read %.1fM instructions, ratio %.2f (limit 1.10)%s\n",
			$1, $2 / 1e6, $3 / 1e6, $2 / $3, ($2 / $3 > 1.1 ? "  EXCEEDED" : "")
	}'
}

for table in saboteur:3 saboteur:5 saboteur:10 saboteur2:5 duel:2 dark-cave:5; do
	rules=${table%:*}
	rm -rf home table.db
	keys host p1 p2 p3 p4 p5 p6 p7 p8 p9 p10
	"$adit" new table.db -k host --rules "$rules" --seats "${table#*:}" --trusted-host > log
	"$adit" digest table.db > newest
	"$adit" read -k p1 newest > log 2>&1
	n=0
	while [ $((n += 1)) -le 60 ] && sign table.db order; do
		"$adit" apply table.db -k host order > newest 2> log
		"$adit" read -k p1 newest > log 2>&1
		[ $n -ne 3 ] || compare "$table-early"
	done
	compare "$table-late"
done
