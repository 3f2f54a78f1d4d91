#!/bin/sh
# The host writes each mail in the language of its seat; what is signed, sealed or read back stays the same.
# shellcheck disable=SC2154 # now, status
. "${0%/*}/lib.sh"
tap_begin
needs_letter
clock=0
at() { date -u -d "@$(($(date -u -d "$now" +%s) + $1))" +%Y-%m-%dT%H:%M:%SZ; }
# put FILE: the mail in FILE comes an hour later; what it brings is in sent/.
put()
{
	rm -rf sent
	clock=$((clock + 3600))
	adit mail --now "$(at $clock)" --maildir sent cave.db < "$1" > out 2> err
	echo $? > status
}
flush()
{
	rm -rf sent
	clock=$((clock + 60))
	adit mail --flush --now "$(at $clock)" --maildir sent cave.db > out 2> err
}
# subject SEAT, language SEAT, text SEAT, file SEAT: of the newest mail to the seat; all checks of its form too.
cat > look.py << 'END'
import email, email.policy, os, re, sys
what, seat = sys.argv[1:]
folder = "sent/%s/new" % seat
names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
if not names:
    sys.exit(0)
raw = open(os.path.join(folder, names[-1]), "rb").read()
mail = email.message_from_bytes(raw, policy=email.policy.default)
faults = ["not ASCII"] if max(raw) > 126 else []
head = raw.split(b"\n\n", 1)[0].decode()
faults += ["a long line: " + line for line in head.split("\n") if len(line) > 78 and line.startswith("Subject")]
text = file = html = ""
for part in mail.walk():
    kind = part.get_content_type()
    if part.get_filename():
        file += part.get_content()
    elif kind == "text/plain":
        text = part.get_content()
        if part["Content-Transfer-Encoding"] != "quoted-printable":
            faults.append("encoding")
    elif kind == "text/html":
        html = part.get_content()
faults += ["a long line: " + line for line in text.split("\n") if len(line) > 72 and not line.startswith("    adit ")]
if html and 'lang="%s"' % (mail["Content-Language"] or "en") not in html:
    faults.append("the language of the HTML part")
if what == "faults":
    print("; ".join(faults))
elif what == "subject":
    print(re.sub(": [a-z0-9]{8}", ": GAME", mail["Subject"]))
elif what == "language":
    print(mail["Content-Language"] or "-")
elif what == "id":
    print(mail["Message-ID"])
elif what == "text":
    print(text)
elif what == "html":
    print(html)
else:
    sys.stdout.write(file)
END
look() { python3 look.py "$@"; }
first_line() { look text "$1" | sed -n 1p; }

# ---- five seats, five languages
people='anna bob carl dora eve'
keys host anna bob carl
# shellcheck disable=SC2086 # several
adit new cave.db -k host --rules saboteur --trusted-host --now "$now" --id table --option first=anna --out . \
	--seat anna --seat bob --seat carl --seat dora=mail:dora@example.org --seat eve=mail:eve@example.org \
	--mail-from cave@example.org --mail anna=anna@example.org --mail bob=bob@example.org \
	--mail carl=carl@example.org --lang bob=de --lang=carl=es --lang dora=ru --lang eve=uk > out 2>&1 || exit 99
is "the list of addresses names the languages" "$(adit address cave.db | sed -n 's/^\([a-z]*\) .* lang /\1 /p' | tr '\n' ' ')" \
	"bob de carl es dora ru eve uk "
flush
for seat in $people; do
	echo "$(look language "$seat") $(look subject "$seat")"
done > subjects
is "each seat is invited in its language" "$(cat subjects)" "- You are invited: table
de Einladung: table
es Invitación: table
ru Приглашение: table
uk Запрошення: table"
for seat in $people; do
	is "... the mail to $seat is well formed" "$(look faults "$seat")" ""
done

# One order, with languages and without: five mails, and the same digest.
adit read turns/000000.txt -k anna --suggest > order.in 2> /dev/null
adit sign -k anna -d turns/000000.txt - < order.in > order.txt 2> /dev/null || exit 99
cp cave.db with.db
clock=$((clock + 60))
cli 0 "an order" apply --now "$(at $clock)" cave.db order.txt
mv out digest.with
clock=$((clock + 60))
adit mail --flush --now "$(at $clock)" --maildir with cave.db > out 2>&1
back with.db
for seat in bob carl dora eve; do
	adit address --now "$(at 60)" cave.db "$seat" --lang=en || exit 99
done
like "no language is left" "$(adit address cave.db)" "*bob bob@example.org lang en*"
clock=$((clock - 60))
cli 0 "the order without languages" apply --now "$(at $clock)" cave.db order.txt
ok "... the digest is the same" cmp out digest.with
clock=$((clock + 60))
rm -rf sent
adit mail --flush --now "$(at $clock)" --maildir sent cave.db > out 2>&1
for seat in anna bob carl; do
	look file "$seat" > file.without
done
mv sent without
mv with sent
for seat in anna bob carl; do
	look file "$seat" > "$seat.with"
	look id "$seat" >> "$seat.with"
	look text "$seat" > "$seat.words"
done
for seat in dora eve; do look id "$seat" > "$seat.with"; done
for seat in $people; do
	echo "$(look language "$seat") $(look subject "$seat")"
done > subjects
for seat in $people; do
	is "... the mail to $seat is well formed" "$(look faults "$seat")" ""
done
is "five mails, each in its language" "$(cat subjects)" "- table (round 1)
de Du bist am Zug: table (Runde 1)
es table (ronda 1)
ru table (раунд 1)
uk table (раунд 1)"
is "... whose turn it is" "$(for seat in $people; do look text "$seat" | sed -n '/bob\.$/{p;q}'; done 2> /dev/null)" "It is the turn of bob.
Du bist am Zug, bob.
Es el turno de bob.
Сейчас ходит: bob.
Зараз ходить: bob."
mv sent with
mv without sent
for seat in anna bob carl; do
	{
		look file "$seat"
		look id "$seat"
	} > other
	ok "the files and the Message-ID of $seat are the same in English" cmp other "$seat.with"
done
for seat in dora eve; do
	look id "$seat" > other
	ok "the Message-ID of $seat is the same in English" cmp other "$seat.with"
done
is "English mails have no field" "$(cat sent/*/new/* | grep -c '^Content-Language')" 0
look text anna > other
ok "... and the mail of English seats is as it was" cmp other anna.words
rm -rf sent
back with.db

# ---- choosing
cli 2 "a language that there is not" new x.db -k host --rules saboteur --seat anna --seat bob --seat carl --lang anna=xx
said '--lang knows no language "xx"; there are: en, de, es, ru, uk'
cli 2 "a seat that there is not" new x.db -k host --rules saboteur --seat anna --seat bob --seat carl --lang zed=de
said 'no seat "zed"'
cli 2 "two languages" new x.db -k host --rules saboteur --seat anna --seat bob --seat carl --lang anna=de --lang anna=es
said "two languages for anna"
cli 2 "address: a language that there is not" address cave.db bob --lang=xx
said '--lang knows no language "xx"; there are: en, de, es, ru, uk'
cli 0 "address: a language alone" address --now "$(at 60)" cave.db bob --lang=uk
like "... is listed" "$(adit address cave.db)" "*bob bob@example.org lang uk*"
like "... also as JSON" "$(adit address cave.db --json)" '*"seat":"bob"*"lang":"uk"*'
cli 0 "address: a language with an address" address --now "$(at 60)" cave.db bob bob@example.net --lang=es
like "... both are listed" "$(adit address cave.db)" "*bob bob@example.net lang es*"
cli 2 "address: only a seat has one" address cave.db host a@example.org --lang=de
said "only mails to a seat have a language"
adit address cave.db > list
sed 's/ lang es$/ lang de/' list > changed
cli 0 "a list sets them" address --now "$(at 60)" cave.db - < changed
is "... and is printed again" "$(adit address cave.db)" "$(cat changed)"
sed 's/ lang uk$/ lang xy/' list > changed
cli 65 "a list with a language that there is not" address cave.db - < changed
said 'there is no language "xy"; there are: en, de, es, ru, uk'
cli 0 "another table like this" new next.db -k host --like cave.db --now "$now" --id next --lang carl=ru
is "... has its languages" "$(adit address next.db | sed -n 's/^\([a-z]*\) .* lang /\1 /p' | tr '\n' ' ')" "bob de carl ru dora ru eve uk "
back with.db

# ---- an answer to somebody with keys
{
	letter bob@example.org
	echo hello
} > coming
put coming
is "help is in the language of the sender" "$(look language bob) $(look subject bob) $(first_line bob)" \
	"de Kein Befehl angenommen: table (Runde 1) Kein Befehl wurde angenommen."

# says SEAT TEXT: an answer of the seat to its newest mail
says()
{
	id=$(look id "$1")
	{
		printf 'From: %s@example.org\nTo: cave@example.org\nMessage-ID: <%s@example.org>\nIn-Reply-To: %s\n' \
			"$1" "$(date +%N)" "$id"
		printf 'MIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n\n%s\n' "$2"
	} > coming
	put coming
}
back with.db
flush
# until dora is to move
for key in anna bob carl; do
	adit digest cave.db > newest
	adit sign -k "$key" -d newest "$(adit read newest -k "$key" --suggest 2> /dev/null)" > order.txt 2> /dev/null || exit 99
	clock=$((clock + 60))
	adit apply --now "$(at $clock)" cave.db order.txt > out 2>&1 || exit 99
done
adit digest cave.db > newest
cp cave.db dora.db
flush
is "dora gets her orders" "$(look subject dora) $(look language dora)" "Ваш ход: table (раунд 1) ru"
like "... and her cards" "$(look text dora)" "*Ваши приказы:*"
is "... well formed" "$(look faults dora)" ""
like "... the secret has one language" "$(look text dora)" "*
    reply code: table.3.*"
says dora "lang xx"
like "lang xx" "$(look text dora | tr '\n' ' ')" '*"lang xx" — не приказ: языка "xx" нет; есть: en, de, es, ru, uk.*'
is "... no order is taken" "$(look subject dora)" "Приказ не принят: table (раунд 1)"
says dora help
is "help" "$(look subject dora) $(look faults dora)" "Ответ: table (раунд 1) "
like "... lists the languages" "$(look text dora)" "*    lang uk               язык ваших писем: en, de, es, ru, uk*"
says dora resign
is "resign is asked back" "$(look subject dora) $(first_line dora)" "Вопрос: table (раунд 1) Вы хотите выйти из игры и сбросить свои карты?"
cp cave.db asked.db
cp -r sent asked
says dora "resign yes"
like "... and yes counts" "$(adit digest cave.db)" "*dora resigns*"
back asked.db
rm -rf sent
mv asked sent
says dora "lang de"
is "another language" "$(look language dora) $(look subject dora) $(first_line dora)" \
	"de Antwort: table (Runde 1) Die Mails dieses Tisches sind jetzt auf Deutsch."
like "... is stored" "$(adit address cave.db)" "*dora dora@example.org lang de*"
# The words of a mail in another language, without marks, are no order.
quoted=$(look text dora)
says dora "LANG EN.

$quoted"
is "English again" "$(look language dora) $(look subject dora) $(first_line dora)" \
	"- Answer: table (round 1) The mails of this table are in English now."
quoted=$(look text dora)
says dora "lang ru

$quoted"
is "... and Russian" "$(look language dora) $(first_line dora)" "ru Письма этого стола теперь на русском языке."

# Names of cards, as her mail shows them.
order=$(look text dora | sed -n 's/^ *[0-9]*\. //p' | grep '^break\|^repair\|^map\|^rockfall' | head -n 1)
if [ -n "$order" ]; then
	card=${order%% *}
	name=$(look text dora | sed -n "s/^  $card  //p")
	number=$(adit status cave.db --json | sed 's/.*"n":\([0-9]*\).*/\1/')
	says dora "$(python3 -c 'import sys; print(sys.argv[1].upper())' "$name")${order#"$card"}"
	like "the name of a card in capital letters is its word: $name" "$(first_line dora)" "Ваш приказ принят: $order."
	is "... one digest" "$(adit status cave.db --json | sed 's/.*"n":\([0-9]*\).*/\1/')" "$((number + 1))"
else
	skip "the name of a card in capital letters is its word" "she can play no action card"
fi

# ---- what a plain seat asks for
back dora.db
flush
says dora rules
is "the rules" "$(look subject dora) $(look faults dora)" "Ответ: table (раунд 1) "
like "... are those of the page in that language" "$(look text dora | tr -s ' \n' '  ')" \
	"ОБЩИЕ ПРАВИЛА Эти правила действуют*C1 Карты лежат прямо.*2.D.16 Карта сокровищ: посмотрите цель*"
is "... and have no English rule" "$(look text dora | grep -ciE 'the (card|player|goal)')" 0
says dora "rules map"
like "the rules of a card" "$(look text dora | tr -s ' \n' '  ')" "2.D.16 Карта сокровищ: посмотрите цель*"
says dora "rules камнепад"
like "... with the name of the mail" "$(look text dora | tr -s ' \n' '  ')" "2.D.15 Камнепад:*"
says dora "rules break"
like "... with the beginning of its name" "$(look text dora | tr -s ' \n' '  ')" "2.D.13 Сломать инструмент:*"
says dora "rules q-sab-9"
like "a ruling" "$(look text dora | tr -s ' \n' '  ')" "Q-SAB-9 Когда заканчивается раунд,*"
says dora "rules stink"
like "no rule" "$(look text dora | tr '\n' ' ')" \
	'*"stink" — не приказ: после rules идёт карта этой игры или номер правила, например C5.*'
card=$(look text dora | sed -n 's/^ *[0-9]*\. place \([^ ]*\) at .*/\1/p' | head -n 1)
says dora "place ${card:=map} at 7,7"
[ "$card" = map ] || like "no order" "$(look text dora | tr '\n' ' ')" \
	"Приказ не принят: \"place $card at 7,7\": $card на 7,7: ни один туннель не соединён с туннелем от стартовой карты.*"
says dora "discard goal-gold"
like "a card that the seat does not hold" "$(look text dora | tr '\n' ' ')" \
	'Приказ не принят: "discard goal-gold": в вашей руке нет карты: goal-gold.*'

# ---- a letter that joins
# joins NAME FIELD WANTED [ARG...]: bob joins by a letter with this field; the list then says WANTED after the address.
n_joined=0
joins()
{
	joins_name=$1
	field=$2
	wanted=$3
	shift 3
	rm -f cave.db
	forget
	n_joined=$((n_joined + 1))
	adit new cave.db -k host --rules saboteur --seat anna --seat bob --seat carl --now "$now" --id "joint$n_joined" \
		--mail-from cave@example.org "$@" > joint.0 || exit 99
	adit join -k bob -d joint.0 > order.txt 2> /dev/null || exit 99
	{
		printf 'From: bob@example.org\nTo: cave@example.org\nMessage-ID: <%s@example.org>\n' "$(date +%N)"
		[ -z "$field" ] || printf '%s\n' "$field"
		printf '\n'
		cat order.txt
	} > coming
	put coming
	is "a letter that joins with $joins_name" "$(adit address cave.db | sed -n 's/^bob bob@example.org by join//p')" "$wanted"
}
joins "uk" "Content-Language: uk" " lang uk"
is "... is answered in that language" "$(look language bob) $(look subject bob)" "uk joint1 (роздача)"
joins "a region" "Content-Language: de-AT" " lang de"
joins "a list" "content-language: UK, en;q=0.5" " lang uk"
joins "English" "Content-Language: en-US" " lang en"
joins "no field" "" ""
joins "a language that there is not" "Content-Language: fr" ""
joins "no language" "Content-Language: =?utf-8?q?uk?=" ""
joins "an empty field" "Content-Language: " ""
joins "10 kB" "Content-Language: $(head -c 10000 /dev/zero | tr '\0' u)" ""
joins "10 kB of a list" "Content-Language: es$(yes ',ru' | head -n 3000 | tr -d '\n')" " lang es"
joins "a language that the host chose before" "Content-Language: ru" " lang de" --lang bob=de
joins "many fields" "$(yes 'Content-Language: es' | head -n 100)" " lang es"
adit address --now "$(at 60)" cave.db bob -
adit address --now "$(at 60)" cave.db bob bob@example.org
is "who loses the address loses the language" "$(adit address cave.db | grep '^bob')" "bob bob@example.org"

# ---- reminders, a narrow text, orders about mail, a refused order
rm -f cave.db
forget
adit new cave.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host --option first=anna \
	--limit 4d --late discard --now "$now" --id late --mail-from cave@example.org --mail anna=anna@example.org \
	--lang anna=es --mail bob=bob@example.org --lang bob=uk > newest || exit 99
clock=0
flush
cli 0 "a quarter is left" tick cave.db --now "$(at_hour 72)"
clock=$((72 * 3600))
flush
is "a reminder" "$(look language anna) $(look subject anna) $(look faults anna)" "es Recordatorio: late (ronda 1) "
like "... says when, and what then" "$(look text anna | tr '\n' ' ')" \
	'*Tu orden vence el 2026-11-25 a las 17:52 UTC.  Si no llega ninguna, el anfitrión juega por ti desde el*: discard.*'
# order SEAT WORD...: a mail of the seat with this order comes
order()
{
	who=$1
	shift
	adit sign -k "$who" -d newest "$@" > order.txt 2> sign.err || return
	{
		letter "$who@example.org" "$(date +%N)"
		cat order.txt
	} > coming
	put coming
}
order bob mail narrow
is "an order about mail" "$(look language bob) $(look subject bob) $(first_line bob)" \
	"uk Ваша пошта: late (раунд 1) Ваш наказ прийнято: ширина тексту ваших"
is "... is kept beside the language" "$(adit address cave.db | grep '^bob')" "bob bob@example.org narrow lang uk"
is "... and its text is narrow" "$(look text bob | python3 -c 'import sys
print([line for line in sys.stdin.read().split("\n") if len(line) > 40 and not line.startswith("    ")])')" "[]"
order bob address bob@example.net
is "the question to a new address" "$(look language bob) $(look subject bob)" "uk Ваша адреса: late (раунд 1)"
adit sign -k anna -d newest --turn 1 "$(adit read newest -k anna --suggest 2> /dev/null)" > first.txt 2> /dev/null || exit 99
adit sign -k anna -d newest --turn 1 "$(adit read newest -k anna --moves 2> /dev/null | grep '^discard' | tail -n 1)" \
	> second.txt 2> /dev/null || exit 99
{
	letter anna@example.org
	cat first.txt
} > coming
put coming
is "an order" "$(look language anna) $(first_line anna)" "es Se ha aceptado tu orden."
{
	letter anna@example.org
	cat second.txt
} > coming
put coming
is "a refused order" "$(look language anna) $(look subject anna) $(first_line anna) $(look faults anna)" \
	"es Orden rechazada: late (ronda 1) Se ha rechazado tu orden; nada ha cambiado. "
look file anna > receipt
cli 0 "... whose receipt is as ever" read -k anna receipt

# ---- rebuild cannot know it, as it knows no address
back with.db
adit digest cave.db 0 > only.0
cli 0 "rebuild" rebuild -k host again.db only.0
is "... without addresses and languages" "$(adit address again.db)" ""

tap_end
