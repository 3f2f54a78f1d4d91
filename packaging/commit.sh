#!/bin/sh
# commit.sh SRC: prints the commit that SRC has, 12 digits (with + when files were changed), the number of commits up
# to it, and its time in seconds. A tarball has them in build-aux/commit. Elsewhere, without git: "unknown 0 0".

set -u
src=${1:?usage: commit.sh SRC}
if [ -f "$src/build-aux/commit" ]; then
	cat "$src/build-aux/commit"
	exit
fi
# Who builds need not own the sources.
git='git -c safe.directory=*'
[ -e "$src/.git" ] &&
	commit=$(cd "$src" && $git describe --always --abbrev=12 --dirty=+ --exclude='*' 2> /dev/null) &&
	number=$(cd "$src" && $git rev-list --count HEAD 2> /dev/null) &&
	epoch=$(cd "$src" && $git log -1 --format=%ct 2> /dev/null) || commit=unknown number=0 epoch=0
echo "$commit $number $epoch"
