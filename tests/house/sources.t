#!/bin/sh
# Every file of the tree is in Makefile.am, or a folder above it is: a file that is not does not
# come with the tarball, and a test that is not does not run.
. "${0%/*}/../tap.sh"
tap_begin

folders='src tests fuzz bench examples man completion packaging'

# forgotten TOP: the files of its folders that its Makefile.am does not know.
forgotten()
{
	# shellcheck disable=SC2086 # a list of names
	(cd "$1" && find $folders -type f ! -name '.*' ! -name '*~' 2> /dev/null | LC_ALL=C sort) |
	awk -v makefile="$1/Makefile.am" '
	BEGIN {
		while ((getline line < makefile) > 0) {
			n = split(line, word, " ")
			for (i = 1; i <= n; i++)
				known[word[i]] = 1
		}
	}
	{
		path = $0
		while (!(path in known) && sub(/\/[^\/]*$/, "", path))
			;
		if (!(path in known))
			print
	}'
}

if [ -f "$top_srcdir/config.status" ]; then
	skip "no file is forgotten" "built in the source tree"
else
	is "no file is forgotten" "$(forgotten "$top_srcdir")" ""
fi

mkdir -p planted/src/core planted/tests/golden
printf 'EXTRA_DIST = tests/golden\nx_SOURCES = \\\n\tsrc/core/a.c\n' > planted/Makefile.am
touch planted/src/core/a.c planted/tests/golden/game.txt
is "a listed file and one in a listed folder are known" "$(forgotten planted)" ""
touch planted/src/core/b.c
is "a forgotten file is found" "$(forgotten planted)" src/core/b.c

bytes=$(find "$top_srcdir/fuzz/corpus" -type f -exec cat {} + | wc -c)
ok "fuzz/corpus has at most 2 MB: $bytes bytes" [ "$bytes" -le 2097152 ]

tap_end
