#ifndef ADIT_RECORD_VERIFIER_NOTES_H
#define ADIT_RECORD_VERIFIER_NOTES_H

#include "record/verifier_state.h"
#include "wire/host_action.h"

/*
 * Checks, by public facts, that the notes of digest d are exactly the changes at the table
 * outside the game. act: the host action, or NULL. before: the previous digest is the last one
 * of j. Returns NULL, or what is wrong.
 */
const char *verifier_check_notes(const struct verifier *j, const struct digest *d,
    const struct digest_events *events, const struct host_action *act, bool before);

/* Returns the seat whose order has such notes and events; SEAT_NONE if unknown. */
uint8_t verifier_sender(const struct digest_events *events);

/* Return the seats, as bits, that have joined or confirmed by digest d. */
uint16_t verifier_joined(const struct digest *d);
uint16_t verifier_confirmed(const struct digest *d);

#endif
