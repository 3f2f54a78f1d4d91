"""What the tables of replies have in common: the mail that is answered, and parts of messages."""
import base64
import html
import os
import quopri
import sys
import zlib

TABLE = "cave@example.com"
CODE = "cave.42.k7wq2mzt5nbx3hfa"
OWN = f"""It is your turn, anna.

Bob placed a tunnel at 2,0. Carl discarded a card, and Dora repaired the lamp
of Bob with the card that she drew before. The deck has 31 cards.

  -2 -1  0  1  2  3
 0 .  .  S--+--.  .
 1 .  |  .  .  .  G

Your orders:

 1. place nsw at 3,-1
 2. place nsw at 3,-1 flipped
 3. place ew at 1,0
 7. discard nsw
 8. discard ew
12. break bob lamp

Answer with a number or with an order. These words are understood, too:

help
board
resign

reply code: {CODE}
Everybody who can read this mail can see your cards and play for you.
"""
HEAD = (f"Return-Path: <anna@example.org>\nFrom: Anna <anna@example.org>\nTo: {TABLE}\n"
        "Subject: Re: [cave] Saboteur, round 1\nDate: Sat, 21 Nov 2026 18:05:00 +0100\n"
        f"In-Reply-To: <cave.42.anna.abcdefghijklmnop@example.com>\nMIME-Version: 1.0\n")
made = {}


def quoted(text=OWN, mark="> "):
    return "".join((mark + line).rstrip() + "\n" for line in text.splitlines())


def lines(text=OWN, begin="<div>", end="</div>"):
    """Text as HTML."""
    return "".join(begin + (html.escape(line, quote=False) or "<br>") + end + "\n" for line in text.splitlines())


def part(kind, text, encoding="8bit", more="", fields="", charset="utf-8"):
    data = text.encode(charset)
    data = {"8bit": lambda d: d, "quoted-printable": quopri.encodestring, "base64": base64.encodebytes}[encoding](data)
    return (f"Content-Type: text/{kind}; charset={charset}{more}\n"
            f"Content-Transfer-Encoding: {encoding}\n{fields}\n").encode() + data


def plain(text, encoding="8bit", **more):
    return part("plain", text, encoding, **more)


def page(text, encoding="quoted-printable", **more):
    return part("html", text, encoding, **more)


def multi(kind, *parts, boundary="----=_Part_b1"):
    """A multipart; parts are bytes."""
    text = f'Content-Type: multipart/{kind}; boundary="{boundary}"\n\n'.encode()
    for one in parts:
        text += f"--{boundary}\n".encode() + one + b"\n"
    return text + f"--{boundary}--\n".encode()


def either(text, markup, encoding="quoted-printable"):
    """Text and HTML, as most programs send it."""
    return multi("alternative", plain(text, encoding), page(markup, encoding), boundary="----=_either")


def case(name, body, new, code=True, alone=None, agent=""):
    """A message whose new lines are `new`; `alone` without the mail that is answered. `code`: it quotes the code."""
    assert name not in made, name
    made[name] = True
    ident = f"Message-ID: <{zlib.crc32(name.encode()):08x}@example.org>\n"
    path = os.path.join(sys.argv[1], name)
    with open(path + ".eml", "wb") as f:
        f.write((HEAD + ident + agent).encode() + body)
    codes = [CODE] if code is True else code or []
    for end, want in ((".want", new), (".alone", new if alone is None else alone)):
        with open(path + end, "w", encoding="utf-8") as f:
            f.write("".join(f"new: {line}\n" for line in want) + "".join(f"code: {c}\n" for c in codes))


def write_own():
    with open(os.path.join(sys.argv[1], "own"), "w", encoding="utf-8") as f:
        f.write(OWN)
