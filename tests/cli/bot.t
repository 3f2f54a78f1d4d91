#!/bin/sh
# adit bot plays for a seat: by a folder, by a pipe, and the same if it is started again.
. "${0%/*}/lib.sh"
tap_begin
keys host anna bob
opens()
{
	mkdir "$tap_dir/$1" && cd "$tap_dir/$1" || exit 99
	adit new cave.db -k host --rules duel --seat anna --seat "$2" --trusted-host --option first=anna \
		--option rounds=1 --now "$now" --out . > new.out 2> err || exit 99
}
over() { adit status cave.db --json | grep -q '"phase":"over"'; }

# ---- once
opens once bob
exits 0 "an order" adit bot -k anna --once turns
mv out first
ok "... sealed" grep -q '^-----BEGIN AGE ENCRYPTED FILE-----$' first
exits 0 "the same bytes, if it is started again" adit bot -k anna --once turns
ok "..." cmp out first
exits 0 "... also with a pipe" sh -c "cat turns/000000.txt | '$ADIT' bot -k anna -"
ok "..." cmp out first
exits 74 "nobody takes the output" sh -c 'exec "$ADIT" bot -k anna --once turns > /dev/full'
is "... one line" "$(cat err)" "adit: bot: cannot write standard output: No space left on device"
exits 0 "nothing, if it is the other's turn" adit bot -k bob --once turns
is "..." "$(cat out)" ""
exits 0 "the host takes it" adit apply cave.db -k host --now "$now" --out . first
exits 0 "the other one searches" adit bot -k bob --once --policy search:30
mv out order
exits 0 "... and is taken" adit apply cave.db -k host --now "$now" --out . order
exits 0 "old digests get no answer" sh -c "cat turns/000000.txt | '$ADIT' bot -k anna -"
is "..." "$(cat out)" ""

# ---- what a bot cannot read again
mkfifo fifo
for what in fifo /dev/null; do
	exits 65 "$what" timeout 60 "$ADIT" bot -k anna "$what"
	is "... one line" "$(cat err)" \
		"adit: bot: $what is neither a folder nor a file; digests that come through a pipe are read with -"
done
cli 5 "nothing" bot -k anna nowhere
said "cannot open nowhere"

# blocks: applies each block of standard input as it comes, and does "$@" after it.
blocks()
{
	while IFS= read -r line; do
		printf '%s\n' "$line" >> block
		case $line in -----END*) ;; *) continue ;; esac
		adit apply cave.db -k host --now "$now" --out . block > made 2>> applied
		rm block
		"$@"
	done
}

# ---- a folder
opens folder emil=bot
adit bot -k anna turns 2> said | blocks true
ok "a whole game by a folder" over

# ---- a pipe
opens pipe emil=bot:search:5
mkfifo in
news() { for file in turns/*.txt; do [ -e "given/${file#*/}" ] || { cp "$file" given; cat "$file" >&3; }; done; }
mkdir given
adit bot -k anna --policy greedy - < in > out 2> said &
bot=$!
exec 3> in
news
at=0
while kill -0 "$bot" 2> /dev/null; do
	n=$(grep -c '^-----END' out)
	[ "$n" -gt "$at" ] || continue
	at=$n
	awk -v n="$n" '/^-----BEGIN/ { k++ } k == n' out > block
	adit apply cave.db -k host --now "$now" --out . block > made 2> err
	news
done
exec 3>&-
ok "it ends with the game" wait "$bot"
ok "a whole game by a pipe" over

# ---- bad input
cd "$tap_dir/once" || exit 99
for bad in search:0 search:1000000000 random clever ""; do
	cli 2 "--policy '$bad'" bot -k anna --once --policy "$bad" turns
done
cli 5 "a folder that does not exist" bot -k anna --once nowhere
cli 5 "a key without a seat" bot -k host --once turns
echo nonsense > text
cli 65 "no digest" bot -k anna - < text
tap_end
