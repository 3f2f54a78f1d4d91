#!/bin/sh
# What a folder of tables costs with nothing to be done, as ratios to a program that looks at every file and opens none;
# and a mail to a folder of ten thousand.
#
#	tables.sh ADIT FOLDER-OF-THE-BENCH-PROGRAMS [RUNS]

. "${0%/*}/lib.sh"
bench_begin "$1" "$2"
runs=${3:-21}

keys host p1 p2 p3
"$adit" new one.db -k host --rules saboteur --seats 3 --trusted-host --limit 4d --late discard \
	--now 2026-11-21T18:00:00Z > log
"$adit" tick one.db --now 2026-11-21T19:00:00Z
for n in 10 100 1000 10000; do
	mkdir "tables$n"
	seq -f "tables$n/%g.db" "$n" | xargs -n 1000 sh -c 'tee "$@" < one.db > /dev/null' sh
done
sleep 3 # so that each has an entry
adit() { printf '"%s" %s --now 2026-11-21T20:00:00Z %s > log' "$adit" "$1" "$2"; }
for n in 100 1000 10000; do
	for verb in status tick; do
		eval "$(adit $verb tables$n)"
		"$bench/turn-bench" "adit $verb of $n tables / stat of each" 4 "$runs" : "$(adit $verb tables$n)" \
			: "\"$bench/stat-min\" tables$n > log"
	done
done

# A mail, to many and to few.
id=$("$adit" status --json one.db | sed 's/.*"game":"\([a-z2-7]*\)".*/\1/')
sign one.db order
mail_of order > letter
mail() { printf "sh -c '\"%s\" mail -k host tables%s < letter'" "$adit" "$1"; }
reset() { printf 'cat one.db > tables%s/%s.db; rm -rf home/hosted' "$1" "$id"; }
"$bench/turn-bench" "a mail to a folder of 10000 tables / of 10" 1.1 "$runs" "$(reset 10000)" "$(mail 10000)" \
	"$(reset 10)" "$(mail 10)"
