#!/bin/sh
# What the answer to a mail says, adit(1), mail: the first line says whether orders were taken, and files that adit
# does not open have names.
# shellcheck disable=SC2154 # now
. "${0%/*}/lib.sh"
tap_begin
needs_letter
table_by_mail anna bob carl
mail 0 "what waits is sent" --flush cave.db
digest=turns/000000.txt
cp cave.db fresh.db

# first_part FILE: decoded
first_part()
{
	python3 -c 'import email, sys
for part in email.message_from_binary_file(open(sys.argv[1], "rb")).walk():
    if part.get_content_type() == "text/plain":
        sys.stdout.write(part.get_payload(decode=True).decode())
        break' "$1"
}
# answered NAME KIND LINE: the mail in `coming` brings anna this; its words are in `words`, LINE first
answered()
{
	rm -rf sent
	mail 0 "$1" cave.db < coming
	file=$(grep -l "kind=$2\$" sent/anna/new/* 2> /dev/null)
	first_part "${file:-/dev/null}" > words
	is "... gets a $2" "$(head -n 1 words)" "$3"
}
# helped NAME TEXT: the mail in `coming` brings help with this text, and nothing of the mail
helped()
{
	back fresh.db
	answered "$1" help "No order was taken."
	like "... says why" "$(tr '\n' ' ' < words)" "$2"
	not_ok "... no text of the mail" grep -qi 'sesame' words
}
# with TYPE NAME: a mail with a file from standard input
with()
{
	letter anna@example.org | sed '$d'
	cat << EOT
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain

sesame
--b
Content-Type: $1
Content-Disposition: attachment; filename="$2"
Content-Transfer-Encoding: base64

$(base64)
--b--
EOT
}

# ---- no order at all
{
	letter anna@example.org
	echo sesame
} > coming
helped "no order" "No order was taken.?There is no order in your mail.*It is your turn, anna.*"

# ---- files that are not opened
printf 'x\237>"\0sesame' > tnef
with application/ms-tnef sesame.dat < tnef > coming
helped "TNEF" "*.?Your mail had winmail.dat, which adit does not open:?send the order as plain text.*"
with application/octet-stream WINMAIL.DAT < tnef > coming
helped "... by its name" "*Your mail had winmail.dat, which*"
printf 'PK\003\004\0sesame' > zip
with application/zip sesame.zip < zip > coming
helped "a zip file" "*Your mail had a .zip file, which*"
with application/octet-stream sesame.ZIP < zip > coming
helped "... by its name" "*Your mail had a .zip file, which*"
with 'application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"' smime.p7m < zip > coming
helped "S/MIME" "*Your mail had smime.p7m, which*"
printf '{\\rtf1 sesame}' > rtf
with text/rtf sesame.rtf < rtf > coming
helped "RTF" "*Your mail had an .rtf file, which*"
not_ok "... of which nothing else is said" grep -q 'There is no order' words
{
	letter anna@example.org
	head -c 5000000 /dev/zero | tr '\0' 'x' | fold -w 70
} > coming
helped "a mail of 5 MB" "*.?Your mail is longer than adit reads:?send the order alone, as plain text.*"
with text/plain sesame.txt < "$digest" > coming
helped "what is read" "*There is no order in your mail.*"
not_ok "... is not named" grep -q 'does not open' words

# ---- orders without a signature
order=$(move anna)
# shellcheck disable=SC2086 # words
adit sign -k anna -d $digest --clear --export one $order > clear 2> /dev/null
with text/plain sesame.txt < one/order.txt > coming
helped "a canonical text without its signature" "*Your order is not signed*attach both?files:?the order and its .minisig.*"
{
	letter anna@example.org
	echo sesame
	sed 's/^/> /' one/order.txt
} > coming
helped "... below other text" "*Your order is not signed*"
{
	letter anna@example.org
	sed '/^sig:/,/^-----END/{/^-----END/!d}' clear
} > coming
helped "a block without its signature" "*Your order is not signed*"
{
	letter anna@example.org
	cat one/order.txt one/order.txt.minisig
} > coming
back fresh.db
answered "with it" digest "Your order was taken."

# ---- several orders in one mail
for i in 1 2 3; do
	adit sign -k anna -d $digest --turn any --seq "$i" --say "$i" > say.$i 2> /dev/null
done
adit sign -k bob -d $digest --turn 9 --force pass > late 2> /dev/null
adit sign -k anna -d $digest --turn 9 --seq 5 --force pass > late.anna 2> /dev/null
# several FILE...: these orders in one mail of anna
several()
{
	letter anna@example.org
	cat "$@"
}
several say.1 say.2 > coming
back fresh.db
answered "two orders" digest "2 of your orders were taken."
several say.1 say.3 late.anna > coming
answered "one again, one more, one refused" receipt \
	"Of your 3 orders, 1 was taken, 1 was taken before, 1 was refused."
like "... the receipt" "$(cat words)" "*The attached receipt says why the first refused order was refused*"
adit read -k anna "$file" > opened 2>&1
like "... opens" "$(cat opened)" "*refused*"
is "... the digest" "$(first_part "$(grep -l 'kind=digest$' sent/anna/new/*)" | head -n 1)" "Your order was taken."
several late.anna late.anna > coming
back fresh.db
answered "one refused" receipt "Your order was refused; nothing changed."
several late.anna late > coming
back fresh.db
answered "... and one of another seat" receipt "Your order was refused; nothing changed."

several say.1 say.3 late.anna > box
back fresh.db
rm -rf sent
mail 0 "orders that wait for others, which do not come" cave.db box
first_part "$(grep -l 'kind=receipt$' sent/anna/new/*)" > words
is "... and one that was taken before that" "$(head -n 1 words)" "Of your 3 orders, 2 were taken, 1 was refused."

# The order was taken by another process, which had the host's passphrase.
mkdir locked
echo secret > locked/passphrase
ADIT_HOME=locked adit keygen --work 10 --passphrase-fd 7 host 7< locked/passphrase 2> /dev/null
cp keys/anna.pub keys/bob.pub keys/carl.pub locked
ADIT_HOME=locked adit new locked.db -k host --passphrase-fd 7 --rules saboteur --seat anna --seat bob \
	--seat carl --trusted-host --option first=anna --now "$now" --mail-from cave@example.org \
	--mail anna=anna@example.org > locked/digest 7< locked/passphrase
adit sign -k anna --no-record -d locked/digest --turn any --say hello > locked/order 2> /dev/null
rm -rf sent
for what in taken repeated; do
	{
		letter anna@example.org "$what"
		cat locked/order
	} > coming
	ADIT_HOME=locked mail 0 "under a passphrase: $what" -k host --passphrase-fd 7 locked.db coming 7< locked/passphrase
done
ok "... with a receipt" grep -q 'kind=receipt$' sent/anna/new/*

if command -v age > /dev/null; then
	with application/octet-stream sesame.age << EOT > coming
$(age -r "$(sed -n 's/^host-age: //p' $digest)" -a one/order.txt)
EOT
	helped "a sealed one without its signature" "*The order in your mail cannot be read*"
else
	skip "a sealed one" "no age here"
fi
tap_end
