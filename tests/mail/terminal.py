"""Run a program at a terminal, as somebody who reads and types.

    terminal.py STEPS COMMAND [ARGUMENT...]

Each line of STEPS is what to wait for, a tab, and what to type then; \\r is the return key.  What the program
shows goes to standard output.  Status 0: all was typed, and the program ended with 0.
"""
import os
import pty
import select
import sys
import time

PATIENCE_S = 30

with open(sys.argv[1]) as f:
    steps = [line.rstrip("\n").split("\t") for line in f]
pid, fd = pty.fork()
if pid == 0:
    os.environ["TERM"] = "vt100"
    os.execvp(sys.argv[2], sys.argv[2:])
seen = b""
end = time.monotonic() + PATIENCE_S
while time.monotonic() < end:
    if not select.select([fd], [], [], 1)[0]:
        continue
    try:
        data = os.read(fd, 65536)
    except OSError:  # it has ended
        break
    sys.stdout.buffer.write(data)
    sys.stdout.flush()
    seen += data
    while steps and steps[0][0].encode() in seen:
        wanted, typed = steps.pop(0)
        seen = seen.split(wanted.encode(), 1)[1]
        os.write(fd, typed.replace("\\r", "\r").encode())
else:
    os.kill(pid, 9)
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
if steps:
    print("\nnever shown:", steps[0][0])
sys.exit(bool(steps) or status != 0)
