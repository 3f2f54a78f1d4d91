#!/bin/sh
# A table of five from the invitation on, which the players deal along: hosted by the hook of a server, and by
# jobs that keep nothing; everybody sends at once.  With ADIT_LONG=1 to the end.
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

# once N: main has N digests, a commit each in one line, and no order is in two of them.
once() {
	if [ "$(count) $(git -C server.git rev-list --count main) $(git -C server.git rev-list --merges main)" != "$1 $1 " ]; then
		git -C server.git log --oneline main
		return 1
	fi
	git -C server.git grep -h '^order: ' main -- turns > orders
	[ -s orders ] && [ -z "$(sort orders | uniq -d)" ]
}

# on WHAT: the second half of a table, from the five commitments on
on() {
	what=$1
	ok "$what: five confirm" at_once confirm
	ok "... each once" once 11
	like "... and the cards are dealt" "$(turn)" "[a-e]*"
	[ -n "${ADIT_LONG:-}" ] && many=400 || many=1
	ok "they play" play "$many"
	[ -z "${ADIT_LONG:-}" ] || is "... to the end" "$(turn)" -
	words=${ADIT_LONG:+10}
	while [ "${words:-0}" -gt 0 ]; do
		before=$(count)
		ok "$what: five at once say a word, $words" at_once sign --say "word $words"
		ok "... each once" once $((before + 5))
		words=$((words - 1))
	done
	ok "... in one history" once "$(count)"
	restored "a sixth clone audits it"
	[ -z "${ADIT_LONG:-}" ] || ok "... wholly" adit audit audited
}

git init -q --bare -b main server.git # what is pushed later, its hook takes
git -C cave push -q "$PWD/server.git" main
cp "$top_srcdir/examples/git/post-receive" server.git/hooks
# shellcheck disable=SC2086 # words
clone $seats
take=true
ok "five join" at_once join
ok "... each once" once 6
mkdir jobs
# shellcheck disable=SC2086 # words
cp -r server.git keys $seats jobs
on "by the hook"

# ---- the same, from there on, by jobs
if [ -z "${ADIT_FEW:-}" ]; then
	cd jobs || exit 99
	rm -rf server.git/hooks server.git/adit
	for name in $seats; do
		git -C "$name" remote set-url origin "$PWD/server.git"
	done
	# Who has seen one table believes no other of its name.
	ADIT_HOME=$PWD/keys take=fresh
	on "by jobs"
fi
tap_end
