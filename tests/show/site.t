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
stamps() { find web -type f -exec stat -c '%n %i %Y' {} + | sort; }
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
	is "the work tree is as it was" "$(git status --porcelain | grep -v -e turns -e " out$" -e " err$")" ""
	cd ..
else
	skip "a branch of pages" "no git here"
fi
touch file
cli 73 "a file in the place of the folder" page --html --site=file duel
tap_end
