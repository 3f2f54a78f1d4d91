#!/bin/sh
# Mails as real programs make them, each of which gives its order, once; and hostile ones, of which none does
# anything.
. "${0%/*}/../cli/lib.sh"
tap_begin
for tool in python3 age; do
	command -v $tool > /dev/null || {
		skip "all mails" "no $tool here"
		tap_end
	}
done
[ -x "$ADIT_LETTER" ] || {
	skip "all mails" "adit was built without mail"
	tap_end
}
table anna bob carl
corpus=$top_srcdir/tests/mail/corpus
mkdir in good bad
first=$(move anna)
adit sign -k anna -d . --clear --export in "$first" > in/clear 2> /dev/null
adit sign -k anna -d . "$first" > in/sealed
adit sign -k anna -d . --clear --say 'Grüße, Bär.' "$first" > in/said
age -r "$(sed -n '/^age1/p' "$ADIT_HOME/host.pub")" < in/clear > in/binary
cp turns/000000.txt in/digest.txt
adit new other.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host \
	--option first=anna --now "$now" --out other > /dev/null
adit sign -k anna -d other --clear "$(adit read other/turns/000000.txt -k anna --moves | tail -n 1)" > in/foreign
cp cave.db fresh.db
ok "the mails are made" python3 "$corpus/good.py" good in
ok "the hostile ones, too" python3 "$corpus/bad.py" bad in

# Where long lists are cut (ADIT_FEW), one in three.
is_wanted() { [ -z "${ADIT_FEW:-}" ] || [ $(($1 % 3)) -eq 0 ]; }

n=0
for mail in good/*.eml; do
	n=$((n + 1))
	is_wanted $n || continue
	back fresh.db
	adit apply cave.db "$mail" > out 2> err
	status=$?
	name=${mail#good/}
	is "${name%.eml}" "$status $(grep -c 'order of anna taken' err) $(grep -c refused err)" "0 1 0"
	[ "$status" -eq 0 ] || sed 's/^/# /' err
done
ok "they are many" test $n -ge 60

n=0
back fresh.db
for mail in bad/*.eml; do
	n=$((n + 1))
	is_wanted $n || continue
	name=${mail#bad/}
	name=${name%.eml}
	timeout 20 "$ADIT" apply cave.db "$mail" > out 2> err
	status=$?
	case $status in
	65 | 1 | 4 | 5) tap_result 0 "$name: refused" ;;
	*)
		tap_result 1 "$name: status $status"
		head -n 20 err | cut -c 1-200 | sed 's/^/# /'
		;;
	esac
	ok "... nothing has changed" cmp cave.db fresh.db
	{
		"$ADIT_LETTER" < "$mail" 2> err
		echo $? > status
	} 2> /dev/null | tail -c 6 > end
	# What a slow machine, or a sanitizer, needs too long for, its own limit of time ends (SIGXCPU).
	case $(cat status) in
	152) is "... its time was over" "$(cat err)" "" ;;
	*) is "... its frames are whole" "$(cat status end err)" "0
end 0" ;;
	esac
done
ok "they are many" test $n -ge 30

tap_end
