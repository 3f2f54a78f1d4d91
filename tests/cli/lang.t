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
	"$(cd "$top_srcdir" && grep -rlE '\<(MSG(_N|_PLAIN)?|HELP)\(("|$| *\\$)|\<CMD_OPTION\("' src --include='*.[ch]' |
		grep -v /language.h | LC_ALL=C sort)"
is "LINGUAS names each catalogue" "$(tr ' ' '\n' < "$top_srcdir/po/LINGUAS")" \
	"$(cd "$top_srcdir/po" && printf '%s\n' ./*.po | sed 's|\./||; s/\.po//')"
is "contexts describes each context" "$(sed '/^#/d; s/	.*//' "$top_srcdir/po/contexts")" \
	"$(sed -n 's/^msgctxt "\(.*\)"$/\1/p' "$top_srcdir/po/de.po" | LC_ALL=C sort -u)"
# A message that is in no catalogue would be English.
(cd "$top_srcdir" && sh po/collect.sh "$tap_dir/all.pot")
is "ENGLISH names what there is" "$(cd "$top_srcdir" && grep -v '^#' po/ENGLISH | while read -r name; do ls -d "$name" > /dev/null 2>&1 || echo "$name"; done)" ""
read -r languages < "$top_srcdir/po/LINGUAS"
for lang in $languages; do
	ok "$lang has every message" msgcmp --use-untranslated "$top_srcdir/po/$lang.po" all.pot
done

# A longer line is wrapped, and what is left of it stands alone on the next.
is "no broken line of a mail in English has more than 72 columns" "$(msgcat --no-wrap all.pot | awk '
/^msgctxt/ { mail = /"(mail|words)"/ }
/^msgid/ { in_id = mail; was = ""; next }
!/^"/ { if (in_id && several && length(was) > 72) print was; in_id = 0 }
in_id { gsub(/^"|"$/, ""); sub(/\\n$/, ""); gsub(/\\"/, "\""); several = was != "" && $0 != ""
	if (several && length(was) > 72) print was
	was = $0 }')" ""

# ---- terms
ok "no catalogue contradicts the glossary" env PYTHONDONTWRITEBYTECODE=1 \
	python3 "$top_srcdir/po/glossary.py" "$top_srcdir"/po/??.po
mkdir terms
sed 's/Steinschlag/Erdrutsch/' "$top_srcdir/po/de.po" > terms/de.po
not_ok "another word for a term is found" env PYTHONDONTWRITEBYTECODE=1 python3 "$top_srcdir/po/glossary.py" terms/de.po
is "the glossary has each language" "$(sed -n '/^en	/s/^en	//p' "$top_srcdir/po/glossary.tsv" | tr '\t' ' ')" "$languages"

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

# ---- pages, boards in words, lists
mover() { sed -n 's/^next: //p' "$1"; }
# advance RULES: plays a few turns of a copy, going.db; the digests are in all, the newest is in last
advance()
{
	cp "$1.db" going.db && cp "$1.txt" all && cp "$1.txt" last
	for turn in 1 2 3 4 5; do
		me=$(mover last)
		"$ADIT" read --no-record -k "$me" --moves last > moves
		order=$(grep -E '^(place|walk)' moves | tail -n 1)
		"$ADIT" sign --no-record -k "$me" -d last --seq $turn "${order:-$(head -n 1 moves)}" > order 2> /dev/null || return
		"$ADIT" apply going.db order > last 2> /dev/null && cat last >> all || return
	done
	me=$(mover last)
}
# outside FILE...: words outside of brackets but kinds of cards, what the file kinds has besides, seats, titles of games, words of orders and numbers of goals
outside()
{
	PYTHONDONTWRITEBYTECODE=1 python3 "$top_srcdir/tests/cli/outside.py" "$@" | grep -vxF -f kinds |
	grep -vxE 'anna|bob|carl|UTC|goal-|new|[nesw]+|Saboteur|Duel|Dark|Cave|The|place|discard|walk|stay|flipped|dark-cave|duel|saboteur2?|going'
}
# wide COLUMNS FILE: the lines that are wider
wide() { python3 -c 'import sys
for line in open(sys.argv[2], encoding="utf-8"):
    if len(line) > int(sys.argv[1]) + 1:
        print(line, end="")' "$@"; }
# skeleton FILE: what of a page has no language: ids, places, links, times, codes and hashes
skeleton()
{
	grep -oE '(id|href|data-at|data-to|data-seat|data-card|data-way|datetime|data-begin|class)="[^"]*"|<code[^>]*>[^<]*</code>|sha256-[^ ;]*' "$1" |
	sed 's/<code data-turned="[^"]*"/<code/'
}
cp -R keys later && ADIT_HOME=$tap_dir/later
for rules in saboteur saboteur2 duel dark-cave; do
	advance $rules || exit 99
	rest $rules out > /dev/null # makes kinds
	# Of an order "discard ns to remove break-lamp" or "place ew at 1,2 pay 0,1", too.
	adit read --no-record --moves -k "$me" all 2> /dev/null | grep -oE '[a-z-]{3,}' | sort -u >> kinds
	pseudo adit read --no-record --plain -k "$me" all > plain 2> /dev/null || exit 99
	pseudo adit log all > digests || exit 99
	pseudo adit status --now "$now" going.db > line || exit 99
	pseudo adit read --no-record -k "$me" --suggest=search:20 --why all > why 2> /dev/null || exit 99
	pseudo adit page --html --no-record -k "$me" -o private.html all 2> /dev/null || exit 99
	pseudo adit page --html --no-record --lang=qps -o public.html all 2> /dev/null || exit 99
	pseudo adit page --html --replay --lang=qps -o replay.html going.db || exit 99
	pseudo adit page --lang=qps going.db > readme.md || exit 99
	pseudo adit page --svg --lang=qps going.db > board.svg || exit 99
	for file in plain digests line private.html public.html replay.html readme.md board.svg; do
		is "$rules: $file is translated" "$(outside $file)" ""
	done
	is "... the kind of dealing, too" "$(grep -c trusted line)" 0
	is "... and the reasons of a suggestion" "$(grep -cE 'try|tries|likely' why) $(grep -cE 'trý|tríéš|líkélý' why | sed 's/[1-9].*/some/')" "0 some"
	is "... words in at most 72 columns" "$(wide 72 plain)" ""
	for lang in en $languages; do
		adit page --html --no-record -k "$me" -o "private.$lang.html" "--lang=$lang" all 2> /dev/null || exit 99
		adit page --html --no-record -o "public.$lang.html" "--lang=$lang" all || exit 99
		adit page --html --replay -o "replay.$lang.html" "--lang=$lang" going.db || exit 99
		for page in private public replay; do
			skeleton "$page.$lang.html" > "skeleton.$page.$lang"
			ok "... $page, $lang: the same but for words" cmp "skeleton.$page.en" "skeleton.$page.$lang"
			ok "... says its language" grep -q "^<html lang=\"$lang\">" "$page.$lang.html"
			if command -v tidy > /dev/null; then
				is "... is valid" "$(tidy -errors -quiet "$page.$lang.html" 2>&1)" ""
			else
				skip "... is valid" "no tidy here"
			fi
		done
	done
	ok "... a page for everybody has no language of its reader" sh -c '
		ADIT_LANG=uk "$1" page --html --no-record all | cmp - public.en.html' - "$ADIT"
done
ADIT_HOME=$tap_dir/keys
mkdir screens && cp catalogues/qps.mo screens
PYTHONDONTWRITEBYTECODE=1 python3 "$top_srcdir/tests/cli/lang_screen.py" "$tap_dir/screens" > screen || exit 99
is "a session of 80 columns and 24 lines fits" "$(wide 80 screen) $(wc -l < screen)" " 24"
is "... its news begin with a whole sentence" \
	"$(sed -n 's/^.*│\(.*\)$/\1/p' screen | sed '1,/^─/d' | grep -v '^ *$' | sed -n '1s/^\( *\).*/\1/p')" ""
rest saboteur out > /dev/null
is "... and is translated" "$(outside screen | grep -vxE 'player|greedy2?|d4ktzlfm')" ""
for rules in saboteur saboteur2 duel dark-cave; do
	rest $rules out > /dev/null
	PYTHONDONTWRITEBYTECODE=1 python3 "$top_srcdir/tests/cli/lang_screen.py" "$tap_dir/screens" $rules > lesson || exit 99
	is "a lesson of $rules fits" "$(wide 80 lesson)" ""
	is "... and is translated" "$(outside lesson |
		grep -vxE 'player|greedy2?|adit|play|say|undo|remove|pickaxe|lamp|(break|repair)-[a-z-]*')" ""
	ok "... to its end" test "$(grep -c '^Týpé: ' lesson)" -ge 10
done

# ---- what has one language
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

# ---- what has one language reads no catalogue
# reads LOCALE WORD...: how often a run of adit opens one
reads()
{
	reads_in=$1
	shift
	strace -f -o trace -e trace=file env "LC_ALL=$reads_in" "ADIT_CATALOGUES=$tap_dir/read" "$ADIT" "$@" \
		> out 2> err < /dev/null
	grep -c "$tap_dir/read" trace
}
mkdir read
cp catalogues/qps.mo read/uk.mo
if strace -o trace true 2> /dev/null; then
	is "a table is shown with one catalogue" "$(reads uk_UA.UTF-8 read --no-record --public saboteur.txt)" 1
	is "... in English without" "$(reads C read --no-record --public saboteur.txt)" 0
	is "... and JSON" "$(reads uk_UA.UTF-8 read --no-record --public --json saboteur.txt)" 0
	for line in 'apply saboteur.db order' 'tick saboteur.db' 'mail --flush saboteur.db' 'run --seconds=9 true'; do
		# shellcheck disable=SC2086 # a verb and its words
		is "$line: no catalogue" "$(reads uk_UA.UTF-8 $line)" 0
	done
	is "its help: one" "$(reads uk_UA.UTF-8 apply --help)" 1
else
	skip "what reads no catalogue" "no strace here"
fi

# ---- refusals
me=$(mover saboteur.txt)
LANG=de_DE.UTF-8 cli 3 "an order that the rules refuse" sign --no-record -k "$me" -d saboteur.txt "place nesw at 20,20"
like "... in the language of its player" "$(cat err)" '*"place nesw at 20,20": *'
is "... and not in English" "$(grep -cE 'you hold|no tunnel of' err)" 0

# ---- errors and help
# outside FILE: what is not in brackets
outside() { tr '\n' ' ' < "$1" | sed -e ':a
	s/\[[^][]*\]//g
	ta'; }

# Each line is a command that fails. Errors stand in brackets, and the status is that of English.
printf %s "$now" > folder.txt
failed=0 untranslated='' status='' json=''
while IFS= read -r line; do
	failed=$((failed + 1))
	eval "set -- $line"
	"$ADIT" "$@" > out.en 2> err.en < /dev/null && status="$status
$line: succeeds"
	want=$?
	pseudo adit "$@" > out 2> err < /dev/null
	[ $? = $want ] || status="$status
$line: another status than $want"
	grep -v '^\[' err | sed 's/^adit: \([a-z.-]*: \)*//' > said
	case $(outside said | tr -d ' :;') in
	'') [ -s said ] || untranslated="$untranslated
$line: nothing is said" ;;
	*) untranslated="$untranslated
$line: $(cat err)" ;;
	esac
	case $line in help*|-*|raed*|*--host) continue ;; esac
	"$ADIT" "$@" --json > out.en 2> err.en < /dev/null
	pseudo adit "$@" --json > out 2> err < /dev/null
	cmp -s err.en err && cmp -s out.en out || json="$json
$line"
done <<END
raed
-x
--help nonsense
help raed
read --borad
read -Z
read --s saboteur.txt
read --host
read --host=a --host=b
read --moves --board saboteur.txt
read --why saboteur.txt
read --no-record=1
read --legend=maybe saboteur.txt
read --color=red saboteur.txt
read --now=noon saboteur.txt
read --passphrase-fd=x saboteur.txt
read missing.txt
read folder.txt
read . missing
read -k nobody saboteur.txt
read -k host --moves saboteur.txt
read -k anna --suggest=wise saboteur.txt
read -g other
read -g other saboteur.txt
read -k anna folder.txt
order folder.txt
order saboteur.txt
join -k anna -d saboteur.txt
confirm -k anna -d saboteur.txt
sign -d saboteur.txt -k $me
sign -d saboteur.txt -k $me --turn=soon 'discard map'
sign -d saboteur.txt -k $me --until=2026-12-24 'discard map'
sign -d saboteur.txt -k $me plcae
sign -d saboteur.txt -k $me 'place'
sign -d saboteur.txt -k $me 'place nsw to 1,0'
sign -d saboteur.txt -k $me 'place nsw at 1'
sign -d saboteur.txt -k $me 'place nsw at 999,1'
sign -d saboteur.txt -k $me 'place nsw at 1,0 now'
sign -d saboteur.txt -k $me nsw
sign -d saboteur.txt -k $me pass
sign -d saboteur.txt -k $me 'discard nothing'
sign -d saboteur.txt -k $me 'break-lamp dora'
sign -d saboteur.txt -k $me --clear 'mail all'
sign -d saboteur.txt -k $me 'vote skip dora yes'
sign -d saboteur.txt -k $me 'absent 2026-12-24'
send -k $me 'discard map'
order missing.txt
rotate-key -d saboteur.txt -k $me
rotate-key -d saboteur.txt -k $me --new nobody
join -d missing.txt
confirm -d missing.txt
play --rules duel
play --rules whist --against greedy
play --rules duel --against wise
play --rules duel --against greedy,greedy
play --rules duel --against greedy --seed xyz
play --learn=whist
play --rules duel --against greedy here
play missing.txt
play -k nobody saboteur.txt
key nobody
key No
keygen anna --no-passphrase
keygen new
config size
config lang Deutsch
config lang tlh
config color red
config key Anna
config --unset lang color
log missing.txt
page missing.txt
page --import
page -k anna --html saboteur.txt
page --at=99 saboteur.txt
audit missing.txt
audit --host missing.pub saboteur.txt
compare missing.txt
status
status --now=noon saboteur.db
END
is "errors of $failed commands have the status of English" "$status" ""
is "... stand in brackets" "$untranslated" ""
is "... and with --json are English" "$json" ""
for line in 'apply missing.db' 'apply saboteur.db missing.txt' 'tick missing.db' 'tick --borad' 'mail --flush missing' 'run --seconds=1'; do
	# shellcheck disable=SC2086 # several
	"$ADIT" $line > out.en 2> err.en < /dev/null
	# shellcheck disable=SC2086 # several
	pseudo adit $line > out 2> err < /dev/null
	ok "a service says it in English: $line" cmp err.en err
done

# Outside of brackets help has the synopsis, the options, and what others define: symbols, rules sets.
for verb in '' $("$ADIT" help --list); do
	# shellcheck disable=SC2086 # nothing, or a verb
	pseudo adit $verb --help > out || exit 99
	sed -e '/^\[ú/,/^$/d' -e '/^\[RÚLÉS/,$d' -e '/^\[.*Lég/,$d' -e 's/^ *\(-.,\)* *--[a-z-]*\([[]*=[^ ]*\)*//' \
		-e 's/^    [a-z-]*  *\[/[/' out > said
	is "help of adit $verb stands in brackets" "$(outside said | grep -oE '[A-Za-z-]{3,}')" ""
done
for lang in $languages; do
	for verb in '' $("$ADIT" help --list); do
		# shellcheck disable=SC2086 # nothing, or a verb
		LC_ALL=C.UTF-8 ADIT_LANG=$lang "$ADIT" $verb --help
	done > out
	is "help in $lang has 79 columns" "$(python3 -c 'import sys
print(*(line for line in open("out", encoding="utf-8") if len(line.rstrip("\n")) > 79), end="")')" ""
done

# A translation that cannot be filled in is English.
mkdir broken
# shellcheck disable=SC2016 # conversions
for damage in '%n %s' '%s %s %s' '%5$s' '%' '%s\n\033[2J'; do
	printf 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=1; plural=0;\\n"\n\nmsgid "unknown verb \\"%%s\\""\nmsgstr "%s"\n' \
		"$damage" > broken.po
	msgfmt -o broken/de.mo broken.po 2> /dev/null || exit 99
	ADIT_CATALOGUES=broken ADIT_LANG=de "$ADIT" raed 2> err
	case $damage in
	*2J) is "controls of a translation" "$(cat err)" 'adit: raed??[2J; did you mean read?' ;;
	*) is "an error whose translation is $damage" "$(cat err)" 'adit: unknown verb "raed"; did you mean read?' ;;
	esac
done
rm -r broken

tap_end
