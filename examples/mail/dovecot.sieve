# Sieve in Dovecot, see dovecot.conf.  Here no mail stays in a queue: what take-mail did not take is kept in the
# inbox, and cron (see crontab) takes it from there, from a Maildir.
require "vnd.dovecot.pipe";

pipe "take-mail";
