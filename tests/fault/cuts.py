"""cuts.py FOLDER: the power fails while a verb runs, then the verb runs again: in the end all is as if nothing
had happened, and what was shown before the cut is not lost.

fault.c records what the verb changes. After a cut the disk has all that was synced, and some of the rest:

    prefixes   just before each sync, and at the end, the first so many of the changes not yet synced
    omissions  all of these but one
    subsets    at a random moment, any of them (1000 that differ, as far as there are); of a write also its first sectors
               alone, or zeros in its place where the file grew

A sync of a file makes its bytes last, not its name: names last by a sync of their folder. What a verb hands to
others (FOLDER/out) and prints is never lost; nor is what git keeps, which syncs as it is configured.

FOLDER has the results by verb; a verb that has one is not tried again.

    FAULTS_VERBS, FAULTS_SEED   as for faults.py
    FAULTS_SAMPLE=N             N states of each verb, of slow ones a fifth (default: all prefixes and omissions, and 1000
                                subsets)
"""
import json
import os
import shutil
import stat
import sys

import gittable
import table

SECTOR = 512
SUBSETS = 1000  # that differ
DRAWS = 10000
DONE = ("done",)  # one of the runs has ended


class File:
    def __init__(self, data=b"", mode=0o600):
        self.data, self.mode = bytes(data), mode


class Disk:
    """What is on the disk: files by their number, folders as {name: number}."""

    def __init__(self, root):
        self.files, self.folders, self.modes = {}, {}, {}
        self.root = os.stat(root).st_ino
        for where, folders, names in os.walk(root):
            at = self.folders.setdefault(os.stat(where).st_ino, {})
            for name in folders + names:
                st = os.lstat(os.path.join(where, name))
                at[name] = st.st_ino
                if stat.S_ISREG(st.st_mode):
                    with open(os.path.join(where, name), "rb") as f:
                        self.files[st.st_ino] = File(f.read(), st.st_mode & 0o777)
                else:
                    self.folders.setdefault(st.st_ino, {})

    def copy(self):
        new = object.__new__(Disk)
        new.root = self.root
        new.files = {n: File(f.data, f.mode) for n, f in self.files.items()}
        new.folders = {n: dict(f) for n, f in self.folders.items()}
        return new

    def write(self, root):
        """Makes the tree below `root`, which does not exist."""
        def folder(number, path):
            os.mkdir(path, 0o700)
            for name, n in self.folders[number].items():
                at = path + "/" + name
                if n in self.folders:
                    folder(n, at)
                elif n in self.files:
                    fd = os.open(at, os.O_WRONLY | os.O_CREAT | os.O_EXCL, self.files[n].mode)
                    os.write(fd, self.files[n].data)
                    os.close(fd)
        folder(self.root, root)

    def state(self):
        """A value that is the same for equal disks."""
        def folder(number):
            return tuple(sorted((name, folder(n) if n in self.folders else self.files[n].data)
                                for name, n in self.folders[number].items()
                                if n in self.folders or n in self.files))
        return hash(folder(self.root))


class Change:
    """One change. objects: the files or folders whose sync makes it last; None: it lasts at once."""

    def __init__(self, kind, objects, *args):
        self.kind, self.objects, self.args = kind, objects, args

    def apply(self, disk, how="all"):
        """how: all, torn (the first sectors), or zero (the file grows, without the bytes)."""
        getattr(self, "do_" + self.kind)(disk, how)

    def do_create(self, disk, how):
        folder, name, number = self.args
        disk.files.setdefault(number, File())
        self.enter(disk, folder, name, number)

    def do_mkdir(self, disk, how):
        folder, name, number = self.args
        disk.folders.setdefault(number, {})
        self.enter(disk, folder, name, number)

    @staticmethod
    def enter(disk, folder, name, number):
        if folder in disk.folders and name:
            disk.folders[folder][name] = number

    def do_link(self, disk, how):
        self.enter(disk, *self.args)

    def do_unlink(self, disk, how):
        folder, name, number = self.args
        if disk.folders.get(folder, {}).get(name) == number:
            del disk.folders[folder][name]

    def do_rename(self, disk, how):
        old, old_name, new, new_name, number = self.args
        if disk.folders.get(old, {}).get(old_name) == number:
            del disk.folders[old][old_name]
        self.enter(disk, new, new_name, number)

    def do_write(self, disk, how):
        number, at, data = self.args
        f = disk.files.setdefault(number, File())
        if how == "torn":
            end = (at + len(data) // 2) // SECTOR * SECTOR
            data = data[:max(0, end - at)]
        if how == "zero":
            f.data += bytes(max(0, at + len(data) - len(f.data)))
        elif data:
            f.data = f.data[:at].ljust(at, b"\0") + data + f.data[at + len(data):]

    def do_size(self, disk, how):
        number, size = self.args
        f = disk.files.setdefault(number, File())
        f.data = f.data[:size].ljust(size, b"\0")


class Record:
    """What a run changed, printed and synced, in its order; numbers of files that were used again are made new."""

    def __init__(self, folder, disk, is_safe):
        self.work, self.items = folder.work, []
        self.is_safe, self.safe = is_safe, set()  # of paths; numbers of files whose changes last at once
        for where, _, names in os.walk(folder.work):
            self.safe |= {os.lstat(os.path.join(where, n)).st_ino for n in names if self.lasts(os.path.join(where, n))}
        self.now = disk.copy()  # to find the number of a folder by its path
        self.alias = {}

    def number(self, inode):
        return self.alias.get(inode, inode)

    def new(self, inode):
        used = inode in self.now.files or inode in self.now.folders
        self.alias[inode] = "%d.%d" % (inode, len(self.items)) if used else inode
        return self.alias[inode]

    def place(self, path):
        """Returns the folder's number and the name."""
        at = self.now.root
        parts = os.path.relpath(path, self.work).split("/")
        for part in parts[:-1]:
            at = self.now.folders[at][part]
        return at, parts[-1]

    def lasts(self, path):
        return self.is_safe(os.path.relpath(path, self.work))

    def change(self, path, kind, objects, *args):
        """path: None for a change of the file that is args[0]."""
        number = args[0] if path is None else args[-1]
        if path is not None and self.lasts(path):
            self.safe.add(number)
        elif path is not None:
            self.safe.discard(number)
        c = Change(kind, None if number in self.safe or (path is not None and self.lasts(path)) else objects, *args)
        c.apply(self.now)
        self.items.append(c)

    def line(self, word, *args):
        getattr(self, "see_" + word)(*args)

    def see_create(self, path, inode):
        if path == "-":
            self.now.files[self.new(int(inode))] = File()
            return
        folder, name = self.place(path)
        self.change(path, "create", {folder}, folder, name, self.new(int(inode)))

    def see_mkdir(self, path, inode):
        folder, name = self.place(path)
        self.change(path, "mkdir", {folder}, folder, name, self.new(int(inode)))

    def see_rename(self, old, new, inode):
        a, b = self.place(old), self.place(new)
        self.change(new, "rename", {a[0], b[0]}, *a, *b, self.number(int(inode)))

    def see_link(self, old, new, inode):
        folder, name = self.place(new)
        self.change(new, "link", {folder}, folder, name, self.number(int(inode)))

    def see_unlink(self, path, inode):
        folder, name = self.place(path)
        self.change(path, "unlink", {folder}, folder, name, self.number(int(inode)))

    def see_write(self, inode, at, data):
        number = self.number(int(inode))
        self.change(None, "write", {number}, number, int(at), bytes.fromhex(data))

    def see_size(self, inode, size):
        number = self.number(int(inode))
        self.change(None, "size", {number}, number, int(size))

    def see_sync(self, inode):
        self.items.append(self.number(int(inode)))

    def see_syncall(self):
        self.items.append("all")

    def see_out(self, pid, fd, data):
        self.items.append((int(fd), bytes.fromhex(data)))

    def see_mapped(self, inode):
        raise RuntimeError("a file was changed in memory")

    # ---- cuts

    def pending(self, moment):
        """Returns (changes that last, changes not yet synced) when the power fails before items[moment]."""
        waits, lasts = [], []
        for i, item in enumerate(self.items[:moment]):
            if isinstance(item, Change):
                (lasts if item.objects is None else waits).append((i, item))
            elif not isinstance(item, tuple):
                synced = [w for w in waits if item == "all" or item in w[1].objects]
                waits = [w for w in waits if w not in synced]
                lasts += synced
        return lasts, waits

    def shown(self, moment):
        """What was printed before."""
        return b"".join(item[1] for item in self.items[:moment] if isinstance(item, tuple) and item[0] == 1)

    def given(self, moment):
        """How much was handed to others before."""
        return sum(1 for item in self.items[:moment] if isinstance(item, tuple) and item[0] == "out")

    def cuts(self, chance, n):
        """Yields (moment, [(change, how)], what it is)."""
        syncs = [i for i, item in enumerate(self.items) if not isinstance(item, (Change, tuple))]
        for moment in syncs + [len(self.items)]:
            lasts, waits = self.pending(moment)
            for k in range(len(waits) + 1):
                yield moment, self.kept(lasts, waits[:k]), "the first %d of %d" % (k, len(waits))
            for k in range(len(waits) - 1):
                yield moment, self.kept(lasts, waits[:k] + waits[k + 1:]), "all of %d but %d" % (len(waits), k + 1)
        for _ in range(n):
            moment = chance.randrange(len(self.items) + 1)
            lasts, waits = self.pending(moment)
            part = chance.random()
            some = [(i, c, chance.choice(["all", "all", "torn", "zero"])) for i, c in waits if chance.random() < part]
            yield moment, self.kept(lasts, some), "%d of %d" % (len(some), len(waits))

    @staticmethod
    def kept(lasts, some):
        every = [(i, c, "all") for i, c in lasts] + [x if len(x) == 3 else (*x, "all") for x in some]
        return sorted(every, key=lambda x: x[0])


class Trial:
    def __init__(self, folder, verb):
        self.folder, self.verb = folder, verb

    def record(self):
        folder, trace = self.folder, self.folder.root + "/trace"
        folder.fresh()
        self.disk = Disk(folder.work)
        self.seen = Record(folder, self.disk, self.verb.is_safe)
        self.handed = {}
        for args, stdin in self.verb.steps():
            got = folder.run(args, stdin=stdin, at=self.verb.at,
                             tracer=[os.environ["FAULT"], "-r", folder.root, "-o", trace, "--"])
            if got.returncode != 0:
                raise RuntimeError("%s: %d %s" % (args, got.returncode, got.stderr.decode()))
            with open(trace) as f:
                for line in f:
                    self.item(line.rstrip("\n").split("\t"))
            self.seen.items.append(DONE)
        wrong = folder.again(self.verb, got)
        if wrong:
            raise RuntimeError("%s: %s" % (self.verb.name, wrong))
        self.wanted = self.verb.look(folder)

    def item(self, words):
        """What is outside of the working folder is in other hands."""
        words = [os.path.normpath(w) if w.startswith("/") else w for w in words]
        out = self.folder.root + "/out/"
        numbers = self.handed
        if words[0] == "create" and words[1].startswith(out):
            numbers[words[2]] = words[1]
        elif words[0] in ("write", "sync", "size") and words[1] in numbers:
            if words[0] == "write":
                self.seen.items.append(("out", numbers[words[1]], bytes.fromhex(words[3])))
        elif len(words) < 2 or not words[1].startswith(out):
            self.seen.line(*words)

    def restore(self, disk, moment):
        """Makes the folders what they are after the cut."""
        for name in self.folder.work, self.folder.root + "/out":
            shutil.rmtree(name, ignore_errors=True)
        disk.write(self.folder.work)
        for where, _, names in os.walk(self.folder.work):
            for name in names:
                if name.endswith(".lock") and self.verb.is_safe(os.path.relpath(where, self.folder.work) + "/"):
                    os.utime(os.path.join(where, name), (0, 0))  # the machine was off for a while
        os.mkdir(self.folder.root + "/out")
        for item in self.seen.items[:moment]:
            if isinstance(item, tuple) and item[0] == "out":
                os.makedirs(os.path.dirname(item[1]), exist_ok=True)
                with open(item[1], "ab") as f:
                    f.write(item[2])

    def one(self, disk, moment):
        shown = self.seen.shown(moment)
        wrong = []
        self.restore(disk, moment)
        if self.verb.kept is not None:
            wrong += self.verb.kept(self.folder, shown)
            self.restore(disk, moment)
        done = sum(1 for item in self.seen.items[:moment] if item == DONE)
        wrong += self.folder.again(self.verb, None, done)
        there = self.verb.look(self.folder)
        if there != self.wanted:
            wrong.append("differs: %s" % table.differs(self.wanted, there))
        return wrong

    def run(self, chance, n):
        """Returns (number of states, [(cut, what is wrong)])."""
        self.record()
        states, found = set(), []
        cuts = list(self.seen.cuts(chance, DRAWS))
        fixed = len(cuts) - DRAWS
        for at, (moment, kept, what) in enumerate(chance.sample(cuts, n) if 0 < n < len(cuts) else cuts):
            if at == fixed:
                most = len(states) + SUBSETS
            if at > fixed and len(states) == most:
                break
            disk = self.disk.copy()
            for _, change, how in kept:
                change.apply(disk, how)
            state = (disk.state(), self.seen.shown(moment), self.seen.given(moment),
                     self.seen.items[:moment].count(DONE))
            if state in states:
                continue
            states.add(state)
            wrong = self.one(disk, moment)
            if wrong:
                lost = [c for c in self.seen.items[:moment] if isinstance(c, Change) and
                        c not in [k[1] for k in kept]]
                found.append(("before item %d of %d, %s, without %s" % (
                    moment, len(self.seen.items), what,
                    ["%s %s" % (c.kind, [a for a in c.args if not isinstance(a, bytes)]) for c in lost[:4]]), wrong))
        return len(states), found


def main():
    bad = try_all(table.begin(sys.argv[1] + "/tables"), table.tables)
    if shutil.which("git") is not None:
        bad += try_all(table.begin(sys.argv[1] + "/git"), gittable.tables)
    return 1 if bad else 0


def try_all(folder, make_them):
    """Tries the verbs of these tables and prints what is wrong. Returns how much that is."""
    n = int(os.environ.get("FAULTS_SAMPLE", "0"))
    bad = 0
    results = folder.root + "/results"
    done = {}
    if os.path.exists(results):
        with open(results) as f:
            done = {r[0]: r for r in map(json.loads, f)}
    for verb in table.chosen(folder, make_them):
        if verb.programs != table.PROGRAMS:
            continue  # only other calls of the same run fail
        if verb.name not in done:
            few = n if verb.sample == 0 else max(1, n // 5) if n > 0 else verb.sample  # it takes long
            done[verb.name] = [verb.name, *Trial(folder, verb).run(table.chance(verb), few)]
            with open(results, "a") as f:
                f.write(json.dumps(done[verb.name]) + "\n")
        _, states, found = done[verb.name]
        bad += len(found)
        print("%s: %d states of the disk, %d wrong" % (verb.name, states, len(found)))
        for what, wrong in found:
            print("  %s: %s" % (what, " | ".join(wrong)))
        sys.stdout.flush()
    return bad


if __name__ == "__main__":
    sys.exit(main())
