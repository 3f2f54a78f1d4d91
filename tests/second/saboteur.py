"""Saboteur and Saboteur 2: SAB and SB2 of adit(6)."""

import board
import cards
from board import beside, word
from table import Order, Refused, Table, TOOLS

SABOTEURS = {3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}
GOAL_PLACES = [(8, -2), (8, 0), (8, 2)]
WEARERS = ("miner", "selfish-miner")


def tools_of(kind):
    """The tools that a break or repair card is for."""
    return kind.split("-")[1:]


class Tunnels(Table):
    """What Saboteur and Saboteur 2 share: laying cards, tools, rockfall, map, goals."""

    reach, PAYS = None, False

    def sources(self):
        """SAB 2.C.11: the start."""
        return [(at, "nesw") for at in self.board.cards_up() if self.board.kind(at) == "start"]

    def reached(self):
        if self.reach is None:
            self.reach = self.board.reached(self.sources())
        return self.reach

    def connected(self, at, card):
        return any((beside(at, e), board.OPPOSITE[e]) in self.reached() for e in card.group)

    def lay_reasons(self, order, seat):
        wrong = self.place_reasons(order)
        if seat["broken"]:
            wrong.add("tool-broken")
        if not wrong & {"space-taken", "edges-clash"} and not self.connected(order.at, board.shape(order.card, order.flipped)):
            wrong.add("not-connected")
        return wrong

    # Action cards

    def read_action(self, order):
        """Read the words of an action card into the order. Raises Refused."""
        words, kind = order.words, order.card
        if kind.startswith("repair-") and len(tools_of(kind)) == 2:
            if len(words) == 1:
                raise Refused("name-a-tool" if words[0] in self.names else "syntax")
            if len(words) != 2 or words[1] not in TOOLS:
                raise Refused("syntax")
            order.seat, order.tool = words
        elif len(words) != (0 if kind == "theft" else 1):
            raise Refused("syntax")
        elif kind in ("rockfall", "map"):
            order.at = board.place(words[0])
        elif kind != "theft":
            order.seat = words[0]
            if kind.startswith(("break-", "repair-")):
                order.tool = tools_of(kind)[0]

    def action_reasons(self, order, seat):
        kind, wrong = order.card, set()
        if order.seat is not None and order.seat not in self.names:
            return {"no-such-seat", "syntax"}
        target = self.seat(order.seat) if order.seat else None
        if kind.startswith("break-") and order.tool in target["broken"]:
            wrong.add("tool-already-broken")
        if kind.startswith("repair-"):
            if order.tool not in tools_of(kind):
                wrong.add("wrong-tool")
            if order.tool not in target["broken"]:
                wrong.add("tool-not-broken")
        if kind in ("rockfall", "map") and order.at not in self.board.at:
            wrong.add("no-card-there")
        elif kind == "rockfall":
            sort = cards.sort(self.rules, self.board.kind(order.at)) or "goal"
            wrong |= {"start": {"rockfall-start"}, "goal": {"rockfall-goal"}}.get(sort, set())
        elif kind == "map":
            if (cards.sort(self.rules, self.board.kind(order.at)) or "goal") != "goal":
                wrong.add("not-a-goal")
            elif not self.board.down(order.at):
                wrong.add("goal-is-up")
        return wrong

    def action_candidates(self, hand):
        for kind in sorted(set(hand)):
            if self.is_path(kind):
                continue
            if kind in ("rockfall", "map"):
                lists = [[word(at)] for at in self.board.at]
            elif kind == "theft":
                lists = [[]]
            elif len(tools_of(kind)) == 2 and kind.startswith("repair-"):
                lists = [[name, tool] for name in self.names for tool in tools_of(kind)]
            else:
                lists = [[name] for name in self.names]
            for words in lists:
                yield " ".join([kind] + words), Order("play", card=kind, words=words)

    def reasons(self, order, seat):
        """The codes of all that is wrong with an order."""
        if self.p["phase"] == "over":
            return {"game-over"}
        if order.verb == "resign":
            return {"resigned"} if seat.get("resigned") else set()
        wrong = set()
        if seat["name"] != self.p["to_move"]:
            wrong.add("not-your-turn")
        if order.verb == "take" or self.p["phase"] == "draft":
            return wrong | self.take_reasons(order)
        if order.verb in ("agree", "disagree", "steal", "joined"):
            return wrong | {"not-in-rules", "syntax"}
        if order.verb == "discard":
            return wrong | self.discard_reasons(order, seat)
        return wrong | self.card_reasons(order, seat)

    def card_reasons(self, order, seat):
        """The codes of what is wrong with laying or playing a card."""
        if not self.is_card(order.card):
            return {"not-in-rules", "syntax", "not-in-hand"}
        wrong = set() if self.in_hand(seat, [order.card]) else {"not-in-hand"}
        if order.verb == "place":
            if not self.is_path(order.card):
                return wrong | {"not-a-path"}
            if not self.PAYS and (order.pay is not None or order.turn is not None):
                wrong |= {"not-in-rules", "syntax"}
            return wrong | self.lay_reasons(order, seat)
        if self.is_path(order.card):
            return wrong | {"not-an-action", "syntax"}
        try:
            self.read_action(order)
        except Refused as refused:
            return wrong | refused.codes
        return wrong | self.action_reasons(order, seat)

    # Doing it

    def do(self, order, seat):
        if order.verb == "resign":
            return self.resign(seat)
        if order.verb == "take":
            return self.take(order.value, seat)
        self.p["last_play"] = seat["name"]
        self.p["turn"] += 1
        ended, drawer = False, (seat, 1)
        if order.verb == "place":
            ended = self.lay(order, seat)
        elif order.verb == "discard":
            drawer = seat, self.discard(order, seat)
        else:
            drawer = self.act(order, seat) or drawer
        if not ended:
            for _ in range(drawer[1]):
                self.draw_card(drawer[0])
            self.next_turn(seat)
        return None

    def lay(self, order, seat):
        """Lay a card and turn goals up. Gives whether the round is over."""
        self.leave_hand(seat, order.card)
        entry = self.board.lay(order.at, order.card, order.flipped)
        self.reach = None
        if "last_path" in self.p:
            self.p["last_path"] = seat["name"]
        self.event("placed", seat=seat["name"], card=order.card, at=word(order.at), flipped=entry["flipped"])
        self.turn_goals(order.at)
        if any(self.board.kind(at) == "goal-gold" for at in self.board.cards_up()):
            self.end_round(seat["name"])
            return True
        return False

    def turn_goals(self, laid):
        """SAB 2.E.17 to 2.E.19."""
        while True:
            meets = {at: [] for at in self.board.goals_down()}
            for at, edge in self.reached():
                if beside(at, edge) in meets:
                    meets[beside(at, edge)].append((at, board.OPPOSITE[edge]))
            new = [at for at in sorted(meets) if meets[at]]
            if not new:
                return
            for at in new:
                self.turn_goal(at, meets[at], laid)
            self.reach = None

    def turn_goal(self, at, meets, laid):
        """SAB 2.E.18: meets lists the places from which reached tunnels come, and the edge of the goal there."""
        kind = self.board.kind(at)
        edges = [e for place, e in meets if place == laid] or [e for _, e in meets]
        ways = [f for f in (False, True) if any(e in board.shape(kind, f).group for e in edges)]
        if len(ways) != 1:
            fitting = [f for f in (False, True) if self.board.fits(at, board.shape(kind, f))]
            ways = fitting if len(fitting) == 1 else [False]
        entry = self.board.lay(at, kind, ways[0])
        self.event("turned-up", card=kind, at=word(at), flipped=entry["flipped"])

    def play_tools(self, order, seat):
        """Break, repair, rockfall and map. Gives whether the card was one of these."""
        kind = order.card
        target = self.seat(order.seat) if order.seat else None
        if kind.startswith("break-"):
            self.event("played", seat=seat["name"], card=kind, to=order.seat, tool=order.tool)
            target["broken"] = sorted(target["broken"] + [order.tool])
            self.leave_hand(seat, kind)
            return True
        if kind.startswith("repair-"):
            self.event("played", seat=seat["name"], card=kind, to=order.seat, tool=order.tool)
            target["broken"].remove(order.tool)
            self.discard_played(seat, kind)
            self.p["discard"] += ["break-" + order.tool]
            return True
        if kind == "rockfall":
            self.event("played", seat=seat["name"], card=kind, at=word(order.at))
            self.event("removed", card=self.board.kind(order.at), at=word(order.at))
            self.discard_played(seat, kind)
            self.p["discard"].append(self.board.kind(order.at))
            self.board.take(order.at)
            self.reach = None
            return True
        if kind == "map":
            self.event("played", seat=seat["name"], card=kind, at=word(order.at))
            self.see_goal(seat, order.at)
            self.discard_played(seat, kind)
            return True
        return False

    def next_turn(self, seat):
        """After a turn: SAB 2.F.21, or the next seat."""
        if self.over():
            self.end_round(None)
            return
        self.p["to_move"] = self.next_with_cards(seat["name"])

    def resign(self, seat):
        """The hand goes to the discard pile unseen; the turn passes on if it was this seat's."""
        moves = seat["name"] == self.p["to_move"]
        self.give_up(seat)
        if moves:
            self.p["turn"] += 1
        if self.p["phase"] == "draft":
            if moves:
                self.next_taker(seat)
        elif self.over():
            self.end_round(None)
        elif moves:
            self.p["to_move"] = self.next_with_cards(seat["name"])

    def over(self):
        """SAB 2.F.21 and Q-SAB-9; also if all players have resigned."""
        if all(s.get("resigned") for s in self.seats):
            return True
        return not self.p["deck"] and not any(self.can_play(s) for s in self.seats)

    def can_play(self, seat):
        """Whether a seat has a card that could be played now."""
        if seat.get("resigned"):
            return False
        for candidates in (self.action_candidates, self.path_candidates):
            for _, order in candidates(seat["hand"]):
                if not self.card_reasons(order, seat):
                    return True
        return False


    def deal_hands(self, deck, size):
        """Deal hands from the top, seat by seat. Gives what is left of the deck."""
        for seat in self.seats:
            if not seat.get("resigned"):
                seat["hand"], deck = deck[:size], deck[size:]
                for card in seat["hand"]:
                    self.event("drew", seat=seat["name"], card=card)
        return deck

    def begin(self, first):
        """The first turn of a round; if all players have resigned, its end."""
        if self.over():
            self.end_round(None)
        elif self.seat(first).get("resigned"):
            self.event("skipped", seat=first)
            self.p["to_move"] = self.next_with_cards(first)


class Saboteur(Tunnels):
    """Saboteur, for 3 to 10 players."""

    ROUNDS = 3
    SEAT = {"gold": []}

    def candidates(self):
        seat = self.mover()
        if self.p["phase"] == "draft":
            for value in (1, 2, 3):
                yield "take %d" % value, Order("take", value=value)
            return
        yield from self.path_candidates(seat["hand"])
        yield from self.action_candidates(seat["hand"])
        for kind in set(seat["hand"]):
            yield "discard " + kind, Order("discard", cards=[kind], remove=None)

    def discard_reasons(self, order, seat):
        wrong = set()
        if order.remove is not None:
            wrong |= {"not-in-rules", "syntax"}
        if len(order.cards) != 1:
            wrong.add("discard-count")
        if not self.in_hand(seat, order.cards):
            wrong.add("not-in-hand")
        return wrong

    def take_reasons(self, order):
        if order.verb != "take" or self.p["phase"] != "draft":
            return {"wrong-phase", "not-in-rules", "syntax"}
        return set() if order.value in self.p["drafting"] else {"not-on-offer"}

    def discard(self, order, seat):
        self.discard_played(seat, order.cards[0])
        self.event("discarded", seat=seat["name"], card=order.cards[0])
        return 1

    def act(self, order, seat):
        self.play_tools(order, seat)

    # The end of a round

    def end_round(self, reacher):
        """SAB 2.F; reacher: the seat that reached the treasure, or None."""
        selfish = next((s["name"] for s in self.seats if s["role"] == "selfish-miner"), None)
        won_alone = reacher is not None and reacher == selfish
        outcome = "selfish" if won_alone else "gold" if reacher else "no-gold"
        saboteurs = [s for s in self.seats if s["role"] == "saboteur"]
        self.event("round-end", seat=reacher, outcome=outcome)
        if not all(s.get("resigned") for s in self.seats):
            self.show_goals()
        for seat in self.seats:
            self.event("shown", seat=seat["name"], card=seat["role"])
        if self.p["role_left"] is not None:
            self.event("shown", card=self.p["role_left"])
        if won_alone:
            self.give_exactly([self.seat(reacher)], 4)
        elif reacher:
            self.share(reacher, selfish is not None)
            return
        elif saboteurs:
            self.give_exactly(saboteurs, {1: 4, 2: 3, 3: 3, 4: 2}[len(saboteurs)])
        self.finish_round()

    def give_exactly(self, seats, sum_each):
        """Q-SAB-11: to each seat the largest nuggets of the pile that give the exact sum."""
        for seat in seats:
            self.event("gold", seat=seat["name"], value=sum_each)
            left = sum_each
            while left:
                value = max(v for v in self.p["gold_pile"] if v <= left)
                self.own(seat, value)
                self.p["gold_pile"].remove(value)
                left -= value

    def own(self, seat, value):
        seat["gold"] = sorted(seat["gold"] + [value])

    def miners(self, reacher):
        """The seats that take nuggets, in their order: SAB 2.F.23."""
        found = []
        for name in self.from_seat(reacher, -1):
            seat = self.seat(name)
            if seat["role"] == "miner" and not (self.option("broken-tool-share", "yes") == "no" and seat["broken"]):
                found.append(name)
        return found

    def share(self, reacher, selfish):
        """Draw nuggets for the miners, and let them take these."""
        miners = self.miners(reacher)
        count = len(miners)
        if self.option("gold", "miners") == "players":
            count = min(len(self.seats), 9) - (1 if selfish else 0)
        self.p["drafting"] = sorted(self.p["gold_pile"][:count], reverse=True)
        del self.p["gold_pile"][:count]
        self.offer(miners)

    def offer(self, takers):
        """Q-SAB-12: let the seats take nuggets, the first one first, until one of them is to choose."""
        while self.p["drafting"] and takers:
            seat = self.seat(takers[0])
            if self.option("draft", "auto") == "ask" and not seat.get("resigned"):
                self.event("draft", seat=seat["name"])
                self.p.update(phase="draft", to_move=seat["name"])
                return
            self.nugget(seat, self.p["drafting"][0])
            takers = takers[1:] + takers[:1]
        self.finish_round()

    def take(self, value, seat):
        self.p["turn"] += 1
        self.nugget(seat, value)
        self.offer(self.miners(self.after_seat(seat["name"], -1)[0]))

    def next_taker(self, seat):
        """The seat to choose has resigned."""
        self.offer(self.miners(seat["name"]))

    def nugget(self, seat, value):
        self.p["drafting"].remove(value)
        self.own(seat, value)
        self.event("nugget", seat=seat["name"], value=value)

    def scores(self):
        return {s["name"]: sum(s["gold"]) for s in self.seats}

    def finish_round(self):
        """SAB 2.G: the next round, or the end."""
        self.p.pop("drafting", None)
        if self.p["round"] == self.p["rounds"]:
            self.end_game()
            return
        last = self.p["last_path"]
        if self.option("next", "last-path") == "last-card" or last is None:
            last = self.p["last_play"] or last
        self.p["round"] += 1
        self.deal(self.after_seat(last)[0] if last else self.names[0])

    # The deal

    def deal(self, first):
        """adit(5), THE DEAL: a new round. first: the seat that begins."""
        number, seats = self.p["round"], self.seats
        self.event("round", value=number)
        self.event("first", seat=first)
        roles, left = self.deal_roles(number)
        for seat, role in zip(seats, roles):
            seat.update(role=role, broken=[], seen=[], hand=[])
            self.event("role", seat=seat["name"], card=role)
        self.p["role_left"] = left
        deck = self.draws.stream(number, 1).shuffle(cards.deck(self.rules))
        deck = self.deal_hands(deck, 6 if len(seats) <= 5 else 5 if len(seats) <= 7 else 4)
        self.p.update(deck=deck, discard=[], set_aside=[], last_path=None, last_play=None, phase="play", to_move=first)
        goals = self.draws.stream(number, 4).shuffle(cards.copies(self.rules, "goal"))
        lay_goals(self, goals)
        nuggets = [1] * 16 + [2] * 8 + [3] * 4
        for seat in seats:
            for value in seat["gold"]:
                nuggets.remove(value)
        self.p["gold_pile"] = self.draws.stream(number, 6).shuffle(nuggets)
        self.begin(first)

    def deal_roles(self, number):
        """The roles of the seats, and the one left over or None."""
        count = len(self.seats)
        spare = self.option("roles", "spare") == "spare"
        selfish = self.option("dwarf", "plain") == "selfish"
        bad = SABOTEURS[count]
        good = count - bad + 1 - (0 if spare else 1) - (1 if selfish else 0)
        stream = self.draws.stream(number, 3)
        roles = stream.shuffle(["miner"] * good + ["saboteur"] * bad)
        if selfish:
            place = stream.below(count)
            roles += [None] * (count + 1 - len(roles))
            roles[count] = roles[count - 1]
            roles[count - 1] = roles[place]
            roles[place] = "selfish-miner"
        return roles[:count], roles[count] if spare else None


def lay_goals(table, goals):
    """The board at the beginning of a round of Saboteur or Saboteur 2."""
    table.p["board"] = []
    table.board = board.Board(table.p["board"])
    table.reach = None
    table.board.lay((0, 0), "start", False)
    for at, kind in zip(GOAL_PLACES, goals):
        table.board.lay(at, kind, False, face="down")
