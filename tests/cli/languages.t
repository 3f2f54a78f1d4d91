#!/bin/sh
# Whole test scripts in other languages: statuses, digests, JSON and orders are those of English. make check-languages runs
# more of them.
. "${0%/*}/../tap.sh"
tap_begin
command -v python3 > /dev/null || { skip "languages" "no python3 here"; tap_end; }

# compare LANGUAGE SCRIPT...: with what languages.py prints in the file said
compare()
{
	abs_top_srcdir=$top_srcdir abs_top_builddir=$top_builddir PYTHONDONTWRITEBYTECODE=1 TMPDIR=$tap_dir \
		python3 "$top_srcdir/tests/languages.py" "$@" > said
}
ok "Ukrainian" sh -c 'cat said; exit "$1"' - "$(compare uk_UA.UTF-8 "$top_srcdir/tests/cli/keys.t" "$top_srcdir/tests/cli/errors.t"; echo $?)"
is "... two scripts" "$(grep -c '^ok.* calls$' said)" 2
ok "the pseudo-language" sh -c 'cat said; exit "$1"' - "$(compare qps "$top_srcdir/tests/cli/keys.t"; echo $?)"

# What it must find.
mkdir -p own/tests/cli && cp "$top_srcdir/tests/tap.sh" own/tests
# wrong NAME COMMAND: a script that does COMMAND in Ukrainian alone
wrong()
{
	cat > own/tests/cli/own.t <<-END
		. "\${0%/*}/../tap.sh"
		tap_begin
		echo '{"one":1}' > file
		echo nothing > order
		case \$LC_ALL in uk*) $2 ;; esac
		adit order order
		tap_end
	END
	compare uk_UA.UTF-8 "$tap_dir/own/tests/cli/own.t"
	is "... $1 is found" $? "${3:-1}"
}
wrong "nothing" : 0
wrong "a translated file" "echo '{\"eins\":1}' > file"
wrong "another status" 'rm order'
wrong "a script that gives up" 'exit 99'
tap_end
