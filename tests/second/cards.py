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

DUEL = """
start start-green 1 start-blue 1
path ns+ew 1 ew 4 ns 3 nw 2 ne 2 ne+sw 1 ns+w 1 ne+w 1 ne+s 1 nw+e 1 nw+s 1
path ns+ew:gold@ns 1 nw+es:gold@es 1 nsw+e:gold@e 1 new+s:gold@s 1 ew+s:gold@s 1
path ne:ladder-green 1 nw:ladder-blue 1 nesw:door-blue@s 1 nesw:door-green@w 1
path new:door-blue@e 1 new:door-green@n 1 nsw:door-blue@n 1 nsw:door-green@s 1
path nesw:troll 1 new:troll 1 nsw:troll 1
action break-lamp 2 break-pickaxe 2 break-cart 2 repair-lamp 1 repair-pickaxe 1 repair-cart 1
action repair-lamp-cart 1 repair-pickaxe-lamp 1 repair-pickaxe-cart 1 map 2 key 2 rockfall 2
goal goal-0-nesw 1 goal-0-n+e+s+w 1 goal-0-n+s+w 1 goal-0-n+e+w 1
goal goal-1-nw:gold@n:door-green@w 1 goal-1-ne:gold@n:door-blue@e 1 goal-1-n+w:gold@w 1 goal-1-ns+e+w:gold@ns 1
goal goal-1-nsw:door-blue@w 1 goal-1-new:door-green@e 1
goal goal-2-nw 1 goal-2-ne 1 goal-2-n+ew+s:gold@ew 1 goal-2-nsw:door-green@s 1 goal-2-new:door-blue@n 1
goal goal-3-n+e:gold@n 1 goal-3-nsw:door-blue@n 1 goal-3-new:door-green@n 1
"""

DARK_CAVE = """
start start 1
goal goal-exit 1 goal-hole 1 goal-ladder 1 goal-vein 1
path I 1/nesw 2 1/nsw 2 1/new 2 1/ne 1 1/nw 1 1/ns 1 1/ew 1 1/n+e+s+w 1 1/nsw:hole 1 1/new:hole 1 1/nesw:hole 1
path I 1/ne:ladder 1 1/nw:ladder 1 1/ns+ew:bridge 1 1/nw+es:tunnel 1 1/ne+sw:tunnel 1
path II 2/nesw 1 2/nsw 1 2/new 1 2/ne 1 2/nw 1 2/ns 1 2/ew 1 2/n+e+w 1 2/nsw:hole 1 2/new:hole 1 2/nesw:hole 1
path II 2/n:ladder 1 2/ns+ew:bridge 2 2/nw+es:tunnel 1 2/ne+sw:tunnel 1 2/new:vein 1
path III 3/nesw 1 3/nsw 1 3/new 1 3/ne 1 3/nw 1 3/ns 1 3/ew 1 3/nsw:hole 1 3/new:hole 1 3/nesw:hole 1
path III 3/e:ladder 1 3/ns+ew:bridge 1 3/ne+sw:tunnel 1 3/nsw:vein 1
action I secret-information 2 rockfall 1 spiderweb 1 boots 1 battle-axe 1 rat 2 lindworm 1 goblin 1
action II secret-information 2 rockfall 1 swap-cards 1 spiderweb 1 boots 1 battle-axe 1 rat 1 lindworm 1 goblin 1
action III secret-information 1 rockfall 1 swap-cards 1 spiderweb 1 boots 1 battle-axe 1 rat 2 lindworm 2 goblin 2
role yellow-loyal 3 yellow-saboteur 2 blue-loyal 3 blue-saboteur 2
"""

LISTS = {"duel": DUEL, "saboteur": SABOTEUR, "saboteur2": SABOTEUR2, "dark-cave": DARK_CAVE}


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
