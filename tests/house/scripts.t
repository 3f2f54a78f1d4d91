#!/bin/sh
# Every shell script of the tree is clean under shellcheck; the set-up says what it cannot do.
. "${0%/*}/../tap.sh"
tap_begin

mkdir "odd name"
(
	unset ADIT_READY ADIT_BUILD
	# shellcheck disable=SC2034 # setup.sh's
	root="$tap_dir/odd name"
	# shellcheck source=../../examples/setup.sh
	. "$top_srcdir/examples/setup.sh"
	adit_setup build
) 2> said
is "set-up in a folder whose name has a blank" "$?" 1
is "... says so in one line" "$(grep -c 'its name has a blank' said)/$(wc -l < said)" 1/1

if [ -z "${SHELLCHECK:=$(command -v shellcheck)}" ]; then
	skip "scripts are clean" "no shellcheck here"
	tap_end
fi

# Not for test scripts: what ok and is call looks unreachable (SC2317), what sh -c is to expand
# forgotten (SC2016), and a file called cut is a file (SC2238).
clean() { "$SHELLCHECK" -x --source-path=SCRIPTDIR --exclude=SC2016,SC2238,SC2317 "$@"; }

cd "$top_srcdir" || exit 99
# Where the suite is to be quick (tests/README.md), not those of the tests.
for script in src/git-adit src/git-adit-forge examples/*.sh examples/git/post-receive examples/git/update examples/git/pages examples/mail/take-mail examples/mail/mutt-order examples/league/round-robin examples/league/ranking tests/*.sh tests/check-* tests/*/*.t packaging/*.sh .ci/run completion/*.bash; do
	case ${ADIT_FEW:+few}$script in
	fewtests/*.t) continue ;;
	esac
	[ ! -f "$script" ] || ok "$script" clean "$script"
done
cd "$tap_dir" || exit 99

# SC2086 comes with an unquoted word: a shellcheck that says nothing to it checks nothing.
# shellcheck disable=SC2016
printf '#!/bin/sh\nls $1\n' > planted.sh
not_ok "refuses an unquoted word" clean planted.sh

tap_end
