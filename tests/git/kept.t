#!/bin/sh
# A game file that is kept: one from a backup does not go on, and main gets back from it what it has lost.
# Two jobs, or five players, at once make one history.
. "${0%/*}/lib.sh"
git_begin
keys host anna bob carl
table cave
server cave
clone anna bob carl
cp cave/.git/adit/game.db kept.db
for name in anna bob carl; do
	say "$name" "one of three"
done
exits 0 "three orders" host cave

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
