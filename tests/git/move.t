#!/bin/sh
# A table moves to another machine in the middle of a game, by git alone: who clones main, and has the host's key,
# goes on with the same digests, be it once or in jobs that keep nothing.
. "${0%/*}/lib.sh"
git_begin
keys host anna bob carl
git adit init cave -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host --id cave \
	--option first=anna --limit 1d --late discard --absence 14d --now "$now" 2> init.err || exit 99
server cave
clone anna bob carl

# sends WHO [ARG...]
sends() (
	cd "$1" && git pull -q && shift && git adit send -k "${PWD##*/}" "$@" 2> said
)
sends carl --turn every --or suggest 'discard nesw'
host cave 2> err
sends carl --turn any 'absent 2026-11-23 to 2026-11-24'
sends anna --turn any 'vote extend 2d yes'
host cave 2> err
like "votes and kept orders" "$(git -C server.git show main:turns/000003.txt)" "*absent: carl*  open: extend 2d*"
sends bob --turn any 'vote extend 2d yes'
sends carl --say 'Off to the new house.'
cp -r server.git was.git
now=2026-11-22T08:00:00Z
host cave 2> err
stays=$(git -C server.git rev-parse main:turns)
is "the vote is carried" "$(count)" 7

# goes_on NAME [ARG...]: on another machine, which knows nothing but main
goes_on()
{
	name=$1
	shift
	rm -rf server.git other abroad
	cp -r was.git server.git
	mkdir abroad
	cp keys/host.* abroad
	git clone -q server.git other
	ADIT_HOME=$tap_dir/abroad
	export ADIT_HOME
	exits 0 "$name" host other "$@"
	is "... goes on with the same digests" "$(git -C server.git rev-parse main:turns)" "$stays"
	ADIT_HOME=$tap_dir/keys
}
goes_on "another clone"
goes_on "a job that keeps nothing" --fresh
tap_end
