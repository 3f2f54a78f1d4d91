#!/usr/bin/env python3
"""Mails that want to break what reads them, and mails whose order nobody gave.

    bad.py OUT IN

IN is that of good.py; OUT gets NAME.eml for each.  From none of them anything may be taken, in bounded time.
"""
import base64
import os
import sys

out, where = sys.argv[1:3]


def form(name):
    with open(os.path.join(where, name), "rb") as f:
        return f.read()


CLEAR, SEALED, BINARY, DIGEST = form("clear"), form("sealed"), form("binary"), form("digest.txt")
CARL = form("foreign")
HEAD = b"From: Anna <anna@example.org>\nMessage-ID: <x@y>\nMIME-Version: 1.0\n"
TEXT = b"Content-Type: text/plain\n\n"
B = b"Content-Type: multipart/mixed; boundary=b\n\n"


def save(name, data):
    with open(os.path.join(out, name + ".eml"), "wb") as f:
        f.write(data)


def quoted(data, mark=b"> "):
    return b"".join(mark + line + b"\n" for line in data.splitlines())


# ---- too much of something
save("nested-multiparts", HEAD + b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (i, i)
                                          for i in range(1000)) + TEXT + CLEAR)
save("nested-deep", HEAD + b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (i, i)
                                    for i in range(50000)) + TEXT + CLEAR)
save("nested-messages", HEAD + b"Content-Type: message/rfc822\n\n" * 1000 + TEXT + CLEAR)
save("nested-five-messages", HEAD + b"Content-Type: message/rfc822\n\n" * 5 + TEXT + CLEAR)
save("nested-nine", HEAD + b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (i, i)
                                    for i in range(9)) + TEXT + CLEAR)
save("parts", HEAD + B + b"--b\n\nhi\n" * 100000 + b"--b\n\n" + CLEAR + b"--b--\n")
save("parts-101", HEAD + B + b"--b\n\nhi\n" * 100 + b"--b\n\n" + CLEAR + b"--b--\n")
save("parts-html", HEAD + B + b"--b\nContent-Type: text/html\n\n<b>hi\n" * 20000 + b"--b--\n")
save("parts-empty", HEAD + B + b"--b\n" * 1000000)
save("fields", HEAD + b"".join(b"X-F%d: y\n" % i for i in range(100000)) + b"\nhello\n")
save("fields-known", HEAD + b"References: <a@b>\n" * 200000 + b"\nhello\n")
save("field-2-mb", HEAD + b"Subject: " + b"x" * (2 << 20) + b"\n\nhello\n")
save("field-folded", HEAD + b"Subject: x\n" + b" y\n" * 100000 + b"\nhello\n")
save("references-2-mb", HEAD + b"References: " + b"<a@b> " * 350000 + b"\n\nhello\n")
save("from-2-mb", b"From: " + b"a@b, " * 400000 + b"\n\nhello\n")
save("from-groups", b"From: " + b"a:" * 2000 + b";\n\nhello\n")
save("boundary-1-mb", HEAD + b'Content-Type: multipart/mixed; boundary="' + b"y" * (1 << 20) + b'"\n\n--'
     + b"y" * (1 << 20) + b"\n\n" + b"hello\n")
save("parameters", HEAD + b"Content-Type: text/plain" + b"".join(b"; p%d=x" % i for i in range(200000))
     + b"\n\nhello\n")
save("parameters-continued", HEAD + b"Content-Type: text/plain" + b"".join(b"; p*%d=x" % i for i in range(200000))
     + b"\n\nhello\n")
save("comments", HEAD + b"Content-Type: text/plain; " + b"(" * (2 << 20) + b"\n\nhello\n")
save("dashes", HEAD + b'Content-Type: multipart/mixed; boundary="' + b"-" * 60 + b'"\n\n' + b"-" * 4000000)
save("8-mb", HEAD + b"\n" + b"hello world, this is a line of it\n" * 250000)
save("below-4-mb", HEAD + b"\n" + b"hello world, this is a line of it\n" * 130000 + CLEAR)
save("stanzas", HEAD + TEXT.replace(b"text/plain", b"application/octet-stream") + b"age-encryption.org/v1\n"
     + b"-> X25519 " + b"A" * 43 + b"\n" + (b"-> x\n\n" * 100000) + b"--- " + b"A" * 43 + b"\n" + b"x" * 99)
save("passphrase", HEAD + TEXT.replace(b"text/plain", b"application/octet-stream") + b"age-encryption.org/v1\n"
     b"-> scrypt " + b"A" * 22 + b" 60\n" + b"A" * 43 + b"\n--- " + b"A" * 43 + b"\n" + b"x" * 99)
save("fences", HEAD + b"\n" + b"-----BEGIN ADIT ORDER-----\n" * 60000)
save("armors", HEAD + b"\n" + b"-----BEGIN AGE ENCRYPTED FILE-----\n" * 60000)
save("digests", HEAD + b"\n" + b"adit-digest v3\n" * 100000)
save("tags", HEAD + b"Content-Type: text/html\n\n" + b"<head></head><a '<p \"&amp" * 60000)
save("flows", HEAD + b"Content-Type: text/plain; format=flowed; delsp=yes\n\n" + b"> \n" * 1000000)
save("encoded-words", HEAD + b"Subject: " + b"=?utf-8?q?a?= " * 150000 + b"\n\nhello\n")

# ---- bytes
save("nul", HEAD + b"\n" + b"\0" * 1000000)
save("nul-in-head", HEAD.replace(b"Anna", b"An\0na") + b"X: \0\n\n\0hello\0\n")
save("bare-cr", HEAD.replace(b"\n", b"\r") + b"\rhello\r")
save("utf8", HEAD + b"Content-Type: text/plain; charset=utf-8\n\n" + b"\xff\xc0\x80\xed\xa0\x80\xf8" * 100000)
save("charset-nowhere", HEAD + b"Content-Type: text/plain; charset=../../../etc/passwd\n\n\xffhello\n")
save("charset-orders", HEAD + b"Content-Type: text/plain; charset=UTF-8//IGNORE//TRANSLIT\n\n\xffhello\n")
save("charset-long", HEAD + b"Content-Type: text/plain; charset=" + b"x" * 100000 + b"\n\n\xffhello\n")
for name in (b"utf-7", b"utf-16", b"utf-32", b"iso-2022-kr", b"iso-2022-cn-ext", b"ibm1364", b"euc-tw", b"hz", b"tscii"):
    save("charset-" + name.decode(), HEAD + b"Content-Type: text/plain; charset=" + name + b"\n\n"
         + bytes(range(256)) * 400 + b"\x0e\x0f\x1b$)A\x1b$*H~{" * 10000)
save("base64-torn", HEAD + b"Content-Transfer-Encoding: base64\n\n" + b"=" * 1000000)
save("uuencode-torn", HEAD + b"Content-Transfer-Encoding: x-uuencode\n\nbegin 644 x\n" + b"M" * 1000000)
save("random", os.urandom(1000000))
save("random-behind", HEAD + B + b"--b\n" + os.urandom(1000000))

# ---- what wants to be a field, a shell, a file
save("injection", b"From: =?utf-8?q?x=0D=0ABcc:_evil@example.org?= <a@b.c>\nMessage-ID: <a@b>\r X: y\n"
     b"In-Reply-To: <$(id)@`id`> <a\rb@c>\nSubject: =?utf-8?q?=0Aevil?=\n\nhello\n")
save("shell", b"From: <-odefault;rm$IFS-rf@example.org>\nMessage-ID: <`id`;|@$(id)>\nReply-To: <-C/tmp/evil@x>\n"
     b"Return-Receipt-To: evil@example.org\nDisposition-Notification-To: evil@example.org\n\nhello\n")
save("partial", HEAD + b'Content-Type: message/partial; id="a@b"; number=1; total=1\n\n' + HEAD + b"\n" + CLEAR)
save("external-body", HEAD + b"Content-Type: message/external-body; access-type=local-file; name=\"" + where.encode()
     + b"/clear\"\n\nContent-Type: text/plain\nContent-ID: <a@b>\n\n" + CLEAR)
save("tnef", HEAD + b"Content-Type: application/ms-tnef\nContent-Transfer-Encoding: base64\n\n"
     + base64.encodebytes(b"\x78\x9f\x3e\x22\0\0" + CLEAR))
save("octets-80-kib", HEAD + b"Content-Type: application/octet-stream\n\n" + b"x\n" * 40000 + CLEAR)

# ---- orders that nobody gave
save("in-a-field", HEAD + b"X-Order: " + CLEAR.replace(b"\n", b"\n ").rstrip() + b"\n\nhello\n")
save("in-a-preamble", HEAD + B + CLEAR + b"--b\n\nhello\n--b--\n" + CLEAR)
save("in-a-comment", HEAD + b"Content-Type: text/html\n\n<p>hello<!--" + CLEAR.replace(b"-----", b"====") + b"-->")
save("in-a-style", HEAD + b"Content-Type: text/html\n\n<style>" + CLEAR + b"</style>hello")
save("in-a-quoted-digest", HEAD + b"\nYou wrote:\n\n" + quoted(
    DIGEST.replace(b"\nsig:", b"\n" + CLEAR + b"\nsig:", 1)) + b"\nnice\n")
save("a-quoted-digest", HEAD + b"\nYou wrote:\n\n" + quoted(DIGEST) + b"\n-- \nAnna\n")
save("another-table", HEAD + b"\n" + CARL)
save("changed", HEAD + b"\n" + CLEAR.replace(b"turn:", b"turn: 1"))
save("cut", HEAD + b"\n" + CLEAR[:len(CLEAR) // 2])
save("sealed-cut", HEAD + TEXT.replace(b"text/plain", b"application/octet-stream") + BINARY[:-9])
