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
# The bytes of a translation as escapes of printf.
function escapes(hex,    k, out)
{
	for (k = 2; k < length(hex); k += 2)
		out = out sprintf("\\%03o", value[substr(hex, k, 1)] * 16 + value[substr(hex, k + 1, 1)])
	return out
}
# What the messages of a block have in common, of "a" or "b" and the English text: "a6d61696c", the context "mail".
function part(key,    i)
{
	for (i = 2; i < length(key) && substr(key, i, 2) != "04"; i += 2)
		;
	return key ~ /^b/ ? "b" : substr(key, 1, i - 1)
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
	if (n == 0 || part($1) != here)
		first[blocks++] = n + 0
	here = part($1)
	block[++n] = blocks
	plain += $1 ~ /^b/
}
{ translation[n, $2] = $3 }
END {
	if (languages > 0 && n == 0)
		exit 1
	print "\tNULL,\n};"
	print "const uint32_t catalogue_messages = " n + 0 ", catalogue_plain = " n - plain ";"
	print "const uint32_t catalogue_first[] = {"
	for (b = 0; b < blocks; b++)
		print "\t" first[b] ","
	print "\t" n + 0 ",\n};"
	for (l = 1; l <= languages; l++) {
		print "static uint32_t " code[l] "_end[" n "];"
		for (i = 1; i <= n; i++) {
			file = sprintf("%s/%s.%03d", work, code[l], block[i])
			if (i > 1 && block[i] != block[i - 1])
				close(before)
			print escapes(translation[i, code[l]]) "\\001" > file
			before = file
		}
		close(file)
	}
}' "$work/messages"

for code in $codes; do
	packed=0
	text=0
	: > "$work/blocks"
	printf '\nstatic const unsigned char %s_packed[] = {\n' "$code"
	for file in "$work/$code".*; do
		# shellcheck disable=SC2059 # a format of escapes alone
		while read -r escapes; do
			printf "$escapes"
		done < "$file" > "$work/text"
		gzip -9n < "$work/text" > "$work/packed"
		od -An -v -tu1 "$work/packed" | sed 's/[0-9][0-9]*/&,/g; s/^ */	/; s/  */ /g'
		printf '\t{ %d, %d },\n' "$packed" "$text" >> "$work/blocks"
		packed=$((packed + $(wc -c < "$work/packed")))
		text=$((text + $(wc -c < "$work/text")))
	done
	printf '};\nstatic const struct catalogue_block %s_block[] = {\n' "$code"
	cat "$work/blocks"
	printf '\t{ %d, %d },\n};\nstatic unsigned char %s_text[%d];\n' "$packed" "$text" "$code" "$text"
done
printf '\nconst struct catalogue catalogues[] = {\n'
for code in $codes; do
	printf '\t{ "%s", %s_packed, %s_block, %s_text, %s_end },\n' "$code" "$code" "$code" "$code" "$code"
done
printf '\t{ NULL, NULL, NULL, NULL, NULL },\n};\n'
