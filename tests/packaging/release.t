#!/bin/sh
# make release, and what README.md says to verify it. `make check-packaging` runs this.
. "${0%/*}/../tap.sh"
. "${0%/*}/lib.sh"
tap_begin
exits 2 "without a key" plainly make -C "$top_builddir" release KEY=
minisign -G -W -p key.pub -s key.sec > out 2>&1 || exit 99
target release KEY="$PWD/key.sec"
cp -R "$top_builddir/release" release || exit 99
cd release || exit 99
is "the files" "$(printf '%s\n' * | sed 's/adit-[0-9.]*[0-9]/adit-VERSION/; s/_[0-9][^_]*_/_VERSION_/' | tr '\n' ' ')" \
	"SHA256SUMS SHA256SUMS.minisig adit-VERSION-linux-x86_64 adit-VERSION.spdx.json adit-VERSION.tar.gz adit-examples_VERSION_all.deb adit.html adit_VERSION_amd64.deb libadit-dev_VERSION_amd64.deb "
sed -n '/^    minisign -V -P RW… -m SHA256SUMS/s/^    //p' "$top_srcdir/README.md" |
	sed "s|RW…|$(tail -n 1 ../key.pub)|" > ../verify.sh
exits 0 "verified as README.md says" sh -e ../verify.sh
like "... each file" "$(cat out)" "*tar.gz: OK*"
echo more >> adit.html
exits 1 "a changed file is found" sh -e ../verify.sh
is "each library of the static program is listed" "$(jq -r '.relationships[] | select(.spdxElementId | test("linux-x86-64")) |
	.relatedSpdxElement' ./*.spdx.json | wc -l)" "$(($("$abs_top_builddir/static/adit" --version --verbose | grep -c '^library: ') + 1))"
tap_end
