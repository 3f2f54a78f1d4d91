"""Play a game again with the referee of adit(6), referee.py, as far as it knows the rules set: from the keys,
the orders and the host actions."""

import re

import referee
from audit_ledger import losses
from audit_seal import Wrong
from audit_text import need, patched

FIELDS = ("seat", "card", "to", "at", "tool", "value", "flipped", "outcome", "ways", "side")
# What a position of everybody, or of one seat, may leave out.
SECRET = {"role", "role_left", "gold", "gold_pile", "has_gold", "steal", "knows", "loyal", "axe", "role_pile", "links",
          "spaces", "hand_decks", "clan_left"}


def knows(rules):
    return rules in referee.GAMES


def line_of(event):
    """The canonical line of an event."""
    words = [event["kind"]]
    for name in FIELDS:
        if name in event:
            word = "flipped" if name == "flipped" else str(event[name])
            words.append(word + ("/" + event["part"] if name == "at" and "part" in event else ""))
    return " ".join(words)


def same_event(shown, true):
    """Whether an event as everybody sees it is this one: a hidden card is "?", a hidden value is left out."""
    shown, true = shown.split(" "), true.split(" ")
    if shown[0] == "nugget" and len(shown) == 2:
        true = true[:2]
    return len(shown) == len(true) and all(a in ("?", b) for a, b in zip(shown, true))


def differs(shown, true, path="position"):
    """Where a position that may hide something is not this one, or None."""
    if isinstance(shown, dict) and isinstance(true, dict):
        for name in sorted(set(shown) | set(true)):
            if name not in shown and name in SECRET or name == "has_gold":
                continue
            if name not in shown or name not in true:
                return "%s: %s is only in one" % (path, name)
            found = differs(shown[name], true[name], path + "." + name)
            if found:
                return found
        return None
    if isinstance(shown, list) and isinstance(true, list) and len(shown) == len(true):
        return next(filter(None, (differs(a, b, "%s.%d" % (path, at)) for at, (a, b) in
                                  enumerate(zip(shown, true)))), None)
    return None if shown in ("?", true) else "%s: %s, by the rules it is %s" % (path, shown, true)


class Unknown(Exception):
    """What is drawn is not revealed yet."""


class Draws:
    """The streams of the keys, as the referee asks for them."""

    def __init__(self, audit, digest):
        self.audit, self.epoch, self.lost = audit, len(audit.epochs(digest)) - 1, {}

    def stream(self, turn, purpose, played=0, step=0):
        key = self.audit.key(self.epoch * 65536 + turn * 256 + purpose)
        if not key:
            raise Unknown
        if purpose != 7:
            return self.audit.stream(key)
        # Some actions take more than one card.
        if step not in self.lost:
            self.lost[step] = losses(key, played, step)
        return self.lost[step]


class Replay:
    """The true position after each digest."""

    def __init__(self, audit):
        self.audit, self.positions = audit, {}

    def step(self, digest):
        """The position and the events of a digest by the rules; None where they cannot be known."""
        audit, n = self.audit, digest.n
        dealt = 0 if audit.trusted else audit.dealt(audit.last)
        if n < dealt:
            return None
        if n == dealt:
            return referee.new(audit.table.rules, audit.names, audit.options, Draws(audit, digest))
        if n - 1 not in self.positions:
            return None
        position = self.positions[n - 1]
        if digest.section("host"):
            return self.acted(digest, position)
        order = audit.order_of(n)
        if order is None:
            return None
        if "note kept" in digest.notes or not order.alternatives() or audit.is_open(order) and \
                order["do"] not in ("resign", "agree", "disagree"):
            return position, []
        if "suggest" in order.alternatives():
            return self.guessed(digest, position)
        for line in order.alternatives():
            if not referee.check(position, line, order["seat"]):
                return referee.apply(position, line, order["seat"], Draws(audit, digest))
        raise Wrong("the rules refuse the order: %s" % ", ".join(
            sorted(referee.check(position, order["do"], order["seat"]))))

    def acted(self, digest, position):
        """What a host action does."""
        audit = self.audit
        if audit.host_says(digest, "undo"):
            return self.undone(digest, int(audit.host_says(digest, "undo").split(" ")[0]))
        late = any(audit.host_says(digest, name) for name in ("late", "away"))
        if audit.host_says(digest, "skip") or late and audit.host_says(digest, "by") == "discard":
            return self.passed(digest, position)
        if late:
            return self.guessed(digest, position)
        if audit.host_says(digest, "end"):
            return None
        return position, []

    def guessed(self, digest, position):
        """What a policy played that is not followed here: a legal order that has these events."""
        want = self.audit.full.get(digest.n, [])
        thrown = [line.split(" ")[2] for line in want if line.startswith("discarded ")]
        removed = [" to remove " + line.split(" ")[2] for line in want if line.startswith("cleared ")]
        lines = [" ".join(["discard"] + thrown) + "".join(removed)] if thrown else referee.legal(position)
        for line in lines:
            if referee.check(position, line):
                continue
            made = referee.apply(position, line, None, Draws(self.audit, digest))
            if list(map(line_of, made[1])) == want:
                return made
        raise Wrong("no legal order has its events")

    def passed(self, digest, position):
        """The policy discard, LATE PLAYERS of adit(6)."""
        seat = next(one for one in position["seats"] if one["name"] == position["to_move"])
        if position["phase"] == "draft":
            order = "take %d" % max(position["drafting"])
        elif position["phase"] == "walk":
            order = "stay"
        else:
            random = self.audit.random(digest)(0)
            order = "discard " + seat["hand"][random.draw(len(seat["hand"]))]
        return referee.apply(position, order, seat["name"], Draws(self.audit, digest))

    def undone(self, digest, back):
        """The position of an earlier digest, in which what nobody has seen is as the ledger has shuffled it."""
        if back not in self.positions:
            return None
        position = patched(self.positions[back], {})
        if self.audit.shuffle_of(digest) is not None:
            ledger = self.audit.ledgers[digest.n]
            position = dict(position, deck=ledger.deck[ledger.top:])
            position["board"] = [dict(card, kind=ledger.goals.get("%d,%d" % (card["x"], card["y"]), card["kind"]))
                                 if card.get("face") == "down" else card for card in position["board"]]
            if "role_pile" in position:
                position["role_pile"] = list(ledger.role_pile)
        return position, []

    def check(self, digest):
        """Compare a digest and its views with what the rules make."""
        try:
            made = self.step(digest)
        except Unknown:
            return False
        if made is None:
            return False
        position, events = made
        true = [line_of(event) for event in events]
        need(len(true) == len(digest.events) and all(map(same_event, digest.events, true)),
             "its events are %s, by the rules they are %s" % (digest.events, true))
        found = differs(digest.position, position)
        need(not found, found)
        self.positions[digest.n] = position
        return None


def possible(position, seat, lines):
    """Whether the seat, which is to move, could play one of these orders; "suggest" it always can."""
    return any(line == "suggest" or not referee.check(position, line, seat) for line in lines)


def seat_sees(position, seat, true):
    """What a view of a seat may not hide: the hand and the role."""
    have, want = position["seats"][seat], true["seats"][seat]
    found = differs(position, true)
    need(not found, found)
    for name in ("hand", "role", "gold"):
        need(have.get(name) == want.get(name), "%s is not as it is by the rules" % name)
    need(not re.search(r"\?", " ".join(have["hand"])), "the hand is hidden")
