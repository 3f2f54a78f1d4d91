"""src/term through a real terminal: term.py LINES, the program of tests/play/term.c."""

import os
import re
import signal
import subprocess
import sys
import termios

import pty

LINES = sys.argv[1]
BUILT_IN = subprocess.run([LINES, "-v"], stdout=subprocess.PIPE, check=True).stdout.decode().strip()
PROMPT = "order>"  # a screen ends its lines with no blank


class Lines(pty.Terminal):
    """The program, at its first prompt."""

    def __init__(self, *options, **how):
        super().__init__([LINES, *options], **how)
        self.wait(PROMPT)

    def typed(self, text):
        """Type, and wait until it is shown."""
        return self.send(text).seen(text)

    def seen(self, text):
        """Wait for text that a narrow screen may break; it ends its lines with no blank."""
        def bare(s):
            return s.replace("\n", "").replace(" ", "")
        return self.wait_for(lambda: bare(text) in bare(self.all()), "%r did not come" % text)

    def line(self, text, answer):
        """A whole line, and what follows it, up to the next prompt."""
        before = self.all().count(answer)
        return self.send(text + "\r").answered(answer, before)

    def answered(self, answer, before=0):
        """Wait for the answer, once more than before, and the prompt after it."""
        def there():
            have = self.all()
            at = have.rfind(answer)
            return have.count(answer) > before and PROMPT in have[at + len(answer):]
        return self.wait_for(there, "no answer %r, or no prompt after it" % answer)

    def pasted(self, answer):
        """Enter a paste.  The driver hands over its end together with a return key, which belongs to it."""
        if BUILT_IN != "none":
            return self.line("", answer)
        before = self.all().count(answer)
        self.wait_for(lambda: self.send("\r").all().count(answer) > before, "it is never entered")
        return self.answered(answer, before)

    def prompted(self):
        """Wait until there is nothing on the line but the prompt."""
        return self.wait_for(lambda: self.screen().endswith(PROMPT), "no prompt")

    def quit(self, name):
        """The end: nothing is left on, nothing was strange."""
        before = self.all().count("^C")
        self.keys("^C").answered("^C", before).send("quit\r")
        pty.same(name + ": it ends well", self.status(), 0)
        self.clean(name)

    def clean(self, name):
        pty.ok(name + ": the terminal is as it was", self.is_as_before(), self.settings())
        pty.same(name + ": it is sent nothing that a terminal does not know", self.screen_is.strange, [])


def editors(case):
    """Run a case with libedit: on a terminal that moves its cursor, and with the plain prompt."""
    def both():
        if BUILT_IN == "none":
            pty.skip(case.__name__, "built without libedit")
            return
        case("editor", [])
        case("plain", ["-p"])
    both.__name__ = case.__name__
    return both


def all_builds(case):
    """Like editors; a build without libedit runs the case with the editing of the terminal driver."""
    def each():
        if BUILT_IN == "none":
            case("driver", [])
        else:
            editors(case)()
    each.__name__ = case.__name__
    return each


@editors
def typing(name, options):
    with Lines(*options) as t:
        t.line("hello", "got: hello")
        t.typed("grüße → 日本").keys("backspace").wait_gone("本")
        t.keys("backspace", "backspace").line("x", "got: grüße →x")
        pty.has(name + ": characters of any width are taken back whole", t.screen(), "got: grüße →x\n")
        t.typed("one two").keys("^W").wait_gone("two").keys("^U").wait_gone("one").line("three", "got: three")
        pty.has(name + ": words and lines are taken back", t.screen(), "order> three\ngot: three")
        t.line("", "got:\n")
        pty.ok(name + ": an empty line is one", True)
        t.quit(name)


def editing():
    if BUILT_IN == "none":
        pty.skip("editing in the middle of a line", "built without libedit")
        return
    with Lines() as t:
        t.typed("acd").keys("left", "left").send("b").wait("abcd").keys("home").send("<").keys("end").send(">")
        t.line("", "got: <abcd>")
        t.typed("abc").keys("home", "delete", "^D").wait_gone("order> abc").keys("^F").line("x", "got: cx")
        t.typed("one two").keys("word-left", "^K").wait_gone("two").keys("^A", "^Y").wait("twoone")
        t.line("", "got: twoone")
        pty.ok("keys move, insert and delete in the middle of a line", True)
        t.typed("clear").keys("^L").wait_gone("got: <abcd>").line("", "got: clear")
        pty.ok("^L leaves what is typed", True)
        t.quit("editing")


def flat():
    """A terminal that cannot move its cursor (E3 of edit.c)."""
    if BUILT_IN == "none":
        pty.skip("a plain prompt", "built without libedit")
        return
    with Lines("-p", columns=30, rows=8) as t:
        t.typed("one two").keys("left", "^B", "home", "^A", "word-left").send("!").wait("one two!")
        t.line("", "got: one two!")
        pty.ok("plain: the cursor stays at the end", t.bells() >= 5, t.bells())
        t.typed("abc def").keys("backspace", "^W").wait_for(lambda: t.screen().endswith("order> abc"), "not erased")
        t.keys("^U").prompted()
        pty.has("plain: a short line is changed in place", t.all(), "got: one two!\norder>")
        wide = "a long line of more than a row"
        t.typed(wide)
        t.seen(wide).keys("backspace").wait_for(lambda: t.all().count("order> a long line of more tha") == 2, "not below")
        t.wait_for(lambda: t.screen().endswith("order> a long line of more tha\nn a row\norder> a long line of more tha\nn a ro"),
                   "not as it was, and below without its end")
        pty.ok("plain: a wide line is written again below", True)
        t.keys("^T").wait_for(lambda: t.screen().endswith("tha\nn a or"), "not swapped")
        t.keys("^U").prompted()
        t.send("short\r").answered("got: short").typed("another long line of two rows").keys("up")
        t.wait_for(lambda: t.screen().endswith("order> another long line of tw\no rows\norder> short"), "not below")
        t.keys("down").prompted()
        t.resize(12, 8).typed("to a narrow one").resize(60, 8).seen("order> to a narrow one")
        t.send("x" * 3000).line("", "long: 3015")
        t.send("pl").keys("tab", "tab").answered("place\nplan").keys("^L").seen("order> pla").keys("^U")
        t.quit("plain: flat")
        raw = re.sub(rb"\x1b\[\?2004[hl]", b"", t.raw)
        pty.same("plain: it writes what every terminal can show", set(raw) & set(range(32)) - set(b"\r\n\b\a"), set())


def driver():
    """Without libedit the terminal driver edits."""
    if BUILT_IN != "none":
        return
    os.mkfifo("fifo-lines")
    fifo = os.open("fifo-lines", os.O_RDWR)
    with Lines("-w", "fifo-lines") as t:
        t.typed("hello").keys("backspace", "backspace").line("p", "got: help")
        t.typed("gone").keys("^U").line("stays", "got: stays")
        t.typed("gone").keys("^C").answered("^C").line("stays", "got: stays")
        t.typed("half")
        os.write(fifo, b"digest")
        t.answered("news: digest").line("x", "got: halfx")
        pty.ok("driver: news do not lose what was typed", True)
        t.paste("quit\nquit\ny").wait("201~").pasted("got: quit quit y")
        pty.ok("driver: newlines of a paste are blanks, and the first return key belongs to it", True)
        t.typed("gone").keys("^Z").wait_stopped()
        pty.ok("driver: stopped, the terminal is as it was", t.is_as_before(), t.settings())
        before = t.all().count("order>")
        t.resume().wait_for(lambda: t.all().count("order>") > before, "no prompt")
        t.line("next", "got: next")
        t.quit("driver")
    os.close(fifo)


@editors
def history(name, options):
    with Lines(*options) as t:
        t.line("first", "got: first").line("second", "got: second").line("second", "got: second")
        t.keys("up", "up").wait("order> first").keys("down").wait("order> second").line("!", "got: second!")
        pty.ok(name + ": up and down are what was typed before, once", True)
        t.keys("up", "up", "up", "up", "up", "up").line("", "got: first")
        t.typed("new").keys("down").line("", "got: new")
        pty.ok(name + ": there is an end in both directions", t.bells() > 0)
        t.send("ask\r").wait("[y/N]").send("n\r").answered("answer: n")
        t.keys("up").wait("order> ask\nIs", above=True)
        t.wait_for(lambda: t.screen().endswith("order> ask"), "no line from before")
        pty.ok(name + ": answers are not kept", True)
        t.quit(name)


@editors
def completion(name, options):
    with Lines(*options) as t:
        t.typed("pl").keys("tab").wait("order> pla").keys("tab")
        t.wait("order> pla\nplace\nplan\norder> pla")
        pty.ok(name + ": what may follow is listed", True)
        t.typed("c").keys("tab").send("n").keys("tab").wait("order> place north")
        t.line("", "got: place north")
        t.send("gr").keys("tab").line("", "got: größe")
        pty.ok(name + ": words are completed", True)
        t.keys("tab", "tab").answered("say\n")
        pty.ok(name + ": words with blanks or controls are none", "bad" not in t.all() and "cape" not in t.all())
        t.send("zz").keys("tab").line("", "got: zz")
        t.quit(name)


@editors
def control(name, options):
    with Lines(*options) as t:
        t.typed("gone").keys("^C").answered("gone^C").line("stays", "got: stays")
        pty.ok(name + ": ^C empties the line", True)
        t.typed("text").keys("home", "^D").line("", "got:")
        t.keys("^D")
        pty.same(name + ": ^D on an empty line is the end", t.status(), 0)
        t.clean(name + " ^D")


@editors
def resized(name, options):
    with Lines(*options) as t:
        t.typed("one two three four five")
        t.resize(20, 10).send(" six\r").seen("got: one two three four five six").prompted()
        t.line("size", "size: 20x10")
        t.typed("a" * 50)
        t.resize(80, 24).wait("order> " + "a" * 50)
        t.line("b", "got: " + "a" * 50 + "b")
        pty.ok(name + ": resized in the middle of a line, it is all there", True)
        pty.has(name + ": what stood above stays", t.all(), "size: 20x10")
        t.quit(name)


@editors
def narrow(name, options):
    with Lines(*options, columns=20, rows=5) as t:
        text = "place north at 3,4 | discard 1 of everything | "
        t.typed(text + "pass").send("\x7f" * 4).send("quiet\r").seen("got: " + text + "quiet").prompted()
        t.keys("up").send("\x7f!\r").seen("got: " + text + "quie!").prompted()
        pty.ok(name + ": a line of many rows is edited", True)
        t.send("x" * 3000).line("", "long: 3000")
        pty.ok(name + ": also one of more rows than the screen has", True)
        t.quit(name)


@editors
def stopped(name, options):
    with Lines(*options) as t:
        t.typed("half").keys("^Z").wait_stopped()
        pty.ok(name + ": stopped, the terminal is as it was", t.is_as_before(), t.settings())
        mine = t.settings()
        mine[6][termios.VERASE] = b"#"
        termios.tcsetattr(t.master, termios.TCSANOW, mine)
        before = t.all().count("order> half")
        t.resume().wait_for(lambda: t.all().count("order> half") > before, "the line is not there again")
        t.line(" done", "got: half done")
        t.send("quit\r")
        pty.same(name + ": continued, it goes on", t.status(), 0)
        pty.ok(name + ": what was set meanwhile is kept", t.settings() == mine, t.settings())
        os.kill(t.leader, 0)


@all_builds
def signals(name, options):
    for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT):
        with Lines(*options) as t:
            t.typed("half").kill(number)
            pty.same("%s: dies of %s" % (name, number.name), t.status(), -number)
            t.clean("%s after %s" % (name, number.name))
    with Lines(*options) as t:
        t.typed("half").hang_up()
        pty.ok(name + ": a terminal that is lost is the end", t.status() in (0, -signal.SIGHUP), t.ended)


@editors
def woken(name, options):
    os.mkfifo("fifo-" + name)
    fifo = os.open("fifo-" + name, os.O_RDWR)
    with Lines(*options, "-w", "fifo-" + name) as t:
        t.typed("half").keys("left")
        os.write(fifo, b"digest")
        t.wait_for(lambda: t.screen().endswith("news: digest\norder> half"), "no news above the line")
        pty.same(name + ": news stand above, and what was typed below", t.screen(), "news: digest\norder> half")
        t.line("x", "got: halxf" if name == "editor" else "got: halfx")
        os.write(fifo, b"\x1b]0;owned\x07\x1b[2J\x9b2J\xc2\x9b2J\xff\x1b[31mred\x1b[0m\x0d\x08\xe2\x80\xae!")
        t.answered("red")
        pty.has(name + ": of news nothing but text and colours comes through", t.screen(),
                "news: ?]0;owned??[2J?2J?2J?red???!")
        t.quit(name)
    os.close(fifo)


@all_builds
def waiting(name, options):
    with Lines(*options, "-s", "1") as t:
        t.typed("half").wait("time\norder> half" if BUILT_IN != "none" else "time\norder>")
        t.line("", "got: half")
        pty.ok(name + ": after a time without keys it looks up, and the line stays", True)
        t.quit(name)


@editors
def pastes(name, options):
    with Lines(*options) as t:
        t.paste("quit\nquit\r\n\nask\ty\n").wait("order> quit quit ask y")
        t.line("", "got: quit quit ask y")
        pty.ok(name + ": newlines of a paste are blanks", True)
        t.paste("a\x1b[31mb\x1b]0;t\x07c\x03\x04\x1a\x15\x17\x7f\x08d\x1bOAe".replace("\x03", "").replace(
            "\x1a", "")).wait("order> a[31mb]0;tcdOAe").line("", "got: a[31mb]0;tcdOAe")
        pty.ok(name + ": escapes and controls of a paste do nothing", True)
        t.paste(b"u\xff\xc0\x80v\xed\xa0\x80w\xc2\x9bx\xe2\x80\xaey\xf4\x90\x80\x80z").wait("order> uvwxyz")
        t.line("", "got: uvwxyz")
        pty.ok(name + ": what is no UTF-8, or not to be shown, is dropped", True)
        t.paste("in\x1b[201~\rquit\ry\r\x1b[200~out").wait("in quit y [200~out").line("", "got: in quit y [200~out")
        pty.ok(name + ": the end of a paste inside a paste does not end it", True)
        t.paste("x" * (1 << 20))
        # A return key without a pause belongs to the paste, too.
        t.wait_for(lambda: "long: " in t.send("\r").all(), "it never ends").line("end", "got: end")
        pty.has(name + ": of 1 MiB without a newline comes what fits", t.all(), "long: 4096")
        t.send("y" * 10000).line("", "long: 4096")
        t.send("\x1b[200~never ended\rquit\r").wait("never ended quit").keys("^C").wait("quit ^C\norder>")
        t.line("on", "got: on")
        pty.ok(name + ": ^C ends a paste that has no end", True)
        t.quit(name)


@editors
def junk(name, options):
    with Lines(*options) as t:
        t.send(b"\x1b[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18qa\x1b[\x01b\x1bxc\x00\x1e\xffd\x1b[99~e\x1bOZf")
        t.wait("bxcdef")
        t.keys("^U").line("clean", "got: clean")
        pty.ok(name + ": sequences that nobody knows bind and start nothing", True)
        t.send(bytes(n for n in range(256) if n not in (3, 4, 26, 28, 13, 10)))
        t.keys("^C").answered("^C").line("clean", "got: clean")
        pty.ok(name + ": nor does any byte", True)
        t.quit(name)


@all_builds
def questions(name, options):
    with Lines(*options) as t:
        t.send("ask\ry\ryes\r").wait("[y/N]").send("\r").answered("answer: n")
        pty.ok(name + ": what was typed ahead is no answer", True)
        for number, (typed, answer) in enumerate((("y", "y"), ("YES", "y"), ("", "n"), ("yy", "n"), ("n", "n"))):
            t.send("ask\r").wait_for(lambda: t.all().count("[y/N]") == number + 2, "no question")
            t.line(typed, "answer: " + answer)
        pty.ok(name + ": y and yes are yes, all else is no", True)
        t.send("ask\r").wait_for(lambda: t.all().count("[y/N]") == 7, "no question")
        t.paste("yes").wait("yes", above=False).wait_for(lambda: "yes" in t.screen()[t.screen().rfind("[y/N]"):], "no paste")
        t.pasted("answer: n")
        pty.ok(name + ": a paste is no answer", True)
        t.send("ask\r").wait_for(lambda: t.all().count("[y/N]") == 8, "no question")
        before = t.all().count("answer: n")
        t.keys("^C").answered("answer: n", before)
        pty.ok(name + ": ^C is no", True)
        t.quit(name)


def kinds():
    for kind in ("dumb", None, "", "no-such-terminal", "vt100", "linux", "xterm-256color"):
        with Lines(env={"TERM": kind}) as t:
            t.line("hello", "got: hello")
            t.typed("half").keys("backspace").line("o", "got: halo")
            t.quit("TERM=%s" % kind)
            if kind in ("dumb", None, "") or (kind == "no-such-terminal" and BUILT_IN != "none"):
                pty.ok("TERM=%s: it is sent no sequence" % kind, b"\x1b" not in t.raw, t.raw)
    with Lines("-a") as t:
        t.paste("größe").wait("order> gre" if BUILT_IN != "none" else "201~").pasted("got: gre")
        pty.ok("7 bits: nothing else is taken", True)
        t.quit("7 bits")


def absent():
    with open(os.devnull, "rb") as null:
        with pty.Terminal([LINES], files={0: null.fileno()}) as t:
            pty.same("standard input is no terminal", t.status(), 2)
            pty.has("... and that is said", t.all(), "no terminal")
        with Lines("-t", files={0: null.fileno()}) as t:
            t.line("hello", "got: hello")
            t.quit("/dev/tty")
    done = subprocess.run(["setsid", "-w", LINES, "-t"], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    pty.same("there is none at all", (done.returncode, done.stderr), (2, b"no terminal\n"))


pty.run(typing, editing, flat, driver, history, completion, control, resized, narrow, stopped, signals, woken, waiting, pastes, junk,
        questions, kinds, absent)
