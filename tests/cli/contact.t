#!/bin/sh
# The first sight of a host: its fingerprint is shown, on a terminal it is asked for, and --host insists on one.
. "${0%/*}/lib.sh"
tap_begin
keys host evil anna bob carl
mine=$ADIT_HOME/games
fingerprint=$(adit key host | sed -n 's/^# fingerprint //p')
other=$(adit key evil | sed -n 's/^# fingerprint //p')
ok "a fingerprint" test "${#fingerprint}" = 26
for by in host evil; do
	rm -f cave.db
	adit new cave.db -k "$by" --rules saboteur --seat anna --seat bob --seat carl --id cave --now "$now" \
		> $by.txt || exit 99
done

# ---- without a terminal
cli 0 "read" read host.txt -k anna
said "warning: the host of game cave has the fingerprint $fingerprint, which is seen here for the first time: *"
cli 0 "... once" read host.txt -k anna
ok "..." test ! -s err
rm -r "$mine"
for verb in join log page; do
	set -- $verb host.txt
	[ $verb != join ] || set -- join -k anna -d host.txt
	[ $verb != page ] || set -- page --html -k anna -o page.html host.txt
	cli 0 "$verb" "$@"
	said "warning: *fingerprint $fingerprint*"
	rm -rf "$mine"
done

# ---- --host
for verb in read join; do
	set -- $verb host.txt -k anna
	[ $verb != join ] || set -- join -k anna -d host.txt
	cli 1 "$verb --host: the fingerprint of another" "$@" --host "$other"
	said "game cave has another host: its fingerprint is $fingerprint, not $other"
	cli 1 "$verb --host: the card of another" "$@" --host "$ADIT_HOME/evil.pub"
	ok "... nothing is remembered" test ! -e "$mine/cave/pins"
	ok "... nor kept" test ! -e "$mine/cave/turns"
	is "... nothing is printed" "$(cat out)" ""
	cli 0 "$verb --host: the fingerprint" "$@" --host "$fingerprint"
	ok "... asks and warns of nothing" test ! -s err
	ok "... and is remembered" test -s "$mine/cave/pins"
	cli 1 "... then another is refused" "$@" --host "$other"
	rm -r "$mine"
	cli 0 "$verb --host: the card" "$@" --host "$ADIT_HOME/host.pub"
	ok "... asks and warns of nothing" test ! -s err
	rm -r "$mine"
done
cli 1 "a host of that name that is another's" read evil.txt -k anna --host "$fingerprint"
cli 5 "neither a file nor a fingerprint" read host.txt -k anna --host "${fingerprint}a"

# ---- at a terminal
for verb in read join; do
	set -- $verb host.txt -k anna
	[ $verb != join ] || set -- join -k anna -d host.txt
	for no in n '' 'yes, but' q; do
		exits 1 "$verb at a terminal: \"$no\"" at_terminal "$no" "$@"
		like "... it was asked" "$(cat out)" "*fingerprint $fingerprint: compare it *Is that the fingerprint of your host? ?y/n? *nothing is remembered*"
		ok "... and nothing is" test ! -e "$mine/cave"
	done
	exits 0 "$verb at a terminal: y" at_terminal y "$@"
	ok "... is remembered" test -s "$mine/cave/pins"
	exits 0 "... and asks no more" at_terminal y "$@"
	not_ok "..." grep -q 'y/n' out
	rm -r "$mine"
	exits 0 "$verb --host at a terminal" at_terminal n "$@" --host "$fingerprint"
	not_ok "... asks nothing" grep -q 'y/n' out
	rm -r "$mine"
done
tap_end
