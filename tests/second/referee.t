#!/bin/sh
# A second referee, in Python, from adit(6) and adit(5) alone, follows games of the program: the list of legal
# orders, the next position, the events and the scores of each turn; illegal orders are refused by both.
# SECOND_GAMES=N plays N games of each row, SECOND_SEED=HEX other ones (make second).
. "${0%/*}/../tap.sh"
tap_begin
command -v python3 > /dev/null || {
	skip "a second referee" "no python3 here"
	tap_end
}
export PYTHONDONTWRITEBYTECODE=1
compare() { python3 "$top_srcdir/tests/second/compare.py" "$ADIT" "$@"; }
[ -n "${ADIT_LONG:-}" ] && many=${SECOND_GAMES:-50} || many=${SECOND_GAMES:-}
seed=${SECOND_SEED:-5ec0d}

exits 0 "the card lists" compare cards

# games of adit simulate: N RULES PLAYERS POLICY OPTION...
while read -r n rules players policy options; do
	# shellcheck disable=SC2086 # words
	exits 0 "$rules, $players seats, $policy${options:+, $options}" \
		compare games "${many:-$n}" "$seed" "$rules" "$players" "$policy" $options
done <<'END'
1 saboteur 3 greedy
1 saboteur 5 random
1 saboteur 10 greedy gold=players
1 saboteur 8 greedy roles=no-spare next=last-card
1 saboteur 4 greedy draft=ask dwarf=selfish
1 saboteur 7 random broken-tool-share=no
1 saboteur2 2 greedy
1 saboteur2 4 random rounds=2
1 saboteur2 6 greedy
1 saboteur2 12 greedy
1 duel 2 greedy
1 duel 2 random goals=box
1 duel 2 greedy least=round green=p2
1 dark-cave 2 greedy
1 dark-cave 3 random clan=blue
1 dark-cave 5 greedy
1 dark-cave 8 greedy
END

# Orders that no policy gives, legal and illegal: N RULES PLAYERS OPTION...
while read -r n rules players options; do
	# shellcheck disable=SC2086 # words
	exits 0 "$rules, $players seats, wild${options:+, $options}" \
		compare wild "${many:-$n}" "$seed" "$rules" "$players" $options
done <<'END'
1 saboteur 4
1 saboteur 5 draft=ask gold=players saboteurs=known
1 saboteur 6 dwarf=selfish rounds=2 first=p2
1 saboteur2 3
1 saboteur2 5 rounds=2
2 duel 2
1 duel 2 goals=box
1 dark-cave 4
1 dark-cave 6
END
tap_end
