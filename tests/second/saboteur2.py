"""Saboteur 2: SB2 of adit(6)."""

import itertools

import board
import cards
from board import beside
from saboteur import Tunnels, lay_goals
from table import Order, Refused, pairs_of

FRONT = ("theft", "trapped")
OTHER = {"blue": "green", "green": "blue"}


class Saboteur2(Tunnels):
    """Saboteur 2, for 2 to 12 players."""

    ROUNDS = 3
    SEAT = {"gold": 0, "steal": None}

    # Laying cards

    def sources(self):
        """SB2 3.C.10: the start, and each ladder."""
        return [(at, "".join(self.board.up(at).group)) for at in self.board.cards_up()
                if self.board.kind(at) == "start" or self.board.up(at).has("ladder")]

    def lay_reasons(self, order, seat):
        card = board.shape(order.card, order.flipped)
        if card.has("ladder"):
            wrong = self.place_reasons(order)
            if seat["broken"]:
                wrong.add("tool-broken")
            wrong |= self.ladder_reasons(order.at, card)
        else:
            wrong = super().lay_reasons(order, seat)
        if "trapped" in seat["in_front"]:
            wrong.add("trapped")
        return wrong

    def ladder_reasons(self, at, card):
        """SB2 3.C.10, Q-SB2-2 and Q-SB2-24."""
        wrong, meets = set(), False
        for edge in board.EDGES:
            over = beside(at, edge)
            if over not in self.board.at:
                continue
            if cards.sort(self.rules, self.board.kind(over)) in ("goal", None):
                wrong.add("bad-target")
            elif edge in card.group and board.OPPOSITE[edge] in self.board.up(over).group:
                meets = True
        return wrong if meets else wrong | {"not-connected"}

    # Other orders

    def reasons(self, order, seat):
        if order.verb == "steal" and self.p["phase"] != "over":
            return self.steal_reasons(order, seat)
        return super().reasons(order, seat)

    def steal_reasons(self, order, seat):
        if any(name not in self.names for name in order.seats):
            return {"no-such-seat", "syntax"}
        return {"resigned"} if seat.get("resigned") else set()

    def take_reasons(self, order):
        return {"not-in-rules", "syntax"}

    def candidates(self):
        seat = self.mover()
        yield from self.path_candidates(seat["hand"])
        yield from self.action_candidates(seat["hand"])
        hand = sorted(seat["hand"])
        for count in (1, 2, 3):
            for kinds in sorted(set(itertools.combinations(hand, count))):
                yield "discard " + " ".join(kinds), Order("discard", cards=list(kinds), remove=None)
        yield from pairs_of(hand, self.in_front(seat))

    def in_front(self, seat):
        """The kinds that lie in front of a seat."""
        return ["break-" + tool for tool in seat["broken"]] + list(seat["in_front"])

    def discard_reasons(self, order, seat):
        wrong = set()
        if not self.in_hand(seat, order.cards):
            wrong.add("not-in-hand")
        if order.remove is not None:
            if len(order.cards) != 2:
                wrong |= {"discard-count", "syntax"}
            if not self.is_card(order.remove):
                wrong.add("syntax")
            if order.remove not in self.in_front(seat):
                wrong.add("not-in-front")
        return wrong

    def can_play(self, seat):
        if super().can_play(seat):
            return True
        return not seat.get("resigned") and len(seat["hand"]) >= 2 and bool(self.in_front(seat))

    def action_reasons(self, order, seat):
        wrong = super().action_reasons(order, seat)
        if "no-such-seat" in wrong:
            return wrong
        kind, target = order.card, self.seat(order.seat) if order.seat else seat
        if kind in FRONT and kind in target["in_front"]:
            wrong.add("has-one-already")
        if kind == "hands-off" and "theft" not in target["in_front"]:
            wrong.add("not-in-front")
        if kind == "free-at-last" and "trapped" not in target["in_front"]:
            wrong.add("not-in-front")
        if kind in ("trapped", "swap-hands", "inspection") and target is seat:
            wrong.add("only-others")
        if kind == "swap-hands" and target.get("resigned"):
            wrong.add("target-resigned")
        if kind == "swap-hats" and not self.p["role_pile"]:
            wrong.add("no-role-left")
        return wrong

    # Doing it

    def do(self, order, seat):
        if order.verb == "steal":
            seat["steal"] = order.seats
            self.event("standing")
            return
        super().do(order, seat)

    def discard(self, order, seat):
        for kind in order.cards:
            self.discard_played(seat, kind)
            self.event("discarded", seat=seat["name"], card=kind)
        if order.remove is None:
            return len(order.cards)
        self.clear(seat, order.remove)
        self.event("cleared", seat=seat["name"], card=order.remove)
        return 1

    def clear(self, seat, kind):
        """Remove a card in front of a seat."""
        if kind.startswith("break-"):
            seat["broken"].remove(kind[len("break-"):])
        else:
            seat["in_front"].remove(kind)
        if kind == "theft":
            self.p["thieves"].remove(seat["name"])
        self.p["discard"].append(kind)

    def act(self, order, seat):
        """Play an action card. Gives who draws how many cards, or None."""
        if self.play_tools(order, seat):
            return None
        kind, target = order.card, self.seat(order.seat) if order.seat else seat
        self.event("played", seat=seat["name"], card=kind, to=order.seat)
        if kind in FRONT:
            self.leave_hand(seat, kind)
            target["in_front"] = sorted(target["in_front"] + [kind])
            if kind == "theft":
                self.p["thieves"].append(seat["name"])
            return None
        self.discard_played(seat, kind)
        if kind == "hands-off":
            self.clear(target, "theft")
        elif kind == "free-at-last":
            self.clear(target, "trapped")
        elif kind == "inspection":
            known = set(seat["knows"]) | {target["name"]}
            seat["knows"] = [name for name in self.names if name in known]
            self.event("saw-role", seat=seat["name"], card=target["role"], to=target["name"])
        elif kind == "swap-hats":
            self.swap_hats(target)
        elif kind == "swap-hands":
            self.swap_hands(seat, target)
            return target, 1
        return None

    def swap_hats(self, target):
        self.p["hats"].append(target["role"])
        self.p["hats_from"].append(target["name"])
        target["role"] = self.p["role_pile"].pop(0)
        for seat in self.seats:
            if target["name"] in seat["knows"]:
                seat["knows"].remove(target["name"])
        self.event("role", seat=target["name"], card=target["role"])

    def swap_hands(self, seat, target):
        seat["hand"], target["hand"] = target["hand"], seat["hand"]
        for one, other in ((seat, target), (target, seat)):
            for card in one["hand"]:
                self.event("received", seat=one["name"], card=card, to=other["name"])

    # The end of a round

    def open_for(self, colour):
        """SB2 3.E.23: whether some route to the treasure has no door of the other colour."""
        shut = "door-" + OTHER[colour]

        def through(_, card, edge):
            group = card.groups[card.group[edge]]
            return edge if len(group) > 1 and card.has(shut) else group

        return any(self.board.kind(at) == "goal-gold" for at, _ in self.board.reached(self.sources(), through))

    def digger_teams(self, reacher):
        """The colours whose diggers win, and the ways that are open."""
        blue, green = self.open_for("blue"), self.open_for("green")
        ways = {(True, True): "both", (True, False): "blue", (False, True): "green", (False, False): "none"}[blue, green]
        role = self.seat(reacher)["role"]
        if role == "blue-digger":
            green = green and not blue
        elif role == "green-digger":
            blue = blue and not green
        return {c for c, wins in (("blue", blue), ("green", green)) if wins}, ways

    def end_round(self, reacher):
        self.event("round-end", seat=reacher, outcome="gold" if reacher else "no-gold")
        if not all(s.get("resigned") for s in self.seats):
            self.show_goals()
        for seat in self.seats:
            self.event("shown", seat=seat["name"], card=seat["role"])
        roles = {"profiteer"}
        if reacher:
            teams, ways = self.digger_teams(reacher)
            self.event("ways", ways=ways)
            roles |= {"boss"} | {team + "-digger" for team in teams}
        else:
            roles |= {"saboteur"}
        gained = self.divide(roles)
        self.steal_all(gained)
        self.finish_round()

    def divide(self, roles):
        """SB2 3.E.24 and 3.E.25. Gives what each seat has gained."""
        gained = {name: 0 for name in self.names}
        winners = [s for s in self.seats if s["role"] in roles and "trapped" not in s["in_front"]]
        share = max(1, 6 - len(winners))
        for seat in winners:
            self.event("round-winner", seat=seat["name"])
            value = max(0, share - {"boss": 1, "profiteer": 2}.get(seat["role"], 0))
            if value:
                self.event("gold", seat=seat["name"], value=value)
            gained[seat["name"]] = value
        crystals = sum(self.board.up(at).has("crystal") for at in self.board.cards_up())
        free = [s for s in self.seats if s["role"] == "geologist" and "trapped" not in s["in_front"]]
        for seat in free:
            value = crystals // len(free)
            if value:
                self.event("crystals", seat=seat["name"], value=value)
            gained[seat["name"]] = value
        for seat in self.seats:
            seat["gold"] += gained[seat["name"]]
        return gained

    def steal_all(self, gained):
        """SB2 3.E.27."""
        if not self.p["thieves"]:
            return
        for name in self.from_seat(self.p["thieves"][-1]):
            thief = self.seat(name)
            if name not in self.p["thieves"] or "trapped" in thief["in_front"]:
                continue
            victim = self.victim(thief, gained)
            if victim:
                victim["gold"] -= 1
                thief["gold"] += 1
                self.event("stole", seat=name, to=victim["name"], value=1)
        for name in list(self.p["thieves"]):
            self.clear(self.seat(name), "theft")

    def victim(self, thief, gained):
        """Q-SB2-10: whom a thief robs, or None."""
        rich = [n for n in self.after_seat(thief["name"])[:-1] if self.seat(n)["gold"]]
        if thief["steal"] is not None:
            if not thief["steal"]:
                return None
            for name in thief["steal"]:
                if name in rich:
                    return self.seat(name)
        if not rich:
            return None
        return self.seat(max(rich, key=lambda name: gained[name]))

    def scores(self):
        return {s["name"]: s["gold"] for s in self.seats}

    def finish_round(self):
        if self.p["round"] == self.p["rounds"]:
            self.end_game()
            return
        last = self.p["last_play"]
        self.p["round"] += 1
        self.deal(self.after_seat(last)[0] if last else self.names[0])

    def deal(self, first):
        number, seats = self.p["round"], self.seats
        self.event("round", value=number)
        self.event("first", seat=first)
        roles = self.draws.stream(number, 3).shuffle(cards.copies(self.rules, "role"))
        for seat, role in zip(seats, roles):
            seat.update(role=role, broken=[], in_front=[], seen=[], knows=[], hand=[])
            self.event("role", seat=seat["name"], card=role)
        deck = self.draws.stream(number, 1).shuffle(cards.deck(self.rules))
        aside, deck = deck[:10], deck[10:]
        deck = self.deal_hands(deck, 6)
        self.p.update(deck=deck, discard=[], set_aside=aside, role_pile=roles[len(seats):], thieves=[], hats=[],
                      hats_from=[], last_play=None, phase="play", to_move=first)
        lay_goals(self, self.draws.stream(number, 4).shuffle(cards.copies(self.rules, "goal")))
        self.begin(first)
