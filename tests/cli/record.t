#!/bin/sh
# What a home keeps of a game: digests, views and orders; what `read`, `sign`, `audit` and `compare` take
# from it.
# shellcheck disable=SC2016 # scripts in single quotes are for another shell
. "${0%/*}/lib.sh"
tap_begin

table anna bob carl
game=$(sed -n 's/^game: //p' turns/000000.txt)
mine=$ADIT_HOME/games/$game

# play KEY: KEY's first order on the newest digest, made without a record
play()
{
	adit sign --no-record -k "$1" -d "$(newest)" "$(adit read --no-record "$(newest)" -k "$1" --moves |
		head -n 1)" > order || exit 99
	adit apply cave.db order --out . > /dev/null 2>&1 || exit 99
}
play anna
play bob
play carl
play anna
rm -r "$ADIT_HOME/games"
cli 0 "the game" digest cave.db 3 --seat anna
cp out for-anna
mkdir elsewhere
cd elsewhere || exit 99

# ---- digests are kept
cli 2 "nothing was read, and no digest given" read -k anna
cli 0 "a digest by mail" read ../for-anna -k anna
is "is kept, in a folder" "$(cd "$ADIT_HOME" && find games -type f | sort)" "games/$game/pins
games/$game/read-anna
games/$game/turns/000003.txt"
is "... of one's own" "$(stat -c %a "$mine")" 700
ok "... as it came" cmp ../for-anna "$mine/turns/000003.txt"
cli 0 "read alone shows it" read -k anna
like "..." "$(cat out)" "*Digest 3 of *You are: anna*"
cp out shown
cli 0 "... an empty file is nothing to read" read -k anna < /dev/null
ok "..." cmp shown out
exits 0 "... nor is an empty pipe" sh -c ': | "$ADIT" read -k anna'
ok "..." cmp shown out
exits 0 "a pipe that has something comes first" sh -c '"$ADIT" digest ../cave.db 0 | "$ADIT" read -k anna'
like "..." "$(cat out)" "*Digest 0 of *"
said "digest 0 is not the newest: digest 3 was read here before"
said "digests 1 and 2 of game $game are missing: request them from the host"
cli 0 "digest 2 comes" read ../turns/000002.txt -k anna
said "digest 1 of game $game is missing: request them from the host"
cli 0 "... and 1" read ../turns/000001.txt -k anna
ok "... nothing is missing" sh -c '! grep missing err'
ok "only the own view is kept" sh -c 'test "$(grep -c "BEGIN AGE" "$1"/turns/000002.txt)" = 1' - "$mine"
cli 5 "another key finds none" read -k bob
said "give the key of your seat with -k, or read a copy that has its view"
cli 0 "... its own reading adds it" read ../turns/000003.txt -k bob
cli 0 "... and then it is there" read -k bob
cli 0 "... beside the first" read -k anna
cp -r "$mine" before
cli 0 "what is known already" read ../turns -k bob --no-record
ok "--no-record keeps nothing but what was seen" diff -r before/turns "$mine/turns"
is "..." "$(diff before/pins "$mine/pins" | sed -n 's/^> \([0-9]*\) .*/\1/p')" 4
rm -r "$mine"
cp -r before "$mine"
cli 0 "what everybody may know" read ../turns/000004.txt --public
ok "... is kept without a view" sh -c '! grep -q "BEGIN AGE" "$1"/turns/000004.txt' - "$mine"
cli 0 "the same for all" read --public
like "..." "$(cat out)" "*Digest 4 of *"

# ---- other verbs have their folder
cli 6 "audit" audit
ok "..." grep -q '^PASS     digest 0-4 *chain' out
cli 6 "audit -g" audit -g "$game"
cli 2 "audit -g beside a digest" audit -g "$game" ../turns
cli 0 "compare with what was read" compare ../turns
sed 's/^turn: .*/turn: 9/' ../turns/000004.txt > forged
cli 65 "compare with what is no digest" compare /dev/null
cli 0 "somebody else's folder" compare ../turns "$mine"
cli 0 "bob reads the newest" read ../turns/000004.txt -k bob
order=$(adit read -k bob --moves | head -n 1)
# shellcheck disable=SC2086 # words
cli 0 "sign needs no -d" sign -k bob $order
cp out order
is "the order is kept" "$(cd "$mine/orders" && find . -type f | sed 's/-[^-]*$//')" ./000004-bob
is "... privately" "$(stat -c %a "$mine"/orders/*)" 600
ok "... sealed" sh -c '! grep -rq "$1" "$2"/orders' - "$order" "$mine"
# shellcheck disable=SC2086
cli 0 "--no-record" sign -k bob --no-record $order
is "... keeps none" "$(find "$mine/orders" -type f | wc -l)" 1
cli 0 "what was kept can be sent" apply ../cave.db "$mine"/orders/*
cli 0 "... and is the same order" apply ../cave.db order

# ---- the history, without the game file
cli 0 "bob reads all of it" read ../turns -k bob
adit digest ../cave.db 5 > five
cli 0 "and what came since" read five -k bob
adit log ../cave.db > from-file
adit log --json ../cave.db > from-file.json
cli 0 "log" log
ok "... says what the game file says" cmp out from-file
cli 0 "log --json" log --json
ok "..." cmp out from-file.json
cli 0 "log -g" log -g "$game"
ok "..." cmp out from-file
cli 0 "log of a folder, and of a digest" log ../turns five
ok "..." cmp out from-file
cli 2 "log -g beside a folder" log -g "$game" ../turns
sed 's/^turn: .*/turn: 9/' ../turns/000001.txt > forged
cli 1 "log of what is not signed" log forged
is "... tells nothing" "$(cat out)" ""
mv "$mine/turns/000002.txt" away
cli 0 "log with a gap" log
said "digest 2 of game $game is missing: request them from the host"
is "... has the others" "$(grep -c UTC out)" "$(($(grep -c UTC from-file) - 1))"
mv away "$mine/turns/000002.txt"

# ---- several games
cli 0 "another game" new ../second.db -k host --rules duel --seat anna --seat bob --trusted-host \
	--option first=anna --now "$now" --id second
cp out second.txt
cli 0 "is read, too" read second.txt -k anna
cli 0 "now read lists the games" read
is "..." "$(sed 's/:.*//' out | sort)" "$(printf 'game %s, saboteur, digest 5, round 1 of 3, turn 6, to move\ngame second, duel, digest 0, round 1 of 3, turn 1, to move\n' "$game" | sort)"
said "read one of them with -g GAME"
cli 0 "... with a key" read -k bob
cli 5 "... but not with one that is not there" read -k nobody
said "nobody"
cli 2 "log asks" log
said "which game? there are: *, *; name one with -g"
cli 0 "... with --json" read --json
is "..." "$(grep -c '"game":"' out)" 2
cli 2 "sign asks" sign -k anna discard 1
said "which game? there are: *, *; name one with -g"
cli 0 "read -g" read -g second -k anna
like "..." "$(cat out)" "*game second*"
cli 5 "a game that nobody read" read -g third -k anna
said "no digest of game third was read here yet"
cli 65 "a game's name that is a path" read -g ../../keys -k anna
rm -r "$ADIT_HOME/games/second"

# ---- since the own last turn, and what became of the orders
cd ..
mkdir tale
cd tale || exit 99
adit new tale.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host \
	--option first=anna --now "$now" --id tale > 0.txt || exit 99
# tell KEY FILE ORDER...: sign in tale, apply, FILE is the digest
tell()
{
	tell_key=$1
	tell_file=$2
	shift 2
	adit sign -g tale -k "$tell_key" "$@" > order && adit apply tale.db order > "$tell_file" 2> err ||
		exit 99
	for key in anna bob carl; do
		adit read "$tell_file" -k $key > out.$key 2>&1 || exit 99
	done
}
for key in anna bob carl; do
	adit read 0.txt -k $key > out
done
order=$(adit read -g tale -k anna --moves | head -n 1)
# shellcheck disable=SC2086 # words
tell anna 1.txt $order
for i in 2 3 4 5 6 7; do
	tell bob $i.txt --say "word $i"
done
cli 0 "six are said; anna reads" read -g tale -k anna
ok "... they are told" grep -qx '    | word 7' out
ok "... and nothing is pushed out" grep -q '^  you d' out
ok "... under its heading" grep -qx 'Since your last turn' out
ok "... once" sh -c 'test "$(grep -c "you draw" out)" = 1 && ! grep -q "anna draws" out'
kind=$(sed -n 's/^  you draw //p' out)
# However many of that kind are in the hand by now.
ok "what was drawn is marked" grep -q -e "$kind\( ([2-9])\)\{0,1\}\*" out
ok "the order was taken" grep -qx "  $order: taken as 1" out
order=$(adit read -g tale -k bob --moves | head -n 1)
# shellcheck disable=SC2086
tell bob 8.txt $order
cli 0 "bob reads" read -g tale -k bob
ok "... his words are before his turn" sh -c '! grep -q "word 7" out'
ok "... but their fate is not older than that" sh -c '! grep -q "word 6\": taken" out'
cli 0 "everybody reads what is new" read 8.txt --public
ok "... which was read before" grep -qx 'What happened' out
adit sign -g tale -k anna --turn next "discard 1 to 3 of map" > order 2> err ||
	adit sign -g tale -k anna --turn next --force "discard map" > order || exit 99
cli 0 "an order that was not sent" read -g tale -k anna
ok "... is in no digest" grep -q ': in no digest yet: wait, or send this file again$' out
cli 0 "... for programs" read -g tale -k anna --json
ok "..." grep -q '"orders":\[.*"do":\["discard [^]]*\],"say":null,"result":"none","n":null}' out
cli 0 "... as before" read -g tale -k anna
file=$(sed -n 's|^    \(/.*\.txt\)$|\1|p' out)
cli 0 "... and can be sent" apply tale.db "$file"
cp out 9.txt
cli 0 "it is read" read 9.txt -k anna
ok "... kept" grep -q ': kept in 9, it waits$' out
ok "... and what waits is shown, from the record" grep -q '^  do: discard' out
tell anna 10.txt --turn next cancel
cli 0 "it is taken back" read -g tale -k anna
ok "..." grep -q ': kept in 9, then dropped$' out
ok "all of it was signed here" sh -c '! grep -q "was not signed here" out'
adit sign -g tale -k anna --turn next --seq 1 --force "discard map" > late || exit 99
cli 4 "what comes too late is refused" apply tale.db late
cli 0 "anna reads" read -g tale -k anna
ok "... that it will never be taken" sh -c 'tr -s " \n" " " < out | grep -q ": in no digest, and too late for any: "'
cli 0 "..." read -g tale -k anna --json
ok "... and programs" grep -q '"result":"late","n":null}' out
ok "... and of the one that was dropped" grep -q '"result":"dropped","n":9}' out
adit read --no-record 10.txt -k carl --moves | head -n 1 > wish
cli 0 "read and sign in one run" read 10.txt -k carl --sign "$(cat wish)"
cp out order
ok "... prints the block alone" sh -c 'test "$(head -n 1 out)" = "-----BEGIN AGE ENCRYPTED FILE-----" &&
	test "$(tail -n 1 out)" = "-----END AGE ENCRYPTED FILE-----"'
cli 3 "... that is possible" read 10.txt -k carl --sign 'place nesw at 40,40'
cli 4 "... not on an older digest" read 9.txt -k carl --sign "$(cat wish)"
cli 2 "... and goes without --public" read 10.txt --public --sign "$(cat wish)"
cli 0 "... it can be applied" apply tale.db order
rm "$ADIT_HOME/games/tale/turns/000005.txt"
cli 0 "a gap" read -g tale -k anna
said "digest 5 of game tale is missing: request them from the host"
ok "... ends the story" sh -c '! grep -q "word [1-5]" out && grep -q "word 6" out'
cd ../elsewhere || exit 99
rm -r "$ADIT_HOME/games/tale"

# ---- what a mail does to a digest
# mangled NAME COMMAND: a digest changed by this filter is still read, and gives its own text
mangled()
{
	sh -c "$2" < ../turns/000003.txt > mangled
	cli 0 "a digest $1" read mangled -k carl --no-record
	like "..." "$(cat out)" "*Digest 3 of *You are: carl*"
	cat ../turns/000002.txt mangled > both
	cli 0 "... beside another as it was sent" read both -k carl --no-record
	like "..." "$(cat out)" "*Digest 3 of *You are: carl*"
}
bom=$(printf '\357\273\277')
nbsp=$(printf '\302\240')
mangled "that is quoted" 'echo "On Sunday Bob wrote:"; sed "s/^/> /"'
mangled "quoted twice" 'sed "s/^/> > /"'
mangled "quoted tightly" 'sed "s/^/>/"'
mangled "quoted, where empty lines have no mark" 'sed "s/^/> /; s/^> \$//"'
mangled "quoted, with trailing blanks cut" 'sed "s/^/> /; s/ *\$//"'
mangled "answered between the lines" 'sed "s/^/> /; 20a\\
Nice move!"'
mangled "space-stuffed" 'sed "s/^ /  /"'
mangled "space-stuffed and quoted" 'sed "s/^ /  /; s/^/> /"'
mangled "indented" 'sed "s/^/    /"'
mangled "with CR" 'sed "s/\$/$(printf "\r")/"'
mangled "with trailing blanks" 'sed "s/\$/  /"'
mangled "with no-break spaces" "sed 's/ /$nbsp/g'"
mangled "with a byte order mark" "printf '$bom'; cat"
mangled "with all of it" "printf '$bom'; sed 's/^ /  /; s/\$/ /; s/^/>$nbsp/; s/  /$nbsp /g'"
# What shows nothing: a byte order mark, zero-width space and joiner, soft hyphen, left-to-right mark, isolate.
for octal in '\357\273\277' '\342\200\213' '\342\200\215' '\302\255' '\342\200\216' '\342\201\246'; do
	# shellcheck disable=SC2059
	hidden=$(printf "$octal")
	mangled "with $octal before each line" "sed 's/^/$hidden/'"
	mangled "... behind each line" "sed 's/\$/$hidden/'"
	mangled "... in each word, of signatures and armor too" "sed 's/[0-9A-Za-z]/&$hidden/g'"
	mangled "... in the heading alone" "sed '1s/-/-$hidden/'"
	mangled "... in the signature alone" "sed '/^sig:/,\$s/^RU/R${hidden}U/'"
	mangled "... quoted" "sed 's/^/> $hidden/; s/ /$hidden /2'"
done
{
	cat ../turns/000002.txt
	printf %s "$bom"
	cat ../turns/000003.txt
} > mangled
cli 0 "one behind another, with a byte order mark" read mangled -k carl --no-record
like "... is not missed" "$(cat out)" "*Digest 3 of *You are: carl*"
{
	sed 's/^/> /' ../turns/000002.txt
	sed 's/^ /  /' ../turns/000003.txt
	cat ../turns/000004.txt
} > mixed
cli 0 "three in three ways" read mixed -k carl --no-record
like "..." "$(cat out)" "*Digest 4 of *"
sed 's/^/> /; s/^> turn: .*/> turn: 9/' ../turns/000003.txt > mangled
cli 1 "what was changed besides is not believed" read mangled -k carl --no-record
cat ../turns/000004.txt mangled > mixed
cli 0 "... nor in the way of another" read mixed -k carl --no-record
like "..." "$(cat out)" "*Digest 4 of *"
adit new other.db -k host --rules duel --seat anna --seat bob --trusted-host | sed 's/^/> /' >> mixed
cli 0 "... nor is the digest of another table that is quoted" read mixed -k carl --no-record
like "..." "$(cat out)" "*Digest 4 of *"
head -n 30 ../turns/000003.txt | sed 's/^/> /' > mangled
cli 65 "a quotation that is cut off" read mangled -k carl --no-record
# What wraps long lines cannot be undone, and is nobody's fault.
again="get the file again: a mail program may have changed its text"
while read -r status beside wrap; do
	$wrap ../turns/000003.txt > mangled
	cat ../turns/000002.txt mangled > mixed
	cli "$status" "$wrap: read" read -k carl --no-record mangled
	said "; $again"
	cli "$status" "$wrap: sign" sign -k carl --no-record -d mangled pass
	said "; $again"
	cli "$beside" "$wrap: read beside another" read -k carl --no-record mixed
	said "; $again"
	cli "$status" "$wrap: audit" audit mangled
	said "*changed *"
done <<END
65 65 fold -w 50
65 65 fold -s -w 50
65 1 fold -w 60
65 65 fold -s -w 60
1 1 fold -w 70
1 1 fold -s -w 70
END

# ---- two at once, trouble, strangers
rm -r "$mine"
for i in 0 1 2 3 4; do
	for key in anna bob carl; do
		adit read "../turns/00000$i.txt" -k $key > /dev/null 2>&1 &
	done
done
wait
is "fifteen readers at once: nothing seen is lost" "$(sed -n 's/^\([0-9]\) .*/\1/p' "$mine/pins" | sort | tr -d '\n')" 01234
is "... no view is" "$(cat "$mine"/turns/00000[1-4].txt | grep -c 'BEGIN AGE')" 12
rm "$mine/turns/000003.txt"
ln -s ../../../../elsewhere/forged "$mine/turns/000003.txt"
mkfifo "$mine/turns/000002.fifo"
rm "$mine/turns/000002.txt"
mv "$mine/turns/000002.fifo" "$mine/turns/000002.txt"
cp forged forged.was
exits 0 "a link and a FIFO among them" timeout 20 "$ADIT" read ../turns -k anna
said "warning: the digests seen are not recorded: *000002.txt is a FIFO"
rm "$mine/turns/000002.txt"
cli 0 "a link" read ../turns -k anna
said "000003.txt is a symbolic link"
ok "... is not written through" cmp forged forged.was
rm "$mine/turns/000003.txt"
printf 'adit-digest v3\n' > "$mine/turns/000001.txt"
cli 0 "what a power cut left is replaced" read ../turns -k anna
ok "..." grep -q '^sig:' "$mine/turns/000001.txt"
ok "... and a folder that is whole says nothing" test ! -s err
rm -r "$mine"
exits 0 "a full disk: a warning" sh -c 'ulimit -f 1; exec "$ADIT" read ../turns/000004.txt -k anna > /dev/null'
said "warning: the digests seen are not recorded"
rm -rf "$mine"
cli 0 "the first history" read ../turns/000004.txt -k anna
rm "$mine/pins"
forget
cp ../cave.db late.db
rm ../cave.db
(cd .. && adit new cave.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host \
	--option first=anna --now "$now" --id "$game") > other0 || exit 99
cp "$mine/turns/000004.txt" kept
sed 's/^n: 0/n: 4/' other0 > forged
cli 1 "a forged digest 4" read forged -k anna
ok "... replaces nothing" cmp kept "$mine/turns/000004.txt"
cli 0 "another table, whose pins were removed" read other0 -k anna
cp other0 "$mine/turns/000004.txt"
rm "$mine/pins"
cli 0 "what is no digest 4 is none" read ../turns/000004.txt -k anna

# ---- what was not signed here
mkdir "$HOME/foreign" && cd "$HOME/foreign" || exit 99
adit new f.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host \
	--now "$now" --id foreign > 0.txt || exit 99
adit read 0.txt -k anna > out || exit 99
adit sign -d 0.txt -k anna --say "from here" > order && adit apply f.db order > 1.txt 2> err || exit 99
cli 0 "what was signed here" read 1.txt -k anna
ok "... is no news" sh -c '! grep -q "was not signed here" out'
adit sign -d 1.txt -k anna --no-record --say "from elsewhere" > order && adit apply f.db order > 2.txt 2> err ||
	exit 99
cli 0 "anna has said something elsewhere" read 2.txt -k anna
ok "... which is reported" grep -qx '  digest 2 has talk of yours that was not signed here' out
cli 0 "... for programs, too" read 2.txt -k anna --json
ok "..." grep -q '"not_signed_here":\[{"n":2,"kind":"talk"}\],"unchecked":\[\]' out
cli 0 "... and to no one else" read 2.txt -k bob
ok "..." sh -c '! grep -q "was not signed here" out'
ok "... and is checked by the record" sh -c '! grep -q "not checked" err'
cli 0 "without the record it is not" read --no-record 2.txt -k bob
said "not checked: who signed the order of digest 2; earlier digests are missing"
cli 0 "... for programs, too" read --no-record 2.txt -k bob --json
ok "..." grep -q '"not_signed_here":\[\],"unchecked":\[2\]' out
cli 0 "with the digests before it is" read --no-record 0.txt 1.txt 2.txt -k bob
ok "..." sh -c '! grep -q "not checked" err'
tap_end
