#ifndef ADIT_RECORD_JUDGE_STANDBY_H
#define ADIT_RECORD_JUDGE_STANDBY_H

#include "record/judge.h"
#include "wire/host_action.h"

/*
 * Do those wait for a seat who have asked for it, do seats leave that have said so, and does the first who waits get
 * a seat when it is free, and never otherwise, as far as everybody sees?  act: of the host, or NULL; before: the
 * digest before it is the one j has heard last.  NULL: yes; else what is not so.
 */
const char *standby_lie(const struct judge *j, const struct digest *d,
    const struct digest_events *told, const struct host_action *act, bool before);

/* The seat that the digest behind the one heard last gives to who waits, at that one's time; SEAT_NONE: none. */
uint8_t judge_chair(const struct judge *j);

/* Does the act give a seat to who waits?  It may be NULL. */
bool judge_seats(const struct host_action *act);

#endif
