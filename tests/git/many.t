#!/bin/sh
# A crowded inbox: an order that stands after many others is taken by a job that keeps nothing, too, and what a limit
# leaves out is said.
. "${0%/*}/lib.sh"
opening
rm cave/.git/adit/game.db
git clone -q server.git mallory
job() { rm -rf job && git clone -q server.git job && host job --fresh; }

# fill [N]: the folder inbox has three orders, which are signed at the first call, N files more, and an order after them
fill()
{
	git -C mallory fetch -q
	git -C mallory archive origin/main turns | tar -x -C mallory
	mkdir -p mallory/inbox
	rm -f mallory/inbox/b* mallory/inbox/z*
	at=${2:-100}
	end=$((at + $1))
	while [ $((at += 1)) -le $end ]; do
		echo "nothing $at" > "mallory/inbox/b$at"
	done
	(cd mallory && adit sign -k anna -d turns --say "after $1" > inbox/z) || exit 99
	put
}
put()
{
	(
		cd mallory && git add -f inbox && tree=$(git write-tree) &&
			git push -q -f origin "$(git commit-tree "$tree" -p origin/main -m x):refs/heads/inbox/anna"
	) 2> err || tap_result 1 "pushed" err
}

for i in 1 2 3; do
	fill 0
	cp mallory/inbox/z mallory/inbox/a$i
	job 2> err
done
is "three orders are taken" "$(count)" 4
fill 63
exits 0 "three that digests name, 63 other files, and one more: it is the 67th" job
is "... it is taken, and nothing is left out" "$(cat err)" "git-adit: order of anna: taken as digest 4"
fill 66
exits 0 "66 other files" job
like "... of which two are left out, which is said" "$(cat err)" \
	"*git-adit: refs/heads/inbox/anna: only 68 files of inbox are read*"
rm mallory/inbox/b*
put
job 2> err
is "... are gone, and the order is taken" "$(count)" 6

# ---- orders to read are chosen at random, so no order can be crowded out in every run
fill 250 200
i=0
while [ "$(count)" -lt 7 ] && [ $((i += 1)) -le 60 ]; do
	job 2> err
done
is "behind 250 files an order is taken some day" "$(count)" 7
like "... and each run says that files are left out" "$(cat err)" "*: only [67]? files of inbox are read*"

# ---- a game file that is kept: what was left out is read when it can be
exits 0 "a game file is kept" host job
fill 250 500
exits 0 "too many files that are new" host job
like "... it is said" "$(cat err)" "*refs/heads/inbox/anna: only 70 files of inbox are read*"
rm mallory/inbox/b*
put
host job 2> err
is "... and read when fewer are there" "$(count)" 8

# ---- large files
rm mallory/inbox/*
head -c 65536 /dev/zero > mallory/inbox/allowed
head -c 65537 /dev/zero > mallory/inbox/large
put
exits 0 "a large file" host job
is "... is left out, which is said" "$(cat err)" "git-adit: files of inbox with 65537 bytes or more are left out: 1"

# ---- branches
: > wanted
i=0
while [ $((i += 1)) -le 140 ]; do
	echo "create refs/heads/inbox/n$i $(main)" >> wanted
done
git -C server.git update-ref --stdin < wanted
exits 0 "141 branches" host job
is "... the others are left to the next run, which is said" "$(cat err)" \
	"git-adit: 12 more branches are left to the next run"
exits 0 "... and it has them" host job
is "... without a word" "$(cat err)" ""
tap_end
