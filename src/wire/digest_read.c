/* Reads digests. digest_next only locates one, so that the caller can verify the signed bytes;
 * digest_parse then parses the same bytes. */

#include <jansson.h>

#include "core/pack.h"
#include "wire/custody.h"
#include "wire/digest.h"
#include "util/lines.h"
#include "text/options.h"
#include "wire/position.h"
#include "util/base32.h"
#include "util/timestamp.h"
#include "util/slice.h"

static const char first_line[] = DIGEST_HEADING;
static const char armor_end[] = "-----END AGE ENCRYPTED FILE-----";

void
digest_clean(const char *s, size_t n, struct buf *out)
{
	static const char bom[] = { (char)0xef, (char)0xbb, (char)0xbf };
	size_t at = 0;

	buf_reserve(out, n);
	if (n >= sizeof bom && memcmp(s, bom, sizeof bom) == 0)
		at = sizeof bom;
	while (at < n) {
		const char *cr = memchr(s + at, '\r', n - at);
		size_t end = cr != NULL ? (size_t)(cr - s) : n;

		buf_add(out, s + at, end - at);
		if (end < n && !(end + 1 < n && s[end + 1] == '\n'))
			buf_chr(out, '\r');
		at = end + 1;
	}
}

/* ---- locating ----------------------------------------------------------------------------- */

int
digest_sig_read(struct lines *l, unsigned char sig[static MINISIGN_BYTES], struct err *err)
{
	struct buf text = BUF_INIT;
	const char *p;
	size_t n;
	int result = 0;

	while (text.n < MINISIGN_TEXT && lines_next(l, &p, &n) && n > 0)
		buf_add(&text, p, n);
	if (order_block_sig_parse(buf_cstr(&text), text.n, sig) < 0)
		result = err_set_line(
		    err, ERR_SYNTAX, l->line - 1, "the signature is cut off or not base64");
	buf_release(&text);
	return result;
}

/* Reads the lines head: and zero:, which follow. */
static int
read_hashes(struct lines *l, struct digest_layout *t, struct err *err)
{
	bool has_head;

	if (lines_hash(l, "head", &has_head, t->head, err) < 0 ||
	    lines_hash(l, "zero", &t->has_zero, t->zero, err) < 0)
		return -1;
	return has_head ? 0 : err_set_line(err, ERR_SYNTAX, l->line - 2, "head is no hash");
}

/* The seats that have view: lines, in order. */
struct view_seats {
	struct span at[SEATS_MAX];
	unsigned n;
};

static unsigned
find_seat(const char *s, const struct view_seats *seats, const char *name, size_t n)
{
	unsigned i = 0;

	while (i < seats->n && !(seats->at[i].n == n && memcmp(s + seats->at[i].at, name, n) == 0))
		i++;
	return i;
}

/* True if this is the first line of a digest of any version. */
static bool
begins_digest(const char *p, size_t n, int64_t *version)
{
	static const char any[] = "adit-digest v";
	const size_t any_n = sizeof any - 1;

	return n > any_n && memcmp(p, any, any_n) == 0 &&
	    number_parse(p + any_n, n - any_n, UINT32_MAX, version) == 0;
}

/* Moves past the line that ends an armored file, which begins at the cursor; false: it has no
 * end. */
static bool
skip_armor(struct lines *l)
{
	const char *p;
	size_t n;

	while (lines_next(l, &p, &n))
		if (n == sizeof armor_end - 1 && memcmp(p, armor_end, n) == 0)
			return true;
	return false;
}

/* Finds the armored files after the signature, each after its "for NAME:", up to the next
 * digest, where the cursor stops. */
static int
read_sealed(struct lines *l, const char *s, const struct view_seats *seats, struct digest_layout *t,
    struct err *err)
{
	const char *p;
	size_t n;
	int64_t version;

	while (lines_peek(l, &p, &n) && !begins_digest(p, n, &version)) {
		struct lines armor;
		unsigned i;

		(void)lines_next(l, &p, &n);
		if (n < 6 || memcmp(p, "for ", 4) != 0 || p[n - 1] != ':')
			continue;
		i = find_seat(s, seats, p + 4, n - 5);
		if (i == seats->n)
			return err_set_line(err, ERR_SYNTAX, l->line - 1,
			    "a private view for nobody at this table");
		if (t->sealed[i].n > 0)
			return err_set_line(
			    err, ERR_SYNTAX, l->line - 1, "two private views for one seat");
		armor = *l;
		if (!skip_armor(&armor))
			return err_set_line(err, ERR_SYNTAX, l->line, "a private view is cut off");
		t->sealed[i].at = l->at;
		t->sealed[i].n = armor.at - 1 - l->at;
		*l = armor;
	}
	return 0;
}

/* Returns the span for the section with this heading, or NULL if it is not needed here. */
static struct span *
section_of(struct digest_layout *t, const char *p, size_t n)
{
	static const struct {
		const char *heading;
		size_t at;
		bool behind;
	} section[] = {
		{ "since:", offsetof(struct digest_layout, since), false },
		{ "events:", offsetof(struct digest_layout, events), false },
		{ "position:", offsetof(struct digest_layout, position), false },
		{ "keys:", offsetof(struct digest_layout, keys), false },
		{ "leaves:", offsetof(struct digest_layout, leaves), false },
		{ "reveal:", offsetof(struct digest_layout, reveal), false },
		{ "keep:", offsetof(struct digest_layout, keep), true },
	};

	for (size_t i = 0; i < sizeof section / sizeof section[0]; i++) {
		struct span *sp = (struct span *)((char *)t + section[i].at);

		if (strlen(section[i].heading) == n && memcmp(section[i].heading, p, n) == 0)
			return sp->at == 0 && section[i].behind == (t->position.at > 0) ? sp : NULL;
	}
	return NULL;
}

/*
 * Scans the public part, which begins at `begin`: the seats that have views, and the sections,
 * each once, keep: only after position:. Returns the offset of the signature and sets *at to it;
 * returns n if the next digest begins before it.
 */
static size_t
find_sig(const char *s, size_t n, size_t begin, size_t *at, struct digest_layout *t,
    struct view_seats *seats)
{
	struct lines l = { s, n, begin, 1 };
	struct span *open = NULL;
	const char *p;
	size_t len;
	int64_t version;

	while (lines_next(&l, &p, &len)) {
		const size_t here = (size_t)(p - s);

		if (!lines_is_heading(p, len))
			continue;
		if (open != NULL)
			open->n = here - open->at;
		*at = here;
		if (slice_equals("sig:", p, len))
			return here;
		if (here > begin && begins_digest(p, len, &version))
			return n;
		if (len > 6 && memcmp(p, "view: ", 6) == 0 && seats->n < SEATS_MAX)
			seats->at[seats->n++] = (struct span){ here + 6, len - 6 };
		open = section_of(t, p, len);
		if (open != NULL)
			open->at = l.at;
	}
	*at = n;
	return n;
}

int
digest_check_version(const char *s, size_t from, size_t to, struct err *err)
{
	struct lines l = { s, to, from, 1 };
	const char *p;
	size_t n;
	int64_t version;

	while (lines_next(&l, &p, &n)) {
		if (!begins_digest(p, n, &version) || slice_equals(first_line, p, n))
			continue;
		(void)err_set(err, ERR_SYNTAX,
		    "a game begun in format version %lld (adit-digest v%lld), this adit plays %s",
		    (long long)version, (long long)version, first_line);
		return err_hint(err, "play it to its end with the adit that began it");
	}
	return 0;
}

size_t
digest_foot_end(const char *s, size_t n, size_t sig)
{
	struct lines l = { s, n, sig, 1 };
	struct digest_layout t;
	struct err none = ERR_INIT;

	if (lines_exact(&l, "sig:", &none) < 0 || digest_sig_read(&l, t.sig, &none) < 0 ||
	    read_hashes(&l, &t, &none) < 0)
		return n;
	return l.at < n ? l.at : n;
}

int
digest_next(const char *s, size_t n, size_t *at, struct digest_layout *t, struct err *err)
{
	size_t begin = lines_find(s, n, *at, first_line);
	struct view_seats seats = { .n = 0 };
	struct lines l;
	const char *p;
	size_t sig, len;

	if (digest_check_version(s, *at, begin, err) < 0)
		return -1;
	if (begin == n)
		return 0;
	memset(t, 0, sizeof *t);
	sig = find_sig(s, n, begin, at, t, &seats);
	if (sig == n)
		return err_set(err, ERR_SYNTAX, "a digest without a signature: it was cut off");
	if (sig - begin > DIGEST_MAX)
		return err_set(err, ERR_SYNTAX, "a digest larger than any can be");
	/* A missing section must not be found in another digest. */
	if (t->position.at == 0)
		t->position.at = begin;
	if (t->keep.at == 0)
		t->keep.at = sig;
	t->signed_part.at = begin;
	t->signed_part.n = sig - begin;
	l = (struct lines){ s, n, begin, 1 };
	while (l.at < sig)
		(void)lines_next(&l, &p, &len);
	if (lines_exact(&l, "sig:", err) < 0 || digest_sig_read(&l, t->sig, err) < 0 ||
	    read_hashes(&l, t, err) < 0 || read_sealed(&l, s, &seats, t, err) < 0)
		return -1;
	*at = l.at < n ? l.at : n;
	t->whole.at = begin;
	t->whole.n = *at - begin;
	return 1;
}

/* Reads the optional line "deck: house". */
static bool
read_house(struct lines *l)
{
	static const char line[] = "deck: house";
	const char *p;
	size_t n;

	if (!lines_peek(l, &p, &n) || n != sizeof line - 1 || memcmp(p, line, n) != 0)
		return false;
	(void)lines_next(l, &p, &n);
	return true;
}

int
digest_host(const char *s, const struct digest_layout *t, char host_sign[static SIGN_TEXT + 1],
    char game[static ORDER_BLOCK_GAME_MAX + 1], int64_t *n, struct err *err)
{
	size_t to = t->signed_part.at + t->signed_part.n;
	struct lines l = { s, to, t->signed_part.at, 1 };
	const char *p;
	size_t len;

	if (lines_exact(&l, first_line, err) < 0 ||
	    lines_copy(&l, "game", game, ORDER_BLOCK_GAME_MAX + 1, err) < 0 ||
	    lines_field(&l, "rules", &p, &len, err) < 0)
		return -1;
	(void)read_house(&l);
	if (lines_number(&l, "n", 0, INT64_C(1) << 40, n, err) < 0)
		return -1;
	l.at = t->position.at + t->position.n;
	while (lines_peek(&l, &p, &len) && !(len > 11 && memcmp(p, "host-sign: ", 11) == 0))
		(void)lines_next(&l, &p, &len);
	return lines_copy(&l, "host-sign", host_sign, SIGN_TEXT + 1, err);
}

/* ---- parsing -------------------------------------------------------------------------------- */

static int
read_time(struct lines *l, const char *key, int64_t *t, struct err *err)
{
	const char *p;
	size_t n;

	if (lines_field(l, key, &p, &n, err) < 0)
		return -1;
	*t = -1;
	if (!(n == 1 && p[0] == '-') && timestamp_parse(p, n, t) < 0)
		return err_set_line(err, ERR_SYNTAX, l->line - 1, "%s is not a time", key);
	return 0;
}

/* Reads the rules as they are played: with the card list of section deck:, if there is one. */
static int
read_rules(struct lines *l, struct digest *d, const struct rules **rules, struct err *err)
{
	const char *p;
	size_t n;
	int line = l->line;

	if (lines_field(l, "rules", &p, &n, err) < 0)
		return -1;
	*rules = rules_find(d->games, p, n);
	if (*rules == NULL)
		return err_set_line(
		    err, ERR_SYNTAX, line, "no rules set \"%.*s\"", n < 40 ? (int)n : 40, p);
	if (read_house(l)) {
		struct span list = lines_section(l->s, l->at, l->n, "deck:");

		if (deck_parse(&d->house, *rules, l->s + list.at, list.n, err) < 0)
			return err_wrap(err, "deck");
		*rules = &d->house.rules;
	}
	return 0;
}

/* Reads the last lines of the header. */
static int
read_cause(struct lines *l, struct digest *d, struct err *err)
{
	int64_t attempt = 0;

	if (d->dealing != DIGEST_DEALING_TRUSTED &&
	    lines_number(l, "attempt", 1, UINT32_MAX, &attempt, err) < 0)
		return -1;
	d->attempt = (unsigned)attempt;
	custody_skip(l); /* digest_parse reads them, when it knows the names */
	if (lines_hash(l, "order", &d->has_order, d->order, err) < 0)
		return -1;
	return lines_number(l, "text", 1, INT32_MAX, &d->text, err);
}

static int
read_header(struct lines *l, struct digest *d, const struct rules **rules, struct err *err)
{
	const char *p, *of;
	size_t n;
	int64_t round;
	bool has_prev;

	if (lines_exact(l, first_line, err) < 0 ||
	    lines_copy(l, "game", d->game, sizeof d->game, err) < 0 ||
	    read_rules(l, d, rules, err) < 0 ||
	    lines_number(l, "n", 0, INT64_C(1) << 40, &d->n, err) < 0 ||
	    lines_field(l, "round", &p, &n, err) < 0)
		return -1;
	of = memchr(p, ' ', n);
	if (number_parse(p, of != NULL ? (size_t)(of - p) : n, ROUNDS_MAX, &round) < 0)
		return err_set_line(err, ERR_SYNTAX, l->line - 1, "round is not a number in range");
	d->round = (unsigned)round;
	if (lines_field(l, "turn", &p, &n, err) < 0 ||
	    lines_hash(l, "prev", &has_prev, d->prev, err) < 0 ||
	    read_time(l, "time", &d->time, err) < 0 || lines_field(l, "next", &p, &n, err) < 0 ||
	    read_time(l, "due", &d->due, err) < 0 || lines_field(l, "dealing", &p, &n, err) < 0)
		return -1;
	if (has_prev != (d->n > 0))
		return err_set(err, ERR_SYNTAX, "digest %lld has %s", (long long)d->n,
		    has_prev ? "a digest before it" : "none before it");
	for (d->dealing = DIGEST_DEALING_TRUSTED; d->dealing <= DIGEST_DEALING_AUDITED;
	     d->dealing++) {
		const char *name = digest_dealing_name(d->dealing);

		if (strlen(name) == n && memcmp(name, p, n) == 0)
			return read_cause(l, d, err);
	}
	return err_set_line(err, ERR_SYNTAX, l->line - 1, "dealing is trusted, open or audited");
}

/* The host has signed the position, so an impossible one is ERR_AUTH: the host cheats. An
 * exception is a name of another version (ERR_NOT_FOUND). */
static int
read_position(
    const char *s, struct span sp, const struct rules *rules, struct digest *d, struct err *err)
{
	json_error_t why;
	json_t *json = json_loadb(s + sp.at, sp.n, JSON_REJECT_DUPLICATES, &why);
	int result = 0;

	d->pub.seat = SEAT_NONE;
	if (json == NULL)
		result = err_set(err, ERR_AUTH, "%s", why.text);
	else
		result = position_parse(d->games, rules, json, true, &d->pub.known, &d->names, err);
	json_decref(json);
	if (result == 0 && !position_fits_box(&d->pub.known))
		result = err_set(err, ERR_AUTH, "more cards than there are in the box");
	if (result == 0 && d->pub.known.phase != PHASE_SETUP && !view_is_redacted(&d->pub))
		result = err_set(err, ERR_AUTH, "it shows what is hidden from everybody");
	if (result == 0)
		return 0;
	if (err->code != ERR_NOT_FOUND)
		err->code = ERR_AUTH;
	return err_wrap(err, "position");
}

/* Reads a seat and its keys. */
static int
read_seat(struct lines *l, unsigned i, struct digest *d, struct err *err)
{
	const char *p;
	size_t n;

	if (lines_field(l, "  seat", &p, &n, err) < 0 ||
	    lines_copy(l, "  sign", d->seat_sign[i], sizeof d->seat_sign[i], err) < 0 ||
	    lines_copy(l, "  age", d->seat_age[i], sizeof d->seat_age[i], err) < 0)
		return -1;
	if (names_find(&d->names, p, n) != i)
		return err_set_line(
		    err, ERR_AUTH, l->line - 3, "the seats are not those of the position");
	return 0;
}

/* Moves the cursor past a line that begins with indent and key. *p, *n: what follows. */
static bool
take_line(struct lines *l, const char *indent, const char *key, const char **p, size_t *n)
{
	const size_t indent_n = strlen(indent), key_n = strlen(key);

	if (!lines_peek(l, p, n) || *n <= indent_n + key_n || memcmp(*p, indent, indent_n) != 0 ||
	    memcmp(*p + indent_n, key, key_n) != 0)
		return false;
	(void)lines_next(l, p, n);
	*p += indent_n + key_n;
	*n -= indent_n + key_n;
	return true;
}

/* digest_rewrite checks the order of the names. */
int
digest_names(struct lines *l, const char *indent, struct names *names, struct err *err)
{
	const char *p, *blank;
	size_t n;
	int result = 0;

	if (take_line(l, indent, "title: ", &p, &n))
		result = names_title(names, p, n, err);
	if (result == 0 && take_line(l, indent, "web: ", &p, &n))
		result = names_web(names, p, n, err);
	if (result == 0 && take_line(l, indent, "client: ", &p, &n))
		result = names_client(names, p, n, err);
	while (result == 0 && take_line(l, indent, "name: ", &p, &n)) {
		uint8_t seat = SEAT_NONE;

		blank = memchr(p, ' ', n);
		if (blank != NULL)
			seat = names_find(names, p, (size_t)(blank - p));
		if (seat == SEAT_NONE)
			return err_set_line(
			    err, ERR_SYNTAX, l->line - 1, "a display name of no seat here");
		result = names_display(names, seat, blank + 1, n - (size_t)(blank + 1 - p), err);
	}
	if (result < 0) {
		err->code = ERR_SYNTAX;
		err->line = l->line - 1;
	}
	return result;
}

/* Reads who the seats are. */
static int
read_who(struct lines *l, struct digest *d, struct err *err)
{
	return digest_names(l, "  ", &d->names, err) < 0 ?
	    -1 :
	    bots_read(l, "  ", &d->names, &d->clock.bots, err);
}

static int
read_setup(const char *s, struct span sp, struct digest *d, struct err *err)
{
	struct lines l = { s, sp.at + sp.n, sp.at, 1 };
	const char *p;
	size_t n;
	bool has;

	if (lines_field(&l, "  revision", &p, &n, err) < 0)
		return -1;
	while (lines_peek(&l, &p, &n) && n > 9 && memcmp(p, "  option:", 9) == 0)
		(void)lines_next(&l, &p, &n);
	if (lines_field(&l, "  limit", &p, &n, err) < 0)
		return -1;
	if (!(n == 1 && p[0] == '-') &&
	    (n < 3 || memcmp(p + n - 2, " s", 2) != 0 ||
		number_parse(p, n - 2, TIMESTAMP_MAX, &d->clock.limit_s) < 0))
		return err_set_line(
		    err, ERR_SYNTAX, l.line - 1, "limit is not a number of seconds");
	if (time_control_read(&l, "  ", &d->clock, err) < 0)
		return -1;
	if (lines_peek(&l, &p, &n) && n > 12 && memcmp(p, "  host-seat:", 12) == 0) {
		(void)lines_next(&l, &p, &n);
		d->host_seat = true;
	}
	if (read_who(&l, d, err) < 0)
		return -1;
	if (lines_hash(&l, "  commit", &has, d->commit, err) < 0)
		return -1;
	for (unsigned i = 0; i < d->names.n && d->dealing == DIGEST_DEALING_TRUSTED; i++) {
		if (read_seat(&l, i, d, err) < 0)
			return -1;
	}
	return 0;
}

/* Reads the section seats:. */
static int
read_seats(const char *s, struct span sp, struct digest *d, struct err *err)
{
	struct lines l = { s, sp.at + sp.n, sp.at, 1 };

	for (unsigned i = 0; i < d->names.n; i++) {
		if (read_seat(&l, i, d, err) < 0 ||
		    lines_hash(&l, "  commit", &d->has_commit[i], d->seat_commit[i], err) < 0 ||
		    lines_hash(&l, "  reveal", &d->has_reveal[i], d->seat_reveal[i], err) < 0)
			return -1;
		if (strcmp(d->seat_sign[i], "-") == 0)
			d->seat_sign[i][0] = d->seat_age[i][0] = '\0';
	}
	d->has_seats = true;
	return 0;
}

static int
read_views(struct lines *l, struct digest *d, struct err *err)
{
	const char *p;
	size_t n;

	for (unsigned i = 0; i < d->names.n && d->dealing != DIGEST_DEALING_OPEN; i++) {
		if (lines_field(l, "view", &p, &n, err) < 0)
			return -1;
		if (names_find(&d->names, p, n) != i)
			return err_set_line(err, ERR_SYNTAX, l->line - 1,
			    "views are not in the order of the seats");
		if (!lines_next(l, &p, &n) || n != BASE32_HASH + 2 ||
		    base32_parse(p + 2, BASE32_HASH, d->view_hash[i], 32) < 0)
			return err_set_line(err, ERR_SYNTAX, l->line - 1, "not the hash of a view");
	}
	return 0;
}

int
digest_parse_header(const struct rules *const *games, const char *s, const struct digest_layout *t,
    struct digest *d, struct err *err)
{
	struct lines l = { s, t->signed_part.at + t->signed_part.n, t->signed_part.at, 1 };
	const struct rules *rules;

	memset(d, 0, sizeof *d);
	d->games = games;
	return read_header(&l, d, &rules, err);
}

int
digest_parse_views(const char *s, const struct digest_layout *t, struct digest *d, struct err *err)
{
	struct lines l = { s, t->signed_part.at + t->signed_part.n, t->keep.at + t->keep.n, 1 };

	return read_views(&l, d, err);
}

/* A drawing may have empty lines: it ends at the one before the next key. */
static struct span
drawn_section(const char *s, const struct digest_layout *t, const char *heading)
{
	struct span sp = lines_section(s, t->signed_part.at, t->position.at, heading);
	struct lines l = { s, t->position.at, sp.at, 1 };
	const char *p;
	size_t n;

	if (sp.n == 0)
		return sp;
	while (lines_peek(&l, &p, &n) && (n == 0 || !lines_is_heading(p, n)))
		(void)lines_next(&l, &p, &n);
	sp.n = l.at - sp.at;
	sp.n -= sp.n > 0 && s[sp.at + sp.n - 1] == '\n' &&
	    (sp.n == 1 || s[sp.at + sp.n - 2] == '\n');
	return sp;
}

void
digest_find_drawings(const char *s, const struct digest_layout *t, struct digest_drawings *out)
{
	out->since = t->since;
	out->ended = drawn_section(s, t, "ended:");
	out->table = drawn_section(s, t, "table:");
	out->board = drawn_section(s, t, "board:");
}

int
digest_parse(const struct rules *const *games, const char *s, const struct digest_layout *t,
    struct digest *d, struct err *err)
{
	size_t from = t->signed_part.at, to = from + t->signed_part.n;
	struct lines l = { s, to, from, 1 };
	const struct span position = t->position;
	struct span setup = lines_section(s, from, position.at, "setup:");
	struct span seats = lines_section(s, from, position.at, "seats:");
	const struct rules *rules;
	const char *p;
	size_t n;
	int has_people, has_summary;

	memset(d, 0, sizeof *d);
	d->games = games;
	d->clock.limit_s = -1;
	if (read_header(&l, d, &rules, err) < 0 || read_position(s, position, rules, d, err) < 0)
		return -1;
	if (custody_find(s, from, position.at, &d->names, &d->custody, &d->bots, err) < 0)
		return -1;
	if (d->n == 0 && read_setup(s, setup, d, err) < 0)
		return -1;
	if (seats.n > 0 && read_seats(s, seats, d, err) < 0)
		return -1;
	has_people = people_find(s, from, position.at, &d->names, &d->people, err);
	d->has_people = has_people > 0;
	has_summary = summary_find(s, from, position.at, &d->names, &d->summary, err);
	d->has_summary = has_summary > 0;
	if (has_people < 0 || has_summary < 0 ||
	    undo_request_find(s, from, position.at, &d->names, &d->undo_request, err) < 0 ||
	    new_keys_find(s, from, position.at, &d->names, &d->new_keys, err) < 0)
		return -1;
	if ((d->dealing == DIGEST_DEALING_OPEN) != (d->pub.known.phase == PHASE_SETUP) ||
	    (d->dealing == DIGEST_DEALING_OPEN && !d->has_seats))
		return err_set(err, ERR_AUTH, "dealing is %s, but the position is not",
		    digest_dealing_name(d->dealing));
	l.at = position.at + position.n;
	while (lines_peek(&l, &p, &n) && !(n > 10 && memcmp(p, "host-sign:", 10) == 0))
		(void)lines_next(&l, &p, &n);
	if (lines_copy(&l, "host-sign", d->host_sign, sizeof d->host_sign, err) < 0 ||
	    lines_copy(&l, "host-age", d->host_age, sizeof d->host_age, err) < 0)
		return -1;
	return digest_parse_views(s, t, d, err);
}
