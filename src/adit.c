/*
 * The library (adit.h): a thin door to the layers below.
 *
 * (L1) Every function that can fail begins with begin(), so an error or a warning never outlives
 *      the call that made it.
 * (L2) Messages of the layers below go to adit->warnings; their results for people go to
 *      adit->results, which nobody reads.
 */
#include "adit.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "draw/draw.h"
#include "draw/svg.h"
#include "games/games.h"
#include "mail/rawmail.h"
#include "mail/remind.h"
#include "player/reading.h"
#include "player/verify.h"
#include "record/folder.h"
#include "record/keys.h"
#include "record/signed_order.h"
#include "service/deliver.h"
#include "service/rollback_check.h"
#include "service/tick_report.h"
#include "service/today.h"
#include "show/page.h"
#include "text/markdown.h"
#include "text/title.h"
#include "util/mem.h"
#include "util/timestamp.h"
#include "wire/position.h"
#include "wire/report.h"
#include "util/file.h"

_Static_assert((int)ADIT_ERROR_CORRUPT == (int)ERR_CORRUPT, "the codes are those of util/err.h");

struct adit {
	struct user user;
	struct output out;
	struct printer print;
	struct buf results, warnings, home;
	struct err err;
};

struct adit_transcript {
	struct adit *a;
	struct player_read r;
	size_t n; /* different digests */
};

struct adit_key {
	struct user user; /* must be first: give_passphrase */
	const char *pass; /* while it is loaded */
	size_t pass_n;
	struct seckey *key;
};

struct adit_view {
	struct adit *a;
	const struct adit_key *key;
	struct player_read r;
	size_t n_orders;
	char **order;
};

struct adit_table {
	struct adit *a;
	struct user user;
	struct table_run run;
	char *path;
};

/* ---- contexts -------------------------------------------------------------------------------- */

static bool
drop_results(void *arg, bool syncs)
{
	(void)syncs;
	buf_clear(&((struct adit *)arg)->results);
	return true;
}

static void
add_warning(void *arg, const char *line)
{
	buf_fmt(&((struct adit *)arg)->warnings, "%s\n", line);
}

static void
add_failure(void *arg, const struct err *err)
{
	add_warning(arg, err->msg);
}

static int
refuse_to_ask(const struct user *u, const char *prompt, struct buf *out, struct err *err)
{
	(void)u, (void)prompt, (void)out;
	return err_set(err, ERR_USAGE, "the key has a passphrase, which is not given");
}

struct adit *
adit_new(const char *home)
{
	struct err err = ERR_INIT;
	struct adit *a;

	if (seal_init(&err) < 0)
		return NULL;
	a = mem_zero(1, sizeof *a);
	buf_str(&a->home, home != NULL ? home : "");
	a->print = printer_json(&a->results);
	a->out = (struct output){ .print = &a->print,
		.json = true,
		.columns = DRAW_COLUMNS,
		.arg = a,
		.flush = drop_results,
		.say = add_warning,
		.fail = add_failure };
	a->user = (struct user){ .games = rules_all,
		.out = &a->out,
		.home = home != NULL ? buf_cstr(&a->home) : NULL,
		.no_record = home == NULL,
		.passphrase_fd = -1,
		.askpass = refuse_to_ask };
	return a;
}

void
adit_free(struct adit *a)
{
	if (a == NULL)
		return;
	buf_release(&a->home);
	buf_wipe(&a->results);
	buf_wipe(&a->warnings);
	free(a);
}

/* (L1) */
static struct err *
begin(struct adit *a)
{
	buf_clear(&a->results);
	buf_clear(&a->warnings);
	a->err = (struct err)ERR_INIT;
	return &a->err;
}

enum adit_error
adit_error_code(const struct adit *a)
{
	return (enum adit_error)a->err.code;
}

const char *
adit_message(const struct adit *a)
{
	return a->err.msg;
}

const char *
adit_hint(const struct adit *a)
{
	return a->err.hint;
}

const char *
adit_warnings(const struct adit *a)
{
	return buf_cstr(&a->warnings);
}

void
adit_string_free(char *s)
{
	if (s != NULL)
		mem_wipe(s, strlen(s));
	free(s);
}

/* Moves a text to the caller. */
static char *
give(struct buf *text)
{
	char *s = mem_dupn(buf_cstr(text), text->n);

	buf_wipe(text);
	return s;
}

/* ---- transcripts ------------------------------------------------------------------------------ */

/* Verifies as `adit read` does. Without a home there is nothing to warn about: nothing is known of
 * the time before. */
static int
verify(struct adit *a, const struct buf *text, const struct seckey *me, struct player_read *r)
{
	int result;

	a->out.quiet = a->user.home == NULL;
	result = verify_digests(&a->user, text, NULL, me, NULL, r, &a->err);
	a->out.quiet = false;
	for (size_t i = 0; i < r->tr.n_copy && result == 0; i++)
		result = transcript_check_printable(
		    r->tr.text.p, &r->tr.copy[i].t.signed_part, r->tr.copy[i].n, &a->err);
	if (result == 0)
		reading_complete(&a->user, r);
	return result;
}

static struct adit_transcript *
make_transcript(struct adit *a, const struct buf *text)
{
	struct adit_transcript *t = mem_zero(1, sizeof *t);

	t->a = a;
	if (verify(a, text, NULL, &t->r) < 0) {
		adit_transcript_free(t);
		return NULL;
	}
	for (size_t i = 0; i < t->r.tr.n_copy; i++)
		t->n += i == 0 || t->r.tr.copy[i].n != t->r.tr.copy[i - 1].n;
	return t;
}

struct adit_transcript *
adit_transcript_open(struct adit *a, const char *path)
{
	struct err *err = begin(a);
	struct adit_transcript *t = NULL;
	struct buf text = BUF_INIT;
	int result = -1;

	if (strcmp(path, "-") == 0)
		(void)err_set(err, ERR_USAGE, "\"-\" is not the path of digests");
	else
		result = file_is_folder(path, err);
	if (result >= 0)
		result = result > 0 ? folder_add(path, false, &text, err) :
				      folder_add_file(path, &text, err);
	if (result == 0)
		t = make_transcript(a, &text);
	buf_release(&text);
	return t;
}

struct adit_transcript *
adit_transcript_parse(struct adit *a, const void *bytes, size_t n)
{
	struct adit_transcript *t;
	struct buf text = BUF_INIT;

	(void)begin(a);
	buf_add(&text, bytes, n);
	t = make_transcript(a, &text);
	buf_release(&text);
	return t;
}

void
adit_transcript_free(struct adit_transcript *t)
{
	if (t != NULL)
		player_read_release(&t->r);
	free(t);
}

const char *
adit_transcript_game(const struct adit_transcript *t)
{
	return t->r.d.game;
}

size_t
adit_transcript_count(const struct adit_transcript *t)
{
	return t->n;
}

int64_t
adit_transcript_newest(const struct adit_transcript *t)
{
	return t->r.d.n;
}

/* Returns the first copy of digest n (-1: the newest), or NULL. */
static const struct transcript_copy *
find(struct adit_transcript *t, int64_t n)
{
	const struct transcript *tr = &t->r.tr;

	for (size_t i = 0; i < tr->n_copy; i++)
		if (tr->copy[i].n == (n < 0 ? t->r.d.n : n))
			return &tr->copy[i];
	(void)err_set(&t->a->err, ERR_NOT_FOUND, "digest %lld of game %s is missing", (long long)n,
	    t->r.d.game);
	return NULL;
}

const char *
adit_transcript_digest(struct adit_transcript *t, int64_t n, size_t *len)
{
	const struct transcript_copy *c;

	(void)begin(t->a);
	c = find(t, n);
	*len = c != NULL ? c->t.whole.n : 0;
	return c != NULL ? t->r.tr.text.p + c->t.whole.at : NULL;
}

/* ---- keys ------------------------------------------------------------------------------------- */

static int
give_passphrase(const struct user *u, const char *prompt, struct buf *out, struct err *err)
{
	const struct adit_key *k = (const struct adit_key *)u;

	if (k->pass == NULL)
		return refuse_to_ask(u, prompt, out, err);
	if (k->pass_n == 0 || k->pass_n > PASS_MAX || memchr(k->pass, 0, k->pass_n) != NULL)
		return err_set(
		    err, ERR_USAGE, "a passphrase has 1 to %d bytes and no NUL", PASS_MAX);
	buf_grow_secret(out, k->pass_n);
	buf_add(out, k->pass, k->pass_n);
	return 0;
}

struct adit_key *
adit_key_load(struct adit *a, const char *key, const void *pass, size_t pass_n)
{
	struct err *err = begin(a);
	struct adit_key *k;
	int result;

	if (a->user.home == NULL && strchr(key, '/') == NULL) {
		(void)err_set(err, ERR_USAGE, "without a home a key is named by a path with '/'");
		return NULL;
	}
	k = mem_zero(1, sizeof *k);
	k->user = a->user;
	k->user.askpass = give_passphrase;
	k->pass = pass;
	k->pass_n = pass_n;
	result = keys_open(&k->user, key, err);
	if (result == 0)
		result = seckey_unlock(k->user.key, SECRET_SIGN | SECRET_BOX, err);
	k->pass = NULL;
	if (result == 0)
		return k;
	adit_key_free(k);
	return NULL;
}

void
adit_key_free(struct adit_key *k)
{
	if (k == NULL)
		return;
	keys_free(k->user.key);
	buf_release(&k->user.key_path);
	buf_release(&k->user.key_name);
	free(k);
}

/* ---- views ------------------------------------------------------------------------------------ */

static void
add_order(void *arg, const char *line)
{
	struct adit_view *v = arg;

	GROW(v->order, v->n_orders);
	v->order[v->n_orders++] = mem_dup(line);
}

static struct adit_view *
make_view(struct adit_transcript *t, const struct adit_key *key, int64_t n)
{
	const struct transcript *tr = &t->r.tr;
	struct adit *a = t->a;
	struct err *err = begin(a);
	struct buf text = BUF_INIT;
	struct adit_view *v;
	int result;

	if (find(t, n) == NULL)
		return NULL;
	for (size_t i = 0; i < tr->n_copy; i++)
		if (n < 0 || tr->copy[i].n <= n) {
			buf_add(&text, tr->text.p + tr->copy[i].t.whole.at, tr->copy[i].t.whole.n);
			buf_chr(&text, '\n');
		}
	v = mem_zero(1, sizeof *v);
	v->a = a;
	v->key = key;
	/* The public part was verified with all that the home knows. */
	result = key != NULL ? verify(a, &text, key->user.key, &v->r) :
			       player_read(&v->r, a->user.games, text.p, text.n, NULL, NULL, err);
	buf_release(&text);
	if (result < 0) {
		adit_view_free(v);
		return NULL;
	}
	if (key == NULL)
		page_make_public(&v->r);
	else if (v->r.has_view)
		(void)private_view_orders(&v->r.v, &v->r.d.names, false, add_order, v);
	return v;
}

struct adit_view *
adit_view_public(struct adit_transcript *t, int64_t n)
{
	return make_view(t, NULL, n);
}

struct adit_view *
adit_view_private(struct adit_transcript *t, const struct adit_key *key, int64_t n)
{
	return make_view(t, key, n);
}

void
adit_view_free(struct adit_view *v)
{
	if (v == NULL)
		return;
	for (size_t i = 0; i < v->n_orders; i++)
		adit_string_free(v->order[i]);
	free(v->order);
	player_read_release(&v->r);
	free(v);
}

int64_t
adit_view_digest(const struct adit_view *v)
{
	return v->r.d.n;
}

const char *
adit_view_seat(const struct adit_view *v, unsigned seat)
{
	return seat < v->r.d.names.n ? v->r.d.names.seat[seat] : NULL;
}

const char *
adit_view_own(const struct adit_view *v)
{
	return v->r.has_view ? v->r.v.seat : NULL;
}

const char *
adit_view_to_move(const struct adit_view *v)
{
	const struct game *g = &v->r.d.pub.known;

	return g->phase == PHASE_SETUP || g->phase == PHASE_OVER ? NULL :
								   adit_view_seat(v, g->to_move);
}

int64_t
adit_view_due(const struct adit_view *v)
{
	return adit_view_to_move(v) != NULL ? v->r.d.due : -1;
}

bool
adit_view_is_over(const struct adit_view *v)
{
	return v->r.d.pub.known.phase == PHASE_OVER;
}

size_t
adit_view_orders(const struct adit_view *v)
{
	return v->n_orders;
}

const char *
adit_view_order(const struct adit_view *v, size_t i)
{
	return i < v->n_orders ? v->order[i] : NULL;
}

/* ---- pictures of a view ------------------------------------------------------------------------ */

static const struct view *
seen(const struct adit_view *v)
{
	return v->r.has_view ? &v->r.v.view : &v->r.d.pub;
}

static void
put_text(const struct adit_view *v, unsigned style, unsigned columns, struct buf *out)
{
	const struct names *names = &v->r.d.names;
	const struct view *view = seen(v);

	draw_seats(NULL, view, names, style, out);
	if (view->known.phase == PHASE_SETUP)
		return;
	buf_chr(out, '\n');
	draw_board(NULL, view, names,
	    &(struct draw_board_options){ .style = style, .columns = columns }, out);
	buf_chr(out, '\n');
	draw_board_legend(NULL, view, names,
	    &(struct draw_board_options){ .style = style, .columns = columns }, out);
	if (v->r.has_view && view->known.seat[v->r.seat].n_hand > 0) {
		const struct seat *me = &view->known.seat[v->r.seat];

		buf_chr(out, '\n');
		draw_hand(NULL, view->known.rules, me->hand, NULL, me->n_hand, style, columns, out);
	}
}

static void
put_markdown(const struct adit_view *v, unsigned columns, struct buf *out)
{
	struct buf part = BUF_INIT;

	buf_fmt(out, "# %s, table `%s`\n\n", rules_title(v->r.d.pub.known.rules), v->r.d.game);
	report_turn_words(NULL, &v->r.d, v->r.has_view ? v->r.seat : SEAT_NONE, &part);
	markdown_sentence(part.p, part.n, false, out);
	buf_str(out, ".\n\n");
	buf_clear(&part);
	put_text(v, 0, columns, &part);
	markdown_block("text", buf_cstr(&part), part.n, out);
	buf_wipe(&part);
}

static void
put_json(const struct adit_view *v, struct buf *out)
{
	json_t *json = position_json(seen(v), &v->r.d.names, 0);

	position_text(json, out);
	buf_chr(out, '\n');
	json_decref(json);
}

static int
put_page(const struct adit_view *v, struct buf *out)
{
	struct user user = v->a->user;

	if (v->key != NULL) {
		user.key = v->key->user.key;
		user.key_arg = buf_cstr(&v->key->user.key_name);
	}
	page_make(&user, &(struct page_where){ .player = NULL }, &v->r, out, &v->a->err);
	return v->a->err.code == ERR_NONE ? 0 : -1;
}

char *
adit_view_render(const struct adit_view *v, enum adit_form form, unsigned columns)
{
	const struct svg_options file = { .is_for = SVG_FILE };
	struct err *err = begin(v->a);
	struct buf out = BUF_INIT;
	int result = 0;

	if (columns == 0)
		columns = DRAW_COLUMNS;
	if (columns < DRAW_COLUMNS_MIN)
		columns = DRAW_COLUMNS_MIN;
	switch (form) {
	case ADIT_FORM_TEXT:
	case ADIT_FORM_ASCII:
		report_turn_words(NULL, &v->r.d, v->r.has_view ? v->r.seat : SEAT_NONE, &out);
		buf_str(&out, ".\n\n");
		put_text(v, form == ADIT_FORM_ASCII ? DRAW_ASCII : 0, columns, &out);
		break;
	case ADIT_FORM_MARKDOWN:
		put_markdown(v, columns, &out);
		break;
	case ADIT_FORM_SVG:
		svg_board(seen(v), &v->r.d.names, &file, &out);
		break;
	case ADIT_FORM_HTML:
		result = put_page(v, &out);
		break;
	case ADIT_FORM_JSON:
		put_json(v, &out);
		break;
	default:
		result = err_set(err, ERR_USAGE, "no form of a view has the number %d", (int)form);
	}
	if (result == 0)
		return give(&out);
	buf_wipe(&out);
	return NULL;
}

/* ---- orders ----------------------------------------------------------------------------------- */

/* Records the order. It is signed already, so a failure is only a warning. */
static void
keep(const struct adit_view *v, const struct parsed_order *order, const struct buf *block)
{
	struct adit *a = v->a;
	struct err why = ERR_INIT;
	struct buf dir = BUF_INIT;

	if (a->user.no_record)
		return;
	if (user_game(&a->user, v->r.d.game, &dir, &why) < 0 ||
	    signed_order_save(dir.p, v->r.d.n, order, block, v->key->user.key, &why) < 0)
		output_say(&a->out, "the order is not saved: %s", why.msg);
	buf_release(&dir);
}

static int
make_order(const struct adit_view *v, const struct player_order *wanted, bool is_sealed,
    struct buf *block, struct err *err)
{
	struct parsed_order order;
	int result = player_sign(&v->r, v->key->user.key, wanted, &order, err);

	if (result == 0 && is_sealed)
		result = player_seal(&v->r, &order.o.b, block, err);
	else if (result == 0)
		order_block_text(&order.o.b, block);
	if (result == 0)
		keep(v, &order, block);
	seal_wipe(&order, sizeof order);
	return result;
}

char *
adit_order_make(struct adit_view *v, const char *const *line, size_t n_lines, const char *say,
    enum adit_turn turn, bool is_sealed)
{
	static const int64_t turns[] = { [ADIT_TURN_FITTING] = 0,
		[ADIT_TURN_NEXT] = TURN_NEXT,
		[ADIT_TURN_EVERY] = TURN_EVERY,
		[ADIT_TURN_ANY] = TURN_ANY };
	struct player_order wanted = { .n_lines = (unsigned)n_lines, .say = say };
	struct err *err = begin(v->a);
	struct buf block = BUF_INIT;

	if (!v->r.has_view)
		(void)err_set(err, ERR_USAGE, "an order needs a private view");
	else if ((unsigned)turn >= sizeof turns / sizeof turns[0])
		(void)err_set(err, ERR_USAGE, "no turn of an order has the number %d", (int)turn);
	else if (n_lines > ORDER_BLOCK_ALTERNATIVES)
		(void)err_set(
		    err, ERR_USAGE, "more than %d alternatives", ORDER_BLOCK_ALTERNATIVES);
	else if (v->r.seen_n > v->r.d.n)
		(void)err_set(err, ERR_STALE,
		    "digest %lld is not the newest: digest %lld was read here before",
		    (long long)v->r.d.n, (long long)v->r.seen_n);
	if (err->code != ERR_NONE)
		return NULL;
	wanted.turn = turns[turn];
	for (size_t i = 0; i < n_lines; i++)
		wanted.line[i] = line[i];
	if (make_order(v, &wanted, is_sealed, &block, err) == 0)
		return give(&block);
	buf_wipe(&block);
	return NULL;
}

/* ---- tables ----------------------------------------------------------------------------------- */

struct adit_table *
adit_table_open(struct adit *a, const char *path, const struct adit_key *key)
{
	struct err *err = begin(a);
	struct adit_table *t = mem_zero(1, sizeof *t);

	t->a = a;
	t->user = a->user;
	t->user.has_now = true;
	t->user.key = key->user.key;
	t->user.key_name = key->user.key_name;
	t->path = mem_dup(path);
	t->run = (struct table_run){ .user = &t->user, .path = t->path, .delivered = -1 };
	if (today_open(&t->run, true, err) == 0)
		return t;
	adit_table_free(t);
	return NULL;
}

void
adit_table_free(struct adit_table *t)
{
	if (t == NULL)
		return;
	host_close(t->run.host);
	free(t->path);
	free(t);
}

/* Checks the time. The table stays open, so an accepted time is one that the file knows. */
static int
set_now(struct adit_table *t, int64_t now, struct err *err)
{
	if (now < 0 || now > TIMESTAMP_MAX)
		return err_set(
		    err, ERR_USAGE, "%lld is not a time from 1970 to 9999", (long long)now);
	t->user.now = now;
	if (today_check(&t->run, err) < 0)
		return -1;
	if (t->run.changed.tv_sec < now)
		t->run.changed = (struct timespec){ .tv_sec = now };
	return 0;
}

struct applying {
	struct adit_table *table;
	adit_outcome_fn *each;
	void *arg;
};

static void
report(const struct applying *ap, const char *seat, enum adit_outcome outcome, int64_t n,
    const char *why)
{
	if (ap->each != NULL)
		ap->each(ap->arg, seat, outcome, n, why);
}

static int
apply_one(void *arg, const struct parsed_order *order, struct err *err)
{
	static const enum adit_outcome outcome[] = { [ORDER_OUTCOME_REFUSED] = ADIT_OUTCOME_REFUSED,
		[ORDER_OUTCOME_REPEATED] = ADIT_OUTCOME_REPEATED,
		[ORDER_OUTCOME_HELD] = ADIT_OUTCOME_HELD,
		[ORDER_OUTCOME_QUEUED] = ADIT_OUTCOME_QUEUED,
		[ORDER_OUTCOME_TAKEN] = ADIT_OUTCOME_TAKEN };
	const struct applying *ap = arg;
	struct adit_table *t = ap->table;
	const char *seat = order != NULL ? order->o.b.seat : NULL;
	struct order_outcome x = { .is = ORDER_OUTCOME_REFUSED, .n = -1, .why = *err };
	struct host_result r = { .n = -1 };

	*err = (struct err)ERR_INIT;
	/* No digest counts as delivered before adit_table_deliver. */
	if (order != NULL && deliver_take(&t->run, NULL, true, order, &x, &r, err) < 0)
		return -1;
	report(ap, seat, outcome[x.is], x.is == ORDER_OUTCOME_HELD ? -1 : x.n,
	    x.is == ORDER_OUTCOME_REFUSED ? x.why.msg : "");
	host_result_release(&r);
	return 0;
}

int
adit_table_apply(struct adit_table *t, const void *message, size_t n, int64_t now,
    adit_outcome_fn *each, void *arg)
{
	struct applying ap = { t, each, arg };
	struct order_scan in = {
		.name = "the message", .key = t->user.key, .each = apply_one, .arg = &ap
	};
	struct err *err = begin(t->a);
	struct buf text = BUF_INIT;
	int result = set_now(t, now, err);

	if (result == 0)
		result = deliver_begin(&t->run, NULL, err);
	if (result == 0) {
		buf_add(&text, message, n);
		result = rawmail_orders_of(NULL, &in, &text, err) == 0 ? 0 : -1;
	}
	buf_wipe(&text);
	return result;
}

int
adit_table_tick(struct adit_table *t, int64_t now)
{
	const struct tick_options how = { .now = now, .all_taken = true };
	struct err *err = begin(t->a);
	struct tick_plan plan;
	struct host_result r;
	bool is_mailed;
	int played = 0;

	if (set_now(t, now, err) < 0 || host_go_on(t->run.host, err) < 0 ||
	    host_tick(t->run.host, &how, &plan, err) < 0 || tick_check_lost(&plan, err) < 0)
		return -1;
	if (!plan.notes && !plan.plays)
		return 0;
	if (deliver_begin(&t->run, NULL, err) < 0 ||
	    remind_note(t->run.host, &how, &plan, &is_mailed, err) < 0)
		return -1;
	if (plan.plays)
		played = tick_play(&t->run, -1, &r, err);
	if (played > 0)
		host_result_release(&r);
	return played < 0 ?
	    -1 :
	    (played > 0 ? ADIT_TICK_PLAYED : 0) | (plan.reminds ? ADIT_TICK_REMINDER : 0);
}

/* Notes the newest digest in the home before anybody can read it, so that an older copy of the
 * game file is found. */
static int
note_newest(const struct adit_table *t, struct err *err)
{
	struct digest_layout layout;
	struct buf text = BUF_INIT;
	char head[HASH_TEXT + 1];
	struct hash hash;
	int64_t n = -1;
	int result = host_digest_parts(t->run.host, &n, &text, &layout, &hash, err);

	if (result == 0 && t->user.home != NULL) {
		hash_text(&hash, head);
		rollback_check_note_made(&t->run, n, head);
	}
	buf_release(&text);
	return result;
}

int
adit_table_deliver(struct adit_table *t, const char *dir)
{
	struct err *err = begin(t->a);

	if (rollback_check(&t->run, err) < 0 || note_newest(t, err) < 0 ||
	    deliver_left(&t->run, dir, err) < 0)
		return -1;
	if (t->run.delivered < 0)
		return 0;
	if (host_delivered(t->run.host, t->run.delivered, err) < 0)
		return -1;
	today_keep(&t->run);
	return 0;
}

char *
adit_table_digest(struct adit_table *t, int64_t n)
{
	struct err *err = begin(t->a);
	struct buf text = BUF_INIT;

	return host_text(t->run.host, &n, &text, err) < 0 ? NULL : give(&text);
}
