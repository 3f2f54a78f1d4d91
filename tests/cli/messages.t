#!/bin/sh
# Messages say which file and which key they are about, in plain words.  src/util/err.h has the rule.
. "${0%/*}/lib.sh"
tap_begin
table anna bob carl
cp turns/000000.txt good.txt
sed 's/^turn: 1/turn: 2/' good.txt > changed.txt
head -c 3000 good.txt > short.txt
echo hello > none.txt

# ---- of several files, the one that is wrong
for verb in 'read --public' log audit 'rebuild -k host new.db'; do
	# shellcheck disable=SC2086 # words
	cli 65 "$verb: the second file is cut off" $verb good.txt short.txt
	said ": short.txt: *a digest without a signature"
	# shellcheck disable=SC2086
	cli 1 "$verb: the second file is changed" $verb good.txt changed.txt
	said ": changed.txt: "
	# shellcheck disable=SC2086
	cli 65 "$verb: no digest in any" $verb none.txt none.txt
	said ": none.txt: no digest found"
done
cli 65 "compare: no digest in the second" compare good.txt none.txt
said ": none.txt: no digest found"
cli 65 "... in the first" compare none.txt good.txt
said ": none.txt: no digest found"
cli 1 "compare: the second is changed" compare good.txt changed.txt
said ": changed.txt: "
cli 65 "audit: a game file" audit cave.db
said "cave.db is a game file, not a digest; adit digest --all GAME.db prints its digests"
cli 5 "one that is not there" read good.txt nowhere.txt --public
said "cannot open nowhere.txt"
exits 65 "apply: none has an order" adit apply cave.db none.txt short.txt
ok "... a line for each file" sh -c 'grep -q "^adit: apply: none.txt: " err && grep -q "^adit: apply: short.txt: " err'
not_ok "nothing is rebuilt" test -e new.db

# ---- a wrong passphrase names the file that it does not open
printf 'right\n' > right
printf 'wrong\n' > wrong
adit keygen --work 10 --passphrase-fd 7 dora 7< right 2> /dev/null || exit 99
adit new two.db -k host --rules saboteur --seat anna --seat bob --seat dora --trusted-host --option first=dora \
	--now "$now" > two.txt || exit 99
cli 1 "a wrong passphrase, to read" read -k dora two.txt --passphrase-fd 7 7< wrong
said ": $ADIT_HOME/dora.age: *wrong passphrase"
cli 1 "a wrong passphrase, to sign" sign -k dora -d two.txt --passphrase-fd 7 "discard map" --force 7< wrong
said ": $ADIT_HOME/dora.*: *wrong passphrase"
cli 0 "the right one" read -k dora two.txt --passphrase-fd 7 7< right

# ---- a folder may be named with a slash at its end
mkdir tables empty
: > tables/x.db
for folder in tables/ tables//; do
	cli 65 "status $folder" status $folder
	said ": tables/x.db: an empty file"
done
cli 0 "status of a folder without tables" status empty/
said "no table in empty/: no file GAME.db"
cli 0 "digests below a folder" digest cave.db --out below//
is "... are printed with single slashes" "$(cat out)" below/turns/000000.txt
not_ok "... in a folder that is a file" adit digest cave.db --out none.txt/
ADIT_HOME=$tap_dir/keys//
cli 5 "a home with slashes at its end" key nobody
said "cannot open $tap_dir/keys/nobody.pub"
cli 0 "files for minisign and age" read good.txt -k anna --export=empty//

# ---- what is missing is named, with what there is to choose from
cli 2 "new without rules" new x.db -k host --seat anna
said "--rules is missing; --rules takes: saboteur, saboteur2, duel, dark-cave"
cli 2 "simulate without players" simulate --rules saboteur
said "--players is missing; saboteur is for 3 to 10 seats: --players 3"
rm -r turns
mkdir nobody
ADIT_HOME=$tap_dir/nobody
cli 2 "read without a digest" read --public
said "no digest given; name a file or a folder"
cli 2 "a page of two tables" page good.txt two.txt
said "several tables need --html and --site=OUT"

ADIT_HOME=$tap_dir/keys

# ---- where keys are
ADIT_HOME=$tap_dir/new
cli 0 "keygen" keygen --no-passphrase erna
said "made key erna, fingerprint *; give $tap_dir/new/erna.pub to others"
is "... makes what the page lists" "$(cd new && echo *)" "erna.age erna.key erna.pub"
cli 0 "keygen of a path" keygen --no-passphrase here/fred
said "made key fred, fingerprint *; give here/fred.pub to others"
is "... there" "$(cd here && echo *)" "fred.age fred.key fred.pub"

# ---- git-adit
exits 2 "adit alone" adit
exits 2 "git-adit alone" sh "$top_srcdir/src/git-adit"
like "... prints its help" "$(cat err)" "*git adit init DIR*"
mv err help
exits 0 "git-adit --help" sh "$top_srcdir/src/git-adit" --help
ok "... the same" cmp out help

# ---- no message is a question and an answer
not_ok "no question before a hint" grep -rnE 'err_set\(.*\?"\);' "$top_srcdir/src" --include=*.c
tap_end
