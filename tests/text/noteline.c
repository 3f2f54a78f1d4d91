#include <criterion/criterion.h>

#include "text/noteline.h"

static struct names names = { .n = 2, .seat = { "anna", "bob" } };

static const struct row {
	const char *line, *sentence, *to_one; /* to_one: NULL: the same */
} row[] = {
	{ "note open", "the table is open: every seat is to join", NULL },
	{ "note joined bob", "bob has joined", NULL },
	{ "note all-joined", "all seats are taken: everybody is to confirm", NULL },
	{ "note confirmed anna", "anna has confirmed", NULL },
	{ "note all-confirmed", "all have confirmed: the cards are dealt", NULL },
	{ "note restarted 3",
	    "the host starts over, attempt 3: everybody joins again, for this reason:", NULL },
	{ "note had-confirmed bob", "bob had confirmed", NULL },
	{ "note said anna note kept", "anna says:", NULL },
	{ "note said bob {a|b} @s", "bob says:", NULL },
	{ "note kept", "a sealed order is kept for later",
	    "your order is kept until your turn comes" },
	{ "note rotated anna", "anna has new keys, and the old ones have signed them", NULL },
	{ "note replaced bob", "the host gives bob new keys, for this reason:", NULL },
	{ "note voted-keys anna bob no", "anna votes no on bob's new keys", NULL },
	{ "note keys-confirmed bob", "bob's new keys are confirmed", NULL },
	{ "note voted-undo bob 4294967296 yes", "bob votes yes on going back to digest 4294967296",
	    NULL },
	{ "note undo-asked 8 8", "the host asks to take back digest 8, for this reason:", NULL },
	{ "note undo-withdrawn 0",
	    "the host no longer asks to go back to digest 0, for this reason:", NULL },
	{ "note undo-refused 7",
	    "the time to vote on going back to digest 7 is over: it is refused", NULL },
	{ "note undone 8 11", "the host takes back digests 8 to 11, for this reason:", NULL },
	{ "note shuffled", "cards that nobody has seen are shuffled again", NULL },
	{ "note late anna", "anna is late: the host plays as digest 0 lays down",
	    "you are late: the host plays as digest 0 lays down" },
	{ "note away bob", "bob is away: the host plays as digest 0 lays down",
	    "you are away: the host plays as digest 0 lays down" },
	{ "note cancelled", "your stored order is cancelled", NULL },
	{ "note dropped", "your stored order is dropped", NULL },
	{ "note absent anna 2026-12-24T22:00:00Z 2027-01-01T22:00:00Z",
	    "anna is absent from 2026-12-24T22:00:00Z to 2027-01-01T22:00:00Z", NULL },
	{ "note voted anna yes skip bob", "anna votes yes on \"skip bob\"", NULL },
	{ "note voted-back 7", "the seats have voted to go back to digest 7", NULL },
	{ "note skipped bob", "bob is skipped, as the seats have voted",
	    "you are skipped, as the seats have voted" },
	{ "note extended 60", "the seats have voted for 60 more seconds for this turn", NULL },
	{ "note voted-end", "the seats have voted to end the game here", NULL },
	{ "note standby", "somebody waits for a seat", NULL },
	{ "note standby-dropped 7",
	    "the host takes the player who has waited since digest 7 off the list, for this "
	    "reason:",
	    NULL },
	{ "note standby-no", "somebody waits for a seat no more", NULL },
	{ "note leaves bob", "bob leaves, and plays on until somebody who waits takes the seat",
	    NULL },
	{ "note stays bob", "bob stays", NULL },
	{ "note seated bob", "who waited first takes the seat bob", NULL },
	{ "note lost 7",
	    "the host has lost a digest 7 that went out, and goes on without it, for this reason:",
	    NULL },
	{ "note unplayable", "your stored order cannot be played now: it is dropped", NULL },
	{ "note idle", "your order for every turn is not possible now", NULL },
	{ "note ended", "your order for every turn has ended", NULL },
};
enum { ROWS = sizeof row / sizeof row[0] };

/* Each line is parsed, written and put into a sentence. Each kind has a row. */
Test(noteline, lines_and_sentences)
{
	bool seen[NOTE_KINDS] = { [NOTE_NONE] = true };

	for (unsigned i = 0; i < ROWS; i++) {
		struct note note;
		struct slice quote;
		struct buf line = BUF_INIT, said = BUF_INIT, own = BUF_INIT;

		cr_assert_eq(noteline_parse(&names, row[i].line, strlen(row[i].line), &note), 0,
		    "%s", row[i].line);
		seen[note.kind] = true;
		noteline_text(&names, &note, &line);
		note_sentence(NULL, &names, &note, "a {slip|@s}", false, &said);
		note_sentence(NULL, &names, &note, "a {slip|@s}", true, &own);
		cr_expect_str_eq(line.p, row[i].line);
		cr_expect_str_eq(said.p, row[i].sentence);
		cr_expect_str_eq(own.p, row[i].to_one != NULL ? row[i].to_one : row[i].sentence);
		/* A sentence contains no text that others chose. If such text follows, the sentence
		 * ends with a colon. */
		quote = note_quote(&note, "a {slip|@s}");
		cr_expect_eq(quote.n > 0, said.p[said.n - 1] == ':', "%s", row[i].line);
		if (note.kind == NOTE_SAID)
			cr_expect(slice_is(quote,
			    line.p + strlen("note said ") +
				strcspn(line.p + strlen("note said "), " ") + 1));
		else if (quote.n > 0)
			cr_expect(slice_is(quote, "a {slip|@s}"));
		buf_release(&line);
		buf_release(&said);
		buf_release(&own);
	}
	for (unsigned kind = 0; kind < NOTE_KINDS; kind++)
		cr_expect(seen[kind], "no row for %s", note_name((enum note_kind)kind));
}

Test(noteline, no_reason_no_colon)
{
	struct note note = { .kind = NOTE_UNDONE, .n = 4, .to = 5 };
	struct buf said = BUF_INIT;

	note_sentence(NULL, &names, &note, "", false, &said);
	cr_expect_str_eq(said.p, "the host takes back digests 4 to 5");
	buf_release(&said);
}

Test(noteline, what_is_no_note)
{
	static const char *const line[] = { "", "note", "note ", "note  kept", "Note kept",
		"note kept ", "note kept anna", "note sneezes anna", "note joined",
		"note joined carl", "note joined anna bob", "note said anna", "note said anna ",
		"note undone 8", "note undone 8 11 ", "note undone 8 011", "note undone -8 11",
		"note undone 8 1 1", "note voted-undo anna 7", "note voted-undo anna 7 maybe",
		"note voted-keys anna yes", "note restarted 99999999999999", "kept" };

	for (size_t i = 0; i < sizeof line / sizeof line[0]; i++) {
		struct note note;

		cr_expect_eq(
		    noteline_parse(&names, line[i], strlen(line[i]), &note), -1, "\"%s\"", line[i]);
	}
}
