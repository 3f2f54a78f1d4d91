#!/bin/sh
# The man pages: clean under mandoc, the same words by groff, and every verb has its entry.
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

# words: those of a formatted page, one a line, without its header, its footer and what depends on the width
# of a line: hyphens.  The two have different dashes.
words()
{
	sed 's/\x1b\[[0-9;]*m//g; s/.\x08//g' | grep . | sed '1d;$d' |
	sed -z 's/[-‐−]\n *//g; s/[-‐−]//g; s/–/—/g; s/\xc2\xa0/ /g' | tr -s ' ' '\n' | grep .
}

# by_both PAGE: what groff makes of it, and where its words are others than those of mandoc.
by_both()
{
	"$MANDOC" -T utf8 -O width=78 "$1" | words > by-mandoc
	groff -K utf8 -mdoc -T utf8 "$1" 2> groff-said | words > by-groff
	cat groff-said
	diff by-mandoc by-groff
}

if [ -n "$MANDOC" ] && command -v groff > /dev/null; then
	for page in "$top_srcdir"/man/*.[0-9]; do
		ok "${page##*/} has the same words by groff" by_both "$page"
	done
	printf '.Dd January 1, 2025\n.Dt X 1\n.Os\n.Sh NAME\n.Nm x\n.Nd y\n.Sh DESCRIPTION\n' > narrow.1
	printf '.Bl -column "a" "b"\n.It longer than that Ta b\n.El\n' >> narrow.1
	not_ok "finds a column that is too narrow" by_both narrow.1
else
	skip "the same words by groff" "no mandoc or no groff here"
fi

exits 0 "help --list lists" adit help --list
ok "help --list lists something" test -s out
is "every verb has its entry in adit.1" "$(undocumented "$top_srcdir/man/adit.1" < out)" ""
is "a verb without one is found" \
	"$(echo frobnicate | undocumented "$top_srcdir/man/adit.1")" frobnicate

tap_end
