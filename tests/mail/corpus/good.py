#!/usr/bin/env python3
"""Mails as real programs make them, each with one order.

    good.py OUT IN

IN has an order in the forms in which it travels: clear, sealed (armored), binary (age), order.txt and
order.txt.minisig (a pair), said (clear, with a word that is not ASCII), and digest.txt, which some answer.
OUT gets NAME.eml for each; what they look like is from mails of these programs, not from their manuals.
"""
import base64
import html
import os
import quopri
import sys
import zlib

out, where = sys.argv[1:3]


def form(name):
    with open(os.path.join(where, name), "rb") as f:
        return f.read()


CLEAR, SEALED, BINARY, SAID = form("clear"), form("sealed"), form("binary"), form("said")
TEXT, SIG, DIGEST = form("order.txt"), form("order.txt.minisig"), form("digest.txt")
HEAD = (b"Return-Path: <anna@example.org>\nReceived: from mx.example.org by mail.example.com; "
        b"Sat, 21 Nov 2026 18:01:02 +0100\nFrom: Anna <anna@example.org>\nTo: cave@example.com\n"
        b"Subject: Re: [cave] Saboteur, round 1\nDate: Sat, 21 Nov 2026 18:01:00 +0100\n")
made = set()


def b64(data):
    return base64.encodebytes(data)


def qp(data):
    return quopri.encodestring(data)


def b(text):
    return text if isinstance(text, bytes) else text.encode()


def save(name, agent, *rest, crlf=False):
    """A mail of this program: its own fields, a blank line and what follows."""
    assert name not in made
    made.add(name)
    msg_id = b"Message-ID: <%08x.%d@example.org>\n" % (zlib.crc32(name.encode()), len(made))
    text = HEAD + msg_id + b"".join(b(part) for part in (agent,) + rest)
    if crlf:
        text = text.replace(b"\n", b"\r\n")
    with open(os.path.join(out, name + ".eml"), "wb") as f:
        f.write(text)


def part(fields, body):
    return b(fields) + b"\n\n" + b(body)


def multi(kind, boundary, *parts, more=""):
    """Content-Type, a blank line, and the parts."""
    text = b('Content-Type: multipart/%s; boundary="%s"%s\n\n' % (kind, boundary, more))
    for one in parts:
        text += b"--" + b(boundary) + b"\n" + b(one) + b"\n"
    return text + b"--" + b(boundary) + b"--\n"


def lines(data, before, after):
    """Each line as an element."""
    return "".join(before + html.escape(line, quote=False) + after
                   for line in data.decode().splitlines())


def quoted(data, mark=b"> "):
    return b"".join(mark + line + b"\n" for line in data.splitlines())


PLAIN = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: "
HTML = "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: "
V1 = "MIME-Version: 1.0\n"
FILE = "Content-Disposition: attachment; filename=\"order.txt\"\nContent-Transfer-Encoding: "


def stuffed(data):
    return b"".join((b" " if line[:1] in (b" ", b">") or line[:5] == b"From " else b"") + line + b"\n"
                    for line in data.splitlines())


def flow(data, columns=40, delsp=False):
    """Cut at blanks, as a program does that flows even what was pasted."""
    text = b""
    for line in stuffed(data).splitlines():
        while len(line) > columns and b" " in line[1:columns] and not line.startswith(b"-----"):
            cut = line.rindex(b" ", 1, columns) + 1
            text += line[:cut] + (b" \n" if delsp else b"\n")
            line = line[cut:]
            if line[:1] in (b" ", b">"):
                line = b" " + line
        text += line + b"\n"
    return text


def unix():
    save("mailx", "User-Agent: mail v14.9.24\n", "\n", CLEAR)
    save("mailx-sealed", "\n", SEALED)
    save("mailx-greeting", "\n", "Hello Bob:\n\n", CLEAR, "\nSee you\nAnna\n")
    save("sendmail-no-mime", "\n", SAID)
    save("mutt", "User-Agent: Mutt/2.2.9\n", V1, "Content-Type: text/plain; charset=us-ascii\n"
         "Content-Disposition: inline\n\n", CLEAR)
    save("mutt-8bit", V1, PLAIN + "8bit\n\n", SAID)
    save("mutt-flowed", V1, "Content-Type: text/plain; charset=us-ascii; format=flowed\n\n", flow(CLEAR))
    save("mutt-pgp", V1, multi("signed", "ikeVEW9yuYc//A+q",
         part("Content-Type: text/plain; charset=us-ascii\nContent-Disposition: inline\n"
              "Content-Transfer-Encoding: quoted-printable", qp(CLEAR)),
         part("Content-Type: application/pgp-signature; name=\"signature.asc\"",
              "-----BEGIN PGP SIGNATURE-----\n\niHUEABYKAB0WIQT=\n-----END PGP SIGNATURE-----\n"),
         more="; micalg=pgp-sha512;\n\tprotocol=\"application/pgp-signature\""))
    save("pgp-inline", "\n", "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n",
         b"".join((b"- " if line[:1] == b"-" else b"") + line + b"\n" for line in CLEAR.splitlines()),
         "-----BEGIN PGP SIGNATURE-----\n\niHUEABYKAB0WIQT=\n-----END PGP SIGNATURE-----\n")
    save("alpine-attached", "User-Agent: Alpine 2.26\n", V1, multi("mixed", "8323328-1-1",
         part("Content-Type: text/plain; charset=US-ASCII; format=flowed", "Here it is.\n"),
         part("Content-Type: TEXT/PLAIN; charset=US-ASCII; name=order.txt\n" + FILE + "BASE64", b64(CLEAR))))
    save("gnus", "User-Agent: Gnus/5.13 (Gnus v5.13)\n", V1, multi("mixed", "=-=-=",
         part("Content-Type: text/plain", "Hi\n"), part("Content-Type: text/plain\n"
              "Content-Disposition: inline; filename=order", CLEAR), part("Content-Type: text/plain", "-- \nA\n")))
    save("kmail-smime", V1, multi("signed", "nextPart1.7Bx",
         part("Content-Type: text/plain; charset=\"us-ascii\"\nContent-Transfer-Encoding: 7bit", CLEAR),
         part("Content-Type: application/pkcs7-signature; name=\"smime.p7s\"\n"
              "Content-Transfer-Encoding: base64", b64(bytes(range(256)) * 8)),
         more="; micalg=\"sha-256\"; protocol=\"application/pkcs7-signature\""))
    save("sylpheed-jis", V1, "Content-Type: text/plain; charset=ISO-2022-JP\n"
         "Content-Transfer-Encoding: 7bit\n\n", "\u3053\u3093\u306b\u3061\u306f\n".encode("iso-2022-jp"), CLEAR)
    save("claws-attached", V1, multi("mixed", "MP_/x", part(PLAIN + "quoted-printable", qp(b"Hall\xc3\xb6chen\n")),
         part("Content-Type: text/plain\nContent-Disposition: attachment; filename*=utf-8''Bef%C3%A9hl.txt\n"
              "Content-Transfer-Encoding: 7bit", SEALED)))
    save("uuencode", V1, "Content-Type: text/plain\nContent-Transfer-Encoding: x-uuencode\n\n",
         b"begin 644 order\n" + b"".join(uu(CLEAR[i:i + 45]) for i in range(0, len(CLEAR), 45)) + b"`\nend\n")


def uu(data):
    import binascii
    return binascii.b2a_uu(data, backtick=True)


def thunderbird():
    agent = "User-Agent: Mozilla Thunderbird\n" + V1 + "Content-Language: de-DE\n"
    save("thunderbird", agent, "Content-Type: text/plain; charset=UTF-8; format=flowed\n"
         "Content-Transfer-Encoding: 8bit\n\n", stuffed(b"Gr\xc3\xbc\xc3\x9fe! \nBis bald\n\n" + SAID), crlf=True)
    save("thunderbird-latin", agent, "Content-Type: text/plain; charset=ISO-8859-15; format=flowed\n"
         "Content-Transfer-Encoding: 8bit\n\n", stuffed(SAID).decode().encode("iso-8859-15"))
    save("thunderbird-reply", agent, "Content-Type: text/plain; charset=UTF-8; format=flowed\n\n",
         "Am 21.11.26 um 17:52 schrieb cave:\n", stuffed(quoted(DIGEST)).replace(b" >", b">"), "\n", CLEAR)
    save("thunderbird-html", agent, multi("alternative", "------------0Xn", part(
        "Content-Type: text/plain; charset=UTF-8; format=flowed\nContent-Transfer-Encoding: 7bit",
        stuffed(CLEAR)), part(HTML + "7bit", "<html><head><meta charset=UTF-8></head><body><p>"
                              + lines(CLEAR, "", "<br>\n") + "</p></body></html>")))
    save("thunderbird-attached", agent, multi("mixed", "------------0Xo", part(
        "Content-Type: text/plain; charset=UTF-8; format=flowed", "\n"), part(
            "Content-Type: text/plain; charset=UTF-8; name=\"order.txt\"\n" + FILE + "base64", b64(SEALED))))
    save("thunderbird-forward", agent, "Content-Type: text/plain; charset=UTF-8; format=flowed\n\n\n\n"
         "-------- Forwarded Message --------\nSubject: \tmy order\nFrom: \tAnna <anna@example.org>\n\n\n", CLEAR)
    attached = HEAD + b(V1 + "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n") + qp(CLEAR)
    save("thunderbird-forward-attached", agent, multi("mixed", "------------0Xp", part(
        "Content-Type: text/plain", "see there\n"), part(
            "Content-Type: message/rfc822; name=\"order.eml\"\nContent-Disposition: attachment", attached)))
    save("thunderbird-forward-twice", agent, multi("mixed", "------------0Xq", part(
        "Content-Type: message/rfc822", HEAD + b(V1) + multi("mixed", "------------0Xr", part(
            "Content-Type: message/rfc822", attached)))))
    save("evolution", "X-Mailer: Evolution 3.46.4\n", V1, multi("alternative", "=-7k", part(
        PLAIN + "quoted-printable", qp(SAID)), part(HTML + "quoted-printable", qp(b(
            "<html><body><pre>" + html.escape(SAID.decode()) + "</pre></body></html>")))))
    save("flowed-delsp", agent, "Content-Type: text/plain; charset=UTF-8; format=flowed; delsp=yes\n\n",
         flow(CLEAR, delsp=True))
    save("flowed-quoted", agent, "Content-Type: text/plain; format=flowed\n\nI had written: \n",
         quoted(flow(CLEAR)))


def gmail():
    def page(text):
        return '<div dir="ltr"><div>' + lines(text, "", "<br>") + "</div></div>\n"
    save("gmail", V1, multi("alternative", "000000000000a1", part('Content-Type: text/plain; charset="UTF-8"', CLEAR),
         part('Content-Type: text/html; charset="UTF-8"', page(CLEAR))))
    save("gmail-qp", V1, multi("alternative", "000000000000a2", part(PLAIN + "quoted-printable", qp(SAID)),
         part(HTML + "quoted-printable", qp(b(page(SAID))))))
    save("gmail-base64", V1, multi("alternative", "000000000000a3", part(PLAIN + "base64", b64(SAID)),
         part(HTML + "base64", b64(b(page(SAID))))))
    save("gmail-attached", V1, multi("mixed", "000000000000a4", multi("alternative", "000000000000a5",
         part("Content-Type: text/plain", "-- \nAnna\n"), part("Content-Type: text/html", "<div>Anna</div>")),
         part("Content-Type: application/octet-stream; name=\"order\"\nX-Attachment-Id: f_x\n" + FILE + "base64",
              b64(CLEAR))))
    save("gmail-reply", V1, multi("alternative", "000000000000a6", part(
        'Content-Type: text/plain; charset="UTF-8"', CLEAR + b"\nOn Sat, Nov 21, 2026 at 5:52\xe2\x80\xafPM cave "
        b"<cave@example.com> wrote:\n\n" + quoted(DIGEST)), part('Content-Type: text/html; charset="UTF-8"',
                                                                 page(CLEAR + DIGEST))))
    save("gmail-forward", V1, 'Content-Type: text/plain; charset="UTF-8"\n\n---------- Forwarded message ---------\n'
         "From: Anna <anna@example.org>\nDate: Sat, Nov 21, 2026\nSubject: order\nTo: Bob\n\n\n", CLEAR)
    save("gmail-html-only", V1, HTML + "7bit\n\n", page(CLEAR))
    save("gmail-mobile", V1, 'Content-Type: text/plain; charset="UTF-8"\nContent-Transfer-Encoding: base64\n\n',
         b64(SEALED.replace(b"\n", b"\r\n")))
    save("gmail-binary", V1, multi("mixed", "000000000000a7", part("Content-Type: text/plain", "\n"), part(
        "Content-Type: application/octet-stream; name=\"order.age\"\n" + FILE + "base64", b64(BINARY))))


def outlook():
    def page(text, charset="us-ascii"):
        return ('<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta http-equiv="Content-Type" '
                'content="text/html; charset=' + charset + '"><style><!-- p.MsoNormal {margin:0cm} --></style>'
                '<!--[if gte mso 9]><xml></xml><![endif]--></head>\n<body lang="DE">\n<div class="WordSection1">\n'
                + lines(text, '<p class="MsoNormal">', "<o:p></o:p></p>\n") + '<p class="MsoNormal">&nbsp;</p>\n</div>'
                '</body></html>')
    agent = "X-Mailer: Microsoft Outlook 16.0\nThread-Index: AdxB\n" + V1
    save("outlook", agent, multi("alternative", "----=_NextPart_000_0001", part(
        'Content-Type: text/plain;\n\tcharset="us-ascii"\nContent-Transfer-Encoding: 7bit', CLEAR), part(
            'Content-Type: text/html;\n\tcharset="us-ascii"\nContent-Transfer-Encoding: quoted-printable',
            qp(b(page(CLEAR)))), more=""), crlf=True)
    save("outlook-latin", agent, multi("alternative", "----=_NextPart_000_0002", part(
        'Content-Type: text/plain;\n\tcharset="iso-8859-1"\nContent-Transfer-Encoding: quoted-printable',
        qp(SAID.decode().encode("cp1252"))), part('Content-Type: text/html;\n\tcharset="iso-8859-1"\n'
            "Content-Transfer-Encoding: quoted-printable", qp(page(SAID).encode("cp1252")))))
    save("outlook-html-only", agent, 'Content-Type: text/html; charset="windows-1252"\n'
         "Content-Transfer-Encoding: quoted-printable\n\n", qp(page(SAID).encode("cp1252")))
    save("outlook-html-wrapped", agent, 'Content-Type: text/html; charset="us-ascii"\n\n',
         page(CLEAR).replace(" ADIT", "\nADIT"))
    save("outlook-original", agent, 'Content-Type: text/plain; charset="utf-8"\n\n', CLEAR,
         "\n\n-----Original Message-----\nFrom: cave <cave@example.com>\nSent: Saturday\nTo: Anna\n\n", DIGEST)
    save("outlook-tnef", agent, multi("mixed", "----=_NextPart_000_0003", part(
        'Content-Type: text/plain; charset="us-ascii"', CLEAR), part(
            'Content-Type: application/ms-tnef; name="winmail.dat"\n' + FILE + "base64",
            b64(b"\x78\x9f\x3e\x22\0\1" + CLEAR + b"\0" * 99))))
    save("exchange", agent + "X-MS-Has-Attach: \nX-MS-Exchange-Organization-SCL: -1\n", PLAIN + "base64\n\n",
         b64(SAID.replace(b"\n", b"\r\n")))
    save("exchange-disclaimer", agent, multi("mixed", "_004_", multi("alternative", "_000_", part(
        PLAIN + "base64", b64(CLEAR + b"\nThis e-mail is confidential: who reads it must eat it.\n"))), part(
            'Content-Type: image/png; name="logo.png"\nContent-Transfer-Encoding: base64', b64(bytes(range(256))))))
    save("exchange-utf16", agent, multi("mixed", "_005_", part("Content-Type: text/plain", "\n"), part(
        'Content-Type: application/octet-stream; name="order.txt"\n' + FILE + "base64",
        b64(CLEAR.decode().encode("utf-16")))))
    save("owa-html", agent, HTML + "base64\n\n", b64(b(
        "<html><head></head><body dir=\"ltr\">" + lines(
            CLEAR, '<div class="elementToProof" style="font-size: 12pt">', "</div>").replace(" ", "&nbsp;", 0)
        + '<div class="elementToProof"><br></div></body></html>')))
    save("outlook-ios", agent, multi("alternative", "_006_", part(PLAIN + "quoted-printable", qp(
        CLEAR + b"\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\n")), part(
            HTML + "quoted-printable", qp(b(page(CLEAR))))))


def apple():
    agent = "X-Mailer: Apple Mail (2.3774)\nMime-Version: 1.0 (Mac OS X Mail 16.0)\n"
    save("apple", agent, "Content-Type: text/plain;\n\tcharset=us-ascii\nContent-Transfer-Encoding: 7bit\n\n", CLEAR)
    save("apple-flowed", agent, "Content-Type: text/plain;\n\tcharset=utf-8;\n\tformat=flowed;\n\tdelsp=yes\n"
         "Content-Transfer-Encoding: quoted-printable\n\n", qp(flow(SAID, delsp=True)))
    smart = SAID.replace(b"-----", "\u2014\u2013".encode())
    save("apple-smart", agent, multi("alternative", "Apple-Mail=_1", part(PLAIN + "quoted-printable", qp(smart)),
         part(HTML + "quoted-printable", qp(b("<html><body>" + lines(smart, "<div>", "</div>") + "</body></html>")))))
    save("apple-attached", agent, multi("mixed", "Apple-Mail=_2", part(
        "Content-Transfer-Encoding: 7bit\nContent-Type: text/plain;\n\tcharset=us-ascii", "\n\n"), part(
            "Content-Disposition: attachment;\n\tfilename=order.txt\nContent-Type: text/plain;\n\tx-unix-mode=0644;\n"
            "\tname=\"order.txt\"\nContent-Transfer-Encoding: 7bit", CLEAR), part(
                "Content-Type: text/plain; charset=us-ascii", "\n")))
    save("iphone", "X-Mailer: iPhone Mail (21A360)\nMime-Version: 1.0 (1.0)\n", PLAIN + "quoted-printable\n\n",
         qp(CLEAR + b"\n\n=\nSent from my iPhone\n"))
    save("ipad-html", "Mime-Version: 1.0 (1.0)\n", HTML + "7bit\n\n",
         '<html><body dir="auto">' + lines(CLEAR, "<div>", "</div>") + "<br><div>Sent from my iPad</div></body></html>")
    save("pair", agent, multi("mixed", "Apple-Mail=_3", part("Content-Type: text/plain", "both:\n"), part(
        "Content-Type: text/plain; name=order.txt\n" + FILE + "quoted-printable", qp(TEXT)), part(
            "Content-Type: application/octet-stream; name=order.txt.minisig\n"
            "Content-Disposition: attachment\nContent-Transfer-Encoding: base64", b64(SIG))))
    save("pair-backwards", agent, multi("mixed", "Apple-Mail=_4", part(
        "Content-Type: application/octet-stream; name=order.txt.minisig\nContent-Transfer-Encoding: base64", b64(SIG)),
        part("Content-Type: application/octet-stream; name=order.txt\nContent-Transfer-Encoding: base64",
             b64(TEXT.replace(b"\n", b"\r\n")))))


def web():
    save("samsung", V1, HTML + "base64\n\n", b64(b("<html><body>" + lines(CLEAR, '<div dir="auto">', "</div>")
         + '<div id="composer_signature">Gesendet von meinem Galaxy</div></body></html>')))
    save("k9", "User-Agent: K-9 Mail for Android\n", V1, multi("alternative", "----K9", part(
        PLAIN + "quoted-printable", qp(CLEAR)), part(HTML + "quoted-printable", qp(b(
            '<!DOCTYPE html><html><body><div dir="auto">' + lines(CLEAR, "", "<br>") + "</div></body></html>")))))
    save("yahoo", "X-Mailer: WebService/1.1.22876 YMailNorrin\n", V1, multi("alternative", "----=_Part_1", part(
        PLAIN + "quoted-printable", qp(b" " + CLEAR.replace(b"\n", b"\n "))), part(HTML + "base64", b64(b(
            '<html><body><div class="ydp1">' + lines(CLEAR, '<div dir="ltr">', "</div>") + "</div></body></html>")))))
    save("yahoo-html", V1, HTML + "quoted-printable\n\n", qp(b('<div><span>' + lines(CLEAR, "<span>", "<br></span>")
                                                            + "</span></div>")))
    save("proton", V1, multi("alternative", "b1_x", part(PLAIN + "base64", b64(SAID)), part(HTML + "base64", b64(b(
        '<div style="font-family: Arial">' + lines(SAID, "", "<br>") + "</div>")))))
    save("proton-html", V1, HTML + "base64\n\n", b64(b(lines(SAID, "<div style=\"font-size: 14px;\">", "</div>"))))
    save("aol", V1, HTML + "8bit\n\n", '<div style="color:black;white-space:pre-wrap">' + html.escape(SAID.decode())
         + "</div>")
    save("gmx-html", V1, HTML + "7bit\n\n", "<html><head></head><body>" + lines(CLEAR, "<div>", "</div>")
         + "</body></html>")
    save("webmail-entities", V1, "Content-Type: text/html; charset=us-ascii\n\n",
         lines(SAID, "<p>", "</p>").encode("ascii", "xmlcharrefreplace"))
    save("roundcube", V1, multi("alternative", "=_r", part(PLAIN + "7bit", ""), part(HTML + "7bit", "<p>"
         + lines(CLEAR, "", "<br />\n") + "</p>")))
    save("empty-text", V1, multi("alternative", "=_e", part(PLAIN + "7bit", "Your program shows no HTML.\n"),
         part(HTML + "7bit", "<table>" + lines(SEALED, "<tr><td>", "</td></tr>") + "</table>")))


def lists():
    footer = b"_______________________________________________\nPlayers mailing list\nhttps://lists.example.org/\n"
    marks = ("List-Id: <players.lists.example.org>\nList-Post: <mailto:players@lists.example.org>\n"
             "Precedence: list\n") + V1
    save("mailman", marks, "Content-Type: text/plain; charset=us-ascii\n\n", CLEAR, footer)
    save("mailman-mime", marks, multi("mixed", "===============1==", multi("signed", "pgp", part(
        "Content-Type: text/plain", CLEAR), part("Content-Type: application/pgp-signature", "x\n")), part(
            "Content-Type: text/plain", footer)))
    save("mailman-base64", marks, PLAIN + "base64\n\n", b64(CLEAR + b"  " * (3 - len(CLEAR) % 3)).rstrip(b"\n") + b"\n",
         footer)
    save("google-groups", marks, multi("alternative", "00gg", part(PLAIN + "quoted-printable", qp(
        CLEAR + b"\n-- \nYou received this message because you are subscribed.\n"))))
    save("listserv", marks, "Content-Type: text/plain; charset=ISO-8859-1\nContent-Transfer-Encoding: 8bit\n\n",
         SAID.decode().encode("latin-1"), "\n############################\n")


GREETING = {
    "utf-8": "\u00a1Hola! \u4f60\u597d \u0417\u0434\u0440\u0430\u0432\u0441\u0442\u0432\u0443\u0439\n",
    "iso-8859-2": "Cze\u015b\u0107\n", "windows-1251": "\u041f\u0440\u0438\u0432\u0435\u0442\n",
    "koi8-r": "\u041f\u0440\u0438\u0432\u0435\u0442\n", "iso-2022-jp": "\u3053\u3093\u306b\u3061\u306f\n",
    "shift_jis": "\u3053\u3093\u306b\u3061\u306f\n", "gb18030": "\u4f60\u597d\n", "euc-kr": "\uc548\ub155\n",
    "big5": "\u4f60\u597d\n", "windows-1255": "\u05e9\u05dc\u05d5\u05dd\n", "utf-16": "Hi\n", "utf-7": "Gr\u00fc\u00dfe\n",
}


def charsets():
    for name, greeting in GREETING.items():
        save("charset-" + name, V1, "Content-Type: text/plain; charset=\"%s\"\nContent-Transfer-Encoding: base64\n\n"
             % name, b64((greeting + CLEAR.decode()).encode(name)))
    for name in ("utf-8", "iso-8859-1", "windows-1252", "utf-16le", "iso-8859-15", "gb18030"):
        save("said-" + name, V1, "Content-Type: text/plain; charset=%s\nContent-Transfer-Encoding: base64\n\n" % name,
             b64(SAID.decode().encode(name)))


def broken():
    save("broken-no-end", V1, multi("mixed", "xx", part("Content-Type: text/plain", CLEAR))[:-7])
    save("broken-no-version", multi("mixed", "xx", part("Content-Type: text/plain", CLEAR)))
    save("broken-boundary", V1, 'Content-Type: multipart/mixed; boundary="yy"\n\n--xx\n\n', CLEAR, "--xx--\n")
    save("broken-no-boundary", V1, "Content-Type: multipart/mixed\n\n--xx\n\n", CLEAR, "--xx--\n")
    save("broken-encoding", V1, PLAIN + "base64\n\n", CLEAR)
    save("broken-encoding-name", V1, PLAIN + "eight bits\n\n", CLEAR)
    save("broken-charset", V1, "Content-Type: text/plain; charset=x-never-heard-of\n\n", SAID)
    save("broken-ascii", V1, "Content-Type: text/plain; charset=us-ascii\n\n", SAID)
    save("broken-type", V1, "Content-Type: text\n\n", CLEAR)
    save("broken-utf8", V1, PLAIN + "8bit\n\n", b"Gr\xfc\xdfe\n", CLEAR)
    save("broken-ends", V1, PLAIN + "8bit\n\n", CLEAR.replace(b"\n", b"\r"), b"\r\n\n")
    save("broken-head", b"X-Odd: \xff\xfe\x01\nNo field\x80: x\n", "\n", CLEAR)
    save("broken-base64-lines", V1, PLAIN + "base64\n\n", base64.b64encode(CLEAR) + b"\n")
    save("broken-double", V1, PLAIN + "quoted-printable\n\n", qp(qp(CLEAR)))


def limits():
    deep = part("Content-Type: text/plain", CLEAR)
    for i in range(8):
        deep = b(multi("mixed", "b%d" % i, deep))
    save("nested-eight", V1, deep)
    save("nested-four-messages", V1, "Content-Type: message/rfc822\n\n" * 4, "Content-Type: text/plain\n\n", CLEAR)
    save("parts-100", V1, multi("mixed", "b", *["\nhi\n"] * 99, part("Content-Type: text/plain", CLEAR)))
    save("octets-60-kib", V1, "Content-Type: application/octet-stream\n\n", b"x\n" * 30000, CLEAR)


for make in (limits, unix, thunderbird, gmail, outlook, apple, web, lists, charsets, broken):
    make()
# As a delivery to a mail box has it.
with open(os.path.join(out, "mailx.eml"), "rb") as f, open(os.path.join(out, "mbox.eml"), "wb") as to:
    to.write(b"From anna@example.org Sat Nov 21 18:01:02 2026\n" + f.read())
