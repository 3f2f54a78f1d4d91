#!/bin/sh
# A table of five from the invitation to the audit at its end, which the players deal along: hosted by jobs that keep
# nothing, and by the hook of a server; everybody sends at once.  With ADIT_LONG=1 an order a turn.
. "${0%/*}/lib.sh"
git_begin
seats="anna bob carl dora emil"
# shellcheck disable=SC2086 # words
keys host $seats
# shellcheck disable=SC2046,SC2086 # words
git adit init cave -k host --rules saboteur $(printf ' --seat %s' $seats) --id cave --option rounds=1 \
	--now "$now" 2> init.err || exit 99

fresh() { rm -rf job && git clone -q server.git job && (cd job && git adit host -k host --fresh 2> ../job.err); }

# at_once VERB [ARG...]: each seat sends what `adit VERB` prints, all at the same time; then $take.
at_once() {
	for name in $seats; do
		(
			cd "$name" && git fetch -q origin main && git archive origin/main turns | tar -x &&
				adit "$@" -k "$name" -d turns > block 2> said && git adit send -k "$name" - < block 2> said
			echo $? > sent
		) &
	done
	wait
	$take || return
	! cat ./*/sent | grep -v '^0$' || { head -n 20 ./*/said && return 1; }
}

# line N: main has N digests, a commit each in one line
line() {
	[ "$(count) $(git -C server.git rev-list --count main) $(git -C server.git rev-list --merges main)" = "$1 $1 " ] ||
		! git -C server.git log --oneline main
}

# once N: ... and no order is in two of them
once() {
	line "$1" && git -C server.git grep -h '^order: ' main -- turns > orders && [ -z "$(sort orders | uniq -d)" ]
}

# deal WHAT: five join and confirm
deal() {
	ok "$1: five join" at_once join
	ok "... each once" once 6
	ok "five confirm" at_once confirm
	ok "... each once" once 11
	like "... and the cards are dealt" "$(turn)" "[a-e]*"
}

# words N: ten times five, or N times
words() {
	words=${ADIT_LONG:+10}
	: "${words:=$1}"
	while [ "$words" -gt 0 ]; do
		before=$(count)
		ok "five at once say a word, $words" at_once sign --say "word $words"
		ok "... each once" once $((before + 5))
		words=$((words - 1))
	done
}

# finish N: the game, or N orders by hand and the others of themselves; audited by who knows nothing but the address
finish() {
	[ -n "${ADIT_LONG:-}" ] && moves=400 || moves=$1
	ok "an order a turn" play "$moves"
	[ "$(turn)" = - ] || ok "who is busy leaves an order for every turn" at_once sign --turn every suggest
	is "... to the end" "$(turn)" -
	ok "... in one history" line "$(count)"
	restored "a sixth clone audits it"
	ok "... wholly" adit audit audited
}

# ---- by jobs alone, which have nothing but the address and the key
server cave
# shellcheck disable=SC2086 # words
clone $seats
take=fresh
deal "by jobs"
mkdir hooked
# shellcheck disable=SC2086 # words
cp -r server.git keys $seats hooked
words 0
finish 2

# ---- by the hook of a server, which applies pushed orders; in a full suite, from the invitation on
[ -z "${ADIT_FEW:-}" ] || tap_end
cd hooked || exit 99
cp "$top_srcdir/examples/git/post-receive" server.git/hooks
for name in $seats; do
	git -C "$name" remote set-url origin "$PWD/server.git"
done
# Who has seen one table believes no other of its name.
ADIT_HOME=$PWD/keys take=true
if [ -n "${ADIT_LONG:-}" ]; then
	git -C server.git push -q -f . main~10:main
	git -C server.git for-each-ref --format='delete %(refname)' refs/heads/inbox | git -C server.git update-ref --stdin
	rm -rf keys/games keys/hosted
	for name in $seats; do
		rm -rf "$name" && git clone -q server.git "$name"
	done
	deal "by the hook"
fi
words 1
finish 0
tap_end
