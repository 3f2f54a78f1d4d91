#!/bin/sh
# What README.md shows to be typed works: every block of shell is run, in order.
. "${0%/*}/lib.sh"
tap_begin
readme=$top_srcdir/README.md
ADIT_HOME=$tap_dir/keys
export ADIT_HOME

# Each block ```sh ... ``` as a file block/N.sh; a line ends the script where it fails.
mkdir block
awk '
/^```sh$/ { file = "block/" ++n ".sh"; print "set -e" > file; next }
/^```/ { if (file != "") close(file); file = ""; next }
file != "" { print > file }' "$readme"
is "blocks of shell" "$(find block -name '*.sh' | wc -l)" 11

# The program that they call.  No passphrase can be typed.
mkdir bin
cat > bin/adit <<'END'
#!/bin/sh
[ "$1" != keygen ] || set -- "$@" --no-passphrase
exec "$ADIT" "$@"
END
chmod +x bin/adit
PATH=$tap_dir/bin:$PATH
export PATH

# block N NAME: run it.
block()
{
	sh "block/$1.sh" > out 2> err < /dev/null
	tap_result $? "$2" err
}

# ---- a game in a minute
block 1 "a game in a minute"
like "it ends with the table's status" "$(tail -n 1 out)" \
	"cave.db: game *, saboteur, digest 1, round 1 of 3, turn 2, to move: bob, dealing: trusted*"
like "anna is shown what is hers" "$(cat out)" "*It is your turn, anna.*Orders you can give:*"

# What the digest shown in the README begins with is what digests begin with.
sed -n '/^adit-digest v3$/,/^```$/p' "$readme" | sed -n 's/^\([a-z-]*:\).*/\1/p' | sed '/^since:/q' > wanted
sed -n 's/^\([a-z-]*:\).*/\1/p' t1.txt | sed '/^since:/q' > got
is "the digest begins as it is shown" "$(cat got)" "$(cat wanted)"

# Orders that are shown are orders.
sed -n '/^An order is one line/,/^## /s/^    //p' "$readme" > orders
ok "orders are shown" test -s orders
while read -r order; do
	exits 0 "an order: $order" sh -c 'adit sign -k anna -d t0.txt --force "$1" > /dev/null' sh "$order"
done < orders

# ---- for the host: with a separate key, public key files, and a mail that came
rm -rf keys
mkdir players
for who in anna bob carl; do
	adit keygen --no-passphrase "players/$who" 2> /dev/null
	cp "players/$who.pub" .
done
# The mail can be written only when the game exists: before the line that applies it.
sed '/^adit apply/i\
adit digest mine.db > newest\
adit join -k players/carl -d newest > mail' \
	block/2.sh > host.sh && mv host.sh block/2.sh
block 2 "for the host"
ok "... the digest is where it says" test -f mine/turns/000001.txt
exits 0 "... what a crash kept back" adit digest mine.db --undelivered --out mine

# ---- for the players: anna answers, then the others, and anna is to move
rm -rf keys players
keys host anna bob carl
adit new first.db -k host --rules saboteur --option first=anna \
	--seat anna --seat bob --seat carl --out . > /dev/null
cat > others.sh <<'END'
adit apply first.db --out . answer > /dev/null
for who in bob carl; do
	adit "$1" -k $who -d turns > answer
	adit apply first.db --out . answer > /dev/null
done
END
sed '/keygen/d
/^adit join/a\
sh -e others.sh join
/^adit confirm/a\
sh -e others.sh confirm
s/place nsw at 3,-1 flipped/"$(adit read turns -k anna --moves | tail -n 1)"/' block/3.sh > player.sh \
	&& mv player.sh block/3.sh
block 3 "for the players"
exits 0 "... the host takes it" adit apply first.db order

# ---- in a browser; not below this folder, which has turns/
elsewhere=$(mktemp -d "${TMPDIR:-/tmp}/adit-test.XXXXXX") || exit 99
sed "s|~/|$elsewhere/|" block/6.sh > browser.sh && mv browser.sh block/6.sh
block 6 "in a browser"
ok "... three pages" test -s table.html -a -s "$elsewhere/anna.html" -a -s replay.html
rm -r "$elsewhere"

# ---- when players are late: all that is shown there
sed -n '/^### When players are late$/,/^### A table/s/^    //p' "$readme" > late.sh
is "lines about the clock" "$(grep -c '^adit' late.sh)" 5
sed 's/ --trusted-host/& --option first=bob/; s/> order$/-d turns | adit apply late.db --out . /' late.sh > run.sh
mkdir late
exits 0 "when players are late" sh -ec 'cd late && sh -e ../run.sh'
is "... each order makes a digest" "$(find late/turns -name '00000[123].txt' | wc -l)" 3

# ---- a table that answers its mail: the commands that need no mail server
sed -n '/^### A table that answers its mail$/,/^### A table in a git/s/^    //p' "$readme" |
	sed '/^adit mail -k/d; /^adit mail --check/d' > mailed.sh
exits 0 "a table that answers its mail" sh -e mailed.sh
is "... makes one game file" "$(find tables -name '*.db' | wc -l)" 1

# ---- with minisign and age alone: her own keys, the real names for those that are examples
mkdir alone
cd alone || exit 99
if command -v minisign > /dev/null && command -v age > /dev/null; then
	sed '1,/^{ cat/!d; s/minisign -G/minisign -G -W/' ../block/4.sh > keys.sh
	exits 0 "keys of stock tools" sh keys.sh
	adit new other.db -k host --rules saboteur --trusted-host --option first=anna \
		--seat anna=anna.pub --seat bob --seat carl > t1.txt
	sed -n '/^for anna:$/,/^-----END/p' t1.txt | sed 1d | age -d -i anna.age > view
	possible=$(sed -n '/^can:$/,/^$/s/^  //p' view | sed 's/ | .*//' | tail -n 1)
	sed "1,/^{ cat/d
		s|RW…|$(sed -n 2p "$ADIT_HOME/host.pub")|
		s/ci7nus57/$(sed -n 's/^game: //p' t1.txt)/
		s/^turn: 2/turn: 1/; s|/2/anna|/1/anna|
		s/place nsw at 3,-1 flipped/$possible/" ../block/4.sh > rest.sh
	exits 0 "verify, open, sign, seal" sh -e rest.sh
	like "... the signature holds" "$(cat out)" "*Signature and comment signature verified*adit-view v3*"
	exits 0 "... the host takes it" adit apply other.db order
	adit new open.db -k host --rules saboteur --seat anna=anna.pub --seat bob --seat carl > t0.txt
	id=$(sed -n 's/^game: //p' t0.txt)
	verify() { sed -n "/^# verify/,/> head\$/{s/t1.txt/$1/; s|RW…|$(sed -n 2p "$ADIT_HOME/host.pub")|; p;}" ../block/4.sh; }
	{
		verify t0.txt
		sed "s/ci7nus57/$id/g" ../block/5.sh
	} > join.sh
	if command -v python3 > /dev/null; then
		exits 0 "a join" sh -e join.sh
		cat order.txt order.txt.minisig > order
		exits 0 "... the host takes it" adit apply open.db order
		for who in bob carl; do
			adit digest open.db > newest
			cat t0.txt newest > both
			adit join -k "$who" -d both | adit apply open.db > closed.txt
		done
		sed "s/^do: join/do: confirm/; /^sign:/d; /^age:/d; /commit.py <</,/^END/d
			/urandom > share/d; s/ t0.txt/ closed.txt/
			s/^commit:.*/reveal: \$(base32 share | tr A-Z a-z | tr -d '=\\\\n')/" \
			join.sh > confirm.sh
		exits 0 "a confirmation" sh -e confirm.sh
		cat order.txt order.txt.minisig > order
		exits 0 "... the host takes it" adit apply open.db order
	else
		skip "a join and a confirmation" "python3 is not here"
	fi
else
	skip "with minisign and age alone" "they are not here"
fi
cd .. || exit 99

# ---- a first turn in each language
n=6
for lang in de es ru uk; do
	n=$((n + 1))
	rm -rf keys turns first.db
	keys host anna bob carl
	adit new first.db -k host --rules saboteur --option first=anna --seat anna --seat bob --seat carl --out . > /dev/null
	sed '/keygen/d
	/^adit join/a\
sh -e others.sh join
	/^adit confirm/a\
sh -e others.sh confirm
	s/place nsw at 3,-1 flipped/"$(adit read turns -k anna --moves | tail -n 1)"/' block/$n.sh > turn.sh && mv turn.sh block/$n.sh
	block $n "a first turn in $lang"
	is "... in that language" "$(adit config lang 2> /dev/null | grep -c "$lang")" 1
	exits 0 "... the host takes it" adit apply first.db order
	adit config --unset lang
done

# ---- for programs
sed 's/--games 1000/--games 10/' block/11.sh > program.sh && mv program.sh block/11.sh
block 11 "for programs"
like "... statistics and a position" "$(cat out)" 'saboteur, 5 players, policy greedy*{"position":*'

tap_end
