/*
 * Reports for programs.
 *
 * (J1) Every function appends exactly one line, whatever bytes the values hold: text that is not
 *      UTF-8 (a file name, say) is shown with '?' for what is not.
 */
#include "wire/report.h"

#include <inttypes.h>
#include <jansson.h>

#include "wire/position.h"
#include "util/base32.h"
#include "util/mem.h"
#include "util/utf8.h"
#include "util/when.h"

void
report_use_memory(void)
{
	json_set_alloc_funcs(mem_new, free);
}

static int
append(const char *p, size_t n, void *out)
{
	buf_add(out, p, n);
	return 0;
}

/* Takes the reference. */
static void
put_line(json_t *json, struct buf *out)
{
	if (json_dump_callback(json, append, out, JSON_COMPACT) < 0)
		BUG("a report that is no JSON");
	buf_chr(out, '\n');
	json_decref(json);
}

static void
set(json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, value) < 0)
		BUG("a report without a value");
}

/* (J1) */
static json_t *
text_json(const char *s, size_t n)
{
	struct buf clean = BUF_INIT;

	while (n > 0) {
		uint32_t c = 0;
		size_t len = utf8_next(s, n, &c);

		if (len > 0 && c != 0)
			buf_add(&clean, s, len);
		else
			buf_chr(&clean, '?');
		s += len > 0 ? len : 1;
		n -= len > 0 ? len : 1;
	}

	json_t *json = json_stringn(buf_cstr(&clean), clean.n);

	buf_release(&clean);
	return json;
}

static json_t *
string_or_null(const char *s)
{
	return s != NULL ? text_json(s, strlen(s)) : json_null();
}

static json_t *
time_json(int64_t t)
{
	char text[WHEN_LEN + 1];

	if (t < 0)
		return json_null();
	when_text(t, text);
	return json_string(text);
}

/* Lines as an array of strings, their indentation taken off; empty ones are none. */
static json_t *
lines_json(const char *s, size_t n)
{
	json_t *array = json_array();

	while (n > 0) {
		const char *end = memchr(s, '\n', n);
		size_t len = end != NULL ? (size_t)(end - s) : n;
		size_t blanks = 0;

		while (blanks < len && s[blanks] == ' ')
			blanks++;
		if (blanks < len)
			(void)json_array_append_new(array, text_json(s + blanks, len - blanks));
		len += end != NULL;
		s += len;
		n -= len;
	}
	return array;
}

static json_t *
seat_json(const struct digest *d, uint8_t seat)
{
	return seat == SEAT_NONE ? json_null() : json_string(names_seat(&d->names, seat));
}

/* What every report about a digest begins with. */
static json_t *
digest_json(const struct digest *d, const char *head)
{
	json_t *json = json_object();

	set(json, "game", json_string(d->game));
	set(json, "rules", json_string(d->pub.known.rules->name));
	set(json, "n", json_integer(d->n));
	set(json, "head", json_string(head));
	return json;
}

/* Where the game stands. */
static void
set_standing(json_t *json, const struct digest *d)
{
	const struct game *g = &d->pub.known;

	set(json, "round", json_integer(g->round));
	set(json, "rounds", json_integer(g->rules->rounds));
	set(json, "turn", json_integer(g->turn));
	set(json, "to_move", seat_json(d, g->to_move));
	set(json, "phase", json_string(phase_name((enum phase)g->phase)));
	set(json, "due", time_json(d->due));
	set(json, "dealing", json_string(dealing_name(d->dealing)));
	if (d->dealing != DEALING_TRUSTED)
		set(json, "attempt", json_integer(d->attempt));
}

static bool
is_late(const struct report_status *s, uint8_t seat)
{
	return s->d->pub.known.to_move == seat && s->d->due >= 0 && s->now > s->d->due;
}

static json_t *
winners_json(const struct digest *d)
{
	uint16_t winners = game_winners(&d->pub.known);
	json_t *array = json_array();

	for (uint8_t seat = 0; seat < d->names.n; seat++) {
		if (winners >> seat & 1u)
			(void)json_array_append_new(array, seat_json(d, seat));
	}
	return array;
}

void
report_status_json(const struct report_status *s, struct buf *out)
{
	const struct game *g = &s->d->pub.known;
	json_t *json = digest_json(s->d, s->head);
	json_t *seats = json_array();

	if (s->file != NULL)
		set(json, "file", text_json(s->file, strlen(s->file)));
	set_standing(json, s->d);
	set(json, "time", time_json(s->d->time));
	set(json, "undelivered", json_integer(s->undelivered));
	for (uint8_t i = 0; i < s->d->names.n; i++) {
		json_t *seat = json_object();

		set(seat, "name", seat_json(s->d, i));
		set(seat, "late", json_boolean(is_late(s, i)));
		set(seat, "cards", json_integer(g->seat[i].n_hand));
		set(seat, "resigned", json_boolean(g->seat[i].resigned != 0));
		if (g->phase == PHASE_SETUP) {
			set(seat, "joined", json_boolean(s->d->has_commit[i]));
			set(seat, "confirmed", json_boolean(s->d->has_reveal[i]));
		}
		(void)json_array_append_new(seats, seat);
	}
	set(json, "seats", seats);
	if (g->phase == PHASE_OVER)
		set(json, "winners", winners_json(s->d));
	put_line(json, out);
}

/* "won by anna, bob" */
static void
winners_words(const struct digest *d, struct buf *out)
{
	uint16_t winners = game_winners(&d->pub.known);
	const char *before = "over, won by ";

	for (uint8_t seat = 0; seat < d->names.n; seat++) {
		if (winners >> seat & 1u) {
			buf_fmt(out, "%s%s", before, names_seat(&d->names, seat));
			before = " and ";
		}
	}
	if (winners == 0)
		buf_str(out, "over, won by nobody");
}

/* "attempt 1, to join: bob, carl" */
static void
missing_words(const struct digest *d, struct buf *out)
{
	bool joining = false;
	const char *before = " ";

	for (unsigned i = 0; i < d->names.n; i++)
		joining = joining || !d->has_commit[i];
	buf_fmt(out, "attempt %u, to %s:", d->attempt, joining ? "join" : "confirm");
	for (unsigned i = 0; i < d->names.n; i++) {
		if (joining ? d->has_commit[i] : d->has_reveal[i])
			continue;
		buf_fmt(out, "%s%s", before, d->names.seat[i]);
		before = ", ";
	}
}

void
report_status_line(const struct report_status *s, struct buf *out)
{
	const struct digest *d = s->d;
	const struct game *g = &d->pub.known;

	if (s->file != NULL)
		buf_fmt(out, "%s: ", s->file);
	buf_fmt(out, "game %s, %s, digest %" PRId64 ", round %u of %u, turn %u, ", d->game,
	    g->rules->name, d->n, (unsigned)g->round, (unsigned)g->rules->rounds,
	    (unsigned)g->turn);
	if (g->phase == PHASE_OVER)
		winners_words(d, out);
	else if (g->phase == PHASE_SETUP)
		missing_words(d, out);
	else
		buf_fmt(out, "to move: %s", names_seat(&d->names, g->to_move));
	if (d->due >= 0 && g->phase != PHASE_OVER) {
		char due[WHEN_LEN + 1];

		when_text(d->due, due);
		buf_fmt(out, " by %s%s", due, s->now > d->due ? " (late)" : "");
	}
	buf_fmt(out, ", dealing: %s", dealing_name(d->dealing));
	/* Of the newest nobody can know before the next order. */
	if (s->undelivered > 1)
		buf_fmt(out, ", undelivered: %" PRId64, s->undelivered);
	buf_chr(out, '\n');
}

void
report_apply_json(const struct digest *d, const char *head, const char *order_hash,
    const struct events *ev, bool repeated, struct buf *out)
{
	json_t *json = digest_json(d, head);
	json_t *events = json_array();

	set(json, "order", string_or_null(order_hash));
	set_standing(json, d);
	for (uint32_t i = 0; ev != NULL && i < ev->n; i++) {
		struct event e = event_for(&ev->at[i], SEAT_NONE);

		(void)json_array_append_new(events, event_json(d->pub.known.rules, &d->names, &e));
	}
	set(json, "events", events);
	set(json, "repeated", json_boolean(repeated));
	put_line(json, out);
}

void
report_repeated_json(const char *json, size_t n, struct buf *out)
{
	json_t *kept = json_loadb(json, n, 0, NULL);

	/* Kept bytes that are no object: a damaged game file, which other checks report. */
	if (!json_is_object(kept)) {
		json_decref(kept);
		kept = json_object();
	}
	set(kept, "repeated", json_true());
	put_line(kept, out);
}

static json_t *
read_json(const struct digest *d, const char *head, const char *seat)
{
	json_t *json = digest_json(d, head);

	set(json, "seat", string_or_null(seat));
	set(json, "verified", json_true());
	set_standing(json, d);
	set(json, "time", time_json(d->time));
	return json;
}

void
report_read_json(const struct digest *d, const char *head, const struct viewtext *v,
    const char *can, size_t can_n, const char *waiting, size_t waiting_n, struct buf *out)
{
	json_t *json = read_json(d, head, v->seat);

	set(json, "seq", json_integer(v->seq));
	set(json, "position", position_json(&v->view, &d->names, 0));
	set(json, "can", lines_json(can, can_n));
	set(json, "standing", lines_json(waiting, waiting_n));
	put_line(json, out);
}

void
report_public_json(const struct digest *d, const char *head, struct buf *out)
{
	json_t *json = read_json(d, head, NULL);

	set(json, "position", position_json(&d->pub, &d->names, 0));
	set(json, "can", json_array());
	set(json, "standing", json_array());
	put_line(json, out);
}

void
report_order_json(const struct block *b, int verified, const char *block, struct buf *out)
{
	json_t *json = json_object();
	json_t *doing = json_array();
	char head[BASE32_HASH + 1];

	set(json, "game", json_string(b->game));
	set(json, "seat", json_string(b->seat));
	if (b->turn == TURN_NEXT || b->turn == TURN_ANY)
		set(json, "turn", json_string(b->turn == TURN_NEXT ? "next" : "any"));
	else
		set(json, "turn", json_integer(b->turn));
	set(json, "seq", json_integer(b->seq));
	base32_text(b->head, sizeof b->head, head);
	set(json, "head", json_string(head));
	for (unsigned i = 0; i < b->n_do; i++)
		(void)json_array_append_new(doing, text_json(b->doing[i], strlen(b->doing[i])));
	set(json, "do", doing);
	set(json, "say", b->say[0] != '\0' ? text_json(b->say, strlen(b->say)) : json_null());
	set(json, "verified", verified < 0 ? json_null() : json_boolean(verified));
	if (block != NULL)
		set(json, "block", json_string(block));
	put_line(json, out);
}

void
report_log_json(const struct report_log *l, const char *sentences, size_t n, struct buf *out)
{
	json_t *json = json_object();

	set(json, "n", json_integer(l->n));
	set(json, "time", time_json(l->time));
	set(json, "turn", json_integer(l->turn));
	set(json, "seat", string_or_null(l->seat));
	set(json, "head", json_string(l->head));
	set(json, "order", string_or_null(l->order));
	set(json, "since", lines_json(sentences, n));
	put_line(json, out);
}

void
report_audit_json(
    int64_t n, const char *check, const char *result, const char *detail, struct buf *out)
{
	json_t *json = json_object();

	set(json, "n", json_integer(n));
	set(json, "check", json_string(check));
	set(json, "result", json_string(result));
	set(json, "detail", detail[0] != '\0' ? text_json(detail, strlen(detail)) : json_null());
	put_line(json, out);
}

void
report_compare_json(int64_t n, struct buf *out)
{
	json_t *json = json_object();

	set(json, "same", json_boolean(n < 0));
	set(json, "n", n < 0 ? json_null() : json_integer(n));
	put_line(json, out);
}

void
report_key_json(const char *name, const char *sign, const char *age, const char *fingerprint,
    bool secret, struct buf *out)
{
	json_t *json = json_object();

	set(json, "name", string_or_null(name));
	set(json, "sign", json_string(sign));
	set(json, "age", json_string(age));
	set(json, "fingerprint", json_string(fingerprint));
	set(json, "secret", json_boolean(secret));
	put_line(json, out);
}

void
report_rebuilt_json(const char *game, int64_t given, int64_t made, struct buf *out)
{
	json_t *json = json_object();

	set(json, "game", json_string(game));
	set(json, "given", json_integer(given));
	set(json, "n", json_integer(made - 1));
	put_line(json, out);
}

void
report_checked_json(const char *game, int64_t digests, int64_t orders, int64_t waiting,
    int64_t undelivered, bool views, struct buf *out)
{
	json_t *json = json_object();

	set(json, "game", json_string(game));
	set(json, "n", json_integer(digests - 1));
	set(json, "orders", json_integer(orders));
	set(json, "waiting", json_integer(waiting));
	set(json, "undelivered", json_integer(undelivered));
	set(json, "views", json_boolean(views));
	put_line(json, out);
}

void
report_error_json(
    const char *code, const char *message, const char *hint, int line, struct buf *out)
{
	json_t *error = json_object();
	json_t *json = json_object();

	set(error, "code", json_string(code));
	set(error, "message", text_json(message, strlen(message)));
	if (hint[0] != '\0')
		set(error, "hint", text_json(hint, strlen(hint)));
	if (line > 0)
		set(error, "line", json_integer(line));
	set(json, "error", error);
	put_line(json, out);
}

const char *
report_version(void)
{
	return JANSSON_VERSION;
}
