#!/bin/sh
# Languages: who reads in which; every line is translated; what is signed and what programs read stays the same.
. "${0%/*}/lib.sh"
tap_begin
unset ADIT_LANG LC_ALL LC_MESSAGES LANG LANGUAGE ADIT_CATALOGUES
keys host anna bob carl

# The pseudo-language: each message in brackets, with accents, a third longer.
mkdir catalogues
PYTHONDONTWRITEBYTECODE=1 python3 "$top_srcdir/po/pseudo.py" "$top_srcdir/po/de.po" > qps.po || exit 99
msgfmt -o catalogues/qps.mo qps.po 2> /dev/null || exit 99
pseudo() { ADIT_CATALOGUES=$tap_dir/catalogues ADIT_LANG=qps "$@"; }

ok "every catalogue is complete, and adit can fill it in" env PYTHONDONTWRITEBYTECODE=1 \
	python3 "$top_srcdir/po/check.py" "$top_srcdir"/po/??.po
is "POTFILES names each file with messages" "$(cat "$top_srcdir/po/POTFILES")" \
	"$(cd "$top_srcdir" && grep -rlE '\<(MSG(_N|_PLAIN)?|HELP)\(' src --include='*.c' | LC_ALL=C sort)"
is "LINGUAS names each catalogue" "$(tr ' ' '\n' < "$top_srcdir/po/LINGUAS")" \
	"$(cd "$top_srcdir/po" && printf '%s\n' ./*.po | sed 's|\./||; s/\.po//')"
# A message that is in no catalogue would be English.
(cd "$top_srcdir" && sh po/collect.sh "$tap_dir/all.pot")
is "ENGLISH names what there is" "$(cd "$top_srcdir" && grep -v '^#' po/ENGLISH | while read -r name; do ls -d "$name" > /dev/null 2>&1 || echo "$name"; done)" ""
read -r languages < "$top_srcdir/po/LINGUAS"
for lang in $languages; do
	ok "$lang has every message" msgcmp --use-untranslated "$top_srcdir/po/$lang.po" all.pot
done

# ---- which language
for rules in saboteur saboteur2 duel dark-cave; do
	case $rules in duel) seats='--seat anna --seat bob' ;; *) seats='--seat anna --seat bob --seat carl' ;; esac
	# shellcheck disable=SC2086 # several
	adit new $rules.db -k host --rules $rules $seats --trusted-host --now "$now" --id $rules > $rules.txt || exit 99
done
# title WORDS [VARIABLE=VALUE...]: the heading of the table
title()
{
	expected=$1
	shift
	is "$* is $expected" "$(env "$@" "$ADIT" read --no-record --public saboteur.txt | grep -c "^$expected\$")" 1
}
title Table LANG=
title Table LANG=C LANGUAGE=de
title Table LC_ALL=C.UTF-8 LANG=de_DE.UTF-8
title Table LANG=xx_XX.UTF-8
title Table LANG=de_DE.ISO-8859-1
title Tisch LANG=de_DE.UTF-8
title Tisch LANG=fr_FR.UTF-8 LANGUAGE=it:de:en
title Стіл LANG=de_DE.UTF-8 LC_ALL=uk_UA.UTF-8
title Стол LANG=de_DE.UTF-8 ADIT_LANG=ru
title Table LANG=de_DE.UTF-8 ADIT_LANG=en
title Mesa LANG=de_DE.UTF-8 LANGUAGE=../x:es
is "a long LANGUAGE" "$(LANG=de_DE.UTF-8 LANGUAGE=$(printf '%0100000d' 0):es adit read --no-record --public saboteur.txt | grep -c '^Mesa$')" 1
is "--lang" "$(ADIT_LANG=ru adit read --lang=de --no-record --public saboteur.txt | grep -c '^Tisch$')" 1
cli 2 "... of no language" read --lang=xx --public saboteur.txt
is "... is refused with those that there are" "$(cat err)" \
	'adit: read: --lang knows no language "xx"; there are: en, de, es, ru, uk'
cli 2 "... nor of a path" read --lang=../de --public saboteur.txt
cli 2 "... nor of nothing" read --lang= --public saboteur.txt
cli 0 "the setting" config lang uk
is "... counts" "$(adit read --no-record --public saboteur.txt | grep -c '^Стіл$')" 1
is "... more than ADIT_LANG" "$(ADIT_LANG=de adit read --no-record --public saboteur.txt | grep -c '^Стіл$')" 1
cli 2 "... is a code" config lang Deutsch
cli 5 "... of a language that there is" config --lang=en lang tlh
said 'there is no language "tlh"; there are: en, de, es, ru, uk'
cli 0 "... is removed" config --unset lang

# A damaged catalogue is English.
for damage in 'head -c 100' 'tail -c +2' 'head -c 20000' 'sed s/plural=/plurel=/'; do
	mkdir -p broken
	$damage < catalogues/qps.mo > broken/de.mo
	is "a catalogue after $damage" "$(ADIT_CATALOGUES=broken LANG=de_DE.UTF-8 adit read --no-record --public saboteur.txt |
		grep -c '^Table$')" 1
done
rm -r broken

# ---- every line
# rest RULES FILE: the words outside of brackets that are no names of cards or seats, without boards
rest()
{
	adit referee --cards "$1" | grep -o '"kind":"[^"]*"' | cut -d '"' -f 4 | tr '+:@/' '\n' | sort -u > kinds
	awk '/^\[Bóárd/ { skip = 1 } /^\[Órdérš/ { exit } /^\[/ && !/^\[Bóárd/ { skip = 0 } /^$/ && skip { skip = 2 }
		skip == 2 && /\[/ { skip = 0 } !skip { printf "%s%s", /^    / ? "" : "\n", $0 }' "$2" |
	    sed -e ':a
		s/\[[^][]*\]//g
		ta' -e 's/‹[^›]*›//g' | grep -oE '[A-Za-z-]{3,}' |
	    grep -vxE 'anna|bob|carl|UTC|goal-|-[nesw]+' | grep -vxF -f kinds
}
for rules in saboteur saboteur2 duel dark-cave; do
	pseudo adit read --no-record -k anna $rules.txt > out 2> /dev/null || exit 99
	is "$rules: every line is translated" "$(rest $rules out)" ""
	ok "... in at most 80 columns" awk '{ gsub(/[^ -~]/, "x") } length > 160 { exit 1 }' out
	pseudo adit read --no-record -k anna --cards $rules.txt > out 2> /dev/null || exit 99
	is "... of the cards, too" "$(rest $rules out)" ""
done

# ---- what has one language
mover() { sed -n 's/^next: //p' "$1"; }
play()
{
	rm -rf game && cp -R "$tap_dir/keys" game && cp saboteur.db game/t.db && cp saboteur.txt game/0
	ADIT_HOME=$tap_dir/game
	for turn in 1 2 3 4 5 6; do
		me=$(mover game/$((turn - 1)))
		order=$("$ADIT" read --no-record -k "$me" --moves game/$((turn - 1)) | grep '^discard [a-z-]*$' | head -n 1)
		"$ADIT" sign --no-record -k "$me" -d game/$((turn - 1)) --seq $turn "$order" > game/order$turn 2> /dev/null || return
		"$ADIT" apply game/t.db game/order$turn --json > game/json$turn || return
		"$ADIT" digest game/t.db > game/$turn || return
	done
	"$ADIT" read --no-record --json -k anna game/6 > game/read.json
	"$ADIT" read --no-record --moves -k "$(mover game/6)" game/6 > game/moves
	"$ADIT" log --json game/[0-6] > game/log.json
	"$ADIT" status --json --now "$now" game/t.db > game/status.json
}
# Nonces and ages are random: compare what is decided by the rules.
plain()
{
	grep -hvE '^(age|sig|text|prev|time| *[A-Za-z0-9+/=]+$)|BEGIN|END|hash|head' game/[0-6] | sed 's/[a-z2-7]\{40,\}//g'
	sed 's/"[a-z_]*":"[^"]*[a-z0-9]\{30,\}[^"]*",*//g; s/"time":"[^"]*"//g' game/*.json game/json?
	cat game/moves
}
play || exit 99
plain > english
(LC_ALL=uk_UA.UTF-8 && export LC_ALL && play) || exit 99
plain > ukrainian
(ADIT_CATALOGUES=$tap_dir/catalogues ADIT_LANG=qps && export ADIT_CATALOGUES ADIT_LANG && play) || exit 99
plain > pseudo
ADIT_HOME=$tap_dir/keys
is "Ukrainian changes no digest, order list or JSON" "$(diff english ukrainian)" ""
is "... nor does the pseudo-language" "$(diff english pseudo)" ""

# ---- refusals
me=$(mover saboteur.txt)
LANG=de_DE.UTF-8 cli 3 "an order that the rules refuse" sign --no-record -k "$me" -d saboteur.txt "place nesw at 20,20"
like "... in the language of its player" "$(cat err)" '*"place nesw at 20,20": *'
is "... and not in English" "$(grep -cE 'you hold|no tunnel of' err)" 0

tap_end
