#!/bin/sh
# adit stats: a league by the scripts of examples/league, its ranking; a second opinion out of the digests; and folders with
# files that are not tables.
. "${0%/*}/lib.sh"
tap_begin
keys host anna bob carl
export TZ=UTC
key() { adit key --json "$1" | sed 's/.*"fingerprint":"\([a-z2-7]*\)".*/\1/'; }

# order FILE NAME ORDER...: signed on the newest digest and taken.
order()
{
	file=$1 who=$2
	shift 2
	adit digest "$file" > newest
	adit sign --no-record -k "$who" -d newest "$@" > signed && adit apply -k host "$file" signed > /dev/null
}

# ---- a league of three, all of them late
cd "$ADIT_HOME" || exit 99
exits 0 "a round robin" "$top_srcdir/examples/league/round-robin" ../f anna.pub bob.pub -- -k host \
	--rules duel --trusted-host --option rounds=1 --limit 1d --late suggest --misses 0 --now "$now"
exits 0 "one more joins" "$top_srcdir/examples/league/round-robin" ../f anna.pub bob.pub carl.pub -- -k host \
	--rules duel --trusted-host --option rounds=1 --limit 1d --late suggest --misses 0 --now "$now"
is "... and meets the others" "$(cut -d' ' -f2- out | tr '\n' ,)" "anna carl,bob carl,"
exits 2 "no card" "$top_srcdir/examples/league/round-robin" ../f anna.pub -- -k host
exits 2 "what is no card" "$top_srcdir/examples/league/round-robin" ../f anna.pub bob -- -k host
cd "$tap_dir" || exit 99
is "three tables" "$(find f -name '*.db' | wc -l) $(cut -d' ' -f2- f/pairs | sort -u | wc -l)" "3 3"
adit tick f --all-taken --now "$(at_hour 24)" > /dev/null 2>&1
adit stats f > begun
is "nothing is over" "$(awk 'NR > 1 { print $4, $5, $6 }' begun | sort -u)" "2 0 0"
is "... each table had a turn that was missed" "$(awk 'NR > 1 { turns += $7; missed += $8 } END { print turns, missed }' begun)" "3 3"
h=48
while adit status --json f --now "$(at_hour $h)" | grep -q '"phase":"play"' && [ $h -lt 2400 ]; do
	adit tick f --all-taken --now "$(at_hour $h)" > /dev/null 2>&1
	h=$((h + 24))
done
adit status --json f --now "$(at_hour $h)" | sed -n 's/.*"winners":\["\([^]]*\)"\].*/\1/p' | sed 's/","/\n/' | sort | uniq -c |
	awk '{ print 2 * $1, $1, $2 }' | sort -k1,1nr -k3 > want
exits 0 "the ranking" "$top_srcdir/examples/league/ranking" f
is "... by what was won" "$(awk 'NR > 1 && $3 > 0 { print $3, $5, $2 }' out | sort -k1,1nr -k3)" "$(cat want)"
is "... everybody has met two" "$(awk 'NR > 1 { print $4 }' out | tr '\n' ' ')" "2 2 2 "

# ---- roles, keys: three at a table, of whom two are away; anna plays with one key, then with another
adit keygen --no-passphrase second 2> /dev/null
who=anna
# A round may be over before her third turn: then another one.
until [ "$who" = second ]; do
	rm -f s.db*
	adit new s.db -k host --rules saboteur --trusted-host --seat anna --seat bob --seat carl --option first=anna \
		--option rounds=1 --limit 1d --late suggest --misses 1 --now "$now" > /dev/null || exit 99
	for h in 24 48 72; do
		adit tick s.db --all-taken --now "$(at_hour $h)" > /dev/null 2>&1
	done
	turn=0
	while adit digest s.db > newest && [ "$(sed -n 's/^next: //p' newest)" = anna ]; do
		turn=$((turn + 1))
		if [ $turn -eq 3 ]; then
			adit rotate-key --no-record -k anna --new second -d newest > signed
			adit apply -k host s.db signed > /dev/null
			who=second
			adit digest s.db > newest
		fi
		order s.db "$who" "$(adit read --no-record newest -k "$who" --suggest)"
	done
done
# What the digests say, read by somebody else: NAME ROLE or -, rounds or games, won; turns, missed, away of anna's keys.
adit digest --all s.db > all
cat > opinion.awk << 'EOF'
/^adit-digest/ { was_turn = turn; was_next = next_seat; late = away = 0 }
/^turn: / { turn = $2 }
/^next: / { next_seat = $2 }
/^  shown [a-z]* / && NF == 3 { role[$2] = $3 }
/^  round-end / { outcome = $NF }
/^  winner / { winner[$2] = 1 }
/^  note late / { late = 1 }
/^  note away / { away = 1 }
/^sig:/ && was_turn && turn > was_turn { turns[was_next]++; missed[was_next] += late; gone[was_next] += away }
END {
	for (name in role)
		print name, role[name], (outcome == "gold") == (role[name] == "miner"), winner[name] + 0,
				turns[name], missed[name] + 0, gone[name] + 0
}
EOF
awk -f opinion.awk all | sort > want
adit stats --csv s.db > csv
tail -n +2 csv | awk -F, '
	$4 == "" { won[$2] += $7; turns[$2] += $8; missed[$2] += $9; away[$2] += $10 }
	$4 != "" { role[$2] = $4; rounds[$2] = $7 }
	END { for (name in role) print name, role[name], rounds[name], won[name], turns[name], missed[name], away[name] }' |
	sort > got
is "another program counts the same" "$(cat got)" "$(cat want)"
is "a game is over" "$(sed -n 's/^phase: //p; s/^next: //p' newest)" "-"
is "the key that was given away had turns" "$(awk -F, -v k="$(key anna)" '$1 == k { print $4, $5, $6, ($8 > 2) }' csv)" " 0 0 1"
is "... the game is the other's" "$(awk -F, -v k="$(key second)" '$1 == k && $4 == "" { print $2, $5, $6 }' csv)" "anna 1 1"

# ---- one folder
game=$(adit status --json s.db | sed 's/.*"game":"\([^"]*\)".*/\1/')
cp s.db "f/$game.db"
adit stats f > all.txt
adit stats f --csv > all.csv
adit stats f --json > all.json
is "bob at four tables" "$(awk -F, -v k="$(key bob)" '$1 == k && $4 == "" { print $3, $5, $6 }' all.csv | tr '\n' ,)" "duel 2 2,saboteur 1 1,"
is "for programs the same" \
	"$(sed 's/.*"fingerprint":"\([^"]*\)","name":"\([^"]*\)","rules":"\([^"]*\)","games":\([0-9]*\),"over":\([0-9]*\),"won":\([0-9]*\),"turns":\([0-9]*\),"missed":\([0-9]*\),"away":\([0-9]*\),.*/\1,\2,\3,,\4,\5,\6,\7,\8,\9/' all.json)" \
	"$(awk -F, '$4 == ""' all.csv)"
is "for people, too" "$(awk 'NR > 1 { print $1, $2, $3, $4, $5, $6, $7, $8, $9 }' all.txt)" \
	"$(awk -F, 'NR > 1 && $4 == "" { print $1, $2, $3, $5, $6, $7, $8, $9, $10 }' all.csv)"
is "files in whatever order" "$(adit stats s.db f/??*.db --csv | grep -v anna)" "$(grep -v anna all.csv)"

# ---- files that are not tables
cp all.csv first
cp s.db f/z.db
exits 0 "a copy of a table" adit stats f --csv
ok "... does not count" cmp out first
like "... and is told" "$(cat err)" "*f/z.db has game $game, whose file in this folder is $game.db: skipped"
exits 73 "a table that is there twice" adit stats f s.db --csv
ok "... counts once" cmp out first
like "... and is told" "$(cat err)" '*s.db: game * was counted already*'
rm f/z.db
echo text > f/foreign.db
mkdir f/d.db
head -c 8192 s.db > f/cut.db
cp s.db f/newer.db
printf '\0\0\003\347' | dd of=f/newer.db bs=1 seek=60 conv=notrunc 2> /dev/null
cp s.db f/damaged.db
size=$(wc -c < s.db)
printf 'damaged' | dd of=f/damaged.db bs=1 seek=$((size / 2)) conv=notrunc 2> /dev/null
exits 65 "others in the folder" adit stats f --csv
is "... a line for each" "$(sed 's/.* f.\([a-z]*\)\.db.*/\1/; s/.*f.\([a-z]*\)\.db:.*/\1/' err | sort | tr '\n' ' ')" "cut d damaged foreign newer "
ok "... the tables count" cmp out first
rm -r f/foreign.db f/d.db f/cut.db f/newer.db f/damaged.db
if command -v sqlite3 > /dev/null; then
	mkfifo go go2
	{ echo 'BEGIN EXCLUSIVE;'; echo '.shell echo > go'; cat go2; } | sqlite3 "f/$game.db" &
	cat go > /dev/null
	exits 75 "one that is locked" adit stats f
	echo > go2
	wait
	is "... is told" "$(sed 's/^adit: stats: \(f.[^:]*\): .*/\1/' err)" "f/$game.db"
	is "... and is not counted" "$(grep -c saboteur out) $(grep -c duel out)" "0 3"
else
	skip "one that is locked" "no sqlite3"
fi
ok "nothing is left beside the tables" test "$(find f -name '*-journal' -o -name '*.new' | wc -l)" -eq 0
cli 5 "no such folder" stats gone
exits 2 "--csv with --json" adit stats --csv --json f
cli 2 "nothing" stats
mkdir empty
exits 0 "an empty folder" adit stats empty
is "... has no players" "$(cat out)" ""
tap_end
