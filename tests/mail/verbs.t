#!/bin/sh
# Verbs that take a digest or an order take the raw mail that it came in.
# shellcheck disable=SC2016,SC2094 # scripts in single quotes are for another shell; keys and files share names
. "${0%/*}/../cli/lib.sh"
tap_begin
[ -x "$ADIT_LETTER" ] || {
	skip "raw mails" "adit was built without mail"
	tap_end
}
table anna bob carl
digest=turns/000000.txt
first=$(move anna)
adit sign -k anna -d . --clear "$first" > clear
adit sign -k anna -d . "$first" > sealed
adit sign -k anna -d . --clear --export pair "$first" > /dev/null 2>&1
age=$(sed -n '/^age1/p' "$ADIT_HOME/host.pub")

# mail ENCODING FILE [TYPE]: a mail with this file, attached.
mail()
{
	printf '%s\n' 'Return-Path: <cave@example.org>' 'Received: from x by y' \
		'From: "cave" <cave@example.org>' 'Subject: [cave] Saboteur, round 1' 'MIME-Version: 1.0' \
		'Content-Type: multipart/mixed; boundary="=_1"' '' '--=_1' 'Content-Type: text/plain' '' \
		'It is your turn.' '' '--=_1' "Content-Type: ${3:-text/plain; charset=utf-8}" \
		"Content-Transfer-Encoding: $1" ''
	case $1 in
	base64) base64 "$2" ;;
	quoted-printable) python3 -c 'import quopri, sys; quopri.encode(sys.stdin.buffer, sys.stdout.buffer, False)' < "$2" ;;
	*) cat "$2" ;;
	esac
	printf '\n--=_1--\n'
}

# ---- digests
for how in base64 quoted-printable 8bit; do
	mail $how $digest > "mail.$how"
	rm -rf "$ADIT_HOME/games"
	cli 0 "read of a mail, $how" read "mail.$how" -k anna --json
	cp out first.json
	is "... the same as the digest" "$(adit read $digest -k anna --json)" "$(cat first.json)"
	is "... it is in the record" "$(adit read -k anna --json < /dev/null)" "$(cat first.json)"
done
exits 0 "mutt pipes it" sh -c '"$ADIT" read -k anna --moves < mail.base64'
is "... its orders" "$(cat out)" "$(adit read $digest -k anna --moves)"
for verb in 'compare mail.base64' 'audit mail.quoted-printable'; do
	# shellcheck disable=SC2086 # words
	cli "$(adit ${verb%% *} $digest > /dev/null 2>&1; echo $?)" "$verb: as of the digest" $verb
done
cli 0 "sign acts on it" sign -k anna -d mail.base64 --clear "$first"
{
	sed 's/^/From cave Sat Nov 21 17:52:14 2026\n/;q' mail.8bit
	sed 1d mail.8bit
	echo
	sed 's/^/From cave Sat Nov 21 17:53:14 2026\n/;q' mail.base64
	sed 1d mail.base64
} > box
cli 0 "a mail box" read box -k anna --json
is "..." "$(cat out)" "$(adit read $digest -k anna --json)"

# ---- digests in any order
cp cave.db fresh.db
turn=0
while [ $turn -lt 9 ]; do
	seat=$(adit status --json cave.db | sed 's/.*"to_move":"\([a-z]*\)".*/\1/')
	adit sign -k "$seat" -d . "$(adit read "$(newest)" -k "$seat" --suggest)" > order &&
		adit apply cave.db --now "$now" --out . order > /dev/null 2>&1 || exit 99
	turn=$((turn + 1))
done
rm -rf "$ADIT_HOME/games"
adit read turns -k anna --json > want.json
adit log turns > want.log
mkdir mails new
for file in turns/*.txt; do
	for how in base64 8bit; do
		mail $how "$file" > "mails/${file##*/}.$how"
	done
done
# Each twice, in an order that has nothing to do with their numbers.
for file in mails/*; do
	cp "$file" "new/$(cksum < "$file" | tr ' ' .)"
done
for file in new/*; do
	sed 's/^/From cave Sat Nov 21 17:52:14 2026\n/;q' "$file"
	sed 1d "$file"
	echo
done > shuffled
for what in 'new/*' shuffled 'new/* shuffled turns'; do
	rm -rf "$ADIT_HOME/games"
	# shellcheck disable=SC2086 # words and patterns
	{
		cli 0 "read of shuffled digests: $what" read $what -k anna --json
		ok "... the newest" cmp out want.json
		is "... all are kept" "$(find "$ADIT_HOME/games" -name '0*.txt' | wc -l)" 10
		cli 0 "log: $what" log $what
		is "... in order" "$(cat out)" "$(cat want.log)"
		cli 6 "audit: $what" audit $what
		rm -f again.db
		forget
		cli 0 "rebuild: $what" rebuild -k host again.db $what
		is "... the same game" "$(adit log again.db)" "$(cat want.log)"
	}
done
cli 0 "compare" compare shuffled turns
rm -rf "$ADIT_HOME/games" new/"$(cksum < mails/000004.txt.base64 | tr ' ' .)" \
	new/"$(cksum < mails/000004.txt.8bit | tr ' ' .)"
cli 0 "one is missing" read new/* -k anna --moves
said "digest 4 of game *missing"
rm -rf "$ADIT_HOME/games" turns/00000[1-9].txt

# ---- orders
back fresh.db
# takes NAME FILE: apply takes exactly this order.
takes()
{
	back fresh.db
	cli 0 "$1" apply cave.db "$2"
	is "... once" "$(grep -c 'order of anna taken' err) $(grep -c refused err)" "1 0"
}
for how in base64 quoted-printable 7bit; do
	mail $how clear > "mail.$how"
	takes "an order, $how" "mail.$how"
	mail $how sealed > "mail.$how"
	takes "a sealed one, $how" "mail.$how"
done
takes "what only looks like a mail: a greeting" clear
{ echo 'Hello Bob:' && echo && cat clear; } > greeting
takes "... with a colon" greeting
{ echo 'From now on I play:' && cat clear; } > from
takes "... that begins like a mail box" from
{
	mail base64 pair/order.txt | sed '$d'
	printf '%s\n' '--=_1' 'Content-Type: application/octet-stream' 'Content-Transfer-Encoding: base64' ''
	base64 pair/order.txt.minisig
	printf '%s\n' '--=_1--'
} > pair.mail
takes "a canonical text and its signature, attached" pair.mail
head -c 6000000 /dev/urandom > noise
{
	mail 7bit clear | sed '$d'
	printf '%s\n' '--=_1' 'Content-Type: application/octet-stream' 'Content-Transfer-Encoding: base64' ''
	base64 noise
	printf '%s\n' '--=_1--'
} > above
takes "an order above an attachment of 8 MB" above
{
	printf '%s\n' 'From: a@b' 'Content-Type: text/html' '' '<html><body><div>Hi</div>'
	sed 's|.*|<div>&</div>|' clear
} > html
takes "HTML alone" html
if command -v age > /dev/null; then
	age -r "$age" < clear > binary
	mail base64 binary application/octet-stream > mail.age
	takes "a binary age file" mail.age
else
	skip "a binary age file" "no age"
fi
back fresh.db
cli 65 "a mail with a digest alone" apply cave.db mail.8bit
mail base64 $digest > mail.digest
cli 65 "... encoded" apply cave.db mail.digest
like "... says so" "$(cat err)" "*only a digest*"
mail quoted-printable clear > mail.qp
cli 0 "order shows it" order mail.qp
like "..." "$(cat out)" "*anna*"

# ---- without adit-letter
letter=$ADIT_LETTER
ADIT_LETTER=/nowhere/adit-letter
export ADIT_LETTER
takes "not installed: what needs no decoding" mail.7bit
back fresh.db
for file in mail.qp html mail.digest; do
	cli 75 "... what does, $file" apply cave.db $file
	said "/nowhere/adit-letter"
done
cli 75 "... a digest" read mail.digest -k anna
said "/nowhere/adit-letter"
cli 0 "... a digest as it is" read $digest -k anna --json
# shellcheck disable=SC2016 # for that shell
for what in 'kill -KILL $$' 'kill -SEGV $$' 'exit 1'; do
	printf '#!/bin/sh\n%s\n' "$what" > broken
	chmod +x broken
	ADIT_LETTER=$tap_dir/broken
	case $what in
	*KILL*) cli 75 "killed by the machine" apply cave.db mail.qp ;;
	*) cli 65 "$what: an unreadable mail" apply cave.db mail.qp ;;
	esac
done
like "--version says where" "$(adit --version)" "*mail: $ADIT_LETTER*"
ADIT_LETTER=$letter

# ---- nothing but what it needs
if command -v strace > /dev/null; then
	{
		printf '%s\n' 'From: a@b' 'Content-Type: multipart/mixed; boundary=x; charset="../../../tmp/evil"' ''
		for charset in '../../../tmp/evil' /tmp/evil '../../../../../tmp/evil//' 'evil//TRANSLIT'; do
			printf '%s\n' --x "Content-Type: text/plain; charset=\"$charset\"" '' hi
		done
		printf '%s\n' --x 'Content-Type: message/external-body; access-type=local-file; name="/tmp/evil"' '' \
			'Content-Type: text/plain' '' --x \
			'Content-Type: text/plain; name="/tmp/evil"' 'Content-Location: file:///tmp/evil' '' hi --x--
	} > evil
	env -i strace -f -o trace "$letter" < evil | cat > frames
	like "the frames are whole" "$(tail -n 1 frames)" "*end 0"
	is "it opens nothing that the mail names" "$(grep -c evil trace)" 0
	is "... and nothing to write" "$(grep -E 'open(at)?\(' trace | grep -cE 'O_(WRONLY|RDWR|CREAT)')" 0
	sed -n '/RLIMIT_NOFILE/,$p' trace | grep -E 'open(at)?\(' | grep -v '/gconv\|"/proc/' > opened
	is "... but charsets" "$(cat opened)" ""
else
	skip "it opens nothing that the mail names" "no strace"
fi
case $(ldd "$ADIT" 2> /dev/null) in
'') skip "adit links no GMime" "no ldd" ;;
*gmime*) is "adit links no GMime" linked "" ;;
*) is "adit links no GMime" "" "" ;;
esac

tap_end
