# shellcheck shell=sh
# Set up what the examples and the tests need: packages, configure, make.  Sourced, not run:
#
#	root=$(cd "${0%/*}/.." && pwd)
#	. "$root/examples/setup.sh"
#	adit_setup build        the program
#	adit_setup tests        and what its tests use
#
# On Debian the packages that are missing are installed, as root or through sudo; where that cannot
# be, it says which ones and ends the script with status 1.  When all is there, nothing is installed
# and only what changed is built.
#
# In:   root             the source tree
#       ADIT_BUILD       the folder to build in; default: build, in the source tree
#       ADIT_CONFIGURE   options for configure, used when the folder is new
#       CC, CFLAGS ...   as for any configure
#       ADIT_READY       a program that is ready to be used: nothing is set up
# Out:  ADIT_BUILD, ADIT (the program), ADIT_LETTER (what it reads mail with), absolute and exported

# One line a package: when it is needed, its Debian name, how to see that its content is there.
adit_packages()
{
	cat <<'END'
build make command make
build gcc command cc
build libc6-dev header stdio.h
build autoconf command autoreconf
build automake command automake
build pkg-config command pkg-config
build libsodium-dev library libsodium
build libsqlite3-dev library sqlite3
build libjansson-dev library jansson
build libutf8proc-dev library libutf8proc
build libgmime-3.0-dev library gmime-3.0
build libseccomp-dev library libseccomp
build libedit-dev library libedit
tests libcriterion-dev library criterion
tests mandoc command mandoc
tests libxml2-utils command xmllint
tests shellcheck command shellcheck
tests minisign command minisign
tests age command age
tests python3 command python3
tests git command git
tests gitolite3 command gitolite
tests python3-yaml module yaml
tests strace command strace
tests tidy command tidy
tests libxml2-utils command xmllint
tests chromium command chromium
tests chromium-driver command chromedriver
tests pmccabe command pmccabe
tests clang-format command clang-format
tests postfix command postfix
tests bsd-mailx command mail
tests mutt command mutt
tests msmtp command msmtp
tests procmail command procmail
tests maildrop command maildrop
tests dovecot-core file /usr/lib/dovecot/dovecot-lda
tests dovecot-sieve file /usr/lib/dovecot/modules/sieve/lib90_sieve_extprograms_plugin.so
END
}

# adit_missing build|tests: the names of the packages whose content is not there.
adit_missing()
{
	adit_packages | while read -r when package kind what; do
		[ "$when" = build ] || [ "$1" = tests ] || continue
		case $kind in
		command) PATH=$PATH:/usr/sbin:/sbin command -v "$what" ;;
		library) pkg-config --exists "$what" ;;
		module) python3 -c "import $what" ;;
		header) echo "#include <$what>" | cc -E - ;;
		file) [ -e "$what" ] ;;
		esac > /dev/null 2>&1 || echo "$package"
	done
}

adit_say() { echo "adit: $*" >&2; }

# No input: apt must not ask, nor eat what the caller's script reads.  sudo may ask, on a terminal.
adit_apt()
{
	if [ "$(id -u)" -eq 0 ]; then
		adit_sudo=
	elif [ -t 0 ]; then
		adit_sudo=sudo
	else
		adit_sudo='sudo -n'
	fi
	$adit_sudo env DEBIAN_FRONTEND=noninteractive apt-get -q "$@" >> "$ADIT_BUILD/setup.log" 2>&1 \
		< /dev/null
}

# adit_install PACKAGE...: install them, or say what to do.
adit_install()
{
	if ! command -v apt-get > /dev/null; then
		adit_say "please install what Debian calls: $*"
		exit 1
	fi
	if [ "$(id -u)" -ne 0 ] && ! command -v sudo > /dev/null; then
		adit_say "please run as root: apt-get install $*"
		exit 1
	fi
	adit_say "installing $*"
	# A bare machine has no lists of packages, another may have old ones.
	adit_lists=$(find /var/lib/apt/lists -name '*_Packages*' 2> /dev/null | head -n 1)
	{ [ -n "$adit_lists" ] || adit_apt update; } &&
	    adit_apt install -y --no-install-recommends "$@" && return
	[ -n "$adit_lists" ] && adit_apt update &&
	    adit_apt install -y --no-install-recommends "$@" && return
	tail -n 20 "$ADIT_BUILD/setup.log" >&2
	adit_say "that failed; please run as root: apt-get update && apt-get install $*"
	exit 1
}

# adit_step WHAT COMMAND...: run it, its output in setup.log; show the end of that on failure.
adit_step()
{
	adit_what=$1
	shift
	"$@" >> "$ADIT_BUILD/setup.log" 2>&1 < /dev/null && return
	tail -n 60 "$ADIT_BUILD/setup.log" >&2
	adit_say "$adit_what failed; all of it is in $ADIT_BUILD/setup.log"
	exit 1
}

adit_configure()
{
	# shellcheck disable=SC2086,SC2154 # options are words; root is the caller's
	(cd "$ADIT_BUILD" && "$root/configure" ${ADIT_CONFIGURE:-})
}

adit_setup()
{
	if [ -n "${ADIT_READY:-}" ]; then
		ADIT=$ADIT_READY
		export ADIT
		return
	fi
	: "${ADIT_BUILD:=$root/build}"
	if ! mkdir -p "$ADIT_BUILD" || ! [ -w "$root" ]; then
		adit_say "cannot write to $root; please copy it to where you can"
		exit 1
	fi
	ADIT_BUILD=$(cd "$ADIT_BUILD" && pwd) || exit 1
	case $root$ADIT_BUILD in
	*[!A-Za-z0-9/._+,:@%=~-]*)
		adit_say "configure cannot work in $root: its name has a blank or another odd character;" \
			"please copy it to a folder without"
		exit 1
		;;
	esac
	ADIT=$ADIT_BUILD/adit
	ADIT_LETTER=$ADIT_BUILD/adit-letter # not installed: adit is told where
	export ADIT_BUILD ADIT ADIT_LETTER
	: > "$ADIT_BUILD/setup.log" || exit 1

	adit_needed=$(adit_missing "$1")
	# shellcheck disable=SC2086 # a list of words
	[ -z "$adit_needed" ] || adit_install $adit_needed

	adit_stamp=$root/build-aux/stamp-autoreconf
	if ! [ -f "$adit_stamp" ] ||
	    [ -n "$(cd "$root" && find configure.ac Makefile.am m4 -newer "$adit_stamp")" ]; then
		adit_say "making configure"
		adit_step autoreconf autoreconf -i "$root"
		: > "$adit_stamp"
	fi
	# Configured before Criterion came: "make check" would refuse.
	if ! [ -f "$ADIT_BUILD/Makefile" ] || { [ "$1" = tests ] &&
	    grep -q '^S\["HAVE_CRITERION_TRUE"\]="#"' "$ADIT_BUILD/config.status"; }; then
		adit_say "configuring in $ADIT_BUILD"
		adit_step configure adit_configure
	fi
	adit_jobs=$(getconf _NPROCESSORS_ONLN 2> /dev/null || echo 1)
	adit_say "building"
	adit_step make make -C "$ADIT_BUILD" -j"$adit_jobs"
}
