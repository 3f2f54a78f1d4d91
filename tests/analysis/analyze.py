#!/usr/bin/env python3
"""Run static analysers over src and report what tests/analysis/allowed does not list.

    analyze.py SRC BUILD [ANALYSER...]

ANALYSER is cppcheck, gcc (-fanalyzer), clang (--analyze, as scan-build does) or tidy (clang-tidy, with
the checks of .clang-tidy); by default all. BUILD has config.h. A report is known by its analyser, check, file and
text, so a change elsewhere in the file leaves the list valid. ADIT_FEW=N analyses one file in N.

A file that takes more than SECONDS of CPU time is listed as not analysed.

Status 1: a report is not on the list, the list has one that nobody makes anymore, or a file was not analysed.
"""

import concurrent.futures
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

DEBIAN = {"cppcheck": "cppcheck", "gcc": "gcc", "clang": "clang", "clang-tidy": "clang-tidy"}
LIBRARIES = "libsodium sqlite3 jansson libutf8proc zlib ncursesw gmime-3.0 libseccomp libedit"
SECONDS = 300
# cppcheck 2.10 cannot read _Generic: it gets a copy of src with this change.
GENERIC = "_Generic((g), struct game * : name##_ext, const struct game * : name##_ext_const)(g)"
PLAIN = "name##_ext((struct game *)(g))"
REPORT = re.compile(r"^(\S+?):\d+:\d+: (?:warning|error|style|performance|portability): (.*) \[([^\]]+)\]$")


def flags(src, build):
    """The options of the compiler for any file of src."""
    words = ["-std=c11", "-DHAVE_CONFIG_H", f"-I{build}", f"-I{src}/src", "-D_GNU_SOURCE", "-DADIT_LINUX",
             f"-include{src}/src/util/banned.h", "-DADIT_GLIB", '-DADIT_LETTER_PATH="x"', '-DADIT_PLAYER_PATH="x"']
    for name in LIBRARIES.split():
        got = subprocess.run(["pkg-config", "--cflags", name], capture_output=True, text=True, check=False)
        words += [w.replace("-I", "-isystem", 1) for w in got.stdout.split()]
    return words


def command(analyser, src, use):
    """How an analyser starts; the file and what end() has follow."""
    return {"cppcheck": ["cppcheck", "-q", "--std=c11", "--enable=warning,portability,performance", "--inconclusive",
                         "--suppress=missingIncludeSystem", f"-I{src}/src", "-D_GNU_SOURCE", "-DADIT_LINUX",
                         "--template={file}:{line}:{column}: warning: {message} [{id}]"],
            "gcc": ["gcc", "-O1", "-Wno-all", "-fanalyzer", "-fdiagnostics-plain-output", *use, "-c", "-o", "/dev/null"],
            "clang": ["clang", "--analyze", "-w", "-Xanalyzer", "-analyzer-output=text", "-Xclang",
                      "-analyzer-disable-checker=deadcode.DeadStores", *use],
            "tidy": ["clang-tidy", "--quiet"]}[analyser]


def run(words):
    """What a command prints; None: it took too long."""
    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 10))
    done = subprocess.run(words, capture_output=True, text=True, check=False, errors="replace", preexec_fn=limited)
    text = done.stdout + done.stderr
    return None if done.returncode < 0 or "CPU time limit" in text else text


def readable(src):
    """A copy of the sources that cppcheck can read."""
    folder = tempfile.mkdtemp(prefix="adit-analyze.")
    shutil.copytree(os.path.join(src, "src"), os.path.join(folder, "src"))
    header = os.path.join(folder, "src", "core", "game.h")
    os.chmod(header, 0o644)
    with open(header, encoding="utf-8") as file:
        text = file.read()
    assert text.count(GENERIC) == 1
    with open(header, "w", encoding="utf-8") as file:
        file.write(text.replace(GENERIC, PLAIN))
    return folder


def reports(analyser, src, build, files):
    """The reports of an analyser, each once: "ANALYSER CHECK FILE: TEXT"; and the files that took too long."""
    found, late, use = set(), [], flags(src, build)
    place = readable(src) if analyser == "cppcheck" else src
    end = ["--", "-w", *use] if analyser == "tidy" else []
    start = command(analyser, place, use)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for file, text in zip(files, pool.map(lambda file: run([*start, os.path.join(place, file), *end]), files)):
            if text is None:
                late.append(file)
            for line in (text or "").splitlines():
                match = REPORT.match(line)
                if match and match[1].startswith(place + "/src/"):
                    check = match[3].split(",")[0].lstrip("-")
                    where = os.path.relpath(match[1], place)
                    words = re.sub(r" \[CWE-\d+\]", "", match[2])
                    found.add(f"{analyser} {check} {where}: {words}")
                elif " error: " in line:
                    found.add(f"{analyser} error: {line}")
    if place != src:
        shutil.rmtree(place)
    return found, late


def allowed(path):
    """The reports of the list, whose reasons are comments above them."""
    with open(path, encoding="utf-8") as lines:
        return {line.rstrip("\n") for line in lines if line.strip() and not line.startswith("#")}


def main():
    src, build = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    few = int(os.environ.get("ADIT_FEW", "1"))
    files = sorted(os.path.relpath(os.path.join(where, name), src) for where, _, names in os.walk(os.path.join(src, "src"))
                   for name in names if name.endswith(".c"))[::few]
    known = allowed(os.path.join(src, "tests", "analysis", "allowed"))
    bad = False
    for analyser in sys.argv[3:] or ["cppcheck", "gcc", "clang", "tidy"]:
        tool = "clang-tidy" if analyser == "tidy" else analyser
        if not shutil.which(tool):
            print(f"{analyser}: skipped: {tool} is missing (Debian: apt-get install {DEBIAN[tool]})")
            bad = True
            continue
        found, late = reports(analyser, src, build, files)
        mine = {line for line in known if line.split(" ", 1)[0] == analyser}
        for file in late:
            print(f"not analysed: {analyser} {file}")
        for line in sorted(found - mine):
            print(f"not allowed: {line}")
        for line in sorted(mine - found) if few == 1 else []:
            print(f"no longer reported: {line}")
        bad = bad or bool(late) or bool(found - mine) or (few == 1 and bool(mine - found))
        print(f"{analyser}: {len(files) - len(late)} of {len(files)} files, {len(found)} reports, {len(found - mine)} not allowed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
