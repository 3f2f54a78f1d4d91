#!/bin/sh
# HACKING.md, tests/README.md and the README of each folder of src: what they name is there.
# And no test is timed, as tests/README.md says.
. "${0%/*}/../tap.sh"
tap_begin
page=$top_srcdir/HACKING.md
test_page=$top_srcdir/tests/README.md

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
is "... in tests/README.md" "$(missing "$test_page")" ""
printf 'See `src/core/game.h`, `rules.h` and `src/core/nothing.c`, `gone.h`.\n' > planted.md
is "a file that is not is found" "$(missing planted.md)" "src/core/nothing.c
src/core/gone.h"

# The table of folders is that of tests/check-layers: a row for each layer, with what it may include
# besides its own and the libc.
# page_rows PAGE: LAYER: WORD..., sorted
page_rows()
{
	sed -n '/^## The folders of src/,/^Read in/p' "$1" | awk '
		/^    / {
			if (!/^        /) {
				row = $1 ":"
				sub(/^ *[^ ]*/, "")
				text = ""
				is_open = 1
			}
			text = text " " $0
			if (is_open && sub(/:.*/, "", text))
				put()
		}
		function put(    n, w, i) {
			is_open = 0
			gsub(/,/, " ", text)
			n = split(text, w, " ")
			for (i = 1; i <= n; i++)
				if (w[i] != "nothing")
					print row " " w[i]
		}' | LC_ALL=C sort
}
sed -n "/^arrows='/,/^'/p" "$top_srcdir/tests/check-layers" | awk -F '\t' '
	NF == 2 && $1 !~ /\// {
		n = split($2, w, " ")
		for (i = 1; i <= n; i++) {
			if (w[i] == $1 "/" || w[i] == $1 ".h" || w[i] == "config.h" || w[i] == "<*>")
				continue
			if ($1 ~ /^(words|descriptor)$/ && w[i] == "games/")
				continue
			if ($1 == "rules" && w[i] == "games/")
				w[i] = "games/mine"
			if (w[i] ~ /^<(assert|limits|std[a-z]*|string)\.h>$/)
				continue
			sub(/\/$/, "", w[i])
			print $1 ": " w[i]
		}
	}' | sed 's/<sodium.h>/libsodium/; s/<sqlite3.h>/SQLite/; s/<jansson.h>/jansson/; s/<seccomp.h>/libseccomp/
	s|<gmime/gmime.h>|GMime|; s/<histedit.h>/libedit/; s/<curses.h>/ncursesw/' | LC_ALL=C sort > layers
is "the folders may include what tests/check-layers allows" "$(page_rows "$page")" "$(cat layers)"
ok "... in every row" [ "$(wc -l < layers)" -gt 100 ]
sed 's/^    seal .*util/    seal   util/' "$page" > planted.md
is "... and a word that is missing is found" "$(page_rows planted.md | diff - layers | grep '^[<>]')" "> seal: core/rng.h"
ok "the page is short" [ "$(wc -l < "$page")" -le 250 ]

# not_in FOLDER: the C files that FOLDER/README names and FOLDER has not.
not_in()
{
	grep -oE '[A-Za-z0-9_/*]+\.[ch]\b' "$1/README" | grep -Ev 'VERB|NAME|\*' | while read -r name; do
		[ -e "$1/$name" ] || [ -e "$top_srcdir/src/$name" ] || echo "${1##*/}: $name"
	done
}

for folder in "$top_srcdir"/src/*/; do
	not_in "${folder%/}" 2>&1
done > absent.txt
is "every file that a folder's README names is there" "$(cat absent.txt)" ""
is "... and it has at most 15 lines" "$(wc -l "$top_srcdir"/src/*/README | awk '$2 != "total" && $1 > 15')" ""
mkdir -p planted
printf 'Begin with gone.h.\n' > planted/README
is "... and one that is not is found" "$(not_in planted)" "planted: gone.h"

# timed TOP: tests that fail if they take long, which says how busy the machine is.
timed()
{
	(cd "$1" && find tests -name '*.[ch]' -exec grep -nF .timeout /dev/null {} +)
}

is "no test is timed" "$(timed "$top_srcdir")" ""
mkdir -p planted/tests
echo 'Test(a, b, .timeout = 60)' > planted/tests/a.c
is "... and one that is is found" "$(timed planted)" "tests/a.c:1:Test(a, b, .timeout = 60)"

targets=$(grep -ohE '(`|^    )make [a-z-]+' "$page" "$test_page" | sed 's/.*make //' | grep -v '^-' | sort -u)
for target in $targets; do
	case $target in
	check | dist | distcheck) ;;
	regold | fuzz | fuzz-all | bench | bench-bots | coverage | coverage-report | check-languages | check-long | check-packaging | check-web | deb | analyze | faults | man-po | mutants | platforms | pot | po | release | second | static | world) ok "make $target" grep -q "^$target:" "$top_srcdir/Makefile.am" ;;
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
