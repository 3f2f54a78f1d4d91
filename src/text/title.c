#include "text/title.h"

#include <string.h>

const char *
rules_title(const struct rules *rules)
{
	static const char *const title[][2] = {
		{ "saboteur", "Saboteur" },
		{ "saboteur2", "Saboteur 2" },
		{ "duel", "Saboteur: The Duel" },
		{ "dark-cave", "Saboteur: The Dark Cave" },
	};

	for (size_t i = 0; i < sizeof title / sizeof title[0]; i++)
		if (strcmp(title[i][0], rules->name) == 0)
			return title[i][1];
	return rules->name;
}
