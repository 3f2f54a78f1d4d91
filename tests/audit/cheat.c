#include <criterion/criterion.h>

#include <jansson.h>

#include "audit/audit.h"
#include "audit/forge.h"
#include "few.h"
#include "host/rows.h"
#include "games/games.h"
#include "wire/position.h"

/*
 * Each way in which a host could cheat, and what detects it: `read` at once, or `audit` with the
 * digest and the check. All lies start from one honest game of three seats: digest 0 invites, 1 to
 * 3 are joins, 4 to 6 confirmations, 6 deals.
 */
enum { DEAL = 6 };

static struct test_table table;
static int64_t end_1, last; /* the digests that end round 1 and the game */

static void
play_game(void)
{
	table_open_audited(&table, &rules_saboteur, 3, 14, NULL);
	table_join(&table);
	table_confirm(&table);
	while (table_to_move(&table) != SEAT_NONE)
		(void)table_play(&table, 50, 77);
	end_1 = last = -1;
	for (int64_t n = DEAL + 1; last < 0; n++) {
		struct buf one = BUF_INIT;

		forge_take(&table.all, n, &one);
		cr_assert_gt(one.n, 0);
		if (end_1 < 0 && strstr(one.p, "\n  key 257 ") != NULL)
			end_1 = n;
		if (strstr(one.p, "\n  secret ") != NULL)
			last = n;
		buf_release(&one);
	}
}

static struct buf
honest(void)
{
	struct buf all = BUF_INIT;

	buf_add(&all, table.all.p, table.all.n);
	return all;
}

/* Sets `out` to a different text of the same length and alphabet. */
static void
other(const char *value, char *out)
{
	memcpy(out, value, strlen(value) + 1);
	out[0] = out[0] == 'a' ? 'b' : 'a';
}

/* Expects that the audit reports FAIL for this check and digest. */
static void
audit_finds(const char *lie, const struct buf *all, const struct seckey *me, int64_t n,
    enum audit_check check)
{
	struct audit a;
	struct err err = ERR_INIT;
	bool found = false;

	cr_assert_eq(audit_text(&a, all->p, all->n, me, &err), 0, "%s: %s", lie, err.msg);
	for (size_t i = 0; i < a.n; i++)
		found = found ||
		    (a.at[i].result == AUDIT_FAIL && a.at[i].n == n && a.at[i].check == check);
	for (size_t i = 0; i < a.n && !found; i++)
		if (a.at[i].result == AUDIT_FAIL)
			cr_log_error("%s: only digest %d, %s: %s", lie, (int)a.at[i].n,
			    audit_check_name(a.at[i].check), a.at[i].detail);
	cr_expect(found, "%s: the audit does not find it in digest %d", lie, (int)n);
	cr_expect_eq(a.worst, AUDIT_FAIL, "%s", lie);
	audit_release(&a);
}

/* Expects that reading digest n fails with the words `says`. */
static void
read_finds(
    const char *lie, const struct buf *all, const struct seckey *me, int64_t n, const char *says)
{
	struct buf text = BUF_INIT;
	struct player_read r;
	struct err err = ERR_INIT;

	for (int64_t i = 0; i < n && i <= DEAL; i++)
		forge_take(all, i, &text);
	forge_take(all, n, &text);
	cr_expect_eq(player_read(&r, rules_all, text.p, text.n, NULL, me, &err), -1,
	    "%s: read does not find it", lie);
	cr_expect_eq(err.code, ERR_AUTH, "%s: %s", lie, err.msg);
	cr_expect_not_null(strstr(err.msg, says), "%s: %s", lie, err.msg);
	buf_release(&text);
}

static const char *absent(const struct buf *text, const char *kind);
static struct buf view_of(const struct seckey *key, int64_t n);

/* ---- public lies ----------------------------------------------------------------------------- */

static void
changed_seed(void)
{
	struct buf all = honest();
	char v[200], w[200];

	forge_value(&all, last, "\nreveal:\n", "  secret ", v);
	other(v, w);
	forge_public(&all, table.host, last, NULL, v, w);
	audit_finds("changed seed", &all, NULL, last, AUDIT_SECRET);
	buf_release(&all);
}

static void
changed_card_list(void)
{
	struct buf all = honest();

	forge_public(&all, table.host, 0, NULL, "  card: map 6\n", "  card: map 5\n");
	audit_finds("card list changed", &all, NULL, 0, AUDIT_REPLAY);
	buf_release(&all);
}

static void
leaves_in_another_order(void)
{
	struct buf all = honest();
	char a[200], b[200], from[512], to[512];

	forge_value(&all, DEAL, "\nleaves:\n", "  1 deck 30 ", a);
	forge_value(&all, DEAL, "\nleaves:\n", "  1 deck 31 ", b);
	(void)snprintf(from, sizeof from, "deck 30 %s\n  1 deck 31 %s\n", a, b);
	(void)snprintf(to, sizeof to, "deck 30 %s\n  1 deck 31 %s\n", b, a);
	forge_public(&all, table.host, DEAL, NULL, from, to);
	audit_finds("wrong leaf order", &all, NULL, DEAL, AUDIT_LEAVES);
	buf_release(&all);
}

static void
another_key_than_committed_to(void)
{
	struct buf all = honest();
	char v[200], w[200];

	forge_value(&all, end_1, "\nreveal:\n", "  key 257 ", v);
	other(v, w);
	forge_public(&all, table.host, end_1, NULL, v, w);
	audit_finds("another key than committed to", &all, NULL, end_1, AUDIT_KEYS);
	audit_finds("another key: it is not from the secret", &all, NULL, last, AUDIT_SECRET);
	buf_release(&all);
}

static void
a_key_that_does_not_come_from_the_seed(void)
{
	struct buf all = honest();
	char v[200], w[200], c[200];
	unsigned char key[SUBKEY_BYTES];
	struct hash h;

	forge_value(&all, last, "\nreveal:\n", "  key 769 ", v);
	memset(key, 7, sizeof key);
	memcpy(h.b, key, sizeof h.b);
	hash_text(&h, w);
	forge_public(&all, table.host, last, NULL, v, w);
	forge_value(&all, DEAL, "\nkeys:\n", "  769 ", c);
	h = derive_key_commit("k7q2m4xw", 769, key);
	hash_text(&h, w);
	forge_public(&all, table.host, DEAL, NULL, c, w);
	audit_finds("key not from the seed", &all, NULL, last, AUDIT_SECRET);
	buf_release(&all);
}

static void
back_dated(void)
{
	struct buf all = honest();
	char v[200];

	forge_value(&all, 9, "", "\ntime: ", v);
	forge_public(&all, table.host, 9, NULL, v, "2025-01-01T00:00:00Z");
	audit_finds("back-dated", &all, NULL, 9, AUDIT_TIME);
	buf_release(&all);
}

static void
another_deadline(void)
{
	struct buf all = honest();
	char v[200];

	forge_value(&all, 9, "", "\ndue: ", v);
	forge_public(&all, table.host, 9, NULL, v, "2026-01-01T00:10:00Z");
	audit_finds("another deadline than the limit", &all, NULL, 9, AUDIT_REPLAY);
	buf_release(&all);
}

static void
wrong_effect(void)
{
	struct buf all = honest();

	forge_public(&all, table.host, 9, "\nevents:\n", "  drew ", "  skipped ");
	audit_finds("wrong effect of an order", &all, NULL, 9, AUDIT_REPLAY);
	buf_release(&all);
}

static void
changed_order(void)
{
	struct buf all = honest();
	char v[200], w[200], after[32];

	(void)snprintf(after, sizeof after, "\n  order %d\n", DEAL + 2);
	forge_value(&all, end_1, after, "  nonce: ", v);
	other(v, w);
	forge_public(&all, table.host, end_1, NULL, v, w);
	audit_finds("changed order", &all, NULL, DEAL + 2, AUDIT_ORDER);
	buf_release(&all);
}

/* The host signs an order itself and names it in the digest. */
static void
invented_order(void)
{
	struct buf all = honest(), one = BUF_INIT, canonical = BUF_INIT, text = BUF_INIT;
	struct parsed_order in;
	struct order_block b;
	struct err err = ERR_INIT;
	char v[200], w[200];
	size_t at;

	forge_take(&all, end_1, &one);
	at = (size_t)(strstr(one.p, "\n  order 8\n") - one.p);
	cr_assert_eq(order_block_next(one.p, one.n, &at, &b, &err), 1, "%s", err.msg);
	reveal_order_text(8, &b, &text);
	b.nonce[0] ^= 1;
	cr_assert_eq(order_sign(&in, &b, table.host, &err), 0, "%s", err.msg);
	reveal_order_text(8, &in.o.b, &canonical);
	forge_public(&all, table.host, end_1, NULL, text.p, canonical.p);
	hash_text(&in.hash, w);
	forge_value(&all, 8, "", "\norder: ", v);
	forge_public(&all, table.host, 8, NULL, v, w);
	audit_finds("invented order", &all, NULL, 8, AUDIT_ORDER);
	buf_release(&one);
	buf_release(&canonical);
	buf_release(&text);
	buf_release(&all);
}

static void
an_order_that_is_never_revealed(void)
{
	struct buf all = honest(), one = BUF_INIT, text = BUF_INIT;
	struct order_block b;
	struct err err = ERR_INIT;
	size_t at;

	forge_take(&all, end_1, &one);
	at = (size_t)(strstr(one.p, "\n  order 8\n") - one.p);
	cr_assert_eq(order_block_next(one.p, one.n, &at, &b, &err), 1, "%s", err.msg);
	reveal_order_text(8, &b, &text);
	forge_public(&all, table.host, end_1, NULL, text.p, "");
	audit_finds("an order kept back", &all, NULL, 8, AUDIT_REPLAY);
	buf_release(&one);
	buf_release(&text);
	buf_release(&all);
}

/* Host and player collude: a card is played that the player does not hold. */
static void
a_card_that_was_not_dealt(void)
{
	struct buf all = honest(), one = BUF_INIT, was = BUF_INIT, is = BUF_INIT, view;
	struct parsed_order in;
	struct order_block b;
	struct err err = ERR_INIT;
	struct audit a;
	char v[200], w[200], says[120];
	bool found = false;
	unsigned seat;
	size_t at;

	forge_take(&all, end_1, &one);
	at = (size_t)(strstr(one.p, "\n  order 8\n") - one.p);
	cr_assert_eq(order_block_next(one.p, one.n, &at, &b, &err), 1, "%s", err.msg);
	reveal_order_text(8, &b, &was);
	seat = (unsigned)(b.seat[1] - '1');
	view = view_of(table.key[seat], 7);
	(void)snprintf(b.doing[0], sizeof b.doing[0], "discard %s", absent(&view, ""));
	b.n_do = 1;
	cr_assert_eq(order_sign(&in, &b, table.key[seat], &err), 0, "%s", err.msg);
	reveal_order_text(8, &in.o.b, &is);
	forge_public(&all, table.host, end_1, NULL, was.p, is.p);
	hash_text(&in.hash, w);
	forge_value(&all, 8, "", "\norder: ", v);
	forge_public(&all, table.host, 8, NULL, v, w);
	audit_finds("a card that was not dealt", &all, NULL, 8, AUDIT_REPLAY);
	(void)snprintf(says, sizeof says,
	    "the deal gives %s no %s: stacked or forged by the host at digest 6", b.seat,
	    absent(&view, ""));
	cr_assert_eq(audit_text(&a, all.p, all.n, NULL, &err), 0, "%s", err.msg);
	for (size_t i = 0; i < a.n; i++)
		found = found || strcmp(a.at[i].detail, says) == 0;
	cr_expect(found, "nobody says: %s", says);
	audit_release(&a);
	buf_release(&view);
	buf_release(&was);
	buf_release(&is);
	buf_release(&one);
	buf_release(&all);
}

/* Changes the member at `path` of a position. The results are sections of a digest. */
static void
other_position(const struct buf *all, int64_t n, const char *path, const char *value,
    struct buf *was, struct buf *is)
{
	static const char title[] = "\nposition:\n";
	struct buf one = BUF_INIT;
	json_error_t why;
	json_t *whole, *in;
	const char *p, *slash;

	forge_take(all, n, &one);
	p = strstr(one.p, title) + strlen(title);
	buf_add(was, p, (size_t)(strstr(p, "\n\n") + 1 - p));
	whole = json_loadb(was->p, was->n, 0, &why);
	cr_assert_not_null(whole, "%s", why.text);
	for (in = whole; (slash = strchr(path, '/')) != NULL; path = slash + 1) {
		char key[20];

		(void)snprintf(key, sizeof key, "%.*s", (int)(slash - path), path);
		in = json_is_array(in) ? json_array_get(in, strtoul(key, NULL, 10)) :
					 json_object_get(in, key);
	}
	cr_assert(json_is_object(in), "%s", path);
	(void)json_object_set_new(
	    in, path, json_loads(value, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &why));
	position_lines(whole, 72, is);
	json_decref(whole);
	buf_release(&one);
}

/* Signed positions that are impossible. */
static void
positions_that_cannot_be(void)
{
	static const struct {
		const char *name, *path, *value;
	} row[] = {
		{ "a seat that is not there is to move", "to_move", "\"zoe\"" },
		{ "nobody is to move", "to_move", "null" },
		{ "a phase of another option", "phase", "\"draft\"" },
		{ "nothing dealt", "phase", "\"setup\"" },
		{ "a round too many", "round", "4" },
		{ "no turn", "turn", "0" },
		{ "no number", "turn", "\"nine\"" },
		{ "a hand too large", "seats/0/hand",
		    "[\"?\",\"?\",\"?\",\"?\",\"?\",\"?\","
		    "\"?\",\"?\",\"?\",\"?\",\"?\",\"?\"]" },
		{ "a hand for all to see", "seats/0/hand", "[\"map\"]" },
		{ "a card on the discard pile for all to see", "discard", "[\"map\"]" },
		{ "no tool", "seats/1/broken", "[\"spade\"]" },
		{ "no board", "board", "[]" },
		{ "a card twice", "board",
		    "[{\"x\":0,\"y\":0,\"kind\":\"start\",\"flipped\":false},"
		    "{\"x\":1,\"y\":0,\"kind\":\"start\",\"flipped\":false},"
		    "{\"x\":8,\"y\":-2,\"kind\":\"?\",\"flipped\":false,\"face\":\"down\"},"
		    "{\"x\":8,\"y\":0,\"kind\":\"?\",\"flipped\":false,\"face\":\"down\"},"
		    "{\"x\":8,\"y\":2,\"kind\":\"?\",\"flipped\":false,\"face\":\"down\"}]" },
		{ "two cards at one place", "board",
		    "[{\"x\":0,\"y\":0,\"kind\":\"start\",\"flipped\":false},"
		    "{\"x\":0,\"y\":0,\"kind\":\"ns\",\"flipped\":false}]" },
		{ "no position", "seats", "7" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf all = honest(), was = BUF_INIT, is = BUF_INIT;

		other_position(&all, DEAL + 1, row[i].path, row[i].value, &was, &is);
		forge_public(&all, table.host, DEAL + 1, NULL, was.p, is.p);
		read_finds(
		    row[i].name, &all, table.key[0], DEAL + 1, "the host cheats in digest 7: ");
		audit_finds(row[i].name, &all, NULL, DEAL + 1, AUDIT_REPLAY);
		buf_release(&was);
		buf_release(&is);
		buf_release(&all);
	}
}

static void
two_seats_with_one_commitment(void)
{
	struct buf all = honest();
	char a[200], b[200];

	forge_value(&all, 3, "  seat: p1", "  commit: ", a);
	forge_value(&all, 3, "  seat: p2", "  commit: ", b);
	forge_public(&all, table.host, 3, "  seat: p2", b, a);
	read_finds("one commitment twice", &all, table.key[2], 3,
	    "digest 3: one commitment for two seats");
	audit_finds("one commitment twice", &all, NULL, 3, AUDIT_SHARES);
	buf_release(&all);
}

static void
one_key_for_two_seats(void)
{
	struct buf all = honest();
	char a[200], b[200];

	forge_value(&all, 3, "  seat: p1", "  sign: ", a);
	forge_value(&all, 3, "  seat: p2", "  sign: ", b);
	forge_public(&all, table.host, 3, "  seat: p2", b, a);
	read_finds("one key twice", &all, table.key[2], 3,
	    "digest 3: one key for two seats, the second is p2");
	audit_finds("one key twice", &all, NULL, 3, AUDIT_SHARES);
	buf_release(&all);
}

static void
another_commitment_than_mine(void)
{
	struct buf all = honest();
	char a[200], b[200];

	forge_value(&all, 3, "  seat: p1", "  commit: ", a);
	other(a, b);
	forge_public(&all, table.host, 3, NULL, a, b);
	read_finds("my commitment replaced", &all, table.key[0], 3,
	    "digest 3: another commitment than yours");
	audit_finds("a commitment replaced", &all, NULL, 3, AUDIT_REPLAY);
	buf_release(&all);
}

static void
another_share_than_revealed(void)
{
	struct buf all = honest();
	char a[200], b[200];

	forge_value(&all, DEAL, "  seat: p1", "  reveal: ", a);
	other(a, b);
	forge_public(&all, table.host, DEAL, NULL, a, b);
	read_finds(
	    "a share replaced", &all, table.key[1], DEAL, "digest 6: what is revealed is not");
	audit_finds("a share replaced", &all, NULL, DEAL, AUDIT_SHARES);
	buf_release(&all);
}

static void
two_histories(void)
{
	struct buf all = honest(), both = BUF_INIT;
	struct err err = ERR_INIT;
	char v[200];
	int64_t n = -1;

	cr_expect_eq(audit_compare(rules_all, all.p, all.n, table.all.p, table.all.n, &n, &err), 0,
	    "%s", err.msg);
	forge_value(&all, 9, "", "\ntime: ", v);
	forge_public(&all, table.host, 9, NULL, v, "2026-01-01T05:00:00Z");
	cr_expect_eq(audit_compare(rules_all, all.p, all.n, table.all.p, table.all.n, &n, &err), 1,
	    "%s", err.msg);
	cr_expect_eq(n, 9);
	buf_add(&both, all.p, all.n);
	buf_add(&both, table.all.p, table.all.n);
	audit_finds("two histories", &both, NULL, 9, AUDIT_CHAIN);
	buf_clear(&both);
	for (int64_t i = 0; i <= last; i++)
		forge_take(i < 10 ? &all : &table.all, i, &both);
	audit_finds("a history that goes on from another", &both, NULL, 10, AUDIT_CHAIN);
	buf_release(&both);
	buf_release(&all);
}

/* ---- lies to one player ---------------------------------------------------------------------- */

/* Returns a kind that differs from `kind` and is not in the text. */
static const char *
absent(const struct buf *text, const char *kind)
{
	/* A view names those of one hand; "ns" is in "nsw", too. */
	static const char *const kinds[] = { "ns", "ew", "map", "rockfall", "nesw", "break-cart",
		"break-lamp", "break-pickaxe", "repair-cart", "repair-lamp", "repair-pickaxe",
		"n+e+s+w", "nsw", "new", "ne", "nw" };

	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (strcmp(kinds[i], kind) != 0 && strstr(text->p, kinds[i]) == NULL)
			return kinds[i];
	cr_assert_fail("a hand of everything");
	return "";
}

static struct buf
view_of(const struct seckey *key, int64_t n)
{
	struct buf one = BUF_INIT, plain = BUF_INIT;
	struct player_read r;
	struct err err = ERR_INIT;

	forge_take(&table.all, n, &one);
	cr_assert_eq(player_read(&r, rules_all, one.p, one.n, NULL, key, &err), 0, "%s", err.msg);
	buf_add(&plain, r.plain.p, r.plain.n);
	player_read_release(&r);
	buf_release(&one);
	return plain;
}

/* Sets `kind` to the first deck card that a view opens. */
static void
first_opened(const struct buf *view, char *line, char *kind)
{
	const char *p = strstr(view->p, "\nopen:\n");

	cr_assert_not_null(p);
	p = strstr(p, " deck ");
	cr_assert_not_null(p);
	(void)snprintf(line, 100, "%.*s", (int)strcspn(p, "\n"), p);
	(void)snprintf(kind, 50, "%s", strrchr(line, ' ') + 1);
}

static void
swapped_card(void)
{
	struct buf all = honest(), view = view_of(table.key[0], DEAL);
	char line[100], kind[50], to[150];

	first_opened(&view, line, kind);
	(void)snprintf(
	    to, sizeof to, "%.*s%s", (int)(strlen(line) - strlen(kind)), line, absent(&view, kind));
	forge_view(&all, table.host, table.key[0], DEAL, "\nopen:\n", line, to);
	read_finds("a card swapped", &all, table.key[0], DEAL,
	    "digest 6: this is not what it committed to");
	audit_finds("a card swapped", &all, table.key[0], DEAL, AUDIT_VIEW);
	buf_release(&view);
	buf_release(&all);
}

static void
another_hand_than_opened(void)
{
	struct buf all = honest(), view = view_of(table.key[0], DEAL);
	char line[100], kind[50], from[80], to[80];

	first_opened(&view, line, kind);
	(void)snprintf(from, sizeof from, "\"%s\"", kind);
	(void)snprintf(to, sizeof to, "\"%s\"", absent(&view, kind));
	forge_view(&all, table.host, table.key[0], DEAL, "\nposition:\n", from, to);
	read_finds("another hand", &all, table.key[0], DEAL,
	    "digest 6: the private view shows something else");
	audit_finds("another hand", &all, table.key[0], DEAL, AUDIT_VIEW);
	buf_release(&view);
	buf_release(&all);
}

static void
wrong_role(void)
{
	struct buf all = honest(), view = view_of(table.key[0], DEAL);
	bool is_miner = strstr(view.p, "\"miner\"") != NULL;

	forge_view(&all, table.host, table.key[0], DEAL, "\nposition:\n",
	    is_miner ? "\"miner\"" : "\"saboteur\"", is_miner ? "\"saboteur\"" : "\"miner\"");
	read_finds("wrong role", &all, table.key[0], DEAL,
	    "digest 6: the private view shows something else");
	audit_finds("wrong role", &all, table.key[0], DEAL, AUDIT_VIEW);
	buf_release(&view);
	buf_release(&all);
}

/* The parts of a view for people and for programs must agree. */
static void
another_line_for_people(void)
{
	struct buf all = honest(), view = view_of(table.key[0], DEAL);
	bool is_miner = strstr(view.p, "\nrole: miner\n") != NULL;

	forge_view(&all, table.host, table.key[0], DEAL, NULL,
	    is_miner ? "\nrole: miner\n" : "\nrole: saboteur\n",
	    is_miner ? "\nrole: saboteur\n" : "\nrole: miner\n");
	read_finds("another role line", &all, table.key[0], DEAL,
	    "digest 6: the private view says something else after role");
	audit_finds("another role line", &all, table.key[0], DEAL, AUDIT_VIEW);
	buf_release(&view);
	buf_release(&all);
}

static void
an_order_not_offered(void)
{
	for (unsigned i = 0; i < table.names.n; i++) {
		struct buf all = honest(), view = view_of(table.key[i], DEAL);
		const char *p = strstr(view.p, "\ncan:\n  ");
		char from[200];

		if (p != NULL) {
			p += strlen("\ncan:\n");
			(void)snprintf(from, sizeof from, "%.*s\n", (int)strcspn(p, "\n"), p);
			forge_view(&all, table.host, table.key[i], DEAL, "\ncan:\n", from, "");
			read_finds("an order not offered", &all, table.key[i], DEAL,
			    "digest 6: the private view says something else after can");
			audit_finds("an order not offered", &all, table.key[i], DEAL, AUDIT_VIEW);
		}
		buf_release(&view);
		buf_release(&all);
	}
}

/* A view that the own key cannot open is a lie, if no digest has replaced the key. */
static void
sealed_to_another(void)
{
	struct buf all = honest();

	forge_seal(&all, table.host, table.key[0], DEAL + 1, table.key[1], NULL);
	read_finds("sealed to another", &all, table.key[0], DEAL + 1,
	    "the private view of p1 does not open with their key, which opens that of digest 6");
	audit_finds("sealed to another", &all, table.key[0], DEAL + 1, AUDIT_VIEW);
	buf_release(&all);
}

/* The view of p1 is made for a key of nobody: its holder cannot be told that it is their view. */
static void
made_for_a_stranger(void)
{
	struct seckey *key = seckey_new(&(struct err)ERR_INIT);
	struct buf all = BUF_INIT;
	struct err err = ERR_INIT;
	char was[200], is[AGE_TEXT + 1];

	cr_assert(key != NULL && seckey_make(key, &err) == 0);
	for (int64_t n = 0; n <= end_1; n++)
		forge_take(&table.all, n, &all);
	pubkey_box_text(&table.key[0]->pub, was);
	pubkey_box_text(&key->pub, is);
	forge_view(&all, table.host, table.key[0], DEAL + 1, NULL, was, is);
	forge_seal(&all, table.host, table.key[0], DEAL + 1, key, NULL);
	audit_finds("made for a stranger", &all, key, DEAL + 1, AUDIT_VIEW);
	seckey_free(key);
	buf_release(&all);
}

/* A digest of an order that names none. */
static void
an_order_of_nobody(void)
{
	struct buf all = honest();
	char v[200], line[220];

	forge_value(&all, 8, "", "\norder: ", v);
	(void)snprintf(line, sizeof line, "\norder: %s\n", v);
	forge_public(&all, table.host, 8, NULL, line, "\n");
	audit_finds("an order of nobody", &all, NULL, 8, AUDIT_REPLAY);
	buf_release(&all);
}

static void
words_behind_the_signature(void)
{
	static const char *const tail[] = { "p2 is a saboteur\n", "\n" };

	for (unsigned i = 0; i < sizeof tail / sizeof *tail; i++) {
		struct buf all = honest();

		forge_seal(&all, table.host, table.key[0], DEAL, NULL, tail[i]);
		read_finds("words behind the signature", &all, table.key[0], DEAL,
		    "digest 6: the private view of p1 is not filled up with line ends");
		audit_finds("words behind the signature", &all, table.key[0], DEAL, AUDIT_VIEW);
		buf_release(&all);
	}
}

/* Digests with control characters are refused by read. No honest host signs one, whatever its
 * text: number is. */
static void
control_characters(void)
{
	struct buf all = honest();

	forge_public(&all, table.host, DEAL, NULL, "\ntext: 3\n", "\ntext: 2\n");
	forge_public(&all, table.host, DEAL, "\nsince:\n", "  ", "  \033[1m");
	audit_finds("control characters", &all, table.key[0], DEAL, AUDIT_REPLAY);
	buf_release(&all);
}

static void
an_opening_left_out(void)
{
	struct buf all = honest(), view = view_of(table.key[0], DEAL);
	const char *p = strstr(view.p, "\nopen:\n") + 7,
		   *end = strchr(strchr(p, '\n') + 1, '\n') + 1;
	char from[200];

	(void)snprintf(from, sizeof from, "%.*s", (int)(end - p), p);
	forge_view(&all, table.host, table.key[0], DEAL, "\nopen:\n", from, "");
	read_finds("an opening left out", &all, table.key[0], DEAL, "digest 6: ");
	audit_finds("an opening left out", &all, table.key[0], DEAL, AUDIT_VIEW);
	buf_release(&view);
	buf_release(&all);
}

/* Returns the first digest in which a seat looks at a goal; *seat is that seat. */
static int64_t
first_peek(unsigned *seat)
{
	for (int64_t n = DEAL + 1; n <= last; n++) {
		struct buf one = BUF_INIT;
		const char *p;
		bool found;

		forge_take(&table.all, n, &one);
		p = strstr(one.p, "\n  saw-goal p");
		found = p != NULL;
		if (found)
			*seat = (unsigned)(p[13] - '1');
		buf_release(&one);
		if (found)
			return n;
	}
	cr_assert_fail("nobody looks at a goal in this game");
	return -1;
}

static void
false_peek(void)
{
	struct buf all = honest(), view;
	unsigned seat = 0;
	int64_t n = first_peek(&seat);
	const struct seckey *key = table.key[seat];
	char from[64], round[32];
	const char *p, *kind;
	const char *lie;

	view = view_of(key, n);
	p = strstr(view.p, " goals ");
	cr_assert_not_null(p);
	kind = strchr(p + 7, ' ') + 1;
	(void)snprintf(from, sizeof from, "%.*s", (int)strcspn(kind, "\n"), kind);
	lie = strcmp(from, "goal-gold") == 0 ? "goal-stone-ne" : "goal-gold";
	(void)snprintf(round, sizeof round, " goals %c ", p[7]);
	forge_view(&all, table.host, key, n, round, from, lie);
	audit_finds("false peek, opened", &all, key, n, AUDIT_VIEW);
	buf_release(&all);

	all = honest();
	forge_view(&all, table.host, key, n, "\nposition:\n", from, lie);
	audit_finds("false peek, shown", &all, key, n, AUDIT_VIEW);
	buf_release(&all);

	/* True for another goal: its index and card are right, its place is not. */
	all = honest();
	(void)snprintf(from, sizeof from, " goals %c ", p[7]);
	(void)snprintf(round, sizeof round, " goals %c ", p[7] == '0' ? '1' : '0');
	forge_view(&all, table.host, key, n, "\nopen:\n", from, round);
	audit_finds("another goal", &all, key, n, AUDIT_VIEW);
	buf_release(&view);
	buf_release(&all);
}

/* Swaps the views of p1 and p2 in the digest, and perhaps also their hashes. */
static void
a_view_for_another_seat(void)
{
	struct buf all = honest(), one = BUF_INIT;
	char a[200], b[200], from[512], to[512];
	char *p1, *p2;

	for (unsigned i = 0; i < 2; i++) {
		buf_clear(&one);
		forge_take(&all, DEAL + 1, &one);
		p1 = strstr(one.p, "\nfor p1:");
		p2 = strstr(one.p, "\nfor p2:");
		cr_assert(p1 != NULL && p2 != NULL);
		p1[6] = '2';
		p2[6] = '1';
		read_finds(i == 0 ? "swapped views" : "swapped views and hashes", &one,
		    table.key[0], 0,
		    i == 0 ? "is not the one digest 7 names" :
			     "digest 7 is not signed for it and seat p2");
		if (i == 0) {
			forge_value(&all, DEAL + 1, "\nview: p1\n", "  ", a);
			forge_value(&all, DEAL + 1, "\nview: p2\n", "  ", b);
			(void)snprintf(from, sizeof from, "view: p1\n  %s\nview: p2\n  %s\n", a, b);
			(void)snprintf(to, sizeof to, "view: p1\n  %s\nview: p2\n  %s\n", b, a);
			forge_public(&all, table.host, DEAL + 1, NULL, from, to);
		}
	}
	buf_release(&one);
	buf_release(&all);
}

static void
an_old_view_again(void)
{
	struct buf all = honest(), old = BUF_INIT, new = BUF_INIT, mixed = BUF_INIT;
	char a[200], b[200];
	const char *from, *to, *next;

	forge_value(&all, DEAL + 1, "\nview: p1\n", "  ", a);
	forge_value(&all, DEAL + 2, "\nview: p1\n", "  ", b);
	forge_public(&all, table.host, DEAL + 2, NULL, b, a);
	forge_take(&all, DEAL + 1, &old);
	forge_take(&all, DEAL + 2, &new);
	from = strstr(old.p, "\nfor p1:");
	next = strstr(old.p, "\nfor p2:");
	to = strstr(new.p, "\nfor p1:");
	buf_add(&mixed, new.p, (size_t)(to - new.p));
	buf_add(&mixed, from, (size_t)(next - from));
	buf_str(&mixed, strstr(new.p, "\nfor p2:"));
	read_finds("an old view again", &mixed, table.key[0], 0,
	    "digest 8 is not signed for it and seat p1");
	buf_release(&mixed);
	buf_release(&old);
	buf_release(&new);
	buf_release(&all);
}

/* The proof written by `read` suffices without other files. */
static void
proof_for_others(void)
{
	struct buf all = honest(), view = view_of(table.key[0], DEAL), proof = BUF_INIT,
		   text = BUF_INIT;
	struct player_pins pins = { .proof = &proof };
	struct player_read r;
	struct err err = ERR_INIT;
	char line[100], kind[50], to[150];

	first_opened(&view, line, kind);
	(void)snprintf(
	    to, sizeof to, "%.*s%s", (int)(strlen(line) - strlen(kind)), line, absent(&view, kind));
	forge_view(&all, table.host, table.key[0], DEAL, "\nopen:\n", line, to);
	forge_take(&all, DEAL, &text);
	cr_expect_eq(player_read(&r, rules_all, text.p, text.n, &pins, table.key[0], &err), -1);
	cr_assert_gt(proof.n, 0);
	audit_finds("a proof", &proof, NULL, DEAL, AUDIT_VIEW);
	/* Together with the folder it is from, in either order. */
	for (unsigned i = 0; i < 2; i++) {
		const struct buf *part[] = { &all, &proof };
		struct buf both = BUF_INIT;

		buf_add(&both, part[i]->p, part[i]->n);
		buf_chr(&both, '\n');
		buf_add(&both, part[1 - i]->p, part[1 - i]->n);
		audit_finds(
		    i == 0 ? "folder, proof" : "proof, folder", &both, NULL, DEAL, AUDIT_VIEW);
		buf_release(&both);
	}
	/* A forged proof: the host has not signed such a view. */
	proof.p[strstr(proof.p, "adit-view v3\n") - proof.p + 20] ^= 1;
	{
		struct audit a;

		cr_assert_eq(audit_text(&a, proof.p, proof.n, NULL, &err), 0, "%s", err.msg);
		cr_expect_neq(a.worst, AUDIT_FAIL, "a made-up proof accuses nobody");
		audit_release(&a);
	}
	buf_release(&text);
	buf_release(&proof);
	buf_release(&view);
	buf_release(&all);
}

/* ---- a host that changes its own game file --------------------------------------------------- */

/* Exchanges the next card with a later one. */
static void
stack_deck(struct host_state *hs)
{
	struct game *g = &hs->g;
	unsigned other = g->deck_top;
	card_id top = g->deck[g->deck_top];

	while (g->deck[other] == top)
		other++;
	g->deck[g->deck_top] = g->deck[other];
	g->deck[other] = top;
}

static void
stacked_deck(void)
{
	struct test_table t;
	struct buf line = BUF_INIT;
	struct host_result r;
	struct player_read read;
	struct err err = ERR_INIT;
	struct order_block b;
	unsigned me;

	table_open_audited(&t, &rules_saboteur, 3, 3, NULL);
	table_join(&t);
	table_confirm(&t);
	me = table_to_move(&t);
	table_tamper(&t, stack_deck);
	table_legal(&t, 0, &line);
	table_sign(&t, me, line.p, 0, 0, &b);
	cr_assert_eq(table_apply(&t, &b, &r, &err), 0, "%s", err.msg);
	cr_expect_eq(player_read(&read, rules_all, t.all.p, t.all.n, NULL, t.key[me], &err), -1,
	    "a stacked deck");
	cr_expect_eq(err.code, ERR_AUTH, "%s", err.msg);
	cr_expect_not_null(
	    strstr(err.msg, "digest 7: this is not what it committed to"), "%s", err.msg);
	buf_release(&line);
	host_result_release(&r);
	table_close(&t);
}

/* All lies in one process, since playing the game takes longer than finding them. */
Test(cheat, every_lie_is_found)
{
	static void (*const lie[])(void) = {
		changed_seed,
		changed_card_list,
		leaves_in_another_order,
		another_key_than_committed_to,
		a_key_that_does_not_come_from_the_seed,
		back_dated,
		another_deadline,
		wrong_effect,
		changed_order,
		invented_order,
		an_order_that_is_never_revealed,
		a_card_that_was_not_dealt,
		positions_that_cannot_be,
		two_seats_with_one_commitment,
		one_key_for_two_seats,
		another_commitment_than_mine,
		another_share_than_revealed,
		two_histories,
		swapped_card,
		another_hand_than_opened,
		wrong_role,
		another_line_for_people,
		an_order_not_offered,
		control_characters,
		sealed_to_another,
		made_for_a_stranger,
		an_order_of_nobody,
		words_behind_the_signature,
		an_opening_left_out,
		false_peek,
		a_view_for_another_seat,
		an_old_view_again,
		proof_for_others,
		stacked_deck,
	};

	play_game();
	for (size_t i = 0; i < sizeof lie / sizeof lie[0]; i += is_few() ? 5 : 1)
		lie[i]();
	table_close(&table);
}

/* Lies found in the middle of a round, before any key is revealed. */
Test(cheat, found_before_the_round_is_over)
{
	struct test_table t;
	struct err err = ERR_INIT;
	static const struct {
		const char *name;
		int64_t n; /* 0: the digest of the undo */
		const char *after, *from, *to;
		enum audit_check check;
	} row[] = {
		{ "no shuffle", 0, "\nhost:\n", "  shuffle: 1\n", "", AUDIT_REPLAY },
		{ "back behind the deal", 0, "\nhost:\n", "  undo: 9\n", "  undo: 2\n",
		    AUDIT_REPLAY },
		{ "an epoch left out", 0, "\nhost:\n", "  shuffle: 1\n", "  shuffle: 2\n",
		    AUDIT_REPLAY },
		{ "no new leaves", 0, NULL, "\nleaves:\n", "\nleaf:\n", AUDIT_LEAVES },
		{ "no new keys", 0, NULL, "\nkeys:\n", "\nkey:\n", AUDIT_KEYS },
		{ "a join that is not shown", 2, NULL, "\nreveal:\n", "\nsecret:\n", AUDIT_ORDER },
		{ "no leaves at the deal", DEAL, NULL, "\nleaves:\n", "\nleaf:\n", AUDIT_LEAVES },
		{ "trusted all of a sudden", DEAL + 1, NULL, "\ndealing: audited\nattempt: 1\n",
		    "\ndealing: trusted\n", AUDIT_REPLAY },
	};
	int64_t undo;

	table_open_audited(&t, &rules_saboteur, 3, 19, NULL);
	table_join(&t);
	table_confirm(&t);
	(void)table_play(&t, 6, 5);
	cr_assert_eq(table_undo(&t, DEAL + 3, "the wrong mail", &err), 0, "%s", err.msg);
	undo = table_n(&t);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf all = BUF_INIT;
		int64_t n = row[i].n == 0 ? undo : row[i].n;

		buf_add(&all, t.all.p, t.all.n);
		forge_public(&all, t.host, n, row[i].after, row[i].from, row[i].to);
		audit_finds(row[i].name, &all, NULL, n, row[i].check);
		if (strcmp(row[i].to, "  shuffle: 2\n") == 0) /* a choice of cards */
			forge_reads(
			    row[i].name, &all, n, "with other keys than those of the next epoch");
		buf_release(&all);
	}
	/* An honest digest may come twice, with other views. */
	for (unsigned i = 0; i < 3; i++) {
		struct buf some = BUF_INIT;
		struct player_read r;

		for (int64_t n = i == 0 ? 0 : undo - 1; n <= undo; n++)
			forge_take(&t.all, n, &some);
		if (i < 2)
			forge_take(&t.all, undo, &some);
		cr_expect_eq(player_read(&r, rules_all, some.p, some.n, NULL, t.key[0], &err), 0,
		    "%u: %s", i, err.msg);
		player_read_release(&r);
		buf_release(&some);
	}
	table_close(&t);
}

/* Undo to digest 9: 13 is the request, p1 votes in 14 and talks in 15, p2 votes in 16, 17 does
 * it. */
enum { ASKS = 13, VOTES, TALKS, CARRIES, UNDOES };

static void
ask(struct test_table *t, unsigned char secret)
{
	struct host_result r;
	struct err err = ERR_INIT;

	table_open_audited(t, &rules_saboteur, 3, secret, NULL);
	table_join(t);
	table_confirm(t);
	(void)table_play(t, 6, 5);
	cr_assert_eq(host_undo(t->file, t->host, 9, "the wrong mail", t->now + 60, -1, &r, &err), 0,
	    "%s", err.msg);
	table_add(t, &r);
	cr_assert_eq(table_n(t), ASKS);
}

static const struct {
	const char *name;
	int64_t n;
	const char *from, *to;
} meddled[] = {
	{ "done without asking", ASKS, "  undo-asked: 9\n", "  undo: 9\n  shuffle: 1\n" },
	{ "fewer votes than half", ASKS, "  need: 2\n", "  need: 1\n" },
	{ "a vote at once", ASKS, "  need: 2\n", "  need: 2\n  vote: p3 yes\n" },
	{ "another reason", ASKS, "  need: 2\n  reason: the wrong mail\n",
	    "  need: 2\n  reason: a disk\n" },
	{ "until later", VOTES, "\n  until: 2026", "\n  until: 2027" },
	{ "without a seat", VOTES, "  vote: p1 yes\n", "  no-vote: p3\n  vote: p1 yes\n" },
	{ "carried too early", VOTES, "  is: open\n", "  is: carried\n" },
	{ "refused too early", VOTES, "  is: open\n", "  is: refused\n" },
	{ "withdrawn without a word", VOTES, "  is: open\n", "  is: withdrawn\n" },
	{ "another's vote as well", VOTES, "  vote: p1 yes\n", "  vote: p1 yes\n  vote: p3 no\n" },
	{ "to another digest", VOTES, "\n  to: 9\n", "\n  to: 8\n" },
	{ "fewer votes than it asked for", VOTES, "  need: 2\n", "  need: 1\n" },
	{ "time that runs", VOTES, "\ndue: -\n", "\ndue: 2026-01-05T00:00:00Z\n" },
	{ "forgotten", TALKS, "\nasked:\n", "\nask:\n" },
	{ "a vote forgotten", TALKS, "  vote: p1 yes\n", "" },
	{ "a vote turned round", CARRIES, "  vote: p1 yes\n", "  vote: p1 no\n" },
	{ "something played", TALKS, "\nevents:\n", "\nevents:\n  skipped p1\n" },
	{ "votes that are not counted", CARRIES, "  is: carried\n", "  is: open\n" },
	{ "voted down, it says", CARRIES, "  is: carried\n", "  is: refused\n" },
	{ "carried and not done", UNDOES, "\nhost:\n", "\nguest:\n" },
	{ "done without a shuffle", UNDOES, "  shuffle: 1\n", "" },
	{ "gone back further", UNDOES, "\n  undo: 9\n", "\n  undo: 8\n" },
	{ "for another reason", UNDOES, "  reason: the wrong mail\n", "  reason: a disk\n" },
	{ "asked for by nobody", UNDOES + 1, "\ntable:\n",
	    "\nasked:\n  digest: 18\n  to: 9\n  is: open\n  until: 2026-02-01T00:00:00Z\n"
	    "  need: 2\n  reason: x\n\ntable:\n" },
};

/* Votes are public, so lies about them are found at once, in the middle of a round. */
Test(cheat, votes_on_taking_back)
{
	struct test_table t;

	ask(&t, 20);
	table_must_order(&t, 0, "vote undo 9 yes", TURN_ANY);
	table_must_order(&t, 0, NULL, TURN_ANY);
	table_must_order(&t, 1, "vote undo 9 yes", TURN_ANY);
	cr_assert_eq(table_n(&t), UNDOES);
	(void)table_play(&t, 2, 6);
	for (size_t i = 0; i < sizeof meddled / sizeof meddled[0]; i++) {
		struct buf all = BUF_INIT, two = BUF_INIT;
		struct player_read r;
		struct err err = ERR_INIT;

		buf_add(&all, t.all.p, t.all.n);
		forge_public(&all, t.host, meddled[i].n, NULL, meddled[i].from, meddled[i].to);
		audit_finds(meddled[i].name, &all, NULL, meddled[i].n, AUDIT_REPLAY);
		forge_take(&all, meddled[i].n - 1, &two);
		forge_take(&all, meddled[i].n, &two);
		cr_expect_eq(player_read(&r, rules_all, two.p, two.n, NULL, NULL, &err), -1, "%s",
		    meddled[i].name);
		cr_expect(
		    err.code == ERR_AUTH && strstr(err.msg, "the host cheats in digest") != NULL,
		    "%s: %s", meddled[i].name, err.msg);
		buf_release(&two);
		buf_release(&all);
	}
	table_close(&t);
}

static void
forget_asked(struct host_state *hs)
{
	hs->undo_request = (struct undo_request){ .n = 0 };
}

/* A host that counts votes too early: it changes the request in its own game file. */
static void
all_have_voted(struct host_state *hs)
{
	hs->undo_request.need = 1;
}

Test(cheat, a_host_that_does_not_wait_for_votes)
{
	struct test_table t;

	ask(&t, 21);
	table_tamper(&t, forget_asked);
	(void)table_play(&t, 1, 6);
	audit_finds("played without a vote", &t.all, NULL, ASKS + 1, AUDIT_REPLAY);
	table_close(&t);

	ask(&t, 22);
	table_tamper(&t, all_have_voted);
	table_must_order(&t, 0, "vote undo 9 yes", TURN_ANY);
	audit_finds("done with one vote", &t.all, NULL, ASKS + 1, AUDIT_REPLAY);
	table_close(&t);
}

/* A host that forgets what it has shown, or when the round began, so that it goes back alone. */
static void
forget_shown(struct host_state *hs)
{
	hs->shown_n = 0;
}

static void
forget_round(struct host_state *hs)
{
	hs->round_n = hs->shown_n = 0;
}

static void
open_dealt(struct test_table *t)
{
	table_open_audited(t, &rules_saboteur, 3, 31, NULL);
	table_join(t);
	table_confirm(t);
}

/* The host goes back to this digest, alone. */
static void
goes_back(struct test_table *t, int64_t to)
{
	struct host_result r;
	struct err err = ERR_INIT;

	cr_assert_eq(
	    host_undo(t->file, t->host, to, "a slip", t->now + 60, -1, &r, &err), 0, "%s", err.msg);
	table_add(t, &r);
}

Test(cheat, a_host_that_goes_back_alone)
{
	static const struct {
		const char *name, *says;
		void (*forget)(struct host_state *hs);
		int64_t to; /* digests after the deal */
	} row[] = {
		{ "cards are dealt again",
		    "without a shuffle, though something hidden was shown since", forget_shown, 1 },
		{ "before the deal", "it goes back to before a round began or ended", forget_round,
		    -1 },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct test_table t;

		open_dealt(&t);
		(void)table_play(&t, 4, 5);
		table_tamper(&t, row[i].forget);
		goes_back(&t, DEAL + row[i].to);
		forge_reads(row[i].name, &t.all, table_n(&t), row[i].says);
		audit_finds(row[i].name, &t.all, NULL, table_n(&t), AUDIT_REPLAY);
		table_close(&t);
	}
}

/* A host that forgets that it has gone back. */
static void
forget_undos(struct host_state *hs)
{
	hs->n_undo = 0;
}

Test(cheat, a_host_that_goes_back_too_far)
{
	struct test_table t;
	struct err err = ERR_INIT;

	open_dealt(&t);
	table_must_order(&t, 0, NULL, TURN_ANY);
	for (unsigned i = 0; i <= UNDO_REQUEST_UNDOS_MAX; i++) {
		if (i == UNDO_REQUEST_UNDOS_MAX)
			table_tamper(&t, forget_undos);
		goes_back(&t, DEAL);
		if (i == 0 || i + 1 >= UNDO_REQUEST_UNDOS_MAX)
			forge_reads("too often", &t.all, table_n(&t),
			    i < UNDO_REQUEST_UNDOS_MAX ? NULL :
							 "it goes back more often than a game can");
	}
	audit_finds("too often", &t.all, NULL, table_n(&t), AUDIT_PUBLIC);
	table_close(&t);

	open_dealt(&t);
	(void)table_play(&t, 4, 5);
	cr_assert_eq(table_undo(&t, DEAL + 1, "a slip", &err), 0, "%s", err.msg);
	table_tamper(&t, forget_undos);
	goes_back(&t, DEAL + 3);
	forge_reads("to what was taken back", &t.all, table_n(&t),
	    "it goes back to a digest that was itself taken back");
	audit_finds("to what was taken back", &t.all, NULL, table_n(&t), AUDIT_PUBLIC);
	table_close(&t);
}
