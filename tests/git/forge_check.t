#!/bin/sh
# git adit-forge check: what protects a table, at each kind of forge and on one's own server; what it cannot know it does
# not call good.
. "${0%/*}/lib.sh"
opening
# shellcheck source=forge_lib.sh
. "$top_srcdir/tests/git/forge_lib.sh"
examples=$top_srcdir/examples/git

# workflow NAME: the example becomes that file on main
workflow() {
	mkdir -p "$(dirname "cave/$2")"
	cp "$examples/$1" "cave/$2"
	git -C cave add "$2"
	git -C cave commit -q -m workflow
}
# at KIND: the clone cave is of that forge
at() {
	forge_begin "$1"
	git -C cave remote set-url origin "$at/club/cave.git"
	ln -s ../server.git "$forge/cave.git"
	mkdir -p "$forge/club"
	ln -s ../../server.git "$forge/club/cave.git"
	git -C cave fetch -q
}
ago() { date -u -d "$1" +%Y-%m-%dT%H:%M:%SZ; }
# finds STATUS WHAT LINES: what check prints of the forge
finds() {
	(cd cave && adit_forge check > ../out 2> ../err)
	is "$2" "$? $(sed -n 's/^WRONG: //p;s/^unknown: /? /p' out err)" "$1 $3"
}

# ---- github: all that it wants
workflow github.yml .github/workflows/adit.yml
git -C cave push -q origin main
at github
rules='[{"type":"update","ruleset_source_type":"Repository","ruleset_id":7},{"type":"non_fast_forward","ruleset_id":7},{"type":"deletion","ruleset_id":7}]'
# good_KIND: the answers of a forge where all is well
good_github() {
	cat << END
/repos/club/cave/rules/branches/main $rules
/repos/club/cave/rules/branches/receipts $rules
/repos/club/cave/rulesets/7 {"id":7,"name":"a \\"type\\":\\"x\\" [","bypass_actors":[{"actor_id":null,"actor_type":"DeployKey","bypass_mode":"always"}]}
/repos/club/cave/environments/adit {"name":"adit","deployment_branch_policy":{"protected_branches":false,"custom_branch_policies":true}}
/repos/club/cave/environments/adit/deployment-branch-policies {"total_count":1,"branch_policies":[{"id":1,"name":"main"}]}
/repos/club/cave/actions/secrets?per_page=100 {"total_count":1,"secrets":[{"name":"OTHER"}]}
/repos/club/cave/actions/workflows/adit.yml/runs?event=schedule&per_page=1 {"total_count":9,"workflow_runs":[{"id":1,"head_commit":{"message":"\\"created_at\\":\\"2000\\", }]"},"created_at":"$(ago '7 minutes ago')"}]}
END
}
# bad PATH ANSWER: as that, but for one answer
bad() {
	"good_$kind" | awk -v path="$1" '$1 != path' > "$forge/api"
	printf "%s %s\n" "$1" "$2" >> "$forge/api"
}
good_github > "$forge/api"
finds 0 "github: all is well" ""
is "... says so of each" "$(sed 's/ [0-9]* minutes/ N minutes/' out)" "ok: main: pushing is restricted to the bypass list
ok: main: forcing is restricted to the bypass list
ok: main: deleting is restricted to the bypass list
ok: main: nobody but deploy keys bypasses ruleset 7
ok: receipts: pushing is restricted to the bypass list
ok: receipts: forcing is restricted to the bypass list
ok: receipts: deleting is restricted to the bypass list
ok: receipts: nobody but deploy keys bypasses ruleset 7
ok: environment adit is limited to main
ok: the key is not a secret of the whole repository
ok: no workflow with secrets runs on a push or a pull request
ok: the timer last ran N minutes ago"
not_ok "... and never asks for a change" grep -qv '^GET ' "$forge/log"
bad /repos/club/cave/rules/branches/main '[]'
finds 1 "no rule" "main: pushing is not restricted; add a ruleset (GITHUB.md)
main: forcing is not restricted; add a ruleset (GITHUB.md)
main: deleting is not restricted; add a ruleset (GITHUB.md)"
bad /repos/club/cave/rules/branches/main '[{"type":"deletion","ruleset_id":7},{"type":"non_fast_forward","ruleset_id":7}]'
finds 1 "pushing is not restricted" "main: pushing is not restricted; add a ruleset (GITHUB.md)"
bad /repos/club/cave/rulesets/7 '{"id":7,"bypass_actors":[{"actor_type":"DeployKey"},{"actor_type":"RepositoryRole"}]}'
finds 1 "a role is on the bypass list" "main: others than deploy keys bypass ruleset 7: RepositoryRole
receipts: others than deploy keys bypass ruleset 7: RepositoryRole"
bad /repos/club/cave/rulesets/7 '{"id":7,"bypass_actors":[{"actor_type":"\u001b[2J\nok: all"}]}'
finds 1 "a word that is none" "main: others than deploy keys bypass ruleset 7:    J ok  all
receipts: others than deploy keys bypass ruleset 7:    J ok  all"
bad /repos/club/cave/rulesets/7 '{"id":7}'
finds 6 "a bypass list that is not shown" "? main: who is on the bypass list of ruleset 7
? receipts: who is on the bypass list of ruleset 7"
bad /repos/club/cave/environments/adit '{"name":"adit","deployment_branch_policy":null}'
finds 1 "an environment for any branch" "environment adit is not limited to main: any branch may get the key"
bad /repos/club/cave/environments/adit/deployment-branch-policies '{"branch_policies":[{"name":"main"},{"name":"inbox/*"}]}'
finds 1 "an environment for more branches" "environment adit takes other branches than main: they may get the key"
bad '/repos/club/cave/actions/secrets?per_page=100' '{"total_count":1,"secrets":[{"name":"ADIT_KEY"}]}'
finds 1 "the key as a secret of the repository" \
	"the key is a secret of the whole repository: any branch gets it; move it to the environment adit"
bad '/repos/club/cave/actions/secrets?per_page=100' 403
finds 6 "secrets that are not shown" "? whether the key is a secret of the whole repository: that needs a token with more rights (HTTP status 403)"
runs='/repos/club/cave/actions/workflows/adit.yml/runs?event=schedule&per_page=1'
bad "$runs" '{"total_count":0,"workflow_runs":[]}'
finds 1 "a timer that never ran" "the timer has never run; see that the workflow is on main, and the schedule is on"
bad "$runs" "{\"workflow_runs\":[{\"created_at\":\"$(ago '2 days ago')\"}]}"
finds 1 "a timer that stopped" "the timer last ran 2880 minutes ago; a late player is not played for"
bad "$runs" "{\"workflow_runs\":[{\"created_at\":\"$(ago "2 days")\"}]}"
finds 6 "a time to come" "? whether the timer runs: the forge's clock or this one is wrong"
bad "$runs" '{"workflow_runs":[{"created_at":"yesterday"}]}'
finds 6 "a time that is none" "? whether the timer runs: the forge gives no time"
echo > "$forge/api"
finds 6 "a forge that shows nothing" "? whether others may push main: that needs a token with more rights (HTTP status 404)
? whether others may push receipts: that needs a token with more rights (HTTP status 404)
? which branches get the key: environment adit: that needs a token with more rights (HTTP status 404)
? whether the key is a secret of the whole repository: that needs a token with more rights (HTTP status 404)
? whether the timer runs: that needs a token with more rights (HTTP status 404)"
for answer in '{' '[[[[' 'null' '"' '{"a":' ']]}}' "$(head -c 300000 /dev/zero | tr '\0' '[')"; do
	good_github | sed "s/ .*//" | awk -v answer="$(echo "$answer" | head -c 50000)" '{ print $1 " " answer }' > "$forge/api"
	(cd cave && adit_forge check > ../out 2> ../err)
	status=$? # in some shells not that any more after the next command in a word
	like "an answer that is no JSON: $(echo "$answer" | head -c 5)" "$status $(grep -c '^ok' out) $(cat err)" "[16] 1 "
done
good_github > "$forge/api"

# ---- a run of a pull request, and workflows with the key on a push
(cd cave && GITHUB_EVENT_NAME=pull_request ADIT_KEY=x adit_forge check > ../out 2>&1)
like "a pull request with the key in reach" "$? $(head -n 1 out)" "1 WRONG: this run is of a push or a pull request and has the key*"
(cd cave && GITHUB_EVENT_NAME=pull_request adit_forge check > ../out 2>&1)
like "... and without" "$? $(head -n 1 out)" "0 ok: this run is of a push or a pull request and has no key"
cp -r cave flows
n=0
for on in 'on: push' 'on: [schedule, push]' '"on":
  push:
    branches: [main]' 'on:
  - pull_request' 'on:
  schedule:
    - cron: "0 * * * *"
  pull_request:'; do
	printf '%s\n' "$on" 'jobs:' '  x:' '    env:' '      K: ${{ secrets.ADIT_KEY }}' > flows/.github/workflows/other.yml
	git -C flows add -A && git -C flows commit -q -m x && git -C flows update-ref refs/remotes/origin/main HEAD
	(cd flows && adit_forge check > ../out 2> ../err)
	is "a workflow on a push: $((n += 1))" "$? $(sed -n 's/^WRONG: //p' out)" \
		"1 a workflow with secrets runs on a push or a pull request: .github/workflows/other.yml"
done
printf '%s\n' 'on:' '  schedule:' 'jobs:' '  push:' '    env:' '      K: ${{ secrets.ADIT_KEY }} # push' '    run: git push' \
	> flows/.github/workflows/other.yml
git -C flows add -A && git -C flows commit -q -m x && git -C flows update-ref refs/remotes/origin/main HEAD
(cd flows && adit_forge check > out 2>&1)
is "a workflow that pushes" $? 0

# ---- forgejo
git -C cave mv .github/workflows/adit.yml .github/workflows/x.txt
workflow forgejo.yml .forgejo/workflows/adit.yml
git -C cave remote set-url origin "$tap_dir/server.git"
git -C cave push -q origin main
at forgejo
rule='"rule_name":"main","enable_push":true,"enable_push_whitelist":true,"push_whitelist_usernames":["adit"],"push_whitelist_teams":[],"push_whitelist_deploy_keys":false'
good_forgejo() {
	cat << END
/repos/club/cave/branches/main {"name":"main","protected":true,"user_can_push":true,"effective_branch_protection_name":"main"}
/repos/club/cave/branch_protections/main {$rule}
/repos/club/cave/branches/receipts {"name":"receipts","protected":false}
END
	echo "/repos/club/cave/actions/runs?event=schedule&page=1&limit=1 {\"workflow_runs\":[{\"event\":\"schedule\",\"created\":\"$(TZ=UTC-2 date -d '5 minutes ago' +%Y-%m-%dT%H:%M:%S+02:00)\"}]}"
}
players="others push branches here: each of them can read the key, as secrets are not kept from branches (FORGEJO.md)"
forks="? who may push branches: each of them can read the key, as secrets are not kept from branches (FORGEJO.md)"
good_forgejo > "$forge/api"
finds 6 "forgejo: all is well but what nobody can know" "$forks"
is "... says so of each" "$(sed -n 's/ [0-9]* minutes/ N minutes/;/^ok/p' out)" "ok: main: one account may push it, or deploy keys
ok: receipts is not protected, so the host can replace it
ok: no workflow with secrets runs on a push or a pull request
ok: the timer last ran N minutes ago"
say anna hello
finds 1 "a player who pushes a branch" "$players"
git -C server.git update-ref -d refs/heads/inbox/anna
bad /repos/club/cave/branches/main '{"name":"main","protected":false}'
finds 1 "main is not protected" "main is not protected: everybody who may write may push, force and delete it
$forks"
bad /repos/club/cave/branch_protections/main '{"enable_push":true,"enable_push_whitelist":false}'
finds 1 "... or from nobody who may write" "main: everybody who may write may push it
$forks"
bad /repos/club/cave/branch_protections/main '{"enable_push":false}'
finds 1 "... or from the host, too" "main: nobody may push it, nor can the host
$forks"
bad /repos/club/cave/branch_protections/main "{$(echo "$rule" | sed 's/"adit"/"adit","anna"/'),\"enable_force_push\":true}"
finds 1 "... or from one account too few, or force" "main: more than one account may push it
main: its rule allows force
$forks"
bad /repos/club/cave/branch_protections/main 403
finds 6 "a rule that is not shown" "? main is protected; who may push it: that needs a token with more rights (HTTP status 403)
$forks"
bad /repos/club/cave/branches/receipts '{"name":"receipts","protected":true}'
finds 1 "receipts that cannot be replaced" "receipts is protected, which refuses force: the host cannot replace it
$forks"

# ---- gitlab
at gitlab
level='{"id":1,"access_level":0},{"id":2,"access_level":40,"deploy_key_id":3}'
good_gitlab() {
	cat << END
/projects/club%2Fcave/protected_branches/main {"name":"main","push_access_levels":[$level],"merge_access_levels":[{"access_level":30}],"allow_force_push":false}
/projects/club%2Fcave/protected_branches/receipts {"name":"receipts","push_access_levels":[{"access_level":40,"user_id":null,"deploy_key_id":null}],"allow_force_push":true}
/projects/club%2Fcave/pipelines?source=schedule&ref=main&per_page=1 [{"id":3,"created_at":"$(date -u -d '3 minutes ago' +%Y-%m-%dT%H:%M:%S.123Z)"}]
END
	for name in ADIT_KEY ADIT_AGE TABLE_TOKEN; do
		echo "/projects/club%2Fcave/variables/$name {\"key\":\"$name\",\"protected\":true}"
	done
}
good_gitlab > "$forge/api"
finds 0 "gitlab: all is well" ""
is "... says so of each" "$(sed -n 's/ [0-9]* minutes/ N minutes/;p' out)" "ok: main: no role may push it
ok: receipts: maintainers alone may push it; let no player be one
ok: ADIT_KEY reaches protected branches alone
ok: ADIT_AGE reaches protected branches alone
ok: TABLE_TOKEN reaches protected branches alone
ok: the timer last ran N minutes ago"
main=/projects/club%2Fcave/protected_branches/main
bad $main 404
finds 1 "main is not protected" "main is not protected: everybody who may write may push, force and delete it"
bad $main '{"name":"main","allow_force_push":false}'
finds 6 "a branch of which nothing is said" "? who may push main: the forge does not say"
bad $main '{"push_access_levels":[{"access_level":30}],"allow_force_push":true}'
finds 1 "... or not from developers, or force" "main: developers may push it
main: force is allowed"
bad /projects/club%2Fcave/protected_branches/receipts '{"push_access_levels":[{"access_level":40}],"allow_force_push":false}'
finds 1 "receipts that cannot be replaced" "receipts: force is not allowed, and the host needs it"
bad /projects/club%2Fcave/variables/ADIT_KEY '{"protected":false}'
finds 1 "a key for any branch" "ADIT_KEY is not protected: everybody who may push a branch can read it"
bad /projects/club%2Fcave/variables/ADIT_KEY 403
finds 6 "a variable that is not shown" "? whether ADIT_KEY is kept from other branches: that needs a token with more rights (HTTP status 403)"

# ---- one's own server
plain() { git -C cave adit-forge check > out 2> err; }
git -C cave remote set-url origin "$tap_dir/server.git"
plain
is "a server without protection" "$? $(grep -v '^unknown' out)" "1 WRONG: there is no hooks/update: everybody who may write may push main
WRONG: main can be forced: set receive.denyNonFastForwards
WRONG: main can be deleted: set receive.denyDeletes"
cp "$examples/update" server.git/hooks
plain
is "... with the hook of adit" "$? $(grep -v '^unknown' out)" "6 ok: hooks/update lets nobody but the host push main and receipts, and nobody force main"
printf '#!/bin/sh\n' > server.git/hooks/update
git -C server.git config receive.denyDeletes on
(cd server.git && git adit-forge check > ../out 2> ../err)
is "... with another one, from the repository itself" "$? $(sed '$d' out)" "6 unknown: whether others may push main: hooks/update is not that of adit
unknown: whether main can be forced: receive.denyNonFastForwards is not set
ok: main cannot be deleted: receive.denyDeletes"
for url in git@example.org:cave.git ssh://example.org/cave.git https://example.org/cave.git; do
	git -C cave remote set-url origin $url
	plain
	is "a server that says nothing, $url" "$? $(grep -c '^unknown' out)/$(grep -c . out)" "6 2/2"
done
exits 5 "no repository" git adit-forge check
exits 5 "no remote" git -C cave adit-forge check --remote nothing
exits 2 "an argument" git -C cave adit-forge check now
exits 2 "no verb" git adit-forge
exits 2 "an unknown verb" git adit-forge merge
exits 0 "help" git adit-forge -h
tap_end
