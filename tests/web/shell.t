#!/bin/sh
# Players with the browser file: see shell.py.  With ADIT_LONG also in Firefox, and axe-core (from npm's
# registry) reads the screens.
. "${0%/*}/../tap.sh"
. "${0%/*}/lib.sh"
tap_begin
export PYTHONDONTWRITEBYTECODE=1 abs_top_builddir="$top_builddir"
if ! command -v chromedriver > /dev/null; then
	skip "players in a browser" "no chromium with its driver here"
	tap_end
fi
if ! web_build; then
	ok "the browser file is made" false
	tail -n 20 web.log | sed 's/^/#   /'
	tap_end
fi
axe="axe-core-4.14.1"
sum=1477dafa598d8d065f273d6af302aa203c02e83131707b7fa648cd41bd3d6b734f8c22a0dab86ee6a6f64b8afbe804b214d36db85a2826965edfb3a0b9d546b5
if [ -z "${ADIT_LONG:-}" ]; then
	python3 "$top_srcdir/tests/web/shell.py" "$tap_dir/work"
elif curl -fsS -o axe.tgz "https://registry.npmjs.org/axe-core/-/$axe.tgz" &&
    [ "$(sha512sum < axe.tgz)" = "$sum  -" ] && tar -xzf axe.tgz package/axe.min.js; then
	# Debian's, for which its packages are.
	/usr/bin/python3 "$top_srcdir/tests/web/shell.py" "$tap_dir/work" "$PWD/package/axe.min.js"
else
	echo 'not ok 1 - axe-core comes from the registry of npm'
	echo 1..1
	exit 1
fi
