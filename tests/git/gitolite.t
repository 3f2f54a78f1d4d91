#!/bin/sh
# gitolite, with examples/git/gitolite.conf as it is: a seat writes its own inbox and nothing else, the host main and
# receipts, whether adit runs elsewhere or in the hook.
. "${0%/*}/lib.sh"
if ! command -v gitolite > /dev/null; then
	tap_begin
	skip "gitolite" "no gitolite here"
	tap_end
fi
opening
examples=$top_srcdir/examples/git

# ---- a server with the home gl; gitolite is configured as its comment says of .gitolite.rc
mkdir gl
lite() { HOME=$tap_dir/gl USER=git "$@"; }
{
	lite gitolite setup -a admin
	sed -n 's/^#\t\(git config .*\)/\1/p' "$examples/gitolite.conf" > main.sh
	lite sh -e main.sh
	grep '^#	GIT_CONFIG_KEYS ' "$examples/gitolite.conf" | tr -d '#' > keys.rc
	sed -i -e '/^ *GIT_CONFIG_KEYS /r keys.rc' -e '//d' gl/.gitolite.rc
	cat "$examples/gitolite.conf" >> gl/.gitolite/conf/gitolite.conf
} > lite.log 2>&1
exits 0 "gitolite takes the example" lite gitolite compile
exits 0 "... and makes the repository" lite gitolite trigger POST_COMPILE
server=gl/repositories/cave.git
is "... which refuses objects that are malformed" "$(git -C $server config receive.fsckObjects)" true

# What ssh does: USER@HOST COMMAND as that user's forced command has it.
cat > bin/ssh << END
#!/bin/sh
for last do
	user=\${user:-\${last%@*}}
done
[ "\$user" != nobody ] || exit 1
HOME=$tap_dir/gl SSH_ORIGINAL_COMMAND=\$last SSH_CONNECTION='127.0.0.1 1 127.0.0.1 2' exec /usr/share/gitolite3/gitolite-shell "\$user"
END
chmod +x bin/ssh
GIT_SSH=$tap_dir/bin/ssh GIT_SSH_VARIANT=simple
export GIT_SSH GIT_SSH_VARIANT
for user in anna bob carl; do
	git -C $user remote set-url origin "$user@table:cave"
done
git -C cave remote set-url origin host@table:cave
exits 0 "the host pushes main" git -C cave push -q origin main
rm -r server.git
ln -s $server server.git
is "... which is what a clone shows" "$(git clone -q host@table:cave shown 2>&1 && ls shown/turns)" 000000.txt

# ---- who may write what
git -C carl commit -q --allow-empty -m x
# refused WHAT USER ARG...
refused() {
	what=$1 as=$2
	shift 2
	git -C carl push -q "$as@table:cave" "$@" > push.err 2>&1
	like "$what" "$?$(cat push.err)" "1*FATAL: *DENIED*"
}
ok "anna sends" move anna
refused "bob writes no inbox but his own" bob HEAD:refs/heads/inbox/carl
refused "... and none of hers, which is there" bob +HEAD:refs/heads/inbox/anna
refused "... does not delete it" bob :refs/heads/inbox/anna
refused "... nor main" bob HEAD:refs/heads/main
refused "... nor forces it" bob +HEAD:refs/heads/main
refused "... nor receipts" bob HEAD:refs/heads/receipts
refused "... no tag" bob HEAD:refs/tags/x
refused "... no pull request" bob HEAD:refs/pull/1/head
refused "... nothing below his inbox" bob HEAD:refs/heads/inbox/bob/more
refused "... nothing that begins like it" bob HEAD:refs/heads/inbox/bobby
refused "a stranger writes nothing" dora HEAD:refs/heads/inbox/dora
exits 128 "... and reads nothing" git ls-remote dora@table:cave
refused "the host forces no main" host "+$(git -C carl commit-tree 'HEAD^{tree}' -m other):refs/heads/main"
exits 1 "... deletes none" git -C carl push -q host@table:cave :refs/heads/main
ok "bob writes his" git -C carl push -q bob@table:cave +HEAD:refs/heads/inbox/bob

# ---- hosts
stale bob
exits 0 "a host that works elsewhere" host cave
is "... takes what came" "$(cat err)" "git-adit: order of anna: taken as digest 1
git-adit: order of bob: refused"
is "... writes main and receipts" "$(count) $(git -C server.git ls-tree --name-only receipts)" "2 bob.txt"
cp "$examples/post-receive" server.git/hooks
ok "the hook is the host" say carl "to the hook"
like "... and tells the pusher" "$(cat carl/said)" "*adit: send: order of carl: taken as digest 2
*adit: send: order of carl: sent"
restored "and the table holds"
tap_end
