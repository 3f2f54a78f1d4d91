# shellcheck shell=sh
# What the tests of git-adit share; sourced first:
#
#	. "${0%/*}/lib.sh"
#	git_begin               tap_begin, with git and nothing of its configuration, git-adit and adit in PATH
#	keys NAME...            key pairs without passphrase
#	table DIR [SEAT...]     git adit init DIR, dealt at once, anna first; by default anna, bob and carl
#	server DIR              a bare repository server.git with main of DIR, which has it as its origin
#	clone NAME...           clones of server.git
#	opening                 all of that: the table cave in server.git, keys and clones of anna, bob and carl
#	host DIR [ARG...]       git adit host in DIR
#	say NAME TEXT           NAME, in the clone of that name, says something to the table
#	turn                    whose turn it is
#	move NAME [ARG...]      NAME sends the order that adit suggests
#	stale NAME [ARG...]     NAME sends an order that is refused, since it comes too late
#	play N                  the next N orders, each sent by whose turn it is and taken by $take
#	main                    the commit that main of server.git is
#	count                   how many digests main of server.git has
#	restored NAME           main of server.git holds, and adit audit passes for who knows nothing but its address
#	rewound N               main of server.git goes back N commits

. "${0%/*}/../tap.sh"

now=2026-11-21T17:52:14Z

git_begin() {
	tap_begin
	# Where there is no git there is nothing to test.
	if ! command -v git > /dev/null; then
		skip "git" "no git here"
		tap_end
	fi
	mkdir bin
	ln -s "$ADIT" bin/adit
	PATH=$tap_dir/bin:$top_srcdir/src:$PATH
	ADIT_HOME=$tap_dir/keys GIT_CONFIG_NOSYSTEM=1
	export PATH ADIT_HOME GIT_CONFIG_NOSYSTEM
	for name in $(git rev-parse --local-env-vars); do
		unset "$name"
	done
	git config --global user.name nobody
	git config --global user.email nobody@example.org
	git config --global init.defaultBranch main
	git config --global advice.detachedHead false
	exec < /dev/null
}

keys() {
	for key in "$@"; do
		adit keygen --no-passphrase "$key" 2> /dev/null || exit 99
	done
}

table() {
	table=$1
	shift
	[ $# -gt 0 ] || set -- anna bob carl
	seats=
	for seat in "$@"; do
		seats="$seats --seat $seat"
	done
	# shellcheck disable=SC2086 # words
	git adit init "$table" -k host --rules saboteur $seats --trusted-host --id cave \
		--option "first=$1" --option rounds=1 --now "$now" 2> init.err || exit 99
}

server() {
	git init -q --bare --template= -b main server.git
	mkdir server.git/hooks
	git -C "$1" remote add origin "$PWD/server.git"
	git -C "$1" push -q -u origin main
}

clone() {
	for name in "$@"; do
		git clone -q server.git "$name"
	done
}

opening() {
	git_begin
	keys host anna bob carl
	table cave
	server cave
	clone anna bob carl
}

host() { (cd "$1" && shift && git adit host -k host --now "$now" "$@"); }
say() { (cd "$1" && git adit send -k "$1" --say "$2" 2> said); }
main() { git -C server.git rev-parse -q --verify main; }
count() { git -C server.git ls-tree main turns/ | wc -l; }

# From the newest digest on main: the seat to move.
turn() { git -C server.git cat-file blob "main:turns/$(printf %06d $(($(count) - 1))).txt" | sed -n 's/^next: //p'; }

move() (
	mover=$1
	shift
	cd "$mover" || exit
	git fetch -q origin main
	git archive origin/main turns | tar -x
	order=$(adit read turns -k "$mover" --suggest) && git adit send -k "$mover" "$@" "$order" 2> said
)

stale() (
	mover=$1
	shift
	cd "$mover" || exit
	git adit send -k "$mover" --force --turn 1 "$@" pass 2> said
)

play() {
	moves=$1
	while [ $((moves -= 1)) -ge 0 ] && seat=$(turn) && [ "$seat" != - ]; do
		move "$seat" && $take || return
	done
}

restored() {
	rm -rf audited
	git clone -q server.git audited
	# 6: some checks are pending, since the round is not over.
	ADIT_HOME=$tap_dir/nobody "$ADIT" audit audited > audit.out 2>&1
	case $? in
	0 | 6) ! grep -q '^FAIL' audit.out && ! grep -q "digests are missing" audit.out ;;
	*) false ;;
	esac
	tap_result $? "$1" audit.out
}

rewound() { git -C server.git update-ref refs/heads/main "main~$1"; }
