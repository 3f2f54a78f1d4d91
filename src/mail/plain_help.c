/* Words for players of plain seats: what they can write, and the rules. */
#include "mail/plain_help.h"

#include <string.h>

#include "draw/draw.h"
#include "text/catalogues.h"
#include "text/rulebook.h"
#include "util/wrap.h"

/* Appends the words that a player can write, and what they do. */
static void
put_words(const struct language *lang, struct buf *out)
{
	struct buf all = BUF_INIT;

	catalogues_list(&all);
	buf_str(out,
	    language_text(lang,
		MSG("words",
		    "    7                  the order with this number in the mail you answer\n"
		    "    place ns at 3,-1   an order in words: column 3, row -1\n"
		    "    ORDER or ORDER     the first of them that is legal\n"
		    "    say TEXT           for all to read, alone or beside an order\n"
		    "    board              this table again\n"
		    "    history            what happened in this round, up to 40 digests\n"
		    "    rules              the rules; rules CARD: those of one card\n"
		    "    absent 2026-12-24 to 2027-01-01   if the table allows it\n"
		    "    vote undo 17 yes   a vote; also end, skip SEAT, extend 2d\n"
		    "    leave, resign      give up the seat; you are asked again\n"
		    "    mail mine          mail only when you are to do something, when a\n"
		    "                       round begins, and at the end; also mail all, mail\n"
		    "                       daily, mail narrow, mail wide\n"
		    "    address NEW        mail goes to another address, which is asked\n")));
	language_fmt(lang, out,
	    MSG("words", "    lang uk            the language of your mails: %s\n"),
	    buf_cstr(&all));
	buf_release(&all);
}

void
plain_help_text(const struct language *lang, const struct rules *rules, struct buf *out)
{
	buf_fmt(out, "%s\n\n",
	    language_text(lang,
		MSG("words",
		    "Answer a mail of this table with one line, above or below the text\n"
		    "that your program quotes:")));
	put_words(lang, out);
	buf_fmt(out, "\n%s\n\n%s\n\n",
	    language_text(lang,
		MSG("words",
		    "All other lines are ignored.  Capital letters and a period do not\n"
		    "matter.")),
	    language_text(lang,
		MSG("words",
		    "A path card is named by its open sides: n is up, e right, s down,\n"
		    "w left.  \"flipped\" turns it upside down.  In the drawings:")));
	draw_legend(lang, rules, 0, out);
}

void
plain_help_rules(
    const struct language *lang, const struct rules *rules, const char *word, struct buf *out)
{
	const size_t before = out->n;

	if (word == NULL) {
		rulebook_game(lang, rules, WRAP_COLUMNS, out);
	} else if (!rulebook_rule(lang, word, strlen(word), WRAP_COLUMNS, out)) {
		rulebook_about(lang, rules, card_find_like(rules, word), WRAP_COLUMNS, out);
	}
	if (out->n == before)
		buf_fmt(out, "%s\n",
		    language_text(
			lang, MSG("words", "There is no card and no rule of this name.")));
}
