#ifndef ADIT_RECORD_VERIFIER_NOTES_H
#define ADIT_RECORD_VERIFIER_NOTES_H

#include "record/verifier.h"
#include "wire/host_action.h"

/*
 * Do the notes of digest d tell what has happened at the table beside the game, no more and no less, as far
 * as everybody sees?  act: of the host, or NULL; before: the digest before it is the one j has heard last.
 * NULL: they do; else what is not so.
 */
const char *verifier_check_notes(const struct verifier *j, const struct digest *d,
    const struct digest_events *told, const struct host_action *act, bool before);

/* Whose order has such notes and events?  SEAT_NONE: that cannot be told. */
uint8_t verifier_sender(const struct digest_events *told);

/* Bits of seats that have joined, and confirmed, as digest d says. */
uint16_t verifier_joined(const struct digest *d);
uint16_t verifier_confirmed(const struct digest *d);

#endif
