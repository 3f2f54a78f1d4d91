#!/bin/sh
# HACKING.md: what it names is there.
. "${0%/*}/../tap.sh"
tap_begin
page=$top_srcdir/HACKING.md

# missing PAGE: the paths in its quotes that are not in the tree; a short name is that of a file in
# the folder of the path before it, NAME and VERB stand for any.
missing()
{
	grep -o '`[^`]*`' "$1" | tr -d '\140' | while read -r name rest; do
		[ -z "$rest" ] || continue
		case $name in
		*NAME* | *VERB* | *'*'* | *cmd_count*) continue ;;
		src/* | tests/* | fuzz/* | man/* | .ci/* | Makefile.am)
			[ -e "$top_srcdir/$name" ] || [ "$name" = fuzz/found ] || echo "$name"
			folder=${name%/*}
			;;
		*.h | *.c)
			[ -e "$top_srcdir/$folder/$name" ] || [ -e "$top_srcdir/src/core/${name#core/}" ] ||
				echo "$folder/$name"
			;;
		esac
	done
}

is "every file that is named is there" "$(missing "$page")" ""
printf 'See `src/core/game.h`, `rules.h` and `src/core/nothing.c`, `gone.h`.\n' > planted.md
is "a file that is not is found" "$(missing planted.md)" "src/core/nothing.c
src/core/gone.h"

targets=$(grep -oE '(`|^    )make [a-z]+' "$page" | sed 's/.*make //' | sort -u)
for target in $targets; do
	case $target in
	check | distcheck) ;;
	regold | fuzz | bench | coverage) ok "make $target" grep -q "^$target:" "$top_srcdir/Makefile.am" ;;
	*) ok "make $target is known here" false ;;
	esac
done

# The verb of the example is one: it compiles, and against the headers of today.
awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$page" > cmd_count.c
ok "an example of a verb" grep -q 'const struct cmd cmd_' cmd_count.c
printf 'extern const struct cmd cmd_count;\n' > count.h
sed 's|#include "cli/cmd.h"|&\n#include "count.h"|' cmd_count.c > verb.c
# shellcheck disable=SC2086 # CC may have options
ok "it compiles" ${CC:-cc} -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -fsyntax-only \
	-I. -I"$top_srcdir/src" -include "$top_srcdir/src/util/banned.h" verb.c

tap_end
