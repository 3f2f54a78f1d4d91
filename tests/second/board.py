"""Path cards and the board: rules C1 to C7 of adit(6), with the names of adit(5), POSITIONS."""

import functools

EDGES = "nesw"
OPPOSITE = {"n": "s", "s": "n", "e": "w", "w": "e"}
STEP = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
GOALS = {"goal-gold": "nesw", "goal-stone-ne": "ne", "goal-stone-nw": "nw",
         "goal-exit": "nesw", "goal-hole": "nsw", "goal-ladder": "ne", "goal-vein": "nw"}
FAR = 100


class Shape:
    """A card as it lies: level, groups (of edges that are joined), marks (ladder, crystal, gold@ns, door-blue@s ...).

    printed holds the groups in the same order before the card was turned.
    """

    def __init__(self, kind, flipped):
        self.kind, self.flipped = kind, flipped
        name = kind
        self.level = 3 if kind.startswith("goal") else 1
        if kind[1:2] == "/":
            self.level, name = int(kind[0]), kind[2:]
        if kind.startswith("start"):
            name = "nesw"
        elif kind in GOALS:
            name = GOALS[kind]
        elif kind.startswith("goal-"):
            name = kind.split("-", 2)[2]
        links, *marks = name.split(":")
        self.printed = links.split("+")
        if kind == "start":
            marks = ["start"]
        self.marks = [turned_mark(m) if flipped else m for m in marks]
        self.groups = [turned(g) if flipped else g for g in self.printed]
        self.group = {edge: i for i, group in enumerate(self.groups) for edge in group}
        self.links = "+".join(sorted((g.upper() for g in self.groups), key=lambda g: "NESW".index(g[0])))

    def has(self, mark):
        return any(m.split("@")[0] == mark for m in self.marks)


def turned(edges):
    """The edges of a group after half a turn, in the order n, e, s, w."""
    return "".join(sorted((OPPOSITE[e] for e in edges), key=EDGES.index))


def turned_mark(mark):
    word, at, edges = mark.partition("@")
    return word + at + turned(edges)


@functools.lru_cache(None)
def shape(kind, flipped=False):
    """The shape of a kind of path card, start or goal."""
    return Shape(kind, flipped)


@functools.lru_cache(None)
def same_turned(kind):
    """Whether turning a card of this kind changes neither links nor features."""
    up, down = shape(kind), shape(kind, True)
    if up.links != down.links:
        return False
    if up.level == 2 and {"hole", "ladder", "vein"} & set(up.marks):
        return False
    return sorted(up.marks) == sorted(down.marks)


def place(text):
    """The numbers of a place such as 8,-2."""
    x, y = text.split(",")
    return int(x), int(y)


def word(at):
    return "%d,%d" % at


def beside(at, edge):
    """The place on the other side of an edge."""
    return at[0] + STEP[edge][0], at[1] + STEP[edge][1]


class Board:
    """The cards on the board of a position, by place. It changes the position's list."""

    def __init__(self, entries):
        self.entries = entries
        self.at = {(e["x"], e["y"]): e for e in entries}

    def down(self, at):
        """Whether a goal lies face down at a place."""
        entry = self.at.get(at)
        return entry is not None and entry.get("face") == "down"

    def up(self, at):
        """The shape of the card that lies face up at a place, or None."""
        entry = self.at.get(at)
        if entry is None or entry.get("face") == "down":
            return None
        return shape(entry["kind"], entry.get("flipped", False))

    def kind(self, at):
        return self.at[at]["kind"]

    def sorted(self):
        return sorted(self.at)

    def cards_up(self):
        return [at for at in self.sorted() if not self.down(at)]

    def goals_down(self):
        return [at for at in self.sorted() if self.down(at)]

    def lay(self, at, kind, flipped, **more):
        """Put a card face up on the board."""
        flipped = flipped and not same_turned(kind)
        entry = {"x": at[0], "y": at[1], "kind": kind, "links": shape(kind, flipped).links, "flipped": flipped}
        entry.update(more)
        self.take(at)
        self.at[at] = entry
        self.entries.append(entry)
        self.entries.sort(key=lambda e: (e["x"], e["y"]))
        return entry

    def take(self, at):
        """Take the card at a place off the board, if there is one."""
        if at in self.at:
            self.entries.remove(self.at.pop(at))

    def fits(self, at, card):
        """C5: whether the edges of a shape match those of all neighbours that are face up."""
        for edge in EDGES:
            other = self.up(beside(at, edge))
            if other and (edge in card.group) != (OPPOSITE[edge] in other.group):
                return False
        return True

    def empty_beside(self):
        """The empty places beside a card or goal, where one could be laid."""
        return sorted({beside(at, edge) for at in self.at for edge in EDGES} - set(self.at))

    def reached(self, sources, through=None):
        """All edges (place, edge) of groups that unbroken tunnels connect with the sources.

        sources: a list of (place, edges) of cards face up. through(place, shape, edge) gives the edges of
        its card that are connected with an edge by which the card is entered; by default those of its group.
        """
        seen = {(at, edge) for at, edges in sources for edge in edges}
        todo = list(seen)
        while todo:
            at, edge = todo.pop()
            over = beside(at, edge)
            other = self.up(over)
            into = OPPOSITE[edge]
            if not other or into not in other.group or (over, into) in seen:
                continue
            for out in (through(over, other, into) if through else other.groups[other.group[into]]):
                if (over, out) not in seen:
                    seen.add((over, out))
                    todo.append((over, out))
        return seen
