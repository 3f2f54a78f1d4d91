/*
 * The rules of Saboteur in the shortest form: a square board, a flood fill from the start after
 * each turn, every card tried at every place. It has no optimizations and no interface for players.
 */
#include "plain.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { N = 1, E = 2, S = 4, W = 8, BLIND = 16 };
enum { FIXED = 32, DOWN = 64, HERE = 128 }; /* of a place: start or goal, face down, a card */
enum kind { PATH, BREAK, REPAIR, ROCKFALL, MAP };
enum { SIDE = 128, MIDDLE = SIDE / 2, SEATS = 10, KINDS = 27, HAND = 6, DECK = 67, MOVES = 4096 };

static const struct {
	uint8_t kind, copies, what; /* edges or tools */
} card[KINDS] = {
	{ PATH, 5, N | E | S | W },
	{ PATH, 5, N | S | W },
	{ PATH, 5, N | E | W },
	{ PATH, 4, N | S },
	{ PATH, 3, E | W },
	{ PATH, 5, N | E },
	{ PATH, 4, N | W },
	{ PATH, 1, BLIND | N | E | S | W },
	{ PATH, 1, BLIND | N | S | W },
	{ PATH, 1, BLIND | N | E | W },
	{ PATH, 1, BLIND | N | S },
	{ PATH, 1, BLIND | E | W },
	{ PATH, 1, BLIND | N | E },
	{ PATH, 1, BLIND | N | W },
	{ PATH, 1, BLIND | N },
	{ PATH, 1, BLIND | E },
	{ BREAK, 3, 1 },
	{ BREAK, 3, 2 },
	{ BREAK, 3, 4 },
	{ REPAIR, 2, 1 },
	{ REPAIR, 2, 2 },
	{ REPAIR, 2, 4 },
	{ REPAIR, 1, 1 | 2 },
	{ REPAIR, 1, 1 | 4 },
	{ REPAIR, 1, 2 | 4 },
	{ ROCKFALL, 3, 0 },
	{ MAP, 6, 0 },
};

static const int dx[4] = { 0, 1, 0, -1 }, dy[4] = { -1, 0, 1, 0 };
static const uint8_t hand_for[SEATS + 1] = { 0, 0, 0, 6, 6, 6, 5, 5, 4, 4, 4 };
static const uint8_t saboteurs_for[SEATS + 1] = { 0, 0, 0, 1, 1, 2, 2, 3, 3, 3, 4 };
static const uint8_t share_for[] = { 0, 4, 3, 3, 2 };

struct move {
	uint8_t card, x, y, edges, seat, tool;
};

static uint8_t table[SIDE][SIDE], reached[SIDE][SIDE];
static struct {
	uint8_t x, y;
} front[SIDE];
static unsigned n_front;
static int x0, x1, y0, y1; /* the used part and one place around it */
static int goal_x[3], goal_y[3], treasure;
static bool gold_found;
static uint8_t deck[DECK], hand[SEATS][HAND], n_hand[SEATS], broken[SEATS], role[SEATS + 1];
static unsigned n_deck, seats, score[SEATS];
static struct move move[MOVES];
static uint64_t chance;

static unsigned
draw(unsigned below)
{
	chance ^= chance << 13;
	chance ^= chance >> 7;
	chance ^= chance << 17;
	return (unsigned)(chance >> 32) % below;
}

static void
shuffle(uint8_t *p, unsigned n)
{
	for (unsigned i = n; i > 1; i--) {
		unsigned j = draw(i);
		uint8_t last = p[i - 1];

		p[i - 1] = p[j];
		p[j] = last;
	}
}

static uint8_t
turned(uint8_t edges)
{
	return (uint8_t)((edges & BLIND) | (edges & 3) << 2 | (edges >> 2 & 3));
}

static void
lay(int x, int y, unsigned what)
{
	table[y][x] = (uint8_t)(HERE | what);
	x0 = x - 1 < x0 ? x - 1 : x0;
	x1 = x + 1 > x1 ? x + 1 : x1;
	y0 = y - 1 < y0 ? y - 1 : y0;
	y1 = y + 1 > y1 ? y + 1 : y1;
}

/* Turns up the reached goals, and lists the empty places that a tunnel opens to. */
static void
flood(int x, int y)
{
	reached[y][x] = 1;
	for (int e = 0; e < 4; e++) {
		int nx = x + dx[e], ny = y + dy[e], back = 1 << (e ^ 2);

		if ((table[y][x] & 1 << e) == 0 || reached[ny][nx])
			continue;
		if (table[ny][nx] == 0) {
			reached[ny][nx] = 1;
			front[n_front].x = (uint8_t)nx;
			front[n_front++].y = (uint8_t)ny;
			continue;
		}
		if (table[ny][nx] & DOWN) {
			uint8_t edges = table[ny][nx] & 15;

			gold_found |= nx == goal_x[treasure] && ny == goal_y[treasure];
			table[ny][nx] = (uint8_t)(HERE | FIXED |
			    ((edges & back) != 0 ? edges : turned(edges)));
		}
		if ((table[ny][nx] & back) != 0 && (table[ny][nx] & BLIND) == 0)
			flood(nx, ny);
	}
}

static void
find_reached(void)
{
	for (int y = y0; y <= y1; y++)
		memset(&reached[y][x0], 0, (size_t)(x1 - x0 + 1));
	n_front = 0;
	flood(MIDDLE, MIDDLE);
}

static unsigned
add(unsigned n, unsigned c, int x, int y, unsigned edges, unsigned seat, unsigned tool)
{
	move[n] = (struct move){ (uint8_t)c, (uint8_t)x, (uint8_t)y, (uint8_t)edges, (uint8_t)seat,
		(uint8_t)tool };
	return n + 1;
}

/* Finds every way to lay a path card at a place that the tunnels open to. */
static unsigned
find_places(const uint8_t *kind, unsigned n_kinds)
{
	unsigned n = 0;

	for (unsigned i = 0; i < n_front; i++) {
		int x = front[i].x, y = front[i].y;
		unsigned open = 0, asked = 0;

		for (int e = 0; e < 4; e++) {
			uint8_t near = table[y + dy[e]][x + dx[e]];

			if (near == 0 || (near & DOWN))
				continue;
			asked |= 1u << e;
			open |= (near & 1u << (e ^ 2)) != 0 ? 1u << e : 0;
		}
		for (unsigned k = 0; k < n_kinds; k++) {
			uint8_t edges = card[kind[k]].what, other = turned(edges);

			if (card[kind[k]].kind != PATH)
				continue;
			if ((edges & asked) == open)
				n = add(n, kind[k], x, y, edges, 0, 0);
			if (other != edges && (other & asked) == open)
				n = add(n, kind[k], x, y, other, 0, 0);
		}
	}
	return n;
}

static unsigned
find_actions(const uint8_t *kind, unsigned n_kinds, unsigned n)
{
	for (unsigned k = 0; k < n_kinds; k++) {
		unsigned c = kind[k], what = card[c].what;

		switch ((enum kind)card[c].kind) {
		case PATH:
			break;
		case BREAK:
			for (unsigned to = 0; to < seats; to++)
				if ((broken[to] & what) == 0)
					n = add(n, c, 0, 0, 0, to, what);
			break;
		case REPAIR:
			for (unsigned to = 0; to < seats; to++)
				for (unsigned tool = 1; tool <= 4; tool *= 2)
					if ((broken[to] & what & tool) != 0)
						n = add(n, c, 0, 0, 0, to, tool);
			break;
		case ROCKFALL:
			for (int y = y0; y <= y1; y++)
				for (int x = x0; x <= x1; x++)
					if (table[y][x] != 0 && (table[y][x] & FIXED) == 0)
						n = add(n, c, x, y, 0, 0, 0);
			break;
		case MAP:
			for (int i = 0; i < 3; i++)
				if (table[goal_y[i]][goal_x[i]] & DOWN)
					n = add(n, c, goal_x[i], goal_y[i], 0, 0, 0);
			break;
		}
	}
	return n;
}

static unsigned
find_kinds(unsigned s, uint8_t kind[HAND])
{
	uint32_t seen = 0;
	unsigned n = 0;

	for (unsigned i = 0; i < n_hand[s]; i++) {
		if ((seen & UINT32_C(1) << hand[s][i]) == 0)
			kind[n++] = hand[s][i];
		seen |= UINT32_C(1) << hand[s][i];
	}
	return n;
}

static unsigned
find_moves(unsigned s, const uint8_t *kind, unsigned n_kinds)
{
	unsigned n = broken[s] == 0 ? find_places(kind, n_kinds) : 0;

	return find_actions(kind, n_kinds, n);
}

static bool
nobody_can_play(void)
{
	for (unsigned s = 0; s < seats; s++)
		if (find_moves(s, hand[s], n_hand[s]) > 0)
			return false;
	return true;
}

static void
lose(unsigned s, unsigned c)
{
	unsigned i = 0;

	while (hand[s][i] != c)
		i++;
	n_hand[s]--;
	memmove(&hand[s][i], &hand[s][i + 1], n_hand[s] - i);
}

static void
do_move(unsigned s, const struct move *m)
{
	switch ((enum kind)card[m->card].kind) {
	case PATH:
		lay(m->x, m->y, m->edges);
		break;
	case BREAK:
		broken[m->seat] |= m->tool;
		break;
	case REPAIR:
		broken[m->seat] &= (uint8_t)~m->tool;
		break;
	case ROCKFALL:
		table[m->y][m->x] = 0;
		break;
	case MAP:
		break;
	}
	lose(s, m->card);
	find_reached();
}

/* Plays a card with probability 7/8, if possible. */
static void
turn(unsigned s, struct plain_count *count)
{
	uint8_t kind[HAND];
	unsigned n_kinds = find_kinds(s, kind), n = find_moves(s, kind, n_kinds);

	count->turns++;
	if (n > 0 && draw(8) > 0)
		do_move(s, &move[draw(n)]);
	else
		lose(s, kind[draw(n_kinds)]);
	if (!gold_found && n_deck > 0)
		hand[s][n_hand[s]++] = deck[--n_deck];
}

static void
deal(void)
{
	static const uint8_t goal[3] = { N | E | S | W, N | E, N | W };
	uint8_t at[3] = { 0, 1, 2 };

	memset(table, 0, sizeof table);
	x0 = x1 = y0 = y1 = MIDDLE;
	lay(MIDDLE, MIDDLE, FIXED | N | E | S | W);
	shuffle(at, 3);
	for (int i = 0; i < 3; i++) {
		goal_x[i] = MIDDLE + 8;
		goal_y[i] = MIDDLE - 2 + 2 * i;
		lay(goal_x[i], goal_y[i], FIXED | DOWN | goal[at[i]]);
		treasure = at[i] == 0 ? i : treasure;
	}
	gold_found = false;
	n_deck = 0;
	for (uint8_t c = 0; c < KINDS; c++)
		for (unsigned i = 0; i < card[c].copies; i++)
			deck[n_deck++] = c;
	shuffle(deck, n_deck);
	for (unsigned s = 0; s <= seats; s++)
		role[s] = s < saboteurs_for[seats];
	shuffle(role, seats + 1);
	for (unsigned s = 0; s < seats; s++) {
		broken[s] = 0;
		for (n_hand[s] = 0; n_hand[s] < hand_for[seats]; n_hand[s]++)
			hand[s][n_hand[s]] = deck[--n_deck];
	}
	find_reached();
}

/* The values of the nuggets are drawn with replacement. */
static void
pay(unsigned finder)
{
	unsigned saboteurs = 0;

	for (unsigned s = 0; s < seats; s++)
		saboteurs += role[s];
	for (unsigned i = 0; i < seats; i++) {
		unsigned s = (finder + seats - i) % seats;

		if (!gold_found && role[s])
			score[s] += share_for[saboteurs];
		if (gold_found && !role[s])
			score[s] += 1 + draw(28) / 16 + draw(28) / 24;
	}
}

/* Returns the seat that begins the next round. */
static unsigned
play_round(unsigned s, struct plain_count *count)
{
	unsigned last = s;

	deal();
	for (;; s = (s + 1) % seats) {
		if (n_deck == 0 && nobody_can_play())
			break;
		if (n_hand[s] == 0)
			continue;
		last = s;
		turn(s, count);
		if (gold_found)
			break;
	}
	pay(last);
	count->rounds++;
	count->gold += gold_found;
	return (last + 1) % seats;
}

void
plain_games(unsigned long games, unsigned n_seats, unsigned long seed, struct plain_count *count)
{
	seats = n_seats;
	chance = UINT64_C(0x9e3779b97f4a7c15) * (seed + 1);
	while (games-- > 0) {
		unsigned s = draw(seats);

		memset(score, 0, sizeof score);
		for (unsigned round = 0; round < 3; round++)
			s = play_round(s, count);
	}
}
