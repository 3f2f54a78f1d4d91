#!/bin/sh
# A table in a git repository: init, send, host; by a clone of the host's, and by the hook of a server.
. "${0%/*}/lib.sh"
git_begin
keys host anna bob carl

# ---- the host has a clone
table cave
is "init makes a commit" "$(git -C cave log --format='%an <%ae> %cI')" \
	"adit <cave@adit> 2026-11-21T17:52:14+00:00"
is "... of these files" "$(cd cave && git ls-files && git status --short)" ".gitattributes
README.md
board.svg
host.pub
$(printf 'pictures/%s.svg\n' cart-broken cart gold lamp-broken lamp pickaxe-broken pickaxe)
turns/000000.txt"
is "the game file is not in it" "$(git -C cave ls-files | grep -c db)" 0
is "... and nobody else's" "$(stat -c %a cave/.git/adit cave/.git/adit/game.db)" "700
600"
exits 73 "init does not touch what is there" git adit init cave -k host --rules saboteur --seat anna
mkdir none && cd none || exit 99
for name in --bare -x ''; do
	exits 2 "init takes \"$name\" for no folder" git adit init "$name" -k host --rules saboteur --seat anna
done
is "... and makes nothing" "$(echo *)" "err out"
cd .. || exit 99
mkdir twice
cat > twice/git << END
#!/bin/sh
case " \$* " in *" init "*) PATH=$PATH git-adit init same -k host --rules duel --seat anna --seat bob --trusted-host 2> same.2 ;; esac
exec $(command -v git) "\$@"
END
chmod +x twice/git
PATH=$PWD/twice:$PATH git-adit init same -k host --rules duel --seat anna --seat bob --trusted-host 2> same.1
is "of two at a time one makes the table" "$(cat same.1 same.2 | grep -c ': made') $(git -C same rev-list main | grep -c .)" "1 1"
exits 5 "init without a key makes nothing" git adit init other -k nobody --rules saboteur --seat anna
not_ok "..." test -e other
server cave
clone anna bob carl

exits 0 "nothing new" host cave
is "... says nothing" "$(cat out err)" ""
ok "anna sends" move anna
is "... on her branch" "$(git -C server.git for-each-ref --format='%(refname) %(authorname) %(authoremail)')" \
	"refs/heads/inbox/anna anna <anna@cave>
refs/heads/main adit <cave@adit>"
is "... above main" "$(git -C server.git rev-parse inbox/anna~1)" "$(main)"
is "... one file more" "$(git -C server.git diff --name-status main inbox/anna | sed 's/[a-z2-7]*\.txt/X/')" \
	"A	inbox/1999/X"
is "her clone is as it was" "$(git -C anna status --short | grep -v said)" ""
exits 0 "host" host cave
is "... says what became of it" "$(cat err)" "git-adit: order of anna: taken as digest 1"
is "main has a commit more" "$(count) $(git -C server.git rev-list --count main)" "2 2"
is "README is what adit page prints" "$(git -C server.git cat-file blob main:README.md)" \
	"$(git -C anna pull -q && adit page anna)"
ok "the pictures that it shows are there" sh -c 'for file in $(git -C server.git cat-file blob main:README.md |
	grep -o "](pictures/[^)]*" | cut -c 3- | sort -u); do git -C server.git cat-file -e main:$file || exit; done'
ok "the board that it shows is there" sh -c 'git -C server.git cat-file blob main:README.md | grep -qF "](board.svg)" &&
	git -C server.git cat-file blob main:board.svg > board.svg && xmllint --noout board.svg'
is "the message is the page's, too" "$(git -C server.git log -1 --format=%B main)" \
	"$(adit page --commit 1 anna/turns)"
exits 0 "again" host cave
is "... says nothing" "$(cat err)" ""
exits 5 "... for a game that is not here" host cave -g other
is "... says so" "$(cat err)" "git-adit: nothing is published: game.db is of game cave"

ok "bob says something" say bob "one <b>two</b> @three"
ok "carl's order is kept until his turn" sh -c 'cd carl && git adit send -k carl --turn next --force \
	"discard $(adit read -k carl turns --json | sed "s/.*\"name\":\"carl\",\"hand\":\[\"\([^\"]*\).*/\1/")" 2> said'
exits 0 "host takes both" host cave
is "... each with its commit" "$(count) $(git -C server.git rev-list --count main)" "4 4"
say bob "again"
like "the next send tells of the one before" "$(cat bob/said)" "*order of bob: taken as digest [23]
adit: send: order of bob: sent"
is "... which goes no more" "$(git -C server.git ls-tree --name-only -r inbox/bob inbox/ | wc -l)" 1

# ---- a block on standard input, from anywhere in any state
(
	cd bob && rm -rf turns && echo x > README.md && git checkout -q --detach 2> err
	git fetch -q && git archive origin/main turns | tar -x
	mkdir -p deep && cd deep && adit sign -k bob -d ../turns --say third --seq 9 | git adit send - 2> ../said
)
is "a block of standard input" "$(tail -n 1 bob/said)" "adit: send: order of bob: sent"
git clone -q --bare server.git bare.git
(cd bare.git && git adit send -k carl --say "from a bare clone" 2> said)
exits 0 "host" host cave
is "... takes all, those of a seat in their order" "$(sed 's/ as digest .*//' err | sort)" "git-adit: order of bob: taken
git-adit: order of bob: taken
git-adit: order of carl: taken"
restored "the host is audited by who knows nothing but the address"

# ---- the only key of a home, and a passphrase that it has not
mkdir one && cp keys/carl.* one
echo nothing > pass
ok "who has one key names none" sh -c 'cd carl && ADIT_HOME=../one git adit send --passphrase-fd 3 --say one 3< ../pass 2> said'
is "... nor need he" "$(tail -n 1 carl/said)" "adit: send: order of carl: sent"
exits 0 "host" host cave
like "... takes it" "$(cat err)" "git-adit: order of carl: taken as digest *"

echo hi > hi
was=$(git -C server.git rev-parse inbox/carl)
exits 65 "what is no order" sh -c 'cd carl && git adit send -k carl - < ../hi'
like "... is said" "$(cat err)" "adit: send: no order found*"
is "... and is not sent" "$(git -C server.git rev-parse inbox/carl)" "$was"

# ---- the server is the host; the user who pushes sees the result
cp "$top_srcdir/examples/git/post-receive" server.git/hooks
mv cave cave.away
ok "the server has its own host" say anna "to the hook"
is "the pusher sees what became of it" "$(tail -n 2 anna/said)" "adit: send: order of anna: taken as digest $(($(count) - 1))
adit: send: order of anna: sent"
is "the server made its game file" "$(stat -c %a server.git/adit/game.db)" 600
ok "a stale order" sh -c 'cd anna && git adit send -k anna --force --turn 1 pass 2> said'
like "the pusher sees no reason" "$(cat anna/said)" "*
adit: send: order of anna: refused
adit: send: order of anna: sent"

take=true
ok "the game goes on" play 1
restored "... and holds"

# ---- invalid arguments
cd anna || exit 99
exits 2 "no verb" git-adit
exits 2 "an unknown verb" git-adit frobnicate
exits 0 "help" git-adit --help
exits 0 "version" git-adit --version
like "..." "$(cat out)" "git-adit [0-9]*"
exits 2 "host takes no order" git-adit host place
exits 2 "an option without its value" git-adit host --remote
exits 2 "an option behind -" git-adit send - --clear
like "... is what is said" "$(cat err)" "adit: send: - sends no new order*"
exits 75 "no such remote" git-adit host --remote nowhere
is "... in a line" "$(wc -l < err)" 1
mkdir ../empty && cd ../empty || exit 99
exits 5 "no repository" git-adit host
git init -q . && git remote add origin ../empty.git && git init -q --bare ../empty.git
exits 5 "no table" git-adit host -k host
exits 5 "... to send to" git-adit send -k anna hello
tap_end
