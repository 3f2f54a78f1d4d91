#!/bin/sh
# A game file that is kept: one from a backup does not go on, and main gets back from it what it has lost.
. "${0%/*}/lib.sh"
opening
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
tap_end
