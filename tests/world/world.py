"""A world that follows from its seed: a clock, what will happen, and programs that run at virtual times."""

import collections
import heapq
import os
import random
import resource
import shutil
import signal
import subprocess
import time

from promises import PROMISES

BEGIN = 1795283534  # 2026-11-21T17:52:14Z
MINUTE, HOUR, DAY = 60, 3600, 86400
# What comes too rarely by chance is arranged, in one world of three: the story of a seed, by seed % 12.
STORIES = {0: 'late', 1: 'stopped', 2: 'fork', 3: 'votes'}
STATUSES = {0, 1, 2, 3, 4, 5, 6, 65, 73, 74, 75}
SPOOL = """#!/bin/sh
cd "${0%/*}" && [ ! -e broken ] || exit 75
cat > "box/$$.part" && mv "box/$$.part" "box/$$.mail" && [ ! -e lies ]
"""


class Broken(Exception):
    """A promise does not hold."""


def utc(second):
    return time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(second))


class World:
    def __init__(self, seed, folder, build, old=None, verbose=False):
        self.rng = random.Random(seed)
        self.seed, self.folder, self.build, self.old, self.verbose = seed, folder, build, old, verbose
        self.story = None
        self.now, self.heap, self.count, self.calls = BEGIN, [], 0, 0
        self.checks, self.faults = collections.Counter(), collections.Counter()
        self.quiet = False  # no more faults
        self.limited = False  # the last command had a full disk
        os.makedirs(folder + '/user')
        self.lines = open(folder + '/log', 'w', encoding='utf-8')
        with open(folder + '/spool', 'w', encoding='utf-8') as spool:
            spool.write(SPOOL)
        os.chmod(folder + '/spool', 0o755)
        os.mkdir(folder + '/box')
        self.env = {'HOME': folder + '/user', 'TZ': 'UTC', 'LC_ALL': 'C.UTF-8', 'PATH': os.environ['PATH'],
                    'ADIT_LETTER': build + '/adit-letter', 'ADIT_SENDMAIL': folder + '/spool',
                    'GIT_CONFIG_NOSYSTEM': '1'}
        if os.path.exists(build + '/tests/chance.so'):
            with open(folder + '/chance', 'w', encoding='utf-8'):
                os.utime(folder + '/chance', (0, 0))
            self.env.update(LD_PRELOAD=build + '/tests/chance.so', ADIT_TEST_SEED=str(seed),
                            ADIT_TEST_CHANCE=folder + '/chance')

    # ---- what happens

    def note(self, text):
        line = '%s  %s' % (utc(self.now), text)
        self.lines.write(line + '\n')
        if self.verbose:
            print(line, flush=True)

    def later(self, seconds, action, *args):
        """action(*args) happens after this time; what is to happen at one moment keeps its sequence."""
        self.count += 1
        heapq.heappush(self.heap, (self.now + int(seconds), self.count, action, args))

    def step(self):
        """The next thing happens; false: there is none."""
        if not self.heap:
            return False
        when, _, action, args = heapq.heappop(self.heap)
        self.now = max(self.now, when)
        action(*args)
        return True

    def chance(self, probability, fault=None):
        """Whether something happens; a fault is counted, and none happens once it is quiet."""
        got = self.rng.random() < probability and not (fault and self.quiet)
        if got and fault:
            self.faults[fault] += 1
        return got

    # ---- what is looked at

    def check(self, promise, holds, detail=''):
        assert promise in PROMISES
        self.checks[promise] += 1
        if not holds:
            self.note('BROKEN: %s: %s' % (promise, detail))
            raise Broken('%s: %s\n    %s' % (promise, PROMISES[promise], detail))

    def run(self, words, *, home=None, stdin='', env=None, cwd=None, limit=None):
        """A program, and all that it started: status, output, errors. limit: no file grows beyond that."""
        full = dict(self.env, **(env or {}))
        if home:
            full['ADIT_HOME'] = home
        busy, leave = os.pipe()  # open as long as something that it started runs

        def limited():
            if limit is not None:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        done = subprocess.run(words, input=stdin.encode('utf-8', 'surrogateescape'), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env=full, cwd=cwd or self.folder, check=False,
                              pass_fds=(leave,), preexec_fn=limited if limit is not None else None)
        os.close(leave)
        os.read(busy, 1)
        os.close(busy)
        self.calls += 1
        return (done.returncode, done.stdout.decode('utf-8', 'surrogateescape'),
                done.stderr.decode('utf-8', 'surrogateescape'))

    def adit(self, who, *args, want=(0,), stop=None, limit=None, stdin='', cwd=None, verb=True):
        """A verb of adit at the time of this person. stop: it is killed before that step."""
        words = [who.program, *args]
        self.limited = limit is not None
        if verb:
            words += ['--now', who.time()]
        env = {'ADIT_LETTER': os.path.dirname(who.program) + '/adit-letter'}
        if stop is not None:
            words[0] = self.build + '/tests/mail/adit-stopped'
            env['ADIT_STOP'] = str(stop)
            if self.rng.random() < 0.3:
                env['ADIT_TORN'] = '1'
        status, out, err = self.run(words, home=who.home, stdin=stdin, env=env, cwd=cwd, limit=limit)
        self.note('%s: adit %s: %d %s' % (who.name, ' '.join(words[1:]), status, err.strip().replace('\n', ' / ')))
        if stop is not None and status == -signal.SIGKILL:
            return status, out, err
        self.check('status', status in STATUSES, 'adit %s: status %d, %s' % (' '.join(args), status, err))
        if status and args[0] != 'mail' and '--json' not in args:
            self.check('one line', err.startswith('adit: '), 'adit %s: %r' % (' '.join(args), err))
        if limit is None or status == 1:
            self.check('honest' if status == 1 else 'status', status in want,
                       'adit %s: status %d, not one of %s: %s%s' % (' '.join(args), status, want, err, out[:300]))
        return status, out, err

    def copy(self, from_, to):
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(from_, to, symlinks=True)


class Person:
    """Somebody with a home, a clock that may be wrong, and a program."""

    def __init__(self, world, name):
        self.world, self.name, self.skew = world, name, 0
        self.home = '%s/home.%s' % (world.folder, name)
        self.program = world.build + '/adit'
        if world.old and world.rng.random() < 0.5:
            self.program = world.old

    def adit(self, *args, **more):
        return self.world.adit(self, *args, **more)

    def time(self):
        return utc(self.world.now + self.skew)

    def trouble(self):
        """Options of the next command for a machine that may fail."""
        world = self.world
        if world.chance(world.rates['kill'], 'kill'):
            return {'stop': world.rng.randint(1, 70)}
        if world.chance(world.rates['full'], 'full disk'):
            return {'limit': world.rng.choice((0, 100, 4096, 20000, 60000, 120000, 140000))}
        return {}
