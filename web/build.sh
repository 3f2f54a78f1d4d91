#!/bin/sh
# build.sh SRC BUILD: makes the browser file and the npm package below BUILD/web, with the program of BUILD.
# `make web` calls it. What is there already is kept as long as its sources do not change.
#
#	BUILD/web/libs       libraries for WebAssembly (libs.sh)
#	BUILD/web/adit       the cross build
#	BUILD/web/adit.html, adit-site.html
#	BUILD/web/npm        the package adit-player

set -eu
src=$(cd "${1:?usage: build.sh SRC BUILD}" && pwd) build=$(cd "${2:?usage: build.sh SRC BUILD}" && pwd)
out=$build/web
if [ "$src" = "$build" ]; then
	echo "adit: make web needs a folder of its own to build in: mkdir build && cd build && ../configure" >&2
	exit 1
fi
# What Debian's own copy of emscripten calls by this name.
NODE_PATH=/usr/share/nodejs
export NODE_PATH
# This make is not a part of the one that called: it may use all processors.
unset MAKEFLAGS MFLAGS MAKELEVEL
mkdir -p "$out/adit" "$out/npm"
say() { echo "adit: $*" >&2; }

for tool in emcc node apt-get dpkg-source tclsh; do
	if ! command -v "$tool" > /dev/null; then
		say "$tool is missing (Debian: apt-get install emscripten nodejs dpkg-dev tcl)"
		exit 1
	fi
done

# step WHAT COMMAND...: its output is in build.log
step()
{
	what=$1
	shift
	"$@" >> "$out/build.log" 2>&1 < /dev/null && return
	tail -n 20 "$out/build.log" >&2
	say "$what failed; all of it is in $out/build.log"
	exit 1
}

configure()
{
	cd "$out/adit" && "$src/configure" --host=wasm32-unknown-emscripten CC=emcc AR=emar \
		RANLIB=emranlib NM=emnm PKG_CONFIG_LIBDIR="$out/libs/lib/pkgconfig" CPPFLAGS="-I$out/libs/include" \
		CFLAGS=-O1 # make gets others; with -Oz each check of configure takes three times as long
}

# Prints the compiler that emcc calls, with its flags: emcc itself takes three times as long for each file. Prints emcc
# where both do not make the same of a file.
compiler()
{
	echo 'int main(void) { return 0; }' > "$out/probe.c"
	direct="$(emcc -v -Oz -c -o "$out/probe.emcc" "$out/probe.c" 2>&1 | sed -n 's/^ *"\([^"]*\)" -target .*/\1/p') $(emcc -Oz --cflags)"
	if $direct -Oz -c -o "$out/probe.direct" "$out/probe.c" 2> /dev/null && cmp -s "$out/probe.emcc" "$out/probe.direct"; then
		echo "$direct"
	else
		echo emcc
	fi
	rm -f "$out"/probe.*
}

# The hashes of scripts and style of pages, which are the same for all of them. adit writes none below a .git.
policy()
{
	folder=$(mktemp -d)
	(
		cd "$folder"
		ADIT_HOME=$folder/home
		export ADIT_HOME
		for key in host one two; do
			"$build/adit" keygen --no-passphrase "$key"
		done
		"$build/adit" new --rules duel --trusted-host -k host --seat one --seat two one.db > digest.txt
		"$build/adit" page --html -k one -o page.html digest.txt
		"$build/adit" page --html -o public.html digest.txt
	)
	sed -n 's/.*script-src \([^;]*\);.*style-src \([^;]*\);.*/script \1\nstyle \2/p' "$folder/page.html" "$folder/public.html" |
	LC_ALL=C sort -u > "$out/policy"
	rm -rf "$folder"
	[ "$(wc -l < "$out/policy")" -eq 3 ]
}

# What the file contains, and under which terms.
licences()
{
	for file in "$src/LICENSE" "$out"/libs/source/*/debian/copyright /usr/share/emscripten/LICENSE; do
		name=${file%/debian/copyright} name=${name%/LICENSE}
		[ ! -f "$file" ] || printf '==== %s ====\n\n%s\n\n' "$(basename "$name")" "$(cat "$file")"
	done > "$out/licences"
}

version=$(cd "$src" && git describe --always --dirty 2> /dev/null || echo release)
: > "$out/build.log"
direct=$(compiler)
step "building the libraries" env LIBS_CC="$direct" LIBS_AR=emar LIBS_SMALL=yes sh "$src/web/libs.sh" "$out/libs"
[ -f "$out/adit/Makefile" ] || step configure configure
step make make -C "$out/adit" -j"$(getconf _NPROCESSORS_ONLN 2> /dev/null || echo 1)" CC="$direct" CCLD=emcc \
	CFLAGS="-Oz -ffile-prefix-map=$src=." adit
step "making a private page" policy
licences
step bundle node "$src/web/bundle.mjs" "$("$build/adit" --version | sed -n '1s/adit //p') ($version)" "$out/policy" "$out" "$out/adit/adit"
cp "$src/web/npm/"* "$src/web/instance.js" "$src/LICENSE" "$out/adit/adit.wasm" "$out/npm/"
cp "$out/adit/adit" "$out/npm/module.cjs"
chmod 755 "$out/npm/adit.js"
