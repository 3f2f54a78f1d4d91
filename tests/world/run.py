#!/usr/bin/env python3
"""Plays tables in worlds that follow from seeds, and checks what adit promises after each step.

    run.py [--seed N | --seeds A-B] [--verbose] [--build DIR] [--old ADIT] [--keep DIR]
           [--faults NAME,...] [--calls N]
"""

import argparse
import collections
import os
import random
import shutil
import sys
import tempfile
import traceback

sys.dont_write_bytecode = True
from hosts import FolderHost, MailHost  # noqa: E402
from hosts_git import GitHost  # noqa: E402
from player import Player  # noqa: E402
from promises import PROMISES  # noqa: E402
from table import Fork, Table  # noqa: E402
from world import BEGIN, Broken, DAY, HOUR, STORIES, World  # noqa: E402

SEATS = ('anna', 'bob', 'carl', 'dora', 'erik')
RULES = {'saboteur': (3, 4), 'saboteur2': (2, 4), 'duel': (2, 2), 'dark-cave': (2, 4)}
# What may go wrong in a world, and how often at most: each world has some of these.
RATES = {'loss': 0.2, 'twice': 0.3, 'delay': 0.3, 'kill': 0.25, 'full': 0.25, 'server': 0.15, 'clock': 0.1,
         'absent': 0.15, 'restore': 0.15, 'home': 0.1, 'vandal': 0.2}


def populate(world, calls, faults):
    """One table with its players."""
    rng = world.rng
    kinds = rng.sample(sorted(RATES), rng.randint(0, 4))
    kinds = faults.split(',') if faults else kinds
    world.rates = {kind: RATES[kind] * rng.choice((0.3, 1)) if kind in kinds else 0 for kind in RATES}
    host_type = rng.choice((MailHost,) * 5 + (FolderHost,) * 3 + (GitHost,) * 2)
    if world.rates['restore']:
        world.rates['vandal'] = 0  # what main, its host and its players have lost is lost
    if not faults and world.seed % 12 in STORIES:
        host_type, calls = tell(world, host_type), calls + 30
    host = host_type(world)
    rules = rng.choice(sorted(RULES))
    low, high = RULES[rules]
    players = [Player(world, name) for name in SEATS[:rng.randint(low, high)]]
    options = []
    if rng.random() < 0.6:
        options.append('--trusted-host')
    if rng.random() < 0.5:
        options += ['--limit', rng.choice(('1d', '3d')), '--grace', '12h', '--late', rng.choice(('discard', 'suggest'))]
    if world.story:
        options = ['--trusted-host', '--limit', '1d', '--grace', '12h', '--late', rng.choice(('discard', 'suggest'))]
        options += ['--absence', '9d'] if world.story == 'votes' else []
    world.note('%s %s, %s' % (rules, ' '.join(options), {kind: rate for kind, rate in world.rates.items() if rate}))
    table = Table(world, 'cave', rules, [player.name for player in players], options)
    for player in players:
        player.table, player.host, player.by_mail = table, host, isinstance(host, MailHost)
        table.players[player.name] = player
        away = world.story == 'late' and player is players[0]
        world.later(4 * DAY if away else rng.randint(0, 6 * HOUR), player.look)
    host.open(table, players)
    world.later(rng.randint(HOUR, 8 * HOUR), host.routine)
    while world.calls < calls and world.now < BEGIN + 60 * DAY and world.step():
        pass
    finish(world, host, table)


def tell(world, host_type):
    """The story of this world, in which nothing else fails; the class of its host."""
    world.story = STORIES[world.seed % 12]
    world.rates = {kind: 0 for kind in RATES}
    return MailHost if world.story == 'fork' or world.story == 'stopped' and host_type.heals else host_type


def finish(world, host, table):
    """Nothing goes wrong any more: all arrives, everybody asks for what they miss; then all is compared."""
    world.note('---- quiet')
    world.quiet, host.skew = True, 0
    players = list(table.players.values())
    for _ in range(40):
        while world.step():
            pass
        for player in players:
            player.skew = 0
            player.look()
        host.routine()
        while world.step():
            pass
        for player in players:
            player.look()
        if host.n(table) < table.newest():
            # What no player has got is lost, and nobody will miss it; the rest the host asks for.
            for n in range(table.read() + 1, table.newest() + 1):
                table.orders.pop(table.digests.pop(n).order, None)
            if host.n(table) < table.newest():
                world.check('old file', table.may_fork, 'the file ends with digest %d' % host.n(table))
                host.rebuild(table)
        if host.n(table) == table.newest() and all(player.settled() for player in players):
            break
        world.now += 25 * HOUR
        for player in players:
            player.nudge()
    for player in players:
        world.check('told', player.told() and host.n(table) == table.newest(), '%s has %s of %d' % (
            player.name, sorted(player.have), host.n(table)))
        world.check('told', player.state['n'] == table.newest(), '%s is at %d' % (player.name, player.state['n']))
        world.check('answered', not player.open_orders(), '%s: %s' % (player.name, player.open_orders()))
        _, out, _ = player.adit('audit', '-k', player.name, '-g', table.game, want=(0, 6), verb=False)
        world.check('honest', '\nFAIL' not in '\n' + out, out)
    compare(world, host, table)


def compare(world, host, table):
    """The game file, what went out, and what is made again from that are the same."""
    host.adit('fsck', '-k', 'host', host.file(table), verb=False, want=(0, 1, 65))
    world.check('checked', True)
    _, whole, _ = host.adit('digest', '--all', host.file(table), verb=False)
    for order, n in table.told.items():
        # Before a backup was restored some digests had not left the machine.
        world.check('taken', table.orders.get(order) == n or world.faults['restore'], '%s is not in %d' % (order, n))
    with open(world.folder + '/all', 'w', encoding='utf-8') as file:
        file.write(whole)
    home = host.home
    host.home = world.folder + '/home.again'
    os.mkdir(host.home)
    for name in ('host.key', 'host.age', 'host.pub'):
        shutil.copy('%s/%s' % (home, name), host.home)
    host.adit('rebuild', '-k', 'host', world.folder + '/again.db', world.folder + '/all', verb=False)
    _, again, _ = host.adit('digest', '--all', world.folder + '/again.db', verb=False)
    host.home = home
    world.check('rebuilt', again == whole, 'other digests')


def seen(world, table, one):
    """Two histories, which can be since old files and an old home came back: who has read the first sees it."""
    for player in table.players.values():
        if any(old.n == one.n and old.head != one.head for old in player.read_digests) and not player.partial:
            with open(world.folder + '/other', 'w', encoding='utf-8') as file:
                file.write(one.text)
            player.skew = 0
            status, _, err = world.run([player.program, 'read', '--public', world.folder + '/other'], home=player.home)
            if status != 1:
                return '%s reads another digest %d: status %d, %s' % (player.name, one.n, status, err)
            world.checks['fork'] += 1
    return None


def play(seed, folder, args, calls):
    """One world: None, or what is broken."""
    world = World(seed, folder, args.build, args.old, args.verbose)
    broken = None
    try:
        populate(world, calls, args.faults)
    except Fork as fork:
        world.faults['fork'] += 1
        broken = seen(world, *fork.args)
    except Broken as why:
        broken = str(why)
    except Exception:  # noqa: BLE001: of the runner itself; the seed shows it again
        broken = traceback.format_exc()
    world.lines.close()
    return world, broken


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--seed', type=int)
    parser.add_argument('--seeds', default='1-20', metavar='A-B')
    parser.add_argument('--verbose', action='store_true')
    parser.add_argument('--build', default=os.environ.get('abs_top_builddir', 'build'), help='the build folder')
    parser.add_argument('--old', help='another adit, which some of the people use')
    parser.add_argument('--keep', help='where the files of a failed world go (default: the temporary folder)')
    parser.add_argument('--faults', help='in each world these, such as loss,restore')
    parser.add_argument('--calls', type=int, default=60, help='how many commands a world has before it gets quiet')
    args = parser.parse_args()
    args.build = os.path.abspath(args.build)
    first, last = (args.seed, args.seed) if args.seed is not None else map(int, args.seeds.split('-'))
    checks, faults, failed, calls = collections.Counter(), collections.Counter(), [], 0
    for seed in range(first, last + 1):
        folder = tempfile.mkdtemp(prefix='adit-world.%d.' % seed, dir=args.keep)
        world, broken = play(seed, folder, args, args.calls)
        checks += world.checks
        faults += world.faults
        calls += world.calls
        if broken:
            failed.append(seed)
            only = ' --faults ' + args.faults if args.faults else ''
            print('seed %d: %s\n    files: %s\n    again: tests/world/run.py --seed %d --calls %d%s --verbose' % (
                seed, broken.rstrip(), folder, seed, args.calls, only), flush=True)
        else:
            shutil.rmtree(folder)
    for promise in PROMISES:
        print('%8d  %s: %s' % (checks[promise], promise, PROMISES[promise]))
    print('faults: %s' % ', '.join('%d %s' % (n, name) for name, n in sorted(faults.items())))
    print('%d worlds, %d commands, %d failed' % (last - first + 1, calls, len(failed)))
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
