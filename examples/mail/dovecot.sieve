# A sieve script for Dovecot, see dovecot.conf. It cannot leave a mail in the queue. If take-mail fails, the
# mail stays in the inbox, a Maildir, and cron (see crontab) processes it from there.
require "vnd.dovecot.pipe";

pipe "take-mail";
