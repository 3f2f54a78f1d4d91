#!/usr/bin/env python3
"""Changes src in one place at a time and looks for a test that fails.

usage: mutants.py SRCDIR WORKDIR [--mutants N] [--seed S] [--files PREFIX] [--again] [--few N]
                  [--first] [--scripts] [--jobs N] [--limit N] [--cc CC]
       mutants.py SRCDIR --check
       mutants.py SRCDIR BUILDDIR --sample

Chooses N mutants from the seed among those of src/core, src/games, src/seal, src/wire, src/record,
src/host and src/audit (tests/mutants_source.py), of which each must compile to other code than the
original, and runs the tests that reach the changed line: first those of the programs of its folder,
then of the others. What the tests of a program reach is found out when it is needed. WORKDIR keeps a build of the tests,
what each test reaches, and the results: another run goes on where one stopped. Sources are read in
SRCDIR, and nothing is written there.

--files PREFIX  only files whose path below src begins so; with :N at the end only line N
--again         run the survivors of earlier runs again, too
--programs A,B  mutants meet all tests of these programs (seal,wire): nothing is traced
--first         mutants meet only the programs of their folder: a quick look
--few N         ADIT_FEW of the tests (25); a mutant that survives meets their whole lists, too
--limit N       a mutant survives after N CPU seconds of either, in each part (60; 0: never)
--jobs N        how many mutants are tried at once (1)
--scripts       survivors of the C tests also run the scripts of SCRIPTS that reach the line

--check only looks whether each line of tests/mutants.txt is about a mutant that there is.

--sample tries the mutants of tests/mutants_sample.txt, each with the one test that must fail. BUILDDIR
has the programs, and nothing is built but each mutant. Prints those that survive.

Prints the survivors and how many mutants were killed. The status is 1 if a mutant survives that
tests/mutants.txt does not list.
"""
import argparse
import collections
import concurrent.futures
import glob
import hashlib
import json
import os
import queue
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
import mutants_source  # noqa: E402 pylint: disable=wrong-import-position

FOLDERS = ["core", "games", "seal", "wire", "record", "host", "audit"]
CFLAGS = "-O2 -fPIC"
TRACED = "-O1 -g -fPIC -fsanitize-coverage=trace-pc"
PROGRAMS = ["adit", "audit", "bot", "draw", "fifth", "games", "golden", "host", "mail", "player",
            "repo", "seal", "service", "session", "show", "store", "text", "wire"]
# What a mutant of a folder meets first: most die there. The others run for those that do not.
FIRST = {"core": ["games", "golden", "fifth"], "games": ["games", "text", "golden", "wire", "bot"],
         "seal": ["seal"], "wire": ["wire"], "record": ["player", "wire"], "host": ["host"],
         "audit": ["audit"]}
# Scripts that look at what the C tests do not: quick ones that start adit and adit-letter alone.
SCRIPTS = ["cli/audit", "cli/deck", "cli/errors", "cli/keys", "cli/late", "cli/news", "cli/pins",
           "cli/play", "cli/rebuild", "cli/record", "cli/rotate", "cli/tables", "cli/tick",
           "cli/undo", "cli/unlock", "mail/send", "mail/verbs"]
TRACED_CPU = 5  # seconds
HANGS = 30  # seconds: a test whose processes use no CPU for so long waits for nothing
BATCH = 0.2  # seconds of CPU of the first batch of tests
NAMES = 40  # tests of a batch: Criterion crashes on a pattern of about 100 names


def sha(*parts):
    return hashlib.sha1(b"\0".join(p if isinstance(p, bytes) else p.encode() for p in parts)
                        ).hexdigest()


def read(path, mode="r"):
    with open(path, mode, encoding=None if "b" in mode else "utf-8") as file:
        return file.read()


def write(path, text):
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)


def cpu_of(session):
    """The clock ticks that the processes of a session have used."""
    used = 0
    for name in glob.glob("/proc/[0-9]*/stat"):
        try:
            part = read(name).rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(part[3]) == session:
            used += int(part[11]) + int(part[12])
    return used


def is_mutated(source):
    part = source.split("/")
    return part[0] == "src" and part[1] in FOLDERS


class Build:
    """The tests, linked to the layers as a library that a smaller one overrides.

    The programs look for symbols in libmutant.so first. It is empty, or has the object of a mutant:
    so a mutant costs one compilation.
    """

    def __init__(self, srcdir, work, cc):
        self.srcdir = os.path.abspath(srcdir)
        self.work = os.path.abspath(work)
        self.cc = cc
        self.build = os.path.join(self.work, "build")
        self.lib = os.path.join(self.work, "lib")  # what programs are linked to
        self.traced = os.path.join(self.work, "traced")
        self.libs = []
        self.compile = {}  # source, relative to SRCDIR -> command without -o, -c and the source

    def run(self, argv, given="", **more):
        done = subprocess.run(argv, input=given, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False, **more)
        if done.returncode != 0:
            sys.exit("mutants: %s failed:\n%s" % (" ".join(argv[:6]), done.stdout[-4000:]))
        return done.stdout

    def make(self, *argv):
        libs = "%s/libmutant.so %s/liblayers.so" % (self.lib, self.lib)
        # The archives that liblayers.so is made of are the usual layers.
        return self.run(["make", "-s", "layers=" + libs, "below=" + libs, "LDFLAGS=-Wl,"
                         "--no-as-needed -Wl,-rpath," + self.lib] + list(argv), cwd=self.build)

    def prepare(self):
        for folder in (self.build, self.lib, self.traced):
            os.makedirs(folder, exist_ok=True)
        if not os.path.exists(os.path.join(self.build, "Makefile")):
            self.run([os.path.join(self.srcdir, "configure"), "-q", "CC=" + self.cc,
                      "CFLAGS=" + CFLAGS], cwd=self.build)
        self.run(["make", "-s", "Makefile"], cwd=self.build)  # after a change of Makefile.am
        layers, libs = self.variables("layers", "layer_libs LIBEDIT_LIBS NCURSES_LIBS")[:2]
        archives, self.libs = layers.split(), libs.split()
        self.run(["make", "-s"] + archives, cwd=self.build)
        objects = self.objects(archives)
        self.link(self.lib, "liblayers.so",
                  [os.path.join(self.build, o) for o in objects.values()] + self.libs)
        empty = os.path.join(self.lib, "empty.o")
        self.run(["gcc", "-x", "c", "-c", "-o", empty, "/dev/null"])
        self.link(self.lib, "libmutant.so", [empty])
        self.make(*(["tests/t-" + name for name in PROGRAMS] + ["adit", "adit-letter"]))
        self.make_traced(objects)

    def variables(self, *wanted):
        """The values of variables of the Makefile; several in a string: one after the other."""
        rule = "print:" + "".join("\n\t@echo " + " ".join("$(%s)" % name for name in names.split())
                                  for names in wanted)
        # What runs this may be make itself, whose job server is not ours.
        own = {name: value for name, value in os.environ.items()
               if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
        text = self.run(["make", "-s", "--no-print-directory", "-f", "Makefile", "-f", "-",
                         "print"], cwd=self.build, given=rule + "\n", env=own)
        return [line.strip() for line in text.split("\n")]

    def objects(self, archives):
        """Fill in self.compile; returns source -> object."""
        result = {}
        names = [archive.replace(".a", "_a") for archive in archives]
        first, last, *own = self.variables(
            "CC DEFS DEFAULT_INCLUDES INCLUDES", "CPPFLAGS AM_CFLAGS CFLAGS",
            *[name + "_CPPFLAGS" for name in names], *[name + "_OBJECTS" for name in names])
        for k, name in enumerate(names):
            command = shlex.split("%s %s %s" % (first, own[k], last))
            for item in own[len(names) + k].split():
                source = item.replace(name + "-", "").replace(".o", ".c")
                if os.path.exists(os.path.join(self.srcdir, source)):
                    self.compile[source] = command
                result[source] = item
        return result

    def link(self, folder, name, objects):
        """Make the library folder/name, unless it is there. Without the libc, symbols would get their
        oldest version (realpath)."""
        target = os.path.join(folder, name)
        self.run(["gcc", "-shared", "-nostartfiles", "-o", target + ".new", "-Wl,-soname," + name] +
                 objects)
        if os.path.exists(target) and read(target, "rb") == read(target + ".new", "rb"):
            os.unlink(target + ".new")
        else:
            os.replace(target + ".new", target)

    def make_traced(self, objects):
        made = []
        for source, name in objects.items():
            target = os.path.join(self.traced, name.replace("/", "+"))
            origin = os.path.join(self.srcdir, source)
            if not is_mutated(source):
                made.append(os.path.join(self.build, name))
                continue
            made.append(target)
            if not os.path.exists(target) or not self.is_current(target, origin):
                self.run(self.compile[source] + shlex.split(TRACED) + ["-c", "-o", target, origin],
                         cwd=self.build)
        trace = os.path.join(self.traced, "trace.o")
        self.run(["gcc", "-O2", "-fPIC", "-c", "-o", trace,
                  os.path.join(self.srcdir, "tests/mutants_trace.c")])
        self.link(self.traced, "liblayers.so", made + [trace] + self.libs)

    def is_current(self, target, origin):
        """Headers count: each is older than the target."""
        made = os.path.getmtime(target)
        if not hasattr(self, "newest_header"):
            self.newest_header = max(os.path.getmtime(h) for h in glob.glob(
                os.path.join(self.srcdir, "src/**/*.h"), recursive=True))
        return made > os.path.getmtime(origin) and made > self.newest_header

    def object_of(self, folder, source, text):
        """Compile the text instead of the source. Returns the object's bytes, None: an error."""
        write(os.path.join(folder, "mutant.c"), text)
        done = subprocess.run(
            self.compile[source] + ["-w", "-c", "-o", "mutant.o", "mutant.c",
                                    "-I" + self.build],
            cwd=folder, env={**os.environ, "CCACHE_DISABLE": "1"}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, check=False)
        return read(os.path.join(folder, "mutant.o"), "rb") if done.returncode == 0 else None


class Runner:
    """Runs tests: "PROGRAM suite/name" or "SCRIPT.t"."""

    def __init__(self, build, few, label):
        self.build = build
        self.tmp = os.path.join(os.environ.get("TMPDIR", "/tmp"),
                                "adit-mutants-%d-%s" % (os.getpid(), label))
        self.lib = os.path.join(build.work, label)  # libraries that go first
        os.makedirs(self.lib, exist_ok=True)
        self.env = {
            "PATH": os.environ["PATH"], "HOME": self.tmp, "TMPDIR": self.tmp, "TZ": "UTC",
            "LC_ALL": "C.UTF-8", "ADIT_FEW": str(few), "ADIT_SOAK_QUICK": "1",
            "abs_top_srcdir": build.srcdir, "abs_top_builddir": build.build,
            "top_srcdir": build.srcdir, "CC": "gcc", "LD_LIBRARY_PATH": self.lib,
            "ADIT": os.path.join(build.build, "adit"),
            "ADIT_LETTER": os.path.join(build.build, "adit-letter"),
        }
        if few <= 1:
            del self.env["ADIT_FEW"], self.env["ADIT_SOAK_QUICK"]

    def argv(self, tests):
        first = tests[0]
        if first.endswith(".t"):
            return ["sh", os.path.join(self.build.srcdir, "tests", first)]
        program = first.split(" ")[0]
        names = [test.split(" ")[1] for test in tests]
        pattern = names[0] if len(names) == 1 else "@(%s)" % "|".join(names)
        return [os.path.join(self.build.build, "tests", program), "--fail-fast", "--jobs", "1",
                "--filter", pattern, "--color=never", "--encoding=UTF-8"]

    def run(self, tests, cpu, more=None):
        """Run the tests, all of one program. Returns (first that failed or None, CPU seconds)."""
        shutil.rmtree(self.tmp, ignore_errors=True)
        os.makedirs(self.tmp)
        limits = ["prlimit", "--cpu=%d:%d" % (cpu, cpu + 1), "--as=%d" % (4 << 30),
                  "--fsize=%d" % (256 << 20), "--core=0"]
        with subprocess.Popen(limits + self.argv(tests), env={**self.env, **(more or {})},
                              cwd=self.tmp, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, start_new_session=True) as child:
            done = threading.Event()
            threading.Thread(target=self.watch, args=(child.pid, done), daemon=True).start()
            text = child.stdout.read().decode("utf-8", "replace")
            status, usage = os.wait4(child.pid, 0)[1:]
            child.returncode = os.waitstatus_to_exitcode(status)
            done.set()
            self.kill(child.pid)
        used = usage.ru_utime + usage.ru_stime
        if child.returncode == 0:
            return None, used
        failed = re.search(r"^\[FAIL\] (\w+)::(\w+)", text, re.M)
        if failed is not None:
            return "%s %s/%s" % (tests[0].split(" ")[0], *failed.groups()), used
        if len(tests) == 1:
            return tests[0], used
        # The program itself has failed, which need not be the fault of the mutant.
        for test in tests:
            killer, more_used = self.run([test], cpu, more)
            used += more_used
            if killer is not None:
                return killer, used
        return None, used

    def watch(self, session, done):
        """Kill the processes of the session when none of them goes on."""
        before = None
        while not done.wait(HANGS):
            used = cpu_of(session)
            if used == before:
                self.kill(session)
            before = used

    @staticmethod
    def kill(group):
        try:
            os.killpg(group, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def run_all(self, program, more):
        """Runs all tests of a program, each for TRACED_CPU seconds at most: a test that takes longer
        has seen most of what it will. Yields suite, test, whether it failed, and its seconds."""
        shutil.rmtree(self.tmp, ignore_errors=True)
        os.makedirs(self.tmp)
        tap = os.path.join(self.tmp, "tap")
        subprocess.run(["prlimit", "--cpu=%d" % TRACED_CPU, "--core=0",
                        os.path.join(self.build.build, "tests", program), "--jobs", "2",
                        "--tap=" + tap], env={**self.env, **more}, cwd=self.tmp, check=False,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        for row in read(tap).splitlines():
            part = re.match(r"(not )?ok - (\w+)::(\w+).*?(?:\(([0-9.]+)s\))?$", row)
            if part:
                killed = part.group(4) is None  # killed, so that Criterion gives no time
                yield (part.group(2), part.group(3), part.group(1) is not None and not killed,
                       20.0 if killed else float(part.group(4)))

    def close(self):
        shutil.rmtree(self.tmp, ignore_errors=True)


class Blocks:
    """The basic blocks of the traced library: self.lines is start -> set of "src/file.c:line"."""

    def __init__(self, library):
        self.lines = {}
        block = line = None
        begins = False
        with subprocess.Popen(["objdump", "-dl", "--no-show-raw-insn", library],
                              stdout=subprocess.PIPE, text=True) as code:
            for row in code.stdout:
                source = re.match(r"/.*/(src/[^:]*):(\d+)", row)
                if source:
                    line = "%s:%s" % source.groups()
                elif row.endswith(">:\n"):
                    block = line = None
                elif row.startswith(" "):
                    if begins:
                        block = self.lines.setdefault(int(row.split(":")[0], 16), set())
                    begins = "<__sanitizer_cov_trace_pc" in row
                    if block is not None and not begins and line is not None:
                        block.add(line)

    def ran(self, trace):
        """path -> its lines that ran."""
        result = collections.defaultdict(set)
        for match in re.finditer(b"\1", trace):
            for line in self.lines.get(match.start(), ()):
                path, number = line.rsplit(":", 1)
                result[path].add(int(number))
        return {path: sorted(lines) for path, lines in sorted(result.items())}

    def coded(self):
        """path -> its lines with code."""
        result = collections.defaultdict(set)
        for lines in self.lines.values():
            for line in lines:
                path, number = line.rsplit(":", 1)
                result[path].add(int(number))
        return {path: sorted(lines) for path, lines in result.items()}


class Reach:
    """Which tests reach which lines; kept in the file reach.json."""

    def __init__(self, build, runner, args):
        self.build, self.runner = build, runner
        self.scripts, self.first_only, programs = args.scripts, args.first, args.programs
        self.all = None  # all tests of `programs`, if given
        self.path = os.path.join(build.work, "reach.json")
        self.known = json.loads(read(self.path)) if os.path.exists(self.path) else {}
        self.cut = self.find_cut()
        self.cpu = {}
        self.at = collections.defaultdict(list)  # line -> tests, the quickest first
        self.lock = threading.Lock()
        self.traced = set()  # programs
        if programs:
            for name in programs.split(","):
                self.cpu.update(self.passing(runner, "t-" + name))
            self.all = sorted(self.cpu, key=lambda test: (self.cpu[test], test))
            return
        self.stamp = sha(read(os.path.join(build.traced, "liblayers.so"), "rb"),
                         runner.env.get("ADIT_FEW", ""))
        if self.known.get("stamp") != self.stamp:
            blocks = Blocks(os.path.join(build.traced, "liblayers.so"))
            self.known = {"stamp": self.stamp, "coded": blocks.coded(), "of": {}}
        self.blocks = None
        self.coded = {(path, line) for path, lines in self.known["coded"].items()
                      for line in lines}

    @staticmethod
    def passing(runner, program):
        """The tests that pass without a mutant -> their seconds."""
        result = {}
        for suite, test, failed, seconds in runner.run_all(program, {}):
            if failed:
                print("mutants: not used, fails without a mutant: %s %s/%s" % (program, suite, test))
            else:
                result["%s %s/%s" % (program, suite, test)] = seconds
        return result

    def stages(self, mutant):
        """Lists of programs and scripts, each for mutants that survived the one before."""
        if self.all is not None:
            return [[]]
        first = FIRST[mutant.path.split("/")[1]]
        stages = [["t-" + name for name in first],
                  ["t-" + name for name in PROGRAMS if name not in first]]
        if self.first_only:
            return stages[:1]
        return stages + [[name + ".t" for name in SCRIPTS]] if self.scripts else stages

    def learn(self, name):
        """Find out what the tests of a program reach, unless it is known. A test that changes is not
        traced again: that would cost more than a mutant that is missed."""
        if name in self.traced:
            return
        if name not in self.known["of"]:
            if self.blocks is None:
                self.blocks = Blocks(os.path.join(self.build.traced, "liblayers.so"))
            self.known["of"][name] = self.trace(name, self.blocks)
            write(self.path, json.dumps(self.known))
            print("mutants: traced " + name, flush=True)
        for test, entry in self.known["of"][name].items():
            self.cpu[test] = entry["cpu"]
            if entry["failed"]:
                print("mutants: not used, fails without a mutant: " + test)
                continue
            for path, lines in entry["lines"].items():
                for line in lines:
                    self.at["%s:%d" % (path, line)].append(test)
        self.traced.add(name)

    def trace(self, name, blocks):
        """Runs the tests of a program, or a script. Returns test -> what is known of it."""
        folder, runner = tempfile.mkdtemp(), self.runner
        more = {"ADIT_TRACE": folder, "LD_LIBRARY_PATH": self.build.traced}
        if name.endswith(".t"):
            more["ADIT_TRACE_FILE"] = os.path.join(folder, "script")
            failed, cpu = runner.run([name], 600, more)
            outcome = {name: ("script", failed is not None, cpu)}
        else:
            outcome = {"%s %s/%s" % (name, suite, test): (suite + "+" + test, failed, seconds)
                       for suite, test, failed, seconds in runner.run_all(name, more)}
        found = {}
        for test, (file, failed, cpu) in outcome.items():
            path = os.path.join(folder, file)
            lines = blocks.ran(read(path, "rb")) if os.path.exists(path) else {}
            found[test] = {"cpu": round(cpu, 3), "failed": failed, "lines": lines}
        shutil.rmtree(folder)
        runner.close()
        return found

    def is_cut(self, test):
        """True for a test of a file in which ADIT_FEW skips something."""
        return test.split(" ")[-1].split("/")[0] in self.cut

    def find_cut(self):
        """The suites of such files."""
        result = set()
        for path in glob.glob(os.path.join(self.build.srcdir, "tests/*/*.c")) + \
                glob.glob(os.path.join(self.build.srcdir, "tests/games/*/*.c")):
            text = read(path)
            if re.search(r"\b(few|is_few|few_step|few_without)\(", text):
                result.update(re.findall(r"^Test\((\w+),", text, re.M))
        return result

    def tests_of(self, mutant, programs):
        """Tests of these programs that reach the line, the quickest first. A line without code is of
        the line before it in its function, or else of the first line with code there. A table is of
        the file, or of the folder if the file has nothing else."""
        if self.all is not None:
            return self.all
        with self.lock:
            for name in programs:
                self.learn(name)
            found = {test for test in self.reaching(mutant)
                     if (test if test.endswith(".t") else test.split(" ")[0]) in programs}
        return sorted(found, key=lambda test: (self.cpu[test], test))

    def reaching(self, mutant):
        body = mutant.body
        for line in [*range(mutant.line, body.start - 1, -1), *body] if body is not None else []:
            if (mutant.path, line) in self.coded:
                return self.at.get("%s:%d" % (mutant.path, line), [])
        for begin in (mutant.path + ":", os.path.dirname(mutant.path) + "/"):
            found = {t for k, tests in self.at.items() if k.startswith(begin) for t in tests}
            if found:
                break
        return found


class Results:
    """The file results.jsonl: a line for each mutant that was tried."""

    def __init__(self, work):
        self.path = os.path.join(work, "results.jsonl")
        self.by_id = {}
        self.lock = threading.Lock()
        if os.path.exists(self.path):
            for line in read(self.path).split("\n"):
                if line:
                    entry = json.loads(line)
                    self.by_id[entry["id"]] = entry

    def add(self, mutant, status, **more):
        entry = {"id": mutant.id, "status": status, "path": mutant.path, "line": mutant.line,
                 "shown": mutant.shown, "kind": mutant.kind, **more}
        self.by_id[mutant.id] = entry
        with self.lock, open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
        return entry


class Hunt:
    """Tries mutants, several at once."""

    def __init__(self, build, runners, reach, results, limit):
        self.limit = limit
        self.build, self.reach, self.results = build, reach, results
        self.killers = collections.defaultdict(list)  # path -> tests that killed there, last first
        self.original, self.text = {}, {}
        self.idle = queue.SimpleQueue()
        for runner in runners:
            self.idle.put(runner)
        for mutant in results.by_id.values():
            if mutant["status"] == "killed":
                self.remember(mutant["path"], mutant["by"])

    def source(self, path):
        if path not in self.text:
            self.text[path] = read(os.path.join(self.build.srcdir, path))
        return self.text[path]

    def try_one(self, mutant):
        runner = self.idle.get()
        try:
            return self.try_with(runner, mutant)
        finally:
            runner.close()
            self.idle.put(runner)

    def try_with(self, runner, mutant):
        source = self.source(mutant.path)
        if mutant.path not in self.original:
            self.original[mutant.path] = self.build.object_of(runner.lib, mutant.path, source)
        made = self.build.object_of(runner.lib, mutant.path, mutant.apply(source))
        if made is None:
            return self.results.add(mutant, "invalid")
        if made == self.original[mutant.path]:
            return self.results.add(mutant, "same")
        self.build.link(runner.lib, "libmutant.so", [os.path.join(runner.lib, "mutant.o")])
        used = tried = 0
        for stage in self.reach.stages(mutant):
            tests = self.reach.tests_of(mutant, stage)
            killer, cpu = self.try_tests(runner, mutant, tests)
            used += cpu
            tried += len(tests)
            if killer is not None:
                return self.results.add(mutant, "killed", by=killer, cpu=round(used, 2))
        return self.results.add(mutant, "survived", cpu=round(used, 2), by="%d tests" % tried)

    def try_tests(self, runner, mutant, tests):
        """Runs tests until one fails. Returns it or None, and CPU seconds."""
        used = 0
        for batch in self.batches(mutant.path, tests):
            if 0 < self.limit < used:
                break
            limit = int(10 + 10 * max(self.reach.cpu[test] for test in batch))
            failed, cpu = runner.run(batch, limit)
            used += cpu
            if failed is not None:
                self.remember(mutant.path, failed)
                return failed, used
        return self.try_whole(runner, tests), used

    def try_whole(self, runner, tests):
        """Runs again, with whole lists, the tests that ADIT_FEW cuts short. Returns the one that
        failed, or None."""
        used = 0
        for test in tests if "ADIT_FEW" in runner.env else []:
            if self.reach.is_cut(test) and (self.limit == 0 or used < self.limit):
                failed, cpu = runner.run([test], 120, {"ADIT_FEW": ""})
                used += cpu
                if failed is not None:
                    return failed
        return None

    def remember(self, path, test):
        if test in self.killers[path]:
            self.killers[path].remove(test)
        self.killers[path].insert(0, test)

    def batches(self, path, tests):
        """The tests in lists of one program each: first those that killed before, then by cost."""
        rank = {test: k for k, test in enumerate(self.killers[path])}
        here = set(tests)
        order = [test for test in self.killers[path] if test in here and self.reach.cpu[test] < 1]
        order = order[:12] + [test for test in tests if test not in rank or test not in order[:12]]
        first = sum(test in rank for test in order[:12])
        yield from self.batches_of(order[:first])
        yield from self.batches_of(order[first:])

    def batches_of(self, order):
        size, k = BATCH, 0
        while k < len(order):
            cost, programs = 0, collections.OrderedDict()
            first = k
            while k < len(order) and k - first < NAMES and (
                    cost == 0 or cost + self.reach.cpu[order[k]] <= size):
                test = order[k]
                label = test if test.endswith(".t") else test.split(" ")[0]
                programs.setdefault(label, []).append(test)
                cost += self.reach.cpu[test]
                k += 1
            yield from programs.values()
            size *= 2


class Sample:
    """Mutants with the tests that must fail: a line of tests/mutants_sample.txt has, with tabs between,
    path, text of the line, change, test."""

    def __init__(self, srcdir, builddir, folder):
        self.srcdir, self.folder = srcdir, folder
        self.build = Build(srcdir, folder, "")
        self.build.build = os.path.abspath(builddir)
        self.build.objects(self.build.variables("layers")[0].split())

    def try_all(self):
        """Returns how many survive."""
        survived = 0
        for line in read(os.path.join(self.srcdir, "tests/mutants_sample.txt")).splitlines():
            if line.startswith("#"):
                continue
            *key, test = line.split("\t")
            found = [m for m in make_mutants(self.srcdir, key[0]) if m.key() == tuple(key)]
            if not found or not self.is_killed(found[0], test):
                print("tests/mutants_sample.txt: survives, or is none: " + line)
                survived += 1
        return survived

    def is_killed(self, mutant, test):
        program, name = test.split(" ")
        source, target = (os.path.join(self.folder, "mutant" + end) for end in (".c", ".o"))
        write(source, mutant.apply(read(os.path.join(self.srcdir, mutant.path))))
        self.build.run(self.build.compile[mutant.path] + ["-w", "-c", "-o", target, source],
                       cwd=self.build.build)
        label = "tests_" + program.replace("-", "_")
        link, objects, libs = self.build.variables(
            "CCLD AM_CFLAGS CFLAGS AM_LDFLAGS LDFLAGS", label + "_OBJECTS",
            label + "_LDADD LIBS")[:3]
        made = os.path.join(self.folder, program)
        self.build.run(shlex.split(link) + ["-o", made] + objects.split() + [target] +
                       shlex.split(libs), cwd=self.build.build)
        return subprocess.run([made, "--filter", name, "--jobs", "1"], cwd=self.folder,
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, check=False).returncode == 1


class Listed:
    """tests/mutants.txt: survivors with a reason.

    A line: path, tab, text of the line, tab, change, tab, reason.
    """

    def __init__(self, path):
        self.reason = {}
        for line in read(path).split("\n") if os.path.exists(path) else []:
            part = [p for p in line.split("\t") if p]
            if len(part) == 4 and not line.startswith("#"):
                self.reason[tuple(part[:3])] = part[3]
            elif line and not line.startswith("#"):
                sys.exit("mutants: %s: not four columns: %s" % (path, line))


def make_mutants(srcdir, prefix):
    """The mutants of the files whose path begins so, in the order of the files."""
    enums, result = {}, []
    prefix, _, number = prefix.partition(":")
    for header in sorted(glob.glob(os.path.join(srcdir, "src/**/*.h"), recursive=True)):
        enums.update(mutants_source.enums_of(read(header)))
    for folder in FOLDERS:
        for path in sorted(glob.glob(os.path.join(srcdir, "src", folder, "**/*.c"),
                                     recursive=True)):
            name, source = os.path.relpath(path, srcdir), read(path)
            if name.startswith(prefix):
                own = {**enums, **mutants_source.enums_of(source)}
                result += mutants_source.Maker(name, source, own).make()
    return [mutant for mutant in result if not number or mutant.line == int(number)]


def report(mutants, results, listed):
    """Print what became of the mutants. Returns how many unexpected ones survived."""
    count, unexpected = collections.Counter(), 0
    for mutant in mutants:
        entry = results.by_id.get(mutant.id)
        if entry is None:
            continue
        count[entry["status"]] += 1
        if entry["status"] != "survived":
            continue
        reason = listed.reason.get(mutant.key())
        count["listed"] += reason is not None
        unexpected += reason is None
        print("%s:%d: %s: %s (%s)\n    %s" % (mutant.path, mutant.line,
                                              reason or "survived", mutant.shown, entry["by"],
                                              mutant.text))
    tried = count["killed"] + count["survived"]
    observed = tried - count["listed"]
    print("mutants: %d tried, %d killed, %d survived, of which %d have a reason" % (
        tried, count["killed"], count["survived"], count["listed"]))
    print("mutants: %.1f %% of all, %.1f %% of those without a reason were killed; "
          "%d have the same code, %d do not compile" % (
              100 * count["killed"] / max(tried, 1), 100 * count["killed"] / max(observed, 1),
              count["same"], count["invalid"]))
    return unexpected


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("srcdir")
    parser.add_argument("work", nargs="?")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--mutants", type=int, default=100)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--files", default="")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--programs", default="")
    parser.add_argument("--first", action="store_true")
    parser.add_argument("--few", type=int, default=25)
    parser.add_argument("--scripts", action="store_true")
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--cc", default="gcc")
    args = parser.parse_args()
    listed = Listed(os.path.join(args.srcdir, "tests/mutants.txt"))
    if args.check:
        return check(args.srcdir, listed)
    if args.sample:
        with tempfile.TemporaryDirectory() as folder:
            return 1 if Sample(args.srcdir, args.work, folder).try_all() > 0 else 0
    build = Build(args.srcdir, args.work, args.cc)
    build.prepare()
    results = Results(build.work)
    runners = [Runner(build, args.few, "mutant%d" % k) for k in range(args.jobs)]
    reach = Reach(build, Runner(build, args.few, "trace"), args)
    mutants = make_mutants(build.srcdir, "src/" + args.files)
    random.Random(args.seed).shuffle(mutants)
    chosen = hunt(args, mutants, results, Hunt(build, runners, reach, results, args.limit))
    return 1 if report(chosen, results, listed) else 0


def check(srcdir, listed):
    known = {mutant.key() for mutant in make_mutants(srcdir, "")}
    for key in listed.reason:
        if key not in known:
            print("tests/mutants.txt: no such mutant: " + "\t".join(key))
    return 0 if known.issuperset(listed.reason) else 1


def hunt(args, mutants, results, here):
    """Try mutants in this order until args.mutants of them count. Returns those."""
    chosen, counted, running = [], 0, collections.deque()
    start, todo = time.time(), iter(mutants)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        while counted < args.mutants:
            while len(running) < 10 * args.jobs and (mutant := next(todo, None)) is not None:
                entry = results.by_id.get(mutant.id)
                is_new = entry is None or (args.again and entry["status"] == "survived")
                running.append((mutant, pool.submit(here.try_one, mutant) if is_new else entry))
            if not running:
                break
            mutant, entry = running.popleft()
            if isinstance(entry, concurrent.futures.Future):
                entry = entry.result()
            chosen.append(mutant)
            if entry["status"] in ("killed", "survived"):
                counted += 1
                if counted % 10 == 0:
                    print("mutants: %d, %d s" % (counted, time.time() - start), flush=True)
        for mutant, entry in running:
            if isinstance(entry, concurrent.futures.Future):
                entry.cancel()
    return chosen


if __name__ == "__main__":
    sys.exit(main())
