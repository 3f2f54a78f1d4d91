"""Makes mutants of C sources: for tests/mutants.py.

A mutant is a source file in which one operator, constant, statement or call is different. Line
numbers stay the same. Nothing is changed in comments, strings, directives, assertions and sizes of
arrays: no test can tell.
"""
import hashlib
import re

TOKEN = re.compile(
    r"(?P<comment>/\*.*?\*/|//[^\n]*)"
    r"|(?P<directive>(?m:^)[ \t]*\#(?:[^\n\\]|\\.|\\\n)*)"
    r"|(?P<string>\"(?:[^\"\\]|\\.)*\")"
    r"|(?P<char>'(?:[^'\\]|\\.)+')"
    r"|(?P<number>\.?[0-9](?:[eEpP][+-]|[\w.])*)"
    r"|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<punct><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\s\w])"
    r"|(?P<space>\s+)", re.S)

# An operator between two operands, and what takes its place.
BINARY = {
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
    "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
    "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"],
    "&": ["|"], "|": ["&"], "^": ["|"], "<<": [">>"], ">>": ["<<"],
    "+=": ["-="], "-=": ["+="], "*=": ["+="], "/=": ["*="], "|=": ["&="], "&=": ["|="],
    "^=": ["|="], "<<=": [">>="], ">>=": ["<<="], "++": ["--"], "--": ["++"],
}
KEYWORDS = frozenset(
    "if else for while do switch case default return break continue goto sizeof struct union enum "
    "static const extern inline void char short int long unsigned signed bool typedef".split())
TYPES = frozenset("struct union enum static const extern void char short int long unsigned signed "
                  "bool size_t typedef".split())
ASSERTS = frozenset(["assert", "static_assert", "_Static_assert"])
OPENING, CLOSING = "([{", ")]}"


class Token:
    """A token: its kind, text and offset; partner: the index of the other bracket."""

    def __init__(self, kind, text, at):
        self.kind, self.text, self.at = kind, text, at
        self.partner = None


class Mutant:
    """A change of source[at:end] to after."""

    def __init__(self, path, source, at, end, after, kind):
        self.path, self.at, self.end, self.kind = path, at, end, kind
        before = source[at:end]
        self.after = after + "\n" * (before.count("\n") - after.count("\n"))
        self.line = source.count("\n", 0, at) + 1
        start = source.rfind("\n", 0, at) + 1
        stop = source.find("\n", at)
        self.text = source[start:stop].strip()
        self.column = at - start
        self.shown = "%s => %s" % (flat(before), flat(after) or "(nothing)")

    def apply(self, source):
        return source[:self.at] + self.after + source[self.end:]

    def key(self):
        """The mutant as tests/mutants.txt names it."""
        return (self.path, self.text, self.shown)


def flat(text):
    return " ".join(text.split())


def name_all(mutants):
    """Give each mutant an id that survives changes elsewhere in its file."""
    count = {}
    for mutant in mutants:
        label = "\0".join(mutant.key())
        count[label] = count.get(label, 0) + 1
        label += "\0%d" % count[label]
        mutant.id = hashlib.sha1(label.encode()).hexdigest()[:12]


def tokens_of(source):
    """The tokens of the source that count, with the partners of brackets."""
    result, open_at = [], []
    for match in TOKEN.finditer(source):
        if match.lastgroup in ("comment", "directive", "space"):
            continue
        token = Token(match.lastgroup, match.group(), match.start())
        if token.kind == "punct" and token.text in OPENING:
            open_at.append(len(result))
        elif token.kind == "punct" and token.text in CLOSING and open_at:
            token.partner = open_at.pop()
            result[token.partner].partner = len(result)
        result.append(token)
    return result


def enums_of(source):
    """The enumerators of the source: name -> what may take its place."""
    result = {}
    plain = re.sub(r"/\*.*?\*/", " ", source, flags=re.S)
    for tag, body in re.findall(r"\benum\b\s*(\w*)\s*\{([^}]*)\}", plain):
        names = re.findall(r"(?:^|,)\s*([A-Z][A-Z0-9_]*)", body)
        for k, name in enumerate(names):
            if tag and len(names) > 1:
                result[name] = names[(k + 1) % len(names)]
            else:
                result[name] = "(%s + 1)" % name
    return result


class Maker:
    """Makes the mutants of one file."""

    def __init__(self, path, source, enums):
        self.path, self.source, self.enums = path, source, enums
        self.tokens = tokens_of(source)
        self.skipped = self.find_skipped()
        self.bodies = self.find_bodies()
        self.mutants = []

    def text(self, k):
        return self.tokens[k].text if 0 <= k < len(self.tokens) else ""

    def find_skipped(self):
        skipped = set()
        for k, token in enumerate(self.tokens):
            if token.text in ASSERTS and self.text(k + 1) == "(":
                skipped.update(range(k, self.tokens[k + 1].partner + 1))
            elif token.text == "[" and k >= 2 and self.declares(k - 1):
                skipped.update(range(k, token.partner + 1))
            elif token.text == "enum":
                first = k + 1 + (self.text(k + 1) != "{")
                if self.text(first) == "{":  # the enumerators themselves
                    skipped.update(j for j in range(first, self.tokens[first].partner)
                                   if self.text(j - 1) in ("{", ","))
        return skipped

    def declares(self, k):
        """True if token k is a name that is declared here."""
        before = self.tokens[k - 1]
        return self.tokens[k].kind == "name" and (
            before.text == "*" or
            (before.kind == "name" and (before.text not in KEYWORDS or before.text in TYPES)))

    def find_bodies(self):
        """The tokens inside functions: index -> the lines of the function's body."""
        inside, depth, stop, lines = {}, 0, None, None
        for k, token in enumerate(self.tokens):
            if stop is None and depth == 0 and token.text == "{" and self.text(k - 1) == ")":
                stop = token.partner
                lines = range(self.line_of(token), self.line_of(self.tokens[stop]) + 1)
            if stop is not None:
                inside[k] = lines
                if k == stop:
                    stop = None
            else:
                depth += (token.text == "{") - (token.text == "}")
        return inside

    def line_of(self, token):
        return self.source.count("\n", 0, token.at) + 1

    def add(self, first, last, after, kind):
        """Change the tokens first to last."""
        if not self.skipped.intersection(range(first, last + 1)):
            at, end = self.tokens[first].at, self.tokens[last].at + len(self.tokens[last].text)
            mutant = Mutant(self.path, self.source, at, end, after, kind)
            mutant.body = self.bodies.get(first)  # None: outside of functions
            self.mutants.append(mutant)

    def is_operand_end(self, k):
        token = self.tokens[k] if k >= 0 else None
        return token is not None and (
            token.kind in ("number", "char", "string") or token.text in (")", "]") or
            (token.kind == "name" and token.text not in KEYWORDS))

    def operator(self, k):
        token = self.tokens[k]
        if token.text in ("++", "--"):
            self.add(k, k, BINARY[token.text][0], "operator")
        elif self.is_operand_end(k - 1):
            before, after = token.at - 1, token.at + len(token.text)
            is_pointer = token.text in ("*", "&") and not (
                self.source[before].isspace() and self.source[after].isspace())
            if not is_pointer:
                for other in BINARY.get(token.text, []):
                    self.add(k, k, other, "operator")
        elif token.text in ("!", "~", "-"):
            self.add(k, k, "", "operator")

    def number(self, k):
        token = self.tokens[k]
        match = re.fullmatch(r"(0[xX][0-9a-fA-F]+|[0-9]+)([uUlL]*)", token.text)
        if match is None:
            return
        value = int(match.group(1), 0 if match.group(1)[:2].lower() == "0x" else 10)
        # Any number below 0 is a failure.
        if [t.text for t in self.tokens[max(k - 2, 0):k + 2]] != ["return", "-", "1", ";"]:
            self.add(k, k, "%d%s" % (value + 1, match.group(2)), "constant")
        if value > 0:
            self.add(k, k, "%d%s" % (value - 1, match.group(2)), "constant")

    def char(self, k):
        text = self.text(k)
        if len(text) == 3 and text[1] not in "~'\\&":
            other = chr(ord(text[1]) + 1)
            self.add(k, k, "'%s'" % ("?" if other in "'\\" else other), "constant")
        else:
            self.add(k, k, "'?'", "constant")

    def name(self, k):
        text = self.text(k)
        if text in ("true", "false"):
            self.add(k, k, "false" if text == "true" else "true", "constant")
        elif text in self.enums and self.text(k - 1) not in ("case", "["):
            if self.text(k + 1) != "=":
                self.add(k, k, self.enums[text], "constant")
        elif k in self.bodies and self.text(k + 1) == "(" and text not in KEYWORDS:
            self.call(k)
        if text in ("if", "while") and self.text(k + 1) == "(":
            last = self.tokens[k + 1].partner
            inner = self.source[self.tokens[k + 1].at + 1:self.tokens[last].at]
            self.add(k + 1, last, "(!(%s))" % inner, "condition")
            self.add(k + 1, last, "(0)", "condition")
        elif text == "return" and self.text(k + 1) not in (";", "0"):
            last = k + 1
            while self.text(last + 1) not in (";", ""):
                last += 1
            if last > k + 1:
                self.add(k + 1, last, "0", "statement")

    def call(self, k):
        """A call within an expression: its result is 0."""
        before = self.text(k - 1)
        is_expression = before in ("(", "=", "return", ",", "?", ":", "[") or before in BINARY or \
            before in ("!", "~")
        if is_expression and not self.text(k).isupper():
            self.add(k, self.tokens[k + 1].partner, "(0)", "call")

    def statement(self, k):
        """A statement that begins at token k is not executed."""
        first = self.tokens[k]
        if first.kind != "name" or first.text in TYPES or (
                first.text in KEYWORDS and first.text not in ("break", "continue")):
            return
        if self.tokens[k + 1].kind == "name" or self.text(k + 1) in (":", "*"):
            return
        last = k
        while self.text(last) not in (";", "{", "}", ""):
            token = self.tokens[last]
            last = token.partner + 1 if token.text in OPENING else last + 1
        if self.text(last) == ";":
            self.add(k, last, ";", "statement")

    def make(self):
        for k, token in enumerate(self.tokens):
            if token.kind == "punct":
                self.operator(k)
            elif token.kind in ("number", "char", "name"):
                getattr(self, token.kind)(k)
            if k in self.bodies and (self.text(k - 1) in (";", "{", "}", "else") or
                                     self.closes_condition(k - 1)):
                self.statement(k)
        name_all(self.mutants)
        return self.mutants

    def closes_condition(self, k):
        token = self.tokens[k] if k >= 0 else None
        return token is not None and token.text == ")" and token.partner is not None and \
            self.text(token.partner - 1) in ("if", "for", "while")
