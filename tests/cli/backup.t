#!/bin/sh
# A copy of a game file that was put back tells no second history by itself.
. "${0%/*}/lib.sh"
tap_begin
table anna bob carl
keys dora

# An order of the seat to move, to the file order.
sign()
{
	seat=$(sed -n 's/^next: //p' "$(newest)" | head -n 1)
	adit read "$(newest)" -k "$seat" --suggest > line
	adit sign -k "$seat" -d "$(newest)" - < line > order || exit 99
}

# play FILE.db [OPTION]...
play()
{
	sign
	adit apply "$@" --now "$now" order > digest 2> err || cat err
}

game=$(sed -n 's/^game: //p' turns/000000.txt)
noted=$ADIT_HOME/hosted/$game
noted() { tail -n 1 "$noted" | cut -d' ' -f2; }
is "a new game is noted" "$(noted)" 0
is "... for this home alone" "$(stat -c %a "$ADIT_HOME/hosted" "$noted" | tr '\n' ' ')" "700 600 "
play cave.db --out .
cp cave.db backup.db
play cave.db --out .
play cave.db --out .
is "the newest that went out is noted" "$(noted)" 3
is "... and its hash" "$(tail -n 1 "$noted" | cut -d' ' -f3)" \
	"$(adit status --json cave.db | sed -n 's/.*"head":"\([a-z2-7]*\)".*/\1/p')"
cp cave.db newest.db

# refuses NAME: every verb that signs refuses backup.db, says both numbers, changes nothing
refuses()
{
	for verb in "apply -k host backup.db $order" 'undo backup.db --to 0 --reason x' \
		"seat backup.db bob --replace $ADIT_HOME/dora.pub --reason x"; do
		for out in '' '--out .'; do
			cp backup.db before.db
			ls turns > before
			# shellcheck disable=SC2086 # words
			cli 65 "$1: ${verb%% *} $out" $verb $out
			said 'backup.db * digest 1* digest 3 *adit rebuild'
			ok "... the file is as it was" cmp backup.db before.db
			ok "... and so is the folder" sh -c 'ls turns | cmp - before'
		done
	done
}

seat=$(sed -n 's/^next: //p' turns/000001.txt)
adit sign --force -k "$seat" -d turns/000001.txt "$(adit read turns/000001.txt -k "$seat" --moves |
	grep '^discard' | tail -n 1)" > other
order=other
refuses "noted at home"
forget
mkdir away
mv turns away/kept
mkdir turns
cp away/kept/000003.txt turns
for verb in "apply -k host backup.db other" 'undo backup.db --to 0 --reason x'; do
	# shellcheck disable=SC2086
	cli 65 "in the folder alone: $verb" $verb --out .
	said 'backup.db ends with digest 1, but digest 3 *adit rebuild'
done
is "... nothing is delivered" "$(ls turns)" 000003.txt

# ---- a fork, made without knowledge of the first history
export ADIT_HOME
ADIT_HOME=$tap_dir/abroad
cp -r "$tap_dir/keys" "$ADIT_HOME"
cp backup.db fork.db
cli 0 "a home and a folder that know nothing" apply -k host fork.db other
cli 0 "... and it goes on" undo -k host fork.db --to 0 --reason x
cli 65 "the other history is in the folder" undo -k host fork.db --to 0 --reason y --out .
said 'fork.db holds another digest 3 *in the folder'
ADIT_HOME=$tap_dir/keys
rm -r turns
mv away/kept turns
cli 0 "the newest file" apply cave.db order --out .
cli 65 "... and the other, which is as long" undo -k host fork.db --to 0 --reason y
said 'fork.db holds another digest 3 *went out'

# ---- neighbours
back newest.db
sign
sed 's/^n: 3/n: 9/' turns/000003.txt > turns/000009.txt
cp turns/000002.txt turns/000008.txt
adit new other.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host > turns/000007.txt
cli 0 "files of neighbours" apply cave.db --now "$now" order --out .
is "... refuse nothing" "$(adit status --json cave.db |
	grep -o '"n":[0-9]*')" '"n":4'
rm turns/00000[789].txt

# ---- rebuilt
mkdir short
cp turns/00000[012].txt short
cli 0 "rebuild of less than went out" rebuild -k host short.db short
said 'digests up to 4 were published, and this has digests up to 2: if the same orders do not make the others again,'
is "... is noted" "$(noted)" 2
cli 0 "... and goes on" undo short.db -k host --to 1 --reason x
cli 65 "... the longer one does not" undo cave.db --to 3 --reason x
said 'cave.db holds another digest 3'
cli 0 "rebuild of all" rebuild -k host whole.db .
is "... says nothing" "$(cat err)" ""
is "... and is noted" "$(noted)" 4
cp whole.db kept.db
cp "$noted" kept.noted
printf '%s' "$(tail -n 1 "$noted" | sed 's/ 4 / 5 /')" >> "$noted"
cli 0 "... its last line without its end, as a power cut leaves it" undo whole.db --to 3 --reason x
is "... the next is noted, in a file that is whole" "$(cut -d' ' -f2 "$noted" | tr '\n' ' ')" "v1 5 "
cat kept.db > whole.db
cat kept.noted > "$noted"
cli 0 "... with its end" undo whole.db --to 3 --reason x
XX
cat kept.db > whole.db
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17; do
	tail -n 1 kept.noted
done > many
cat kept.noted many > "$noted"
cli 0 "... where there are many" undo whole.db --to 3 --reason x
is "... the file is made anew" "$(cut -d' ' -f2 "$noted" | tr '\n' ' ')" "v1 5 "
cat kept.db > whole.db
cat kept.noted > "$noted"
echo '4 lies' >> "$noted"
cli 65 "what is noted is damaged" undo whole.db --to 3 --reason x
said "hosted/$game, where the newest digest of a game is noted, is damaged; adit rebuild"
cli 0 "... rebuild notes it anew" rebuild -k host whole2.db .
play whole2.db --out .
is "... and it goes on" "$(noted)" 5

# ---- homes that cannot be written to, games of one name
forget
sign
chmod 500 "$ADIT_HOME"
# root may write there without this
bound=
[ -w "$ADIT_HOME" ] && bound='setpriv --bounding-set=-dac_override --inh-caps=-dac_override'
# shellcheck disable=SC2086 # several words
exits 0 "a home that is not to be written to" $bound "$ADIT" apply -k host whole2.db --now "$now" --out . order
chmod 700 "$ADIT_HOME"
like "nowhere to note it: told" "$(cat err)" "*warning: it is not noted that digest 6 went out: *"
ok "... and done" test -e turns/000006.txt
for name in one two; do
	adit new $name.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host \
		--id same > $name.txt
done
for name in one two one; do
	cli 0 "two games of one name, $name" seat $name.db bob --replace "$ADIT_HOME/dora.pub" --reason x
	mv "$ADIT_HOME/dora.pub" dora.pub
	keys erik
	mv "$ADIT_HOME/erik.pub" "$ADIT_HOME/dora.pub"
	rm "$ADIT_HOME"/erik.*
done
is "... are noted apart" "$(sed 1d "$ADIT_HOME/hosted/same" | cut -d' ' -f1 | sort -u | wc -l)" 2

tap_end
