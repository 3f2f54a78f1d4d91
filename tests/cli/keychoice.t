#!/bin/sh
# A home with several keys (adit(1), -k): the digest says which one has a seat, the public key files say whose it is.
# shellcheck disable=SC2016 # scripts in single quotes are for another shell
. "${0%/*}/lib.sh"
tap_begin
table anna bob carl
cp turns/000000.txt t0.txt

# home NAME KEY...: a home with these keys alone
home()
{
	ADIT_HOME=$tap_dir/home-$1
	shift
	mkdir -m 700 "$ADIT_HOME"
	for key in "$@"; do
		cp "$tap_dir/keys/$key".* "$ADIT_HOME"
	done
}
as_host() { ADIT_HOME=$tap_dir/keys; }

keys dora
# ---- one key with a seat
home one anna dora
order=$(adit read -k anna --moves t0.txt | grep -v discard | head -n 1)
rm -r "$ADIT_HOME/games"
cli 0 "read takes the key of the seat" read t0.txt
like "... and shows the hand" "$(cat out)" "*You are: anna*"
# shellcheck disable=SC2086 # words
cli 0 "sign, too" sign -d t0.txt --clear $order
ok "... for that seat" grep -qx "seat: anna" out
cli 0 "read --json" read --json t0.txt
like "..." "$(cat out)" '*"seat":"anna",*'
cli 0 "read --moves" read --moves t0.txt
cli 0 "-k with the name of its file" read -k anna.key t0.txt
like "..." "$(cat out)" "*You are: anna*"
cli 0 "... with a path" sign -k "$ADIT_HOME/anna.key" -d t0.txt --clear --say hello
ok "..." grep -qx "seat: anna" out
cli 2 "-k with another file" read -k anna.pub t0.txt
cli 5 "-k wins, also where it has no seat" sign -k dora -d t0.txt --clear hello
as_host
# shellcheck disable=SC2086
(cd "$tap_dir" && ADIT_HOME=$tap_dir/home-one adit sign -d t0.txt $order > o1.txt)
adit apply cave.db o1.txt --now "$now" --out . > out || exit 99
cp turns/000001.txt t1.txt
ADIT_HOME=$tap_dir/home-one
cli 0 "a later digest names no keys: the record does" read t1.txt
like "..." "$(cat out)" "*You are: anna*"
mv turns hidden
cli 0 "read without a digest" read
like "..." "$(cat out)" "*You are: anna*"
mv hidden turns

# A mail program has changed the digest that names the keys, and not the one beside it.
rm -r "$ADIT_HOME/games"
for how in 's/^/> /' 's/^/  /' 's/$/ /'; do
	sed "$how" t0.txt | cat t1.txt - > both.txt
	cli 0 "a digest beside another that is changed: $how" sign --no-record -d both.txt --clear --say hello
	ok "..." grep -qx "seat: anna" out
done
read_again() { "$ADIT" read t0.txt > out 2> err; }
ok "the first digest" read_again

# A digest that its host has not signed names no keys.
card=$tap_dir/keys/carl.pub
sed "s|^n: 0\$|n: 99|
	/^  seat: anna\$/{
		n
		s|: .*|: $(grep '^RW' "$card")|
		n
		s|: .*|: $(grep '^age1' "$card")|
	}" t0.txt | cat t1.txt - > both.txt
cli 1 "a forged digest is not valid" read both.txt
said "digest 99*signature"

# ---- doubt
home none dora host
cli 2 "no key has a seat" read t0.txt
said "which key? there are: dora, host"
cli 0 "the public part needs none" read --public t0.txt
home two anna bob dora
cli 2 "two keys have seats" read t0.txt
said "which key? with a seat in game *: anna, bob; name one with -k"
cli 0 "-k decides" read -k bob t0.txt
like "..." "$(cat out)" "*You are: bob*"

# ---- a name proves nothing
home named dora
cp "$tap_dir/keys/carl.pub" "$ADIT_HOME" # the public half of somebody else
adit keygen --no-passphrase bob 2> /dev/null # a key that is called as a seat of another player
cli 2 "a key with the name of a seat has no seat" read t0.txt
said "which key? there are: bob, dora"
cp "$tap_dir/keys/anna".* "$ADIT_HOME"
cli 0 "... and is not taken for the one that has" read t0.txt
like "..." "$(cat out)" "*You are: anna*"

# ---- choosing opens no secret file
home locked dora
echo 'correct horse' > pass
exits 0 "a key with a passphrase" sh -c 'exec "$ADIT" keygen --work 10 --passphrase-fd 3 erna 3< pass'
cp "$ADIT_HOME"/erna.* "$tap_dir/keys"
as_host
adit new with.db -k host --rules duel --seat erna="$tap_dir/keys/erna.pub" --seat anna --trusted-host \
	--option first=erna --now "$now" > e0.txt || exit 99
ADIT_HOME=$tap_dir/home-locked
exits 0 "the passphrase of the chosen key opens it" sh -c 'exec "$ADIT" read --passphrase-fd 3 e0.txt 3< pass'
like "..." "$(cat out)" "*You are: erna*"
home other erna anna
rm "$ADIT_HOME/anna.age"
echo garbage > "$ADIT_HOME/anna.key"
cli 2 "nor does doubt ask for one" read e0.txt
said "which key? with a seat in game *: anna, erna"

# ---- the deal: a seat that is free may be taken with any key
as_host
adit new deal.db -k host --rules duel --seat anna=keys/anna.pub --seat zoe --now "$now" > d0.txt || exit 99
home deal anna dora
cli 0 "join takes the key of a seat that is bound" join -d d0.txt
adit join -d d0.txt --clear > join.txt 2> err
ok "..." grep -qx "seat: anna" join.txt
home free bob dora
cli 2 "a free seat may be for any key" join -d d0.txt --seat zoe
said "which key? there are: bob, dora"
cli 0 "-k says which" join -k dora -d d0.txt --seat zoe --clear
cp out j-zoe.txt
as_host
ADIT_HOME=$tap_dir/home-deal adit join -d d0.txt > j-anna.txt 2> err
adit apply deal.db j-anna.txt --now "$now" > d1.txt || exit 99
adit apply deal.db j-zoe.txt --now "$now" > d2.txt || exit 99
ADIT_HOME=$tap_dir/home-free
cat d0.txt d1.txt d2.txt > all.txt
cli 0 "confirm takes the key that has joined" confirm -d all.txt --clear
ok "... whatever the other is called" grep -qx "seat: zoe" out

# ---- a key that was replaced
home rotated anna dora
cli 0 "rotate-key takes the key of the seat" rotate-key --new dora -d t0.txt
cp out rotate.txt
as_host
adit apply cave.db rotate.txt --now "$now" --out . > out || exit 99
ADIT_HOME=$tap_dir/home-rotated
cli 0 "the record has the new key" read turns
like "... which is taken from then on" "$(cat out)" "*You are: anna*"
cli 0 "..." sign --clear --say hello
cli 5 "... and not the old one" sign -k anna --clear --say hello

# ---- a receipt names the game
as_host
adit sign -k bob -d turns/000002.txt --force "place nesw at 9,9" > far 2> err || exit 99
cli 0 "an order is refused" apply cave.db --hold --now "$now" --json far
sed -n '1s/.*"receipt":"\(.*\)"}$/\1/p' out | sed 's/\\n/\n/g; s/\\\(["\\]\)/\1/g' > receipt
home receipt bob dora
cli 0 "its sender has the digest" read t0.txt
cli 0 "... and reads the receipt, with the key of the seat" read receipt
like "... which opens it" "$(cat out)" "*place nesw at 9,9*"

tap_end
