#!/bin/sh
# Eight tables as players see them: see gallery.py.  The pictures stay in the build folder, in tests/show/gallery.
# ADIT_LONG=1: in Firefox, too, at three widths, and axe-core (from npm's registry) reads every page.
. "${0%/*}/../tap.sh"
tap_begin
export PYTHONDONTWRITEBYTECODE=1
pictures=$abs_top_builddir/tests/show/gallery
axe="axe-core-4.14.1"
sum=1477dafa598d8d065f273d6af302aa203c02e83131707b7fa648cd41bd3d6b734f8c22a0dab86ee6a6f64b8afbe804b214d36db85a2826965edfb3a0b9d546b5

if [ -n "${ADIT_LONG:-}" ] && ! { command -v firefox-esr && /usr/bin/python3 -c "import websocket"; } > /dev/null 2>&1; then
	echo "not ok 1 - firefox-esr and python3-websocket are here"
	echo 1..1
	exit 1
fi
if ! command -v chromedriver > /dev/null; then
	skip "pictures of tables" "no chromium with its driver here"
	tap_end
fi
gallery="$top_srcdir/tests/show/gallery.py"
if [ -z "${ADIT_LONG:-}" ]; then
	python3 "$gallery" work
elif curl -fsS -o axe.tgz "https://registry.npmjs.org/axe-core/-/$axe.tgz" &&
    [ "$(sha512sum < axe.tgz)" = "$sum  -" ] && tar -xzf axe.tgz package/axe.min.js; then
	# Debian's, for which its packages are.
	/usr/bin/python3 "$gallery" work "$PWD/package/axe.min.js"
else
	echo 'not ok 1 - axe-core comes from the registry of npm'
	echo 1..1
	exit 1
fi
status=$?
rm -rf "$pictures"
mkdir -p "$pictures"
cp work/*.png "$pictures"
exit $status
