"""What the seats vote on and how the host may go back, as Taking back, Votes of the table, New keys and Substitutes
of adit(5) define it.  Needs no secret."""

import copy

from audit_text import need, split_field, unwrap, when

# By which event nothing hidden is shown.
SHOWS_NOTHING = {"first", "placed", "played", "discarded", "removed", "skipped", "resigned", "cleared", "standing"}
KINDS = ["undo", "end", "replace", "skip", "extend"]  # of several that are carried, the first comes first
SPANS = {"d": 86400, "h": 3600, "m": 60, "s": 1}
UNDOS = REQUESTS = 64
OLD = 50


def parts(lines, *first):
    """The fields of a section as dictionaries; one begins with each of the fields named first."""
    found = [{"vote": {}, "no-vote": []}]
    for name, value in map(split_field, unwrap(lines)):
        if name in first:
            found.append({"vote": {}, "no-vote": []})
        if name == "vote":
            seat, answer = value.split(" ")
            found[-1]["vote"][seat] = answer
        elif name == "no-vote":
            found[-1]["no-vote"].append(value)
        else:
            found[-1][name] = value
    return found


class State:
    """The seats and votes after a digest."""

    def __init__(self, digest, misses):
        self.n, self.seats = digest.n, digest.position["seats"]
        self.turn, self.next = digest.header["turn"], digest.header["next"]
        self.present = {seat["name"] for seat in self.seats if not seat.get("resigned")}
        self.voters = self.present - set(digest.bots)
        people = parts(digest.section("people"), "missed", "absent", "standby", "leaving", "gone", "open")
        missed = [part["missed"].split(" ") for part in people if "missed" in part]
        self.away = {name for name, times in missed if misses and int(times) >= misses}
        self.leaving = dict(part["leaving"].split(" ") for part in people if "leaving" in part)
        self.waits = any("standby" in part for part in people)
        self.open = [part for part in people if "open" in part]
        self.asked = parts(digest.section("asked"))[0] if digest.section("asked") else None
        self.keys = {part["seat"]: part for part in parts(digest.section("new-keys"), "seat")[1:]
                     if part["by"] == "host"}
        self.others = {seat["name"] for seat in self.seats} - set(digest.bots)
        self.kept = set(digest.custody) - set(self.keys)  # in custody, as the other seats have confirmed

    def own(self, count, about=()):
        """How many seats with keys of their own must vote yes, of those that count; None: any."""
        own = count - self.kept
        if not count & self.kept or not own and not set(about) - self.kept:
            return None
        return len(own) // 2 + 1

    def carries(self, votes, many, own):
        yes = {name for name, vote in votes.items() if vote == "yes"}
        return len(yes) >= many and (own is None or len(yes - self.kept) >= own)

    def requested(self):
        return self.asked is not None and self.asked["is"] == "open"


class Votes:
    """Follows the votes from digest to digest."""

    def __init__(self, audit):
        self.audit = audit
        setup = dict(map(split_field, unwrap(audit.first.section("setup"))))
        self.misses, self.standby = int(setup.get("misses", 0)), "standby" in setup
        self.grace = int(setup.get("grace", "0 s").split(" ")[0])
        self.states = {}
        self.given = {}  # the digest in which host or table gave a seat its keys

    def state(self, n):
        if n not in self.states:
            self.states[n] = State(self.audit.all[n], self.misses)
        return self.states[n]

    def acts(self, n):
        return dict(map(split_field, unwrap(self.audit.all[n].section("host"))))

    def check(self, digest):
        if digest.n == 0:
            return False
        was, now, acts = self.state(digest.n - 1), self.state(digest.n), self.acts(digest.n)
        if "replace" in acts:
            self.given[acts["replace"]] = digest.n
        if "undo" in acts or "undo-asked" in acts:
            self.goes_back(digest, was, acts)
        by, what, vote = self.voted(digest, was)
        self.request(digest, was, now, acts, (by, what, vote))
        self.proposals(digest, was, now, acts, (by, what, vote))
        self.new_keys(digest, was, now, acts, (by, what, vote))
        self.leaves(digest, was, now, acts)
        return None

    # Going back

    def shown(self, n):
        """Whether a digest has shown something hidden."""
        return self.audit.shuffle_of(self.audit.all[n]) is not None or \
            any(event.split(" ")[0] not in SHOWS_NOTHING for event in self.audit.all[n].events)

    def goes_back(self, digest, was, acts):
        """The limits of Taking back."""
        audit, n = self.audit, digest.n
        back = int(acts.get("undo") or acts["undo-asked"])
        first = 0 if audit.trusted else audit.dealt(digest)
        between = [audit.all[m] for m in range(back + 1, n)]
        events = {event.split(" ")[0] for other in between for event in other.events}
        need(first <= back < n, "it goes back to before the deal, or ahead")
        need(not events & {"round", "round-end"}, "it goes back to before a round began or ended")
        undos = [(m, int(self.acts(m)["undo"])) for m in range(n) if "undo" in self.acts(m)]
        need(all(not to < back < m for m, to in undos), "it goes back to a digest that was itself taken back")
        if "undo-asked" in acts:
            need(sum("undo-asked" in self.acts(m) for m in range(n)) < REQUESTS, "too many requests")
            return
        need(len(undos) < UNDOS, "it goes back more often than a game can")
        shown = any(self.shown(other.n) for other in between)
        need(not shown or "shuffle" in acts, "it goes back without a shuffle over what was shown")
        need(shown or "shuffle" not in acts, "it shuffles what nobody has seen")
        need(not shown or int(acts["shuffle"]) == len(audit.epochs(audit.all[n - 1])),
             "it shuffles with other keys than those of the next epoch")
        need(not shown or acts.get("by") == "table" or was.asked and was.asked["is"] == "carried",
             "it goes back over what was shown without a vote")

    # Who votes, and on what

    def voted(self, digest, was):
        """The seat, what it votes on and how, if the digest has a vote."""
        order = self.audit.order_of(digest.n)
        words = (order["do"] or "").split(" ") if order and self.audit.is_open(order) else [""]
        if words[0] in ("vote", "leave"):
            need(order["seat"] not in was.keys, "%s votes or leaves before its keys are confirmed" % order["seat"])
        if words[0] != "vote":
            return None, None, None
        by, what, vote = order["seat"], " ".join(words[1:-1]), words[-1]
        head = self.audit.all[next(m for m in range(digest.n) if self.audit.all[m].hash == order["head"])]
        if was.requested() and words[1] == "undo":
            need(what == "undo " + was.asked["to"], "a vote on another request")
            need(head.n >= int(was.asked["digest"]), "a vote that is older than the request")
        elif words[1] in KINDS:
            need(not was.requested(), "a vote that rests while the host asks")
            need(was.n - head.n < OLD, "a vote that is too old")
            now = self.state(digest.n)
            on_turn = words[1] in ("skip", "extend") or words[1] == "replace" and words[2] not in now.away
            need(not on_turn or head.header["turn"] == was.turn, "a vote on another turn")
        else:
            need(what in was.keys and what != by, "a vote on keys that do not wait, or on its own")
            need(head.n >= int(was.keys[what]["digest"]), "a vote that is older than the keys")
        return by, what, vote

    def newer(self, back):
        """The seats that got keys after a digest."""
        return {name for name, n in self.given.items() if n > back}

    def request(self, digest, was, now, acts, ballot):
        """The section asked."""
        by, what, vote = ballot
        asked, n = now.asked, digest.n
        if not was.requested():
            need(not was.asked or was.asked["is"] != "carried" or acts.get("undo") == was.asked["to"] and
                 "by" not in acts, "what the seats have voted for is not done")
            need((asked is not None) == ("undo-asked" in acts), "an undo request that nobody made, or none")
            if asked is None:
                return
            votes, back = {}, int(acts["undo-asked"])
            need((asked["digest"], asked["to"]) == (str(n), acts["undo-asked"]), "another request")
        else:
            need(asked is not None and not digest.events, "a request is forgotten, or a seat plays meanwhile")
            need(all(asked[name] == was.asked[name] for name in ("digest", "to", "until")), "another request")
            votes, back = dict(was.asked["vote"]), int(asked["to"])
            if what and what.startswith("undo "):
                votes[by] = vote
        none = self.newer(back) & now.voters
        votes = {name: votes[name] for name in votes if name in now.voters - none}
        need(set(asked["no-vote"]) == none, "other seats have no vote")
        need(asked["vote"] == votes, "votes on going back are lost or invented")
        many, own = len(now.voters) // 2 + 1, now.own(now.voters)
        self.needs(asked, many, own, "the request")
        best = {name: votes.get(name, "yes") for name in now.voters - none}
        want = "open"
        if "undo-refused" in acts or not now.carries(best, many, own):
            want = "refused"
        elif "undo-withdrawn" in acts:
            want = "withdrawn"
        elif now.carries(votes, many, own):
            want = "carried"
        need(asked["is"] == want, "the request is %s, it should be %s" % (asked["is"], want))

    def needs(self, part, many, own, what):
        need(part["need"] == str(many), "another number of votes is needed for " + what)
        need(part.get("need-own") == (None if own is None else str(own)),
             "%s needs %s votes of seats with keys of their own, it should be %s" % (what, part.get("need-own"), own))

    # What the seats propose

    def late(self, digest):
        """The seat that may be skipped."""
        if digest.header["due"] == "-":
            return None
        over = when(digest.header["time"]) - when(digest.header["due"])
        return digest.header["next"] if over.total_seconds() >= self.grace else None

    def carried_out(self, n):
        """What the host does because the table has voted for it, or None."""
        acts = self.acts(n)
        kind = next((kind for kind in KINDS if kind in acts), None)
        if kind is None or acts.get("by") != "table":
            return None
        return "end" if kind == "end" else "%s %s" % (kind, span(acts[kind]) if kind == "extend" else acts[kind])

    def goes_on(self, was):
        """Whether the host has begun to play the turn of a seat, and a step of it is left."""
        acts = self.acts(was.n)
        return any(acts.get(name) == was.next for name in ("late", "away", "skip")) and acts["turn"] == was.turn

    def proposals(self, digest, was, now, acts, ballot):
        """The proposals in the section people."""
        done, due = self.carried_out(digest.n), None
        if not was.requested() and not self.goes_on(was):
            carried = [part["open"] for part in was.open if was.carries(
                part["vote"], int(part["need"]), int(part["need-own"]) if "need-own" in part else None)]
            due = min(carried, key=lambda what: KINDS.index(what.split(" ")[0]), default=None)
        free = done is not None and (done.startswith("replace ") or self.goes_on(was))
        need(done == due or due is None and free, "the host does %s, the seats have voted for %s" % (done, due))
        need(due is None or digest.header["time"] == self.audit.all[was.n].header["time"],
             "what the seats have voted for is not done at once")
        parts_now = [part for part in copy.deepcopy(was.open) if part["open"] != done]
        by, what, vote = ballot
        if what and what.split(" ")[0] in KINDS and not was.requested():
            self.cast(parts_now, digest.n, ballot)
        want = [part for part in parts_now if self.stays(part, digest, was, now, acts)]
        need([(part["open"], part["since"], part["by"]) for part in want] ==
             [(part["open"], part["since"], part["by"]) for part in now.open], "proposals are lost or invented")
        for part, have in zip(want, now.open):
            need(have["vote"] == part["vote"], "votes on %s are lost or invented" % part["open"])
            self.needs(have, part["many"], part["own"], part["open"])
            need(part["open"] != what or vote == "no" or by in part["vote"], "a vote of a seat that has none")

    def cast(self, proposals, n, ballot):
        by, what, vote = ballot
        part = next((part for part in proposals if part["open"] == what), None)
        if part is None:
            need(vote == "yes", "a vote against what nobody has proposed")
            need(all(part["by"] != by or part["open"].split(" ")[0] != what.split(" ")[0] for part in proposals),
                 "a second proposal of a seat")
            part = {"open": what, "since": str(n), "by": by, "vote": {}}
            proposals.append(part)
        part["vote"][by] = vote

    def stays(self, part, digest, was, now, acts):
        """Whether a proposal stays; counts its votes again."""
        kind, *about = part["open"].split(" ")
        count = set(now.voters)
        if kind != "undo":
            count -= now.away | set(about if kind in ("skip", "replace") else ())
        part["many"] = len(count) // 2 + 1
        part["own"] = now.own(count, about if kind in ("skip", "replace") else ())
        lapsed = {acts["replace"]} if "replace" in acts else set()
        if kind == "undo":
            lapsed |= self.newer(int(about[0]))
        part["vote"] = {name: vote for name, vote in part["vote"].items() if name in count - lapsed}
        again = was.turn != now.turn or "undo" in acts or was.requested() or now.requested() or \
            acts.get("replace") == was.next
        events = {event.split(" ")[0] for event in digest.events}
        ends = {"undo": "undo" in acts or events & {"round", "round-end"},
                "skip": again or self.late(digest) != about[:1][0] if kind == "skip" else False,
                "extend": again,
                "replace": kind == "replace" and (not now.waits or about[0] not in now.present or
                                                  about[0] not in now.away | {self.late(digest)})}
        return "yes" in part["vote"].values() and digest.n - int(part["since"]) < OLD and \
            "game-over" not in events and not ends.get(kind)

    # Keys from the host, and seats that leave

    def new_keys(self, digest, was, now, acts, ballot):
        by, what, vote = ballot
        want = {name: (part["digest"], dict(part["vote"])) for name, part in was.keys.items()}
        if what in want:
            want[what][1][by] = vote
            count = was.others - {what}
            if was.carries(want[what][1], len(count) // 2 + 1, was.own(count)):
                del want[what]
        if "replace" in acts:
            want.pop(acts["replace"], None)
            if acts.get("by") != "table" and digest.header["dealing"] != "open":
                want[acts["replace"]] = (str(digest.n), {})
        need({name: (part["digest"], part["vote"]) for name, part in now.keys.items()} == want,
             "votes on keys are lost or invented")

    def leaves(self, digest, was, now, acts):
        order, want = self.audit.order_of(digest.n), dict(was.leaving)
        if order and order["do"] in ("leave", "leave no"):
            seat = order["seat"]
            need(self.standby and (order["do"] == "leave") != (seat in was.leaving),
                 "a seat leaves or stays that cannot")
            if order["do"] == "leave":
                need(now.present - set(want) - {seat}, "the last seat leaves")
                want[seat] = str(digest.n)
            else:
                del want[seat]
        want = {seat: n for seat, n in want.items() if seat in now.present and seat != acts.get("replace")}
        need(now.leaving == want, "a seat leaves or stays that has not said so")


def span(seconds):
    """A span in the largest unit that divides it."""
    unit = next(unit for unit, size in SPANS.items() if int(seconds) % size == 0)
    return "%d%s" % (int(seconds) // SPANS[unit], unit)
