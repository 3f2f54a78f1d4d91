"""Programs in a real terminal, for tests: a pseudo-terminal with a screen that is read back.

    import pty                       (this file, not Python's own)

    t = pty.Terminal(["build/adit", "play"], columns=80, rows=24, env={"TERM": "xterm"})
    t.wait("order>")                 until it is on the screen; fails with the screen when it never is
    t.send("say hello\\r")           as typed; bytes or text
    t.keys("left", "^A", "tab")      named keys, as the program asked the terminal to send them
    t.click(10, 3)                   the left button at column 10, row 3 (from 0)
    t.paste("two\\nlines")           as a terminal pastes, in brackets where the program asked for them
    t.resize(20, 24)
    t.screen()                       the lines of the screen as text
    t.all()                          what scrolled off above it, too
    t.kill(signal.SIGHUP)            the program; t.hang_up() takes the terminal away
    t.wait_stopped(); t.resume()     after ^Z
    t.status()                       wait for its end: exit status, or minus the signal
    t.settings()                     of the terminal, as termios.tcgetattr gives them
    t.close()                        always, or: with pty.Terminal(...) as t

Nothing here sleeps, and what is waited for is a state, never a time; LIMIT only ends a test that hangs.
Between terminal and program stands a leader, as a shell would: the program is a job of its own in the
foreground, can be stopped and resumed, and the terminal outlives it, so that its settings can be looked at.

The end of the file has what a test in Python needs to talk TAP: ok, same, has, skip, run.
"""

import codecs
import fcntl
import os
import re
import select
import signal
import struct
import sys
import termios
import time
import traceback
import unicodedata

LIMIT = int(os.environ.get("PTY_LIMIT", "120"))  # seconds until a test that waits is given up

KEYS = {
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
    "home": "\x1b[H", "end": "\x1b[F", "delete": "\x1b[3~", "pageup": "\x1b[5~", "pagedown": "\x1b[6~",
    "tab": "\t", "enter": "\r", "escape": "\x1b", "backspace": "\x7f", "space": " ",
    "word-left": "\x1bb", "word-right": "\x1bf",
}


def key(name):
    """The bytes of a named key: "up", "^A", or a character."""
    if name in KEYS:
        return KEYS[name]
    if len(name) == 2 and name[0] == "^":
        return chr(ord(name[1]) & 31)
    return name


class Failed(Exception):
    """What was waited for did not come, or cannot come any more."""


# The private modes of a terminal at rest: lines wrap, there is a cursor.
AT_REST = frozenset({"7", "25"})

# Characters of the line drawing set from "`" on.
LINES = "◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·"


class Screen:
    """As much of an xterm as ncurses, line editors and plain output use.  Lines are not reflowed."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.lines = self._blank(rows)
        self.above = []       # lines that scrolled off
        self.x = self.y = 0
        self.top, self.bottom = 0, rows - 1  # the lines that scroll
        self.wrap = False     # the last column is full: the next character goes to the next line
        self.saved = (0, 0)
        self.main = None      # lines and cursor of the main screen while the alternate one is shown
        self.bells = 0
        self.modes = set(AT_REST)  # modes that are on: "2004" is bracketed paste, "=" the keypad, "4" inserting
        self.look = set()     # how the next character looks
        self.looks = {}       # (x, y): how the character that was last written there looked
        self.sets = ["B", "B", 0]  # the two character sets, and which is in use
        self.strange = []     # sequences that nobody here understands
        self._last = " "
        self._decode = codecs.getincrementaldecoder("utf-8")("replace")
        self._escape = ""

    def _blank(self, rows):
        return [[" "] * self.columns for _ in range(rows)]

    def feed(self, data):
        for c in self._decode.decode(data):
            if self._escape:
                self._escape += c
                self._sequence()
            elif c == "\x1b":
                self._escape = c
            elif c >= " " and c != "\x7f":
                self._put(c)
            else:
                self._control(c)

    def is_at_rest(self):
        """Is nothing of what a program changed still so?"""
        return (self.modes == AT_REST and not self.look and self.sets[self.sets[2]] == "B" and self.main is None and
                (self.top, self.bottom) == (0, self.rows - 1))

    def resize(self, columns, rows):
        while len(self.lines) > rows and self.y < len(self.lines) - 1:
            self.lines.pop()
        while len(self.lines) > rows:
            self._off(self.lines.pop(0))
            self.y -= 1
        while len(self.lines) < rows:
            self.lines.append([])
        self.lines = [(line + [" "] * columns)[:columns] for line in self.lines]
        self.columns, self.rows = columns, rows
        self.top, self.bottom = 0, rows - 1
        self.x = min(self.x, columns - 1)
        self.wrap = False

    def _alternate(self, on):
        if on and self.main is None:
            self.main = (self.lines, self.x, self.y)
            self.lines = self._blank(self.rows)
        elif not on and self.main is not None:
            lines, self.x, self.y = self.main
            self.main = None
            self.lines = [(line + [" "] * self.columns)[:self.columns] for line in lines][:self.rows]
            self.lines += self._blank(self.rows - len(self.lines))
            self.x, self.y = min(self.x, self.columns - 1), min(self.y, self.rows - 1)
        self.wrap = False

    def _off(self, line):
        """A line scrolls off."""
        if self.main is None:
            self.above.append("".join(line).rstrip())

    def text(self):
        return "\n".join("".join(line).rstrip() for line in self.lines).rstrip("\n")

    def _down(self):
        if self.y == self.bottom:
            self._csi_S([1])
        elif self.y < self.rows - 1:
            self.y += 1

    def _up(self):
        if self.y == self.top:
            self._csi_T([1])
        elif self.y > 0:
            self.y -= 1

    def _put(self, c):
        if self.sets[self.sets[2]] == "0" and "`" <= c <= "~":
            c = LINES[ord(c) - ord("`")]
        if unicodedata.combining(c):
            x = self.x if self.wrap else max(self.x - 1, 0)
            self.lines[self.y][x] += c
            return
        wide = 2 if unicodedata.east_asian_width(c) in "WF" else 1
        if self.wrap or self.x + wide > self.columns:
            self.x = 0
            self.wrap = False
            self._down()
        if "4" in self.modes:
            self._csi_insert([wide])
        self._last = c
        self.lines[self.y][self.x] = c
        self.looks[self.x, self.y] = frozenset(self.look)
        if wide == 2:
            self.lines[self.y][self.x + 1] = ""
        self.x += wide
        if self.x >= self.columns:
            self.x = self.columns - 1
            self.wrap = True

    def _control(self, c):
        if c == "\r":
            self.x = 0
        elif c == "\n":
            self._down()
        elif c == "\b":
            self.x = max(self.x - 1, 0)
        elif c == "\t":
            self.x = min((self.x // 8 + 1) * 8, self.columns - 1)
        elif c == "\a":
            self.bells += 1
        elif c in "\x0e\x0f":
            self.sets[2] = int(c == "\x0e")
        elif c != "\0":  # which old terminals are sent to gain time
            self.strange.append(c)
        if c in "\r\n\b\t":
            self.wrap = False

    def _sequence(self):
        e = self._escape
        if e == "\x1b[" or e[1] == "[" and not "@" <= e[-1] <= "~" or e in ("\x1b(", "\x1b)"):
            return
        if re.fullmatch(r"\x1b\].*(\a|\x1b\\)", e, re.S):
            if e != "\x1b]104\a":  # the colours as they were, which ncurses sends after ^Z
                self.strange.append(e)
        elif e[:2] == "\x1b]" and len(e) < 5000:
            return
        elif e[:2] == "\x1b[":
            self._csi(e[2:-1], e[-1])
        elif e == "\x1b7":
            self.saved = (self.x, self.y)
        elif e == "\x1b8":
            self.x, self.y = self.saved
        elif e[:2] in ("\x1b(", "\x1b)"):
            self.sets[e[1] == ")"] = e[2]
        elif e == "\x1b=":
            self.modes.add("=")
        elif e == "\x1b>":
            self.modes.discard("=")
        elif e == "\x1bM":
            self._up()
        elif e == "\x1bD":
            self._down()
        else:
            self.strange.append(e)
        self._escape = ""

    def _csi(self, given, final):
        if final in "hl" and (given[:1] == "?" or given in ("4", "34")):
            for mode in given.lstrip("?").split(";"):
                if mode == "1049":
                    self._alternate(final == "h")
                if mode not in ("12", "34"):  # how the cursor looks
                    (self.modes.add if final == "h" else self.modes.discard)(mode)
            return
        if final == "c" and given in ("?0", "?1", "?8"):  # of the Linux console, too
            return
        if final == "t" and given in ("22;0;0", "23;0;0"):  # saves and restores the title
            return
        number = [int(n) if n else 0 for n in given.split(";")] if re.fullmatch("[0-9;]*", given) else []
        move = getattr(self, "_csi_" + {"@": "insert"}.get(final, final), None)
        if not number or move is None:
            self.strange.append("\x1b[" + given + final)
            return
        if final not in "JKm":
            number = [n or 1 for n in number]
        if final != "m":
            self.wrap = False
        move(number)

    def _csi_m(self, n):
        ends = {22: {1, 2}, 24: {4}, 27: {7}, 39: {38}, 49: {48}, 10: {11}}
        while n:
            code = n.pop(0)
            if code == 0:
                self.look.clear()
            elif code in (38, 48):
                del n[:2]
                self.look.add(code)
            elif code in ends:
                self.look -= ends[code]
            else:
                self.look.add({3: 38, 9: 38, 4: 48}.get(code // 10, code) if code >= 30 else code)

    def _csi_r(self, n):
        self.top, self.bottom = n[0] - 1, min((n + [self.rows])[1], self.rows) - 1
        self.x = self.y = 0

    def _csi_b(self, n):
        for _ in range(n[0]):
            self._put(self._last)

    def _scroll(self, at, n, down):
        """The lines from `at` to the end of those that scroll move, n lines."""
        n = min(n, self.bottom + 1 - at)
        if down:
            del self.lines[self.bottom + 1 - n:self.bottom + 1]
            self.lines[at:at] = self._blank(n)
            return
        for line in self.lines[at:at + n] if at == 0 and self.bottom == self.rows - 1 else []:
            self._off(line)
        self.lines[self.bottom + 1:self.bottom + 1] = self._blank(n)
        del self.lines[at:at + n]

    def _csi_S(self, n):
        self._scroll(self.top, n[0], False)

    def _csi_T(self, n):
        self._scroll(self.top, n[0], True)

    def _csi_Z(self, n):
        self.x = max((self.x - 1) // 8 * 8, 0) if n[0] == 1 else 0

    def _csi_A(self, n):
        self.y = max(self.y - n[0], 0)

    def _csi_B(self, n):
        self.y = min(self.y + n[0], self.rows - 1)

    def _csi_C(self, n):
        self.x = min(self.x + n[0], self.columns - 1)

    def _csi_D(self, n):
        self.x = max(self.x - n[0], 0)

    def _csi_G(self, n):
        self.x = min(n[0], self.columns) - 1

    def _csi_d(self, n):
        self.y = min(n[0], self.rows) - 1

    def _csi_H(self, n):
        self._csi_d(n)
        self._csi_G(n[1:] or [1])

    def _csi_J(self, n):
        if n[0] == 2:
            self.lines = [[" "] * self.columns for _ in range(self.rows)]
            return
        self._csi_K(n)
        for y in range(self.rows):
            if (y > self.y) if n[0] == 0 else (y < self.y):
                self.lines[y] = [" "] * self.columns

    def _csi_K(self, n):
        for x in range(self.columns):
            if n[0] == 2 or (x >= self.x if n[0] == 0 else x <= self.x):
                self.lines[self.y][x] = " "

    def _csi_P(self, n):
        line = self.lines[self.y]
        self.lines[self.y] = (line[:self.x] + line[self.x + n[0]:] + [" "] * n[0])[:self.columns]

    def _csi_insert(self, n):
        line = self.lines[self.y]
        self.lines[self.y] = (line[:self.x] + [" "] * n[0] + line[self.x:])[:self.columns]

    def _csi_X(self, n):
        for x in range(self.x, min(self.x + n[0], self.columns)):
            self.lines[self.y][x] = " "

    def _csi_L(self, n):
        if self.top <= self.y <= self.bottom:
            self._scroll(self.y, n[0], True)

    def _csi_M(self, n):
        if self.top <= self.y <= self.bottom:
            n = min(n[0], self.bottom + 1 - self.y)
            self.lines[self.bottom + 1:self.bottom + 1] = self._blank(n)
            del self.lines[self.y:self.y + n]


def _leader(slave, argv, env, cwd, told, orders, files):
    """The child between terminal and program: starts it as a job and says what becomes of it."""
    # What belongs to another terminal would keep that one's leader waiting.
    for fd in set(range(3, 256)) - {slave, told, orders, *files.values()}:
        try:
            os.close(fd)
        except OSError:
            pass
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    ready, go = os.pipe()
    program = os.fork()
    if program == 0:
        os.setpgid(0, 0)
        os.read(ready, 1)
        # Whoever started the tests behind "&" has some of them ignored.
        for n in (signal.SIGTTOU, signal.SIGTTIN, signal.SIGTSTP, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT,
                  signal.SIGTERM, signal.SIGPIPE):
            signal.signal(n, signal.SIG_DFL)
        for fd in (0, 1, 2):
            os.dup2(files.get(fd, slave), fd)
        os.closerange(3, 256)
        try:
            os.chdir(cwd or ".")
            os.execvpe(argv[0], argv, env)
        finally:
            os._exit(127)
    try:
        os.setpgid(program, program)
    except OSError:
        pass
    os.tcsetpgrp(slave, program)
    os.write(go, b"g")
    os.write(told, b"p%d\n" % program)
    while True:
        _, state = os.waitpid(program, os.WUNTRACED)
        if not os.WIFSTOPPED(state):
            break
        try:
            os.tcsetpgrp(slave, os.getpgrp())
        except OSError:
            pass
        os.write(told, b"s\n")
        if os.read(orders, 1) != b"c":
            break
        os.tcsetpgrp(slave, program)
        os.kill(-program, signal.SIGCONT)
    os.write(told, b"e%d\n" % (os.waitstatus_to_exitcode(state) if not os.WIFSTOPPED(state) else 99))
    os.read(orders, 1)


class Terminal:
    """A program in a terminal.  argv: its words; env: added to the environment, None takes a variable out;
    files: descriptors of the program that are no terminal, {0: fd}."""

    def __init__(self, argv, columns=80, rows=24, env=None, cwd=None, files=None):
        self.screen_is = Screen(columns, rows)
        self.raw = b""        # all that the program wrote
        self.ended = None
        self.stops = 0
        self._stops_seen = 0
        self.pid = None
        self._lines = b""
        whole = {**os.environ, "TERM": "xterm", **{k: v for k, v in (env or {}).items() if v is not None}}
        for name, value in (env or {}).items():
            if value is None:
                whole.pop(name, None)
        self.master, slave = os.openpty()
        self._size(columns, rows)
        self.before = termios.tcgetattr(self.master)
        self._told, told = os.pipe()
        orders, self._orders = os.pipe()
        sys.stdout.flush()
        self.leader = os.fork()
        if self.leader == 0:
            try:
                os.close(self.master)
                os.close(self._told)
                os.close(self._orders)
                _leader(slave, argv, whole, cwd, told, orders, files or {})
            finally:
                os._exit(0)
        for fd in (slave, told, orders):
            os.close(fd)
        self._until(lambda: self.pid is not None, "the program was not started")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _size(self, columns, rows):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def _take(self, seconds):
        """Take in what comes from program and leader; False: nothing came."""
        fds = [fd for fd in (self.master, self._told) if fd is not None]
        ready = select.select(fds, [], [], seconds)[0]
        if self.master in ready:
            try:
                data = os.read(self.master, 65536)
            except OSError:
                data = b""
            self.raw += data
            self.screen_is.feed(data)
            if not data:
                ready.remove(self.master)
        if self._told in ready:
            data = os.read(self._told, 4096)
            self._lines += data
            if not data:
                self.ended = 99 if self.ended is None else self.ended
                os.close(self._told)
                self._told = None
            *lines, self._lines = self._lines.split(b"\n")
            for line in lines:
                if line[:1] == b"p":
                    self.pid = int(line[1:])
                elif line[:1] == b"s":
                    self.stops += 1
                else:
                    self.ended = int(line[1:])
        return bool(ready)

    def _until(self, done, what, alive=False):
        end = time.monotonic() + LIMIT
        while not done():
            if alive and self.ended is not None and not self._take(0):
                raise Failed("%s; the program ended with %d\n%s" % (what, self.ended, self.all()))
            if time.monotonic() > end:
                raise Failed("%s in %d seconds\n%s" % (what, LIMIT, self.all()))
            self._take(0.5)

    def wait(self, text, above=False):
        """Wait until text, or what a compiled pattern matches, is on the screen (above: or scrolled off)."""
        def there():
            have = self.all() if above else self.screen_is.text()
            return text.search(have) if hasattr(text, "search") else text in have
        self._until(there, "%r did not come" % (text,), alive=True)
        return self

    def wait_gone(self, text):
        """Wait until the screen no longer has the text."""
        self._until(lambda: text not in self.screen_is.text(), "%r stays" % text, alive=True)
        return self

    def wait_for(self, done, what):
        """Wait until done() is true; what: said when it never is."""
        self._until(done, what, alive=True)
        return self

    def wait_stopped(self):
        """Wait until it was stopped, once for each time."""
        self._stops_seen += 1
        self._until(lambda: self.stops >= self._stops_seen, "it was not stopped", alive=True)
        return self

    def resume(self):
        """Continue in the foreground, as fg does."""
        os.write(self._orders, b"c")
        return self

    def send(self, data):
        """Type; a program that does not read meanwhile is read from, so that neither waits for ever."""
        data = data.encode() if isinstance(data, str) else data
        end = time.monotonic() + LIMIT
        os.set_blocking(self.master, False)
        try:
            while data:
                try:
                    data = data[os.write(self.master, data):]
                except BlockingIOError:
                    if time.monotonic() > end:
                        raise Failed("nobody reads what is typed") from None
                    self._take(0.05)
        finally:
            os.set_blocking(self.master, True)
        return self

    def keys(self, *names):
        text = "".join(key(name) for name in names)
        if "1" in self.screen_is.modes:  # of the cursor, as an application wants them
            text = re.sub("\x1b\\[([A-DHF])", "\x1bO\\1", text)
        return self.send(text)

    def clicked(self, column, row):
        """What the terminal sends for a click."""
        if "1006" in self.screen_is.modes:
            return b"\x1b[<0;%d;%dM\x1b[<0;%d;%dm" % (column + 1, row + 1, column + 1, row + 1)
        return b"\x1b[M %c%c\x1b[M#%c%c" % (column + 33, row + 33, column + 33, row + 33)

    def click(self, column, row):
        return self.send(self.clicked(column, row))

    def paste(self, data):
        data = data.encode() if isinstance(data, str) else data
        if "2004" in self.screen_is.modes:
            data = b"\x1b[200~" + data + b"\x1b[201~"
        return self.send(data)

    def resize(self, columns, rows):
        self.screen_is.resize(columns, rows)
        self._size(columns, rows)
        return self

    def screen(self):
        return self.screen_is.text()

    def all(self):
        return "\n".join(self.screen_is.above + [self.screen_is.text()])

    def bells(self):
        return self.screen_is.bells

    def kill(self, number=signal.SIGTERM):
        os.kill(self.pid, number)
        return self

    def hang_up(self):
        """The terminal is gone: reading fails, writing fails, and the kernel may send SIGHUP."""
        os.close(self.master)
        self.master = None
        return self

    def status(self):
        """Wait for the end: the exit status, or minus the number of the signal."""
        self._until(lambda: self.ended is not None, "it did not end")
        while self.master is not None and self._take(0):
            pass
        return self.ended

    def settings(self):
        return termios.tcgetattr(self.master)

    def is_as_before(self):
        """Are the settings those from before the program, and is no mode of the screen left on?

        What the program wrote before it stopped or ended may come later."""
        end = time.monotonic() + LIMIT
        while not (self.settings() == self.before and self.screen_is.is_at_rest()):
            if time.monotonic() > end:
                return False
            self._take(0.5)
        return True

    def close(self):
        if self.leader is None:
            return
        if self.ended is None:
            try:
                os.kill(self.pid, signal.SIGKILL)
            except OSError:
                pass
        os.close(self._orders)
        for fd in (self.master, self._told):
            if fd is not None:
                os.close(fd)
        os.waitpid(self.leader, 0)
        self.leader = None


# ---- TAP ------------------------------------------------------------------------------------

_count = _bad = 0


def ok(name, good, more=""):
    """One line of TAP; more: shown of a failure."""
    global _count, _bad
    _count += 1
    print("%s %d - %s" % ("ok" if good else "not ok", _count, name))
    if not good:
        _bad += 1
        for line in str(more).split("\n"):
            print("#   " + line.encode("ascii", "backslashreplace").decode())
    sys.stdout.flush()
    return good


def same(name, got, wanted):
    return ok(name, got == wanted, "got    %r\nwanted %r" % (got, wanted))


def has(name, text, piece):
    return ok(name, piece in text, "no %r in\n%s" % (piece, text))


def skip(name, why):
    global _count
    _count += 1
    print("ok %d - %s # SKIP %s" % (_count, name, why))


def run(*cases):
    """Run functions; one that raises is a failure with its name.  Prints the plan and ends the program."""
    for case in cases:
        try:
            case()
        except Exception as e:  # pylint: disable=broad-except
            ok(case.__name__, False, "%s\n%s" % (e, traceback.format_exc(limit=3)))
    print("1..%d" % _count)
    sys.exit(_bad > 0)
