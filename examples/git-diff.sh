#!/bin/sh
# For digests that are kept in git: `git diff`, `git log -p` and `git show` leave out of them what is for
# programs and keys alone, from the line "position:" on; all that stands before it is a fact a line.
#
#	sh examples/git-diff.sh [REPOSITORY]     (default: the one here)
#
# Writes .gitattributes, which is for everybody who clones, and a line of this repository's own config,
# which each has to set by himself, since it names a command.

set -eu
cd "${1:-.}"
git rev-parse --git-dir > /dev/null
grep -qsx 'turns/\*.txt diff=adit' .gitattributes || echo 'turns/*.txt diff=adit' >> .gitattributes
git config diff.adit.textconv "sed '/^position:/,\$d'"
