"""Who has which card: what the keys, the orders and the public events of a game say of its hidden cards, as
THE DEAL and Taking back of adit(5) define it.  Knows no rules of the games but which card an event moves."""

import copy

from audit_deal import DECKS
from audit_seal import Stream, digest_of
from audit_text import need


def goal_places(table):
    if table.rules == "duel":
        return ["5,-2", "5,0", "5,2", "7,-1", "7,1", "9,0"]
    if table.rules == "dark-cave":
        far = 3 if table.seats >= 6 else 4
        return ["%d,%d" % (x, y) for x in (-far, far) for y in (-far, far)]
    return ["8,-2", "8,0", "8,2"]


class Ledger:
    """The hidden cards after a digest.  Cards are kinds; a deck of dark-cave has beside it where each card of
    it comes from."""

    def __init__(self, table, names):
        self.table, self.names = table, names
        self.deal, self.top, self.deck, self.places = None, 0, [], []
        self.hands = {name: [] for name in names}
        self.roles = {name: None for name in names}
        self.role_pile, self.left_over, self.goals = [], [], {}
        self.first, self.lain = 0, []

    def begin(self, deal):
        """A round is dealt; the events say who draws."""
        self.deal = deal
        self.deck = list(deal.deck or [])
        self.places = list(getattr(deal, "deck_places", None) or [0] * len(self.deck))
        self.first = self.top = 10 if self.table.rules == "saboteur2" else 0
        self.hands = {name: [] for name in self.names}
        self.role_pile = list(deal.roles or [])
        self.left_over = self.role_pile[len(self.names):]
        self.roles = {name: None for name in self.names}
        self.goals = dict(zip(goal_places(self.table), deal.goals or []))
        self.lain = self.lain + list(self.goals.values())

    def left(self):
        return len(self.deck) - self.top

    # What an event does

    def follow(self, events, thrown, random):
        """The events with what they hide, where it can be known; else "?" stays.  thrown: the cards that are
        discarded face down, in order; random(step): the stream of losses of a step of this turn."""
        full, got, step = [], None, None
        for line in events:
            event = line.split(" ")
            kind, seat = event[0], event[1] if len(event) > 1 else None
            function = getattr(self, "on_" + kind.replace("-", "_"), None)
            step = 1 if kind == "walked" else step
            if kind == "received":
                if got is None:
                    self.exchange(seat, event[3])
                    got = {name: list(self.hands[name] or []) for name in (seat, event[3])}
                event[2] = got[seat].pop(0) if got[seat] else "?"
            elif kind == "discarded" and event[2] == "?":
                event[2] = thrown.pop(0) if thrown else "?"
                self.leave(seat, event[2])
            elif kind == "lost" and event[2] == "?":
                event[2] = self.lost(seat, random(step))
            elif function:
                function(event)
            full.append(" ".join(event))
        return full

    def leave(self, seat, kind):
        if kind == "?":
            self.hands[seat] = None
        if self.hands[seat] is not None:
            need(kind in self.hands[seat], "%s has no card %s" % (seat, kind))
            self.hands[seat].remove(kind)

    def lost(self, seat, random):
        hand = self.hands[seat]
        if random is None or hand is None:
            self.hands[seat] = None
            return "?"
        kind = hand[random.draw(len(hand))]
        hand.remove(kind)
        return kind

    def exchange(self, one, other):
        self.hands[one], self.hands[other] = self.hands[other], self.hands[one]

    def on_role(self, event):
        if event[2] == "?" and self.role_pile:
            event[2] = self.role_pile.pop(0)
        self.roles[event[1]] = event[2]

    def on_drew(self, event):
        need(self.top < len(self.deck), "a card is drawn from an empty pile")
        event[2] = self.deck[self.top]
        self.top += 1
        if self.hands[event[1]] is not None:
            self.hands[event[1]].append(event[2])

    def on_placed(self, event):
        self.leave(event[1], event[2])

    def on_played(self, event):
        self.leave(event[1], event[2])

    def on_saw_goal(self, event):
        event[2] = self.goals.get(event[3], event[2])

    def on_saw_role(self, event):
        event[2] = self.roles.get(event[3]) or event[2]

    def on_saw_left(self, event):
        """Who leaves the cave first sees the clan cards that no seat got, one after the other."""
        if self.left_over:
            event[2] = self.left_over.pop(0)

    def on_turned_up(self, event):
        self.shown_goal(event[1], event[2])

    def on_goal_was(self, event):
        self.shown_goal(event[1], event[2])

    def shown_goal(self, kind, place):
        need(place not in self.goals or self.goals[place] == kind,
             "the goal at %s is %s, by the deal it is %s" % (place, kind, self.goals.get(place)))

    def on_shown(self, event):
        if len(event) == 3 and self.roles.get(event[1]):
            need(self.roles[event[1]] == event[2], "%s is shown as %s" % (event[1], event[2]))

    # Taking back

    def shuffle(self, position, key):
        """Shuffle again what nobody has seen.  key(purpose): of the new epoch and this round.  Gives the new
        piles with the index of each card, in the order of their leaves."""
        piles = {"deck": self.shuffle_deck(key), "goals": self.shuffle_goals(position, key(4))}
        if self.table.rules == "saboteur2":
            self.role_pile = Stream(key(3)).shuffle(self.table.sort(self.role_pile))
            had = len(self.deal.roles) - len(self.role_pile)
            piles["roles"] = [(had + at, kind) for at, kind in enumerate(self.role_pile)]
        return piles

    def shuffle_deck(self, key):
        rest, places = self.deck[self.top:], self.places[self.top:]
        if self.table.rules == "dark-cave":
            new = []
            for deck in range(3):
                part = [kind for kind, place in zip(rest, places) if place == deck]
                new += Stream(key(int(DECKS[deck]))).shuffle(self.table.sort(part, deck))
        else:
            new = Stream(key(1)).shuffle(self.table.sort(rest))
        self.deck[self.top:] = new
        return [(self.top + at, kind) for at, kind in enumerate(new)]

    def shuffle_goals(self, position, key):
        seen = {place for seat in position["seats"] for place in seat["seen"]}
        down = ["%d,%d" % (card["x"], card["y"]) for card in position["board"] if card.get("face") == "down"]
        places = [place for place in down if place not in seen]
        places.sort(key=lambda place: tuple(map(int, place.split(","))))
        new = Stream(key).shuffle(self.table.sort([self.goals[place] for place in places]))
        self.goals.update(zip(places, new))
        order = goal_places(self.table)
        return sorted((order.index(place), self.goals[place]) for place in places)

    def copy(self):
        new = copy.copy(self)
        new.hands = {name: None if hand is None else list(hand) for name, hand in self.hands.items()}
        new.roles, new.goals = dict(self.roles), dict(self.goals)
        new.deck, new.role_pile, new.left_over = list(self.deck), list(self.role_pile), list(self.left_over)
        return new


def losses(key, turn, step):
    """The stream of losses of one step of a turn, from subkey 7."""
    return Stream(digest_of("adit/loss", key, turn.to_bytes(4, "little"), bytes([step])))
