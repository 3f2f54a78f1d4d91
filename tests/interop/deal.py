"""Deal round 1 of a game of Saboteur from its secret, from adit(5) alone, and compare with adit.

    deal.py GAME.db DIGEST-0 CARDS < LINES

CARDS: what `adit referee --cards saboteur` prints.  LINES: what each seat reads of digest 0, in seat
order, then what any of them read later in the round, as `adit read --json` prints it.

Then opens what the host has sealed in DIGEST-0 with nothing but that secret, and seals it again.  Prints
a line for each thing that differs, then how many were compared.
"""
import base64
import json
import re
import sqlite3
import sys

from page import H, Stream, base32, recipient_of, subkey, unseal

SABOTEURS = {3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}       # adit(6), SAB 2.A.1
HAND = {3: 6, 4: 6, 5: 6, 6: 5, 7: 5, 8: 4, 9: 4, 10: 4}            # SAB 2.A.3


def main():
    file, digest, card_list = sys.argv[1:]
    game, secret = sqlite3.connect(file).execute('SELECT id, secret FROM game').fetchone()
    text = open(digest, encoding='utf-8').read()
    card_list = [json.loads(line) for line in open(card_list, encoding='utf-8')]
    reads = [json.loads(line) for line in sys.stdin]
    names = [seat['name'] for seat in reads[0]['position']['seats']]
    seats = len(names)
    master = H('adit/master', game, secret)
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

    def stream(purpose):
        return Stream(subkey(master, 1, purpose))

    def holds(seat, recipient, armor):
        return unseal(secret, game, 0, seat, recipient_of(recipient), base64.b64decode(armor))

    expect('commit', base32(H('adit/host', game, secret)), stated('commit'))
    expect('who begins', names[stream(5).draw(seats)], stated('next'))
    roles = stream(3).shuffle(
        ['miner'] * (seats + 1 - SABOTEURS[seats]) + ['saboteur'] * SABOTEURS[seats])
    deck = stream(1).shuffle(cards('path', 'action'))
    goals = stream(4).shuffle(cards('goal'))
    places = [(8, -2), (8, 0), (8, 2)]
    h = HAND[seats]
    for i, read in enumerate(reads[:seats]):
        seat = read['position']['seats'][i]
        expect(f'role of {seat["name"]}', roles[i], seat['role'])
        expect(f'hand of {seat["name"]}', deck[i * h:(i + 1) * h], seat['hand'])
        recipient = re.search(rf'^  seat: {seat["name"]}\n.*\n  age: (.*)$', text, re.M).group(1)
        armor = re.search(rf'^for {seat["name"]}:\n-.*\n((?:.*\n)*?)-----END', text, re.M).group(1)
        view = holds(seat['name'], recipient, armor)
        expect(f'view of {seat["name"]}', f'role: {roles[i]}',
               view and next(line for line in view.decode().split('\n') if line.startswith('role')))
    keep = holds('', stated('host-age'), re.search(r'^keep:\n((?:  .*\n)*)', text, re.M).group(1))
    expect('keep', f'secret: {base32(secret)}', keep and keep.decode().split('\n')[1])
    for read in reads[seats:]:
        for cell in read['position']['board']:
            if cell['kind'].startswith('goal'):
                place = cell['x'], cell['y']
                expect(f'goal at {place}', goals[places.index(place)], cell['kind'])
    print(compared, 'compared')


main()
