#!/bin/sh
# What players give beforehand: orders for every turn, and absences.
. "${0%/*}/lib.sh"
tap_begin
keys host anna bob carl
adit new cave.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host --option first=anna \
	--limit 3d --absence 14d --zone EET-2EEST,M3.5.0/3,M10.5.0/4 --now "$now" --out . > /dev/null || exit 99

# give SEAT ARG...: sign and apply.
give()
{
	seat=$1
	shift
	adit sign -k "$seat" -d "$(newest)" "$@" > order && adit apply cave.db --now "$now" --out . order > /dev/null
}

ok "an absence" give anna absent 2026-11-23 to 2026-11-24
is "... moves what is due" "$(sed -n 's/^due: //p' "$(newest)")" 2026-11-26T17:52:14Z
ok "... for everybody to read" grep -q 'anna is absent from 2026-11-22T22:00:00Z to' "$(newest)"
like "... and to see beside the table" "$(adit read "$(newest)" -k carl)" \
	'*Table*anna: absent from 2026-11-22 22:00 UTC to 2026-11-24 22:00 UTC*Board*'
cli 65 "February 29" sign -k bob -d "$(newest)" absent 2027-02-29 to 2027-03-01
said 'two days of the calendar'
cli 65 "... backwards" sign -k bob -d "$(newest)" absent 2026-12-02 to 2026-12-01
said 'it ends before it begins'
cli 65 "... of no days" sign -k bob -d "$(newest)" absent
said 'two days of the calendar'
cli 2 "... with the next turn" sign -k bob -d "$(newest)" --turn next absent 2026-12-01 to 2026-12-02
said 'belongs to no turn: give it alone'
refuses() # STATUS NAME TEXT SEAT ARG...: signed, and refused without a trace
{
	want=$1 name=$2 text=$3 seat=$4
	shift 4
	before=$(newest)
	adit sign --force -k "$seat" -d "$before" "$@" > order
	cli "$want" "$name" apply cave.db --now "$now" --out . order
	said "$text"
	is "... no digest" "$(newest)" "$before"
}
refuses 4 "an absence that is past" 'that is past' bob absent 2020-01-01 to 2020-01-02
refuses 3 "one of a month" 'longer, in all' bob absent 2026-12-01 to 2026-12-31
refuses 4 "an order for every turn until last year" 'over already' bob --turn every --until 2025-12-24 suggest
knows() # STATUS NAME TEXT SEAT ARG...: sign refuses it before
{
	want=$1 name=$2 text=$3 seat=$4
	shift 4
	cli "$want" "sign: $name" sign -k "$seat" -d "$(newest)" "$@"
	said "$text"
}
knows 4 "an absence that is past" 'that is past' bob absent 2020-01-01 to 2020-01-02
knows 4 "... wherever on earth" 'that is past' bob absent 2026-11-18 to 2026-11-19
knows 3 "one of fifty years" 'longer, in all' bob absent 2026-12-01 to 2076-12-31
knows 3 "one that is there already" 'absent then already' anna absent 2026-11-23 to 2026-11-24
knows 4 "an order for every turn until last year" 'over already' bob --turn every --until 2025-12-24 suggest
cli 0 "... today may be one somewhere" sign -k bob -d "$(newest)" absent 2026-11-20 to 2026-11-20
adit sign -k anna -d "$(newest)" absent 2026-11-24 to 2026-11-25 > order
cli 3 "twice" apply cave.db --now "$now" --out . order
said 'absent then already'

cli 2 "--until alone" sign -k bob -d "$(newest)" --until 2026-12-24 discard ns
said '--until requires --turn every'
cli 2 "no such day" sign -k bob -d "$(newest)" --turn every --until 2026-02-29 suggest
said 'a day, 2026-12-24'
cli 2 "what is never over" sign -k bob -d "$(newest)" --turn every resign
said 'belongs to no turn'
ok "an order for every turn" give bob --turn every --until 2026-12-24 'rockfall 40,40' --or suggest
kept=$(newest)
adit read "$kept" -k bob > out
ok "... is told to its seat" grep -q 'Your order for every turn' out
ok "... in words of the own record, with its end" grep -q 'until: 2026-12-25T00:00:00Z' out
adit read "$kept" -k carl > out
exits 1 "... to no other" grep -q 'every turn' out
for _ in 1 2 3; do
	for seat in anna carl; do
		[ "$(sed -n 's/^next: //p' "$(newest)")" = $seat ] || continue
		give $seat "$(adit read "$(newest)" -k $seat --suggest)" || exit 99
	done
done
is "... and played at each turn" "$(grep -l "^order: $(sed -n 's/^order: //p' "$kept")" turns/*.txt | wc -l)" 4
adit read turns -k bob > out
like "... what became of it" "$(tr -s ' \n' ' ' < out)" '*rockfall 40,40: kept in 2, played in *it waits*'
like "... for programs" "$(adit read turns -k bob --json)" '*"result":"kept","n":2,"played":\[4*'
ok "it is cancelled" give bob --turn next cancel every
adit read turns -k bob > out
exits 1 "... and gone" grep -q 'Your order for every turn' out
like "the transcript is sound" "$(adit audit turns 2>&1)" '*nothing is wrong so far*'

tap_end
