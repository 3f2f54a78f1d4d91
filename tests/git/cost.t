#!/bin/sh
# What a run of the host starts: programs, counted where they are looked for.
. "${0%/*}/lib.sh"
git_begin
keys host anna bob carl
table cave
server cave
clone anna bob carl
host cave 2> err

# counted [DIR]: git adit host there with each program wrapped; the names of those that it started, in the file names
counted() {
	if [ ! -d count ]; then
		mkdir count
		for program in adit awk cat cmp cp cut date find git grep head mkdir mv rm sed sh sleep sort tail \
			tr wc; do
			printf '#!/bin/sh\necho %s >> %s/names\nexec %s "$@"\n' "$program" "$tap_dir" \
				"$(unset -f adit && command -v "$program")" > "count/$program"
			chmod +x "count/$program"
		done
	fi
	: > names
	(cd "${1:-cave}" && PATH=$tap_dir/count:$PATH git-adit host -k host 2> "$tap_dir/err")
}
few() { [ "$(wc -l < names)" -le "$1" ] && [ "$(grep -c git names)" -le "$2" ] && [ "$(grep -c adit names)" -le "$3" ]; }

ok "nothing new" counted
ok "... at most 12 programs, git three times, adit for the lock" few 12 3 1
say anna "one"
ok "an order" counted
ok "... at most 27 programs, adit four times" few 27 10 4
like "... took it" "$(cat err)" "*anna: taken*"
one=$(wc -l < names)
for name in anna bob carl; do
	say "$name" "two"
done
say anna "three"
(cd bob && git adit send -k bob --seq 9 --say "four" 2> said)
ok "five orders" counted
ok "... no more programs than one, but for a receipt" few $((one + 2)) 12 6
is "... took them, or refused" "$(grep -c -e taken -e refused err)" 5

# ---- a table with a clock
git init -q --bare clock.git
git adit init clock -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host --limit 1d \
	--late discard 2> err
git -C clock remote add origin "$PWD/clock.git"
git -C clock push -q -u origin main
(cd clock && git adit host -k host 2> err)
ok "nothing new, and nothing is due" counted clock
ok "... two programs more" few 13 3 1
is "no ref is left of what was fetched" "$(git -C cave for-each-ref --format='%(refname)' refs/adit | grep -vx -e refs/adit/new -e refs/adit/receipts)" ""
tap_end
