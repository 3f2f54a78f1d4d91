#!/bin/sh
# adit config and $ADIT_HOME/config (adit(1), config): what is set, where it comes from, who may set it.
# shellcheck disable=SC2016 # scripts in single quotes are for another shell
. "${0%/*}/lib.sh"
tap_begin
keys anna bob host
unset ADIT_SENDMAIL ADIT_ASKPASS NO_COLOR
config=$ADIT_HOME/config
ln -s /bin/true mailer
row() { adit config "$1" 2> err; }

# ---- set, show, remove
cli 0 "nothing is set" config
like "... all is default" "$(cat out)" "key (default)
sendmail /usr/sbin/sendmail (default)
askpass (default)
color auto (default)
ascii no (default)
lang (default)"
ok "... and nothing is written" test ! -e "$config"
cli 0 "a value" config key anna
is "... is a line" "$(cat "$config")" "key anna"
is "... of a private file" "$(stat -c %a "$config")" 600
is "... and is shown" "$(row key)" "key anna (file)"
cli 0 "another" config color never
cli 0 "a name may be shortened" config asc yes
cli 0 "a program" config sendmail "$PWD/mailer"
cli 0 "--json" config --json
is "... an object a setting" "$(cat out)" '{"name":"key","value":"anna","from":"file"}
{"name":"sendmail","value":"'"$PWD"'/mailer","from":"file"}
{"name":"askpass","value":null,"from":"default"}
{"name":"color","value":"never","from":"file"}
{"name":"ascii","value":"yes","from":"file"}
{"name":"lang","value":null,"from":"default"}'
cli 0 "a value replaces the one before" config key bob
is "..." "$(row key)" "key bob (file)"
cli 0 "--unset" config --unset key
is "... removes it" "$(row key)" "key (default)"
is "... and nothing else" "$(wc -l < "$config")" 3
cli 0 "--unset of what is not set" config --unset key
if command -v python3 > /dev/null; then
	python3 - "$ADIT" "$ADIT_HOME" > waited << 'END'
import fcntl, os, subprocess, sys, time
home = os.open(sys.argv[2], os.O_RDONLY)
fcntl.flock(home, fcntl.LOCK_EX)
change = subprocess.Popen([sys.argv[1], "config", "color", "always"])
time.sleep(0.2)
print(change.poll())
os.close(home)
print(change.wait())
END
	is "a change waits for another" "$(cat waited)" "None
0"
fi
cli 0 "the path of a key" config key keys/../keys/bob
is "... is absolute in the file" "$(grep '^key' "$config")" "key $(cd keys && pwd -P)/bob"
(mkdir -p else && cd else && adit new here.db --rules duel --seat anna --seat zoe=../keys/host.pub --trusted-host 2> ../err > ../out)
is "... works from another folder" "$?" 0
mkdir other
mv keys/bob.* other
cli 0 "a key outside the home" config key other/bob
cli 0 "... hosts a game" new other.db --rules duel --seat anna --seat zoe=keys/host.pub --trusted-host
cli 0 "... that finds it when another key is set" config key anna
cli 4 "..." undo --to 0 other.db --reason x
said "there is nothing to take back"
rm -r else other.db turns
mv other/bob.* keys
rmdir other
cli 5 "the path of a key that is not there" config key other/bob
said "cannot find the folder of key other/bob"
cli 2 "a folder" config key keys/
cli 0 "--unset" config --unset key
cli 2 "--unset and a name" config --unset key anna
cli 2 "an unknown name" config colr never
said "there is no setting \"colr\"; did you mean color?"
cli 2 "... that is like none" config language en
said "there are: key, sendmail, askpass, color, ascii"
cli 2 "an ambiguous prefix" config a yes
cp "$config" before
cli 2 "a program without a path" config sendmail mailer
cli 2 "a relative path" config askpass ./mailer
cli 5 "a program that is not there" config askpass /no/such/program
cli 5 "a folder is no program" config sendmail /etc
said "/etc is no program that can be run"
cli 2 "a color that is none" config color blue
said 'color takes auto, always or never, not "blue"'
cli 2 "yes or no" config ascii maybe
said 'ascii takes yes or no, not "maybe"'
cli 5 "a key that is not there" config key carl
said "there is no key carl; \`adit keygen carl\` makes it"
cli 2 "a name of two lines" config "ascii
color" yes
said "the name of a setting is one word"
cli 2 "a name that is none" config key 'a b'
cli 2 "two lines" config sendmail "/bin/true
askpass /bin/true"
ok "... change nothing" cmp before "$config"

# ---- what comes first
is "NO_COLOR" "$(NO_COLOR=1 adit config color)" "color never (environment)"
is "ADIT_SENDMAIL" "$(ADIT_SENDMAIL=/x adit config sendmail)" "sendmail /x (environment)"
adit config color always
adit new cave.db -k host --rules saboteur --seat anna --seat bob --seat zoe=keys/host.pub --allow-host-seat \
	--trusted-host --option first=anna --now "$now" > t0.txt 2> err || exit 99
escape=$(printf '\033')
exits 0 "the file" adit read --public t0.txt
ok "... has colors" grep -q "$escape" out
NO_COLOR=1 exits 0 "the environment" adit read --public t0.txt
not_ok "... comes before the file" grep -q "$escape" out
NO_COLOR=1 exits 0 "an option" adit read --public --color=always t0.txt
ok "... comes before both" grep -q "$escape" out
exits 0 "JSON" adit read --public --json t0.txt
not_ok "... has no colors" grep -q "$escape" out
adit config color never
exits 0 "ascii" adit read --public t0.txt
ok "... draws with ASCII only" sh -c '! LC_ALL=C grep -q "[^ -~]" out'
adit config --unset ascii

# ---- the key decides only in doubt
cli 2 "keys with seats" read t0.txt
said "which key?"
adit config key bob
cli 0 "the usual key" read t0.txt
like "... decides" "$(cat out)" "*You are: bob*"
cli 0 "-k comes first" read -k anna t0.txt
like "..." "$(cat out)" "*You are: anna*"
adit keygen --no-passphrase dora 2> err
adit config key dora
cli 2 "a usual key without a seat decides nothing among keys with one" read t0.txt
adit config key host
cli 0 "new takes the usual key" new other.db --rules duel --seat anna --seat bob --trusted-host
adit config key dora
cli 4 "a verb for the host takes the key of its game" undo --to 0 other.db --reason x
said "there is nothing to take back"

# ---- passphrases
printf '#!/bin/sh\necho correct horse\n' > ask
chmod +x ask
adit config askpass "$PWD/ask"
exits 0 "a passphrase of the program" setsid "$ADIT" keygen --work 10 erna
ok "... locks the key" grep -q 'BEGIN AGE ENCRYPTED FILE' keys/erna.age
ADIT_ASKPASS=false exits 2 "the environment comes first" setsid "$ADIT" keygen --work 10 fred
said "false gives no passphrase"
adit config --unset askpass

# ---- files that are damaged, or of others
damaged() # TEXT MESSAGE: the line is reported, the others count
{
	printf 'color never\n%s\nascii yes\n' "$1" > "$config"
	exits 0 "damage: $1" adit config
	like "... is reported with its number" "$(cat err)" "adit: config: $config: line 2: $2; the line is not used"
	ok "... other lines count" sh -c 'grep -qx "color never (file)" out && grep -qx "ascii yes (file)" out'
}
damaged 'language en' 'there is no such setting'
damaged 'key' 'it is no NAME VALUE'
damaged 'sendmail sendmail' 'sendmail takes the absolute path of a program*'
damaged 'askpass /bin/' 'askpass takes*'
damaged 'color always' 'color is set twice'
damaged "sendmail /x$(printf '\033')[2J" 'sendmail: U+001B is not a character of Unicode 15.0 that can be shown'
yes nonsense | head -n 100 > "$config"
echo 'color never' >> "$config"
exits 0 "damage: a hundred lines" adit config color
is "... the first three are reported, and how many others" "$(sed 's/.*config: //' err)" "line 1: it is no NAME VALUE; the line is not used
line 2: it is no NAME VALUE; the line is not used
line 3: it is no NAME VALUE; the line is not used
damaged lines that are not used either: 97"
is "... the last counts" "$(cat out)" "color never (file)"
printf '# mine\n\ncolor never\nsendmail /bin/tr' > "$config"
exits 0 "a comment, an empty line, no line end at the end" adit config sendmail
is "... are read" "$(cat out err)" "sendmail /bin/tr (file)"
printf '# mine\n\ncolor blue\nnonsense\ncolr always\ncolor never\nkey anna' > "$config"
cli 0 "a change" config color always
is "... changes its lines only" "$(cat "$config")" "# mine

color always
nonsense
colr always
key anna"
cli 0 "a new setting" config ascii yes
is "... comes last" "$(tail -n 2 "$config")" "key anna
ascii yes"
cli 0 "--unset" config --unset color
is "... removes its lines only" "$(cat "$config")" "# mine

nonsense
colr always
key anna
ascii yes"
printf 'sendmail /bin/true\n' > "$config"
for mode in 620 602; do
	chmod $mode "$config"
	exits 0 "a file that others can write: $mode" adit config sendmail
	like "... is not used" "$(cat out err)" "sendmail /usr/sbin/sendmail (default)*others can write to it: chmod go-w $config*"
	cli 1 "... nor changed" config color never
done
chmod 600 "$config"
if [ "$(id -u)" = 0 ]; then # as with sudo and the HOME of another user
	chown 65534 "$config"
	exits 0 "a file of another user" adit config sendmail
	like "... is not used" "$(cat out err)" "sendmail /usr/sbin/sendmail (default)*is not used*"
	chown 0 "$config"
fi
chmod 770 "$ADIT_HOME"
exits 0 "a folder that others can write" adit config sendmail
like "... counts as such a file" "$(cat out err)" "sendmail /usr/sbin/sendmail (default)*is not used*chmod go-w $ADIT_HOME"
chmod 700 "$ADIT_HOME"
mv "$config" elsewhere
ln -s ../elsewhere "$config"
exits 0 "a link" adit config sendmail
like "... is not followed" "$(cat out err)" "sendmail /usr/sbin/sendmail (default)*is not a plain file"
rm "$config"
mkdir "$config"
exits 0 "a folder" adit config sendmail
like "... is no file" "$(cat out err)" "*not a plain file*"
exits 65 "... nor changed" adit config color never
ok "... and stays" test -d "$config"
rmdir "$config"
mkfifo "$config"
exits 0 "a pipe does not block" timeout 20 "$ADIT" config sendmail
rm "$config"
printf '# mine\nascii yes\n' > "$config"
cp "$config" before
if strace -o trace true 2> /dev/null; then
	for fault in openat:EACCES openat:EIO read:EIO; do
		for change in "config ascii no" "config --unset ascii"; do
			# shellcheck disable=SC2086 # words
			exits 75 "a file that cannot be read, $fault: $change" env ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0" \
				strace -o trace -P "$config" -e "inject=${fault%:*}:error=${fault#*:}" "$ADIT" $change
			like "... is reported" "$(cat err)" "adit: config: cannot read $config: *"
			ok "... and stays" cmp before "$config"
		done
		exits 0 "... $fault: the settings" env ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0" \
			strace -o trace -P "$config" -e "inject=${fault%:*}:error=${fault#*:}" "$ADIT" config ascii
		like "... say so" "$(cat out err)" "ascii no (default)*cannot read $config: *"
	done
else
	skip "files that cannot be read" "no strace here"
fi
head -c 20000 /dev/zero | tr '\0' '#' > "$config"
cp "$config" before
exits 65 "a file that is too large" adit config color never
like "... is reported" "$(cat err)" "*config is too large"
ok "... and stays" cmp before "$config"
rm "$config"

# ---- no home, and homes that cannot be written
exits 0 "no home" env -u HOME -u ADIT_HOME -u XDG_CONFIG_HOME "$ADIT" config
is "... no message" "$(cat err)" ""
exits 5 "... cannot be changed" env -u HOME -u ADIT_HOME -u XDG_CONFIG_HOME "$ADIT" config ascii yes
ADIT_HOME=$tap_dir/new/home exits 0 "a home that is new" adit config ascii yes
is "... is made private" "$(stat -c %a new/home)" 700
if [ "$(id -u)" != 0 ]; then
	chmod 500 new/home
	ADIT_HOME=$tap_dir/new/home exits 0 "a home that is read-only is read" adit config ascii
	is "..." "$(cat out)" "ascii yes (file)"
	ADIT_HOME=$tap_dir/new/home exits 75 "... and not changed" adit config ascii no
	chmod 700 new/home
fi

# ---- under a mail server nothing is said
echo 'nonsense' > "$config"
mkdir tables
exits 75 "adit mail with a damaged file" sh -c 'exec "$ADIT" mail -k host nowhere < /dev/null'
is "... is quiet" "$(cat err)" ""

tap_end
