#!/bin/sh
# rulebooks.sh LL.rules...: print a C file with the texts of adit(6) in these languages, English first
# (text/rulebook_row.h).
set -eu
for file in "$@"; do
	[ $(($(wc -l < "$file"))) = $(($(wc -l < "$1"))) ] && continue
	echo "rulebooks.sh: $file has other rows than $1" >&2
	exit 1
done
echo '#include "text/rulebook_row.h"'
for file in "$@"; do
	name=${file##*/}
	printf '\nstatic const unsigned char %s[] = {\n' "${name%.rules}"
	gzip -9n < "$file" | od -An -v -tu1 | sed 's/[0-9][0-9]*/&,/g; s/^ */	/; s/  */ /g'
	echo '};'
done
printf '\nconst struct rulebook_texts rulebook_languages[] = {\n'
for file in "$@"; do
	name=${file##*/}
	size=$(wc -c < "$file")
	printf '\t{ "%s", %s, sizeof %s, %s },\n' "${name%.rules}" "${name%.rules}" "${name%.rules}" $((size))
done
printf '\t{ NULL, NULL, 0, 0 },\n};\n'
