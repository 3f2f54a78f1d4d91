#ifndef ADIT_RECORD_JUDGE_VOTES_H
#define ADIT_RECORD_JUDGE_VOTES_H

#include "record/judge.h"
#include "wire/host_action.h"

/*
 * Is what the seats vote on counted as they vote, done by the next digest when it is carried, and never otherwise,
 * as far as everybody sees?  act: of the host, or NULL; before: the digest before it is the one j has heard last.
 * NULL: yes; else what is not so.
 */
const char *votes_lie(const struct judge *j, const struct digest *d,
    const struct digest_events *told, const struct host_action *act, bool before);

/* What the digest behind the one heard last has to do, since it is carried; or NULL. */
const struct proposal *judge_carried(const struct judge *j);

/* Is the limit of a turn given anew in digest d, or does none run? */
bool judge_anew(const struct judge *j, const struct digest *d, const struct host_action *act);

#endif
