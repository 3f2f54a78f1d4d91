#!/bin/sh
# The man pages: clean under mandoc, the same words by groff, every verb has its entry, and adit(6) is whole
# in each language.
. "${0%/*}/../tap.sh"
tap_begin

pages="$(echo "$top_srcdir"/man/*.[0-9]) $(echo "$top_builddir"/man/??/*.[0-9])"
# of_page PAGE: its name, with the folder of a language
of_page() { echo "$1" | sed 's|.*/man/||'; }

# The status is what counts: about pages its database does not know mandoc only talks. It wants English headings.
clean() { "$MANDOC" -T lint -W warning "$1" | grep -vE 'first section is not "NAME"|outside NAME section: Nd'; test $? = 1; }

if [ -n "${MANDOC:=$(command -v mandoc)}" ]; then
	for page in $pages; do
		ok "$(of_page "$page") is clean" clean "$page"
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
	groff -K utf8 -mdoc -T utf8 -wall -Wbreak "$1" 2> groff-said | words > by-groff
	cat groff-said
	diff by-mandoc by-groff && test ! -s groff-said
}

if [ -n "$MANDOC" ] && command -v groff > /dev/null; then
	for page in $pages; do
		ok "$(of_page "$page") has the same words by groff" by_both "$page"
	done
	printf '.Dd January 1, 2025\n.Dt X 1\n.Os\n.Sh NAME\n.Nm x\n.Nd y\n.Sh DESCRIPTION\n' > narrow.1
	printf '.Bl -column "a" "b"\n.It longer than that Ta b\n.El\n' >> narrow.1
	not_ok "finds a column that is too narrow" by_both narrow.1
else
	skip "the same words by groff" "no mandoc or no groff here"
fi

# ---- adit(6) in other languages
# untranslated PO: "RULE: first line" of each paragraph that is new or has changed, and of others that went.
untranslated() { LC_ALL=C awk -v want=missing -f "$top_srcdir/man/translate.awk" "$1" "$top_srcdir/man/adit.6"; }

read -r languages < "$top_srcdir/po/LINGUAS"
is "each language has its page" "$(cd "$top_srcdir/man" && echo ??.po)" \
	"$(echo "$languages" | tr ' ' '\n' | sort | sed 's/$/.po/' | tr '\n' ' ' | sed 's/ $//')"
for lang in $languages; do
	is "adit(6) is whole in $lang" "$(untranslated "$top_srcdir/man/$lang.po")" ""
	page=$top_builddir/man/$lang/adit.6
	sed -n 's/^\.Sx \(.*[^ .,]\)\( [.,]\)*$/\1/p' "$page" | sort -u > named
	sed -n 's/^\.Sh //p' "$page" | sort > headings
	is "... names sections that there are" "$(comm -23 named headings)" ""
	is "... with the rules of the English page" "$(grep -E '^\.(It (C|Q-|[0-9]+\.)|Ss [0-9])' "$page" | cut -d ' ' -f 1-2)" \
		"$(grep -E '^\.(It (C|Q-|[0-9]+\.)|Ss [0-9])' "$top_srcdir/man/adit.6" | cut -d ' ' -f 1-2)"
done
ok "numbers and order words are the same" env PYTHONDONTWRITEBYTECODE=1 python3 "$top_srcdir/man/check.py" \
	"$top_srcdir"/man/??.po
sed 's/6 cards with up to 5 players/7 cards with up to 5 players/' "$top_srcdir/man/adit.6" > other.6
is "a rule that has changed is named" \
	"$(LC_ALL=C awk -v want=missing -f "$top_srcdir/man/translate.awk" "$top_srcdir/man/de.po" other.6)" \
	"SAB 2.A.3: All path and action cards are shuffled into the pile.
unused: All path and action cards are shuffled into the pile."
LC_ALL=C awk -v want=page -f "$top_srcdir/man/translate.awk" "$top_srcdir/man/de.po" other.6 > other-de.6
is "... and English until it is translated" "$(grep -c 'gets 7 cards with up' other-de.6)" 1
sed 's/nur eines kaputt ist: Q-SAB-28/nur eines kaputt ist: Q-SAB-27/' "$top_srcdir/man/de.po" > other.po
not_ok "another number is found" env PYTHONDONTWRITEBYTECODE=1 python3 "$top_srcdir/man/check.py" other.po

exits 0 "help --list lists" adit help --list
ok "help --list lists something" test -s out
is "every verb has its entry in adit.1" "$(undocumented "$top_srcdir/man/adit.1" < out)" ""
is "a verb without one is found" \
	"$(echo frobnicate | undocumented "$top_srcdir/man/adit.1")" frobnicate

tap_end
