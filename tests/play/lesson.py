"""Lessons in a real terminal: to the end by the proposed orders, by others, by refused ones, and back.

    lesson.py ADIT CASE...      in an empty folder
"""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pty  # noqa: E402  (this folder's)

ADIT = sys.argv[1]
TMP = os.path.join(os.getcwd(), "tmp")
GAMES = {"saboteur": 13, "saboteur2": 10, "duel": 11, "dark-cave": 10}


class Lesson(pty.Terminal):
    def __init__(self, *words, columns=80, rows=24):
        env = {"TMPDIR": TMP, "ADIT_HOME": None, "HOME": os.path.join(os.getcwd(), "nobody")}
        super().__init__([ADIT, "play", "--lines", "--learn"] + list(words), columns=columns, rows=rows, env=env)
        self.page = ""
        self.prompted(0)

    def prompted(self, before):
        self.wait_for(lambda: len(self.all().rstrip()) > before and self.all().rstrip().endswith("player>"),
                      "no prompt")
        self.page = self.all()[before:]

    def give(self, line):
        """What comes of a line, up to the next prompt."""
        before = len(self.all().rstrip())
        self.send(line + "\r")
        self.wait_for(lambda: self.all()[before:].lstrip().startswith(line + "\n"), "no echo of " + line)
        self.prompted(before + len(line) + 2)
        return " ".join(self.page.split())

    def step(self):
        """Number of the step, number of the steps, proposed order; of the last page."""
        found = re.search(r"Lesson, step (\d+) of (\d+)\..*?Type: ([^\n]*)", self.page, re.S)
        return (int(found.group(1)), int(found.group(2)), found.group(3).strip()) if found else None

    def leave(self):
        self.send("quit\r")
        return self.status()


def proposed(t, upto):
    """Gives so many of the proposed orders, and returns each order with its page."""
    seen = []
    while t.step() is not None and len(seen) < upto:
        order = t.step()[2]
        seen.append((order, t.page))
        t.give(order)
    return seen


# What the texts say about the fixed deals, as the table shows it: step, text of the page before its note.
FACTS = {
    "saboteur": [
        (1, "your role is miner"), (1, "you draw new"), (2, "greedy lays ns at 1,-1"), (2, "map (2)*"),
        (3, "you see goal-gold at 8,0"), (4, "greedy2 breaks your lamp"), (6, "you draw ew"),
        (7, "greedy lays nesw at 4,0"), (8, "greedy2 lays n+e+s+w at 5,0"), (9, "n+e+s+w leaves 5,0"),
        (10, "ne (2)*"), (11, "greedy lays new at 5,1"), (12, "greedy lays new at 6,1"),
        (12, "greedy2 lays nw at -1,0"), (12, "you draw n+e"), (13, "greedy lays ew at 7,1"),
        (13, "greedy2 lays n+s+w at 5,-2"), (13, "you draw break-lamp"),
        (14, "greedy reaches the gold: the miners win the round")],
    "saboteur2": [
        (1, "your role is green-digger"), (2, "greedy looks at the goal at 8,-2"), (3, "greedy lays nesw at 3,0"),
        (3, "greedy2 lays a theft card"), (4, "you draw ew"), (5, "greedy lays ne:door-blue at 3,1"),
        (5, "you draw nw:ladder"), (6, "greedy takes greedy2's theft card away"), (6, "you draw nesw"),
        (7, "greedy2 breaks your pickaxe"), (8, "greedy2 lays nw:door-green at 7,0"),
        (9, "greedy2 lays ew:door-green at 8,-1"), (10, "greedy traps greedy2"), (10, "you draw nw+s"),
        (11, "the goal at 8,0 is turned up: goal-gold"), (11, "open for the green diggers only"),
        (11, "you get 5 gold"), (11, "greedy gets 2 gold for crystals")],
    "duel": [
        (1, "you play blue"), (1, "greedy breaks your pickaxe"), (2, "greedy lays ns+ew at 1,1"),
        (3, "greedy removes break-lamp"), (4, "greedy 4 cards"), (5, "you see goal-1-new:door-green@e at 9,0"),
        (5, "at 0,2"), (7, "greedy lays ew at 3,1"), (8, "greedy unlocks the door at 4,1"),
        (9, "you claim the gold of goal-2-nw at 5,0"), (9, "greedy lays ew at 6,0"),
        (10, "you claim the gold of goal-2-nsw:door-green@s at 7,1"), (10, "greedy lays new:troll at 6,1"),
        (11, "the goal at 5,2 is turned up: goal-0")],
    "dark-cave": [
        (1, "your role is yellow-loyal"), (3, "greedy lays 1/nsw at 1,-1"), (5, "greedy lays 1/nesw at 2,-2"),
        (7, "greedy lays 1/nw:ladder at 2,-4"), (7, "you draw goblin"), (9, "greedy lays 1/new at 3,-4"),
        (9, "the goal at 4,-4 is turned up: goal-exit"), (11, "you leave the cave with 3 gold"),
        (11, "greedy has 0 gold")],
}


def by_the_book():
    """Each lesson to its end by the proposed orders; what its texts say is so."""
    for game, steps in GAMES.items():
        with Lesson(game, rows=100) as t:
            pty.has(game + ": the first step explains the codes", t.page, "n+e has two dead")
            seen = proposed(t, 99)
            pages = [" ".join(page.split()) for _, page in seen] + [" ".join(t.page.split())]
            pty.same(game + ": its steps", len(seen), steps)
            for step, fact in FACTS[game]:
                pty.has("%s, step %d: %s" % (game, step, fact), pages[step - 1].partition("Lesson, step")[0], fact)
            over = game != "duel"
            pty.same(game + ": the game is over at its end", "The game is over" in pages[-1], over)
            pty.has(game + ": ... which names the next thing to do", pages[-1],
                    "adit play --rules %s --against" % game)
            if over:
                pty.has(game + ": you win", pages[-1], "won by you")
                t.send("new\r")
                t.wait("practice game; --seed", above=True)
            pty.same(game + ": quit", t.leave(), 0)
    pty.same("nothing is left", os.listdir(TMP), [])


def refused():
    """What is not possible is explained, with the order that is proposed, and nothing is lost."""
    for game in GAMES:
        with Lesson(game) as t:
            order = t.step()[2]
            for wrong in "place nesw at 7,7", "nonsense", "map", "break-lamp nobody":
                said = t.give(wrong)
                pty.has("%s: %s is refused" % (game, wrong), said, "That was refused, for the reason above")
                pty.has("... and what to do instead is said", said, "Type: " + order)
            t.give(order)
            pty.same(game + ": then the proposed order leads on", t.step()[0], 2)
            t.leave()


def others():
    """Other orders go on, to the end; undo leads back to the same step, from wherever one is."""
    for game in GAMES:
        with Lesson(game, rows=60) as t:
            seen = proposed(t, 3)
            here = t.step()
            board = t.give("board")
            t.give("moves")
            # A discard is possible in each first step of a turn; while walking, staying is.
            other = next((x for x in re.findall(r"^discard \S+", t.page, re.M) if x != here[2]), "stay")
            pty.ok(game + ": it is not the proposed one", other != here[2], other)
            said = t.give(other)
            pty.has(game + ": what was proposed, and why", said, 'The lesson proposed "%s"' % here[2])
            pty.same(game + ": no step there", t.step(), None)
            t.give("nonsense")
            for _ in range(3):
                order = t.give("suggest").split(" This is")[0].strip()
                pty.has("%s: one can go on: %s" % (game, order), t.give(order), "times `undo` lead back to the lesson")
            for _ in range(4):
                t.give("undo")
            pty.same(game + ": undo leads back", t.step(), here)
            pty.same(game + ": ... to the same board", t.give("board"), board)
            pty.ok(game + ": ... and every order is known", "not signed here" not in t.all())
            t.give("nonsense")
            said = t.give("say hello")
            pty.same(game + ": a message does not leave the lesson", t.step(), here)
            pty.ok(game + ": ... and was not refused", "refused" not in said, said)
            t.give(here[2])
            pty.same(game + ": ... nor does the order after it", t.step()[0] - here[0], 1)
            t.give("undo")
            pty.same(game + ": ... undo goes back by an order", t.step(), here)
            t.give(other)
            t.give("nonsense")
            said = t.give("say hello")
            pty.ok(game + ": a message off the lesson was not refused either", "refused" not in said, said)
            pty.has(game + ": one undo", said, "takes your last order back and leads back to the lesson")
            t.give("undo")
            pty.same(game + ": ... does so", t.step(), here)
            for order, page in reversed(seen):
                t.give("undo")
                pty.same(game + ": undo before " + order, t.step()[2], order)
            pty.has(game + ": undo at the beginning", t.give("undo"), "this is the beginning of the lesson")
            t.give("show")
            pty.same(game + ": and on", len(proposed(t, 4)), 4)
            t.give("resign")
            pty.same(game + ": one may even resign", t.step(), None)
            t.give("undo")
            pty.same(game + ": and take that back", t.step()[0], 5)
            pty.same(game + ": quit", t.leave(), 0)
    pty.same("nothing is left", os.listdir(TMP), [])


def small():
    """In words, in ASCII, on a small terminal."""
    with Lesson("--plain") as t:
        pty.has("without a game: Saboteur", t.page, "saboteur, game")
        pty.ok("--plain: no drawing", not re.search("[░│]", t.page), t.page)
        t.leave()
    with Lesson("--ascii") as t:
        pty.has("--ascii: three cards", t.page, "##x--")
        t.leave()
    with Lesson("duel") as t:
        orders = [order for order, _ in proposed(t, 99)]
        t.leave()
    with Lesson("duel", columns=40, rows=15) as t:
        for step, order in enumerate(orders):
            t.wait_for(lambda: "step %d of" % (step + 1) in t.all() and t.all().rstrip().endswith("player>"),
                       "no step %d" % (step + 1))
            t.send(order + "\r")
        t.wait_for(lambda: "the round goes on" in " ".join(t.all().split()), "no end")
        pty.same("40 columns: quit", t.leave(), 0)
    for words, says in [(["chess"], "chess"), (["duel", "saboteur"], "is too much"), (["--rules", "duel"], "--learn")]:
        t = pty.Terminal([ADIT, "play", "--learn"] + words, columns=80, rows=24,
                         env={"TMPDIR": TMP, "ADIT_HOME": None})
        pty.same("refused: " + " ".join(words), t.status(), 2)
        pty.has("... says so", t.all(), says)
        t.close()


os.mkdir(TMP)
pty.run(*[globals()[name] for name in sys.argv[2:]])
