#!/bin/sh
# includes.sh TOP: who includes whose header in TOP/src, as lines for check-circles, one a pair of modules:
#
#	USER DEFINER include		cli/cmd_new.c host/new.c include
#
# A module is a header with its C file; both are named by the C file, also where there is none.

set -u
cd "$1/src" || exit 2
find . -name '*.[ch]' | sed 's|^\./||' | LC_ALL=C sort | xargs awk '
/^#include "/ {
	user = FILENAME
	definer = $2
	gsub(/"/, "", definer)
	sub(/\.h$/, ".c", user)
	sub(/\.h$/, ".c", definer)
	if (user != definer && definer ~ /\// && !((user, definer) in seen)) {
		seen[user, definer] = 1
		print user, definer, "include"
	}
}'
