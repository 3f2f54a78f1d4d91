#!/bin/sh
# What a sanitizer finds is in a file, even where a test throws away what is printed: tests/run.sh counts these.
. "${0%/*}/../tap.sh"
tap_begin
export ASAN_OPTIONS="$ASAN_OPTIONS:log_path=$tap_dir/report" UBSAN_OPTIONS="$UBSAN_OPTIONS:log_path=$tap_dir/report"
for what in undefined address leak nothing; do
	rm -f report.*
	"$abs_top_builddir/tests/house/wrong" $what > /dev/null 2>&1 && is "ends well" $what nothing
	got=$(cat report.* 2> /dev/null)
	case $what in
	undefined) like "undefined behaviour" "$got" '*runtime error: negation of*' ;;
	address) like "an overflow" "$got" '*heap-buffer-overflow*' ;;
	leak) like "a leak" "$got" '*leak*' ;;
	nothing) is "nothing" "$got" '' ;;
	esac
done
tap_end
