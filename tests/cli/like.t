#!/bin/sh
# adit new --like: the next game with the settings of an earlier one.
# shellcheck disable=SC2094,SC2154 # join is a verb, too; now
. "${0%/*}/lib.sh"
tap_begin
keys dora eve anna anna2 bob carl zoe
adit new old.db -k dora --rules saboteur --title "Friday mine" --trusted-host --limit 3d --grace 12h --pause sat,sun \
	--late suggest --misses 2 --absence 14d --press no --standby open --replace-after 10d --seat anna --seat bob --seat carl \
	--name "anna=Anna M" --name "carl=Carl C" --option first=bob --option gold=players --allow-host-seat \
	--mail-from cave@example.org --mail anna=anna@example.org --mail bob=bob@example.org --now "$now" > old.0 || exit 99
# Anna has new keys since; hers in the home are the old ones.
adit rotate-key -k anna --new=anna2 -d old.0 > order 2> /dev/null
adit apply old.db order --now "$now" > old.1 2> /dev/null || exit 99

# setup FILE: what it fixes for the whole game, without what every game has of its own.
setup() { sed -n '/^setup:/,/^$/p' "$1" | grep -v '^  commit:'; }
cli 0 "new --like" new next.db --like old.db --now "$now"
cp out next.0
is "the same setup, with the key that anna has now" "$(setup next.0)" \
	"$(setup old.0 | sed "s|$(sed -n 's/^\(RW.*\)/\1/p' "$ADIT_HOME/anna.pub")|$(sed -n 's/^\(RW.*\)/\1/p' "$ADIT_HOME/anna2.pub")|
		s|$(grep ^age1 "$ADIT_HOME/anna.pub")|$(grep ^age1 "$ADIT_HOME/anna2.pub")|")"
not_ok "another game" grep -qxF "$(grep ^game: old.0)" next.0
not_ok "... with another secret" grep -qxF "$(grep '^  commit:' old.0)" next.0
is "the same host" "$(grep ^host-sign next.0)" "$(grep ^host-sign old.0)"
is "the same addresses" "$(adit address next.db)" "$(adit address old.db)"
ok "who plays can read it" adit read next.0 -k anna2
cli 0 "the old table is as it was" fsck -k dora old.db

# ---- options beside it win, each for itself
while IFS='|' read -r name options before after; do
	rm -f one.db
	# shellcheck disable=SC2086 # words
	cli 0 "$name" new one.db --like old.db --now "$now" $options
	cp out one.0
	setup next.0 > a
	setup one.0 > b
	is "... alone is changed" "$(diff a b | sed -n 's/^[<>]   */&/p' | sed 's/   */ /')" "$(printf '%b' "$before$after")"
done << 'END'
a title|--title=Saturday|< title: Friday mine\n|> title: Saturday
a limit|--limit=2d|< limit: 259200 s\n|> limit: 172800 s
a grace period|--grace=1h|< grace: 43200 s\n|> grace: 3600 s
misses|--misses=5|< misses: 2\n|> misses: 5
press|--press=yes|< press: no\n|
the seat that begins|-o first=carl|< option: first=bob\n|> option: first=carl
a display name|--name=anna=Annie|< name: anna Anna M\n|> name: anna Annie
END
cli 0 "another day off" new pause.db --like old.db --pause wed --now "$now"
is "... instead of those before" "$(grep -c 'wed' out) $(grep -c 'sat' out)" "1 0"
cli 0 "nobody plays for late seats" new wait.db --like old.db --late wait --now "$now"
cli 0 "seats" new seats.db --like old.db --seat carl --seat zoe --seat anna --seat bob="$ADIT_HOME/bob.pub" --now "$now"
is "... in this order, names and addresses as before" \
	"$(sed -n 's/^  seat: //p' out | tr '\n' ' ')$(sed -n 's/^  name: //p' out | tr '\n' ' ')$(adit address seats.db | sed 1d | cut -d' ' -f1 | tr '\n' ' ')" \
	"carl zoe anna bob carl Carl C anna Anna M anna bob "
ok "... and keys" grep -q "^  sign: $(grep ^RW "$ADIT_HOME/anna2.pub")" out
cli 2 "an option for a seat that is gone" new gone.db --like old.db --seat anna --seat carl --seat zoe --now "$now"
ok "... and nothing is made" test ! -e gone.db
cli 0 "... is changed, too" new gone.db --like old.db --seat anna --seat carl --seat zoe -o first=zoe --now "$now"
cli 0 "another game" new duel.db --like old.db --rules duel --seat anna --seat bob --now "$now"
is "... without options that were of that one" "$(grep -c '^  option' out)" 0
cli 0 "addresses" new mail.db --like old.db --mail-from mine@example.org --mail anna=annie@example.org --now "$now"
is "... of the table and a seat" "$(adit address mail.db | head -n 3 | tr '\n' ' ')" \
	"--table mine@example.org anna annie@example.org bob bob@example.org "
cli 0 "another host" new host.db --like old.db -k eve --now "$now"
not_ok "..." grep -qxF "$(grep ^host-sign old.0)" out

# ---- open dealing stays open; a house deck stays; what is not confirmed is left out
sed -n 's/^  card: /card: /p' old.0 | sed 's/^card: map .*/card: map 4/' > deck
adit new open.db -k dora --rules saboteur --deck deck --seat anna --seat bob --seat carl --seat kim --mail-from cave@example.org \
	--now "$now" > open.0 || exit 99
cli 0 "an open table" new open2.db --like open.db --now "$now"
is "... is open" "$(grep ^dealing: out)" "dealing: open"
ok "... with its deck" grep -qx '  card: map 4' out
is "... and a seat that is free" "$(sed -n '/seat: kim/{n;p}' out)" "  sign: -"
cli 5 "dealt at once, it lacks a key" new open3.db --like open.db --trusted-host --now "$now"
cli 0 "with other cards" new deck2.db --like open.db --rules saboteur --now "$now" --deck deck
adit join -k zoe --seat kim -d open.0 > join 2> /dev/null
{ printf 'From: zoe@example.org\nTo: cave@example.org\nMessage-ID: <1@example.org>\nSubject: x\n\n'; cat join; } > letter
if [ -x "$ADIT_LETTER" ]; then
	adit mail -k dora --stdout open.db --now "$now" < letter > /dev/null 2>&1
	cli 0 "an address that came with a join" new open4.db --like open.db --now "$now"
	ok "... is said" grep -q "no address of kim" err
	not_ok "... and not taken" grep -q zoe "$(adit address open4.db > list; echo list)"
	ok "... the key is" grep -q "^  sign: $(grep ^RW "$ADIT_HOME/zoe.pub")" out
fi
cli 2 "addresses where there are none" new none.db --like duel.db --mail anna=x@example.org --mail-from '' --now "$now"
cli 5 "no such file" new none.db --like none.here --now "$now"
cli 65 "no game file" new none.db --like deck --now "$now"
cli 0 "twice" new twice.db --like next.db --now "$now"
is "... the same again" "$(setup out)" "$(setup next.0)"
tap_end
