/* Card lists, events and orders as JSON. */
#include "text/eventline.h"
#include "text/orderlist.h"
#include "wire/position_rules.h"
#include "util/mem.h"
#include "util/timestamp.h"

/* ---- cards ----------------------------------------------------------------------------------- */

/* Returns the features after the links in a card's kind: "ns+e:door-green" has "door-green". */
static json_t *
features_of(const char *kind)
{
	json_t *features = json_array();
	const char *p = strchr(kind, ':');

	while (p != NULL) {
		const char *end = strchr(p + 1, ':');
		size_t n = end == NULL ? strlen(p + 1) : (size_t)(end - p - 1);

		(void)json_array_append_new(features, json_stringn(p + 1, n));
		p = end;
	}
	return features;
}

static json_t *
card_json(const struct rules *rules, card_id id)
{
	static const char *const deck[] = { NULL, "I", "II", "III" };
	const struct card_def *card = &rules->card[id];
	json_t *out = json_object();
	char kind[CARD_NAME_MAX], links[8];

	card_name(rules, id, kind);
	links_text(card->tunnel, links);
	(void)json_object_set_new(out, "kind", json_string(kind));
	(void)json_object_set_new(
	    out, "class", json_string(class_name((enum card_class)card->class)));
	(void)json_object_set_new(out, "links", json_string(links));
	(void)json_object_set_new(out, "count", json_integer(card->copies));
	if (card->deck != 0)
		(void)json_object_set_new(out, "deck", json_string(deck[card->deck]));
	(void)json_object_set_new(out, "features", features_of(kind));
	return out;
}

json_t *
position_cards_json(const struct rules *rules)
{
	json_t *out = json_array();

	for (card_id i = 0; i < rules->n_cards && rules->card[i].copies > 0; i++)
		(void)json_array_append_new(out, card_json(rules, i));
	return out;
}

/* ---- events ---------------------------------------------------------------------------------- */

/* Sets "at": the place, and "part": the edge or space of it. */
static void
set_place(json_t *out, const struct event *e, unsigned fields)
{
	struct buf text = BUF_INIT;

	place_text(e->x, e->y, &text);
	(void)json_object_set_new(out, "at", json_string(buf_cstr(&text)));
	if ((fields & FIELD_PART) != 0) {
		buf_clear(&text);
		spot_text((struct spot){ e->x, e->y, e->part }, &text);
		(void)json_object_set_new(
		    out, "part", json_string(strchr(buf_cstr(&text), '/') + 1));
	}
	buf_release(&text);
}

json_t *
position_event_json(const struct rules *rules, const struct names *names, const struct event *e)
{
	unsigned fields = event_fields(rules, e);
	json_t *out = json_object();
	char kind[CARD_NAME_MAX];

	(void)json_object_set_new(out, "kind", json_string(event_name((enum event_kind)e->kind)));
	if ((fields & FIELD_SEAT) != 0)
		(void)json_object_set_new(out, "seat", json_string(names_seat(names, e->seat)));
	if ((fields & FIELD_CARD) != 0) {
		card_name(rules, e->card, kind);
		(void)json_object_set_new(out, "card", json_string(kind));
	}
	if ((fields & FIELD_TO) != 0)
		(void)json_object_set_new(out, "to", json_string(names_seat(names, e->to)));
	if ((fields & FIELD_AT) != 0)
		set_place(out, e, fields);
	if ((fields & FIELD_TOOL) != 0)
		(void)json_object_set_new(out, "tool", json_string(tool_name(e->value)));
	if ((fields & FIELD_VALUE) != 0)
		(void)json_object_set_new(out, "value", json_integer(e->value));
	if ((fields & FIELD_FLIPPED) != 0)
		(void)json_object_set_new(out, "flipped", json_true());
	if ((fields & FIELD_OUTCOME) != 0)
		(void)json_object_set_new(
		    out, "outcome", json_string(outcome_name((enum outcome)e->value)));
	if ((fields & FIELD_WAYS) != 0)
		(void)json_object_set_new(out, "ways", json_string(ways_name(e->value)));
	if ((fields & FIELD_SIDE) != 0)
		(void)json_object_set_new(out, "side", json_string(side_name(e->value)));
	return out;
}

json_t *
position_note_json(const struct names *names, const struct note *note)
{
	enum note_kind kind = (enum note_kind)note->kind;
	unsigned fields = note_fields(kind);
	json_t *out = json_object();

	(void)json_object_set_new(out, "kind", json_string("note"));
	(void)json_object_set_new(out, "note", json_string(note_name(kind)));
	if ((fields & NOTE_SEAT) != 0)
		(void)json_object_set_new(out, "seat", json_string(names_seat(names, note->seat)));
	if ((fields & NOTE_OF) != 0)
		(void)json_object_set_new(out, "of", json_string(names_seat(names, note->of)));
	if ((fields & NOTE_N) != 0)
		(void)json_object_set_new(out, "n", json_integer(note->n));
	if ((fields & NOTE_TO) != 0)
		(void)json_object_set_new(out, "to", json_integer(note->to));
	if ((fields & NOTE_VOTE) != 0)
		(void)json_object_set_new(out, "vote", json_string(note->yes ? "yes" : "no"));
	if ((fields & NOTE_TEXT) != 0)
		(void)json_object_set_new(out, "text", json_stringn(note->text.s, note->text.n));
	if ((fields & NOTE_TIMES) != 0) {
		char from[TIMESTAMP_LEN + 1], until[TIMESTAMP_LEN + 1];

		timestamp_text(note->n, from);
		timestamp_text(note->to, until);
		(void)json_object_set_new(out, "from", json_string(from));
		(void)json_object_set_new(out, "until", json_string(until));
	}
	return out;
}

json_t *
position_events_json(
    const struct rules *rules, const struct names *names, const struct events *ev, uint8_t seat)
{
	json_t *out = json_array();

	for (uint32_t i = 0; i < ev->n; i++) {
		struct event e = event_redact(&ev->at[i], seat);

		(void)json_array_append_new(out, position_event_json(rules, names, &e));
	}
	return out;
}

/* ---- orders ---------------------------------------------------------------------------------- */

static void
append_string(void *arg, const char *line)
{
	(void)json_array_append_new(arg, json_string(line));
}

json_t *
position_orders_json(
    const struct rules *rules, const struct names *names, const struct order *order, size_t n)
{
	json_t *out = json_array();

	orders_each(rules, names, order, n, append_string, out);
	return out;
}

/* ---- scores ---------------------------------------------------------------------------------- */

json_t *
position_score_json(const struct game *g, const struct names *names, uint8_t seat)
{
	json_t *out = json_object(), *scores = json_object(), *winners = json_array();
	uint16_t gold[SEATS_MAX], won = game_winners(g);
	bool open = seat == SEAT_OMNISCIENT || g->phase == PHASE_OVER;

	game_score(g, gold);
	for (uint8_t s = 0; s < g->n_seats; s++) {
		if (open || s == seat)
			(void)json_object_set_new(
			    scores, names_seat(names, s), json_integer(gold[s]));
		if ((won & SEEN_BY(s)) != 0)
			(void)json_array_append_new(winners, json_string(names_seat(names, s)));
	}
	(void)json_object_set_new(out, "scores", scores);
	(void)json_object_set_new(out, "winners", winners);
	if (g->rules->position->score != NULL)
		g->rules->position->score(g, names, open, out);
	return out;
}
