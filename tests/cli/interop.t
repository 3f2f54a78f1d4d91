#!/bin/sh
# Stock minisign and age, in both directions.
# shellcheck disable=SC2016 # scripts in single quotes are for another shell
. "${0%/*}/lib.sh"
tap_begin
for tool in minisign age python3; do
	command -v $tool > /dev/null || {
		skip "interoperation" "no $tool here"
		tap_end
	}
done
table anna bob carl
digest=turns/000000.txt
order=$(adit read $digest -k anna --moves | head -n 1)

# ---- out of adit
cli 0 "read --export" read $digest -k anna --export out.d
ok "minisign verifies the digest" minisign -Vqm out.d/digest.txt -p out.d/host.pub
ok "... with the card the host hands out" minisign -Vqm out.d/digest.txt -p keys/host.pub
is "the trusted comment names it" "$(minisign -VQm out.d/digest.txt -p keys/host.pub)" \
	"adit-digest v3 $(sed -n 's/^game: //p' $digest)/0 $(sed -n 's/^head: //p' $digest) -"
ok "age opens the private view" sh -c 'age -d -i keys/anna.age out.d/anna.age > view'
is "... which is one" "$(head -n 1 view)" "adit-view v3"
ok "... and lists the order" grep -q "^  ${order%% *}.* ${order##* }" view
not_ok "age does not open another's" age -d -i keys/anna.age out.d/bob.age
is "who is not to move has a view of one size" "$(wc -c out.d/bob.age out.d/carl.age | sed -n 's/^ *\([0-9]*\) out.*/\1/p' | sort -u | wc -l)" 1
cli 0 "... again" read $digest -k anna --export out.d
mkdir mine
for kept in keys/anna.age keys/host.key $digest; do
	name=${kept##*/}
	[ "$kept" != $digest ] || name=digest.txt
	cp "$kept" "mine/$name"
	cli 73 "... not over $name of the player" read $digest -k anna --export mine
	is "... nothing is written" "$(ls mine) $(cmp "$kept" "mine/$name")" "$name "
	rm "mine/$name"
done
age-keygen -o mine/bob.age 2> /dev/null
cli 73 "... nor over an identity of age" read $digest -k anna --export mine
rm mine/bob.age
adit keygen --work 10 --passphrase-fd 7 mine/carl 7< $digest 2> err
rm mine/carl.key mine/carl.pub
cli 73 "... nor over one under a passphrase" read $digest -k anna --export mine
echo "discard map" > mine/order.txt
cli 73 "sign --export not over a list of wishes" sign -k anna -d $digest --export mine "discard map" --force
is "... nothing is written" "$(cat mine/order.txt)" "discard map"
# shellcheck disable=SC2086 # words
cli 0 "sign --export" sign -k anna -d $digest --export out.d $order
cp out sealed
ok "minisign verifies the order" minisign -Vqm out.d/order.txt -p keys/anna.pub
ok "age opens a sealed order with the host's key" sh -c 'age -d -i keys/host.age sealed > opened'
is "... of 1792 bytes, whatever it is" "$(wc -c < opened)" 1792
cli 0 "order shows what is in it" order -p keys/anna.pub opened
ok "... the very bytes that minisign verified" cmp out out.d/order.txt
cli 0 "order --export" order --export again.d opened
ok "minisign verifies that, too" minisign -Vqm again.d/order.txt -p keys/anna.pub

# ---- a host who signs what would move the cursor
esc=$(printf '\033')
game=$(sed -n 's/^game: //p' $digest)
sed "s/^  anna begins/&${esc}[2J/" out.d/digest.txt > evil
head=$(python3 -c '
import base64, hashlib, sys
s = open("evil", "rb").read()
h = hashlib.blake2b(len(s).to_bytes(8, "little") + s, digest_size=32, person=b"adit/digest")
print(base64.b32encode(h.digest()).decode().lower().strip("="))')
minisign -S -s keys/host.key -m evil -t "adit-digest v3 $game/0 $head -" -x evil.minisig > /dev/null
{
	cat evil
	echo 'sig:'
	{
		sed -n 2p evil.minisig | base64 -d
		sed -n 4p evil.minisig | base64 -d
	} | base64 -w 60
	printf 'head: %s\nzero: -\n' "$head"
} > evil.txt
not_ok "the digest holds an escape character" cmp -s evil out.d/digest.txt
rm -r keys/games
cli 1 "control characters under the host's own signature" read evil.txt --public
said "the host cheats in digest 0"
ok "... nothing is shown" test ! -s out
rm -rf keys/games

# ---- into adit: each way gives digest 1
host_age=$(sed -n '/^age1/p' keys/host.pub)
comment=$(minisign -VQm out.d/order.txt -p keys/anna.pub)
mkdir in.d
cp out.d/order.txt in.d/order.txt
ok "minisign signs with NAME.key" \
	minisign -S -s keys/anna.key -m in.d/order.txt -t "$comment" -x in.d/order.txt.minisig
cat in.d/order.txt in.d/order.txt.minisig > in.d/both
age -r "$host_age" -a -o in.d/both.age in.d/both
age -r "$host_age" -o in.d/both.bin in.d/both
age -r "$host_age" -a -o in.d/block.age opened
cp cave.db fresh.db
for file in order.txt both both.age both.bin block.age; do
	back fresh.db
	cli 0 "apply $file" apply cave.db "in.d/$file" --json
	like "... makes digest 1" "$(cat out)" '{*"n":1,*"repeated":false,*}'
done
back fresh.db
mv in.d/order.txt.minisig in.d/signature
cli 1 "an order without its signature" apply cave.db in.d/order.txt
said "--sig"
cli 0 "--sig names it" apply cave.db in.d/order.txt --sig in.d/signature --json
back fresh.db
minisign -S -s keys/anna.key -m in.d/order.txt -t "something else" -x in.d/other > /dev/null
cli 1 "another trusted comment" apply cave.db in.d/order.txt --sig in.d/other
said "minisign -t '$comment'"
minisign -S -l -s keys/anna.key -m in.d/order.txt -t "$comment" -x in.d/legacy > /dev/null
cli 1 "a legacy signature" apply cave.db in.d/order.txt --sig in.d/legacy
said "of minisign's old kind"
said "without -l"
minisign -S -s keys/bob.key -m in.d/order.txt -t "$comment" -x in.d/bob > /dev/null
cli 1 "another's signature" apply cave.db in.d/order.txt --sig in.d/bob
sed 's/$/ /' in.d/order.txt > in.d/blanks
cli 65 "not the canonical bytes" apply cave.db in.d/blanks --sig in.d/signature
age -r "$(sed -n '/^age1/p' keys/bob.pub)" -a -o in.d/wrong.age in.d/both
cli 65 "sealed for somebody else" apply cave.db in.d/wrong.age
said "nothing: no order found; this key does not open what is sealed there"
echo 'hello' | age -r "$host_age" -a > in.d/hello.age
cli 65 "sealed, but no order" apply cave.db in.d/hello.age
said "no order"
ok "nothing of that was applied" cmp cave.db fresh.db

# ---- keys of stock tools
mkdir stock
age-keygen -o stock/dora.age 2> /dev/null
if minisign -G -W -f -p stock/dora.sign -s stock/dora.key > /dev/null 2>&1; then
	chmod 600 stock/dora.key
	{
		cat stock/dora.sign
		age-keygen -y stock/dora.age
	} > stock/dora.pub
	cli 0 "a card of stock keys" key stock/dora.pub
	cli 0 "a seat with stock keys" new dora.db -k host --rules saboteur --seat dora=stock/dora.pub \
		--seat anna --seat bob --trusted-host --option first=dora
	cp out dora0.txt
	cli 0 "... reads" read dora0.txt -k stock/dora --moves
	cp out moves
	cli 0 "... and signs" sign -k stock/dora -d dora0.txt "$(head -n 1 moves)"
	cp out order
	cli 0 "... an order that is taken" apply dora.db order
else
	skip "stock keys" "minisign -W is not known here"
fi

tap_end
