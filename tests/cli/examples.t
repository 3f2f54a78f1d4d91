#!/bin/sh
# The examples play whole games to the end, show three digests, and say who has won and what to try next.
. "${0%/*}/lib.sh"
tap_begin
ADIT_READY=$ADIT
export ADIT_READY

# typed: the commands that the example proposes, one a line.
typed() { sed '1,/^==== what to try next$/d' log | sed -n 's/^    //p'; }

for example in "$top_srcdir"/examples/*-game.sh; do
	name=${example##*/}
	# Where the suite is to be quick (tests/README.md), one of them.
	case ${ADIT_FEW:+few}$name in
	few[!f]*) continue ;;
	esac
	folder="$tap_dir/a $name"
	exits 0 "$name" sh -c 'sh "$1" "$2" > log 2>&1' - "$example" "$folder"
	is "... three digests, as a player reads them" "$(grep -c '^Digest [0-9]* of .*verified' log)" 3
	not_ok "... and no line for each order" grep -q '^adit: ' log
	ok "... audited by a player" grep -q ': all checks passed$' log
	ok "... is over and has a winner" grep -q '^/.*/mine.db: game .*, over, won by ' log
	typed > next
	is "... proposes what to try next" "$(wc -l < next)" 6
	# tests/play/practice.t has a terminal for the last one.
	is "... ends with a game of one's own" "$(sed -n '$p' next)" "adit play --rules duel --against greedy"
	exits 0 "... and the others work as typed" env -u ADIT_HOME sh -euc "$(sed '$d' next)"
	ok "... a page that replays the game" grep -q '<svg' "$folder/replay.html"
done

exits 1 "a second game in one folder" sh "$top_srcdir/examples/first-game.sh" "$tap_dir/a first-game.sh"
is "... is refused in one line" "$(cat err)" \
	"$tap_dir/a first-game.sh has a game already; name a new folder, or none"

# A host that fails at the 20th order.
cat > failing <<END
#!/bin/sh
[ "\$1" != apply ] || { echo >> "$tap_dir/count"; [ "\$(wc -l < "$tap_dir/count")" -lt 20 ]; } || exec "$ADIT" apply nowhere
exec "$ADIT" "\$@"
END
chmod +x failing
exits 1 "an example that fails" env ADIT_READY="$tap_dir/failing" sh "$top_srcdir/examples/first-game.sh" failed
like "... says which step failed, and why" "$(cat err)" "adit apply */failed/mine.db* failed:
adit: *nowhere*"
not_ok "... and plays no further" grep -q 'the result' out

# A game in a repository: what git shows of its digests.
git() { command git -c user.name=host -c user.email=host@example.org "$@" 2>&1; }
cd "$tap_dir/a first-game.sh/game" || exit 99
git init -q . && git add turns && git commit -qm game > log
exits 0 "git-diff.sh" sh "$top_srcdir/examples/git-diff.sh"
exits 0 "... twice is once" sh "$top_srcdir/examples/git-diff.sh" .
is "... what everybody who clones has" "$(cat .gitattributes)" 'turns/*.txt diff=adit'
git diff HEAD:turns/000020.txt HEAD:turns/000021.txt > facts
git diff --no-textconv HEAD:turns/000020.txt HEAD:turns/000021.txt > all
ok "... shows what happened" grep -q '^+events:\|^ events:' facts
not_ok "... and no JSON" grep -q '"turn":' facts
ok "... which is there" grep -q '^+.*"turn":' all
not_ok "... nor what is sealed" grep -q 'keep:\|BEGIN AGE' facts
# One digest may have many events.
for n in $(seq 10 30); do
	git diff "HEAD:turns/0000$n.txt" "HEAD:turns/0000$((n + 1)).txt" >> facts
	git diff --no-textconv "HEAD:turns/0000$n.txt" "HEAD:turns/0000$((n + 1)).txt" >> all
done
ok "... in a third of the lines at most" test "$(($(wc -l < facts) * 3))" -le "$(wc -l < all)"
exits 128 "... no repository" sh "$top_srcdir/examples/git-diff.sh" /
tap_end
