#include <criterion/criterion.h>
#include <jansson.h>

#include "audit/audit.h"
#include "audit/forge.h"
#include "core/pack.h"
#include "few.h"
#include "wire/position.h"

/* A private view may only add to the public position. Here a host changes every single fact in a
 * view: `read` finds it at once, and the proof convinces others. */

/* ---- one change of a position ---------------------------------------------------------------- */

enum change { CHANGE, REMOVE, TWICE, CHANGES };

/* Counts the possible changes, and makes change number `left`. */
struct changer {
	const struct rules *rules;
	unsigned left;
	bool done;
	char path[200];
};

/* Another card of the same class; for a hidden card, any card. */
static json_t *
other_card(const struct rules *rules, const char *kind)
{
	card_id is = card_find(rules, kind, strlen(kind));
	char name[CARD_NAME_MAX];

	for (card_id c = 0; c < rules->n_cards; c++) {
		card_name(rules, c, name);
		if (rules->card[c].class ==
			(is == CARD_NONE ? CARD_ACTION : rules->card[is].class) &&
		    strcmp(name, kind) != 0)
			return json_string(name);
	}
	return other_card(rules, "?"); /* the only one of its class */
}

/* Another value of the same type; NULL for what only the seat knows. */
static json_t *
other_value(const struct rules *rules, const json_t *v, bool is_own)
{
	const char *s = json_string_value(v);

	if (is_own)
		return json_string("?");
	if (json_is_integer(v))
		return json_integer(json_integer_value(v) + 1);
	if (json_is_boolean(v))
		return json_boolean(json_is_false(v));
	if (json_is_null(v))
		return json_string("p1");
	if (strcmp(s, "?") == 0 || card_find(rules, s, strlen(s)) != CARD_NONE)
		return other_card(rules, s);
	return json_string(strcmp(s, "p1") == 0 ? "p2" : strcmp(s, "play") == 0 ? "over" : "p1");
}

static void
change_in(struct changer *c, json_t *in, const char *key, size_t i, enum change what, bool is_own)
{
	json_t *v = key != NULL ? json_object_get(in, key) : json_array_get(in, i);

	(void)snprintf(c->path + strlen(c->path), sizeof c->path - strlen(c->path), "/%s%zu %s",
	    key != NULL ? key : "#", i,
	    what == CHANGE     ? "changed" :
		what == REMOVE ? "removed" :
				 "twice");
	c->done = true;
	if (what == TWICE)
		(void)json_array_insert(in, i, v);
	else if (what == REMOVE && key != NULL)
		(void)json_object_del(in, key);
	else if (what == REMOVE)
		(void)json_array_remove(in, i);
	else if (key != NULL)
		(void)json_object_set_new(in, key, other_value(c->rules, v, is_own));
	else
		(void)json_array_set_new(in, i, other_value(c->rules, v, is_own));
}

static void walk(struct changer *c, json_t *mine, const json_t *all);

/* mine: a member of `in`; all: its public value. */
static void
visit(struct changer *c, json_t *in, const char *key, size_t i, json_t *mine, const json_t *all)
{
	bool is_leaf = !json_is_object(mine) && !json_is_array(mine);
	bool is_own = is_leaf && !json_equal(mine, all);
	/* A hat that was swapped: its earlier owner is shown by an earlier view, not this one. */
	bool is_past = is_own && strncmp(c->path, "/hats", 5) == 0;
	size_t before = strlen(c->path);

	if (c->done || all == NULL || is_past)
		return; /* members known only to the seat */
	for (unsigned what = CHANGE; what < CHANGES && !c->done; what++) {
		if ((what == CHANGE && (!is_leaf || (is_own && !json_is_string(all)))) ||
		    (what == TWICE && key != NULL))
			continue;
		if (c->left-- == 0)
			change_in(c, in, key, i, (enum change)what, is_own);
	}
	if (c->done || is_leaf)
		return;
	(void)snprintf(
	    c->path + before, sizeof c->path - before, "/%s%zu", key != NULL ? key : "#", i);
	walk(c, mine, all);
	if (!c->done)
		c->path[before] = '\0';
}

static void
walk(struct changer *c, json_t *mine, const json_t *all)
{
	const char *key;
	json_t *v;
	void *next;

	if (json_is_array(mine)) {
		for (size_t i = 0; i < json_array_size(mine) && !c->done; i++)
			visit(c, mine, NULL, i, json_array_get(mine, i), json_array_get(all, i));
		return;
	}
	json_object_foreach_safe(mine, next, key, v)
	{
		visit(c, mine, key, 0, v, json_object_get(all, key));
	}
}

/* ---- a view with the change ------------------------------------------------------------------ */

static void
sign_view(const struct test_table *t, const struct player_read *r, struct buf *text)
{
	struct buf comment = BUF_INIT, sig64 = BUF_INIT;
	struct minisign_sig sig;

	private_view_comment(r->d.game, r->d.n, r->v.seat, &comment);
	minisign_sign(t->host, text->p, text->n, comment.p, &sig);
	seal_base64(sig.b, sizeof sig.b, &sig64);
	digest_sig_text(sig64.p, text);
	buf_release(&comment);
	buf_release(&sig64);
}

/* Replaces the section position: of the view; appends the whole view. */
static void
view_with(const struct test_table *t, const struct player_read *r, json_t *all, json_t *mine,
    struct buf *out)
{
	static const char title[] = "\nposition:\n", can[] = "\ncan:\n";
	const char *from = strstr(r->plain.p, title) + strlen(title), *to = strstr(from, can);
	json_t *patch = position_patch(all, mine);

	buf_add(out, r->plain.p, (size_t)(from - r->plain.p));
	position_lines(patch, 72, out);
	buf_add(out, to, (size_t)(r->plain.p + r->sp.signed_part.n - to));
	sign_view(t, r, out);
	json_decref(patch);
}

static bool
is_same(const struct player_read *r, const json_t *json)
{
	uint8_t a[PACK_MAX], b[PACK_MAX];
	struct names names;
	struct err err = ERR_INIT;
	struct game g;
	size_t n;

	if (position_parse(rules_all, r->d.pub.known.rules, json, true, &g, &names, &err) < 0)
		return false;
	n = game_pack(&g, a);
	return n == game_pack(&r->v.view.known, b) && memcmp(a, b, n) == 0 &&
	    memcmp(names.seat, r->d.names.seat, sizeof names.seat) == 0;
}

/* Tries all changes of one view. Returns the number of lies. */
static unsigned
tell_all(const struct test_table *t, struct player_read *r, const char *where)
{
	json_t *all = position_json(&r->d.pub, &r->d.names, POSITION_BRIEF);
	json_t *mine = position_json(&r->v.view, &r->d.names, POSITION_BRIEF);
	struct buf honest = BUF_INIT;
	unsigned lies = 0;

	buf_add(&honest, r->plain.p, strlen(buf_cstr(&r->plain)));
	for (unsigned k = 0;; k++) {
		struct changer c = { .rules = r->d.pub.known.rules, .left = k };
		json_t *told = json_deep_copy(mine);
		struct err err = ERR_INIT;
		struct buf text = BUF_INIT;

		walk(&c, told, all);
		if (c.done && !is_same(r, told)) {
			lies++;
			view_with(t, r, all, told, &text);
			buf_clear(&r->plain);
			buf_add(&r->plain, text.p, text.n);
			cr_assert_eq(player_view_verify(r, &t->host->pub, r->seat, &err), 0,
			    "%s %s: %s", where, c.path, err.msg);
			cr_expect_eq(player_view_check(r, r->seat, &err), -1, "%s: not found: %s",
			    where, c.path);
			cr_expect_eq(err.code, ERR_AUTH, "%s %s: %s", where, c.path, err.msg);
			cr_expect_not_null(strstr(err.msg, "the host cheats in digest "),
			    "%s %s: %s", where, c.path, err.msg);
			buf_clear(&r->plain);
			buf_add(&r->plain, honest.p, honest.n);
			err = (struct err)ERR_INIT;
			cr_assert(player_view_verify(r, &t->host->pub, r->seat, &err) == 0 &&
				player_view_check(r, r->seat, &err) == 0,
			    "%s: the honest one: %s", where, err.msg);
		}
		buf_release(&text);
		json_decref(told);
		if (!c.done)
			break;
	}
	json_decref(all);
	json_decref(mine);
	buf_release(&honest);
	return lies;
}

static void
open_table(struct test_table *t, const struct rules *rules, bool audited, unsigned number)
{
	unsigned players = rules->seats_max < 3 ? rules->seats_max : 3;

	if (!audited) {
		table_open_rules(t, rules, players, (unsigned char)(30 + number));
		return;
	}
	table_open_audited(t, rules, players, (unsigned char)(30 + number), NULL);
	table_join(t);
	table_confirm(t);
}

Test(views, every_public_fact)
{
	for (unsigned i = 0; rules_all[i] != NULL; i++) {
		for (unsigned audited = 0; audited < 2; audited++) {
			struct test_table t;
			unsigned lies = 0;
			char where[80];

			if (quick_without(i + audited))
				continue;

			open_table(&t, rules_all[i], audited != 0, i);
			for (unsigned turns = 0; turns < 3; turns++) {
				unsigned seat = turns % t.names.n;
				struct player_read r;

				(void)snprintf(where, sizeof where, "%s, %s, %u turns",
				    rules_all[i]->name, audited != 0 ? "audited" : "trusted",
				    turns * 7);
				table_read(&t, seat, &r);
				lies += tell_all(&t, &r, where);
				player_read_release(&r);
				(void)table_play(&t, 7, 5 + i);
			}
			cr_expect_gt(lies, 300, "%s: only %u lies", where, lies);
			table_close(&t);
		}
	}
}
