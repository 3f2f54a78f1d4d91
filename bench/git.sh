#!/bin/sh
# What `git adit host` costs, as ratios: with a kept game file early in a game, and by a job at the end of one;
# and how large the repository becomes.
#
#	git.sh ADIT FOLDER-OF-THE-BENCH-PROGRAMS FOLDER-OF-GIT-ADIT [RUNS]

. "${0%/*}/lib.sh"
bench_begin "$1" "$2"
script=$3
runs=${4:-21}
ADIT_HOME=$work/keys HOME=$work GIT_CONFIG_NOSYSTEM=1
export ADIT_HOME HOME GIT_CONFIG_NOSYSTEM
mkdir bin calls
ln -s "$adit" bin/adit
plain=$work/bin:$script:$PATH
PATH=$plain
git config --global init.defaultBranch main

# table DIR SEAT...: in server.DIR, hosted from DIR
table()
{
	table=$1
	shift
	# shellcheck disable=SC2046 # words
	git adit init "$table" -k host --rules saboteur $(printf ' --seat %s' "$@") --trusted-host 2>> log
	git init -q --bare --template= "server.$table"
	git -C "$table" remote add origin "$work/server.$table"
	git -C "$table" push -q -u origin main
}
host() { (cd "$1" && shift && git adit host -k host "$@" 2>> "$work/log"); }

keys host p1 p2 p3 p4 p5 p6 p7 p8 p9 p10

# ---- with a kept game file: one order, and five
table early p1 p2 p3 p4 p5
host early
keep=$work/kept
cp -r early/.git/adit "$keep"
cp -r keys/hosted hosted
sign early/.git/adit/game.db order
git clone -q server.early player
mover=$(sed -n 's/^next: //p' newest)
(cd player && git adit send -k "$mover" - < ../order 2>> "$work/log")
{
	echo "update refs/heads/main $(git -C server.early rev-parse main)"
	echo "update refs/heads/inbox/$mover $(git -C server.early rev-parse "inbox/$mover")"
} > one
git -C server.early update-ref -d "refs/heads/inbox/$mover" # or it would go along with the next
for who in p1 p2 p3 p4 p5; do
	(cd player && git adit send -k "$who" --say "a word of $who" 2>> "$work/log")
done
git -C server.early for-each-ref --format='update %(refname) %(objectname)' refs/heads > five

# The files stay the same ones: one that moved would be checked whole.
game=$work/early/.git/adit/game.db
back="cat $keep/game.db > $game; rm -rf $game-* keys/hosted; cp -r hosted keys"
reset()
{
	printf '%s; cp %s/state %s; ' "$back" "$keep" "${game%/*}"
	printf "git -C server.early for-each-ref --format='delete %%(refname)' | git -C server.early update-ref --stdin; "
	printf 'git -C server.early update-ref --stdin < %s' "$1"
}
run="sh -c 'cd early && git adit host -k host 2> ../said'"

# What host has adit do is done again without the rest.
cat > bin/recorder << END
#!/bin/sh
[ "\$1" != run ] || exec $adit "\$@"
n=\$(ls $work/calls | wc -l)
[ ! -p /dev/stdin ] || cat > $work/calls/\$n.in
[ -e $work/calls/\$n.in ] || : > $work/calls/\$n.in
{ printf '%s' $adit; printf " '%s'" "\$@"; echo " < $work/calls/\$n.in > $work/out.\$n"; } >> $work/share
exec $adit "\$@" < $work/calls/\$n.in
END
chmod +x bin/recorder
eval "$(reset one)"
mv bin/adit adit.link
mv bin/recorder bin/adit
(eval "$run")
mv adit.link bin/adit
[ "$(wc -l < share)" -ge 2 ] && grep -q ' taken as digest 1$' said
"$bench/turn-bench" "adit's share of host with one order / adit apply" 2 "$runs" \
	"$back" "sh $work/share" "$back" "sh -c '$adit apply -k host $game order > out 2>&1'"
"$bench/turn-bench" "host with five orders / with one" 2 "$runs" \
	"$(reset five)" "$run" "$(reset one)" "$run"
# Beside the least that git does for a commit: what came is not even fetched.
git clone -q server.early plain
git init -q --bare --template= server.plain
git -C plain remote set-url origin "$work/server.plain"
git -C plain config user.name nobody
git -C plain config user.email nobody@example.org
git -C plain push -q origin main
"$bench/turn-bench" "host with one order / git commit and git push (at most 8)" 8 "$runs" \
	"$(reset one)" "$run" "echo word >> plain/word; git -C plain add word" \
	"sh -c 'cd plain && git commit -q -m word && git push -q origin main'"

# ---- a game of ten seats to its end, a run of the host for each order
table late p1 p2 p3 p4 p5 p6 p7 p8 p9 p10
game=late/.git/adit/game.db
n=0
while sign $game order; do
	adit apply --hold -k host $game order > out 2>&1
	host late
	n=$((n + 1))
done
git clone -q server.late folder
digests=$(find folder/turns -type f | wc -l)
echo "a game of $digests digests, ten seats"
[ "$digests" -gt "$n" ]
"$bench/turn-bench" "a job at its end, with its clone / adit rebuild of the folder and a clone" 2 "$runs" \
	'rm -rf job' "sh -c 'git clone -q server.late job && cd job && git adit host -k host --fresh 2> ../said'" \
	'rm -rf job again.db' "sh -c 'git clone -q server.late job && adit rebuild -k host again.db job > out'"

least=0
for file in folder/turns/*; do
	least=$((least + $(gzip -9 < "$file" | wc -c)))
done
size() { find "$1" -type f -exec cat {} + | wc -c; }
# ratio WHAT REPOSITORY
ratio() { awk -v what="$1" -v a="$(size "$2/objects")" -v b="$least" 'BEGIN { printf "%s: %d / %d bytes = %.2f\n", what, a, b, a / b }'; }
ratio "the server's objects / its digests compressed alone" server.late
git -C server.late gc -q
ratio "the server's after git gc / its digests compressed alone" server.late
echo "the server's objects after git gc: $(($(size server.late/objects) / 1024)) KiB (at most 7168)"
