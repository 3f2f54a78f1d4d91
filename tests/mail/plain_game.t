#!/bin/sh
# Whole games of five seats over a real Postfix, of which two play by plain mail, as mail programs write replies:
# see plain_game.py.  With ADIT_LONG (tests/README.md) of all rules sets, with all rounds.
. "${0%/*}/../cli/lib.sh"
. "${0%/*}/postfix.sh"
tap_begin
postfix_needs "plain seats through Postfix" python3 msmtp

table=cave@cave.test
port=$((20000 + $$ % 20000))
boxes=$tap_dir/boxes game=$tap_dir/table
postfix_config
mkdir -p "$boxes" "$game/home" "$tap_dir/bin"
cp "$ADIT" "$ADIT_LETTER" bin
maps=
for seat in anna bob carl dora emil; do
	maps="$maps $seat@example.test=$seat/"
done
cat >> "$conf/main.cf" << END
mydestination =
local_recipient_maps =
smtpd_reject_unlisted_recipient = no
relay_domains = cave.test
transport_maps = inline:{ $table=adit: }
virtual_mailbox_domains = example.test
virtual_mailbox_base = $boxes
virtual_mailbox_maps = inline:{$maps }
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
virtual_minimum_uid = 100
END
cat >> "$conf/master.cf" << END
127.0.0.1:$port inet n - n - - smtpd
adit unix - n n - 2 pipe
  flags=R user=nobody null_sender= argv=$tap_dir/bin/take
END
printf 'account default\nhost 127.0.0.1\nport %s\ntls off\nauth off\n' "$port" > msmtprc
cat > bin/take << END
#!/bin/sh
ADIT_HOME=$game/home ADIT_LETTER=$tap_dir/bin/adit-letter
export ADIT_HOME ADIT_LETTER
exec $tap_dir/bin/adit mail "\$@" --sendmail=$tap_dir/bin/send --log=$game/log $game/cave.db
END
printf '#!/bin/sh\nexec msmtp -C %s "$@"\n' "$tap_dir/msmtprc" > bin/send
chmod 755 bin/*
chmod 644 msmtprc
chown nobody "$boxes" "$game"
postfix_start
[ "$tap_failed" -eq 0 ] || tap_end

PYTHONDONTWRITEBYTECODE=1 POSTFIX_CONF=$conf POSTFIX_BOXES=$boxes POSTFIX_GAME=$game
export PYTHONDONTWRITEBYTECODE POSTFIX_CONF POSTFIX_BOXES POSTFIX_GAME
python3 "$top_srcdir/tests/mail/plain_game.py" "$tap_n"
