#!/bin/sh
# Main where anybody may push, without force: what a commit removes or changes comes back from the history of main, also
# where no branch of a player has it, by a job and beside a kept game file; no digest is made a second time.
. "${0%/*}/lib.sh"
opening
fresh() { rm -rf job && git clone -q server.git job && host job --fresh 2> job.err; }
for name in anna bob carl anna; do
	say "$name" "here"
	host cave 2> err || cat err
done
# No branch of a player has anything.
git -C server.git for-each-ref --format='delete %(refname)' refs/heads/inbox | git -C server.git update-ref --stdin
mkdir kept && cp -r cave server.git keys carl kept
back() { rm -rf server.git cave keys carl && cp -r kept/server.git kept/cave kept/keys kept/carl .; }
good=$(git -C server.git rev-parse main:turns)
last=$(($(count) - 1))
advice="; let nobody but the host push to main"

# vandal WHAT SAYS COMMAND: done to main by somebody; a fresh job and a kept host restore it and say so; then the game
# goes on, with a digest that nobody has seen
vandal() {
	what=$1 says=$2
	shift 2
	for who in job ${ADIT_FEW:-cave}; do
		[ "$who" = job ] || [ "$who" = cave ] || continue
		back
		rm -rf vandal
		git clone -q server.git vandal
		(cd vandal && "$@" && git add -A && git commit -qm vandal && git push -q -f origin HEAD:main) 2> err ||
			tap_result 1 "$what" err
		was=$(main)
		if [ "$who" = job ]; then fresh; else host cave 2> job.err; fi
		is "$what: restored by a ${who}" "$? $(git -C server.git rev-parse main:turns)" "0 $good"
		like "... which says so" "$(cat job.err)" "$says"
		ok "... without force" git -C server.git merge-base --is-ancestor "$was" main
		say carl "after it"
		if [ "$who" = job ]; then fresh; else host cave 2> job.err; fi
		is "... and the game goes on" "$(cat job.err)" "git-adit: order of carl: taken as digest $((last + 1))"
	done
}

all="git-adit: main had lost digests 0 to $last: restored$advice"
vandal "turns removed" "$all" git rm -q -r turns
vandal "all removed" "$all" git rm -q -r .
vandal "the newest digest removed" "git-adit: main had lost digest $last: restored$advice" git rm -q "turns/00000$last.txt"
vandal "two digests removed" "git-adit: main had lost 2 digests from 1 on: restored$advice" \
	git rm -q turns/000001.txt turns/000003.txt
vandal "a digest changed" "git-adit: main had lost digest 2: restored$advice" sed -i 's/anna/bob/' turns/000002.txt
vandal "words after a digest" "git-adit: files of turns on main were changed: restored$advice" \
	sh -c 'echo junk >> turns/000002.txt'
vandal "a file in the place of turns" "$all" sh -c 'rm -r turns && echo x > turns'
vandal "a link in its place" "$all" sh -c 'rm -r turns && ln -s .. turns'
vandal "a module in its place" "$all" sh -c 'rm -r turns && git init -q turns && git -C turns commit -q --allow-empty -m x'
vandal "twice, with a change in between" "$all" sh -c 'git rm -q -r turns && git commit -qm one && mkdir turns &&
	for i in 0 1 2 3 4; do echo junk > turns/00000$i.txt; done && git add turns && git commit -qm two && git rm -q -r turns'
vandal "a merge whose first parent is another history" "$all" sh -c 'GIT_COMMITTER_DATE="2001-01-01T00:00:00Z" \
	GIT_AUTHOR_DATE="2001-01-01T00:00:00Z" git commit-tree -m other "$(git mktree < /dev/null)" > ../other &&
	git reset -q --hard "$(git commit-tree -p "$(cat ../other)" -p HEAD -m merge "$(git mktree < /dev/null)")" && echo x > x'
# shellcheck disable=SC2016 # for the shell that is run
vandal "one whose file turns is a digest" "$all" sh -c 'printf "100644 blob %s\tturns\n" "$(git rev-parse HEAD:turns/000002.txt)" > ../tree
	GIT_COMMITTER_DATE="2001-01-01T00:00:00Z" GIT_AUTHOR_DATE="2001-01-01T00:00:00Z" \
		git commit-tree -m other "$(git mktree < ../tree)" > ../other &&
	git reset -q --hard "$(git commit-tree -p "$(cat ../other)" -p HEAD -m merge "$(git mktree < /dev/null)")" && echo x > x'
adit new other.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host > other.0 2> err
vandal "another table of the same host in its place" "git-adit: main had lost digests 0 to $last: restored$advice" \
	sh -c 'git rm -q -r turns && mkdir turns && cp ../other.0 turns/000000.txt'
many=3000
[ -z "${ADIT_LONG:-}" ] || many=20000
[ -z "${ADIT_FEW:-}" ] || many=300
vandal "$many files of junk, and again, then turns removed" "$all" sh -c 'for n in 1 2; do
	awk -v n=$n -v many='$many' "BEGIN { for (i = 5; i < many; i++) { file = sprintf(\"turns/%06d.txt\", i)
		print n, i > file; close(file) } }" && git add turns && git commit -qm junk; done; git rm -q -r turns'
vandal "a deep history, then turns removed" "$all" sh -c 'awk -v on="$(git rev-parse HEAD)" -v many='$many' "BEGIN {
	for (i = 1; i <= many; i++) { print \"commit refs/heads/deep\ncommitter x <x@y> 1 +0000\ndata 0\"
		if (i == 1) print \"from \" on
		printf \"M 100644 inline turns/%06d.txt\ndata 2\nx\n\n\", 5 + i % 7 } }" | git fast-import --quiet &&
	git reset -q --hard deep && git rm -q -r turns'

# ---- what players have is not made a second time: a digest after a gap
back
git -C server.git update-ref refs/heads/inbox/anna "$(
	tree=$(printf '100644 blob %s\t000004.txt\n' "$(git -C server.git rev-parse main:turns/000004.txt)" |
		git -C server.git mktree)
	printf '040000 tree %s\tturns\n' "$tree" | git -C server.git mktree | xargs git -C server.git commit-tree -m x)"
rewound 3
was=$(main)
fresh
is "main rewound, and a branch has a later digest, but not those between" "$?$(cat job.err)" \
	"75git-adit: nothing is published, try again: digest 2 is missing, but digest 4 is there"
is "... nothing is published" "$(main)" "$was"
git -C server.git update-ref refs/heads/inbox/bob "$(git -C kept/server.git rev-parse main)"
ok "... until a branch has them" fresh
is "..." "$(git -C server.git rev-parse main:turns)" "$good"

# ---- a job that keeps its clone remembers main as it was
back
ok "a job in a clone that is kept" fresh
rewound 2
(cd job && git adit host -k host --fresh) 2> job.err
is "... knows what main was" "$?$(cat job.err) $(git -C server.git rev-parse main:turns)" \
	"0git-adit: main had lost digests 3 to $last: restored$advice $good"
tap_end
