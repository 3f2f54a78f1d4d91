"""The card lists of adit(6): for each rules set its kinds in order, with class and number of copies.

A list is written as on the page: a line is "CLASS kind count kind count ...". Dark Cave lists name the deck
after the class.
"""

SABOTEUR = """
start start 1
goal goal-gold 1 goal-stone-ne 1 goal-stone-nw 1
path nesw 5 nsw 5 new 5 ns 4 ew 3 ne 5 nw 4 n+e+s+w 1 n+s+w 1 n+e+w 1 n+s 1 e+w 1 n+e 1 n+w 1 n 1 e 1
action break-pickaxe 3 break-lamp 3 break-cart 3 repair-pickaxe 2 repair-lamp 2 repair-cart 2
action repair-pickaxe-lamp 1 repair-pickaxe-cart 1 repair-lamp-cart 1 rockfall 3 map 6
gold gold-1 16 gold-2 8 gold-3 4
role miner 7 saboteur 4
"""

SABOTEUR2 = """
start start 1
goal goal-gold 1 goal-stone-ne 1 goal-stone-nw 1
path nesw 5 nsw 5 new 5 ns 4 ew 3 ne 5 nw 4 n+e+s+w 1 n+s+w 1 n+e+w 1 n+s 1 e+w 1 n+e 1 n+w 1 n 1 e 1
action break-pickaxe 3 break-lamp 3 break-cart 3 repair-pickaxe 2 repair-lamp 2 repair-cart 2
action repair-pickaxe-lamp 1 repair-pickaxe-cart 1 repair-lamp-cart 1 rockfall 4 map 6
path ns+ew 2 nw+es 1 ne+sw 1 n:ladder 1 e:ladder 1 ne:ladder 1 nw:ladder 1
path ns:door-blue 1 ew:door-blue 1 ne:door-blue 1 ns+e:door-green 1 ew:door-green 1 nw:door-green 1
path n:crystal 1 e:crystal 1 nesw:crystal 1 nsw:crystal 1 new:crystal 3
path nsw+e:crystal 1 new+s:crystal 1 n+ew:crystal 1 ns+w 1 ns+e+w 1 n+ew+s 1 nw+s 2 ne+s 1
action theft 4 hands-off 3 swap-hands 2 inspection 2 swap-hats 2 trapped 3 free-at-last 4
role green-digger 4 blue-digger 4 boss 1 profiteer 1 geologist 2 saboteur 3
gold gold-1 14 gold-2 9 gold-5 9
"""

LISTS = {"saboteur": SABOTEUR, "saboteur2": SABOTEUR2}


class Kind:
    """A kind of card: kind, sort (start, goal, path, action, gold, role), count, deck (None, "I", "II", "III")."""

    def __init__(self, kind, sort, count, deck):
        self.kind, self.sort, self.count, self.deck = kind, sort, count, deck


def read(text):
    """The kinds of a list in the form of the strings above, in order."""
    kinds = []
    for line in text.split("\n"):
        words = line.split()
        if not words:
            continue
        sort, deck, words = words[0], None, words[1:]
        if words[0] in ("I", "II", "III"):
            deck, words = words[0], words[1:]
        kinds += [Kind(kind, sort, int(count), deck) for kind, count in zip(words[::2], words[1::2])]
    return kinds


KINDS = {rules: read(text) for rules, text in LISTS.items()}
SORT = {rules: {k.kind: k.sort for k in kinds} for rules, kinds in KINDS.items()}


def sort(rules, kind):
    """The class of a kind, also of a path card that only a custom deck has; None if there is no such card."""
    found = SORT[rules].get(kind)
    if found is None and set(kind.split(":")[0].split("/")[-1]) <= set("nesw+"):
        return "path"
    return found


def deck(rules, number=None):
    """All path and action cards (of one deck), in the order of the list, each kind repeated by its count."""
    return [k.kind for k in KINDS[rules] if k.sort in ("path", "action") and k.deck == number
            for _ in range(k.count)]


def copies(rules, wanted):
    """All cards of one class, in the order of the list, each kind repeated by its count."""
    return [k.kind for k in KINDS[rules] if k.sort == wanted for _ in range(k.count)]
