#!/bin/sh
# examples/mail: what its README tells a host to do, and each of its files, with the program that it is for, as a
# user without a shell; and what becomes of a mail when the machine is in trouble.
# shellcheck disable=SC2016 # the trouble is run later
. "${0%/*}/../cli/lib.sh"
. "${0%/*}/postfix.sh"
tap_begin
postfix_needs "a table that answers its mail" python3
samples=$top_srcdir/examples/mail

# ---- the machine of the README: a folder in place of each of its own, and a user that every Debian has
who=games
srv=$tap_dir/srv local=$tap_dir/local etc=$tap_dir/etc
postfix_config
mkdir -p "$srv" "$local/bin" "$etc/cron.d" "$etc/dovecot/conf.d" shim
ln -s "$conf" "$etc/postfix"
MAIL_CONFIG=$conf
export MAIL_CONFIG

# names FILE: it with the names of this machine, in place of those of its line "Change:".
names()
{
	for name in $(sed -n 's/^# Change: //p' "$1" | tr -s ' ,' '\n'); do
		case $name in
		cave@example.org) echo "s|$name|cave@cave.test|g" ;;
		host@example.org) echo "s|$name|host@cave.test|g" ;;
		adit-host) echo "s|$name|$who|g" ;;
		/srv/adit) echo "s|$name|$srv|g" ;;
		/usr/local) echo "s|$name|$local|g" ;;
		esac
	done > names.sed
	sed -f names.sed "$1"
}
for file in "$samples"/*; do
	[ "${file##*/}" != README.md ] || continue
	[ "${file##*/}" != by-hand.md ] || continue
	names "$file" > named
	is "${file##*/} lists what to change" \
		"$(grep -v '^#' named | grep -o '[a-z]*@example\.org\|adit-host\|/srv/adit\|/usr/local')" ""
	cp named "shim/${file##*/}"
done
mkdir here
mv shim/* here
chmod 755 here/take-mail

# The program as it is installed, but for where it was built; what it sends goes to sent/.  trouble is what befalls it.
cp "$ADIT" "$local/adit"
cp "$ADIT_LETTER" "$local/adit-letter"
cat > "$local/bin/adit" <<END
#!/bin/sh
ADIT_LETTER=$local/adit-letter
export ADIT_LETTER
[ "\$1" != mail ] || set -- "\$@" --sendmail=$local/send
env > $srv/env 2> /dev/null
id -un >> $srv/env 2> /dev/null
. $local/trouble
exec $local/adit "\$@"
END
: > "$local/trouble"
cat > "$local/send" <<END
#!/bin/sh
exec cat > $srv/sent/\$\$
END
echo 'kill -KILL $$' > "$local/killed-letter"
sed -i '1i #!/bin/sh' "$local/killed-letter"
chmod 755 "$local/bin/adit" "$local/send" "$local/killed-letter"
printf '#!/bin/sh\necho "$@" > %s/useradd\n' "$tap_dir" > shim/useradd
chmod 755 shim/useradd
PATH=$tap_dir/shim:$PATH

# ---- what the README says, in its order; step N: its block N, in a folder that the user cannot enter
mkdir block -m 700
sed "s|/srv/adit|$srv|g; s|/usr/local|$local|g; s|/etc/|$etc/|g; s|adit-host|$who|g; s|cave@example.org|cave@cave.test|g" \
	"$samples/README.md" | awk '
/^```sh$/ { file = "block/" ++n ".sh"; print "set -e" > file; next }
/^```/ { if (file != "") close(file); file = ""; next }
file != "" { print > file }'
is "the README has steps" "$(find block -name '*.sh' | wc -l)" 9
step()
{
	exits 0 "$2" sh -c 'cd here && . "../block/$1.sh"' sh "$1"
}
step 1 "a user and a folder"
like "... as it is told" "$(cat useradd)" "* --home-dir $srv * $who"
cp "$srv/../local/bin/take-mail" took
ok "take-mail is there" cmp took here/take-mail
step 2 "a key and a table"
is "... nobody else can read them" "$(find "$srv" -mindepth 1 ! -user $who ! -name invitation)" ""
mkdir "$srv/sent"
chown $who "$srv/sent"
step 3 "mail goes out"
like "... and that is told" "$(cat err)" "adit: mail: digest 0 of game * to anna: sent*"
is "... the invitation" "$(grep -l '^To: <anna@example.org>' "$srv"/sent/* | wc -l)" 1
db=$(echo "$srv"/tables/*.db)
n() { adit status "$db" --json | sed 's/.*"n":\([0-9]*\).*/\1/'; }

# anna joins, by whatever way comes first; what she says later is another order each time.
keys anna bob carl
# A mail with an order that no other holds.
spoken=0
mail_of()
{
	spoken=$((spoken + 1))
	printf 'From: anna@example.org\nTo: cave@cave.test\nSubject: Re: cave\nMessage-ID: <%s@example.org>\n\n' \
		"$spoken"
	adit digest "$db" --seat anna > newest
	adit sign -k anna -d newest --turn any --say "I speak $spoken" 2> sign.err
}
for verb in join confirm; do
	for who_joins in anna bob carl; do
		{
			printf 'From: %s@example.org\nTo: cave@cave.test\nMessage-ID: <%s-%s@example.org>\n\n' \
				$who_joins $verb $who_joins
			adit digest "$db" > newest
			cat "$srv/invitation" newest > both
			adit $verb -k $who_joins -d both
		} > answer 2> err
		runuser -u $who -- env -i "$local/bin/take-mail" < answer > out 2>&1
	done
done
is "a whole table joins through take-mail" "$(n)" 6
is "... which says nothing" "$(cat out)" ""

# ---- trouble: cause | input | result
cat > troubles <<'END'
adit is killed|echo 'kill -KILL $$' > $local/trouble|: > $local/trouble
adit does not start, and says so|echo 'echo no such library; exit 127' > $local/trouble|: > $local/trouble
adit ends as no program should|echo 'echo 5.1.1 gone >&2; exit 67' > $local/trouble|: > $local/trouble
adit is not there|mv $local/bin/adit gone|mv gone $local/bin/adit
adit-letter is killed|echo ADIT_LETTER=$local/killed-letter > $local/trouble|: > $local/trouble
adit-letter is not there|echo ADIT_LETTER=/nowhere > $local/trouble|: > $local/trouble
the disk is full|echo 'trap "" XFSZ; ulimit -f 0' > $local/trouble|: > $local/trouble
the folder is not there|mv $srv/tables gone|mv gone $srv/tables
the folder may not be entered|chown root $srv/tables|chown $who $srv/tables
the key is not there|mv $srv/home/host.key gone|mv gone $srv/home/host.key
the key is locked|cp -p $srv/home/host.key gone; cat locked/host.key > $srv/home/host.key|mv gone $srv/home/host.key
others can read the key|chmod 644 $srv/home/host.key|chmod 600 $srv/home/host.key
END
# Where long lists are cut (tests/README.md), three of them.
[ -z "${ADIT_FEW:-}" ] || sed -i -n '1~5p' troubles
mkdir locked
echo secret | adit keygen --passphrase-fd 0 locked/host 2> /dev/null

# in_trouble COMMAND: run it in each trouble.
in_trouble()
{
	while IFS='|' read -r trouble comes goes; do
		eval "$comes"
		"$1" < /dev/null
		eval "$goes"
	done < troubles
}

as_user() { runuser -u $who -- env -i "$@"; }

mail_of > order.mail
before=$(n)
at_once()
{
	as_user "$local/bin/take-mail" < order.mail > out 2>&1
	is "$trouble: the mail comes again, nothing is said" "$? $(cat out)" "75 "
}
in_trouble at_once
is "... nothing was taken" "$(n)" "$before"
as_user "$local/bin/take-mail" < order.mail
is "then it is taken" "$? $(n)" "0 $((before + 1))"
is "... and then it was" "$(as_user "$local/bin/take-mail" -v < order.mail 2>&1 | grep -c repeated)" 1

# From here on also where take-mail itself is missing.
echo 'take-mail is not there|mv $local/bin/take-mail gone|mv gone $local/bin/take-mail' >> troubles

# ---- procmail, maildrop
by_procmail() { as_user /usr/bin/procmail -f anna@example.org "$srv/.procmailrc"; }
by_maildrop() { as_user /usr/bin/maildrop -f anna@example.org "$srv/.mailfilter"; }
once()
{
	"$by" < order.mail > out 2>&1
	is "$by: $trouble: it stays in the queue" $? 75
}
# program NAME STEP: the program of this name, set up in this step.
program()
{
	if ! command -v "$1" > /dev/null; then
		skip "$1" "it is not here"
		return
	fi
	step "$2" "$1"
	by=by_$1
	mail_of > order.mail
	before=$(n)
	in_trouble once
	is "... nothing was taken" "$(n)" "$before"
	$by < order.mail > out 2>&1
	is "$1: the mail is taken, nothing is said" "$? $(n) $(cat out)" "0 $((before + 1)) "
	is "... as the user" "$(grep -vc = "$srv/env") $(tail -n 1 "$srv/env")" "1 $who"
	{
		mail_of
		head -c 6000000 /dev/zero | base64
	} > order.mail
	$by < order.mail > out 2>&1
	is "... also one of 8 MB" "$? $(n) $(cat out)" "0 $((before + 2)) "
}
program procmail 6
program maildrop 7

# ---- Dovecot, and cron
# crontab LINE: what cron does with this line of crontab.
crontab()
{
	grep '^[^#M]' "$etc/cron.d/adit" | sed -n "$1p" | cut -f 3 > line
	as_user HOME="$srv" LOGNAME=$who SHELL=/bin/sh PATH=/usr/bin:/bin /bin/sh -c "$(cat line)" < /dev/null 2>&1
}
step 9 cron
is "its lines are for the user" "$(grep '^[^#M]' "$etc/cron.d/adit" | cut -f 2 | sort -u)" $who
n_sent() { find "$srv/sent" -type f | wc -l; }
echo exit 75 >> "$local/send"
sed -i 2d "$local/send"
mail_of > order.mail
before=$(n_sent)
as_user "$local/bin/take-mail" < order.mail
is "a mail that cannot be sent" "$? $(n_sent)" "0 $before"
printf '#!/bin/sh\nexec cat > %s/sent/$$\n' "$srv" > "$local/send"
echo "set -- \"\$@\" --now $(date -u -d '+1 hour' +%Y-%m-%dT%H:%M:%SZ)" > "$local/trouble"
is "... goes by cron" "$(crontab 1)$(n_sent)" "$((before + 3))"
: > "$local/trouble"
is "the daily line has nothing to tell" "$(crontab 2)" ""
mv "$srv/tables" gone
like "... but that something is wrong" "$(crontab 2)" "adit: mail: $srv/tables: no such*"
mv gone "$srv/tables"

lda=/usr/lib/dovecot/dovecot-lda
if [ -x $lda ] && [ -e /usr/lib/dovecot/modules/sieve/lib90_sieve_extprograms_plugin.so ]; then
	step 8 Dovecot
	cat > "$etc/dovecot/dovecot.conf" <<END
protocols =
base_dir = $tap_dir/dovecot
log_path = $srv/dovecot.log
ssl = no
mail_location = maildir:~/Maildir
postmaster_address = postmaster@cave.test
hostname = cave.test
!include conf.d/*.conf
END
	by_dovecot() { as_user HOME="$srv" USER=$who $lda -c "$etc/dovecot/dovecot.conf" -f anna@example.org; }
	kept() { find "$srv/Maildir/new" -type f 2> /dev/null | wc -l; }
	mail_of > order.mail
	before=$(n)
	by_dovecot < order.mail > out 2>&1
	is "Dovecot: a mail is taken, nothing is kept" "$? $(n) $(kept) $(cat out)" "0 $((before + 1)) 0 "
	is "... as the user" "$(tail -n 1 "$srv/env")" "$who"
	mail_of > order.mail
	is "cron finds nothing" "$(crontab 3)" ""
	mv "$srv/tables" gone
	by_dovecot < order.mail > out 2>&1
	is "... in trouble it is kept" "$? $(kept)" "0 1"
	mv gone "$srv/tables"
	mv "$local/bin/take-mail" gone
	by_dovecot < order.mail > out 2>&1
	is "... also where take-mail is missing" "$? $(kept)" "0 2"
	mv gone "$local/bin/take-mail"
	crontab 3
	is "... and cron takes it, once" "$(n) $(kept)" "$((before + 2)) 0"
else
	skip Dovecot "it is not here"
fi

# ---- Postfix: as a transport, and by an alias of another domain, whose mails come in the same letters
postconf 'mydestination = cave.test, alias.test' minimal_backoff_time=1000s maximal_backoff_time=1000s \
	queue_run_delay=1000s
echo 'smtpd unix - - n - - smtpd' >> "$conf/master.cf"
sed -i '/^postfix reload/d' block/4.sh block/5.sh
step 4 "Postfix, a transport"
step 5 "Postfix, an alias"
postfix_start

# rcpt ADDRESS: Postfix's answer to a mail for this address.
rcpt()
{
	python3 - "$post/queue/private/smtpd" "$1" <<'END'
import socket, sys
s = socket.socket(socket.AF_UNIX)
s.connect(sys.argv[1])
f = s.makefile("rw", newline="\r\n")
for line in "", "HELO cave.test", "MAIL FROM:<anna@example.org>", "RCPT TO:<%s>" % sys.argv[2]:
    if line:
        print(line, file=f, flush=True)
    answer = f.readline()
print(answer.split()[0])
END
}
is "the address is known" "$(rcpt cave@cave.test)" 250
is "... that of nobody is not" "$(rcpt grave@cave.test)" 550

# soon COMMAND...: until it is true; 20 s at most.
soon()
{
	for _ in $(seq 200); do
		"$@" && return
		sleep 0.1
	done
	return 1
}
# delivered STATUS: have both deliveries of the newest mail ended so?
delivered()
{
	id=$(sed -n "s/.*: \([0-9A-Z]*\): message-id=<$spoken@example.org>.*/\1/p" "$post/log")
	[ -n "$id" ] && [ "$(grep -c " $id: to=<cave@[a-z.]*>,.* status=$1 " "$post/log")" -eq 2 ]
}
send() { sendmail -i -f forged@example.test -- cave@cave.test cave@alias.test < order.mail; }
by_postfix()
{
	spoken=$((spoken + 1))
	sed -i "s/^Message-ID: .*/Message-ID: <$spoken@example.org>/" order.mail
	send
	ok "Postfix: $trouble: it stays in the queue" soon delivered deferred
}
mail_of > order.mail
before=$(n)
in_trouble by_postfix
is "... nothing was taken" "$(n)" "$before"
all_sent()
{
	postqueue -f
	postfix_is_idle
}
ok "then all of them go" soon all_sent
rows=$(wc -l < troubles)
is "... by the transport" "$(grep -c ' to=<cave@cave.test>, relay=adit,.* status=sent ' "$post/log")" "$rows"
is "... by the alias" "$(grep -c ' to=<cave@alias.test>, relay=local,.* status=sent ' "$post/log")" "$rows"
is "... and the order in them is taken once" "$(n)" $((before + 1))
is "nothing came back to whoever seems to have sent it" "$(grep -c 'status=bounced\|notification' "$post/log")" 0

{
	mail_of
	head -c 6000000 /dev/zero | base64
} > order.mail
send
ok "a mail of 8 MB" soon delivered sent
is "... is taken" "$(n)" $((before + 2))
printf 'From: anna@example.org\nTo: cave@cave.test\nSubject: away\n\nI am away.\n' > order.mail
sendmail -i -f '<>' -- cave@cave.test < order.mail
ok "what has no sender" soon postfix_is_idle
like "... is from a machine" "$(grep '"letter"' "$srv/log" | tail -n 1)" '*"letter":"automatic","answer":null}'
is "the transport gives no home" "$(sed -n 's/^HOME=//p' "$srv/env") $(tail -n 1 "$srv/env")" " $who"
tap_end
