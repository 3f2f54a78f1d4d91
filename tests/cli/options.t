#!/bin/sh
# Verbs, options, help: what holds for every verb.
# shellcheck disable=SC2016 # scripts in single quotes are for another shell
. "${0%/*}/lib.sh"
tap_begin
keys anna

# ---- finding the verb
exits 2 "no verb: help on standard error" adit
ok "... nothing on standard output" test ! -s out
said "usage: adit"
cli 2 "unknown verb" frobnicate
said "unknown verb \"frobnicate\""
cli 2 "misspelt verb" raed
said "did you mean read?"
cli 2 "ambiguous prefix" ke
said "could be: keygen, key"
cli 0 "a whole name is no prefix of another" key anna
cli 0 "unique prefix" aud --help
like "... of audit" "$(cat out)" "usage: adit audit*"
cli 2 "an option before the verb" --frobnicate status

# ---- help
cli 0 "--version" --version
like "names the libraries" "$(cat out)" "adit *libsodium *SQLite *jansson *utf8proc *zlib*"
adit config lang xx 2> errors
cli 0 "--version --verbose" --version --verbose
like "begins like --version" "$(cat out)" "$(adit --version)*"
like "has a commit" "$(grep '^commit: ' out)" "commit: *[0-9a-z]*"
ok "... that of the build" grep -q "\"$(sed -n 's/^commit: //p' out)\";" "$top_builddir/commit.c"
is "each library has a licence" "$(grep '^library: ' out | grep -cv '^library: [^ ]* [0-9][^ ]* (.*)$')" 0
ok "... and a row each" test "$(grep -c '^library: ' out)" -ge 5
like "names the features" "$(grep '^features: ' out)" "features: [+-]linux [+-]mail [+-]seccomp [+-]landlock [+-]libedit"
like "names the languages" "$(grep '^languages: ' out)" "languages: en*"
ok "... that config takes" grep -qF "$(sed -n 's/^languages: //p' out)" errors
like "names the hardening" "$(grep '^hardening: ' out)" "hardening: *[a-z]*"
cli 0 "--help" --help
cp out all
cli 0 "help is the same" help
ok "... byte for byte" cmp out all
cli 0 "help --list" help --list
cp out verbs
ok "lists the verbs, one a line" grep -qx apply verbs
while read -r verb; do
	exits 0 "$verb --help" adit "$verb" --help
	ok "$verb --help is at most 80 columns wide" test "$(wc -L < out)" -le 80
	cp out one
	adit help "$verb" > two
	ok "help $verb says the same" cmp one two
	like "$verb is in the list" "$(cat all)" "*
    $verb *"
	adit help --list "$verb" > list
	like "$verb takes --json" "$(cat list)" "*--json*"
	while read -r option; do
		grep -q -e "$option\\b" one || echo "$option"
	done < list > missing
	ok "every option of $verb is explained" test ! -s missing
done < verbs
cli 2 "help for no verb" help frobnicate

# ---- options
cli 2 "unknown option" status --frobnicate
said "unknown option --frobnicate"
cli 2 "misspelt option" status --jsno
said "did you mean --json?"
cli 2 "unknown letter" status -z
said "unknown option -z"
cli 0 "unique prefix of an option" key --js anna
like "... --js is --json" "$(cat out)" '{"name":"anna"*'
cli 2 "ambiguous option" new --s
said "could be: --seats, --seat"
cli 0 "option behind the argument" key anna --json
cli 0 "-- ends the options" key -- anna
cli 2 "-- ends the options: --json is a name now" key -- --json
cli 2 "a flag with an argument" key --json=yes anna
said "--json takes no argument"
cli 2 "an option without its argument" sign -d
said "--digest needs an argument: DIGEST"
cli 2 "a number that is none" sign --seq=1x
said "--seq takes a number from 1 to"
cli 2 "a number with a sign" sign --seq +1
cli 2 "a number out of range" sign --seq 0
cli 2 "a number beyond any range" sign --seq 99999999999999999999
cli 2 "an empty number" sign --seq=
cli 2 "--color of no colour" key --color=blue
said "auto, always or never"
cli 2 "a time that is none" status --now yesterday x.db
cli 2 "February 30" status --now 2026-02-30T00:00:00Z x.db
cli 2 "too many arguments" key anna bob
said '"bob" is too much'
cli 2 "too few arguments" apply
said "usage: adit apply"

# ---- errors
exits 2 "an error with --json" adit status --frobnicate --json
like "is one JSON object" "$(cat err)" '{"error":{"code":"usage","message":"*"}}'
ok "... on one line of standard error" test "$(wc -l < err)" -eq 1
esc=$(printf '\033')
cli 2 "control characters in an argument" "x${esc}[31mred"
ok "... do not reach the terminal" sh -c '! grep -q "$(printf "\\033")" err'
cli 5 "control characters in a file name" status "x${esc}[2J
y.db"
ok "... do not reach the terminal, either" sh -c '! grep -q "$(printf "\\033")" err'

# ---- standard output
exits 74 "standard output is full" sh -c 'exec "$ADIT" help > /dev/full'
said "cannot write standard output: No space left on device"
exits 74 "standard output is closed" sh -c 'exec "$ADIT" help >&-'
said "cannot write standard output"
exits 74 "... also --version" sh -c 'exec "$ADIT" --version > /dev/full'
exits 0 "standard error is closed" sh -c 'exec "$ADIT" help 2>&-'
# The reader is gone before a word is written.
{ adit help --list; echo $? > status; } 2> err | :
ok "a reader that has seen enough: no word about it" test ! -s err

tap_end
