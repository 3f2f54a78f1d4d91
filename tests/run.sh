#!/bin/sh
# Build adit and run its whole test suite; on a bare Debian machine install what that needs, after saying how
# much.  ADIT_TESTS=core omits the tests that need mail servers, mail programs, a browser, gitolite or a chroot.
# Shows what failed, a count for every test program, and ends with one line:
#
#	N passed, N failed[, N skipped]
#
# Status 0: all passed.  ADIT_BUILD, ADIT_CONFIGURE, CC and CFLAGS are those of examples/setup.sh.

set -u
root=$(cd "${0%/*}/.." && pwd) || exit 1
. "$root/examples/setup.sh"
case ${ADIT_TESTS:-all} in
all)
	[ "$(adit_missing tests)" = "$(adit_missing core)" ] ||
	    adit_say "for less, without mail servers and browsers: ADIT_TESTS=core sh tests/run.sh"
	adit_setup tests
	ready=check-ready
	;;
core)
	adit_setup core
	ready=all
	# shellcheck disable=SC2016 # make's
	set -- TESTS='$(tests_core)'
	;;
*)
	adit_say "ADIT_TESTS takes core or all, not \"$ADIT_TESTS\""
	exit 2
	;;
esac

# Results of an earlier run must not be counted when this one gets stuck.
find "$ADIT_BUILD" \( -name '*.trs' -o -name 'sanitizer.*' \) -exec rm -f {} + 2> /dev/null
log=$ADIT_BUILD/check.log
# Two more than there are processors: some tests wait.
run() { make -C "$ADIT_BUILD" -k -j"$((adit_jobs + 2))" "$@" >> "$log" 2>&1 < /dev/null; }
: > "$log"
run $ready
run check web_first= "$@"
status=$?

cd "$ADIT_BUILD" || exit 1
results=$(find tests fuzz -name '*.trs' | LC_ALL=C sort)

for result in $results; do
	grep -Eq '^:test-result: (FAIL|XPASS|ERROR)' "$result" || continue
	echo "---- ${result%.trs} failed:"
	grep -Ev '^ok |^PASS:' "${result%.trs}.log" | head -n 200
done

for result in $results; do
	grep -q '^:test-result: SKIP' "$result" || continue
	echo "---- ${result%.trs} skipped:"
	grep -E '^ok .*# SKIP|^SKIP:' "${result%.trs}.log"
done

reports=$(find tests -name 'sanitizer.*')
for report in $reports; do
	echo "---- $report:"
	head -n 60 "$report"
done

# shellcheck disable=SC2086 # a list of file names without blanks
awk -v status=$status -v log_file="$log" -v reports="$(printf %s "$reports" | tr '\n' ' ')" '
FNR == 1 { program[++n] = FILENAME; sub(/\.trs$/, "", program[n]) }
/^:test-result: (PASS|XFAIL)/ { passed[n]++; all_passed++ }
/^:test-result: (FAIL|XPASS|ERROR)/ { failed[n]++; all_failed++ }
/^:test-result: SKIP/ { skipped[n]++; all_skipped++ }
END {
	for (i = 1; i <= n; i++)
		printf "%-32s %5d passed, %d failed, %d skipped\n", program[i], passed[i], failed[i],
		    skipped[i]
	if (reports != "" && all_failed == 0)
		all_failed = split(reports, report, " ")
	# make stopped before a test could say so: something did not build.
	if (status != 0 && all_failed == 0) {
		while ((getline line < log_file) > 0)
			if (line ~ /error|Error|\*\*\*|undefined reference/)
				print line
		print "make check ended with status " status ", see " log_file
		all_failed = 1
	}
	printf "%d tests ran\n", all_passed + all_failed
	printf "%d passed, %d failed", all_passed, all_failed
	if (all_skipped > 0)
		printf ", %d skipped", all_skipped
	print ""
	exit all_failed > 0 || all_passed == 0
}' $results < /dev/null
