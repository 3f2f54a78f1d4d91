"""A referee of the four games, written from adit(6) and adit(5) alone.

    legal(position) -> the legal orders of the seat to move, as adit(5) lists them
    check(position, order, seat=None) -> the codes of adit(6), REFUSALS, that are true of an order; empty if legal
    score(position) -> the scores and winners of a game that is over
    start(position, events) -> what a game should begin with that begins as a program says, and what the program says
    apply(position, order, seat=None, draws=None) -> (next position, events); raises Refused

A position is an object as in adit(5), POSITIONS, with every key that its rules set has and nothing unknown; for
legal() and check() it may be the view of a seat. seat: whose order it is, by default the seat to move. draws: where
random values come from, see draws.py.
"""

import draws as chance
from cave import Cave
from duel import Duel
from saboteur import Saboteur
from saboteur2 import Saboteur2
from table import Refused, parse

GAMES = {"saboteur": Saboteur, "saboteur2": Saboteur2, "duel": Duel, "dark-cave": Cave}


def table(position, draws=None):
    """A copy of a position as an object that can be played on."""
    return GAMES[position["rules"]](position, draws)


def legal(position):
    return table(position).legal()


def check(position, order, seat=None):
    found = table(position)
    try:
        return found.reasons(parse(order), found.seat(seat or position["to_move"]))
    except Refused as refused:
        return refused.codes


def apply(position, order, seat=None, draws=None):
    return table(position, draws).apply(order, seat)


def score(position):
    return table(position).score()


def new(rules, names, options, draws):
    """A game that begins: (position, events). names: of the seats; options: those that are not the default."""
    begun = GAMES[rules].begin_game(rules, names, options, draws)
    return begun.p, begun.events


def start(position, events):
    """Deal again what a program has dealt. Gives both beginnings, which must be equal."""
    names = [seat["name"] for seat in position["seats"]]
    mine = new(position["rules"], names, position["options"], chance.Given(position, events))
    return list(mine), [position, events]
