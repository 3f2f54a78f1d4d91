#!/bin/sh
# The game file: what it is not, when it is locked, full, damaged, or when adit is killed.
# shellcheck disable=SC2016 # scripts in single quotes are for another shell
. "${0%/*}/lib.sh"
tap_begin
table anna bob carl

order() { adit sign -k anna -d turns/000000.txt "$(adit read turns/000000.txt -k anna --moves | sed -n "$1p")"; }
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
# user_version stands at byte 60 of an SQLite file.
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
cp fresh.db cave.db
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
		cp fresh.db cave.db
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
cp fresh.db cave.db
if unshare -rm true 2> /dev/null; then
	mkdir ro small
	cp fresh.db ro/cave.db
	exits 74 "a read-only folder" unshare -rm sh -c '
		mount --bind ro ro && mount -o remount,bind,ro ro && exec "$ADIT" apply ro/cave.db one'
	ok "... one line" test "$(wc -l < err)" -eq 1
	ok "... nothing changed" cmp ro/cave.db fresh.db
	exits 0 "... but it can be read" unshare -rm sh -c '
		mount --bind ro ro && mount -o remount,bind,ro ro && exec "$ADIT" status ro/cave.db'
	exits 73 "a read-only folder for the digests" unshare -rm sh -c '
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

# ---- delivery can be repeated
cp fresh.db cave.db
exits 74 "standard output is full" sh -c 'exec "$ADIT" apply cave.db one > /dev/full'
cli 0 "the order is applied all the same; again prints the digest" apply cave.db one
ok "..." grep -qx 'n: 1' out
cp fresh.db cave.db
mkdir -p taken/turns
echo mine > taken/turns/000001.txt
cli 73 "--out where another digest 1 is" apply cave.db one --out taken
said "it is done, but"
is "... which stays as it is" "$(cat taken/turns/000001.txt)" mine
cli 0 "digest --undelivered" digest cave.db --undelivered --out free
ok "... writes it" grep -qx 'n: 1' free/turns/000001.txt

tap_end
