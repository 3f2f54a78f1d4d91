#!/bin/sh
# The workflows of examples/git as they are, each on a machine like its forge's: apt, configure and make are real.  From
# git adit init to adit audit, with orders from branches and from pull requests, and what hostile people push meanwhile.
. "${0%/*}/lib.sh"
# shellcheck source=chroot.sh
. "$top_srcdir/tests/git/chroot.sh"
git_begin
reason=$(chroot_reason)
if [ -n "$reason" ]; then
	skip "workflows run" "$reason"
	tap_end
fi
# shellcheck source=forge_lib.sh
. "$top_srcdir/tests/git/forge_lib.sh"
if ! chroot_begin; then
	tail -n 5 chroot.log | sed 's/^/# /'
	skip "workflows run" "Debian's mirror cannot be reached"
	tap_end
fi
examples=$top_srcdir/examples/git
keys host anna bob carl

# ---- the sources as they are here, as a repository to clone
(cd "$top_srcdir" && git ls-files > "$tap_dir/files" && tar -c -T "$tap_dir/files") > sources.tar 2> err
git init -q sources
tar -x -C sources -f sources.tar
git -C sources add -A -f
git -C sources commit -q -m sources

# setup KIND IMAGE FILE: the forge of that kind, its machine and a table with the workflow on main
setup() {
	forge_begin "$1"
	image=$2 kind=$1 machine=$chroot_dir/$2
	git clone -q --bare sources "$forge/adit.git"
	rm -rf cave server.git anna bob carl
	ADIT_HOME=$tap_dir/keys.$1
	cp -r keys "$ADIT_HOME"
	table cave
	mkdir -p "$forge/club"
	cp -r cave/.git "$forge/club/cave.git"
	rm -rf "$forge/club/cave.git/adit"
	git -C "$forge/club/cave.git" config core.bare true
	ln -s "$forge/club/cave.git" server.git
	git -C cave remote add origin "$tap_dir/server.git"
	mkdir -p "$(dirname "cave/$3")"
	cp "$examples/$1.yml" "cave/$3"
	git -C cave add "$3"
	git -C cave commit -q -m "the host is a job"
	git -C cave push -q -u origin main
	rm -rf cave/.git/adit # the game file is not needed any more
	clone anna bob carl
	ok "$1: a machine like its own" chroot_make "$2"
	case $1 in
	github) pull=refs/pull ;;
	forgejo) pull=refs/pull ;;
	gitlab) pull=refs/merge-requests ;;
	esac
}

# job [NAME=VALUE...]: what the forge does when it is time
job() {
	case $kind in
	gitlab)
		set -- CI_COMMIT_BRANCH=main CI_PIPELINE_SOURCE=schedule CI_SERVER_URL="$at" CI_API_V4_URL="$at/api/v4" \
			CI_PROJECT_PATH=club/cave ADIT_SOURCE="$at/adit.git" "$@"
		user=root
		;;
	*)
		set -- github.ref=refs/heads/main github.repository=club/cave GITHUB_REPOSITORY=club/cave runner.os=Linux \
			runner.arch=X64 github.token=sesame GITHUB_SERVER_URL="$at" vars.ADIT_SOURCE="$at/adit.git" "$@"
		case $kind in
		github) user=runner && set -- GITHUB_API_URL="$at" secrets.DEPLOY_KEY="$(cat deploy)" "$@" ;;
		*) user=root && set -- GITHUB_API_URL="$at/api/v1" "$@" ;;
		esac
		;;
	esac
	# chance.so, with which tests deal, is not in the machine.
	env -u LD_PRELOAD python3 "$top_srcdir/tests/git/workflow.py" run "$flow" "$machine" $user "$tap_dir/cache.$kind" \
		"$tap_dir/job.log" secrets.ADIT_KEY="$(cat keys/host.key)" secrets.ADIT_AGE="$(cat keys/host.age)" \
		secrets.TABLE_TOKEN=sesame "$@" > job.err 2>&1
	job_status=$?
	cat job.err >> job.log
	return $job_status
}
# runs WHAT WANTED [NAME=VALUE...]: a job that prints those lines of git-adit
runs() {
	what=$1 wanted=$2
	shift 2
	job "$@"
	status=$?
	[ $status -eq 0 ] || tail -n 30 job.log | sed 's/^/# /'
	is "$what" "$status $(grep '^git-adit' job.log | sort)" "0 $wanted"
}

# pulled NAME NUMBER: what NAME pushed becomes pull request NUMBER, from a fork: their branch is in no place here
pulled() {
	git -C server.git update-ref "$pull/$2/head" "refs/heads/inbox/$1"
	git -C server.git update-ref -d "refs/heads/inbox/$1"
}

# played: a short game by that forge
played() {
	flow=$tap_dir/$1.yml
	git -C server.git cat-file blob "main:$2" > "$flow"
	ok "$1: the workflow lets nothing more run than it should" python3 "$top_srcdir/tests/git/workflow.py" check "$flow"
	ok "anna sends" move anna
	say carl "from a fork"
	pulled carl 3
	runs "the first job takes what came" "git-adit: order of anna: taken as digest 1
git-adit: order of carl: taken as digest 2"
	[ "$status" -eq 0 ] || return # each further job would build again
	is "... and publishes it" "$(count)" 3
	is "... with the workflow left on main" "$(git -C server.git cat-file blob "main:$2" | cmp - "$flow" 2>&1)" ""
	answered "... and answers on the pull request" 3 taken 2 closed
	is "the forge keeps the program and nothing else" "$(cd "cache.$kind" && find . -type f ! -name build | sed 's,.*/,,' | sort |
		tr '\n' ' ')" "adit git-adit git-adit-forge pages "

	# ---- hostile people
	(
		cd anna && git fetch -q && git checkout -q -b evil origin/main
		mkdir -p "$(dirname "$2")" .github/workflows inbox
		for file in "$2" .github/workflows/other.yml; do
			printf 'on: push\njobs:\n  x:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ secrets.ADIT_KEY }}\n' > "$file"
		done
		git add -A && git commit -q -m 'a workflow'
		git push -q origin +HEAD:refs/heads/inbox/anna # on a branch
		git push -q origin "+HEAD:$pull/4/head"        # and in a pull request
	)
	# Bob's next order, in a pull request that somebody else opened, with a workflow beside it.
	ok "bob sends" move bob
	(
		cd carl && git fetch -q origin inbox/bob main && git checkout -q -B fork FETCH_HEAD~0 && git reset -q --hard origin/main
		git fetch -q origin inbox/bob && git checkout -q FETCH_HEAD -- inbox
		mkdir -p "$(dirname "$2")" && echo '# changed' >> "$2"
		git add -A && git commit -q -m 'an order of another, and a change' && git push -q origin "+HEAD:$pull/5/head"
	)
	git -C server.git update-ref -d refs/heads/inbox/bob
	# In a title, a message or a comment an order is only text.
	carl_says=$(cd carl && adit sign -k carl -d turns --say "in a comment" 2> /dev/null)
	git -C carl commit -q --allow-empty -m "$carl_says" && git -C carl push -q origin "+HEAD:$pull/6/head"
	runs "a job among hostile pushes takes what is signed" "git-adit: order of bob: taken as digest 3" \
		github.event.pull_request.title='"; id; echo "' GITHUB_HEAD_REF='$(id)' CI_COMMIT_MESSAGE="$carl_says"
	is "... from the cache" "$(grep -c 'autoreconf\|CC  ' job.log)" 0
	is "... and changes no workflow" "$(git -C server.git cat-file blob "main:$2" | cmp - "$flow" 2>&1) $(git -C server.git ls-tree -r --name-only main .github | grep -c other)" " 0"
	answered "... and leaves open what holds more than orders" 5 taken 3 open
	is "... says nothing to the others, and reads no comment" "$(grep -c '/4/\|/6/\|^GET' "$forge/log")" 0
	: > "$forge/log"

	# ---- jobs that are of another branch, and one that finds nothing
	job github.ref=refs/heads/inbox/anna CI_COMMIT_BRANCH=inbox/anna
	is "a job of another branch does nothing" "$? $(cat job.log)" "7 "
	is "a job of a push does nothing" "$(job CI_PIPELINE_SOURCE=push github.ref=refs/heads/inbox/x; echo $?)" 7
	runs "a job without orders publishes the pages" "" vars.ADIT_PAGES=yes ADIT_PAGES=yes
	case $kind in
	gitlab) ok "... for the forge to show" grep -q '<html' "cache.$kind/artifacts/public/index.html" ;;
	*) ok "... for the forge to show" sh -c 'git -C server.git cat-file blob pages:index.html | grep -q "<html"' ;;
	esac

	# ---- a build that is ready, in place of the forge's own
	kept=$(dirname "$(find "cache.$kind" -name git-adit)")
	cp "$kept/adit" "$chroot_dir/base/"
	ok "the program needs nothing on its machine" chroot_run base /adit --version
	tar -C "$kept" -czf "$machine/adit.tar.gz" adit git-adit git-adit-forge pages
	hash=$(sha256sum < "$machine/adit.tar.gz" | cut -c 1-64)
	for word in "$hash" "$(echo "$hash" | tr 0-9a-f 1-9a-f0)"; do
		job ADIT_ARCHIVE=file:///adit.tar.gz vars.ADIT_ARCHIVE=file:///adit.tar.gz ADIT_SHA256="$word" vars.ADIT_SHA256="$word" \
			ADIT_SOURCE=/nothing vars.ADIT_SOURCE=/nothing
		echo "$? $(grep -c 'table' job.log)"
	done > ready
	like "a build that is ready is taken, with the right hash" "$(cat ready)" "0 *
1 *"

	# ---- the end: all resign, one of them in a pull request
	for seat in carl anna bob; do
		[ "$(turn)" != - ] || break
		git -C $seat checkout -q --detach
		(cd $seat && git adit send -k $seat resign 2> said) || cat $seat/said
		[ $seat != anna ] || pulled anna 8
	done
	job
	is "the last job" "$?" 0
	is "... ends the game" "$(turn)" -
	rm -rf audited
	git clone -q server.git audited
	ADIT_HOME=$tap_dir/nobody exits 0 "the audit passes, of all that there is" adit audit audited
	is "... in one line of commits" "$(git -C server.git rev-list --merges main | wc -l) $(git -C server.git log --format=%an main | sort | uniq -c | awk '{ print $1 }' | tr '\n' ' ')" "0 $(count) 1 "
}

# answered WHAT NUMBER WORD N open|closed
answered() {
	closing=
	[ "$5" = open ] || closing="
P* */$2 {*\"close*\"}"
	like "$1" "$(grep "/$2[/ ]" "$forge/log")" "POST */$2/* {\"body\":\"Taken in digest $4.*\"}$closing"
}

setup gitlab debian-bookworm .gitlab-ci.yml
played gitlab .gitlab-ci.yml

# What Forgejo runs is what GitHub runs, on a machine like GitLab's: a third game in ADIT_LONG alone.
ok "forgejo: the workflow lets nothing more run than it should" python3 "$top_srcdir/tests/git/workflow.py" check "$examples/forgejo.yml"
if [ -n "${ADIT_LONG:-}" ]; then
	setup forgejo node-bookworm .forgejo/workflows/adit.yml
	played forgejo .forgejo/workflows/adit.yml
fi

# ---- github: git over ssh with a deploy key, at a server whose key is not that of github.com
setup github ubuntu-24.04 .github/workflows/adit.yml
ssh-keygen -q -t ed25519 -N '' -f deploy
mkdir -p "$machine/srv/.ssh" "$machine/run/sshd"
mv "$forge/club" "$machine/srv/"
ln -sfn "$machine/srv/club/cave.git" server.git
cp deploy.pub "$machine/srv/.ssh/authorized_keys"
chmod 700 "$machine/srv/.ssh"
chroot_run "$image" useradd --non-unique --uid 0 --password "*" --home /srv --no-create-home --shell /usr/bin/git-shell git
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
printf '%s\n' "ListenAddress 127.0.0.1:$port" "HostKey /etc/ssh/ssh_host_ed25519_key" "PasswordAuthentication no" \
	"PermitRootLogin prohibit-password" "StrictModes no" > "$machine/etc/ssh/forge"
env -u LD_PRELOAD chroot "$machine" /usr/sbin/sshd -D -e -f /etc/ssh/forge > sshd.log 2>&1 < /dev/null &
forge_pids="$forge_pids $!"
# shellcheck disable=SC2064 # now
trap "kill $forge_pids; chroot_leave" EXIT
printf '%s\n' "Host github.com" " HostName 127.0.0.1" " Port $port" > "$machine/etc/ssh/ssh_config.d/forge.conf"
flow=$examples/github.yml
# It builds as gitlab.yml does, which was tried: where there is no time for a second build, its cache has the program.
built_by() { sed -n '/autoreconf -i/,/make -j2/s/^ *//p; s/.* install -y .*autoconf/autoconf/p' "$examples/$1.yml"; }
is "github: builds by the lines of gitlab.yml" "$(built_by github)" "$(built_by gitlab)"
if [ -z "${ADIT_LONG:-}" ]; then
	key=adit-Linux-X64-$(git -C sources rev-parse HEAD)
	mkdir -p "cache.github/$key"
	cp "$kept/adit" "$kept/git-adit" "$kept/git-adit-forge" "$kept/pages" "cache.github/$key/"
fi
job
is "a server that is not github.com gets no order and no key" "$? $(grep -c 'Host key verification failed' job.log)" "128 1"
echo " HostKeyAlias forge.example.org" >> "$machine/etc/ssh/ssh_config.d/forge.conf"
sed 's/^/forge.example.org /' "$machine/etc/ssh/ssh_host_ed25519_key.pub" > "$machine/etc/ssh/ssh_known_hosts"
played github .github/workflows/adit.yml
tap_end
