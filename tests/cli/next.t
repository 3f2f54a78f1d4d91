#!/bin/sh
# An order for the next turn that is signed during one's turn, adit(1), sign --turn: it is played at once, so sign says
# so and, at a terminal, asks.
# shellcheck disable=SC2154 # now
. "${0%/*}/lib.sh"
tap_begin
table anna bob carl
digest=turns/000000.txt
order=$(move anna)
cp cave.db fresh.db

# ---- without a terminal
# shellcheck disable=SC2086 # words
cli 0 "during one's turn" sign -k anna -d $digest --turn next --clear $order
said "warning: it is your turn: the host plays an order for your next turn at once"
cp out block
# shellcheck disable=SC2086 # words
cli 0 "--force" sign -k anna -d $digest --turn next --force $order
not_ok "... says nothing" grep -q 'at once' err
cli 0 "during another's" sign -k bob -d $digest --turn next discard map
not_ok "... says nothing" grep -q 'at once' err
cli 0 "what cancels" sign -k anna -d $digest --turn next cancel
not_ok "... says nothing" grep -q 'at once' err
cli 0 "talk" sign -k anna -d $digest --turn any --say hi
not_ok "... says nothing" grep -q 'at once' err
cli 0 "it is so" apply cave.db -k host --now "$now" --out turns block
like "... the turn is bob's" "$(adit status --json cave.db)" '*"to_move":"bob"*'

# ---- at a terminal
command -v python3 > /dev/null || {
	skip "a terminal" "no python3 here"
	tap_end
}
back fresh.db
# shellcheck disable=SC2086 # words
exits 4 "at a terminal: n" at_terminal n sign -k anna -d $digest --turn next $order
like "... it was asked" "$(cat out)" "*the host plays an order for your next turn at once*Sign it? ?y/n?*nothing is signed*"
not_ok "... nothing is signed" grep -q BEGIN out
# shellcheck disable=SC2086 # words
exits 0 "at a terminal: y" at_terminal y sign -k anna -d $digest --turn next $order
like "... it is signed" "$(cat out)" "*Sign it? ?y/n?*BEGIN*"
# shellcheck disable=SC2086 # words
exits 0 "--force at a terminal" at_terminal n sign -k anna -d $digest --turn next --force $order
not_ok "... asks nothing" grep -q 'y/n' out
exits 65 "a bad order" at_terminal y sign -k anna -d $digest --turn next place nonsense
not_ok "... asks nothing" grep -q 'y/n' out
tap_end
