#!/bin/sh
# Every file is as .clang-format has it.  Versions differ in what they make of the same words.
. "${0%/*}/../tap.sh"
tap_begin

version=14
format=
for name in "clang-format-$version" clang-format; do
	case $("$name" --version 2> /dev/null) in
	*"version $version."*) format=$name ;;
	esac
done
if [ -z "$format" ]; then
	skip "every file is formatted" "no clang-format $version here"
	tap_end
fi

formatted() { "$format" --style=file --dry-run -Werror "$@"; }

cd "$top_srcdir" || exit 99
# shellcheck disable=SC2046 # names without blanks
ok "every file is formatted" formatted $(find src tests fuzz bench -name '*.[ch]')
cd "$tap_dir" || exit 99

cp "$top_srcdir/.clang-format" .
printf 'int\nf(void)\n{\n\treturn 1;\n}\n' > x.c
ok "accepts a function as the house has it" formatted x.c
printf 'int f(void) {\n  return 1;\n}\n' > x.c
not_ok "refuses another style" formatted x.c

tap_end
