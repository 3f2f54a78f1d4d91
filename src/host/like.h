#ifndef ADIT_HOST_LIKE_H
#define ADIT_HOST_LIKE_H

#include "host/host.h"
#include "wire/deck.h"

/* What a host takes from an earlier table for the next one: `adit new --like`. */
struct like {
	struct host *h;             /* while it is read */
	struct host_table_params a; /* without game, s and now; borrows from the rest */
	struct house_deck deck;
	struct buf host_key, table_address, address[SEATS_MAX];
	char lang[SEATS_MAX][9]; /* a.lang */
	/* bit s: an address of the seat came with a join and was never confirmed. It is left
	 * out, since anybody can forge the sender of a mail. */
	uint16_t unconfirmed;
	uint16_t bots; /* seats that are bots */
};

/* Reads the game file: seats with their present keys, the other settings of digest 0, addresses with their
 * languages.
 * End with like_release, also after an error. */
int like_read(struct host *h, struct like *out, struct err *err);
void like_release(struct like *l);

/* Sets *out to the given options, each NAME=VALUE, and to those of the earlier table that are not
 * given. Of another rules set it takes none. ERR_USAGE: as options_set_all. */
int like_options(const struct like *l, const struct host_table_params *a, const char *const *given,
    unsigned n_given, struct options *out, struct err *err);

#endif
