/*
 * A practice game: host and all other seats in this process.
 *
 * (P1) Keys, deal and choices derive from the seed alone. The same orders at the same times give
 *      the same game, byte for byte.
 * (P2) The policies see and act only through views and signed orders.
 * (P3) The game file is authoritative: after a crash the game continues from it. Policies move
 *      before digests are read, not after an order.
 */
#include "session/practice.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/policy.h"
#include "bot/referee.h"
#include "host/host.h"
#include "player/suggest.h"
#include "record/keys.h"
#include "session/lesson.h"
#include "session/play_internal.h"
#include "record/folder.h"
#include "record/order_scan.h"
#include "record/send_state.h"
#include "record/signed_order.h"
#include "draw/draw.h"
#include "text/options.h"
#include "text/error_text.h"
#include "util/base32.h"
#include "util/file.h"
#include "util/mem.h"
#include "wire/host_action.h"

static const char own_name[] = "player";
enum { PLAYER, GAME_BYTES = 5, TURNS_AT_ONCE = 4096 };

struct practice {
	struct user *u;
	const struct practice_want *want;
	struct practice_folder folder; /* of the present game */
	size_t base_n;                 /* length of the path of the first */
	unsigned games;                /* games so far */
	bool renews;                   /* another game follows */
	const char *seed_arg;          /* as struct practice_want.seed, for the present game */
	struct names names;
	struct bot_policy policy[SEATS_MAX];
	uint8_t seed[32];
	struct hash nonces;
	struct seckey *host_key, *key[SEATS_MAX];
	struct host *host;
	struct folder turns;
	struct lesson_run run;         /* lesson NULL: none */
	unsigned n_refused;            /* of the session, when the note was made */
	unsigned refused_at;           /* 1 + the step at which an order was refused; 0: none */
	int64_t shown;                 /* digests up to this one were passed to the session */
	enum order_transport_end went; /* result of the order being sent */
	int *signal;
	struct err why;
};

/* ---- settings -------------------------------------------------------------------------------- */

/* Adds a seat for a policy: "greedy", "greedy2", "search". */
static int
add_opponent(struct practice *p, const char *s, size_t n, struct err *err)
{
	char name[NAME_MAX_LEN + 8];
	unsigned same = 1;

	if (p->names.n == SEATS_MAX)
		return err_set(
		    err, ERR_USAGE, "--against names more than %d players", SEATS_MAX - 1);
	if (bot_policy_parse(s, n, &p->policy[p->names.n]) < 0)
		return err_set(err, ERR_USAGE,
		    "--against takes greedy, greedy:2, random and search:N, separated by commas, "
		    "not "
		    "\"%.*s\"",
		    (int)n, s);
	for (unsigned i = 1; i < p->names.n; i++)
		same += p->policy[i].kind == p->policy[p->names.n].kind;
	n = strcspn(s, ":,");
	(void)snprintf(name, sizeof name, same > 1 ? "%.*s%u" : "%.*s", (int)n, s, same);
	return names_add(&p->names, name, strlen(name), err);
}

static int
add_opponents(struct practice *p, struct err *err)
{
	const struct rules *rules = p->want->rules;
	const char *s = p->want->against;

	if (names_add(&p->names, own_name, strlen(own_name), err) < 0)
		return -1;
	for (size_t n;; s += n + 1) {
		n = strcspn(s, ",");
		if (add_opponent(p, s, n, err) < 0)
			return -1;
		if (s[n] == '\0')
			break;
	}
	if (p->names.n < rules->seats_min || p->names.n > rules->seats_max) {
		if (rules->seats_min == rules->seats_max)
			(void)err_set(err, ERR_USAGE, "%s is for %u seats, not %u", rules->name,
			    rules->seats_min, p->names.n);
		else
			(void)err_set(err, ERR_USAGE, "%s is for %u to %u seats, not %u",
			    rules->name, rules->seats_min, rules->seats_max, p->names.n);
		return err_hint(err, "give this number with --against; one seat is yours");
	}
	return 0;
}

/* Makes the settings that identify this game, and its seed. */
static int
find_seed(struct practice *p, struct buf *seed, struct err *err)
{
	struct buf game = BUF_INIT;
	int result;

	if (p->seed_arg != NULL)
		buf_str(seed, p->seed_arg);
	if (p->seed_arg != NULL && bot_seed_parse(seed->p, seed->n, p->seed) < 0)
		return err_set(err, ERR_USAGE,
		    "--seed takes 1 to 64 hexadecimal digits, not \"%s\"", p->seed_arg);
	buf_fmt(&game, "adit-practice v1\nrules %s\nagainst %s\n", p->want->rules->name,
	    p->want->against);
	for (unsigned i = 0; i < p->want->n_options; i++)
		buf_fmt(&game, "option %s\n", p->want->option[i]);
	result = practice_note(&p->folder, game.p, seed, err);
	buf_release(&game);
	if (result == 0 && bot_seed_parse(buf_cstr(seed), seed->n, p->seed) < 0)
		return err_set(err, ERR_CORRUPT, "%s/practice is damaged", p->folder.path.p);
	return result;
}

/* ---- keys, table (P1) -------------------------------------------------------------------------- */

static struct hash
from_seed(const struct practice *p, const char *what, uint64_t n)
{
	unsigned char number[8];

	for (unsigned i = 0; i < sizeof number; i++)
		number[i] = (unsigned char)(n >> 8 * i & 0xff);

	const struct hash_input part[] = { { p->seed, sizeof p->seed }, { what, strlen(what) },
		{ number, sizeof number } };

	return hash_parts("adit/practice", part, sizeof part / sizeof part[0]);
}

static struct seckey *
make_key(const struct practice *p, const char *name, struct err *err)
{
	struct hash seed = from_seed(p, name, 0);
	struct seckey *s = seckey_new(err);

	if (s != NULL)
		seckey_derive(s, seed.b);
	seal_wipe(&seed, sizeof seed);
	return s;
}

static int
make_keys(struct practice *p, struct err *err)
{
	p->nonces = from_seed(p, "nonces", 0);
	p->host_key = make_key(p, "host", err);
	for (unsigned i = 0; i < p->names.n && p->host_key != NULL; i++) {
		p->key[i] = make_key(p, p->names.seat[i], err);
		if (p->key[i] == NULL)
			return -1;
	}
	return p->host_key != NULL ? 0 : -1;
}

/* Writes one key file unless it exists. */
static int
keep_file(const char *home, const char *end, const struct buf *text, struct err *err)
{
	struct buf file = BUF_INIT;
	int result = 0;

	buf_fmt(&file, "%s/%s%s", home, own_name, end);
	if (access(file.p, F_OK) < 0)
		result = keyfile_create(file.p, text->p, text->n, strcmp(end, ".pub") == 0, err);
	buf_release(&file);
	return result;
}

/* Writes the player's keys without a passphrase, for the session and for other verbs with this
 * home. */
static int
keep_keys(const struct practice *p, const char *home, struct err *err)
{
	const struct seckey *own = p->key[PLAYER];
	struct buf sign = BUF_INIT, box = BUF_INIT, card = BUF_INIT;
	int result = file_mkdirs(home, 1, err);

	pubkey_text(&own->pub, own_name, &card);
	if (result == 0)
		result = seckey_sign_text(own, NULL, 0, 10, &sign, err);
	if (result == 0)
		result = seckey_box_text(own, NULL, 0, 10, &box, err);
	if (result == 0)
		result = keep_file(home, ".key", &sign, err);
	if (result == 0)
		result = keep_file(home, ".age", &box, err);
	if (result == 0)
		result = keep_file(home, ".pub", &card, err);
	buf_wipe(&sign);
	buf_wipe(&box);
	buf_release(&card);
	return result;
}

static int
describe(const struct practice *p, struct host_table_params *a, struct err *err)
{
	struct hash id = from_seed(p, "game", 0), s = from_seed(p, "deal", 0);

	base32_text(id.b, GAME_BYTES, a->game);
	a->rules = p->want->rules;
	a->names = p->names;
	for (unsigned i = 0; i < p->names.n; i++)
		a->pub[i] = p->key[i]->pub;
	a->seated = (uint16_t)((1u << p->names.n) - 1);
	a->host_key = "host";
	a->clock = (struct time_control){ .limit_s = -1, .sums_up = true };
	memcpy(a->s, s.b, sizeof a->s);
	seal_wipe(&s, sizeof s);
	a->now = p->u->now;
	return options_set_all(
	    &a->options, a->rules, &p->names, p->want->option, p->want->n_options, err);
}

/* Makes the game file completely or not at all: an unfinished one has another name. */
static int
create(struct practice *p, const char *path, struct err *err)
{
	struct host_table_params *a = mem_zero(1, sizeof *a);
	struct buf digest = BUF_INIT, unfinished = BUF_INIT;
	int result = describe(p, a, err);

	buf_fmt(&unfinished, "%s.new", path);
	(void)unlink(unfinished.p);
	if (result == 0)
		result = host_create(&p->host, unfinished.p, p->u->games, err);
	if (result == 0) {
		result = host_new_game(p->host, p->host_key, a, &digest, err);
		host_close(p->host);
		p->host = NULL;
	}
	if (result == 0 && rename(unfinished.p, path) < 0)
		result = err_set(err, ERR_BUSY, "cannot name %s: %s", path, strerror(errno));
	seal_wipe(a, sizeof *a);
	free(a);
	buf_release(&digest);
	buf_release(&unfinished);
	return result;
}

static int
open_game(struct practice *p, struct err *err)
{
	struct buf path = BUF_INIT;
	int result = 0;

	buf_fmt(&path, "%s/game.db", p->folder.path.p);
	if (access(path.p, F_OK) < 0)
		result = create(p, path.p, err);
	if (result == 0)
		result = host_open(&p->host, path.p, true, p->u->games, err);
	buf_release(&path);
	return result;
}

/* ---- policies (P2) --------------------------------------------------------------------------- */

static int
apply(struct practice *p, const struct parsed_order *order, struct err *err)
{
	struct host_result r;

	if (host_apply(p->host, p->host_key, order, p->u->now, p->shown, NULL, &r, err) < 0)
		return -1;
	host_result_release(&r);
	return 0;
}

/* Reads the newest digest as that seat, or all of them. Call player_read_release after every
 * result. */
static int
read_as(struct practice *p, unsigned seat, bool all, struct player_read *r, struct err *err)
{
	const struct player_pins none = { .has_host = false };
	struct buf text = BUF_INIT;
	int64_t n = -1;
	int result;

	memset(r, 0, sizeof *r);
	result = host_text(p->host, &n, &text, err);
	if (all)
		buf_clear(&text);
	for (int64_t i = 0; all && i <= n && result == 0; i++)
		result = host_text(p->host, &i, &text, err);
	if (result == 0)
		result = player_read(r, p->u->games, text.p, text.n, &none, p->key[seat], err);
	buf_release(&text);
	return result;
}

/* Saves an order of the player that the session did not sign, as it would have done. */
static int
save_signed(
    struct practice *p, const struct player_read *r, const struct parsed_order *in, struct err *err)
{
	struct buf dir = BUF_INIT, block = BUF_INIT;
	struct signed_order at = { .n = r->d.n, .hash = in->hash };
	int result = user_game(p->u, r->d.game, &dir, err);

	memcpy(at.seat, in->o.b.seat, sizeof at.seat);
	if (result == 0)
		result = file_mkdirs(dir.p, 1, err);
	if (result == 0)
		result = player_seal(r, &in->o.b, &block, err);
	if (result == 0)
		result = signed_order_save(dir.p, at.n, in, &block, p->u->key, err);
	if (result == 0)
		result = send_state_set(dir.p, &at, SEND_STATE_SENT, err);
	buf_release(&dir);
	buf_release(&block);
	return result;
}

static int
give(struct practice *p, unsigned seat, const char *line, struct err *err)
{
	const struct player_order order = { .line = { line }, .n_lines = 1, .nonces = &p->nonces };
	struct parsed_order *in = mem_zero(1, sizeof *in);
	struct player_read r;
	int result = read_as(p, seat, false, &r, err);

	if (result == 0)
		result = player_sign(&r, p->key[seat], &order, in, err);
	if (result == 0 && seat == PLAYER)
		result = save_signed(p, &r, in, err);
	if (result == 0)
		result = apply(p, in, err);
	player_read_release(&r);
	mem_wipe(in, sizeof *in);
	free(in);
	return result;
}

/* Chooses an order with what the seat remembers. */
static int
choose(struct practice *p, unsigned seat, const struct player_read *r, const struct hash *seed,
    struct buf *line, struct err *err)
{
	struct bot_memory *memory = mem_new(sizeof *memory);
	struct history story;
	int result = history_make(&story, NULL, r, p->key[seat], HISTORY_UNKNOWN, err);

	if (result == 0) {
		history_remember(&story, r, memory);
		result = suggest_with_seed(NULL, r, p->policy[seat], memory, seed, line, NULL, err);
	}
	history_release(&story);
	mem_wipe(memory, sizeof *memory);
	free(memory);
	return result;
}

static int
play_turn(struct practice *p, unsigned seat, struct err *err)
{
	struct player_read r;
	struct buf line = BUF_INIT;
	int result = read_as(p, seat, bot_policy_remembers(p->policy[seat]), &r, err);
	struct hash seed = from_seed(p, "turn", result == 0 ? (uint64_t)r.d.n : 0);

	if (result == 0)
		result = choose(p, seat, &r, &seed, &line, err);
	player_read_release(&r);
	if (result == 0)
		result = give(p, seat, line.p, err);
	buf_wipe(&line);
	return result;
}

/* (P3) Plays until the player is to move, or nobody is. */
static int
play_others(struct practice *p, struct err *err)
{
	struct host_status *s = mem_new(sizeof *s);
	int result = 0;

	for (unsigned i = 0; i < TURNS_AT_ONCE && result == 0; i++) {
		uint8_t seat = SEAT_NONE;

		result = host_status(p->host, s, err);
		if (result == 0)
			seat = s->d.pub.known.to_move;
		if (seat == PLAYER || seat >= p->names.n)
			break;
		result = play_turn(p, seat, err);
	}
	free(s);
	return result;
}

/* The policies support proposals of the player. */
static void
support_proposal(struct practice *p, const struct parsed_order *order)
{
	const char *line = order->o.b.n_do > 0 ? order->o.b.doing[0] : "";

	if (strncmp(line, "vote ", 5) != 0 && strcmp(line, "agree") != 0)
		return;
	for (unsigned seat = PLAYER + 1; seat < p->names.n; seat++) {
		struct err none = ERR_INIT;

		(void)give(p, seat, line, &none); /* fails if the vote was decided already */
	}
}

/* ---- taking back ------------------------------------------------------------------------------ */

/* Reads digest `at`, -1: the newest. *before is the digest whose state it continues. */
static int
read_digest(struct practice *p, int64_t at, struct digest *d, int64_t *before, struct err *err)
{
	struct host_action act = { .reason = "" };
	struct digest_layout t;
	struct buf text = BUF_INIT;
	size_t from = 0;
	int result = host_digest(p->host, at, d, &text, NULL, err);

	if (result == 0 && digest_next(text.p, text.n, &from, &t, err) != 1)
		result = -1;
	*before = d->n - 1;
	if (result == 0 && host_action_find(text.p, &t, &act, err) > 0 &&
	    act.kind == HOST_ACTION_UNDO)
		*before = act.to;
	buf_release(&text);
	return result;
}

/* Sets *to to the digest before the player's last order of the round that still counts. */
static int
before_last_order(struct practice *p, int64_t *to, struct err *err)
{
	struct digest *now = mem_new(sizeof *now), *d = mem_new(sizeof *d);
	int64_t at = -1;
	int result = read_digest(p, -1, now, &at, err);
	bool found = false;

	while (result == 0 && at >= 0 && !found) {
		int64_t before;

		result = read_digest(p, at, d, &before, err);
		if (result == 0 && d->pub.known.round != now->pub.known.round)
			break;
		/* A message or a vote changes neither; the two orders of a turn of The Dark Cave
		 * have different phases. */
		found = result == 0 && d->pub.known.to_move == PLAYER &&
		    (d->pub.known.turn != now->pub.known.turn ||
			d->pub.known.phase != now->pub.known.phase);
		*to = at;
		at = before;
	}
	if (result == 0 && (!found || now->pub.known.phase == PHASE_OVER))
		result = err_set(
		    err, ERR_STALE, "there is no order of yours in this round to take back");
	free(now);
	free(d);
	return result;
}

/* If cards were shown since, the seats have to agree. */
static int
vote_back(struct practice *p, int64_t to, struct err *err)
{
	struct host_status *s = mem_new(sizeof *s);
	char line[40];
	int result = 0;

	(void)snprintf(line, sizeof line, "vote undo %lld yes", (long long)to);
	for (unsigned i = 1; i <= p->names.n && result == 0; i++) {
		result = host_status(p->host, s, err);
		if (result == 0 && !undo_request_blocks_play(&s->d.undo_request))
			break;
		if (result == 0)
			result = give(p, i % p->names.n, line, err);
	}
	free(s);
	return result;
}

static int
take_back(void *arg, struct err *err)
{
	struct practice *p = arg;
	struct host_result r;
	int64_t to = -1;

	/* An undo would shuffle, and the lesson needs its cards: it is played again up to there. */
	if (p->run.lesson != NULL) {
		p->renews = lesson_back(&p->run);
		return p->renews ? 1 :
				   err_set(err, ERR_STALE, "this is the beginning of the lesson");
	}
	if (before_last_order(p, &to, err) < 0)
		return -1;
	/* The reason is the player's command, which has no language. */
	if (host_undo(p->host, p->host_key, to, "undo", p->u->now, p->shown, &r, err) < 0)
		return -1;
	host_result_release(&r);
	return vote_back(p, to, err);
}

/* ---- the session ------------------------------------------------------------------------------------ */

static int
take_order(void *arg, const struct parsed_order *order, struct err *err)
{
	struct practice *p = arg;

	if (order != NULL && apply(p, order, err) == 0) {
		p->went = TRANSPORT_GONE;
		if (p->run.lesson != NULL && order->o.b.n_do > 0) /* a message changes nothing */
			lesson_take(&p->run,
			    order->o.b.turn != TURN_NEXT && order->o.b.turn != TURN_EVERY ?
				order->o.b.doing[0] :
				NULL);
		support_proposal(p, order);
		return 0;
	}
	/* After a failure of the machine the state is unknown. */
	p->went = err->code == ERR_BUSY ? TRANSPORT_PERHAPS : TRANSPORT_NOT;
	p->why = *err;
	return 0;
}

static enum order_transport_end
carry(void *arg, struct play *session, const struct buf *block, struct buf *why)
{
	struct practice *p = arg;
	struct order_scan in = {
		.name = "your order", .key = p->host_key, .each = take_order, .arg = p
	};
	struct err err = ERR_INIT;

	p->went = TRANSPORT_NOT;
	p->why = (struct err)ERR_INIT;
	if (order_scan_read(&in, block->p, block->n, &err) != 0)
		p->why = err;
	if (p->went != TRANSPORT_GONE)
		error_text_message(session->u->lang, &p->why, why);
	if (p->went == TRANSPORT_NOT)
		session->n_refused++;
	if (p->went == TRANSPORT_GONE) { /* what was refused before is over */
		p->n_refused = session->n_refused;
		p->refused_at = 0;
	}
	return p->went;
}

/* Appends digests that the session has not got, and writes them to files for an audit. */
static int
hand_over(struct practice *p, int64_t last, struct buf *out, struct err *err)
{
	int result = 0;

	for (int64_t n = p->shown + 1; n <= last && result == 0; n++) {
		struct buf text = BUF_INIT;
		int64_t which = n;

		result = host_text(p->host, &which, &text, err);
		if (result == 0 && n == 0)
			result = folder_of(&p->turns, p->folder.path.p, text.p, text.n, err);
		if (result == 0 && p->want->keep != NULL)
			result = folder_write(&p->turns, n, text.p, text.n, err);
		if (result == 0) {
			buf_add(out, text.p, text.n);
			buf_chr(out, '\n');
			p->shown = n;
		}
		buf_release(&text);
	}
	return result;
}

static int
read_new(void *arg, bool again, struct buf *text, struct err *err)
{
	struct practice *p = arg;
	struct host_status *s = mem_new(sizeof *s);
	int result = play_others(p, err);

	(void)again;
	if (result == 0)
		result = host_status(p->host, s, err);
	if (result == 0)
		result = hand_over(p, s->d.n, text, err);
	free(s);
	return result;
}

static void
renew(void *arg)
{
	struct practice *p = arg;

	p->renews = true;
	p->run.lesson = NULL;
}

static void
guide(struct play *session, void *arg)
{
	struct practice *p = arg;
	const enum lesson_cards cards = (play_style(session) & DRAW_PLAIN) != 0 ?
	    LESSON_CARDS_NONE :
	    (play_style(session) & DRAW_ASCII) != 0 ? LESSON_CARDS_ASCII :
						      LESSON_CARDS_UTF8;
	struct buf note = BUF_INIT;

	if (p->run.lesson == NULL)
		return;
	if (session->n_refused > p->n_refused) {
		p->n_refused = session->n_refused;
		p->refused_at = p->run.n + 1;
		buf_clear(&session->note);
	}
	lesson_note(p->u->lang, &p->run, p->refused_at == p->run.n + 1,
	    session->r.d.pub.known.phase == PHASE_OVER, cards, &note);
	play_note(session, note.p);
	buf_wipe(&note);
}

/* Plays the orders of the lesson again. */
static int
replay(struct practice *p, struct err *err)
{
	const char *line = buf_cstr(&p->run.orders);
	int result = 0;

	for (size_t n; *line != '\0' && result == 0; line += n + 1) {
		struct buf order = BUF_INIT;

		n = strcspn(line, "\n");
		buf_add(&order, line, n);
		result = play_others(p, err);
		if (result == 0)
			result = give(p, PLAYER, order.p, err);
		buf_release(&order);
	}
	return result;
}

static int
play(struct practice *p, const struct buf *seed, struct err *err)
{
	struct play_options start = { .in = STDIN_FILENO,
		.plain = p->want->plain,
		.lines = p->want->lines,
		.transport = { .arg = p,
		    .words = language_text(p->u->lang, MSG("play", "to the table")),
		    .carry = carry,
		    .nonces = &p->nonces,
		    .take_back = take_back,
		    .renew = renew },
		.source = { .arg = p, .read = read_new, .wake_fd = -1 },
		.guide = guide };
	int result = read_new(p, true, &start.text, err);

	if (result < 0) {
		buf_release(&start.text);
		return -1;
	}
	if (p->run.lesson == NULL)
		output_say(p->u->out, "a practice game; --seed %s deals it again", seed->p);
	if (p->want->keep != NULL)
		output_say(
		    p->u->out, "saved in %s: the same command continues it", p->folder.path.p);
	return play_session(p->u, &start, p->signal, err);
}

static int
run(struct practice *p, struct err *err)
{
	const char *was = p->u->home;
	struct buf home = BUF_INIT, seed = BUF_INIT;
	int result = find_seed(p, &seed, err);

	buf_fmt(&home, "%s/home", p->folder.path.p);
	if (result == 0)
		result = make_keys(p, err);
	if (result == 0)
		result = keep_keys(p, home.p, err);
	if (result == 0 && p->want->keep != NULL)
		result = folder_make(p->folder.path.p, err);
	if (result == 0)
		result = open_game(p, err);
	p->u->home = home.p;
	p->u->key_arg = own_name;
	if (result == 0)
		result = keys_open(p->u, own_name, err);
	if (result == 0 && p->run.lesson != NULL)
		result = replay(p, err);
	if (result == 0)
		result = play(p, &seed, err);
	p->u->key_arg = NULL;
	p->u->home = was;
	buf_release(&home);
	buf_release(&seed);
	return result;
}

/* Closes the game. The folder stays. */
static void
close_game(struct practice *p)
{
	host_close(p->host);
	p->host = NULL;
	seckey_free(p->host_key);
	p->host_key = NULL;
	keys_free(p->u->key);
	p->u->key = NULL;
	for (unsigned i = 0; i < p->names.n; i++) {
		seckey_free(p->key[i]);
		p->key[i] = NULL;
	}
	p->shown = -1;
	p->n_refused = p->refused_at = 0;
}

/* The next game has a folder of its own: DIR-2 after --keep DIR, else one in the first. */
static int
next_folder(struct practice *p, struct err *err)
{
	struct buf path = BUF_INIT;
	int result;

	do {
		buf_clear(&path);
		buf_add(&path, p->folder.path.p, p->base_n);
		buf_fmt(&path, p->want->keep != NULL ? "-%u" : "/%u", ++p->games);
	} while (access(path.p, F_OK) == 0);
	if (p->want->keep != NULL) {
		practice_close(&p->folder);
		result = practice_open(&p->folder, path.p, NULL, err);
	} else {
		buf_clear(&p->folder.path);
		buf_str(&p->folder.path, path.p);
		result = file_mkdirs(path.p, 1, err);
	}
	buf_release(&path);
	p->renews = false;
	p->seed_arg = p->run.lesson != NULL ? p->run.lesson->seed : NULL;
	return result;
}

int
practice_play(struct user *u, const struct practice_want *want, int *signal, struct err *err)
{
	struct practice *p = mem_zero(1, sizeof *p);
	int result;

	p->u = u;
	p->signal = signal;
	p->want = want;
	p->seed_arg = want->seed;
	p->run.lesson = want->lesson;
	p->games = 1;
	p->shown = -1;
	p->folder.lock = -1;
	result = add_opponents(p, err);
	if (result == 0)
		result = practice_open(&p->folder, want->keep, want->temporary, err);
	p->base_n = p->folder.path.n;
	if (result == 0 && want->keep == NULL)
		practice_guard(&p->folder);
	if (result == 0)
		result = run(p, err);
	while (result == 0 && p->renews) {
		close_game(p);
		result = next_folder(p, err);
		if (result == 0)
			result = run(p, err);
	}
	close_game(p);
	if (want->keep == NULL && p->folder.path.n > p->base_n) {
		p->folder.path.n = p->base_n;
		p->folder.path.p[p->base_n] = '\0';
	}
	practice_close(&p->folder);
	buf_wipe(&p->run.orders);
	seal_wipe(p, sizeof *p);
	free(p);
	return result;
}
