/*
 * Words for objects of core.
 *
 * (N1) card_name uses only the card's definition, so a corrected or custom deck needs no list of
 * names. Only for a goal it uses the rules set: a plain curve is a stone in one and a goal without
 * gold in another.
 */
#include "text/names.h"

#include <stdio.h>
#include <string.h>

#include "text/text_rules.h"
#include "util/mem.h"
#include "text/lookalike.h"
#include "util/utf8.h"
#include "util/slice.h"

/* ---- seats ------------------------------------------------------------------------------- */

/* Words that the order language, an order block or a digest has where a seat could be. */
static const char *const reserved[] = {
	"all",
	"any",
	"at",
	"axe",
	"best",
	"cart",
	"cut",
	"flip",
	"flipped",
	"goal",
	"keep",
	"lamp",
	"next",
	"no",
	"none",
	"pay",
	"pickaxe",
	"remove",
	"to",
	"turn",
	"use",
	"yes",
	"you",
};

/* The normal form of an order has one hyphen for several in a row. */
static bool
is_seat_name(const char *s, size_t n)
{
	if (n == 0 || n > NAME_MAX_LEN || !ascii_is_lower(s[0]))
		return false;
	for (size_t i = 1; i < n; i++) {
		if (!ascii_is_lower(s[i]) && !ascii_is_digit(s[i]) && s[i] != '-' && s[i] != '_')
			return false;
		if (s[i] == '-' && s[i - 1] == '-')
			return false;
	}
	return true;
}

int
names_add(struct names *names, const char *s, size_t n, struct err *err)
{
	if (!is_seat_name(s, n)) {
		if (n > 0 && n <= 2 * NAME_MAX_LEN && utf8_is_clean(s, n))
			(void)err_set(err, ERR_USAGE, "\"%.*s\" is no name for a seat", (int)n, s);
		else
			(void)err_set(err, ERR_USAGE, "that is no name for a seat");
		return err_hint(err,
		    "a lower-case letter, then lower-case letters, digits, - or _,"
		    " at most %d in all, not two - in a row",
		    NAME_MAX_LEN);
	}
	for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++) {
		if (slice_equals(reserved[i], s, n))
			return err_set(err, ERR_USAGE,
			    "\"%s\" is a word of the order language and cannot"
			    " name a seat",
			    reserved[i]);
	}
	if (names_find(names, s, n) != SEAT_NONE)
		return err_set(err, ERR_USAGE, "two seats are called \"%.*s\"", (int)n, s);
	if (names->n >= SEATS_MAX)
		return err_set(err, ERR_USAGE, "more than %d seats", SEATS_MAX);
	memcpy(names->seat[names->n], s, n);
	names->seat[names->n][n] = '\0';
	names->n++;
	return 0;
}

uint8_t
names_find(const struct names *names, const char *s, size_t n)
{
	for (unsigned i = 0; i < names->n; i++) {
		if (slice_equals(names->seat[i], s, n))
			return (uint8_t)i;
	}
	return SEAT_NONE;
}

const char *
names_seat(const struct names *names, uint8_t seat)
{
	return seat < names->n ? names->seat[seat] : "?";
}

/* ---- display names ------------------------------------------------------------------------- */

static int
check_alike(const struct names *names, uint8_t seat, const char *s, struct err *err)
{
	static const char *const taken[] = { "host", "you" };

	for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++)
		if (lookalike_same(s, taken[i]))
			return err_set(err, ERR_USAGE,
			    "the display name of %s looks like \"%s\", which adit says of somebody",
			    names->seat[seat], taken[i]);
	for (unsigned i = 0; i < names->n; i++)
		if (i != seat &&
		    (lookalike_same(s, names->seat[i]) ||
			(names->display[i][0] != '\0' && lookalike_same(s, names->display[i]))))
			return err_set(err, ERR_USAGE,
			    "the display name of %s looks like that of seat %s", names->seat[seat],
			    names->seat[i]);
	return 0;
}

/* True unless the text could spoil a terminal, or the line around it. */
static bool
is_shown(const char *s, size_t n, size_t n_max, size_t columns)
{
	bool blank = true, is;

	is = n > 0 && n <= n_max && utf8_is_clean(s, n) && utf8_marks_fit(s, n) &&
	    utf8_width(s, n) <= columns && memchr(s, '"', n) == NULL;
	/* One blank between words, none at the ends. */
	for (size_t i = 0; i < n && is; i++) {
		is = !(s[i] == ' ' && blank);
		blank = s[i] == ' ';
	}
	return is && !blank;
}

static int
hint_shown(int columns, struct err *err)
{
	return err_hint(err,
	    "at most %d columns with a letter, without control, bidi or quotation marks, "
	    "and single blanks between words",
	    columns);
}

static int
check_shown(const struct names *names, uint8_t seat, const char *s, size_t n, struct err *err)
{
	if (is_shown(s, n, DISPLAY_MAX, DISPLAY_COLUMNS))
		return 0;
	if (!utf8_is_clean(s, n)) {
		(void)utf8_fail(s, n, ERR_USAGE, 0, err);
		return err_wrap(err, "that is no display name for seat %s", names->seat[seat]);
	}
	(void)err_set(err, ERR_USAGE, "that is no display name for seat %s", names->seat[seat]);
	return hint_shown(DISPLAY_COLUMNS, err);
}

/* Checks what a host chooses: clean text that readers can tell from others. `what` is its name in
 * a message. */
static int
check_chosen(const char *what, const char *s, size_t n, struct err *err)
{
	size_t from, len;

	if (!utf8_is_composed(s, n) || !lookalike_is_readable(s, n))
		return err_set(
		    err, ERR_USAGE, "%s has no letter, or is not in normal form C", what);
	if (!lookalike_find_mixed(s, n, &from, &len))
		return 0;
	(void)err_set(
	    err, ERR_USAGE, "%s has a word of mixed scripts: \"%.*s\"", what, (int)len, s + from);
	return err_hint(err, "letters of different scripts look alike; each word has one script");
}

int
names_display(struct names *names, uint8_t seat, const char *s, size_t n, struct err *err)
{
	if (check_shown(names, seat, s, n, err) < 0)
		return -1;
	if (names->display[seat][0] != '\0')
		return err_set(err, ERR_USAGE, "seat %s has two display names", names->seat[seat]);
	memcpy(names->display[seat], s, n);
	names->display[seat][n] = '\0';
	return 0;
}

int
names_choose_display(struct names *names, uint8_t seat, const char *s, size_t n, struct err *err)
{
	char text[DISPLAY_MAX + 1], what[sizeof "the display name of " + NAME_MAX_LEN];

	if (check_shown(names, seat, s, n, err) < 0)
		return -1;
	(void)snprintf(what, sizeof what, "the display name of %s", names->seat[seat]);
	memcpy(text, s, n);
	text[n] = '\0';
	if (check_chosen(what, s, n, err) < 0 || check_alike(names, seat, text, err) < 0)
		return -1;
	return names_display(names, seat, s, n, err);
}

int
names_title(struct names *names, const char *s, size_t n, struct err *err)
{
	if (!utf8_is_clean(s, n)) {
		(void)utf8_fail(s, n, ERR_USAGE, 0, err);
		return err_wrap(err, "that is no title for a game");
	}
	if (!is_shown(s, n, NAMES_TITLE_MAX, NAMES_TITLE_COLUMNS) || !utf8_blanks_fit(s, n)) {
		(void)err_set(err, ERR_USAGE, "that is no title for a game");
		return hint_shown(NAMES_TITLE_COLUMNS, err);
	}
	if (names->title[0] != '\0')
		return err_set(err, ERR_USAGE, "the game has two titles");
	memcpy(names->title, s, n);
	names->title[n] = '\0';
	return 0;
}

int
names_choose_title(struct names *names, const char *s, size_t n, struct err *err)
{
	struct names chosen = { .n = 0 };

	if (names_title(&chosen, s, n, err) < 0 || check_chosen("the title", s, n, err) < 0)
		return -1;
	return names_title(names, s, n, err);
}

int
names_web(struct names *names, const char *s, size_t n, struct err *err)
{
	if (!web_is(s, n))
		return err_set(err, ERR_USAGE, "that is no web address of a repository");
	memcpy(names->web, s, n);
	names->web[n] = '\0';
	return 0;
}

int
names_choose_web(struct names *names, const char *s, struct err *err)
{
	struct buf web = BUF_INIT;
	int result = web_choose(s, &web, err);

	if (result == 0)
		result = names_web(names, buf_cstr(&web), web.n, err);
	buf_release(&web);
	return result;
}

int
names_client(struct names *names, const char *s, size_t n, struct err *err)
{
	if (!web_client_is(s, n))
		return err_set(err, ERR_USAGE, "that is no address of a browser file");
	memcpy(names->client, s, n);
	names->client[n] = '\0';
	return 0;
}

int
names_choose_client(struct names *names, const char *s, struct err *err)
{
	if (names_client(names, s, strlen(s), err) == 0)
		return 0;
	(void)err_set(err, ERR_USAGE, "\"%s\" is not the address of a browser file", s);
	return err_hint(err,
	    "http[s]://HOST[:PORT][/PATH], at most %d bytes, without user, query and blanks",
	    WEB_MAX);
}

void
names_take_shown(struct names *to, const struct names *from)
{
	memcpy(to->title, from->title, sizeof to->title);
	memcpy(to->web, from->web, sizeof to->web);
	memcpy(to->client, from->client, sizeof to->client);
	memcpy(to->display, from->display, sizeof to->display);
}

void
names_full(const struct names *names, uint8_t seat, struct buf *out)
{
	buf_str(out, names_seat(names, seat));
	if (seat < names->n && names->display[seat][0] != '\0')
		buf_fmt(out, " \"%s\"", names->display[seat]);
}

/* ---- rules sets -------------------------------------------------------------------------- */

const struct rules *
rules_find(const struct rules *const *games, const char *s, size_t n)
{
	for (; *games != NULL; games++) {
		if (slice_equals((*games)->name, s, n))
			return *games;
	}
	return NULL;
}

/* ---- cards ------------------------------------------------------------------------------- */

static const char *const class_word[] = {
	[CARD_START] = "start",
	[CARD_GOAL] = "goal",
	[CARD_PATH] = "path",
	[CARD_ACTION] = "action",
	[CARD_GOLD] = "gold",
	[CARD_ROLE] = "role",
};

static const char *const action_word[ACTION_COUNT] = {
	[ACTION_NONE] = "",
	[ACTION_BREAK] = "break",
	[ACTION_REPAIR] = "repair",
	[ACTION_ROCKFALL] = "rockfall",
	[ACTION_MAP] = "map",
	[ACTION_THEFT] = "theft",
	[ACTION_HANDS_OFF] = "hands-off",
	[ACTION_SWAP_HANDS] = "swap-hands",
	[ACTION_INSPECTION] = "inspection",
	[ACTION_SWAP_HATS] = "swap-hats",
	[ACTION_TRAPPED] = "trapped",
	[ACTION_FREE] = "free-at-last",
	[ACTION_KEY] = "key",
	[ACTION_INFORMATION] = "secret-information",
	[ACTION_SWAP_CARDS] = "swap-cards",
	[ACTION_SPIDERWEB] = "spiderweb",
	[ACTION_BOOTS] = "boots",
	[ACTION_BATTLE_AXE] = "battle-axe",
	[ACTION_RAT] = "rat",
	[ACTION_LINDWORM] = "lindworm",
	[ACTION_GOBLIN] = "goblin",
};

static const char *const role_word[ROLE_COUNT] = {
	[ROLE_NONE] = "",
	[ROLE_MINER] = "miner",
	[ROLE_SABOTEUR] = "saboteur",
	[ROLE_GREEN] = "green-digger",
	[ROLE_BLUE] = "blue-digger",
	[ROLE_BOSS] = "boss",
	[ROLE_PROFITEER] = "profiteer",
	[ROLE_GEOLOGIST] = "geologist",
	[ROLE_YELLOW_LOYAL] = "yellow-loyal",
	[ROLE_YELLOW_SABOTEUR] = "yellow-saboteur",
	[ROLE_BLUE_LOYAL] = "blue-loyal",
	[ROLE_BLUE_SABOTEUR] = "blue-saboteur",
	[ROLE_SELFISH] = "selfish-miner",
};

/* In the order of a kind. */
static const struct tool_word {
	unsigned tool;
	const char *word;
} tool_word[] = {
	{ TOOL_PICKAXE, "pickaxe" },
	{ TOOL_LAMP, "lamp" },
	{ TOOL_CART, "cart" },
};

/* In the order of a kind. Gold and doors may have edges. */
static const struct feature_word {
	unsigned feature;
	const char *word;
} feature_word[] = {
	{ FEATURE_LADDER, "ladder" },
	{ FEATURE_LADDER_GREEN, "ladder-green" },
	{ FEATURE_LADDER_BLUE, "ladder-blue" },
	{ FEATURE_GOLD, "gold" },
	{ FEATURE_DOOR_GREEN, "door-green" },
	{ FEATURE_DOOR_BLUE, "door-blue" },
	{ FEATURE_CRYSTAL, "crystal" },
	{ FEATURE_TROLL, "troll" },
	{ FEATURE_HOLE, "hole" },
	{ FEATURE_BRIDGE, "bridge" },
	{ FEATURE_TUNNEL, "tunnel" },
	{ FEATURE_VEIN, "vein" },
	{ FEATURE_EXIT, "exit" },
};

unsigned
feature_find(const char *s, size_t n)
{
	for (size_t i = 0; i < sizeof feature_word / sizeof feature_word[0]; i++) {
		if (slice_equals(feature_word[i].word, s, n))
			return feature_word[i].feature;
	}
	return 0;
}

/* A kind that is being written. None is longer than about 40 bytes; more would be cut off. */
struct kind {
	char *p;
	size_t n;
};

static void
word_add(struct kind *w, const char *s)
{
	size_t n = strlen(s);

	if (n > CARD_NAME_MAX - 1 - w->n)
		n = CARD_NAME_MAX - 1 - w->n;
	memcpy(w->p + w->n, s, n);
	w->n += n;
	w->p[w->n] = '\0';
}

static void
word_add_number(struct kind *w, unsigned v)
{
	char text[12], *p = text + sizeof text - 1;

	*p = '\0';
	do
		*--p = (char)('0' + v % 10);
	while ((v /= 10) > 0);
	word_add(w, p);
}

/* Writes "@ns": the edges of gold or of a door. */
static void
word_add_edges(struct kind *w, unsigned edges)
{
	if (edges == 0)
		return;
	word_add(w, "@");
	for (unsigned e = 0; e < EDGES; e++) {
		if (edges & EDGE_BIT(e))
			word_add(w, (const char[2]){ edge_letter(e), '\0' });
	}
}

static void
word_add_links(struct kind *w, uint8_t tunnel)
{
	char links[8];

	links_text(tunnel, links);
	for (char *p = links; *p != '\0'; p++) {
		if (*p != '+')
			*p = (char)(*p - 'A' + 'a');
	}
	word_add(w, links);
}

static void
word_add_features(struct kind *w, const struct card_def *c)
{
	for (size_t i = 0; i < sizeof feature_word / sizeof feature_word[0]; i++) {
		unsigned f = feature_word[i].feature;

		if ((c->feature & f) == 0)
			continue;
		/* Gold in the middle of a goal shows as its number only. */
		if (f == FEATURE_GOLD && c->class == CARD_GOAL && c->gold_at == 0)
			continue;
		word_add(w, ":");
		word_add(w, feature_word[i].word);
		if (f == FEATURE_GOLD)
			word_add_edges(w, c->gold_at);
		if (f == FEATURE_DOOR_GREEN || f == FEATURE_DOOR_BLUE)
			word_add_edges(w, c->door_at);
	}
}

static void
word_add_goal(struct kind *w, const struct rules *rules, const struct card_def *c)
{
	word_add(w, "goal-");
	if (rules->words->goals_by_gold) {
		word_add_number(w, c->value);
		word_add(w, "-");
		word_add_links(w, c->tunnel);
		word_add_features(w, c);
	} else if (c->feature & FEATURE_TREASURE) {
		word_add(w, "gold");
	} else if (c->feature != 0) {
		/* The only feature of the card. */
		for (size_t i = 0; i < sizeof feature_word / sizeof feature_word[0]; i++) {
			if (c->feature & feature_word[i].feature)
				word_add(w, feature_word[i].word);
		}
	} else {
		word_add(w, "stone-");
		word_add_links(w, c->tunnel);
	}
}

static void
word_add_action(struct kind *w, const struct card_def *c)
{
	word_add(w, action_name((enum action)c->action));
	for (size_t i = 0; i < sizeof tool_word / sizeof tool_word[0]; i++) {
		if (c->tools & tool_word[i].tool) {
			word_add(w, "-");
			word_add(w, tool_word[i].word);
		}
	}
}

void
card_name(const struct rules *rules, card_id card, char out[static CARD_NAME_MAX])
{
	struct kind w = { out, 0 };

	out[0] = '\0';
	if (card >= rules->n_cards) {
		word_add(&w, "?");
		return;
	}
	const struct card_def *c = &rules->card[card];
	switch ((enum card_class)c->class) {
	case CARD_START:
		word_add(&w, "start");
		if (c->feature & FEATURE_GREEN)
			word_add(&w, "-green");
		if (c->feature & FEATURE_BLUE)
			word_add(&w, "-blue");
		break;
	case CARD_GOAL:
		word_add_goal(&w, rules, c);
		break;
	case CARD_PATH:
		if (c->deck != 0) {
			word_add_number(&w, c->deck);
			word_add(&w, "/");
		}
		word_add_links(&w, c->tunnel);
		word_add_features(&w, c);
		break;
	case CARD_ACTION:
		word_add_action(&w, c);
		break;
	case CARD_GOLD:
		word_add(&w, "gold-");
		word_add_number(&w, c->value);
		break;
	case CARD_ROLE:
		word_add(&w, role_name((enum role)c->role));
		break;
	}
}

/* Features of a name for a quick comparison: the tunnels of a path card's links, or NO_TUNNEL, and
 * whether it has features. */
struct likeness {
	unsigned tunnel;
	bool has_features;
};

enum { NO_TUNNEL = 0x100 };

/* Returns the tunnels of links. Joined links are one of the two tunnels, a single link is a blind
 * arm. */
static unsigned
tunnel_of(const char *s, size_t n)
{
	static const char letters[] = { 'n', 'e', 's', 'w' };
	unsigned tunnel = 0, through = 0;

	for (size_t i = 0, next; i < n; i = next + 1) {
		const char *plus = memchr(s + i, '+', n - i);
		unsigned side;

		next = plus != NULL ? (size_t)(plus - s) : n;
		side = next - i == 1 || through == 2 ? 3 : ++through;
		for (; i < next; i++) {
			const char *at = memchr(letters, s[i], sizeof letters);

			if (at == NULL)
				return NO_TUNNEL;
			tunnel |= side << 2 * (at - letters);
		}
	}
	return tunnel;
}

static struct likeness
likeness_of(const char *s, size_t n)
{
	const char *deck = n > 0 ? memchr(s, '/', n) : NULL,
		   *colon = n > 0 ? memchr(s, ':', n) : NULL;
	const char *links = deck != NULL ? deck + 1 : s, *end = colon != NULL ? colon : s + n;

	return (struct likeness){
		links <= end ? tunnel_of(links, (size_t)(end - links)) : NO_TUNNEL, colon != NULL
	};
}

/* True if the card may have this name. Faster than making the name, which decides. */
static bool
may_have_name(const struct card_def *c, const char *s, size_t n, struct likeness like)
{
	const char *begins = "";

	switch ((enum card_class)c->class) {
	case CARD_PATH:
		return c->tunnel == like.tunnel && (c->feature != 0 || !like.has_features);
	case CARD_START:
		begins = "start";
		break;
	case CARD_GOAL:
		begins = "goal-";
		break;
	case CARD_ACTION:
		begins = action_name((enum action)c->action);
		break;
	case CARD_GOLD:
		begins = "gold-";
		break;
	case CARD_ROLE:
		begins = role_name((enum role)c->role);
		break;
	}
	return n > 0 && s[0] == begins[0] && slice_starts((struct slice){ s, n }, begins);
}

card_id
card_find(const struct rules *rules, const char *s, size_t n)
{
	const struct likeness like = likeness_of(s, n);

	for (unsigned i = 0; i < rules->n_cards; i++) {
		char name[CARD_NAME_MAX];

		if (!may_have_name(&rules->card[i], s, n, like))
			continue;
		card_name(rules, (card_id)i, name);
		if (slice_equals(name, s, n))
			return (card_id)i;
	}
	return CARD_NONE;
}

card_id
card_find_like(const struct rules *rules, const char *word)
{
	char name[CARD_NAME_MAX];
	card_id found = card_find(rules, word, strlen(word));

	for (card_id c = 0; c < rules->n_cards && found == CARD_NONE; c++) {
		card_name(rules, c, name);
		if (strncmp(name, word, strlen(word)) == 0)
			found = c;
	}
	return found;
}

void
links_text(uint8_t tunnel, char out[static 8])
{
	static const char letter[EDGES] = { 'N', 'E', 'S', 'W' };
	unsigned left = tunnel_open(tunnel);
	size_t n = 0;

	for (unsigned e = 0; e < EDGES; e++) {
		if ((left & EDGE_BIT(e)) == 0)
			continue;
		if (n > 0)
			out[n++] = '+';
		unsigned side = tunnel_side(tunnel, e);
		for (unsigned f = e; f < EDGES; f++) {
			/* Each blind arm is a group of its own. */
			if ((left & EDGE_BIT(f)) == 0 || tunnel_side(tunnel, f) != side ||
			    (side == 3 && f != e))
				continue;
			out[n++] = letter[f];
			left &= ~(unsigned)EDGE_BIT(f);
		}
	}
	out[n] = '\0';
}

const char *class_name(enum card_class class)
{
	return class_word[class];
}

const char *
action_name(enum action action)
{
	return action < ACTION_COUNT ? action_word[action] : "";
}

struct seats_text
seats_text(const struct rules *rules)
{
	struct seats_text text;

	if (rules->seats_min == rules->seats_max)
		(void)snprintf(text.s, sizeof text.s, "%u seats", rules->seats_min);
	else
		(void)snprintf(
		    text.s, sizeof text.s, "%u to %u seats", rules->seats_min, rules->seats_max);
	return text;
}

const char *
role_name(enum role role)
{
	return role < ROLE_COUNT ? role_word[role] : "";
}

const char *
tool_name(unsigned tool)
{
	for (size_t i = 0; i < sizeof tool_word / sizeof tool_word[0]; i++) {
		if (tool_word[i].tool == tool)
			return tool_word[i].word;
	}
	return "?";
}

unsigned
tool_find(const char *s, size_t n)
{
	for (size_t i = 0; i < sizeof tool_word / sizeof tool_word[0]; i++) {
		if (slice_equals(tool_word[i].word, s, n))
			return tool_word[i].tool;
	}
	return 0;
}

const char *
phase_name(enum phase phase)
{
	static const char *const word[] = {
		[PHASE_SETUP] = "setup",
		[PHASE_PLAY] = "play",
		[PHASE_WALK] = "walk",
		[PHASE_DRAFT] = "draft",
		[PHASE_OVER] = "over",
	};

	return word[phase];
}

/* ---- places ------------------------------------------------------------------------------ */

char
edge_letter(unsigned edge)
{
	return edge_name(edge)[0];
}

const char *
edge_name(unsigned edge)
{
	static const char *const word[EDGES] = {
		[EDGE_N] = "north",
		[EDGE_E] = "east",
		[EDGE_S] = "south",
		[EDGE_W] = "west",
	};

	return word[edge % EDGES];
}

static const char *const part_word[] = {
	[PART_WHOLE] = "",
	[PART_N] = "n",
	[PART_E] = "e",
	[PART_S] = "s",
	[PART_W] = "w",
	[PART_C] = "c",
	[PART_C2] = "c2",
	[PART_T] = "t",
};

enum { N_PARTS = sizeof part_word / sizeof part_word[0] };

void
place_text(int x, int y, struct buf *out)
{
	buf_int(out, x);
	buf_chr(out, ',');
	buf_int(out, y);
}

static int
coordinate_parse(const char *s, size_t n, int *value)
{
	bool negative = n > 0 && s[0] == '-';
	int64_t v;

	if (negative) {
		s++;
		n--;
	}
	if (number_parse(s, n, COORD_MAX, &v) < 0 || (negative && v == 0))
		return -1;
	*value = (int)(negative ? -v : v);
	return 0;
}

int
place_parse(const char *s, size_t n, int *x, int *y)
{
	const char *comma = n > 0 ? memchr(s, ',', n) : NULL;
	int px, py;

	if (comma == NULL)
		return -1;
	size_t nx = (size_t)(comma - s);
	if (coordinate_parse(s, nx, &px) < 0 || coordinate_parse(comma + 1, n - nx - 1, &py) < 0)
		return -1;
	*x = px;
	*y = py;
	return 0;
}

void
spot_text(struct spot spot, struct buf *out)
{
	unsigned part = spot.part & ~(unsigned)SPOT_CUT;

	place_text(spot.x, spot.y, out);
	if (part != PART_WHOLE && part < N_PARTS) {
		buf_chr(out, '/');
		buf_str(out, part_word[part]);
	}
}

int
spot_parse(const char *s, size_t n, struct spot *spot)
{
	const char *slash = n > 0 ? memchr(s, '/', n) : NULL;
	size_t n_place = slash != NULL ? (size_t)(slash - s) : n;
	unsigned part = PART_WHOLE;
	int x, y;

	if (place_parse(s, n_place, &x, &y) < 0)
		return -1;
	if (slash != NULL) {
		for (part = PART_N; part < N_PARTS; part++) {
			if (slice_equals(part_word[part], slash + 1, n - n_place - 1))
				break;
		}
		if (part == N_PARTS)
			return -1;
	}
	*spot = (struct spot){ (int8_t)x, (int8_t)y, (uint8_t)part };
	return 0;
}
