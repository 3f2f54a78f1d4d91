/*
 * The referee for programs: stateless requests and answers.
 *
 * (F1) Every line gets exactly one answer.
 * (F2) Orders are refused by the game_check that is also used for games by mail.
 * (F3) If a request has a view, the answer is made from that view alone.
 */
#include "bot/referee.h"

#include "wire/position.h"
#include "text/orderline.h"
#include "text/turnline.h"
#include "text/verdict.h"
#include "util/mem.h"
#include "util/slice.h"

/* ---- seeds ----------------------------------------------------------------------------------- */

int
bot_seed_parse(const char *s, size_t n, uint8_t seed[static 32])
{
	uint8_t out[32] = { 0 };

	if (n < 1 || n > 64)
		return -1;
	for (size_t i = 0; i < n; i++) {
		int digit = ascii_hex_value(s[i]);

		if (digit < 0)
			return -1;
		out[i / 2] = (uint8_t)(out[i / 2] | digit << (i % 2 == 0 ? 4 : 0));
	}
	memcpy(seed, out, sizeof out);
	return 0;
}

/* ---- requests -------------------------------------------------------------------------------- */

struct request {
	const struct rules *const *games;
	const struct rules *rules; /* the required rules set; NULL: any */
	json_t *json;              /* an object */
	struct game g;
	struct names names;
	uint8_t view;         /* SEAT_OMNISCIENT: no view requested */
	enum verdict verdict; /* with ERR_RULE: the reason */
};

static int
expected(const char *key, const char *what, struct err *err)
{
	return err_set(err, ERR_USAGE, "%s: %s expected", key, what);
}

/* Sets *s to the string under a key, or NULL without the key. ERR_SYNTAX if it has another type. */
static int
get_text(const struct request *q, const char *key, const char **s, struct err *err)
{
	const json_t *value = json_object_get(q->json, key);

	*s = json_string_value(value);
	return value == NULL || json_is_string(value) ? 0 : expected(key, "a string", err);
}

static int
get_position(struct request *q, bool hidden_ok, struct err *err)
{
	const json_t *position = json_object_get(q->json, "position");

	if (position == NULL)
		return expected("position", "an object", err);
	if (position_parse(q->games, q->rules, position, hidden_ok, &q->g, &q->names, err) == 0)
		return 0;
	err->code = ERR_SYNTAX; /* whatever the code was */
	return -1;
}

static int
get_view(struct request *q, struct err *err)
{
	const char *name;

	if (get_text(q, "view", &name, err) < 0)
		return -1;
	q->view = SEAT_OMNISCIENT;
	if (name == NULL)
		return 0;
	q->view = names_find(&q->names, name, strlen(name));
	if (q->view == SEAT_NONE && strcmp(name, "*") != 0)
		return err_set(err, ERR_NOT_FOUND, "view: no seat \"%s\"", name);
	return 0;
}

static int
get_chance(const struct request *q, struct rng_fast *rng, struct err *err)
{
	const json_t *game = json_object_get(q->json, "game");
	uint8_t seed[32] = { 0 };
	const char *hex;

	if (get_text(q, "seed", &hex, err) < 0)
		return -1;
	if (hex != NULL && bot_seed_parse(hex, strlen(hex), seed) < 0)
		return expected("seed", "1 to 64 hex digits", err);
	if (game != NULL && (!json_is_integer(game) || json_integer_value(game) < 0))
		return expected("game", "a whole number", err);
	rng_fast_init(rng, seed, (uint64_t)json_integer_value(game));
	return 0;
}

/* ---- answers --------------------------------------------------------------------------------- */

static json_t *
seen_position(const struct request *q)
{
	struct view v;

	game_view(&q->g, q->view, &v);
	return position_json(&v, &q->names, 0);
}

static void
answer_state(const struct request *q, const struct events *ev, json_t *answer)
{
	(void)json_object_set_new(answer, "position", seen_position(q));
	(void)json_object_set_new(
	    answer, "events", position_events_json(q->g.rules, &q->names, ev, q->view));
}

/* Most positions have fewer orders, so that no large array is allocated. */
enum { FEW = 200 };

static int
op_legal(struct request *q, json_t *answer, struct err *err)
{
	struct order few[FEW], *many = NULL;
	size_t n = 0;

	/* Legality never depends on hidden information, so the view suffices. */
	if (get_position(q, true, err) < 0 || get_view(q, err) < 0)
		return -1;
	if (q->view == SEAT_OMNISCIENT || q->view == q->g.to_move)
		n = game_legal(&q->g, few, FEW);
	if (n == FEW) {
		many = mem_new(LEGAL_MAX * sizeof many[0]);
		n = game_legal(&q->g, many, LEGAL_MAX);
	}
	(void)json_object_set_new(answer, "legal",
	    position_orders_json(q->g.rules, &q->names, many != NULL ? many : few, n));
	free(many);
	return 0;
}

/* Sets *seat to the seat that gives the order. */
static int
get_seat(const struct request *q, uint8_t *seat, struct err *err)
{
	const char *name;

	if (get_text(q, "seat", &name, err) < 0)
		return -1;
	if (name == NULL) {
		/* After the game nobody is to move; use any seat. */
		*seat = q->g.to_move == SEAT_NONE ? 0 : q->g.to_move;
		return 0;
	}
	*seat = names_find(&q->names, name, strlen(name));
	return *seat != SEAT_NONE ? 0 : err_set(err, ERR_NOT_FOUND, "seat: no seat \"%s\"", name);
}

static int
refuse(struct request *q, const struct order *o, enum verdict verdict, struct err *err)
{
	struct buf why = BUF_INIT;
	struct view v;

	game_view(&q->g, o->seat, &v);
	verdict_text(NULL, &v, &q->names, o, verdict, &why);
	q->verdict = verdict;
	(void)err_set(err, ERR_RULE, "%s", buf_cstr(&why));
	buf_release(&why);
	return -1;
}

static int
op_apply(struct request *q, json_t *answer, struct err *err)
{
	struct rng_fast rng;
	struct events ev = { 0 };
	struct turn turn;
	enum verdict verdict;
	const char *line;
	unsigned refused = 0;
	uint8_t seat;

	if (get_position(q, false, err) < 0 || get_view(q, err) < 0 ||
	    get_seat(q, &seat, err) < 0 || get_chance(q, &rng, err) < 0 ||
	    get_text(q, "order", &line, err) < 0)
		return -1;
	if (line == NULL)
		return expected("order", "a string", err);
	if (turnline_parse(q->g.rules, &q->names, seat, line, strlen(line), &turn, err) < 0)
		return -1;
	verdict = game_apply_all(&q->g, turn.step, turn.n, &rng.rng, &ev, &refused);
	if (verdict != VERDICT_OK)
		return refuse(q, &turn.step[refused], verdict, err);
	if (q->g.turn > POSITION_TURN_MAX)
		return err_set(
		    err, ERR_SYNTAX, "turn: %d is the last that there is", POSITION_TURN_MAX);
	answer_state(q, &ev, answer);
	return 0;
}

/* Sets the seats from "names", or p1, p2, ... for "players". */
static int
get_names(struct request *q, const struct rules *rules, struct err *err)
{
	const json_t *list = json_object_get(q->json, "names");
	const json_t *n = json_object_get(q->json, "players");
	json_int_t players = json_integer_value(n);

	if (list == NULL && !json_is_integer(n))
		return expected("players", "a whole number", err);
	if (list != NULL && !json_is_array(list))
		return expected("names", "a list of names", err);
	if (list != NULL && n != NULL && players != (json_int_t)json_array_size(list))
		return err_set(err, ERR_USAGE, "players: the list of names is of another length");
	if (list != NULL)
		players = (json_int_t)json_array_size(list);
	if (players < rules->seats_min || players > rules->seats_max)
		return err_set(err, ERR_USAGE, "%s: %s has %s", list == NULL ? "players" : "names",
		    rules->name, seats_text(rules).s);
	if (list == NULL) {
		simulate_names((unsigned)players, &q->names);
		return 0;
	}
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *name = json_string_value(json_array_get(list, i));

		if (name == NULL)
			return expected("names", "a list of names", err);
		if (names_add(&q->names, name, strlen(name), err) < 0)
			return err_wrap(err, "names[%zu]", i);
	}
	return 0;
}

static int
op_new(struct request *q, json_t *answer, struct err *err)
{
	struct options options = { 0 };
	struct events ev = { 0 };
	struct rng_fast rng;
	const struct rules *rules;
	const char *name;

	if (get_text(q, "rules", &name, err) < 0)
		return -1;
	if (name == NULL)
		return expected("rules", "a string", err);
	rules = rules_find(q->games, name, strlen(name));
	if (rules == NULL)
		return err_set(err, ERR_NOT_FOUND, "rules: no rules set \"%s\"", name);
	if (q->rules != NULL && strcmp(q->rules->name, name) != 0)
		return expected("rules", q->rules->name, err);
	if (q->rules != NULL)
		rules = q->rules;
	if (get_names(q, rules, err) < 0 || get_view(q, err) < 0 || get_chance(q, &rng, err) < 0 ||
	    position_parse_options(
		json_object_get(q->json, "options"), rules, &q->names, &options, err) < 0)
		return -1;
	game_init(&q->g, rules, (uint8_t)q->names.n, &options);
	game_deal(&q->g, &rng.rng, &ev);
	answer_state(q, &ev, answer);
	return 0;
}

static int
op_score(struct request *q, json_t *answer, struct err *err)
{
	json_t *score;

	if (get_position(q, false, err) < 0 || get_view(q, err) < 0)
		return -1;
	score = position_score_json(&q->g, &q->names, q->view);
	(void)json_object_update(answer, score);
	json_decref(score);
	return 0;
}

static bool
hides_hand(const struct game *g, uint8_t seat)
{
	const struct seat *s = &g->seat[seat];

	return s->role == CARD_HIDDEN || memchr(s->hand, CARD_HIDDEN, s->n_hand) != NULL;
}

/* From a view only the same view, or the public one, can be made. */
static int
op_view(struct request *q, json_t *answer, struct err *err)
{
	if (get_position(q, true, err) < 0 || get_view(q, err) < 0)
		return -1;
	if (q->view == SEAT_OMNISCIENT)
		return expected("view", "the name of a seat, or \"*\",", err);
	if (q->view != SEAT_NONE && hides_hand(&q->g, q->view))
		return err_set(err, ERR_USAGE,
		    "view: the position is not the referee's, nor what %s sees",
		    names_seat(&q->names, q->view));
	(void)json_object_set_new(answer, "position", seen_position(q));
	return 0;
}

static json_t *
order_json(const struct request *q, struct order *o)
{
	struct buf text = BUF_INIT;
	json_t *out;

	orderline_sort(q->g.rules, o);
	orderline_text(q->g.rules, &q->names, o, &text);
	out = json_string(buf_cstr(&text));
	buf_release(&text);
	return out;
}

/* Returns the orders that a search has tried, from the best. */
static json_t *
tried_json(const struct request *q, struct bot_search *s)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < s->n_candidates && s->candidate[i].n > 0; i++) {
		const struct bot_candidate *c = &s->candidate[i];

		(void)json_array_append_new(list,
		    json_pack("{s:o,s:i,s:I}", "order", order_json(q, &s->legal[c->order]), "tries",
			(int)c->n, "worth", (json_int_t)(c->sum / (int64_t)c->n)));
	}
	return list;
}

/* The answer is made from the view of the seat to move alone (F3). */
static int
op_choose(struct request *q, json_t *answer, struct err *err)
{
	struct bot_policy policy = { .kind = POLICY_GREEDY };
	struct bot_memory *memory;
	struct bot_search *room;
	struct rng_fast rng;
	struct order o;
	struct view v;
	const char *name;

	if (get_position(q, true, err) < 0 || get_chance(q, &rng, err) < 0 ||
	    get_text(q, "policy", &name, err) < 0)
		return -1;
	if (name != NULL && bot_policy_parse(name, strlen(name), &policy) < 0)
		return expected("policy", "random, greedy, greedy:2 or search:N", err);
	if (q->g.to_move != SEAT_NONE && hides_hand(&q->g, q->g.to_move))
		return err_set(err, ERR_USAGE,
		    "position: it is not the referee's, nor what %s sees",
		    names_seat(&q->names, q->g.to_move));
	if (q->g.phase == PHASE_SETUP || game_legal(&q->g, &o, 1) == 0)
		return err_set(err, ERR_USAGE, "position: nobody is to move");
	memory = mem_new(sizeof *memory);
	room = mem_new(sizeof *room);
	game_view(&q->g, q->g.to_move, &v);
	bot_memory_begin(memory, &v); /* nothing else is known of the game */
	o = policy_order(policy, &v, memory, &rng.rng, room);
	(void)json_object_set_new(answer, "order", order_json(q, &o));
	if (policy.kind == POLICY_SEARCH)
		(void)json_object_set_new(answer, "tried", tried_json(q, room));
	free(memory);
	free(room);
	return 0;
}

static const struct op {
	const char *name;
	int (*run)(struct request *q, json_t *answer, struct err *err);
} op_table[] = {
	{ "legal", op_legal },
	{ "apply", op_apply },
	{ "new", op_new },
	{ "score", op_score },
	{ "view", op_view },
	{ "choose", op_choose },
};

static int
run_operation(struct request *q, json_t *answer, struct err *err)
{
	const char *name;

	if (get_text(q, "op", &name, err) < 0)
		return -1;
	for (size_t i = 0; name != NULL && i < sizeof op_table / sizeof op_table[0]; i++) {
		if (strcmp(op_table[i].name, name) == 0)
			return op_table[i].run(q, answer, err);
	}
	return expected("op", "legal, apply, new, score, view or choose", err);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static json_t *
error_json(const struct err *err, enum verdict verdict)
{
	const char *code = err->code == ERR_RULE ? verdict_name(verdict) :
	    err->code == ERR_USAGE               ? "usage" :
	    err->code == ERR_NOT_FOUND           ? "not-found" :
						   "syntax";
	json_t *out = json_object();

	(void)json_object_set_new(out, "code", json_string(code));
	(void)json_object_set_new(out, "message", json_string(err->msg));
	if (err->hint[0] != '\0')
		(void)json_object_set_new(out, "hint", json_string(err->hint));
	return out;
}

/* Finds the id in an invalid line by a lenient parser. Returns NULL if there is none. */
static json_t *
only_id(const char *line, size_t n)
{
	json_t *loose = json_loadb(
	    line, n, JSON_ALLOW_NUL | JSON_DISABLE_EOF_CHECK | JSON_DECODE_INT_AS_REAL, NULL);
	json_t *id = json_object_get(loose, "id"), *out = NULL;

	if (id != NULL) {
		double real = json_real_value(id);

		out = json_object();
		if (json_is_real(id) && real > -1e15 && real < 1e15 &&
		    real == (double)(int64_t)real)
			(void)json_object_set_new(out, "id", json_integer((json_int_t)real));
		else
			(void)json_object_set(out, "id", id);
	}
	json_decref(loose);
	return out;
}

static int
read_request(const char *line, size_t n, json_t **out, struct err *err)
{
	json_error_t why;

	if (n > REFEREE_LINE_MAX)
		return err_set(err, ERR_SYNTAX, "a request has at most %d bytes", REFEREE_LINE_MAX);
	*out = json_loadb(line, n, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &why);
	if (*out == NULL) {
		bool nul = json_error_code(&why) == json_error_null_character;

		*out = only_id(line, n);
		return err_set(err, ERR_SYNTAX, "column %d: %s", why.column,
		    nul ? "a string with \\u0000 in it" : why.text);
	}
	if (!json_is_object(*out))
		return err_set(err, ERR_SYNTAX, "a request is an object");
	return 0;
}

static json_t *
answer_with_id(const struct request *q)
{
	json_t *answer = json_object(), *id = json_object_get(q->json, "id");

	if (id != NULL)
		(void)json_object_set(answer, "id", id);
	return answer;
}

void
referee_line(const struct rules *const *games, const struct rules *rules, const char *line,
    size_t n, struct buf *out)
{
	struct request q = { .games = games, .rules = rules, .view = SEAT_OMNISCIENT };
	struct err err = ERR_INIT;
	int rc = read_request(line, n, &q.json, &err);
	json_t *answer = answer_with_id(&q);

	if (rc == 0)
		rc = run_operation(&q, answer, &err);
	if (rc < 0) {
		json_decref(answer);
		answer = answer_with_id(&q);
		(void)json_object_set_new(answer, "error", error_json(&err, q.verdict));
	}
	position_text(answer, out);
	buf_chr(out, '\n');
	json_decref(answer);
	json_decref(q.json);
}

void
referee_cards(const struct rules *rules, struct buf *out)
{
	json_t *cards = position_cards_json(rules), *card;
	size_t i;

	json_array_foreach(cards, i, card)
	{
		position_text(card, out);
		buf_chr(out, '\n');
	}
	json_decref(cards);
}
