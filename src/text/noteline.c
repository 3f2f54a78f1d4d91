/*
 * Notes in words.
 *
 * Sentences are patterns (text/template.h):
 * 	@s  the seat       @o  whose keys     @n @t  the numbers
 * 	@y  yes or no      @x  the subject of the vote
 * 	@f @u  the times
 * and choose by
 * 	{A|B}  for its seat alone, or not      {r:A|B} no reason, or one
 * 	{t:A|B} one digest, or several
 * A text that a player or the host chose is never in a sentence: note_quote has it.
 */
#include "text/noteline.h"

#include "text/template.h"
#include "util/mem.h"
#include "util/timestamp.h"

static const char heading[] = "note ";

static const struct row {
	const char *name;
	unsigned fields;
	const char *sentence;
} row[NOTE_KINDS] = {
	[NOTE_NONE] = { "", 0, "" },
	[NOTE_OPEN] = { "open", 0, MSG("note", "the table is open: every seat is to join") },
	[NOTE_JOINED] = { "joined", NOTE_SEAT, MSG("note", "@s has joined") },
	[NOTE_ALL_JOINED] = { "all-joined", 0,
	    MSG("note", "all seats are taken: everybody is to confirm") },
	[NOTE_CONFIRMED] = { "confirmed", NOTE_SEAT, MSG("note", "@s has confirmed") },
	[NOTE_ALL_CONFIRMED] = { "all-confirmed", 0,
	    MSG("note", "all have confirmed: the cards are dealt") },
	[NOTE_RESTARTED] = { "restarted", NOTE_N,
	    MSG("note",
		"the host starts over, attempt @n: everybody joins again{r:|, for this reason:}") },
	[NOTE_HAD_CONFIRMED] = { "had-confirmed", NOTE_SEAT, MSG("note", "@s had confirmed") },
	[NOTE_SAID] = { "said", NOTE_SEAT | NOTE_TEXT, MSG("note", "@s says:") },
	[NOTE_QUEUED] = { "kept", 0,
	    MSG("note",
		"{your order is kept until your turn comes|a sealed order is kept for later}") },
	[NOTE_ROTATED] = { "rotated", NOTE_SEAT,
	    MSG("note", "@s has new keys, and the old ones have signed them") },
	[NOTE_REPLACED] = { "replaced", NOTE_SEAT,
	    MSG("note", "the host gives @s new keys{r:|, for this reason:}") },
	[NOTE_VOTED_KEYS] = { "voted-keys", NOTE_SEAT | NOTE_OF | NOTE_VOTE,
	    MSG("note", "@s votes @y on @o's new keys") },
	[NOTE_KEYS_CONFIRMED] = { "keys-confirmed", NOTE_SEAT,
	    MSG("note", "@s's new keys are confirmed") },
	[NOTE_VOTED_UNDO] = { "voted-undo", NOTE_SEAT | NOTE_N | NOTE_VOTE,
	    MSG("note", "@s votes @y on going back to digest @n") },
	[NOTE_UNDO_ASKED] = { "undo-asked", NOTE_N | NOTE_TO,
	    MSG("note",
		"the host asks to take back digest{t: @n|s @n to @t}{r:|, for this reason:}") },
	[NOTE_UNDO_WITHDRAWN] = { "undo-withdrawn", NOTE_N,
	    MSG("note", "the host no longer asks to go back to digest @n{r:|, for this reason:}") },
	[NOTE_UNDONE] = { "undone", NOTE_N | NOTE_TO,
	    MSG("note", "the host takes back digest{t: @n|s @n to @t}{r:|, for this reason:}") },
	[NOTE_SHUFFLED] = { "shuffled", 0,
	    MSG("note", "cards that nobody has seen are shuffled again") },
	[NOTE_LATE] = { "late", NOTE_SEAT,
	    MSG("note", "{you are|@s is} late: the host plays as digest 0 lays down") },
	[NOTE_AWAY] = { "away", NOTE_SEAT,
	    MSG("note", "{you are|@s is} away: the host plays as digest 0 lays down") },
	[NOTE_ABSENT] = { "absent", NOTE_SEAT | NOTE_TIMES,
	    MSG("note", "@s is absent from @f to @u") },
	[NOTE_VOTED] = { "voted", NOTE_SEAT | NOTE_VOTE | NOTE_TEXT,
	    MSG("note", "@s votes @y on \"@x\"") },
	[NOTE_VOTED_BACK] = { "voted-back", NOTE_N,
	    MSG("note", "the seats have voted to go back to digest @n") },
	[NOTE_SKIPPED] = { "skipped", NOTE_SEAT,
	    MSG("note", "{you are|@s is} skipped, as the seats have voted") },
	[NOTE_EXTENDED] = { "extended", NOTE_N,
	    MSG("note", "the seats have voted for @n more seconds for this turn") },
	[NOTE_VOTED_END] = { "voted-end", 0,
	    MSG("note", "the seats have voted to end the game here") },
	[NOTE_STANDBY] = { "standby", 0, MSG("note", "somebody waits for a seat") },
	[NOTE_STANDBY_NO] = { "standby-no", 0, MSG("note", "somebody waits for a seat no more") },
	[NOTE_LEAVES] = { "leaves", NOTE_SEAT,
	    MSG("note", "@s leaves, and plays on until somebody who waits takes the seat") },
	[NOTE_STAYS] = { "stays", NOTE_SEAT, MSG("note", "@s stays") },
	[NOTE_SEATED] = { "seated", NOTE_SEAT, MSG("note", "who waited first takes the seat @s") },
	[NOTE_UNDO_REFUSED] = { "undo-refused", NOTE_N,
	    MSG("note", "the time to vote on going back to digest @n is over: it is refused") },
	[NOTE_LOST] = { "lost", NOTE_N,
	    MSG("note",
		"the host has lost a digest @n that went out, and goes on without it{r:|, for this "
		"reason:}") },
	[NOTE_STANDBY_DROPPED] = { "standby-dropped", NOTE_N,
	    MSG("note",
		"the host takes the player who has waited since digest @n off the list{r:|, for "
		"this "
		"reason:}") },
	[NOTE_CANCELLED] = { "cancelled", 0, MSG("note", "your stored order is cancelled") },
	[NOTE_DROPPED] = { "dropped", 0, MSG("note", "your stored order is dropped") },
	[NOTE_UNPLAYABLE] = { "unplayable", 0,
	    MSG("note", "your stored order cannot be played now: it is dropped") },
	[NOTE_IDLE] = { "idle", 0, MSG("note", "your order for every turn is not possible now") },
	[NOTE_ENDED] = { "ended", 0, MSG("note", "your order for every turn has ended") },
};

void
note_add(struct notes *notes, struct note note)
{
	if (notes->n == NOTES_MAX)
		BUG("more notes than a digest can have");
	notes->at[notes->n++] = note;
}

const struct note *
note_find(const struct notes *notes, enum note_kind kind)
{
	for (unsigned i = 0; i < notes->n; i++)
		if (notes->at[i].kind == kind)
			return &notes->at[i];
	return NULL;
}

const char *
note_name(enum note_kind kind)
{
	return row[kind].name;
}

bool
note_is_cause(enum note_kind kind)
{
	return kind == NOTE_LATE || kind == NOTE_AWAY || kind == NOTE_SKIPPED ||
	    kind == NOTE_VOTED_END;
}

enum note_rank
note_rank(enum note_kind kind)
{
	static const uint8_t rank[NOTE_KINDS] = {
		[NOTE_RESTARTED] = NOTE_FIRST,
		[NOTE_HAD_CONFIRMED] = NOTE_FIRST,
		[NOTE_ROTATED] = NOTE_FIRST,
		[NOTE_REPLACED] = NOTE_FIRST,
		[NOTE_KEYS_CONFIRMED] = NOTE_FIRST,
		[NOTE_UNDO_ASKED] = NOTE_FIRST,
		[NOTE_UNDO_WITHDRAWN] = NOTE_FIRST,
		[NOTE_UNDONE] = NOTE_FIRST,
		[NOTE_SHUFFLED] = NOTE_FIRST,
		[NOTE_VOTED_BACK] = NOTE_FIRST,
		[NOTE_SKIPPED] = NOTE_FIRST,
		[NOTE_EXTENDED] = NOTE_FIRST,
		[NOTE_VOTED_END] = NOTE_FIRST,
		[NOTE_SEATED] = NOTE_FIRST,
		[NOTE_LOST] = NOTE_FIRST,
		[NOTE_VOTED_KEYS] = NOTE_VOTES,
		[NOTE_VOTED_UNDO] = NOTE_VOTES,
		[NOTE_VOTED] = NOTE_VOTES,
		[NOTE_SAID] = NOTE_TALK,
	};

	return (enum note_rank)rank[kind];
}

unsigned
note_fields(enum note_kind kind)
{
	return row[kind].fields;
}

/* ---- lines ---- */

static void
put_time(int64_t t, struct buf *out)
{
	char text[TIMESTAMP_LEN + 1];

	timestamp_text(t, text);
	buf_str(out, text);
}

void
noteline_text(const struct names *names, const struct note *note, struct buf *out)
{
	unsigned fields = row[note->kind].fields;

	buf_fmt(out, "%s%s", heading, row[note->kind].name);
	if (fields & NOTE_SEAT)
		buf_fmt(out, " %s", names_seat(names, note->seat));
	if (fields & NOTE_OF)
		buf_fmt(out, " %s", names_seat(names, note->of));
	if (fields & NOTE_N)
		buf_fmt(out, " %lld", (long long)note->n);
	if (fields & NOTE_TO)
		buf_fmt(out, " %lld", (long long)note->to);
	if (fields & NOTE_VOTE)
		buf_str(out, note->yes ? " yes" : " no");
	if (fields & NOTE_TEXT) {
		buf_chr(out, ' ');
		buf_add(out, note->text.s, note->text.n);
	}
	if (fields & NOTE_TIMES) {
		buf_chr(out, ' ');
		put_time(note->n, out);
		buf_chr(out, ' ');
		put_time(note->to, out);
	}
}

bool
noteline_is_one(const char *s, size_t n)
{
	return slice_starts((struct slice){ s, n }, heading);
}

/* Removes the next word from *left and returns it. */
static struct slice
next_word(struct slice *left)
{
	const char *blank = left->n > 0 ? memchr(left->s, ' ', left->n) : NULL;
	struct slice word = { left->s, blank != NULL ? (size_t)(blank - left->s) : left->n };
	size_t n = word.n + (word.n < left->n);

	left->s += n;
	left->n -= n;
	return word;
}

/* Reads two times. */
static bool
read_times(struct slice *left, struct note *note)
{
	struct slice from = next_word(left), until = next_word(left);

	return timestamp_parse(from.s, from.n, &note->n) == 0 &&
	    timestamp_parse(until.s, until.n, &note->to) == 0;
}

static bool
read_field(enum note_field field, const struct names *names, struct slice *left, struct note *note)
{
	struct slice word = *left;

	if (field != NOTE_TEXT && field != NOTE_TIMES)
		word = next_word(left);
	switch (field) {
	case NOTE_TEXT:
		note->text = word;
		return word.n > 0;
	case NOTE_TIMES:
		return read_times(left, note);
	case NOTE_SEAT:
		note->seat = names_find(names, word.s, word.n);
		return note->seat != SEAT_NONE;
	case NOTE_OF:
		note->of = names_find(names, word.s, word.n);
		return note->of != SEAT_NONE;
	case NOTE_VOTE:
		note->yes = slice_is(word, "yes");
		return note->yes || slice_is(word, "no");
	case NOTE_N:
		return number_parse(word.s, word.n, INT64_C(1) << 40, &note->n) == 0;
	case NOTE_TO:
		return number_parse(word.s, word.n, INT64_C(1) << 40, &note->to) == 0;
	}
	return false;
}

int
noteline_parse(const struct names *names, const char *s, size_t n, struct note *out)
{
	struct slice left = { s, n }, name;
	struct buf again = BUF_INIT;
	bool same = noteline_is_one(s, n);

	*out = (struct note){ .seat = SEAT_NONE, .of = SEAT_NONE };
	(void)next_word(&left);
	name = next_word(&left);
	for (unsigned kind = NOTE_NONE + 1; kind < NOTE_KINDS; kind++)
		if (slice_is(name, row[kind].name))
			out->kind = (uint8_t)kind;
	same = same && out->kind != NOTE_NONE;
	for (unsigned field = NOTE_SEAT; same && field <= NOTE_TIMES; field <<= 1)
		if ((row[out->kind].fields & field) != 0)
			same = read_field((enum note_field)field, names, &left, out);
	if (same)
		noteline_text(names, out, &again);
	same = same && again.n == n && memcmp(again.p, s, n) == 0;
	buf_release(&again);
	return same ? 0 : -1;
}

/* ---- sentences ---- */

struct sentence_args {
	const struct names *names;
	const struct note *note;
	bool has_reason, you;
};

static unsigned
fill(const struct language *lang, const void *about, char token, struct buf *out)
{
	const struct sentence_args *t = about;

	switch (token) {
	case TEMPLATE_BARE:
		return !t->you;
	case 's':
		buf_str(out, names_seat(t->names, t->note->seat));
		return 0;
	case 'o':
		buf_str(out, names_seat(t->names, t->note->of));
		return 0;
	case 'n':
		buf_fmt(out, "%lld", (long long)t->note->n);
		return t->note->n < UINT16_MAX ? (unsigned)t->note->n : UINT16_MAX;
	case 't':
		buf_fmt(out, "%lld", (long long)t->note->to);
		return t->note->to != t->note->n;
	case 'f':
	case 'u':
		put_time(token == 'f' ? t->note->n : t->note->to, out);
		return 0;
	case 'y':
		buf_str(out,
		    language_text(lang, t->note->yes ? MSG("vote", "yes") : MSG("vote", "no")));
		return !t->note->yes;
	case 'x':
		buf_add(out, t->note->text.s, t->note->text.n);
		return 0;
	case 'r':
		return t->has_reason;
	default:
		return TEMPLATE_UNKNOWN;
	}
}

struct slice
note_quote(const struct note *note, const char *reason)
{
	if (note->kind == NOTE_SAID)
		return note->text;
	return (struct slice){ reason,
		strstr(row[note->kind].sentence, "{r:") != NULL ? strlen(reason) : 0 };
}

void
note_sentence(const struct language *lang, const struct names *names, const struct note *note,
    const char *reason, bool you, struct buf *out)
{
	const struct sentence_args t = { names, note, note_quote(note, reason).n > 0, you };

	template_expand(lang, row[note->kind].sentence, &(struct template_args){ fill, &t }, out);
}
