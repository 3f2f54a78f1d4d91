#!/bin/sh
# libs.sh OUT: builds libsodium, jansson, utf8proc, zlib and SQLite for WebAssembly from Debian's source packages, with
# emcc. OUT gets include, lib, lib/pkgconfig and source (the packages, which apt has verified).
#
# LIBS_CC and LIBS_AR name another compiler and ar, for another system (tests/platforms.sh); LIBS_MORE=ncursesw:ncurses
# adds ncurses; with LIBS_SMALL=yes the libraries are as small as for WebAssembly.
#
# What OUT has already is kept. The sources of a package come by apt-get with lists of its own,
# so that the lists of the machine stay as they are. Needs apt-get, dpkg-source (Debian: dpkg-dev), emcc and tclsh
# (which joins the files of SQLite). Status 1: a step failed; libs.log in OUT has its output.

set -u
out=${1:?usage: libs.sh OUT}
mkdir -p "$out/source" "$out/include" "$out/lib/pkgconfig" && out=$(cd "$out" && pwd) || exit 1
log=$out/libs.log
cc=${LIBS_CC:-emcc} ar=${LIBS_AR:-emar} small=${LIBS_SMALL:-}
[ "$cc" != emcc ] || small=yes
# What Debian's own copy of emscripten calls by these names.
NODE_PATH=/usr/share/nodejs
export NODE_PATH
jobs=$(getconf _NPROCESSORS_ONLN 2> /dev/null || echo 1)

fail()
{
	tail -n 20 "$log" >&2
	echo "libs.sh: $1; see $log" >&2
	exit 1
}

# apt's own lists, for sources alone
apt()
{
	apt-get -q -c "$out/apt.conf" "$@" >> "$log" 2>&1 < /dev/null
}

sources()
{
	mkdir -p "$out/apt/parts" "$out/apt/lists/partial" || return
	for file in /etc/apt/sources.list.d/*.sources; do
		[ -f "$file" ] || continue
		sed 's/^Types:.*/Types: deb-src/' "$file" > "$out/apt/parts/${file##*/}"
	done
	cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2> /dev/null |
	sed -n 's/^deb\(-src\)\{0,1\} /deb-src /p' > "$out/apt/parts/old.list"
	cat > "$out/apt.conf" <<-END
	Dir::Etc::sourcelist "/dev/null";
	Dir::Etc::sourceparts "$out/apt/parts";
	Dir::State::lists "$out/apt/lists";
	APT::Sandbox::User "root";
	END
	apt update
}

# fetch PACKAGE: unpacks it to source/PACKAGE
fetch()
{
	[ -f "$out/apt.conf" ] && [ -n "$(find "$out/apt/lists" -name '*_Sources*' 2> /dev/null)" ] || sources ||
		fail "no list of Debian's source packages"
	(cd "$out/source" && rm -rf "$1" && apt source --download-only "$1" &&
		dpkg-source --no-copy -x "$1"_*.dsc "$1" >> "$log" 2>&1) || fail "no source of $1"
}

# compile NAME FLAGS FILE...: makes lib/NAME.a. Ciphers are compiled for speed, the rest for size.
# The flags of emcc for size include -fno-inline-functions.
compile()
{
	name=$1 own=$2
	shift 2
	rm -rf "$out/object/$name" && mkdir -p "$out/object/$name" || exit 1
	# shellcheck disable=SC2016 # the inner shell expands them
	for file; do
		object=$(echo "$file" | tr / _)
		echo "$file $out/object/$name/${object%.c}.o"
	done |
		xargs -P "$jobs" -n 2 sh -c 'exec '"$cc"' -DNDEBUG '"$own"' -c "$0" -o "$1"' >> "$log" 2>&1 || fail "$name does not compile"
	rm -f "$out/lib/$name.a"
	$ar rcs "$out/lib/$name.a" "$out/object/$name"/*.o >> "$log" 2>&1 || fail "$ar failed"
}

# describe MODULE VERSION LIBRARY: the file of pkg-config
describe()
{
	cat > "$out/lib/pkgconfig/$1.pc" <<-END
	prefix=$out
	Name: $1
	Description: $1 for $cc
	Version: $2
	Cflags: -I\${prefix}/include
	Libs: -L\${prefix}/lib -l$3
	END
}

# version PACKAGE: of the source that was unpacked, without Debian's revision
version()
{
	sed -n '1s/^[^(]*(\([^-)]*\).*/\1/p' "$out/source/$1/debian/changelog"
}

make_sodium()
{
	fetch libsodium
	cd "$out/source/libsodium/src/libsodium" || exit 1
	sed "s/@VERSION@/$(version libsodium)/"'; s/@SODIUM_LIBRARY_VERSION_MAJOR@/10/; s/@SODIUM_LIBRARY_VERSION_MINOR@/3/
		/@SODIUM_LIBRARY_MINIMAL_DEF@/d' include/sodium/version.h.in > include/sodium/version.h
	# shellcheck disable=SC2046 # names without blanks
	compile libsodium '-O2 -finline-functions -Iinclude/sodium -Iinclude -DCONFIGURED=1 -DNATIVE_LITTLE_ENDIAN=1 -DHAVE_WEAK_SYMBOLS=1' \
		$(find . -name '*.c' | sed 's|^\./||' | LC_ALL=C sort)
	cp -R include/sodium include/sodium.h "$out/include/" || exit 1
	describe libsodium "$(version libsodium)" sodium
}

make_jansson()
{
	fetch jansson
	cd "$out/source/jansson/src" || exit 1
	cat > jansson_config.h <<-'END'
	#ifndef JANSSON_CONFIG_H
	#define JANSSON_CONFIG_H
	#define JSON_INLINE inline
	#define JSON_INTEGER_IS_LONG_LONG 1
	#define JSON_HAVE_LOCALECONV 0
	#define JSON_HAVE_ATOMIC_BUILTINS 0
	#define JSON_HAVE_SYNC_BUILTINS 0
	#define JSON_PARSER_MAX_DEPTH 2048
	#endif
	END
	: > jansson_private_config.h
	compile libjansson '-Oz -I. -DHAVE_STDINT_H -DHAVE_UNISTD_H -DHAVE_FCNTL_H -DHAVE_SYS_TYPES_H -DHAVE_SYS_STAT_H -DINITIAL_HASHTABLE_ORDER=3' \
		dump.c error.c hashtable.c hashtable_seed.c load.c memory.c pack_unpack.c strbuffer.c strconv.c utf.c \
		value.c version.c
	cp jansson.h jansson_config.h "$out/include/" || exit 1
	describe jansson "$(version jansson)" jansson
}

make_utf8proc()
{
	fetch utf8proc
	cd "$out/source/utf8proc" || exit 1
	# Its table has 8251 rows: 18 bytes each are enough, instead of 24.
	sed 's/^  utf8proc_propval_t /  utf8proc_uint8_t /; s/^} utf8proc_property_t/} __attribute__((packed)) utf8proc_property_t/' \
		utf8proc.h > smaller.h && mv smaller.h utf8proc.h || exit 1
	compile libutf8proc '-Oz -DUTF8PROC_STATIC' utf8proc.c
	cp utf8proc.h "$out/include/" || exit 1
	describe libutf8proc "$(version utf8proc)" utf8proc
}

# What unpacks, without what packs and without the tables of checksums
make_zlib()
{
	fetch zlib
	cd "$out/source/zlib" || exit 1
	compile libz '-Oz -DNO_GZIP' adler32.c inffast.c inflate.c inftrees.c zutil.c
	cp zlib.h zconf.h "$out/include/" || exit 1
	describe zlib "$(version zlib | sed 's/^.*://; s/\.dfsg.*//')" z
}

make_sqlite()
{
	fetch sqlite3
	cd "$out/source/sqlite3" || exit 1
	# Without what adit never calls; the parser, which is made first, has to know that, too.
	without=
	for part in ANALYZE AUTHORIZATION AUTOVACUUM COMPLETE CTE DATETIME_FUNCS DECLTYPE DEPRECATED DESERIALIZE \
		EXPLAIN GENERATED_COLUMNS GET_TABLE INCRBLOB JSON LIKE_OPTIMIZATION LOAD_EXTENSION LOCALTIME PROGRESS_CALLBACK \
		REINDEX SHARED_CACHE TCL_VARIABLE TRACE UTF16 VIRTUALTABLE WINDOWFUNC; do
		without="$without -DSQLITE_OMIT_$part"
	done
	own="-Oz -DSQLITE_THREADSAFE=0 -DSQLITE_UNTESTABLE$without"
	[ -n "$small" ] || own=-O2 without= # the tests call more
	(./configure --disable-tcl && make sqlite3.c OPTS="$without") >> "$log" 2>&1 || fail "SQLite's files cannot be joined"
	compile libsqlite3 "$own" sqlite3.c
	cp sqlite3.h "$out/include/" || exit 1
	describe sqlite3 "$(version sqlite3)" sqlite3
}

make_ncurses()
{
	fetch ncurses
	cd "$out/source/ncurses" || exit 1
	# Its table of terminals is that of the system.
	(./configure CC="$cc" CFLAGS=-Os --host=x86_64-linux-musl --build=x86_64-linux-gnu --prefix="$out" --enable-widec --without-debug \
		--without-cxx --without-cxx-binding --without-ada --without-manpages --without-tests --without-progs \
		--disable-db-install --with-default-terminfo-dir=/etc/terminfo \
		--with-terminfo-dirs=/etc/terminfo:/lib/terminfo:/usr/share/terminfo &&
		make libs && make install.libs install.includes) >> "$log" 2>&1 || fail "ncurses does not compile"
	cp "$out"/include/ncursesw/*.h "$out/include/" || exit 1
	describe ncursesw "$(version ncurses | sed 's/+.*//')" ncursesw
}

: > "$log"
# shellcheck disable=SC2086 # a list of words
for one in libsodium:sodium jansson:jansson libutf8proc:utf8proc zlib:zlib sqlite3:sqlite ${LIBS_MORE:-}; do
	[ -f "$out/lib/pkgconfig/${one%:*}.pc" ] && continue
	("make_${one#*:}") || exit 1
done
