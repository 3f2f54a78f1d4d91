#!/bin/sh
# Reminders by mail: to whom, once, without anything private; and adit tick killed before each step by which it
# changes files, then run again.
# shellcheck disable=SC2094,SC2154 # mail is a verb, too; now, top_builddir
. "${0%/*}/lib.sh"
tap_begin
needs_letter
keys host anna bob carl
adit new cave.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host --option first=anna \
	--limit 4d --late discard --now "$now" --mail-from cave@example.org --mail anna=anna@example.org \
	--mail bob=bob@example.org > digest || exit 99
start=$(date -u -d "$now" +%s)
at() { date -u -d "@$((start + $1 * 3600))" +%Y-%m-%dT%H:%M:%SZ; }
flush() { adit mail --flush --now "$(at "$1")" --maildir sent cave.db; }
due() { grep -l 'kind=due' sent/*/new/* 2> /dev/null; }

flush 0
like "who is to move reads until when" "$(cat sent/anna/new/*)" '*It is your turn, anna.?Your order is due on 2026-11-25 at 17:52 UTC.?*'
is "... and nobody else" "$(grep -l 'Your order is due' sent/*/new/* | cut -d/ -f2 | tr '\n' ' ')" "anna "
cli 0 "a quarter is left" tick cave.db --now "$(at 72)"
said 'cave.db: anna gets a mail: turn 1 is due'
flush 72
is "one mail" "$(due | wc -l) $(due | cut -d/ -f2)" "1 anna"
mail=$(due)
ok "... of the form that all have" grep -q '^Message-ID: <[a-z2-7]*\.0\.anna\.d[0-9]*\.[a-z2-7]*@example\.org>' "$mail"
ok "... with a subject that says so" grep -q '^Subject: Reminder: [a-z2-7]* (round 1)$' "$mail"
ok "... that no machine answers" grep -qx 'Auto-Submitted: auto-generated' "$mail"
like "... says when, and what then" "$(sed '1,/^$/d' "$mail" | tr '\n' ' ')" \
	'*Your order is due on 2026-11-25 at 17:52 UTC.  If none comes, the host plays for you from 2026-11-25 at 17:52 UTC on: discard.*It is your turn, anna.*adit play --out order.txt*'
is "... and holds no file" "$(grep -c '^Content-Disposition' "$mail") $(grep -c 'BEGIN AGE' "$mail")" "0 0"
cli 0 "again" tick cave.db --now "$(at 73)"
flush 73
is "... no other" "$(due | wc -l)" 1

# The host did not run: its grace begins now.
cp cave.db down.db
cli 0 "it is over for long" tick down.db --now "$(at 130)"
adit mail --flush --now "$(at 130)" --maildir down down.db
like "... the reminder names a time to come" "$(cat down/anna/new/*)" \
	'*Your order was due on 2026-11-25 at 17:52 UTC.  If none comes, the host?plays for you from 2026-11-27 at 04:52 UTC on: discard.*'
rm -r down

# A mail that says more comes before it.
cli 0 "it is over" tick cave.db --now "$(at 96)"
cli 0 "... and played" tick cave.db --now "$(at 97)"
flush 97
is "the digest goes instead of the reminder" "$(due | wc -l) $(grep -l ' n=1;' sent/*/new/* | wc -l)" "1 2"

# Mail programs never get a dead or missing address.
cli 0 "a reminder that comes back" tick cave.db --now "$(at 170)"
flush 170
id=$(sed -n 's/^Message-ID: //p' "$(grep -l 'kind=due' sent/bob/new/*)")
report 5.1.1 "$id" > bounce
adit mail --now "$(at 171)" --maildir sent cave.db < bounce
like "... counts against the address" "$(adit address --json cave.db)" '*"seat":"bob"*"bounces":1*'
for n in 0 1; do
	id=$(grep -h '^Message-ID:' sent/bob/new/* | sed -n "s/^Message-ID: \(.*\.$n\.bob\.[a-z2-7]*@.*\)/\1/p")
	report 5.1.1 "$id" > bounce
	adit mail --now "$(at 171)" --maildir sent cave.db < bounce
done
cli 0 "an address that is dead" tick cave.db --now "$(at 193)"
said 'cave.db: remind bob: turn 2 was due'
cli 0 "... and then played for" tick cave.db --all-taken --now "$(at 194)"
cli 0 "no address" tick cave.db --now "$(at 266)"
said 'cave.db: remind carl: turn 3 is due'

# ---- killed everywhere: a turn is played once, a reminder queued once at most
stopped=$top_builddir/tests/mail/adit-stopped
case ${ADIT_LONG:+long}${ADIT_FEW:+few} in
long*) every=1 ;;
few) every=16 ;;
*) every=5 ;;
esac
for hours in 72 97; do
	rm -rf kept && mkdir kept
	rm -rf "$ADIT_HOME/hosted" g.db
	adit new g.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host \
		--option first=anna --limit 4d --late discard --now "$now" --mail-from cave@example.org \
		--mail anna=anna@example.org > digest
	[ $hours = 72 ] || adit tick g.db --now "$(at 96)" 2> /dev/null
	cp -r g.db "$ADIT_HOME/hosted" kept
	rm -f steps
	ADIT_STEPS=$tap_dir/steps "$stopped" tick g.db --now "$(at $hours)" > out 2> err
	want=$(adit status --json g.db | sed 's/.*"n":\([0-9]*\).*"waiting":\([0-9]*\).*/\1 \2/')
	steps=$(wc -l < steps)
	i=1
	while [ $i -le "$steps" ]; do
		rm -rf "$ADIT_HOME/hosted" g.db-journal
		cp -r kept/hosted "$ADIT_HOME"
		cat kept/g.db > g.db
		# Some shells print that it was killed: so use one of its own, which continues after it.
		(ADIT_STOP=$i "$stopped" tick g.db --now "$(at $hours)"; :) > /dev/null 2>&1
		adit tick g.db --now "$(at $hours)" > /dev/null 2> err || cat err
		got=$(adit status --json g.db | sed 's/.*"n":\([0-9]*\).*"waiting":\([0-9]*\).*/\1 \2/')
		[ "$got" = "$want" ] || echo "step $i: $got, not $want"
		i=$((i + every))
	done > found 2>&1
	is "killed before each of $steps steps of the run after $hours hours" "$(cat found)" ""
	ok "... and there were some" test "$steps" -gt 10
done
tap_end
