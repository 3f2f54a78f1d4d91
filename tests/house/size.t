#!/bin/sh
# How large a function of src/ may be.
. "${0%/*}/../tap.sh"
tap_begin

check=$top_srcdir/tests/check-size

if ! command -v pmccabe > /dev/null; then
	skip "sizes" "no pmccabe here"
	tap_end
fi

ok "functions are small enough" sh "$check" "$top_srcdir"

mkdir -p tree/src
# write_function LINE COUNT: a function with this line so many times.
write_function()
{
	printf 'int\nf(int x)\n{\n'
	i=0
	while [ $((i += 1)) -le "$2" ]; do
		printf '\t%s\n' "$1"
	done
	printf '\treturn x;\n}\n'
} > tree/src/x.c

write_function 'x++;' 55
is "accepts 60 lines" "$(sh "$check" tree)" ""
write_function 'x++;' 56
like "refuses 61" "$(sh "$check" tree)" 'src/x.c(*): f has 61 lines, more than 60'
write_function 'x += x > 1 ? 1 : 2;' 19
is "accepts a complexity of 20" "$(sh "$check" tree)" ""
write_function 'x += x > 1 ? 1 : 2;' 20
like "refuses 21" "$(sh "$check" tree)" 'src/x.c(*): f has a complexity of 21, more than 20'
write_function 'x++;' 4
is "accepts what may be there" "$(sh "$check" tree 9)" ""
is "refuses a line more" "$(sh "$check" tree 8)" "src has 9 lines, 1 more than 8"
rm tree/src/x.c
not_ok "refuses to say yes to nothing" sh "$check" tree

tap_end
