#!/bin/sh
# Pages from outside: what they are made of, where they may lie, what is text in them, what they say of a host who
# cheats.  In a browser: the scripts beside this one.
# shellcheck disable=SC2016 # markup in single quotes
. "${0%/*}/../cli/lib.sh"
tap_begin
top=$tap_dir
mkdir table priv && cd table || exit 99
keys host anna bob carl
ADIT_HOME=$top/keys
adit new cave.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host --option first=anna \
	--name "anna=A'na | <b>&amp;" --name 'carl=Ünal' --now "$now" --out . > /dev/null || exit 99

act() # SEAT OPTION...: an order
{
	seat=$1
	shift
	adit sign -k "$seat" -d "$(newest)" "$@" 2> /dev/null > order
	adit apply cave.db order --out . --now "$when" > /dev/null 2>&1 || exit 99
}
when=2026-11-22T08:00:00Z
act anna "$(move anna)"
when=2026-11-22T09:00:00Z
said='</li><script>alert(1)</script> "x" & <img src=//x.example> `b` **c**'
act carl --say "$said"

# clean NAME FILE: no mistake, no warning
clean()
{
	if command -v tidy > /dev/null; then
		tidy -errors -quiet "$2" > tidied 2>&1
		is "$1: tidy" "$(cat tidied)" ""
	else
		skip "$1: tidy" "it is not here"
	fi
	is "$1: nothing in it is loaded" "$(sed 's/^<link rel="icon" href="data:[^"]*">//' "$2" | grep -c -e ' src=' -e '<link' -e '@import' -e 'url(' -e ' style=' -e ' on[a-z]*="' \
		-e '://')" 0
	like "$1: and nothing can be" "$(cat "$2")" "*<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-*'; img-src data:; style-src 'sha256-*'; base-uri 'none'; form-action 'none'\">*"
}

# ---- for everybody
cli 0 "page --html" page --html
cp out public.html
sed "s/script-src 'none'/script-src 'sha256-'/" public.html > policy.html
clean "the public page" policy.html
while read -r line; do
	ok "it says: $line" grep -qF -e "$line" public.html
done << END
<p class="turn">It is bob&#39;s turn.</p>
<bdi>A&#39;na | &lt;b&gt;&amp;amp;</bdi>
<blockquote class="said" dir="auto">&lt;/li›&lt;script›alert(1)&lt;/script› &quot;x&quot; &amp; &lt;img src
<li>fingerprint: <code>$(adit key host --json | sed 's/.*"fingerprint":"\([a-z0-9]*\)".*/\1/')</code></li>
<li>dealing: trusted: the host alone has shuffled</li>
END
not_ok "... no element of what was said" grep -qi -e '<script>alert' -e '<img' -e '<b>' public.html
not_ok "... no hand" grep -q data-card public.html
while read -r line; do
	ok "its head has: $line" grep -qF -e "$line" public.html
done << END
<meta name="description" content="It is bob&#39;s turn. Round 1 of 3, turn 2.">
<meta property="og:type" content="website">
<meta property="og:title" content="Saboteur, table $(sed -n 's/^game: //p' "$(newest)"), digest 2">
<meta property="og:description" content="It is bob&#39;s turn. Round 1 of 3, turn 2.">
END
same() { exits 0 "the same $1" sh -c "$2"; cmp -s out public.html; tap_result $? "... $1" out; }
same "from the folder" '"$ADIT" page --html .'
same "from its digests" 'cat turns/*.txt | "$ADIT" page --html'
same "from the game file" '"$ADIT" page --html cave.db'
same "in another zone and home" 'TZ=Asia/Tokyo HOME=/nowhere ADIT_HOME=/nowhere "$ADIT" page --html turns'
same "into a file" '"$ADIT" page --html -o ../public turns && cat ../public'
mkdir hidden hidden/turns
for file in turns/*.txt; do
	sed '/^-----BEGIN AGE/,/^-----END AGE/ s/[A-Za-z]\{8\}$/AAAAAAAA/' "$file" > "hidden/$file"
done
not_ok "digests with other views are others" cmp -s hidden/turns/000002.txt turns/000002.txt
same "whatever is hidden" '"$ADIT" page --html hidden'
adit page --html --replay > replay.html
adit page --html --replay hidden > other.html
ok "... in the replay, too" cmp replay.html other.html
clean "the replay" replay.html
ok "... its head says what it is" grep -qF 'name="description" content="The whole game, step by step: 2 steps; bob is to move."' replay.html
is "... each digest is a state" "$(grep -o '<article class="state[a-z ]*" id="[0-9]*"' replay.html | grep -o '[0-9]*' | tr '\n' ' ')" "0 1 2 "
not_ok "... nothing is revealed yet" grep -q 'class="secret"' replay.html
adit new open.db -k host --rules duel --seat anna --seat bob > open.txt
cli 0 "before the deal" page --html open.txt
like "... says what is awaited" "$(cat out)" "*The table is open: attempt 1, to join: anna, bob.*is expected*"
cli 0 "... and its replay" page --html --replay open.db

adit new box.db -k host --rules dark-cave --seat anna --seat bob --trusted-host > box.txt
{
	sed -n 's/^  card: 2\/nsw:hole 1/2\/esw:hole 3/; s/goal-hole 1/goal-hole=new 1/; s/^  card: //p; /^2\/esw/p' box.txt
	echo "2/n+esw 2"
} > house
cli 0 "a table with cards of its own" new house.db -k host --rules dark-cave --seat anna --seat bob --trusted-host \
	--deck house --option first=anna --now "$now" --out ../own
cli 0 "... its page" page --html ../own
like "... says so" "$(cat out)" "*house deck*"
sed "s/script-src 'none'/script-src 'sha256-'/" out > policy.html
clean "... and" policy.html

# ---- a house deck, to its end: the deck goes with the audit that reveals the hands
{
	printf '%s 1\n' start goal-gold goal-stone-ne goal-stone-nw
	printf '%s\n' 'ew 39' 'map 1' 'gold-1 16' 'gold-2 8' 'gold-3 4' 'miner 7' 'saboteur 4'
} > few
cp -r "$top/keys" "$top/few-keys"
mkdir ../few
ADIT_HOME=$top/few-keys
adit new ../few/cave.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host --deck few \
	--option first=anna --option rounds=1 --now "$now" --out ../few > few.0 || exit 99
cd ../few || exit 99
while seat=$(sed -n 's/^next: //p' "$(newest)") && [ "$seat" != - ]; do
	act "$seat" "$(adit read -k "$seat" --suggest "$(newest)")"
done
exits 0 "the replay of a house deck" env MALLOC_PERTURB_=165 "$ADIT" page --html --replay .
is "... has roles and hands of its cards alone" \
	"$(sed -n 's/.*<span class="secret">\([^<]*\)<.*/\1/p' out | tr ' ' '\n' | sed 's/^\(miner\|saboteur\):*$/role/' \
		| grep -v map | sort -u | tr '\n' ' ')" "ew role "
ok "... says at the end who was what" grep -qF '<th scope="col">role</th>' out
is "... of each seat" "$(grep -A1 '^<th scope="row">' out | grep -c '^<td>\(miner\|saboteur\)</td>')" 6
ADIT_HOME=$top/keys

# ---- for one seat
cd "$top" || exit 99
private() { page=$1; shift; cli "$@" page --html -k bob -o "$page" table/turns; }
cli 2 "a private page on standard output" page --html -k bob table/turns
said "a private page requires a file"
ln -s "$top/table/turns" priv/link
ln -s "$top/table" priv/linked
mkdir -p priv/repo/.git priv/repo/deep/er priv/worktree
touch priv/worktree/.git
for place in table table/turns priv/link priv/linked priv/repo priv/repo/deep/er priv/worktree . ; do
	case $place in
	.) mkdir turns ;;
	esac
	private "$place/p.html" 73 "a private page in $place"
	not_ok "... is not there" test -e "$place/p.html"
done
rmdir turns
mkdir "$top/safe"
ln -s "$top/safe/target" safe/p.html
private safe/p.html 73 "a private page through a link"
not_ok "... writes nothing" test -e safe/target
private safe/none/p.html 73 "a private page in a folder that is not there"
private safe/ 73 "a private page that is a folder"
rm safe/p.html
touch safe/p.html && chmod 666 safe/p.html
private safe/p.html 0 "a private page"
is "... only its owner reads it" "$(stat -c %a safe/p.html)" 600
is "... and nothing is left beside it" "$(ls safe)" p.html
cp safe/p.html bob.html
clean "the private page" bob.html
not_ok "... has nothing for previews" grep -q -e og: -e 'name="description"' bob.html
like "... says so" "$(cat bob.html)" "*<title>PRIVATE: Saboteur, table*Private: this page shows the hand of bob*"
adit read -k bob --moves table/turns | sort > moves
sed -n 's/^<li><code>\(.*\)<\/code><\/li>$/\1/p' bob.html | grep -v '^adit ' | sort > listed
ok "... lists every order" cmp moves listed
ok "... and says how one is signed" grep -qF "data-begin=\"adit sign -k bob\"" bob.html
not_ok "... without an address, has no link" grep -q '<a id="file"' bob.html
mkdir web
cp -r keys web-keys && ADIT_HOME=$top/web-keys
adit new web/cave.db -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host --option first=bob \
	--web https://github.com/anna/mine --out web > /dev/null || exit 99
cli 0 "with the address of the repository" page --html -k bob -o safe/web.html web/turns
link='href="https://github.com/anna/mine/new/main?filename=inbox/bob-0.txt"'
ok "... the private page has a link to a new file" \
	grep -qF "rel=\"noopener noreferrer\" $link>new file with this order</a>, <code>inbox/bob-0.txt</code>" safe/web.html
ok "... and asks for a pull request" grep -qF 'propose it as a pull request.' safe/web.html
not_ok "... and the public page has none" sh -c '"$ADIT" page --html web/turns | grep -q github.com'
ADIT_HOME=$top/keys
not_ok "... has no key" grep -q -e AGE-SECRET -e "$(sed -n '$p' keys/bob.key)" bob.html
cp -r keys two-keys && ADIT_HOME=$top/two-keys
card=$(adit read -k carl table/turns --json | sed -n 's/.*"name":"carl","hand":\["\([^"]*\)".*/\1/p')
cp -r table kept
cp kept/cave.db kept.db
adit sign -k carl -d table/turns --turn next discard "$card" | adit apply kept.db --out kept > /dev/null 2>&1
cli 0 "a private page with an order that waits" page --html -k carl -o safe/kept.html kept/turns
not_ok "... does not say that it was signed elsewhere" grep -q 'not signed here' safe/kept.html
ok "... but what it is" grep -q "do: discard $card" safe/kept.html
ADIT_HOME=$top/keys
rm safe/kept.html
mkdir -p closed/own && cp -r table/turns closed/own/digests && chmod 311 closed
as_nobody=
[ -r closed ] && as_nobody='setpriv --bounding-set=-dac_override,-dac_read_search --inh-caps=-dac_override,-dac_read_search'
# shellcheck disable=SC2086 # several words
if $as_nobody ls closed > /dev/null 2>&1 || ! $as_nobody true 2> /dev/null; then
	skip "a private page below a folder that may not be listed" "whoever runs this may read everything"
else
	exits 0 "a private page below a folder that may not be listed" $as_nobody "$ADIT" page --html -k bob \
		-o closed/own/p.html closed/own/digests
	mkdir closed/.git
	exits 73 "... and has .git" $as_nobody "$ADIT" page --html -k bob -o closed/own/p.html closed/own/digests
fi
chmod 755 closed
mkdir "safe/b'o b" && cp keys/bob.* "safe/b'o b"
cli 0 "a key with a quote in its path" page --html -k "safe/b'o b/bob" -o safe/q.html table/turns
ok "... is quoted for the shell" grep -qF 'data-begin="adit sign -k &#39;safe/b&#39;\&#39;&#39;o b/bob&#39;"' safe/q.html

# ---- errors
mkdir gap bad two
cp table/turns/000000.txt table/turns/000002.txt gap
cli 0 "a page of digests with a gap" page --html gap
like "... says so" "$(cat out)" "*Some digests are missing*"
cli 5 "a replay of them" page --html --replay gap
cp table/turns/*.txt bad
sed -i 's/^turn: .*/turn: 9/' bad/000002.txt
for kind in "" --replay; do
	rm -f bad.html
	# shellcheck disable=SC2086 # nothing, or a word
	cli 1 "a digest that is not signed ${kind:-}" page --html $kind -o bad.html bad
	like "... is said in red" "$(cat bad.html)" '*<div class="wrong" role="alert">*digest 2*'
	not_ok "... and nothing is shown" grep -q -e '<svg' -e 'is bob' bad.html
	sed "s/script-src 'none'/script-src 'sha256-'/" bad.html > policy.html
	clean "... the page" policy.html
done
cli 1 "adit read has that status" read --public bad
cp table/turns/*.txt two
cp table/open.txt two/000003.txt
read_status=0
adit read --public two > /dev/null 2>&1 || read_status=$?
cli $read_status "a digest of another game in the folder" page --html two
cli 2 "a replay has no key" page --html --replay -k bob table
cli 2 "a page in Markdown has no key" page -k bob table
cli 73 "a public page through a link" page --html -o priv/link table/turns

# ---- what an undone move changed is marked no more
cd "$top/table" || exit 99
ADIT_HOME=$top/keys
placed=$(adit read -k "$(sed -n 's/^next: //p' "$(newest)")" --moves turns | grep -m 1 '^place ')
act "$(sed -n 's/^next: //p' "$(newest)")" "$placed"
adit page --svg . > svg
ok "the newest card has a mark" grep -q 'href="#adit-new"' svg
cp "$(newest)" with.txt
last=$(sed -n 's/^n: //p' with.txt)
exits 0 "the table goes back" adit undo -k host cave.db --to $((last - 1)) --reason 'a mistake' --out . --now "$when"
for who in anna bob; do
	adit sign -k $who -d "$(newest)" "vote undo $((last - 1)) yes" > order
	adit apply -k host cave.db order --out . --now "$when" > /dev/null 2>&1
done
ok "... it has voted" grep -q '^  note undone ' "$(newest)"
adit page --svg . > svg
not_ok "... its picture marks no card" grep -q 'href="#adit-new"' svg
adit page . > README
not_ok "... nor does its board as text" grep -q '▛' README
adit page --html --replay -o replay.html .
sed -n "/<article class=\"state last\"/,/<.article>/p" replay.html > state
ok "... the replay has that state" grep -q '<svg' state
not_ok "... without the mark" grep -q 'href="#adit-new"' state
tap_end
