#!/bin/sh
# Substitutes by virtual time: players who leave, are voted out or stay away for long, and who comes for them, to the
# end of a game, which is rebuilt and audited.  Both ways of dealing.
# shellcheck disable=SC2317 # ok calls them
. "${0%/*}/lib.sh"
tap_begin
keys host anna bob carl zoe yan xenia
start=$(date -u -d "$now" +%s)
hour=0
at() { date -u -d "@$((start + hour * 3600))" +%Y-%m-%dT%H:%M:%SZ; }
later() { hour=$((hour + $1)); }
head_of() { sed -n "s/^$1: //p" "$(newest)" | head -n 1; }
has() { like "... $1" "$(cat "$(newest)")" "*$2*"; }

# give NAME < order: the table takes it.
give()
{
	later 1
	adit apply cave.db --now "$(at)" --out . > made 2> err
	tap_result $? "$1" err
}
waits() { adit join --standby -k "$1" -d "$(newest)" > order && give "$1 waits for a seat" < order; }
orders()
{
	key=$1
	shift
	adit sign -k "$key" -d "$(newest)" "$@" > order && give "$key: $*" < order
}

# Whose key is the seat's?
key_of() { eval "echo \$key_of_$1"; }
sits() { eval "key_of_$1=$2"; }

# plays N: so many turns, or to the end.
plays()
{
	left=$1
	while [ "$left" -gt 0 ] && [ "$(head_of next)" != - ]; do
		key=$(key_of "$(head_of next)")
		adit read "$(newest)" -k "$key" --suggest > wish 2> err && later 1 &&
			adit sign -k "$key" -d "$(newest)" - < wish > order &&
			adit apply cave.db --now "$(at)" --out . order > made 2> err || return 1
		left=$((left - 1))
	done
}

whole()
{
	rm -rf cave.db turns
	for seat in anna bob carl; do
		sits $seat $seat
	done
	is "$1: a table with substitutes" "$(adit new cave.db -k host --rules saboteur --seat anna --seat bob --seat carl \
		${2:+"$2"} --limit 1d --late discard --misses 1 --standby open --replace-after 3d --option rounds=1 \
		--option first=anna --now "$now" --out .)" ./turns/000000.txt
	if [ -z "$2" ]; then
		exits 4 "... nobody waits before the deal" adit join --standby -k zoe -d turns
		like "... says so" "$(cat err)" "*adit: join: nothing is dealt yet: nobody waits for a seat*"
		for verb in join confirm; do
			for key in anna bob carl; do
				adit $verb -k $key -d turns | adit apply cave.db --now "$now" --out . > made
			done
		done
	fi
	plays 2
	exits 2 "a seat and none" adit join --standby --seat anna -k zoe -d "$(newest)"
	waits zoe
	exits 5 "who waits has no private view" adit read -k zoe "$(newest)"
	like "... says why" "$(cat err)" \
		"*adit: read: you wait for a seat: digest * has no private view for you; adit read --public shows what everybody sees"
	exits 4 "who waits" adit join --standby -k zoe -d "$(newest)"
	like "... waits already" "$(cat err)" "adit: join: this key waits for a seat already"
	later 1
	exits 3 "the same order again" adit apply cave.db --now "$(at)" order
	like "... is refused" "$(cat err)" "*one of these keys waits for a seat already*"
	like "status tells programs" "$(adit read --json -k anna "$(newest)")" '*"standby":?{"since":*"leaving":??,"gone":??*'
	since=$(sed -n 's/^  standby: \([0-9]*\)$/\1/p' "$(newest)")
	cli 2 "drop: no reason" seat cave.db --drop-standby "$since"
	cli 2 "drop: a seat, too" seat cave.db anna --drop-standby "$since" --reason 'No.'
	cli 4 "drop: another digest" seat cave.db --drop-standby 1 --reason 'No.' --now "$(at)"
	cli 0 "the host drops zoe" seat cave.db --drop-standby "$since" --reason 'Who is that?' --now "$(at)" --out .
	has "in the open" "*host:?  standby-dropped: $since?  sign: *?  age: *?  reason: Who is that?*"
	ok "anna reads it" adit read turns -k anna
	waits zoe
	orders anna leave
	has "the seat is given at once" "*host:?  replace: anna?*by: table?*"
	sits anna zoe
	not_ok "anna reads nothing more" adit read "$(newest)" -k anna
	ok "zoe reads the seat's view" adit read "$(newest)" -k zoe
	rm -rf "$HOME/zoes" && mkdir "$HOME/zoes" && cp "$ADIT_HOME"/zoe.* "$HOME/zoes" || exit 99
	ADIT_HOME=$HOME/zoes cli 0 "... with a record of her own" read turns -k zoe
	not_ok "... and accuses nobody of anna's orders" grep -q 'not signed here' out
	plays 2
	cli 4 "sign: nobody waits" sign -k zoe -d "$(newest)" vote replace bob yes
	said 'nobody waits for a seat: adit join --standby, by digest'
	# Nobody is on the waiting list: bob leaves, and plays on.
	orders bob leave
	has "bob leaves" "*  leaving: bob *"
	like "the page tells it" "$(adit page turns 2> err)" "*bob*leaves*"
	plays 2
	[ -n "$2" ] || {
		orders carl leave
		cli 3 "sign: the last one stays" sign -k zoe -d "$(newest)" leave
		said 'the last seat that plays and stays cannot leave'
		orders carl leave no
	}
	waits yan
	has "yan comes" "*host:?  replace: bob?*"
	sits bob yan
	# carl stays away.
	while [ "$(head_of next)" != carl ]; do
		plays 1
	done
	later 30
	adit tick cave.db --all-taken --now "$(at)" --out . > made 2> err
	has "carl is away" "*  gone: carl *"
	waits xenia
	cli 4 "sign: who plays is not replaced" sign -k carl -d "$(newest)" vote replace bob yes
	said "that seat is neither late nor away, by digest"
	cli 0 "... who is away may be" sign -k zoe -d "$(newest)" vote replace carl yes
	cli 3 "... by others" sign -k carl -d "$(newest)" vote replace carl yes
	said 'a seat has no vote on its own turn'
	later 71
	if [ -n "$2" ]; then
		# A queued order of the seat comes after that.
		hour=$((hour - 71))
		orders yan --turn every suggest
		later 71
		ok "zoe plays" plays 1
		sits carl xenia
		is "the seat goes before an order for every turn" "$(grep -hE '^  (replace: .*|(placed|played|discarded) bob.*)$' turns/*.txt |
			tail -n 2 | cut -d ' ' -f 3)" "replace:
$(grep -hoE '^  (placed|played|discarded) bob' turns/*.txt | tail -n 1 | cut -d ' ' -f 3)"
		ok "... and yan accuses nobody" adit read turns -k yan
		orders yan --turn next 'cancel every'
		return
	fi
	adit tick cave.db -n --all-taken --now "$(at)" > out 2> err
	like "a run would give the seat" "$(cat err out)" "*the seat carl would go to who waits for one*"
	adit tick cave.db --now "$(at)" --out . > made 2> err
	has "a first run waits for what has come" "*  gone: carl *"
	later 1
	adit tick cave.db --now "$(at)" --out . > made 2> err
	like "the second gives it" "$(cat err made)" "*cave.db: the seat carl goes to who waits for one: digest *"
	sits carl xenia
	ok "xenia reads the seat's view" adit read "$(newest)" -k xenia
}

ends()
{
	ok "the three play to the end" plays 300
	is "... which comes" "$(head_of next)" -
	exits 4 "nobody waits at the end" adit join --standby -k anna -d "$(newest)"
	ok "it is audited" adit audit turns
	ok "... and made anew" adit rebuild -k host again.db turns
	adit digest --all again.db > digests
	ok "... to the same bytes" sh -c 'cat turns/*.txt | cmp - digests'
	ok "... and checked" adit fsck -k host again.db
	rm -f again.db
}

whole "dealing along" ""
ends
[ -n "${ADIT_FEW:-}" ] || {
	whole "the host deals" --trusted-host
	ends
}

# ---- only who has a card
adit new cards.db -k host --rules duel --seat anna --seat bob --trusted-host --standby "$ADIT_HOME/zoe.pub" \
	--now "$now" > cards.0
like "digest 0 lists it" "$(cat cards.0)" "*  standby: RW*?  age: age1*"
adit join --standby -k yan -d cards.0 > order
exits 3 "another key" adit apply cards.db --now "$now" order
like "... cannot wait" "$(cat err)" "*these keys are not among those that may wait for a seat*"
adit join --standby -k zoe -d cards.0 > order
ok "the key of the card can" adit apply cards.db --now "$now" order

# ---- no more
adit digest cards.db > newest
exits 4 "who does not wait" adit join --standby --withdraw -k yan -d newest
like "... cannot withdraw" "$(cat err)" "adit: join: this key does not wait for a seat*"
cli 2 "withdrawn from what" join --withdraw -k zoe -d newest
adit join --standby --withdraw -k zoe -d newest > order
ok "who waits can" adit apply cards.db --now "$now" order
like "... and it is said" "$(adit digest cards.db)" "*?  note standby-no?*"
adit digest --all cards.db > digests
ok "... is made anew" adit rebuild -k host again.db digests
rm again.db

# ---- a table without
adit new closed.db -k host --rules duel --seat anna --seat bob --trusted-host --now "$now" > closed.0
exits 3 "at another table nobody waits" adit join --standby -k zoe -d closed.0
exits 3 "... and nobody leaves" adit sign -k anna -d closed.0 leave
cli 2 "a time for it without --standby" new no.db -k host --rules duel --seat anna --seat bob --limit 1d \
	--late discard --replace-after 3d
said "--replace-after requires --standby"
cli 2 "nobody gets away" new no.db -k host --rules duel --seat anna --seat bob --limit 1d \
	--late discard --misses 0 --standby open --replace-after 3d
cli 2 "open twice" new no.db -k host --rules duel --seat anna --seat bob --standby open --standby open
said "--standby open is there twice"
cli 0 "open, and a card" new both.db -k host --rules duel --seat anna --seat bob --standby open \
	--standby "$ADIT_HOME/zoe.pub"
like "... for which a place is kept" "$(cat out)" "*  standby: open?  standby: RW*?  age: age1*"
ok "... and players read it" adit read --public out
forget
cli 2 "a card twice" new no.db -k host --rules duel --seat anna --seat bob --standby "$ADIT_HOME/zoe.pub" \
	--standby "$ADIT_HOME/zoe.pub"
said "--standby has two cards with the same key"
cli 2 "a seat that is any" new no.db -k host --rules duel --seat any="$ADIT_HOME/anna.pub" --seat bob --trusted-host
tap_end
