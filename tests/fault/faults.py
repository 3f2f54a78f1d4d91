"""faults.py FOLDER: each system call of a verb fails in turn (fault.c), then the verb runs again: the status is
documented, and in the end all is as if nothing had failed.

FOLDER is empty or has what an earlier run left: results that are there already are not made again.

    FAULTS_VERBS=apply,sign   only these (default: all)
    FAULTS_SAMPLE=N           N faults of each (default: all)
    FAULTS_SEED=N             which (default: 1)
"""
import json
import os
import re
import shutil
import subprocess
import sys

import gittable
import table

ALLOWED = (0, 74, 75)


class Trial:
    def __init__(self, folder, verb):
        self.folder, self.verb = folder, verb
        self.said = folder.root + "/said"

    def run(self, *how):
        tracer = [os.environ["FAULT"], "-p", self.verb.programs, "-o", self.said, *how, "--"]
        return self.folder.run(self.verb.args, stdin=self.verb.stdin, tracer=tracer, at=self.verb.at)

    def expect(self):
        """Runs it without a fault: which calls there are, and what comes of it."""
        self.folder.fresh()
        self.want = self.run("-l")
        with open(self.said) as f:
            self.calls = [line.split() for line in f]
        wrong = self.folder.again(self.verb, self.want)
        self.wanted = self.verb.look(self.folder)
        if wrong or self.want.returncode != 0:
            raise RuntimeError("%s: %s %s" % (self.verb.name, self.want, wrong))

    def wrong_first(self, got, fault, is_out):
        """What is wrong with the run in which a call failed."""
        status = got.returncode
        lines = [l for l in got.stderr.decode().split("\n") if l]
        if fault in ("before", "after") and status in (0, 75, 137):
            return []
        if status not in ALLOWED or (status == 74 and not is_out):
            return ["status %d: %s" % (status, "; ".join(lines))]
        if status != 0:
            known = self.want.stderr.decode().split("\n")
            lines = [l for l in lines if l not in known]
            if self.verb.args[0] == "mail" and not lines:
                return []  # it prints nothing: what it printed would go to the sender
            # The shell that runs git-adit names it with its folder.
            is_good = 1 <= len(lines) <= self.verb.lines and all(re.match(r"(\S*/git-|git-)?adit: ", l) for l in lines)
            return [] if is_good else ["said %s" % lines]
        if self.verb.is_same and got.stdout != self.want.stdout and not is_out:
            return ["status 0, but other output: %s %s" % (got.stdout[:200], lines)]
        return []

    def one(self, n, fault):
        """Returns (which call, what is wrong)."""
        self.folder.fresh()
        try:
            got = self.run("-n", str(n), "-f", fault)
        except subprocess.TimeoutExpired:
            return "?", ["does not end"]
        with open(self.said) as f:
            call = f.read().strip()
        if not call:
            return "", []
        wrong = self.wrong_first(got, fault, " write " in call)
        wrong += self.folder.again(self.verb, got)
        there = self.verb.look(self.folder)
        # That a digest went out is noted if it can be; the next one is.
        if fault not in ("before", "after") and got.returncode == 0 and "hosted" in there:
            there["hosted"] = self.wanted["hosted"]
        if there != self.wanted:
            wrong.append("differs: %s" % table.differs(self.wanted, there))
        if wrong:
            wrong.append("(it was %d: %s)" % (got.returncode, got.stderr.decode().strip()))
        return call, wrong


def tries_of(trial, chance):
    tries = [(int(call[0]), fault) for call in trial.calls for fault in call[3:]]
    sample = int(os.environ.get("FAULTS_SAMPLE", "0"))
    if trial.verb.sample > 0:  # it takes long
        sample = max(1, sample // 5) if sample > 0 else trial.verb.sample
    return sorted(chance.sample(tries, sample)) if 0 < sample < len(tries) else tries


def load(results):
    """Returns {(verb, number of the call, fault): result} of an earlier run."""
    if not os.path.exists(results):
        return {}
    with open(results) as f:
        return {tuple(r[:3]): r for r in map(json.loads, f)}


def tried(trial, n, fault, done, out):
    """Returns the result of a fault, which it makes and stores if it is not there."""
    key = trial.verb.name, n, fault
    if key not in done:
        done[key] = [*key, *trial.one(n, fault)]
        out.write(json.dumps(done[key]) + "\n")
        out.flush()
    return done[key]


def try_all(folder, verbs):
    """Tries the verbs and prints what is wrong. Returns how much that is."""
    bad = 0
    done = load(folder.root + "/results")
    with open(folder.root + "/results", "a") as out:
        for verb in verbs:
            if verb.before:
                continue
            trial = Trial(folder, verb)
            trial.expect()
            found = [tried(trial, n, fault, done, out) for n, fault in tries_of(trial, table.chance(verb))]
            wrong = [r for r in found if r[4]]
            bad += len(wrong)
            print("%s: %d of %d calls, %d faults, %d wrong" % (
                verb.name, len({r[1] for r in found}), len(trial.calls), len(found), len(wrong)))
            for r in wrong:
                print("  %s at call %d, %s: %s" % (r[2], r[1], r[3], " | ".join(r[4])))
            sys.stdout.flush()
    return bad


def main():
    folder = table.begin(sys.argv[1] + "/tables")
    bad = try_all(folder, table.chosen(folder, table.tables))
    if shutil.which("git") is not None:
        folder = table.begin(sys.argv[1] + "/git")
        bad += try_all(folder, table.chosen(folder, gittable.tables))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
