#!/bin/sh
# collect.sh OUT.pot: collect the messages of src, in the folder of the sources. XGETTEXT, MSGGREP: the programs.
#
# A message is MSG or MSG_N with its context; or it has none: MSG_PLAIN, help, and the formats of errors
# and warnings. The browser file has MSG('web', 'English'), which xgettext does not find among templates of
# JavaScript. Errors of the files in po/ENGLISH, and formats without a word, are no messages.
set -eu
out=$1
options='--from-code=UTF-8 --add-comments=TRANSLATORS --sort-by-file --no-wrap --package-name=adit'
english=$(grep -v '^#' po/ENGLISH)
grep -rlE '\<(err_(set|set_line|hint|wrap)|output_say|output_say_always)\(' src --include='*.c' | LC_ALL=C sort |
	while read -r file; do
		for name in $english; do
			case $file in "$name"*) continue 2 ;; esac
		done
		echo "$file"
	done > "$out.files"
# shellcheck disable=SC2086 # several options
{
	"${XGETTEXT:-xgettext}" $options -f "$out.files" -o "$out.errors" -k -kerr_set:3 -kerr_set_line:4 -kerr_hint:2 \
		-kerr_wrap:2 -koutput_say:2 -koutput_say_always:2
	sed -i 's/charset=CHARSET/charset=UTF-8/' "$out.errors"
	LC_ALL=C.UTF-8 "${MSGGREP:-msggrep}" --no-wrap -v -K -E -e '^([^A-Za-z%]|%[-0-9.*]*(ll|z)?[a-z])*$' -o "$out" "$out.errors"
	grep -ohE "MSG\('web', '[^']*'\)" web/*.js | tr "'" '"' > "$out.web"
	"${XGETTEXT:-xgettext}" $options -j -L C -D "$(dirname "$out")" "$(basename "$out").web" -o "$out" -kMSG:1c,2
	"${XGETTEXT:-xgettext}" $options -j -f po/POTFILES -o "$out" -kMSG:1c,2 -kMSG_N:1c,2,3 -kMSG_PLAIN:1 -kHELP:1 -kCMD_OPTION:6
}
rm -f "$out.files" "$out.errors" "$out.web"
