#!/bin/sh
# A folder of tables: status and tick tell the same with the index as without it, whatever somebody does to the
# index, to the files and to the clock.
# shellcheck disable=SC2016 # what lie is given is for eval
. "${0%/*}/lib.sh"
tap_begin
keys host anna bob carl
export TZ=UTC
new()
{
	file=$1 id=${1##*/}
	shift
	adit new "$file" --id "${id%.db}" -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host \
		--option first=anna --now "$now" "$@" > /dev/null || exit 99
}
index=f/.adit-index

# Four days, a grace of 12 hours: a reminder after 72 hours, due after 96, played after 108.
mkdir f
new f/a.db --limit 4d --grace 12h --late discard
new f/b.db --limit 4d --grace 12h --late discard --mail-from cave@example.org --mail anna=anna@example.org
new f/c.db
new f/d.db --limit 30d
adit tick f --now "$(at_hour 1)" # notes that it ran
cp -r f plain
cp -r "$ADIT_HOME/hosted" hosted

# each VERB OPTIONS...: of a folder, file by file; all: of the folder as a whole.
each() { for file in f/*.db; do adit "$@" "$file"; done > want 2> err.want; }
all() { adit "$@" f > got 2> err.got; }
same()
{
	name=$1
	shift
	each "$@"
	all "$@"
	is "$name: $*" "$(cat got err.got)" "$(cat want err.want)"
}
settle() { sleep 2.1; }
lines() { grep -c " $1 " "$index"; }

# ---- entries of the index
all status --now "$(at_hour 2)"
ok "a file that was changed just now has no entry" test ! -e "$index"
settle
same "without an index" status --now "$(at_hour 2)"
is "what has no mail to send has an entry" "$(lines status)" 3
same "with one" status --now "$(at_hour 2)"
same "for programs" status --json --now "$(at_hour 2)"
same "... again" status --json --now "$(at_hour 2)"
is "an entry of each kind" "$(lines status) $(lines json)" "3 3"
same "tick" tick --now "$(at_hour 2)"
is "... too" "$(lines status) $(lines json) $(lines tick)" "3 3 4"
like "nobody else reads it" "$(ls -l "$index")" '-rw-------*'
ok "there is no other file" test "$(find f -type f | wc -l)" -eq 5
cp "$index" kept
cp -p "$ADIT_HOME/index.secret" secret
all status --now "$(at_hour 2)"
all tick --now "$(at_hour 2)"
ok "nothing new: it stays as it is" cmp "$index" kept

if command -v sqlite3 > /dev/null; then
	mkfifo go go2
	{ echo 'BEGIN EXCLUSIVE;'; echo '.shell echo > go'; cat go2; } | sqlite3 f/c.db &
	cat go > /dev/null
	all status --now "$(at_hour 2)"
	echo > go2
	wait
	is "a file that has an entry is not opened" "$(grep -c 'f/c.db: game' got) $(cat err.got)" "1 "
else
	skip "a file that has an entry is not opened" "no sqlite3"
fi

# ---- the clock, and where the reader is
for h in 73 97 200 1 -23; do
	same "$h hours" status --now "$(at_hour $h)"
	same "$h hours" tick -n --now "$(at_hour $h)"
done
same "two days back" status --now "$(at_hour -48)"
TZ=Asia/Kolkata
same "another time zone" status --now "$(at_hour 2)"
same "... again" status --now "$(at_hour 2)"
TZ=UTC
same "... and back" status --now "$(at_hour 2)"

# ---- changes of a file
each status --now "$(at_hour 2)"
cp -p f/b.db keep.db
cp -p f/c.db f/b.db
all status --now "$(at_hour 2)"
is "another file of another time" "$(cut -d: -f1 got | tr '\n' ' ')$(cat err.got)" \
	"f/a.db f/c.db f/d.db adit: status: f/b.db has game c, whose file in this folder is c.db: skipped"
cp -p keep.db f/b.db
cp -p f/d.db other.db
adit address other.db --table cave@example.org > /dev/null
touch -r f/d.db other.db
mv other.db f/d.db
same "another file, by a new name" status --now "$(at_hour 2)"
cp -p plain/a.db f/a.db
printf 'x' | dd of=f/c.db bs=1 seek=5000 conv=notrunc 2> /dev/null
touch -r plain/c.db f/c.db
each status --now "$(at_hour 2)"
all status --now "$(at_hour 2)"
is "a byte in the middle, and its time set back" "$(grep -c damaged err.got)" 1
rm -rf f
cp -r plain f
settle
all status --now "$(at_hour 2)"
: > f/a.db-journal
mkdir away
mv f/c.db away/c.db
ln -s ../away/c.db f/c.db
ln f/d.db away/d.db
rm -rf "$ADIT_HOME/hosted"
all status --now "$(at_hour 2)"
is "a journal, a link, two names: no entry" "$(cut -d' ' -f2 "$index")" "v1"
rm -rf f away
cp -r plain f
cp -r hosted "$ADIT_HOME"
settle
same "files that came back" status --now "$(at_hour 2)"
adit digest plain/a.db > digest0
adit tick plain/a.db --now "$(at_hour 96)" 2> /dev/null
adit tick plain/a.db --now "$(at_hour 109)" > /dev/null 2>&1
same "a table that went on elsewhere: an older copy" status --now "$(at_hour 2)"
like "... is told" "$(cat err.got)" '*f/a.db*older copy*'
rm -rf "$ADIT_HOME/hosted" f plain/.adit-index
cp -r hosted "$ADIT_HOME"
mkdir f
cp plain/b.db plain/c.db plain/d.db f
settle
adit tick f --now "$(at_hour 2)"
all status --now "$(at_hour 2)"
all status --json --now "$(at_hour 2)"
same "all of it" tick -n --now "$(at_hour 2)"
cp "$index" kept

# ---- changes of the index: the output is the same, and damage of own entries is reported
each status --now "$(at_hour 2)"
cat want err.want > want.status
each tick -n --now "$(at_hour 97)"
cat want err.want > want.tick
lie()
{
	name=$1 damaged=$2
	for verb in status tick; do
		rm -rf "$index"
		cp kept "$index"
		eval "$3"
		case $verb in
		status) all status --now "$(at_hour 2)" ;;
		tick) all tick -n --now "$(at_hour 97)" ;;
		esac
		grep -q 'adit-index is damaged' err.got && said=yes || said=no
		grep -v 'adit-index is damaged' err.got > rest
		[ "$(cat got rest)" = "$(cat want.$verb)" ] || echo "$verb"
		case $damaged$said in noyes | yesno) echo "$verb: damaged: $said" ;; esac
	done > wrong
	is "$name" "$(cat wrong)" ""
}
lie "missing" no 'rm "$index"'
lie "empty" no ': > "$index"'
lie "text" no 'echo hello > "$index"'
lie "zeroes" no 'head -c 100000 /dev/zero > "$index"'
lie "a line without end" no 'head -c 100000 /dev/zero | tr "\0" x >> "$index"'
lie "another version" no 'sed -i "1s/v1/v2/" "$index"'
lie "another secret" no 'head -c 32 /dev/urandom > "$ADIT_HOME/index.secret"'
cp -p secret "$ADIT_HOME/index.secret"
lie "no secret" no 'rm -f "$ADIT_HOME/index.secret"'
cp -p secret "$ADIT_HOME/index.secret"
lie "a secret that all can read" no 'chmod 644 "$ADIT_HOME/index.secret"'
rm "$ADIT_HOME/index.secret"
cp -p secret "$ADIT_HOME/index.secret"
lie "cut" maybe 'head -c 1500 kept > "$index"'
lie "never again" maybe 'sed -i "s/ 1[0-9]* \([0-9]*\) \([a-z0-9]*\)/ 1 9223372036854775806 \2/" "$index"'
lie "till the end of time" yes 'awk "NR > 1 { \$10 = \"9223372036854775806\"; if (NF < 11) \$11 = \"\" } 1" kept > "$index"'
lie "since ever" yes 'awk "NR > 1 { \$10 = \"1\" } 1" kept > "$index"'
lie "another name" maybe 'sed -i "s/ b\.db / c.db /" "$index"'
lie "another text" maybe 'sed -i "s/to move: anna/to move: carl/; s/\"anna\"/\"carl\"/g; s/saboteur/ducking/" "$index"'
lie "backwards" maybe '{ head -n 1 kept; tail -n +2 kept | sort -r -k2; } > "$index"'
lie "everything twice" no 'awk "NR > 1 { print } 1" kept > "$index"'
lie "lines that are none" yes '{ cat kept; echo; echo x; } > "$index"'
lie "a link" no 'mv "$index" elsewhere; ln -s ../elsewhere "$index"'
cp kept elsewhere
lie "a link to a file of ours" no 'rm "$index"; ln -s ../keep.db "$index"'
ok "... which stays" cmp keep.db plain/b.db
lie "a folder" no 'rm "$index"; mkdir "$index"'
lie "a FIFO" no 'rm "$index"; mkfifo "$index"'
rm -rf "$index"
cp kept "$index"
all tick --all-taken --now "$(at_hour 108)"
is "what is due is done" "$(grep -c 'b.db: played for anna' err.got)" 1

# ---- others in the folder
rm -rf f
mkdir f f/g.db
cp plain/c.db f/c.db
cp plain/c.db 'f/with blank.db'
cp plain/c.db f/z.db
echo text > f/foreign.db
settle
exits 65 "a folder with others" adit status f --now "$(at_hour 2)"
is "... a line for each" "$(sed 's/^adit: status: f.//; s/\.db: .*//; s/ has .*//' err | sort | tr '\n' ',')" \
	"foreign,g,with blank.db,z.db,"
is "... the table is told" "$(cut -d: -f1 out | tr '\n' ' ')" "f/c.db "
cp out first
exits 65 "a second time" adit status f --now "$(at_hour 2)"
ok "... the same" cmp out first
rm f/z.db
exits 65 "one is gone" adit status f --now "$(at_hour 2)"
is "... and its entry" "$(grep -c ' z.db ' "$index")" 0
mkdir empty
for verb in status tick stats "mail --flush"; do
	# shellcheck disable=SC2086 # words
	exits 0 "an empty folder: $verb" adit $verb empty
	is "... is told in a line" "$(cat out err)" "adit: ${verb%% *}: no table in empty: no file GAME.db"
	# shellcheck disable=SC2086 # words
	exits 5 "no such folder: $verb" adit $verb nowhere
done
ok "... stays empty" test -z "$(ls -A empty)"
exits 0 "folders and files" adit status empty plain/c.db plain
is "... are told" "$(wc -l < out)" 5

# ---- copies of a table beside it: GAME.db counts, whatever is older, newer or sorted before it
rm -rf f
mkdir f
new f/t.db --limit 4d --late discard --mail-from cave@example.org --mail anna=anna@example.org
cp f/t.db f/a.db
cp f/t.db f/z.db
before=$(cat f/a.db f/z.db | cksum)
copies="a.db z.db "
left() { sed -n 's,^adit: [a-z]*: f.\([a-z]*\.db\) has game t\, whose file in this folder is t\.db: skipped$,\1,p' err | tr '\n' ' '; }
exits 0 "a table and two copies of it: status" adit status f
is "... the table" "$(cut -d: -f1 out)" f/t.db
is "... the copies are named" "$(left)" "$copies"
exits 0 "... mail --flush" adit mail --flush --maildir sent f --now "$(at_hour 1)"
is "... one mail" "$(find sent/anna/new -type f | wc -l)" 1
is "... the copies are named" "$(left)" "$copies"
exits 0 "... tick" adit tick f --all-taken --now "$(at_hour 97)"
is "... one turn is played" "$(grep -c 'f/t.db: played for anna' err)" 1
is "... the copies are named" "$(left)" "$copies"
exits 0 "... stats" adit stats f --csv
is "... one table" "$(awk -F, '$2 == "anna" && $4 == "" { print $5 }' out)" 1
is "... the copies are named" "$(left)" "$copies"
is "... and they are as they were" "$(cat f/a.db f/z.db | cksum)" "$before"
adit status f/t.db > newer
mv f/t.db away.db
exits 0 "without the table" adit tick f --all-taken --now "$(at_hour 400)"
is "... the copies do nothing" "$(left)$(cat f/a.db f/z.db | cksum)" "$copies$before"
mv away.db f/t.db
ok "... it is what it was" sh -c '"$ADIT" status f/t.db | cmp - newer'

# ---- a game that is over is looked at once: at no time is there anything to do
rm -rf f
mkdir f
adit new f/o.db --id o -k host --rules duel --seat anna --seat bob --trusted-host --option first=anna --option rounds=1 \
	--limit 4d --late discard --now "$now" > /dev/null || exit 99
for who in anna bob; do
	adit digest f/o.db > newest
	adit sign --no-record -k $who -d newest resign > signed
	exits 0 "$who gives up" adit apply -k host f/o.db signed --now "$now"
done
settle
all tick --now "$(at_hour 1)"
written=$(ls -i "$index")
is "one entry" "$(lines tick)" 1
like "a game that is over" "$(adit status f/o.db)" "*over*"
for h in 2 200 20000; do
	exits 0 "... a tick $h hours later" adit tick f --now "$(at_hour $h)"
	is "... nothing new is written $h hours later" "$(ls -i "$index")" "$written"
done

# ---- several at once
rm -rf f
mkdir f
cp plain/[cd].db f
settle
for i in 1 2 3 4 5 6; do
	adit status f --now "$(at_hour 2)" > "many$i" 2> "err$i" &
	adit tick f -n --now "$(at_hour 2)" 2> "ticked$i" &
done
wait
is "six at once tell the same" "$(cat many? | sort | uniq -c | awk '{ print $1 }' | sort -u) $(cat err? ticked?)" "6 "
is "... and leave nothing behind" "$(find f -name '.adit*' | sort | tr '\n' ' ')" "f/.adit-index "
tap_end
