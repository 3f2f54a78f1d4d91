#!/bin/sh
# catalogues.sh FILE.mo...: print a C file with the catalogues (text/catalogues.h). An empty file is none.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Print a message of a catalogue on each line: the first English text as hexadecimal, the language, "x" and the
# translation. Before the English text stands "a", and "b" if it has no context. The next awk and sort see no byte that
# they could take for something else.
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
		context = 0
		end = number(row) + number(row + 4)
		for (at = number(row + 4); at < end && (whole || b[at] != 0); at++) {
			out = out sprintf("%02x", b[at])
			context += b[at] == 4
		}
		return out
	}
	{ for (i = 1; i <= NF; i++) b[n++] = $i + 0 }
	END {
		for (i = 0; i < number(8); i++) {
			english = text(number(12) + 8 * i, 0)
			part = english == "" || context ? "a" : "b"
			print part english, language, "x" text(number(16) + 8 * i, 1)
		}
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
done | LC_ALL=C sort > "$work/messages"

awk -v codes="$codes" -v work="$work" '
# A literal. Octal numbers have three digits, so that no digit can follow.
function literal(hex,    i, c, out)
{
	for (i = 2; i < length(hex); i += 2) {
		c = value[substr(hex, i, 1)] * 16 + value[substr(hex, i + 1, 1)]
		out = out (c >= 32 && c < 127 && c != 34 && c != 63 && c != 92 ? sprintf("%c", c) : sprintf("\\%03o", c))
	}
	return "\"" out "\""
}
# The bytes of a translation, each in this format.
function bytes(hex, format,    k, out)
{
	for (k = 2; k < length(hex); k += 2)
		out = out sprintf(format, value[substr(hex, k, 1)] * 16 + value[substr(hex, k + 1, 1)])
	return out
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
	packed += $1 ~ /^b/
}
{ translation[n, $2] = $3 }
END {
	if (languages > 0 && n == 0)
		exit 1
	print "\tNULL,\n};"
	print "const uint32_t catalogue_messages = " n + 0 ", catalogue_packed = " n - packed ";"
	for (l = 1; l <= languages; l++) {
		at = 0
		printf "\nstatic const unsigned char %s[] = {\n", code[l]
		for (i = 1; i <= n; i++) {
			hex = translation[i, code[l]]
			offset[i] = at
			at += hex == "" ? 1 : (length(hex) + 1) / 2
			if (i <= n - packed)
				print "\t" bytes(hex, "%d,") "0,"
			else
				print bytes(hex, "\\%03o") "\\000" > (work "/" code[l])
		}
		close(work "/" code[l])
		offset[n + 1] = at
		printf "};\nstatic unsigned char %s_rest[%d];\n", code[l], at - offset[n - packed + 1] + 1
		printf "static const uint32_t %s_at[] = {\n", code[l]
		for (i = 1; i <= n + 1; i++)
			printf "\t%d,\n", offset[i]
		print "};"
	}
}' "$work/messages"

for code in $codes; do
	printf '\nstatic const unsigned char %s_packed[] = {\n' "$code"
	# shellcheck disable=SC2059 # a format of escapes alone
	while read -r escapes; do
		printf "$escapes"
	done < "$work/$code" | gzip -9n | od -An -v -tu1 | sed 's/[0-9][0-9]*/&,/g; s/^ */	/; s/  */ /g'
	echo '};'
done
printf '\nconst struct catalogue catalogues[] = {\n'
for code in $codes; do
	printf '\t{ "%s", %s, %s_at, %s_packed, sizeof %s_packed, %s_rest },\n' "$code" "$code" "$code" "$code" "$code" "$code"
done
printf '\t{ NULL, NULL, NULL, NULL, 0, NULL },\n};\n'

