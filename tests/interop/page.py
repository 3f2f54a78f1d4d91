"""HASHES AND DERIVATION of adit(5), from that page and the RFCs that it names alone.

Shares no code with adit and wants nothing but Python: hashes are Python's, ciphers and the curve are
written out below.
"""
import base64
import hashlib
import hmac
import struct


def H(tag, *parts):
    h = hashlib.blake2b(digest_size=32, person=tag.encode())
    for part in parts:
        part = part.encode() if isinstance(part, str) else part
        h.update(len(part).to_bytes(8, 'little') + part)
    return h.digest()


def base32(hash):
    return base64.b32encode(hash).decode().lower().strip('=')


def u(bits, value):
    return value.to_bytes(bits // 8, 'little')


# ---- streams ------------------------------------------------------------------------------------

def chacha20(key, nonce, n, block=0):
    """n bytes of the key stream of RFC 8439, from this block on."""
    def quarter(s, a, b, c, d):
        for x, y, z, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            s[x] = (s[x] + s[y]) & 0xffffffff
            v = s[z] ^ s[x]
            s[z] = (v << turn | v >> (32 - turn)) & 0xffffffff

    out = b''
    while len(out) < n:
        start = [*struct.unpack('<4I', b'expand 32-byte k'), *struct.unpack('<8I', key),
                 block + len(out) // 64, *struct.unpack('<3I', nonce)]
        s = list(start)
        for _ in range(10):
            for i in range(4):
                quarter(s, i, 4 + i, 8 + i, 12 + i)
            for i in range(4):
                quarter(s, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
        out += struct.pack('<16I', *((a + b) & 0xffffffff for a, b in zip(s, start)))
    return out[:n]


def subkey(master, round, purpose, epoch=0):
    ident = epoch * 65536 + round * 256 + purpose
    return hashlib.blake2b(digest_size=32, key=master, salt=u(64, ident) + bytes(8),
                           person=b'ADITDEAL' + bytes(8)).digest()


class Stream:
    def __init__(self, key):
        self.bytes = chacha20(key, b'LibsodiumDRG', 2048)

    def draw(self, below):
        while True:
            r = int.from_bytes(self.bytes[:4], 'little')
            self.bytes = self.bytes[4:]
            if r < 2**32 - 2**32 % below:
                return r % below

    def shuffle(self, things):
        for i in range(len(things) - 1, 0, -1):
            j = self.draw(i + 1)
            things[i], things[j] = things[j], things[i]
        return things


# ---- age files (C2SP's page on age; RFC 7748, 8439, 5869) ------------------------------------------

P = 2**255 - 19
BASE = u(256, 9)


def x25519(secret, point):
    k = int.from_bytes(secret, 'little') & ~7 & ~(1 << 255) | 1 << 254
    x1 = int.from_bytes(point, 'little') & ~(1 << 255)
    x2, z2, x3, z3, swap = 1, 0, x1, 1, 0
    for t in range(254, -1, -1):
        bit = k >> t & 1
        if swap ^ bit:
            x2, x3, z2, z3 = x3, x2, z3, z2
        swap = bit
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        x3, z3 = (d * a + c * b) ** 2 % P, x1 * (d * a - c * b) ** 2 % P
        e = (a * a - b * b) % P
        x2, z2 = a * a * b * b % P, e * (a * a + 121665 * e) % P
    if swap:
        x2, z2 = x3, z3
    return u(256, x2 * pow(z2, P - 2, P) % P)


def hkdf(secret, salt, info):
    root = hmac.digest(salt, secret, 'sha256')
    return hmac.digest(root, info + b'\1', 'sha256')


def sealed_chunk(key, nonce, plain):
    """ChaCha20-Poly1305 without additional data."""
    stream = chacha20(key, nonce, len(plain), 1)
    text = bytes(a ^ b for a, b in zip(plain, stream))
    one_time = chacha20(key, nonce, 32)
    r = int.from_bytes(one_time[:16], 'little') & 0x0ffffffc0ffffffc0ffffffc0fffffff
    message = text + bytes(-len(text) % 16) + u(64, 0) + u(64, len(text))
    a = 0
    for i in range(0, len(message), 16):
        a = (a + int.from_bytes(message[i:i + 16] + b'\1', 'little')) * r % (2**130 - 5)
    return text + u(128, (a + int.from_bytes(one_time[16:], 'little')) % 2**128)


def chunk_nonce(i, is_last):
    return i.to_bytes(11, 'big') + bytes([is_last])


CHUNK = 65536


def bare(data):
    return base64.b64encode(data).strip(b'=')


def seal(s, game, n, seat, recipient, plain):
    """The age file of a private view, or of keep: with an empty seat."""
    nonce = H('adit/seal', s, game, u(64, n), seat, recipient, plain)[:16]
    file_key = H('adit/age/file', s, game, u(64, n), seat, recipient, nonce)[:16]
    ephemeral = H('adit/age/share', s, game, u(64, n), seat, recipient, nonce)
    share = x25519(ephemeral, BASE)
    wrap = hkdf(x25519(ephemeral, recipient), share + recipient, b'age-encryption.org/v1/X25519')
    header = (b'age-encryption.org/v1\n-> X25519 ' + bare(share) + b'\n' +
              bare(sealed_chunk(wrap, bytes(12), file_key)) + b'\n---')
    mac = hmac.digest(hkdf(file_key, b'', b'header'), header, 'sha256')
    key = hkdf(file_key, nonce, b'payload')
    chunks = [plain[i:i + CHUNK] for i in range(0, len(plain), CHUNK)] or [b'']
    return header + b' ' + bare(mac) + b'\n' + nonce + b''.join(
        sealed_chunk(key, chunk_nonce(i, i + 1 == len(chunks)), chunk)
        for i, chunk in enumerate(chunks))


def unseal(s, game, n, seat, recipient, file):
    """What such a file holds, from s alone; None if it is not, byte for byte, what seal makes."""
    payload = file[file.index(b'\n--- ') + 1:].split(b'\n', 1)[1]
    nonce, rest = payload[:16], payload[16:]
    key = hkdf(H('adit/age/file', s, game, u(64, n), seat, recipient, nonce)[:16], nonce, b'payload')
    plain = b''
    for i in range(0, len(rest), CHUNK + 16):
        chunk = rest[i:i + CHUNK + 16]
        is_last = i + CHUNK + 16 >= len(rest)
        stream = chacha20(key, chunk_nonce(i // (CHUNK + 16), is_last), len(chunk) - 16, 1)
        plain += bytes(a ^ b for a, b in zip(chunk, stream))
    return plain if seal(s, game, n, seat, recipient, plain) == file else None


def recipient_of(text):
    """The 32 bytes of "age1...", whose checksum nobody here asks for."""
    digits = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
    value = 0
    for c in text[len('age1'):-6]:
        value = value << 5 | digits.index(c)
    return (value >> 4).to_bytes(32, 'big')
