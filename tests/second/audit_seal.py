"""Hashes, signatures, streams and age files, as HASHES AND DERIVATION and SIGNATURES of adit(5) define
them.  Needs python3-nacl, which is libsodium."""

import base64
import hashlib
import hmac
import struct
import sys

try:
    from nacl import bindings as sodium
    from nacl.exceptions import CryptoError
except ImportError:
    print("audit: this python3 has no nacl; install python3-nacl, or run /usr/bin/python3", file=sys.stderr)
    sys.exit(2)  # 1 is a verdict

CHUNK = 65536
AGE = b"age-encryption.org/v1"
BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"


class Wrong(Exception):
    """What is read is not what adit(5) defines; the text says why."""


def data(part):
    return part.encode() if isinstance(part, str) else part


def u64(number):
    return struct.pack("<Q", number)


def digest_of(tag, *parts):
    """H(tag, part, ...), 32 bytes."""
    state = hashlib.blake2b(digest_size=32, person=tag.encode().ljust(16, b"\0"))
    for part in map(data, parts):
        state.update(u64(len(part)) + part)
    return state.digest()


def b32(raw):
    return base64.b32encode(raw).decode().lower().rstrip("=")


def unb32(text, size):
    """The bytes of base32; Wrong if they are not exactly size bytes, written in the one way."""
    try:
        raw = base64.b32decode(text.upper() + "=" * (-len(text) % 8))
    except ValueError as error:
        raise Wrong("not base32: " + text) from error
    if len(raw) != size or b32(raw) != text:
        raise Wrong("not base32 of %d bytes: %s" % (size, text))
    return raw


def unb64(text, size=None):
    try:
        raw = base64.b64decode(text, validate=True)
    except ValueError as error:
        raise Wrong("not base64") from error
    if base64.b64encode(raw).decode() != text or size not in (None, len(raw)):
        raise Wrong("not base64 of its length")
    return raw


def hashed(tag, *parts):
    return b32(digest_of(tag, *parts))


# Signatures


def key_of(line):
    """The 42 bytes of a signing key in base64: kind, number, key."""
    raw = unb64(line, 42)
    if raw[:2] != b"Ed":
        raise Wrong("not a signing key")
    return raw


def signed(key, signature, comment, text):
    """Whether the signature of 138 bytes is that of the key (42 bytes) over comment and text."""
    if len(signature) != 138 or signature[:2] != b"ED" or signature[2:10] != key[2:10]:
        return False
    first, second = signature[10:74], signature[74:]
    try:
        sodium.crypto_sign_open(first + hashlib.blake2b(data(text)).digest(), key[10:])
        sodium.crypto_sign_open(second + first + data(comment), key[10:])
    except CryptoError:
        return False
    return True


def sign(number, secret, comment, text):
    """A signature of 138 bytes by a secret key of 64 bytes (seed, public key)."""
    first = sodium.crypto_sign(hashlib.blake2b(data(text)).digest(), secret)[:64]
    second = sodium.crypto_sign(first + data(comment), secret)[:64]
    return b"ED" + number + first + second


def secret_of(seed):
    """The secret key of 64 bytes of a seed."""
    return sodium.crypto_sign_seed_keypair(seed)[1]


# Streams


def subkey(master, epoch, turn, purpose):
    number = epoch * 65536 + turn * 256 + purpose
    return hashlib.blake2b(b"", digest_size=32, key=master, salt=u64(number) + bytes(8),
                           person=b"ADITDEAL" + bytes(8)).digest()


class Stream:
    """The draws of one stream."""

    def __init__(self, key):
        self.key, self.at, self.known = key, 0, b""

    def draw(self, below):
        while True:
            if self.at + 4 > len(self.known):
                self.known = sodium.randombytes_buf_deterministic(self.at + 4096, self.key)
            number, = struct.unpack_from("<I", self.known, self.at)
            self.at += 4
            if number < 2 ** 32 - 2 ** 32 % below:
                return number % below

    below = draw

    def shuffle(self, things):
        things = list(things)
        for i in range(len(things) - 1, 0, -1):
            j = self.draw(i + 1)
            things[i], things[j] = things[j], things[i]
        return things


# age files


def recipient_of(text):
    """The 32 bytes of an age recipient."""
    return unbech32("age", text)


def unbech32(prefix, text):
    if not text.startswith(prefix + "1") or set(text[len(prefix) + 1:]) - set(BECH32):
        raise Wrong("not an age key: " + text)
    values = [BECH32.index(sign) for sign in text[len(prefix) + 1:]]
    check = 1
    for value in [ord(c) >> 5 for c in prefix] + [0] + [ord(c) & 31 for c in prefix] + values:
        top, check = check >> 25, (check & 0x1ffffff) << 5 ^ value
        for i, part in enumerate((0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3)):
            check ^= part if top >> i & 1 else 0
    bits = "".join(format(value, "05b") for value in values[:-6])
    if check != 1 or len(bits) != 260 or "1" in bits[256:]:
        raise Wrong("not an age key: " + text)
    return int(bits[:256], 2).to_bytes(32, "big")


def hkdf(secret, salt, info):
    middle = hmac.new(salt or bytes(32), secret, "sha256").digest()
    return hmac.new(middle, info + b"\x01", "sha256").digest()


def nopad(raw):
    return base64.b64encode(raw).rstrip(b"=")


def seal_with(file_key, share, nonce, recipient, plain):
    """An age file with these secrets and this nonce, for one X25519 recipient."""
    public = sodium.crypto_scalarmult_base(share)
    wrap = hkdf(sodium.crypto_scalarmult(share, recipient), public + recipient, AGE + b"/X25519")
    body = sodium.crypto_aead_chacha20poly1305_ietf_encrypt(file_key, None, bytes(12), wrap)
    head = AGE + b"\n-> X25519 " + nopad(public) + b"\n" + nopad(body) + b"\n---"
    mac = hmac.new(hkdf(file_key, b"", b"header"), head, "sha256").digest()
    key = hkdf(file_key, nonce, b"payload")
    sealed = head + b" " + nopad(mac) + b"\n" + nonce
    for at in range(0, max(len(plain), 1), CHUNK):
        last = at + CHUNK >= len(plain)
        count = (at // CHUNK).to_bytes(11, "big") + (b"\x01" if last else b"\x00")
        sealed += sodium.crypto_aead_chacha20poly1305_ietf_encrypt(plain[at:at + CHUNK], None, count, key)
    return sealed


def payload_of(raw):
    """The header of an age file, its nonce and its chunks."""
    at = raw.find(b"\n--- ")
    end = raw.find(b"\n", at + 1)
    if not raw.startswith(AGE + b"\n") or at < 0 or end < 0 or len(raw) < end + 17 + 16:
        raise Wrong("not an age file")
    return raw[:at], raw[end + 1:end + 17], raw[end + 17:]


def open_payload(file_key, nonce, chunks):
    key, plain = hkdf(file_key, nonce, b"payload"), b""
    size = CHUNK + 16
    try:
        for at in range(0, len(chunks), size):
            count = (at // size).to_bytes(11, "big") + (b"\x01" if at + size >= len(chunks) else b"\x00")
            plain += sodium.crypto_aead_chacha20poly1305_ietf_decrypt(chunks[at:at + size], None, count, key)
    except CryptoError as error:
        raise Wrong("an age file that does not open") from error
    return plain


def host_seals(secret, game, n, seat, recipient, plain, nonce=None):
    """The age file that an honest host makes."""
    place = (secret, game, u64(n), seat, recipient)
    nonce = nonce or digest_of("adit/seal", *place, plain)[:16]
    file_key = digest_of("adit/age/file", *place, nonce)[:16]
    return seal_with(file_key, digest_of("adit/age/share", *place, nonce), nonce, recipient, plain)


def host_opens(secret, game, n, seat, recipient, raw):
    """The plaintext of what the host has sealed, without an identity: s opens all views."""
    _, nonce, chunks = payload_of(raw)
    file_key = digest_of("adit/age/file", secret, game, u64(n), seat, recipient, nonce)[:16]
    return open_payload(file_key, nonce, chunks)


def identity_opens(secret, raw):
    """The plaintext of an age file for the X25519 secret key; Wrong if it is for another."""
    head, nonce, chunks = payload_of(raw)
    lines = head.decode("ascii", "replace").split("\n")
    public = sodium.crypto_scalarmult_base(secret)
    for at, line in enumerate(lines):
        if line.startswith("-> X25519 ") and at + 1 < len(lines):
            share = base64.b64decode(line[10:] + "=" * (-len(line[10:]) % 4))
            body = base64.b64decode(lines[at + 1] + "=" * (-len(lines[at + 1]) % 4))
            wrap = hkdf(sodium.crypto_scalarmult(secret, share), share + public, AGE + b"/X25519")
            try:
                file_key = sodium.crypto_aead_chacha20poly1305_ietf_decrypt(body, None, bytes(12), wrap)
            except CryptoError:
                continue
            return open_payload(file_key, nonce, chunks)
    raise Wrong("an age file for another key")
