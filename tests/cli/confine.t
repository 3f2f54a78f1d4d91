#!/bin/sh
# What adit read and adit page cannot do once they parse what a stranger made, and what they still can.
. "${0%/*}/../tap.sh"
tap_begin

is "it is said what is confined" "$("$ADIT" --version | grep -c '^confined: [a-z]')" 1
case $("$ADIT" --version) in
*'confined: files (Landlock '*'), system calls (seccomp)'*) full=yes ;;
*) full= ;; # not this kernel, or not this build
esac

# ---- what can be done
confine=$abs_top_builddir/tests/cli/confine
# fresh: the folders that it works in.
fresh()
{
	rm -rf attempts
	mkdir -p attempts/home/games attempts/other/game attempts/out
	for file in home/anna.key home/dave.key home/games/moved other/secret other/gone out/private; do
		echo x > attempts/$file
	done
	ln -s ../../other/game attempts/home/games/linked
}
fresh
(cd attempts && "$confine" free) > done.txt
fresh
(cd attempts && "$confine" ${full:+held}) > held.txt
is "all of it can be done" "$(grep -v ': done$' done.txt)" ""
is "as many are tried" "$(wc -l < held.txt)" "$(wc -l < done.txt)"
while IFS=: read -r what result; do
	case $what in
	'* '*) is "may ${what#* }" "$result" " done" ;;
	*) [ -z "$full" ] || is "may not $what" "$result" " refused" ;;
	esac
done < held.txt
[ -z "$full" ] || is "a file elsewhere is as it was" "$(cat attempts/other/secret)" x

# ---- both verbs do so before they parse
confined=$abs_top_builddir/tests/cli/adit-confined
[ -n "$full" ] || confined=$ADIT
export ADIT_HOME="$PWD/keys"
for who in host anna bob; do adit keygen --no-passphrase $who 2> /dev/null; done
adit new game.db -k host --trusted-host --rules duel --seat anna --seat bob --out game > /dev/null
digest=game/turns/000000.txt
printf 'From: host@example.org\nSubject: digest 0\nContent-Type: text/plain\n\n' | cat - $digest > mail
sed 's/^rules: duel/rules: dull/' $digest > bad
# The linker has put a function of its own before each parser.
[ -z "$full" ] || exits 99 "this adit ends if it is not confined" "$confined" log game
mkdir pages
for how in "read --public game" "read -k anna game" "read --public $digest" "read -k anna mail" "read --json -k bob game" \
	"page game" "page --svg game" "page --html game" "page --html --replay game" \
	"page --html -k anna -o $PWD/pages/page.html game" "page --html --site site game" "page --html --site site game.db"; do
	# shellcheck disable=SC2086 # a verb and its options
	exits 0 "adit $how is confined" "$confined" $how
done
exits 1 "also where a digest is bad" "$confined" read -k anna bad
"$confined" read -k anna < $digest > out
is "also standard input" $? 0
for how in ${full:+"read -k anna game" "page --html game"}; do
	# shellcheck disable=SC2086 # a verb and its options
	strace -f -o trace "$ADIT" $how > out 2> err
	like "adit $how: one filter, after Landlock" \
		"$(grep -oE 'landlock_restrict_self\([^)]*\) += 0|PR_SET_SECCOMP.* = 0' trace | sed 's/(.*/(/; s/,.*//' | tr '\n' ' ')" \
		"landlock_restrict_self( PR_SET_SECCOMP "
	is "nothing that it calls is refused" "$(sed '1,/PR_SET_SECCOMP/d' trace | grep -E 'E(PERM|ACCES|NOSYS)')" ""
	is "no program or socket after it" "$(sed '1,/PR_SET_SECCOMP/d' trace | grep -E 'execve|socket|clone|fork')" ""
	is "no digest is read after it" "$(sed '1,/PR_SET_SECCOMP/d' trace | grep 'game/turns')" ""
done

# ---- what goes on
is "a page has its file" "$(head -c 15 pages/page.html)" "<!DOCTYPE html>"
ls site > list
is "a site has its files" "$(grep -c -e feed.xml -e index.html list)" 2
mkdir away far
cp keys/anna.* away
exits 0 "a key by its path" "$ADIT" read -k "$PWD/away/anna" game
exits 0 "output into new folders" "$ADIT" read -k anna --export "$PWD/far/a/b" game
ok "... is there" test -s far/a/b/digest.txt.minisig
exits 0 "output into a folder that is there" "$ADIT" read -k anna --export far/a/b game
# The parts of a home may be anywhere.
mkdir parts parts/record
mv keys parts/keys
mv parts/keys/games parts/games
ln -s ../games parts/keys/games
for game in parts/games/*; do
	mv "$game" parts/record/
	ln -s "../record/${game##*/}" parts/games/
done
ln -s parts/keys keys
exits 0 "a home of symbolic links" "$ADIT" read -k anna
rm parts/record/*/turns/*
exits 0 "... a digest is saved through them" "$ADIT" read -k bob game
like "... where the last one leads" "$(cd parts/record/*/turns && ls)" "000000.txt*"
TZ=Europe/Vienna "$ADIT" read -k anna game > out 2> err
is "another zone" $? 0
chmod -R a-w parts
exits 0 "a home that is read" "$ADIT" read -k anna --no-record game
chmod -R u+w parts
(
	ADIT_HOME=$PWD/none/yet
	"$ADIT" read --public game > /dev/null 2>&1
)
is "a home that is made" "$(ls none/yet)" games
: | "$ADIT" read -k anna game >&- 2> err
is "no output" "$?" 74
"$ADIT" read -k anna game > /dev/full 2> err
is "a full disk" "$?" 74

# A passphrase comes from a program that runs outside.
mkdir locked
cat > ask << 'END'
#!/bin/sh
echo "$1" >> asked
cp /etc/passwd copied
echo secret
END
chmod +x ask
echo secret > pass
ADIT_HOME=$PWD/locked adit keygen dora --passphrase-fd 3 3< pass 2> /dev/null
cp locked/dora.pub dora.pub
adit new locked.db -k host --trusted-host --rules duel --seat dora=dora.pub --seat bob --out two > /dev/null
for how in "read -k dora two" "read two" "page --html -k dora -o $PWD/dora.html two"; do
	rm -f asked copied
	# shellcheck disable=SC2086 # a verb and its options
	ADIT_HOME=$PWD/locked ADIT_ASKPASS=$PWD/ask "$ADIT" $how > out 2> err
	is "a program gives the passphrase: $how" $? 0
	is "... once" "$(cat asked)" "passphrase of dora: "
	ok "... and it may do what it likes" test -s copied
done
cat > type.py << 'END'
import os, pty, sys
pid, fd = pty.fork()
if pid == 0:
    os.execv(os.environ["ADIT"], ["adit", "read", "-k", "dora", "two"])
seen, asked = b"", 0
try:
    while True:
        part = os.read(fd, 4096)
        seen += part
        if not part:
            break
        if not asked and b"dora" in seen:  # in any language
            asked = os.write(fd, b"secret\n")
except OSError:
    pass
sys.stdout.buffer.write(seen)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
END
ADIT_HOME=$PWD/locked python3 type.py > out 2> err
is "a passphrase is typed" $? 0
is "... and not shown" "$(grep -c secret out)" 0
# A program that waits for a prompt keeps nothing open of git.
if command -v git > /dev/null; then
	rm -f asked
	adit new open.db -k host --rules duel --seat dora=dora.pub --seat bob --out three > /dev/null
	git init -q three
	ADIT_HOME=$PWD/locked ADIT_ASKPASS=$PWD/ask timeout 60 "$ADIT" read -k dora three > out 2> err
	is "a passphrase that is not needed, in a repository" "$?$(cat asked 2> /dev/null)" 0
fi
rm -f asked
for how in "read --public two" "page --html two"; do
	# shellcheck disable=SC2086 # a verb and its options
	ADIT_HOME=$PWD/locked ADIT_ASKPASS=$PWD/ask strace -f -o trace "$ADIT" $how > out 2> err
	is "no program for what needs no passphrase: $how" "$?$(cat asked 2> /dev/null; grep -c ' clone' trace)" 00
done

tap_end
