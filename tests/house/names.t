#!/bin/sh
# What a comment or a page names is in the tree.
. "${0%/*}/../tap.sh"
tap_begin

check=$top_srcdir/tests/check-names

ok "what is named is there" sh "$check" "$top_srcdir"

mkdir -p tree/src/util tree/man
printf 'int at_home(void);\n' > tree/src/util/a.h
# comment NAME TEXT WANT: the message about this comment.
comment()
{
	printf '%s\nint x;\n' "$2" > tree/src/util/b.c
	is "$1" "$(sh "$check" tree)" "${3:+src/util/b.c:1: there is no $3}"
}

comment "refuses a document" '/* As gone.md says. */' gone.md
comment "refuses a file" '/* See gone.c. */' gone.c
comment "refuses a file of a folder" '/* See core/a.h. */' core/a.h
comment "refuses an identifier" '/* See not_here. */' not_here
comment "refuses a macro" '/* NOT_HERE is 1. */' NOT_HERE
comment "accepts the file beside it" '/* See a.h. */'
comment "accepts one from src/ on" '/* See util/a.h. */'
comment "accepts an identifier" '/* See at_home and x. */'
comment "accepts a library's header" '#include <sodium.h> /* <sodium.h>, not ours. */'
comment "accepts what stands for any" '/* A folder has a NAME.c with NAME_row, see cmd_VERB.c. */'
comment "accepts code and strings" 'const char *x_y = "gone.md";'
printf 'See gone.md.\n' > tree/man/x.1
is "refuses a document in a page" "$(sh "$check" tree)" "man/x.1:1: there is no gone.md"

tap_end
