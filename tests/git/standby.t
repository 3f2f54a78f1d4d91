#!/bin/sh
# A standby at a table in a repository: they join by a branch of their own, and get the seat of a player who
# leaves, with a game file and with jobs that keep nothing.
. "${0%/*}/lib.sh"
git_begin
keys host anna bob zoe yan
git adit init cave -k host --rules duel --seat anna --seat bob --trusted-host --id cave --option first=anna \
	--standby open --now "$now" 2> init.err || exit 99
server cave
clone anna bob zoe yan
job() (
	rm -rf job && git clone -q server.git job && cd job && git adit host -k host --fresh --now "$now" 2> ../job.err
)
pull() { git -C "$1" pull -q 2> /dev/null; }
newest() { git -C server.git cat-file blob "main:turns/$(printf %06d $(($(count) - 1))).txt"; }
waits() {
	pull "$1"
	(cd "$1" && adit join --standby ${2:+"$2"} -k "$1" -d turns > block && git adit send -k "$1" - < block 2> said)
}

plays() {
	pull "$1"
	(cd "$1" && adit read -k "$1" --suggest > wish && xargs git adit send -k "$1" < wish 2> said)
}

ok "zoe asks for a seat" waits zoe
ok "... by a branch" git -C server.git rev-parse -q --verify refs/heads/inbox/any
ok "a job takes it" job
like "... and says so" "$(newest)" "*host:
  standby: RW*"
n=$(count)
ok "another" job
is "... no second time" "$(count)" "$n"
pull anna
ok "anna leaves" sh -c 'cd anna && git adit send -k anna leave 2> said'
ok "a host that keeps its file" sh -c 'cd cave && git adit host -k host --now '"$now"' 2> err'
like "... gives the seat" "$(newest)" "*host:
  replace: anna
*  by: table
*"
ok "yan asks, where zoe has" waits yan
ok "... and a job takes that" job
like "..." "$(newest)" "*host:
  standby: RW*"
ok "yan waits no more" waits yan --withdraw
ok "... and a job takes that" job
like "... which is said" "$(newest)" "*host:
  standby-no: *"
n=$(count)
ok "... and another" job
is "... takes neither order again" "$(count)" "$n"
ok "zoe plays" plays zoe
n=$(count)
ok "... which a job takes" job
is "..." "$(count)" $((n + 1))
for seat in zoe bob; do
	pull $seat
	ok "$seat votes for the end" sh -c "cd $seat && git adit send -k $seat vote end yes 2> said"
done
ok "... a job takes both" job
like "... and does it" "$(newest)" "*host:
  end: yes
  by: table
*
summary:
*"
restored "the game is made anew from main"
git clone -q server.git sixth
ok "a clone that knows nothing else finds all in order" adit audit sixth/turns
tap_end
