#!/usr/bin/env python3
"""outside.py FILE...: prints what a reader of the pseudo-language (po/pseudo.py) sees outside of brackets.

That is each word of three letters or more without accents, once, sorted. Of a page or a picture it is text and what is said instead of
pictures, without styles, scripts and code; of Markdown without commands and addresses. Lines of a
terminal that begin with "    | " quote players.
"""
import re
import sys
from html.parser import HTMLParser

SPOKEN = {"aria-label", "title", "content", "alt"}
CODED = {"style", "script", "code", "text"}


class Page(HTMLParser):
    """Collects what is shown and spoken."""

    def __init__(self):
        super().__init__()
        self.said, self.coded = [], 0

    def handle_starttag(self, tag, attrs):
        self.coded += tag in CODED
        named = dict(attrs)
        for name, value in attrs:
            if (name in SPOKEN and (tag != "meta" or "description" in str(named.values()))) or (
                    tag in ("div", "button", "label") and name.startswith("data-") and
                    name not in ("data-card", "data-step")):
                self.said.append(value or "")

    def handle_endtag(self, tag):
        self.coded -= tag in CODED

    def handle_data(self, data):
        if not self.coded:
            self.said.append(data)


def shown(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if path.endswith((".html", ".svg")):
        page = Page()
        page.feed(text)
        return "\n".join(page.said)
    if path.endswith(".md"):
        text = re.sub(r"^```.*?^```$|`[^`]*`", " ", text, flags=re.M | re.S)
        text = re.sub(r"\]\([^)]*\)", "]", text)
        return re.sub(r"<[^>]*>", " ", text)
    return re.sub(r"^    \| .*$", "", text, flags=re.M)


def outside(text):
    depth, left = 0, []
    for char in text:
        depth += char in "[‹"
        left.append(char if depth == 0 else " ")
        depth -= char in "]›"
    return {word for word in re.findall(r"[^\W\d_][\w-]{2,}", "".join(left)) if word.isascii()}


def main():
    print("\n".join(sorted(set().union(*(outside(shown(path)) for path in sys.argv[1:])))))


if __name__ == "__main__":
    sys.exit(main())
