"""The Duel: DUEL of adit(6)."""

import itertools

import board
import cards
from board import beside, word
from saboteur import Tunnels, tools_of
from table import Order, pairs_of

GOAL_PLACES = [(5, -2), (5, 0), (5, 2), (7, -1), (7, 1), (9, 0)]
SIDES = ("blue", "green")
OTHER = {"blue": "green", "green": "blue"}
TOKENS = 8


def worth(kind):
    """The gold of a card: the number of a goal, 1 for a path card with gold in a tunnel."""
    if kind.startswith("goal-"):
        return int(kind.split("-")[1])
    return 1 if ":gold@" in kind else 0


def doors(card):
    """The edges of a shape that have a door, with its colour."""
    return {e: m.split("@")[0][len("door-"):] for m in card.marks if m.startswith("door-") for e in m.split("@")[1]}


def gold_group(card, kind):
    """The index of the group of a shape in which its gold lies, or None."""
    if not worth(kind):
        return None
    marked = [m.split("@")[1] for m in card.marks if m.startswith("gold@")]
    if marked:
        return card.group[marked[0][0]]
    return max(range(len(card.groups)), key=lambda i: len(card.groups[i]))


class Reach:
    """What a side reaches: edges, and middles (place, group) of its cards."""

    def __init__(self, table, side, paid=()):
        self.table, self.side, self.paid = table, side, set(paid)
        self.edges, self.middles, self.todo = set(), set(), []
        for at in table.board.cards_up():
            kind = table.board.kind(at)
            if kind == "start-" + side or kind.endswith(":ladder-" + side):
                for i, _ in enumerate(table.board.up(at).groups):
                    self.enter_middle(at, i)
        while self.todo:
            at, edge = self.todo.pop()
            over, into = beside(at, edge), board.OPPOSITE[edge]
            card = table.board.up(over)
            if card and into in card.group:
                self.enter_edge(over, into)

    def enter_edge(self, at, edge):
        if (at, edge) in self.edges:
            return
        self.edges.add((at, edge))
        self.todo.append((at, edge))
        card = self.table.board.up(at)
        entry = self.table.board.at[at]
        shut = doors(card).get(edge) == OTHER[self.side] and not entry.get("key")
        unpaid = card.has("troll") and not entry.get("token") and at not in self.paid
        if not shut and not unpaid:
            self.enter_middle(at, card.group[edge])

    def enter_middle(self, at, group):
        if (at, group) in self.middles:
            return
        self.middles.add((at, group))
        card, entry = self.table.board.up(at), self.table.board.at[at]
        for edge in card.groups[group]:
            if doors(card).get(edge) != OTHER[self.side] or entry.get("key"):
                self.enter_edge(at, edge)

    def meets(self, at, card):
        """Whether an open edge of a shape, laid at a place, meets a reached edge."""
        return any((beside(at, e), board.OPPOSITE[e]) in self.edges for e in card.group)

    def gold(self, at):
        """Whether the gold of the card at a place is reached."""
        group = gold_group(self.table.board.up(at), self.table.board.kind(at))
        return group is not None and (at, group) in self.middles


class Duel(Tunnels):
    """The Duel, for 2 players."""

    ROUNDS, PAYS = 3, True
    SEAT = {"gold": []}

    def __init__(self, position, draws=None):
        super().__init__(position, draws)
        self.reaches = {}

    def opponent(self, seat):
        return self.seats[1 - self.seats.index(seat)]

    def lay_reasons(self, order, seat):
        card = board.shape(order.card, order.flipped)
        wrong = self.place_reasons(order)
        if seat["broken"]:
            wrong.add("tool-broken")
        if not wrong & {"space-taken", "edges-clash", "out-of-range"}:
            wrong |= self.connection_reasons(order, seat, card)
        wrong |= self.pay_reasons(order, order.card if card.has("troll") else None)
        if not wrong and order.pay:
            wrong |= self.unreached(order, seat)
        return wrong

    def reach_with(self, side, paid):
        """What a side reaches before an order, if these trolls were paid."""
        key = side, tuple(paid)
        if key not in self.reaches:
            self.reaches[key] = Reach(self, side, paid)
        return self.reaches[key]

    def connection_reasons(self, order, seat, card):
        """DUEL 4.C.7 and 4.C.9."""
        if any(m.startswith("ladder-") for m in card.marks):
            return self.ladder_reasons(order.at, card)
        if self.reach_with(seat["side"], order.pay or ()).meets(order.at, card):
            return set()
        if self.reach_with(seat["side"], self.unpaid()).meets(order.at, card):
            return {"troll-unpaid", "not-connected"}
        return {"not-connected"}

    def ladder_reasons(self, at, card):
        wrong, meets = set(), False
        for edge in board.EDGES:
            over = beside(at, edge)
            if over not in self.board.at:
                continue
            kind = self.board.kind(over)
            if kind.startswith(("start", "goal")) or kind == "?" or worth(kind):
                wrong.add("bad-target")
            elif edge in card.group and board.OPPOSITE[edge] in self.board.up(over).group:
                meets = True
        return wrong if meets else wrong | {"not-connected"}

    def unpaid(self):
        """The places of trolls that are not paid."""
        return [at for at in self.board.cards_up() if self.board.up(at).has("troll") and not self.board.at[at].get("token")]

    def pay_reasons(self, order, troll):
        """DUEL 4.C.10. troll: the kind of the card to be laid if it is a troll, else None."""
        wrong = set()
        for at in order.pay or ():
            card = self.board.up(at)
            if at == order.at and order.verb == "place":
                if not troll:
                    wrong.add("not-a-troll")
            elif not card or not card.has("troll"):
                wrong.add("not-a-troll")
            elif self.board.at[at].get("token"):
                wrong.add("troll-paid")
        if len(set(order.pay or ())) != len(order.pay or ()):
            wrong |= {"syntax", "troll-paid"}
        if len(order.pay or ()) > self.p["tokens_left"]:
            wrong.add("no-tokens")
        return wrong

    def unreached(self, order, seat):
        """The trolls named must be reached after the card is laid or the door is open."""
        trial = Duel(self.p)
        if order.verb == "place":
            trial.board.lay(order.at, order.card, order.flipped)
        else:
            trial.board.at[order.at]["key"] = True
        reach = Reach(trial, seat["side"], order.pay)
        if all(any((at, e) in reach.edges for e in trial.board.up(at).group) for at in order.pay):
            return set()
        return {"troll-not-reached"}

    def place_list(self, seat):
        """The path cards that can be laid, with the smallest sets of trolls to be paid."""
        for text, order in self.path_candidates(seat["hand"]):
            wrong = self.card_reasons(order, seat)
            if wrong == {"troll-unpaid", "not-connected"}:
                yield from self.paying(text, order, seat)
            elif not wrong:
                yield text, order

    def paying(self, text, order, seat):
        found = []
        trolls = self.unpaid()
        for count in range(1, len(trolls) + 1):
            for pay in itertools.combinations(trolls, count):
                if any(set(other) <= set(pay) for other in found):
                    continue
                order = Order("place", card=order.card, at=order.at, flipped=order.flipped, pay=list(pay))
                if not self.card_reasons(order, seat):
                    found.append(pay)
                    yield text + " pay " + " ".join(word(at) for at in pay), order

    def candidates(self):
        seat = self.mover()
        yield from self.place_list(seat)
        yield from self.action_candidates(seat["hand"])
        hand = sorted(seat["hand"])
        for count in (1, 2):
            for kinds in sorted(set(itertools.combinations(hand, count))):
                yield "discard " + " ".join(kinds), Order("discard", cards=list(kinds), remove=None)
        yield from pairs_of(hand, ["break-" + tool for tool in seat["broken"]])

    # Other orders

    def action_candidates(self, hand):
        for kind in sorted(set(hand)):
            if kind == "key":
                for at in self.board.at:
                    yield "key " + word(at), Order("play", card="key", words=[word(at)])
        yield from super().action_candidates([kind for kind in hand if kind != "key"])

    def take_reasons(self, order):
        return {"not-in-rules", "syntax"}

    def read_action(self, order):
        if order.card != "key":
            super().read_action(order)
            return
        from table import after, number_pair
        order.at = number_pair(order.words[0] if order.words else "")
        after(order.words[1:], order)

    def action_reasons(self, order, seat):
        if order.card == "key":
            return self.key_reasons(order, seat)
        wrong = super().action_reasons(order, seat)
        if "no-such-seat" in wrong:
            return wrong
        if order.card.startswith("break-") and order.seat == seat["name"]:
            wrong |= {"only-others", "bad-target"}
        if order.card.startswith("repair-") and order.seat != seat["name"]:
            wrong.add("bad-target")
        if order.card == "rockfall" and self.board.up(order.at) and not wrong:
            if worth(self.board.kind(order.at)):
                wrong.add("rockfall-gold")
            if self.board.up(order.at).has("troll"):
                wrong.add("rockfall-troll")
        return wrong

    def card_reasons(self, order, seat):
        wrong = super().card_reasons(order, seat)
        if "name-a-tool" in wrong and order.words[0] != seat["name"]:
            wrong.add("bad-target")
        return wrong

    def key_reasons(self, order, seat):
        """DUEL 4.E.15."""
        wrong = self.pay_reasons(order, None)
        if order.at not in self.board.at:
            return wrong | {"no-card-there"}
        card = self.board.up(order.at)
        colours = set(doors(card).values()) if card else set()
        if not colours:
            return wrong | {"not-a-door"}
        if OTHER[seat["side"]] not in colours:
            wrong.add("own-door")
        if self.board.at[order.at].get("key"):
            wrong.add("door-open")
        if not wrong and order.pay:
            wrong |= self.unreached(order, seat)
        return wrong

    def discard_reasons(self, order, seat):
        wrong = set()
        if not self.in_hand(seat, order.cards):
            wrong.add("not-in-hand")
        if order.remove is None:
            return wrong | ({"discard-count"} if len(order.cards) > 2 else set())
        if len(order.cards) != 2:
            wrong |= {"discard-count", "syntax"}
        if not self.is_card(order.remove):
            wrong.add("syntax")
        if order.remove not in ["break-" + tool for tool in seat["broken"]]:
            wrong.add("not-in-front")
        return wrong

    # Doing it

    def do(self, order, seat):
        if order.verb == "resign":
            self.resign(seat)
            return
        self.p["turn"] += 1
        draws = 1
        if order.verb == "place":
            self.leave_hand(seat, order.card)
            entry = self.board.lay(order.at, order.card, order.flipped)
            self.event("placed", seat=seat["name"], card=order.card, at=word(order.at), flipped=entry["flipped"])
            self.tunnels_changed(order, seat, order.at)
        elif order.verb == "discard":
            draws = self.discard(order, seat)
        elif order.card == "key":
            self.event("played", seat=seat["name"], card="key", at=word(order.at))
            self.discard_played(seat, "key")
            self.board.at[order.at]["key"] = True
            self.tunnels_changed(order, seat, None)
        else:
            self.play_tools(order, seat)
        if self.over_now():
            self.end_round()
            return
        for _ in range(draws):
            self.draw_card(seat)
        if self.over_now():
            self.end_round()
            return
        self.p["to_move"] = self.next_with_cards(seat["name"])

    def discard(self, order, seat):
        for kind in order.cards:
            self.discard_played(seat, kind)
            self.event("discarded", seat=seat["name"], card=kind)
        if order.remove is None:
            return len(order.cards)
        seat["broken"].remove(tools_of(order.remove)[0])
        self.p["discard"].append(order.remove)
        self.event("cleared", seat=seat["name"], card=order.remove)
        return 1

    def tunnels_changed(self, order, seat, laid):
        """Pay trolls, turn goals up, claim gold: DUEL 4.C.10 to 4.D.12. laid: where a card was laid, or None."""
        for at in order.pay or ():
            self.put_token(at, seat["side"])
            self.event("paid", seat=seat["name"], at=word(at))
        again = True
        while again:
            again = False
            for at in self.board.goals_down():
                if self.turn_goal(at, seat, laid, order.turn or "best"):
                    again = True
        self.claim(seat)

    def put_token(self, at, side):
        self.board.at[at]["token"] = side
        self.p["tokens_left"] -= 1

    def turn_goal(self, at, seat, laid, wish):
        """DUEL 4.D.11: turn a goal up if a side reaches it. Gives whether it does."""
        reached = Reach(self, "blue").edges | Reach(self, "green").edges
        meets = [e for e in board.EDGES if (beside(at, e), board.OPPOSITE[e]) in reached]
        if not meets:
            return False
        kind = self.board.kind(at)
        edges = [e for e in meets if beside(at, e) == laid] or meets
        ways = [f for f in (False, True) if any(e in board.shape(kind, f).group for e in edges)] or [False, True]
        fitting = [f for f in ways if self.board.fits(at, board.shape(kind, f))]
        ways = fitting or ways
        if len(ways) == 2:
            ways = [self.choose_way(at, kind, seat, wish)]
        entry = self.board.lay(at, kind, ways[0])
        self.event("turned-up", card=kind, at=word(at), flipped=entry["flipped"])
        return True

    def choose_way(self, at, kind, seat, wish):
        """Q-DUEL-11: whether the goal lies flipped."""
        if wish != "best":
            return wish == "flip"
        found = []
        for flipped in (False, True):
            trial = Duel(self.p)
            trial.board.lay(at, kind, flipped)
            mine = Reach(trial, seat["side"]).gold(at)
            found.append((mine, not mine and Reach(trial, OTHER[seat["side"]]).gold(at)))
        return (not found[1][0], found[1][1]) < (not found[0][0], found[0][1])

    def claim(self, seat):
        """DUEL 4.D.12 and Q-DUEL-6."""
        for who in (seat, self.opponent(seat)):
            reach = Reach(self, who["side"])
            free = [at for at in self.board.cards_up() if reach.gold(at) and not self.board.at[at].get("token")]
            for at in sorted(free, key=lambda at: (-worth(self.board.kind(at)), at)):
                if self.p["tokens_left"]:
                    self.put_token(at, who["side"])
                    self.event("claimed", seat=who["name"], card=self.board.kind(at), at=word(at))

    def resign(self, seat):
        moves = seat["name"] == self.p["to_move"]
        self.give_up(seat)
        if moves:
            self.p["turn"] += 1
        if self.over_now():
            self.end_round()
        elif moves:
            self.p["to_move"] = self.next_with_cards(seat["name"])

    # The end of a round

    def over_now(self):
        """DUEL 4.F.18: how the round is over, or None."""
        if all(s.get("resigned") for s in self.seats):
            return "cards"
        if not self.board.goals_down():
            return "goals"
        if not self.p["tokens_left"]:
            return "tokens"
        if not self.p["deck"] and not any(s["hand"] for s in self.seats):
            return "cards"
        return None

    def end_round(self):
        self.event("round-end", outcome=self.over_now())
        if self.option("goals", "reshuffle") != "box" and not all(s.get("resigned") for s in self.seats):
            self.show_goals()
        before = self.scores()
        by_side = {s["side"]: s for s in self.seats}
        trolls = {side: 0 for side in SIDES}
        for at in self.board.cards_up():
            side = self.board.at[at].get("token")
            if side and self.board.up(at).has("troll"):
                trolls[side] += 1
            elif side:
                seat, kind = by_side[side], self.board.kind(at)
                seat["gold"] = sorted(seat["gold"] + [kind])
                self.event("took", seat=seat["name"], card=kind, at=word(at))
                self.board.take(at)
                self.p["tokens_left"] += 1
        for seat in self.seats:
            for kind in payment(seat["gold"], trolls[seat["side"]]):
                seat["gold"].remove(kind)
                self.p["out_of_game"].append(kind)
                self.event("toll", seat=seat["name"], card=kind)
        self.finish_round(before)

    def scores(self):
        return {s["name"]: sum(worth(kind) for kind in s["gold"]) for s in self.seats}

    def finish_round(self, before):
        """DUEL 4.F.20 to 4.F.22. before: the gold of each seat before this round was paid."""
        if self.p["round"] == self.p["rounds"]:
            for seat in self.seats:
                seat["seen"] = [at for at in seat["seen"] if board.place(at) in self.board.at]
            self.end_game()
            return
        self.box_goals()
        self.p["tokens_left"] = TOKENS
        scores = self.scores()
        if self.option("least", "total") == "round":
            scores = {name: scores[name] - before[name] for name in scores}
        first, second = self.names
        blue = next(s["name"] for s in self.seats if s["side"] == "blue")
        begins = blue if scores[first] == scores[second] else min(scores, key=scores.get)
        self.p["round"] += 1
        self.deal(begins)

    def box_goals(self):
        """Goals that no seat owns leave the game before the next round."""
        for at in self.board.cards_up():
            if self.board.kind(at).startswith("goal"):
                self.p["out_of_game"].append(self.board.kind(at))
                self.event("boxed", card=self.board.kind(at), at=word(at))
                self.board.take(at)
        if self.option("goals", "reshuffle") == "box":
            self.p["set_aside"] += [self.board.kind(at) for at in self.board.goals_down()]

    def first(self):
        """Q-DUEL-19: green begins."""
        green = self.options.get("green") or self.options.get("first")
        if not green:
            green = self.names[self.draws.stream(1, 5).below(2)]
        for seat in self.seats:
            seat["side"] = "green" if seat["name"] == green else "blue"
        return green

    def deal(self, first):
        number = self.p["round"]
        self.event("round", value=number)
        if number == 1:
            self.p.update(out_of_game=[], goals_left=[], tokens_left=TOKENS)
            for seat in self.seats:
                self.event("side", seat=seat["name"], side=seat["side"])
        self.event("first", seat=first)
        gone = [kind for seat in self.seats for kind in seat["gold"]] + self.p["out_of_game"]
        goals = cards.copies(self.rules, "goal")
        if number > 1 and self.option("goals", "reshuffle") == "box":
            goals = self.p["goals_left"]
            goals = [k for k in cards.copies(self.rules, "goal") if k in goals]
        else:
            goals = [kind for kind in goals if kind not in gone]
        deck = cards.deck(self.rules)
        for kind in gone:
            if kind in deck:
                deck.remove(kind)
        for seat in self.seats:
            seat.update(broken=[], seen=[], hand=[])
        deck = self.deal_hands(self.draws.stream(number, 1).shuffle(deck), 6)
        goals = self.draws.stream(number, 4).shuffle(goals)
        self.p.update(deck=deck, discard=[], goals_left=goals[6:], phase="play", to_move=first, board=[])
        self.board = board.Board(self.p["board"])
        self.board.lay((0, -1), "start-blue", False)
        self.board.lay((0, 1), "start-green", False)
        for at, kind in zip(GOAL_PLACES, goals):
            self.board.lay(at, kind, False, face="down")
        if self.over_now():
            self.end_round()
        elif self.seat(first).get("resigned"):
            self.event("skipped", seat=first)
            self.p["to_move"] = self.next_with_cards(first)


def payment(gold, due):
    """Q-DUEL-10: the cards with which trolls are paid."""
    place = {k.kind: i for i, k in enumerate(cards.KINDS["duel"])}
    gold = sorted(gold, key=place.get)
    if sum(worth(k) for k in gold) <= due:
        return gold if due else []
    best = None
    for count in range(len(gold) + 1):
        for chosen in itertools.combinations(gold, count):
            total = sum(worth(k) for k in chosen)
            if total >= due:
                key = (total, count, -max([worth(k) for k in chosen], default=0))
                if best is None or key < best[0]:
                    best = key, list(chosen)
    return best[1]
