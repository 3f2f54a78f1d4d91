#!/bin/sh
# What is in examples/git: the hooks of a server, where each seat writes only its own inbox, and what the workflows of
# forges let run.
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

# ---- the workflows: nothing runs but on main, and nothing of a stranger's; tests/git/forge_run.t runs them
check() { python3 "$top_srcdir/tests/git/workflow.py" check "$1"; }
# changed FILE WHAT SED: that file, changed so, must be refused
changed() {
	sed "$3" "$examples/$1" > changed.yml
	! cmp -s "$examples/$1" changed.yml && ! check changed.yml 2> err
	tap_result $? "... not with $2" err
}
for file in github forgejo; do
	ok "$file.yml" check "$examples/$file.yml"
	changed $file.yml "a push" 's/^  workflow_dispatch:/&\n  push:/'
	changed $file.yml "a run of the pull request's own file" 's/pull_request_target/pull_request/'
	changed $file.yml "comments" 's/^  workflow_dispatch:/&\n  issue_comment:/'
	changed $file.yml "more rights" 's/contents: read/contents: write/'
	changed $file.yml "any branch" "s/if: github.ref == .*/if: true/"
	changed $file.yml "a run that stops another" 's/cancel-in-progress: false/cancel-in-progress: true/'
	changed $file.yml "a text of a stranger in a script" 's/ cd table/&; echo "${{ github.event.pull_request.title }}"/'
	changed $file.yml "... or in its environment" 's/  TOKEN: .*/  TOKEN: ${{ github.head_ref }}/'
	changed $file.yml "... or by name" 's/ cd table/&; echo "$GITHUB_HEAD_REF"/'
	changed $file.yml "a secret in a script" 's/ cd table/&; echo "${{ secrets.ADIT_KEY }}"/'
	changed $file.yml "a checkout" 's,uses: actions/cache/restore,uses: actions/checkout,'
	changed $file.yml "an action that may change" 's,\(uses: actions/cache.*\)@.*,\1@v4,'
	changed $file.yml "the head of a pull request" 's/ cd table/&; git checkout FETCH_HEAD/'
	changed $file.yml "the key in the cache" 's,path: ~/adit,path: ~/,'
done
ok gitlab.yml check "$examples/gitlab.yml"
changed gitlab.yml "a push" 's/CI_PIPELINE_SOURCE == "web"/CI_PIPELINE_SOURCE == "push"/'
changed gitlab.yml "a merge request" 's/CI_PIPELINE_SOURCE == "web"/CI_PIPELINE_SOURCE == "merge_request_event"/'
changed gitlab.yml "any branch" 's/CI_COMMIT_BRANCH == "main"/CI_COMMIT_BRANCH/'
changed gitlab.yml "a checkout" 's/GIT_STRATEGY: none/GIT_STRATEGY: clone/'
changed gitlab.yml "a text of a stranger" 's/- cd table/&; echo "$CI_MERGE_REQUEST_TITLE"/'
changed gitlab.yml "the key in the cache" 's,- adit/$,- ./,'
tap_end
