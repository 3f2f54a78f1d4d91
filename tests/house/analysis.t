#!/bin/sh
# cppcheck reports nothing that tests/analysis/allowed does not list. Versions differ in what they report.
. "${0%/*}/../tap.sh"
tap_begin

case $(cppcheck --version 2> /dev/null) in
"Cppcheck 2.10" | "Cppcheck 2.10."*) ;;
*)
	skip "cppcheck" "no cppcheck 2.10 here"
	tap_end
	;;
esac
export PYTHONDONTWRITEBYTECODE=1
unset ADIT_FEW

analyze() { python3 "$top_srcdir/tests/analysis/analyze.py" "$1" "$abs_top_builddir" cppcheck; }

exits 0 "the files of src" analyze "$top_srcdir"
[ "$tap_got" -eq 0 ] || sed 's/^/# /' out

mkdir -p planted/src/core planted/tests/analysis
cp "$top_srcdir/src/core/game.h" planted/src/core/
echo '# no reason' > planted/tests/analysis/allowed
printf 'int f(void);\n\nint\nf(void)\n{\n\tint a[2] = { 0, 0 };\n\n\treturn a[2];\n}\n' > planted/src/x.c
exits 1 "a mistake is found" analyze planted
like "... by its name" "$(cat out)" "not allowed: cppcheck arrayIndexOutOfBounds src/x.c: *"
echo 'cppcheck nullPointer src/x.c: p' >> planted/tests/analysis/allowed
exits 1 "a report of the list that nobody makes" analyze planted
like "... is named" "$(cat out)" "*no longer reported: cppcheck nullPointer src/x.c: p*"

tap_end
