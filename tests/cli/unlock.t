#!/bin/sh
# A verb unlocks the secret file that it needs, and no other; what it checked with both, it checks.
. "${0%/*}/lib.sh"
tap_begin

echo 'correct horse' > pass
echo 'wrong horse' > wrong
export ADIT_HOME="$tap_dir/keys"
mkdir -m 700 keys other third

# Of each key two more with its name: one with another passphrase, one with the same.
for key in anna bob carl host new; do
	adit keygen --work 10 --passphrase-fd 3 $key 3< pass 2> /dev/null
	adit keygen --work 10 --passphrase-fd 3 ./other/$key 3< wrong 2> /dev/null
	adit keygen --work 10 --passphrase-fd 3 ./third/$key 3< pass 2> /dev/null
done

# with CODE "what" ARGUMENT...: given the passphrase; for those that two keys sign, twice.
with()
{
	cat pass pass > both
	code=$1
	what=$2
	shift 2
	exits "$code" "$what" adit "$@" --passphrase-fd 3 3< both
}

# put FOLDER FILE: in the place of the key's own; back: that again.
put() { cp "$1/$2" keys; }
back() { put kept "$1"; }

# needs KEY FILES CODE "what" ARGUMENT...: of KEY's two files only these (key, age) are unlocked, and
# where they cannot be, that is what is wrong, and nobody is accused for it.
needs()
{
	key=$1
	files=$2
	result=$3
	verb=$4
	shift 4
	for file in $files; do
		put other "$key.$file"
		with 1 "$verb: NAME.$file has another passphrase" "$@"
		said "adit: *: */$key.*: *: wrong passphrase"
		put third "$key.$file"
		with 1 "$verb: NAME.$file is of another key" "$@"
		said "adit: *keys/$key.pub is not the public half of the secret key beside it"
		is "... one line, without an accusation" "$(grep -c . err) $(grep -c cheat err)" "1 0"
		back "$key.$file"
	done
	for file in key age; do
		case " $files " in
		*" $file "*) ;;
		*) put other "$key.$file" ;;
		esac
	done
	with "$result" "$verb: unlocks $files" "$@"
	back "$key.key"
	back "$key.age"
}
cp -r keys kept

# ---- before the deal: where shares are, it takes both files to know whose they are
needs host key 0 "new" new cave.db -k host --rules saboteur \
	--seat anna --seat bob --seat carl --out game
needs anna "" 0 "read, before anybody has joined" read game -k anna
needs anna key 0 "join, as the first" join -k anna -d game
cp out order
needs host "key age" 0 "apply, of a sealed order" apply cave.db order --out game
for who in bob carl; do
	needs $who "key age" 0 "join" join -k $who -d game
	adit apply cave.db out --out game --passphrase-fd 3 3< pass > /dev/null 2>&1
	needs $who "key age" 0 "read: is the commitment the one of this key?" read game -k $who
done
for who in anna bob carl; do
	needs $who "key age" 0 "confirm" confirm -k $who -d game --clear
	cp out clear.txt
	needs host key 0 "apply, of an order in clear" apply cave.db clear.txt --out game
done

# ---- play
needs anna "key age" 0 "read: the deal, and the view" read game -k anna
turn=$(sed -n 's/^next: //p' game/turns/000006.txt)
needs "$turn" "key age" 0 "read --suggest, of the same" read game -k "$turn" --suggest
line=$(cat out)
# shellcheck disable=SC2086 # words
needs "$turn" "key age" 0 "sign" sign -k "$turn" -d game $line
cp out order
needs host age 0 "order" order order -k host
needs host "key age" 0 "apply" apply cave.db order --out game
needs bob age 0 "read, in the middle of the game" read game/turns/000007.txt -k bob
needs bob age 0 "read, from the record" read -k bob
for who in anna bob carl; do
	if adit read game -k $who --moves --passphrase-fd 3 3< pass > moves 2> /dev/null && [ -s moves ]; then
		needs $who "key age" 0 "read --sign" read game -k $who --sign "$(head -n 1 moves)"
	fi
done
needs anna age 6 "audit" audit game -k anna
needs host key 0 "fsck" fsck cave.db -k host
needs host "key age" 0 "rebuild" rebuild -k host again.db game
needs host key 0 "undo" undo cave.db --to 6 --reason slip --out game
needs bob "key age" 0 "rotate-key" rotate-key -k bob --new new -d game
needs new key 0 "rotate-key: of the new key" rotate-key -k bob --new new -d game

# ---- asked once, and only where something is to be unlocked
printf '#!/bin/sh\ncat "$PWD/pass"; echo "$*" >> asked\n' > ask
chmod +x ask
export ADIT_ASKPASS="$tap_dir/ask"
: > asked
cli 0 "sign needs both" sign -k anna -d game --say hello
is "... and asks once" "$(cat asked)" "passphrase of anna: "
: > asked
cli 0 "what everybody may know" read game --public
is "... is read without" "$(cat asked)" ""
cli 2 "what is wrong with the arguments" sign -k anna -d game --turn soon discard map
is "... is said before" "$(cat asked)" ""
put other anna.key
cli 1 "the second file has another passphrase" sign -k anna -d game --say hello
is "... it is asked once all the same" "$(cat asked)" "passphrase of anna: "
back anna.key

# ---- files that are not as they should be: said of both, whichever is needed
without="without one, make another key with adit keygen, and the host can give your seat to it: adit seat"
for file in key age; do
	rm keys/anna.$file
	cli 5 "no NAME.$file" read game -k anna
	is "... is said, and what to do" "$(cat err)" \
		"adit: read: no secret key anna: $ADIT_HOME/anna.$file does not exist; restore it from a backup; $without"
	mkfifo keys/anna.$file
	cli 1 "a FIFO" read game -k anna
	rm keys/anna.$file
	ln -s "$tap_dir/kept/anna.$file" keys
	cli 1 "a link" read game -k anna
	said "symbolic link"
	rm keys/anna.$file
	echo 'no key' > keys/anna.$file
	cli 1 "open to others" read game -k anna
	said "chmod 600"
	chmod 600 keys/anna.$file
	cli 65 "garbage" read game -k anna
	back anna.$file
done
: > asked
put third anna.pub
cli 1 "another's card" read game -k anna
said "is not the public half of the secret key beside it"
head -n 2 kept/anna.pub > half
tail -n 2 third/anna.pub | cat half - > keys/anna.pub
cli 1 "the card of two keys" read game -k anna
tail -n 2 kept/anna.pub > half
head -n 2 third/anna.pub | cat - half > keys/anna.pub
cli 0 "... the other way, where that half is not used" read game/turns/000007.txt -k anna
cli 1 "... where it is" sign -k anna -d game --say hello
cli 1 "... and where it is to tell whose a share is" read game/turns/000006.txt -k anna
rm keys/anna.pub
: > asked
put other anna.key
cli 1 "no card: what a key is tells both its files" read game/turns/000007.txt -k anna
said "minisign key: wrong passphrase"
back anna.key
cli 0 "... and they do" read game/turns/000007.txt -k anna
back anna.pub
tap_end
