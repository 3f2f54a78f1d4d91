#!/usr/bin/env python3
"""languages.py LANGUAGE SCRIPT...: runs test scripts in English and in another language, and compares.

LANGUAGE is a locale (uk_UA.UTF-8), which need not be installed, or qps, the pseudo-language of po/pseudo.py. The keys
and deals of both runs are the same (tests/chance.c). Tests that compare English words fail in the other language, and
that does not count. What counts, and is TAP, for each script:

- each call of adit has the same status in both;
- each file that has no language is the same: digests, order blocks, JSON, lists of orders;
- no run is killed, and the script does not give up or wait for ever (for English words; ADIT_TEST_PATIENCE seconds and
  five times as long as in English).

Chance decides in some scripts: senders that run at once, orders that are drawn by lot or that a policy chooses by the
hash of a digest. So a difference counts only if each of PAIRS English runs has it with each of as many runs in the
language, and no two English runs have it. Nor does what follows from it: a digest after one that chance decides, in the
same folder. What differed and does not count is a comment.

Calls that only one run made, because the script looks for English words to go on, are not compared; a script of which
only few are common fails.
"""
import collections
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PAIRS = 5
PATIENCE = float(os.environ.get("ADIT_TEST_PATIENCE", "60"))
ORDERS = re.compile(rb'\A(place |discard |walk |map |rockfall )')
CANONICAL = re.compile(rb'\A(adit-digest |-----BEGIN|\{"|\[\{"|place |discard |walk |map |rockfall )')


def catalogue(folder):
    here = os.environ["abs_top_srcdir"] + "/po/"
    po = os.path.join(folder, "qps.po")
    with open(po, "w", encoding="utf-8") as out:
        subprocess.run([sys.executable, here + "pseudo.py", here + "de.po"], stdout=out, check=True,
                       env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    subprocess.run(["msgfmt", "-o", os.path.join(folder, "qps.mo"), po], check=True, stderr=subprocess.DEVNULL)


def status(script, env, limit):
    """Runs a script, which must not wait for English words for ever: after limit seconds (None: any) it is ended, and
    the status is 124."""
    with subprocess.Popen(["sh", script], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, start_new_session=True) as running:
        try:
            return running.wait(limit)
        except subprocess.TimeoutExpired:
            return 124
        finally:
            if running.poll() is None:
                os.killpg(running.pid, signal.SIGTERM)


def run(script, folder, language, limit=None):
    """Returns (status, calls, files) of a run in that language ("": English)."""
    kept = os.path.join(folder, "kept")
    os.makedirs(kept)
    env = {**os.environ, "ADIT_TEST_CALLS": os.path.join(folder, "calls"), "ADIT_TEST_KEEP": kept,
           "ADIT_TEST_LANG": language, "ADIT_TEST_CATALOGUES": folder}
    if language == "qps":
        catalogue(folder)
    ended = status(script, env, limit)
    with open(env["ADIT_TEST_CALLS"], "ab+") as calls:
        calls.seek(0)
        # Anything before it: a call without words is not what same() drops.
        lines = [same(b"." + line)[1:] for line in calls.read().split(b"\n") if line]
    files = {}
    for at, _, names in os.walk(kept):
        for name in names:
            path = os.path.join(at, name)
            if os.path.isfile(path) and not os.path.islink(path):
                with open(path, "rb") as file:
                    files[os.path.relpath(path, kept)] = same(file.read())
    shutil.rmtree(folder)
    return ended, lines, files


def same(text):
    """Without what differs between two runs: the folder, times, and with them hashes, signatures and what is sealed."""
    text = re.sub(rb"adit-test\.\w{6}", b"DIR", text)
    text = re.sub(rb"^ *[A-Za-z0-9+/]+=*$", b"", text, flags=re.M)
    text = re.sub(rb"[A-Za-z0-9+/]{20,}=*", b"HASH", text)
    return re.sub(rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?Z?", b"TIME", text)


def orders(text):
    """Without the reasons of a suggestion, which are words; no order has a colon before a blank."""
    return re.sub(rb"^.*:[]~]* .*\n", b"", text, flags=re.M) if ORDERS.match(text) else text


def statuses(calls):
    """The statuses of each command, in their order."""
    found = collections.defaultdict(list)
    for line in calls:
        status, _, words = line.partition(b" ")
        found[words].append(int(status))
    return found


def first_difference(text, there):
    for one, other in zip(text.split(b"\n"), there.split(b"\n")):
        if one != other:
            return "%s, in English %s" % (ascii(other.decode(errors="replace"))[:80], ascii(one.decode(errors="replace"))[:80])
    return "one is longer"


def faults(english, other):
    """Yields pairs: where two runs differ, and how."""
    if other[0] not in (0, 1) and other[0] != english[0]:
        yield "the script", "it ends with %d" % other[0]
    before, after = statuses(english[1]), statuses(other[1])
    common = 0
    for words in before:
        if len(before[words]) == len(after.get(words, [])):
            common += len(before[words])
            if sorted(before[words]) != sorted(after[words]):
                yield "adit " + words.decode(errors="replace")[:200], "status %s, in English %s" % (
                    after[words], before[words])
    if common * 2 < len(english[1]):
        yield "the calls", "only %d of %d are common" % (common, len(english[1]))
    for name, text in english[2].items():
        there = other[2].get(name)
        if there is not None and orders(there) != orders(text) and (CANONICAL.match(text) or CANONICAL.match(there)):
            yield name, first_difference(orders(text), orders(there))


def follows(place, before):
    """True if the place is a digest of a folder after one of these places."""
    digest = re.compile(r"(.*/)(\d{6})\.txt")
    at = digest.fullmatch(place)
    return at is not None and any(
        other is not None and other[1] == at[1] and other[2] < at[2] for other in map(digest.fullmatch, before))


def compare(script, folder, language):
    """Returns (calls, faults that count, differences that do not) of a script."""
    def again(spoken):
        return run(script, os.path.join(folder, "run"), spoken, limit if spoken else None)

    begun = time.monotonic()
    english = [again("")]
    limit = PATIENCE + 5 * (time.monotonic() - begun)
    others = [again(language)]
    chance = []
    wrong = list(faults(english[0], others[0]))
    while wrong and len(english) < PAIRS:
        english.append(again(""))
        others.append(again(language))
        pairs = [{place for place, _ in faults(one, other)} for one in english for other in others]
        in_english = {place for place, _ in faults(english[0], english[-1])}
        steady = set.intersection(*pairs) - in_english
        unsteady = set.union(in_english, *pairs) - steady
        chance += [fault for fault in wrong if fault[0] in unsteady or follows(fault[0], unsteady)]
        wrong = [fault for fault in wrong if fault not in chance]
    wrong += [("the script", "in English it ends with %d" % one[0]) for one in english[:1] if one[0] not in (0, 1)]
    if not english[0][1]:
        wrong.append(("the calls", "none was counted (tests/chance.so counts them)"))
    return len(english[0][1]), wrong, chance


def main():
    language, scripts = sys.argv[1], sys.argv[2:]
    failed = 0
    for number, script in enumerate(scripts, 1):
        folder = tempfile.mkdtemp(prefix="adit-languages.")
        try:
            calls, wrong, chance = compare(script, folder, language)
        finally:
            shutil.rmtree(folder)
        failed += bool(wrong)
        print("%sok %d - %s: %d calls" % ("not " if wrong else "", number, script, calls))
        print("".join("#   %s: %s\n" % fault for fault in wrong), end="")
        for fault in chance[:1]:
            print("#   by chance, at %d places, first %s: %s" % (len(chance), *fault))
        sys.stdout.flush()
    print("1..%d" % len(scripts))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
