#!/bin/sh
# The sources on an older and on the newest Debian: other compilers, makes, autoconfs and libraries than here. Another
# user builds, who may not write to the sources, with BSD make and a prefix that has blanks; golden games and the
# rest of the C tests pass. `make check-packaging` runs this; it needs root, debootstrap, Debian's mirror and tcl.
# ADIT_DEBIANS chooses releases; ADIT_DEBIAN_ROOTS is a folder with machines that are there already, to save time;
# ADIT_SQLITE is one with sqlite3.c and sqlite3.h, to try another SQLite where the release has none that is new enough.
. "${0%/*}/../tap.sh"
. "${0%/*}/lib.sh"
# shellcheck source=../git/chroot.sh
. "$top_srcdir/tests/git/chroot.sh"
tap_begin
reason=$(chroot_reason)
if [ -n "$reason" ]; then
	skip "Debian's releases" "$reason"
	tap_end
fi
# The packages that INSTALL.md names, and the other make and compiler.
needs="$(tr '\n' ' ' < "$top_srcdir/INSTALL.md" | sed 's/.*On Debian: `apt-get install \([^`]*\)`.*/\1/') bmake clang"
target dist
tarball=$(echo "$abs_top_builddir"/adit-*.tar.gz)
chroot_dir=$(chroot_place) || exit 99
chmod 755 "$chroot_dir"
trap 'chroot_leave' EXIT
PATH=$PATH:/usr/sbin:/sbin

# in the machine ROOT: as root, or as somebody who owns /build alone
within() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/build DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 TZ=UTC \
	${http_proxy:+"http_proxy=$http_proxy"} chroot "$@" < /dev/null; }
# ... who has terminals there. Nothing stays mounted after it.
owner()
{
	unshare --mount sh -c 'mount --bind /dev/pts "$0/dev/pts" && exec "$@"' "$root" \
		env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/build LC_ALL=C.UTF-8 TZ=UTC \
		chroot --userspec=65534:65534 "$root" sh -c "$1" < /dev/null
}

begin()
{
	if [ -d "${ADIT_DEBIAN_ROOTS:-/nonexistent}/$1" ]; then
		cp -a "$ADIT_DEBIAN_ROOTS/$1" "$root"
		return
	fi
	uri=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | head -n 1)
	# shellcheck disable=SC2086 # words
	env -u LD_PRELOAD debootstrap --variant=minbase "$1" "$root" ${uri:+"$uri"} &&
		echo force-unsafe-io > "$root/etc/dpkg/dpkg.cfg.d/speed" &&
		within "$root" apt-get -q install -y --no-install-recommends $needs
}

# SQLite as a static library, where the release has none that is new enough.
sqlite()
{
	from=${ADIT_SQLITE:-$PWD/libs/source/sqlite3}
	[ -f "$from/sqlite3.c" ] || LIBS_CC=gcc LIBS_AR=ar plainly sh "$top_srcdir/web/libs.sh" "$PWD/libs" || return
	cp "$from"/sqlite3.[ch] "$root/usr/local/include/" || return
	within "$root" sh -c 'cd /usr/local/include && gcc -O1 -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -c sqlite3.c -o sqlite3.o &&
		rm -f /usr/lib/*/libsqlite3.* && ar rcs /usr/local/lib/libsqlite3.a sqlite3.o && ldconfig' || return
	mkdir -p "$root/usr/local/lib/pkgconfig" && printf '%s\n' "Name: SQLite" "Description: made here" "Cflags: -I/usr/local/include" \
		"Libs: -L/usr/local/lib -lsqlite3" "Version: $(awk '$1 $2 == "#defineSQLITE_VERSION" { gsub("\"", ""); print $3 }' "$from/sqlite3.h")" \
		> "$root/usr/local/lib/pkgconfig/sqlite3.pc"
}

# The C tests, without Criterion, which older releases do not have.
cat > tests.sh << 'END'
cd /build/gcc || exit
cc -O1 -D_GNU_SOURCE -I/src/tests/platforms -c -o criterion.o /src/tests/platforms/criterion.c || exit
tests=$(printf 'names:\n\t@echo $(check_PROGRAMS)\n' | make -s -f Makefile -f - names | tr ' ' '\n' | grep '^tests/t-')
bmake tests/chance.so $tests || exit
ADIT=$PWD/adit ADIT_LETTER=$PWD/adit-letter ADIT_SOAK_QUICK=1 abs_top_srcdir=/src abs_top_builddir=$PWD
export ADIT ADIT_LETTER ADIT_SOAK_QUICK ADIT_FEW abs_top_srcdir abs_top_builddir
status=0
for test in $tests; do
	ADIT_FEW=25
	[ "$test" != tests/t-golden ] || ADIT_FEW=1
	"$test" > "$test.out" 2>&1 && continue
	status=1
	echo "$test:"
	grep -B 5 '^not ok' "$test.out" || tail -n 5 "$test.out"
done
cat tests/*.out | grep -c '^ok'
exit $status
END

for release in ${ADIT_DEBIANS:-bullseye sid}; do
	root=$chroot_dir/$release
	exits 0 "$release" begin "$release"
	mkdir "$root/src" "$root/build" && tar -xzf "$tarball" --strip-components=1 -C "$root/src" && chown 65534 "$root/build" || exit 99
	within "$root" dpkg --compare-versions "$(within "$root" dpkg-query -W -f '${Version}' libsqlite3-dev)" ge 3.37 ||
		exits 0 "... with a newer SQLite" sqlite
	exits 0 "... its autoconf makes configure" within "$root" sh -c 'cd /src && autoreconf -fi && autoconf --version | head -n 1'
	echo "# $(tail -n 1 out), $(within "$root" gcc --version | head -n 1), $(within "$root" clang --version | head -n 1)"
	exits 0 "... with gcc and BSD make, by a user who cannot write to the sources" owner 'test ! -w /src &&
		mkdir /build/gcc && cd /build/gcc && MAKE=bmake /src/configure CFLAGS=-O1 --prefix="/build/a place" \
		CRITERION_CFLAGS=-I/src/tests/platforms CRITERION_LIBS=/build/gcc/criterion.o && bmake'
	exits 0 "... installs to a prefix with blanks" owner 'cd /build/gcc && bmake install'
	exits 0 "... which has what it needs" owner '"/build/a place/bin/adit" --version --verbose && test -x "/build/a place/libexec/adit/adit-letter"'
	echo "# $(sed -n 's/^library: \([^(]*\) .*/\1/p' out | tr '\n' ',')"
	like "... all of it" "$(cat out)" "*+mail*"
	exits 0 "... and plays" owner 'cd /build && "/build/a place/bin/adit" simulate --rules saboteur --players 4 --games 2 --seed 35'
	cp tests.sh "$root/"
	exits 0 "... passes the C tests, and the golden games" owner 'sh /tests.sh > /build/log 2>&1; status=$?; tail -n 20 /build/log; exit $status'
	ok "... which are many: $(tail -n 1 out)" test "$(tail -n 1 out)" -gt 900
	exits 0 "... with clang and GNU make" owner 'mkdir /build/clang && cd /build/clang && /src/configure CC=clang CFLAGS=-O1 && make adit adit-letter'
	exits 0 "... and uninstalls" owner 'cd /build/gcc && bmake uninstall && ! find "/build/a place" -type f | grep .'
	rm -rf "$root"
done
tap_end
