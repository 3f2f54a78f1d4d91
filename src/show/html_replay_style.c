/* The style of the page of a replay. The script sets the class steps of the root, and now of a state. */
#include "show/html_frame.h"

static const char *const lines[] = {
	/* A swipe is a step, and never the Back of the browser. */
	"html:has(> .replay) { scroll-padding-top: 4rem; overscroll-behavior-x: none; }",
	".state { scroll-margin-top: 100vh; }",
	".links a, .rounds a { display: inline-block; padding: .6rem .5rem; }",
	".state { display: none; }",
	".state.last, .state:target { display: block; }",
	".state:target ~ .last { display: none; }",
	".steps .state:not(.now), .steps .links { display: none; }",
	".steps .state.now { display: block; }",
	".state h2, .state h2 + p { display: inline; margin-right: .6rem; }",
	".states { display: block; }",
	".state .two { margin-top: .5rem; }",
	".state ul + ul { margin-top: .8rem; border-top: 1px solid var(--line); padding-top: "
	".5rem; }",
	".states .board svg { width: 100%; max-height: 75vh; }",
	".ended { margin-top: .5rem; }",
	"caption { text-align: left; color: var(--soft); }",
	".state .seats { list-style: none; padding: 0; }",
	".seats > li { padding: .1rem .4rem; }",
	".seats > .on { background: var(--own); box-shadow: inset .25rem 0 var(--strong); }",
	".seats span { font-weight: 600; }",
	".seats svg { width: 1.4rem; height: 1.4rem; vertical-align: middle; margin-left: .2rem; }",
	"@media (min-width: 62rem) {",
	"	.ended { display: grid; gap: 0 1rem; align-items: start;",
	"		grid-template-columns: minmax(0, 2fr) minmax(0, 1fr); }",
	"	.ended > * { grid-column: 2; }",
	"	.ended > .board { grid-column: 1; grid-row: 1 / span 20; }",
	"}",
	".secret { display: none; }",
	"body:has(#secrets:checked) .secret { display: block; color: var(--strong);",
	"	font-family: ui-monospace, monospace; font-size: .85em; font-weight: 400; }",
	/* One line. What has no room is below, if it is unfolded. */
	"#states { margin: .3rem 0; }",
	"#states .live { display: none; }",
	"#states label { display: inline; }",
	"#states [type=checkbox] { width: 1.4rem; height: 1.4rem; min-height: 0;",
	"	vertical-align: middle; margin: 0 .4rem 0 0; }",
	"#states .option { display: flex; align-items: center; min-height: 2.75rem; }",
	".steps #states { display: flex; flex-wrap: wrap; align-items: center; position: sticky;",
	"	top: 0; z-index: 1; background: var(--paper); min-height: 48px; }",
	".steps #states .live { display: inline-flex; }",
	"#states button { align-items: center; justify-content: center; flex: none; margin: 0 2px; "
	"	padding: 0 .5rem;",
	"	min-width: 44px; height: 44px; min-height: 0; }",
	"#states > button { padding: 0; }",
	"#states svg { width: 24px; height: 24px; fill: currentColor; stroke: currentColor;",
	"	stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round; }",
	"#states .open { fill: none; }",
	"#play[aria-label=Play] .stop, #play[aria-label=Pause] .start { display: none; }",
	"#slider { flex: 1; min-width: 3rem; width: 3rem; min-height: 44px; padding: 0; margin: 0 "
	".4rem;",
	"	accent-color: var(--strong); }",
	"#speed { font: inherit; color: inherit; background: var(--paper); min-height: 44px;",
	"	border: 1px solid var(--soft); border-radius: .4rem; padding: 0 .4rem; margin: 0 "
	".4rem; }",
	".steps #states .jumps, .steps #states .menu { display: none; order: 1; flex: 0 0 100%;",
	"	margin: 2px 0; }",
	".steps #states.open .jumps { display: flex; flex-wrap: wrap; gap: 2px 0; align-items: "
	"center; }",
	".steps #states.open .menu { display: block; }",
	"@media (min-width: 62rem) {",
	"	.steps #states .jumps { display: flex; order: 0; flex: none; flex-wrap: nowrap; }",
	"}",
	"@media (max-width: 40rem) {",
	"	th, td { padding-right: .3rem; overflow-wrap: anywhere; }",
	"}",
	"@media print {",
	"	#states { display: none !important; }",
	"	body:has(#all:checked) .state { display: block; break-inside: avoid; "
	"margin-bottom: "
	"4mm; }",
	"}",
	NULL,
};

const char *const *const html_replay_style = lines;
