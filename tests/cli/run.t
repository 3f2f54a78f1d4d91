#!/bin/sh
# adit run: a lock that ends with the program that has it, and a limit of its time.
. "${0%/*}/lib.sh"
tap_begin

# ---- the program is as it would be without
exits 7 "its status" adit run --lock=lock -- sh -c 'exit 7'
is "its words and its input" "$(echo in | adit run -- sh -c 'echo "$0:$1"; cat' a '-k b')" "a:-k b
in"
exits 5 "a program that is not there" adit run -- nonesuch
is "... is said in its own name" "$(cat err)" "nonesuch: cannot be run: No such file or directory"
cli 2 "no program" run --lock=lock
cli 2 "how long for no lock" run --wait=1 -- true

# ---- the lock
free() { adit run --lock=lock -- true; }
ok "a lock that was never taken is free" free
is "... which only the user can read" "$(find lock -perm 600)" lock
exits 75 "a lock that another process has" adit run --lock=lock -- sh -c '"$ADIT" run --lock=./lock --wait=1 -- true; exit $?'
exits 75 "... without patience" adit run --lock=lock -- sh -c '"$ADIT" run --lock=lock -- /bin/true; exit $?'
is "... is said in the name of the program" "$(cat err)" "true: another run has the lock; try again"
mkfifo go
adit run --lock=lock -- sh -c 'sleep 1000 & echo $! > child; read -r _ < go; exit 0' &
until [ -s child ]; do sleep 0.1; done
not_ok "it is held as long as the program runs" free
adit run --lock=lock --wait=60 -- sh -c "echo later" > waited &
echo > go
wait $!
is "who waits has it then" "$(cat waited)" later
ok "what the program has started does not hold it" free
kill "$(cat child)"
adit run --lock=lock -- sh -c 'echo $$ > pid; read -r _ < go' 2> err &
until [ -s pid ]; do sleep 0.1; done
not_ok "a program" free
kill -KILL "$(cat pid)"
wait $! 2> err
ok "... that is killed has it no more" free

# ---- what shells do with descriptors: none closes that of the lock
for shell in dash 'bash --posix' 'busybox sh' yash mksh ksh93; do
	if ! command -v "${shell%% *}" > /dev/null; then
		skip "$shell keeps the lock" "no ${shell%% *} here"
		continue
	fi
	# shellcheck disable=SC2086 # words
	is "$shell keeps the lock" "$(adit run --lock=lock -- $shell -c 'x=$(echo a | cat) && (:) && cat 8<<-END > /dev/null
		$x
	END
	{ f() { echo b; } 2> /dev/null && exec 3< /dev/null && f | cat > /dev/null; } 9>&-
	"$ADIT" run --lock=lock -- true 2> /dev/null; echo $?')" 75
done

# ---- other things in its place
mkdir folder
exits 73 "a folder" adit run --lock=folder -- true
ln -s elsewhere link
exits 73 "a link" adit run --lock=link -- true
not_ok "... is not followed" test -e elsewhere
exits 73 "in no folder" adit run --lock=none/lock -- true

# ---- the limit
adit run --seconds=1 -- sleep 1000 2> err
ok "a program that takes longer than it may is ended" test $? -gt 128
ok "... also if who starts it ignores that signal" sh -c 'trap "" ALRM; "$ADIT" run --seconds=1 -- sleep 1000; [ $? -gt 128 ]' 2> err
exits 3 "one that is quicker is not" adit run --seconds=1000 -- sh -c 'exit 3'
tap_end
