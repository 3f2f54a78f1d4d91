"""One game of audit.t: plays it, and compares what `adit audit` and audit.py say of it and of lies.

	python3 audit_run.py ADIT FOLDER RULES NUMBER

Prints a line for each comparison; the status is 1 if one differs."""

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys

import audit
import audit_lies
import audit_play
from audit_forge import Forger

WORDS = {0: "sound", 1: "unsound", 6: "open"}


def failures(text):
    """The digests that have a FAIL, by number."""
    return sorted({int(match[1]) for match in re.finditer(r"^FAIL +digest (\d+)", text, re.M)})


def by_adit(adit, folder, home):
    done = subprocess.run([adit, "audit", folder], capture_output=True, check=False,
                          env=dict(os.environ, ADIT_HOME=home))
    return done.returncode, done.stdout.decode() + done.stderr.decode()


def by_audit(folder):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        status = audit.verdict([folder])
    return status, out.getvalue()


class Run:
    def __init__(self, adit, folder):
        self.adit, self.folder, self.wrong = adit, folder, 0
        self.forged, self.forger = os.path.join(folder, "forged"), None

    def compare(self, what, place, status, n=None, why=""):
        """Both auditors on the digests of a folder: the same word and, of a lie, the same digest, where audit.py
        has to say why."""
        shutil.rmtree(os.path.join(self.folder, "nobody"), ignore_errors=True)
        ours, theirs = by_adit(self.adit, place, os.path.join(self.folder, "nobody")), by_audit(place)
        found = [failures(ours[1]), failures(theirs[1])]
        good = ours[0] == theirs[0] == status and (n is None or all(f and n in f for f in found))
        good = good and (not why or re.search("^FAIL .*" + why, theirs[1], re.M))
        self.wrong += not good
        print("%s %s: %s" % ("same" if good else "DIFFERENT", what, WORDS.get(theirs[0], theirs[0])))
        if not good:
            print("wanted: %s at %s\nadit audit:\n%s\naudit.py:\n%s" % (WORDS[status], n, ours[1], theirs[1]))

    def lie(self, what, function, why="", over=False):
        """why: what audit.py says of the lie, if it has to find it; not over: without what comes after it."""
        self.forger = self.forger or Forger(self.folder)
        forger = self.forger.fresh()
        shutil.rmtree(self.forged, ignore_errors=True)
        try:
            n = function(forger)
            if n is None and not why:
                return
            if n is None:
                raise audit_lies.NotHere
            forger.write(self.forged, n if why and not over else None)
        except audit_lies.NotHere:
            print("nothing to change for: " + what)
            self.wrong += bool(why)
            return
        self.compare(what, self.forged, 1, n, why)

    def copied(self):
        shutil.rmtree(self.forged, ignore_errors=True)
        shutil.copytree(os.path.join(self.folder, "turns"), self.forged)
        return sorted(os.listdir(self.forged))

    def changed_files(self):
        """A digest with a byte changed after it was signed; one that is missing; a game that is not over."""
        names = self.copied()
        path = os.path.join(self.forged, names[-3])
        with open(path, "r+", encoding="utf-8") as file:
            text = file.read()
            file.seek(text.index("\nround: ") + 8)
            file.write("7")
        self.compare("a byte is changed", self.forged, 1)
        os.remove(path)
        self.compare("a digest is missing", self.forged, 6)
        for name in self.copied()[len(names) * 2 // 3:]:
            os.remove(os.path.join(self.forged, name))
        self.compare("a game that is not over", self.forged, 6)


def main():
    adit, folder, rules, number = sys.argv[1:]
    audit_play.play(adit, folder, rules, int(number))
    run = Run(adit, folder)
    run.compare("an honest game", os.path.join(folder, "turns"), 0)
    place = list(audit_play.FEWEST).index(rules)
    refereed = audit.audit_replay and audit.audit_replay.knows(rules)
    if int(number) < len(audit_play.GAMES):
        for what, function in audit_lies.of_game(place, int(number), len(audit_play.GAMES), refereed):
            run.lie(what, function)
    for what, game, why, function in audit_lies.OPEN if rules == "saboteur" else ():
        if game == int(number):
            run.lie(what, function, why)
    for what, game, why, function in audit_lies.OVER if rules == "saboteur" else ():
        if game == int(number):
            run.lie(what, function, why, over=True)
    if number == "0":
        run.changed_files()
    sys.exit(1 if run.wrong else 0)


if __name__ == "__main__":
    main()
