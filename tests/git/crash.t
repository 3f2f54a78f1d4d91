#!/bin/sh
# host and send, killed with all that they have started before and after the git and adit commands that they run,
# then run again: the history is that of a host who was not killed, and no order is lost or taken twice.
. "${0%/*}/lib.sh"
opening

# git and adit as they are, but that the $STOP-th moment, before or after one of them, ends the group of processes.
# Many may run at once: the first that finds the moment past ends it.
mkdir stop
for program in "$(command -v git)" "$ADIT"; do
	cat > "stop/${program##*/}" << END
#!/bin/sh
moment() {
	echo >> "$tap_dir/moments"
	n=0
	while read -r _; do
		n=\$((n + 1))
	done < "$tap_dir/moments"
	[ \$n -lt "\$STOP" ] || { read -r group < "$tap_dir/group" && kill -KILL "-\$group"; }
}
moment
"$program" "\$@"
status=\$?
moment
exit \$status
END
	chmod +x "stop/${program##*/}"
done

# stopped N DIR ARG...: git adit ARG... in DIR, killed at the N-th moment.  By its own name: git finds git elsewhere.
stopped() (
	export STOP="$1" PATH="$tap_dir/stop:$PATH"
	cd "$2" || exit
	shift 2
	: > "$tap_dir/moments"
	# shellcheck disable=SC2016 # for the shell that is run
	setsid -w sh -c 'echo $$ > "$0/group" && exec git-adit "$@"' "$tap_dir" "$@" \
		2> "$tap_dir/stopped.err" || exit
) 2> /dev/null

# What everybody can see of a history: its $orders, what they did, who was refused.  Receipts are sealed, which is never
# the same twice.
orders='^order: '
history() {
	git -C server.git log --format='%s%n%an %ae %ai%n%cn %ce %ci' main
	[ "$orders" != '^order: ' ] || main
	git -C server.git grep -h "$orders" main receipts -- '*.txt'
	git -C server.git cat-file blob main:README.md | if [ "$orders" = '^order: ' ]; then cat; else sed '/^- digest /d'; fi
}

keep() { mkdir kept && cp -r "$@" kept; }
back() {
	for name in "$@"; do
		rm -rf "$name" && cp -r "kept/$name" .
	done
}

# everywhere WHAT DIR FINISH ARG...: git adit ARG... in DIR killed at one moment after the other; when it has run again,
# and FINISH, the history is that of a run that was not killed.  What that one said is in the file told.
everywhere() {
	what=$1 dir=$2 finish=$3
	shift 3
	stopped 1000000 "$dir" "$@" || tap_result 1 "$what, not killed" stopped.err
	sort stopped.err > told
	all=$(wc -l < moments)
	$finish
	history > want
	moment=$first
	while [ "$moment" -le "$all" ]; do
		back server.git keys "$dir" cave
		stopped "$moment" "$dir" "$@"
		[ $? -eq 137 ] || echo "was not killed"
		was=$(main)
		(cd "$dir" && git adit "$@" 2> "$tap_dir/err") || cat err
		git -C server.git merge-base --is-ancestor "$was" main || echo "main was forced"
		$finish
		history > got
		cmp -s want got || { echo "moment $moment of $all" && diff want got | head -n 5; }
		git -C server.git cat-file blob receipts:bob.txt | adit read -k bob 2>&1 | grep -q pass ||
			echo "moment $moment of $all: bob cannot read his receipt"
		moment=$((moment + every))
	done > found 2>&1
	[ "$all" -ge 12 ] || echo "$all moments only" >> found
	is "$what: killed at $(((all - first) / every + 1)) moments, then run again" "$(head -n 20 found)" ""
}

# ADIT_LONG: at all of them (tests/README.md).  Where the suite is to be quick, at few.
case ${ADIT_LONG:+long}${ADIT_FEW:+few} in
long*) first=1 every=1 ;;
few) first=9 every=20 ;;
*) first=7 every=17 ;;
esac

# ---- the host: an order is taken, one refused, one said
ok "orders" move anna
ok "... bob's too late" stale bob
say carl "here"
git clone -q server.git job
keep server.git keys cave job carl
everywhere "host" cave true host -k host --now "$now"
is "... an order is taken, one refused, and a word taken" "$(sed 's/ as digest.*//' told)" "git-adit: order of anna: taken
git-adit: order of bob: refused
git-adit: order of carl: taken"
everywhere "a job" job true host -k host --fresh --now "$now"

# ---- a player, who has sent a word before: both are taken, each once
taken() {
	[ "$(git -C server.git ls-tree -r --name-only inbox/carl inbox/ | wc -l)" -ge 2 ] || echo "moment $moment: one is lost"
	host cave 2> "$tap_dir/err" || cat err
}
orders='^game: ' # the hash differs each time that the player signs one
back server.git keys carl cave
everywhere "a player" carl taken send -k carl --say "there"
tap_end
