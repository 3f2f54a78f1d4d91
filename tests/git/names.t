#!/bin/sh
# Branches of strangers: names in the way of an inbox, and thousands of them.
. "${0%/*}/lib.sh"
opening
# away SEAT NAME: the inbox of the seat is that branch
away() {
	git -C server.git update-ref "refs/heads/$2" "refs/heads/inbox/$1"
	git -C server.git update-ref -d "refs/heads/inbox/$1"
}

# ---- somebody made inbox/bob/x
say bob "from elsewhere"
away bob inbox/bob.2
git -C server.git update-ref refs/heads/inbox/bob/x main
exits 0 "an inbox with a number" host cave
is "... is read" "$(cat err)" "git-adit: order of bob: taken as digest 1"
rm -rf server.git/refs/heads/inbox/bob bob && clone bob

# ---- many branches, each of which is new in every run: the seats' come first, and others in turn
many=5000
[ -z "${ADIT_FEW:-}" ] || many=200
# crowd N: that many branches of strangers, with the N-th commit
crowd() {
	tree=$(echo "$1" | git -C server.git hash-object -w --stdin)
	tree=$(printf '100644 blob %s\tinbox\n' "$tree" | git -C server.git mktree)
	tree=$(git -C server.git commit-tree "$tree" -m x < /dev/null)
	awk -v many="$many" -v commit="$tree" 'BEGIN {
		for (i = 0; i < many; i++) printf "update refs/heads/inbox/%s%05d %s\n", i % 2 ? "a" : "s", i, commit }' |
		git -C server.git update-ref --stdin
}
say bob "second"
away bob inbox/bob.9
say anna "first"
crowd 1
exits 0 "$many branches of strangers" host cave
is "... the orders of seats are taken" "$(grep -c taken err)" 2
like "... the others are left to the next runs, which is said" "$(cat err)" "*more branches are left to the next run*"
git -C server.git for-each-ref --format='delete %(refname)' refs/heads/inbox/a\* refs/heads/inbox/s\* |
	git -C server.git update-ref --stdin
many=400
say carl "from a stranger's branch"
away carl inbox/m
i=1
while [ $((i += 1)) -le $((many / 64 + 2)) ] && ! grep -q carl err; do
	crowd $i
	host cave 2> err
done
like "an order in another branch is taken, though the strangers' change each time" "$(cat err)" \
	"*order of carl: taken as digest 4*"

# ---- jobs begin at random
say carl "to a job"
away carl inbox/m
i=0
many=300
git -C server.git for-each-ref --format='delete %(refname)' refs/heads/inbox/a\* refs/heads/inbox/s\* |
	git -C server.git update-ref --stdin
crowd 0
: > err
while [ $((i += 1)) -le 60 ] && ! grep -q carl err; do
	rm -rf job && git clone -q server.git job
	host job --fresh 2> err
done
like "... so that one of them takes an order among 300 branches" "$(cat err)" "*order of carl: taken as digest 5*"
tap_end
