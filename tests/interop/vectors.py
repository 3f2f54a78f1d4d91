"""The test vectors of adit(5), from what that page says: the lines of its table."""
from page import BASE, H, Stream, base32, seal, subkey, u, x25519

game = 'k7q2m4xw'
s = bytes(range(32))
r = [bytes([i]) * 32 for i in (1, 2, 3)]
master = H('adit/master', game, s, *r)
o = bytes([4]) * 32
deck = subkey(master, 1, 1)
salt = H('adit/salt', subkey(master, 1, 2), 'deck', u(16, 0))
perm = Stream(deck).shuffle(list(range(67)))
losses = Stream(H('adit/loss', subkey(master, 1, 7), u(32, 9), u(8, 1)))
view = seal(s, game, 7, 'anna', x25519(bytes([101]) * 32, BASE), b'Nice try, Bob.')

for name, value in [
        ('C', base32(H('adit/host', game, s))),
        ('c anna', base32(H('adit/seat', game, 'anna', o, r[0]))),
        ('r anna', base32(H('adit/r', bytes([5]) * 32, game, 'anna', u(32, 2), o))),
        ('S', base32(master)),
        ('K(257)', base32(deck)),
        ('perm(67)', ' '.join(map(str, perm[:12])) + ' ...'),
        ('K commit', base32(H('adit/key', game, u(32, 257), deck))),
        ('salt', base32(salt)),
        ('leaf', base32(H('adit/leaf', game, u(8, 1), 'deck', u(16, 0), 'nsw', salt))),
        ('loss(6)', ' '.join(str(losses.draw(6)) for _ in range(12)) + ' ...'),
        ('view', base32(H('adit/view', view)))]:
    print(f'{name:8} {value}')
