/* The style of the page of a replay. */
#include "show/html_frame.h"

static const char *const lines[] = {
	"html:has(> .replay) { scroll-padding-top: 100vh; }",
	"nav a, .links a { display: inline-block; padding: .35rem .5rem; }",
	"#slider { width: 100%; }",
	".state { display: none; }",
	".state.last, .state:target { display: block; }",
	".state:target ~ .last { display: none; }",
	".states { display: block; overflow-x: auto; }",
	".state li.on { font-weight: 600; }",
	".state ul + ul { margin-top: .8rem; border-top: 1px solid var(--line); padding-top: "
	".5rem; }",
	".states .board svg { max-height: 65vh; }",
	".secret { display: none; }",
	"#secrets:checked ~ main .secret { display: block; color: var(--strong);",
	"	font-family: ui-monospace, monospace; font-size: .85em; font-weight: 400; }",
	"#secrets { width: 1.4rem; height: 1.4rem; vertical-align: middle; }",
	"#secrets + label { display: inline; }",
	NULL,
};

const char *const *const html_replay_style = lines;
