/* The style of the page of a table. */
#include "show/html_frame.h"

static const char *const lines[] = {
	"@media (max-width: 40rem) {",
	/* large enough for fingers */
	"	.board:has(.can) svg { width: 34rem; max-width: none; }",
	"}",
	".hand { display: flex; flex-wrap: wrap; gap: .6rem; list-style: none; padding: 0; }",
	".hand div { border: 2px solid transparent; border-radius: .5rem; padding: .3rem;",
	"	text-align: center; }",
	".hand svg { display: block; width: 4.5rem; height: auto; margin: auto; }",
	".hand .turned svg { transform: rotate(180deg); }",
	".can { cursor: pointer; }",
	".hand .can { border-color: var(--line); }",
	".hand .chosen { border-color: var(--strong); background: var(--own); }",
	".choosing .board .can { outline: 3px solid var(--link); outline-offset: -4px; }",
	".choosing .board .chosen { outline: 7px solid var(--link); outline-offset: -7px; }",
	"span.can { text-decoration: underline dotted; }",
	"span.chosen { background: var(--strong); color: var(--paper); }",
	"input.command, #say { width: 100%; }",
	"output { display: block; min-height: 1.5em; font-weight: 600; }",
	NULL,
};

const char *const *const html_table_style = lines;
