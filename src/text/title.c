#include "text/title.h"

#include <string.h>

#include "text/language.h"

static const struct {
	const char *name, *title, *about;
} known[] = {
	{ "saboteur", "Saboteur",
	    MSG("about",
		"Saboteur is a card game: miners dig a tunnel to a treasure, and saboteurs among "
		"them, "
		"whom nobody knows, try to stop them.") },
	{ "saboteur2", "Saboteur 2",
	    MSG("about",
		"Saboteur 2 is a card game: two rival clans of miners, saboteurs and a few loners "
		"dig "
		"for the same treasure, and hide who they are.") },
	{ "duel", "Saboteur: The Duel",
	    MSG("about",
		"Saboteur: The Duel is a card game for two, who dig for gold from the same mine "
		"and "
		"get into each other's way.") },
	{ "dark-cave", "Saboteur: The Dark Cave",
	    MSG("about",
		"Saboteur: The Dark Cave is a card game: dwarves of two clans build a cave of "
		"cards, "
		"walk through it for gold and crystals, and hurry out.") },
};

const char *
rules_title(const struct rules *rules)
{
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (strcmp(known[i].name, rules->name) == 0)
			return known[i].title;
	return rules->name;
}

const char *
rules_about(const struct rules *rules)
{
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (strcmp(known[i].name, rules->name) == 0)
			return known[i].about;
	return MSG("about", "This is a card game of hidden cards.");
}
