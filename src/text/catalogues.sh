#!/bin/sh
# catalogues.sh FILE.mo...: print a C file with the catalogues (text/catalogues.h). An empty file is none.
set -eu
echo '#include "text/catalogues.h"'
for file in "$@"; do
	[ -s "$file" ] || continue
	name=${file##*/}
	printf '\nstatic const unsigned char %s[] = {\n' "${name%.mo}"
	od -An -v -tu1 "$file" | sed 's/[0-9][0-9]*/&,/g; s/^ */	/; s/  */ /g'
	echo '};'
done
printf '\nconst struct catalogue catalogues[] = {\n'
for file in "$@"; do
	[ -s "$file" ] || continue
	name=${file##*/}
	printf '\t{ "%s", %s, sizeof %s },\n' "${name%.mo}" "${name%.mo}" "${name%.mo}"
done
printf '\t{ NULL, NULL, 0 },\n};\n'
