#!/bin/sh
# Names in headers begin with the name of their module.
. "${0%/*}/../tap.sh"
tap_begin

check=$top_srcdir/tests/check-prefixes

ok "names begin with their module" sh "$check" "$top_srcdir"

mkdir -p tree/src/core tree/tests
: > tree/tests/prefixes
# header NAME TEXT WANT: what is printed about core/late_pick.h with this text.
header()
{
	printf '%s\n' "$2" > tree/src/core/late_pick.h
	is "$1" "$(sh "$check" tree)" "${3:+src/core/late_pick.h:$3 does not begin with late_pick_}"
}

header "accepts the module" 'int late_pick_one(void);'
header "accepts its last part" 'int pick_one(void);'
header "accepts its first part" 'int late_one(void);'
header "accepts the plural" 'int picks_one(void);'
header "accepts the folder" 'int core_one(void);'
header "refuses another function" 'int one(void);' '1: one'
header "refuses an inline function" "static inline int
one(void)
{
	return f();
}" '2: one'
header "refuses a type" 'struct one {
	int x;
};' '1: one'
header "refuses an enumerator" 'enum { PICK_ONE, TWO = PICK_ONE };' '1: TWO'
header "refuses a macro" '#define ONE f(x)' '1: ONE'
header "accepts a comment" '/* int one(void); */'
printf 'core/late_pick.h one\n' > tree/tests/prefixes
header "accepts what is listed" 'int one_more(void);'
printf 'int pick_one(void);\n' > tree/src/core/late_pick.h
is "refuses what is listed and not needed" "$(sh "$check" tree)" \
	"tests/prefixes: not needed any longer: core/late_pick.h one"

tap_end
