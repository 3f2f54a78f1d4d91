#!/bin/sh
# The npm package on this machine: the player's command line under node, with files of this machine.
. "${0%/*}/../tap.sh"
tap_begin
web=$top_builddir/web
ok "the package was built: make web" test -x "$web/npm/adit.js"
[ "$tap_failed" -eq 0 ] || tap_end

player() { ADIT_HOME=$tap_dir/player node "$web/npm/adit.js" "$@"; }
ADIT_HOME=$tap_dir/host
export ADIT_HOME

# ---- keys, files, standard input
exits 0 "it makes keys" player keygen --no-passphrase anna
is "... for nobody else" "$(stat -c %a player/anna.key)" 600
ok "... which the native program knows" env ADIT_HOME=player "$ADIT" key anna
adit keygen --no-passphrase host 2> /dev/null
adit keygen --no-passphrase bob 2> /dev/null
cp player/anna.pub host/
adit new --rules duel --trusted-host -k host --seat anna --seat bob --out table table.db > /dev/null
turn=table/turns/000000.txt
exits 0 "it reads a digest" player read -k anna $turn
cp out seen
exits 0 "... from a pipe" sh -c "cat $turn | ADIT_HOME=player node '$web/npm/adit.js' read -k anna"
ok "... the same" cmp out seen
exits 0 "... from a file" sh -c "ADIT_HOME=player node '$web/npm/adit.js' read -k anna < $turn"
ok "... the same" cmp out seen
exits 0 "... named from the root" player read -k anna "$tap_dir/$turn"
ok "... the same" cmp out seen
ln -s table/turns link
exits 0 "... through a link" player read -k anna link
ok "... the same" cmp out seen
exits 0 "it takes no input where there is none" sh -c "ADIT_HOME=player node '$web/npm/adit.js' key <&- > out"
exits 0 "an unfinished pipe does not stop a verb" sh -c \
	"sleep 600 | { ADIT_HOME=player node '$web/npm/adit.js' key > out; kill \$(pgrep -P \$\$ sleep); }"
exits 0 "a private page" player page --html -k anna -o page.html table
is "... that only its player can read" "$(stat -c %a page.html)" 600

# ---- a turn
seat=$(sed -n 's/^next: \([a-z]*\).*/\1/p' $turn)
if [ "$seat" = bob ]; then
	adit sign -k bob -d table "$(adit read -k bob table --suggest)" > order
	adit apply -k host table.db order --out table > /dev/null
fi
order=$(player read -k anna table --suggest)
exits 0 "it signs" player sign -k anna -d table "$order"
cp out order
exits 0 "... what the host takes" adit apply -k host table.db order --out table
exits 65 "it refuses what the native program refuses" player sign -k anna -d table "fly away"
cp err refused
ADIT_HOME=player adit sign -k anna -d table "fly away" 2> err
is "... in the same words" "$(cat refused)" "$(cat err)"

# ---- nothing lost
mkdir player.lock && echo 999999999 > player.lock/owner
exits 0 "the lock of a command that is gone" player key
ok "... is taken away" test ! -e player.lock
chmod 500 player
if [ "$(id -u)" -ne 0 ]; then
	exits 73 "a home that cannot be written" player keygen --no-passphrase carl
fi
chmod 700 player

exits 0 "a home that is named in another way" player key
ok "... has the same lock" sh -c "mkdir player.lock && echo $$ > player.lock/owner &&
	! ADIT_HOME=player/ timeout 2 node '$web/npm/adit.js' key 2> /dev/null; rm -r player.lock"
for home in /adit-no-such-folder/home /dev/adit-no-such-folder; do
	not_ok "what is no folder of the machine takes no key: $home" env ADIT_HOME=$home node "$web/npm/adit.js" keygen --no-passphrase lost
done
not_ok "... and no page" player page --html -o /dev/adit-no-such-page table
exits 0 "a reader that has gone is no error" sh -c "ADIT_HOME=player node '$web/npm/adit.js' help 2> err | head -n 1"
is "... and gets no word" "$(cat err)" ""

# ---- a passphrase
echo 'ten small words' > phrase
exits 0 "a passphrase from a descriptor" sh -c \
	"ADIT_HOME=player node '$web/npm/adit.js' keygen --work=10 --passphrase-fd=0 dora < phrase"
exits 2 "without a terminal" setsid node "$web/npm/adit.js" keygen eve
like "... it says so" "$(cat err)" '*no terminal to ask for a passphrase*'
cat > typed.py <<'END'
import os, pty, sys, time
# Types the phrase at each prompt, and prints what the terminal showed.
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
seen, asked = b'', 0
while True:
    try:
        got = os.read(fd, 4096)
    except OSError:
        break
    if not got:
        break
    seen += got
    while seen.count(b'passphrase') > asked:
        asked += 1
        os.write(fd, sys.argv[1].encode() + b'\r')
print(seen.decode())
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
END
ADIT_HOME=$tap_dir/player
exits 0 "a passphrase is typed, twice" python3 typed.py 'ten small words' node "$web/npm/adit.js" keygen --work=10 fay
not_ok "... and not shown" grep -q small out
exits 5 "the native program takes it" sh -c "'$ADIT' read -k fay --passphrase-fd=0 '$turn' < phrase"
like "... and unlocks the key" "$(cat err)" '*no private view of digest 0 opens with this key*'

# ---- Windows
cat > paths.mjs <<END
import { argument, inner } from '$web/npm/paths.js';
const folders = ['turns', 'C:\\\\games', 'a b'], there = (path) => folders.includes(path);
for (const [platform, text] of [['win32', 'C:\\\\games\\\\one.txt'], ['win32', 'd:/x/y'], ['win32', 'turns\\\\000001.txt'],
	['win32', '--out=C:\\\\games\\\\x'], ['win32', '--say=a\\\\b'], ['win32', 'a\\\\b'], ['win32', 'a b\\\\c.txt'], ['win32', 'place ns at 1,0'],
	['win32', '-o'], ['linux', 'C:\\\\games'], ['linux', 'a\\\\b']])
	console.log(argument(text, platform, there));
console.log(inner('C:\\\\Users\\\\Anna', 'win32'), inner('/home/anna', 'linux'));
END
is "paths of Windows" "$(node paths.mjs)" '/c/games/one.txt
/d/x/y
turns/000001.txt
--out=/c/games/x
--say=a\b
a\b
a b/c.txt
place ns at 1,0
-o
C:\games
a\b
/c/Users/Anna /home/anna'
tap_end
