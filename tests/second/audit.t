#!/bin/sh
# Games of each rules set, honest and forged, as `adit audit` sees them and as a program does that knows
# nothing but adit(5): tests/second/audit.py.
. "${0%/*}/../tap.sh"
tap_begin

export PYTHONDONTWRITEBYTECODE=1
# Debian's own python3 has Debian's python3-nacl.
python=python3
"$python" -c 'import nacl' 2> /dev/null || python=/usr/bin/python3

for rules in saboteur saboteur2 duel dark-cave; do
	for number in 0 1 2 3 4 5 6; do
		# Going back too often, bots and plain seats are the same in all rules sets.
		[ "$rules-$number" = saboteur-5 ] || [ "$number" -lt 5 ] || continue
		exits 0 "$rules, game $number" "$python" "$top_srcdir/tests/second/audit_run.py" "$ADIT" \
			"$tap_dir/$rules-$number" "$rules" "$number"
		[ "$tap_got" -eq 0 ] || sed 's/^/#   /' out
		rm -rf "${tap_dir:?}/$rules-$number"
	done
done

exits 0 "receipts" "$python" "$top_srcdir/tests/second/audit_receipts.py" "$ADIT" "$tap_dir/receipts" saboteur
[ "$tap_got" -eq 0 ] || sed 's/^/#   /' out

tap_end
