#!/bin/sh
# Comments, pages and messages are plain English; so are the subjects of commits.
. "${0%/*}/../tap.sh"
tap_begin

check=$top_srcdir/tests/check-words

ok "no phrase to avoid" sh "$check" "$top_srcdir"

mkdir -p tree/src tree/tests tree/man
: > tree/tests/words-left
# words NAME LINE WANT: what is printed about this line of C.
words()
{
	printf '%s\n' "$2" > tree/src/x.c
	is "$1" "$(sh "$check" tree)" "$3"
}

words "refuses a phrase in a comment" '/* The card behind it. */' \
	'src/x.c:1: "behind": write: after, following'
words "refuses it in a string" 'const char *x = "is behind";' \
	'src/x.c:1: "behind": write: after, following'
words "accepts it in code" 'int behind;' ""
words "accepts a part of a word" '/* This is the other. */' ""
printf 'src/x.c: behind\n' > tree/tests/words-left
words "accepts an exception" '/* The card behind it. */' ""
words "refuses an exception that is not needed" '/* The card after it. */' \
	'tests/words-left: not needed any longer: src/x.c: behind'
: > tree/tests/words-left
rm tree/src/x.c
printf 'He plays.\n' > tree/man/x.1
is "refuses a phrase in a page" "$(sh "$check" tree)" 'man/x.1:1: "he": write: they'
rm tree/man/x.1
printf 'he # his turn\n' > tree/tests/x.t
is "refuses a phrase in a comment of a script" "$(sh "$check" tree)" 'tests/x.t:1: "his": write: their'

check=$top_srcdir/tests/check-subjects
# subject NAME SUBJECT WANT: what is printed about this subject of a commit.
subject() { is "$1" "$(echo "$2" | sh "$check")" "${3:+\"$2\": $3}"; }

subject "accepts a subject" "git adit: print the number of files" ""
subject "accepts a page as an area" "HACKING: show how to add an option" ""
long="read: $(printf '%060d' 0 | tr 0 x)"
subject "refuses a long one" "$long" "has 66 characters, more than 60"
subject "refuses one without an area" "Fix it" 'does not begin with an area, as in "read: report ..."'
subject "refuses a capital" "read: Fix it" "continues with a capital or a sign after the area"
subject "refuses a period" "read: fix it." "ends with a period"
subject "refuses a second clause" "read: fix it, test it" "has a clause after a comma"
not_ok "refuses to say yes to nothing" sh "$check" < /dev/null

tap_end
