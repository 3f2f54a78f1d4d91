#!/bin/sh
# Mails to plain seats are no spam: see spam.py.
. "${0%/*}/lib.sh"
tap_begin
needs_letter
for program in python3 spamassassin; do
	command -v $program > /dev/null || {
		skip "what SpamAssassin says" "no $program here"
		tap_end
	}
done
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
unset LD_PRELOAD
python3 "$top_srcdir/tests/mail/spam.py" "$tap_dir/work"
