#!/bin/sh
# Seats that a program of the host plays: at once, the same whenever it plays, and repeated by the audit.
. "${0%/*}/lib.sh"
tap_begin
liar=${abs_top_builddir:-$PWD}/tests/cli/adit-liar
keys host anna bob

# opens FOLDER RULES SEAT|OPTION...: a table in a folder of its own, which becomes the current one.
opens()
{
	mkdir "$tap_dir/$1" && cd "$tap_dir/$1" || exit 99
	rules=$2
	shift 2
	words=
	for word in "$@"; do
		case $word in -*) ;; *) words="$words --seat" ;; esac
		words="$words $word"
	done
	# shellcheck disable=SC2086 # words
	adit new cave.db -k host --rules "$rules" $words --now "$now" --out . > new.out 2> err || exit 99
}

mover() { adit status cave.db --json | sed -n 's/.*"to_move":"\([a-z]*\)".*/\1/p'; }

# turn [ADIT]: the player to move plays as greedy, at this host.
turn()
{
	who=$(mover)
	adit read turns -k "$who" --suggest 2> /dev/null | adit sign -k "$who" -d turns - 2> /dev/null > order
	"${1:-adit}" apply cave.db -k host --now "$now" --out . order > made 2> err
}

plays()
{
	while [ -n "$(mover)" ] && turn "${1:-adit}"; do :; done
	[ -z "$(mover)" ]
}

proven() { adit audit turns > audit.out 2> err && grep -q "^PASS .* bot$" audit.out; }

# ---- whole games
games=0
while read -r rules seats; do
	# shellcheck disable=SC2086 # words
	opens "$rules$((games += 1))" "$rules" $seats --trusted-host
	ok "$rules: a game to its end" plays
	ok "... all of it follows" proven
	ok "... as the game file says" adit fsck -k host cave.db
done << 'END'
saboteur anna emil=bot erik=bot:search:12
saboteur2 anna emil=bot:search:6 erik=bot:greedy --option=rounds=2
duel emil=bot:search:10 anna --option=rounds=1
dark-cave anna emil=bot:search:4 erik=bot
saboteur anna emil=bot:greedy:2 erik=bot:greedy:2 --option=rounds=1
saboteur2 anna emil=bot:greedy:2 erik=bot --option=rounds=1
dark-cave anna emil=bot:greedy:2 erik=bot
duel emil=bot:greedy:2 anna --option=rounds=1
END
is "greedy:2 is revision 2" "$(sed -n 's/^  bot: //p' ../saboteur5/turns/000000.txt | tr '\n' ' ')" \
	"emil greedy 2 erik greedy 2 "
is "... in The Dark Cave it is 3" "$(sed -n 's/^  bot: //p' ../dark-cave7/turns/000000.txt | tr '\n' ' ')" "emil greedy 3 erik greedy 1 "
is "... in The Duel, too" "$(sed -n 's/^  bot: //p' turns/000000.txt)" "emil greedy 2"

opens two duel emil=bot anna --trusted-host --option=first=anna
ok "a turn before that of a bot" turn
is "... makes two digests" "$(wc -l < made)" 2
not_ok "... which are not undelivered: they are in the folder" sh -c '"$ADIT" status cave.db | grep undelivered'

opens all saboteur p1=bot p2=bot:search:9 p3=bot
is "a table of bots plays in the run that opens it" "$(mover)" ""
ok "... all of it follows" proven
is "... dealt by the host alone" "$(sed -n 's/^dealing: //p' turns/000000.txt)" trusted

mkdir part part/turns
for n in 0 1 2 3 4 5 6 7 8 9; do cp "turns/00000$n.txt" part/turns; done
forget
adit rebuild -k host part/cave.db part/turns > made 2> err
exits 0 "tick plays what a rebuilt file lacks" adit tick part/cave.db -k host --now "$(at_hour 1)" --out part
ok "... byte for byte as before" diff -r turns part/turns
cli 2 "a bot needs no invitation" digest --invitation --seat p1 cave.db

# ---- dealt by all
opens joint saboteur anna emil=bot bob erik=bot:search:15
is "bots join at once" "$(grep -h '  note joined ' turns/*.txt | tr '\n' ' ')" \
	"  note joined emil   note joined erik "
is "digest 0 has their policies" "$(grep '^  bot: ' turns/000000.txt | tr '\n' ' ')" \
	"  bot: emil greedy 1   bot: erik search 3 15 "
for step in join confirm; do
	for seat in anna bob; do
		adit $step -k $seat -d turns 2> err | adit apply cave.db -k host --now "$now" --out . > made 2>> err
	done
done
ok "... and every digest the seats" grep -q '^bot: erik$' "$(newest)"
is "after the deal a person is to move, or a bot has played" "$(mover | grep -c 'anna\|bob')" 1
turn && turn
cp cave.db before.db
cp -r turns before
turn
# news: the digests since.
news() { for file in turns/*.txt; do [ -e "before/${file#*/}" ] || cat "$file"; done; }
news > made
ok "a bot has played in the run of the order before" [ "$(grep -c '^n: ' made)" -ge 2 ]
is "... at the same time" "$(sed -n 's/^time: //p' made | sort -u | wc -l)" 1

# ---- another run
# events: what happened, without when.
events() { sed -n '/^events:$/,/^$/p'; }
cp -r turns kept
back before.db
adit apply cave.db -k host --now "$(at_hour 9)" order > again 2> err
is "at another time bots play the same" "$(events < again)" "$(events < made)"
back before.db
rm -r turns && cp -r kept turns
exits 0 "a game file made again from the digests" adit rebuild -k host again.db turns
mv again.db cave.db
ok "the game goes on" plays
ok "... and all of it follows" proven

# ---- the limit of a run: 64 turns of recurring orders, also with turns of bots between them
sed -n 's/^  card: //p' turns/000000.txt | sed '/^[en]/{/^n+e /!d;}; s/^map .*/map 99/' > "$tap_dir/maps" # no path to gold
opens long saboteur anna bob erik=bot --trusted-host "--deck=$tap_dir/maps"
for seat in anna bob; do adit sign -k $seat -d turns --turn every suggest > $seat.order 2> err; done
adit apply cave.db -k host --now "$now" --out . anna.order bob.order > made 2> err
ok "players who have orders for every turn and a bot play for long" [ "$(wc -l < made)" -gt 64 ]
ok "... not to the end" [ -n "$(mover)" ]
adit tick cave.db -k host --now "$(at_hour 1)" --out . > made 2> err
ok "... and on in the next run" [ "$(sed -n 's/^time: //p' turns/*.txt | sort -u | wc -l)" -eq 2 ]
ok "... as the game file says" adit fsck -k host cave.db
ok "... as the digests make it again" adit rebuild -k host again.db turns
exits 6 "... and the audit, so far" adit audit turns
mkdir part part/turns
for n in 00 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20; do cp "turns/0000$n.txt" part/turns; done
forget
adit rebuild -k host part/cave.db part/turns > made 2> err
adit tick part/cave.db -k host --now "$(at_hour 1)" --out part > made 2> err # what the first run lacks
adit tick part/cave.db -k host --now "$(at_hour 1)" --out part > made 2> err
ok "what a file lacks that was rebuilt in the middle of the run: the same digests" diff -r turns part/turns

# ---- while a bot thinks
opens thinks saboteur anna erik=bot:search:30000 bob --trusted-host --option=first=anna
adit read turns -k anna --suggest 2> err | adit sign -k anna -d turns - 2> err > order
adit sign -k bob -d turns --say "I have time." 2> err > words
cp cave.db before.db
# gives FILE...: each is applied.
gives() { adit apply cave.db -k host --now "$now" "$@" 2> err; }
gives words order > made

# begins: a run that applies the order, $run, once it has used a second of the processor.
begins()
{
	back before.db
	"$ADIT" apply cave.db -k host --now "$now" order > again 2> err & # not adit, which is a shell of its own
	run=$!
	while case $(ps -o time= -p "$run") in *00:00) : ;; *) false ;; esac do :; done
}

begins
ok "it has not played yet" kill -0 "$run"
exits 0 "another order is taken meanwhile" gives words
ok "... in time" kill -0 "$run"
wait "$run"
cat out again > both
ok "... and the bot plays the same" cmp made both

begins
kill -9 "$run"
wait "$run" 2> /dev/null
forget
is "a run that is killed has done nothing" "$(adit status cave.db --json | sed -n 's/.*"n":\([0-9]*\),.*/\1/p')" 0
gives words order > again
ok "... and the next one plays the same" cmp made again

# ---- votes, and another player
opens votes saboteur anna emil=bot erik=bot --trusted-host --option=first=anna
turn && turn
adit undo cave.db -k host --to 3 --reason "a mistake" --now "$now" --out . > made 2> err
adit sign -k anna -d "$(newest)" vote undo 3 yes 2> /dev/null | adit apply cave.db -k host --now "$now" --out . > made 2> err
ok "a bot has no vote: the others decide" grep -q '^  undo: 3$' turns/*.txt
exits 0 "another player gets the seat of a bot" adit seat cave.db -k host erik="$ADIT_HOME/bob.pub" \
	--reason "bob is here" --now "$now" --out .
is "... which is none any more" "$(grep '^bot: ' "$(newest)")" "bot: emil"
turn
is "... and is waited for" "$(mover)" erik
adit read turns -k bob --suggest 2> /dev/null | adit sign -k bob -d turns - 2> /dev/null |
	adit apply cave.db -k host --now "$now" --out . > made 2> err
is "... then it goes on" "$(mover)" anna
adit sign -k bob -d "$(newest)" resign 2> /dev/null | adit apply cave.db -k host --now "$now" --out . > made 2> err
turn
exits 6 "what is not over yet is not proven" adit audit turns
is "... and nothing is wrong" "$(grep -c '^FAIL' out)" 0
adit new next.db -k host --like cave.db --seat anna --seat emil --seat carl=bot --now "$now" > next 2> err
is "the next table has the same bot" "$(grep '^  bot: ' next | tr '\n' ' ')" "  bot: emil greedy 1   bot: carl greedy 1 "

# ---- a host that cheats
for lie in peek seed n; do
	opens "$lie" saboteur anna emil=bot:search:200 erik=bot:search:200 --trusted-host --option=first=anna
	LIAR_BOT=$lie
	export LIAR_BOT
	plays "$liar"
	unset LIAR_BOT
	exits 1 "audit finds a host with another $lie" adit audit turns
	ok "... names seat, order and what should be" grep -q \
		'^FAIL  *digest [0-9-]*  *bot: "[a-z].*" does not follow from what e[a-z]* saw: its policy plays "[a-z]' out
	is "... and nothing else is wrong" "$(grep '^FAIL' out | grep -cv ' bot: ')" 0
	exits 0 "... unless it need not look" adit audit --no-bots turns
done
opens late saboteur anna emil=bot erik=bot --trusted-host --option=first=anna
export LIAR_BOT=late
turn "$liar"
adit sign -k anna -d "$(newest)" --say "are you there?" 2> /dev/null |
	"$liar" apply cave.db -k host --now "$now" --out . > made 2> err
unset LIAR_BOT
exits 1 "a bot that does not play at once is found by all" adit read turns -k anna
said "the turn of a bot is not played at once"

# ---- a policy that this adit does not have
mkdir "$tap_dir/revision" && cd "$tap_dir/revision" || exit 99
export LIAR_BOT=revision
"$liar" new cave.db -k host --rules saboteur --seat anna --seat emil=bot --seat erik=bot:search:5 --trusted-host \
	--option first=anna --option rounds=1 --now "$now" --out . > new.out 2> err
turn "$liar"
unset LIAR_BOT
adit read turns -k anna --suggest 2> err | adit sign -k anna -d turns - 2> err > order
cli 6 "this host cannot play for them" apply cave.db -k host --now "$now" order
said 'this adit has no bot as that of emil: "greedy 3"; another version of adit does'
export LIAR_BOT=revision
plays "$liar"
unset LIAR_BOT
ok "digest 0 has another revision" grep -q '^  bot: erik search 5 5$' turns/000000.txt
exits 6 "audit cannot check the bots" adit audit turns
ok "... and says so" grep -q 'bot: cannot check: this adit has no bot as that of emil: "greedy 3"$' out
is "... and finds all else right" "$(grep -c '^FAIL\|^PENDING' out)" "$(grep -c '^PENDING .* bot: ' out)"
exits 0 "... or need not check them" adit audit --no-bots turns

# ---- bad input
cd "$tap_dir" || exit 99
for bad in bot: bot:search bot:search: bot:search:0 bot:search:100001 bot:search:1000000000 bot:search:-1 bot:random; do
	cli 2 "--seat emil=$bad" new bad.db -k host --rules duel --seat anna --seat emil=$bad --trusted-host
	said 'a bot is bot, bot:greedy, bot:greedy:2 or bot:search:N with N from 1 to 100000, not*'
done
ok "... and there is no table" [ ! -e bad.db ]

# ---- mail
set -- -k host --rules saboteur --mail-from cave@example.org --seat anna --seat emil=bot --now "$now"
cli 0 "a table that sends mail" new mail.db "$@" --mail anna=anna@example.org --lang anna=de --seat bob
like "... needs no address of a bot" "$(adit status mail.db)" '*, no address: bob'
cli 2 "... and takes none" address mail.db emil emil@example.org
said 'emil is a bot, which gets no mail'
cli 2 "... nor a language" address --lang=uk mail.db emil
for option in --mail=emil=emil@example.org --lang=emil=uk; do
	cli 2 "$option" new bad.db "$@" --seat bob "$option"
	said "${option%%=*}: emil is a bot, which gets no mail"
done
cli 0 "a player becomes a bot of the next table" new next.db -k host --like mail.db --seat anna=bot --seat bob --seat emil
is "... without address and language" "$(adit address next.db)" "--table cave@example.org"
cli 0 "a bot becomes a plain seat" seat mail.db -k host emil=mail:emil@example.org --now "$now"
ok "... with new keys" grep -q '^  custody: yes$\|^  replace: emil$' out
is "... and an address" "$(adit address mail.db | grep emil)" "emil emil@example.org"
tap_end
