/*
 * Writes digests. The layout is specified in adit(5), "Digests".
 *
 * (D1) Every line has at most DRAW_COLUMNS columns, ends with \n and has no trailing blank.
 * (D2) The text depends only on the arguments.
 * (D3) Facts are taken from views and public event copies, so no hidden information can get in.
 */

#include "wire/digest.h"

#include "draw/draw.h"
#include "text/options.h"
#include "wire/custody.h"
#include "wire/position.h"
#include "wire/standby.h"
#include "text/since.h"
#include "util/lines.h"
#include "util/wrap.h"
#include "util/base32.h"
#include "util/timestamp.h"

enum { KEEP_COLUMNS = 64, SIG_COLUMNS = 60 };

const char *
digest_dealing_shown(const struct language *lang, enum digest_dealing dealing)
{
	static const char *const name[] = {
		[DIGEST_DEALING_TRUSTED] = MSG("dealing", "trusted"),
		[DIGEST_DEALING_OPEN] = MSG("dealing", "open"),
		[DIGEST_DEALING_AUDITED] = MSG("dealing", "audited"),
	};

	return language_text(lang, name[dealing]);
}

const char *
digest_dealing_name(enum digest_dealing dealing)
{
	static const char *const name[] = {
		[DIGEST_DEALING_TRUSTED] = "trusted",
		[DIGEST_DEALING_OPEN] = "open",
		[DIGEST_DEALING_AUDITED] = "audited",
	};

	return name[dealing];
}

static void
append_time(const char *key, int64_t t, struct buf *out)
{
	char when[TIMESTAMP_LEN + 1];

	if (t < 0) {
		buf_fmt(out, "%s: -\n", key);
		return;
	}
	timestamp_text(t, when);
	buf_fmt(out, "%s: %s\n", key, when);
}

static void
append_hash(const char *key, bool has, const unsigned char hash[static 32], struct buf *out)
{
	char text[BASE32_HASH + 1];

	base32_text(hash, 32, text);
	buf_fmt(out, "%s: %s\n", key, has ? text : "-");
}

static void
append_header(const struct digest *d, struct buf *out)
{
	const struct game *g = &d->pub.known;

	buf_str(out, DIGEST_HEADING "\n");
	buf_fmt(out, "game: %s\n", d->game);
	buf_fmt(out, "rules: %s\n", g->rules->name);
	if (deck_is_house(g->rules))
		buf_str(out, "deck: house\n");
	buf_fmt(out, "n: %lld\n", (long long)d->n);
	buf_fmt(out, "round: %u of %u\n", g->round, game_rounds(g));
	buf_fmt(out, "turn: %u\n", g->turn);
	append_hash("prev", d->n > 0, d->prev, out);
	append_time("time", d->time, out);
	buf_fmt(
	    out, "next: %s\n", g->to_move == SEAT_NONE ? "-" : names_seat(&d->names, g->to_move));
	append_time("due", d->due, out);
	buf_fmt(out, "dealing: %s\n", digest_dealing_name(d->dealing));
	if (d->dealing != DIGEST_DEALING_TRUSTED)
		buf_fmt(out, "attempt: %u\n", d->attempt);
	custody_text(d->custody, d->bots, &d->names, out);
	append_hash("order", d->has_order, d->order, out);
	buf_fmt(out, "text: %lld\n", (long long)d->text);
}

static void
append_option(void *arg, const char *name, const char *value)
{
	buf_fmt(arg, "  option: %s=%s\n", name, value);
}

/* What digest 0 sets for the whole game. */
static void
append_setup(const struct digest *d, struct buf *out)
{
	const struct game *g = &d->pub.known;
	char name[CARD_NAME_MAX];

	buf_str(out, "\nsetup:\n");
	buf_fmt(out, "  revision: %u\n", g->rules->revision);
	options_each(&g->options, g->rules, &d->names, append_option, out);
	if (d->clock.limit_s < 0)
		buf_str(out, "  limit: -\n");
	else
		buf_fmt(out, "  limit: %lld s\n", (long long)d->clock.limit_s);
	time_control_text(&d->clock, "  ", out);
	if (d->host_seat)
		buf_str(out, "  host-seat: yes\n");
	if (d->names.title[0] != '\0')
		buf_fmt(out, "  title: %s\n", d->names.title);
	if (d->names.web[0] != '\0')
		buf_fmt(out, "  web: %s\n", d->names.web);
	if (d->names.client[0] != '\0')
		buf_fmt(out, "  client: %s\n", d->names.client);
	for (unsigned i = 0; i < d->names.n; i++)
		if (d->names.display[i][0] != '\0')
			buf_fmt(out, "  name: %s %s\n", d->names.seat[i], d->names.display[i]);
	bots_text(&d->clock.bots, &d->names, "  ", out);
	append_hash("  commit", true, d->commit, out);
	for (unsigned i = 0; i < d->names.n && d->dealing == DIGEST_DEALING_TRUSTED; i++)
		buf_fmt(out, "  seat: %s\n  sign: %s\n  age: %s\n", d->names.seat[i],
		    d->seat_sign[i], d->seat_age[i]);
	for (unsigned i = 0; i < g->rules->n_cards && g->rules->card[i].copies > 0; i++) {
		card_name(g->rules, (card_id)i, name);
		buf_fmt(out, "  card: %s %u\n", name, g->rules->card[i].copies);
	}
}

/* The keys of the seats that have joined, and the shares of the deal as far as they are known. */
static void
append_seats(const struct digest *d, struct buf *out)
{
	buf_str(out, "\nseats:\n");
	for (unsigned i = 0; i < d->names.n; i++) {
		bool is_bound = d->seat_sign[i][0] != '\0';

		buf_fmt(out, "  seat: %s\n  sign: %s\n  age: %s\n", d->names.seat[i],
		    is_bound ? d->seat_sign[i] : "-", is_bound ? d->seat_age[i] : "-");
		append_hash("  commit", d->has_commit[i], d->seat_commit[i], out);
		append_hash("  reveal", d->has_reveal[i], d->seat_reveal[i], out);
	}
}

static void
append_section(const char *key, const char *lines, struct buf *out)
{
	if (lines != NULL)
		buf_fmt(out, "\n%s:\n%s", key, lines);
}

void
digest_pending_text(const struct language *lang, const struct digest *d, struct buf *out)
{
	const struct undo_request *a = &d->undo_request;
	struct buf line = BUF_INIT;

	if (a->n > 0) {
		/* The digest with the request has the reason, too. */
		const bool why = a->is == UNDO_REQUEST_OPEN && a->n < d->n;

		undo_request_words(lang, a, d->custody, &line);
		if (why)
			buf_str(&line, language_text(lang, MSG("vote", ", for this reason:")));
		since_line(line.p, out);
		if (why)
			since_quote(a->reason, strlen(a->reason), out);
	}
	new_keys_words(lang, &d->new_keys, &d->names, d->custody, d->bots, out);
	proposals_status(lang, &d->people.proposals, &d->names, d->custody, out);
	standby_words(lang, &d->people, &d->names, out);
	buf_release(&line);
}

void
digest_words(const struct language *lang, const struct digest *d, const struct events *ev,
    const struct notes *notes, const char *reason, uint8_t you, struct buf *out)
{
	since_for_reader(lang, d->pub.known.rules, &d->names, ev, notes, reason, you, out);
	digest_pending_text(lang, d, out);
}

static void
append_new_keys(const struct digest *d, struct buf *out)
{
	struct buf lines = BUF_INIT;

	new_keys_text(&d->new_keys, &d->names, &lines);
	append_section("new-keys", lines.p, out);
	buf_release(&lines);
}

void
digest_round_end(
    const struct digest *d, const struct view *before, const struct events *ev, struct buf *out)
{
	draw_round_end(NULL, before, &d->pub, ev, &d->names, 0, DRAW_COLUMNS, out);
}

json_t *
digest_position(const struct digest *d)
{
	return position_json(&d->pub, &d->names, POSITION_BRIEF);
}

void
digest_position_release(json_t *position)
{
	json_decref(position);
}

void
digest_body_text(const struct digest *d, const struct digest_content *news, struct buf *out)
{
	json_t *position = news->position != NULL ? json_incref(news->position) :
						    digest_position(d);

	append_header(d, out);
	if (d->n == 0)
		append_setup(d, out);
	if (deck_is_house(d->pub.known.rules)) {
		buf_str(out, "\ndeck:\n");
		deck_text(d->pub.known.rules, "  ", out);
	}
	if (d->has_seats)
		append_seats(d, out);
	buf_str(out, "\nsince:\n");
	if (news->since != NULL)
		buf_str(out, news->since);
	else
		digest_words(NULL, d, news->ev, news->notes, news->reason, SEAT_NONE, out);
	buf_str(out, "\nevents:\n");
	digest_events_text(d->pub.known.rules, &d->names, news->ev, news->notes, SEAT_NONE, out);
	append_section("host", news->act, out);
	if (d->undo_request.n > 0) {
		buf_str(out, "\nasked:\n");
		undo_request_text(&d->undo_request, &d->names, out);
	}
	append_new_keys(d, out);
	if (d->has_people) {
		buf_str(out, "\npeople:\n");
		people_text(&d->people, &d->names, out);
	}
	append_section("ended", news->ended, out);
	if (d->has_summary) {
		buf_str(out, "\nsummary:\n");
		summary_text(&d->summary, &d->names, out);
	}
	if (d->pub.known.phase != PHASE_SETUP) {
		buf_str(out, "\ntable:\n");
		if (news->table != NULL)
			buf_str(out, news->table);
		else
			draw_seats(NULL, &d->pub, &d->names, 0, out);
		buf_str(out, "\nboard:\n");
		if (news->board != NULL)
			buf_str(out, news->board);
		else
			draw_board(NULL, &d->pub, &d->names,
			    &(struct draw_board_options){ .columns = DRAW_COLUMNS }, out);
	}
	append_section("keys", news->keys, out);
	append_section("leaves", news->leaves, out);
	append_section("reveal", news->reveal, out);
	buf_str(out, "\nposition:\n");
	position_lines(position, DRAW_COLUMNS, out);
	json_decref(position);
	buf_fmt(out, "\nhost-sign: %s\nhost-age: %s\nkeep:\n", d->host_sign, d->host_age);
	wrap_bytes(news->keep, strlen(news->keep), "  ", KEEP_COLUMNS, out);
}

void
digest_views_text(const struct digest *d, struct buf *out)
{
	char text[BASE32_HASH + 1];

	for (unsigned i = 0; i < d->names.n && d->dealing != DIGEST_DEALING_OPEN; i++) {
		base32_text(d->view_hash[i], 32, text);
		buf_fmt(out, "view: %s\n  %s\n", d->names.seat[i], text);
	}
}

void
digest_sig_text(const char *sig64, struct buf *out)
{
	buf_str(out, "sig:\n");
	wrap_bytes(sig64, strlen(sig64), "", SIG_COLUMNS, out);
}

void
digest_head_text(const unsigned char hash[static 32], const unsigned char *zero, struct buf *out)
{
	append_hash("head", true, hash, out);
	append_hash("zero", zero != NULL, zero != NULL ? zero : hash, out);
}

void
digest_for_text(const char *name, const char *armor, size_t n, struct buf *out)
{
	buf_fmt(out, "\nfor %s:\n", name);
	buf_add(out, armor, n);
	if (n == 0 || armor[n - 1] != '\n')
		buf_chr(out, '\n');
}

void
digest_for_seat(const char *s, const struct digest_layout *t, const struct names *names,
    uint8_t seat, struct buf *out)
{
	size_t public_n = t->whole.at + t->whole.n;

	/* The first private view follows the signature, after an empty line. */
	for (unsigned k = 0; k < names->n; k++) {
		char heading[NAME_MAX_LEN + 8];
		size_t found;

		(void)snprintf(heading, sizeof heading, "for %s:", names->seat[k]);
		found = lines_find(s, public_n, t->signed_part.at + t->signed_part.n, heading);
		if (found < public_n)
			public_n = found - 1;
	}
	buf_add(out, s + t->whole.at, public_n - t->whole.at);
	if (seat != SEAT_NONE && t->sealed[seat].n > 0)
		digest_for_text(names->seat[seat], s + t->sealed[seat].at, t->sealed[seat].n, out);
}
