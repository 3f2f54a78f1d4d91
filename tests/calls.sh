#!/bin/sh
# calls.sh TOP BUILD: who uses whose, from the objects of BUILD: one line for each symbol that a
# file of TOP/src uses and another defines,
#
#	USER DEFINER SYMBOL		cli/cmd_new.c host/new.c host_new
#
# Files are named from src/ on.  Not what follows from it: an arrow is a direct use.  Objects of files
# that are there no more, left by an earlier build, do not count.

set -u
top=$(cd "$1" && pwd) && build=$(cd "$2" && pwd) || exit 2
: "${NM:=nm}"

cd "$build" || exit 2
# Newest first, since a file that has changed its library left an object with the old prefix.
objects=$(find src -name '*.o' -exec ls -t {} +)
[ -n "$objects" ] || { echo "calls.sh: no object in $build/src" >&2; exit 2; }
# shellcheck disable=SC2086 # a list of names without blanks
"$NM" -A -P $objects | awk -v top="$top" '
# The source of an object: src/util/libutil_a-err.o is util/err.c.
function source_of(object,    file, line) {
	if (object in source)
		return source[object]
	file = object
	sub(/^src\//, "", file)
	sub(/\.o$/, ".c", file)
	sub(/[^\/]*-/, "", file)
	if (file in newest || (getline line < (top "/src/" file)) < 0)
		return source[object] = ""
	close(top "/src/" file)
	newest[file] = object
	return source[object] = file
}
{
	object = $1
	sub(/:$/, "", object)
	sub(/.*\[/, "", object)
	file = source_of(object)
	if (file == "" || $3 !~ /^[A-Z]$/)
		next
	if ($3 == "U")
		uses[file " " $2] = 1
	else
		home[$2] = file
}
END {
	for (use in uses) {
		split(use, part, " ")
		if (part[2] in home && home[part[2]] != part[1])
			print part[1], home[part[2]], part[2]
	}
}' | LC_ALL=C sort
