#!/bin/sh
# adit mail, killed before each step by which it changes files or runs programs, then run again as a mail server
# does: every digest reaches every seat at least once, copies are copies, no order is lost or taken twice.  What
# else breaks: sendmail, adit-letter, the game file; many deliveries at once; a game file that is rebuilt.
# shellcheck disable=SC2094,SC2154 # mail is a verb, too; now, top_builddir
. "${0%/*}/lib.sh"
tap_begin
needs_letter
table_by_mail anna bob carl
stopped=$top_builddir/tests/mail/adit-stopped

# at N: N seconds later.
at() { date -u -d "@$((1795283534 + $1))" +%Y-%m-%dT%H:%M:%SZ; }
soon=$(at 10) later=$(at 20)

cat > sendmail << 'END'
#!/bin/sh
cd "${0%/*}" && [ ! -e broken ] && exec cat > "box/$5.$$"
END
chmod +x sendmail
sendmail=$tap_dir/sendmail

# deliver ADIT TIME [ARG...]: what is in the file mail comes.  Until `quiet`, what it has started may be at work.
deliver()
{
	(
		flock -s 9
		program=$1 time=$2
		shift 2
		exec "$program" mail --now "$time" --sendmail "$sendmail" "$@" cave.db < mail > out 2> err
	) 9> busy
}
quiet() { flock busy true; }

# wrong N: errors in the mails in box/, by which N digests came to each seat.
wrong()
{
	python3 - "$1" box/* << 'END'
import email, re, sys
text, mail, got = {}, {}, {}
for name in sys.argv[2:]:
    with open(name, "rb") as f:
        whole = f.read()
    one = email.message_from_bytes(whole)
    to, id = one["To"], one["Message-ID"]
    if text.setdefault(id, whole) != whole:
        print("two mails are", id)
    if re.search(r"\.[rh][0-9]+\.[a-z2-7]+@", id):
        continue
    for part in one.walk():
        joined = part.get_payload(decode=True) if part.get_filename() else b""
        for n in re.findall(rb"^adit-digest v[0-9]+$(?:\n[^\n]+)*?\nn: ([0-9]+)$", joined, re.M):
            if mail.setdefault((to, n), id) != id:
                print("digest", n, "came to", to, "as", mail[to, n], "and as", id)
            else:
                got.setdefault(to, set()).add(n)
for seat in "anna", "bob", "carl":
    n = len(got.get("<%s@example.org>" % seat, ()))
    if n != int(sys.argv[1]):
        print(seat, "got", n, "digests")
END
}
n() { adit status --json cave.db 2> /dev/null | sed 's/.*"n":\([0-9]*\).*/\1/'; }
waiting() { adit status --json cave.db | sed 's/.*"waiting":\([0-9]*\).*/\1/'; }

# keep, back_to_it: table, home and boxes
keep() { rm -rf kept && mkdir kept && cp -r cave.db box "$ADIT_HOME/hosted" kept; }
back_to_it()
{
	rm -rf box "$ADIT_HOME/hosted" cave.db-journal
	cp -r kept/box .
	cp -r kept/hosted "$ADIT_HOME"
	cat kept/cave.db > cave.db
}

# ---- killed everywhere
mkdir box
: > mail
ok "the table begins" deliver "$ADIT" "$now"
is "... each has digest 0" "$(wrong 1)" ""
order=$(move anna)
{
	letter anna@example.org a1
	# shellcheck disable=SC2086 # words
	adit sign -k anna -d turns/000000.txt $order 2> /dev/null
} > mail
keep

# Which steps there are; those by which SQLite writes, which it is tested with elsewhere, not all.
(
	export ADIT_STEPS="$tap_dir/steps"
	deliver "$stopped" "$soon"
)
is "the steps are told" "$(for name in pwrite64 fdatasync unlink posix_spawn 'posix_spawn, done' wait4 fsync; do
	grep -cx "$name" steps; done | awk '$1 < 4 && NR < 7 || $1 < 1')" ""
# ADIT_LONG: at all of them (tests/README.md)
case ${ADIT_LONG:+long}${ADIT_FEW:+few} in
long*) which=1 ;;
few) which='/^(posix|wait4|unlink)/ && NR % 3 == 0' ;;
*) which='!/^pwrite|^fdata/ || NR % 16 == 0' ;;
esac
for torn in '' ADIT_TORN=1; do
	[ -z "$torn" ] || which="($which)"' && /write/ && NR % 4 < 2'
	awk "$which { print NR }" steps > chosen
	while read -r i; do
		back_to_it
		(
			export ADIT_STOP="$i" ${torn:+"$torn"}
			deliver "$stopped" "$soon"
		) 2> /dev/null
		killed=$?
		# Nothing joins a mail that was interrupted: the host undoes the order, if it was taken.
		adit undo -k host cave.db --now "$later" --to 0 --reason x > out 2> err
		case $? in
		0) digests=3 ;;
		*) digests=2 ;;
		esac
		deliver "$ADIT" "$later"
		again=$?
		quiet
		[ "$killed $again" = "137 0" ] || echo "step $i: $killed, then $again"
		wrong $digests | sed "s/^/step $i: /"
	done < chosen > found
	is "killed before a step, then run again $torn" "$(cat found)" ""
done
# ---- sendmail
back_to_it
: > broken
ok "a sendmail that fails is no failure of the letter" deliver "$ADIT" "$soon"
is "... the order is taken, its post waits" "$(n) $(waiting)" "1 3"
sendmail=$tap_dir/nowhere
ok "one that is missing neither" deliver "$ADIT" "$later"
sendmail=$tap_dir/sendmail
like "... waits" "$(waiting)" '[34]'
rm broken
ok "... and then goes" deliver "$ADIT" "$(at 500)"
is "... all of it" "$(waiting) $(wrong 2)" "0 "

# ---- adit-letter
back_to_it
# shellcheck disable=SC2016 # for the shell that is run
for what in '75 kill -KILL $$' '0 kill -SEGV $$' '0 exit 1' '0 yes' '0 echo text 99' '0 ulimit -S -t 1; while :; do :; done'; do
	printf '#!/bin/sh\n%s\n' "${what#* }" > letter-program
	chmod +x letter-program
	rm -f log
	ADIT_LETTER=$tap_dir/letter-program deliver "$ADIT" "$soon" --log log
	is "adit-letter, ${what#* }" "$? $(n) $(cat out err)" "${what%% *} 0 "
	[ "${what%% *}" -eq 75 ] || like "... an unreadable letter" "$(cat log)" '*"letter":"unreadable"*'
done
# Its own calls fail.
fault=$top_builddir/tests/fault/fault
leaks=ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 # a search for leaks reads and writes, too
env -i "$leaks" "$fault" -l -p adit-letter -o calls "$ADIT_LETTER" < mail > out
if [ $? -ne 77 ]; then
	for call in read write; do
		n=$(sed -n "s/ adit-letter $call EIO.*//p" calls | tail -n 1)
		printf '#!/bin/sh\nexec env "%s" "%s" -n %d -f EIO -p adit-letter -o /dev/null "%s"\n' \
		    "$leaks" "$fault" "$n" "$ADIT_LETTER" > letter-program
		rm -f "$ADIT_HOME/slow-mails" # as if it were the first try
		ADIT_LETTER=$tap_dir/letter-program deliver "$ADIT" "$soon"
		is "adit-letter, whose $call fails" "$? $(n) $(cat out err)" "75 0 "
	done
fi
ok "the mail again" deliver "$ADIT" "$later"
is "... is taken" "$(n)" 1

# ---- a backup that is put back
cp cave.db newer.db
cat kept/cave.db > cave.db
deliver "$ADIT" "$(at 600)"
is "a backup that is put back takes nothing" "$? $(n) $(cat out err)" "75 0 "
adit address cave.db bob bob@example.org --now "$(at 610)"
cp cave.db was.db
rm -f box/*
for arg in -v --flush; do
	deliver "$ADIT" "$(at 700)" $arg
	is "... $arg: nothing is sent" "$? $(find box -type f | wc -l)" "75 0"
done
ok "... nothing is written" cmp cave.db was.db
adit status cave.db > out 2>&1
like "... status says what to do" "$(cat out)" "*older copy*rebuild*"
cat newer.db > cave.db
ok "the newest file goes on" deliver "$ADIT" "$(at 800)"

# ---- rebuilt from digests
rm -f box/*
move_on()
{
	adit digest "$1" > newest
	seat=$(sed -n 's/^next: //p' newest | head -n 1)
	adit read newest -k "$seat" --suggest > line
	{
		letter "$seat@example.org" "$2"
		adit sign -k "$seat" -d newest - < line 2> /dev/null
	} > mail
}
move_on cave.db m1
ok "a game goes on" deliver "$ADIT" "$(at 900)"
for i in $(seq 0 "$(n)"); do
	adit digest cave.db "$i"
done > all
head_of() { sed -n '/^\(Subject\|Message-ID\|References\|In-Reply-To\| <\).*/p; /^$/q' "$(grep -l "^To: <$1@" box/*)"; }
for seat in anna bob carl; do
	head_of $seat | grep -v 'In-Reply-To\|<m1@' > "$seat.old"
done
cli 0 "it is made anew" rebuild -k host new.db all
adit address cave.db > list
adit address new.db - --now "$(at 1000)" < list
is "... the list is the same" "$(adit address new.db)" "$(cat list)"
is "... (a Subject, a Message-ID, References of one and a blank line)" "$(wc -l < bob.old)" 4
rm cave.db box/*
mv new.db cave.db
: > mail
ok "... and it sends the newest digest again" deliver "$ADIT" "$(at 1000)"
for seat in anna bob carl; do
	head_of $seat > now
	ok "... $seat: as the same mail of the same thread" cmp now "$seat.old"
done
id=$(sed -n 's/^Message-ID: //p' anna.old)
rm box/*
move_on cave.db m2
ok "the next order" deliver "$ADIT" "$(at 1100)"
like "... goes on with the thread" "$(head_of anna)" "*References: *$id*"

# ---- twenty at once, each of which must get through
# shellcheck disable=SC2046 # words
keys $(seq -f p%g 10)
rm -rf cave.db box turns
adit new cave.db -k host --rules saboteur --seats 10 --mail-from cave@example.org --now "$now" > digest || exit 99
mkdir box
for seat in $(seq -f p%g 10); do
	{
		letter "$seat@example.org" "$seat"
		adit join -k "$seat" -d digest 2> /dev/null
	} > "letter.$seat"
done
round=0
# A mail server gives what ended with 75 again, until it goes.
while [ -n "$(ls letter.*)" ] && [ $((round += 1)) -le 20 ]; do
	for seat in $(seq -f p%g 10); do
		[ -e "letter.$seat" ] || continue
		for copy in 1 2; do
			{
				adit mail --now "$now" --sendmail "$sendmail" cave.db \
					< "letter.$seat" > "out.$seat.$copy" 2>&1
				echo $? > "status.$seat.$copy"
			} &
		done
	done
	wait
	cat status.* >> statuses
	for seat in $(seq -f p%g 10); do
		[ "$(cat "status.$seat.1" "status.$seat.2" | sort -u)" != 0 ] || rm -f "letter.$seat"
	done
done 2> /dev/null
is "twenty at once: taken, or to be given again" "$(grep -cvx '0\|75' statuses) $(cat out.*)" "0 "
is "... in the end each was" "$(n)" 10
adit mail --flush --now "$later" --sendmail "$sendmail" cave.db
is "... each has got the last digest" "$(grep -l 'filename=.*-000010.txt"' box/* | sed 's/.*\(p[0-9]*\)@.*/\1/' | sort -u | wc -l)" 10
tap_end
