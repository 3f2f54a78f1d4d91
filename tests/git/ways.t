#!/bin/sh
# Tables of 2, 6 and 12 seats, each with another host: a hook, a clone as for cron, jobs that keep nothing.  Every third
# order comes in a pull request, the others by send.  ADIT_LONG=1: to the end of the game.
. "${0%/*}/lib.sh"
git_begin
all="anna bob carl dora emil fay gus hanna ida jan kim lea"
# shellcheck disable=SC2086 # words
keys host $all

# by_pull NAME ORDER: as a file in a pull request, from a fork that is as old as main
by_pull() (
	cd "$1" || exit
	pull=$((pull + 1))
	mkdir -p desk && adit sign -k "$1" -d turns "$2" > "desk/my order $pull" 2> said || exit
	git add desk && tree=$(git write-tree) && commit=$(git commit-tree -p origin/main -m "please" "$tree") &&
		git push -q origin "$commit:refs/pull/$pull/head"
)

# one N: the seat to move plays
one() {
	seat=$(turn)
	(cd "$seat" && git fetch -q origin main && git reset -q --hard origin/main) || return
	order=$(cd "$seat" && adit read turns -k "$seat" --suggest 2> said) || return
	if [ $(($1 % 3)) -eq 0 ]; then
		pull=$1
		by_pull "$seat" "$order"
	else
		(cd "$seat" && git adit send -k "$seat" "$order" 2> said)
	fi && $host 2> "$tap_dir/host.err"
}

by_hook() { (cd server.git && git adit host -k host --from 'refs/pull/*/head'); }
by_cron() { host cave --from 'refs/pull/*/head'; }
by_job() { rm -rf job && git clone -q server.git job && host job --fresh --from 'refs/pull/*/head'; }

# game RULES SEATS HOST: as many orders as there is time for
game() {
	rm -rf cave server.git job
	seats=$(echo "$all" | cut -d ' ' -f "1-$2") host=$3
	# shellcheck disable=SC2046,SC2086 # words
	git adit init cave -k host --rules "$1" $(printf ' --seat %s' $seats) --trusted-host --id "game$2" \
		--now "$now" 2> init.err || exit 99
	server cave
	# shellcheck disable=SC2086 # words
	rm -rf $seats && clone $seats
	n=0
	while [ "$(turn)" != - ] && [ $n -lt "$most" ]; do
		one $((n += 1)) && [ "$(count)" -gt $n ] && continue
		cat host.err "$seat/said" > stuck
		tap_result 1 "$1, $2 seats, $3: order $n of $seat" stuck
		return
	done
	is "$1, $2 seats, $3: each order has its digest" "$(count)" $((n + 1))
	is "... once" "$(git -C server.git grep -h '^order: ' main -- turns | grep -v -e ' -$' | sort | uniq -d)" ""
	restored "... and all of it holds"
}

most=12
[ -z "${ADIT_FEW:-}" ] || most=4
[ -z "${ADIT_LONG:-}" ] || most=2000
game duel 2 by_hook
game dark-cave 6 by_cron
game saboteur2 12 by_job
tap_end
