#!/bin/sh
# Branches of strangers: names in the way of an inbox, and thousands of them.
# shellcheck disable=SC2016 # a name that a shell would run
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

# ---- somebody made inbox
git -C server.git update-ref -d refs/heads/inbox/bob 2> /dev/null
git -C server.git update-ref -d refs/heads/inbox/bob.2
git -C server.git update-ref refs/heads/inbox main
git -C server.git update-ref refs/heads/refs/heads/inbox main
printf '#!/bin/sh\necho "$1" >> %s/slept\n' "$PWD" > bin/sleep
chmod +x bin/sleep
true > slept
exits 75 "a branch in the way of all inboxes" say bob "into nothing"
like "... is named to the player, and how to delete it" "$(cat bob/said)" \
	"*nothing was sent: the branch inbox is in the way of inbox/bob; delete it, or ask the host to: git push origin :inbox"
exits 0 "... and the host goes on" host cave
is "... and says so" "$(cat err)" \
	"git-adit: no player can send: the branch inbox is in the way of inbox/SEAT; delete it: git push origin :inbox"
is "... nothing is tried again" "$(cat slept)" ""
git config --global "url.$PWD/server.git.insteadOf" http://anna:secret@there/x
exits 75 "with a password in the URL" sh -c 'cd bob && git adit send -k bob --remote http://anna:secret@there/x --say no'
like "... the player is not shown it" "$(cat err)" "*ask the host to: git push URL :inbox"
not_ok "..." grep secret err
exits 0 "..." host cave --remote http://anna:secret@there/x
like "... nor is the host" "$(cat err)" "*delete it: git push URL :inbox"
not_ok "..." grep secret err
exits 0 "in the repository itself" sh -c 'cd server.git && git adit host --fresh -k host --now "$1"' sh "$now"
like "..." "$(cat err)" "*the branch inbox is in the way of inbox/SEAT; delete it: git push URL :inbox"
git -C server.git update-ref -d refs/heads/inbox
exits 0 "when it is gone" say bob "again"
exits 0 "... the host takes it" host cave
is "... and no other branch is in the way" "$(cat err)" "git-adit: order of bob: taken as digest 2"
git -C server.git update-ref -d refs/heads/refs/heads/inbox
git -C server.git update-ref -d refs/heads/inbox/bob
rm -rf bob bin/sleep && clone bob

# ---- somebody made receipts/x
git -C server.git update-ref refs/heads/receipts/x main
printf '#!/bin/sh\necho "$1" >> %s/slept\n' "$PWD" > bin/sleep
chmod +x bin/sleep
true > slept
stale anna --seq 5
say bob "beside it"
n=$(count)
exits 75 "a branch in the way of receipts" host cave
like "... is named, and how to delete it" "$(cat err)" \
	"*git-adit: receipts cannot be made: the branch receipts/x is in the way; delete it: git push origin :receipts/x"
is "... nothing is tried again" "$(cat slept)" ""
is "... digests are out" "$(count)" $((n + 1))
git -C server.git update-ref 'refs/heads/receipts/$(x)' main
exits 75 "another" host cave
like "... only a plain name is named" "$(cat err)" "*the branch receipts/x is in the way*"
git -C server.git update-ref -d refs/heads/receipts/x
exits 75 "... or none" host cave
like "..." "$(cat err)" "*git-adit: receipts cannot be made: delete the branches whose names begin with receipts/"
exits 75 "in the repository itself" sh -c 'cd server.git && git adit host --fresh -k host --now "$1"' sh "$now"
like "..." "$(cat err)" "*git-adit: receipts cannot be made: delete the branches whose names begin with receipts/"
git -C server.git update-ref -d 'refs/heads/receipts/$(x)'
exits 0 "when they are gone" host cave
is "... the receipts are out" "$(git -C server.git ls-tree --name-only receipts)" anna.txt
rm bin/sleep
git -C server.git update-ref -d refs/heads/receipts
git -C server.git update-ref -d refs/heads/inbox/anna
rm -rf anna && clone anna

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
	"*order of carl: taken as digest 6*"

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
like "... so that one of them takes an order among 300 branches" "$(cat err)" "*order of carl: taken as digest 7*"
tap_end
