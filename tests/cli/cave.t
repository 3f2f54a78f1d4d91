#!/bin/sh
# The Dark Cave through the verbs: turns of one step and of two, standing orders, an early end.
. "${0%/*}/lib.sh"
tap_begin

keys host anna bob
ok "new" adit new cave.db -k host --rules dark-cave --seat anna --seat bob --trusted-host \
	--option first=anna --out .
# order WHO ORDER [OPTION...]: sign and apply
order()
{
	who=$1
	line=$2
	shift 2
	adit sign -k "$who" -d "$(newest)" "$@" "$line" > sealed 2> err || return
	adit apply cave.db --out . sealed > out 2> err
}
refused() { ! order "$@"; }
# field KEY: of the newest digest's status
field() { adit status --json cave.db | sed "s/.*\"$1\":\"\{0,1\}\([^\",]*\).*/\1/"; }
card() { adit read "$(newest)" -k "$1" --moves | sed -n 's/^discard \([^ ]*\)$/\1/p' | head -n 1; }

is "anna begins" "$(field to_move)" anna
ok "step one alone" order anna "discard $(card anna)"
is "then she walks" "$(field phase)" walk
is "the turn is the same" "$(field turn)" 1
ok "she may not play another card" refused anna "discard $(card bob)"
ok "she stays" order anna stay
is "it is bob's turn" "$(field to_move)" bob
is "the next one" "$(field turn)" 2
before=$(newest)
ok "two steps in one order" order bob "discard $(card bob); stay"
is "made one digest" "$(($(field n) - $(sed -n 's/^n: //p' "$before")))" 1
is "and the turn is over" "$(field to_move)" anna
before=$(newest)
ok "all or nothing: the second step is refused" refused anna "discard $(card anna); walk to 9,9" --force
is "and nothing has happened" "$(newest)" "$before"
ok "steps in the wrong order are refused" refused anna "stay; discard $(card anna)"
ok "a standing order when it is not one's turn" order bob "axe all keep"
ok "bob agrees" order bob agree
is "that is not enough" "$(field phase)" play
is "bob's view holds his order" "$(adit read "$(newest)" -k bob --json | grep -c '"axe":{[^}]*keep')" 1
is "anna's does not" "$(adit read "$(newest)" -k anna --json | grep -c '"keep"')" 0
ok "anna agrees" order anna agree
is "the game is over" "$(field phase)" over
ok "all of it holds together" adit read turns -k anna

tap_end
