#!/bin/sh
# Votes at a table with bots, who resigns or is replaced there, and a host and a player under adit run.
. "${0%/*}/lib.sh"
tap_begin
keys host anna bob carl
start=$(date -u -d "$now" +%s)
hour=0
at() { date -u -d "@$((start + hour * 3600))" +%Y-%m-%dT%H:%M:%SZ; }
head_of() { sed -n "s/^$1: //p" "$(newest)" | head -n 1; }

# opens FOLDER OPTION...: anna, bob and two bots, in a folder of its own, which becomes the current one.
opens()
{
	mkdir "$tap_dir/$1" && cd "$tap_dir/$1" || exit 99
	shift
	hour=0
	forget
	adit new cave.db -k host --rules saboteur --seat anna --seat emil=bot:greedy:2 --seat bob --seat erik=bot:search:8 \
		--trusted-host --option first=anna --option rounds=1 --now "$now" --out . "$@" > new.out 2> err || exit 99
}

gives() { adit apply cave.db -k host --now "$(at)" --out . > made 2> err; }
# orders SEAT LINE...: the host takes it.
orders()
{
	key=$1
	shift
	adit sign -k "$key" -d turns "$@" 2> err > order && gives < order
}
turn()
{
	who=${1:-$(head_of next)}
	adit read turns -k "$who" --suggest 2> err | adit sign -k "$who" -d turns - 2> err > order && gives < order
}
proven() { adit audit turns > audit.out 2> err && grep -q '^PASS .* bot$' audit.out; }

# ---- back
opens undo
turn && turn && turn
# played N: what the bots have played from digest N on.
played()
{
	n=$1
	while file=$(printf 'turns/%06d.txt' "$n") && [ -e "$file" ]; do
		grep -E '^  (placed|played|discarded) e' "$file"
		n=$((n + 1))
	done
}
played 2 > before
is "the bots have played" "$(wc -l < before)" 3
exits 0 "a player asks to go back" orders anna vote undo 1 yes
is "... one of two who vote" "$(adit status cave.db --json | sed 's/.*"need":\([0-9]*\).*/\1/')" 2
not_ok "... nothing is taken back yet" grep -qx '  undo: 1' turns/*.txt
exits 0 "the other player agrees" orders bob vote undo 1 yes
ok "it is taken back" grep -qx '  undo: 1' turns/*.txt
new=$(grep -lx '  undo: 1' turns/*.txt | sed 's/.*turns.0*\([1-9][0-9]*\).*/\1/')
while [ "$(played "$((new + 1))" | wc -l)" -lt "$(wc -l < before)" ]; do turn || break; done
is "the bots play the same again" "$(played "$((new + 1))" | head -n "$(wc -l < before)")" "$(cat before)"
ok "... as their policies say" sh -c '"$ADIT" audit turns | grep "^FAIL"; [ $? -eq 1 ]'

# ---- a bot and votes
exits 0 "a vote on the end" orders anna vote end yes
is "... needs both players" "$(adit status cave.db --json | sed 's/.*"need":\([0-9]*\).*/\1/')" 2
orders bob vote end no
not_ok "... a no is enough against it" grep -q '^phase: over$' "$(newest)"
exits 4 "a bot is neither late nor away" adit sign -k anna -d turns vote replace emil yes
exits 4 "... nor skipped" adit sign -k anna -d turns vote skip emil yes

# ---- who resigns
while [ "$(head_of next)" != anna ]; do turn; done
exits 0 "a player resigns" orders bob resign
orders anna vote end yes
ok "... then one vote is enough" sh -c '"$ADIT" status cave.db | grep -q over'
ok "... all of it follows" proven

opens resigned
turn && turn
exits 0 "all players resign: one" orders bob resign
exits 0 "... and the other" orders anna resign
is "the bots play to the end of the game" "$(head_of next)" -
ok "... all of it follows" proven

# ---- who is replaced
opens replaced --limit 1d --late discard --misses 1 --standby open
turn && turn
while [ "$(head_of next)" != bob ]; do turn; done
adit join --standby -k carl -d turns > order 2> err && gives < order
hour=40
adit tick cave.db -k host --all-taken --now "$(at)" --out . > made 2> err
hour=42
adit tick cave.db -k host --all-taken --now "$(at)" --out . > made 2> err
ok "a player is late, and the bots play on" grep -qx '  late: bob' turns/*.txt
exits 0 "the other player gives the seat to a standby" orders anna vote replace bob yes
ok "... whose vote is enough" grep -qx '  replace: bob' turns/*.txt
is "the bots are what they were" "$(sed -n 's/^bot: //p' "$(newest)" | tr '\n' ' ')" "emil erik "
while [ "$(head_of next)" != - ]; do
	case $(head_of next) in bob) turn carl ;; *) turn ;; esac || break
done
is "the game goes on to its end" "$(head_of next)" -
ok "... all of it follows" proven

# ---- adit run: one run at a time
opens lock
"$ADIT" run --lock=lock -- "$ADIT" bot -k anna turns > orders 2> err &
bot=$!
until [ -s orders ]; do sleep 0.1; done
exits 75 "a second program for the seat" adit run --lock=lock -- "$ADIT" bot -k anna turns
cp orders first
kill -9 "$bot"
wait "$bot" 2> /dev/null
exits 0 "... has its turn when the first was killed" adit run --lock=lock --wait=60 -- "$ADIT" bot -k anna --once turns
ok "... with the same order" cmp out first
adit run --lock=host -- "$ADIT" apply cave.db -k host --now "$now" --out . first > made 2> err
ok "the host takes it, and its bot plays, under a lock" [ "$(wc -l < made)" -eq 2 ]

# ---- ... or no longer than it may
adit run --seconds=1 -- "$ADIT" bot -k anna turns > late 2> err
ok "a program that waits for its turn is ended" [ $? -gt 128 ]
is "... without an order" "$(cat late)" ""
opens slow --seat carl=bot:search:100000
while [ "$(head_of next)" != bob ]; do turn; done
before=$(adit status cave.db --json | sed 's/.*"n":\([0-9]*\),.*/\1/')
adit read turns -k bob --suggest 2> err | adit sign -k bob -d turns - 2> err > order
adit run --seconds=1 --lock=lock -- "$ADIT" apply cave.db -k host --now "$now" order > made 2> err
ok "a host whose bot thinks longer is ended" [ $? -gt 128 ]
is "... and has done nothing" "$(adit status cave.db --json | sed 's/.*"n":\([0-9]*\),.*/\1/')" "$before"
ok "... nor kept the lock" adit run --lock=lock -- true
tap_end
