#!/bin/sh
# What players push that is no order: it is passed over, and a good order beside it is taken by the same run.
. "${0%/*}/lib.sh"
opening

# The clone of a user who pushes bad things: each time a new branch $branch on main, made with "make".
git clone -q server.git mallory
blob() { git -C mallory hash-object -w --stdin; }

# push REF COMMIT: as it is, whatever a server would check
push() {
	git -C mallory fetch -q origin main
	git -C mallory push -q -f origin "$2:$1" 2> push.err || tap_result 1 "pushed to $1" push.err
}

# commit TREE [ARG...]: a commit on main
commit() {
	git -C mallory fetch -q
	tree=$1
	shift
	git -C mallory commit-tree "$tree" -p "$(main)" -m bad "$@"
}

# tree: mode, type, object and path, one a line, as a tree
tree() { sed 's/^\([0-9]* [a-z]* [0-9a-f]*\) /\1\t/' | git -C mallory mktree --missing; }

# inbox: the same as the folder inbox of a tree
inbox() { echo "040000 tree $(tree) inbox" | tree; }

note=0
# taken WHAT: carl's order beside it is taken, and the table goes on
taken() {
	note=$((note + 1))
	say carl "note $note"
	exits 0 "$1" host cave
	like "... a good order beside it is taken" "$(cat err)" "*order of carl: taken as digest $note*"
}

taken "nothing else"
some=$(echo nothing | blob)
push refs/heads/inbox/bad1 "$(commit "$({
	echo "120000 blob $(printf /etc/passwd | blob) link"
	echo "160000 commit $(main) module"
	echo "100644 blob $(echo '* filter=evil' | blob) .gitattributes"
	echo "100644 blob $(printf '[submodule "x"]\n\tpath = -u./x\n\turl = ext::sh -c "touch %s/owned"\n' "$tap_dir" | blob) .gitmodules"
	echo "100644 blob $some -rf"
	echo "100644 blob $some \$(touch owned)"
	printf '100755 blob %s \302\233\377\n' "$some"
	for name in '"a\nb"' '"a\"b"' "c'd" '".."' '".git"'; do
		printf "100644 blob %s %s\n" "$some" "$name"
	done
	echo "040000 tree $(echo "100755 blob $(printf '#!/bin/sh\ntouch %s/owned\n' "$tap_dir" | blob) post-receive" | tree) hooks"
	printf '100644 blob %s %4000d.txt\n' "$some" 0
	echo "100644 blob $(printf 'version https://git-lfs.github.com/spec/v1\noid sha256:%064d\nsize 3\n' 0 | blob) lfs"
} | inbox)")"

push refs/heads/inbox/bad2 "$(commit "$(echo "100644 blob $some inbox" | tree)")"
push refs/heads/inbox/bad3 "$(commit "$(: | tree)")"
push refs/heads/inbox/bad4 "$(git -C mallory commit-tree "$(: | tree)" -m orphan)"
push refs/heads/inbox/bad5 "$(echo x | GIT_COMMITTER_DATE='1970-01-01T00:00:00Z' git -C mallory commit-tree \
	"$(git -C mallory rev-parse 'origin/main^{tree}')" -p origin/main -p origin/main~1)"

# Ten trees in one another, each a thousand times the next: 10^30 paths.
deep=$(: | tree)
for i in 1 2 3 4 5 6 7 8 9 10; do
	deep=$(awk -v tree="$deep" 'BEGIN { for (i = 0; i < 1000; i++) print "040000 tree " tree " " i }' | tree)
done
push refs/heads/inbox/bad6 "$(commit "$(echo "040000 tree $deep inbox" | tree)")"
many=2000 large=3000000
[ -z "${ADIT_LONG:-}" ] || many=100000 large=200000000
push refs/heads/inbox/bad7 "$(commit "$(awk -v blob="$some" -v many=$many 'BEGIN {
	for (i = 0; i < many; i++) print "100644 blob " blob " " i ".txt" }' | inbox)")"
push refs/heads/inbox/bad8 "$(commit "$(echo "100644 blob $(head -c $large /dev/zero | blob) big" | inbox)")"
git -C mallory fast-import --quiet --force << END
commit refs/heads/deep
committer x <x@y> 4070908800 +0000
data 0
M 100644 inline inbox/$(printf %02000d 0 | sed 's,0,0/,g')x
data 0
END
push refs/heads/inbox/bad9 refs/heads/deep
up=$(python3 -c "import sys; sys.stdout.buffer.write(b'100644 ../../up\\0' + bytes.fromhex('$some'))" |
	git -C mallory hash-object --literally -t tree -w --stdin)
push refs/heads/inbox/bad11 "$(commit "$(echo "040000 tree $up inbox" | tree)")"
turns=$(printf '100644 blob %s 000001.txt\n100644 blob %s 000099.txt\n' "$some" "$(blob < cave/turns/000000.txt)" | tree)
push refs/heads/inbox/bad10 "$(commit "$(echo "040000 tree $turns turns" | tree)")"
taken "links, modules, odd names, empty trees, orphans, merges, 10^30 paths, many files, large files, deep trees, own turns"
not_ok "... nothing was run" test -e owned

# ---- branches
for name in 'x;y' '$(id)' 'a/b' 'Ünï' "$(printf %0100d 0)" nobody; do
	push "refs/heads/inbox/$name" "$(main)"
done
taken "branches for no seat"
adit digest cave/.git/adit/game.db > newest
adit sign -k bob -d newest --say 'from elsewhere' > order 2> err
for name in anna bob dora emil frida; do
	push "refs/heads/inbox/$name" "$(commit "$(echo "100644 blob $(blob < order) any name" | inbox)")"
done
say carl "note"
exits 0 "one order in five branches" host cave
is "... is taken once, as its signer's" "$(grep -c 'order of bob: taken' err)" 1
note=$(($(count) - 1))
main=$(main)
git -C mallory fetch -q
: > wanted
i=0
[ -n "${ADIT_LONG:-}" ] && many=10000 || many=${ADIT_FEW:-70}
while [ $((i += 1)) -le "$many" ]; do
	echo "create refs/heads/inbox/n$i $main" >> wanted
done
git -C server.git update-ref --stdin < wanted
taken "many branches"

# What follows is not about those branches.
git -C server.git for-each-ref --format='delete %(refname)' refs/heads/inbox > wanted
git -C server.git update-ref --stdin < wanted
mkdir -p server.git/refs/heads/inbox

# ---- 64 files, and what carl has sent: git lists an object once, where it finds it first
say carl "crowded out"
order=$(git -C server.git ls-tree -r inbox/carl inbox/ | awk 'END { print $3 }')
for name in aaa bbb; do
	push refs/heads/inbox/$name "$(commit "$({
		i=100
		while [ $((i += 1)) -le 164 ] && [ $name = aaa ]; do
			echo "100644 blob $(echo $i | blob) $i.txt"
		done
		echo "100644 blob $order x.txt"
	} | inbox)")"
done
note=$((note + 1))
exits 0 "64 files, and behind them a copy of what carl has sent" host cave
is "... leave out nothing of his" "$(cat err)" "git-adit: order of carl: taken as digest $note"

# ---- carl's own branch, rewritten and deleted
module=$(echo "160000 commit $(main) $(printf %052d 0 | tr 0 a).txt" | tree)
push refs/heads/inbox/carl "$(git -C mallory commit-tree "$({
	echo "040000 tree $module 1000"
	echo "100644 blob $some x"
} | inbox)" -m orphan)"
taken "a branch with another history, and a module with the name of an order"
git -C server.git update-ref -d refs/heads/inbox/carl
exits 0 "a branch deleted" host cave
taken "... is made anew"

# ---- a malformed object: git refuses the whole fetch
bad=$(printf 'tree %s\nnonsense\n' "$(git -C server.git rev-parse 'main^{tree}')" |
	git -C server.git hash-object --literally -t commit -w --stdin)
echo "$bad" > server.git/refs/heads/inbox/anna
taken "a malformed commit"
bad=$(printf '100644 \0aaaaaaaaaaaaaaaaaaaa' | git -C server.git hash-object --literally -t tree -w --stdin)
bad=$(printf 'tree %s\nauthor a <a> 1 +0000\ncommitter a <a> 1 +0000\n\nx\n' "$bad" |
	git -C server.git hash-object --literally -t commit -w --stdin)
echo "$bad" > server.git/refs/heads/inbox/anna
taken "a malformed tree"
rm server.git/refs/heads/inbox/anna

# ---- a file inbox is no folder, and the order in it was not read
adit digest cave/.git/adit/game.db > newest
adit sign -k bob -d newest --say "moved" > order
push refs/heads/inbox/bob "$(commit "$(echo "100644 blob $(blob < order) inbox" | tree)")"
exits 0 "an order that is the file inbox" host cave
is "... is none" "$(cat err)" ""
push refs/heads/inbox/bob "$(commit "$(echo "100644 blob $(blob < order) any" | inbox)")"
exits 0 "... until it is in a folder of that name" host cave
like "... and is taken" "$(cat err)" "*order of bob: taken as digest *"
adit digest cave/.git/adit/game.db > newest
adit sign -k bob -d newest --say "moved again" > order
push refs/heads/inbox/file "$(commit "$(echo "100644 blob $(blob < order) inbox" | tree)")"
push refs/heads/inbox/bob "$(commit "$(echo "100644 blob $(blob < order) any" | inbox)")"
exits 0 "one that is a file inbox elsewhere" host cave
like "... is taken" "$(cat err)" "*order of bob: taken as digest *"

# ---- receipts
adit sign -k anna -d newest --force --turn 1 pass > order 2> err
push refs/heads/inbox/anna "$(commit "$(echo "100644 blob $(blob < order) any" | inbox)")"
exits 0 "an order that is refused" host cave
is "... in public is refused, and no more" "$(cat err)" "git-adit: order of anna: refused"
receipt=$(git -C server.git rev-parse receipts)
ok "her receipt says why" sh -c 'git -C server.git cat-file blob receipts:anna.txt | adit read -k anna | grep -q pass'
not_ok "... to nobody else" sh -c 'git -C server.git cat-file blob receipts:anna.txt | adit read -k bob | grep -q pass'
git clone -q server.git job
exits 0 "a job" host job --fresh
is "... leaves the receipt" "$(git -C server.git rev-parse receipts)" "$receipt"
git -C mallory fetch -q
git -C mallory push -q -f origin origin/main:receipts
exits 0 "a forged branch receipts" host cave
is "... is as it was" "$(git -C server.git rev-parse 'receipts^{tree}')" "$(git -C server.git rev-parse "$receipt^{tree}")"
git -C server.git update-ref -d refs/heads/receipts
exits 0 "a deleted one" host cave
is "... too" "$(git -C server.git rev-parse 'receipts^{tree}')" "$(git -C server.git rev-parse "$receipt^{tree}")"

cp order old
adit digest cave/.git/adit/game.db > newest
adit sign -k anna -d newest --force --turn 1 discard 1 > order 2> err
push refs/heads/inbox/anna "$(commit "$(echo "100644 blob $(blob < order) any" | inbox)")"
exits 0 "a newer order that is refused" host cave
says() { git -C server.git cat-file blob receipts:anna.txt | adit read -k anna | grep -q "discard"; }
ok "... has the newer receipt" says
receipt=$(git -C server.git rev-parse 'receipts^{tree}')
echo >> old
push refs/heads/inbox/bob "$(commit "$(echo "100644 blob $(blob < old) any" | inbox)")"
exits 0 "the old order, sent again by bob" host cave
is "... hides no newer receipt" "$(git -C server.git rev-parse 'receipts^{tree}')" "$receipt"
exits 0 "... from a job neither" host job --fresh
is "... which makes none anew" "$(git -C server.git rev-parse 'receipts^{tree}')" "$receipt"
forged=$(git -C server.git cat-file blob receipts:anna.txt | sed 's/^game: .*/game: other/' | blob)
push refs/heads/receipts "$(commit "$(echo "100644 blob $forged anna.txt" | tree)")"
exits 0 "a job that finds a forged receipt" host job --fresh
ok "... puts the host's in its place" says
is "... and nothing else is there" "$(git -C server.git ls-tree --name-only receipts)" anna.txt

# ---- configuration and environment that are against us
mkdir evil
printf '#!/bin/sh\ntouch %s/owned\nexit 1\n' "$tap_dir" > evil/hook
chmod +x evil/hook
for hook in pre-push post-commit reference-transaction post-merge post-index-change; do
	cp evil/hook "evil/$hook"
done
git -C cave config core.hooksPath "$tap_dir/evil"
git -C cave config core.fsmonitor "$tap_dir/evil/hook"
git -C cave config filter.evil.clean "$tap_dir/evil/hook"
for command in ls-remote fetch rev-parse cat-file push; do
	git -C cave config "alias.$command" "!touch $tap_dir/owned"
done
git -C cave config i18n.commitEncoding latin1
git -C cave config commit.gpgSign true
git -C cave config fetch.fsckObjects true
git -C cave config remote.origin.mirror true
git -C cave config push.gpgSign true
say carl "once more"
was=$(count)
exits 0 "a configuration that is against us" env GIT_INDEX_FILE=nowhere GIT_OBJECT_DIRECTORY=nowhere \
	GIT_WORK_TREE=/ GIT_CONFIG_PARAMETERS="'core.bare=maybe'" GIT_QUARANTINE_PATH=nowhere \
	sh -c 'cd cave && git-adit host -k host'
is "... changes nothing" "$(count)" $((was + 1))
not_ok "... nothing of it was run" test -e owned
restored "and the table is in order"
tap_end
