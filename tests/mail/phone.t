#!/bin/sh
# Mails on a telephone of 390 pixels: see phone.py.
. "${0%/*}/../tap.sh"
tap_begin
PYTHONDONTWRITEBYTECODE=1
PYTHONPATH=$top_srcdir/tests/show:$top_srcdir/tests/mail
export PYTHONDONTWRITEBYTECODE PYTHONPATH
if ! command -v python3 > /dev/null; then
	skip "mails on a telephone" "no python3 here"
	tap_end
fi
python3 "$top_srcdir/tests/mail/phone.py" "$tap_dir/work"
