#ifndef ADIT_STORE_SCHEMA_H
#define ADIT_STORE_SCHEMA_H

#include "store/format.h"
#include "store/query.h"

/* Creates the SQL tables of a new file. Call inside a transaction. */
int schema_make(struct store *st, struct err *err);

/* Checks that this is a game file with exactly the tables and triggers of schema.c. If it is of the
 * version before, adds those that are new. Call inside a transaction and commit that. ERR_CORRUPT
 * says what else it is; ERR_BUSY: it is of the version before, and cannot be written. */
int schema_check(struct store *st, struct err *err);

#endif
