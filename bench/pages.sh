#!/bin/sh
# What pages for browsers cost: as ratios to adit read of the same digests, in bytes, and in a browser, if one is here.
#
#	pages.sh ADIT FOLDER-OF-THE-BENCH-PROGRAMS [RUNS]

browser=$(cd "${0%/*}/../tests/show" && pwd)
. "${0%/*}/lib.sh"
bench_begin "$1" "$2"
runs=${3:-41}
ADIT=$adit
export ADIT

# Ten seats, three rounds, everything revealed at the end.
keys host anna bob carl dora emil fay gus hans ina jon
"$adit" new ten.db -k host --rules saboteur --seat anna --seat bob --seat carl --seat dora --seat emil --seat fay \
	--seat gus --seat hans --seat ina --seat jon --out ten > log
for answer in join confirm; do
	for who in anna bob carl dora emil fay gus hans ina jon; do
		"$adit" digest ten.db > newest
		"$adit" "$answer" -k "$who" -d newest > order
		"$adit" apply ten.db order --out ten > log 2>&1
	done
done
while sign ten.db order; do
	"$adit" apply ten.db order --out ten > log 2>&1
done
n=$(find ten/turns -name '*.txt' | wc -l)
middle=$(printf 'ten/turns/%06d.txt' $((n * 2 / 3)))

read='"$adit" read --public --no-record 2> err'
export adit
"$bench/turn-bench" "adit page --html of a digest / adit read" 2 "$runs" : "\"\$adit\" page --html $middle > log" : \
	"$read $middle > log"
"$bench/turn-bench" "... of $n digests" 2 11 : "\"\$adit\" page --html ten > log" : "$read ten > log"
"$bench/turn-bench" "... their replay / adit audit" 2 5 : "\"\$adit\" page --html --replay ten > log" : \
	"\"\$adit\" audit ten > log"
"$adit" page --html "$middle" > page.html
"$adit" page --html --replay ten > replay.html
echo "a page of a digest: $(wc -c < page.html) bytes; the replay of $n digests of ten seats: $(wc -c < replay.html)"
if command -v chromedriver > /dev/null && command -v python3 > /dev/null; then
	PYTHONPATH=$browser python3 -B "$browser/step.py" replay.html
else
	echo "steps of a replay: no chromium with its driver here"
fi
