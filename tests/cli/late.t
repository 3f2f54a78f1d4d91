#!/bin/sh
# Whole games by virtual time: players who are late, leave, and come back; every rules set, every policy.  Then the
# game is rebuilt from its digests, and audited, in another time zone.
# shellcheck disable=SC2317 # ok calls them
. "${0%/*}/lib.sh"
tap_begin
keys host anna bob carl
start=$(date -u -d "$now" +%s)
at() { date -u -d "@$((start + $1 * 3600))" +%Y-%m-%dT%H:%M:%SZ; }
n() { adit status --json cave.db | sed 's/.*"n":\([0-9]*\).*/\1/'; }

# Is the seat there now?  The last one leaves, comes back, and leaves for good; bob of three forgets some turns.
plays()
{
	[ "$1" != "$last" ] || [ "$hour" -lt 10 ] || { [ "$hour" -gt 300 ] && [ "$hour" -lt 400 ]; } || return 1
	[ "$1" = "$last" ] || [ "$1" != bob ] || [ $((turn % 5)) -ne 0 ]
}

# play RULES POLICY SEATS...: to its end, and what it was like.
play()
{
	rules=$1 policy=$2
	shift 2
	rm -rf cave.db turns
	for last in "$@"; do :; done
	# shellcheck disable=SC2046 # words
	adit new cave.db -k host --rules "$rules" $(printf ' --seat %s' "$@") --trusted-host --limit 1d --grace 6h \
		--pause sun --zone EET-2EEST,M3.5.0/3,M10.5.0/4 --late "$policy" --misses 2 --now "$now" \
		--out . ${rounds:+--option "rounds=$rounds"} > /dev/null || return 1
	hour=0 turn=0
	while turn=$((turn + 1)) && [ "$turn" -le 300 ]; do
		seat=$(sed -n 's/^next: //p' "$(newest)" | head -n 1)
		[ "$seat" != - ] || return 0
		if plays "$seat"; then
			adit read "$(newest)" -k "$seat" --suggest > wish &&
				adit sign -k "$seat" -d "$(newest)" - < wish > order &&
				hour=$((hour + 5)) && adit apply cave.db --now "$(at "$hour")" --out . order > made || return 1
			continue
		fi
		before=$(n)
		while [ "$(n)" -eq "$before" ]; do
			hour=$((hour + 8))
			adit tick cave.db --now "$(at "$hour")" --out . > made || return 1
		done
	done
	echo "no end after $turn turns"
	return 1
}

whole()
{
	what="$1, $2"
	ok "$what: to its end" play "$@"
	ok "... some turns were played for others" grep -qx '  late: .*' turns/*.txt
	away=$((away + $(cat turns/*.txt | grep -cx '  away: .*')))
	(
		export TZ=America/New_York TZDIR="$tap_dir/none"
		adit audit turns > log 2>&1
		echo "audit $?"
		adit rebuild -k host again.db turns > log 2>&1
		echo "rebuild $?"
		adit fsck -k host again.db > log 2>&1
		echo "fsck $?"
		adit digest --all again.db > digests 2>&1
		cat turns/*.txt | cmp - digests
	) > checked 2>&1
	is "... it is audited and made anew elsewhere" "$(tr '\n' ' ' < checked)" "audit 0 rebuild 0 fsck 0 "
	rm -f again.db
}

away=0 rounds=1
whole saboteur discard anna bob carl
whole duel suggest anna bob
if [ -z "${ADIT_FEW:-}" ]; then
	whole saboteur2 suggest anna bob carl
	whole duel search:30 anna bob
	rounds=''
	whole dark-cave discard anna bob
fi
if [ -n "${ADIT_LONG:-}" ]; then
	whole dark-cave suggest anna bob carl
	rounds=1
	whole saboteur suggest anna bob carl
	whole saboteur2 discard anna bob carl
	whole duel discard anna bob
fi
ok "some turns were played at once, since the seat was away" test "$away" -gt 0
tap_end
