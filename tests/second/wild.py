"""Orders for compare.py: legal ones written in other ways, and illegal ones."""

import board
import cards

TOOLS = ("lamp", "pickaxe", "cart")
STANDING = {"saboteur": [], "saboteur2": ["steal"], "duel": [], "dark-cave": ["agree", "disagree", "axe"]}


def near(chance, position):
    """A place on the board or beside it."""
    entry = chance.choice(position["board"])
    at = entry["x"], entry["y"]
    for _ in range(chance.choice((0, 1, 1, 1, 2))):
        at = board.beside(at, chance.choice(board.EDGES))
    return board.word(at)


def card(chance, position, sort=None):
    """A kind, mostly of the hand of the seat to move."""
    mover = next(s for s in position["seats"] if s["name"] == position["to_move"])
    hand = [k for k in mover["hand"] if sort is None or cards.sort(position["rules"], k) == sort]
    if hand and chance.random() < 0.85:
        return chance.choice(hand)
    return chance.choice([k.kind for k in cards.KINDS[position["rules"]] if sort is None or k.sort == sort])


def seat(chance, position):
    return chance.choice([s["name"] for s in position["seats"]] + ["p0"] * (chance.random() < 0.1))


def place(chance, position):
    text = "place %s at %s" % (card(chance, position, "path"), near(chance, position))
    return text + chance.choice(("", " flipped"))


def discard(chance, position):
    kinds = [card(chance, position) for _ in range(chance.choice((1, 1, 2, 2, 2, 3, 4)))]
    remove = ""
    if chance.random() < 0.3:
        remove = " to remove " + chance.choice(("theft", "trapped", "break-lamp", "break-cart", "break-pickaxe", "map"))
    return "discard " + " ".join(kinds) + remove


def space(chance, position):
    """The name of a space, mostly one that is there."""
    names = [s["name"] for entry in position["board"] for s in entry.get("spaces", [])]
    if chance.random() < 0.85:
        return chance.choice(names)
    return near(chance, position) + chance.choice(("", "/n", "/e", "/s", "/w", "/c", "/t"))


def walk(chance, position):
    """An order for step two of The Dark Cave."""
    text = chance.choice(("walk", "walk", "walk to", "stay"))
    for _ in range({"walk": chance.randrange(1, 5), "walk to": 1, "stay": 0}[text]):
        if chance.random() < 0.15:
            text += " cut %s/%s" % (near(chance, position), chance.choice(board.EDGES))
        text += " " + space(chance, position)
    if chance.random() < 0.2:
        text += chance.choice((" axe yes", " axe no", " turn flip", " axe no turn keep", " turn keep axe no"))
    return text


def cave_action(chance, position, kind):
    if kind == "secret-information":
        return kind + " " + chance.choice(["goal " + near(chance, position), seat(chance, position)])
    if kind == "rockfall":
        return kind + " " + near(chance, position)
    if kind == "spiderweb":
        return "%s %s/%s" % (kind, near(chance, position), chance.choice(board.EDGES))
    if kind in ("rat", "lindworm", "goblin"):
        return " ".join([kind] + [space(chance, position) for _ in range(chance.choice((1, 1, 2, 3)))])
    return kind + " " + seat(chance, position)


def joined(chance, position, legal):
    """Steps of The Dark Cave in one order."""
    parts = [chance.choice(legal), chance.choice(("stay", walk(chance, position)))]
    webs = [w["at"] for w in position["webs"]]
    if webs and chance.random() < 0.3:
        parts.insert(0, "cut " + chance.choice(webs))
    return chance.choice(("; ", ";")).join(parts)


def action(chance, position):
    kind = card(chance, position, "action")
    if position["rules"] == "dark-cave":
        return cave_action(chance, position, kind)
    words = [kind]
    if kind in ("rockfall", "map", "key"):
        words.append(near(chance, position))
    elif kind != "theft":
        words.append(seat(chance, position))
        if kind.count("-") == 2 and kind.startswith("repair") and chance.random() < 0.9:
            words.append(chance.choice(TOOLS))
    return " ".join(words)


def other_words(chance, order):
    """A legal order, written in another way or slightly changed."""
    words = order.split()
    if words[0] == "discard" and "remove" not in words:
        words[1:] = chance.sample(words[1:], len(words) - 1)
    elif words[0] == "place" and chance.random() < 0.7:
        words = [w for w in words if w != "flipped"] if "flipped" in words else words[:4] + ["flipped"] + words[4:]
    elif len(words) > 1 and chance.random() < 0.3:
        del words[chance.randrange(len(words))]
    text = chance.choice((" ", "  ")).join(words)
    return text.upper() if chance.random() < 0.2 else text


def standing(chance, position):
    """An order that any seat may give at any time."""
    kind = chance.choice(STANDING[position["rules"]] or ["resign"])
    if kind == "steal":
        names = [s["name"] for s in position["seats"]]
        chance.shuffle(names)
        return "steal " + chance.choice(["none", ",".join(names[:chance.randrange(1, len(names) + 1)])])
    if kind == "axe":
        return "axe %s %s" % (chance.choice(("rat", "lindworm", "goblin", "all")), chance.choice(("use", "keep")))
    return kind


def orders(chance, position, legal):
    """A few orders to try in a position, with the seat, None for the seat to move."""
    kinds = [place, discard, action]
    if position["rules"] == "dark-cave":
        kinds.append(walk)
        if position["phase"] == "walk":
            kinds = [walk, walk, walk, action]
        elif legal:
            yield joined(chance, position, legal), None
        for web in position["webs"]:
            yield chance.choice(("cut ", "stay cut ")) + web["at"], None
    for _ in range(4):
        yield chance.choice(kinds)(chance, position), None
    if legal:
        yield other_words(chance, chance.choice(legal)), None
        yield chance.choice(legal), chance.choice((None, seat(chance, position)))
    yield "take %d" % chance.randrange(5), None
    if chance.random() < 0.1:
        yield standing(chance, position), seat(chance, position)
    if chance.random() < 0.05:
        yield "resign", seat(chance, position)


def step(chance, position, legal, gives_up):
    """The order with which the game goes on, and its seat. gives_up: how often a seat resigns."""
    if chance.random() < gives_up:
        playing = [s["name"] for s in position["seats"] if not s.get("resigned")]
        return "resign", chance.choice(playing)
    if STANDING[position["rules"]] and chance.random() < 0.02:
        return standing(chance, position), chance.choice([s["name"] for s in position["seats"]])
    other = [order for order in legal if not order.startswith("discard")]
    return chance.choice(other if other and chance.random() < 0.9 else legal), None
