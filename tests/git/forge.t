#!/bin/sh
# What is in examples/git: the hooks of a server, where each seat writes only its own inbox, and the workflows of
# forges, as their own shells would run them.
. "${0%/*}/lib.sh"
opening
examples=$top_srcdir/examples/git

# ---- update: the server identifies the user who pushes
cp "$examples/update" "$examples/post-receive" server.git/hooks
# push USER REF [ARG...]: push from the clone carl
push() {
	user=$1 ref=$2
	shift 2
	env "$user" git -C carl push -q "$@" origin "HEAD:$ref"
}
refused() { # WHAT USER REF [ARG...]
	what=$1
	shift
	push "$@" > push.err 2>&1
	like "$what" "$?$(cat push.err)" "1*git-adit: * may push inbox/* and nothing else*"
}
was=$(main)
ok "anna sends" env REMOTE_USER=anna sh -c 'cd anna && git adit send -k anna --say here 2> said'
like "... and sees what became of it" "$(cat anna/said)" "*order of anna: taken as digest 1*"
git -C carl commit -q --allow-empty -m x
refused "bob writes no inbox but his own" REMOTE_USER=bob refs/heads/inbox/carl
refused "... not main" REMOTE_USER=bob refs/heads/main --force
refused "... no receipts" GL_USER=bob refs/heads/receipts
refused "... no tag" ADIT_USER=bob refs/tags/x
refused "... no other branch" ADIT_USER=bob refs/heads/inbox/bob/more
refused "who has no name writes nothing" A=b refs/heads/inbox/carl
refused "... nor who has an odd one" ADIT_USER=carl/x refs/heads/inbox/carl/x
refused "a seat called host does not rewrite main" ADIT_USER=host refs/heads/main --force
ok "bob writes his" push ADIT_USER=bob refs/heads/inbox/bob --force
ok "a host that works elsewhere writes receipts" push REMOTE_USER=host refs/heads/receipts
git -C carl fetch -q && git -C carl reset -q --hard origin/main && git -C carl commit -q --allow-empty -m x
ok "... and main, forward" push REMOTE_USER=host refs/heads/main
is "... (main is what the host made, and that)" "$(git -C server.git log --format=%s main | wc -l)" 3
not_ok "he does not delete it" env REMOTE_USER=host git -C carl push -q origin :main
rm -r server.git/hooks server.git/adit
git -C server.git update-ref refs/heads/main main~1

# ---- the workflows: adit is there, and make and its friends do nothing; the forge's address is a folder
mkdir fake
for name in apt-get autoreconf sudo make; do
	printf '#!/bin/sh\n' > fake/$name
done
chmod +x fake/*
cat > home/.gitconfig.forge << END
[url "$tap_dir/server.git"]
	insteadOf = https://adit:token@forge.example.org/club/cave
	insteadOf = https://x-access-token:token@github.com/club/cave
	insteadOf = https://adit:token@forge.example.org/club/cave.git
END
git config --global include.path "$tap_dir/home/.gitconfig.forge"
git init -q --bare source.git # where adit is cloned from
git clone -q source.git made 2> err
printf '#!/bin/sh\n' > made/configure
chmod +x made/configure
git -C made add configure
git -C made commit -q -m configure
git -C made push -q origin HEAD:main

# works FILE PULL-REQUEST: that workflow applies carl's order, and one in a pull request
works() {
	say carl "by ${1%.yml}"
	(cd bob && git fetch -q && git adit send -k bob --say "by ${1%.yml}" 2> said)
	git -C server.git update-ref "$2" inbox/bob
	git -C server.git update-ref -d refs/heads/inbox/bob
	was=$(count)
	mkdir "job.$1"
	python3 "$top_srcdir/tests/git/workflow.py" "$examples/$1" vars.ADIT_SOURCE="file://$tap_dir/source.git" \
		vars.TABLE_HOST=forge.example.org secrets.TABLE_TOKEN=token github.token=token github.repository=club/cave \
		secrets.ADIT_KEY="$(cat keys/host.key)" secrets.ADIT_AGE="$(cat keys/host.age)" > "job.$1/run" 2> err ||
		{ tap_result 1 "$1 is a workflow" err && return; }
	(
		# What GitLab sets: secrets are files.
		ADIT_KEY=$tap_dir/keys/host.key ADIT_AGE=$tap_dir/keys/host.age ADIT_SOURCE=file://$tap_dir/source.git
		TABLE_TOKEN=token CI_SERVER_HOST=forge.example.org CI_PROJECT_PATH=club/cave PATH=$tap_dir/fake:$PATH
		export ADIT_KEY ADIT_AGE ADIT_SOURCE TABLE_TOKEN CI_SERVER_HOST CI_PROJECT_PATH PATH
		unset ADIT_HOME
		cd "job.$1" && sh run > ../out 2> ../err
	)
	is "$1 runs" "$? $(tr -d '\n' < out)" "0 "
	is "... and takes what came, also from who may not write" "$(sed 's/ as digest.*//' err | sort)" "git-adit: order of bob: taken
git-adit: order of carl: taken"
	is "... and publishes it" "$(count)" $((was + 2))
	not_ok "... and says nothing of the key" grep -qF "$(tail -n 1 keys/host.key)" out err
}
for file in github.yml forgejo.yml gitlab.yml; do
	case $file in
	gitlab*) pull=refs/merge-requests/1/head ;;
	*) pull=refs/pull/1/head ;;
	esac
	case ${ADIT_FEW:+few}$file in
	fewforgejo*) ;;
	*) works $file $pull ;;
	esac
done
restored "what they host holds"
tap_end
