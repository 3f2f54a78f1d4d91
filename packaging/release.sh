#!/bin/sh
# release.sh SRC BUILD TARBALL KEY: collects what `make deb static web` has made in BUILD into BUILD/release, with a
# bill of materials (SPDX) and SHA256SUMS, which the minisign key signs. `make release KEY=FILE` calls it.
#
# Needs minisign, python3 and node. minisign asks for the passphrase of the key, if it has one.

set -eu
usage='usage: release.sh SRC BUILD TARBALL KEY'
src=$(cd "${1:?$usage}" && pwd) build=$(cd "${2:?$usage}" && pwd) tarball=${3:?$usage}
key=$(cd "$(dirname "${4:?$usage}")" && pwd)/$(basename "$4")
name=$(basename "$tarball" .tar.gz)
out=$build/release
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2046 # three words
set -- $(sh "$src/packaging/commit.sh" "$src")
commit=$1 epoch=$3

rm -rf "$out"
mkdir "$out"
cp "$tarball" "$build"/deb/*.deb "$build/web/adit.html" "$out/"
cp "$build/static/adit" "$out/$name-linux-x86_64"

# What is in each, in its own words; the C libraries are no library that adit asks for its version.
"$build/adit" --version --verbose > "$work/deb"
{
	"$build/static/adit" --version --verbose
	dpkg-query -W -f 'library: musl ${Version} (MIT)\n' musl-dev
} > "$work/static"
{
	ADIT_HOME=$work/home node "$build/web/npm/adit.js" --version --verbose
	emcc --version | sed -n '1s/^.* \([0-9][0-9.]*\).*/library: emscripten \1 (MIT)/p'
} > "$work/web"
for file in "$work/deb" "$work/static" "$work/web"; do
	if ! grep -qx "commit: $commit" "$file"; then
		echo "release.sh: the ${file##*/} build is of another commit than $commit: make deb static web" >&2
		exit 1
	fi
done

cd "$out"
python3 "$src/packaging/sbom.py" "$name" "$epoch" "$name.tar.gz" "$(echo adit_*.deb)=$work/deb" adit-examples_*.deb libadit-dev_*.deb \
	"$name-linux-x86_64=$work/static" "adit.html=$work/web" > "$name.spdx.json"
sha256sum -- * > "$work/sums"
mv "$work/sums" SHA256SUMS
minisign -S -s "$key" -m SHA256SUMS -t "$name, commit $commit"
ls -l
