#!/bin/sh
# adit mail --check through a real Postfix: a set-up that works, and each that does not.
. "${0%/*}/../cli/lib.sh"
. "${0%/*}/postfix.sh"
tap_begin

postfix_needs "a check through Postfix" msmtp

# ---- Postfix: mail for the table goes to bin/take, which the host owns
table=cave@cave.test
port=$((20000 + $$ % 20000))
game=$tap_dir/table
postfix_config
mkdir -p "$game/home" "$tap_dir/bin" "$tap_dir/other"
cp "$ADIT" "$ADIT_LETTER" bin
cat >> "$conf/main.cf" <<END
mydestination =
local_recipient_maps =
smtpd_reject_unlisted_recipient = no
relay_domains = cave.test
relay_transport = error:5.1.1 nobody has this address
transport_maps = texthash:$conf/transport
END
cat >> "$conf/master.cf" <<END
127.0.0.1:$port inet n - n - - smtpd
adit unix - n n - 2 pipe
  flags=R user=nobody null_sender= argv=$tap_dir/bin/take
stray unix - n n - 2 pipe
  flags=R user=daemon null_sender= argv=$tap_dir/bin/take
END
# leads SERVICE: the address leads there from now on.
leads()
{
	echo "${1:+$table $1:}" > "$conf/transport"
	postfix -c "$conf" reload 2> /dev/null
}
echo "$table adit:" > "$conf/transport"
cat > msmtprc <<END
account default
host 127.0.0.1
port $port
tls off
auth off
END
printf '#!/bin/sh\nexec msmtp -C %s/msmtprc "$@"\n' "$tap_dir" > bin/send

# pipe NAME=VALUE...: what the mail server runs from now on; without words, as the host runs it.
pipe()
{
	home=$game/home letter=$tap_dir/bin/adit-letter send=$tap_dir/bin/send tables=$game/tables log=$game/log
	for word in "$@"; do
		eval "$word"
	done
	cat > take.new <<END
#!/bin/sh
ADIT_HOME=$home ADIT_LETTER=$letter
export ADIT_HOME ADIT_LETTER
umask 077
$tap_dir/bin/adit mail -k host --sendmail=$send --log=$log $tables > /dev/null 2>&1 || exit 75
END
	chmod 755 take.new
	mv take.new bin/take
}
pipe
cat > bin/check <<END
#!/bin/sh
ADIT_HOME=\${home:-$game/home} ADIT_LETTER=\${letter:-$tap_dir/bin/adit-letter}
export ADIT_HOME ADIT_LETTER
[ -z "\$pid" ] || echo \$\$ > "\$pid"
exec $tap_dir/bin/adit mail --check -k host --sendmail=\${send:-$tap_dir/bin/send} --log=$game/log "\$@"
END
chmod 755 bin/*
chmod 644 msmtprc

keys host anna bob carl
mkdir "$game/tables"
for _ in 1 2; do
	adit new -k host --rules saboteur --seat anna --seat bob --seat carl --mail-from $table \
		"$game/tables/" > /dev/null || exit 99
done
cp "$ADIT_HOME"/host.* "$game/home"
mkdir "$game/locked" "$game/old"
echo secret | ADIT_HOME=$game/locked adit keygen --work 10 --passphrase-fd 0 host 2> /dev/null
chown -R nobody "$game"
chmod 700 "$game/tables" "$game/home" "$game/locked"
postfix_start

# as_host WORD...: run as the user of the tables.
as_host() { runuser -u nobody -- "$@" < /dev/null; }
# check STATUS NAME [NAME=VALUE...] [--OPTION...]: a check ends with that.
check()
{
	want=$1
	name=$2
	shift 2
	# shellcheck disable=SC2086 # words
	exits "$want" "$name" as_host env "$@" "$tap_dir/bin/check" $wait "$game/tables" $table
}
# prints NAME PATTERN: a line of the check.
prints() { ok "$1" grep -q "$2" out; }
# silent NAME: the check has ended before its mail.
silent() { not_ok "$1: nothing is sent" grep -q 'mail: sent' out; }
# A machine under load takes long for a mail; the wait ends with the mail.
wait=--wait=600

# ---- it works
check 0 "a set-up that works"
prints "the mail came" '^pipe: ok: mail: it came$'
not_ok "nothing is wrong" grep -q ': wrong:' out
for what in user program home folder log adit-letter sendmail key table; do
	prints "$what is checked here" "^here: ok: $what: "
	prints "$what is checked in the pipe" "^pipe: ok: $what: "
done
prints "the address is checked" "^here: ok: table: 2 can be opened, address $table\$"
prints "the user is shown" '^pipe: ok: user: nobody ([0-9]*), umask 077, PATH /'
prints "timers are looked for" '^here: \(ok\|unknown\): timer: '
is "the log has the check" "$(grep -c '"letter":"check","answer":null' "$game/log")" 1
is "nothing is left in the folder" "$(find "$game/tables" -type f ! -name '*.db')" ""
ok "no mail is left in the queue" postfix_is_idle
wait='--wait=600 --json'
check 0 "as JSON"
is "each line is an object of four strings" \
	"$(grep -Evc '^\{"where":"(here|pipe)","result":"(ok|unknown)","check":"[a-z-]+","text":"[^"]+"\}$' out)" 0
wait=--wait=600

# ---- what the pipe alone can find
leads stray
check 1 "the pipe runs as another user"
prints "names that user" '^pipe: wrong: user: daemon ([0-9]*) runs adit there'
is "no details go to another user" "$(grep -c '^pipe:' out)" 2
leads adit
pipe home="$game/nowhere"
check 1 "another ADIT_HOME"
prints "says which" "^pipe: wrong: home: $game/nowhere: No such file"
prints "the key is missing there" '^pipe: wrong: key: '
pipe home="$game/locked"
check 1 "a key with a passphrase in the pipe"
prints "says why" '^pipe: wrong: key: .*passphrase'
pipe tables="$game/old"
check 1 "an alias that leads to another folder"
prints "says which" "^pipe: wrong: folder: $game/old, but here $game/tables"
pipe letter="$game/nothing"
check 1 "adit-letter is missing in the pipe"
prints "says so" '^pipe: wrong: adit-letter: '
pipe send="$game/nothing"
check 1 "sendmail is missing in the pipe"
prints "says so" "^pipe: wrong: sendmail: $game/nothing: No such file"
pipe log="$game/none/log"
check 1 "the log cannot be written in the pipe"
prints "says so" '^pipe: wrong: log: '
pipe

# ---- what is found before anything is sent
check 1 "the key is missing" home="$game/old"
prints "says so" '^here: wrong: key: '
silent "the key is missing"
check 1 "the key has a passphrase" home="$game/locked"
prints "says so" '^here: wrong: key: .*passphrase'
silent "the key has a passphrase"
check 1 "adit-letter is missing" letter="$game/nothing"
prints "says so" '^here: wrong: adit-letter: '
check 1 "sendmail is missing" send="$game/nothing"
prints "says so" "^here: wrong: sendmail: $game/nothing: No such file"
silent "sendmail is missing"
printf '#!/bin/sh\nexit 77\n' > bin/refuses
chmod 755 bin/refuses
check 1 "sendmail refuses the mail" send="$tap_dir/bin/refuses"
prints "says so" '^here: wrong: mail: sendmail: status 77'
chmod 500 "$game/tables"
check 1 "the folder is read-only"
prints "says so" "^here: wrong: folder: $game/tables cannot be written: Permission denied"
silent "the folder is read-only"
chmod 700 "$game/tables"
for file in "$game"/tables/*.db; do :; done
as_host env ADIT_HOME="$game/home" "$tap_dir/bin/adit" address --table=mine@cave.test "$file"
check 1 "a table has another address"
prints "says which" "^here: wrong: table: $file has the address mine@cave.test, not $table; adit address"
as_host env ADIT_HOME="$game/home" "$tap_dir/bin/adit" address --table=$table "$file"
exits 1 "the owner of the folder has to run it" runuser -u daemon -- "$tap_dir/bin/check" "$game/tables" $table
prints "says so" "^here: wrong: folder: "
exits 75 "without an address" as_host "$tap_dir/bin/check" "$game/tables"
exits 1 "without a folder" as_host "$tap_dir/bin/check" "$game/nothing" $table

# ---- no mail comes
leads ''
wait=--wait=3
check 1 "no alias leads to adit"
prints "says what was seen last" '^pipe: wrong: mail: no report in 3 seconds; last seen: sendmail has the mail; search <check\.'
id=$(sed -n 's/.*search \(<[^>]*>\).*/\1/p' out)
ok "the log of the mail server has that Message-ID" grep -qF "$id" "$post/log"
leads adit

# ---- a check that is over, and strangers
# The mail server keeps the mail for later, so that it comes when nobody waits.
cp "$conf/transport" kept
echo "$table retry:later" > "$conf/transport"
postfix -c "$conf" reload 2> /dev/null
as_host env pid="$game/pid" "$tap_dir/bin/check" --wait=600 "$game/tables" $table > interrupted &
for _ in $(seq 600); do
	grep -q 'mail: sent' interrupted && break
	sleep 0.2
done
# A process in the background ignores INT.
kill -TERM "$(cat "$game/pid")"
wait
mv kept "$conf/transport"
postfix -c "$conf" reload 2> /dev/null
postqueue -c "$conf" -f
for _ in $(seq 600); do
	grep -q '"letter":"automatic"' "$game/log" && break
	sleep 0.2
done
is "a mail whose check was interrupted gets no answer" \
	"$(grep -c '"letter":"automatic","answer":null' "$game/log")" 1
token=$(printf '%052d' 0 | tr 0 a)
printf 'From: eve@example.org\nTo: %s\nSubject: x\nX-Adit-Check: %s\n\nx\n' $table "$token" > forged
exits 0 "a forged check" as_host sh -c "exec $tap_dir/bin/take < $tap_dir/forged"
is "it is a mail without an order, and gets no answer" \
	"$(tail -n 1 "$game/log" | grep -c '"orders":\[\],"letter":"read","answer":null')" 1

# ---- two at once
wait=--wait=600
as_host "$tap_dir/bin/check" $wait "$game/tables" $table > second &
other=$!
check 0 "a check beside another"
wait $other
is "the other one" "$?" 0
is "each has its own mail" "$(cat out second | grep -c '^pipe: ok: mail: it came$')" 2

tap_end
