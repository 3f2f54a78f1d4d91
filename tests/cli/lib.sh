# shellcheck shell=sh
# What the tests of the command line share; sourced first:
#
#	. "${0%/*}/lib.sh"
#	tap_begin
#	keys NAME...            key pairs without passphrase, in $ADIT_HOME ($tap_dir/keys)
#	table NAME...           keys for host and NAMEs, cave.db, turns/000000.txt, first=NAME
#	cli STATUS NAME ARG...  adit ARG... ends with STATUS; a failure says one line, with adit: first
#	said TEXT               the last cli printed a line with TEXT (a shell pattern) on standard error
#	move KEY                KEY's first order that is no discard, from the newest digest
#	newest                  the newest file in turns/
#	forget                  the home remembers no digest that went out
#	at_hour HOURS           so long after $now, as --now takes it
#	at_terminal ANSWER ARG...  adit ARG... at a terminal; this is typed when it asks; prints all that it prints
#	needs_zoneinfo WHAT     or WHAT is skipped and the script ends
#	back FILE               that, and FILE is cave.db again
#	digests FILE...         the number of each digest attached to these mails, a line each

. "${0%/*}/../tap.sh"

# Input of sign, which reads orders from standard input.
exec < /dev/null

now=2026-11-21T17:52:14Z
at_hour() { date -u -d "@$(($(date -u -d "$now" +%s) + $1 * 3600))" +%Y-%m-%dT%H:%M:%SZ; }

needs_zoneinfo()
{
	export PYTHONDONTWRITEBYTECODE=1
	python3 -c 'import zoneinfo' 2> /dev/null && return
	skip "$1" "no python3 with zoneinfo here"
	tap_end
}

keys()
{
	ADIT_HOME=$tap_dir/keys
	export ADIT_HOME
	for key in "$@"; do
		adit keygen --no-passphrase "$key" 2> /dev/null || exit 99
	done
}

table()
{
	keys host "$@"
	seats=
	for seat in "$@"; do
		seats="$seats --seat $seat"
	done
	# shellcheck disable=SC2086 # words
	adit new cave.db -k host --rules saboteur $seats --trusted-host --option "first=$1" \
		--now "$now" --out . > /dev/null || exit 99
}

# A line for each failure, and no more, is part of the contract.
cli()
{
	cli_want=$1
	cli_name=$2
	shift 2
	exits "$cli_want" "$cli_name" adit "$@"
	[ "$cli_want" -eq 0 ] || {
		[ "$(wc -l < err)" -eq 1 ] && grep -q '^adit: ' err
		tap_result $? "$cli_name: one line" err
	}
}

said() { like "says: $1" "$(cat err)" "*$1*"; }

newest()
{
	for file in turns/*.txt; do :; done
	echo "$file"
}

forget() { rm -rf "$ADIT_HOME/hosted"; }

back()
{
	forget
	cp "$1" cave.db
}

move() { adit read "$(newest)" -k "$1" --moves | grep -v '^discard' | head -n 1; }

at_terminal()
{
	python3 - "$@" << 'END'
import os, pty, select, sys, time
answer, args = sys.argv[1], sys.argv[2:]
pid, fd = pty.fork()
if pid == 0:
    os.execv(os.environ["ADIT"], ["adit"] + args)
seen, asked, end = b"", False, time.time() + 60
while time.time() < end:
    if not select.select([fd], [], [], 1)[0]:
        continue
    try:
        got = os.read(fd, 4096)
    except OSError:
        break
    seen += got
    if b"[y/n]" in seen and not asked:
        asked = True
        os.write(fd, answer.encode() + b"\n")
sys.stdout.write(seen.decode(errors="replace"))
_, status = os.waitpid(pid, 0)
sys.exit(os.waitstatus_to_exitcode(status))
END
}

digests()
{
	python3 -c 'import email, re, sys
for name in sys.argv[1:]:
    for part in email.message_from_binary_file(open(name, "rb")).walk():
        if part.get_filename():
            text = part.get_payload(decode=True)
            for n in re.findall(rb"^adit-digest v[0-9]+$(?:\n[^\n]+)*?\nn: ([0-9]+)$", text, re.M):
                print(n.decode())' "$@"
}
