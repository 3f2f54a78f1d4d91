/* The style of the page of a list of tables. */
#include "show/html_frame.h"

static const char *const lines[] = {
	".tables { display: block; overflow-x: auto; }",
	"td.wrong, strong.wrong { border-width: 0 0 0 .4rem; border-radius: 0; padding: .2rem "
	".5rem; }",
	NULL,
};

const char *const *const html_site_style = lines;
