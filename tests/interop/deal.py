"""Deal round 1 of a game of Saboteur from its secret, from adit(5) alone, and compare with adit.

    deal.py GAME.db DIGEST-0 CARDS < LINES

CARDS: what `adit referee --cards saboteur` prints.  LINES: what each seat reads of digest 0, in seat
order, then what any of them read later in the round, as `adit read --json` prints it.

Shares no code with adit: hashes are Python's, the stream cipher is written out below.  Prints a
line for each thing that differs, then how many were compared.
"""
import base64
import hashlib
import json
import re
import sqlite3
import struct
import sys

SABOTEURS = {3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}       # adit(6), SAB 2.A.1
HAND = {3: 6, 4: 6, 5: 6, 6: 5, 7: 5, 8: 4, 9: 4, 10: 4}            # SAB 2.A.3


def H(tag, *parts):
    h = hashlib.blake2b(digest_size=32, person=tag.encode())
    for part in parts:
        h.update(len(part).to_bytes(8, 'little') + part)
    return h.digest()


def chacha20(key, nonce, n):
    """n bytes of the key stream of RFC 8439, from block 0."""
    def quarter(s, a, b, c, d):
        for x, y, z, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            s[x] = (s[x] + s[y]) & 0xffffffff
            v = s[z] ^ s[x]
            s[z] = (v << turn | v >> (32 - turn)) & 0xffffffff

    out = b''
    while len(out) < n:
        start = [*struct.unpack('<4I', b'expand 32-byte k'), *struct.unpack('<8I', key),
                 len(out) // 64, *struct.unpack('<3I', nonce)]
        s = list(start)
        for _ in range(10):
            for i in range(4):
                quarter(s, i, 4 + i, 8 + i, 12 + i)
            for i in range(4):
                quarter(s, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
        out += struct.pack('<16I', *((a + b) & 0xffffffff for a, b in zip(s, start)))
    return out


class Stream:
    def __init__(self, master, round, purpose):
        ident = round * 256 + purpose
        key = hashlib.blake2b(digest_size=32, key=master, salt=ident.to_bytes(8, 'little') + bytes(8),
                              person=b'ADITDEAL' + bytes(8)).digest()
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


def main():
    file, digest, card_list = sys.argv[1:]
    game, secret = sqlite3.connect(file).execute('SELECT id, secret FROM game').fetchone()
    text = open(digest, encoding='utf-8').read()
    card_list = [json.loads(line) for line in open(card_list, encoding='utf-8')]
    reads = [json.loads(line) for line in sys.stdin]
    names = [seat['name'] for seat in reads[0]['position']['seats']]
    seats = len(names)
    master = H('adit/master', game.encode(), secret)
    compared = 0

    def cards(*classes):
        return [c['kind'] for c in card_list if c['class'] in classes for _ in range(c['count'])]

    def expect(what, ours, theirs):
        nonlocal compared
        compared += 1
        if ours != theirs:
            print(f'{what}: from adit(5) {ours}, from adit {theirs}')

    def stated(key):
        return re.search(rf'^ *{key}: (.*)$', text, re.M).group(1)

    commit = H('adit/host', game.encode(), secret)
    expect('commit', base64.b32encode(commit).decode().lower().strip('='), stated('commit'))
    expect('who begins', names[Stream(master, 1, 5).draw(seats)], stated('next'))
    roles = Stream(master, 1, 3).shuffle(
        ['miner'] * (seats + 1 - SABOTEURS[seats]) + ['saboteur'] * SABOTEURS[seats])
    deck = Stream(master, 1, 1).shuffle(cards('path', 'action'))
    goals = Stream(master, 1, 4).shuffle(cards('goal'))
    places = [(8, -2), (8, 0), (8, 2)]
    h = HAND[seats]
    for i, read in enumerate(reads[:seats]):
        seat = read['position']['seats'][i]
        expect(f'role of {seat["name"]}', roles[i], seat['role'])
        expect(f'hand of {seat["name"]}', deck[i * h:(i + 1) * h], seat['hand'])
    for read in reads[seats:]:
        for cell in read['position']['board']:
            if cell['kind'].startswith('goal'):
                place = cell['x'], cell['y']
                expect(f'goal at {place}', goals[places.index(place)], cell['kind'])
    print(compared, 'compared')


main()
