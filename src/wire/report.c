/* Reports: the output of --json, and the corresponding lines for people. */
#include "wire/bots.h"
#include "wire/custody.h"
#include "wire/report.h"

#include "wire/report_known.h"
#include "wire/report_people.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/bits.h"
#include "text/shown.h"
#include "text/error_text.h"
#include "util/base32.h"
#include "util/mem.h"
#include "util/timestamp.h"
#include "util/utf8.h"
#include "wire/position.h"

void
report_use_memory(void)
{
	json_set_alloc_funcs(mem_new, free);
}

static const char *
seat_name(const struct digest *d, uint8_t seat)
{
	return seat == SEAT_NONE ? NULL : names_seat(&d->names, seat);
}

static const char *
display_name(const struct names *names, uint8_t seat)
{
	return names->display[seat][0] != '\0' ? names->display[seat] : NULL;
}

/* Prints the beginning of every report about a digest. */
static void
print_digest(struct printer *p, const struct digest *d, const char *head)
{
	print_text(p, "game", NULL, d->game);
	print_text(p, "rules", NULL, d->pub.known.rules->name);
	print_number(p, "n", NULL, d->n);
	print_text(p, "head", NULL, head);
}

/* "over, won by you, bob and carl" */
static void
winners_words(const struct language *lang, const struct digest *d, uint8_t own, struct buf *out)
{
	uint16_t winners = game_winners(&d->pub.known);

	for (uint8_t seat = 0; seat < d->names.n; seat++) {
		if ((winners & 1u << seat) != 0)
			buf_fmt(out, "%s%s", shown_separator(lang, winners, seat),
			    seat == own ? language_text(lang, MSG("winner", "you")) :
					  names_seat(&d->names, seat));
	}
	if (winners == 0)
		buf_str(out, language_text(lang, MSG("winner", "nobody")));
}

void
report_missing_words(const struct language *lang, const struct digest *d, struct buf *out)
{
	bool joining = false;
	struct buf seats = BUF_INIT;

	for (unsigned i = 0; i < d->names.n; i++)
		joining = joining || !d->has_commit[i];
	for (unsigned i = 0; i < d->names.n; i++) {
		if (joining ? d->has_commit[i] : d->has_reveal[i])
			continue;
		buf_fmt(&seats, "%s%s", seats.n > 0 ? ", " : "", d->names.seat[i]);
	}
	language_fmt(lang, out,
	    joining ? MSG("turn", "to join: %s") : MSG("turn", "to confirm: %s"), buf_cstr(&seats));
	buf_release(&seats);
}

void
report_next_words(const struct language *lang, const struct digest *d, struct buf *out)
{
	const struct game *g = &d->pub.known;
	struct buf who = BUF_INIT;

	if (g->phase == PHASE_OVER) {
		winners_words(lang, d, SEAT_NONE, &who);
		language_fmt(lang, out, MSG("turn", "over, won by %s"), buf_cstr(&who));
	} else if (g->phase == PHASE_SETUP) {
		report_missing_words(lang, d, &who);
		language_fmt(lang, out, MSG("turn", "attempt %u, %s"), d->attempt, buf_cstr(&who));
	} else {
		language_fmt(
		    lang, out, MSG("turn", "to move: %s"), names_seat(&d->names, g->to_move));
	}
	buf_release(&who);
}

void
report_turn_words(const struct language *lang, const struct digest *d, uint8_t own, struct buf *out)
{
	const struct game *g = &d->pub.known;
	struct buf who = BUF_INIT;

	if (g->phase == PHASE_OVER) {
		winners_words(lang, d, own, &who);
		language_fmt(lang, out, MSG("turn", "The game is over, won by %s"), buf_cstr(&who));
	} else if (g->phase == PHASE_SETUP) {
		report_next_words(lang, d, &who);
		language_fmt(lang, out, MSG("turn", "The table is open: %s"), buf_cstr(&who));
	} else if (undo_request_blocks_play(&d->undo_request)) {
		language_fmt(lang, out,
		    MSG("turn", "The seats vote: the host asks to go back to digest %lld"),
		    (long long)d->undo_request.to);
	} else if (own == g->to_move) {
		language_fmt(
		    lang, out, MSG("turn", "It is your turn, %s"), names_seat(&d->names, own));
	} else {
		language_fmt(
		    lang, out, MSG("turn", "It is %s's turn"), names_seat(&d->names, g->to_move));
	}
	buf_release(&who);
}

void
report_minute(int64_t t, struct buf *out)
{
	char when[TIMESTAMP_LEN + 1];

	timestamp_text(t, when);
	buf_fmt(out, "%.10s %.5s UTC", when, when + 11);
}

/* Prints the undo request while the seats vote. */
static void
print_undo_request(struct printer *p, const struct digest *d)
{
	const struct undo_request *a = &d->undo_request;

	if (!undo_request_blocks_play(a)) {
		print_text(p, "asked", NULL, NULL);
		return;
	}
	print_open(p, "asked");
	print_number(p, "digest", NULL, a->n);
	print_number(p, "to", NULL, a->to);
	print_number(p, "need", NULL, a->need);
	print_time(p, "until", NULL, a->until);
	print_text(p, "reason", NULL, a->reason);
	report_seats(p, "yes", d, a->yes);
	report_seats(p, "no", d, a->no);
	report_seats(p, "no_vote", d, a->none);
	report_seats(p, "awaited", d, undo_request_awaited(a, &d->pub.known, d->bots));
	print_close(p);
}

/* Prints nothing if no seat is in custody. */
static void
print_custody(struct printer *p, const struct digest *d)
{
	if (d->custody == 0)
		return;
	report_seats(p, "custody", d, d->custody);
	if (d->bots != 0)
		report_seats(p, "bots", d, d->bots);
}

/* Prints the state of the game. */
static void
print_standing(struct printer *p, const struct digest *d)
{
	const struct game *g = &d->pub.known;

	print_number(p, "round", NULL, g->round);
	print_number(p, "rounds", NULL, game_rounds(g));
	print_number(p, "turn", NULL, g->turn);
	print_text(p, "to_move", NULL, seat_name(d, g->to_move));
	print_text(p, "phase", NULL, phase_name((enum phase)g->phase));
	print_time(p, "due", NULL, d->due);
	print_undo_request(p, d);
	print_text(p, "dealing", NULL, digest_dealing_name(d->dealing));
	print_custody(p, d);
	if (d->dealing != DIGEST_DEALING_TRUSTED)
		print_number(p, "attempt", NULL, d->attempt);
}

static bool
is_late(const struct report_status *s, uint8_t seat)
{
	return s->d->pub.known.to_move == seat && s->d->due >= 0 && s->now > s->d->due;
}

/* Prints the winners if the game is over. */
static void
print_won(struct printer *p, const struct digest *d)
{
	if (d->pub.known.phase == PHASE_OVER)
		report_seats(p, "winners", d, game_winners(&d->pub.known));
}

static const char *
not_empty(const char *s)
{
	return s[0] != '\0' ? s : NULL;
}

static void
print_address(struct printer *p, const struct report_mail *mail, uint8_t seat)
{
	print_text(p, "address", NULL, mail != NULL ? not_empty(mail->seat[seat].addr) : NULL);
	print_text(p, "bounce", NULL, mail != NULL ? not_empty(mail->seat[seat].bounce) : NULL);
}

static void
print_mail(struct printer *p, const struct report_status *s)
{
	const struct report_mail *mail = s->mail;

	if (mail == NULL) {
		print_text(p, "mail", NULL, NULL);
		return;
	}
	print_open(p, "mail");
	print_number(p, "waiting", NULL, mail->waiting);
	print_time(p, "oldest", NULL, mail->oldest);
	print_number(p, "failed", NULL, mail->failed);
	print_close(p);
}

static void
print_seat(struct printer *p, const struct report_status *s, uint8_t seat)
{
	const struct digest *d = s->d;
	const struct game *g = &d->pub.known;

	print_open(p, NULL);
	print_text(p, "name", NULL, seat_name(d, seat));
	print_bool(p, "late", NULL, NULL, is_late(s, seat));
	print_number(p, "cards", NULL, g->seat[seat].n_hand);
	print_bool(p, "resigned", NULL, NULL, g->seat[seat].resigned != 0);
	if (g->phase == PHASE_SETUP) {
		print_bool(p, "joined", NULL, NULL, d->has_commit[seat]);
		print_bool(p, "confirmed", NULL, NULL, d->has_reveal[seat]);
	}
	print_text(p, "display", NULL, display_name(&d->names, seat));
	print_address(p, s->mail, seat);
	print_close(p);
}

bool
report_clock_is_behind(const struct digest *d, int64_t now)
{
	return now < d->time - DAY_S;
}

/* Prints nothing unless the table is stopped. */
static void
print_stop(struct printer *p, const struct report_stop *stop)
{
	if (stop == NULL)
		return;
	print_open(p, "stopped");
	print_number(p, "n", NULL, stop->n);
	print_text(p, "head", NULL, stop->head);
	print_time(p, "found", NULL, stop->found);
	print_number(p, "held", NULL, stop->held);
	print_close(p);
}

/* ---- the state of the game for people -------------------------------------------------------- */

/* Appends the names of these seats after a message: ", yes: anna, bob". */
static void
seats_words(const struct report_status *s, const char *message, uint16_t bits, struct buf *out)
{
	const char *before = language_text(s->lang, message);

	for (uint8_t seat = 0; seat < s->d->names.n; seat++) {
		if ((bits & 1u << seat) == 0)
			continue;
		buf_fmt(out, "%s%s", before, names_seat(&s->d->names, seat));
		before = ", ";
	}
}

/* Appends the undo request while the seats vote. */
static void
asked_words(const struct report_status *s, const struct printer *p, struct buf *out)
{
	const struct undo_request *a = &s->d->undo_request;
	char until[PRINTER_TIME];

	if (!undo_request_blocks_play(a))
		return;
	print_time_text(p, a->until, until);
	language_fmt(s->lang, out,
	    MSG("status", ", asked to go back to digest %lld (%u of %u votes until %s"),
	    (long long)a->to, bits_count(a->yes), (unsigned)a->need, until);
	seats_words(s, MSG("status", ", yes: "), a->yes, out);
	seats_words(s, MSG("status", ", no: "), a->no, out);
	seats_words(s, MSG("status", ", without a vote: "), a->none, out);
	seats_words(s, MSG("status", ", awaited: "),
	    undo_request_awaited(a, &s->d->pub.known, s->d->bots), out);
	buf_chr(out, ')');
}

/* Appends who is to move, and by when. */
static void
next_words(const struct report_status *s, const struct printer *p, struct buf *out)
{
	const struct digest *d = s->d;
	struct buf next = BUF_INIT;
	char due[PRINTER_TIME];

	report_next_words(s->lang, d, &next);
	if (d->due < 0 || d->pub.known.phase == PHASE_OVER) {
		buf_add(out, buf_cstr(&next), next.n);
	} else {
		print_time_text(p, d->due, due);
		language_fmt(s->lang, out,
		    s->now > d->due ? MSG("status", "%s by %s (late)") : MSG("status", "%s by %s"),
		    buf_cstr(&next), due);
	}
	buf_release(&next);
}

/* Appends the state of the game. */
static void
standing_words(const struct report_status *s, const struct printer *p, struct buf *out)
{
	const struct digest *d = s->d;
	const struct game *g = &d->pub.known;
	struct buf next = BUF_INIT;

	next_words(s, p, &next);
	if (d->names.title[0] != '\0')
		buf_fmt(out, "\"%s\", ", d->names.title);
	language_fmt(s->lang, out,
	    MSG("status", "game %s, %s, digest %lld, round %u of %u, turn %u, %s"), d->game,
	    g->rules->name, (long long)d->n, (unsigned)g->round, game_rounds(g), (unsigned)g->turn,
	    buf_cstr(&next));
	asked_words(s, p, out);
	language_fmt(s->lang, out, MSG("status", ", dealing: %s"),
	    digest_dealing_shown(s->lang, d->dealing));
	custody_words(s->lang, d->custody, &d->names, out);
	bots_words(s->lang, d->bots, &d->names, out);
	buf_release(&next);
}

/* Appends what keeps the table from going on. */
static void
trouble_words(const struct report_status *s, const struct printer *p, struct buf *out)
{
	char paused[PRINTER_TIME];

	/* The delivery of what the last run made is unknown until the next order. */
	if (s->overdue > 0)
		language_fmt(
		    s->lang, out, MSG("status", ", undelivered: %lld"), (long long)s->undelivered);
	if (report_clock_is_behind(s->d, s->now))
		buf_str(out,
		    language_text(s->lang, MSG("status", ", the clock is before that digest")));
	if (s->stop != NULL)
		buf_str(out, language_text(s->lang, MSG("status", ", stopped")));
	if (s->paused > s->now) {
		print_time_text(p, s->paused, paused);
		language_fmt(s->lang, out, MSG("status", ", paused until %s"), paused);
	}
}

/* Appends which mails wait, which seats get none, and why. */
static void
mail_words(const struct report_status *s, const struct printer *p, struct buf *out)
{
	const struct digest *d = s->d;
	const struct report_mail *mail = s->mail;
	uint16_t without = 0;
	char oldest[PRINTER_TIME];

	if (mail->waiting > 0 && mail->oldest >= 0) {
		print_time_text(p, mail->oldest, oldest);
		language_fmt(s->lang, out, MSG("status", ", mails that wait: %lld since %s"),
		    (long long)mail->waiting, oldest);
	} else if (mail->waiting > 0) {
		language_fmt(s->lang, out, MSG("status", ", mails that wait: %lld"),
		    (long long)mail->waiting);
	}
	if (mail->waiting > 0 && mail->error[0] != '\0')
		buf_fmt(out, " (%s)", mail->error);
	if (mail->failed > 0)
		language_fmt(s->lang, out, MSG("status", ", mails that failed: %lld"),
		    (long long)mail->failed);
	for (uint8_t i = 0; i < d->names.n; i++)
		without |= (uint16_t)((unsigned)(mail->seat[i].addr[0] == '\0') << i);
	without = (uint16_t)(without & ~(unsigned)d->bots); /* which need none */
	seats_words(s, MSG("status", ", no address: "), without, out);
	for (uint8_t i = 0; i < d->names.n; i++) {
		const struct report_address *a = &mail->seat[i];

		if (a->is_dead)
			language_fmt(s->lang, out, MSG("status", ", mail to %s bounces: %s"),
			    seat_name(d, i), a->bounce);
		else if (a->is_unconfirmed)
			language_fmt(s->lang, out,
			    MSG("status", ", the address of %s is not confirmed"), seat_name(d, i));
	}
}

static void
status_words(const struct report_status *s, struct printer *p)
{
	struct buf *out = print_human_buf(p), line = BUF_INIT;

	if (out == NULL)
		return;
	standing_words(s, p, &line);
	trouble_words(s, p, &line);
	if (s->mail != NULL)
		mail_words(s, p, &line);
	/* Titles and answers of mail servers are text of others. */
	utf8_add_printable(buf_cstr(&line), line.n, out);
	buf_chr(out, '\n');
	buf_release(&line);
}

void
report_status(const struct report_status *s, struct printer *p)
{
	print_open(p, NULL);
	print_text(p, "title", NULL, s->d->names.title[0] != '\0' ? s->d->names.title : NULL);
	print_digest(p, s->d, s->head);
	print_standing(p, s->d);
	print_time(p, "time", NULL, s->d->time);
	print_number(p, "undelivered", NULL, s->undelivered);
	print_bool(p, "clock_behind", NULL, NULL, report_clock_is_behind(s->d, s->now));
	print_stop(p, s->stop);
	if (s->paused > s->now)
		print_time(p, "paused_until", NULL, s->paused);
	else
		print_text(p, "paused_until", NULL, NULL);
	print_text(p, "operator", NULL, s->operator_key);
	print_bool(p, "watchers_open", NULL, NULL, s->watchers_open);
	report_people(p, s->d);
	print_open_list(p, "seats");
	for (uint8_t i = 0; i < s->d->names.n; i++)
		print_seat(p, s, i);
	print_close(p);
	print_won(p, s->d);
	print_mail(p, s);
	status_words(s, p);
	print_close(p);
}

void
report_status_of(const char *file, const struct buf *line, const struct printer *p)
{
	struct printer of = *p;

	print_open(&of, NULL);
	if (print_human_buf(&of) == NULL) {
		of.out->n--; /* continues the object */
		buf_add(of.out, buf_cstr(line), line->n - 1);
		of.more = true;
	}
	print_text(&of, "file", "%: ", file);
	print_human(&of, "%.*s\n", (int)line->n, buf_cstr(line));
	print_close(&of);
}

/* Prints the public copies. */
static void
print_events(
    struct printer *p, const struct digest *d, const struct events *ev, const struct notes *notes)
{
	print_open_list(p, "events");
	for (uint32_t i = 0; i < ev->n; i++) {
		struct event e = event_redact(&ev->at[i], SEAT_NONE);

		print_json(p, NULL, position_event_json(d->pub.known.rules, &d->names, &e));
	}
	for (unsigned i = 0; i < notes->n; i++)
		print_json(p, NULL, position_note_json(&d->names, &notes->at[i]));
	print_close(p);
}

void
report_apply_json(const struct digest *d, const char *head, const char *order_hash,
    const struct events *ev, const struct notes *notes, struct buf *out)
{
	struct printer p = printer_json(out);

	print_open(&p, NULL);
	print_digest(&p, d, head);
	print_text(&p, "order", NULL, order_hash);
	print_standing(&p, d);
	print_events(&p, d, ev, notes);
	print_bool(&p, "repeated", NULL, NULL, false);
	print_close(&p);
}

/* Parses a line of report_apply_json. */
static json_t *
load_apply(const char *json, size_t n)
{
	json_t *stored = json_loadb(json, n, 0, NULL);

	/* Stored bytes that are not an object: the game file is damaged; other checks report it. */
	if (json_is_object(stored))
		return stored;
	json_decref(stored);
	return json_object();
}

static void
set_member(json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, value) < 0)
		BUG("a report without a value");
}

static void
set_text(json_t *object, const char *key, const char *text)
{
	set_member(object, key, text != NULL ? json_string(text) : json_null());
}

static void
set_time(json_t *object, const char *key, int64_t t)
{
	char text[TIMESTAMP_LEN + 1];

	if (t <= 0)
		return;
	timestamp_text(t, text);
	set_text(object, key, text);
}

void
report_repeated_json(const char *json, size_t n, struct buf *out)
{
	struct printer p = printer_json(out);
	json_t *stored = load_apply(json, n);

	set_member(stored, "repeated", json_true());
	print_json(&p, NULL, stored);
	buf_chr(out, '\n');
}

void
report_outcome(const struct report_outcome *o, struct buf *out)
{
	struct printer p = printer_json(out);
	json_t *all = load_apply(o->json, o->json_n);

	set_text(all, "seat", o->seat);
	set_text(all, "result", o->result);
	set_text(all, "code", o->code);
	set_text(all, "file", o->file);
	set_time(all, "due", o->due);
	set_time(all, "acts", o->acts);
	if (o->dry)
		set_member(all, "dry_run", json_true());
	if (o->why != NULL) {
		set_text(all, "message", o->why->msg);
		if (o->why->hint[0] != '\0')
			set_text(all, "hint", o->why->hint);
		if (o->why->line > 0)
			set_member(all, "line", json_integer(o->why->line));
		if (o->answers >= 0)
			set_member(all, "for", json_integer(o->answers));
		if (o->receipt != NULL)
			set_text(all, "receipt", o->receipt);
	}
	print_json(&p, NULL, all);
	buf_chr(out, '\n');
}

static void
print_read(struct printer *p, const struct digest *d, const char *head, const char *seat)
{
	print_open(p, NULL);
	print_digest(p, d, head);
	print_text(p, "seat", NULL, seat);
	print_bool(p, "verified", NULL, NULL, true);
	print_standing(p, d);
	print_time(p, "time", NULL, d->time);
	report_people(p, d);
	report_summary(p, d);
}

/* Prints the seats of a table whose cards are not dealt yet. */
static void
print_joining(struct printer *p, const struct digest *d)
{
	if (d->pub.known.phase != PHASE_SETUP)
		return;
	print_open_list(p, "seats");
	for (uint8_t i = 0; i < d->names.n; i++) {
		print_open(p, NULL);
		print_text(p, "name", NULL, d->names.seat[i]);
		print_text(p, "sign", NULL, d->seat_sign[i][0] != '\0' ? d->seat_sign[i] : NULL);
		print_bool(p, "joined", NULL, NULL, d->has_commit[i]);
		print_bool(p, "confirmed", NULL, NULL, d->has_reveal[i]);
		print_close(p);
	}
	print_close(p);
}

static void
print_names(struct printer *p, const struct digest *d)
{
	const struct names *names = &d->names;

	print_text(p, "title", NULL, names->title[0] != '\0' ? names->title : NULL);
	print_open(p, "names");
	for (uint8_t i = 0; i < names->n; i++)
		print_text(p, names->seat[i], NULL, display_name(names, i));
	print_close(p);
	print_joining(p, d);
}

static void
append_string(void *arg, const char *line)
{
	(void)json_array_append_new(arg, json_string(line));
}

static json_t *
view_orders_json(const struct private_view *v, const struct names *names)
{
	json_t *out = json_array();

	(void)private_view_orders(v, names, false, append_string, out);
	return out;
}

static void
print_news(struct printer *p, const struct digest *d, const struct report_news *news)
{
	print_events(p, d, news->ev, news->notes);
	print_lines(p, "since", buf_cstr(news->since), news->since->n);
	print_open_list(p, "not_signed_here");
	for (unsigned i = 0; i < news->n_foreign; i++) {
		print_open(p, NULL);
		print_number(p, "n", NULL, news->foreign[i].n);
		print_text(p, "kind", NULL, news->foreign[i].kind);
		print_close(p);
	}
	print_close(p);
	print_open_list(p, "unchecked");
	for (unsigned i = 0; i < news->n_unchecked; i++)
		print_number(p, NULL, NULL, news->unchecked[i]);
	print_close(p);
}

static void
print_signed(struct printer *p, const struct report_news *news)
{
	print_open_list(p, "orders");
	for (size_t i = 0; i < news->n_order; i++) {
		const struct report_signed *o = &news->order[i];

		print_open(p, NULL);
		print_text(p, "order", NULL, o->hash);
		print_open_list(p, "do");
		for (unsigned k = 0; k < o->b.n_do; k++)
			print_text(p, NULL, NULL, o->b.doing[k]);
		print_close(p);
		print_text(p, "say", NULL, o->b.say[0] != '\0' ? o->b.say : NULL);
		print_text(p, "result", NULL, o->result);
		if (o->n >= 0)
			print_number(p, "n", NULL, o->n);
		else
			print_text(p, "n", NULL, NULL);
		if (o->b.turn == TURN_EVERY) {
			print_open_list(p, "played");
			for (unsigned k = 0; k < o->n_played; k++)
				print_number(p, NULL, NULL, o->played[k]);
			print_close(p);
		}
		print_close(p);
	}
	print_close(p);
}

void
report_read_json(const struct digest *d, const char *head, const struct private_view *v,
    const struct report_news *news, const struct buf *next_line, const struct buf *every_line,
    struct buf *out)
{
	struct printer p = printer_json(out);
	char hash_text[BASE32_HASH + 1];

	print_read(&p, d, head, v->seat);
	print_number(&p, "seq", NULL, v->seq);
	print_json(&p, "position", position_json(&v->view, &d->names, 0));
	print_json(&p, "can", view_orders_json(v, &d->names));
	base32_text(v->queued_next, sizeof v->queued_next, hash_text);
	print_text(&p, "waiting", NULL, v->has_queued_next ? hash_text : NULL);
	print_lines(&p, "standing", buf_cstr(next_line), next_line->n);
	if (v->has_queued_every) {
		base32_text(v->queued_every, sizeof v->queued_every, hash_text);
		print_text(&p, "every", NULL, hash_text);
		print_lines(&p, "repeating", buf_cstr(every_line), every_line->n);
	}
	print_signed(&p, news);
	print_names(&p, d);
	report_known(&p, d, &v->view, news->know);
	print_won(&p, d);
	print_news(&p, d, news);
	print_close(&p);
}

void
report_public_json(
    const struct digest *d, const char *head, const struct report_news *news, struct buf *out)
{
	struct printer p = printer_json(out);

	print_read(&p, d, head, NULL);
	print_json(&p, "position", position_json(&d->pub, &d->names, 0));
	print_lines(&p, "can", "", 0);
	print_text(&p, "waiting", NULL, NULL);
	print_lines(&p, "standing", "", 0);
	print_signed(&p, news);
	print_names(&p, d);
	report_known(&p, d, &d->pub, news->know);
	print_won(&p, d);
	print_news(&p, d, news);
	print_close(&p);
}

void
report_order(const struct order_block *b, int verified, const char *block, const char *link,
    struct printer *p)
{
	char head[BASE32_HASH + 1];

	base32_text(b->head, sizeof b->head, head);
	print_open(p, NULL);
	print_text(p, "game", NULL, b->game);
	print_text(p, "seat", NULL, b->seat);
	if (b->turn < 0)
		print_text(p, "turn", NULL, order_block_turn_word(b->turn));
	else
		print_number(p, "turn", NULL, b->turn);
	print_number(p, "seq", NULL, b->seq);
	print_text(p, "head", NULL, head);
	print_open_list(p, "do");
	for (unsigned i = 0; i < b->n_do; i++)
		print_text(p, NULL, NULL, b->doing[i]);
	print_close(p);
	print_text(p, "say", NULL, b->say[0] != '\0' ? b->say : NULL);
	if (verified < 0)
		print_text(p, "verified", NULL, NULL);
	else
		print_bool(p, "verified", NULL, NULL, verified);
	if (block != NULL)
		print_text(p, "block", "%", block);
	if (link != NULL)
		print_text(p, "link", NULL, link);
	print_close(p);
}

void
report_log(const struct report_log *l, const struct buf *since, struct printer *p)
{
	print_open(p, NULL);
	print_number(p, "n", "%", l->n);
	print_time(p, "time", "  %", l->time);
	print_number(p, "turn", NULL, l->turn);
	print_text(p, "seat", "  %\n", l->seat);
	if (l->seat == NULL)
		print_human(p, "  %s\n",
		    language_text(l->lang,
			l->n == 0            ? MSG("log", "deal") :
			    l->order != NULL ? MSG("log", "somebody") :
					       MSG("log", "host")));
	print_text(p, "head", NULL, l->head);
	print_text(p, "order", NULL, l->order);
	print_lines(p, "since", buf_cstr(since), since->n);
	if (l->events != NULL) {
		print_events(p, l->d, &l->events->ev, &l->events->notes);
	} else {
		print_open_list(p, "events");
		print_close(p);
	}
	print_close(p);
}

void
report_key(const char *name, const char *sign, const char *age, const char *fingerprint,
    bool secret, struct printer *p)
{
	print_open(p, NULL);
	print_text(p, "name", NULL, name);
	print_human(p, "%-*s", NAME_MAX_LEN, name != NULL ? name : "");
	print_text(p, "sign", NULL, sign);
	print_text(p, "age", NULL, age);
	print_text(p, "fingerprint", "  %", fingerprint);
	print_bool(p, "secret", "  secret\n", "  public\n", secret);
	print_close(p);
}

void
report_error(const struct language *lang, const char *verb, const char *code, const struct err *err,
    struct printer *p)
{
	struct buf message = BUF_INIT, what_to_do = BUF_INIT;
	bool hint = err->hint[0] != '\0', line = err->line > 0;

	print_open(p, NULL);
	print_open(p, "error");
	print_human(p, "adit: ");
	print_text(p, NULL, "%: ", verb);
	if (line)
		print_number(p, NULL, language_text(lang, MSG("error", "line %: ")), err->line);
	print_text(p, "code", NULL, code);
	error_text_message(lang, err, &message);
	print_text(p, "message", "%", buf_cstr(&message));
	error_text_hint(lang, err, &what_to_do);
	if (hint)
		print_text(p, "hint", "; %", buf_cstr(&what_to_do));
	if (line)
		print_number(p, "line", NULL, err->line);
	print_human(p, "\n");
	print_close(p);
	print_close(p);
	buf_release(&message);
	buf_release(&what_to_do);
}

const char *
report_version(void)
{
	return JANSSON_VERSION;
}
