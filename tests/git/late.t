#!/bin/sh
# The clock: who is late, or away, is played for by git adit host, where a game file is kept and where jobs keep nothing.
. "${0%/*}/lib.sh"
git_begin
keys host anna bob carl
start=$(date -u -d "$now" +%s)
at() { date -u -d "@$((start + $1 * 3600))" +%Y-%m-%dT%H:%M:%SZ; }
git adit init cave -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host --id cave \
	--option first=anna --option rounds=1 --limit 1d --grace 6h --late discard --misses 1 --pause sun \
	--zone EET-2EEST,M3.5.0/3,M10.5.0/4 --now "$now" 2> init.err || exit 99
# Sunday does not count: the limit is over after 48 hours, the grace after 54.
server cave
clone anna bob carl two
cp -r server.git before.git
# job HOUR [ARG...]: a job that keeps nothing; and a host that keeps its game file
job() (
	rm -rf job && git clone -q server.git job && cd job || exit
	hour=$1 && shift && git adit host -k host --fresh --now "$(at "$hour")" "$@"
)
kept() { (cd cave && git adit host -k host --now "$(at "$1")"); }
newest() { git -C server.git cat-file blob "main:turns/$(printf %06d $(($(count) - 1))).txt"; }
played() { git -C server.git grep -hE '^  (late|away): (anna|bob|carl)$' main -- turns | sort | uniq -c | tr -s ' \n' ' '; }
again() { rm -rf server.git keys/hosted two/.git/adit && cp -r before.git server.git; }

# ---- jobs alone
exits 0 "a job before the limit and the grace are over" job 53
is "... does nothing" "$(cat err) $(count)" " 1"
exits 0 "one behind them" job 54
is "... plays for who is late" "$(cat err) $(count)" "git-adit: played for anna: digest 1 2"
like "... by the policy" "$(newest)" "*host:
  late: anna
  turn: 1
  by: discard
*"
is "... in a commit" "$(git -C server.git rev-list --count main)" 2
exits 0 "the next" job 54
is "... does it no second time" "$(cat err) $(count)" " 2"
restored "... and it holds"

# ---- a game file that is kept
again
exits 0 "a kept game file: three quarters" kept 42
like "... a reminder" "$(cat err)" "git-adit: remind anna: turn 1 is due 2026-11-2*"
exits 0 "... once" kept 43
is "..." "$(cat err)" ""
kept 48 2> err
exits 0 "then" kept 54
is "... it is played" "$(cat err) $(count)" "git-adit: played for anna: digest 1 2"
is "what the clock asks for is remembered" "$(awk 'NR == 1 { print $2 }' cave/.git/adit/state)" "$(at 72)"
touch -d '2020-01-01' cave/.git/adit/receipts
exits 0 "a run before that" kept 71
ok "... looks at no order" test -z "$(find cave/.git/adit/receipts -newermt 2021-01-01)"

# ---- a branch that cannot be read: where nothing was there since the limit, a kept game file waits for a grace more
spoil() {
	bad=$(printf '100644 \0aaaaaaaaaaaaaaaaaaaa' | git -C server.git hash-object --literally -t tree -w --stdin)
	bad=$(printf 'tree %s\nauthor a <a> 1 +0000\ncommitter a <a> 1 +0000\n\nx\n' "$bad" |
		git -C server.git hash-object --literally -t commit -w --stdin)
	mkdir -p server.git/refs/heads/inbox
	echo "$bad" > server.git/refs/heads/inbox/anna
}
spoil
exits 0 "a kept game file that cannot read a branch" kept 102
like "... waits" "$(cat err)" "*git-adit: cannot fetch refs/heads/inbox/anna: left out*
git-adit: bob is late, but nothing ran since: what has come is to be taken first, until *"
exits 0 "... not for ever" kept 108
like "..." "$(cat err)" "*git-adit: played for bob: digest 2"
again
spoil
exits 0 "a job that cannot" job 54
like "... plays: nobody stops the clock with a branch" "$(cat err)" "*git-adit: played for anna: digest 1"

# ---- thirty days
again
# A job has a new game file, so this is later than the present time, too.
later=$((($(date +%s) - start) / 3600 + 900))
exits 75 "a job a month later" job $later
like "... does not believe the clock" "$(cat err) $(count)" "git-adit: *the clock is * days ahead of *: nothing is done; if the clock is right: git adit host --catch-up* 1"
exits 0 "... until it is told to" job $later --catch-up
is "..." "$(cat err)" "git-adit: played for anna: digest 1"

# ---- while a job pushes, another is there: one history
# meanwhile COMMAND: done by the server, once, while a job pushes main
meanwhile() {
	again
	rm -rf went
	cat > server.git/hooks/pre-receive << END
#!/bin/sh
while read -r _ _ ref; do
	[ "\$ref" = refs/heads/main ] && mkdir "$tap_dir/went" 2> /dev/null || continue
	unset \$(git rev-parse --local-env-vars)
	cd "$tap_dir" && { $1; } > other 2>&1
done
exit 0
END
	chmod +x server.git/hooks/pre-receive
}
two="(cd two && git adit host -k host --fresh --now $(at 54))"
meanwhile "(cd anna && git adit send -k anna --say 'I am here' && git adit send -k anna --seq 2 --force \
	\"discard \$(adit read -k anna turns --json | sed 's/.*\"name\":\"anna\",\"hand\":\[\"\([^\"]*\).*/\1/')\"); $two"
exits 0 "a job plays for who is late, another has his order meanwhile" job 54
like "... the other" "$(cat other)" "*git-adit: order of anna: taken as digest 2*"
is "... the order counts" "$(count) $(played | grep -c anna)" "3 0"
restored "... in one history"
if [ -z "${ADIT_FEW:-}" ]; then
	meanwhile "$two"
	say bob "hello"
	exits 0 "a job takes an order, while another plays for who is late" job 53
	is "... the other" "$(cat other)" "git-adit: order of bob: taken as digest 1
git-adit: played for anna: digest 2"
	is "... each once" "$(count)$(played)" "3 1 late: anna "
	restored "... in one history"
	meanwhile "$two"
	exits 0 "two play for who is late" job 54
	is "... one has" "$(count) $(cat other)" "2 git-adit: played for anna: digest 1"
	restored "... in one history"
fi

# ---- a whole game: anna is late, and from then on away; so is bob; carl has planned ahead
again
ok "carl plans ahead" sh -c 'cd carl && git adit send -k carl --turn every suggest 2> said'
for hour in 54 108; do
	ok "a job at hour $hour" job "$hour" 2> err
done
hour=108
while [ "$(turn)" != - ] && [ "$hour" -lt 120 ]; do
	hour=$((hour + 1))
	job "$hour" 2> job.err || break
done
is "the game ends" "$(turn)" -
like "anna and bob were late, and away" "$(played)" "*away: anna *away: bob *late: anna *late: bob *"
TZ=America/New_York TZDIR=$tap_dir/none
export TZ TZDIR
restored "it is audited elsewhere"
ok "... wholly" adit audit audited
tap_end
