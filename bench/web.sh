#!/bin/sh
# The browser file: its size, and what verbs cost beside the native program (web.mjs), with a whole game of five seats.
#
#	web.sh ADIT FOLDER-OF-THE-BENCH-PROGRAMS WEB

. "${0%/*}/lib.sh"
here=$(cd "${0%/*}" && pwd)
web=$3
bench_begin "$1" "$2"
keys host anna carl dora emil
echo 'ten small words' > phrase
"$adit" keygen --passphrase-fd=0 bea < phrase 2> log
"$adit" new --rules saboteur --trusted-host -k host --seat anna --seat bea --seat carl --seat dora --seat emil --out . \
	table.db > log
while newest=$(ls turns | tail -n 1) && who=$(sed -n 's/^next: //p' "turns/$newest") && [ "$who" != - ] && [ -n "$who" ]; do
	if [ "$who" = bea ]; then
		"$adit" read --no-record "turns/$newest" -k bea --suggest --passphrase-fd=0 < phrase > line
		order=$(cat line)
		"$adit" sign --no-record --force -k bea -d "turns/$newest" --passphrase-fd=0 "$order" < phrase > order 2> log
	else
		"$adit" read --no-record "turns/$newest" -k "$who" --suggest > line
		"$adit" sign --no-record --force -k "$who" -d "turns/$newest" - < line > order 2> log
	fi
	"$adit" apply -k host table.db order --out . > log 2>&1 || break
done
for file in adit.html adit-site.html; do
	echo "$file: $(wc -c < "$web/$file") bytes (limit 2400000), $(brotli -c "$web/$file" | wc -c) with brotli (limit 800000)"
done
node "$here/web.mjs" "$adit" "$web/npm" "$work"
