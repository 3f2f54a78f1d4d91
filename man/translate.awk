# Translates adit(6). What is translated is a paragraph of mdoc, a heading, a label of a list or a cell of a
# table; all else is copied: drawings, examples, rule numbers, card codes, order words.
#   awk -v want=pot -f translate.awk adit.6            prints a template of gettext
#   awk -v want=page -f translate.awk LL.po adit.6     prints the page; what has no translation stays English
#   awk -v want=missing -f translate.awk LL.po adit.6  prints "RULE: first line" for each of these, and
#                                                      "unused: first line" for what adit.6 no longer has

# The text of a string of a .po file.
function unquoted(s,   i, c, out) {
	sub(/^[^"]*"/, "", s)
	sub(/"$/, "", s)
	out = ""
	while ((i = index(s, "\\")) > 0) {
		c = substr(s, i + 1, 1)
		out = out substr(s, 1, i - 1) (c == "n" ? "\n" : c)
		s = substr(s, i + 2)
	}
	return out s
}

# Strings of a .po file, one for each line of the text.
function quoted(s,   n, i, line, out) {
	n = split(s, line, "\n")
	out = n > 1 ? "\"\"\n" : ""
	for (i = 1; i <= n; i++)
		out = out "\"" escaped(line[i]) (i < n ? "\\n\"\n" : "\"")
	return out
}

# What gsub makes of backslashes in its second argument differs between awks.
function escaped(s,   n, i, part, out) {
	gsub(/\\/, "&&", s)
	n = split(s, part, "\"")
	out = part[1]
	for (i = 2; i <= n; i++)
		out = out "\\\"" part[i]
	return out
}

function end_of_entry() {
	if (id != "" && str != "" && !fuzzy)
		translation[id] = str
	id = str = into = ""
	fuzzy = 0
}

function first_line(s) {
	return index(s, "\n") ? substr(s, 1, index(s, "\n") - 1) : s
}

# Words that an argument of a macro must not have, or they are macros themselves ("Es", "An", "So").
function argument(s,   n, i, word, line) {
	n = split(s, word, " ")
	line = ""
	for (i = 1; i <= n; i++)
		line = line (i > 1 ? " " : "") (length(word[i]) == 2 && index(macros, " " word[i] " ") ? "\\&" : "") word[i]
	return line
}

# What the page has for a text: for the template, it is collected.
function text(s) {
	if (!(s in where)) {
		order[++texts] = s
		where[s] = rule
	} else if (index(", " where[s] ",", ", " rule ",") == 0) {
		where[s] = where[s] ", " rule
	}
	if (s in translation)
		return translation[s]
	if (want == "missing" && !(s in told)) {
		print rule ": " first_line(s)
		told[s] = 1
	}
	return s
}

function emit(s) {
	if (want == "page")
		print s
}

function heading(s) {
	return s in translation ? translation[s] : s
}

# A question, without the escapes of the English page.
function question(s,   t) {
	t = text(s)
	return t == s ? s : argument(t)
}

# Ends a paragraph.
function flush() {
	if (paragraph != "")
		emit(paragraph ~ /^(\.Xr [^\n]*\n?)+$/ ? paragraph : text(paragraph))
	paragraph = ""
}

# The number of characters of a text as a table shows it.
function columns_of(s) {
	gsub(/\\[-&]/, "-", s)
	gsub(/\\\(mu/, "x", s)
	gsub(/[\200-\277]/, "", s)
	return length(s)
}

# A cell of a table, without blanks around it: what has a word is translated.
function cell(s, column,   macro, shown) {
	macro = ""
	if (s ~ /^(Sy|Em) /) {
		macro = substr(s, 1, 3)
		s = substr(s, 4)
	}
	if (s !~ /^Li / && s ~ /[a-z][a-z]/)
		s = argument(text(s))
	shown = s
	sub(/^Li /, "", shown)
	# Nothing follows the last column, whose cells may be longer.
	if (column < widths && columns_of(shown) > columns_of(width[column]))
		width[column] = shown
	return macro s
}

function add_row(   n, i, part, row, c) {
	row = ""
	n = split(substr($0, 5), part, " Ta")
	for (i = 1; i <= n; i++) {
		c = part[i]
		gsub(/^ +| +$/, "", c)
		# A row whose first cell is empty begins with Ta.
		if (i == 1 && c ~ /^Ta( |$)/) {
			row = "Ta"
			sub(/^Ta */, "", c)
			c = cell(c, 2)
			row = row (c == "" ? "" : " " c)
			column = 2
			continue
		}
		column = i == 1 ? 1 : column + 1
		c = cell(c, column)
		row = row (i == 1 ? "" : " Ta") (c == "" ? "" : (row == "" && i == 1 ? "" : " ") c)
	}
	table_row[++table_rows] = ".It " row
}

# A text as wide as s, of letters that each formatter knows.
function as_wide(s,   n, wide) {
	for (n = columns_of(s); n > 0; n--)
		wide = wide "n"
	return wide
}

function end_of_table(   i, head) {
	head = ".Bl -column"
	for (i = 1; i <= widths; i++)
		head = head " \"" as_wide(width[i]) "\""
	emit(head)
	for (i = 1; i <= table_rows; i++)
		emit(table_row[i])
	table_rows = 0
}

BEGIN {
	macros = " Ad An Ap Ar At Bc Bo Bq Bx Cd Cm Dc Do Dq Dv Dx Ec Em En Eo Er Es Ev Fa Fc Fl Fn Fo Fr Ft Fx " \
		"Ic In Li Lk Ms Mt Nm No Ns Nx Oc Oo Op Ot Ox Pa Pc Pf Po Pq Qc Ql Qo Qq Sc Sh Sm So Sq St Sx Sy Ta " \
		"Tn Ud Ux Va Vt Xc Xo Xr Bd Bf Bk Bl Bt Db Dd Dt Ed Ef Ek El Hf It Lb Lp Nd Os Pp Rd Re Rs Ss "
	short["SABOTEUR"] = "SAB"
	short["SABOTEUR 2"] = "SB2"
	short["THE DUEL"] = "DUEL"
	short["THE DARK CAVE"] = "CAVE"
}

# ---- the .po file
FNR == 1 { is_po = FILENAME ~ /\.po$/ }
is_po && /^$/ { end_of_entry(); next }
is_po && /^#,.*fuzzy/ { fuzzy = 1; next }
is_po && /^#/ { next }
is_po && /^msgid / { into = "id"; id = unquoted($0); next }
is_po && /^msgstr / { into = "str"; str = unquoted($0); next }
is_po && /^"/ { if (into == "id") id = id unquoted($0); else str = str unquoted($0); next }
is_po { next }

# ---- the page
FNR == 1 {
	end_of_entry()
	rule = "page"
	emit(".\\\" -*- coding: UTF-8 -*-")
	emit(".\\\" Made from adit.6 by translate.awk.")
}
/^\.\\"/ && !begun { next }
/^\.Dd/ { begun = 1 }
is_literal {
	if (/^\.Ed/)
		is_literal = 0
	# "2 steps: ..."
	if (match($0, /[0-9] steps?:/)) {
		name = substr($0, RSTART, RLENGTH)
		rest = substr($0, RSTART + RLENGTH)
		$0 = substr($0, 1, RSTART - 1) text(name) rest
	}
	emit($0)
	next
}
/^\.Bd/ { flush(); is_literal = 1; emit($0); next }
# rulebook.awk finds sections by their English names.
/^\.Sh / {
	flush()
	name = rule = substr($0, 5)
	game = name in short ? short[name] " " : ""
	emit(".\\\" section " name)
	emit(".Sh " argument(text(name)))
	next
}
/^\.Ss / {
	flush()
	name = substr($0, 5)
	number = ""
	if (match(name, /^[0-9]\.[A-Z] /)) {
		number = substr(name, 1, RLENGTH)
		name = substr(name, RLENGTH + 1)
	}
	chapter = game substr(number, 1, RLENGTH - 1)
	rule = number == "" ? name : chapter
	emit(".\\\" part " name)
	emit(".Ss " number argument(text(name)))
	next
}
/^\.Bl -column/ {
	flush()
	is_table = 1
	widths = split(substr($0, 14), width, /" "/)
	sub(/"$/, "", width[widths])
	next
}
/^\.El/ && is_table { end_of_table(); is_table = 0; emit($0); next }
/^\.It/ && is_table { add_row(); next }
/^\.Bl/ {
	flush()
	if (match($0, /-width "[^"]*"/)) {
		name = substr($0, RSTART + 8, RLENGTH - 9)
		if (name in translation) {
			rest = substr($0, RSTART + RLENGTH)
			$0 = substr($0, 1, RSTART + 7) as_wide(translation[name]) "\"" rest
		}
	}
	emit($0)
	next
}
/^\.It ([0-9]+\.|C[0-9]+|Q-[A-Z0-9-]+)$/ {
	flush()
	rule = $2 ~ /^[0-9]/ ? chapter "." substr($2, 1, length($2) - 1) : $2
	emit($0)
	is_ruling = $2 ~ /^Q/ ? 1 : 0
	next
}
/^\.It Li / { flush(); emit($0); next }
/^\.It / { flush(); emit(".It " text(substr($0, 5))); next }
/^\.Nd / { emit(".Nd " argument(text(substr($0, 5)))); next }
/^\.Os/ {
	emit($0)
	# mdoc finds these sections by their names.
	emit(".ds doc-section-name " heading("NAME"))
	emit(".ds doc-section-synopsis " heading("SYNOPSIS"))
	emit(".ds doc-section-description " heading("DESCRIPTION"))
	next
}
/^\.(Pp|It|El|Dd|Dt|Nm adit)/ || /^\.\\"/ { flush(); emit($0); next }
# A ruling begins with its question and its kind.
is_ruling == 1 { is_ruling = 2; emit(".Em " question(substr($0, 5))); next }
is_ruling == 2 { is_ruling = 0; emit(".Pq " argument(text(substr($0, 5)))); next }
{ paragraph = paragraph (paragraph == "" ? "" : "\n") $0 }

END {
	flush()
	if (want == "pot") {
		print "msgid \"\""
		print "msgstr \"\""
		print "\"Content-Type: text/plain; charset=UTF-8\\n\""
		print "\"Content-Transfer-Encoding: 8bit\\n\""
		for (i = 1; i <= texts; i++)
			printf "\n#. %s\nmsgid %s\nmsgstr \"\"\n", where[order[i]], quoted(order[i])
	}
	if (want == "missing")
		for (s in translation)
			if (!(s in where))
				print "unused: " first_line(s)
}
