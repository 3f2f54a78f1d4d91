#!/bin/sh
# deb.sh SRC TARBALL OUT: makes the Debian packages adit, adit-examples and libadit-dev from the tarball, in OUT, and
# reads them with lintian, of which no error and no warning may come. `make deb` calls it.
#
# The version is that of configure.ac at a commit with the tag vVERSION, else VERSION~gitTIME.NUMBER.COMMIT, which is
# lower and grows with each commit, also when two are made in one second.
#
# Needs dpkg-dev, debhelper and lintian. OUT/log has the output. Status 1: a step failed.

set -u
usage='usage: deb.sh SRC TARBALL OUT'
src=$(cd "${1:?$usage}" && pwd) && tarball=${2:?$usage} && mkdir -p "${3:?$usage}" && out=$(cd "$3" && pwd) || exit 1
log=$out/log

fail()
{
	[ ! -f "$log" ] || tail -n 20 "$log" >&2
	echo "deb.sh: $1${2:+; all of it is in $log}" >&2
	exit 1
}

for tool in dpkg-buildpackage:dpkg-dev dh:debhelper lintian:lintian; do
	command -v "${tool%:*}" > /dev/null || fail "${tool%:*} is missing (Debian: apt-get install ${tool#*:})"
done
rm -rf "$out/tree" "$log" "$out"/*.deb
mkdir "$out/tree" || exit 1
tar -xzf "$tarball" -C "$out/tree" || fail "$tarball cannot be unpacked"
cd "$out/tree"/adit-* || exit 1
version=$(basename "$PWD") version=${version#adit-}
read -r commit number epoch < build-aux/commit
if [ "$(git -C "$src" tag --points-at HEAD 2> /dev/null | grep -cx "v$version")" -eq 0 ]; then
	version=$version~git$(date -u -d "@$epoch" +%Y%m%d.%H%M%S).$number.$(echo "$commit" | tr -d +)
fi
cp -R packaging/debian debian && cp LICENSE debian/copyright || exit 1
cat > debian/changelog <<END
adit ($version) unstable; urgency=medium

  * Made from commit $commit; changelog.gz has what is new.

 -- The adit developers <adit@example.org>  $(LC_ALL=C date -u -R -d "@$epoch")
END
# This make is no part of the one that called.
unset MAKEFLAGS MFLAGS MAKELEVEL
SOURCE_DATE_EPOCH=$epoch
DEB_BUILD_OPTIONS="nocheck noautodbgsym parallel=$(getconf _NPROCESSORS_ONLN 2> /dev/null || echo 1)"
export SOURCE_DATE_EPOCH DEB_BUILD_OPTIONS
dpkg-buildpackage -b -us -uc > "$log" 2>&1 < /dev/null || fail "the build failed" +
mv ../*.deb "$out/" && cd "$out" && rm -rf tree || exit 1
lintian --fail-on error,warning ./*.deb >> "$log" 2>&1 || fail "lintian objects" +
ls ./*.deb
