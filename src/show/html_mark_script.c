/* The script of every page with a board: marks the place of an event that the pointer or the focus is
 * on. In a frame it reports the height of the page, and keeps that of boards as it was at first. */
#include "show/html_frame.h"

static const char *const lines[] = {
	"'use strict';",
	"(function () {",
	"var marks = [];",
	"function clear() {",
	"	marks.forEach(function (m) { m.remove(); });",
	"	marks = [];",
	"}",
	"function mark(e) {",
	"	var el = e.target.closest && e.target.closest('[data-to]');",
	"	clear();",
	"	if (!el)",
	"		return;",
	"	var at = el.dataset.to.split(',').map(Number);",
	"	document.querySelectorAll('.board:not(.past) > svg').forEach(function (svg) {",
	"		var m = document.createElementNS(svg.namespaceURI, 'rect');",
	"		if (svg.getClientRects().length === 0)",
	"			return;",
	"		m.setAttribute('class', 'a-hv');",
	"		m.setAttribute('x', at[0] * 100 - 50);",
	"		m.setAttribute('y', at[1] * 100 - 50);",
	"		m.setAttribute('width', 100);",
	"		m.setAttribute('height', 100);",
	"		marks.push(svg.appendChild(m));",
	"	});",
	"}",
	"document.addEventListener('mouseover', mark);",
	"document.addEventListener('focusin', mark);",
	"document.addEventListener('focusout', clear);",
	"if (parent !== self && window.ResizeObserver) {",
	"	new ResizeObserver(function () {",
	"		parent.postMessage({ height: document.documentElement.offsetHeight }, "
	"'*');",
	"	}).observe(document.documentElement);",
	"}",
	"}());",
	NULL,
};

const char *const *const html_mark_script = lines;
