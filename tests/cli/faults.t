#!/bin/sh
# A machine that fails at any call: the status is 75 (adit(1), EXIT STATUS), nothing is lost, and the next run does it.
. "${0%/*}/lib.sh"
tap_begin
strace -o trace true 2> /dev/null || { skip "calls that fail" "no strace here"; tap_end; }
ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0
export ASAN_OPTIONS

# ---- a host's folder of tables, and what players have of them: cave goes on, hill waits for all to join
keys host anna bob carl dora
mkdir orig orig/tables orig/box orig/box/new orig/box/cur orig/box/tmp
cd orig || exit 99
seats="--seat anna --seat bob --seat carl"
# shellcheck disable=SC2086 # words
adit new tables/cave.db --id cave -k host --rules saboteur $seats --trusted-host --option first=anna --now "$now" \
	--limit 4d --grace 12h --late discard --mail-from cave@example.org --mail anna=anna@example.org --out . > out || exit 99
# shellcheck disable=SC2086 # words
adit new tables/hill.db --id hill -k host --rules saboteur $seats --now "$now" --out hill > out || exit 99
adit read . -k anna > out 2> err
adit sign -k anna -d . "$(move anna)" > order || exit 99
adit apply tables/cave.db order --now "$(at_hour 1)" --out . > out 2> err || exit 99
adit read . -k anna > out || exit 99
card=$(adit read . -k anna --json | sed 's/.*"name":"anna","hand":\["\([^"]*\).*/\1/')
adit sign -k anna -d . --turn next discard "$card" > later || exit 99
adit read . -k bob > out || exit 99
move bob > ../words
adit sign -k bob -d . "$(cat ../words)" > order.bob || exit 99
{
	printf 'From: bob@example.org\nTo: cave@example.org\nMessage-ID: <1@example.org>\n\n'
	cat order.bob
} > box/new/1
cd .. || exit 99
cp -R keys orig/keys
ADIT_HOME=$tap_dir/work/keys
fresh()
{
	rm -rf work page.html
	cp -Rp orig work
}

# inject CALL ERROR N VERB...: in work, the N-th such call fails.
inject()
{
	fault="trace=$1 inject=$1:error=$2:when=$3"
	shift 3
	(cd work && strace -o ../trace -e "${fault% *}" -e "${fault#* }" "$ADIT" "$@" < /dev/null > ../out 2> ../err)
	status=$?
}

# The first calls are those of the dynamic linker.
first() { strace -e "trace=$1" "$ADIT" --version 2>&1 | grep -c "^$1("; }
first_openat=$(first openat)

# walks STATUS WHAT VERB...: a look into a folder or at a file that fails is 75, or one line tells of it and all else is the same.
walks()
{
	wanted=$1
	what=$2
	bad=
	told=0
	shift 2
	fresh
	(cd work && "$ADIT" "$@" < /dev/null > ../want 2> ../want.err)
	want=$?
	[ $want -eq "$wanted" ] || bad=" ($want: $(cat want.err))"
	for call in openat getdents64; do
		at=0
		[ $call = getdents64 ] || at=$first_openat
		while :; do
			at=$((at + ${ADIT_FEW:+1} + 1))
			case $((at % 4)) in 0) error=EINVAL ;; 1) error=EIO ;; 2) error=ENOMEM ;; *) error=EMFILE ;; esac
			fresh
			inject $call $error $at "$@"
			grep -q INJECTED trace || break
			[ $status -eq 75 ] && told=$((told + 1)) && continue
			[ $status -eq $want ] && $same out want && continue
			bad="$bad $call:$error:$at($status: $(grep INJECTED trace) $(cat err))"
		done
	done
	is "$what: a look that fails is 75, or all is the same" "$bad" ""
	ok "... and some were 75" test $told -gt 0
}

# Sealed text has other bytes each time.
as_long() { [ "$(wc -l < "$1")" -eq "$(wc -l < "$2")" ]; }
same="cmp -s"
n=$(at_hour 2) late=$(at_hour 200)
walks 0 "tick" tick tables --all-taken --now "$late"
walks 0 "status" status tables --now "$n"
walks 0 "stats" stats tables
walks 0 "mail --flush" mail --flush tables --maildir sent --now "$n"
walks 0 "mail" mail tables box -k host --maildir sent --now "$n"
walks 0 "read" read -k anna -g cave --now "$n"
walks 0 "read of a folder" read -k anna . --now "$n"
walks 0 "read for programs" read -k anna -g cave --json --now "$n"
walks 0 "log" log -g cave
walks 6 "audit" audit -k anna -g cave
walks 0 "key" key
walks 2 "play" play -k anna .
walks 0 "a page" page
walks 0 "a private page" page --html -k anna -o ../page.html turns
same=as_long
walks 0 "join" join -k anna -d hill
walks 0 "sign" sign -k bob -g cave "$(cat words)"

# ---- a path that cannot be looked at is not taken for a file
while read -r words; do
	fresh
	# shellcheck disable=SC2086 # words
	(cd work && strace -o ../trace -P turns -e trace=%%stat -e inject=%%stat:error=EIO \
		"$ADIT" $words < /dev/null > ../out 2> ../err)
	status=$?
	is "a folder that cannot be looked at: ${words%% *}" "$status $(grep "^adit: " err)" "75 adit: ${words%% *}: cannot look at turns: Input/output error"
done << END
read -k anna turns
read -k anna
page turns
sign -k bob -d turns discard map
rebuild -k host made.db turns
play -k anna turns
END

# ---- no random numbers: one line, 75, and the same works the next time
n_random=$(strace -e trace=getrandom "$ADIT" --version 2>&1 | grep -c '^getrandom(')
(cd orig && adit rotate-key -k bob --new dora -d . --no-record) > rotate || exit 99
while read -r words; do
	fresh
	# shellcheck disable=SC2086 # words; without LD_PRELOAD, which has its own chance
	(cd work && unset LD_PRELOAD && strace -o ../trace -e trace=getrandom \
		-e "inject=getrandom:error=ENOSYS:when=$((n_random + 1))+" "$ADIT" $words < /dev/null > ../out 2> ../err)
	is "no random numbers: ${words%% *}" "$? $(wc -l < err)" "75 1"
	# shellcheck disable=SC2086 # words
	exits 0 "... and then: ${words%% *}" sh -c 'cd work && "$ADIT" "$@" < /dev/null' sh $words
done << END
keygen --no-passphrase made
new made.db -k host --rules saboteur $seats
new made.db -k host --rules saboteur $seats --trusted-host
apply tables/cave.db order.bob --now $n
apply tables/cave.db ../rotate --now $n
sign -k bob -d . --say hello --no-record
sign -k bob -d . --say hello --clear
rotate-key -k bob --new dora -d .
join -k anna -d hill
mail tables box -k host --maildir sent --now $n
tick tables --all-taken --now $late
seat tables/cave.db anna --replace keys/dora.pub --reason lost --now $n
undo tables/cave.db --to 0 --reason wrong --now $n
restart tables/hill.db --reason late --now $n
read -k anna .
END

# ---- killed, or failed, at any call that changes something: again, or it says that it is done
calls=openat,write,pwrite64,fsync,fdatasync,rename,renameat,unlink,ftruncate,mkdir
# breaks WHAT HEALS VERB...: after it was broken anywhere, HEALS, with the status of the second run as its argument.
breaks()
{
	what=$1
	heals=$2
	bad=
	n_broken=0
	shift 2
	for how in signal=KILL error=ENOSPC error=EIO; do
		at=$(strace -e "trace=$calls" "$ADIT" --version 2>&1 | grep -cE '^(openat|write)\(')
		while :; do
			at=$((at + ${ADIT_FEW:+8} + 3))
			fresh
			(cd work && strace -o ../trace -e "trace=$calls" -e "inject=$calls:$how:when=$at" "$ADIT" "$@" > ../out 2> ../err)
			status=$?
			[ $status -eq 137 ] || grep -q INJECTED trace || break
			n_broken=$((n_broken + 1))
			case $status in 0 | 74 | 75 | 137) ;; *) bad="$bad $how:$at($status: $(cat err))" ;; esac
			(cd work && "$ADIT" "$@" > ../out 2> ../err)
			$heals $? || bad="$bad $how:$at(again: $(cat err))"
		done
	done
	is "$what, broken at any of $n_broken calls: again, or it says what there is" "$bad" ""
	ok "... and there were some" test $n_broken -gt 5
}
cmp_keys() { (cd keys && find . -name '*.*' -type f -exec cmp {} "../work/keys/{}" \;) > differ 2>&1 && [ ! -s differ ]; }
# The file is the table, or only a remainder to be removed; then the table can be made.
new_heals()
{
	cmp_keys || return 1
	[ "$1" -eq 0 ] || [ "$1" -eq 73 ] || return 1
	(
		cd work || exit 1
		[ "$1" -eq 0 ] || grep -q 'adit status new.db' ../err || exit 1
		"$ADIT" status new.db > ../out 2> ../err && exit
		grep -q 'an empty file.*remove it' ../err || exit 1
		# shellcheck disable=SC2086 # words
		rm new.db && "$ADIT" $new > ../out 2> ../err
	)
}
new="new new.db --id new -k host --rules saboteur $seats --trusted-host --now $now --out made"
# shellcheck disable=SC2086 # words
breaks "new" new_heals $new
# It has the new keys, by one digest, which was delivered; and can have others.
seat_heals()
{
	cmp_keys || return 1
	[ "$1" -eq 0 ] || { [ "$1" -eq 3 ] && grep -q 'anna has one of these keys already' err; } || return 1
	[ "$(find work/turns -name '00000[12].txt' | wc -l)" -eq 2 ] || return 1
	(cd work && "$ADIT" seat --replace keys/anna.pub --reason back --now "$late" --out . tables/cave.db anna > ../out 2> ../err)
}
breaks "seat" seat_heals seat --replace keys/dora.pub --reason lost --now "$n" --out . tables/cave.db anna

# An input that cannot be read does not stop those that can.
fresh
cp work/order.bob work/first
(cd work && strace -o ../trace -P first -e inject=openat:error=EIO "$ADIT" apply tables/cave.db first order.bob \
	--now "$n" > ../out 2> ../err)
is "an unreadable input: the status" $? 75
like "... and the next one is applied" "$(cat err)" "*first: refused: *order.bob: order of bob taken*"

# What a game file says of a seat is not taken for no if it cannot be read.
fresh
exits 0 "a seat in custody" sh -c 'cd work && "$ADIT" seat tables/cave.db -k host --now "$1" bob=mail:bob@example.org' sh "$n"
mv work custody
at=0
bad=
while at=$((at + 1)); do
	rm -rf work
	cp -Rp custody work
	(cd work && strace -o ../trace -P "$PWD/tables/cave.db" -e trace=pread64 -e "inject=pread64:error=EIO:when=$at" \
		"$ADIT" seat tables/cave.db -k host --now "$n" bob=keys/dora.pub > ../out 2> ../err)
	status=$?
	grep -q INJECTED trace || break
	case $status in 0 | 75) ;; *) bad="$bad $at($status: $(cat err))" ;; esac
done
is "a seat leaves custody, though one of $at reads fails, or 75" "$bad" ""
is "... and without failure" "$status" 0

# The journal of another game destroys nothing if it cannot be read once.
fresh
(cd work && strace -o ../trace -P "$PWD/tables/cave.db-journal" -e trace=unlink -e inject=unlink:error=EIO:signal=KILL \
	"$ADIT" apply tables/cave.db order.bob --now "$n" > ../out 2> ../err)
cp work/tables/cave.db-journal work/tables/hill.db-journal
(cd work && strace -o ../trace -P "$PWD/tables/hill.db-journal" -e trace=read -e inject=read:error=EIO:when=1 \
	"$ADIT" status tables/hill.db > ../out 2> ../err)
is "a journal that cannot be read" "$? $(grep -c Input/output err)" "75 1"
exits 0 "... changes no other game" cmp work/tables/hill.db orig/tables/hill.db

# A program that cannot look for what it has signed signs no other order.
fresh
(cd work && "$ADIT" bot -k bob --once . > ../first 2> ../err)
orders=$(find "$ADIT_HOME" -type d -path '*/cave/orders')
(cd work && strace -o ../trace -P "$orders" -e trace=openat -e inject=openat:error=EIO \
	"$ADIT" bot -k bob --once . > ../out 2> ../err)
is "orders that cannot be listed: the status, and no other order" "$? $(wc -c < out)" "75 0"
like "... one line" "$(cat err)" "adit: bot: cannot list folder *orders: Input/output error*"
(cd work && "$ADIT" bot -k bob --once . > ../out 2> ../err)
ok "... then the same one" cmp first out
tap_end
