"""The lies of audit.t: each changes one thing of a finished game, see audit_forge.py.

A lie is a function of the forger.  It returns the digest at which an audit must find it, or None where
this game has nothing to lie about."""

import re
import struct

from audit_seal import b32, hashed

NOTHING = b32(bytes(32))


class NotHere(Exception):
    """The game has nothing that this lie would change."""


def change(pattern, new, count=1):
    """A function that changes what the pattern finds."""
    def function(text):
        changed = re.sub(pattern, new, text, count=count, flags=re.M)
        if changed == text:
            raise NotHere(pattern)
        return changed
    return function


def find(forger, pattern, first=0, last=None):
    """The number of a digest whose signed part has the pattern."""
    return next((digest.n for digest in forger.digests[first:last] if re.search(pattern, digest.signed, re.M)),
                None)


def in_signed(pattern, where, new):
    """A lie: where the signed part of the first digest has one pattern, what the other finds is changed."""
    def lie(forger):
        n = find(forger, where, 3)
        if n is not None:
            forger.lie("signed", n, change(pattern, new))
        return n
    return lie


def middle(forger):
    """A digest of a turn in the middle of the game."""
    return len(forger.digests) * 2 // 3


def earlier_time(forger):
    forger.lie("signed", middle(forger), change("^time: .*", "time: 2026-01-01T00:00:00Z"))
    return middle(forger)


def swapped_leaves(forger):
    n = find(forger, "^leaves:", 3)
    if n is not None:
        forger.lie("signed", n, change(r"^(  1 deck 0 )(\w+)\n(  1 deck 1 )(\w+)$", r"\1\4\n\3\2"))
    return n


def biased_shuffle(forger):
    """Another key of the deck, to which the host has committed, but which no seat has a part in."""
    n, key = find(forger, "^keys:", 3), bytes([7]) * 32
    if n is not None:
        forger.lie("signed", n, change(r"^  257 \w+", "  257 " + hashed("adit/key", forger.game,
                                                                       struct.pack("<I", 257), key)))
        forger.lie("signed", find(forger, "^  key 257"), change(r"^  key 257 \w+", "  key 257 " + b32(key)))
    return n


def hidden_order(forger):
    """An order of the middle is never revealed."""
    n = next(n for n in range(middle(forger), 0, -1) if find(forger, "^  order %d$" % n, n + 1))
    forger.lie("signed", find(forger, "^  order %d$" % n, n + 1),
               change(r"^  order %d\n(  .*\n)+?  -----END ADIT ORDER-----\n" % n, ""))
    return n


def invented_order(forger):
    n = next(n for n in range(middle(forger), 0, -1) if find(forger, "^  order %d$" % n, n + 1))
    forger.lie("signed", find(forger, "^  order %d$" % n, n + 1),
               change(r"^(  order %d\n(?:  .*\n)+?  nonce: )\w{20}" % n, r"\1" + "a" * 20))
    return n


def hand_of(text):
    return re.search(r"^hand: (\S+) (\S+)", text, re.M)


def swapped_cards(forger):
    """A view whose hand has another order than the cards came in, everywhere alike."""
    n = find(forger, '"to_move":"[a-z]+",\n "phase":"play"', middle(forger))
    if n is None:
        return None

    def swap(text):
        match = hand_of(text)
        if not match or match[1] == match[2]:
            raise NotHere("hand")
        text = text.replace(match[0], "hand: %s %s" % (match[2], match[1]))
        return re.sub(r'("hand":\{"=":\[)"[^"]+",\s*"[^"]+"', r'\1"%s","%s"' % (match[2], match[1]), text)
    forger.lie("view " + forger.digests[n].header["next"], n, swap)
    return n


def wrong_opening(forger):
    n = middle(forger)
    if not find(forger, "^keys:"):
        return None
    forger.lie("view anna", n, change(r"^    [a-z2-7]{52}$", "    " + NOTHING))
    return n


def order_of_turn(forger):
    """A digest of the second half that accepts an order for its turn."""
    return next(digest.n for digest in forger.digests[middle(forger):]
                if (forger.orders.get(digest.header["order"]) or {"turn": "-"})["turn"].isdigit())


def in_order(pattern, new):
    """A lie: an order that its player did sign so, but which no host may accept."""
    def lie(forger):
        n = order_of_turn(forger)
        forger.lie("order", n, change(pattern, new))
        return n
    return lie


def answer(forger, n, m):
    """The order of digest n answers digest m."""
    forger.lie("order", n, lambda text: change("^head: .*", "head: " + forger.hashes[forger.digests[m].hash])(text))
    return n


def old_head(forger):
    return answer(forger, order_of_turn(forger), 1)


def lost_draw(forger):
    """A card that is drawn is in no event."""
    n = find(forger, r"^  drew \w+ \?$", middle(forger))
    if n is not None:
        forger.lie("signed", n, change(r"^  drew \w+ \?\n", ""))
    return n


def in_view(pattern, new, where=r"^  drew \w+ \?$"):
    """A lie in the private view of a seat that has drawn a card."""
    def lie(forger):
        n = find(forger, where, middle(forger))
        if n is not None:
            seat = re.search(r"^  drew (\w+) \?$", forger.digests[n].signed, re.M)[1]
            forger.lie("view " + seat, n, change(pattern, new))
        return n
    return lie


def forgotten(forger):
    """The view of the seat whose order the first digest with such a note queues does not say so."""
    n = find(forger, "^  note kept", 3)
    if n is not None:
        forger.lie("view " + forger.orders[forger.digests[n].header["order"]]["seat"], n,
                   change(r"^(waiting|every): [a-z2-7]{52}$", "waiting: -"))
    return n


def other_kept(forger):
    """What the host seals for itself is not the order that it took."""
    n = order_of_turn(forger)
    forger.lie("keep", n, change("^nonce: .*", "nonce: " + "a" * 26))
    return n


def voted_before(where, before):
    """The order of the first digest with where answers the one before a digest."""
    def lie(forger):
        m = find(forger, before, 3)
        n = None if m is None else find(forger, where, m + 1)
        return None if n is None else answer(forger, n, m - 1)
    return lie


def on_another_turn(kind):
    """A vote answers the newest digest of another turn."""
    def lie(forger):
        n = find(forger, "^  note voted [a-z]+ yes " + kind)
        return None if n is None else answer(forger, n, max(
            digest.n for digest in forger.digests[:n] if digest.header["turn"] != forger.digests[n].header["turn"]))
    return lie


def back_to_what_was_taken_back(forger):
    first = find(forger, "^  undo: ")
    n = find(forger, "^  undo: ", first + 1)
    if n is not None:
        forger.lie("signed", n, change(r"^  undo: \d+", "  undo: %d" % (first - 1)))
    return n


def not_carried(forger):
    """A seat has voted no, and yet the host does what was voted on."""
    n = find(forger, r"^  undo: \d+\n  by: table") - 1
    forger.lie("order", n, change("^(do: .*) yes$", r"\1 no"))
    seat = forger.orders[forger.digests[n].header["order"]]["seat"]
    forger.lie("signed", n, lambda text: re.sub(r"(?m)^(  (note voted|vote:|)) *%s( votes|) yes" % seat, lambda match:
                                                match[0][:-3] + "no", text))
    return n + 1


def old_vote(forger):
    n = find(forger, "^  note voted bob yes end", 51)
    return None if n is None else answer(forger, n, n - 51)


def instead_of_words(do, note, people):
    """The newest order that only says something, by its key, orders something."""
    def lie(forger):
        n = max(n for n, digest in enumerate(forger.digests) if re.search("^  note said", digest.signed, re.M))
        seat = re.search(r"^  note said (\w+)", forger.digests[n].signed, re.M)[1]
        forger.lie("order", n, change("^say: .*", "do: " + do))

        def signed(text):
            text = change(r"^  note said .*\n(    .*\n)*", "  note %s\n" % note % seat)(text)
            text = change("^  say: .*", "  do: " + do)(text)
            people_now = people % {"seat": seat, "n": n}
            if "\npeople:\n" in text:
                return change(r"^people:\n(  .*\n)+", r"\g<0>" + people_now)(text)
            return change("^table:$", "people:\n  began: -\n%s\ntable:" % people_now)(text)
        forger.lie("signed", n, signed)
        return n
    return lie


def undo_too_many(forger):
    """The newest order that only says something is a host action that goes back."""
    n = max(n for n, digest in enumerate(forger.digests) if re.search("^  note said", digest.signed, re.M))
    back = int(re.search(r"^  undo: (\d+)", forger.digests[n - 1].signed, re.M)[1])

    def signed(text):
        text = change("^order: .*", "order: -")(text)
        text = change(r"^  note said .*\n(    .*\n)*", "  note undone %d %d\n\nhost:\n  undo: %d\n" %
                      (back + 1, n - 1, back))(text)
        return change(r"^reveal:\n(  .*\n)+\n", "")(text)
    forger.lie("signed", n, signed)
    forger.lie("keep", n, lambda text: "")
    return n


def late_until(forger):
    """An order for every turn that ends when it is played."""
    queued, order = next((n, order) for n, order in by_digest(forger) if order["until"])
    now = forger.digests[queued].header["time"]
    n = next(digest.n for digest in forger.digests if digest.header["order"] == order.hash and
             digest.header["time"] > now)
    forger.lie("order", queued, change("^until: .*", "until: " + forger.digests[n].header["time"]))
    return n


def slow_bot(forger):
    """A bot that has let time pass."""
    n, after = next((n, forger.digests[n + 1].header["time"]) for n, order in by_digest(forger)
                    if order["turn"].isdigit() and order["seat"] in forger.digests[n].bots and
                    forger.digests[n + 1].header["time"] > forger.digests[n].header["time"])
    forger.lie("signed", n, change("^time: .*", "time: " + after))
    return n


def by_digest(forger):
    """The orders with the digests that accept them."""
    for digest in forger.digests:
        order = forger.orders.get(digest.header["order"])
        if order:
            yield digest.n, order


def dropped(forger):
    """A queued order that could have been played is said to be impossible."""
    for digest in forger.digests:
        for seat in digest.views:
            text = forger.opened(digest, seat).decode()
            if "\n  note unplayable\n" not in text:
                continue
            queued = max(n for n, order in by_digest(forger) if n < digest.n and
                         (order["seat"], order["turn"]) == (seat, "next"))
            forger.lie("order", queued, change("^do: .*", "do: discard " + hand_of(text)[1]))
            return digest.n
    return None


# Those that only some games have are tried in each that has them.
RARE = ("a queued order is forgotten", "a message is changed", "a vote is lost",
        "cards are shuffled again, but not by the key", "the unplayable order is possible")
# Those that need the joint deal are told in the first game.
JOINT = ("leaves of two cards are exchanged", "another commitment to a key", "a shuffle without the shares",
         "an opening does not open", "a note is another")
# Those that need the rules of the game.
RULES = ("the turn is another", "a card on the board is turned", "a score is another")
LIES = {
    "a time before that of the digest before": earlier_time,
    "leaves of two cards are exchanged": swapped_leaves,
    "another commitment to a key": in_signed(r"^  259 \w+", "^keys:", "  259 " + NOTHING),
    "another key is revealed": in_signed(r"^(  key 257) \w+", "^  key 257", r"\1 " + NOTHING),
    "a key is not revealed": in_signed(r"^  key 259 \w+\n", "^  key 259", ""),
    "a shuffle without the shares": biased_shuffle,
    "the secret is not revealed": in_signed(r"^  secret \w+\n", "^  secret ", ""),
    "an order is not revealed": hidden_order,
    "an order is not the one that was taken": invented_order,
    "an order for a turn that has not come": in_order("^turn: .*", "turn: 999"),
    "an order whose seq is too low": in_order("^seq: .*", "seq: 0"),
    "an order that answers an old digest": old_head,
    "cards of a hand are exchanged": swapped_cards,
    "a card in a hand is another": in_view(r"^hand: \S+", "hand: battle-axe"),
    "an event of a view is another": in_view(r"^  drew (\w+) \S+", r"  drew \1 nobody"),
    "an opening does not open": wrong_opening,
    "a view is for another digest": in_view("^n: .*", "n: 1"),
    "a draw is in no event": lost_draw,
    "the pile has a card less": in_signed(r'"deck":\["\?",', r'"deck":\["\?","\?","\?",', '"deck":['),
    "the turn is another": in_signed(r'"turn":5,', r'"turn":5,', '"turn":99,'),
    "a card on the board is turned": in_signed('"flipped":true', '"flipped":true', '"flipped":false'),
    "a score is another": in_signed(r"^(  score anna) \d+", r"^  score anna", r"\1 77"),
    "a note is another": in_signed("^  note joined bob", "^  note joined bob", "  note confirmed bob"),
    "a note too many": in_signed(r"^events:\n((  .*\n)+)", r'"turn":3,', "events:\n\\1  note kept\n"),
    "a message is changed": in_signed("^  note said bob Not", "^  note said bob Not", "  note said bob Now"),
    "a vote is lost": in_signed(r"^  note voted.* yes.*\n", r"^  note voted.* yes", ""),
    "cards are shuffled again, but not by the key": in_signed(
        r"^(  \d deck \d+ )(\w+)\n(  \d deck \d+ )(\w+)$", r"^host:\n  undo: \d+\n(  .*\n)*  shuffle: 1",
        r"\1\4\n\3\2"),
    "a queued order is forgotten": forgotten,
    "the host keeps another order": other_kept,
    "the unplayable order is possible": dropped,
}


# Those that an audit must find while the game is on, with the number of a game and what audit.py says of them.
OPEN = [
    ("a host goes back alone", 2, "without a shuffle", in_signed("^  undo-asked: ", "^  undo-asked: ", "  undo: ")),
    ("a shuffle is left out", 2, "without a shuffle", in_signed(r"^  shuffle: 1\n", "^  shuffle: 1$", "")),
    ("an epoch is left out", 2, "next epoch", in_signed("^  shuffle: 1", "^  shuffle: 1$", "  shuffle: 2")),
    ("back to what was taken back", 2, "itself taken back", back_to_what_was_taken_back),
    ("a vote of before the request", 2, "older than the request", voted_before("^  note voted-undo", "^  undo-asked")),
    ("an order of before an undo", 2, "older than an undo", voted_before("^  note voted ", "^  undo: ")),
    ("a vote is counted as another", 2, "lost or invented", in_signed(r"^  vote: (\w+) yes", "^  note voted-undo",
                                                                     r"  vote: \1 no")),
    ("the seats have not voted for it", 2, "the seats have voted for None", not_carried),
    ("a vote of before the keys", 3, "older than the keys", voted_before("^  note voted-keys", "^  note replaced")),
    ("a vote with keys that wait", 3, "before its keys are confirmed", instead_of_words(
        "vote end yes", "voted %s yes end", "  open: end\n  since: %(n)d\n  by: %(seat)s\n  need: 2\n"
        "  vote: %(seat)s yes\n")),
    ("a vote on what was proposed long ago", 3, "too old", old_vote),
    ("a vote to extend another turn", 4, "on another turn", on_another_turn("extend")),
    ("a vote to skip in another turn", 4, "on another turn", on_another_turn("skip")),
    ("a vote to replace in another turn", 4, "on another turn", on_another_turn("replace")),
    ("the last seat leaves", 5, "the last seat leaves", instead_of_words(
        "leave", "leaves %s", "  leaving: %(seat)s %(n)d\n")),
    ("a game goes back too often", 5, "more often", undo_too_many),
    ("a bot takes its time", 6, "does not play at once", slow_bot),
    ("a seat is no bot any more", 6, "another seat is a bot", in_signed(r"^bot: erik\n", "^bot: erik$", "")),
    ("seats with keys of their own are not counted", 6, "keys of their own", in_signed(
        "^  need-own: 2", "^  need-own: 2", "  need-own: 1")),
]


# Those that an audit finds when the orders are revealed.
OVER = [
    ("an order is played at its until", 6, "at its until", late_until),
]


def of_game(rules, number, games, refereed):
    """The lies to tell in a game: each in one game of every other rules set, and so in two rules sets."""
    chosen = []
    for at, what in enumerate(sorted(LIES)):
        if what in RULES and not refereed:
            continue
        if what in RARE:
            chosen.append(what)
        elif (at + rules) % 2 == 0 and number == (0 if what in JOINT else at % games):
            chosen.append(what)
    return [(what, LIES[what]) for what in chosen]
