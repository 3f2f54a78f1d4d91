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

# What it must find, and what not.
mkdir -p own/tests/cli && cp "$top_srcdir/tests/tap.sh" own/tests
# wrong NAME COMMAND [STATUS]: a script that does COMMAND in its run number $run, in Ukrainian those that are even
wrong()
{
	cat > own/tests/cli/own.t <<-END
		. "\${0%/*}/../tap.sh"
		echo >> '$tap_dir/runs'
		run=\$(wc -l < '$tap_dir/runs')
		tap_begin
		echo '{"one":1}' > file
		echo nothing > order
		$2
		adit order order
		tap_end
	END
	rm -f runs
	compare uk_UA.UTF-8 "$tap_dir/own/tests/cli/own.t"
	is "... $1" $? "${3:-1}"
}
in_uk() { echo "case \$LC_ALL in uk*) $1 ;; esac"; }
wrong "nothing is found" : 0
is "... in one pair of runs" "$(wc -l < runs)" 2
wrong "a translated file is found" "$(in_uk "echo '{\"eins\":1}' > file")"
wrong "another status is found" "$(in_uk 'rm order')"
wrong "a script that gives up is found" "$(in_uk 'exit 99')"
ADIT_TEST_PATIENCE=1 && export ADIT_TEST_PATIENCE
wrong "a script that waits for English words is found" "$(in_uk 'sleep 9999')"
like "... and is said" "$(cat said)" '*the script: *124*'
unset ADIT_TEST_PATIENCE
wrong "a translated file is found beside what chance decides" \
	"echo \"{\\\"run\\\":\$run}\" > chance; $(in_uk "echo '{\"eins\":1}' > file")"
# Each of two runs in Ukrainian differs from all in English, later ones do not.
wrong "a file of which chance decides is none" "case \$run in 2 | 4) echo '{\"one\":2}' > file ;; esac" 0
like "... and is said" "$(cat said)" '*by chance, at 1 places, first */file: *'
wrong "a call of which chance decides is none" 'case $run in 2 | 4) rm order ;; esac' 0
wrong "what differs in English, too, is none" "case \$run in [2-5]) echo \"{\\\"run\\\":\$run}\" > file ;; esac" 0
wrong "a call that fails in each run in Ukrainian is found" '[ $((run % 2)) = 1 ] || rm order'
in_turns='mkdir turns; echo "{\"one\":1}" > turns/000001.txt; cp turns/000001.txt turns/000003.txt'
wrong "a digest that differs in Ukrainian is found" "$in_turns; $(in_uk "echo '{}' > turns/000003.txt")"
wrong "... but not after one of which chance decides" \
	"$in_turns; echo \"{\\\"run\\\":\$run}\" > turns/000002.txt; $(in_uk "echo '{}' > turns/000003.txt")" 0
wrong "... before it, it is" \
	"$in_turns; echo \"{\\\"run\\\":\$run}\" > turns/000002.txt; $(in_uk "echo '{}' > turns/000001.txt")"
tap_end
