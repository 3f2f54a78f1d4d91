#!/bin/sh
# The host's list of addresses: who gets mail where.
. "${0%/*}/../cli/lib.sh"
tap_begin
table anna bob carl

cli 0 "a table begins without" address cave.db
is "... and lists nothing" "$(cat out)" ""
cli 0 "a seat's address" address cave.db anna anna@example.org --now "$now"
said "nothing is sent: the table has no address"
cli 0 "the table's, and a seat's" address cave.db bob b.o+b@example.net --table cave@example.org --now "$now"
is "... silently" "$(cat err)" ""
adit address cave.db > list
is "the list" "$(cat list)" "--table cave@example.org
anna anna@example.org
bob b.o+b@example.net"
is "... for programs" "$(adit address --json cave.db)" '{"addresses":[{"seat":null,"watches":false,"address":"cave@example.org","how":"host","bounces":0,"bounce":null},{"seat":"anna","watches":false,"address":"anna@example.org","how":"host","mail":"all","narrow":false,"lang":null,"bounces":0,"bounce":null},{"seat":"bob","watches":false,"address":"b.o+b@example.net","how":"host","mail":"all","narrow":false,"lang":null,"bounces":0,"bounce":null}]}'
cp cave.db was.db

# The operator, and whether watchers may subscribe.
cp cave.db kept.db
like "nobody commands" "$(adit status --json cave.db)" '*"paused_until":null,"operator":null,"watchers_open":false,*'
# The number 9 with the top bit set.
sed 's/^age1.*/age1pyqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqzqqyr3apl/' keys/bob.pub > odd.pub
cli 65 "an operator with a key that age does not make" address cave.db --operator odd.pub --now "$now"
cli 0 "an operator" address cave.db host op@example.org --operator keys/bob.pub --watchers open --now "$now"
like "... is shown" "$(adit status --json cave.db)" \
	"*\"operator\":\"$(adit key --json bob | sed 's/.*"fingerprint":"\([a-z2-7]*\)".*/\1/')\",\"watchers_open\":true,*"
adit address cave.db > with
ok "... and where answers go" grep -qx 'host op@example.org' with
cli 0 "... which is read back" address cave.db - --now "$now" < with
ok "... as it was" sh -c '"$ADIT" address cave.db | cmp - with'
cli 0 "nobody again" address cave.db host - --operator - --watchers closed --now "$now"
like "... is shown, too" "$(adit status --json cave.db)" '*"operator":null,"watchers_open":false,*'
cli 0 "a pause" tick cave.db --pause 2026-12-24 --now "$now"
like "... is shown" "$(adit status --json cave.db --now "$now")" '*"paused_until":"2026-12-25T00:00:00Z",*'
like "... to people" "$(TZ=UTC adit status cave.db --now "$now")" '*, paused until 2026-12-25 00:00 UTC*'
cli 0 "... ends" tick cave.db --pause off --now "$now"
like "... and is gone" "$(adit status --json cave.db --now "$now")" '*"paused_until":null,*'
cp kept.db cave.db

# Nothing bad changes anything.
refused() # STATUS TEXT ARG...
{
	refused_want=$1
	refused_text=$2
	shift 2
	cli "$refused_want" "refused: $(printf %s "$*" | tr '\n' ' ')" address cave.db "$@"
	said "$refused_text"
	ok "... and nothing has changed" cmp cave.db was.db
}
long=$(printf %0250d 0 | tr 0 a)
refused 5 "no seat dora in game" dora dora@example.org
refused 2 "is no address" -- carl -oQ@example.org
refused 2 "is no address" carl "$long@x.org"
refused 2 "is no address" carl "m\"x\"@example.org"
refused 2 "is no address" carl "müller@example.org"
refused 2 "is no address" carl "carl@example.org
Bcc: dora@example.org"
refused 2 "is no address" carl "Carl <carl@example.org>"
refused 2 "is no address" carl carl@
refused 2 "is no address" carl ""
refused 2 "is no address" carl "a@b@example.org"
refused 2 "is no address" carl carl@example.org --table "two words@example.org"
refused 2 "is the table's own address" carl Cave@example.org
refused 2 "which address for carl" carl
is "... nothing is left" "$(adit address cave.db)" "$(cat list)"

# A list, all of it or nothing.
printf '# moved\ncarl carl@example.org by join\nanna -\n\n--table mine@example.org\n' > moved
cli 0 "a list" address cave.db - --now "$now" < moved
is "... is set" "$(adit address cave.db)" "--table mine@example.org
bob b.o+b@example.net
carl carl@example.org by join"
printf 'anna anna@example.org\nbob\n' > bad
cli 65 "a line without an address" address cave.db - < bad
said "line 2: expected"
printf 'anna anna@example.org\ndora dora@example.org\n' > bad
cli 5 "a seat that is not" address cave.db - < bad
printf 'anna anna@example.org\000x\n' > bad
cli 65 "NUL" address cave.db - < bad
head -c 70000 /dev/zero | tr '\0' '\n' > bad
cli 65 "too long" address cave.db - < bad
printf 'anna anna@example.org\nbob -\nanna anna@example.net\n' > bad
cli 65 "a seat twice" address cave.db - < bad
said "line 3: two addresses for anna"
i=0
while [ $((i += 1)) -le 55 ]; do
	echo "s$i seat@example.org"
done > bad
cli 65 "more than there are seats" address cave.db - < bad
said "line 55: more addresses"
is "... nothing has changed" "$(adit address cave.db | head -n 2)" "--table mine@example.org
bob b.o+b@example.net"
cli 0 "the list is what it takes" address cave.db - < list
adit address cave.db carl -
adit address cave.db > again
ok "... and is the same again" cmp list again
cli 0 "an address that came by join, confirmed by hand" address cave.db carl carl@example.org
like "... is the host's now" "$(adit address cave.db)" '*carl carl@example.org'
cli 0 "the table's is removed" address cave.db --table -
said "nothing is sent: the table has no address"

# A table that is mailed from the beginning; the file in a folder is called as the game.
mkdir tables
cli 0 "new" new tables/ -k host --rules duel --trusted-host --seat anna --seat bob --id two \
	--mail-from cave@example.org --mail anna=anna@example.org --mail bob=bob@example.org
said tables/two.db
is "... with addresses" "$(adit address tables/two.db)" "--table cave@example.org
anna anna@example.org
bob bob@example.org"
cli 2 "--mail needs --mail-from" new x.db -k host --rules duel --seat anna --seat bob --mail anna=a@example.org
cli 2 "no seat" new x.db -k host --rules duel --seat anna --seat bob --mail-from c@example.org --mail dora=d@example.org
said '--mail: no seat "dora"'
cli 2 "no address" new x.db -k host --rules duel --seat anna --seat bob --mail-from c@example.org --mail anna=-d@example.org
said "is no address"
cli 2 "the table's own" new x.db -k host --rules duel --seat anna --seat bob --mail-from c@example.org --mail anna=C@example.org
cli 2 "a seat twice" new x.db -k host --rules duel --seat anna --seat bob --mail-from c@example.org --mail anna=a@example.org --mail anna=b@example.org
said "two addresses for anna"
cli 2 "no address of the table" new x.db -k host --rules duel --seat anna --seat bob --mail-from 'x y@example.org'
not_ok "... nothing is made" test -e x.db
cli 73 "a folder that is not there" new nowhere/ -k host --rules duel --trusted-host --seat anna --seat bob

not_ok "no address stands in a digest" grep -rqF '@example' turns
tap_end
