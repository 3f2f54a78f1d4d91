#!/bin/sh
# A whole game by mail with a limit, by virtual time: reminders come when they are due, a move played for bob goes to
# every seat and crosses with bob's order, bob is away and comes back; and carl's mailbox suffices to audit and to
# rebuild the game on any machine.
# shellcheck disable=SC2154,SC2317 # now; ok calls them
. "${0%/*}/lib.sh"
tap_begin
needs_letter
keys host anna bob carl
adit new cave.db -k host --rules saboteur --option rounds=1 --option first=anna --seat anna --seat bob --seat carl \
	--trusted-host --limit 2d --grace 6h --pause sun --zone EET-2EEST,M3.5.0/3,M10.5.0/4 --late discard \
	--misses 2 --mail-from cave@example.org --mail anna=anna@example.org --mail bob=bob@example.org \
	--mail carl=carl@example.org --now "$now" > /dev/null || exit 99
start=$(date -u -d "$now" +%s)
hour=0
at() { date -u -d "@$((start + hour * 3600))" +%Y-%m-%dT%H:%M:%SZ; }
n() { adit status --json cave.db | sed 's/.*"n":\([0-9]*\).*/\1/'; }

# What cron does: `clock HOURS`, since the beginning.
clock()
{
	hour=$1
	adit tick cave.db --now "$(at)" > made 2> told && adit mail --flush --now "$(at)" --maildir sent cave.db
}

# mails SEAT WHAT: how many of this kind it has got so far.
mails() { grep -ls "^X-Adit:.*$2" sent/"$1"/new/* | wc -l; }
everybody() { echo "$(mails anna "$1") $(mails bob "$1") $(mails carl "$1")"; }

# Each seat reads its own mail box, and answers the newest digest.
reads() { adit read sent/"$1"/new/* --now "$(at)" -k "$@"; }
answers()
{
	seat=$1
	shift
	reads "$seat" > /dev/null && adit sign -k "$seat" "$@" > order."$seat"
}
sends()
{
	{
		letter "$1@example.org" "$1$hour$(n)"
		cat "order.$1"
	} | adit mail --now "$(at)" --maildir sent --log log cave.db
}
plays()
{
	answers "$1" "$(reads "$1" --suggest)" && sends "$1"
}
became() { grep '"letter"' log | tail -n 1 | grep -o '"result":"[a-z]*"' | cut -d'"' -f4; }

# ---- reminders.  It is Saturday evening, Sunday does not count: the rest of it, and 42 hours from Monday on.
ok "the invitation" clock 0
ok "anna plays" plays anna
is "... everybody hears of it" "$(everybody ' n=1;')" "1 1 1"
answers bob "$(reads bob --suggest)"
like "bob's turn is due" "$(reads bob --json)" '*"due":"2026-11-24T17:52:14Z"*'
for row in 1 36 47 59 60 61 71 72 73 77; do
	clock $row
	echo "$row: $(everybody kind=due)"
done > reminded
is "bob is reminded, when a quarter of it is left and when it is over" "$(grep -v ' 0 0 0$' reminded | tr '\n' ' ')" \
	"60: 0 1 0 61: 0 1 0 71: 0 1 0 72: 0 2 0 73: 0 2 0 77: 0 2 0 "
is "... no turn is played meanwhile" "$(n)" 1

# ---- bob is late, and bob's order crosses with the policy's move
ok "the grace is over, too" clock 78
is "it is played for bob" "$(n)" 2
is "... everybody hears of it" "$(everybody ' n=2;')" "1 1 1"
like "... why, before what" "$(reads carl)" '*bob is late: the host plays as digest 0 lays down*bob discards a card*'
like "... he, too" "$(reads bob)" '*you are late: the host plays as digest 0 lays down*you discard *'
hour=79
ok "his order comes now" sends bob
is "... and is refused" "$(became) $(n)" "refused 2"
is "... he is told" "$(everybody kind=receipt)" "0 1 0"
like "... why" "$(reads bob)" "*turn 2 is over: it is turn 3, carl's*"

# ---- bob is away
hour=80
ok "carl plays" plays carl
ok "anna plays" plays anna
ok "bob is late again" clock 200
ok "... nothing ran since" test "$(n)" -eq 4
ok "a grace later" clock 206
is "... it is played for him" "$(n) $(everybody ' n=5;')" "5 1 1 1"
hour=207
ok "carl plays" plays carl
ok "anna plays" plays anna
is "bob is away: his turn is played in the same run" "$(n) $(everybody ' n=8;')" "8 1 1 1"
like "... everybody reads that" "$(reads anna)" '*bob is away: the host plays as digest 0 lays down*'
ok "a late order of bob's" sends bob
is "... that is refused does not bring him back" "$(became) $(adit digest cave.db | grep 'missed: ')" \
	"refused   missed: bob 3"
answers bob --say "I am back."
ok "he writes" sends bob
is "... and is back" "$(became) $(adit digest cave.db | grep -c 'missed: ')" "taken 0"
ok "carl plays" plays carl
ok "anna plays" plays anna
is "bob's turn is his own" "$(n) $(adit status cave.db --json | sed 's/.*"to_move":"\([a-z]*\).*/\1/')" "11 bob"

# ---- to the end: all leave it to the simple player; a run plays 64 turns at most
for seat in bob carl anna; do
	hour=$((hour + 1))
	ok "$seat gives an order for every turn" answers $seat --turn every suggest
	ok "... which comes" sends $seat
done
while [ "$(adit status cave.db --json | grep -c '"to_move":null')" -eq 0 ] && [ $hour -lt 400 ]; do
	hour=$((hour + 1))
	answers bob --say "Go on." && sends bob
done
is "the game is over" "$(adit status cave.db --json | grep -c '"to_move":null')" 1

# ---- from a mail box, by another clock
adit digest --all cave.db > all
(
	export TZ=America/New_York TZDIR="$tap_dir/none"
	adit audit sent/carl/new/* > audited 2>&1
	echo "audit $?"
	adit rebuild -k host again.db sent/carl/new/* > rebuilt 2>&1
	echo "rebuild $?"
	adit fsck -k host again.db > checked 2>&1
	echo "fsck $?"
	adit digest --all again.db | cmp - all
	echo "cmp $?"
) > elsewhere 2>&1
is "carl's mails alone are audited, and made the same game again" "$(tr '\n' ' ' < elsewhere)" \
	"audit 0 rebuild 0 fsck 0 cmp 0 "
tap_end
