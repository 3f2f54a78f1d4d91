#!/bin/sh
# adit(1): its examples do what it shows, and it names every option, status and key there is.
. "${0%/*}/lib.sh"
. "${0%/*}/example.sh"
tap_begin
page=$top_srcdir/man/adit.1
ADIT_HOME=$tap_dir/keys
export ADIT_HOME

examples "$page"

# ---- options
# entry PAGE VERB: the part of the page that is about it.
entry()
{
	awk -v verb="$2" '
	/^\.S[hs] / { inside = 0 }
	/^\.It Cm / && seen[$3]++ == 0 && $3 != "auto" { inside = $3 == verb }
	inside' "$1" | sed 's/\\-/-/g'
}

# undocumented PAGE VERB: its options that neither its entry nor the common part has.
undocumented()
{
	{
		entry "$1" "$2"
		sed -n '/^\.Sh VERBS/,/^\.Ss /p' "$1"
	} > text
	adit help --list "$2" | while read -r option; do
		grep -Eq "Fl (.* )?${option#-}( |\$)" text || echo "$option"
	done
}

adit help --list > verbs
while read -r verb; do
	ok "$verb has an entry" test -n "$(entry "$page" "$verb")"
	is "$verb: every option is there" "$(undocumented "$page" "$verb")" ""
done < verbs
sed 's/ -moves/ -mooves/' "$page" > planted.1
is "an option that is not there is found" "$(undocumented planted.1 read)" --moves

# ---- exit statuses: the program's own tables of statuses and of words
awk '/^\t\t\[ERR_[A-Z_]*\] = / {
	gsub(/[][,"]/, "")
	if (FILENAME ~ /exit\.c$/)
		status[$1] = $3 == "EXIT_OUTPUT" ? 74 : $3
	else if ($1 in status)
		print status[$1], $3
}' "$top_srcdir/src/cli/exit.c" "$top_srcdir/src/util/err.c" | LC_ALL=C sort > wanted
items "$page" "EXIT STATUS" | sed -n 's/^\([0-9]*\) Ta Li \([a-z-]*\) Ta.*/\1 \2/p' |
	LC_ALL=C sort > got
is "exit statuses" "$(cat got)" "$(cat wanted)"
ok "... more than a few" test "$(wc -l < wanted)" -gt 9

# ---- JSON
# keys_of FILE: the keys of the object in its first line, those of inner ones left out.
keys_of()
{
	head -n 1 "$1" | awk '{
		for (i = 1; i <= length($0); i++) {
			c = substr($0, i, 1)
			if (quoted && c == "\\") {
				i++
			} else if (c == "\"") {
				if (quoted && depth == 1 && substr($0, i + 1, 1) == ":")
					print word
				quoted = !quoted
				word = ""
			} else if (quoted) {
				word = word c
			} else if (c == "{" || c == "[") {
				depth++
			} else if (c == "}" || c == "]") {
				depth--
			}
		}
	}' | LC_ALL=C sort
}

# same_keys NAME HEADING FILE: the page lists the keys in FILE, and others only with "only".
same_keys()
{
	items "$page" "$2" | sed 's/^Li //' > listed
	sed 's/ Ta .*//' listed | tr -s ' ,' '\n' | LC_ALL=C sort > all
	sed '/ only /d; s/ Ta .*//' listed | tr -s ' ,' '\n' | LC_ALL=C sort > always
	keys_of "$3" > have
	is "JSON of $1: every key is there" "$(LC_ALL=C comm -23 have all)" ""
	is "JSON of $1: no key too many" "$(LC_ALL=C comm -13 have always)" ""
}

exits 0 "status --json" adit status --json cave.db
same_keys status status out
exits 0 "stats --json" adit stats --json cave.db
same_keys stats stats out
exits 0 "key --json" adit key --json anna
same_keys key "keygen, key" out
exits 0 "apply --json" adit apply --json cave.db order
same_keys apply "new, apply, undo, seat" out
exits 0 "read --json" adit read --json t1.txt -k bob
same_keys read "read, digest" out
exits 0 "digest --json" adit digest --json cave.db
same_keys digest "read, digest" out
exits 0 "sign --json" adit sign --json -k bob -d t1.txt --force --say hello
same_keys sign "sign, order, rotate-key" out
exits 0 "log --json" adit log --json cave.db
same_keys log log out
exits 0 "page --json" adit page --json cave.db
same_keys page page out
cp cave.db undone.db
exits 0 "undo --json" adit undo --json -k host undone.db --to 1 --reason why
same_keys undo "new, apply, undo, seat" out
exits 0 "fsck --json" adit fsck --json cave.db
same_keys fsck fsck out
exits 0 "rebuild --json" adit rebuild --json -k host again.db t0.txt t1.txt
same_keys rebuild rebuild out
exits 0 "simulate --json" adit simulate --json --rules saboteur --players 3
same_keys simulate simulate out
exits 5 "an error" adit status --json nothing.db
is "JSON of errors" "$(keys_of err)" error
like "..." "$(cat err)" '{"error":{"code":"not-found","message":"*"*}}'

# ---- a wrong example is found
printf '.\\" run\n.Bd -literal\n$ echo a b\na ... c\n.Ed\n' > planted.1
example_steps planted.1
not_ok "a wrong example is found" example_run step/001.cmd step/001.want
printf '.\\" run\n.Bd -literal\n$ echo [a b]\n[a ...\n.Ed\n' > planted.1
example_steps planted.1
ok "a right one holds" example_run step/001.cmd step/001.want

tap_end
