#!/usr/bin/env python3
"""Looks in programs for what ADIT_HARDENING (m4/adit_hardening.m4) asks compiler and linker for.

usage: hardened.py [--no-fortify] PROGRAM...

Prints one line for each thing that is missing; then the status is 1. --no-fortify: the program was
built without optimisation, where glibc has no _FORTIFY_SOURCE. What no program shows, whether automatic
variables begin with zeros and which level of _FORTIFY_SOURCE it was, is tried by tests/house/hardened.c.
Needs readelf and objdump, and a program with its symbols.
"""
import re
import subprocess
import sys

PAGE = 0x1000


def lines(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()


def segments(path):
    """Yields type and flags of each program header."""
    for line in lines("readelf", "-lW", path):
        m = re.match(r" +([A-Z_]+) +0x\w+ 0x\w+ 0x\w+ 0x\w+ 0x\w+ ([R ][W ][E ])", line)
        if m:
            yield m[1], m[2]


def code_of(path, name):
    """Yields the instructions of a function, or of all functions, each without its address."""
    inside = False
    for line in lines("objdump", "-d", "--no-show-raw-insn", "-w", path):
        m = re.match(r"\w+ <(.+)>:", line)
        if m:
            inside = name in (None, m[1])
        elif inside and "\t" in line:
            yield re.sub(r"\s+", " ", line.split("\t", 1)[1]).strip()


def check_load(path):
    header = "\n".join(lines("readelf", "-hW", path))
    dynamic = "\n".join(lines("readelf", "-dW", path))
    parts = dict(segments(path))
    if not re.search(r"Type: +DYN", header) or not re.search(r"FLAGS_1\).*\bPIE\b", dynamic):
        yield "is not position independent (-pie)"
    if "GNU_RELRO" not in parts:
        yield "has no part that is read-only after the start (-z relro)"
    if not re.search(r"\(FLAGS\).*\bBIND_NOW\b", dynamic):
        yield "finds functions when they are called (-z now)"
    if parts.get("GNU_STACK", "RWE") != "RW ":
        yield "has a stack that can be executed (-z noexecstack)"
    if any("W" in flags and "E" in flags for what, flags in segments(path) if what != "GNU_STACK"):
        yield "has a part that can be written and executed"
    if re.search(r"\((TEXTREL|RPATH|RUNPATH)\)", dynamic):
        yield "has relocations in its code, or a path for libraries"


def check_calls(path, fortify):
    needs = {m[1] for m in (re.search(r" UND (\w+)@", line)
                            for line in lines("readelf", "--dyn-syms", "-W", path)) if m}
    if "__stack_chk_fail" not in needs:
        yield "does not check its stack (-fstack-protector-strong)"
    if fortify and not {"__memcpy_chk", "__memset_chk", "__snprintf_chk"} & needs:
        yield "does not check the sizes of copies (-D_FORTIFY_SOURCE)"


def check_code(path):
    """What the instructions show, on the two machines whose instructions are known here."""
    machine = "\n".join(lines("readelf", "-hW", path))
    first = next(code_of(path, "main"), "nothing")
    if "X86-64" in machine:
        if first != "endbr64" or "SHSTK" not in "\n".join(lines("readelf", "-nW", path)):
            yield "does not restrict jumps and returns (-fcf-protection)"
        # A frame larger than a page is taken page by page, each of which is touched.
        frames = [int(m[1], 16) for m in
                  (re.match(r"sub \$0x(\w{1,8}),%rsp", code) for code in code_of(path, None)) if m]
        if any(size > PAGE for size in frames):
            yield "takes frames without touching each page (-fstack-clash-protection)"
    elif "AArch64" in machine and first not in ("paciasp", "bti c"):
        yield "does not restrict jumps and returns (-mbranch-protection)"


def main():
    programs = [a for a in sys.argv[1:] if a != "--no-fortify"]
    bad = 0
    if not programs:
        sys.exit(__doc__)
    for path in programs:
        for found in (check_load(path), check_calls(path, len(programs) == len(sys.argv) - 1),
                      check_code(path)):
            for what in found:
                print("%s: %s" % (path, what))
                bad = 1
    sys.exit(bad)


main()
