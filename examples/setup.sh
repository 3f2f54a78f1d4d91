# shellcheck shell=sh
# Set up what the examples and the tests need: packages, configure, make. To be sourced, not run:
#
#	root=$(cd "${0%/*}/.." && pwd)
#	. "$root/examples/setup.sh"
#	adit_setup build        the program
#	adit_setup core         also what the tests need, without mail servers and browsers
#	adit_setup tests        also what all tests need
#
# On Debian install.sh installs the missing packages, as root or through sudo, after a message with their
# number and size. If that is not possible, a message lists the packages, and the script ends with
# status 1. If nothing is missing, nothing is installed, and make builds only what has changed.
#
# In:   root             the source tree
#       ADIT_BUILD       the folder to build in; default: build, in the source tree
#       ADIT_CONFIGURE   options for configure, used when the folder is new
#       CC, CFLAGS ...   as for any configure
#       ADIT_READY       a program that is ready to be used: nothing is set up
# Out:  ADIT_BUILD, ADIT (the program), ADIT_LETTER (its reader of mail), absolute and exported

# One line a package: when it is needed, its Debian name, how to check that it is installed.
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
build zlib1g-dev library zlib
build libgmime-3.0-dev library gmime-3.0
build libseccomp-dev library libseccomp
build libedit-dev library libedit
build libncurses-dev library ncursesw
build gettext command msgfmt
core libcriterion-dev library criterion
core mandoc command mandoc
core groff-base command groff
core libxml2-utils command xmllint
core shellcheck command shellcheck
core minisign command minisign
core age command age
core python3 command python3
core git command git
core jq command jq
core curl command curl
core python3-yaml module yaml
core python3-nacl file /usr/lib/python3/dist-packages/nacl/__init__.py
core openssl command openssl
core strace command strace
core tidy command tidy
core pmccabe command pmccabe
core clang-format command clang-format
core cppcheck command cppcheck
core dash command dash
core busybox command busybox
core yash command yash
core mksh command mksh
core ksh93u+m command ksh93
core toybox command toybox
core original-awk command original-awk
tests debootstrap command debootstrap
tests gitolite3 command gitolite
tests emscripten command emcc
tests nodejs command node
tests dpkg-dev command dpkg-source
tests tcl command tclsh
tests brotli command brotli
tests chromium command chromium
tests chromium-driver command chromedriver
tests postfix command postfix
tests bsd-mailx command mail
tests mutt command mutt
tests msmtp command msmtp
tests spamassassin command spamassassin
tests procmail command procmail
tests maildrop command maildrop
tests dovecot-core file /usr/lib/dovecot/dovecot-lda
tests dovecot-sieve file /usr/lib/dovecot/modules/sieve/lib90_sieve_extprograms_plugin.so
END
}

# adit_missing build|core|tests: print the names of the missing packages.
adit_missing()
{
	adit_packages | while read -r when package kind what; do
		case $1-$when in
		*-build | core-core | tests-*) ;;
		*) continue ;;
		esac
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

# adit_root COMMAND...: run it as root, without input: apt must not ask, and must not read the input of the
# caller's script. sudo may ask on a terminal.
adit_root()
{
	if [ "$(id -u)" -eq 0 ]; then
		adit_sudo=
	elif [ -t 0 ]; then
		adit_sudo=sudo
	else
		adit_sudo='sudo -n'
	fi
	$adit_sudo env DEBIAN_FRONTEND=noninteractive "$@" >> "$ADIT_BUILD/setup.log" 2>&1 < /dev/null
}

# adit_much PACKAGE...: print how much apt-get would install; nothing if it does not know all of them.
# --print-uris changes nothing; with --assume-no, apt-get installs what needs no other package.
adit_much()
{
	LC_ALL=C apt-get -o Debug::NoLocking=1 --print-uris --no-install-recommends install "$@" 2>&1 |
	sed -n 's/^.*, \([0-9]*\) newly installed, .*/packages: \1/p
		s/^Need to get \([0-9.,]* [kMG]*B\).*/, \1 to download/p
		s/^After this operation, \(.*\) of additional disk .*/, \1 on disk/p' | tr -d '\n'
}

# adit_install PACKAGE...: report the size and install them, or report what to do.
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
	# A new machine has no lists of packages. Another may have old lists.
	adit_lists=$(find /var/lib/apt/lists -name '*_Packages*' 2> /dev/null | head -n 1)
	[ -n "$adit_lists" ] || adit_root apt-get -q update
	adit_much=$(adit_much "$@")
	adit_say "installing $* and what they need${adit_much:+ ($adit_much)}"
	# shellcheck disable=SC2154 # root is the caller's
	adit_root sh "$root/examples/install.sh" "$@" && return
	[ -n "$adit_lists" ] && adit_root apt-get -q update &&
	    adit_root sh "$root/examples/install.sh" "$@" && return
	tail -n 20 "$ADIT_BUILD/setup.log" >&2
	adit_say "that failed; please run as root: apt-get update && apt-get install $*"
	exit 1
}

# adit_step WHAT COMMAND...: run it, with its output in setup.log; on failure show the end of that file.
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
	ADIT_LETTER=$ADIT_BUILD/adit-letter # not installed, so adit needs its path
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
	# It was configured without Criterion, so "make check" would refuse.
	if ! [ -f "$ADIT_BUILD/Makefile" ] || { [ "$1" != build ] &&
	    grep -q '^S\["HAVE_CRITERION_TRUE"\]="#"' "$ADIT_BUILD/config.status"; }; then
		adit_say "configuring in $ADIT_BUILD"
		adit_step configure adit_configure
	fi
	adit_jobs=$(getconf _NPROCESSORS_ONLN 2> /dev/null || echo 1)
	adit_say "building adit in $ADIT_BUILD"
	adit_step make make -C "$ADIT_BUILD" -j"$adit_jobs"
}
