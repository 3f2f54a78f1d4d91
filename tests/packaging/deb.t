#!/bin/sh
# The Debian packages in a clean machine: installed, used, upgraded from those of the commit before, purged.
# `make check-packaging` runs this; it needs root, debootstrap and Debian's mirror. ADIT_DEB and ADIT_DEB_BEFORE are
# folders with packages that are there already.
. "${0%/*}/../tap.sh"
. "${0%/*}/lib.sh"
# shellcheck source=../git/chroot.sh
. "$top_srcdir/tests/git/chroot.sh"
tap_begin
reason=$(chroot_reason)
if [ -n "$reason" ]; then
	skip "the packages in a clean machine" "$reason"
	tap_end
fi
mkdir now before
[ -n "${ADIT_DEB:-}" ] || target deb
cp "${ADIT_DEB:-$abs_top_builddir/deb}"/*.deb now/ || tap_end

# The commit before the one that the packages are of: others may have come since. A release has its tag.
version=$(dpkg-deb -f now/adit_*.deb Version)
case $version in
*~git*) commit=${version##*.} ;;
*) commit=v$version ;;
esac
# before: packages of the commit before, where that can make any.
packages_before()
{
	git clone -q --no-checkout "$top_srcdir" source && git -C source checkout -q "$commit^" || return
	[ -f source/packaging/deb.sh ] || return
	plainly sh -c 'cd source && autoreconf -i && mkdir build && cd build && ../configure --without-mail --without-libedit &&
		make deb' > before.log 2>&1 && cp source/build/deb/*.deb before/
}
if [ -n "${ADIT_DEB_BEFORE:-}" ]; then
	cp "$ADIT_DEB_BEFORE"/*.deb before/ || tap_end
elif git -C "$top_srcdir" rev-parse -q --verify "$commit^" > /dev/null 2>&1; then
	ok "packages of the commit before" packages_before
fi

ok "a clean machine" chroot_begin
root=$chroot_dir/base
# in ROOT: a command there, its output in out
within()
{
	env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 \
		${http_proxy:+"http_proxy=$http_proxy"} chroot "$root" "$@" < /dev/null
}
# All files but those of apt and dpkg, and what a library leaves.
state() { (cd "$root" && find . ! -path './var/lib/dpkg*' ! -path './var/lib/apt*' ! -path './var/cache*' ! -path './var/log*' \
	! -path './root*' ! -path './proc*' | LC_ALL=C sort); }
users() { cat "$root/etc/passwd" "$root/etc/group"; }
enabled() { find "$root/etc/systemd" "$root"/etc/rc?.d -type l 2> /dev/null; }

# What adit needs, first, so that only adit changes the machine after this.
needs=$(for package in now/adit_*.deb now/libadit-dev_*.deb; do dpkg-deb -f "$package" Depends; done | sed 's/([^)]*)//g; s/,/ /g')
# shellcheck disable=SC2086 # words
exits 0 "what adit needs comes from Debian" within apt-get -q install -y --no-install-recommends $needs
state > state.bare
users > users.bare
enabled > enabled.bare
cp -R now before "$root/root/"
cp -R "$top_srcdir/examples" "$root/root/examples"

install() { exits 0 "$1" within sh -c "apt-get -q install -y --no-install-recommends --allow-downgrades /root/$2/*.deb"; }
first=before
[ -n "$(ls before)" ] || first=now
install "installed" $first
ok "nothing is asked" test ! -e "$root/var/lib/dpkg/info/adit.config"
users > users.now
ok "no user is made" cmp users.bare users.now
enabled > enabled.now
ok "no service is enabled" cmp enabled.bare enabled.now
cat > "$root/root/begin.sh" << 'END'
set -e
cd /root
for who in host anna bob; do adit keygen --no-passphrase $who; done
adit new game.db -k host --rules duel --trusted-host --seat anna --seat bob > digest
END
# Turn after turn, as long as somebody is to move.
cat > "$root/root/go.sh" << 'END'
set -e
cd /root
n=0
while who=$(sed -n 's/^next: //p' digest) && [ "$who" != - ] && [ $n -lt "$1" ]; do
	adit read -k "$who" --moves digest | tail -n 1 | adit sign -k "$who" | adit apply game.db > new && mv new digest
	n=$((n + 1))
done
adit status game.db
END
exits 0 "a game begins" within sh /root/begin.sh
exits 0 "... some turns" within sh /root/go.sh 5
install "upgraded" now
is "the version is that of the package" "$(within dpkg-query -W -f '${Version}' adit)" "$(dpkg-deb -f now/adit_*.deb Version)"
if [ $first = before ]; then
	ok "... which is higher than before" dpkg --compare-versions "$(dpkg-deb -f now/adit_*.deb Version)" gt "$(dpkg-deb -f before/adit_*.deb Version)"
fi
exits 0 "... and the game goes on to its end" within sh /root/go.sh 1000
like "... which has come" "$(cat out)" "*over*"
exits 0 "its audit" within sh -c 'cd /root && adit digest game.db --all --out all > /dev/null && adit audit all/turns'
exits 0 "a whole game of Saboteur, with its audit" within env ADIT_READY=/usr/bin/adit sh /root/examples/first-game.sh /root/saboteur
like "... passes" "$(cat out)" "*PASS*"
exits 0 "mail is read" within sh -c 'adit --version --verbose && test -x /usr/libexec/adit/adit-letter'
like "... with GMime" "$(cat out)" "*+mail*"
for page in man1/adit man5/adit man6/adit man1/git-adit; do
	ok "$page" test -e "$root/usr/share/man/$page.${page#man}" -o -f "$root/usr/share/man/$page.$(echo "$page" | tr -dc 0-9).gz"
done
ok "examples" test -f "$root/usr/share/doc/adit-examples/examples/mail/README.md"
for file in usr/share/bash-completion/completions/adit.bash usr/share/zsh/vendor-completions/_adit usr/share/fish/vendor_completions.d/adit.fish; do
	ok "$file" test -f "$root/$file"
done
enabled > enabled.now
ok "still no service is enabled" cmp enabled.bare enabled.now

# ---- purged
exits 0 "purged" within apt-get -q purge -y adit adit-examples libadit-dev
state > state.now
is "nothing is left" "$(diff state.bare state.now)" ""
users > users.now
ok "... nor a user" cmp users.bare users.now
is "... of adit in dpkg" "$(within dpkg-query -W '*adit*' 2> /dev/null)" ""

# ---- the unit, for those who want it, as README.Debian says
install "installed again" now
exits 0 "a compiler and systemd come" within apt-get -q install -y --no-install-recommends gcc libc6-dev pkg-config systemd
cp "$top_srcdir/examples/board.c" "$root/root/"
exits 0 "a program with the library" within sh -c 'cd /root && gcc board.c $(pkg-config --cflags --libs adit) -o board'
exits 0 "... reads a table" within /root/board /root/all/turns
sed -n '/^    /s/^    //p' "$top_srcdir/packaging/debian/adit.README.Debian" | sed 's/enable --now/enable/' > "$root/root/enable.sh"
exits 0 "the user and the timer" within sh -e /root/enable.sh
ok "... for a folder" test -L "$root/etc/systemd/system/timers.target.wants/adit-tick@tables.timer"
exits 0 "the unit's command" within sh -c 'command=$(sed -n "s|%i|tables|; s/^ExecStart=//p" /usr/lib/systemd/system/adit-tick@.service /lib/systemd/system/adit-tick@.service 2> /dev/null | head -n 1) &&
	runuser -u adit-host -- env ADIT_HOME=/srv/adit/home $command'
tap_end
