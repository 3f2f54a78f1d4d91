"""typed.py PROGRAM ARG...: a session of adit play at a terminal, for table.py. Answers what it asks with yes, gives the
order in the file `words` unless one is on its way, and leaves. Prints what the program wrote, and an error of it as
standard error. The status is that of the program; 124: it did not go on, or did not end."""
import os
import re
import sys

os.environ.setdefault("PTY_LIMIT", "500")
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../play"))
import pty  # noqa: E402


class Session:
    def __init__(self, t, words):
        self.t, self.words = t, words
        self.answered = self.asked = 0

    def prompts(self):
        return len(re.findall(r"^cave bob>", self.t.all(), re.M))

    def questions(self):
        return self.t.all().replace("\n", "").count("[y/N]")

    def play(self):
        """To the end, or until the program ends."""
        t, is_ordered = self.t, False
        while True:
            t.wait_for(lambda: self.questions() > self.asked or self.prompts() > self.answered, "neither question nor prompt")
            if self.questions() > self.asked:
                self.asked = self.questions()
                t.send("y\r")
            elif is_ordered or "is on its way" in t.all():
                t.send("quit\r")
                return
            else:
                self.answered = self.prompts()
                is_ordered = True
                t.send(self.words + "\r")


def main():
    with open("words") as f:
        words = f.read().strip()
    env = {"NO_COLOR": "1", "TERM": "xterm"}
    with pty.Terminal(sys.argv[1:], columns=160, env=env) as t:
        try:
            Session(t, words).play()
        except (pty.Failed, OSError):
            pass  # it has ended
        try:
            status = t.status()
        except pty.Failed:
            status = 124
        sys.stdout.buffer.write(t.raw)
        said = [line for line in t.all().split("\n") if line.startswith("adit: ")]
        if status not in (0, 137):
            print("\n".join(said[-1:]), file=sys.stderr)
    sys.exit(status if status >= 0 else 128 - status)


main()
