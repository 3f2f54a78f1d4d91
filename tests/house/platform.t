#!/bin/sh
# What only Linux has is called in src/util/platform*.c, which have code for other systems beside it, and in
# the sandboxes, which are additions.
. "${0%/*}/../tap.sh"
tap_begin

words='accept4 cpu_set_t epoll_[a-z0-9]* eventfd explicit_bzero fallocate flock getpeereid getrandom
	inotify_[a-z0-9_]* madvise mallopt memfd_create memrchr O_PATH O_TMPFILE pipe2 ppoll prctl renameat2
	sched_getaffinity sendfile signalfd SO_PEERCRED SOCK_CLOEXEC SOCK_NONBLOCK syscall timerfd_[a-z]* unshare'

# strangers TOP: the lines of src that name one of them.
strangers()
{
	# shellcheck disable=SC2086 # a list of words
	(cd "$1" && printf '%s\n' $words > words &&
		find src -name '*.[ch]' ! -path 'src/util/platform*' ! -path 'src/*/sandbox.c' ! -path src/service/confine.c -exec \
			grep -nwf words -- /dev/null {} +) |
	grep -Ev ':[0-9]+:[ 	]*(/?\*|struct flock)|"[^"]*splice' | LC_ALL=C sort
}

mkdir -p tree/src
cp -R "$top_srcdir/src" tree/
is "no other file uses a call of one system" "$(strangers tree)" ""

mkdir -p planted/src/mail planted/src/util
echo '	fd = accept4(listener, NULL, NULL, 0);' > planted/src/mail/x.c
echo '	fd = inotify_init1(0);' > planted/src/util/x.c
echo '	fd = inotify_init1(0);' > planted/src/util/platform.c
is "such a call is found" "$(strangers planted | cut -d: -f1)" "src/mail/x.c
src/util/x.c"

# Other platforms have no Criterion, but a small one of ours.
grep -rhoE --include='*.c' --include='*.h' '\bcr_[a-z_]+' "$top_srcdir/tests" "$top_srcdir/fuzz" | LC_ALL=C sort -u > used
sed -n 's/^#define \(cr_[a-z_]*\).*/\1/p' "$top_srcdir/tests/platforms/criterion/criterion.h" | LC_ALL=C sort -u > known
is "it has what the C tests use" "$(LC_ALL=C comm -23 used known)" ""

tap_end
