#!/bin/sh
# The game file: what it is not, when it is locked, full, damaged, or when adit is killed.
# shellcheck disable=SC2016 # scripts in single quotes are for another shell
. "${0%/*}/lib.sh"
tap_begin
table anna bob carl

order() { adit sign -k anna -d turns/000000.txt "$(adit read turns/000000.txt -k anna --moves | sed -n "$1p")"; }
adit read turns/000000.txt -k anna --moves | head -n 1 > words
order 1 > one
order 2 > two
cp cave.db fresh.db

# ---- files that are no game
for verb in status log digest 'apply -k host'; do
	echo 'hello, world' > text.db
	# shellcheck disable=SC2086 # words
	cli 65 "$verb: a text file" $verb text.db
	said "text.db"
	: > empty.db
	# shellcheck disable=SC2086
	cli 65 "$verb: an empty file" $verb empty.db
	# shellcheck disable=SC2086
	cli 5 "$verb: no file" $verb none.db
	ok "... and none is made" test ! -e none.db
	head -c 8192 cave.db > cut.db
	# shellcheck disable=SC2086
	cli 65 "$verb: cut off" $verb cut.db
done
cp fresh.db newer.db
# user_version is at byte 60 of an SQLite file.
printf '\0\0\003\347' | dd of=newer.db bs=1 seek=60 conv=notrunc 2> dd.log
cli 65 "a newer version" status newer.db
said "999"
cp newer.db before.db
cli 65 "... is not written to" apply newer.db one
ok "... nothing changed" cmp newer.db before.db
# A page of zeros in the middle.
cp fresh.db corrupt.db
size=$(($(stat -c %s corrupt.db) / 4096))
dd if=/dev/zero of=corrupt.db bs=4096 seek=1 count=$((size - 2)) conv=notrunc 2> dd.log
cli 65 "damaged" apply corrupt.db -k host one
cli 65 "... also for status" status corrupt.db
exits 65 "one bad file of several" adit status fresh.db text.db
ok "... does not hide the good one" grep -q '^fresh.db: game' out

# ---- two at once
adit apply cave.db one > out1 2> err1 &
pid=$!
adit apply cave.db two > out2 2> err2
status2=$?
wait $pid
status1=$?
is "two orders at once: one wins, one is too late" "$( (echo $status1; echo $status2) | sort | tr '\n' ' ')" "0 4 "
ok "... one digest was made" sh -c '"$ADIT" status --json cave.db | grep -q "\"n\":1,"'
back fresh.db
i=0
while [ $i -lt 8 ]; do
	i=$((i + 1))
	adit apply cave.db one > "same$i" 2> /dev/null &
done
wait
i=0
while [ $i -lt 8 ]; do
	i=$((i + 1))
	cmp same1 "same$i"
done > differ
ok "the same order eight times at once: eight times the same digest" test ! -s differ
ok "... which is one" sh -c 'test -s same1 && "$ADIT" status --json cave.db | grep -q "\"n\":1,"'

# ---- killed
# Kill at every system call that changes something; the next run must find all or nothing.
if strace -o trace true 2> /dev/null; then
	calls=pwrite64,write,fdatasync,fsync,unlink,rename,renameat,renameat2,openat
	ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0
	export ASAN_OPTIONS
	at=0
	killed=1
	bad=
	while [ $killed -ne 0 ] && [ $at -lt 400 ]; do
		at=$((at + 1))
		rm -rf cave.db cave.db-journal folder
		back fresh.db
		mkdir folder
		strace -o trace -f -e "trace=$calls" -e "inject=$calls:signal=KILL:when=$at" \
			"$ADIT" apply --now "$now" cave.db one --out folder > out 2> err
		killed=$?
		adit apply --now "$now" cave.db one --out folder > out 2> err || bad="$bad $at(fails)"
		adit digest cave.db 1 | cmp -s - folder/turns/000001.txt || bad="$bad $at(digest)"
		adit read turns/000000.txt folder/turns/000001.txt -k bob > out 2> err || bad="$bad $at(chain)"
		is_one=$(find folder/turns -name '*.txt' | wc -l)
		[ "$is_one" -ge 1 ] || bad="$bad $at(files)"
	done
	is "killed at any of $at calls: the next run completes it" "$bad" ""
	ok "... and there were some" test $at -gt 10
else
	skip "killed at every write" "no strace here"
fi

# ---- read-only and full
back fresh.db
if unshare -rm true 2> /dev/null; then
	mkdir ro small
	cp fresh.db ro/cave.db
	exits 75 "a read-only folder" unshare -rm sh -c '
		mount --bind ro ro && mount -o remount,bind,ro ro && exec "$ADIT" apply ro/cave.db one'
	ok "... one line" test "$(wc -l < err)" -eq 1
	ok "... nothing changed" cmp ro/cave.db fresh.db
	exits 0 "... but it can be read" unshare -rm sh -c '
		mount --bind ro ro && mount -o remount,bind,ro ro && exec "$ADIT" status ro/cave.db'
	exits 75 "a read-only folder for the digests" unshare -rm sh -c '
		mount --bind ro ro && mount -o remount,bind,ro ro && exec "$ADIT" apply cave.db one --out ro'
	ok "... is noticed before the order is applied" cmp cave.db fresh.db
	size=$(($(stat -c %s fresh.db) / 1024 + 8))
	exits 75 "a full disk" unshare -rm sh -c '
		mount -t tmpfs -o size='$size'k none small && cp fresh.db small/cave.db &&
		"$ADIT" apply small/cave.db one
		status=$?
		cmp small/cave.db fresh.db || status=99
		exit $status'
	ok "... one line" test "$(wc -l < err)" -eq 1
	exits 75 "a full disk for a new game" unshare -rm sh -c '
		mount -t tmpfs -o size=16k none small
		"$ADIT" new small/x.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host
		status=$?
		test ! -e small/x.db || status=99
		exit $status'
else
	skip "a read-only folder" "no unshare here"
	skip "a full disk" "no unshare here"
fi

# ---- limits, and faults at every call
back fresh.db
exits 75 "no file may grow" sh -c 'ulimit -f 1; exec "$ADIT" apply cave.db one'
is "... one line" "$(wc -l < err)" 1
ok "... nothing changed" cmp cave.db fresh.db
i=2
bad=
while [ $i -lt 12 ]; do
	i=$((i + 1))
	back fresh.db
	rm -rf few
	sh -c 'ulimit -n '$i'; exec "$ADIT" apply cave.db one --out few' > out 2> err
	status=$?
	case $status in
	0 | 75) ;;
	127) grep -q 'loading shared libraries' err || bad="$bad $i(127)" ;;
	*) bad="$bad $i($status)" ;;
	esac
done
is "too few open files: 75, or done" "$bad" ""
is "... and enough is enough" "$status" 0
if strace -o trace true 2> /dev/null; then
	bad=
	told=0
	for fault in pread64:EIO pwrite64:EDQUOT fdatasync:EIO fsync:EIO write:EROFS \
		openat:EMFILE openat:EACCES newfstatat:EIO rename:EROFS \
		renameat:EIO unlink:EIO mkdir:EROFS getdents64:EIO; do
		call=${fault%:*}
		at=0
		# The first ones are those of the dynamic linker; of the others each fourth, from any.
		case $call in openat | pread64 | newfstatat)
			at=$(strace -e "trace=$call" "$ADIT" --version 2>&1 | grep -c "$call") ;;
		esac
		at=$((at - $$ % 4))
		hit=1
		while [ "$hit" -ne 0 ] && [ $at -lt 90 ]; do
			at=$((at + 4))
			back fresh.db
			rm -rf folder
			mkdir folder
			strace -o trace -e "trace=$call" -e "inject=$call:error=${fault#*:}:when=$at" \
				"$ADIT" apply --now "$now" cave.db one --out folder > out 2> err
			status=$?
			hit=$(grep -c INJECTED trace)
			case $status in
			0) ;;
			75) told=$((told + 1)) ;;
			74) grep -q 'cannot write standard output' err || bad="$bad $fault:$at(74)" ;;
			*) bad="$bad $fault:$at($status: $(cat err))" ;;
			esac
			taken=$(adit status --json cave.db 2> err.now | grep -c '"n":1,')
			# An order reported as taken is delivered by the next run, even if that accepts nothing.
			# If the last sync of a commit failed, its result is unknown: the order is sent again.
			[ "$status" -ne 75 ] || [ "$taken" -eq 0 ] || {
				again=-
				grep -q 'not every digest is delivered' err || again=one
				[ $again = - ] || grep -q 'try again' err || bad="$bad $fault:$at(untold: $(cat err))"
				echo none | adit apply --now "$now" cave.db $again --out folder > out 2> err
			}
			[ "$taken" -eq 0 ] || cmp -s "$(find folder/turns -name 000001.txt)" - <<- X || bad="$bad $fault:$at(lost)"
				$(adit digest cave.db 1)
			X
		done
	done
	is "a fault at any call: 75, and nothing is lost" "$bad" ""
	ok "... and there were some" test $told -gt 20
fi

# ---- faults of verbs that make files: 75, and the next run does it all
if strace -o trace true 2> /dev/null; then
	ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0
	export ASAN_OPTIONS
	# fault CALL:ERROR...: none of the calls of "$@" fails with another status, or keeps a second run from success.
	faults()
	{
		calls=$1
		shift
		for fault in $calls; do
			at=0
			case ${fault%:*} in openat | getrandom)
				at=$(strace -e "trace=${fault%:*}" "$ADIT" --version 2>&1 | grep -c "${fault%:*}") ;;
			esac
			hit=1
			while [ "$hit" -ne 0 ] && [ "$at" -lt 60 ]; do
				at=$((at + 1))
				clear_made
				strace -o trace -e "trace=${fault%:*}" -e "inject=${fault%:*}:error=${fault#*:}:when=$at" \
					"$ADIT" "$@" > out 2> err < typed
				status=$?
				hit=$(grep -c INJECTED trace)
				case $status in
				0) ;;
				75) told=$((told + 1)) ;;
				*) bad="$bad $fault:$at($status: $(cat err))" ;;
				esac
				[ "$status" -eq 0 ] || "$ADIT" "$@" > out 2> err < typed || bad="$bad $fault:$at(again: $?: $(cat err))"
			done
		done
	}
	: > typed
	bad=
	told=0
	clear_made() { rm -f "$ADIT_HOME"/made.*; }
	faults "getrandom:ENOSYS openat:EINVAL openat:EMFILE fsync:EIO" keygen --no-passphrase made
	is "keygen: a fault at any call is 75" "$bad" ""
	bad=
	back fresh.db
	clear_made() { :; }
	faults "getrandom:ENOSYS openat:EINVAL openat:EACCES getdents64:EIO" \
		sign --no-record --force -k anna -d turns "$(cat words)"
	is "sign: a fault at any call is 75" "$bad" ""
	ok "... and there were some" test $told -gt 20
else
	skip "faults of verbs that make files" "no strace here"
fi

# ---- delivery can be repeated
back fresh.db
exits 74 "standard output is full" sh -c 'exec "$ADIT" apply cave.db one > /dev/full'
cli 0 "the order is applied all the same; again prints the digest" apply cave.db one
ok "..." grep -qx 'n: 1' out
back fresh.db
mkdir -p taken/turns
echo mine > taken/turns/000001.txt
cli 0 "--out where something else is" apply cave.db one --out taken
said "it is now 000001.txt.foreign-"
is "... which is set aside" "$(cat taken/turns/*.foreign-*)" mine
ok "... for the digest" grep -qx 'n: 1' taken/turns/000001.txt
cp fresh.db other.db
forget
adit apply other.db two > /dev/null 2> err || cat err
cli 65 "--out where another digest 1 of the host is" digest other.db 1 --out taken
said "another digest 1 of game *adit rebuild"
ok "... which stays" sh -c '"$ADIT" digest cave.db 1 | cmp - taken/turns/000001.txt'
back fresh.db
mkdir blocked
ln -s .. blocked/turns
cli 73 "--out where turns is a link" apply cave.db one --out blocked
said "blocked/turns is a link or a file, not a folder"
cli 0 "... nothing is done" status cave.db
like "..." "$(cat out)" "*, digest 0, *"
cli 65 "... nor read through it" read blocked --public
for kind in fifo link device folder socket; do
	mkdir -p "kind-$kind/turns"
	file=kind-$kind/turns/000001.txt
	case $kind in
	fifo) mkfifo "$file" ;;
	link) ln -s "$tap_dir/cave.db" "$file" ;;
	device) ln -s /dev/zero "$file" ;;
	folder) mkdir -p "$file/x" ;;
	socket) python3 -c 'import socket, sys
socket.socket(socket.AF_UNIX).bind(sys.argv[1])' "$file" 2> err || : > "$file" ;;
	esac
	back fresh.db
	[ $kind = socket ] || {
		exits 65 "read, a $kind where a digest is" timeout 20 "$ADIT" read "kind-$kind" --public
		is "... one line" "$(wc -l < err)" 1
	}
	exits 0 "--out, a $kind where the digest goes" \
		timeout 20 "$ADIT" apply cave.db one --out "kind-$kind"
	is "... is told" "$(grep -c "$file was not this digest" err)" 1
	ok "... and set aside" sh -c "ls -d $file.foreign-????"
	ok "... for the digest" sh -c '"$ADIT" digest cave.db 1 | cmp - "$1"' - "$file"
done
mkdir -p junk/turns
"$ADIT" digest cave.db 1 --out junk > out 2> err
echo mine > junk/turns/999999.txt
exits 0 "sign takes the newest file with a digest" sh -c 'ADIT_HOME=bobs; export ADIT_HOME
	mkdir bobs && cp keys/bob.* bobs && exec "$ADIT" sign -k bob -d junk --say hello'
reader() { ADIT_HOME=$tap_dir/reader timeout 20 "$ADIT" read "$@" --public; }
ok "what is named may be a pipe" sh -c 'ADIT_HOME=reader; export ADIT_HOME
	"$ADIT" digest cave.db 1 | "$ADIT" read /dev/stdin --public'
mkfifo named
"$ADIT" digest cave.db 1 > named &
exits 0 "... or a FIFO" reader named
wait
ln -s kind-socket/turns/000001.txt a-link
exits 0 "... or a link" reader a-link
game=$(sed -n 's/^game: //p' a-link)
rm "reader/games/$game/pins"
mkfifo "reader/games/$game/pins" "$ADIT_HOME/fred.pub"
exits 65 "a FIFO where it is noted what was seen" reader a-link
said "reader/games/$game/pins is a FIFO, not a file"
mkfifo cave.db-journal
exits 65 "a FIFO where SQLite keeps its journal" timeout 20 "$ADIT" status cave.db
said "cave.db-journal is a FIFO, not a file; take it away from there"
rm cave.db-journal
exits 0 "a FIFO among the keys" timeout 20 "$ADIT" key
said "fred.pub is a FIFO, not a file"

tap_end
