#!/usr/bin/env python3
"""Odd and hostile replies, with the lines that are new: see replies.py."""
from mails import CODE, OWN, TABLE, case, either, lines, multi, page, plain, quoted

ORDER = "place nsw at 3,-1"
WHO = f"On Sat, Nov 21, 2026 at 6:01 PM Cave <{TABLE}> wrote:"


def hidden():
    """HTML with "thanks" in sight and an order that is not."""
    for name, markup in (
            ("display", f'<div style="display:none">{ORDER}</div>'),
            ("display-important", f"<div style='color:red; DISPLAY : None !important'>{ORDER}</div>"),
            ("display-unquoted", f"<div style=display:none>{ORDER}</div>"),
            ("display-entity", f'<div style="display&#58;n&#x6f;ne">{ORDER}</div>'),
            ("display-comment", f'<div style="display:/* a */none">{ORDER}</div>'),
            ("display-escape", f'<div style="d\\69splay:none">{ORDER}</div>'),
            ("display-newline", f'<div\nstyle\n=\n"display:\nnone">{ORDER}</div>'),
            ("display-slash", f'<div/style="display:none">{ORDER}</div>'),
            ("display-self-closed", f'<div style="display:none"/>{ORDER}</div>'),
            ("display-later", f'<div style="x:y;;display:none;">{ORDER}</div>'),
            ("display-nested", f'<div style="display:none"><div>a</div><div>{ORDER}</div></div>'),
            ("display-break", f'<div style="display:none">a<br>{ORDER}<br></div>'),
            ("display-row", f'<table><tr style="display:none"><td>{ORDER}</td></tr></table>'),
            ("display-long-name", f'<extraordinaryelement style="display:none">{ORDER}</extraordinaryelement>'),
            ("display-crossed", f'<span style="display:none"><div></span>{ORDER}</div>'),
            ("display-unclosed", f'<p style="display:none">a<p>{ORDER}'),
            ("attribute", f"<div hidden>{ORDER}</div>"),
            ("attribute-value", f'<p HIDDEN="until-found">{ORDER}</p>'),
            ("visibility", f'<p style="visibility: hidden">{ORDER}</p>'),
            ("opacity", f'<p style="opacity:0.01">{ORDER}</p>'),
            ("mso", f'<p style="mso-hide:all">{ORDER}</p>'),
            ("white", f'<p style="color:white">{ORDER}</p>'),
            ("white-digits", f'<p style="color:#FFF">{ORDER}</p>'),
            ("white-nearly", f'<p style="color:#fefefd">{ORDER}</p>'),
            ("white-rgb", f'<p style="color: rgb(255, 255, 255)">{ORDER}</p>'),
            ("white-rgb-percent", f'<p style="color:rgb(99% 99% 99% / 1)">{ORDER}</p>'),
            ("white-font", f'<font color="white">{ORDER}</font>'),
            ("white-font-digits", f"<font color=#ffffff>{ORDER}</font>"),
            ("white-on-white", f'<p style="background:#fff;color:#fff">{ORDER}</p>'),
            ("black-on-black", f'<p style="background-color:black;color:#000000">{ORDER}</p>'),
            ("red-on-red", f'<table bgcolor="#f00000"><tr><td><p style="background:#f00000;color:#ef0000">{ORDER}</p></table>'),
            ("red-in-red", f'<div style="background:#ff0000"><div><span style="color:#ff0000">{ORDER}</span></div></div>'),
            ("clear", f'<p style="color:transparent">{ORDER}</p>'),
            ("clear-rgba", f'<p style="color:rgba(0,0,0,0)">{ORDER}</p>'),
            ("clear-digits", f'<p style="color:#0000">{ORDER}</p>'),
            ("zero", f'<span style="font-size:0">{ORDER}</span>'),
            ("zero-px", f'<span style="font-size: 0px;">{ORDER}</span>'),
            ("one-px", f'<span style="font-size:1px">{ORDER}</span>'),
            ("font", f'<span style="font:0/0 a">{ORDER}</span>'),
            ("height", f'<div style="max-height:0;overflow:hidden">{ORDER}</div>'),
            ("width", f'<div style="width:0px;overflow:hidden;white-space:nowrap">{ORDER}</div>'),
            ("indent", f'<div style="text-indent:-9999px">{ORDER}</div>'),
            ("left", f'<div style="position:absolute;left:-10000px">{ORDER}</div>'),
            ("scale", f'<div style="transform:scale(0)">{ORDER}</div>'),
            ("clip", f'<div style="clip:rect(0 0 0 0)">{ORDER}</div>'),
            ("class", f'<style>.x{{display:none}}</style><div class="a x">{ORDER}</div>'),
            ("class-media", f'<style>@media screen {{ p.x, .y {{ font-size:0 }} }}</style><div class="Y">{ORDER}</div>'),
            ("class-comment", f"<style><!-- .x {{ display : none }} --></style><div class=x>{ORDER}</div>"),
            ("class-commented-brace", f"<style>.x {{ /* }} */ display:none }}</style><div class=x>{ORDER}</div>"),
            ("id", f'<style>div#x.y > b{{color:#fff}}</style><div id=x>{ORDER}</div>'),
            ("element", f"<STYLE>h5{{visibility:hidden}}</STYLE><h5>{ORDER}</h5>"),
            ("any", f'<style>[title]{{display:none}}</style><p title="a">{ORDER}</p>'),
            ("variable", f'<div style="--x:#fff"><p style="color:var(--x)">{ORDER}</p></div>'),
            ("variable-size", f'<p style="font-size:var(--x)">{ORDER}</p>'),
            ("one-px-high", f'<div style="height:1px;overflow:hidden">{ORDER}</div>'),
            ("line-height", f'<div style="line-height:0;overflow:hidden">{ORDER}</div>'),
            ("filter", f'<p style="filter:alpha(opacity=0)">{ORDER}</p>'),
            ("zoom", f'<p style="zoom:0">{ORDER}</p>'),
            ("turned", f'<p style="unicode-bidi:bidi-override;direction:rtl">{ORDER}</p>'),
            ("bdo", f"<bdo dir=rtl>{ORDER}</bdo>"),
            ("popover", f"<div popover>{ORDER}</div>"),
            ("canvas", f"<canvas>{ORDER}</canvas>"),
            ("video", f"<video><p>{ORDER}</p></video>"),
            ("body", f'<div style="display:none"><body style="display:block">{ORDER}'),
            ("cdata", f"<![CDATA[ {ORDER} ]]>"),
            ("comment-short", f"<!---><!-- {ORDER} -->"),
            ("margin", f'<p style="margin:-9999px 0 0">{ORDER}</p>'),
            ("style-twice", f'<p style="display:none" style="display:block">{ORDER}</p>'),
            ("style-in-body-twice", f"<style></style><style>.b{{opacity:0}}</style><p class='a b c'>{ORDER}</p>"),
            ("white-hsl", f'<p style="color:hsl(0,0%,100%)">{ORDER}</p>'),
            ("comment", f"<!-- {ORDER} -->"),
            ("comment-mso", f"<!--[if mso]><p>{ORDER}</p><![endif]-->"),
            ("template", f"<template>{ORDER}</template>"),
            ("textarea", f"<div hidden><textarea></div></textarea>{ORDER}</div>"),
            ("noscript", f"<noscript><p>{ORDER}</p></noscript>"),
            ("title", f"<title>{ORDER}</title>"),
            ("select", f"<select><option>{ORDER}</option></select>"),
            ("details", f"<details>{ORDER}</details>"),
            ("alternative-text", f'<img alt="{ORDER}" title="{ORDER}" src="x">'),
            ("input", f'<input value="{ORDER}">'),
            ("struck", f"<s>{ORDER}</s>"),
            ("struck-style", f'<span style="text-decoration:line-through">{ORDER}</span>'),
            ("quote-without-end", f'<a href="x>{ORDER}'),
            ("blockquote-unclosed", f"<blockquote>a<div>{ORDER}</div>"),
    ):
        case("hidden-" + name, page("<html><body><p>thanks</p>" + markup), ["thanks"], code=False)
    case("shown-white-on-blue", page(f'<p style="background-color:#003366;color:#ffffff">{ORDER}</p>'), [ORDER], code=False)
    case("shown-after-hidden", page(f'<div style="display:none">a</div><div>{ORDER}</div>'), [ORDER], code=False)
    case("shown-styles", page('<p style="font-family:&quot;Segoe UI&quot;,sans-serif; font-size:12.0pt; color:#1F497D; '
         f'margin:0cm; background:white; display:inline-block; opacity:1; text-indent:-18.0pt">{ORDER}</p>'), [ORDER],
         code=False)
    case("shown-in-pieces", page("<p>pla<b></b>ce <i>nsw</i>\nat&nbsp;3<!-- 4 -->,&minus;1</p>"), [ORDER], code=False)
    case("shown-digits", page('<p>place nsw at 3,<span style="display:none">9</span>-1<span style="font-size:0">2</span></p>'),
         [ORDER], code=False)
    case("html-unmarked-quote", page(f"<p>{ORDER}</p><p>On Sat, 21 Nov 2026, Cave &lt;{TABLE}&gt; wrote:</p><div>" +
         lines() + "<div>discard ew</div></div>"), [ORDER])
    case("html-quoted-mark", page(f"<p>thanks</p><p>&gt; {ORDER}</p><p>&amp;gt; 7</p>"), ["thanks"], code=False)
    case("html-indented", page(f'<p>thanks</p><blockquote style="margin:0 0 0 40px;border:none">{ORDER}</blockquote>'),
         ["thanks"], code=False)
    case("html-forward-in-quote", page(f"<blockquote>-----Original Message-----<br>a</blockquote><p>{ORDER}</p>"), [ORDER],
         code=False)
    case("html-direction", page("<p>&#x202e;place nsw</p><p>&rlm;7&lrm;</p>"), ["?place nsw", "7"], code=False)
    case("related", multi("related", multi("alternative", plain("\n"), page(f"<p>{ORDER}</p>"), boundary="in"),
         b"Content-Type: image/png\n\nx\0y"), [ORDER], code=False)
    case("message-alone", b"Content-Type: message/rfc822\n\nFrom: a@b\n\nhelp\n", [], code=False)
    case("name-empty", plain("7\n", more='; name=""'), ["7"], code=False)
    case("cells", page("<table><tr><td>7</td><td>8</td></tr></table>"), ["7 8"], code=False)
    case("headings", page("<h1>place nsw</h1><h2>help</h2>"), ["place nsw", "help"], code=False)
    case("text-counts", either("7\n", f"<p>{ORDER}</p>"), ["7"], code=False)
    case("html-first", multi("alternative", page(f"<p>{ORDER}</p>"), plain("7\n")), [ORDER, "7"], code=False)
    case("two-texts", multi("mixed", plain("7\n"), plain("8\n")), ["7", "8"], code=False)
    case("hidden-code", page(f'<p>7</p><div style="display:none">reply code: {CODE}</div>'), ["7"])


def marks():
    for name, mark in (("bar", "| "), ("name", "anna> "), ("initials", "AB> "), ("dotted", "a.b-c> "), ("brace", "} "),
                       ("angle", "\u00bb "), ("deep", ">>> > "), ("indented", "   > "), ("wide", "\uff1e"),
                       ("no-break", "\u00a0> "), ("zero-width", "\u200b> "), ("direction", "\u200f> "), ("html", "&gt; "),
                       ("box", "\u2502 "), ("bom", "\ufeff>")):
        case("mark-" + name, plain(f"thanks\n{mark}{ORDER}\n{mark}7\n"), ["thanks"], code=False)
    case("mark-tab", plain(f"thanks\n\t>\t{ORDER}\n"), ["thanks"], code=False)
    case("wrapped-quote", plain(f"{WHO}\n> Your orders are on this page and may be long, so that this line is\n7\n> and so "
         "on\n\nhelp\n"), ["help"], code=False)
    case("wrapped-quote-own", plain(f"> {WHO}\n> Everybody who can read this mail can see your cards and play\n> for\n"
         "you.\n\nhelp\n"), ["you.", "help"], code=False)
    case("unknown-language", plain(f"2026年11月21日(土) 18:01 Cave <{TABLE}>:\n\n{quoted()}\n{ORDER}\n"), [ORDER])
    case("unknown-verb", plain(f"Dana sub, 21. stu 2026. u 18:01 Cave\n<{TABLE}> je napisao/la:\n\n{quoted()}\n{ORDER}\n"),
         ["Dana sub, 21. stu 2026. u 18:01 Cave", ORDER])
    case("order-above-who", plain(f"{ORDER}\nCave wrote:\n{quoted()}\n"), [ORDER])
    case("bare-attribution", plain(f"{WHO}\n\n{ORDER}\n"), [ORDER], code=False, alone=[])
    case("unmarked-quote", plain(f"thanks\n\n{WHO}\n\n{OWN}\nBob wrote this: discard ew\ndiscard ew\n"), ["thanks"])
    case("unmarked-blockquote-end", page(f"<blockquote>a</blockquote></blockquote><p>{ORDER}</p>"), [ORDER], code=False)
    case("typed-under-attribution", plain(f"{WHO}\n{ORDER}\n\n> a\n> b\n"), [ORDER], code=False)
    case("who-gmail-android", plain(f"7\n\nOn Sat, 21 Nov 2026, 18:01 Cave, <{TABLE}> wrote:\n\n{quoted()}"), ["7"])
    case("who-lotus", plain(f"7\n\n\"Cave\" <{TABLE}> wrote on 21.11.2026 18:01:02:\n\n{quoted()}"), ["7"])
    case("who-in-two-lines-fr", plain(f"7\n\nLe sam. 21 nov. 2026 à 18:01, Cave <{TABLE}>\na écrit :\n\n{quoted()}"), ["7"])
    case("only-a-quote", plain(f"{WHO}\n{quoted()}\n"), [])
    case("say-wrote", plain("say On 21 Nov Bob wrote:\n7\n"), ["say On 21 Nov Bob wrote:", "7"], code=False)


def own():
    case("own-unquoted-below", plain(f"{ORDER}\n\n{OWN}"), [ORDER],
         alone=[ORDER] + [line.strip() for line in OWN.splitlines() if line.strip()])
    case("own-unquoted-above", plain(f"{OWN}\n{ORDER}\n"), [ORDER],
         alone=[line.strip() for line in OWN.splitlines() if line.strip()] + [ORDER])
    words, row, rows = OWN.split(), "", []
    for word in words:
        if len(row) + len(word) > 40:
            rows.append(row.strip())
            row = ""
        row += word + " "
    rows.append(row.strip())
    case("own-wrapped", plain(f"{ORDER}\n\n" + "\n".join(rows) + "\n"), [ORDER], alone=[ORDER] + rows)
    case("own-one-line", plain("2. place nsw at 3,-1 flipped\n"), ["2. place nsw at 3,-1 flipped"], code=False)
    case("own-word", plain("resign\n"), ["resign"], code=False)
    case("own-two-lines", plain(" 1. place nsw at 3,-1\n 2. place nsw at 3,-1 flipped\nhelp\n"), ["help"], code=False,
         alone=["1. place nsw at 3,-1", "2. place nsw at 3,-1 flipped", "help"])
    case("own-words-mixed", plain("I place nsw at 3,-1\nor discard nsw\n"), ["I place nsw at 3,-1", "or discard nsw"],
         code=False)


def ends():
    for name, line in (("signature", "-- "), ("signature-trimmed", "--"), ("signature-dash", "\u2014\u2014"),
                       ("rule", "_" * 40), ("dashes", "-----"), ("title", "--- Forwarded by Anna ---"),
                       ("original", "-----Original Message-----"), ("original-cs", "-----Původní zpráva-----")):
        case("end-" + name, plain(f"thanks\n{line}\n{ORDER}\n"), ["thanks"], code=False)
    case("end-next-part", multi("mixed", plain("thanks\n-----Original Message-----\n"), plain("help\n")), ["thanks"],
         code=False)
    case("head-wrapped", plain(f"thanks\n\nFrom: Cave of the Miners\n <{TABLE}>\nSent: Saturday\nTo: Anna; Bob;\n Carl\n"
         f"Subject: [cave]\n\n{ORDER}\n"), ["thanks"], code=False)
    case("head-bold", plain(f"thanks\n\n*From*: Cave\n*Sent*: Saturday\n*To*: Anna\n\n{ORDER}\n"), ["thanks"], code=False)
    case("head-two", plain(f"From: me\nTo: you\n{ORDER}\n"), ["From: me", "To: you", ORDER], code=False)
    case("head-other-language", plain(f"thanks\n{'_' * 32}\n差出人: Cave\n\n{ORDER}\n"), ["thanks"], code=False)
    case("end-signature-name", plain(f"thanks\n-- Anna\n{ORDER}\n"), ["thanks"], code=False)
    case("digest-attached", multi("mixed", plain("7\n"), b"Content-Type: multipart/digest; boundary=d\n\n--d\n\nFrom: "
         b"a@b\n\nhelp\n--d--\n"), ["7"], code=False)
    case("multipart-attached", multi("mixed", plain("7\n"), b"Content-Disposition: attachment\n" + multi(
        "alternative", plain("help\n"), page("help"), boundary="in")), ["7"], code=False)
    case("only-attached", plain("help\n", fields="Content-Disposition: ATTACHMENT\n"), [], code=False)


def characters():
    for name, text, want in (
            ("wide", "ｐｌａｃｅ　ｎｓｗ　ａｔ　３，－１", ORDER), ("soft-hyphen", "pl\u00adace nsw at 3,-1", ORDER),
            ("zero-width", "\u2060place\u200b nsw at\u200d 3,-1\ufeff", ORDER), ("minus", "place nsw at 3,\u22121", ORDER),
            ("dash", "place nsw at 3,\u20131", ORDER), ("figure-dash", "place nsw at 3,\u20121", ORDER),
            ("isolates", "\u2066place nsw at 3,-1\u2069", ORDER), ("keycap", "7\ufe0f\u20e3", "7"),
            ("override", "\u202eplace nsw at 3,-1", "?place nsw at 3,-1"), ("quotes", "say \u201ehi\u201c \u2018x\u2019",
            'say "hi" \'x\''), ("ellipsis", "say hm\u2026", "say hm..."), ("blanks", "place\u2003nsw\u202fat\u00a03,-1", ORDER),
            ("bold", "**place nsw at 3,-1**", ORDER), ("underlined", "_place nsw at 3,-1_", ORDER), ("code", "`7`", "7"),
            ("bullet", "* place nsw at 3,-1", ORDER), ("dot", "\u2022 place nsw at 3,-1", ORDER), ("minus-three", "- 3",
            "- 3"), ("control", "place\x07 nsw at 3,-1\x1b", ORDER), ("tag", "7\U000e0041\U000e007f", "7")):
        case("char-" + name, plain(text + "\n", "base64"), [want], code=False)
    case("char-separator", plain("say hi\u2028place nsw at 3,-1\u2029help\x857\n", "base64"), ["say hi", ORDER, "help", "7"],
         code=False)
    case("char-utf-16", plain(ORDER + "\n", "base64", charset="utf-16"), [ORDER], code=False)
    case("char-windows", plain("place nsw at 3,\u20131\n", "quoted-printable", charset="windows-1252"), [ORDER], code=False)
    case("char-invalid", b"Content-Type: text/plain; charset=utf-8\n\nplace nsw at 3,-1\n\xff\xfe\n", [ORDER, "ÿþ"],
         code=False)


def codes():
    def code(name, text, want):
        case("code-" + name, plain("7\n" + text), ["7"], code=want)

    code("wrapped", f"> reply\n> code:\n> {CODE}\n", [CODE])
    code("period", f"> Reply Code: {CODE}.\n", [CODE])
    code("bold", f"> *reply code: {CODE}*\n", [CODE])
    code("twice", f"> reply code: {CODE}\n>> reply code: {CODE}\n", [CODE])
    code("two", "> reply code: a.1.b\n> reply code: a.2.c\n", ["a.1.b", "a.2.c"])
    code("question", "> reply code: cave.42.q12.abc\n", ["cave.42.q12.abc"])
    code("none", "> reply code\n> reply code:\n", [])
    code("no-break", f"> reply\u00a0code:\u00a0{CODE}\n", [CODE])
    case("code-html", page(f"<p>7</p><blockquote>reply <b>code:</b>\n<i>{CODE}</i></blockquote>"), ["7"])
    case("code-attached", multi("mixed", plain("7\n"), plain(f"reply code: {CODE}\n", fields="Content-Disposition: "
         "attachment\n")), ["7"])
    case("code-new", plain(f"7\nreply code: {CODE}\n"), ["7", f"reply code: {CODE}"])


hidden()
marks()
own()
ends()
characters()
codes()
