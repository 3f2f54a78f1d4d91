#!/bin/sh
# Concurrency: players who send, hosts that keep a game file, and hosts that keep none.  Each order is
# taken once, in one history; a digest that lost the race was seen nowhere, and its host continues.
. "${0%/*}/lib.sh"
opening
cp -r cave cave.kept

# ---- hosts of machines of their own, stopped at their first push of main: both have taken the order by then
for name in one two cave; do
	[ -d $name ] || git clone -q server.git $name
	cp -r keys keys.$name
	mkfifo came.$name go.$name
done
cat > server.git/hooks/pre-receive << END
#!/bin/sh
while read -r _ new ref; do
	if [ "\$ref" = refs/heads/main ] && mkdir "$tap_dir/waits.\$HOST" 2> /dev/null; then
		echo "\$new" > "$tap_dir/came.\$HOST"
		read -r _ < "$tap_dir/go.\$HOST"
	fi
done
END
chmod +x server.git/hooks/pre-receive

clock=9
# begins NAME [ARG...]: up to there; the file NAME.made has the commit that it would make main.
begins() {
	name=$1
	shift
	rm -rf "waits.$name"
	clock=$((clock + 1))
	(
		ADIT_HOME=$tap_dir/keys.$name HOST=$name
		export ADIT_HOME HOST
		# At the same time they would make the same commit.
		host "$name" --now "2026-11-22T00:00:${clock}Z" "$@" 2> "$name.err"
		echo $? > "$name.status"
	) &
	timeout 60 cat "came.$name" > "$name.made"
}
# ends NAME: it goes on to its end.
ends() {
	timeout 60 sh -c "echo > go.$1"
	until [ -s "$1.status" ]; do
		sleep 0.1
	done
}

# meet FIRST SECOND WINNER LOSER [ARG...]: they begin in that order, and end in the other
meet() {
	first=$1 second=$2 winner=$3 loser=$4
	rm -f ./*.status
	say anna "$winner wins, $loser loses"
	was=$(count)
	# shellcheck disable=SC2046 # words
	begins "$first" $([ "$first" = cave ] || echo --fresh)
	# shellcheck disable=SC2046 # words
	begins "$second" $([ "$second" = cave ] || echo --fresh)
	ends "$winner"
	ends "$loser"
	wait
	is "$first, then $second take an order, $winner pushes first" "$(cat "$winner.status") $(cat "$winner.err")" \
		"0 git-adit: order of anna: taken as digest $was"
	is "... it is taken once, by $winner" "$(count) $(main) $(git -C server.git rev-list --count main)" \
		"$((was + 1)) $(cat "$winner.made") $((was + 1))"
	is "... what $loser made is nowhere" "$(git -C server.git for-each-ref --contains "$(cat "$loser.made")" 2> /dev/null)" ""
}

# on NAME [ARG...]: that host takes the next order.
on() (
	was=$(count)
	say bob "after $1"
	ADIT_HOME=$tap_dir/keys.$1
	export ADIT_HOME
	host "$@" && [ "$(count)" -eq $((was + 1)) ]
)

meet one two two one
is "... begins again, and finds nothing to do" "$(cat one.status)" 0
if [ -z "${ADIT_FEW:-}" ]; then
	meet two one two one # who lost hosts on
	is "... begins again, and finds nothing to do" "$(cat one.status)" 0
	ok "... and hosts on" on one --fresh
fi

# ---- a kept game file beside jobs, which the manual advises against (ADIT_LONG: HACKING.md)
if [ -n "${ADIT_LONG:-}" ]; then
	ok "a kept game file goes on where jobs hosted" on cave
	meet cave one cave one
	is "... begins again, and finds nothing to do" "$(cat one.status)" 0
	ok "... and hosts on" on one --fresh
	ok "... the kept file, too" on cave
	meet one cave one cave
	is "... which cannot take back what it signed: two histories" "$(cat cave.status)" 1
	like "... both named" "$(tail -n 1 cave.err)" "git-adit: nothing is published: *"
	ok "... and a job hosts on" on one --fresh
	restored "... in one history"
fi

# ---- all at once, without a rule
rm server.git/hooks/pre-receive
rm -rf cave keys.cave
mv cave.kept cave
cp -r keys keys.cave
# crowd N [ARG...]: N hosts of the clone cave, or jobs
crowd() {
	crowd=$1
	shift
	was=$(count)
	say anna "to $crowd $*"
	say carl "to $crowd $*"
	rm -f ./*.status
	while [ "$crowd" -gt 0 ]; do
		case ${1:-kept} in
		kept) dir=cave ;;
		*) dir=job$crowd && rm -rf "$dir" && git clone -q server.git "$dir" ;;
		esac
		(
			host "$dir" "$@" 2> "$crowd.err"
			echo $? > "$crowd.status"
		) &
		crowd=$((crowd - 1))
	done
	wait
	cat ./*.status | sort -u
	echo $(($(count) - was)) "$(git -C server.git rev-list --count "main" --min-parents=2)"
}
is "five hosts of one clone at once" "$(crowd 5)" "0
2 0"
[ -z "${ADIT_LONG:-}" ] || is "five jobs at once" "$(crowd 5 --fresh)" "0
2 0"

# ---- one player at two computers, who says the third thing on both
git clone -q server.git anna2
cp -r keys keys.anna2
ADIT_HOME=$tap_dir/keys.anna2 sh -c 'cd anna2 && git adit send -k anna --say "from there" 2> said' &
ok "a player sends from here" say anna "from here"
wait
exits 0 "... and from there" host cave
is "... one is taken, and of the other is told that it is not" "$(sed 's/ as digest.*//' err | grep of)" \
	"git-adit: order of anna: taken
git-adit: order of anna: refused"

# ---- and from one clone
sends() { git adit send -k carl --say "$1" 2> "$1.err" || cat "$1.err"; }
cd carl || exit 99
sends first > sent.1 &
sends second > sent.2 &
sends third > sent.3
wait
is "a player sends three at once from one clone" "$(cat sent.?)" ""
cd ..
is "... which are all there" "$(git -C server.git ls-tree -r --name-only inbox/carl inbox/ | wc -l)" 3
restored "and one history is what there is"
tap_end
