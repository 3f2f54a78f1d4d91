#!/bin/sh
# The cost of a turn, as ratios: `adit apply` against the least that a turn must do (turn-min), also with all the
# signatures that its formats want; a turn late in a game, the one before the last, against one at its start; and
# the last, which reveals a round's orders and ends the game.
#
#	turn.sh ADIT FOLDER-OF-THE-BENCH-PROGRAMS [RUNS]

. "${0%/*}/lib.sh"
bench_begin "$1" "$2"
runs=${3:-41}

keys host p1 p2 p3 p4 p5
"$adit" new "$work/game.db" -k host --rules saboteur --seats 5 --out "$work/game" \
	> /dev/null 2>> "$work/log"
n=0
for answer in join confirm; do
	for who in p1 p2 p3 p4 p5; do
		"$adit" $answer -k "$who" -d "$work/game" > "$work/order"
		"$adit" apply "$work/game.db" --out "$work/game" "$work/order" > /dev/null 2>> "$work/log"
		n=$((n + 1))
	done
done

# next WHAT: sign what the greedy player suggests, into WHAT.order.
next()
{
	digest=$work/game/turns/$(printf %06d "$1").txt
	who=$(sed -n 's/^next: //p' "$digest" | head -n 1)
	[ "$who" != - ] || return 1
	"$adit" read "$digest" -k "$who" --suggest > "$work/line"
	"$adit" sign -k "$who" -d "$digest" - < "$work/line" > "$2"
}

# keep WHEN: the game file, the order that comes, the newest digest and what is noted of those that went out.
keep()
{
	cp "$work/game.db" "$work/$1.db"
	cp "$work/order" "$work/$1.order"
	rm -rf "${work:?}/$1" "$work/$1.hosted"
	cp -r "$ADIT_HOME/hosted" "$work/$1.hosted"
	mkdir -p "$work/$1/turns"
	cp "$digest" "$work/$1/turns"
}

first=$((n + 2))
while next $n "$work/order"; do
	# The state before this turn, early and late, with the order that comes then.
	[ $n -ne $first ] || keep early
	[ ! -e "$work/last" ] || rm -rf "$work/late" "$work/late.db" "$work/late.order" "$work/late.hosted"
	[ ! -e "$work/last" ] || for what in '' .db .order .hosted; do mv "$work/last$what" "$work/late$what"; done
	keep last
	"$adit" apply "$work/game.db" --out "$work/game" "$work/order" > /dev/null 2>> "$work/log"
	n=$((n + 1))
done
echo "an audited game of $n digests, five seats"

# Put back into the very file that was played in: one that lies elsewhere would be checked whole.  Noted is what was
# noted then: an older copy would sign nothing.  The least writes a new file, as apply does.
reset()
{
	printf 'cat %s.db > %s; rm -rf %s %s %s; cp -r %s %s; cp -r %s.hosted %s' "$1" "$work/game.db" \
		"$work/out" "$work/file" "$ADIT_HOME/hosted" "$1" "$work/out" "$1" "$ADIT_HOME/hosted"
}
turn() { printf "'%s' apply '%s' --out '%s' '%s' > '%s' 2>&1" "$adit" "$work/game.db" "$work/out" "$1.order" "$work/log"; }
least="'$bench/turn-min' '$work/game.db' '$work/file'"
early=$work/early
late=$work/late
last=$work/last
signed="$least 12" # the digest's and those of five views

"$bench/turn-bench" "adit apply / the least, at the start" 1.5 "$runs" \
	"$(reset "$early")" "$(turn "$early")" "$(reset "$early")" "$least"
"$bench/turn-bench" "adit apply / the least, at the end" 1.5 "$runs" \
	"$(reset "$late")" "$(turn "$late")" "$(reset "$late")" "$least"
"$bench/turn-bench" "adit apply / the least, all signed" 1.5 "$runs" \
	"$(reset "$early")" "$(turn "$early")" "$(reset "$early")" "$signed"
"$bench/turn-bench" "a turn at the end / at the start" 1.05 "$runs" \
	"$(reset "$late")" "$(turn "$late")" "$(reset "$early")" "$(turn "$early")"
"$bench/turn-bench" "the last turn / one at the start" 1.3 "$runs" \
	"$(reset "$last")" "$(turn "$last")" "$(reset "$early")" "$(turn "$early")"
"$bench/turn-bench" "adit --version / true" 3 "$runs" true "'$adit' --version > '$work/log'" true /bin/true
