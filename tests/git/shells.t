#!/bin/sh
# git adit host under each shell, with the utilities of busybox, without flock and timeout, and with a git that is too old.
. "${0%/*}/lib.sh"
git_begin
keys host anna bob carl
table cave
server cave
cp -r cave cave.first && cp -r server.git server.first && cp -r keys keys.first

# script COMMAND...: git-adit in the folder scripts, run by that
script() {
	rm -rf scripts && mkdir scripts
	{ echo "#!$*" && sed 1d "$top_srcdir/src/git-adit"; } > scripts/git-adit
	chmod +x scripts/git-adit
}

# What has the lock, asked while main is pushed; and whether it is free then.
mkdir -p server.first/hooks
printf '#!/bin/sh\n"%s" run --lock="%s/cave/.git/adit/lock" -- true 2>> "%s/locked"\nexit 0\n' "$ADIT" "$tap_dir" "$tap_dir" \
	> server.first/hooks/pre-receive
chmod +x server.first/hooks/pre-receive

# A short game: orders, one refused, a word in a branch with a number, a digest removed from main, a job
plays() {
	what=$1
	rm -rf server.git cave keys anna bob carl job locked
	cp -r server.first server.git && cp -r cave.first cave && cp -r keys.first keys
	clone anna bob carl
	# shellcheck disable=SC2030 # on purpose
	(
		PATH=$tap_dir/scripts:${tools:+$tap_dir/$tools:}$PATH
		move anna && say bob "a word" && stale carl
		git -C server.git update-ref refs/heads/inbox/bob.3 refs/heads/inbox/bob
		git -C server.git update-ref -d refs/heads/inbox/bob
		(cd cave && scripts_host) && (cd cave && scripts_host)
		git clone -q server.git vandal && (cd vandal && git rm -q -r turns && git commit -qm v && git push -q)
		rm -rf vandal && git clone -q server.git job && cd job && scripts_host --fresh
	) > out 2> err
	is "$what: a short game" "$?$(sed '/^git-adit: /!d' err)" "0git-adit: order of anna: taken as digest 1
git-adit: order of bob: taken as digest 2
git-adit: order of carl: refused
git-adit: main had lost digests 0 to 2: restored; let nobody but the host push to main
git-adit: order of carl: refused"
	is "... and no other word" "$(grep -v -e '^git-adit: ' -e '^adit: read: warning: ' err)$(cat out)" ""
	like "... under the lock" "$(sort -u locked)" "true: another run has the lock; try again"
	ok "... which is free then" "$ADIT" run --lock=cave/.git/adit/lock -- true
	ls cave/.git/adit > left
	is "... nothing is left" "$(grep -c -e host -e tmp left)" 0
}
scripts_host() { "$tap_dir/scripts/git-adit" host -k host --now "$now" --from 'refs/pull/*/head' --answers "$tap_dir/answers" "$@"; }

for shell in dash 'bash --posix' 'busybox sh' yash mksh ksh93; do
	name=${shell%% *} tools=
	if ! path=$(command -v "$name"); then
		skip "$shell: a short game" "no $name here"
		continue
	fi
	script "$path" "${shell#"$name"}"
	plays "$shell"
done

# ---- other utilities, first in PATH: those of busybox and toybox, the awk of Unix
for box in busybox toybox original-awk; do
	command -v $box > /dev/null || { skip "$box" "no $box here" && continue; }
	tools=tools.$box
	mkdir -p "$tools"
	for tool in awk cat cmp cp cut date echo find grep head ls mkdir mv printf rm sed sleep sort tail touch tr true wc xargs; do
		case $box in
		original-awk) [ $tool != awk ] || ln -s "$(command -v original-awk)" "$tools/awk" ;;
		*) "$box" 2>&1 | tr ', \t' '\n' | grep -qx "$tool" && ln -s "$(command -v $box)" "$tools/$tool" ;;
		esac
	done
	script /bin/sh
	plays "with $box"
done

# ---- nothing but what POSIX has, git and adit
tools=only
mkdir only
for tool in awk cat cmp cp date env find git git-receive-pack git-upload-pack grep head ls mkdir mv rm sed sh sleep sort touch tr wc xargs; do
	ln -s "$(command -v $tool)" only/$tool
done
ln -s "$ADIT" only/adit
script /bin/sh
cd cave || exit 99
(cd ../anna && git fetch -q && git adit send -k anna --say "more" 2> said)
# shellcheck disable=SC2031 # it was not
exits 0 "without flock, timeout and others in PATH" env PATH="$tap_dir/only" ../scripts/git-adit host -k host
like "..." "$(cat err)" "*order of anna: taken as digest 3*"
cd ..

# ---- a git that is too old
mkdir old
printf '#!/bin/sh\necho "git version 2.28.1 (Some Git-1)"\n' > old/git
chmod +x old/git
# shellcheck disable=SC2031
exits 75 "an old git" env PATH="$tap_dir/old:$PATH" sh -c 'cd cave && ../scripts/git-adit host -k host'
is "... is said" "$(cat err)" "git-adit: git 2.29 is needed, this is 2.28.1 (Some Git-1)"

# ---- what bash 3.2, the newest that macOS has, does not know
not_ok "nothing newer than bash 3.2" grep -nE '\[\[|\$\{[a-z]+[,^@]|mapfile|readarray|coproc|declare|local |&>|\|&|;;&|<\(|\$'\''' \
	"$top_srcdir/src/git-adit"
not_ok "no option that only GNU has" grep -nE 'head -c|sed -i|sed -E|grep -[a-zA-Z]*[oPz]|sort -[a-zA-Z]*[VzR]|xargs -[0rd]|date -d|touch -d|find .* -(print0|maxdepth|mmin|printf)|mktemp|readlink|realpath|stat |seq |flock|timeout|tac |shuf' \
	"$top_srcdir/src/git-adit"
tap_end
