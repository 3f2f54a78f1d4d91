#!/bin/sh
# Tables by mail, git and folders, in worlds where mail is lost, machines fail and clocks jump: what adit promises holds after each
# step (tests/world/promises.py).  make world SEEDS=1-10000 is the long form.
. "${0%/*}/../tap.sh"
tap_begin
last=100
[ -z "${ADIT_FEW:-}" ] || last=4
ok "worlds 1 to $last" python3 "$top_srcdir/tests/world/run.py" --build "$top_builddir" --seeds "1-$last" --calls 30
tap_end
