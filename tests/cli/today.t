#!/bin/sh
# A clock that is far ahead: nothing is signed or recorded, however often it is tried, until --catch-up accepts the clock.
# shellcheck disable=SC2016 # scripts in single quotes are for another shell
. "${0%/*}/lib.sh"
tap_begin
table anna bob carl
days() { at_hour $((24 * $1)); }
old() { touch -d "${1:-$now}" cave.db; } # when it was last changed
letter() { printf 'From: anna@example.org\nTo: cave@example.org\nMessage-ID: <%s@x>\n\n' "$1"; }
order() # SEAT
{
	adit digest cave.db > newest
	adit sign --no-record -k "$1" -d newest "$(adit read newest -k "$1" --moves | head -n 1)"
}
order anna > one
adit address cave.db --table cave@example.org anna anna@example.org > /dev/null 2>&1 --now "$now"
old
cp -p cave.db fresh.db
begin()
{
	forget
	cp -p fresh.db cave.db
}
stays() { ok "... nothing is changed" cmp cave.db fresh.db; is "... nor its time" "$(stat -c %Y cave.db)" "$(stat -c %Y fresh.db)"; }

# ---- ten years
far=$(days 3650)
cli 75 "apply" apply cave.db one --now "$far"
said 'the clock is 3650 days ahead of 2026-11-21*--catch-up'
stays
cli 75 "... again" apply cave.db one --now "$far"
stays
cli 75 "tick" tick cave.db --now "$far"
cli 75 "... again" tick cave.db --now "$far"
stays
{ letter 1; cat one; } > l
exits 75 "mail" adit mail -v --maildir sent cave.db --now "$far" < l
said '3650 days ahead'
exits 75 "mail --flush" adit mail --flush --maildir sent cave.db --now "$far"
stays
cli 75 "seat" seat cave.db -k host bob --replace "$ADIT_HOME/host.pub" --reason x --now "$far"
cli 75 "undo" undo cave.db -k host --to 0 --reason x --now "$far"
cli 75 "address" address cave.db bob bob@example.org --now "$far"
stays
exits 0 "status only looks" adit status cave.db --now "$far"
stays

# ---- 30 days
cli 75 "30 days and an hour" apply cave.db one --now "$(at_hour 721)"
exits 0 "30 days" adit apply cave.db one --now "$(at_hour 720)"
begin
old "$(days 100)"
exits 0 "a file that was changed since" adit apply cave.db one --now "$(days 130)"

# ---- the clock is right
begin
exits 0 "apply --catch-up" adit apply --catch-up cave.db one --now "$far"
ok "... is taken" grep -q '^n: 1$' out
begin
exits 0 "mail --catch-up" adit mail --catch-up --maildir sent cave.db --now "$far" < l
is "... is taken" "$(adit status --json cave.db | grep -c '"n":1,')" 1
begin
exits 0 "tick --catch-up" adit tick --catch-up cave.db --now "$far"
exits 0 "... says it to all" adit apply cave.db one --now "$far"

# ---- a holiday: runs that find nothing
begin
bad=
for day in 20 40 60 80 100; do
	adit tick cave.db --now "$(days $day)" 2> err || bad="$bad $day"
	old
done
is "tick runs" "$bad" ""
exits 0 "... and an order comes" adit apply cave.db one --now "$(days 120)"
# By the real clock, with a file unchanged for three weeks.
begin
forget
rm -f cave.db
adit new cave.db -k host --rules saboteur --trusted-host --seat anna --seat bob --seat carl \
	--now "$(date -u -d '60 days ago' +%Y-%m-%dT%H:%M:%SZ)" > /dev/null
for run in 'apply cave.db none' 'mail --maildir sent cave.db none' 'mail --flush --maildir sent cave.db' 'apply cave.db -k anna none'; do
	echo hello > none
	touch -d '20 days ago' cave.db
	# shellcheck disable=SC2086 # words
	adit $run > out 2> err
	is "a run that finds nothing counts: $run" "$(find cave.db -mmin -60)" cave.db
done
touch -d '40 days ago' cave.db
cli 75 "... but none that is refused" apply cave.db none
is "..." "$(find cave.db -mmin -60)" ""
touch -d '20 days ago' cave.db
adit apply cave.db none --now "$(date -u -d '-1 day' +%Y-%m-%dT%H:%M:%SZ)" 2> err
is "... nor one by another time" "$(find cave.db -mmin -60)" ""

begin
adit apply --hold cave.db one --now "$now" > /dev/null 2> err
old
exits 0 "digest --delivered says nothing of the clock" adit digest --delivered 1 cave.db
is "... and leaves the time of the file" "$(stat -c %Y cave.db)" "$(stat -c %Y fresh.db)"
is "... which it changes" "$(adit digest --undelivered cave.db | wc -l)" 0

# ---- folders
mkdir f
id=$(adit status --json fresh.db | sed 's/.*"game":"\([^"]*\)".*/\1/')
cp -p fresh.db "f/$id.db"
exits 75 "tick of a folder" adit tick f --now "$far"
exits 75 "mail of a folder: the letter stays" adit mail -v -k host --maildir sent f --now "$far" < l
said '3650 days ahead'

# One table is refused: mails for others are applied, in any order.
mkdir -p g box/new box/cur box/tmp
for game in aa bb cc; do
	forget
	adit new g/$game.db --id=$game -k host --rules duel --seat anna --seat bob --trusted-host --option first=anna \
		--mail-from cave@example.org --now "$now" > newest
	adit sign --no-record -k anna -d newest resign > signed
	{ letter $game; cat signed; } > box/new/$game
	touch -d "$(days 60)" g/$game.db
done
touch -d "$now" g/bb.db
exits 75 "a folder with a table that is refused" adit mail -v -k host --maildir sent g box --now "$(days 61)"
said 'adit: mail: a mail stays: g/bb.db: the clock is 61 days ahead'
is "... its letter stays, the others are taken" "$(ls box/new)" bb
is "... each by its table" "$(adit status --json g --now "$(days 61)" | grep -c '"n":1,')" 2
exits 75 "mail --flush tells it to cron" adit mail --flush --maildir sent g --now "$(days 61)"
said 'adit: mail: g/bb.db: the clock is 61 days ahead*'
exits 0 "... --catch-up" adit mail --flush --catch-up --maildir sent g --now "$(days 61)"
exits 0 "... the letter is taken then" adit mail -k host --maildir sent g box --now "$(days 61)"
is "... " "$(ls box/new)" ""

# A folder in whose index nothing waits: it is looked at once a day, so that this counts as a run.
mkdir h
cp -p fresh.db "h/$id.db"
forget
adit address "h/$id.db" anna - --now "$now" 2> /dev/null > /dev/null
touch -d "$now" "h/$id.db"
sleep 2.1
adit mail --flush --maildir sent h --now "$(days 1)"
exits 0 "mail --flush of an indexed folder" adit mail --flush --maildir sent h --now "$(at_hour 25)"
exits 75 "... looks at it again" adit mail --flush --maildir sent h --now "$(days 40)"

# ---- digests have a time in the future: play goes on, at that time
begin
adit apply --catch-up cave.db one --now "$far" > t1 2> err
order bob > two
cli 0 "the next order" apply cave.db two --now "$(days 1)"
said 'the clock is 3649 days before digest 1, whose time the next one gets'
ok "... gets that time" grep -q "^time: $far" out

# None of them has left the machine: as adit(1), apply, says.
forget
mkdir pub
adit new p.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host --option first=anna \
	--now "$now" --out pub > /dev/null
adit sign --no-record -k anna -d pub/turns "$(adit read --no-record pub/turns -k anna --moves | head -n 1)" > signed
touch -d "$now" p.db
cp -p p.db copy.db
adit apply p.db signed --out pub --catch-up --now "$far" > /dev/null 2> err
cli 65 "a copy from before signs nothing" apply copy.db signed --out pub --now "$now"
rm p.db copy.db pub/turns/000001.txt
exits 0 "rebuild from the digests before" adit rebuild -k host p.db pub
exits 0 "... takes the order again" adit apply p.db signed --out pub --now "$(at_hour 1)"
ok "... at the right time" grep -q "^time: $(at_hour 1)" pub/turns/000001.txt
exits 6 "... which holds" adit audit pub

# ---- talk after the end
forget
adit new o.db -k host --rules duel --seat anna --seat bob --trusted-host --option rounds=1 --now "$now" > newest
for who in anna bob; do
	adit sign --no-record -k $who -d newest resign > signed
	adit apply o.db signed --now "$now" > newest 2> err
done
is "the game is over" "$(sed -n 's/^next: //p' newest)" -
touch -d "$now" o.db
adit sign --no-record -k bob -d newest --say 'Well played.' > talk
exits 0 "talk when the game is over" adit apply o.db talk --now "$(days 90)"
tap_end
