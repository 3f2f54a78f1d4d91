/*
 * THE GAME FILE. An SQLite 3 database; application_id is 1633970548 (the letters "adit"),
 * user_version is the schema version, 8. Mode 0600: it has the seed of the deal.
 *
 * game      One row, never changed: the game's id, the rules set, the host's configuration
 *           (options, card list, deadlines), the 32 secret bytes of the seed, and the name
 *           of the host's key.
 * seat      One row a seat, numbered from 0 in turn order: its name, and its public keys as
 *           the text of a NAME.pub file; both may be empty while the seat is open. Changed
 *           when a player joins or changes keys.
 * digest    One row a digest, numbered from 0 without gaps, never changed: the hash of its
 *           public part, the second it was accepted (since 1970, UTC), the next turn to play,
 *           the whole file byte for byte, and a report of its events.
 * orders    The order that caused digest n, never changed: the hash of its canonical text,
 *           the seat, its turn number (-1: none), its sequence number, the text,
 *           and the 138 bytes of its signature. A digest without an order has no row.
 * waiting   Queued orders: at most one a seat; replaced, played or cancelled.
 * every     Recurring orders in the same columns: at most one a seat.
 * state     One row: the table after digest n, packed, and a hash over it, the newest digest's
 *           hash and all rows that are not hashed otherwise (host/rows.h). A
 *           cache: `adit rebuild` derives it from the rest, `adit fsck` compares.
 * outbox    Digests whose delivery is not confirmed.
 * address   Mail addresses: at most one row a seat. -1 is the table's own. From 12 on: players
 *           who have lost a seat and get one last mail. From 16 on: watchers, who get mail
 *           like seats. From 36 on: people on the waiting list.
 * mailing   How the player of a seat gets mail (store/mail_setting.h): at most one row a seat.
 *           New in version 8: lang, the language.
 * settled   Orders about mail that were taken lately.
 * post      The mail queue, including sent mail (store/mail_queue.h).
 * tick      One row: data of `adit tick` (store/tick.h). It cannot be derived from other rows,
 *           and nothing that is signed follows from it alone.
 * lost      A digest that the host has signed and this restored file lacks (store/lost.h);
 *           while one is not given up, nothing is signed for the table.
 * held      Orders held meanwhile, as blocks, to be applied afterwards.
 * remote    One row, or none: the operator, who commands the table by mail, when the timers rest
 *           until, and whether watchers may subscribe (store/remote.h). It is not part of the
 *           transcript.
 * home      One row: device and inode of the file at its last write. A file that is opened at
 *           another place is checked page by page first.
 *
 * The file itself guarantees, whichever program writes to it:
 *
 * (S1) game, digest and orders only grow: triggers refuse to change or delete a row.
 * (S2) Digest n follows digest n - 1: a trigger refuses any other number.
 * (S3) Every value has its type (STRICT), its length and its range (CHECK).
 * (S4) orders, waiting, every, mailing, settled, state and outbox name digests and seats that exist,
 *      post a digest (foreign keys, checked at the end of the transaction, so that rows may be
 *      inserted in any order).
 *
 * Changes by the disk or by another program are detected: store/cksum_vfs.h.
 *
 * A file contains the texts below letter by letter, because schema_check compares them.
 */
#include "store/schema.h"

#include <string.h>

/* The table mailing, with more columns. */
#define MAILING(more)                                                                 \
	"CREATE TABLE mailing(\n"                                                     \
	"  seat INTEGER PRIMARY KEY REFERENCES seat DEFERRABLE INITIALLY DEFERRED,\n" \
	"  which TEXT NOT NULL CHECK (which IN ('all', 'mine', 'daily')),\n"          \
	"  narrow INTEGER NOT NULL CHECK (narrow BETWEEN 0 AND 1),\n"                 \
	"  seq INTEGER NOT NULL CHECK (seq >= 0),\n"                                  \
	"  asked TEXT NOT NULL CHECK (length(asked) <= 254\n"                         \
	"    AND asked NOT GLOB '*[^!-~]*' AND asked NOT GLOB '-*'),\n"               \
	"  ask_new INTEGER NOT NULL CHECK (ask_new >= 0),\n"                          \
	"  ask_old INTEGER NOT NULL CHECK (ask_old >= 0)" more "\n"                   \
	") STRICT"

/* A table of orders that wait, at most one a seat. */
#define QUEUE(name)                                                                   \
	"CREATE TABLE " name "(\n"                                                    \
	"  seat INTEGER PRIMARY KEY REFERENCES seat DEFERRABLE INITIALLY DEFERRED,\n" \
	"  n INTEGER NOT NULL,\n"                                                     \
	"  hash BLOB NOT NULL CHECK (length(hash) = 32),\n"                           \
	"  turn INTEGER NOT NULL CHECK (turn >= -1),\n"                               \
	"  seq INTEGER NOT NULL CHECK (seq >= 0),\n"                                  \
	"  text BLOB NOT NULL,\n"                                                     \
	"  sig BLOB NOT NULL CHECK (length(sig) = 138)\n"                             \
	") STRICT"

static const char *const schema[] = {
	"CREATE TABLE game(\n"
	"  one INTEGER PRIMARY KEY CHECK (one = 1),\n"
	"  id TEXT NOT NULL CHECK (length(id) > 0),\n"
	"  rules TEXT NOT NULL CHECK (length(rules) > 0),\n"
	"  config BLOB NOT NULL,\n"
	"  secret BLOB NOT NULL CHECK (length(secret) = 32),\n"
	"  host_key TEXT NOT NULL\n"
	") STRICT",

	"CREATE TABLE seat(\n"
	"  seat INTEGER PRIMARY KEY CHECK (seat >= 0),\n"
	"  name TEXT NOT NULL,\n"
	"  card TEXT NOT NULL\n"
	") STRICT",

	"CREATE UNIQUE INDEX seat_name ON seat(name) WHERE name <> ''",

	"CREATE TABLE digest(\n"
	"  n INTEGER PRIMARY KEY CHECK (n >= 0),\n"
	"  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),\n"
	"  time INTEGER NOT NULL CHECK (time BETWEEN 0 AND 253402300799),\n"
	"  turn INTEGER NOT NULL CHECK (turn >= 0),\n"
	"  text BLOB NOT NULL,\n"
	"  events BLOB NOT NULL\n"
	") STRICT",

	"CREATE TABLE orders(\n"
	"  n INTEGER PRIMARY KEY REFERENCES digest DEFERRABLE INITIALLY DEFERRED,\n"
	"  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),\n"
	"  seat INTEGER NOT NULL REFERENCES seat DEFERRABLE INITIALLY DEFERRED,\n"
	"  turn INTEGER NOT NULL CHECK (turn >= -1),\n"
	"  seq INTEGER NOT NULL CHECK (seq >= 0),\n"
	"  text BLOB NOT NULL,\n"
	"  sig BLOB NOT NULL CHECK (length(sig) = 138)\n"
	") STRICT",

	"CREATE INDEX orders_seq ON orders(seat, turn, seq)",

	QUEUE("waiting"),

	"CREATE TABLE state(\n"
	"  one INTEGER PRIMARY KEY CHECK (one = 1),\n"
	"  n INTEGER NOT NULL REFERENCES digest DEFERRABLE INITIALLY DEFERRED,\n"
	"  hash BLOB NOT NULL CHECK (length(hash) = 32),\n"
	"  bytes BLOB NOT NULL\n"
	") STRICT",

	"CREATE TABLE outbox(\n"
	"  n INTEGER PRIMARY KEY REFERENCES digest DEFERRABLE INITIALLY DEFERRED\n"
	") STRICT",

	"CREATE TABLE home(\n"
	"  one INTEGER PRIMARY KEY CHECK (one = 1),\n"
	"  dev INTEGER NOT NULL,\n"
	"  ino INTEGER NOT NULL\n"
	") STRICT",

	"CREATE TRIGGER game_update BEFORE UPDATE ON game\n"
	"BEGIN SELECT RAISE(ABORT, 'the game row is never changed'); END",

	"CREATE TRIGGER game_delete BEFORE DELETE ON game\n"
	"BEGIN SELECT RAISE(ABORT, 'the game row is never deleted'); END",

	"CREATE TRIGGER digest_insert BEFORE INSERT ON digest\n"
	"WHEN NEW.n IS NOT (SELECT coalesce(max(n) + 1, 0) FROM digest)\n"
	"BEGIN SELECT RAISE(ABORT, 'digests are numbered without gaps'); END",

	"CREATE TRIGGER digest_update BEFORE UPDATE ON digest\n"
	"BEGIN SELECT RAISE(ABORT, 'a digest is never changed'); END",

	"CREATE TRIGGER digest_delete BEFORE DELETE ON digest\n"
	"BEGIN SELECT RAISE(ABORT, 'a digest is never deleted'); END",

	"CREATE TRIGGER orders_update BEFORE UPDATE ON orders\n"
	"BEGIN SELECT RAISE(ABORT, 'an accepted order is never changed'); END",

	"CREATE TRIGGER orders_delete BEFORE DELETE ON orders\n"
	"BEGIN SELECT RAISE(ABORT, 'an accepted order is never deleted'); END",

	"CREATE TABLE address(\n"
	"  seat INTEGER PRIMARY KEY CHECK (seat >= -1),\n"
	"  addr TEXT NOT NULL CHECK (length(addr) BETWEEN 3 AND 254\n"
	"    AND addr NOT GLOB '*[^!-~]*' AND addr NOT GLOB '-*'),\n"
	"  how TEXT NOT NULL CHECK (how IN ('host', 'join', 'confirmed')),\n"
	"  since INTEGER NOT NULL CHECK (since BETWEEN 0 AND 253402300799),\n"
	"  bounces INTEGER NOT NULL CHECK (bounces >= 0),\n"
	"  bounce TEXT NOT NULL CHECK (length(bounce) < 12 AND bounce NOT GLOB '*[^0-9.]*')\n"
	") STRICT",

	QUEUE("every"),

	"CREATE TABLE tick(\n"
	"  one INTEGER PRIMARY KEY CHECK (one = 1),\n"
	"  last INTEGER NOT NULL CHECK (last BETWEEN 0 AND 253402300799),\n"
	"  turn INTEGER NOT NULL CHECK (turn >= 0),\n"
	"  due INTEGER NOT NULL CHECK (due BETWEEN -1 AND 253402300799),\n"
	"  first INTEGER NOT NULL CHECK (first BETWEEN -1 AND 253402300799),\n"
	"  reminded INTEGER NOT NULL CHECK (reminded BETWEEN 0 AND 7)\n"
	") STRICT",

	"CREATE TABLE lost(\n"
	"  hash BLOB PRIMARY KEY NOT NULL CHECK (length(hash) = 32),\n"
	"  n INTEGER NOT NULL CHECK (n >= 0),\n"
	"  found INTEGER NOT NULL CHECK (found BETWEEN 0 AND 253402300799),\n"
	"  given INTEGER NOT NULL CHECK (given >= -1)\n"
	") STRICT",

	"CREATE TABLE held(\n"
	"  id INTEGER PRIMARY KEY AUTOINCREMENT,\n"
	"  seat INTEGER NOT NULL REFERENCES seat DEFERRABLE INITIALLY DEFERRED,\n"
	"  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),\n"
	"  block BLOB NOT NULL\n"
	") STRICT",

	"CREATE TABLE remote(\n"
	"  one INTEGER PRIMARY KEY CHECK (one = 1),\n"
	"  operator TEXT NOT NULL,\n"
	"  seq INTEGER NOT NULL CHECK (seq >= 0),\n"
	"  last BLOB NOT NULL CHECK (length(last) IN (0, 32)),\n"
	"  paused INTEGER NOT NULL CHECK (paused BETWEEN 0 AND 253402300799),\n"
	"  watchers INTEGER NOT NULL CHECK (watchers IN (0, 1))\n"
	") STRICT",

	MAILING(",\n"
		"  lang TEXT NOT NULL CHECK (lang = ''\n"
		"    OR (length(lang) BETWEEN 2 AND 8 AND lang NOT GLOB '*[^a-z]*'))"),

	"CREATE TABLE settled(\n"
	"  hash BLOB PRIMARY KEY NOT NULL CHECK (length(hash) = 32),\n"
	"  seat INTEGER NOT NULL REFERENCES seat DEFERRABLE INITIALLY DEFERRED,\n"
	"  n INTEGER NOT NULL REFERENCES digest DEFERRABLE INITIALLY DEFERRED,\n"
	"  made INTEGER NOT NULL CHECK (made BETWEEN 0 AND 253402300799),\n"
	"  asks INTEGER NOT NULL CHECK (asks BETWEEN 0 AND 1)\n"
	") STRICT",

	"CREATE TABLE post(\n"
	"  id INTEGER PRIMARY KEY AUTOINCREMENT,\n"
	"  seat INTEGER NOT NULL CHECK (seat >= 0),\n"
	"  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 7 AND kind NOT GLOB '*[^a-z]*'),\n"
	"  n INTEGER NOT NULL REFERENCES digest DEFERRABLE INITIALLY DEFERRED,\n"
	"  about BLOB NOT NULL CHECK (length(about) IN (0, 32)),\n"
	"  in_reply_to TEXT NOT NULL CHECK (in_reply_to = '' OR (length(in_reply_to) <= 252\n"
	"    AND in_reply_to GLOB '<?*@?*>' AND in_reply_to NOT GLOB '*[^!-~]*')),\n"
	"  text BLOB NOT NULL,\n"
	"  made INTEGER NOT NULL CHECK (made BETWEEN 0 AND 253402300799),\n"
	"  tries INTEGER NOT NULL CHECK (tries >= 0),\n"
	"  next INTEGER NOT NULL CHECK (next >= 0),\n"
	"  state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'failed')),\n"
	"  error TEXT NOT NULL CHECK (length(error) <= 200),\n"
	"  addr TEXT NOT NULL DEFAULT '' CHECK (length(addr) <= 254\n"
	"    AND addr NOT GLOB '*[^!-~]*' AND addr NOT GLOB '-*'),\n"
	"  old INTEGER NOT NULL DEFAULT -1 CHECK (old >= -1)\n"
	") STRICT",

	"CREATE INDEX post_seat ON post(seat, kind, n)",

	"CREATE INDEX post_due ON post(seat) WHERE state IN ('queued', 'sending')",
};

enum { N_SCHEMA = sizeof schema / sizeof schema[0] };

/* The table mailing of the version before, in which all others are the same. */
static const char mailing_before[] = MAILING("");

#define TEXT_OF(value)  TEXT_OF_(value)
#define TEXT_OF_(value) #value

int
schema_make(struct store *st, struct err *err)
{
	for (size_t i = 0; i < N_SCHEMA; i++)
		if (store_exec(st, schema[i], err) < 0)
			return -1;
	return store_exec(st,
	    "PRAGMA application_id = 0x61646974; PRAGMA user_version = " TEXT_OF(FORMAT_VERSION),
	    err);
}

/* Reads the file header, before SQLite parses a schema that another program may have written.
 * *is_before: it has the version before. */
static int
check_kind(struct store *st, bool *is_before, struct err *err)
{
	int64_t id, version;

	if (store_number(st, "PRAGMA application_id", &id, err) < 0 ||
	    store_number(st, "PRAGMA user_version", &version, err) < 0)
		return -1;
	if (id != FORMAT_APPLICATION_ID) {
		err_set(err, ERR_CORRUPT, "%s: an SQLite file, but not a game of adit", st->path);
		return err_hint(err, "is it the game file?");
	}
	if (version > FORMAT_VERSION) {
		err_set(err, ERR_CORRUPT,
		    "%s: format version %lld, but this adit knows only up to version %d", st->path,
		    (long long)version, FORMAT_VERSION);
		return err_hint(err, "use the newer adit that wrote it");
	}
	if (version < FORMAT_VERSION - 1) {
		err_set(err, ERR_CORRUPT,
		    "%s: a game begun in format version %lld, this adit plays version %d", st->path,
		    (long long)version, FORMAT_VERSION);
		return err_hint(err, "play it to its end with the adit that began it");
	}
	*is_before = version != FORMAT_VERSION;
	return 0;
}

/* Entries are usually in the order of creation: *next is where to search first. */
static bool
is_ours(const char *sql, bool is_before, size_t *next)
{
	if (strncmp(sql, mailing_before, sizeof "CREATE TABLE mailing(" - 1) == 0 && is_before)
		return strcmp(sql, mailing_before) == 0;
	for (size_t k = 0; k < N_SCHEMA; k++) {
		size_t i = (*next + k) % N_SCHEMA;

		if (strcmp(schema[i], sql) == 0) {
			*next = i + 1;
			return true;
		}
	}
	return false;
}

/* Adds the language to the table mailing: none is chosen. */
static int
upgrade(struct store *st, struct err *err)
{
	static const char after[] =
	    "INSERT INTO mailing SELECT *, '' FROM mailing_before; DROP TABLE mailing_before;"
	    " PRAGMA user_version = " TEXT_OF(FORMAT_VERSION);

	if (store_exec(st, "ALTER TABLE mailing RENAME TO mailing_before", err) < 0)
		return -1;
	for (size_t i = 0; i < N_SCHEMA; i++)
		if (strncmp(schema[i], mailing_before, sizeof "CREATE TABLE mailing(" - 1) == 0 &&
		    store_exec(st, schema[i], err) < 0)
			return -1;
	return store_exec(st, after, err);
}

int
schema_check(struct store *st, struct err *err)
{
	struct query q;
	size_t n = 0, next = 0;
	bool is_before = false;
	int row;

	if (check_kind(st, &is_before, err) < 0)
		return -1;
	/* Names are unique in sqlite_schema, so the right number of known texts means that all
	 * are there. sqlite_... are SQLite's own: indexes of UNIQUE, statistics. */
	query_open(&q, st, "SELECT type, name, sql FROM sqlite_schema");
	while ((row = query_row(&q, err)) > 0) {
		if (strncmp(query_get_text(&q, 1), "sqlite_", 7) == 0)
			continue;
		if (!is_ours(query_get_text(&q, 2), is_before, &next)) {
			err_set(err, ERR_CORRUPT, "%s: %s \"%s\" is not what adit has written",
			    st->path, query_get_text(&q, 0), query_get_text(&q, 1));
			(void)err_hint(err, STORE_HINT_REBUILD);
			row = -1;
			break;
		}
		n++;
	}
	query_close(&q);
	if (row < 0)
		return -1;
	if (n != N_SCHEMA) {
		err_set(err, ERR_CORRUPT, "%s: %zu of its %zu tables and triggers are missing",
		    st->path, N_SCHEMA - n, (size_t)N_SCHEMA);
		return err_hint(err, STORE_HINT_REBUILD);
	}
	return is_before ? upgrade(st, err) : 0;
}
