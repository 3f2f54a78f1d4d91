#!/bin/sh
# A table restored from a backup applies mail, stores the orders, and sends nothing; other tables continue.
# shellcheck disable=SC2094 # the same word is a mail and a command
. "${0%/*}/lib.sh"
tap_begin
needs_letter
keys host anna bob carl
mkdir tables boxes
new()
{
	adit new "tables/$1.db" -k host --id "$1" --rules saboteur --trusted-host --option first=anna --now "$now" \
		--mail-from table@example.org --seat anna --mail anna=anna@example.org \
		--seat bob --mail bob=bob@example.org --seat carl --mail carl=carl@example.org
}
new one > one0.txt
new two > two0.txt
adit mail -k host --flush --maildir boxes tables
value() { sed -n "s/^$1: //p" "$2"; }
# letter SEAT FILE: a mail from there.
letter()
{
	printf 'From: %s@example.org\nTo: table@example.org\nSubject: order\nMessage-ID: <%s@example.org>\n\n' \
		"$1" "$2"
	cat "$2"
}
cp tables/one.db one.db
cp -R keys/hosted hosted
adit sign -k anna -d one0.txt "$(adit read one0.txt -k anna --moves | grep -v '^discard' | head -n 1)" > first
adit apply tables/one.db first > one1.txt 2> /dev/null
head=$(value head one1.txt)
cat one0.txt one1.txt > one
adit mail -k host --flush --maildir boxes tables
rm -rf boxes keys/hosted
mkdir boxes
cp -R hosted keys
cp one.db tables/one.db

adit sign -k bob -d one --say "Who dug there?" > says
letter bob says > mail
exits 0 "a letter that proves a newer digest" adit mail -k host --maildir boxes --log log tables < mail
like "... is held" "$(cat log)" '*"game":"one","seat":"bob","result":"held","code":"pending"*"answer":null*'
ok "... nothing is sent" sh -c '! ls boxes/*/new/* 2> /dev/null'
adit status tables/one.db > out 2> err
like "... and status says why" "$(cat err)" "*the table is stopped: digest 1 with the hash $head went out*"
adit sign -k carl -d one --say "Not me." > again
letter carl again > mail
exits 0 "the next one" adit mail -k host --maildir boxes --log log tables < mail
letter anna one0.txt > mail
exits 0 "one without an order" adit mail -k host --maildir boxes --log log tables < mail
ok "... is not answered either" sh -c '! ls boxes/*/new/* 2> /dev/null'
adit sign -k anna -d two0.txt "$(adit read two0.txt -k anna --moves | grep -v '^discard' | head -n 1)" > second
letter anna second > mail
exits 0 "another table of the folder" adit mail -k host --maildir boxes --log log tables < mail
like "... goes on" "$(grep '"letter"' log | tail -n 1)" '*"game":"two","seat":"anna","result":"taken","digest":1*'
is "... and sends" "$(find boxes -path '*/new/*' -type f | wc -l)" 3
exits 65 "tick says that one is stopped" adit tick tables
said "the table is stopped"
exits 0 "flush" adit mail -k host --flush --maildir boxes tables
is "... holds its mails back" "$(find boxes -path '*/new/*' -type f | wc -l)" 3

# ---- from a player's digests, as adit(1) says it of a folder
cp -R tables anew
cp -R keys/hosted stopped
mv anew/one.db anew/OLD.db
adit sign -k anna -d one --say "What now?" > later
letter anna later > mail
exits 75 "while the file is made anew a letter waits" adit mail -k host --maildir boxes anew < mail
exits 0 "rebuild" adit rebuild -k host anew/NEW.db one
adit fsck --held anew/OLD.db > held
exits 0 "... what was held" adit apply anew/NEW.db held
like "... is taken" "$(cat err)" "*order of bob taken*order of carl taken*"
adit address anew/OLD.db | adit address anew/NEW.db - > out 2> err
exits 75 "... the letter waits until it has its name" adit mail -k host --maildir boxes anew < mail
mv anew/NEW.db anew/one.db
mv anew/OLD.db OLD.db
exits 0 "... then it is taken" adit mail -k host --maildir boxes --log log anew < mail
like "..." "$(grep '"letter"' log | tail -n 1)" '*"game":"one","seat":"anna","result":"taken"*'
rm -rf keys/hosted
cp -R stopped keys/hosted

rm -rf boxes
mkdir boxes
exits 0 "what is lost is given up" adit fsck tables/one.db --accept-history "$head"
said "order of bob refused"
exits 0 "flush" adit mail -k host --flush --maildir boxes tables
is "... and every seat gets the digest that says so" "$(find boxes -path '*/new/*' -type f | wc -l)" 3
ok "... with it in its words" sh -c 'cat boxes/anna/new/* | grep -q "has lost a digest 1"'

# ---- the lost digest has the key that has signed the order
keys dora
new three > three0.txt
cp tables/three.db three.db
rm -rf hosted
cp -R keys/hosted hosted
adit rotate-key -k anna --new dora -d three0.txt > rotate
adit apply tables/three.db rotate > three1.txt 2> /dev/null
cat three0.txt three1.txt > three
adit sign -k dora -d three --say "I have a new key." > proof
rm -rf keys/hosted
cp -R hosted keys
cp three.db tables/three.db
letter anna proof > mail
exits 0 "a letter by a key of the lost digest" adit mail -k host --maildir boxes --log log tables < mail
adit status tables/three.db > out 2> err
like "... stops the table" "$(cat err)" "*the table is stopped: digest 1 with the hash $(value head three1.txt) went out*"
tap_end
