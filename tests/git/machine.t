#!/bin/sh
# The machine of the host: its disk is full, its clock ten years back.  It is said, and later nothing is missing.
. "${0%/*}/lib.sh"
opening

# small N DIR ARG...: git adit ARG... in DIR, where no file can have more than N blocks of 512 bytes.
small() (
	trap '' XFSZ
	ulimit -f "$1"
	cd "$2" && shift 2 && git adit "$@"
)

full() (PATH=$tap_dir/full:$PATH && "$@")

say bob "here"
move anna
git clone -q server.git job
was=$(main)
mkdir full
for dir in cave job; do
	case $dir in
	job) fresh=--fresh ;;
	*) fresh= ;;
	esac
	for blocks in 0 1 8; do
		small "$blocks" $dir host -k host $fresh --now "$now" 2>&1 | cat > said
		like "full at $blocks blocks, $dir: it is said" "$(cat said)" "*git-adit: *"
	done
	for program in awk cp grep sed; do
		cat > full/$program <<- END
			#!/bin/sh
			[ ! -p /dev/stdout ] || exec $(command -v $program) "\$@"
			echo "$program: write error" >&2
			exit 2
		END
		chmod +x full/$program
		# shellcheck disable=SC2086 # one or no word
		exits 75 "$program cannot write, $dir" full host $dir $fresh
		rm full/$program
		is "... is said, in a line" "$(grep -c '^git-adit: ' err) $(grep -c . err)" "1 1"
	done
done
is "... nothing was published" "$(main)" "$was"
new="init new -k host --rules saboteur --seat anna --seat bob --seat carl"
# shellcheck disable=SC2086 # words
said=$(small 0 . $new 2>&1)
is "init on a full disk" "$?, $(echo "$said" | grep -c '^git-adit: ') $(echo "$said" | grep -c .)" "73, 1 1"
not_ok "... and leaves no folder" test -e new
# shellcheck disable=SC2016 # for the shell that is run
printf '#!/bin/sh\n[ "$1" != page ] || exit 74\nexec "$ADIT" "$@"\n' > full/adit
chmod +x full/adit
# shellcheck disable=SC2086 # words
exits 75 "... that is full later" full git adit $new
not_ok "... leaves none, either" test -e new
rm full/adit
exits 0 "when there is room" host cave
is "... both orders are taken" "$(count)" 3
restored "... in one history"

say carl "later"
exits 0 "a clock ten years back" host cave --now 2016-01-01T00:00:00Z
is "... stops no order" "$(cat err)" "git-adit: order of carl: taken as digest 3"
restored "... and the history holds"

# ---- git was killed, or the power failed, while it moved a ref: its lock stays
say carl "with locks"
mkdir -p cave/.git/refs/adit
true > cave/.git/refs/adit/new.lock
true > cave/.git/refs/adit/receipts.lock
exits 0 "locks of a run that was killed" host cave
like "... are no trouble" "$(cat err)" "*order of carl: taken as digest 4*"
# In a bare repository the lock of main may be of a push. This table goes no further than this test.
git clone -q --bare server.git bare.git
cp -r cave/.git/adit bare.git/
cp -r keys keys.bare
bare() (
	cd bare.git && ADIT_HOME=$tap_dir/keys.bare git adit host -k host --now "$now" 2> ../err
)
git -C carl adit send -k carl --say "to the bare one" 2> err || cat err
git -C carl push -q --force ../bare.git refs/remotes/origin/inbox/carl:refs/heads/inbox/carl
true > bare.git/refs/heads/main.lock
exits 75 "a lock that may be of a push" bare
touch -d '20 minutes ago' bare.git/refs/heads/main.lock
exits 0 "... but not that long" bare
is "... and main moves" "$(git -C bare.git ls-tree --name-only main:turns | tail -n 1)" 000005.txt
exits 0 "the other copy takes it, too" host cave

# ---- a damaged game file, and its public messages
cp -r cave/.git/adit kept
echo nothing > cave/.git/adit/game.db
exits 75 "a game file that is none" host cave
like "... is said" "$(cat err)" "git-adit: nothing is published, try again: *"
not_ok "... without a path" grep -F "$tap_dir" err
rm -r cave/.git/adit && mv kept cave/.git/adit
exits 5 "a key that is not there" sh -c 'cd cave && git adit host -k nobody --fresh'
not_ok "... the same" grep -F "$tap_dir" err
exits 1 "a key that is not the host's" sh -c 'cd cave && git adit host -k anna --fresh'
is "... is said" "$(cat err)" "git-adit: nothing is published: no digest on standard input is signed with key anna"
exits 0 "the host's" host cave

# ---- other files in the places that a run uses: a message without a path, and that it is tried again
# wrong WHAT STATUS COMMAND: with that done to the folder adit
wrong() {
	cp -r cave/.git/adit kept
	(cd cave/.git && eval "$3")
	exits "$2" "$1" host cave
	is "... is said, in a line" "$(grep -c '^git-adit: ' err) $(grep -c . err)" "1 1"
	not_ok "... without a path" grep -F -e "$tap_dir" -e "$top_srcdir" err
	rm -rf cave/.git/adit && mv kept cave/.git/adit
}
wrong "a folder for the lock" 75 "rm adit/lock && mkdir adit/lock"
wrong "a file for the receipts" 75 "rm -r adit/receipts adit/state && : > adit/receipts"
wrong "a file for all" 75 "rm -r adit && : > adit"
exits 2 "a time that is none" sh -c 'cd cave && git adit host -k host --fresh --now yesterday'
exits 2 "a descriptor that is none" sh -c 'cd cave && git adit host --passphrase-fd 7'
is "... is said" "$(cat err)" "git-adit: there is no passphrase on descriptor 7"

# ---- the place of the repository does not matter
git clone -q server.git "$(printf 'new\nline')"
mkdir new
ok "a player in a folder of two lines" sh -c 'cd new?line && git adit send -k anna --say "from two lines"'
is "... has nothing written elsewhere" "$(ls new)" ""
mkdir "some words"
cp -r cave "some words/a cave"
echo nothing > "some words/a cave/.git/adit/game.db"
exits 75 "a damaged game file in a folder of words" host "some words/a cave"
is "... is said, without them" "$(cat err)" "git-adit: nothing is published, try again: game.db: not an SQLite file"
rm bin/adit
cat > bin/adit << END
#!/bin/sh
[ "\$1" != apply ] || {
	echo 'adit: apply: order of anna: taken as digest 1' >&2
	echo 'adit: apply: /a b/game.db: Input/output error; see that the disk is sound' >&2
	exit 75
}
exec "$ADIT" "\$@"
END
chmod +x bin/adit
exits 75 "a disk that fails after an order was taken" host cave
is "... is said, and not the order" "$(cat err)" "git-adit: nothing is published, try again: game.db: input or output error"
ln -sf "$ADIT" bin/adit
exits 75 "a remote with its password" host cave --remote http://anna:secret@127.0.0.1:1/x
like "... is said" "$(cat err)" "git-adit: 127.0.0.1:1/x cannot be read: *"
not_ok "... without the password" grep secret err
tap_end
