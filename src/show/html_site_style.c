/* The style of the page of a list of tables. */
#include "show/html_frame.h"

static const char *const lines[] = {
	".tables { display: block; }",
	".cards { list-style: none; padding: 0; margin: .6rem 0; display: grid; gap: .8rem;",
	"	grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }",
	".card { position: relative; display: flex; flex-direction: column; background: "
	"var(--card);",
	"	border: 1px solid var(--line); border-radius: .6rem; padding: .6rem; min-width: 0; "
	"}",
	".card:hover, .card:has(h2 a:focus-visible) { border-color: var(--link); }",
	".card .board { height: 9rem; overflow: hidden; }",
	".card .board svg { width: 100%; height: 100%; max-height: none; }",
	".card .board:empty { border: 2px dashed var(--line); border-radius: .4rem; }",
	".card h2 { margin: .4rem 0 0; padding-right: 5rem; }",
	/* all of a card leads to its page */
	".card h2 a::after { content: ''; position: absolute; inset: 0; border-radius: .6rem; }",
	".card .more { position: absolute; right: .3rem; top: 9.75rem; margin: 0; }",
	".card .more a { display: inline-flex; align-items: center; min-height: 2.75rem;",
	"	padding: 0 .5rem; position: relative; }",
	".card .next { font-weight: 600; }",
	".card .soft { font-size: .9em; }",
	".a-ax, .a-pl { display: none; }",
	"fieldset { border: 0; padding: 0; margin: .3rem 0; display: flex; flex-wrap: wrap;",
	"	align-items: center; gap: .3rem; }",
	"legend { float: left; margin-right: .5rem; color: var(--soft); }",
	"fieldset span { position: relative; }",
	"fieldset input { position: absolute; inset: 0; width: 100%; margin: 0; opacity: 0;",
	"	cursor: pointer; }",
	"fieldset label { padding: 0 .8rem; min-height: 2.75rem; display: flex; align-items: "
	"center;",
	"	color: var(--ink); background: var(--card); border: 1px solid var(--soft);",
	"	border-radius: 1.4rem; }",
	"fieldset input:checked + label { background: var(--strong); color: var(--paper);",
	"	border-color: var(--strong); font-weight: 600; }",
	"fieldset input:focus-visible + label { outline: 3px solid var(--link); outline-offset: "
	"2px; }",
	"@media screen {",
	"	body:has(#state-0:checked) .state-1,",
	"	body:has(#state-1:checked) .state-0,",
	"	body:has(#game-0:checked) .card[class*=game-]:not(.game-0),",
	"	body:has(#game-1:checked) .card[class*=game-]:not(.game-1),",
	"	body:has(#game-2:checked) .card[class*=game-]:not(.game-2),",
	"	body:has(#game-3:checked) .card[class*=game-]:not(.game-3),",
	"	body:has(#game-4:checked) .card[class*=game-]:not(.game-4),",
	"	body:has(#game-5:checked) .card[class*=game-]:not(.game-5),",
	"	body:has(#game-6:checked) .card[class*=game-]:not(.game-6),",
	"	body:has(#game-7:checked) .card[class*=game-]:not(.game-7) { display: none; }",
	"}",
	"@media print {",
	"	fieldset { display: none; }",
	"	.cards { grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 2mm; }",
	"	.card { break-inside: avoid; padding: 1mm; border-radius: 0; }",
	"	.card .board { height: 25mm; }",
	"	.card .more { display: none; }",
	"	.card h2 { padding: 0; }",
	"}",
	NULL,
};

const char *const *const html_site_style = lines;
