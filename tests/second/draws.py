"""Where a referee gets random values from.

An object with stream(round, purpose, turn=0, step=0), which gives a stream with below(n), one draw below n, and
shuffle(things), the list in its new order.
"""


class Wrong(Exception):
    """What a program says it drew cannot be drawn."""


class GivenStream:
    """A stream whose one shuffle gave a known list, and whose draws gave known numbers."""

    def __init__(self, result, numbers=()):
        self.result, self.numbers = result, list(numbers)

    def shuffle(self, things):
        if sorted(things, key=str) != sorted(self.result, key=str):
            raise Wrong("shuffle of %s, but the result is %s" % (sorted(things, key=str), sorted(self.result, key=str)))
        return list(self.result)

    def below(self, n):
        number = self.numbers.pop(0)
        if not 0 <= number < n:
            raise Wrong("a draw below %d gave %d" % (n, number))
        return number


class Untouched:
    """A stream of which nothing will be seen."""

    def shuffle(self, things):
        return list(things)

    def below(self, _):
        return 0

    def stream(self, *_):
        return self


class FirstStream:
    """A stream of whose shuffle only the first things have been seen."""

    def __init__(self, first):
        self.first = first

    def shuffle(self, things):
        rest = list(things)
        for thing in self.first:
            rest.remove(thing)
        return self.first + rest


def roles_stream(roles, seats):
    """The stream that gave these roles, of the seats and then the one left over, if there is one."""
    if "selfish-miner" not in roles:
        return GivenStream(roles)
    roles, count = list(roles), len(seats)
    left, roles = roles[count:], roles[:count]
    place = roles.index("selfish-miner")
    if place < count - 1:
        roles[place] = roles[count - 1]
    return GivenStream(roles[:count - 1] + left, [place])


class Losses:
    """The cards that were lost, in order. The referee asks for one of a hand by lose()."""

    def __init__(self, lost):
        self.lost = lost

    def lose(self, hand):
        if not self.lost or self.lost[0] not in hand:
            raise Wrong("lost %s of %s" % (self.lost[:1], hand))
        return hand.index(self.lost.pop(0))


class Given:
    """The draws that lead to a known next position, with the events on the way."""

    def __init__(self, position, events):
        self.p, self.events = position, events
        self.losses = Losses([e["card"] for e in events if e["kind"] == "lost"])

    def stream(self, round_number, purpose, turn=0, step=0):
        if round_number != self.p["round"]:
            return self.passed(round_number, purpose)
        return getattr(self, self.p["rules"].replace("-", "_"))(purpose)

    def passed(self, round_number, purpose):
        """A round that ended as it began, because all have resigned: only its roles can be seen."""
        if purpose == 4 and self.p["options"].get("goals") == "box":
            begin = len(self.p["set_aside"]) - 6 * (self.p["round"] - round_number)
            return FirstStream(self.p["set_aside"][begin:begin + 6])
        if purpose != 3:
            return Untouched()
        number, roles = None, []
        for event in self.events:
            number = event["value"] if event["kind"] == "round" else number
            if number == round_number and event["kind"] in ("role", "shown") and ("seat" in event) == (event["kind"] == "role"):
                roles.append(event["card"])
        if self.p["rules"] == "saboteur2":
            return FirstStream(roles)
        return roles_stream(roles, [s["name"] for s in self.p["seats"]])

    def hands(self):
        return [card for seat in self.p["seats"] for card in seat["hand"]]

    def goals(self):
        return [e["kind"] for e in self.p["board"] if e.get("face") == "down"]

    def saboteur(self, purpose):
        roles = [s["role"] for s in self.p["seats"]]
        if purpose == 1:
            return GivenStream(self.hands() + self.p["deck"])
        if purpose == 3:
            left = [] if self.p["role_left"] is None else [self.p["role_left"]]
            return roles_stream(roles + left, roles)
        if purpose == 4:
            return GivenStream(self.goals())
        if purpose == 6:
            return GivenStream(self.p["gold_pile"])
        return self.first()

    def saboteur2(self, purpose):
        if purpose == 1:
            return GivenStream(self.p["set_aside"] + self.hands() + self.p["deck"])
        if purpose == 3:
            return GivenStream([s["role"] for s in self.p["seats"]] + self.p["role_pile"])
        return GivenStream(self.goals()) if purpose == 4 else self.first()

    def duel(self, purpose):
        if purpose == 1:
            return GivenStream(self.hands() + self.p["deck"])
        if purpose == 4:
            return GivenStream(self.goals() + self.p["goals_left"])
        return self.first()

    def dark_cave(self, purpose):
        if purpose == 7:
            return self.losses
        if purpose == 3:
            return GivenStream([s["clan"] + ("-loyal" if s["loyal"] else "-saboteur") for s in self.p["seats"]] + self.p["clan_left"])
        if purpose == 4:
            return GivenStream(self.goals())
        if purpose == 5:
            return self.first()
        deck = {1: "I", 8: "II", 9: "III"}[purpose]
        sizes, begin = self.p["pile"], 0
        for name in ("I", "II", "III"):
            if name == deck:
                break
            begin += sizes[name]
        aside = 5 * ("I", "II", "III").index(deck)
        hands = [card for s in self.p["seats"] for card, of in zip(s["hand"], s["hand_decks"]) if of == deck]
        return GivenStream(self.p["set_aside"][aside:aside + 5] + hands + self.p["deck"][begin:begin + sizes[deck]])

    def first(self):
        first = next(e["seat"] for e in self.events if e["kind"] == "first")
        return GivenStream([], [[s["name"] for s in self.p["seats"]].index(first)])
