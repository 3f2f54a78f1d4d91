#!/bin/sh
# A whole game of five seats by mails through a real Postfix, which runs beside the system's own, on a port of
# its own: anna writes with mail(1), bob with mutt, carl, dora and emil with sendmail.  Carl's mailbox answers
# each mail like a person, emil's as a vacation program, dora's address does not exist; for a while nothing
# can be sent.
. "${0%/*}/../cli/lib.sh"
. "${0%/*}/postfix.sh"
tap_begin

postfix_needs "a game through Postfix" mutt mail msmtp

# ---- Postfix: mail for the table goes to adit, as user nobody; mail for the others into their boxes
seats='anna bob carl dora emil'
table=cave@cave.test
port=$((20000 + $$ % 20000))
boxes=$tap_dir/boxes game=$tap_dir/table
postfix_config
mkdir -p "$boxes" "$game" "$tap_dir/bin"
cp "$ADIT" "$ADIT_LETTER" bin
cat >> "$conf/main.cf" <<END
mydestination =
local_recipient_maps =
smtpd_reject_unlisted_recipient = no
relay_domains = cave.test
transport_maps = inline:{ $table=adit: }
virtual_mailbox_domains = example.test
virtual_mailbox_base = $boxes
virtual_mailbox_maps = inline:{ anna@example.test=anna/ bob@example.test=bob/ carl@example.test=carl/ emil@example.test=emil/ }
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
virtual_minimum_uid = 100
END
cat >> "$conf/master.cf" <<END
127.0.0.1:$port inet n - n - - smtpd
adit unix - n n - 2 pipe
  flags=R user=nobody null_sender= argv=$tap_dir/bin/take
END
cat > msmtprc <<END
account default
host 127.0.0.1
port $port
tls off
auth off
END
# As an MTA's host would set it up: where the keys are, and how mail goes out.
cat > bin/take <<END
#!/bin/sh
ADIT_HOME=$game/home ADIT_LETTER=$tap_dir/bin/adit-letter
export ADIT_HOME ADIT_LETTER
exec $tap_dir/bin/adit mail "\$@" --sendmail=$tap_dir/bin/send --log=$game/log $game/cave.db
END
cat > bin/send <<END
#!/bin/sh
[ ! -e $tap_dir/refuse ] || exit 75
exec msmtp -C $tap_dir/msmtprc "\$@"
END
chmod 755 bin/*
chmod 644 msmtprc
chown nobody "$boxes" "$game"
postfix_start

# ---- the table
# shellcheck disable=SC2086 # words
keys host $seats
options=
for seat in $seats; do
	case $seat in
	dora) options="$options --seat $seat --mail $seat=gone@example.test" ;;
	*) options="$options --seat $seat --mail $seat=$seat@example.test" ;;
	esac
done
mkdir "$game/home"
cp "$ADIT_HOME"/host.* "$game/home"
# shellcheck disable=SC2086 # words
ok "the host opens a table" adit new -k host --rules saboteur $options --option rounds=1 --mail-from $table \
	"$game/cave.db"
chown -R nobody "$game"
flush() { su -s /bin/sh nobody -c "exec $tap_dir/bin/take --flush $*" < /dev/null; }
ok "the invitation goes out" flush

# ---- people
cat > muttrc <<END
set from=bob@example.test realname=Bob sendmail="/usr/sbin/sendmail -C $conf -i -f bob@example.test" copy=no
set record="" folder=$tap_dir
END

# newest_mail SEAT: the file of the newest mail of the table to it.
newest_mail()
{
	for file in "$boxes/$1"/new/*; do
		grep -l '^X-Adit:.*kind=digest' "$file"
	done 2> /dev/null | xargs -r ls -t | head -n 1
}

# write SEAT FILE: send the file to the table, with the seat's own program.
write()
{
	case $1 in
	anna) mail -s "my order" -r anna@example.test $table < "$2" ;;
	bob) mutt -F muttrc -s "Re: cave" $table < "$2" ;;
	*)
		{
			printf 'From: %s <%s@example.test>\nTo: %s\nSubject: Re: cave\n\n' "$1" "$1" $table
			cat "$2"
		} | sendmail -C "$conf" -i -f "$1@example.test" -- $table
		;;
	esac
}
cat > "$HOME/.mailrc" <<END
set sendmail="$tap_dir/bin/sendmail"
END
printf '#!/bin/sh\nexec /usr/sbin/sendmail -C %s "$@"\n' "$conf" > bin/sendmail
chmod 755 bin/sendmail

now_n() { adit status "$game/cave.db" --json | sed 's/.*"n":\([0-9]*\).*/\1/'; }

# wait_for N: until the table has digest N: 20 s at most.
wait_for()
{
	for _ in $(seq 100); do
		[ "$(now_n)" -ge "$1" ] && return
		sleep 0.2
	done
	return 1
}

# The content of the boxes: emil's and carl's programs answer each mail once.
robots()
{
	for seat in carl emil; do
		for file in "$boxes/$seat"/new/*; do
			[ -e "$file" ] || continue
			case " $answered " in *" $file "*) continue ;; esac
			answered="$answered $file"
			id=$(sed -n 's/^Message-ID: //p;/^$/q' "$file")
			{
				printf 'From: %s@example.test\nTo: %s\nSubject: I am away\nIn-Reply-To: %s\n' \
					$seat $table "$id"
				[ $seat = carl ] || echo 'Auto-Submitted: auto-replied'
				printf '\nI am away until Monday.\n'
			} | sendmail -C "$conf" -i -f $seat@example.test -- $table
		done
	done
}
answered=

# read_digest SEAT N: into its record, by mail, or from the host's hand where no mail comes.
read_digest()
{
	if [ "$1" = dora ] || [ -e refuse ]; then
		adit digest "$game/cave.db" --seat "$1" > "$1.mail"
	else
		for _ in $(seq 100); do
			file=$(newest_mail "$1")
			[ -n "$file" ] && grep -q "n=$2;" "$file" && break
			sleep 0.2
		done
		cp "$file" "$1.mail"
	fi
	adit read -k "$1" "$1.mail" > /dev/null
}

# turn SEAT N ORDER...: on digest N seat answers by mail, and the table takes it.
turn()
{
	seat=$1
	n=$2
	shift 2
	read_digest "$seat" "$n" && adit "$@" -k "$seat" > order || return
	write "$seat" order
	robots
	wait_for $((n + 1))
}

# ---- the game
n=0
for answer in join confirm; do
	for who in $seats; do
		turn "$who" "$n" $answer || break 2
		n=$((n + 1))
	done
done
is "all have joined and confirmed by mail" "$n" 10

# In the quick suite ten turns, without the messages of a finished game.
last=999
[ -z "${ADIT_SOAK_QUICK:-}" ] || last=20
while [ "$n" -lt $last ] && next=$(adit status "$game/cave.db" --json | sed -n 's/.*"to_move":"\([a-z]*\)".*/\1/p') && [ -n "$next" ]; do
	[ "$n" -ne 14 ] || : > refuse
	if [ "$n" -eq 17 ]; then
		waits=$(adit status "$game/cave.db" --json | sed 's/.*"waiting":\([0-9]*\).*/\1/')
		rm -f refuse
		flush --now "$(date -u -d '+1 hour' +%Y-%m-%dT%H:%M:%SZ)"
	fi
	read_digest "$next" "$n" || break
	turn "$next" "$n" sign "$(adit read -k "$next" --suggest)" || break
	n=$(now_n)
	adit status "$game/cave.db" | grep -q 'mail to dora bounces: 5\.1\.1' && bounced=yes
done
[ $last -lt 999 ] || like "the game is over" "$(adit status "$game/cave.db")" '*, over, *'
ok "mails waited while nothing could be sent" test "${waits:-0}" -gt 3

# ---- what came of it
settle()
{
	for _ in $(seq 100); do
		robots
		postfix_is_idle && return
		sleep 0.2
	done
	return 1
}
ok "the last mails arrive, and the programs that answer fall silent" settle
for seat in anna bob carl emil; do
	is "every digest came to $seat" "$(digests "$boxes/$seat"/new/* | sort -u | wc -l)" \
		$((n + 1))
	not_ok "nobody else's address is in a mail to $seat" grep -E -r \
		"$(echo "$seats gone" | sed "s/ *$seat */ /;s/^ //;s/ /@example|/g")@example" "$boxes/$seat/new"
done
helps() { grep -l '^X-Adit:.*kind=help' "$boxes/$1"/new/* | wc -l; }
ok "who answers like a person is answered twice at most" test "$(helps carl)" -ge 1 -a "$(helps carl)" -le 2
is "a vacation program is not" "$(helps emil)" 0
[ $last -lt 999 ] || is "the address that does not exist is known" "${bounced:-no}" yes
adit read -k anna "$boxes"/anna/new/* > /dev/null
[ $last -lt 999 ] || ok "anna audits the game with what came by mail" adit audit -k anna
ok "the file is sound" adit fsck "$game/cave.db"

tap_end
