#!/bin/sh
# What people are called, and when it is where they are.
. "${0%/*}/lib.sh"
tap_begin
keys host anna bob carl

cli 0 "new --name" new cave.db -k host --rules saboteur --trusted-host \
	--seat anna --seat bob --seat carl --option first=anna --now "$now" --out . \
	--name 'anna=Anna Müller' --name "carl=Carl$(printf 'o\314\210')"
ok "... stands in digest 0" grep -qx '  name: anna Anna Müller' turns/000000.txt
ok "... composed" grep -qx "  name: carl Carl$(printf '\303\266')" turns/000000.txt
not_ok "... for those who have one" grep -q '  name: bob' turns/000000.txt
while read -r name; do
	cli 2 "refused: $name" new bad.db -k host --rules saboteur --trusted-host \
		--seat anna --seat bob --seat carl --name 'anna=Anna Müller' --name "$name"
	ok "... and nothing is made" test ! -e bad.db
done << 'END'
bob
bob=
bob=Anna
bob=CARL
zoe=Zoe
anna=Annette
bob=Bоb
bob=hοst
bob=ᴀɴɴᴀ
END

cli 0 "words of one script each" new words.db -k host --rules saboteur --trusted-host \
	--seat anna --seat bob --seat carl --name 'anna=Саша DJ' --name 'bob=DJ タロー'

adit read turns/000000.txt -k anna --moves | grep '^discard' | head -n 1 > wish
adit sign -k anna -d turns/000000.txt - < wish > order
adit apply cave.db order --now "$now" --out . > /dev/null 2>&1
adit read . -k anna > out
ok "read shows them beside the names of the seats" \
	grep -q '^Seats: anna "Anna Müller", bob, carl "Carlö"\.$' out
ok "... in a later digest too" grep -q '^Digest 1 of' out
ok "... and of oneself" grep -q '^You are: anna "Anna Müller", a ' out
not_ok "... never alone" grep -q '^It is Anna' out
like "read --json has them" "$(adit read . -k anna --json)" \
	'*"names":{"anna":"Anna Müller","bob":null,"carl":"Carlö"}*'
like "status --json has them" "$(adit status --json cave.db)" \
	'*{"name":"anna",*"display":"Anna Müller",*{"name":"bob",*"display":null,*'
cli 0 "fsck makes them again" fsck -k host cave.db
cli 0 "rebuild makes them again" rebuild -k host again.db .
adit digest again.db 0 > made
ok "... byte for byte" cmp made turns/000000.txt
like "... and status too" "$(adit status --json again.db)" '*"display":"Anna Müller"*'

# ---- times
for row in 'UTC 17:52.UTC' 'Europe/Berlin 18:52.UTC+1' 'Asia/Kolkata 23:22.UTC+5:30'; do
	zone=${row% *}
	time=$(echo "${row#* }" | tr . ' ')
	TZ=$zone adit read . -k anna > out
	ok "read, TZ=$zone" grep -q "^Digest 1 of 2026-11-21 $time" out
	TZ=$zone adit log cave.db > out
	ok "log, TZ=$zone" grep -q "^0  2026-11-21 $time" out
	TZ=$zone adit status --json cave.db > out
	ok "JSON has UTC, TZ=$zone" grep -q '"time":"2026-11-21T17:52:14Z"' out
done
TZ=Asia/Kolkata adit new zone.db -k host --rules saboteur --trusted-host --limit 1d \
	--seat anna --seat bob --seat carl --option first=anna --now "$now" --out zone > /dev/null
ok "what is signed has UTC" grep -qx 'time: 2026-11-21T17:52:14Z' zone/turns/000000.txt
like "status: by when" "$(TZ=Asia/Kolkata adit status zone.db --now "$now")" \
	'* by 2026-11-22 23:22 UTC+5:30*'
# Sorted after those that are due, earliest first: those not due, and those that cannot be read.
for limit in 3d 2d; do
	adit new "$limit.db" -k host --rules saboteur --trusted-host --limit "$limit" --id "t$limit" \
		--seat anna --seat bob --seat carl --now "$now" > /dev/null || exit 99
done
is "status: by when they are due" "$(adit status --json again.db 3d.db none.db zone.db 2d.db \
	--now "$now" 2> err | sed 's/.*"due":"\{0,1\}\([0-9nul-]*\).*/\1/' | tr '\n' ' ')" \
	"2026-11-22 2026-11-23 2026-11-24 null "
ok "... and what cannot be read is told" grep -q none.db err
tap_end
