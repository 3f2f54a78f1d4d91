#!/bin/sh
# catalogues.sh FILE.mo...: print a C file with the catalogues (text/catalogues.h). An empty file is none.
set -eu

# Print a message of a catalogue on each line: "x" and the first English text as hexadecimal, the language, "x" and
# the translation. The next awk and sort see no byte that they could take for something else.
messages()
{
	od -An -v -tu1 "$1" | awk -v language="$2" '
	function number(at)
	{
		if (b[0] == 222) # of 0x950412de
			return b[at] + 256 * (b[at + 1] + 256 * (b[at + 2] + 256 * b[at + 3]))
		return b[at + 3] + 256 * (b[at + 2] + 256 * (b[at + 1] + 256 * b[at]))
	}
	function text(row, whole,    at, end, out)
	{
		end = number(row) + number(row + 4)
		for (at = number(row + 4); at < end && (whole || b[at] != 0); at++)
			out = out sprintf("%02x", b[at])
		return "x" out
	}
	{ for (i = 1; i <= NF; i++) b[n++] = $i + 0 }
	END {
		for (i = 0; i < number(8); i++)
			print text(number(12) + 8 * i, 0), language, text(number(16) + 8 * i, 1)
	}'
}

codes=
for file in "$@"; do
	[ -s "$file" ] || continue
	name=${file##*/}
	codes="$codes ${name%.mo}"
done
for file in "$@"; do
	[ ! -s "$file" ] || messages "$file" "$(basename "$file" .mo)"
done | LC_ALL=C sort | awk -v codes="$codes" '
# A literal. Octal numbers have three digits, so that no digit can follow.
function literal(hex,    i, c, out)
{
	for (i = 2; i < length(hex); i += 2) {
		c = value[substr(hex, i, 1)] * 16 + value[substr(hex, i + 1, 1)]
		out = out (c >= 32 && c < 127 && c != 34 && c != 63 && c != 92 ? sprintf("%c", c) : sprintf("\\%03o", c))
	}
	return "\"" out "\""
}
BEGIN {
	for (i = 0; i < 16; i++)
		value[substr("0123456789abcdef", i + 1, 1)] = i
	languages = split(codes, code, " ")
	print "#include \"text/catalogues.h\"\n"
	print "const char *const catalogue_english[] = {"
}
$1 != last {
	last = $1
	printf "\t%s,\n", literal($1)
	n++
}
{ translation[n, $2] = $3 }
END {
	if (languages > 0 && n == 0)
		exit 1
	print "\tNULL,\n};"
	print "const uint32_t catalogue_messages = " n + 0 ";"
	for (l = 1; l <= languages; l++) {
		at = 0
		printf "\nstatic const unsigned char %s[] = {\n", code[l]
		for (i = 1; i <= n; i++) {
			hex = translation[i, code[l]]
			offset[i] = at
			line = ""
			for (k = 2; k < length(hex); k += 2) {
				line = line value[substr(hex, k, 1)] * 16 + value[substr(hex, k + 1, 1)] ","
				at++
			}
			at++
			print "\t" line "0,"
		}
		printf "};\nstatic const uint32_t %s_at[] = {\n", code[l]
		for (i = 1; i <= n; i++)
			printf "\t%d,\n", offset[i]
		printf "\t%d,\n};\n", at
	}
	print "\nconst struct catalogue catalogues[] = {"
	for (l = 1; l <= languages; l++)
		printf "\t{ \"%s\", %s, %s_at },\n", code[l], code[l], code[l]
	print "\t{ NULL, NULL, NULL },\n};"
}'
