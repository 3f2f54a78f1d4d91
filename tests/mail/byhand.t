#!/bin/sh
# examples/mail/by-hand.md: anna plays a whole round as it says, with its commands as they stand there; bob and
# carl play with adit, and the table answers its mail.
# shellcheck disable=SC2094 # a word and a file have the same name
. "${0%/*}/../cli/lib.sh"
tap_begin
for program in minisign age age-keygen mail python3 "$ADIT_LETTER"; do
	command -v "$program" > /dev/null && continue
	skip "a round by hand" "there is no $program"
	tap_end
done

# Each of its blocks, by its heading and its number below it: block/your-turn-an-order.2
mkdir block
awk '
/^## / {
	name = tolower($0)
	gsub(/^## [0-9. ]*|[:,]/, "", name)
	gsub(/ /, "-", name)
	n = 0
	next
}
/^```sh$/ { file = "block/" name "." ++n; next }
/^```/ { if (file != "") close(file); file = ""; next }
file != "" { print > file }' "$top_srcdir/examples/mail/by-hand.md"

# Her mail program is mail(1), which sends to outbox.  There is no adit, nor any other helper.
mkdir bin anna
printf '#!/bin/sh\ncat > %s/outbox\n' "$tap_dir" > bin/sendmail
printf '#!/bin/sh\nexit 99\n' > bin/adit
chmod 755 bin/sendmail bin/adit
echo "set sendmail=$tap_dir/bin/sendmail" > "$HOME/.mailrc"

# by_hand HEADING...: she types all blocks below these headings, in one shell, which ends where one fails.
by_hand()
{
	{
		echo 'set -e'
		for heading in "$@"; do
			for file in "$tap_dir"/block/"$heading"*; do
				cat "$file" || exit 99
			done
		done
	} > typed
	(cd anna && PATH=$tap_dir/bin:$PATH sh ../typed) > shown 2>&1 < /dev/null
}
is "she makes her keys" "$(by_hand keys && cd anna && echo *)" "anna.age anna.min anna.pub anna.sec hash.py"

# The table: a house deck, mostly of crossings, since a round with it is not long.
keys host bob carl
cp "$ADIT_HOME/host.pub" anna
adit new plain.db -k host --rules saboteur --seat anna=anna/anna.pub --seat bob --seat carl --trusted-host > plain
{
	sed -n 's/^  card: //p' plain | grep '^start\|^goal\|^gold\|^miner\|^saboteur'
	printf '%s\n' 'nesw 34' 'map 4' 'break-lamp 2' 'repair-lamp 2'
} > deck
adit new cave.db -k host --rules saboteur --option first=anna --deck deck --mail-from cave@example.org \
	--seat anna=anna/anna.pub --mail anna=anna@example.org --seat bob --seat carl > invitation
adit mail --flush --maildir boxes cave.db
n() { adit status cave.db --json | sed 's/.*"n":\([0-9]*\).*/\1/'; }

# attached: the files of her new mails, as a mail program saves them, in files/, and their names by number.
mkdir files boxes/read
attached()
{
	python3 - boxes/anna/new files <<'END'
import email, os, re, sys
from email import policy
names = []
for name in os.listdir(sys.argv[1]):
    path = os.path.join(sys.argv[1], name)
    with open(path, "rb") as f:
        mail = email.message_from_binary_file(f, policy=policy.default)
    for part in mail.iter_attachments():
        for text in re.split(rb"(?m)^(?=adit-digest v)", part.get_payload(decode=True)):
            n = re.search(rb"(?m)^n: ([0-9]+)$", text) if text.startswith(b"adit-digest v") else None
            name = part.get_filename()
            if n:
                name = name[:-10] + "%06d.txt" % int(n.group(1))
            if not text or n and os.path.exists(os.path.join(sys.argv[2], name)):
                continue  # a file with all digests repeats those that she has
            with open(os.path.join(sys.argv[2], name), "wb") as f:
                f.write(text)
            names.append(name)
    os.remove(path)
print("\n".join(sorted(names)))
END
}
# posted: deliver the mails in outbox to the table.
posted()
{
	adit mail --maildir boxes cave.db < outbox
	rm outbox
}
# received HEADING...: she verifies all mails, and follows the instructions with the newest.
received()
{
	attached | grep '[0-9]\.txt$' > new
	while read -r name; do
		cp "files/$name" anna/digest.txt
		checked=$((checked + 1))
		[ "$(tail -n 1 new)" = "$name" ] || by_hand every-mail-check-what-came || return
	done < new
	by_hand every-mail-check-what-came "$@"
}
checked=0

# others VERB: bob and carl do that.
others()
{
	for who in bob carl; do
		adit digest cave.db > newest
		cat invitation newest > both
		adit "$1" -k $who -d both | adit apply cave.db > /dev/null 2>&1
	done
	adit mail --flush --maildir boxes cave.db
}
ok "she joins" received the-invitation-join sign-and-send
like "... by mail" "$(cat outbox)" "*To: cave@example.org*Subject: Re: *-----BEGIN AGE ENCRYPTED FILE-----*"
posted
is "... and has joined" "$(n)" 1
others join
ok "she confirms" received when-all-have-joined-confirm sign-and-send
posted
is "... and has confirmed" "$(n)" 4
others confirm

# ---- the round
turns=0
most=${ADIT_FEW:+7} # where the suite is to be quick, two of hers
while [ $turns -lt "${most:-200}" ]; do
	turns=$((turns + 1))
	status=$(adit status cave.db --json)
	case $status in
	*'"round":1,'*'"to_move":"anna"'*) received your-view your-turn-an-order sign-and-send && posted ;;
	*'"round":1,'*)
		who=${status#*\"to_move\":\"}
		who=${who%%\"*}
		adit digest cave.db > newest
		adit sign -k "$who" -d newest "$(adit read newest -k "$who" --suggest)" 2> /dev/null |
			adit mail --maildir boxes cave.db
		;;
	*) break ;;
	esac || break
done
[ -n "$most" ] || like "the round is over" "$(adit status cave.db)" "*, round 2 of 3,*"
ok "she checks its last digest, and sees her new hand" received your-view
like "... in clear" "$(cat anna/view)" "adit-view v3*hand: *"
is "every digest was checked by hand" "$checked" $(($(n) + 1))
is "... and its hash is as adit has it" "$(tail -n 1 anna/heads)" "$(adit digest cave.db | sed -n 's/^head: //p')"
adit log cave.db > log
ok "... and she has laid tunnels" grep -q "anna lays" log

# ---- what she must not believe
cp anna/digest.txt right
cp anna/heads heads
# wrong NAME HEADING: with the digest in the file wrong these commands stop.
wrong()
{
	cp wrong anna/digest.txt
	not_ok "$1 is found out" by_hand every-mail-check-what-came "$2"
	cp right anna/digest.txt
	cp heads anna/heads
}
sed 's/^turn: /turn: 1/' right > wrong
wrong "a digest that was changed" your-view
{
	sed '/^for anna:$/,$d' right
	echo 'for anna:'
	sed 's/^seq: .*/seq: 9/' anna/opened | age -a -r "$(age-keygen -y anna/anna.age)"
} > wrong
wrong "a view that somebody else has sealed" your-view
cp "files/$(cd files && echo *-000006.txt)" wrong
sed -i "/^$(sed -n 's/^prev: //p' wrong)\$/d" anna/heads
wrong "a digest behind one that she has not seen" your-view

# ---- a receipt, of an order that is not possible
echo place nesw at 20,20 > anna/do
ok "an order that is not possible" received your-view your-turn-an-order.2 sign-and-send
before=$(n)
posted
is "... makes no digest" "$(n)" "$before"
cp "files/$(attached)" anna/receipt.txt
ok "... but a receipt, which she opens" by_hand every-mail-check-what-came a-receipt
like "... and is told why, and what" "$(cat shown)" "*adit-receipt-box v1*why: *do: place nesw at 20,20*"
tap_end
