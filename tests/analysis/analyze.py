#!/usr/bin/env python3
"""Run static analysers over src and report what tests/analysis/allowed does not list.

    analyze.py SRC BUILD [ANALYSER...]

ANALYSER is cppcheck, gcc (-fanalyzer), clang (--analyze, as scan-build does) or tidy (clang-tidy, with
the checks of .clang-tidy); by default all. BUILD has config.h. A report is known by its analyser, check, file and
text, so a change elsewhere in the file leaves the list valid. ADIT_FEW=N analyses one file in N.

Status 1: a report is not on the list, or the list has one that nobody makes anymore.
"""

import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

DEBIAN = {"cppcheck": "cppcheck", "gcc": "gcc", "clang": "clang", "clang-tidy": "clang-tidy"}
LIBRARIES = "libsodium sqlite3 jansson libutf8proc ncursesw gmime-3.0 libseccomp libedit"
REPORT = re.compile(r"^(\S+?):\d+:\d+: (?:warning|error|style|performance|portability): (.*) \[([^\]]+)\]$")


def flags(src, build):
    """The options of the compiler for any file of src."""
    words = ["-std=c11", "-DHAVE_CONFIG_H", f"-I{build}", f"-I{src}/src", "-D_GNU_SOURCE", "-DADIT_LINUX",
             f"-include{src}/src/util/banned.h", "-DADIT_GLIB", '-DADIT_LETTER_PATH="x"', '-DADIT_PLAYER_PATH="x"']
    for name in LIBRARIES.split():
        got = subprocess.run(["pkg-config", "--cflags", name], capture_output=True, text=True, check=False)
        words += [w.replace("-I", "-isystem", 1) for w in got.stdout.split()]
    return words


def commands(analyser, src, build, files):
    """The command for each file, or one for all."""
    use = flags(src, build)
    if analyser == "cppcheck":
        # cppcheck 2.10 cannot read _Generic, which the states of these games use (core/game.h).
        files = [f for f in files if "/dark_cave/" not in f and "/duel/" not in f]
        return [["cppcheck", "-q", "--std=c11", "--enable=warning,portability,performance", "--inconclusive",
                 "--suppress=missingIncludeSystem", f"-I{src}/src", "-D_GNU_SOURCE", "-DADIT_LINUX", f"-j{os.cpu_count()}",
                 "--template={file}:{line}:{column}: warning: {message} [{id}]", *files]]
    start = {"gcc": ["gcc", "-O1", "-w", "-fanalyzer", "-fdiagnostics-plain-output", *use, "-c", "-o", "/dev/null"],
             "clang": ["clang", "--analyze", "-w", "-Xanalyzer", "-analyzer-output=text", "-Xclang", "-analyzer-disable-checker=deadcode.DeadStores", *use],
             "tidy": ["clang-tidy", "--quiet"]}[analyser]
    if analyser == "gcc":
        start.remove("-w")
        start.append("-Wno-all")
    return [start + [f] + (["--", "-w", *use] if analyser == "tidy" else []) for f in files]


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False, errors="replace")
    return done.stdout + done.stderr


def reports(analyser, src, build, files):
    """The reports of an analyser, each once: "ANALYSER CHECK FILE: TEXT"."""
    found = set()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for text in pool.map(run, commands(analyser, src, build, files)):
            for line in text.splitlines():
                match = REPORT.match(line)
                if match and match[1].startswith(src + "/src/"):
                    check = match[3].split(",")[0].lstrip("-")
                    where = os.path.relpath(match[1], src)
                    words = re.sub(r" \[CWE-\d+\]", "", match[2])
                    found.add(f"{analyser} {check} {where}: {words}")
                elif " error: " in line:
                    found.add(f"{analyser} error: {line}")
    return found


def allowed(path):
    """The reports of the list, whose reasons are comments above them."""
    with open(path, encoding="utf-8") as lines:
        return {line.rstrip("\n") for line in lines if line.strip() and not line.startswith("#")}


def main():
    src, build = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    few = int(os.environ.get("ADIT_FEW", "1"))
    files = sorted(os.path.join(where, name) for where, _, names in os.walk(os.path.join(src, "src"))
                   for name in names if name.endswith(".c"))[::few]
    known = allowed(os.path.join(src, "tests", "analysis", "allowed"))
    bad = False
    for analyser in sys.argv[3:] or ["cppcheck", "gcc", "clang", "tidy"]:
        tool = "clang-tidy" if analyser == "tidy" else analyser
        if not shutil.which(tool):
            print(f"{analyser}: skipped: {tool} is missing (Debian: apt-get install {DEBIAN[tool]})")
            bad = True
            continue
        found = reports(analyser, src, build, files)
        mine = {line for line in known if line.split(" ", 1)[0] == analyser}
        for line in sorted(found - mine):
            print(f"not allowed: {line}")
        for line in sorted(mine - found) if few == 1 else []:
            print(f"no longer reported: {line}")
        bad = bad or bool(found - mine) or (few == 1 and bool(mine - found))
        print(f"{analyser}: {len(files)} files, {len(found)} reports, {len(found - mine)} not allowed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
