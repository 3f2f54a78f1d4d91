#!/bin/sh
# run.sh SECONDS CORPUS PROGRAM...
# Runs each fuzz program for this time, from its folder of CORPUS and from what it found before in
# fuzz/found. Goes on after a finding. Prints the edges that the corpus reaches, and those reached at
# the end. Exit status 1: there was a finding, fuzz/found/NAME-*.
seconds=$1 corpus=$2
shift 2
status=0
# Some write files, and leave them after a finding.
! test -d /dev/shm || export TMPDIR="${TMPDIR:-/dev/shm}"
TMPDIR=$(mktemp -d) || exit 1
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
for program; do
	name=${program##*-}
	found=fuzz/found/$name
	mkdir -p "$found" || exit 1
	set -- -max_total_time="$seconds" -max_len=65536 -timeout=60 -artifact_prefix="$found-"
	! test -f "$corpus/../$name.dict" || set -- "$@" -dict="$corpus/../$name.dict"
	if "./$program" "$@" "$found" "$corpus/$name" > "$found.log" 2>&1; then
		result=ok
	else
		result="FOUND SOMETHING, see $found.log"
		status=1
	fi
	# "#9	INITED cov: 83 ft: 107 ..."
	awk -v name="$name" -v result="$result" '
		{ for (i = 2; i < NF; i++) if ($i == "cov:") { if ($2 == "INITED") first = $(i + 1); last = $(i + 1); runs = $1 } }
		END { printf "%-12s edges %5d to %5d, runs %s: %s\n", name, first, last, substr(runs, 2), result }' \
		"$found.log"
done
exit $status
