# shellcheck shell=sh
# Test scripts (tests/*/*.t) that talk TAP source this file:
#
#	. "${0%/*}/../tap.sh"
#	tap_begin                         an empty folder to work in ($tap_dir, entered, removed at the end)
#	ok "it lists both" test -s list   passes when the command does; its output is shown when not
#	not_ok "no such verb" adit dig    passes when the command fails, and not by a signal
#	is "prints the name" "$got" anna  passes when the texts are equal
#	like "says why" "$got" '*wall*'   passes when the text matches the shell pattern
#	exits 65 "bad order" adit apply   passes when the command ends with that status;
#	                                  what it printed is in the files out and err
#	skip "interop" "no minisign"      a test that cannot run here, and why
#	tap_end                           the plan; the last line of the script
#
# make check says where the program ($ADIT) and the build tree (abs_top_builddir) are.  By hand:
# ADIT=build/adit sh tests/cli/x.t.  Scripts find the source tree in $top_srcdir and run with
# TZ=UTC, a home of their own, and no NO_COLOR, ADIT_HOME, language or XDG_* from outside.
#
# They run in English. With ADIT_TEST_LANG=LL (uk_UA.UTF-8, or qps) they run in that language, and
# ADIT_TEST_KEEP=DIR keeps what they left in DIR: tests/languages.py compares both runs.

# shellcheck disable=SC2034 # for the scripts
top_srcdir=$(cd "${0%/*}/../.." && pwd) || exit 99
top_builddir=$(cd "${abs_top_builddir:-.}" && pwd) || exit 99
case ${ADIT:-} in
'') ADIT=$top_builddir/adit ;;
/*) ;;
*) ADIT=$(pwd)/$ADIT ;;
esac
# The one that was built beside it.
: "${ADIT_LETTER:=${ADIT%/*}/adit-letter}"
export ADIT ADIT_LETTER
adit() { "$ADIT" "$@"; }

tap_n=0
tap_failed=0
tap_dir=

tap_begin()
{
	tap_dir=$(mktemp -d "${TMPDIR:-/tmp}/adit-test.XXXXXX") || exit 99
	trap 'tap_leave' EXIT
	trap 'exit 99' HUP INT TERM
	unset NO_COLOR COLUMNS ADIT_HOME ADIT_LANG ADIT_CATALOGUES LANGUAGE XDG_CONFIG_HOME XDG_STATE_HOME XDG_DATA_HOME
	HOME=$tap_dir/home TZ=UTC LC_ALL=C.UTF-8
	export HOME TZ LC_ALL
	case ${ADIT_TEST_LANG:-} in
	'') ;;
	*.*) LC_ALL=$ADIT_TEST_LANG ;;
	*) export "ADIT_LANG=$ADIT_TEST_LANG" "ADIT_CATALOGUES=$ADIT_TEST_CATALOGUES" ;;
	esac
	# A third of the time of a short process goes into its search for leaks: those of tests/cli do for all verbs.
	case ${ASAN_OPTIONS:+$0} in
	*/mail/* | */play/* | */show/*) ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 ;;
	esac
	umask 022
	mkdir "$HOME" && cd "$tap_dir" || exit 99
	tap_chance
}

# The same keys and deals at each run of this test; others with another ADIT_TEST_SEED.
tap_chance()
{
	[ -e "$top_builddir/tests/chance.so" ] || return 0
	ADIT_TEST_CHANCE=$tap_dir.chance
	ADIT_TEST_SEED=$(printf %s "${ADIT_TEST_SEED:-0} ${0##*/}" | cksum)
	ADIT_TEST_SEED=${ADIT_TEST_SEED%% *}
	LD_PRELOAD=$top_builddir/tests/chance.so
	touch -d @0 "$ADIT_TEST_CHANCE" && export ADIT_TEST_CHANCE ADIT_TEST_SEED LD_PRELOAD || exit 99
}

tap_leave()
{
	cd / || exit 99
	# What a test made read-only must go, too.
	chmod -R u+rwX "$tap_dir" 2>/dev/null
	[ -z "${ADIT_TEST_KEEP:-}" ] || cp -R "$tap_dir" "$ADIT_TEST_KEEP/files" 2> /dev/null
	rm -rf "$tap_dir" "$tap_dir.chance"
}

# tap_result STATUS NAME [FILE]: one line of TAP; of a failure show FILE as comments.
tap_result()
{
	tap_n=$((tap_n + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $tap_n - $2"
	else
		tap_failed=$((tap_failed + 1))
		echo "not ok $tap_n - $2"
		[ -z "${3:-}" ] || sed 's/^/#   /' "$3"
	fi
}

ok()
{
	tap_name=$1
	shift
	tap_log=$(mktemp "${TMPDIR:-/tmp}/adit-tap.XXXXXX") || exit 99
	"$@" > "$tap_log" 2>&1
	tap_result $? "$tap_name" "$tap_log"
	rm -f "$tap_log"
}

not_ok()
{
	tap_name=$1
	shift
	tap_log=$(mktemp "${TMPDIR:-/tmp}/adit-tap.XXXXXX") || exit 99
	"$@" > "$tap_log" 2>&1
	tap_got=$?
	echo "(status $tap_got, wanted 1 to 127)" >> "$tap_log"
	[ "$tap_got" -ge 1 ] && [ "$tap_got" -lt 128 ]
	tap_result $? "$tap_name" "$tap_log"
	rm -f "$tap_log"
}

is()
{
	[ "$2" = "$3" ]
	tap_result $? "$1"
	[ "$2" = "$3" ] || printf 'got:    %s\nwanted: %s\n' "$2" "$3" | sed 's/^/#   /'
}

like()
{
	# shellcheck disable=SC2254 # the pattern is a pattern
	case $2 in
	$3) tap_result 0 "$1" ;;
	*)
		tap_result 1 "$1"
		printf 'got:        %s\nno match of %s\n' "$2" "$3" | sed 's/^/#   /'
		;;
	esac
}

exits()
{
	tap_want=$1
	tap_name=$2
	shift 2
	"$@" > out 2> err
	tap_got=$?
	[ "$tap_got" -eq "$tap_want" ]
	tap_result $? "$tap_name"
	[ "$tap_got" -eq "$tap_want" ] || {
		echo "status $tap_got, wanted $tap_want"
		head -n 20 out err
	} | sed 's/^/#   /'
}

skip()
{
	tap_n=$((tap_n + 1))
	echo "ok $tap_n - $1 # SKIP $2"
}

tap_end()
{
	echo "1..$tap_n"
	[ "$tap_failed" -eq 0 ] || exit 1
	exit 0
}
