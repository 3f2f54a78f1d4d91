"""Players: what they read, what they answer, and what they do when nothing comes."""

import email.message
import email.policy
import json
import os

from hosts import CAVE
from table import digests, order_hash
from world import DAY, HOUR, Person, utc


class Player(Person):
    """A seat with a home of its own. It reads when it likes, and answers what it has read."""

    def __init__(self, world, name):
        super().__init__(world, name)
        self.address = name + '@example.org'
        self.table = self.host = None
        self.by_mail = True
        self.inbox, self.mails, self.read_digests, self.backup, self.newest = [], [], [], None, ''
        self.have, self.state = set(), None
        self.sent = {}       # hash of an order: its block, turn, when it was sent last
        self.count, self.partial = 0, False
        self.adit('keygen', '--no-passphrase', name, verb=False)

    # ---- mails of the player

    def letter(self, body, attached=None):
        world, mail = self.world, email.message.EmailMessage(policy=email.policy.SMTP.clone(linesep='\n'))
        self.count += 1
        mail['From'], mail['To'], mail['Subject'] = self.address, CAVE, 'Re: the table'
        mail['Message-ID'] = '<%s.%d@example.org>' % (self.name, self.count)
        way = world.rng.choice(('7bit', 'quoted-printable', 'base64', 'attached', 'quoted'))
        if way == 'quoted':
            body += '\n\nOn some day the table wrote:\n> It is your turn.\n> Good luck.\n'
        if way == 'attached':
            mail.set_content('My order is attached.\n', cte='7bit')
            mail.add_attachment(body.encode(), maintype='text', subtype='plain', filename='order.txt')
            mail.set_boundary('=_%s' % self.count)
        else:
            mail.set_content(body, cte='7bit' if way == 'quoted' else way)
        return mail.as_string()

    def mail(self, body, *orders):
        """orders: the hash of each order in it, or None for one that no digest names."""
        self.host.send(self, body, list(orders))

    # ---- orders

    def sign(self, verb, *args, once=True):
        """Signs and sends; the hash of the order, or None if adit refuses to sign it."""
        out = '%s/out' % self.home
        if os.path.exists(out + '/order.txt'):
            os.remove(out + '/order.txt')
        status, text, _ = self.adit(verb, '--json', '-k', self.name, '--export', out, *args, verb=False, want=(0, 4, 5),
                                    **self.trouble())
        self.partial |= self.world.limited
        if status != 0:
            return None
        with open(out + '/order.txt', 'rb') as file:
            order = order_hash(file.read())
        block = json.loads(text)['block']
        if not once:
            self.mail(block, None)
            return order
        self.table.signed[order] = self.name
        self.sent[order] = {'block': block, 'turn': self.turn(), 'at': self.world.now}
        self.mail(block, order)
        return order

    def again(self, order):
        """Sends exactly the same bytes once more."""
        self.sent[order]['at'] = self.world.now
        self.mail(self.sent[order]['block'], order)

    def turn(self):
        """What an answer is for: a turn, or a step before the deal."""
        state = self.state
        if state['phase'] != 'setup':
            # A turn that was taken back has the same number once more.
            return '%s after %d' % (state['turn'], sum(
                one.undone for one in self.table.digests.values() if one.n <= state['n']))
        steps = self.table.digests[state['n']].steps
        return '%s %d' % ('confirm' if all('commit' in step for step in steps.values()) else 'join', state['attempt'])

    def open_orders(self):
        """Those that are in no digest that came out, and were not refused."""
        return [order for order in self.sent
                if order not in self.table.orders and self.table.results.get(order) != 'refused']

    # ---- a look at what has come

    def look(self):
        world = self.world
        if self.skew == 0 and world.chance(world.rates['clock'], 'clock of a player'):
            self.skew = world.rng.choice((-40 * DAY, -DAY, -HOUR, HOUR, DAY, 40 * DAY))
        elif self.skew and world.rng.random() < 0.5:
            self.skew = 0
        self.host.fetch(self)
        self.backups()
        new, self.inbox = self.inbox, []
        world.rng.shuffle(new)
        if new:
            self.read(new)
        if self.state and not world.quiet:
            self.act()
        if not world.quiet:
            absent = world.chance(world.rates['absent'], 'absence')
            world.later(world.rng.randint(2 * DAY, 9 * DAY) if absent else world.rng.randint(HOUR // 2, 9 * HOUR),
                        self.look)

    def backups(self):
        """The home is copied, and comes back from the copy; what came by mail is still there."""
        world, copy = self.world, '%s/backup.%s' % (self.world.folder, self.name)
        if world.rates['home'] == 0:
            return
        if self.backup is None or world.rng.random() < 0.2:
            world.copy(self.home, copy)
            self.backup = self.state
        elif world.chance(world.rates['home'], 'home of a player'):
            world.note('%s: the home is restored' % self.name)
            world.copy(copy, self.home)
            self.state, self.partial = self.backup, True
            self.inbox += self.mails if world.rng.random() < 0.5 else [self.newest]

    def read(self, mails):
        world, names, new = self.world, [], []
        for text in mails:
            self.mails.append(text)
            name = '%s/%s.%d.mail' % (world.folder, self.name, len(self.mails))
            with open(name, 'w', encoding='utf-8', newline='') as file:
                file.write(text)
            found = digests(text) or [one for part in email.message_from_string(text).walk() if part.get_filename()
                                      for one in digests(part.get_payload(decode=True).decode())]
            if found and max(one.n for one in found) >= max([0, *self.have, *(one.n for one in new)]):
                self.newest = text
            new += found
            if found:
                names.append(name)
        if not names:
            return
        if world.rng.random() < 0.2:
            self.adit('read', '-k', self.name, *names)
        status, out, err = self.adit('read', '--json', '-k', self.name, *names, **self.trouble())
        if status != 0 or 'not recorded' in err:  # killed, or a full disk: again at the next look
            self.inbox += mails
            return
        self.have |= {one.n for one in new}
        self.read_digests += new
        shown = [json.loads(line) for line in out.splitlines()]
        shown = [one for one in shown if 'n' in one]
        if status == 0 and shown and (self.state is None or shown[-1]['n'] >= self.state['n']):
            self.state = shown[-1]
            self.check_state()

    def check_state(self):
        table, state = self.table, self.state
        one = table.digests[state['n']]
        self.world.check('one history', state['head'] == one.head, '%s reads %s, not %s' % (
            self.name, state['head'], one.head))
        for order in state['orders']:
            if order['result'] == 'taken':
                self.world.check('fate', table.orders.get(order['order']) == order['n'], '%s reads %s' % (
                    self.name, order))
            elif order['result'] in ('late', 'lost'):
                table.results[order['order']] = 'refused'
        if not self.partial:
            self.world.check('signed', not state['not_signed_here'], '%s did not sign %s' % (
                self.name, state['not_signed_here']))

    def act(self):
        world, state, rng = self.world, self.state, self.world.rng
        if state['phase'] == 'over':
            return
        mine = [one for one in self.sent.values() if one['turn'] == self.turn()]
        waits = [order for order in self.open_orders() if world.now - self.sent[order]['at'] > DAY]
        if waits:
            self.again(rng.choice(waits))
        elif state['phase'] == 'setup':
            step = self.turn().split()[0]
            done = self.table.digests[state['n']].steps[self.name]
            if not mine and {'join': 'commit', 'confirm': 'reveal'}[step] not in done:
                self.sign(step)
        elif state['to_move'] == self.name and (not mine or world.chance(0.1, 'second answer')):
            can = [order for order in state['can'] if not order.startswith('discard')]
            self.sign('sign', rng.choice(can if can and rng.random() < 0.8 else state['can']))
        elif world.story == 'votes' and rng.random() < 0.5:
            self.vote()
        elif rng.random() < 0.1:
            self.sign('sign', '--say', 'Word %d of %s.' % (self.count, self.name))

    def vote(self):
        """To take the newest turn back, all for the same digest; or a day that this seat is absent."""
        table, n = self.table, self.state['n']
        if table.back is None or any(one.undone and one.n > table.back for one in table.digests.values()):
            table.back = max(n - 1, 0)
        if self.world.rng.random() < 0.3:
            day = utc(self.world.now + 3 * DAY)[:10]
            self.sign('sign', 'absent %s to %s' % (day, day))
        else:
            self.sign('sign', 'vote undo %d yes' % table.back)

    # ---- at the end

    def nudge(self):
        """Nothing is lost any more: asks for what is missing, and sends again what has no result."""
        for order in self.open_orders():
            self.again(order)
        newest = self.table.newest()
        gaps = sorted(set(range(newest)) - self.have)
        if not self.by_mail:
            return
        if newest not in self.have:
            self.mail('Nothing has come for days. How is the table?\n')
        elif gaps and self.state['phase'] != 'setup':
            self.sign('sign', 'resend %d' % gaps[0], once=False)

    def told(self):
        """Whether it has all digests; before the deal the mail that asks to confirm brings those that are missing."""
        newest = self.table.newest()
        return self.have == set(range(newest + 1)) or (
            self.by_mail and newest in self.have and self.state['phase'] == 'setup')

    def settled(self):
        return self.told() and not self.open_orders()
