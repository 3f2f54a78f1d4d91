#!/bin/sh
# Orders in pull requests, which are refs of --from: any file that one adds to main, and what --answers says of it.
. "${0%/*}/lib.sh"
opening
git clone -q server.git mallory
blob() { git -C mallory hash-object -w --stdin; }
tree() { git -C mallory mktree; }

# order SEAT TEXT: an order block on standard output
order() {
	git -C server.git archive main turns | tar -x
	adit sign -k "$1" -d turns --no-record --say "$2" 2> sign.err
}

# pull N [BASE]: the pull request N, with main or BASE, and the files that standard input lists: "PATH OBJECT"
pull() {
	git -C mallory fetch -q
	rm -f mallory.index
	(
		GIT_INDEX_FILE=$tap_dir/mallory.index
		export GIT_INDEX_FILE
		git -C mallory read-tree "${2:-$(main)}"
		while read -r path object; do
			git -C mallory update-index --add --cacheinfo "100644,$object,$path"
		done
		git -C mallory push -q -f origin "$(git -C mallory commit-tree "$(git -C mallory write-tree)" -p "${2:-$(main)}" \
			-m pull):refs/pull/$1/head"
	) 2> pull.err || tap_result 1 "pull request $1" pull.err
}
pulled() { host "$@" --from 'refs/pull/*/head' --answers "$tap_dir/answers"; }

# ---- a file made in a browser, anywhere; beside other changes
old=$(main)
order bob "by pull request" > one
echo "order.md $(blob < one)" | pull 12
order carl "and I" > one
{ echo "some/where else.txt $(blob < one)" | sed 's/ else/_else/' && echo "README.md $(echo hello | blob)"; } | pull 13
echo "notes.txt $(echo nothing | blob)" | pull 14
exits 0 "pull requests with orders" pulled cave
is "... are taken" "$(sort err)" "git-adit: order of bob: taken as digest 1
git-adit: order of carl: taken as digest 2"
is "... and answered: one adds nothing but orders" "$(sort answers)" "refs/pull/12/head taken 1 close
refs/pull/13/head taken 2 open"
exits 0 "nothing new" pulled cave
is "... no answer, and the file is there" "$(cat answers; ls answers)" answers
order bob "more" > one
order carl "and more" > two
printf '%s\n' "a $(blob < one)" "b $(order anna "me too" | blob)" "inbox/c $(blob < two)" | pull 15 "$old"
exits 0 "three orders in one, on an older main" pulled cave
is "... each has an answer" "$(sed 's/ [0-9]* close/ N close/' answers | sort | uniq -c | tr -s ' ')" " 3 refs/pull/15/head taken N close"
was=$(count)
exits 0 "a job that keeps nothing" sh -c 'rm -rf job && git clone -q server.git job'
exits 0 "..." pulled job --fresh
is "... answers nothing a second time" "$(cat answers) $(count)" " $was"

# ---- refused, and sent again
stale bob 2> err
git -C server.git update-ref refs/pull/16/head refs/heads/inbox/bob
git -C server.git update-ref -d refs/heads/inbox/bob
exits 0 "an order that comes too late" pulled cave
like "... is refused, in an answer" "$(cat answers)" "*refs/pull/16/head refused - *"
exits 0 "once more, as all is looked at" sh -c 'rm cave/.git/adit/state'
exits 0 "..." pulled cave
is "... it is answered once" "$(cat answers)" ""
git -C mallory fetch -q origin refs/pull/12/head
git -C mallory push -q origin FETCH_HEAD:refs/pull/17/head
exits 0 "an order that was taken before, in another pull request" pulled cave
is "... is answered" "$(cat answers)" "refs/pull/17/head repeated 1 close"

# ---- what is not an order
order carl "hidden" > one
printf '%s\n' "turns/000099.txt $(blob < one)" "README.md $(blob < one)" | pull 20
was=$(count)
exits 0 "an order below turns, or as README.md" pulled cave
is "... is none" "$(count)$(cat answers)" "$was"
order carl "among many" > one
{
	i=0
	while [ $((i += 1)) -le 80 ]; do echo "f$i $(echo "junk $i" | blob)"; done
	echo "g $(blob < one)"
} | pull 21
exits 0 "81 files" pulled cave
like "... of which 64 are read, which is said" "$(cat err)" "*git-adit: refs/pull/21/head: only 64 files of it are read*"
git -C mallory fetch -q
deep=$(git -C mallory mktree < /dev/null)
for _ in 1 2 3 4 5 6; do
	deep=$(awk -v tree="$deep" 'BEGIN { for (i = 0; i < 1000; i++) print "040000 tree " tree "\t" i }' | tree)
done
git -C mallory push -q origin "$(git -C mallory commit-tree "$deep" -p "$(main)" -m deep):refs/pull/22/head"
order anna "beside it" > one
echo "order $(blob < one)" | pull 23
exits 0 "10^18 paths beside an order" pulled cave
like "... which is taken" "$(cat answers)" "*refs/pull/23/head taken * close*"

# ---- at most 20 answers
i=100
while [ $((i += 1)) -le 122 ]; do
	echo "x$i $(printf 'x%s\n' $i | cat one - | blob)" | pull $i
done
exits 0 "23 pull requests with an order that was taken" pulled cave
is "... 20 answers" "$(grep -c 'repeated [0-9]* close$' answers)" 20
exits 73 "no place for the answers" host cave --answers none/answers
tap_end
