#!/bin/sh
# The examples play whole games to the end, and say who has won.
. "${0%/*}/lib.sh"
tap_begin
ADIT_READY=$ADIT
export ADIT_READY

for example in "$top_srcdir"/examples/*-game.sh; do
	name=${example##*/}
	# Where the suite is to be quick (tests/README.md), one of them.
	case ${ADIT_FEW:+few}$name in
	few[!f]*) continue ;;
	esac
	exits 0 "$name" sh -c "sh '$example' '$tap_dir/$name.d' > log 2>&1"
	ok "... audited by a player" grep -q ': all checks passed$' log
	ok "... has a winner" grep -q ' wins$' log
	ok "... is over" sh -c "'$ADIT' status '$tap_dir/$name.d/mine.db' | grep -q ', over, '"
done

# A game in a repository: what git shows of its digests.
git() { command git -c user.name=host -c user.email=host@example.org "$@" 2>&1; }
cd "$tap_dir/first-game.sh.d/game" || exit 99
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
ok "... in a third of the lines at most" \
	test "$(($(wc -l < facts) * 3))" -le "$(wc -l < all)"
exits 128 "... no repository" sh "$top_srcdir/examples/git-diff.sh" /
tap_end
