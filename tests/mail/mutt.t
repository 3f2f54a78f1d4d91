#!/bin/sh
# The macros of examples/mail/muttrc, in mutt at a terminal: read a digest, answer it with an order, join.
# shellcheck disable=SC2154 # now
. "${0%/*}/../cli/lib.sh"
tap_begin
for program in mutt python3 "$ADIT_LETTER"; do
	command -v "$program" > /dev/null && continue
	skip "mutt" "there is no $program"
	tap_end
done
samples=$top_srcdir/examples/mail

# anna's machine: her key has a passphrase, her editor is never run.
mkdir bin sent
cp "$samples/mutt-order" bin
chmod 755 bin/mutt-order
printf '#!/bin/sh\nexec "%s" "$@"\n' "$ADIT" > bin/adit
printf '#!/bin/sh\ncat > %s/sent/mail\n' "$tap_dir" > bin/sendmail
chmod 755 bin/adit bin/sendmail
PATH=$tap_dir/bin:$PATH
cat > muttrc <<END
source $samples/muttrc
set from=anna@example.org sendmail=$tap_dir/bin/sendmail record="" folder=$tap_dir editor=ed edit_headers=yes
set sleep_time=0
END

mkdir "$HOME/.config"
for who in host bob carl; do
	adit keygen --no-passphrase $who 2> /dev/null
done
echo secret | adit keygen --passphrase-fd 0 --work 10 anna 2> /dev/null
adit new cave.db -k host --rules saboteur --mail-from cave@example.org --option first=anna --title Saboteur \
	--seat anna="$HOME/.config/adit/anna.pub" --mail anna=anna@example.org --seat bob --seat carl > digest

# at_mutt NAME STEP...: anna sits down at her mail.
at_mutt()
{
	name=$1
	shift
	rm -rf sent/mail
	adit mail --flush --stdout cave.db > more 2> /dev/null
	[ ! -s more ] || mv more mbox
	printf '%b\n' "$@" > steps
	# What it waits for is English, whatever the language of the host (tests/languages.py).
	env -u ADIT_LANG LC_ALL=C.UTF-8 python3 "$top_srcdir/tests/mail/terminal.py" steps mutt -F muttrc -f mbox > shown 2>&1
	tap_result $? "$name" shown
}
# what she sent, taken by the table; it says what became of it
taken() { adit mail -v --stdout cave.db < sent/mail 2>&1 > mbox | sed -n 's/^adit: mail: order of \([a-z]*\) in game [a-z0-9]*/\1/p'; }

at_mutt "join" 'Saboteur\t,o' 'fingerprint of your host\ty\\r' 'Your order\tjoin\\r' 'assphrase\tsecret\\r' 'Compose\ty' 'Mail sent\tq'
is "... is taken" "$(taken)" "anna: taken, digest 1"

for who in bob carl; do
	adit digest cave.db > newest
	cat digest newest > both
	adit join -k $who -d both | adit apply cave.db > /dev/null 2>&1
done
at_mutt "read, then confirm" 'Saboteur\t,r' 'passphrase\tsecret\\r' 'all seats are taken\t' 'Press any key\tx' \
	'Saboteur\t,o' 'passphrase\tsecret\\r' 'Your order\tconfirm\\r' 'passphrase\tsecret\\r' \
	'Compose\ty' 'Mail sent\t:set ?editor\\r' 'editor="ed"\tq'
is "... is taken" "$(taken)" "anna: taken, digest 4"
for who in bob carl; do
	adit digest cave.db > newest
	adit confirm -k $who -d newest | adit apply cave.db > /dev/null 2>&1
done

# An illegal order is reported, and another is requested.
adit digest cave.db > newest
order=$(echo secret | adit read newest -k anna --moves --no-record --passphrase-fd 0 | tail -n 1)
at_mutt "an order, the second that was typed, and words" 'Saboteur\t,o' 'passphrase\tsecret\\r' \
	'Your order\tplace nsw at 5,5\\r' 'Something to say\t\\r' 'passphrase\tsecret\\r' \
	"Your order\\t$order\\\\r" 'Something to say\tGood morning!\\r' 'passphrase\tsecret\\r' \
	'Compose\ty' 'Mail sent\tq'
not_ok "... nobody else can read it" grep "${order#* }" sent/mail
is "... is taken" "$(taken)" "anna: taken, digest 7"
like "... and all hear it" "$(adit digest cave.db)" '*anna says:
    | Good morning!*'

at_mutt "none at all" 'Saboteur\t,o' 'passphrase\tsecret\\r' 'Your order\t\\r' 'Saboteur\tq'
not_ok "... and nothing is sent" test -e sent/mail
is "nothing is left lying about" "$(find "$HOME" -maxdepth 1 -type f)" ""
tap_end
