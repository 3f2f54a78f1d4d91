#!/bin/sh
# Main is no vault: what it loses comes back from the players' branches, by jobs that keep nothing.
. "${0%/*}/lib.sh"
opening
rm cave/.git/adit/game.db # the jobs have none
fresh() { rm -rf job && git clone -q server.git job && host job --fresh "$@" 2> job.err; }
take=fresh

# ---- jobs alone
ok "three orders, a job for each" play 3
is "... make three commits" "$(count) $(git -C server.git rev-list --count main)" "4 4"
restored "... which hold"
was=$(main)
ok "another job" fresh
is "... finds nothing to do" "$(main) $(cat job.err)" "$was "
ok "a job keeps no game file" sh -c '! find job/.git -name "*.db*" | grep .'

# ---- main is reset: a player's branch is based on a later digest
ok "bob has seen digest 3" say bob "here"
rewound 3
ok "a job" fresh
is "... puts the same commits there" "$(git -C server.git rev-parse "main~$(($(count) - 4))")" "$was"
like "... and says so" "$(cat job.err)" "*git-adit: main had lost digests 1 to 3: restored; let nobody but the host push to main*"
restored "... and main holds"
was=$(main)
git -C server.git update-ref -d refs/heads/main
ok "main deleted" fresh
# A player who sent before the newest digest does not have it on the branch; here anna does.
like "... comes back as far as a branch has it" "$(git -C server.git log --format=%s main | tail -n 1)" "0: *"
restored "... and holds"
was=$(main)
git -C carl fetch -q && git -C carl update-ref refs/adit/main "$was"
git -C server.git update-ref refs/heads/main "$was~1"
ok "main rewound behind a player who sends" say carl "still here"
like "... who is told" "$(cat carl/said)" "*main has lost digests, from 00000*"
ok "a job" fresh
ok "... has it again" git -C server.git merge-base --is-ancestor "$was" main
restored "... and main holds"

# ---- 16 branches of another user, with digests of their own
git clone -q server.git mallory
(
	cd mallory && git read-tree --empty && rm -r turns && mkdir turns && echo x > turns/999999.txt || exit
	for name in a b c d e f g h i j k l m n o p; do
		echo $name > turns/999998.txt
		git add turns
		git push -q origin "$(git commit-tree "$(git write-tree)" -p HEAD -m x):refs/heads/inbox/a$name"
	done
) 2> err || tap_result 1 "16 branches" err
say carl "and here"
was=$(main)
rewound 1
ok "main rewound, and 16 branches with digests of their own" fresh --now 2026-11-22T00:00:00Z
ok "... do not hide a player's, who has seen more" git -C server.git merge-base --is-ancestor "$was" main

# ---- forged: nothing that the host has not signed
was=$(main)
(
	cd anna && rm -rf turns && git fetch -q && git checkout -q -f -B forged origin/main
	last=turns/$(printf %06d $(($(git ls-files turns | wc -l) - 1))).txt
	next=turns/$(printf %06d "$(git ls-files turns | wc -l)").txt
	sed 's/^text: .*/&/; s/^turn: .*/turn: 99/' "$last" > "$next"
	git add turns && git commit -qm forged && git push -q -f origin forged:inbox/anna
)
rewound 1
ok "a job does not believe a forged digest" fresh
is "... but the one that the host made" "$(main)" "$was"

# ---- main vandalised
vandal() {
	rm -rf vandal && git clone -q server.git vandal && (cd vandal && "$@" && git add -A &&
		git commit -qm vandal && git push -q origin HEAD:main)
}
tree=$(git -C server.git rev-parse 'main^{tree}')
vandal sh -c 'echo hello > README.md; rm host.pub; echo x > turns/000099.txt; sed -i s/anna/bob/ turns/000001.txt'
ok "a job after that" fresh
is "... puts back what was there" "$(git -C server.git rev-parse 'main^{tree}')" "$tree"
is "... on top, without force" "$(git -C server.git log -2 --format=%s main | tail -n 1)" vandal
vandal sh -c 'git rm -q -r .; echo gone > gone'
ok "main emptied" fresh
is "... is there again" "$(git -C server.git rev-parse main:turns)" "$(git -C server.git rev-parse "$tree:turns")"
adit new other.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host > other.0
vandal cp ../other.0 turns/000000.txt
ok "digest 0 of another table of the same host in its place" fresh
is "... is not the game" "$(git -C server.git rev-parse main:turns)" "$(git -C server.git rev-parse "$tree:turns")"
stale bob
ok "an order that comes too late" fresh
receipts=$(git -C server.git rev-parse receipts)
git -C server.git update-ref -d refs/heads/main
forged=$(git -C server.git rev-parse inbox/aa)
for i in $(seq 130); do
	echo "create refs/heads/inbox/aa$i $forged"
done | git -C server.git update-ref --stdin
tree=$(echo "no tree" | git -C server.git hash-object --literally -t tree -w --stdin)
printf 'tree %s\nauthor a <a> 1 +0000\ncommitter a <a> 1 +0000\n\nx\n' "$tree" |
	git -C server.git hash-object --literally -t commit -w --stdin > server.git/refs/heads/inbox/a0
ok "main deleted again, and 130 branches before those of the seats" fresh
like "... is told" "$(cat job.err)" "*git-adit: main has no digest: made again as far as a branch has it, to digest *"
is "... and the receipt is as it was" "$(git -C server.git rev-parse receipts)" "$receipts"

tap_end
