"""What each round deals, as THE DEAL of adit(5) defines it, from the keys of the round."""

import re
import struct

from audit_seal import Stream, Wrong, digest_of, hashed

DECKS = ("1", "8", "9")
PATH = re.compile(r"(?:[123]/)?n?e?s?w?(?:\+n?e?s?w?)*(?::|$)")
ROLES = {"saboteur": ("miner", "saboteur"),
         "saboteur2": ("green-digger", "blue-digger", "boss", "profiteer", "geologist", "saboteur"),
         "duel": (),
         "dark-cave": ("yellow-loyal", "yellow-saboteur", "blue-loyal", "blue-saboteur")}
SABOTEURS = {3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}
# Two loyal dwarves and two saboteurs of one clan with 3 or 4 seats, and so on: 5.A of adit(6).
CLANS = {2: (1, 0, 1, 0), 5: (3, 1, 3, 1)}


def group_of(rules, kind):
    """start, goal, gold, role, or deck for path and action cards."""
    if kind.split("-")[0].split("=")[0] in ("start", "goal", "gold"):
        return kind.split("-")[0]
    return "role" if kind in ROLES[rules] else "deck"


def deck_of_list(cards):
    """For dark-cave: which deck each kind of the list is in: 0, 1, 2.  An action card without a deck is of
    the first that has it and that the list has not had yet; 5.A of adit(6) says which have it."""
    places, had = [], {"swap-cards": 1}
    for kind, _ in cards:
        if kind[:2] in ("1/", "2/", "3/"):
            places.append(int(kind[0]) - 1)
            had[kind[2:]] = places[-1] + 1
        else:
            places.append(had.get(kind, 0))
            had[kind] = places[-1] + 1
    return places


class Table:
    """What digest 0 says of the game, as far as a deal depends on it."""

    def __init__(self, rules, options, cards, seats):
        self.rules, self.options, self.cards, self.seats = rules, options, cards, seats
        self.decks = deck_of_list(cards) if rules == "dark-cave" else [None] * len(cards)
        self.places = {}
        for at, (kind, _) in enumerate(cards):
            self.places.setdefault((kind, self.decks[at]), at)
            self.places.setdefault(kind, at)

    def repeated(self, group):
        return [kind for kind, count in self.cards if group_of(self.rules, kind) == group for _ in range(count)]

    def sort(self, kinds, deck=None):
        """By their place in the card list; for dark-cave that of their deck."""
        return sorted(kinds, key=lambda kind: self.places[kind if deck is None else (kind, deck)])

    def hand_size(self):
        if self.rules == "saboteur":
            return 6 if self.seats <= 5 else 5 if self.seats <= 7 else 4
        return 5 if self.rules == "dark-cave" else 6


class Deal:
    """The piles of one round.  key(purpose) is the subkey, or None where it is not known; then a pile
    that needs it is None."""

    def __init__(self, table, turn, key, resigned, owned=(), gone=()):
        self.table, self.turn, self.key = table, turn, key
        self.resigned, self.owned, self.gone = resigned, list(owned), list(gone)
        self.deck = self.roles = self.goals = self.gold = None
        self.boxed = 0
        self.hands = [[] for _ in range(table.seats)]
        getattr(self, table.rules.replace("-", "_"))()

    def shuffled(self, purpose, things):
        return Stream(self.key(purpose)).shuffle(things) if self.key(purpose) else None

    def less(self, things, taken):
        things = list(things)
        for thing in taken:
            if thing not in things:
                raise Wrong("%s is not in the box" % thing)
            things.remove(thing)
        return things

    def dealt(self, first):
        """Hands seat by seat from the top, each hand at once; seats that have resigned get none."""
        at, size = first, self.table.hand_size()
        for seat in range(self.table.seats):
            if seat not in self.resigned:
                self.hands[seat] = list(range(at, at + size))
                at += size
        self.next = at

    def first_seat(self):
        return Stream(self.key(5)).draw(self.table.seats) if self.key(5) else None

    def saboteur(self):
        options, seats = self.table.options, self.table.seats
        bad = SABOTEURS[seats]
        miners = seats - bad + 1 - (options.get("roles") == "no-spare") - (options.get("dwarf") == "selfish")
        if self.key(3):
            stream = Stream(self.key(3))
            self.roles = stream.shuffle(["miner"] * miners + ["saboteur"] * bad)
            if options.get("dwarf") == "selfish":
                self.selfish(stream.draw(seats))
        self.deck = self.shuffled(1, self.table.repeated("deck"))
        self.goals = self.shuffled(4, self.table.repeated("goal"))
        self.gold = self.shuffled(6, sorted(self.less(self.table.repeated("gold"), self.owned)))
        self.dealt(0)

    def selfish(self, place):
        roles, last = self.roles + [None], self.table.seats - 1
        if len(self.roles) > last:
            roles[last + 1] = roles[last]
        if place != last:
            roles[last] = roles[place]
        roles[place] = "selfish-miner"
        self.roles = [role for role in roles if role]

    def saboteur2(self):
        self.roles = self.shuffled(3, self.table.repeated("role"))
        self.deck = self.shuffled(1, self.table.repeated("deck"))
        self.goals = self.shuffled(4, self.table.repeated("goal"))
        self.dealt(10)

    def duel(self):
        self.deck = self.shuffled(1, self.less(self.table.repeated("deck"),
                                               [kind for kind in self.owned + self.gone
                                                if group_of("duel", kind) == "deck"]))
        self.goals = self.shuffled(4, self.less(self.table.repeated("goal"),
                                                [kind for kind in self.owned + self.gone
                                                 if group_of("duel", kind) == "goal"]))
        self.dealt(0)

    def dark_cave(self):
        seats = self.table.seats
        self.roles = self.shuffled(3, self.clans())
        self.goals = self.shuffled(4, self.table.repeated("goal"))
        places, decks = deck_of_list(self.table.cards), [[], [], []]
        for (kind, count), place in zip(self.table.cards, places):
            if group_of("dark-cave", kind) == "deck":
                decks[place] += [kind] * count
        shuffled = [self.shuffled(int(DECKS[i]), decks[i]) for i in range(3)]
        if None in shuffled:
            return
        self.decks = [[(kind, i) for kind in pile[5:]] for i, pile in enumerate(shuffled)]
        first, second = (5, 0) if seats <= 4 else (4, 1) if seats <= 6 else (3, 2)
        self.deck, at = [], 0
        for seat in range(seats):
            got = self.decks[0][:first] + self.decks[1][:second]
            del self.decks[0][:first], self.decks[1][:second]
            self.hands[seat] = list(range(at, at + len(got)))
            self.deck += got
            at += len(got)
        self.next = at
        both = self.deck + self.decks[0] + self.decks[1] + self.decks[2]
        self.deck, self.deck_places = [kind for kind, _ in both], [place for _, place in both]

    def clans(self):
        seats = self.table.seats
        if seats in (3, 4):
            clan = self.table.options.get("clan", "yellow")
            counts = {clan + "-loyal": 2, clan + "-saboteur": 2}
        else:
            counts = dict(zip(ROLES["dark-cave"], CLANS[2 if seats == 2 else 5]))
        return [kind for kind in ROLES["dark-cave"] for _ in range(counts.get(kind, 0))]

    def piles(self):
        """The piles that have leaves, in their order."""
        piles = {"deck": self.deck, "roles": self.roles, "goals": self.goals, "gold": self.gold}
        return {name: pile for name, pile in piles.items() if pile}


def salt_of(key, pile, index):
    return digest_of("adit/salt", key, pile, struct.pack("<H", index))


def leaf_of(game, turn, pile, index, kind, salt):
    """The commitment of a card; that of an action card of dark-cave names no deck."""
    return hashed("adit/leaf", game, bytes([turn]), pile, struct.pack("<H", index), kind, salt)
