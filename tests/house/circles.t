#!/bin/sh
# No circle between folders, none of more than three files inside one: of calls, and of includes.
. "${0%/*}/../tap.sh"
tap_begin

check=$top_srcdir/tests/check-circles

sh "$top_srcdir/tests/calls.sh" "$top_srcdir" "$top_builddir" > calls
ok "who uses whom is in the objects" test -s calls
ok "no circle is too large" sh "$check" calls
sh "$top_srcdir/tests/includes.sh" "$top_srcdir" > includes
ok "no circle of includes is too large" sh "$check" includes
mkdir -p tree/src/host
printf '#include "host/b.h"\n' > tree/src/host/a.h
printf '#include "host/b.h"\n#include "host/a.h"\n#include <stdio.h>\n' > tree/src/host/b.c
is "an include counts for both files of a module" "$(sh "$top_srcdir/tests/includes.sh" tree)" \
	"host/a.c host/b.c include
host/b.c host/a.c include"

# circle NAME WANT LINE...: the message about these uses.
circle()
{
	name=$1 want=$2
	shift 2
	printf '%s\n' "$@" > planted
	is "$name" "$(sh "$check" planted)" "$want"
}

circle "refuses a circle between folders" "a circle of 2: host/ audit/" \
	"host/a.c audit/b.c f" "audit/c.c host/d.c g"
circle "refuses one between games" "a circle of 2: games/duel/ games/mine/" \
	"games/duel/a.c games/mine/b.c f" "games/mine/c.c games/duel/d.c g"
circle "refuses four files in a circle" "a circle of 4: host/a.c host/b.c host/c.c host/d.c" \
	"host/a.c host/b.c f" "host/b.c host/c.c f" "host/c.c host/d.c f" "host/d.c host/a.c f"
circle "finds them through each other" "a circle of 4: host/a.c host/b.c host/c.c host/d.c" \
	"host/a.c host/b.c f" "host/b.c host/a.c f" "host/c.c host/d.c f" "host/d.c host/c.c f" \
	"host/a.c host/c.c f" "host/c.c host/a.c f"
circle "accepts three files in a circle" "" \
	"host/a.c host/b.c f" "host/b.c host/c.c f" "host/c.c host/a.c f" "host/c.c util/d.c f"
circle "accepts arrows one way" "" "host/a.c util/b.c f" "audit/c.c host/a.c f" "audit/c.c util/b.c g"

: > planted
not_ok "refuses to say yes to nothing" sh "$check" planted

tap_end
