/*
 * Private views: the plain text of a seat's age file. The layout is specified in adit(5), "Private
 * views".
 *
 * The table is in the digest. The view has only what this seat knows beyond it, as words for people
 * and as a patch of the digest's position for programs.
 */

#include "wire/private_view.h"

#include <jansson.h>

#include "core/pack.h"
#include "draw/draw.h"
#include "util/lines.h"
#include "text/orderlist.h"
#include "wire/position_rules.h"
#include "text/since.h"
#include "util/wrap.h"
#include "util/base32.h"
#include "util/mem.h"
#include "util/slice.h"

/* ---- writing -------------------------------------------------------------------------------- */

void
private_view_words(const char *key, const char *words, struct buf *out)
{
	buf_fmt(out, "%s:", key);
	if (words[0] == '\0')
		buf_str(out, " -\n");
	else
		wrap_text(words, strlen(words), " ", "  ", DRAW_COLUMNS - strlen(key) - 1, out);
}

static void
append_cards(
    const char *key, const struct rules *rules, const card_id *card, unsigned n, struct buf *out)
{
	struct buf line = BUF_INIT;
	char name[CARD_NAME_MAX];

	for (unsigned i = 0; i < n; i++) {
		card_name(rules, card[i], name);
		buf_fmt(&line, "%s%s", i > 0 ? " " : "", name);
	}
	private_view_words(key, buf_cstr(&line), out);
	buf_release(&line);
}

/* Role, hand, gold and the goals looked at, for people. */
static void
append_mine(const struct private_view *v, const struct names *names,
    const struct private_view_content *news, struct buf *out)
{
	const struct game *g = &v->view.known;
	const struct seat *me = &g->seat[v->view.seat];
	char name[CARD_NAME_MAX];

	if (me->role != CARD_NONE) {
		card_name(g->rules, me->role, name);
		buf_fmt(out, "role: %s\n", name);
	}
	append_cards("hand", g->rules, me->hand, me->n_hand, out);
	if (g->rules->gold_in_pieces)
		buf_fmt(out, "gold: %u\n", (unsigned)me->gold);
	else
		append_cards("gold", g->rules, me->gold_card, me->n_gold, out);
	if (g->rules->position->mine != NULL)
		g->rules->position->mine(&v->view, names, out);
	for (unsigned i = 0; i < me->n_seen; i++) {
		unsigned c = board_find(&g->board, me->seen[i].x, me->seen[i].y);

		card_name(g->rules, c == CELL_NONE ? CARD_HIDDEN : g->board.cell[c].card, name);
		buf_fmt(out, "seen: %d,%d %s", me->seen[i].x, me->seen[i].y, name);
		if (news->seen_n != NULL && news->seen_n[i] >= 0)
			buf_fmt(out, " (digest %lld)", (long long)news->seen_n[i]);
		buf_chr(out, '\n');
	}
}

void
private_view_since(const struct language *lang, const struct rules *rules,
    const struct names *names, const struct events *ev, const struct notes *notes, uint8_t seat,
    struct buf *out)
{
	since_text(lang, rules, names, ev, seat, out);
	since_notes(lang, names, notes, "", true, out);
}

static void
append_news(const struct private_view *v, const struct names *names,
    const struct private_view_content *news, struct buf *out)
{
	static const struct events none = { .n = 0 };
	static const struct notes no_notes = { .n = 0 };
	const struct notes *notes = news->left_out < VIEW_NOTES ? &news->notes : &no_notes;
	const struct events *ev = news->ev != NULL && news->left_out < VIEW_EVENTS ? news->ev :
										     &none;

	buf_str(out, "\nevents:\n");
	digest_events_text(v->view.known.rules, names, ev, notes, v->view.seat, out);
}

static void
append_patch(const struct private_view *v, const struct names *names, const struct view *pub,
    json_t *position, struct buf *out)
{
	json_t *all = position != NULL ? json_incref(position) :
					 position_json(pub, names, POSITION_BRIEF);
	json_t *mine = position_json_shared(&v->view, names, POSITION_BRIEF, pub, all);
	json_t *patch = position_patch(all, mine);

	buf_str(out, "\nposition:\n");
	position_lines(patch, DRAW_COLUMNS, out);
	json_decref(patch);
	json_decref(mine);
	json_decref(all);
}

size_t
private_view_orders(const struct private_view *v, const struct names *names, bool grouped,
    void (*each)(void *arg, const char *line), void *arg)
{
	return v->holds ? 0 : orders_of(&v->view, names, grouped, each, arg);
}

static void
append_order(void *arg, const char *line)
{
	buf_fmt(arg, "  %s\n", line);
}

static const char can_title[] = "\ncan:\n";
static const char every_key[] = "every: ";

/* Appends the legal orders of the seat, a line for each card. */
static void
append_can(const struct private_view *v, const struct names *names, struct buf *out)
{
	buf_str(out, can_title);
	(void)private_view_orders(v, names, true, append_order, out);
}

void
private_view_text(const struct private_view *v, const struct names *names, const struct view *pub,
    const struct private_view_content *news, struct buf *out)
{
	char prev[BASE32_HASH + 1], hash_text[BASE32_HASH + 1];

	base32_text(v->prev, 32, prev);
	base32_text(v->queued_next, 32, hash_text);
	buf_fmt(out,
	    "%s\ngame: %s\nn: %lld\nprev: %s\nseat: %s\nto: %s\nseq: %lld\nseq-any: %lld\n"
	    "seq-open: %lld\nwaiting: %s\n",
	    VIEW_HEADING, v->game, (long long)v->n, v->n > 0 ? prev : "-", v->seat, v->to,
	    (long long)v->seq, (long long)v->seq_any, (long long)v->seq_open,
	    v->has_queued_next ? hash_text : "-");
	if (v->has_queued_every) {
		base32_text(v->queued_every, 32, hash_text);
		buf_fmt(out, "%s%s\n", every_key, hash_text);
	}
	append_mine(v, names, news, out);
	append_news(v, names, news, out);
	if (news->open != NULL && news->open->n > 0) {
		buf_str(out, "\nopen:\n");
		openings_text(v->view.known.rules, news->open, out);
	}
	append_patch(v, names, pub, news->position, out);
	if (news->left_out >= VIEW_CAN)
		buf_str(out, can_title);
	else
		append_can(v, names, out);
	buf_chr(out, '\n');
}

void
private_view_comment(const char *game, int64_t n, const char *seat, struct buf *out)
{
	buf_fmt(out, VIEW_HEADING " %s/%lld/%s", game, (long long)n, seat);
}

/* ---- reading -------------------------------------------------------------------------------- */

int
private_view_split(const char *s, size_t n, struct private_view_spans *sp, struct err *err)
{
	size_t sig = lines_find(s, n, 0, "sig:");
	struct lines l = { s, n, sig, 1 };
	struct buf text = BUF_INIT;
	const char *p;
	size_t len;
	int result = 0;

	memset(sp, 0, sizeof *sp);
	if (sig == n)
		return err_set(err, ERR_SYNTAX, "the private view has no signature");
	sp->signed_part.n = sig;
	sp->n = n;
	(void)lines_next(&l, &p, &len);
	while (lines_next(&l, &p, &len) && len > 0)
		buf_add(&text, p, len);
	sp->end = l.at;
	if (order_block_sig_parse(buf_cstr(&text), text.n, sp->sig) < 0)
		result = err_set(err, ERR_SYNTAX, "the private view's signature is damaged");
	buf_release(&text);
	sp->events = lines_section(s, 0, sig, "events:");
	sp->open = lines_section(s, 0, sig, "open:");
	sp->can = lines_section(s, 0, sig, "can:");
	return result;
}

bool
private_view_is_filled(const char *s, const struct private_view_spans *sp)
{
	for (size_t i = sp->end; i < sp->n; i++)
		if (s[i] != '\n')
			return false;
	return sp->n % VIEW_UNIT == 0;
}

/* Reads the lines from the heading to the hashes of queued orders. */
static int
read_header(struct lines *l, struct private_view *v, struct err *err)
{
	const char *line;
	bool has_prev;
	size_t n;

	if (lines_exact(l, VIEW_HEADING, err) < 0 ||
	    lines_copy(l, "game", v->game, sizeof v->game, err) < 0 ||
	    lines_number(l, "n", 0, INT64_C(1) << 40, &v->n, err) < 0 ||
	    lines_hash(l, "prev", &has_prev, v->prev, err) < 0 ||
	    lines_copy(l, "seat", v->seat, sizeof v->seat, err) < 0 ||
	    lines_copy(l, "to", v->to, sizeof v->to, err) < 0 ||
	    lines_number(l, "seq", 1, PRIVATE_VIEW_SEQ_MAX, &v->seq, err) < 0 ||
	    lines_number(l, "seq-any", 1, PRIVATE_VIEW_SEQ_MAX, &v->seq_any, err) < 0 ||
	    lines_number(l, "seq-open", 1, PRIVATE_VIEW_SEQ_MAX, &v->seq_open, err) < 0 ||
	    lines_hash(l, "waiting", &v->has_queued_next, v->queued_next, err) < 0 ||
	    (lines_peek(l, &line, &n) && slice_starts((struct slice){ line, n }, every_key) &&
		lines_hash(l, "every", &v->has_queued_every, v->queued_every, err) < 0))
		return -1;
	return 0;
}

int
private_view_parse(const char *s, const struct private_view_spans *sp, const struct digest *d,
    struct private_view *v, struct err *err)
{
	struct lines l = { s, sp->signed_part.n, 0, 1 };
	struct span patch = lines_section(s, 0, sp->signed_part.n, "position:");
	struct names names = { .n = 0 };
	json_t *all, *diff, *mine = NULL;
	json_error_t why;
	int result = -1;

	memset(v, 0, sizeof *v);
	v->holds = undo_request_blocks_play(&d->undo_request);
	if (read_header(&l, v, err) < 0)
		return -1;
	v->view.seat = names_find(&d->names, v->seat, strlen(v->seat));
	if (v->view.seat == SEAT_NONE)
		return err_set(err, ERR_AUTH, "the private view is for nobody at this table");
	all = position_json(&d->pub, &d->names, POSITION_BRIEF);
	diff = json_loadb(s + patch.at, patch.n, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &why);
	if (diff != NULL)
		mine = position_apply_patch(all, diff);
	if (mine != NULL)
		result = position_parse(
		    d->games, d->pub.known.rules, mine, true, &v->view.known, &names, err);
	if (mine == NULL ||
	    (result == 0 &&
		(names.n != d->names.n ||
		    memcmp(names.seat, d->names.seat, sizeof names.seat) != 0)))
		result = err_set(
		    err, ERR_SYNTAX, "the private view does not fit the table of its digest");
	json_decref(mine);
	json_decref(diff);
	json_decref(all);
	return result;
}

/* ---- consistency with the digest and within the view ------------------------------------------ */

static bool
has_hidden(const card_id *card, unsigned n)
{
	return n > 0 && memchr(card, CARD_HIDDEN, n) != NULL;
}

/* True if a card is hidden that the seat holds, owns or has looked at. */
static bool
hides(const struct view *v)
{
	const struct game *g = &v->known;
	const struct seat *me = &g->seat[v->seat];
	bool result = me->role == CARD_HIDDEN || has_hidden(me->hand, me->n_hand) ||
	    has_hidden(me->gold_card, me->n_gold);

	for (unsigned s = 0; s < g->n_seats; s++)
		result = result ||
		    ((me->knows & SEEN_BY(s)) != 0 && g->seat[s].role == CARD_HIDDEN);
	for (unsigned i = 0; i < me->n_seen; i++) {
		unsigned c = board_find(&g->board, me->seen[i].x, me->seen[i].y);

		result = result || c == CELL_NONE || g->board.cell[c].card == CARD_HIDDEN;
	}
	return result;
}

/* True if the public part of the view is the one of the digest. Compared as JSON, because some
 * counts of hidden things are not in it. */
static bool
same_table(const struct private_view *v, const struct digest *d)
{
	struct view is;
	json_t *a, *b;
	bool same;

	game_view(&v->view.known, SEAT_NONE, &is);
	a = position_json(&is, &d->names, POSITION_BRIEF);
	b = position_json(&d->pub, &d->names, POSITION_BRIEF);
	same = json_equal(a, b) != 0;
	json_decref(a);
	json_decref(b);
	return same;
}

/* Reads the digests in which the goals were looked at; only the lines seen: have them. -1: the
 * line has none. */
static void
read_seen(
    const char *s, const struct private_view_spans *sp, int64_t newest, int64_t n[static SEEN_MAX])
{
	static const char key[] = "seen: ", when[] = " (digest ";
	struct lines l = { s, sp->signed_part.n, 0, 1 };
	unsigned i = 0;
	const char *p;
	size_t len;

	for (unsigned k = 0; k < SEEN_MAX; k++)
		n[k] = -1;
	while (i < SEEN_MAX && lines_next(&l, &p, &len) && len > 0) {
		const char *at = memmem(p, len, when, sizeof when - 1);

		if (!slice_starts((struct slice){ p, len }, key))
			continue;
		if (at != NULL && p[len - 1] == ')') {
			at += sizeof when - 1;
			if (number_parse(at, (size_t)(p + len - 1 - at), newest, &n[i]) < 0)
				n[i] = -1;
		}
		i++;
	}
}

/* The list can: may be omitted if there was no room for it. */
static bool
has_room_for_can(
    const struct private_view_spans *sp, const struct private_view *v, const struct names *names)
{
	struct buf can = BUF_INIT;
	bool has_room;

	append_can(v, names, &can);
	has_room = sp->signed_part.n + can.n - strlen(can_title) + DIGEST_SIG_TEXT <= sp->n;
	buf_wipe(&can);
	return has_room;
}

/* Returns a sentence about the section with the first difference. */
static const char *
find_difference(const char *s, const struct private_view_spans *sp, const struct buf *want)
{
	struct lines is = { s, sp->signed_part.n, 0, 1 }, want_lines = { want->p, want->n, 0, 1 };
	struct slice title = { "", 0 }, p, q;

	while (lines_next(&want_lines, &q.s, &q.n) && lines_next(&is, &p.s, &p.n) && p.n == q.n &&
	    memcmp(p.s, q.s, q.n) == 0)
		if (lines_is_heading(q.s, q.n) && q.n > 0)
			title = q;
	if (slice_is(title, "can:"))
		return "the private view says something else after can than its position";
	if (slice_is(title, "events:") || slice_is(title, "open:") || slice_is(title, "position:"))
		return "the private view has something that is not its own";
	return "the private view says something else after role, hand, gold or seen than its "
	       "position";
}

const char *
private_view_check_rewrite(const char *s, const struct private_view_spans *sp,
    const struct private_view *v, const struct digest *d, const struct digest_events *mine)
{
	struct leaf_openings *open = mem_zero(1, sizeof *open);
	int64_t seen_n[SEEN_MAX];
	const struct private_view_content news = { .ev = &mine->ev,
		.notes = mine->notes,
		.seen_n = seen_n,
		.open = open,
		.left_out = sp->can.n == 0 && !has_room_for_can(sp, v, &d->names) ? VIEW_CAN :
										    VIEW_WHOLE };
	const char *fault = NULL;
	struct buf want = BUF_INIT;
	struct err none = ERR_INIT;

	read_seen(s, sp, v->n, seen_n);
	if (d->dealing == DIGEST_DEALING_AUDITED &&
	    openings_parse(s, sp->open, v->view.known.rules, open, &none) < 0)
		open->n = 0;
	buf_reserve(&want, sp->signed_part.n);
	private_view_text(v, &d->names, &d->pub, &news, &want);
	if (want.n != sp->signed_part.n || memcmp(want.p, s, want.n) != 0)
		fault = find_difference(s, sp, &want);
	mem_wipe(open, sizeof *open);
	free(open);
	buf_wipe(&want);
	return fault;
}

const char *
private_view_check(const struct private_view *v, const struct digest *d)
{
	if (!same_table(v, d))
		return "the private view shows another table than the digest";
	if (!view_is_redacted(&v->view))
		return "the private view shows what its seat cannot know";
	if (!position_fits_box(&v->view.known))
		return "the private view shows more cards than there are in the box";
	if (v->has_queued_next && d->pub.known.to_move == v->view.seat && !v->holds)
		return "the private view has an order wait whose turn has come";
	if (hides(&v->view))
		return "the private view hides what its seat has seen";
	return NULL;
}
