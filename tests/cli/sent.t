#!/bin/sh
# order --sent: whose order it is that goes to a repository, and the commit that brings it there.
. "${0%/*}/lib.sh"
tap_begin
table anna bob carl
adit sign -k bob -d turns/000000.txt --say hello --clear > first
adit apply cave.db first --out . > out 2>&1
cat turns/*.txt > digests
adit sign -k bob -d digests --say second > sealed
adit sign -k anna -d digests --say third --clear --no-record > clear
adit sign -k anna -d digests --say fourth --no-record > strange

# ---- whose
whose() { adit order --sent digests "$@"; }
exits 0 "a sealed order that was signed here" whose sealed
is "... is known by its record" "$(cat out)" "bob $(cd "$ADIT_HOME" && echo games/*/orders/*001-bob-* | sed 's/.*-\(.*\)\.txt/\1/')"
sed 's/$/\r/' sealed > crlf
exits 0 "one that a mail has changed" whose - < crlf
like "... too" "$(cat out)" "bob *"
exits 0 "one in clear, of another home" whose clear
like "... says so itself" "$(cat out)" "anna ????????????????????????????????????????*"
exits 0 "a sealed one, of another home" whose strange -k keys/anna
like "... is of the key that is named" "$(cat out)" "anna ????????????????????????????????????????*"
cli 2 "... which is to be named" order --sent digests strange
said "the seat of the order is unknown: give it with -k"
sed 's/^seat: .*/seat: ..\/x/' clear > odd
cli 2 "a seat that is none" order --sent digests odd
echo hello > other
cli 65 "what is no order" order --sent digests -k keys/anna other
said "no order found"
sed 's/^turn: 1/turn: 2/' digests > forged
cli 1 "digests that do not hold" order --sent forged sealed
ok "... print nothing" test ! -s out

# ---- the commit
commit=0123456789012345678901234567890123456789
hash() { whose "$1" | sed 's/.* //'; }
# list NAME...: as git ls-tree has them
list() { for name in "$@"; do echo "$commit inbox/1$((n += 1))/$name.txt"; done; }
n=100
{
	list ../x "$(hash first)" a
	echo "$commit inbox/x/$(hash strange -k anna).txt"
	echo "-rf inbox/1/$(hash clear).txt"
	for c in a b c d e f g h i; do
		list "$(hash clear | sed "s/^./$c/")"
	done
	list "$(hash first)" "$(hash sealed)"
} > listed
exits 0 "--on" adit order --sent digests --on $commit --now "$now" sealed < listed
is "... tells what is in a digest" "$(cat err)" "adit: order: order of bob: taken as digest 1"
is "... takes the newest along, none twice, and the order behind them" "$(sed -n 's/^M 100644 \([^ ]*\) \(inbox.[0-9]*.[a-z2-7]\).*/\1 \2/p' out | tr '\n' ,)" \
	"$(i=1000
	for c in d e f g h i; do echo "$commit inbox/$i/$c" && i=$((i + 1)); done | tr '\n' ,)inline inbox/1999/$(hash sealed | cut -c 1),"
is "... as it is" "$(sed -n '/^data [0-9]/,$p' out | sed '1d;$d' | cksum)" "$( (cat sealed && echo) | cksum)"
is "... dated, on that commit" "$(grep -e '^committer' -e '^from' out | sed 's/@[^>]*//')" "committer bob <bob> $(date -u -d "$now" +%s) +0000
from $commit"
cli 2 "--on with both on standard input" order --sent digests --on $commit -
cli 2 "--on what is no object" order --sent digests --on HEAD sealed
said "--on takes the name of an object"
tap_end
