#!/usr/bin/env python3
"""When a turn is due, reckoned slowly and by another program's idea of a POSIX rule.

clock.py N: N cases, a line each: LIMIT PAUSES ZONE NOW DUE, of which the last follows from the others as adit(5),
"The clock", has it, in steps of a quarter of an hour.
"""

import datetime
import io
import random
import struct
import sys
import zoneinfo

STEP = 900
DAYS = "mon tue wed thu fri sat sun".split()
ZONES = [
    "UTC0",
    "EET-2EEST,M3.5.0/3,M10.5.0/4",
    "EST5EDT,M3.2.0,M11.1.0",
    "IST-1GMT0,M10.5.0,M3.5.0/1",
    "NZST-12NZDT,M9.5.0,M4.1.0/3",
    "LHST-10:30LHDT-11,M10.1.0,M4.1.0",
    "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
    "<-04>4<-03>,M9.1.6/24,M4.1.6/24",
    "EET-2EEST,M4.5.5/0,M10.5.4/24",
    "CST5CDT,M3.2.0/0,M11.1.0/1",
    "IST-2IDT,M3.4.4/26,M10.5.0",
    "<+0545>-5:45",
    "AAA3BBB,J60/0,J300/0",
    "AAA3BBB,59/0,299/0",
]


def zone(rule):
    """A zone of that rule and nothing else: a file of zone data without a change."""
    head = b"\0" * 15 + struct.pack(">6l", 0, 0, 0, 0, 1, 4)
    body = struct.pack(">lbb", 0, 0, 0) + b"UTC\0"
    data = (b"TZif3" + head + body) * 2 + b"\n" + rule.encode() + b"\n"
    return zoneinfo.ZoneInfo.from_file(io.BytesIO(data))


def date(t, tz):
    return datetime.datetime.fromtimestamp(t, tz).date()


def due(began, limit, weekdays, pauses, tz, absences=()):
    """The instant behind the last step that counts.  A day begins at the first instant of its date
    or of a later one, so it is the latest date so far.  Absences: pairs of instants."""
    latest = max(date(t, tz) for t in range(began - 3 * 86400, began + 1, STEP))
    t = began
    while limit > 0:
        latest = max(latest, date(t, tz))
        paused = latest.weekday() in weekdays or any(a <= latest <= b for a, b in pauses)
        if not paused and not any(a <= t < b for a, b in absences):
            limit -= STEP
        t += STEP
    return t


def day_begins(day, tz):
    """The first step at which the date is that day or a later one."""
    midnight = datetime.datetime(day.year, day.month, day.day, tzinfo=datetime.timezone.utc)
    t = int(midnight.timestamp()) - 2 * 86400
    while date(t, tz) < day:
        t += STEP
    return t


def text(t):
    return datetime.datetime.fromtimestamp(t, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def case(rng):
    rule = rng.choice(ZONES)
    tz = zone(rule)
    # Around a change of the clocks, the end of a year or of February, or anywhere.
    near = rng.choice(["03-10", "03-29", "04-05", "04-24", "09-06", "10-25", "11-01", "12-30", "02-27", ""])
    year = rng.choice([2026, 2027, 2028, 2100])
    day = datetime.date.fromisoformat("%d-%s" % (year, near or "%02d-%02d" % (rng.randint(1, 12), rng.randint(1, 28))))
    midnight = int(datetime.datetime(day.year, day.month, day.day, tzinfo=datetime.timezone.utc).timestamp())
    began = midnight + STEP * rng.randint(-400, 300)
    limit = STEP * rng.choice([1, rng.randint(1, 96), rng.randint(96, 960)])
    weekdays = rng.sample(range(7), rng.randint(0, 6))
    pauses = []
    first = day - datetime.timedelta(rng.randint(0, 6))
    for _ in range(rng.randint(0 if weekdays else 1, 3)):
        last = first + datetime.timedelta(rng.choice([0, 0, 1, 9]))
        pauses.append((first, last))
        first = last + datetime.timedelta(rng.randint(1, 5))
    days = [DAYS[i] for i in weekdays] + ["%s..%s" % p for p in pauses]
    rng.shuffle(days)
    return limit // 60, ",".join(days), rule, text(began), text(due(began, limit, weekdays, pauses, tz))


def main():
    rng = random.Random(7)
    for _ in range(int(sys.argv[1])):
        print("%dm %s %s %s %s" % case(rng))


if __name__ == "__main__":
    main()
