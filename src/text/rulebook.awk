# Prints the rules of adit(6) as rows of C for src/text/rulebook.c: the common rules and the games,
# without their examples.  Knows the macros that these sections use.
#   awk -v texts=1 -f rulebook.awk de/adit.6
# prints the texts of these rows, one a line, of this page or one in another language.

# Appends a word; `glued` words follow without a blank.
function add(word) {
	if (word == "")
		return
	text = text (text == "" || glued ? "" : " ") word
	glued = 0
}

function plain(s) {
	gsub(/\\&/, "", s)
	gsub(/\\-/, "-", s)
	gsub(/\\e/, "\\", s)
	return s
}

# The words from number i on, as a macro formats them.  Punctuation sticks to the word before.
function words(i, quote,   s, c, end, bare) {
	s = end = ""
	bare = 0
	for (; i <= NF; i++) {
		c = plain($i)
		if (c == "Ns") {
			bare = 1
		} else if (c == "Ar" || c == "Li" || c == "No" || c == "Em" || c == "Cm") {
			continue
		} else if (c == "Ql") {
			quote = quote == "(" ? "(" : "q"
		} else if (c == "Xr") {
			c = $(i + 1) "(" $(i + 2) ")"
			s = s (s == "" ? "" : " ") c
			i += 2
		} else if (c ~ /^[.,:;?]$/) {
			end = end c
		} else if (end != "" && quote == "q") {
			s = s end " " c
			end = ""
		} else {
			s = s (s == "" || bare ? "" : " ") end c
			end = ""
			bare = 0
		}
	}
	if (quote == "(")
		s = "(" s ")"
	else if (quote == "\"" || (quote == "q" && s ~ / /))
		s = "\"" s "\""
	return s end
}

# A string of C.  What gsub makes of backslashes in its second argument differs between awks.
function string(s,   n, i, part, out) {
	gsub(/\\/, "&&", s)
	n = split(s, part, "\"")
	out = part[1]
	for (i = 2; i <= n; i++)
		out = out "\\\"" part[i]
	return "\"" out "\""
}

function row(kind, number, s) {
	if (texts)
		print s
	else
		printf "\t{ %s, %s, %s },\n", kind, string(game), string(number)
}

# Ends a paragraph.
function flush() {
	if (text == "" && label == "")
		return
	if (bullet)
		row("RULEBOOK_POINT", number, text)
	else if (label != "")
		row("RULEBOOK_ITEM", label, text)
	else
		row(depth > 0 ? "RULEBOOK_MORE" : "RULEBOOK_TEXT", number, text)
	text = label = ""
	bullet = 0
}

# The number of characters of UTF-8.
function characters(s) {
	gsub(/[\200-\277]/, "", s)
	return length(s)
}

# Ends a table: its rows with columns of equal width.
function table(   r, c, s) {
	for (r = 1; r <= rows; r++) {
		s = ""
		for (c = 1; c <= columns; c++)
			s = s cell[r, c] (c < columns ? sprintf("%" (width[c] + 2 - characters(cell[r, c])) "s", "") : "")
		sub(/ +$/, "", s)
		row("RULEBOOK_LINE", number, s)
	}
	split("", width) # empties it
	split("", cell)
	rows = columns = 0
}

function add_row(   i, c) {
	rows++
	c = 1
	for (i = 2; i <= NF; i++) {
		if ($i == "Ta")
			c++
		else if ($i !~ /^(Li|Sy|Em)$/)
			cell[rows, c] = cell[rows, c] (cell[rows, c] == "" ? "" : " ") plain($i)
	}
	if (c > columns)
		columns = c
	for (; c > 0; c--)
		if (characters(cell[rows, c]) > width[c] + 0)
			width[c] = characters(cell[rows, c])
}

function section() {
	flush()
	game = ""
	skips = 0
	chapter = number = ""
	depth = 0
	# A translated page has the English name in the comment before.
	if (name == "")
		name = words(2, "")
	taken = name ~ /^(COMMON RULES|SABOTEUR|SABOTEUR 2|THE DUEL|THE DARK CAVE)$/
	held = taken ? words(2, "") : ""
	if (taken && name == "COMMON RULES") {
		row("RULEBOOK_SECTION", "", held)
		held = ""
	}
	name = ""
}

BEGIN {
	if (!texts) {
		print "/* Made from adit(6) by rulebook.awk. */"
		print "#include \"text/rulebook_row.h\""
		print ""
		print "const struct rulebook_row rulebook_row[] = {"
	}
}

/^\.\\" (section|part) / { flush(); name = substr($0, index($0, $3)); next }
/^\.Sh / { section(); next }
!taken { next }
/^\.Ss / {
	flush()
	chapter = number = $2
	depth = 0
	if (name == "")
		name = $2 == "Examples" ? $2 : $3
	skips = name == "Examples"
	is_rulings = name == "Rulings"
	name = ""
	if (!skips)
		row(is_rulings ? "RULEBOOK_RULINGS" : "RULEBOOK_PART", $2, words(3, ""))
	next
}
skips { next }
# The name of the rules set comes after the title.
held != "" {
	if ($1 == ".Ql") {
		game = plain($2)
		row("RULEBOOK_SECTION", "", held)
		text = opening " " game "."
		held = opening = ""
	} else {
		opening = opening (opening == "" ? "" : " ") plain($0)
	}
	next
}
/^\.\\" run/ { flush(); is_run = 1; next }
/^\.\\"/ { next }
/^\.Bd/ { flush(); is_literal = 1; next }
/^\.Ed/ { is_literal = is_run = 0; next }
is_literal { if (!is_run) row("RULEBOOK_LINE", number, plain($0)); next }
/^\.Bl -column/ { flush(); is_table = 1; next }
/^\.Bl/ { flush(); is_bullet[++depth] = $0 ~ /-bullet/; next }
/^\.El/ && is_table { table(); is_table = 0; next }
/^\.El/ {
	flush()
	if (--depth == 0)
		number = chapter
	next
}
/^\.It/ && is_table { add_row(); next }
/^\.It/ {
	flush()
	if (is_bullet[depth]) {
		bullet = 1
	} else {
		label = $2
		if (label ~ /^[0-9]+\.$/)
			label = chapter "." substr(label, 1, length(label) - 1)
		number = label
	}
	next
}
/^\.Pp/ { flush(); next }
/^\.Pq / { add(words(2, "(")); next }
/^\.Dq / { add(words(2, "\"")); next }
/^\.Ql / { add(words(2, "q")); next }
/^\.Xr / { sub(/^\./, ""); add(words(1, "")); next }
/^\.(Em|Li|Ar|Sx|Sy) / { add(words(2, "")); next }
/^\./ { print "rulebook.awk: line " NR ": unknown macro: " $0 > "/dev/stderr"; bad = 1; exit 1 }
{ add(plain($0)) }

END {
	if (bad)
		exit 1
	flush()
	if (texts)
		exit
	print "};"
	print "const size_t rulebook_rows = sizeof rulebook_row / sizeof rulebook_row[0];"
}
