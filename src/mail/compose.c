/*
 * Outgoing mails.
 *
 * (C1) Headers contain only names with a fixed alphabet (game, seat, address, Message-ID),
 *      numbers, and the title of the game as mail/subject.h writes it.
 * (C2) The boundary can appear neither in quoted-printable nor in base64.
 */
#include "mail/compose.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "draw/draw.h"
#include "mail/compose_narrow.h"
#include "mail/invitation.h"
#include "mail/plain_seat.h"
#include "mail/subject.h"
#include "util/base64.h"
#include "util/lines.h"
#include "util/mem.h"
#include "util/timestamp.h"
#include "util/utf8.h"
#include "wire/host_action.h"
#include "wire/report.h"

#define BOUNDARY "=_adit" /* (C2) */
#define EITHER   "=_adit-either"

enum {
	QUOTED_COLUMNS = 76,
	BASE64_BYTES = 57 /* per line */
};

/* ---- headers ----------------------------------------------------------------------------------- */

void
compose_date(int64_t t, struct buf *out)
{
	static const char day[7][4] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
	static const char month[12][4] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug",
		"Sep", "Oct", "Nov", "Dec" };
	const time_t then = (time_t)t;
	struct tm tm = { .tm_mday = 1 };

	(void)gmtime_r(&then, &tm); /* cannot fail: stored times have a valid year */
	buf_fmt(out, "Date: %s, %d %s %d %02d:%02d:%02d +0000\n", day[tm.tm_wday], tm.tm_mday,
	    month[tm.tm_mon], tm.tm_year + 1900, tm.tm_hour, tm.tm_min, tm.tm_sec);
}

static void
add_id(const struct compose *c, int64_t n, const char *kind, struct buf *out)
{
	const struct digest *d = c->newest;
	char to[MESSAGE_TO_MAX + 1];

	message_to(&d->names, c->seat, to);
	if (kind[0] == 'a') {
		char token[MESSAGE_TOKEN + 1];

		message_id_address_token(c->s, to, n, kind, c->to, token);
		message_id_put(d->game, to, n, kind, token, mail_address_domain(c->table), out);
		return;
	}
	message_id_make(c->s, d->game, to, n, kind, mail_address_domain(c->table), out);
}

void
compose_message_id(const struct compose *c, struct buf *out)
{
	int64_t id;

	if (c->plain != NULL)
		plain_seat_id(
		    c->plain->seat, c->newest->n, c->kind, mail_address_domain(c->table), out);
	else if (c->seat == STORE_ASKED &&
	    number_parse(c->kind + 1, strlen(c->kind + 1), INT64_MAX, &id) == 0)
		add_id(c, id, c->kind, out); /* its token is for this row alone (mail/watch.h) */
	else
		add_id(c, c->newest->n, c->kind, out);
}

/* References the first mail of the round to this seat, and the mail before this one. They are
 * computed even if those digests were combined into other mails. The ids of mails to a plain seat
 * are secrets, so there it is an id that no mail has: it joins the mails of a round as well. */
static void
add_references(const struct compose *c, struct buf *out)
{
	/* An answer follows the newest digest. A digest follows the one before it. */
	const int64_t before = c->newest->n - (c->kind[0] == '\0');

	/* Who gets the question to a new address may be anybody. */
	if (c->kind[0] == 'a')
		return;
	if (before >= c->round_n && c->seat != STORE_ASKED) {
		buf_str(out, "References: ");
		add_id(c, c->round_n, "", out);
		if (before > c->round_n && c->plain == NULL) {
			buf_str(out, "\n ");
			add_id(c, before, "", out);
		}
		if (c->in_reply_to[0] != '\0')
			buf_fmt(out, "\n %s", c->in_reply_to);
		buf_chr(out, '\n');
	}
	if (c->in_reply_to[0] != '\0')
		buf_fmt(out, "In-Reply-To: %s\n", c->in_reply_to);
}

static const char *
kind_name(const struct compose *c)
{
	switch (c->kind[0]) {
	case '\0':
		return "digest";
	case 'r':
		return "receipt";
	case 'd':
		return "due";
	case 's':
		return "setting";
	case 'a':
		return "address";
	default:
		return "help";
	}
}

static void
add_head(const struct compose *c, struct buf *out)
{
	const struct digest *d = c->newest;
	const struct game *g = &d->pub.known;
	const bool replies = (c->kind[0] != '\0' && strchr("da", c->kind[0]) == NULL) ||
	    c->in_reply_to[0] != '\0';
	char token[MESSAGE_TOKEN_TEXT + 1];

	buf_str(out, "From:");
	buf_str(out, subject_put_title(d, true, false, out) ? "\n" : "");
	buf_fmt(out, " <%s>\nTo: <%s>\n", c->table, c->to);
	subject_put(c, out);
	compose_date(c->made, out);
	buf_str(out, "Message-ID: ");
	compose_message_id(c, out);
	buf_chr(out, '\n');
	add_references(c, out);
	buf_fmt(out, "Auto-Submitted: %s\n", replies ? "auto-replied" : "auto-generated");
	buf_fmt(out, "List-Id: <%s.adit.%s>\n", d->game, mail_address_domain(c->table));
	if (c->seat >= STORE_WATCHER && c->seat < STORE_OPERATOR) {
		message_unwatch_token(c->s, c->to, token);
		buf_fmt(out, "List-Unsubscribe: <mailto:%s?subject=adit-unwatch%%20%s.%s>\n",
		    c->table, d->game, token);
	}
	buf_str(out, "X-Auto-Response-Suppress: All\n");
	if (c->kind[0] == 'a')
		buf_fmt(out, "X-Adit: game=%s; kind=address\n", d->game);
	else
		buf_fmt(out, "X-Adit: game=%s; n=%" PRId64 "; turn=%u; next=%s; kind=%s\n", d->game,
		    d->n, (unsigned)g->turn,
		    g->to_move == SEAT_NONE ? "-" : names_seat(&d->names, g->to_move),
		    kind_name(c));
	if (c->lang != NULL)
		buf_fmt(out, "Content-Language: %s\n", c->lang->code);
	buf_str(out,
	    "MIME-Version: 1.0\n"
	    "Content-Type: multipart/mixed; boundary=\"" BOUNDARY "\"\n\n");
}

/* ---- parts --------------------------------------------------------------------------------------- */

/* Sets `out` to the quoted-printable form of the first of n bytes. begins: the byte begins a
 * line of the mail. */
static void
quote_byte(const char *rest, size_t n, bool begins, char out[static 4])
{
	const unsigned char c = (unsigned char)rest[0];
	const bool ends = n == 1 && (c == ' ' || c == '\t');
	/* Programs for mbox and SMTP change this at the beginning of a line. */
	const bool changes = begins &&
	    ((n >= 5 && memcmp(rest, "From ", 5) == 0) || (c == '.' && n == 1));

	if (c < ' ' || c > '~' || c == '=' || ends || changes)
		(void)snprintf(out, 4, "=%02X", c);
	else
		(void)snprintf(out, 4, "%c", c);
}

void
compose_quoted(const char *s, size_t n, struct buf *out)
{
	struct lines l = { s, n, 0, 1 };
	const char *p;
	size_t len;

	while (lines_next(&l, &p, &len)) {
		size_t column = 0;

		for (size_t i = 0; i < len; i++) {
			char c[4];

			quote_byte(p + i, len - i, column == 0, c);
			if (column + strlen(c) > QUOTED_COLUMNS - (i + 1 < len)) {
				buf_str(out, "=\n");
				column = 0;
				quote_byte(p + i, len - i, true, c);
			}
			buf_str(out, c);
			column += strlen(c);
		}
		buf_chr(out, '\n');
	}
}

static void
add_file(const char *game, const char *name, const char *s, size_t n, struct buf *out)
{
	char line[BASE64_SIZE(BASE64_BYTES)];

	buf_fmt(out,
	    "\n--" BOUNDARY "\n"
	    "Content-Type: text/plain; charset=UTF-8; name=\"%s-%s.txt\"\n"
	    "Content-Disposition: attachment; filename=\"%s-%s.txt\"\n"
	    "Content-Transfer-Encoding: base64\n\n",
	    game, name, game, name);
	for (size_t at = 0; at < n; at += BASE64_BYTES) {
		const size_t some = n - at < BASE64_BYTES ? n - at : BASE64_BYTES;

		base64_put(s + at, some, line);
		buf_add(out, line, BASE64_SIZE(some));
		buf_chr(out, '\n');
	}
}

/* ---- the first part -------------------------------------------------------------------------------- */

void
compose_turn(const struct compose *c, struct buf *out)
{
	const struct digest *d = c->newest;
	const struct game *g = &d->pub.known;
	const size_t at = out->n;
	struct buf who = BUF_INIT;

	if (undo_request_blocks_play(&d->undo_request)) {
		undo_request_words(c->lang, &d->undo_request, d->custody, out);
	} else if (subject_wish_of(d, c->seat) == SUBJECT_JOIN) {
		language_fmt(c->lang, out, MSG("mail", "It is your turn to join, %s"),
		    d->names.seat[c->seat]);
	} else if (g->phase == PHASE_SETUP) {
		report_missing_words(c->lang, d, &who);
		language_fmt(c->lang, out, MSG("mail", "Still %s"), buf_cstr(&who));
	} else if (g->phase == PHASE_OVER) {
		report_next_words(c->lang, d, out);
	} else if (g->to_move == c->seat) {
		language_fmt(
		    c->lang, out, MSG("turn", "It is your turn, %s"), d->names.seat[c->seat]);
	} else {
		language_fmt(c->lang, out, MSG("mail", "It is the turn of %s"),
		    names_seat(&d->names, g->to_move));
	}
	utf8_capital(out, at);
	if (out->p[out->n - 1] != '.')
		buf_chr(out, '.');
	buf_chr(out, '\n');
	buf_release(&who);
}

void
compose_due(const struct compose *c, struct buf *out)
{
	const int64_t due = c->newest->due;
	char until[TIMESTAMP_LEN + 1];

	if (due < 0)
		return;
	timestamp_text(due, until);
	language_fmt(c->lang, out,
	    c->made < due ? MSG("mail", "Your order is due on %.10s at %.5s UTC.") :
			    MSG("mail", "Your order was due on %.10s at %.5s UTC."),
	    until, until + 11);
	buf_chr(out, '\n');
}

/* Breaks the lines of words from `at` on that are too long: those with names of players. */
static void
wrap_words_from(struct buf *text, size_t at)
{
	struct buf words = BUF_INIT;
	struct lines l;
	const char *line;
	size_t n;

	buf_add(&words, text->p + at, text->n - at);
	text->n = at;
	l = (struct lines){ words.p, words.n, 0, 1 };
	while (lines_next(&l, &line, &n)) {
		if (n > WRAP_COLUMNS && *line != ' ')
			wrap_text(line, n, "", "", WRAP_COLUMNS, text);
		else
			buf_fmt(text, "%.*s\n", (int)n, line);
	}
	buf_wipe(&words);
}

void
compose_end_piece(struct mail_body *w, enum mail_part_kind kind)
{
	const size_t at = w->n > 0 ? w->piece[w->n - 1].at + w->piece[w->n - 1].n : 0;

	if (w->text.n > at && (kind == MAIL_PART_LEAD || kind == MAIL_PART_WORDS))
		wrap_words_from(&w->text, at);
	if (w->text.n > at && w->n < MAIL_PARTS_MAX)
		w->piece[w->n++] = (struct mail_part){ kind, at, w->text.n - at, NULL };
}

void
compose_section(const struct buf *lines, enum mail_part_kind kind, struct mail_body *w)
{
	if (lines->n == 0)
		return;
	buf_chr(&w->text, '\n');
	buf_add(&w->text, lines->p, lines->n);
	compose_end_piece(w, kind);
}

/* Returns the scores in the end of a round, which follow the board. */
static const char *
scores_of(const struct language *lang, const char *ended)
{
	struct buf heading = BUF_INIT;
	const char *scores;

	buf_fmt(&heading, "  %s ", language_text(lang, MSG("score", "seat")));
	scores = strstr(ended, heading.p);
	buf_release(&heading);
	return scores != NULL ? scores : ended + strlen(ended);
}

/* Appends the end of a round in the language of the mail. Nothing if the digest before is missing. */
static void
draw_ended(const struct compose *c, const struct compose_digest *before, const struct digest *d,
    const struct events *ev, unsigned columns, struct buf *out)
{
	struct digest *was = mem_new(sizeof *was);
	struct err none = ERR_INIT;

	if (before != NULL && before->n == d->n - 1 &&
	    digest_parse(c->newest->games, before->text, before->at, was, &none) == 0)
		draw_round_end(c->lang, &was->pub, &d->pub, ev, &d->names, 0, columns, out);
	free(was);
}

/* Draws the board at the end of a round for narrow screens. Returns NULL if there is none. */
static char *
draw_narrow(const struct compose *c, const struct compose_digest *before, const struct digest *d,
    const struct events *ev)
{
	struct buf drawn = BUF_INIT;
	char *narrow = NULL;

	draw_ended(c, before, d, ev, COMPOSE_HTML_COLUMNS, &drawn);
	if (drawn.n > 0)
		narrow = strndup(buf_cstr(&drawn), (size_t)(scores_of(c->lang, drawn.p) - drawn.p));
	buf_release(&drawn);
	return narrow;
}

/* Appends the end of a round: the board, unless the table has it, and the scores. */
static void
add_round_end(const struct compose *c, const struct compose_digest *before, const struct digest *d,
    const struct events *ev, const struct buf *lines, struct mail_body *w)
{
	struct buf drawn = BUF_INIT;
	const struct language *lang = c->lang;
	const char *text, *scores;

	if (lines->n == 0)
		return;
	if (lang != NULL)
		draw_ended(c, before, d, ev, DRAW_COLUMNS, &drawn);
	if (drawn.n == 0) {
		buf_add(&drawn, lines->p, lines->n);
		lang = NULL;
	}
	text = buf_cstr(&drawn);
	scores = scores_of(lang, text);
	buf_chr(&w->text, '\n');
	if (scores > text && w->n < MAIL_PARTS_MAX) {
		buf_add(&w->text, text, (size_t)(scores - text));
		compose_end_piece(w, MAIL_PART_ENDED);
		w->piece[w->n - 1].narrow = c->html || c->narrow ? draw_narrow(c, before, d, ev) :
								   NULL;
	}
	buf_str(&w->text, scores);
	compose_end_piece(w, MAIL_PART_ROWS);
	buf_release(&drawn);
}

void
compose_news(const struct compose *c, size_t i, struct mail_body *w)
{
	const struct compose_digest *one = &c->digest[i];
	struct digest *d = mem_new(sizeof *d);
	struct digest_events *events = mem_new(sizeof *events);
	struct host_action act = { .reason = "" };
	struct buf lines = BUF_INIT;
	struct digest_drawings sp;
	struct err none = ERR_INIT;

	if (digest_parse(c->newest->games, one->text, one->at, d, &none) == 0 &&
	    digest_parse_events(one->text, one->at, d, events, &none) == 0 &&
	    host_action_find(one->text, one->at, &act, &none) >= 0) {
		digest_events_changes(&w->changes, d->pub.known.rules, events);
		if (c->plain != NULL)
			buf_add(&lines, c->plain->news[i].p, c->plain->news[i].n);
		else
			digest_words(
			    c->lang, d, &events->ev, &events->notes, act.reason, SEAT_NONE, &lines);
		compose_section(&lines, MAIL_PART_NEWS, w);
		digest_find_drawings(one->text, one->at, &sp);
		buf_clear(&lines);
		if (d->text == DIGEST_WORDING)
			buf_add(&lines, one->text + sp.ended.at, sp.ended.n);
		(void)buf_cstr(&lines);
		add_round_end(c, i > 0 ? one - 1 : c->before, d, &events->ev, &lines, w);
	}
	buf_wipe(&lines);
	free(events);
	free(d);
}

/* Appends the seats after the newest digest. */
static void
add_seats(const struct compose *c, struct mail_body *w)
{
	const struct digest *d = c->newest;
	struct buf lines = BUF_INIT;

	if (d->pub.known.phase == PHASE_SETUP)
		return;
	draw_seats(c->lang, &d->pub, &d->names, 0, &lines);
	compose_section(&lines, MAIL_PART_ROWS, w);
	buf_release(&lines);
}

/* Appends the board after the newest digest; nothing before the deal. */
static void
add_board(const struct compose *c, struct mail_body *w)
{
	const struct digest *d = c->newest;
	struct buf lines = BUF_INIT;

	draw_board(c->lang, &d->pub, &d->names,
	    &(struct draw_board_options){ .columns = DRAW_COLUMNS, .changes = &w->changes },
	    &lines);
	compose_section(&lines, MAIL_PART_BOARD, w);
	buf_release(&lines);
}

/* Appends how to look at the mail, for those who have no seat. */
static void
add_how_to_watch(const struct compose *c, struct buf *out)
{
	char token[MESSAGE_TOKEN_TEXT + 1];

	buf_fmt(out,
	    "\nThe file is what everybody sees.  Open it, or this whole mail:\n\n"
	    "    adit read %s-%06" PRId64 ".txt\n\n",
	    c->newest->game, c->newest->n);
	if (c->seat < STORE_WATCHER) {
		buf_str(
		    out, "Your seat is somebody else's now: no more mail comes from this table.\n");
		return;
	}
	message_unwatch_token(c->s, c->to, token);
	buf_fmt(out,
	    "You look on.  To get no more, send a mail to %s\n"
	    "with this subject:\n\n"
	    "    adit-unwatch %s.%s\n",
	    c->table, c->newest->game, token);
}

/* The question whether an address wants to watch. */
static void
add_question(const struct compose *c, struct mail_body *w)
{
	buf_fmt(&w->text,
	    "This address asked to look on at game %s: to get every digest, without\n"
	    "the hands.  If you asked, answer this mail within a week with the word\n\n"
	    "    yes\n\n"
	    "Else do nothing: no more mail comes, and this address is not asked again\n"
	    "for a week.\n",
	    c->newest->game);
	compose_end_piece(w, MAIL_PART_WORDS);
}

/* Appends the commands for a turn. A reminder has no file. */
static void
add_how_to_play(const struct compose *c, const char *file, struct buf *out)
{
	const bool has_file = c->kind[0] != 'd';

	if (has_file)
		buf_str(out,
		    language_text(c->lang,
			MSG("mail",
			    "\nPlay with the attached file, which is for your eyes only:\n\n")));
	else
		language_fmt(c->lang, out,
		    MSG("mail", "\nPlay with the file of digest %lld, which you have:\n\n"),
		    (long long)c->newest->n);
	buf_fmt(out, "    adit play --out order.txt %s\n\n", file);
	buf_str(out,
	    language_text(c->lang,
		MSG("mail",
		    "It shows the table, takes your order, and writes order.txt.  Answer this\n"
		    "mail with that file, in the text or attached.  If your computer can send\n"
		    "mail, this in place of --out order.txt does it:\n")));
	buf_fmt(out, "\n    --send --to=%s\n", c->table);
	if (!has_file)
		return;
	buf_str(out,
	    language_text(c->lang,
		MSG("mail",
		    "\nOr read it, list your orders, and sign one, for example what adit\n"
		    "suggests:\n")));
	buf_fmt(out,
	    "\n    adit read %s\n"
	    "    adit read --moves %s\n"
	    "    adit read --suggest %s | adit sign -d %s - > order.txt\n",
	    file, file, file, file);
}

/* Appends the commands for a vote on an undo request. */
static void
add_how_to_vote(const struct compose *c, const char *file, struct buf *out)
{
	const long long to = (long long)c->newest->undo_request.to;

	buf_str(out,
	    language_text(c->lang,
		c->kind[0] == 'd' ?
		    MSG("mail",
			"\nSave the file of the newest digest, look at the table, and vote for\n"
			"going back, or against it with \"no\":\n") :
		    MSG("mail",
			"\nSave the attached file, look at the table, and vote "
			"for going back, or\n"
			"against it with \"no\":\n")));
	buf_fmt(out,
	    "\n    adit read %s\n"
	    "    adit sign -d %s vote undo %lld yes > order.txt\n\n",
	    file, file, to);
	language_fmt(c->lang, out,
	    MSG("mail",
		"Answer this mail with order.txt, in the text or attached.  In adit play\n"
		"the order is: vote undo %lld yes\n"),
	    to);
}

static void
add_how_to_command(const struct compose *c, struct buf *out)
{
	buf_fmt(out,
	    "\nThe file is what everybody sees.  To command the table, sign with it, and send\n"
	    "what comes out to %s:\n\n"
	    "    adit sign --operator -d %s-%06" PRId64 ".txt status\n",
	    c->table, c->newest->game, c->newest->n);
}

static void
add_how(const struct compose *c, struct buf *out)
{
	const struct digest *d = c->newest;
	char file[ORDER_BLOCK_GAME_MAX + 32];
	const struct invitation v = { c->lang, d, c->seat, c->host, c->limit_s, file };
	const char *save = language_text(
	    c->lang, MSG("mail", "\nSave the attached file, then type in its folder:\n"));
	const char *send = language_text(
	    c->lang, MSG("mail", "Answer this mail with answer.txt, in the text or attached.\n"));

	if (c->seat >= STORE_LEFT) {
		(c->seat == STORE_OPERATOR ? add_how_to_command : add_how_to_watch)(c, out);
		return;
	}
	(void)snprintf(file, sizeof file, "%s-%06" PRId64 ".txt", d->game, d->n);
	switch (subject_wish_of(d, c->seat)) {
	case SUBJECT_JOIN:
		(subject_invites(c) ? invitation_commands : invitation_join)(&v, save, send, out);
		break;
	case SUBJECT_CONFIRM:
		buf_str(out,
		    language_text(c->lang,
			MSG("mail", "\nAll have joined.  Save the attached file, and confirm:\n")));
		buf_fmt(out, "\n    adit confirm %s > answer.txt\n\n", file);
		buf_str(out, send);
		break;
	case SUBJECT_PLAY:
		add_how_to_play(c, file, out);
		break;
	case SUBJECT_VOTE:
		add_how_to_vote(c, file, out);
		break;
	case SUBJECT_NOTHING:
		buf_str(out,
		    language_text(c->lang,
			d->pub.known.phase != PHASE_SETUP ?
			    MSG("mail",
				"\nTo look at the table, open the attached file, for your eyes "
				"only:\n") :
			    MSG("mail", "\nTo look at the table, open the attached file:\n")));
		buf_fmt(out, "\n    adit play %s\n", file);
		break;
	}
}

void
compose_last_words(const struct compose *c, struct buf *out)
{
	if (c->is_last)
		buf_str(out,
		    language_text(c->lang,
			MSG("mail",
			    "\nThis is the last answer of this kind for up to 24 hours.  Until "
			    "then an\n"
			    "order that is accepted still brings you a digest, and any other "
			    "brings\n"
			    "nothing.\n")));
}

static void
add_words(const struct compose *c, struct mail_body *w)
{
	struct buf *out = &w->text;
	const struct invitation v = { c->lang, c->newest, c->seat, c->host, c->limit_s, "" };
	const bool invites = subject_invites(c);
	/* Digest 0 then has no news. */
	const bool opens = invites && c->newest->dealing == DIGEST_DEALING_OPEN &&
	    c->digest[0].n == 0;

	if (c->answer != NULL) {
		buf_fmt(out, "%s\n\n", c->answer);
		compose_end_piece(w, MAIL_PART_WORDS);
	} else if (c->n_taken == 1) {
		buf_str(out, language_text(c->lang, MSG("mail", "Your order was taken.\n")));
	} else if (c->n_taken > 1) {
		language_fmt_n(c->lang, out, c->n_taken,
		    MSG_N("mail", "%u of your orders was taken.\n",
			"%u of your orders were taken.\n"),
		    c->n_taken);
	}
	if (invites)
		invitation_lead(&v, out);
	if (!invites || c->newest->pub.known.phase != PHASE_SETUP)
		compose_turn(c, out);
	if (c->kind[0] != 'd' && subject_wish_of(c->newest, c->seat) == SUBJECT_PLAY)
		compose_due(c, out);
	compose_end_piece(w, MAIL_PART_LEAD);
	if (invites) {
		buf_chr(out, '\n');
		invitation_words(&v, out);
		compose_end_piece(w, MAIL_PART_WORDS);
	}
	if (c->kind[0] != 'd') {
		add_seats(c, w);
		for (size_t i = opens ? 1 : 0; i < c->n_digests; i++)
			compose_news(c, i, w);
		add_board(c, w);
	}
	add_how(c, out);
	if (c->kind[0] == 'd')
		language_fmt(c->lang, out,
		    MSG("mail", "\nAn answer without an order brings you digest %lld again.\n"),
		    (long long)c->newest->n);
	compose_last_words(c, out);
	compose_end_piece(w, MAIL_PART_WORDS);
}

static void
add_receipt_words(const struct compose *c, struct mail_body *w)
{
	const bool repeated = subject_is_repeated(c);

	if (c->results.n > 0)
		buf_add(&w->text, c->results.s, c->results.n);
	else
		buf_str(&w->text,
		    language_text(c->lang,
			repeated ? MSG("mail", "Your order was taken before; nothing changed.\n") :
				   MSG("mail", "Your order was refused; nothing changed.\n")));
	buf_str(&w->text,
	    language_text(c->lang,
		repeated ? MSG("mail",
			       "\nThe attached receipt says by which digest.  Open it, or this "
			       "mail:\n") :
		    c->results.n > 0 ?
			   MSG("mail",
			       "\nThe attached receipt says why the first refused order "
			       "was refused.  Open it, or this mail:\n") :
			   MSG("mail",
			       "\nThe attached receipt says why.  Open it, or this "
			       "mail:\n")));
	buf_fmt(&w->text, "\n    adit read %s-receipt.txt\n", c->newest->game);
	if (!repeated && subject_wish_of(c->newest, c->seat) == SUBJECT_PLAY)
		buf_fmt(&w->text, "\n%s\n\n    adit play\n",
		    language_text(c->lang, MSG("mail", "To give another order:")));
	compose_last_words(c, &w->text);
	compose_end_piece(w, MAIL_PART_WORDS);
}

/* Appends the text, and with c->html the alternative in HTML. */
static void
add_first(const struct compose *c, struct buf *out)
{
	const struct view *view = c->plain != NULL && c->plain->read->has_view ?
	    &c->plain->read->v.view :
	    &c->newest->pub;
	struct mail_body w = { .text = BUF_INIT };
	const struct mail_table table = { c->lang, view, &c->newest->names, &w.changes };
	struct buf page = BUF_INIT, narrow = BUF_INIT;
	bool both;

	if (c->plain != NULL) {
		compose_plain_words(c, &w);
	} else if (c->seat == STORE_ASKED) {
		add_question(c, &w);
	} else if (c->kind[0] == 'r') {
		add_receipt_words(c, &w);
	} else if (c->kind[0] == 'a') {
		buf_fmt(&w.text, "%s\n", c->answer);
		compose_end_piece(&w, MAIL_PART_WORDS);
	} else
		add_words(c, &w);
	both = c->html && compose_html(&table, w.text.p, w.piece, w.n, &page);
	if (both)
		buf_str(out,
		    "--" BOUNDARY "\n"
		    "Content-Type: multipart/alternative; boundary=\"" EITHER "\"\n\n");
	buf_fmt(out,
	    "--%s\n"
	    "Content-Type: text/plain; charset=UTF-8\n"
	    "Content-Transfer-Encoding: quoted-printable\n\n",
	    both ? EITHER : BOUNDARY);
	if (c->narrow)
		compose_narrow(&table, w.text.p, w.piece, w.n, &narrow);
	compose_quoted(
	    c->narrow ? buf_cstr(&narrow) : w.text.p, c->narrow ? narrow.n : w.text.n, out);
	if (both) {
		buf_str(out,
		    "\n--" EITHER "\n"
		    "Content-Type: text/html; charset=UTF-8\n"
		    "Content-Transfer-Encoding: quoted-printable\n\n");
		buf_add(out, page.p, page.n);
		buf_str(out, "\n--" EITHER "--\n");
	}
	while (w.n > 0) {
		char *drawn = w.piece[--w.n].narrow;

		if (drawn != NULL)
			seal_wipe(drawn, strlen(drawn));
		free(drawn);
	}
	buf_wipe(&w.text); /* to a plain seat it has the hand and a reply code */
	buf_wipe(&page);
	buf_wipe(&narrow);
}

/* Attaches the digests, joined in one file with the number of the newest. */
static void
add_digests(const struct compose *c, struct buf *out)
{
	const uint8_t seat = c->seat < STORE_LEFT ? c->seat : SEAT_NONE;
	struct buf text = BUF_INIT;
	char number[24];

	for (size_t i = 0; i < c->n_digests && c->deal == NULL; i++)
		digest_for_seat(c->digest[i].text, c->digest[i].at, &c->newest->names, seat, &text);
	(void)snprintf(number, sizeof number, "%06" PRId64, c->newest->n);
	add_file(c->newest->game, number, c->deal != NULL ? c->deal->p : text.p,
	    c->deal != NULL ? c->deal->n : text.n, out);
	buf_release(&text);
}

void
compose_mail(const struct compose *c, struct buf *out)
{
	add_head(c, out);
	add_first(c, out);
	if (c->plain != NULL || c->seat == STORE_ASKED)
		;
	else if (c->kind[0] == 'r')
		add_file(c->newest->game, "receipt", c->answer, strlen(c->answer), out);
	else if (strchr("da", c->kind[0]) == NULL || c->kind[0] == '\0')
		add_digests(c, out);
	buf_str(out, "\n--" BOUNDARY "--\n");
}
