/* The JSON that scripts rely on: every object, key by key. */
#include <criterion/criterion.h>
#include <jansson.h>

#include "core/knowledge.h"
#include "games/saboteur/saboteur.h"
#include "wire/report.h"
#include "util/mem.h"
#include "games/games.h"

/* A game of three in its second digest; anna is to move. */
static struct digest *
digest_new(void)
{
	struct digest *d = mem_zero(1, sizeof *d);
	const struct options options = { .at[OPTION_FIRST] = 1 };
	struct rng_fast rng;
	const uint8_t seed[32] = { 7 };
	struct game g;
	struct err err = ERR_INIT;

	memcpy(d->game, "k7q2m4xw", 9);
	d->n = 2;
	d->time = INT64_C(1767225600);
	d->due = d->time + 60;
	d->dealing = DIGEST_DEALING_TRUSTED;
	cr_assert_eq(names_add(&d->names, "anna", 4, &err), 0);
	cr_assert_eq(names_add(&d->names, "bob", 3, &err), 0);
	cr_assert_eq(names_add(&d->names, "carl", 4, &err), 0);
	rng_fast_init(&rng, seed, 0);
	game_init(&g, &rules_saboteur, 3, &options);
	game_deal(&g, &rng.rng, NULL);
	game_view(&g, SEAT_NONE, &d->pub);
	return d;
}

/* Checks for exactly one line, and parses its JSON. */
static json_t *
parse_line(const char *name, const struct buf *out)
{
	json_t *json = json_loadb(buf_cstr(out), out->n, JSON_REJECT_DUPLICATES, NULL);

	cr_assert_neq(json, NULL, "%s: no JSON: %s", name, buf_cstr(out));
	cr_assert(out->n > 0 && memchr(out->p, '\n', out->n) == out->p + out->n - 1,
	    "%s: not exactly one line", name);
	return json;
}

/* Checks the value of a key. */
static void
expect(const char *name, const json_t *json, const char *key, const char *wanted)
{
	json_t *value = json_object_get(json, key);
	json_t *want = json_loads(wanted, JSON_DECODE_ANY, NULL);

	cr_assert_neq(want, NULL, "%s: the row is no JSON", name);
	char *is = json_dumps(value, JSON_ENCODE_ANY);

	cr_expect(json_equal(value, want), "%s: %s is %s, not %s", name, key, is, wanted);
	free(is);
	json_decref(want);
}

static const char head[] = "ftvo2c4q72kibrxqhkfdwsxgyrxzwyvyjuoy64opxyiun46chnlq";

/* Addresses of anna, bob and carl: dead, unconfirmed, none. */
Test(report, status_says_how_mail_goes)
{
	struct digest *d = digest_new();
	static const struct {
		const char *name;
		struct report_mail mail;
		const char *words, *json, *anna;
	} row[] = {
		{ "nothing waits", { .oldest = -1, .error = "" },
		    "dealing: trusted, no address: anna, bob, carl\n",
		    "{\"waiting\":0,\"oldest\":null,\"failed\":0}", "null" },
		{ "some wait, and why",
		    { 2, 0, 1, "sendmail: status 75",
			{ { "a@b", "5.1.1", true, false }, { "c@d", "", false, true } } },
		    ", mails that wait: 2 since 1970-01-01T00:00:00Z (sendmail: status 75)"
		    ", mails that failed: 1, no address: carl, mail to anna bounces: 5.1.1"
		    ", the address of bob is not confirmed\n",
		    "{\"waiting\":2,\"oldest\":\"1970-01-01T00:00:00Z\",\"failed\":1}",
		    "\"5.1.1\"" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct report_mail mail = row[i].mail;
		struct report_status s = { .d = d, .head = head, .now = d->time, .mail = &mail };
		struct buf out = BUF_INIT;
		struct printer p = printer_json(&out), words = printer_words(&out);
		json_t *json;

		for (size_t k = 0; k < SEATS_MAX; k++)
			if (mail.seat[k].addr == NULL)
				mail.seat[k] = (struct report_address){ .addr = "", .bounce = "" };
		report_status(&s, &p);
		json = parse_line(row[i].name, &out);
		expect(row[i].name, json, "mail", row[i].json);
		expect(row[i].name, json_array_get(json_object_get(json, "seats"), 0), "bounce",
		    row[i].anna);
		json_decref(json);
		buf_clear(&out);
		report_status(&s, &words);
		cr_expect(strlen(out.p) > strlen(row[i].words) &&
			strcmp(out.p + strlen(out.p) - strlen(row[i].words), row[i].words) == 0,
		    "%s: %s", row[i].name, out.p);
		buf_release(&out);
	}
	free(d);
}

/* Nobody has gold. */
Test(report, status_says_who_has_won)
{
	struct digest *d = digest_new();
	const struct report_status s = { .d = d, .head = head, .now = d->time };
	struct buf out = BUF_INIT;
	struct printer p = printer_json(&out);
	json_t *json;

	d->pub.known.phase = PHASE_OVER;
	report_status(&s, &p);
	json = parse_line("over", &out);
	expect("over", json, "winners", "[\"anna\",\"bob\",\"carl\"]");
	json_decref(json);
	buf_release(&out);
	free(d);
}

Test(report, status_says_who_is_late)
{
	struct digest *d = digest_new();
	static const struct {
		const char *name;
		int64_t after;
		const char *late;
	} row[] = {
		{ "before it is due", 59, "false" },
		{ "just when it is due", 60, "false" },
		{ "afterwards", 61, "true" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct report_status s = { .d = d,
			.head = head,
			.now = d->time + row[i].after,
			.undelivered = 3,
			.overdue = 1 };
		struct buf out = BUF_INIT, line = BUF_INIT;
		struct printer p = printer_json(&line), words = printer_words(&out), to = p;
		json_t *json, *seats;

		report_status(&s, &p);
		line.n--;
		to.out = &out;
		report_status_of("a.db", &line, &to);
		buf_release(&line);
		json = parse_line(row[i].name, &out);
		expect(row[i].name, json, "game", "\"k7q2m4xw\"");
		expect(row[i].name, json, "rules", "\"saboteur\"");
		expect(row[i].name, json, "n", "2");
		expect(row[i].name, json, "file", "\"a.db\"");
		expect(row[i].name, json, "round", "1");
		expect(row[i].name, json, "rounds", "3");
		expect(row[i].name, json, "turn", "1");
		expect(row[i].name, json, "to_move", "\"anna\"");
		expect(row[i].name, json, "phase", "\"play\"");
		expect(row[i].name, json, "due", "\"2026-01-01T00:01:00Z\"");
		expect(row[i].name, json, "dealing", "\"trusted\"");
		expect(row[i].name, json, "undelivered", "3");
		cr_expect_eq(
		    json_object_get(json, "winners"), NULL, "%s: no winners yet", row[i].name);
		seats = json_object_get(json, "seats");
		cr_expect_eq(json_array_size(seats), 3, "%s: three seats", row[i].name);
		expect(row[i].name, json_array_get(seats, 0), "late", row[i].late);
		expect(row[i].name, json_array_get(seats, 1), "late", "false");
		expect(row[i].name, json_array_get(seats, 0), "cards", "6");
		json_decref(json);
		buf_clear(&out);
		report_status(&s, &words);
		cr_expect_eq(strstr(out.p, "(late)") != NULL, strcmp(row[i].late, "true") == 0,
		    "%s: %s", row[i].name, out.p);
		cr_expect(strstr(out.p, "dealing: trusted") != NULL,
		    "%s: every status line says how was dealt: %s", row[i].name, out.p);
		buf_release(&out);
	}
	free(d);
}

/* bob has missed two turns and is absent for a day. carl votes to skip anna. */
Test(report, status_says_who_is_not_there_and_what_is_voted_on)
{
	struct digest *d = digest_new();
	const struct report_status s = { .d = d, .head = head, .now = d->time };
	const struct absence day = { .from = 0, .until = 86400 };
	struct buf out = BUF_INIT;
	struct printer p = printer_json(&out);
	json_t *json, *people;

	report_status(&s, &p);
	json = parse_line("none", &out);
	cr_expect_null(json_object_get(json, "people"), "a table that has no such section");
	json_decref(json);
	buf_clear(&out);
	d->has_people = true;
	d->people.began = 60;
	d->people.extended_s = 3600;
	d->people.missed[1] = 2;
	people_add(&d->people, 1, &day);
	d->people.proposals.n = 1;
	d->people.proposals.at[0] = (struct proposal){ .on = { .kind = VOTE_SKIP, .seat = 0 },
		.since = 2,
		.by = 2,
		.need = 2,
		.yes = 1u << 2 };
	report_status(&s, &p);
	json = parse_line("people", &out);
	people = json_object_get(json, "people");
	expect("began", people, "began", "\"1970-01-01T00:01:00Z\"");
	expect("extended", people, "extended", "3600");
	expect("missed", people, "missed", "[{\"seat\":\"bob\",\"turns\":2}]");
	expect("absent", people, "absent",
	    "[{\"seat\":\"bob\",\"from\":\"1970-01-01T00:00:00Z\","
	    "\"until\":\"1970-01-02T00:00:00Z\"}]");
	expect("votes", people, "votes",
	    "[{\"on\":\"skip anna\",\"since\":2,\"by\":\"carl\",\"need\":2,"
	    "\"yes\":[\"carl\"],\"no\":[]}]");
	json_decref(json);
	buf_release(&out);
	free(d);
}

Test(report, apply_tells_public_events_only)
{
	struct digest *d = digest_new();
	struct events *ev = mem_zero(1, sizeof *ev);
	struct notes notes = { .n = 0 };
	struct buf out = BUF_INIT, again = BUF_INIT;
	json_t *json, *event;

	event_add(ev,
	    (struct event){
		.kind = EVENT_DREW, .seat = 0, .to = SEAT_NONE, .card = 3, .seen_by = SEEN_BY(0) });
	note_add(&notes,
	    (struct note){ .kind = NOTE_VOTED_UNDO, .seat = 1, .n = UINT32_MAX, .yes = true });
	note_add(&notes, (struct note){ .kind = NOTE_SAID, .seat = 0, .text = { "\"hi\"...", 4 } });
	report_apply_json(d, head, head, ev, &notes, &out);
	json = parse_line("apply", &out);
	event = json_array_get(json_object_get(json, "events"), 0);
	expect("a card drawn", event, "kind", "\"drew\"");
	expect("a card drawn is nobody's business", event, "card", "\"?\"");
	event = json_array_get(json_object_get(json, "events"), 1);
	expect("a note", event, "kind", "\"note\"");
	expect("a note", event, "note", "\"voted-undo\"");
	expect("a note", event, "seat", "\"bob\"");
	expect("a note", event, "n", "4294967295");
	expect("a note", event, "vote", "\"yes\"");
	event = json_array_get(json_object_get(json, "events"), 2);
	expect("what was said", event, "text", "\"\\\"hi\\\"\"");
	expect("apply", json, "repeated", "false");
	expect("apply", json, "n", "2");
	json_decref(json);

	report_repeated_json(out.p, out.n, &again);
	json = parse_line("repeated", &again);
	expect("repeated", json, "repeated", "true");
	expect("repeated", json, "n", "2");
	cr_expect_eq(
	    json_array_size(json_object_get(json, "events")), 3, "repeated: the same events");
	json_decref(json);

	buf_clear(&again);
	report_repeated_json("rubbish", 7, &again);
	json = parse_line("repeated, from a damaged file", &again);
	expect("repeated, from a damaged file", json, "repeated", "true");
	json_decref(json);

	buf_clear(&out);
	ev->n = notes.n = 0;
	report_apply_json(d, head, NULL, ev, &notes, &out);
	json = parse_line("no order", &out);
	expect("no order caused digest 0", json, "order", "null");
	expect("no events", json, "events", "[]");
	json_decref(json);
	buf_release(&out);
	buf_release(&again);
	free(ev);
	free(d);
}

/* Makes the view of anna, the seat to move, with a hand of two and both queued orders. */
static void
own_view(const struct digest *d, struct private_view *v)
{
	struct seat *me;

	v->view = d->pub;
	v->view.seat = v->view.known.to_move;
	me = &v->view.known.seat[v->view.seat];
	me->n_hand = 2;
	me->hand[0] = SAB_NS;
	me->hand[1] = SAB_BLIND_N;
	memcpy(v->seat, "anna", 5);
	v->seq = 4;
	v->has_queued_next = true;
	v->queued_next[0] = 8;
	v->has_queued_every = true;
	v->queued_every[0] = 16;
}

Test(report, read_lists_lines_without_indentation)
{
	struct digest *d = digest_new();
	struct private_view *v = mem_zero(1, sizeof *v);
	static char words[] = "  do: discard ns\n", more[] = "  do: suggest\n";
	const struct buf next_line = { .p = words, .n = sizeof words - 1 };
	const struct buf every_line = { .p = more, .n = sizeof more - 1 };
	static char told[] = "  anna lays ns at\n    0,1\n  anna says:\n    | Hm.\n  you draw nw\n";
	const struct buf since = { .p = told, .n = sizeof told - 1 };
	static struct events ev;
	static const struct notes none = { .n = 0 };
	static const struct knowledge know = { .whole = true };
	const struct report_news news = { &ev, &none, &since, &know, NULL, 0, NULL, 0, 0,
		{ { 0, NULL } } };
	struct buf out = BUF_INIT;
	json_t *json;

	ev.n = 1;
	ev.at[0] = (struct event){
		.kind = EVENT_DREW, .seat = 0, .to = SEAT_NONE, .card = SAB_NW, .seen_by = 1
	};
	own_view(d, v);
	report_read_json(d, head, v, &news, &next_line, &every_line, &out);
	json = parse_line("read", &out);
	expect("read", json, "seat", "\"anna\"");
	expect("read", json, "verified", "true");
	expect("read", json, "head", "\"ftvo2c4q72kibrxqhkfdwsxgyrxzwyvyjuoy64opxyiun46chnlq\"");
	expect("read", json, "seq", "4");
	expect("read", json, "can",
	    "[\"discard n\", \"discard ns\", \"place n at 0,-1 flipped\", \"place n at 0,1\","
	    "\"place ns at 0,-1\", \"place ns at 0,1\"]");
	expect("read", json, "waiting", "\"baaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"");
	expect("read", json, "standing", "[\"do: discard ns\"]");
	expect("read", json, "every", "\"caaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"");
	expect("read", json, "repeating", "[\"do: suggest\"]");
	cr_expect(json_is_object(json_object_get(json, "position")), "read: a position");
	expect("read", json, "since",
	    "[\"anna lays ns at\", \"0,1\", \"anna says:\", \"| Hm.\", \"you draw nw\"]");
	expect("read: what everybody knows", json, "events",
	    "[{\"kind\": \"drew\", \"seat\": \"anna\", \"card\": \"?\"}]");
	json_decref(json);
	buf_release(&out);
	free(v);
	free(d);
}

Test(report, public_lists_seats_before_the_deal)
{
	struct digest *d = digest_new();
	static const struct buf since = { .p = NULL };
	static const struct events ev = { .n = 0 };
	static const struct notes none = { .n = 0 };
	static const struct knowledge know = { .whole = true };
	const struct report_news news = { &ev, &none, &since, &know, NULL, 0, NULL, 0, 0,
		{ { 0, NULL } } };
	struct buf out = BUF_INIT;
	json_t *json;

	memcpy(d->names.title, "Friday mine", 12);
	memcpy(d->seat_sign[0], "RWQ", 4);
	report_public_json(d, head, &news, &out);
	json = parse_line("public", &out);
	expect("public", json, "seat", "null");
	expect("public", json, "can", "[]");
	expect("public", json, "waiting", "null");
	expect("public", json, "title", "\"Friday mine\"");
	cr_expect_null(json_object_get(json, "seats"), "only before the deal");
	json_decref(json);

	d->pub.known.phase = PHASE_SETUP;
	d->has_commit[0] = d->has_commit[1] = d->has_reveal[1] = true;
	buf_clear(&out);
	report_public_json(d, head, &news, &out);
	json = parse_line("before the deal", &out);
	expect("before the deal", json, "seats",
	    "[{\"name\": \"anna\", \"sign\": \"RWQ\", \"joined\": true, \"confirmed\": false}, "
	    "{\"name\": \"bob\", \"sign\": null, \"joined\": true, \"confirmed\": true}, "
	    "{\"name\": \"carl\", \"sign\": null, \"joined\": false, \"confirmed\": false}]");
	json_decref(json);
	buf_release(&out);
	free(d);
}

Test(report, order_shows_every_field)
{
	struct order_block *b = mem_zero(1, sizeof *b);
	static const struct {
		const char *name;
		int64_t turn;
		int verified;
		const char *turn_json, *verified_json, *link;
	} row[] = {
		{ "a turn", 17, 1, "17", "true", "https://example.org/new" },
		{ "the next turn, a bad signature", TURN_NEXT, 0, "\"next\"", "false", NULL },
		{ "any turn, not checked", TURN_ANY, -1, "\"any\"", "null", NULL },
	};

	memcpy(b->game, "k7q2m4xw", 9);
	memcpy(b->seat, "anna", 5);
	memcpy(b->doing[0], "discard map", 12);
	b->n_do = 1;
	b->seq = 2;
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf out = BUF_INIT;
		struct printer p = printer_json(&out);
		json_t *json;

		b->turn = row[i].turn;
		report_order(b, row[i].verified, NULL, row[i].link, &p);
		json = parse_line(row[i].name, &out);
		expect(row[i].name, json, "turn", row[i].turn_json);
		expect(row[i].name, json, "verified", row[i].verified_json);
		expect(row[i].name, json, "do", "[\"discard map\"]");
		expect(row[i].name, json, "say", "null");
		expect(row[i].name, json, "seq", "2");
		cr_expect_str_eq(row[i].link != NULL ? row[i].link : "",
		    json_object_get(json, "link") != NULL ?
			json_string_value(json_object_get(json, "link")) :
			"",
		    "%s: link", row[i].name);
		json_decref(json);
		buf_release(&out);
	}
	free(b);
}

Test(report, log_key_and_error)
{
	static char told[] = "  a\n\n  b";
	struct report_log l = { .n = 3, .time = INT64_C(1767225600), .turn = 4, .head = head };
	struct buf out = BUF_INIT;
	struct printer p = printer_json(&out);
	struct err so = { .code = ERR_USAGE, .msg = "so" },
		   bytes = { .code = ERR_SYNTAX, .line = 7, .msg = "a\xff\"\n", .hint = "do" };
	json_t *json;

	report_log(&l, &(struct buf){ .p = told, .n = sizeof told - 1 }, &p);
	json = parse_line("log", &out);
	expect("log", json, "since", "[\"a\", \"b\"]");
	expect("log", json, "seat", "null");
	expect("log", json, "time", "\"2026-01-01T00:00:00Z\"");
	json_decref(json);

	buf_clear(&out);
	report_key("anna", "RW", "age1", "f", true, &p);
	json = parse_line("key", &out);
	expect("key", json, "secret", "true");
	expect("key", json, "name", "\"anna\"");
	json_decref(json);

	buf_clear(&out);
	report_error(NULL, "new", "usage", &so, &p);
	cr_expect_str_eq(
	    out.p, "{\"error\":{\"code\":\"usage\",\"message\":\"so\"}}\n", "no hint, no line");
	buf_clear(&out);
	report_error(NULL, NULL, "syntax", &bytes, &p);
	json = parse_line("bytes that are no UTF-8", &out);
	expect(
	    "bytes that are no UTF-8", json_object_get(json, "error"), "message", "\"a?\\\"\\n\"");
	expect("error", json_object_get(json, "error"), "line", "7");
	expect("error", json_object_get(json, "error"), "hint", "\"do\"");
	json_decref(json);
	buf_release(&out);
}
