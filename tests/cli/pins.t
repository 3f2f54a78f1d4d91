#!/bin/sh
# What a player's home remembers: the host's key and the digests seen.
. "${0%/*}/lib.sh"
tap_begin

# open FILE HOST: digest 0 of a game named cave, dealt with new keys each time
open_table()
{
	rm -f cave.db
	adit new cave.db -k "$2" --rules saboteur --seat anna --seat bob --seat carl --trusted-host \
		--id cave --option first=anna --now "$now" > "$1" || exit 99
}

keys host evil anna bob carl
open_table here.txt host
cli 0 "the first look" read here.txt -k anna
is "is noted" "$(sed 's/ .*//' keys/games/cave/pins)" "adit-pins
host
0
host"
is "... privately" "$(stat -c %a keys/games)" 700
cp keys/games/cave/pins before
cli 0 "a second look" read here.txt -k anna
ok "... adds nothing" cmp before keys/games/cave/pins

adit sign -k anna -d here.txt "$(adit read here.txt -k anna --moves | head -n 1)" > order
adit apply cave.db order > here1.txt
open_table there.txt host
cli 1 "another digest 0 of the same game" read there.txt -k anna
said "two different digests 0 of game cave: see line 3 of */keys/games/cave/pins; the host shows two histories; adit read --proof FILE keeps both signatures"
ok "... nothing is shown" test ! -s out
ok "... and the first stays noted" cmp before keys/games/cave/pins
cli 1 "sign finds it out, too" sign -k anna -d there.txt 'discard nesw'
cli 1 "also in one reading" read here.txt there.txt -k bob
said "two different digests 0"
cli 0 "what continues the first is fine" read here.txt here1.txt -k anna
is "... and noted" "$(sed -n 's/^\([0-9]\) .*/\1/p' keys/games/cave/pins | tail -n 1)" 1
cli 0 "an older one" read here.txt -k anna
said "digest 0 is not the newest: digest 1 was read here before"
cli 4 "nobody signs for it" sign -k anna -d here.txt resign
said "digest 0 is not the newest: digest 1 was read here before; name that one with -d"
cli 0 "... but with --force" sign -k anna -d here.txt --force resign
cli 6 "an audit of what was read" audit here.txt here1.txt
cli 6 "... of less than that" audit here.txt
ok "... says what is missing" grep -q '^PENDING  digest 1 .*it was read here before, and is not among these' out
ok "... and that no view was checked" grep -q '^no private view was checked' out
cli 6 "... of the newest alone" audit here1.txt
ok "... is not older than what was read" test -z "$(grep 'not among these' out)"
cli 1 "an audit of another history than was read" audit there.txt
said "digest 0, chain: another history was read here before"
exits 6 "... which another home has not read" env ADIT_HOME="$tap_dir/nowhere" "$ADIT" audit there.txt
cli 5 "an audit with a key that opens nothing" audit here.txt here1.txt -k evil
said "no private view here opens with this key"
cli 6 "an audit with one's own" audit here.txt here1.txt -k anna
ok "... says whose views" grep -q 'view: that of anna: genuine' out
sed 's/^turn: .*/turn: 9/' here1.txt > forged
cli 1 "what was changed is not" read forged -k anna
adit sign -k anna -d there.txt --force --turn 1 'discard nesw' 2> err > /dev/null
ADIT_HOME=$tap_dir/keys2
cp -r keys keys2
rm -r keys2/games
adit sign -k anna -d there.txt "$(adit read there.txt -k anna --moves | head -n 1)" > order
adit apply cave.db order > there1.txt
cli 1 "a digest that does not continue" read here.txt there1.txt -k anna
ADIT_HOME=$tap_dir/keys

open_table evil.txt evil
cp keys/games/cave/pins before
cli 1 "another host for a game that is known" read evil.txt -k anna
said "game cave"
ok "... is not noted" cmp before keys/games/cave/pins
rm -r keys/games
cli 1 "--host insists, also at the first look" read evil.txt -k anna --host keys/host.pub
ok "... nothing is noted" test ! -e keys/games/cave/pins
cli 0 "the right host" read evil.txt -k anna --host keys/evil.pub
cli 5 "a card that is not there" read evil.txt -k anna --host nowhere.pub
cli 1 "sign --host insists" sign -k anna -d evil.txt --host keys/host.pub 'discard nesw'

# ---- what a share of the deal is bound to
# deal_along FOLDER LIMIT: an open table that is called mine; everybody else joins.
deal_along()
{
	rm -rf mine.db "$1"
	adit new mine.db -k host --rules saboteur --seat anna --seat bob --seat carl --id mine \
		--limit "$2" --now "$now" --out "$1" > out || exit 99
	cp mine.db "$1/mine0.db"
	others_join "$1" bob carl
}
others_join()
{
	to=$1
	shift
	for who in "$@"; do
		ADIT_HOME=$tap_dir/others adit join -k "$who" -d "$to" | adit apply mine.db --out "$to" > out || exit 99
	done
}
cp -r keys others
rm -r others/games
deal_along first 1d
adit new other.db -k host --rules duel --seat anna --seat bob --id other > two.txt || exit 99
cat first/turns/000000.txt >> two.txt
cli 65 "digests of two games" read two.txt -k anna
said "digests of two games, other and mine, in one reading; give the digests, or the letter, of one"
cli 5 "a join without digest 0" join -k anna -d first/turns/000002.txt --host keys/host.pub
said "digests 0 to 2 of game mine are needed"
cat first/turns/000000.txt first/turns/000002.txt > two.txt
cli 5 "... with digest 0, but what lies between is not known" join -k anna -d two.txt
cli 0 "digest 0 is read" read first/turns/000000.txt -k anna
cli 0 "... and then it will do" join -k anna -d first/turns/000002.txt
cp out mail
rm -r keys/games/mine
cli 0 "... as does the folder" join -k anna -d first
adit apply mine.db mail --out first > out
cli 0 "confirming" confirm -k anna -d first/turns/000003.txt
ok "... is noted" grep -q '^share anna ' keys/games/mine/pins
cp out mail
cli 0 "... and can be done again" confirm -k anna -d first/turns/000003.txt
adit apply mine.db mail --out first > out

cp -r others keys3
rm -r others/games
deal_along second 2d
cli 1 "another table of that name" join -k anna -d second/turns/000000.txt
said "two different digests 0 of game mine"
cli 1 "... also by a later digest, for which the old one is remembered" \
	join -k anna -d second/turns/000002.txt
said "two different digests 2 of game mine"
sed -i '/^2 /d' keys/games/mine/pins
rm -r keys/games/mine/turns
exits 1 "... or what it should continue is" adit join -k anna -d second/turns/000002.txt
said "does not continue digest"
sed -i '/^[13] /d' keys/games/mine/pins
exits 1 "... by the digest 0 that it names" adit join -k anna -d second/turns/000002.txt
said "digest 2 of game mine does not continue digest 0"
# Another branch of the same table.
forget
rm -r others/games
cp first/mine0.db mine.db
mkdir -p third/turns
cp first/turns/000000.txt third/turns
others_join third carl bob
exits 1 "... or only that a share was revealed" adit join -k anna -d third/turns/000002.txt
said "you have revealed this share of the deal before"
cat first/turns/000000.txt second/turns/000002.txt > two.txt
exits 1 "... and with the old digest 0" adit join -k anna -d two.txt
ok "... and nothing is printed" test ! -s out
rm -r keys/games/mine

rm -r keys/games/cave/turns
echo rubbish > keys/games/cave/pins
cli 65 "what is noted is damaged" read evil.txt -k anna
said "keys/games/cave/pins"
rm -r keys/games
echo file > keys/games
exits 0 "nothing can be noted: a warning" adit read evil.txt -k anna
said "warning: the digests seen are not recorded"
ok "... and one reads all the same" test -s out

# A game's name comes from outside: it must not lead out of the folder.
sed 's|^game: cave|game: ../../x|' evil.txt > escape
cli 65 "a game's name that is a path" read escape -k anna
ok "... makes no file" test ! -e x

# ---- another process reads a newer digest while this one, which has read its input, asks for a passphrase
rm -rf keys
echo 'correct horse' > pass
keys host anna
adit keygen --work 10 --passphrase-fd 3 erna 3< pass 2> err || exit 99
adit new race.db -k host --rules duel --seat erna --seat anna --trusted-host --option first=anna \
	--now "$now" --out race > out || exit 99
adit sign -k anna -d race "$(adit read race -k anna --moves | head -n 1)" > order
adit apply race.db order --out race > out || exit 99
order=$(adit read -k erna race --moves --passphrase-fd 3 3< pass | head -n 1)
mv race/turns/000001.txt newer
rm keys/anna.*
cat > ask << 'END'
#!/bin/sh
cp newer race/turns/000001.txt
"$ADIT" read race -k erna --passphrase-fd 3 3< pass > /dev/null
cat pass
END
chmod +x ask
# beside NAME ARG...: adit ARG... shows or answers digest 1
beside()
{
	name=$1
	shift
	rm -rf keys/games race/turns/000001.txt
	adit read race -k erna --passphrase-fd 3 3< pass > out 2> err
	ADIT_ASKPASS=./ask exits 0 "$name" setsid "$ADIT" "$@"
	is "..." "$(cat err)" ""
}
beside "a folder that gets a digest" read race
like "..." "$(cat out)" "*Digest 1 of *"
beside "the record that gets one" read
like "..." "$(cat out)" "*Digest 1 of *"
beside "an order for the folder" sign -d race "$order"
beside "... for the record" sign "$order"

tap_end
