"""What the four games share: orders as text, refusals, seats, turns, events. See referee.py for the use."""

import itertools

import board
import cards

TOOLS = ("cart", "lamp", "pickaxe")
CREATURES = ("rat", "lindworm", "goblin")


class Refused(Exception):
    """An order that is illegal. codes: every code of adit(6), REFUSALS, that is true of it."""

    def __init__(self, *codes):
        super().__init__(" ".join(sorted(codes)))
        self.codes = set(codes)


class Order:
    """An order: verb, and what it names: card, cards, at, flipped, seat, tool, remove, pay, turn, goal, edge, steps."""

    def __init__(self, verb, **named):
        self.verb, self.card = verb, None
        self.flipped, self.pay, self.turn, self.seat, self.tool, self.at = False, None, None, None, None, None
        self.__dict__.update(named)


def number_pair(text):
    try:
        at = board.place(text)
    except ValueError:
        raise Refused("syntax") from None
    if board.word(at) != text:
        raise Refused("syntax")
    return at


def edge(text):
    """A place and an edge such as 2,0/n."""
    at, slash, part = text.partition("/")
    if not slash or part not in tuple(board.EDGES):
        raise Refused("syntax")
    return number_pair(at), part


def after(words, order):
    """The words pay and turn at the end of an order of The Duel."""
    if words[:1] == ["pay"]:
        order.pay, words = [], words[1:]
        while words and words[0] != "turn":
            order.pay.append(number_pair(words[0]))
            words = words[1:]
        if not order.pay:
            raise Refused("syntax")
    if words[:1] == ["turn"] and len(words) == 2 and words[1] in ("keep", "flip", "best"):
        order.turn, words = words[1], []
    if words:
        raise Refused("syntax")
    return order


def parse(text):
    """The order that a line of the order language says. Raises Refused("syntax")."""
    if ";" in text:
        return Order("joined", parts=[parse(part) for part in text.split(";")])
    words = text.lower().split()
    if not words:
        raise Refused("syntax")
    verb, rest = words[0], words[1:]
    if verb == "place":
        if len(rest) < 3 or rest[1] != "at":
            raise Refused("syntax")
        flipped = rest[3:4] == ["flipped"]
        order = Order("place", card=rest[0], at=number_pair(rest[2]), flipped=flipped)
        return after(rest[4 if flipped else 3:], order)
    if verb == "discard":
        remove = None
        if rest[-3:-1] == ["to", "remove"]:
            remove, rest = rest[-1], rest[:-3]
        if not 1 <= len(rest) <= 3:
            raise Refused("syntax")
        return Order("discard", cards=rest, remove=remove)
    if verb == "take" and len(rest) == 1 and rest[0].isdigit():
        return Order("take", value=int(rest[0]))
    if verb == "steal" and len(rest) == 1:
        return Order("steal", seats=[] if rest[0] == "none" else rest[0].split(","))
    if verb in ("resign", "agree", "disagree") and not rest:
        return Order(verb)
    return Order("play", card=verb, words=rest)


def take_from(hand, kinds):
    """Whether all kinds are in the hand, each as often as it is named."""
    left = list(hand)
    for kind in kinds:
        if kind not in left:
            return False
        left.remove(kind)
    return True


def copied(value):
    """A copy of a JSON value."""
    if isinstance(value, dict):
        return {key: copied(v) for key, v in value.items()}
    if isinstance(value, list):
        return [copied(v) for v in value]
    return value


class Table:
    """A position that changes. p: the position; events: what happened; draws: where random values come from."""

    def __init__(self, position, draws=None):
        self.p = copied(position)
        self.rules = self.p["rules"]
        self.options = self.p.get("options", {})
        self.seats = self.p["seats"]
        self.names = [s["name"] for s in self.seats]
        self.board = board.Board(self.p["board"])
        self.events, self.draws = [], draws

    def option(self, name, default):
        return str(self.options.get(name, default))

    def seat(self, name):
        if name not in self.names:
            raise Refused("no-such-seat", "not-found")
        return self.seats[self.names.index(name)]

    def mover(self):
        return self.seat(self.p["to_move"])

    def event(self, kind, **fields):
        self.events.append(dict(kind=kind, **{k: v for k, v in fields.items() if v is not None and v is not False}))

    def from_seat(self, name, step=1):
        """The names of all seats in turn order, or against it, beginning with this one."""
        i = self.names.index(name)
        return [self.names[(i + step * k) % len(self.names)] for k in range(len(self.names))]

    def after_seat(self, name, step=1):
        """The same, beginning after this seat, which comes last."""
        order = self.from_seat(name, step)
        return order[1:] + order[:1]

    def in_hand(self, seat, kinds):
        return not seat.get("resigned") and take_from(seat["hand"], kinds)

    def leave_hand(self, seat, kind):
        """Take the oldest card of a kind out of a hand; gives its deck, for The Dark Cave."""
        i = seat["hand"].index(kind)
        del seat["hand"][i]
        return seat["hand_decks"].pop(i) if "hand_decks" in seat else None

    def give_up(self, seat):
        self.event("resigned", seat=seat["name"])
        seat["resigned"] = True
        for card in list(seat["hand"]):
            self.discard_played(seat, card)
            self.event("discarded", seat=seat["name"], card=card)

    def discard_played(self, seat, kind):
        self.leave_hand(seat, kind)
        self.p["discard"].append(kind)

    def draw_card(self, seat):
        """Deal the top card to a seat, unless the pile is empty."""
        if not self.p["deck"]:
            return
        card = self.p["deck"].pop(0)
        seat["hand"].append(card)
        if "hand_decks" in seat:
            deck = next(d for d in ("I", "II", "III") if self.p["pile"][d])
            self.p["pile"][deck] -= 1
            seat["hand_decks"].append(deck)
        self.event("drew", seat=seat["name"], card=card)

    def is_card(self, kind):
        return cards.sort(self.rules, kind) in ("path", "action")

    def is_path(self, kind):
        return cards.sort(self.rules, kind) == "path"

    # What a rules set defines: candidates() lists orders to try, reasons(order, seat) gives the codes of all
    # that is wrong with one, do(order, seat) carries out a legal one.

    def legal(self):
        """All legal orders of the seat to move, as texts, sorted by bytes."""
        if self.p["to_move"] is None:
            return []
        return sorted({text for text, order in self.candidates() if not self.reasons(order, self.mover())})

    def apply(self, text, name=None):
        """Carry out an order of a seat, by default of the seat to move. Raises Refused."""
        order = parse(text)
        seat = self.seat(name if name is not None else self.p["to_move"] or self.names[0])
        wrong = self.reasons(order, seat)
        if wrong:
            raise Refused(*wrong)
        self.do(order, seat)
        return self.p, self.events

    def path_candidates(self, hand):
        """Each path card of a hand at each empty place beside a card, printed and flipped where that differs."""
        for kind in sorted(set(hand)):
            if not self.is_path(kind):
                continue
            for at in self.board.empty_beside():
                for flipped in (False, True):
                    if flipped and board.same_turned(kind):
                        continue
                    text = "place %s at %s%s" % (kind, board.word(at), " flipped" if flipped else "")
                    yield text, Order("place", card=kind, at=at, flipped=flipped)

    def place_reasons(self, order):
        """What is wrong with a place and the edges of a card, whatever it is connected with."""
        wrong = set()
        if max(abs(order.at[0]), abs(order.at[1])) > board.FAR:
            wrong.add("out-of-range")
        if order.at in self.board.at:
            wrong.add("space-taken")
        elif not self.board.fits(order.at, board.shape(order.card, order.flipped)):
            wrong.add("edges-clash")
        return wrong

    def show_goals(self):
        for at in self.board.goals_down():
            self.event("goal-was", card=self.board.kind(at), at=board.word(at))

    def see_goal(self, seat, at):
        seen = {board.place(t) for t in seat["seen"]} | {at}
        seat["seen"] = [board.word(a) for a in sorted(seen)]
        self.event("saw-goal", seat=seat["name"], card=self.board.kind(at), at=board.word(at))

    def end_game(self):
        """The game is over: results."""
        self.p["to_move"], self.p["phase"] = None, "over"
        self.event("game-over")
        result = self.score()
        for name in self.names:
            self.event("score", seat=name, value=result["scores"][name])
        for name in result["winners"]:
            self.event("winner", seat=name)

    def score(self):
        """The answer to op score: scores and winners."""
        scores = self.scores()
        best = max(scores.values())
        return {"scores": scores, "winners": [name for name in self.names if scores[name] == best]}

    def first(self):
        """Who begins round 1: the option, or drawn."""
        name = self.options.get("first")
        return name or self.names[self.draws.stream(1, 5).below(len(self.names))]

    @classmethod
    def begin_game(cls, rules, names, options, draws):
        """A table whose first round is dealt."""
        rounds = int(options.get("rounds", cls.ROUNDS))
        position = {"rules": rules, "options": dict(options), "round": 1, "rounds": rounds, "turn": 1, "to_move": None,
                    "phase": "play", "deck": [], "discard": [], "set_aside": [], "board": [],
                    "seats": [dict(cls.SEAT, name=name) for name in names]}
        table = cls(position, draws)
        table.deal(table.first())
        return table

    def next_with_cards(self, name):
        """The next seat after this one that has cards and has not resigned; those passed over are skipped."""
        for other in self.after_seat(name):
            seat = self.seat(other)
            if seat["hand"] and not seat.get("resigned"):
                return other
            self.event("skipped", seat=other)
        return None



def pairs_of(hand, in_front):
    """Orders that discard two cards of a hand to remove one of the cards in front of its owner."""
    for kinds in sorted(set(itertools.combinations(sorted(hand), 2))):
        for remove in in_front:
            yield "discard %s to remove %s" % (" ".join(kinds), remove), Order("discard", cards=list(kinds), remove=remove)
