#!/bin/sh
# rulebooks.sh LL.rules...: print a C file with the texts of adit(6) in these languages (text/rulebook_row.h).
set -eu
echo '#include "text/rulebook_row.h"'
for file in "$@"; do
	name=${file##*/}
	printf '\nstatic const char %s[] = {\n' "${name%.rules}"
	od -An -v -td1 "$file" | sed 's/-*[0-9][0-9]*/&,/g; s/^ */	/; s/  */ /g'
	echo '};'
done
printf '\nconst struct rulebook_texts rulebook_languages[] = {\n'
for file in "$@"; do
	name=${file##*/}
	printf '\t{ "%s", %s, sizeof %s },\n' "${name%.rules}" "${name%.rules}" "${name%.rules}"
done
printf '\t{ NULL, NULL, 0 },\n};\n'
