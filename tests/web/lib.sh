# shellcheck shell=sh
# Tests of the browser file source this after tests/tap.sh.

# Makes the browser file unless it is newer than its sources.
web_build()
{
	web_file=$top_builddir/web/adit.html
	[ -f "$web_file" ] && [ -z "$(find "$top_srcdir/src" "$top_srcdir/web" -newer "$web_file" -type f)" ] && return
	make -C "$top_builddir" web > web.log 2>&1
}
