#!/bin/sh
# What is done for players who are late, away or absent, checked by a program that knows nothing but adit(5) and
# adit(6): every due, the section people:, who is played for when, and the cards that chance names.
. "${0%/*}/../cli/lib.sh"
tap_begin
needs_zoneinfo "who is late"
keys host anna bob carl
now=2026-12-17T18:00:00Z
hour=0
at() { date -u -d "@$(($(date -u -d "$now" +%s) + hour * 3600))" +%Y-%m-%dT%H:%M:%SZ; }
next() { sed -n 's/^next: //p' "$(newest)" | head -n 1; }

# give SEAT ARG...: two hours later.
give()
{
	hour=$((hour + 2))
	seat=$1
	shift
	adit sign -k "$seat" -d "$(newest)" "$@" > order && adit apply cave.db --now "$(at)" --out . order > made
}
plays() { give "$(next)" "$(adit read "$(newest)" -k "$(next)" --moves | head -n 1)"; }

# The limit and the grace are over.
late()
{
	due=$(sed -n 's/^due: //p' "$(newest)" | head -n 1)
	hour=$((($(date -u -d "$due" +%s) - $(date -u -d "$now" +%s)) / 3600 + 6))
	adit tick cave.db --all-taken --now "$(at)" --out . > made
}

# play RULES: anna stays, bob and carl are away before long, and then anna leaves it to the simple player.
play()
{
	rm -rf cave.db turns
	hour=0
	adit new cave.db -k host --rules "$1" --seat anna --seat bob --seat carl --trusted-host \
		--option first=anna ${2:+--option "$2"} --limit 1d --grace 6h --pause sat,sun \
		--pause 2026-12-24..2026-12-26 --zone EET-2EEST,M3.5.0/3,M10.5.0/4 --late discard --misses 2 \
		--absence 10d --now "$now" --out . > made &&
		give anna --turn every --until 2026-12-18 suggest &&
		give bob absent 2026-12-17 to 2026-12-21 && late && late && late &&
		give anna absent 2026-12-29 to 2026-12-30 && late && plays && late && late && late &&
		give carl absent 2027-01-05 to 2027-01-06 && late && late && late || return 1
	give anna --turn every suggest || return 1
	for _ in 1 2 3 4 5 6; do
		[ "$(next)" != - ] || return 0
		late || return 1
	done
	[ "$(next)" = - ]
}

whole()
{
	ok "$1: to its end" play "$@"
	exits 0 "... checked again" python3 "$top_srcdir/tests/interop/late.py" cave.db
	is "... nothing differs" "$(sed '$d' out)" ""
	like "... there were such turns" "$(cat out)" "*away at once*due*late not too early*people*"
}
whole dark-cave
like "cards were discarded, and walks left" "$(cat out)" "*discard *second step*walk*"

# It prints the errors, a line each.
python3 - << 'END'
import sqlite3
db = sqlite3.connect('cave.db')
for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
    db.execute(f'DROP TRIGGER {name}') # a digest is never changed
rows = db.execute('SELECT n, text FROM digest ORDER BY n').fetchall()
for was, is_ in [(b'\ndue: 2026-12-22', b'\ndue: 2026-12-21'), (b'  missed: bob 2', b'  missed: bob 3'),
                 (b'  absent: anna 2026', b'  absent: anna 2025'), (b'  late: carl', b'  late: bob')]:
    n, text = next(row for row in rows if was in row[1])
    db.execute('UPDATE digest SET text = ? WHERE n = ?', (text.replace(was, is_, 1), n))
db.commit()
END
exits 0 "a table of lies" python3 "$top_srcdir/tests/interop/late.py" cave.db
for what in due "people: from adit(5) .*missed: bob 2" "people: from adit(5) .*absent: anna 2026" "late: whom and what for"; do
	ok "... tells: $what" grep -q "^[0-9]*: $what" out
done

# What is asked to be taken back is voted on, and shuffles; one resigns, who is missed no more; nuggets are chosen.
back()
{
	rm -rf cave.db turns
	hour=0
	adit new plain.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host |
		sed -n 's/^  card: //p' > box
	{
		grep -E 'start|goal' box | awk '!seen[$1]++'
		printf 'nesw 66\nmap 1\n'
		grep -E '^(gold|miner|saboteur)' box | awk '!seen[$1]++'
	} > deck
	adit new cave.db -k host --rules saboteur --deck deck --seat anna --seat bob --seat carl --trusted-host \
		--option first=anna --option rounds=1 --option draft=ask --limit 1d --grace 6h --late discard \
		--misses 2 --now "$now" --out . > made &&
		late && give bob "$(adit read "$(newest)" -k bob --suggest)" &&
		adit undo cave.db --to 1 --reason "a slip: mine" --now "$(at)" --out . > made &&
		give anna vote undo 1 no && give anna vote undo 1 yes && give bob vote undo 1 yes &&
		late && give carl resign || return 1
	while grep -q '^ "phase":"play"' "$(newest)"; do
		give "$(next)" "$(adit read "$(newest)" -k "$(next)" --suggest)" || return 1
	done
	[ "$(next)" = - ] || late || return 1
	[ "$(next)" = - ] || late || return 1
	[ "$(next)" = - ]
}
if [ -z "${ADIT_FEW:-}" ]; then
	ok "what is taken back, who resigns: to its end" back
	exits 0 "... checked again" python3 "$top_srcdir/tests/interop/late.py" cave.db
	is "... nothing differs" "$(sed '$d' out)" ""
	like "... there was such" "$(cat out)" "*discard*late not too early*undo, as voted*"
fi
tap_end
