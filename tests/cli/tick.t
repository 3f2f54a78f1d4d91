#!/bin/sh
# adit tick: when it reminds, waits, plays and does nothing, by --now alone; folders; two at once; keys.
. "${0%/*}/lib.sh"
tap_begin
keys host anna bob carl
TZ=Asia/Kolkata
start=$(date -u -d "$now" +%s)

# at HOURS: that time after digest 0.
at() { date -u -d "@$(awk -v s="$start" -v h="$1" 'BEGIN { printf "%d", s + h * 3600 }')" +%Y-%m-%dT%H:%M:%SZ; }
table()
{
	file=$1
	shift
	adit new "$file" -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host \
		--option first=anna --now "$now" "$@" > /dev/null || exit 99
}
n() { adit status --json g.db 2> /dev/null | sed 's/.*"n":\([0-9]*\).*/\1/'; }

# Where the limit is 4 days: a quarter is left after 72 hours, it is over after 96, and the grace after 108.
table discard.db --limit 4d --grace 12h --late discard
table hasty.db --limit 4d --late discard --misses 1
table wait.db --limit 4d
table days.db --limit 1d --pause sat,sun,mon --zone EET-2 # from 52.13 to 76.13 hours
table none.db
cp -r "$ADIT_HOME/hosted" hosted

# One run of each word: HOURS, then a: --all-taken, c: --catch-up.  What came of it: r reminded, w waits, p played,
# L nothing ran for long, B the clock is slow; - nothing.
ticks()
{
	for run in $1; do
		args=
		case $run in *a*) args=--all-taken ;; esac
		case $run in *c*) args="$args --catch-up" ;; esac
		# shellcheck disable=SC2086 # words
		adit tick g.db --json --now "$(at "${run%%[ac]*}")" $args > out 2> err
		status=$?
		did=$(sed -n 's/.*"result":"\(.\).*/\1/p' out | tr -d '\n')
		case $status in
		75) did=$did$(sed -n 's/.*catch-up.*/L/p; s/.*the clock is .* before digest.*/B/p' err) ;;
		0) ;;
		*) did="$did$status" ;;
		esac
		printf '%s ' "${did:--}"
	done
}
while IFS='|' read -r name from runs want; do
	rm -rf "$ADIT_HOME/hosted" g.db
	cp -r hosted "$ADIT_HOME"
	cp "$from.db" g.db
	touch -d "$(at 108)" g.db # the last change counts, too
	is "$from: $name:$runs" "$(ticks "$runs")" "$want "
done << 'END'
nothing in the first three quarters|discard| 0 71.9 |- -
each reminder once|discard| 72 72.1 95.9 96 96.1 107 |r - - r - -
of several that were missed the latest|discard| 97 98 |r -
limit and grace|discard| 96 107.9 108 108.1 |r - p -
the next turn has its full limit|discard| 96 108 179.9 180 204 215.9 216 |r p - r r - p
nothing ran since it was over: a grace more|discard| 120 131.9 132 |rw - p
... but what ran before does not count|discard| 72 120 132 |r rw p
... and all was taken|discard| 107.9a 108a |r p
... for the first time|discard| 120a |p
without a grace it is an hour|hasty| 96 96.9 97 |rw - p
... not where all was taken|hasty| 95.9a 96a |r p
thirty days|discard| 96 816 |r p
... and more|discard| 96 816.1 817 816.2c |r L L p
... of which nobody knows|discard| 828 |rw
... and more|discard| 828.1 828.2c 840.1 840.2 |L rw - p
... and all was taken|discard| 828.1a 828.1ac |L p
the clock is a day behind|discard| 96 108 84 83.9 108 |r p - B -
... by years|discard| 96 108 -17520 108 |r p B -
a clock that was ahead|discard| 700 97 108.9 109 |rw - - p
seven reminders|wait| 72 96 120 144 168 192 216 240 400 |r r r r r r r - -
... whatever is missed|wait| 150 167 168 230 |r - r r
who waits is not played for|wait| 96 400a 1000ac |r r -
what pauses counts for reminders neither|days| 70.1 70.2 76.1 76.2 |- r - r
no limit|none| 0 720 200000 400000 |- - L L
... and a clock that is behind|none| -24 -24.1 |- -
END

# ---- who took orders without it was there
rm -rf "$ADIT_HOME/hosted" g.db
cp -r hosted "$ADIT_HOME"
cp discard.db g.db
ticks 1 > ran
adit digest g.db 0 > zero
adit sign -k anna -d zero --no-record "$(adit read zero -k anna --no-record --moves | head -n 1)" > order
adit apply g.db order --now "$(at 700)" > out 2> err
is "a digest of these 30 days shows that the clock is right" "$(ticks "820 832")" "rw p "

# ---- what it says
begin() { rm -rf "$ADIT_HOME/hosted" g.db && cp -r hosted "$ADIT_HOME" && cp discard.db g.db; }
begin
cli 0 "a reminder" tick g.db --now "$(at 72)"
is "... is a line" "$(cat out err)" "adit: tick: g.db: remind anna: turn 1 is due 2026-11-25 23:22 UTC+5:30"
cli 0 "waits" tick g.db --now "$(at 120)"
said 'g.db: anna is late, but nothing ran since: what has come is to be taken first, until 2026-11-27 11:22 UTC+5:30'
cp g.db before.db
cli 0 "--dry-run" tick g.db --dry-run --now "$(at 132)"
is "... says what is to be done" "$(cat out err)" "adit: tick: g.db: the host would play for anna: discard"
ok "... and does not" cmp g.db before.db
cli 0 "... for programs" tick g.db -n --json --now "$(at 132)"
like "..." "$(cat out)" '{*"turn":1,"seat":"anna","result":"played",*"due":"2026-11-25T*Z","acts":"2026-11-27T0*Z","dry_run":true}'
cli 0 "--hold" tick g.db --hold --out . --now "$(at 132)"
is "... tells" "$(tail -n 1 err)" "adit: tick: g.db: played for anna: digest 1"
is "... writes" "$(cat out)" "./turns/000000.txt
./turns/000001.txt"
ok "... what the digest says" grep -qx '  late: anna' turns/000001.txt
ok "... what the page says" sh -c "'$ADIT' page g.db | grep -q '^| \*\*anna\*\*.*| has missed 1 turn |\$'"
like "... nothing counts as delivered" "$(adit digest g.db --undelivered | grep '^n: ' | tr -d '\n')" 'n: 0n: 1'
ok "... nor is noted" diff -r hosted "$ADIT_HOME/hosted"
cli 2 "--dry-run with --out" tick g.db --dry-run --out .
cli 2 "no table" tick
cli 5 "a table that is not there" tick gone.db
ok "... is not made" test ! -e gone.db
adit digest g.db --delivered 1
cp before.db g.db
cli 65 "an older copy" tick g.db --now "$(at 400)"
said 'it is an older copy'
cli 65 "... reminds nobody either" tick g.db --now "$(at 100)"
ok "... nothing changed" cmp g.db before.db

# ---- killed
begin
cli 0 "played" tick g.db --out lost --all-taken --now "$(at 108)"
rm lost/turns/000001.txt
cli 0 "what a run that was killed did not write" tick g.db --out lost --now "$(at 109)"
is "... is written by the next" "$(cat out)" "lost/turns/000001.txt"
cli 0 "... once" tick g.db --out lost --now "$(at 110)"
is "... and no more" "$(cat out)" ""

# ---- when the next run finds something: never later than it does
# nexts FROM HOURS...: the hours that --next prints after a run at each of those
nexts()
{
	rm -rf "$ADIT_HOME/hosted" g.db && cp -r hosted "$ADIT_HOME" && cp "$1.db" g.db && touch -d "$(at 108)" g.db
	shift
	for h in "$@"; do
		if next=$(adit tick g.db --hold --next --all-taken --now "$(at "$h")" 2> err); then
			[ -z "$next" ] || next=$((($(date -u -d "$next" +%s) - start) / 3600))
			printf '%s ' "${next:--}"
		else
			printf '%s%s ' "$?" "$next"
		fi
	done
}
while read -r from hours want; do
	# shellcheck disable=SC2046 # words
	is "--next, $from, after $hours" "$(nexts "$from" $(echo "$hours" | tr , ' '))" "$(echo "$want" | tr , ' ') "
done << 'END'
discard 0,71,72,95,96,107 72,72,96,96,108,108
discard 108,109,180 180,180,204
discard 828 900
discard 829 75
wait 0,96,100,215,216,217 72,120,120,216,-,-
days 1,71 70,76
none 0,720,5000 -,-,75
END
begin
cli 0 "--next" tick g.db --hold --next --all-taken --now "$(at 108)"
is "... tells what was done, and prints no digest" "$(cat err out)" "adit: tick: g.db: played for anna: digest 1
$(at 180)"
cli 2 "--next that would deliver" tick g.db --next
cli 2 "--next of a folder" tick . --hold --next

# ---- keys
begin
cat > "$tap_dir/ask" << 'END'
#!/bin/sh
echo asked >> "${0%/*}/asked"
echo 'correct horse'
END
chmod +x ask
export ADIT_ASKPASS="$tap_dir/ask"
echo 'correct horse' > pass
adit keygen --work 10 --passphrase-fd 3 locked 3< pass 2> /dev/null
adit new locked.db -k locked --rules saboteur --seat anna --seat bob --seat carl --trusted-host --limit 4d \
	--late discard --now "$now" > /dev/null
rm -f asked
for h in 0 72 96; do
	cli 0 "after $h hours" tick locked.db --now "$(at $h)"
done
ok "... no key is unlocked" test ! -e asked
cli 0 "then it plays" tick locked.db --now "$(at 97)"
ok "... and is asked for" test -e asked
cli 1 "another key" tick -k host locked.db --all-taken --now "$(at 400)"

# ---- two at once
begin
adit tick g.db --now "$(at 96)" 2> /dev/null
for i in 1 2 3 4 5 6; do
	adit tick g.db --now "$(at 108)" > "made$i" 2> "told$i" &
done
wait
is "six at once: one plays" "$(n) $(cat made? | grep -c '^adit-digest') $(cat told? | grep -c 'played for')" "1 1 1"
for i in 1 2 3 4 5 6; do
	adit tick g.db --now "$(at 180)" > "made$i" 2> "told$i" &
done
wait
is "... and reminds" "$(cat told?)" "adit: tick: g.db: remind bob: turn 2 is due 2026-11-30 11:22 UTC+5:30"

# ---- orders for every turn that one command has left
mkdir on
adit new on.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host --option first=anna --now "$now" \
	--out on > /dev/null || exit 99
for seat in anna bob carl; do
	newest=$(printf '%s\n' on/turns/*.txt | tail -n 1)
	adit sign -k $seat -d "$newest" --turn every 'discard nsew' --or 'discard nsw' --or 'discard new' --or 'discard ne' \
		--or 'discard nw' --or 'discard ns' --or 'discard ew' --or suggest > order && adit apply on.db --now "$now" \
		--out on order > /dev/null || exit 99
done
made=$(printf '%s\n' on/turns/*.txt | wc -l)
cp on.db g.db
cli 0 "orders that are left" tick g.db --dry-run --now "$(at 1)"
like "... are told" "$(cat out err)" 'adit: tick: g.db: the order of * for every turn would be played'
ok "... and nothing is done" cmp g.db on.db
cli 0 "they are played on" tick on.db --now "$(at 1)" --out on
said 'on.db: orders for every turn are played on, first that of'
is "... a run makes 64 of them" "$made" 70
ok "... and more" test "$(printf '%s\n' on/turns/*.txt | wc -l)" -gt "$((made + 3))"
while adit tick on.db --now "$(at 2)" --out on > out 2> err && [ -s out ]; do :; done
cli 0 "... to the end" audit on/turns
cli 0 "... and are made again" rebuild -k host again.db on/turns
ok "... byte for byte" sh -c 'cat on/turns/*.txt | cmp - "$1"' - "$(adit digest --all again.db > all && echo all)"

# ---- a folder
begin
mkdir folder
for name in a z; do
	table "folder/$name.db" --id "$name" --limit 4d --grace 12h --late discard
done
echo text > folder/foreign.db
mkdir folder/d.db
mkfifo folder/fifo.db
ln -s nowhere folder/gone.db
: > folder/empty.db
head -c 8192 discard.db > folder/cut.db
cp discard.db folder/newer.db
printf '\0\0\003\347' | dd of=folder/newer.db bs=1 seek=60 conv=notrunc 2> /dev/null
cp folder/a.db folder/.hidden.db
echo text > folder/notes.txt
exits 65 "a folder with others" adit tick folder --now "$(at 96)"
is "... a line for each" "$(sed 's/^adit: tick: folder.//; s/\.db: .*//' err | sort | tr '\n' ' ')" \
	"a cut d empty fifo foreign gone newer z "
ok "... the tables are looked at" sh -c 'grep -q "a.db: remind anna" err && grep -q "z.db: remind anna" err'
cli 2 "--out with a folder" tick folder --out .
rm -rf folder/[defgc]*.db folder/newer.db folder/a.db
cli 0 "a folder of tables" tick folder --now "$(at 108)"
said 'folder/z.db: played for anna: digest 1'
mkdir empty
cli 0 "an empty folder" tick empty
if command -v sqlite3 > /dev/null && [ -z "${ADIT_FEW:-}" ]; then
	table folder/a.db --id a --limit 4d --grace 12h --late discard
	{
		echo 'BEGIN EXCLUSIVE;'
		sleep 8
	} | sqlite3 folder/a.db &
	sleep 1
	exits 75 "one that is locked" adit tick folder --now "$(at 192)"
	ok "... is told" grep -q 'folder/a.db: ' err
	ok "... the other is looked at" grep -q 'folder/z.db: remind bob' err
	wait
fi

# ---- a pause: nothing is due in it, and then a late seat has an hour and the grace again
cp discard.db g.db
cli 0 "late" tick g.db --now "$(at 97)"
cli 0 "a pause" tick g.db --pause "$(at 300)" --now "$(at 98)"
for hours in 110 130 150 299; do
	cli 0 "in the pause" tick g.db --now "$(at $hours)"
	is "... nothing is said" "$(cat out err)" ""
done
is "... and nothing played" "$(n)" 0
cli 0 "after it" tick g.db --now "$(at 301)"
is "... nothing is played at once" "$(n)" 0
cli 0 "... but later" tick g.db --now "$(at 314)"
is "... it is" "$(n)" 1

# ---- systemd
if command -v systemd-analyze > /dev/null; then
	cp "$top_srcdir"/examples/clock/adit-tick.* .
	sed -i "s|/usr/local/bin/adit|$ADIT|; /^User=/d" adit-tick.service
	systemd-analyze verify ./adit-tick.service ./adit-tick.timer > verified 2>&1
	is "what systemd is given" "$? $(cat verified)" "0 "
else
	skip "what systemd is given" "no systemd-analyze"
fi
tap_end
