#ifndef ADIT_FUZZ_TABLE_H
#define ADIT_FUZZ_TABLE_H

#include "fuzz/fuzz.h"
#include "host/host.h"
#include "player/player.h"

/*
 * Keys, folders and tables for fuzzers of what is signed or encrypted, or is in files. They are the
 * same in each run, so an input means the same in each run. The input chooses a text; the fuzzer
 * signs and seals it, so that it reaches the code after the signature check.
 */

/* The keys of the host and of the seats: FUZZ_SEAT + 0, FUZZ_SEAT + 1, ... */
enum { FUZZ_HOST, FUZZ_SEAT };
/* Returns the key. It is borrowed. */
struct seckey *fuzz_key(unsigned who);

/* Returns a new folder, which is removed with its content when the process ends. Borrowed. */
const char *fuzz_folder(void);
/* Removes its content. */
void fuzz_clear(void);

/* Opens a table in a new game file at `path`, with as few seats as the rules allow, and deals.
 * audited: the seats join and confirm first. Appends its digests. The caller calls host_close. */
struct host *fuzz_table(
    const char *path, const struct rules *rules, bool audited, struct buf *digests);

/* The seats play up to this number of turns by the greedy policy. Appends the digests made. */
void fuzz_play(struct host *h, unsigned turns, struct buf *digests);

/* Opens the table of the fuzzer of records, whose inputs are records with the digests up to
 * FUZZ_RECORD_N, and plays two turns more. Appends all its digests. */
enum { FUZZ_RECORD_N = 6 };
struct host *fuzz_record_table(const char *path, struct buf *digests);

/* Appends sig: and the host's signature of these bytes. */
void fuzz_sign(const void *p, size_t n, const char *comment, struct buf *out);

#endif
