#!/bin/sh
# Each system call of a verb can fail, and the power can fail in each: a sample of what `make faults` tries, the
# same at each run (faults.py, cuts.py).
. "${0%/*}/../tap.sh"
tap_begin
FAULT=$abs_top_builddir/tests/fault/fault GIT_ADIT=$top_srcdir/src/git-adit PYTHONDONTWRITEBYTECODE=1
export FAULT GIT_ADIT PYTHONDONTWRITEBYTECODE
"$FAULT" -l -o calls sh -c ': > made'
[ $? -ne 77 ] || { skip "faults" "nothing can be traced here"; tap_end; }
n=$(sed -n 's/ [a-z]* openat .*ENOSPC.* before.*//p' calls)
like "the call that makes a file can fail" "$n" '[1-9]*'
for how in before:137: after:137:made EIO:2: EAGAIN:0:made; do
	rm -f made
	"$FAULT" -n "$n" -f "${how%%:*}" -o broken sh -c ': > made' 2> err
	is "... ${how%%:*}" "$?:$(ls made 2> /dev/null)" "${how#*:}"
done

n=25
[ -z "${ADIT_SOAK_QUICK:-}" ] || n=15
[ -z "${ADIT_FEW:-}" ] || n=5
sample() { ok "$1" env "$2" python3 "$top_srcdir/tests/fault/$3.py" "$tap_dir/$3"; }
sample "a call that fails loses nothing" FAULTS_SAMPLE="$n" faults
sample "nor does a power cut" FAULTS_SAMPLE="$n" cuts
rm -r cuts
sample "nothing is lost of what a player read or signed" FAULTS_VERBS=read,sign,join cuts
tap_end
