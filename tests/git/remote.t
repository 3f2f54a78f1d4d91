#!/bin/sh
# What is between the machines: git daemon, file://, SHA-256; a remote that goes away in the middle; clones that have not
# all of it.
. "${0%/*}/lib.sh"
GIT_DEFAULT_HASH=sha256
export GIT_DEFAULT_HASH
opening
is "objects are named by SHA-256" "$(main | tr -d '\n' | wc -c)" 64

python3 "$top_srcdir/tests/git/relay.py" "$tap_dir" port cut &
relay=$!
trap 'kill $relay; tap_leave' EXIT
until [ -s port ]; do
	sleep 0.1
done
url=git://127.0.0.1:$(cat port)/server.git
for name in cave anna bob; do
	git -C $name remote set-url origin "$url"
done
ok "a player sends to git daemon" move anna
exits 0 "a host takes it from there" host cave
is "... and publishes there" "$(count)" 2
restored "... what can be audited"

# ---- gone when this is said to it, and so many bytes were answered: it is tried again, nothing is lost or taken twice
printf '#!/bin/sh\n' > bin/sleep # nobody has the time
chmod +x bin/sleep
# gone WORD N NAME ARG...: git adit ARG... of NAME, with such a remote; what is wrong with how it ends
gone() {
	echo "$1 $2" > cut
	word="$1 $2" name=$3
	shift 3
	(cd "$name" && git adit "$@" 2> ../err)
	status=$?
	rm cut
	[ "$status" -eq 75 ] || grep -q ': left out$' err || echo "$word: status $status"
	# What a kept game file signed, stays.
	grep -v -e '^adit: send: nothing was sent: ' -e 'were not read here$' err | grep -v '^git-adit: origin [a-z]* not \|^git-adit: origin cannot \|: taken as digest 2$\|^git-adit: main lacks \|: left out$'
}
say bob "here"
was=$(main)
is "a host whose remote goes away" "$(
	gone git-upload-pack 0 cave host -k host --now "$now"
	gone command=ls-refs 90 cave host -k host --now "$now"
	[ -n "${ADIT_FEW:-}" ] || gone command=fetch 30 cave host -k host --now "$now"
	gone git-receive-pack 200 cave host -k host --now "$now"
	main
)" "$was"
exits 0 "... when it is back" host cave
is "... took the order once" "$(count)" 3
say anna "there"
echo "PACK 0" > cut
exits 0 "a push that arrived, but its answer did not" host cave
rm cut
is "... is known to be there" "$(cat err) $(count)" "git-adit: order of anna: taken as digest 3 4"
is "a player whose remote goes away" "$(gone git-receive-pack 0 bob send -k bob --say "once")" ""
exits 0 "... when it is back" say bob "twice"
is "... has sent what he sends then" "$(host cave 2>&1)" "git-adit: order of bob: taken as digest 4"
restored "... and it is one history"

# ---- git that says nothing when the remote hangs up
mkdir silent
printf '#!/bin/sh\ncase " $* " in *" ls-remote "*) exit 128 ;; esac\nexec %s "$@"\n' "$(command -v git)" > silent/git
chmod +x silent/git
exits 75 "a remote that hangs up, of which git says nothing" \
	env PATH="$tap_dir/silent:$PATH" sh -c 'cd cave && git-adit host -k host'
is "... is told" "$(cat err)" "git-adit: origin cannot be read: it gives no reason"

# ---- clones that have not all of it
git -C server.git config uploadpack.allowFilter true
url=file://$tap_dir/server.git
git clone -q --depth 1 "$url" shallow
git clone -q --filter=blob:none --no-checkout "$url" partial
for name in shallow partial; do
	was=$(count)
	ok "a player with a $name clone" sh -c "cd $name && git adit send -k anna --say 'from a $name clone' 2> said"
	exits 0 "... and a job" host $name --fresh
	is "... which takes it" "$(count) $(cat err)" "$((was + 1)) git-adit: order of anna: taken as digest $was"
done
restored "... in one history"
tap_end
