#!/bin/sh
# The man pages: clean under mandoc, and every verb has its entry.
. "${0%/*}/../tap.sh"
tap_begin

# The status is what counts: about pages its database does not know mandoc only talks.
clean() { "$MANDOC" -T lint -W warning "$1"; }

if [ -n "${MANDOC:=$(command -v mandoc)}" ]; then
	for page in "$top_srcdir"/man/*.[0-9]; do
		ok "${page##*/} is clean" clean "$page"
	done
	printf '.Dd January 1, 2025\n.Dt X 1\n.Os\n.Sh NAME\n.Nm x\n.Nd y\n.Bogus\n' > planted.1
	not_ok "refuses an unknown macro" clean planted.1
else
	skip "man pages are clean" "no mandoc here"
fi

# undocumented PAGE: of the verbs on standard input those that have no .It Cm entry in PAGE.
undocumented()
{
	while read -r verb rest; do
		grep -Eq "^\\.It Cm $verb( |\$)" "$1" || echo "$verb${rest:+ }$rest"
	done
}

exits 0 "help --list lists" adit help --list
ok "help --list lists something" test -s out
is "every verb has its entry in adit.1" "$(undocumented "$top_srcdir/man/adit.1" < out)" ""
is "a verb without one is found" \
	"$(echo frobnicate | undocumented "$top_srcdir/man/adit.1")" frobnicate

tap_end
