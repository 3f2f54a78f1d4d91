#!/bin/sh
# Main is no vault: what it loses comes back, from a game file that is kept or from the players' branches;
# jobs that keep nothing make one history.
. "${0%/*}/lib.sh"
git_begin
keys host anna bob carl
table cave
server cave
clone anna bob carl
mv cave/.git/adit/game.db kept.db # the jobs have none
fresh() { rm -rf job && git clone -q server.git job && host job --fresh 2> job.err; }
take=fresh

# ---- jobs alone
ok "four orders, a job for each" play 4
is "... make four commits" "$(count) $(git -C server.git rev-list --count main)" "5 5"
restored "... which hold"
was=$(main)
ok "another job" fresh
is "... finds nothing to do" "$(main) $(cat job.err)" "$was "
ok "a job keeps no game file" sh -c '! find job/.git -name "*.db*" | grep .'

# ---- main rewound: a player's branch stands on what he had seen
ok "bob has seen digest 4" say bob "here"
rewound 3
ok "a job" fresh
is "... puts the same commits there" "$(git -C server.git rev-parse "main~$(($(count) - 5))")" "$was"
like "... and says so" "$(cat job.err)" "*git-adit: main lacks digests 2 to 4: put there*"
restored "... and main holds"
was=$(main)
git -C server.git update-ref -d refs/heads/main
ok "main deleted" fresh
# Who sent before the newest digest does not have it on his branch; here anna does.
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

# ---- a kept game file that is older than main
cp kept.db cave/.git/adit/game.db
rm -rf "$ADIT_HOME/hosted"
exits 0 "a game file from a backup" host cave
like "... is made again before anything is signed" "$(cat err)" "*the old one is game.db.1*"
is "... and kept" "$(cmp kept.db cave/.git/adit/game.db.1 && ls cave/.git/adit/game.db)" "cave/.git/adit/game.db"
say bob "on with it"
exits 0 "it hosts on" host cave
was=$(main)
rewound 3
exits 0 "main rewound beside a kept game file" host cave
is "... has the same commits again" "$(main)" "$was"
git -C server.git update-ref -d refs/heads/main
exits 0 "main deleted beside it" host cave
restored "... is back"

# ---- two histories
was=$(main)
cp kept.db cave/.git/adit/game.db
rm -rf "$ADIT_HOME/hosted"
adit digest kept.db > newest
adit sign -k bob -d newest --force --no-record --say other > order 2> err
adit apply -k host cave/.git/adit/game.db order > out 2> err
exits 1 "a digest of its own in between: two histories" host cave
like "... both named" "$(cat err)" "git-adit: nothing is published: *"
is "... neither touched" "$(main)" "$was"

# ---- two jobs at once, stopped between taking and pushing
rm -rf one two
git clone -q server.git one
git clone -q server.git two
say anna "at once"
mkdir slow
cat > slow/adit << 'END'
#!/bin/sh
# The first job's page is made only when the second is done.
[ "$1" != page ] || [ -e once ] || { : > "$tap_dir/once" && (unset GIT_DIR && cd "$tap_dir/two" && PATH=$fast \
	git adit host -k host --fresh --now "$later" 2> /dev/null 9>&-); }
exec "$ADIT" "$@"
END
sed -i "s,-e once,-e $tap_dir/once," slow/adit
chmod +x slow/adit
fast=$PATH later=2026-11-21T18:00:00Z
export fast later tap_dir ADIT
exits 0 "the loser of two jobs begins again" env PATH="$tap_dir/slow:$PATH" sh -c 'cd one && git adit host -k host --fresh'
is "... there is one history" "$(git -C server.git log -1 --format=%cI main)" 2026-11-21T18:00:00+00:00
restored "... which holds"
rm once
exits 0 "and it hosts on" host one --fresh
tap_end
