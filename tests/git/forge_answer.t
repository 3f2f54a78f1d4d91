#!/bin/sh
# git adit-forge answer: comments on pull requests, and closes those that add nothing but orders, at each kind of forge.
. "${0%/*}/lib.sh"
git_begin
# shellcheck source=forge_lib.sh
. "$top_srcdir/tests/git/forge_lib.sh"
git init -q clone
cd clone || exit 99

# ---- what each forge is asked for
receipt="Your receipt says why: git adit send or adit read shows it, to you alone."
closed="This pull request is closed, as it adds nothing but orders. It is never merged."
# asks KIND PULL COMMENT CLOSE: four answers at that forge, whose refs of pull requests begin with PULL
asks() {
	forge_begin "$1"
	git remote remove origin 2> err
	git remote add origin "$at/club/cave.git"
	printf '%s\n' "$2/12/head taken 7 close" "$2/12/head repeated - close" "$2/9/head queued - open" \
		"$2/300/head refused - close" > answers
	exits 0 "$1: answers" adit_forge answer answers
	is "... without a word" "$(cat out err)" ""
	is "... and asks for this and nothing else" "$(asked)" "POST $3/12/$4 {\"body\":\"Taken in digest 7. $closed\"}
$6 $5/12 $7
POST $3/12/$4 {\"body\":\"Repeated. This order came before; nothing has changed. $closed\"}
POST $3/9/$4 {\"body\":\"Queued. It is played when its turn comes.\"}
POST $3/300/$4 {\"body\":\"Refused. $receipt $closed\"}
$6 $5/300 $7"
}
asks gitlab refs/merge-requests /projects/club%2Fcave/merge_requests notes /projects/club%2Fcave/merge_requests \
	PUT '{"state_event":"close"}'
asks forgejo refs/pull /repos/club/cave/issues comments /repos/club/cave/pulls PATCH '{"state":"closed"}'
asks github refs/pull /repos/club/cave/issues comments /repos/club/cave/pulls PATCH '{"state":"closed"}'

# ---- where a pull request cannot be answered, the others are
echo "POST /repos/club/cave/issues/2/comments 422
PATCH /repos/club/cave/pulls/3 404" > "$forge/refuse"
for n in 1 2 3 4; do
	echo "refs/pull/$n/head taken $n close"
done > answers
exits 0 "a pull request that cannot be answered" adit_forge answer answers
is "... is named, with what the forge said" "$(cat err)" "git-adit-forge: pull request 2: the answer failed with HTTP status 422
git-adit-forge: pull request 3: closing failed with HTTP status 404"
is "... and stops no other" "$(asked | grep -c POST)" 4
rm "$forge/refuse"

# ---- limits, and lines that no host writes
i=0
while [ $((i += 1)) -le 25 ]; do
	echo "refs/pull/$i/head taken $i open"
done > answers
exits 0 "25 answers" adit_forge answer answers
is "... of which 20 are given" "$(asked | wc -l)" 20
: > answers
exits 0 "none" adit_forge answer answers
is "... ask for nothing" "$(cat out err)$(asked)" ""
# shellcheck disable=SC2016
printf '%s\n' 'refs/pull/../head taken 1 close' 'refs/pull/1%2F2/head taken 1 close' 'refs/heads/inbox/anna taken 1 open' \
	'refs/pull/1/head taken $(id) open' 'refs/pull/1/head taken 1"} open' 'refs/pull/1/head merged 1 open' \
	'refs/pull//head taken 1 open' 'taken' '' 'refs/pull/5/head taken 12 shut' > answers
exits 0 "lines that are no answers" adit_forge answer answers
is "... are left out" "$(asked)" 'POST /repos/club/cave/issues/5/comments {"body":"Taken in digest 12."}'
is "... one by one" "$(sort -u err | sed 's/^git-adit-forge: //') $(wc -l < err)" "a line of the answers is none; it is left out 9"

# ---- the token
echo "refs/pull/1/head taken 1 open" > answers
exits 75 "a token that does not count" git adit-forge answer --forge github --api "$at" --token-fd 3 answers 3<< END
wrong
END
is "... ends it" "$(cat err)" "git-adit-forge: the forge refuses the token"
echo "POST /repos/club/cave/issues/1/comments 403" > "$forge/refuse"
exits 75 "a token that lacks a right" adit_forge answer answers
like "... ends it" "$(cat err)" "*the token may not answer; it lacks a right"
rm "$forge/refuse"
exits 2 "no token" git adit-forge answer --forge github --api "$at" answers
exits 2 "a token that is none" git adit-forge answer --forge github --api "$at" --token-fd 3 answers 3<< END
a"
END
like "... is not repeated" "$(cat err)" "*a character that no token has"
exits 75 "no forge there" git adit-forge answer --forge github --api http://127.0.0.1:1 --token-fd 3 answers 3< "$forge/token"
like "... says so" "$(cat err)" "*the forge does not answer*"
exits 66 "no file" adit_forge answer nothing
exits 2 "two files" adit_forge answer answers answers
exits 2 "a forge that nobody knows" git adit-forge answer --forge sourceforge answers
exits 2 "a remote that tells no forge" git adit-forge answer --token-fd 3 answers 3< "$forge/token"
like "... wants to be told" "$(cat err)" "*--forge names it*"
# What a process list shows while it waits: curl is one that writes it down.
cat > ../bin/curl << 'END'
#!/bin/sh
cat /proc/$$/cmdline /proc/$$/environ | tr '\0' '\n' > "${0%/bin/curl}/seen"
cat > "${0%/bin/curl}/config"
printf 201
END
chmod +x ../bin/curl
exits 0 "nobody sees the token" adit_forge answer answers
not_ok "... in a process list" grep -q sesame ../seen
ok "... but curl has it" grep -q 'Bearer sesame' ../config
tap_end
