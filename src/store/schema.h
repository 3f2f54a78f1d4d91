#ifndef ADIT_STORE_SCHEMA_H
#define ADIT_STORE_SCHEMA_H

#include "store/query.h"

/* In the header of every game file: the letters "adit", and the number of the schema below. */
#define SCHEMA_APPLICATION_ID INT64_C(0x61646974)
#define SCHEMA_VERSION        6
#define SCHEMA_OLDEST         2 /* that can be read, and gone on with */

/* Make the tables that the file lacks, by st->version (0: all), inside a transaction. */
int schema_make(struct store *st, struct err *err);

/* Is this a game file of ours, of a version we know (then st->version), with exactly the tables and triggers of
 * schema.c?  Inside a transaction.  ERR_CORRUPT says what else it is. */
int schema_check(struct store *st, struct err *err);

#endif
