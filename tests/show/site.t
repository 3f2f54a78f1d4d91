#!/bin/sh
# A folder of pages: all tables, also bad ones; unchanged pages are not rewritten.
. "${0%/*}/../cli/lib.sh"
tap_begin
keys host anna bob carl other
for game in saboteur duel dark-cave; do
	case $game in
	saboteur) set -- --seat anna --seat bob --seat carl --limit=36h ;;
	*) set -- --seat anna --seat bob ;;
	esac
	adit new $game.db -k host --rules $game "$@" --trusted-host --option first=anna --id "the-$game" --now "$now" \
		--out $game > /dev/null || exit 99
done
act() # GAME SEAT OPTION...
{
	file=$(find "$1/turns" -name '*.txt' | sort | tail -n 1)
	game=$1 seat=$2
	shift 2
	adit sign -k "$seat" -d "$file" "$@" > order 2> /dev/null
	adit apply "$game.db" order --out "$game" --now "$when" > /dev/null 2>&1 || exit 99
}
when=2026-11-22T08:00:00Z
act saboteur anna "$(adit read saboteur -k anna --moves | head -n 1)"
when=2026-11-22T09:00:00Z
act duel bob --say ']]> <b>&amp;</b>'
cli 0 "--site" page --html --site=web saboteur duel dark-cave
is "... is these files" "$(find web -type f | sort | tr '\n' ' ')" \
	"web/feed.xml web/index.html web/the-dark-cave/index.html web/the-dark-cave/replay.html web/the-duel/index.html web/the-duel/replay.html web/the-saboteur/index.html web/the-saboteur/replay.html "
like "... the list says whose turn it is" "$(cat web/index.html)" "*the-saboteur*bob is to move, until 2026-11-23 20:00 UTC*the-duel*anna is to move<*"
like "... the feed has the newest first" "$(grep '<title>' web/feed.xml)" \
	"<title>Tables*Saboteur: The Duel, the-duel, digest 1: anna is to move*Saboteur, the-saboteur, digest 1: bob is to move*digest 0: *"
like "... what was said is text in text" "$(cat web/feed.xml)" "*&lt;blockquote class=&quot;said&quot; dir=&quot;auto&quot;&gt;* &amp;lt;b*&amp;amp;amp;*&lt;/blockquote&gt;*"
for page in saboteur duel dark-cave; do
	adit page --html $page | cmp -s - web/the-$page/index.html
	tap_result $? "... $page: its page"
	adit page --html --replay $page | cmp -s - web/the-$page/replay.html
	tap_result $? "... and its replay"
done
is "... without choice no filter, but one of games" "$(grep -c '<fieldset>' web/index.html)" 1
ok "... it says in its head what it is" grep -qF '<meta property="og:description" content="Games by mail and git: 3 running, 0 over.">' web/index.html
if command -v tidy > /dev/null; then
	is "tidy" "$(tidy -errors -quiet web/index.html 2>&1)" ""
else
	skip "tidy" "it is not here"
fi
if command -v xmllint > /dev/null; then
	ok "the feed is XML" xmllint --noout web/feed.xml
else
	skip "the feed is XML" "no xmllint here"
fi

# ---- again
stamps() { find "${1:-web}" -type f -exec stat -c '%n %i %Y' {} + | sort; }
find web -type f -exec touch -d 2020-01-01 {} +
stamps > before
cli 0 "again" page --html --site=web saboteur duel dark-cave
stamps > after
ok "... nothing is written" cmp before after
when=2026-11-22T10:00:00Z
act saboteur bob "$(adit read saboteur -k bob --moves | head -n 1)"
cli 0 "after a turn" page --html --site=web saboteur duel dark-cave
stamps > after
is "... that table is, the list and the feed" "$(diff before after | sed -n 's/^> \([^ ]*\) .*/\1/p' | tr '\n' ' ')" \
	"web/feed.xml web/index.html web/the-saboteur/index.html web/the-saboteur/replay.html "
mkdir hidden hidden/turns
for file in saboteur/turns/*.txt; do
	sed '/^-----BEGIN AGE/,/^-----END AGE/ s/[A-Za-z]\{8\}$/AAAAAAAA/' "$file" > "hidden/turns/${file##*/}"
done
cp -r web was
cli 0 "whatever is hidden" page --html --site=web hidden duel dark-cave
ok "... is the same" diff -r was web

# ---- bad ones
mkdir bad bad/turns gap gap/turns
cp saboteur/turns/* bad/turns && sed -i 's/^turn: .*/turn: 9/' bad/turns/000001.txt
cp saboteur/turns/000000.txt saboteur/turns/000002.txt gap/turns
rm -r web
exits 1 "a host who cheats" adit page --html --site=web bad duel gap none
is "... is said of each" "$(sed -n 's/^adit: page: \([a-z]*\): .*/\1/p' err | tr '\n' ' ')" "bad gap none "
is "... who is all right has pages" "$(find web -name replay.html | tr '\n' ' ')" "web/the-duel/replay.html "
like "... and they are listed in red" "$(cat web/index.html)" '*bad</h2>*class="wrong"*the-duel*gap</h2>*class="wrong"*'
cp -r web was.bad
exits 1 "... by whole paths" adit page --html --site="$tap_dir/web/" "$tap_dir/bad" duel "$tap_dir//gap/" "$tap_dir/none"
not_ok "... which the list does not tell" grep -qF -e "$tap_dir" web/index.html
ok "... but what they end with" diff -r was.bad web
adit new twin.db -k other --rules duel --seat anna --seat bob --trusted-host --id the-duel --out twin > /dev/null
home=$ADIT_HOME ADIT_HOME=/nowhere # one that does not know the host of that game
cli 0 "two tables of a name" page --html --site=web duel twin
is "... have two folders" "$(find web -name replay.html | sed 's/the-duel-[a-z0-9]*/the-duel-HOST/' | sort | tr '\n' ' ')" \
	"web/the-duel-HOST/replay.html web/the-duel/replay.html "
ADIT_HOME=$home
exits 2 "one table twice" adit page --html --site=web duel duel
rm -r web
mkdir -p web/the-saboteur/index.html web/the-duel/replay.html
exits 73 "files that cannot be written" adit page --html --site=web saboteur duel dark-cave
is "... are said of each table" "$(sed -n 's/^adit: page: \([a-z-]*\): .*/\1/p' err | tr '\n' ' ')" "saboteur duel "
like "... which the list says" "$(cat web/index.html)" '*saboteur</h2>*class="wrong"*duel</h2>*class="wrong"*the-dark-cave/index.html*'
not_ok "... and the feed has only the others" grep -q -e 'href="/' -e the-duel -e the-saboteur web/feed.xml
ok "... which have all pages" test -f web/the-dark-cave/replay.html

# ---- what the feed is called
feed_id() { sed -n 's/^<id>urn:x-adit:tables:\(.*\)<\/id>$/\1/p' "$1/feed.xml"; }
home=$ADIT_HOME ADIT_HOME=/nowhere # one that does not know the host of that game
adit page --html --site=one duel twin
adit page --html --site=two twin duel
is "a feed is called the same, however the tables are sorted" "$(feed_id one)" "$(feed_id two)"
adit page --html --site=three dark-cave
for table in duel twin; do
	adit page --html --site=three $table
	is "... and as before, whatever is in it" "$(feed_id three)" "$(adit key "$home/host.pub" --json | sed 's/.*"fingerprint":"\([a-z0-9]*\)".*/\1/')"
done
ADIT_HOME=$home
adit page --html --site=three gap 2> /dev/null
is "... and if no table can be shown" "$(feed_id three)" "$(adit key host --json | sed 's/.*"fingerprint":"\([a-z0-9]*\)".*/\1/')"
cli 2 "two tables without --site" page --html --replay duel saboteur

# ---- with the browser file
printf '<!DOCTYPE html>\n<meta name="generator" content="adit 0.1.0">\n<script>"\000\377"</script>' > player
ADIT_PLAYER_FILE=$tap_dir/player
export ADIT_PLAYER_FILE
cli 0 "--player" page --html --site=play --player saboteur duel dark-cave
ok "... has that file, byte for byte" cmp play/adit.html player
is "... an index of digests" "$(cat play/digests.txt)" "adit digests 1
table the-saboteur the-saboteur 2
table the-duel the-duel 1
table the-dark-cave the-dark-cave 0"
for game in saboteur duel dark-cave; do
	ok "... those of $game, byte for byte" diff -r $game/turns play/the-$game/turns
	adit page --html $game | sed '/^<p class="soft"><a rel=/d' > bare.html
	sed '/^<p class="soft"><a rel="noreferrer" href="..\/adit.html">Play in this browser<\/a><\/p>$/d' play/the-$game/index.html > less
	ok "... its page has only a link more" cmp bare.html less
	is "... one" "$(grep -c 'href="../adit.html"' play/the-$game/index.html)" 1
done
ok "... the list has a link" grep -qF '<p><a href="adit.html">Play in this browser</a></p>' play/index.html
cli 0 "... a folder of the site is one of digests" read -k bob play/the-saboteur
if command -v tidy > /dev/null; then
	is "tidy" "$(tidy -errors -quiet play/index.html 2>&1; tidy -errors -quiet play/the-duel/index.html 2>&1)" ""
else
	skip "tidy" "it is not here"
fi
changed() { stamps play > after; diff before after | sed -n 's/^> \([^ ]*\) .*/\1/p' | tr '\n' ' '; }
find play -type f -exec touch -d 2020-01-01 {} +
stamps play > before
cli 0 "again, from game files" page --html --site=play --player saboteur.db duel.db dark-cave.db
is "... nothing is written" "$(changed)" ""
when=2026-11-22T11:00:00Z
act duel anna --say hello
cli 0 "after a digest" page --html --site=play --player saboteur duel dark-cave
is "... that is new" "$(changed)" \
	"play/digests.txt play/feed.xml play/index.html play/the-duel/index.html play/the-duel/replay.html play/the-duel/turns/000002.txt "

# Of mails only the digests are published, as they are in the table.
mkdir mails
for file in duel/turns/*.txt; do
	{
		printf 'From: bob@example.org\nSubject: x\n\nBob, my hand is private before\n\n'
		sed 's/$/\r/' "$file"
		printf '\nand private after.\n-- \nprivate telephone 17\n'
	} > "mails/${file##*/}"
done
sed '/^[FS][a-z]*: /!s/^/> /' mails/* > mailbox
for from in mails mailbox; do
	cli 0 "--player, from $from" page --html --site=mailed --player $from
	ok "... has the same digests" diff -r duel/turns mailed/the-duel/turns
	not_ok "... and nothing else" grep -rq private mailed/the-duel/turns
	rm -r mailed
done

# The digests of a table that is bad are not listed; the index never lists what is not there.
mkdir short short/turns
cp duel/turns/00000[01].txt short/turns
cli 0 "a table that goes back" page --html --site=play --player saboteur short dark-cave
is "... has fewer digests in the index" "$(grep duel play/digests.txt)" "table the-duel the-duel 1"
ok "... the others stay, since the folder may be that of another table" cmp duel/turns/000002.txt play/the-duel/turns/000002.txt
exits 1 "a host who cheats" adit page --html --site=play --player bad gap duel none
is "... is not in the index" "$(cat play/digests.txt)" "adit digests 1
table the-duel the-duel 2"
exits 2 "one table twice" adit page --html --site=play --player duel duel
is "... is there once" "$(grep -c duel play/digests.txt)" 1
home=$ADIT_HOME ADIT_HOME=/nowhere
cli 0 "two tables of a name" page --html --site=twins --player duel twin
ADIT_HOME=$home
folder=$(cd twins && echo the-duel-*)
is "... have two lines" "$(cat twins/digests.txt)" "adit digests 1
table the-duel the-duel 2
table $folder the-duel 0"
ok "... and two folders" diff -r twin/turns "twins/$folder/turns"
rm -r play/the-duel/turns/000001.txt
mkdir play/the-duel/turns/000001.txt
exits 73 "a digest that cannot be written" adit page --html --site=play --player saboteur duel
is "... is not in the index" "$(cat play/digests.txt)" "adit digests 1
table the-saboteur the-saboteur 2"
cli 0 "without --player" page --html --site=play saboteur
not_ok "... no link" grep -rq 'href="[./]*adit.html"' play/index.html play/the-saboteur
ok "... the files stay" sh -c 'cmp play/adit.html player && grep -q "^table the-saboteur" play/digests.txt'

# OUT in the folder of a table, and one whose folder is that of a table.
(cd saboteur && adit page --html --site=web --player) || exit 99
cli 0 "a site in the folder of its table" read --public --no-record saboteur
cp out read.in
rm -r saboteur/web
adit read --public --no-record saboteur > read.out
ok "... changes nothing for readers" cmp read.in read.out
cp -r duel the-duel
(cd the-duel && find turns -type f -exec stat -c '%n %i' {} + | sort) > before
cli 0 "a site whose folder is that of its table" page --html --site=. --player the-duel
ok "... leaves its digests as they are" sh -c 'cd the-duel && find turns -type f -exec stat -c "%n %i" {} + | sort | cmp - ../before'
rm -r the-duel adit.html digests.txt index.html feed.xml

# Links below OUT are not followed.
mkdir elsewhere linked linked/the-duel
ln -s ../elsewhere linked/the-saboteur
ln -s ../../elsewhere linked/the-duel/turns
echo secret > elsewhere/file
ln -s ../elsewhere/file linked/adit.html
ln -s ../elsewhere/file linked/digests.txt
exits 73 "links in the places of folders" adit page --html --site=linked --player saboteur duel dark-cave
is "... are said of each table" "$(sed -n 's/^adit: page: \([a-z]*\): linked\/\([a-z\/-]*\) is a symbolic link$/\1 \2/p' err)" "saboteur the-saboteur
duel the-duel/turns"
is "... and nothing is written there" "$(ls elsewhere)$(cat elsewhere/file)" filesecret
ok "... links in the places of files are replaced" sh -c 'test ! -L linked/adit.html && test ! -L linked/digests.txt && cmp linked/adit.html player'
is "... and the others are there" "$(sed 1d linked/digests.txt)" "table the-dark-cave the-dark-cave 0"

# What is not the browser file.
cp -r play was.play
# wrong STATUS NAME FILE
wrong()
{
	ADIT_PLAYER_FILE=$3
	cli "$1" "$2" page --html --site=play --player duel
	ok "... and nothing changes" diff -r play was.play
	cli "$1" "... nor is anything made" page --html --site=fresh --player duel
	not_ok "... no folder" test -e fresh
}
: > nothing
sed s/generator/author/ player > other.html
wrong 5 "no browser file" "$tap_dir/absent.html"
said "no browser file: $tap_dir/absent.html does not exist; \`make web\` builds it and a release has it; *"
wrong 65 "an empty one" nothing
wrong 65 "another file" other.html
said "other.html is not the browser file of adit; it has no <meta *"
wrong 65 "a folder" saboteur
unset ADIT_PLAYER_FILE
cli 2 "--player without --site" page --html --player duel
ADIT_PLAYER_FILE=$tap_dir/player
export ADIT_PLAYER_FILE
rm -r play && mkdir -p play/adit.html
cli 73 "a folder in the place of the browser file" page --html --site=play --player duel
is "... stops before all else" "$(find play)" "play
play/adit.html"

# ---- as a branch
if command -v git > /dev/null; then
	cd saboteur || exit 99
	mkdir ../bin
	ln -s "$ADIT" ../bin/adit
	git init --quiet . && git config user.name host && git config user.email host@example.org
	pages() { PATH=$tap_dir/bin:$PATH sh "$top_srcdir/examples/git/pages" "$@"; }
	exits 0 "a branch of pages" pages
	is "... has the site" "$(git ls-tree -r --name-only pages | tr '\n' ' ')" \
		"feed.xml index.html the-saboteur/index.html the-saboteur/replay.html "
	exits 0 "... again" pages
	exits 0 "... with another table" pages . ../duel
	is "... a commit where there is something new" "$(git rev-list --count pages)" 2
	exits 1 "a host who cheats" pages . ../bad
	is "... is a commit" "$(git rev-list --count pages)" 3
	exits 0 "... with the browser file" pages --player
	is "... also is" "$(git ls-tree -r --name-only pages | grep -v -e html -e the-duel | tr '\n' ' ')" \
		"digests.txt feed.xml the-saboteur/turns/000000.txt the-saboteur/turns/000001.txt the-saboteur/turns/000002.txt "
	is "the work tree is as it was" "$(git status --porcelain | grep -v -e turns -e " out$" -e " err$")" ""
	cd ..
else
	skip "a branch of pages" "no git here"
fi

# ---- several languages
cli 0 "--lang" page --html --site=tongues --lang=de,uk,en saboteur duel dark-cave
is "... is these files more" "$(cd tongues && find uk en -type f | sort | tr '\n' ' ')" \
	"$(for lang in en uk; do
		for table in index.html the-dark-cave/index.html the-dark-cave/replay.html the-duel/index.html \
			the-duel/replay.html the-saboteur/index.html the-saboteur/replay.html; do
			printf '%s/%s ' $lang $table
		done
	done)"
missing=
for file in $(cd tongues && find . -name '*.html'); do
	links=$(sed -n '/<nav class="languages"/,/<\/nav>/ s/.*href="\([^"]*\)".*/\1/p' "tongues/$file")
	[ "$(echo "$links" | wc -l)" -eq 2 ] || missing="$missing $file"
	for link in $links; do
		[ -f "tongues/${file%/*}/$link" ] || missing="$missing $file:$link"
	done
done
is "... each page has links to it in the other languages, and they lead there" "$missing" ""
for lang in de uk en; do
	case $lang in de) in=tongues ;; *) in=tongues/$lang ;; esac
	is "... $lang: each page says its language" "$(grep -l "^<html lang=\"$lang\">" $in/*.html $in/the-*/*.html | wc -l)" 7
	adit page --html --site=alone --lang=$lang saboteur duel dark-cave
	for file in index.html the-duel/index.html the-duel/replay.html; do
		sed '/<nav class="languages"/,/<\/nav>/d; s/"..\/feed.xml"/"feed.xml"/' $in/$file > less
		ok "... $lang: $file is that of a site of one language" cmp less alone/$file
	done
done
adit page --html --site=plain saboteur duel dark-cave
ok "... English is what there is without it" diff -r plain alone
LC_ALL=de_DE.UTF-8 ADIT_LANG=uk adit page --html --site=abroad saboteur duel dark-cave
ok "... whatever the locale" diff -r plain abroad
policies() { sed -n 's/.*Content-Security-Policy" content="\([^"]*\)".*/\1/p' "$@" | sort -u | wc -l; }
is "... scripts and style are those of every language" "$(policies tongues/the-duel/replay.html tongues/uk/the-duel/replay.html)" 1
if command -v tidy > /dev/null; then
	is "tidy" "$(for file in index.html uk/index.html the-duel/index.html uk/the-duel/index.html uk/the-saboteur/replay.html; do
		tidy -errors -quiet tongues/$file 2>&1
	done)" ""
else
	skip "tidy" "it is not here"
fi
adit new uk.db -k host --rules duel --seat anna --seat bob --trusted-host --id uk --out uk > /dev/null
cli 0 "a game with the name of a language" page --html --site=named --lang=en,uk uk
like "... gets another folder" "$(find named -name replay.html)" '*named/uk-????????/replay.html*'
cli 2 "a language twice" page --html --site=web --lang=en,de,de duel
said '--lang names de twice'
cli 2 "... one that there is not" page --html --site=web --lang=en,xx duel
said '--lang knows no language "xx"; there are: en, de, es, ru, uk'
cli 2 "... several without --site" page --html --lang=en,uk duel
said 'several languages need --html and --site=OUT'
mkdir crossed && ln -s "$tap_dir" crossed/uk
cli 73 "a link in the place of a language" page --html --site=crossed --lang=en,uk duel
touch file
cli 73 "a file in the place of the folder" page --html --site=file duel
tap_end
