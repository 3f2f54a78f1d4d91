#!/bin/sh
# Receipts made by stock minisign and age from adit(5) alone, and what adit read says to them.
. "${0%/*}/../cli/lib.sh"
tap_begin
for tool in minisign age python3; do
	command -v $tool > /dev/null || {
		skip "receipts" "no $tool here"
		tap_end
	}
done
table anna bob carl
digest=turns/000000.txt
game=$(sed -n 's/^game: //p' $digest)

# hash TAG FILE: H(TAG, bytes of FILE)
hash()
{
	python3 -c 'import base64, hashlib, sys
p = open(sys.argv[2], "rb").read()
h = hashlib.blake2b(len(p).to_bytes(8, "little") + p, digest_size=32, person=sys.argv[1].encode())
print(base64.b32encode(h.digest()).decode().lower().rstrip("="))' "$1" "$2"
}

# receipt KEY COMMENT: the receipt in the file signed, with its signature
receipt()
{
	minisign -S -s "keys/$1.key" -m signed -t "$2" -x signed.minisig > /dev/null
	cat signed
	echo 'sig:'
	{
		sed -n 2p signed.minisig | base64 -d
		sed -n 4p signed.minisig | base64 -d
	} | base64 -w 60
}

# front ORDER [RESULT]: the lines that every receipt begins with
front()
{
	echo 'adit-receipt v1'
	echo "game: $game"
	echo 'seat: anna'
	echo "order: $1"
	echo "result: ${2:-refused}"
	echo "time: $now"
}

order=$(adit read $digest -k anna --moves | head -n 1)
rm -r keys/games
# shellcheck disable=SC2086 # words
adit sign -k anna -d $digest --export out.d $order > sealed 2> /dev/null
hash=$(hash adit/order out.d/order.txt)
comment="adit-receipt v1 $game/anna"

# ---- in clear
{
	front "$hash"
	echo 'code: stale'
	echo 'why: it is not your turn'
	echo 'hint: read the newest digest'
} > signed
receipt host "$comment" > clear.txt
mv keys/games away
cli 5 "who never read a digest of the game" read --public clear.txt
said "the host of game $game is not known here; read a digest of the game first"
cli 0 "--host says who it is" read --public clear.txt --host keys/host.pub
rmdir keys/games 2> /dev/null
mv away keys/games
cli 0 "a receipt in clear" read --public clear.txt
is "... says all" "$(cat out)" \
	"2026-11-21 17:52 UTC, game $game: the order of anna was refused:
    | it is not your turn
    | read the newest digest"
sed 's/$/\r/' clear.txt > crlf.txt
cli 0 "... with CR, for programs" read --public --json crlf.txt
is "... as JSON" "$(cat out)" \
	"{\"receipt\":{\"time\":\"$now\",\"game\":\"$game\",\"seat\":\"anna\",\"result\":\"refused\",\"sealed\":false,\"code\":\"stale\",\"why\":\"it is not your turn\",\"hint\":\"read the newest digest\",\"order\":\"$hash\"}}"
adit read $digest -k anna > shown
cat $digest clear.txt > both.txt
cli 0 "a digest beside it" read -k anna both.txt
is "... is shown below" "$(sed 1,3d out)" "$(cat shown)"
is "... --moves shows that alone" "$(adit read -k anna both.txt --moves | head -n 1)" "$order"
mv keys/games away
cli 0 "... or tells who the host is" read -k anna both.txt
rm -r keys/games
rmdir keys/games 2> /dev/null
mv away keys/games

front "$hash" 'repeated 17' > signed
receipt host "$comment" > again.txt
cli 0 "of an order that was taken before" read --public again.txt
is "... as which digest" "$(cat out)" \
	"2026-11-21 17:52 UTC, game $game: the order of anna was taken before, as digest 17"

# ---- sealed
# box WHY: the sealed part about the order in out.d
box()
{
	{
		echo 'adit-receipt-box v1'
		echo "order: $hash"
		echo 'code: rule'
		echo "why: $1"
		echo 'text:'
		cat out.d/order.txt
		yes '' | head -c 2560
	} | head -c 2560
}
anna_age=$(sed -n '/^age1/p' keys/anna.pub)
age -d -i keys/host.age -o opened sealed
sed '1d; $d' sealed | base64 -d > sealed.bin
{
	front "$(hash adit/sealed sealed.bin)"
	box 'no card there' | age -r "$anna_age" -a
} > signed
receipt host "$comment" > sealed.txt
cli 0 "a sealed receipt" read -k anna sealed.txt
is "... says why not, and what" "$(cat out)" \
	"2026-11-21 17:52 UTC, game $game: the order of anna was refused:
    | no card there
  do: $order"
cli 0 "... by the hash of the order" read -k anna sealed.txt --json
like "... for programs" "$(cat out)" "*\"sealed\":true,*\"order\":\"$hash\",\"ordered\":\[\"do: $order\"\]}}"
cli 0 "... to another key" read -k bob sealed.txt
said "its content is sealed to anna, and does not open with this key"
not_ok "... tells nothing more" grep -q 'no card' out

# ---- texts that are not receipts
row()
{
	cli "$1" "$2" read -k anna bad.txt
	said "$3"
	ok "... nothing is shown" test ! -s out
}
receipt carl "$comment" > bad.txt
row 1 "signed by somebody else" "the receipt is not from the host of game $game"
receipt host "adit-receipt v1 $game/bob" > bad.txt
row 1 "signed for another seat" "the receipt is not from the host of game $game"
sed 's/^result: .*/result: repeated 1/' sealed.txt > bad.txt
row 1 "changed" "the receipt is not from the host of game $game"
{
	sed '/^-----BEGIN/,$d' sealed.txt
	box 'you have lost' | age -r "$anna_age" -a
	sed '1,/^-----END/d' sealed.txt
} > bad.txt
row 1 "another box in its place" "the receipt is not from the host of game $game"
sed '/^sig:/,$d' sealed.txt > bad.txt
row 65 "cut off" "a receipt without a signature"
head -c 1000 sealed.txt > bad.txt
row 65 "cut off in its box" "a receipt without a signature"
{
	front "$hash"
	echo 'code: rule'
	printf 'why: \033[2Jyes\n'
} > signed
receipt host "$comment" > bad.txt
row 65 "control characters under the host's own signature" "line 8: the receipt: U+001B is not a character of Unicode 15.0 that can be shown"
{
	front "$hash"
	echo 'code: rule'
	echo 'why: no'
	echo 'and: more'
} > signed
receipt host "$comment" > bad.txt
row 65 "more than a receipt has" "what no receipt has"
for what in 's/^order: 7/order: 8/; t; s/^order: ./order: 7/' 's/^do: .*/do: pass/' '1s/$/ /' '$d'; do
	{
		front "$(hash adit/sealed sealed.bin)"
		box no | sed "$what" | age -r "$anna_age" -a
	} > signed
	receipt host "$comment" > bad.txt
	cli_bad=$(adit read -k anna bad.txt 2>&1)
	like "a box that says what it is not: $what" "$cli_bad" '*what is sealed in the receipt*'
done
front "$hash" 'repeated -1' > signed
receipt host "$comment" > bad.txt
row 65 "a result that is none" "result is none that a receipt has"
sed "s/^game: .*/game: ..\/..\/keys/" clear.txt > bad.txt
row 65 "a game that is a path" "is no name for a game"
tap_end
