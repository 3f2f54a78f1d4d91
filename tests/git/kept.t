#!/bin/sh
# A game file that is kept: one from a backup does not go on, and main gets back from it what it has lost.
. "${0%/*}/lib.sh"
opening
cp cave/.git/adit/game.db kept.db
for name in anna bob carl; do
	say "$name" "one of three"
done
exits 0 "three orders" host cave

# ---- runs that find nothing: each day one counts, so that a holiday stops nothing; but not when the clock jumps
exits 0 "a run that finds nothing" host cave
for days in 20 40; do
	touch -d "$days days ago" cave/.git/adit/game.db cave/.git/adit/state
	(cd cave && git adit host -k host) 2> err || cat err
	find cave/.git/adit/game.db cave/.git/adit/state -mmin -60
done > counted
is "... counts, if that was not 30 days ago" "$(tr "\n" " " < counted)" \
	"cave/.git/adit/game.db cave/.git/adit/state "
touch cave/.git/adit/game.db cave/.git/adit/state

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

# ---- put back by five digests, while jobs of another machine hosted on
cp cave/.git/adit/game.db kept.db
for names in "anna bob carl" "anna bob"; do
	for name in $names; do
		say "$name" "one of five"
	done
	host cave 2> err
done
cp -r keys keys.cave
git clone -q server.git job
say carl "to a job"
exits 0 "jobs host on" host job --fresh
was=$(main) n=$(count)
cp kept.db cave/.git/adit/game.db
rm -rf keys.job && mv keys keys.job && cp -r keys.cave keys
exits 0 "a game file put back by five digests" host cave
like "... is made again from main" "$(cat err)" "*ended at digest $((n - 7)), main at $((n - 1)): made again*"
is "... which stays" "$(main)" "$was"
say bob "to the kept file"
exits 0 "... and goes on there" host cave
is "... with the next digest" "$(git -C server.git rev-parse main~1) $(count)" "$was $((n + 1))"
restored "... in one history"

# ---- two histories
was=$(main)
cp kept.db cave/.git/adit/game.db
rm -rf "$ADIT_HOME/hosted"
adit digest kept.db > newest
n=$(sed -n 's/^n: \([0-9]*\).*/\1/p' newest)
n=$((n + 1))
adit sign -k bob -d newest --force --no-record --say other > order 2> err
adit apply -k host cave/.git/adit/game.db order > out 2> err
cp cave/.git/adit/game.db other.db
exits 1 "a digest of its own in between: two histories" host cave
is "... both named" "$(cat err)" \
	"git-adit: nothing is published: two different digests $n of game cave, both signed by the host"
is "... neither touched" "$(main) $(cmp other.db cave/.git/adit/game.db)" "$was "
tap_end
