#!/bin/sh
# keygen and key: where keys are, who may read them, that none is ever lost.
# shellcheck disable=SC2016 # scripts in single quotes are for another shell
. "${0%/*}/lib.sh"
tap_begin

# ---- where
cli 0 "a key in ~/.config/adit" keygen --no-passphrase anna
ok "... is there" test -f "$HOME/.config/adit/anna.key"
is "the folder is private" "$(stat -c %a "$HOME/.config/adit")" 700
is "NAME.key is private" "$(stat -c %a "$HOME/.config/adit/anna.key")" 600
is "NAME.age is private" "$(stat -c %a "$HOME/.config/adit/anna.age")" 600
is "NAME.pub is public" "$(stat -c %a "$HOME/.config/adit/anna.pub")" 644
XDG_CONFIG_HOME=$tap_dir/xdg exits 0 "a key in XDG_CONFIG_HOME" adit keygen --no-passphrase anna
ok "... is there" test -f xdg/adit/anna.pub
ADIT_HOME=$tap_dir/own XDG_CONFIG_HOME=$tap_dir/xdg \
	exits 0 "ADIT_HOME comes first" adit keygen --no-passphrase anna
ok "... is there" test -f own/anna.pub
cli 0 "a path" keygen --no-passphrase ./here/bob
ok "... is there" test -f here/bob.age
(
	umask 0
	adit keygen --no-passphrase carl 2> /dev/null
)
is "no umask opens a secret" "$(stat -c %a "$HOME/.config/adit/carl.key")" 600
export ADIT_HOME="$tap_dir/keys"
HOME='' ADIT_HOME='' exits 5 "no home" adit keygen --no-passphrase anna
said "set ADIT_HOME"

# ---- names
for name in Anna '' 1a 'a b' a/ ../ -- a.b aaaaaaaaaaaaaaaaaaaaa none; do
	cli 2 "\"$name\" is no name" keygen --no-passphrase -- "$name"
done

# ---- never overwritten
keys anna
cp -r keys before
cli 73 "a key is not made twice" keygen --no-passphrase anna
said "is there already and is not overwritten"
ok "... nothing changed" diff -r before keys
for suffix in key age pub; do
	mkdir "lone-$suffix"
	echo mine > "lone-$suffix/bob.$suffix"
	cli 73 "bob.$suffix is there" keygen --no-passphrase "./lone-$suffix/bob"
	is "... all three files or none" "$(ls "lone-$suffix")" "bob.$suffix"
	is "... and is as it was" "$(cat "lone-$suffix/bob.$suffix")" mine
	mkdir "link-$suffix"
	ln -s /nowhere "link-$suffix/bob.$suffix"
	cli 73 "bob.$suffix is a dangling link" keygen --no-passphrase "./link-$suffix/bob"
	is "... it is not followed, nothing else is made" "$(ls "link-$suffix")" "bob.$suffix"
done

# ---- passphrases
exits 2 "no terminal, no passphrase" sh -c 'setsid "$ADIT" keygen bob < /dev/null'
said "give --passphrase-fd N, ADIT_ASKPASS, or --no-passphrase"
cli 2 "both" keygen --no-passphrase --passphrase-fd 3 bob
ok "neither left a file" test ! -e keys/bob.pub
echo 'correct horse' > pass
exits 0 "a passphrase from a descriptor" sh -c 'exec "$ADIT" keygen --passphrase-fd 3 bob 3< pass'
ok "... locks NAME.age" grep -q 'BEGIN AGE ENCRYPTED FILE' keys/bob.age
ok "... is in neither file" sh -c '! grep -q horse keys/bob.key keys/bob.age'
keys carl dora host
adit new x.db -k host --rules saboteur --seat bob --seat carl --seat dora --trusted-host \
	--option first=bob > x0.txt
exits 0 "the passphrase unlocks both" sh -c '"$ADIT" read x0.txt -k bob --moves --passphrase-fd 3 3< pass'
ok "..." test -s out
printf '#!/bin/sh\ncat "$PWD/pass"; echo "$*" > asked\n' > ask
chmod +x ask
exits 0 "... from a program" sh -c 'ADIT_ASKPASS=./ask exec setsid "$ADIT" read x0.txt -k bob --moves < /dev/null'
is "... which is told whose" "$(cat asked)" "passphrase of bob: "
ok "..." test -s out
exits 2 "a program that fails" sh -c 'ADIT_ASKPASS=false exec setsid "$ADIT" read x0.txt -k bob --moves < /dev/null'
said "false gives no passphrase"
exits 2 "... that is none" sh -c 'ADIT_ASKPASS="./ask; touch shell" exec setsid "$ADIT" read x0.txt -k bob --moves < /dev/null'
ok "... no shell is asked" test ! -e shell
exits 0 "keygen asks it, too" sh -c 'ADIT_ASKPASS=./ask exec setsid "$ADIT" keygen --work 10 ./here/erna < /dev/null'
ok "... and takes the work" sh -c 'head -n 3 here/erna.age | grep -q BEGIN'
for work in 9 21 x; do
	cli 2 "work $work" keygen --passphrase-fd 3 --work $work ./here/fred
done
cli 2 "work without a passphrase" keygen --no-passphrase --work 12 ./here/fred
echo 'wrong horse' > wrong
exits 1 "a wrong one does not" sh -c '"$ADIT" read x0.txt -k bob --moves --passphrase-fd 3 3< wrong'
like "... and is not told" "$(cat err)" "adit: read: */bob.age: *"
ok "... in no way" sh -c '! grep -q wrong.horse err'
exits 2 "a locked key and nobody to ask" sh -c 'setsid "$ADIT" read x0.txt -k bob --moves < /dev/null'
said "--passphrase-fd N"
rm keys/carl.* keys/dora.* keys/host.*
: > empty
exits 2 "an empty passphrase" sh -c 'exec "$ADIT" keygen --passphrase-fd 3 carl 3< empty'
cli 2 "a descriptor that is not open" keygen --passphrase-fd 77 carl
ok "neither left a file" test ! -e keys/carl.pub

# ---- key
cli 0 "key NAME" key anna
grep -v fingerprint out > card
ok "prints the card" cmp card keys/anna.pub
fingerprint=$(sed -n 's/^# fingerprint //p' out)
cp out card
cli 0 "what it prints is a card again" key - < card
is "a fingerprint has 26 characters" "${#fingerprint}" 26
cli 0 "key FILE.pub" key keys/anna.pub
like "the same fingerprint" "$(cat out)" "*# fingerprint $fingerprint"
cli 0 "key --json" key --json anna
like "has everything" "$(cat out)" \
	"{\"name\":\"anna\",\"sign\":\"RW*\",\"age\":\"age1*\",\"fingerprint\":\"$fingerprint\",\"secret\":true}"
rm keys/bob.key
cli 0 "key lists" key
like "secret ones" "$(cat out)" "anna *$fingerprint  secret*"
like "and public ones" "$(cat out)" "*bob *public"
cli 5 "a key that is not there" key nobody
echo garbage > keys/dora.pub
cli 65 "a card that is none" key dora
exits 0 "... does not hide the others in the list" adit key
ok "..." grep -q '^anna ' out
cli 2 "a name that is none" key 'a b'

# ---- an age key in a form that age does not make: the number 9 with the top bit set
sed 's/^age1.*/age1pyqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqzqqyr3apl/' keys/anna.pub > odd.pub
cli 0 "an odd age key can be looked at" key odd.pub
for option in --seat=zoe=odd.pub --operator=odd.pub --standby=odd.pub; do
	cli 65 "... and comes into no game: $option" new odd.db -k anna --rules saboteur2 "$option" --seat anna --seat bob \
		--allow-host-seat --limit 1d
	said "odd.pub: age makes no such public key"
done

# ---- loading a secret key
table_dir=$tap_dir/keys
keys host
cli 5 "no such key" sign -k nobody -d x
said "there are: anna, host"
cli 5 "several keys, none named, no digest" sign -d x hello
chmod 640 keys/anna.key
cli 1 "a secret others may read" sign -k anna -d x hello
said "chmod 600 $table_dir/anna.key"
chmod 600 keys/anna.key
mv keys/anna.age real.age
ln -s ../real.age keys/anna.age
cli 1 "a secret behind a link" sign -k anna -d x hello
rm keys/anna.age
cli 5 "half a key" sign -k anna -d x hello
hint="; restore it from a backup; without one, make another key with adit keygen, and the host can give your seat to it: adit seat"
said "$table_dir/anna.age does not exist$hint"
cp real.age keys/anna.age
chmod 600 keys/anna.age
mv keys/anna.key real.key
cli 5 "the other half" sign -k anna -d x hello
said "$table_dir/anna.key does not exist$hint"
mv real.key keys/anna.key
rm keys/anna.age
cp real.age keys/anna.age
chmod 600 keys/anna.age
cp keys/host.pub keys/anna.pub
cli 1 "a card of another key beside it" sign -k anna -d x hello
said "anna.pub is not the public half"
rm keys/anna.pub
echo garbage > keys/anna.key
cli 65 "a secret key that is none" sign -k anna -d x hello

tap_end
