#!/bin/sh
# git adit send: what a player's clone remembers, what gets in its way, whose configuration git has.
. "${0%/*}/lib.sh"
opening

# sent NAME ARG...: git adit send there; what it says is in NAME/said
sent() (
	cd "$1" || exit
	shift
	git adit send "$@" 2> said
)
inbox() { git -C server.git for-each-ref --format='%(refname:lstrip=3)' refs/heads/inbox | tr '\n' ' '; }
orders() { git -C server.git ls-tree -r --name-only "$1" inbox/ | wc -l; }

# ---- a branch that loses an order
ok "anna sends" sent anna -k anna --say one
tip=$(git -C server.git rev-parse inbox/anna)
is "the clone remembers it" "$(git -C anna rev-parse refs/adit/sent/anna)" "$tip"
is "... and what it stands on" "$(git -C anna rev-parse refs/adit/main)" "$(main)"
git -C server.git update-ref -d refs/heads/inbox/anna
ok "the branch is gone: --again" sent anna -k anna --again
like "... says so" "$(cat anna/said)" "*order of anna: the remote had lost 1; sent again*"
is "... and the order is there again" "$(orders inbox/anna)" 1
ok "nothing is lost" sent anna -k anna --again
is "... is said" "$(cat anna/said)" "adit: send: seats that sent orders from here: 1"
git -C server.git update-ref refs/heads/inbox/anna main
ok "the branch is somebody's else" sent anna -k anna --say two
like "... is said" "$(cat anna/said)" "*the remote had lost 1; sent again*order of anna: sent"
is "... both are there" "$(orders inbox/anna)" 2
git -C anna fetch -q
git -C server.git update-ref refs/heads/inbox/anna main
(cd anna && git fetch -q && git pull -q && adit read -k anna > /dev/null 2> said)
like "read says what the branch has lost" "$(cat anna/said)" "*inbox/anna has lost an order that you sent: git adit send --again*"
ok "... again" sent anna -k anna --again
exits 0 "the host takes both" host cave
is "... once" "$(sed 's/ as digest .*//' err)" "git-adit: order of anna: taken
git-adit: order of anna: taken"
ok "what is taken" sent anna -k anna --again
is "... is not sent again" "$(grep -c "sent again" anna/said)" 0
(cd anna && git pull -q && adit read -k anna > /dev/null 2> said)
not_ok "... and read says nothing" grep lost anna/said

# ---- refused, and too late
ok "a stale order" stale anna --seq 5
host cave 2> err
like "... is refused" "$(cat err)" "git-adit: order of anna: refused*"
git -C server.git update-ref -d refs/heads/inbox/anna
ok "what was refused" sent anna -k anna --again
is "... is not sent again" "$(inbox)" ""
like "... but shown" "$(cat anna/said)" "*order of anna: refused; the receipt says*"
ok "once" sent anna -k anna --again
is "... and no more" "$(grep -c receipt anna/said)" 0

# ---- a branch in the way
git -C server.git update-ref -d refs/heads/inbox/bob
git -C server.git update-ref refs/heads/inbox/bob/x main
ok "a branch below inbox/bob" sent bob -k bob --say here
is "... does not stop bob" "$(inbox)" "bob.2 bob/x "
git -C server.git update-ref -d refs/heads/inbox/bob.2
git -C server.git update-ref refs/heads/inbox/bob.2/x main
ok "nor one below that" sent bob -k bob --say there
is "..." "$(inbox)$(orders inbox/bob.3)" "bob.2/x bob.3 bob/x 2"
for ref in bob/x bob.2/x bob.3; do
	git -C server.git update-ref -d "refs/heads/inbox/$ref"
done

# ---- odd files on the branch
git -C carl fetch -q
was=$(main)
odd=$(printf '%s\n' aaaa | git -C carl hash-object -w --stdin)
name=$(printf %52s '' | tr ' ' a)
{
	for path in "inbox/1000/$name.txt" "inbox/x/$name.txt" "inbox/1000/short.txt" "inbox/1000/$name.txt.txt" \
		"inbox/$name.txt" "inbox/1001/sub/$name.txt"; do
		printf '100644 blob %s\t%s\n' "$odd" "$path"
	done
	printf '120000 blob %s\tinbox/1002/%s.txt\n' "$odd" "$(echo "$name" | tr a b)"
} | GIT_INDEX_FILE=$tap_dir/index git -C carl update-index --index-info
tree=$(GIT_INDEX_FILE=$tap_dir/index git -C carl write-tree)
odd=$(git -C carl commit-tree -p "$was" -m odd "$tree")
git -C carl push -q origin "$odd:refs/heads/inbox/carl"
ok "a branch with odd files" sent carl -k carl --say hello
is "... keeps what may be an order" "$(git -C server.git ls-tree -r --name-only inbox/carl inbox/ | cut -c1-16)" \
	"inbox/1000/aaaaa
inbox/1999/$(git -C server.git ls-tree -r --name-only inbox/carl inbox/1999/ | cut -c12-16)"
host cave 2> err

# ---- main is replaced
(cd anna && git pull -q && adit read -k anna > /dev/null 2>&1)
say bob "on and on" && host cave 2> err
(cd anna && git pull -q && adit read -k anna > /dev/null 2>&1)
newest=$(main)
is "read moves what the next order stands on" "$(git -C anna rev-parse refs/adit/main)" "$newest"
rewound 2
ok "main is replaced: an order" sent anna -k anna --say "after that"
like "... is signed all the same" "$(cat anna/said)" "*main has lost digests, from 00000[0-9] on*order of anna: sent"
is "... on what was read" "$(git -C server.git rev-parse inbox/anna~1)" "$newest"
exits 0 "the host" host cave
restored "... has it all"

git -C carl pull -q
rm -f carl/turns/000002.txt
git -C carl commit -q -a -m less
(cd carl && git read-tree HEAD && adit read -k carl > /dev/null 2>&1)
is "what lacks a digest does not count" "$(git -C carl log -1 --format=%s refs/adit/main)" \
	"$(git -C server.git log -1 --format=%s "$(git -C carl rev-parse refs/adit/main)")"

# ---- main has what the host did not sign
(cd anna && git pull -q && adit read -k anna > /dev/null 2>&1)
holds=$(main)
git -C bob fetch -q && git -C bob reset -q --hard origin/main
sed 's/^time: 2026/time: 2027/' "bob/turns/$(printf %06d $(($(count) - 1))).txt" > "bob/turns/$(printf %06d "$(count)").txt"
git -C bob add turns && git -C bob commit -q -m forged && git -C bob push -q origin HEAD:main
ok "a forged digest on main" sent anna -k anna --say "not on that"
like "... is said" "$(cat anna/said)" "adit: send: *digest *order of anna: sent"
is "... and does not count" "$(git -C server.git rev-parse inbox/anna~1)" "$holds"
git -C server.git update-ref refs/heads/main "$holds"
host cave 2> err

# ---- files that are no digests
git -C bob fetch -q && git -C bob reset -q --hard origin/main
good=$(git -C anna rev-parse refs/adit/main)
echo junk > bob/turns/000099.txt
git -C bob add turns && git -C bob commit -q -m junk && git -C bob push -q origin HEAD:main
ok "a file among the digests" sent anna -k anna --say "beside junk"
like "... is said" "$(cat anna/said)" "*main has a file that its host did not sign, turns/000099.txt: tell the host*order of anna: sent"
is "... and no order stands on it" "$(git -C anna rev-parse refs/adit/main) $(git -C server.git rev-parse inbox/anna~1)" "$good $good"
host cave 2> err
ok "when the host has repaired main" sent anna -k anna --say "again"
not_ok "... nothing is lost" grep -e lost -e junk anna/said

# ---- a server that takes nothing but commits on top
git -C server.git config receive.denyNonFastForwards true
ok "no force" sent anna -k anna --say "on top"
ok "... twice" sent anna -k anna --say "on top again"
git -C server.git config --unset receive.denyNonFastForwards
host cave 2> err
is "the host takes all" "$(grep -c 'anna: taken' err)" 3

# ---- no main, and the main of another table
git -C server.git update-ref -d refs/heads/main
ok "main is gone" sent anna -k anna --say "without main"
like "... is said" "$(cat anna/said)" "*origin has no main: the order stands on the one that was read*order of anna: sent"
exits 0 "... and comes back" host cave
git adit init other -k host --rules saboteur --seat anna --seat bob --seat carl --trusted-host --id other --now "$now" 2> init.err
git init -q --bare --template= -b main other.git && git -C other push -q ../other.git main
git -C anna remote add other ../other.git
exits 2 "another table" sh -c 'cd anna && git adit send -k anna --remote other --say x'
is "... is said" "$(cat err)" \
	"adit: send: main of other has another table than before, game other; -g other sends to it, -g cave to the one before"
ok "... and can be chosen" sent anna -k anna --remote other -g other --say x
is "..." "$(git -C other.git for-each-ref --format='%(refname)' refs/heads/inbox)" refs/heads/inbox/anna
ok "... and the first again" sent anna -k anna -g cave --say "back"
far="$PWD/a place/$(printf '%0200d/%0200d/%0200d' 1 2 3)" # git cat-file says of it that it has no ref
mkdir -p "$far" && ln -s "$PWD/server.git" "$far"
ok "a remote of which the path has blanks" sent anna -k anna --remote "$far/server.git" --say "by a path"
host cave 2> err

# ---- two at a time, and a run that was killed
(cd bob && git fetch -q && git reset -q --hard origin/main)
for n in 1 2 3; do
	sent bob -k bob --say "all at once $n" &
done
wait
is "three at a time" "$(orders inbox/bob)" 3
exits 0 "... the host" host cave
is "... takes all" "$(grep -c 'bob: taken' err)" 3

# ---- without flock, timeout and others
mkdir few
for program in git sh git-adit; do
	ln -s "$(command -v $program)" "few/$program"
done
ln -s "$ADIT" few/adit
exits 0 "no program but git" sh -c 'cd anna && PATH=../few && git adit send -k anna --say "no tools"'
mv few/git few/nothing
exits 5 "no git" sh -c 'cd anna && PATH=../few && adit send -k anna --say "no git"'
like "... is said" "$(cat err)" "adit: send: there is no program git; install git"

# ---- a git that lacks an option
mkdir old
printf '#!/bin/sh\ncase " $* " in\n*" version "*) echo git version 2.28.0 ;;\n*" fetch "*) exit 129 ;;\n*) exec %s "$@" ;;\nesac\n' \
	"$(command -v git)" > old/git
chmod +x old/git
exits 75 "an old git" sh -c 'cd anna && PATH=../old:$PATH adit send -k anna --say "old"'
is "... is said" "$(cat err)" "adit: send: git 2.29 or newer is needed; this is git version 2.28.0"

# ---- a full disk
is "where no file can grow" "$(cd anna && ulimit -f 0 && adit send -k anna --say x 2>&1; echo $?)" \
	"adit: send: no git repository can be used here: git gives no reason
75"
mkdir full
printf '#!/bin/sh\ncase " $* " in\n*" fetch "*) echo "fatal: no space" >&2; exit 128 ;;\n*) exec %s "$@" ;;\nesac\n' \
	"$(command -v git)" > full/git
chmod +x full/git
exits 75 "a fetch that cannot write" sh -c 'cd bob && PATH=../full:$PATH adit send -k bob --say x'
is "... why is said" "$(cat err)" "adit: send: main of origin cannot be fetched: no space"

# ---- bad input
seat=$(turn)
cd anna || exit 99
exits 2 "no order" git adit send -k anna < /dev/null
exits 2 "--again with an order" git adit send -k anna --again pass
exits 2 "a remote that is an option" git adit send -k anna --remote=--upload-pack=x hello
exits 5 "a key that is not here" git adit send -k nobody pass
exits 75 "no such remote" git adit send -k anna --remote nowhere --say x
like "... is said" "$(cat err)" "adit: send: nowhere cannot be read: *"
exits 65 "what is no order" git adit send -k anna frobnicate
is "... is said once" "$(wc -l < err)" 1
exits 3 "an order against the rules" git adit send -k "$seat" place nesw at 5,5
is "... is not sent" "$(grep -c sent err)" 0
cd .. && exits 5 "no repository" git adit send -k anna --say x
like "... is said" "$(cat err)" "adit: send: no git repository can be used here: *"
tap_end
