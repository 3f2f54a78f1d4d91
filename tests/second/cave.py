"""The Dark Cave: CAVE of adit(6)."""

import functools
import itertools

import board
import cards
import draws
from board import EDGES, OPPOSITE, beside, place, word
from table import CREATURES, Order, Refused, Table, edge

REACH = {"rat": 3, "lindworm": 4, "goblin": 5}
DECKS = ("I", "II", "III")
CLANS = ("yellow", "blue")
INNER = ("ladder", "hole", "vein", "exit")


class Space:
    """A space of a card: part (the name behind the slash), edges it opens to, what it has, parts one step away."""

    def __init__(self, part, edges):
        self.part, self.edges, self.has, self.to = part, edges, [], []


def feature(kind):
    """The marks of a card that lie in one space."""
    if kind == "start":
        return ["ladder"]
    if kind.startswith("goal-"):
        return [kind[len("goal-"):]]
    return [m for m in kind.split(":")[1:] if m in INNER]


def inner_edge(card):
    """Level 2: the first open edge in the order of the card as printed, where it lies now."""
    first = next(e for e in EDGES if any(e in group for group in card.printed))
    return OPPOSITE[first] if card.flipped else first


def group_spaces(card, group, middle, marks):
    """The spaces of one group. middle: the name of its middle."""
    if card.level == 1:
        return [Space(group[0], group)]
    spaces = [Space(e, e) for e in group]
    if card.level == 3 and (len(group) > 1 or marks):
        spaces.append(Space(middle, ""))
        for space in spaces[:-1]:
            space.to.append(middle)
        spaces[-1].to = [s.part for s in spaces[:-1]]
    else:
        for space in spaces:
            space.to = [s.part for s in spaces if s is not space]
    return spaces


@functools.lru_cache(None)
def spaces(kind, flipped):
    """CAVE 5.C.12 and 5.C.13: the spaces of a card, in the order of adit(5)."""
    card = board.shape(kind, flipped)
    marks = feature(kind)
    groups = sorted(card.groups, key=lambda g: EDGES.index(g[0]))
    names = [("c", "c2", "c3", "c4")[i] for i in range(len(groups))]
    found = [group_spaces(card, group, name, marks) for group, name in zip(groups, names)]
    if card.has("bridge"):
        for group, of_group in zip(groups, found):
            if group == "ns":
                for space in of_group:
                    space.has.append("bridge")
    everything = [space for of_group in found for space in of_group]
    for mark in marks:
        part = {1: everything[0].part, 2: card.level == 2 and inner_edge(card), 3: "c"}[card.level]
        next(s for s in everything if s.part == part).has.append(mark)
    if card.has("tunnel"):
        ends = [s for s in everything if card.level < 3 or s.part in names]
        tunnel = Space("t", "")
        tunnel.has, tunnel.to = ["tunnel"], [s.part for s in ends]
        for space in ends:
            space.to.append("t")
        everything.append(tunnel)
    everything.sort(key=lambda s: "nesw".find(s.part) if s.part in EDGES else {"c": 4, "c2": 5, "t": 6}[s.part])
    order = [s.part for s in everything]
    for space in everything:
        space.to.sort(key=order.index)
    if len(everything) == 1 and card.level == 1:
        everything[0].part = ""
    return everything


def name_of(at, part):
    return word(at) + ("/" + part if part else "")


def split(name):
    """The place and the part of the name of a space."""
    at, _, part = name.partition("/")
    return place(at), part


class Cave(Table):
    """The Dark Cave, for 2 to 8 players."""

    ROUNDS = 1
    SEAT = {"gold": 3}

    # Spaces and steps

    def space(self, name):
        at, part = split(name)
        return next(s for s in self.spaces(at) if s.part == part)

    def spaces(self, at):
        entry = self.board.at.get(at)
        if entry is None or entry.get("face") == "down":
            return []
        return spaces(entry["kind"], entry.get("flipped", False))

    def real_name(self, text):
        """The name of a space that an order names; level 1 may be named by any edge. Raises Refused."""
        at, slash, part = text.partition("/")
        from table import number_pair
        at = number_pair(at)
        if slash and part not in ("n", "e", "s", "w", "c", "c2", "t"):
            raise Refused("syntax")
        if self.board.down(at):
            if part in tuple(EDGES):
                return name_of(at, part)
            raise Refused("no-such-space", "no-step", "too-far")
        for space in self.spaces(at):
            if space.part == part or (part in tuple(EDGES) and space.part and part in space.edges):
                return name_of(at, space.part)
        raise Refused("no-such-space")

    def beyond(self, at, e):
        """The name of the space on the other side of an edge, or None; a goal face down is named by its edge."""
        over = beside(at, e)
        if self.board.down(over):
            return name_of(over, OPPOSITE[e])
        for space in self.spaces(over):
            if OPPOSITE[e] in space.edges:
                return name_of(over, space.part)
        return None

    def web(self, at, e):
        """The web on the border at an edge, or None."""
        names = (name_of(at, e), name_of(beside(at, e), OPPOSITE[e]))
        return next((w for w in self.p["webs"] if w["at"] in names), None)

    def steps(self, name):
        """The names of all spaces one step away, a goal face down among them."""
        at, part = split(name)
        if self.board.down(at):
            return []
        space = next(s for s in self.spaces(at) if s.part == part)
        found = {name_of(at, to) for to in space.to}
        for e in space.edges:
            over = self.beyond(at, e)
            if over and not self.web(at, e):
                found.add(over)
        if "ladder" in space.has:
            found |= set(self.with_mark("ladder")) - {name}
        return sorted(found)

    def with_mark(self, mark):
        """The names of all spaces that have something."""
        return [name_of(at, s.part) for at in self.board.sorted() for s in self.spaces(at) if mark in s.has]

    def creature_at(self, name):
        return next((c for c in self.p["creatures"] if c["at"] == name), None)

    def is_down(self, name):
        return self.board.down(split(name)[0])

    def ends_walk(self, name):
        """Whether a walk ends in a space."""
        return self.is_down(name) or bool(self.creature_at(name)) or "exit" in self.space(name).has

    def ways(self, start, limit, ends, enters):
        """The ways with fewest steps to each space: a dict of lists of names, without the start."""
        best = {start: [[]]}
        now = {start: [[]]}
        for _ in range(limit):
            after = {}
            for name in now:
                if name != start and ends(name):
                    continue
                for to in self.steps(name):
                    if to not in best and enters(to):
                        after.setdefault(to, []).extend(way + [to] for way in now[name])
            best.update(after)
            now = after
        del best[start]
        return best

    def steps_of(self, seat):
        return 4 if "boots" in seat["in_front"] else 3

    def walks(self, seat):
        """The best way to each space within reach of a seat's dwarf."""
        ways = self.ways(seat["at"], self.steps_of(seat), self.ends_walk, lambda name: True)
        return {to: min(found, key=lambda way: self.cost(seat, way)) for to, found in ways.items()}

    def cost(self, seat, way):
        """What a way costs: cards and gold together, cards, names."""
        lost_cards = lost_gold = 0
        before = seat["at"]
        for name in way:
            toll = self.toll(before, name)
            lost_cards += toll == "card" and lost_cards < len(seat["hand"])
            lost_gold += toll == "gold" and lost_gold < seat["gold"]
            before = name
        return lost_cards + lost_gold, lost_cards, way

    def toll(self, before, name):
        """What a step into a space costs: card, gold or None."""
        if self.is_down(name):
            return None
        has = self.space(name).has
        if "tunnel" in has:
            return "gold"
        if "bridge" in has and not (split(before)[0] == split(name)[0] and "bridge" in self.space(before).has):
            return "card"
        return None

    # Lists of orders

    def candidates(self):
        seat = self.mover()
        if self.p["phase"] == "walk":
            return []
        return self.play_candidates(seat)

    def legal(self):
        if self.p["to_move"] is None:
            return []
        seat = self.mover()
        if self.p["phase"] == "walk":
            if seat["lying"] or seat["out"]:
                return ["stay"]
            return sorted(["stay"] + ["walk to " + name for name in self.walks(seat)])
        found = super().legal()
        return sorted(found + [text for kind in CREATURES if kind in seat["hand"] for text in self.creature_list(kind)])

    def play_candidates(self, seat):
        hand = sorted(seat["hand"])
        yield from self.path_candidates(hand)
        for count in (1, 2):
            for kinds in sorted(set(itertools.combinations(hand, count))):
                yield "discard " + " ".join(kinds), Order("discard", cards=list(kinds), remove=None)
        for kind in sorted(set(hand)):
            if self.is_path(kind) or kind in CREATURES:
                continue
            lists = [[name] for name in self.names]
            if kind == "secret-information":
                lists += [["goal", word(at)] for at in self.board.goals_down()]
            elif kind == "rockfall":
                lists = [[word(at)] for at in self.board.at]
            elif kind == "spiderweb":
                lists = self.web_places()
            for words in lists:
                yield " ".join([kind] + words), Order("play", card=kind, words=words)

    def web_places(self):
        """Each border where a face-up card is open, by the name that comes first."""
        found = {}
        for at in self.board.cards_up():
            for e in self.board.up(at).group:
                other = self.board.up(beside(at, e))
                names = [(at, e)] + [(beside(at, e), OPPOSITE[e])] * bool(other)
                found[min(names)] = True
        return [[name_of(at, e)] for at, e in found]

    def creature_list(self, kind):
        """The orders that play a creature, one for each space where it can end."""
        on = next((c for c in self.p["creatures"] if c["kind"] == kind), None)
        starts = [on["at"]] if on else sorted(self.with_mark("hole"))
        seen, found = set(), []
        for start in starts:
            found.append(kind + " " + start)
            seen.add(start)
            for to, ways in self.creature_ways(start, kind).items():
                if to not in seen:
                    found.append(" ".join([kind, start] + min(ways)))
                    seen.add(to)
        return found

    def creature_ways(self, start, kind):
        return self.ways(start, REACH[kind], self.has_dwarf, self.creature_enters)

    def has_dwarf(self, name):
        return any(s["at"] == name for s in self.seats)

    def creature_enters(self, name):
        return not self.is_down(name) and "exit" not in self.space(name).has

    # What is wrong with an order

    def reasons(self, order, seat):
        if self.p["phase"] == "over":
            return {"game-over"}
        if order.verb in ("resign", "agree", "disagree") or (order.verb == "play" and order.card == "axe"):
            return self.standing_reasons(order, seat)
        wrong = set() if seat["name"] == self.p["to_move"] else {"not-your-turn"}
        try:
            trial = Cave(self.p, draws.Untouched())
            trial.run(order, trial.seat(seat["name"]))
        except Refused as refused:
            wrong |= refused.codes | ({"syntax"} if order.verb == "joined" else set())
        return wrong

    def standing_reasons(self, order, seat):
        if order.verb == "play":
            if len(order.words) != 2 or order.words[0] not in CREATURES + ("all",) or order.words[1] not in ("use", "keep"):
                return {"syntax"}
        return {"resigned"} if seat.get("resigned") else set()

    def static_reasons(self, order, seat):
        """What is wrong with a card of step one, creatures apart."""
        if order.verb == "discard":
            wrong = set() if self.in_hand(seat, order.cards) else {"not-in-hand"}
            if order.remove is not None:
                wrong |= {"not-in-rules", "syntax"}
            return wrong | ({"discard-count"} if len(order.cards) > 2 else set())
        if not self.is_card(order.card):
            return {"not-in-rules", "syntax", "not-in-hand"}
        wrong = set() if self.in_hand(seat, [order.card]) else {"not-in-hand"}
        if order.verb == "place":
            if not self.is_path(order.card):
                return wrong | {"not-a-path"}
            if order.pay is not None or order.turn is not None:
                wrong |= {"not-in-rules", "syntax"}
            return wrong | self.lay_reasons(order)
        if self.is_path(order.card):
            return wrong | {"not-an-action", "syntax"}
        return wrong | self.action_reasons(order, seat)

    def lay_reasons(self, order):
        """CAVE 5.D.16."""
        wrong = self.place_reasons(order)
        card = board.shape(order.card, order.flipped)
        meets = any(self.board.up(beside(order.at, e)) and OPPOSITE[e] in self.board.up(beside(order.at, e)).group
                    for e in card.group)
        return wrong if meets else wrong | {"not-connected"}

    def action_reasons(self, order, seat):
        kind, words = order.card, order.words
        if kind == "secret-information" and words[:1] == ["goal"] and len(words) == 2:
            at = place(words[1])
            if at not in self.board.at:
                return {"no-card-there", "not-a-goal"}
            if not self.board.kind(at).startswith(("goal", "?")):
                return {"not-a-goal"}
            return set() if self.board.down(at) else {"goal-is-up"}
        if len(words) != 1:
            return {"syntax"}
        if kind == "rockfall":
            return self.rockfall_reasons(place(words[0]))
        if kind == "spiderweb":
            return self.web_reasons(*edge(words[0]))
        if words[0] not in self.names:
            return {"no-such-seat", "syntax"}
        return self.seat_reasons(kind, self.seat(words[0]), seat)

    def web_reasons(self, at, e):
        """CAVE 5.F.29: the border may be named from either side."""
        wrong = {"web-there"} if self.web(at, e) else set()
        for side, out in ((at, e), (beside(at, e), OPPOSITE[e])):
            card = self.board.up(side)
            if card and out in card.group:
                return wrong
        return wrong | {"not-open"} | (set() if at in self.board.at else {"no-card-there"})

    def rockfall_reasons(self, at):
        if at not in self.board.at:
            return {"no-card-there"}
        kind = self.board.kind(at)
        if kind == "start":
            return {"rockfall-start"}
        if kind.startswith(("goal", "?")):
            return {"rockfall-goal"}
        stands = [s["at"] for s in self.seats if s["at"]] + [c["at"] for c in self.p["creatures"]]
        return {"occupied"} if any(split(name)[0] == at for name in stands) else set()

    def seat_reasons(self, kind, target, seat):
        wrong = set()
        if kind in ("secret-information", "swap-cards") and target is seat:
            wrong |= {"only-others", "bad-target"}
        if kind == "secret-information" and target["revealed"]:
            wrong.add("is-shown")
        if kind == "swap-cards" and target.get("resigned"):
            wrong |= {"target-resigned", "bad-target"}
        if kind == "boots" and "boots" in target["in_front"]:
            wrong.add("has-boots")
        return wrong

    # Doing it

    def do(self, order, seat):
        if order.verb == "resign":
            self.resign(seat)
        elif order.verb in ("agree", "disagree"):
            self.agree(order.verb, seat)
        elif order.verb == "play" and order.card == "axe":
            for kind in CREATURES if order.words[0] == "all" else [order.words[0]]:
                seat["axe"][kind] = order.words[1]
            self.event("standing")
        else:
            self.run(order, seat)

    def apply(self, text, name=None):
        try:
            return super().apply(text, name)
        finally:
            for entry in self.board.entries:
                entry["spaces"] = self.space_list((entry["x"], entry["y"]))

    def space_list(self, at):
        return [{"name": name_of(at, s.part), "to": [name_of(at, to) for to in s.to], "edge": list(s.edges.upper()),
                 "has": s.has} for s in self.spaces(at)]

    def run(self, order, seat):
        """Carry out an order of the seat to move, of one or more steps. Raises Refused."""
        parts = order.parts if order.verb == "joined" else [order]
        joined = len(parts) > 1
        for i, part in enumerate(parts):
            if i and self.p["to_move"] != seat["name"]:
                raise Refused("no-walk", "game-over", "not-your-turn", "wrong-phase")
            self.one_step(part, seat, joined)

    def one_step(self, order, seat, joined):
        words = ([order.card] + order.words) if order.verb == "play" else []
        if words[:1] in (["walk"], ["stay"]):
            if self.p["phase"] != "walk":
                raise Refused("wrong-phase", "no-walk", "syntax", "no-such-space")
            self.walk(words, seat, joined)
            return
        if order.verb == "take" or (words and not self.is_card(words[0]) and words[0] != "cut"):
            raise Refused("syntax", "not-in-rules", "not-in-hand", "wrong-phase")
        if words[:1] == ["cut"]:
            if self.p["phase"] != "play":
                raise Refused("wrong-phase", "syntax")
            if len(words) != 2:
                raise Refused("syntax")
            self.cut(seat, words[1])
            return
        if self.p["phase"] != "play":
            raise Refused("wrong-phase", "syntax")
        self.step_one(order, seat, joined)

    def step_one(self, order, seat, joined):
        if order.verb == "play" and order.card in CREATURES:
            wrong = set() if self.in_hand(seat, [order.card]) else {"not-in-hand"}
            try:
                self.check_creature(order)
            except Refused as refused:
                wrong |= refused.codes
        elif order.verb == "take":
            wrong = {"not-in-rules", "syntax"}
        else:
            wrong = self.static_reasons(order, seat)
        if wrong:
            raise Refused(*wrong)
        self.draw_later(seat, 1)
        if order.verb == "place":
            deck = self.leave_hand(seat, order.card)
            assert deck
            self.lay(order.at, order.card, order.flipped)
            self.event("placed", seat=seat["name"], card=order.card, at=word(order.at),
                       flipped=self.board.at[order.at]["flipped"])
        elif order.verb == "discard":
            for kind in order.cards:
                self.discard_played(seat, kind)
                self.event("discarded", seat=seat["name"], card=kind)
            self.draw_later(seat, len(order.cards))
        else:
            self.act(order, seat, joined)
        self.p["phase"] = "walk"
        if seat["out"] or (seat["lying"] and not self.can_cut(seat)):
            self.stand_up(seat)
            self.step_three(seat)

    def draw_later(self, seat, count):
        """Note who draws how many cards in step three."""
        count = min(count, len(self.p["deck"]))
        self.p["draw"] = {seat["name"]: count} if count else {}

    def lay(self, at, kind, flipped):
        """Lay a card or turn a goal up; a vein gets gold."""
        gold = 0
        if "vein" in feature(kind) and self.p["pool"]:
            gold = 1
            self.p["pool"] -= 1
        self.board.lay(at, kind, flipped, gold=gold)
        for e in self.board.up(at).group:
            web = self.web(at, e)
            if web:
                web["at"] = self.web_name(at, e)

    def act(self, order, seat, joined):
        kind, words = order.card, order.words
        if kind in CREATURES:
            self.play_creature(order, seat, joined)
        elif kind == "secret-information":
            self.discard_played(seat, kind)
            self.look(words, seat)
        elif kind == "rockfall":
            self.rockfall(place(words[0]), seat)
        elif kind == "spiderweb":
            at, e = edge(words[0])
            self.leave_hand(seat, kind)
            seat["in_front"] = sorted(seat["in_front"] + [kind])
            name = self.web_name(at, e)
            self.event("played", seat=seat["name"], card=kind, at=word(split(name)[0]), part=split(name)[1])
            self.p["webs"].append({"at": name, "count": 2, "owner": seat["name"]})
        elif kind == "swap-cards":
            self.swap(self.seat(words[0]), seat)
        else:
            target = self.seat(words[0])
            self.leave_hand(seat, kind)
            self.event("played", seat=seat["name"], card=kind, to=target["name"])
            target["in_front"] = sorted(target["in_front"] + [kind])
            if kind == "battle-axe":
                target["fresh_axes"] += 1

    def web_name(self, at, e):
        """A border by the side with a card face up that is open there, else by the side that comes first."""
        over, into = beside(at, e), OPPOSITE[e]
        sides = [(at, e), (over, into)]
        with_card = [s for s in sides if self.board.up(s[0]) and s[1] in self.board.up(s[0]).group]
        return name_of(*min(with_card or sides))

    def look(self, words, seat):
        if words[0] == "goal":
            self.event("played", seat=seat["name"], card="secret-information", at=words[1])
            self.see_goal(seat, place(words[1]))
            return
        target = self.seat(words[0])
        self.event("played", seat=seat["name"], card="secret-information", to=target["name"])
        known = set(seat["knows"]) | {target["name"]}
        seat["knows"] = [name for name in self.names if name in known]
        self.event("saw-role", seat=seat["name"], card=clan_card(target), to=target["name"])

    def rockfall(self, at, seat):
        entry = self.board.at[at]
        self.event("played", seat=seat["name"], card="rockfall", at=word(at))
        self.event("removed", card=entry["kind"], at=word(at))
        self.discard_played(seat, "rockfall")
        self.p["discard"].append(entry["kind"])
        self.p["pool"] += entry["gold"]
        edges = list(self.board.up(at).group)
        self.board.take(at)
        for e in EDGES:
            web = self.web(at, e) if e in edges else None
            if not web:
                continue
            other = self.board.up(beside(at, e))
            web["at"] = self.web_name(at, e)
            if not other or OPPOSITE[e] not in other.group:
                web["count"] = 0
                self.show_web(web)

    def swap(self, target, seat):
        self.event("played", seat=seat["name"], card="swap-cards", to=target["name"])
        self.discard_played(seat, "swap-cards")
        for key in ("hand", "hand_decks"):
            seat[key], target[key] = target[key], seat[key]
        for one, other in ((seat, target), (target, seat)):
            for card in one["hand"]:
                self.event("received", seat=one["name"], card=card, to=other["name"])
        self.draw_later(target, 1)

    # Creatures

    def check_creature(self, order):
        """The start and the steps of a creature. Raises Refused."""
        if not order.words:
            raise Refused("syntax")
        try:
            names = [self.real_name(text) for text in order.words]
        except Refused as refused:
            raise Refused("creature-elsewhere", "not-a-hole", *refused.codes) from None
        on = next((c for c in self.p["creatures"] if c["kind"] == order.card), None)
        if self.is_down(names[0]):
            raise Refused("no-such-space", "not-a-hole", "creature-elsewhere")
        if on and on["at"] != names[0]:
            raise Refused("creature-elsewhere")
        if not on and "hole" not in self.space(names[0]).has:
            raise Refused("not-a-hole")
        order.names = names
        wrong = set()
        if len(names) - 1 > REACH[order.card]:
            wrong.add("too-far")
        for i, (before, name) in enumerate(zip(names, names[1:])):
            if i and self.has_dwarf(before):
                wrong.add("walk-is-over")
            if name not in self.steps(before) or not self.creature_enters(name):
                wrong.add("no-step")
        if wrong:
            raise Refused(*wrong)

    def play_creature(self, order, seat, joined):
        kind, names = order.card, order.names
        self.leave_hand(seat, kind)
        at, part = split(names[-1])
        self.event("played", seat=seat["name"], card=kind, at=word(at), part=part or None)
        old = next((c for c in self.p["creatures"] if c["kind"] == kind), None)
        if old:
            self.seat(old["owner"])["in_front"].remove(kind)
            self.p["discard"].append(kind)
            self.p["creatures"].remove(old)
        seat["in_front"] = sorted(seat["in_front"] + [kind])
        self.p["creatures"].append({"kind": kind, "at": names[-1], "owner": seat["name"]})
        self.p["creatures"].sort(key=lambda c: c["kind"])
        for name in names[1:]:
            at, part = split(name)
            self.event("crept", card=kind, at=word(at), part=part or None)
        if len(names) > 1:
            self.attack(kind, [s for s in self.order_of_play(seat) if s["at"] == names[-1]], seat, joined)

    def order_of_play(self, seat):
        return [self.seat(name) for name in self.from_seat(seat["name"])]

    def usable(self, seat):
        """How many battle-axes a seat can use now."""
        return seat["in_front"].count("battle-axe") - seat["fresh_axes"]

    def wants_axe(self, kind, seat):
        """Q-CAVE-10: whether a seat uses an axe on a creature."""
        if self.usable(seat) <= 0:
            return False
        ordered = seat["axe"].get(kind)
        if ordered:
            return ordered == "use"
        return {"rat": bool(seat["hand"]), "goblin": bool(seat["gold"]), "lindworm": not seat["lying"]}[kind]

    def attack(self, kind, victims, mover, joined):
        """CAVE 5.G.36: a creature meets dwarves; the first axe drives it off."""
        if joined and any(s is not mover and self.usable(s) > 0 for s in victims):
            raise Refused("not-joined")
        for seat in victims:
            if self.wants_axe(kind, seat):
                self.drive_off(kind, seat)
                return
        for seat in victims:
            self.hit(kind, seat, mover)

    def drive_off(self, kind, seat):
        self.event("drove-off", seat=seat["name"], card=kind)
        self.use_axe(seat)
        self.vanish(kind)

    def use_axe(self, seat):
        seat["in_front"].remove("battle-axe")
        self.p["discard"].append("battle-axe")

    def vanish(self, kind):
        """A creature leaves the board, with its card."""
        creature = next(c for c in self.p["creatures"] if c["kind"] == kind)
        self.p["creatures"].remove(creature)
        self.seat(creature["owner"])["in_front"].remove(kind)
        self.p["discard"].append(kind)
        self.event("vanished", seat=creature["owner"], card=kind)

    def hit(self, kind, seat, mover):
        self.event("attacked", seat=seat["name"], card=kind)
        if kind == "rat":
            self.lose_card(seat)
        elif kind == "goblin":
            self.lose_gold(seat)
        elif not seat["lying"]:
            seat["lying"] = True
            self.event("fell", seat=seat["name"])
            if seat is mover:
                seat["fell"] = True

    def lose_card(self, seat):
        if not seat["hand"]:
            return
        step = 1 if self.p["phase"] == "walk" else 0
        stream = self.draws.stream(1, 7, self.p["turn"], step)
        lose = getattr(stream, "lose", None)
        kind = seat["hand"][lose(seat["hand"]) if lose else stream.below(len(seat["hand"]))]
        self.discard_played(seat, kind)
        self.event("lost", seat=seat["name"], card=kind)

    def lose_gold(self, seat):
        if seat["gold"]:
            seat["gold"] -= 1
            self.p["pool"] += 1
            self.event("lost-gold", seat=seat["name"], value=1)

    # Webs

    def can_cut(self, seat):
        return self.usable(seat) > 0 and bool(self.webs_beside(seat))

    def webs_beside(self, seat):
        if seat["at"] is None:
            return []
        at, _ = split(seat["at"])
        return [self.web(at, e) for e in self.space(seat["at"]).edges if self.web(at, e)]

    def cut(self, seat, text):
        """CAVE 5.F.31. Raises Refused."""
        at, e = edge(text)
        wrong = set() if self.usable(seat) > 0 else {"no-axe"}
        web = self.web(at, e)
        if not web or web not in self.webs_beside(seat):
            wrong |= {"no-web", "no-step"}
        if wrong:
            raise Refused(*wrong)
        self.use_axe(seat)
        at, e = split(web["at"])
        self.event("cut", seat=seat["name"], at=word(at), part=e)
        web["count"] -= 1
        self.show_web(web)

    def show_web(self, web):
        at, e = split(web["at"])
        self.event("web", at=word(at), part=e, value=web["count"])
        if not web["count"]:
            self.p["webs"].remove(web)
            self.seat(web["owner"])["in_front"].remove("spiderweb")
            self.p["discard"].append("spiderweb")

    # Walking

    def walk(self, words, seat, joined):
        """Step two. Raises Refused."""
        verb, rest = words[0], list(words[1:])
        turn = axe = None
        if rest[-2:-1] == ["turn"] and rest[-1] in ("keep", "flip"):
            turn, rest = rest[-1], rest[:-2]
        if rest[-2:-1] == ["axe"] and rest[-1] in ("yes", "no"):
            axe, rest = rest[-1], rest[:-2]
        moves = []
        while rest:
            if rest[0] == "cut":
                if len(rest) < 2:
                    raise Refused("syntax")
                moves.append(("cut", rest[1]))
                rest = rest[2:]
            else:
                moves.append(("step", rest[0]))
                rest = rest[1:]
        if verb == "stay":
            if any(what == "step" for what, _ in moves) or turn or axe:
                raise Refused("syntax")
        elif not any(what == "step" for what, _ in moves):
            raise Refused("syntax")
        elif seat["lying"] or seat["out"]:
            raise Refused("no-walk")
        elif moves[0] == ("step", "to"):
            if len(moves) != 2:
                raise Refused("syntax")
            if moves[1][0] != "step":
                raise Refused("syntax")
            to = self.real_name(moves[1][1])
            ways = self.walks(seat)
            if to not in ways:
                raise Refused("too-far", "no-step")
            moves = [("step", name) for name in ways[to]]
        wrong = {"syntax"} if "to" in words[1:] else set()
        if sum(what == "step" for what, _ in moves) > self.steps_of(seat):
            wrong.add("too-far")
        for what, text in moves:
            try:
                edge(text) if what == "cut" else self.real_name(text)
            except Refused as refused:
                wrong |= refused.codes
        try:
            self.take_steps(moves, seat, turn, axe)
        except Refused as refused:
            raise Refused(*(wrong | refused.codes)) from None
        if wrong - {"syntax"}:
            raise Refused(*wrong)
        if self.p["phase"] != "over":
            self.stand_up(seat)
            self.step_three(seat)

    def take_steps(self, moves, seat, turn, axe):
        steps, over = 0, None
        for what, text in moves:
            if what == "cut":
                if over == "goal" or seat["out"]:
                    raise Refused("walk-is-over", "no-web")
                self.cut(seat, text)
                continue
            to = self.real_name(text)
            if over:
                raise Refused("walk-is-over")
            if to not in self.steps(seat["at"]):
                raise Refused("no-step")
            steps += 1
            if steps > self.steps_of(seat):
                raise Refused("too-far")
            over = self.step_to(to, seat, turn)
            if over == "creature":
                self.meet_all([k for k in CREATURES if any(c["kind"] == k and c["at"] == to for c in self.p["creatures"])],
                              seat, axe)
        if steps and not seat["out"] and over != "goal":
            self.dig(seat)

    def meet_all(self, kinds, seat, axe):
        """CAVE 5.E.22: the creatures of a space attack the dwarf that enters it, or an axe drives them off."""
        if axe == "yes" and self.usable(seat) <= 0:
            raise Refused("no-axe")
        for kind in kinds:
            uses = self.wants_axe(kind, seat) if axe is None else axe == "yes" and self.usable(seat) > 0
            if uses:
                self.drive_off(kind, seat)
            else:
                self.hit(kind, seat, seat)

    def step_to(self, to, seat, turn):
        """One step. Gives what ends the walk, or None."""
        at, part = split(to)
        goal = self.board.down(at)
        toll = self.toll(seat["at"], to)
        if goal:
            self.turn_goal(at, part, turn)
        seat["at"] = to
        self.event("walked", seat=seat["name"], at=word(at), part=part or None)
        if goal:
            return "goal"
        if toll == "card":
            self.lose_card(seat)
        elif toll == "gold":
            self.lose_gold(seat)
        if "exit" in self.space(to).has:
            self.leave(seat)
            return "exit"
        return "creature" if self.creature_at(to) else None

    def turn_goal(self, at, part, turn):
        """CAVE 5.E.24."""
        kind = self.board.kind(at)
        ways = [f for f in (False, True) if part in board.shape(kind, f).group]
        if len(ways) == 2:
            fitting = [f for f in ways if self.board.fits(at, board.shape(kind, f))]
            ways = fitting or ways
        if len(ways) == 2:
            ways = [turn == "flip"]
        self.lay(at, kind, ways[0])
        self.event("turned-up", card=kind, at=word(at), flipped=self.board.at[at]["flipped"])

    def dig(self, seat):
        """CAVE 5.E.23."""
        at, _ = split(seat["at"])
        entry = self.board.at[at]
        if "vein" in self.space(seat["at"]).has and entry["gold"]:
            entry["gold"] = 0
            seat["gold"] += 1
            self.event("gold", seat=seat["name"], value=1)
            self.reveal(seat)

    def reveal(self, seat):
        if not seat["revealed"]:
            seat["revealed"] = True
            self.event("shown", seat=seat["name"], card=clan_card(seat))

    def leave(self, seat):
        """CAVE 5.E.25."""
        at, part = split(seat["at"])
        self.event("left", seat=seat["name"], at=word(at), part=part or None, value=seat["gold"])
        seat["at"], seat["out"] = None, True
        self.reveal(seat)
        if self.p["first_out"] is None:
            self.p["first_out"] = seat["name"]
            for card in self.p["clan_left"]:
                self.event("saw-left", seat=seat["name"], card=card)
        for clan in CLANS:
            if all(s["out"] for s in self.seats if works_for(s) == clan):
                self.end_round("clan-out")
                return

    def stand_up(self, seat):
        if seat["lying"] and not seat.get("fell"):
            seat["lying"] = False
            self.event("stood-up", seat=seat["name"])

    # Turns

    def step_three(self, seat):
        for name, count in self.p.pop("draw").items():
            for _ in range(count):
                self.draw_card(self.seat(name))
        self.end_turn(seat)

    def end_turn(self, seat):
        """The end of a turn, and the beginning of the next: CAVE 5.B.8."""
        self.p.pop("draw", None)
        self.p["phase"] = "play"
        seat.pop("fell", None)
        if not any(s["hand"] for s in self.seats):
            self.end_round("cards-out")
            return
        for other in self.seats:
            other["fresh_axes"] = 0
        self.p["turn"] += 1
        for name in self.after_seat(seat["name"]):
            other = self.seat(name)
            self.begin_turn(other)
            if other["hand"]:
                self.p["to_move"] = name
                return
            if other["lying"]:
                other["lying"] = False
                self.event("stood-up", seat=name)
            self.event("skipped", seat=name)

    def begin_turn(self, seat):
        owned = {c["kind"] for c in self.p["creatures"] if c["owner"] == seat["name"]}
        for kind in CREATURES:
            if kind in owned:
                self.vanish(kind)
        for web in [w for w in self.p["webs"] if w["owner"] == seat["name"]]:
            web["count"] -= 1
            self.show_web(web)

    def agree(self, verb, seat):
        seat["agree"] = verb == "agree"
        self.event("agreed" if seat["agree"] else "disagreed", seat=seat["name"])
        if all(s["agree"] for s in self.seats if not s.get("resigned")):
            self.end_round("agreed")

    def resign(self, seat):
        moves = seat["name"] == self.p["to_move"]
        self.give_up(seat)
        if self.p.get("draw"):
            self.p["draw"].pop(seat["name"], None)
        if all(s["agree"] for s in self.seats if not s.get("resigned")):
            self.end_round("agreed")
        elif moves:
            self.end_turn(seat)

    # The end

    def end_round(self, outcome):
        self.p.pop("draw", None)
        self.event("round-end", outcome=outcome)
        if not all(s.get("resigned") for s in self.seats):
            self.show_goals()
        for seat in self.seats:
            self.reveal(seat)
        for card in self.p["clan_left"]:
            self.event("shown", card=card)
        self.end_game()

    def scores(self):
        return {s["name"]: s["gold"] if s["out"] else 0 for s in self.seats}

    def score(self):
        """CAVE 5.I.39 and 5.I.40."""
        out = {clan: sum(s["gold"] for s in self.seats if s["out"] and works_for(s) == clan) for clan in CLANS}
        number = {clan: sum(works_for(s) == clan for s in self.seats) for clan in CLANS}
        clans = {"yellow": out["yellow"] * number["blue"], "blue": out["blue"] * number["yellow"]}
        first = self.p["first_out"]
        if clans["yellow"] != clans["blue"]:
            winner = max(clans, key=clans.get)
        else:
            winner = works_for(self.seat(first)) if first else None
        winners = [s["name"] for s in self.seats if winner in (None, works_for(s))]
        return {"scores": self.scores(), "winners": winners, "clans": clans, "winner": winner, "first_out": first}

    # The deal

    def deal(self, first):
        count = len(self.seats)
        self.event("round", value=1)
        self.event("first", seat=first)
        roles = self.draws.stream(1, 3).shuffle(self.clan_cards(count))
        for seat, role in zip(self.seats, roles):
            clan, loyal = role.split("-")
            seat.update(hand=[], hand_decks=[], clan=clan, loyal=loyal == "loyal", at="0,0", in_front=[], fresh_axes=0,
                        lying=False, out=False, revealed=False, agree=False, seen=[], axe={}, knows=[])
            self.event("role", seat=seat["name"], card=role)
        decks = {name: self.draws.stream(1, purpose).shuffle(cards.deck(self.rules, name))
                 for name, purpose in zip(DECKS, (1, 8, 9))}
        self.p["set_aside"] = [card for name in DECKS for card in decks[name][:5]]
        decks = {name: decks[name][5:] for name in DECKS}
        hand = {"I": 5, "II": 0} if count <= 4 else {"I": 4, "II": 1} if count <= 6 else {"I": 3, "II": 2}
        for seat in self.seats:
            for name, number in hand.items():
                for _ in range(number):
                    seat["hand"].append(decks[name].pop(0))
                    seat["hand_decks"].append(name)
                    self.event("drew", seat=seat["name"], card=seat["hand"][-1])
        self.p.update(deck=[card for name in DECKS for card in decks[name]], pile={n: len(decks[n]) for n in DECKS},
                      clan_left=roles[count:], pool=46 - 3 * count, webs=[], creatures=[], first_out=None, to_move=first)
        far = 3 if count >= 6 else 4
        self.board.lay((0, 0), "start", False, gold=0)
        goals = self.draws.stream(1, 4).shuffle(cards.copies(self.rules, "goal"))
        for at, kind in zip([(-far, -far), (-far, far), (far, -far), (far, far)], goals):
            self.board.lay(at, kind, False, face="down", gold=0)
        for entry in self.board.entries:
            entry["spaces"] = self.space_list((entry["x"], entry["y"]))

    def clan_cards(self, count):
        """CAVE 5.A.2."""
        if count == 2:
            return ["yellow-loyal", "blue-loyal"]
        if count <= 4:
            clan = self.option("clan", "yellow")
            return [clan + "-loyal"] * 2 + [clan + "-saboteur"] * 2
        return ["yellow-loyal"] * 3 + ["yellow-saboteur"] + ["blue-loyal"] * 3 + ["blue-saboteur"]


def works_for(seat):
    """CAVE 5.A.3."""
    if seat["loyal"]:
        return seat["clan"]
    return CLANS[1 - CLANS.index(seat["clan"])]


def clan_card(seat):
    return seat["clan"] + ("-loyal" if seat["loyal"] else "-saboteur")
