#!/bin/sh
# What adit tick costs where nothing is to be done, as most runs find it: as ratios to adit status.
#
#	tick.sh ADIT FOLDER-OF-THE-BENCH-PROGRAMS [RUNS]

. "${0%/*}/lib.sh"
bench_begin "$1" "$2"
runs=${3:-41}

keys host p1 p2 p3 p4 p5
mkdir tables one
n=0
while [ $((n += 1)) -le 100 ]; do
	"$adit" new tables/$n.db -k host --rules saboteur --seats 5 --trusted-host --limit 3d --pause sat,sun \
		--zone EET-2EEST,M3.5.0/3,M10.5.0/4 --late discard --now 2026-11-21T18:00:00Z > log
done
"$adit" new one/table.db -k host --rules saboteur --seats 5 --trusted-host --limit 3d --pause sat,sun \
	--zone EET-2EEST,M3.5.0/3,M10.5.0/4 --late discard --now 2026-11-21T18:00:00Z > log
tick() { printf '"%s" tick --now 2026-11-22T18:00:00Z %s > log' "$adit" "$1"; }
status() { printf '"%s" status --now 2026-11-22T18:00:00Z %s > log' "$adit" "$1"; }

"$bench/turn-bench" "adit tick of a table / adit status" 1 "$runs" : "$(tick one/table.db)" : "$(status one/table.db)"
"$bench/turn-bench" "... of 100 tables" 1 "$runs" : "$(tick tables)" : "$(status 'tables/*.db')"
"$bench/turn-bench" "... of 100 tables / of one" 10 "$runs" : "$(tick tables)" : "$(tick one)"
