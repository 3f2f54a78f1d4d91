/* The script of a replay: slider and arrow keys. The position is only in the fragment of the
 * URL, as without the script. */
#include "show/html_frame.h"

static const char *const lines[] = {
	"'use strict';",
	"(function () {",
	"var slider = document.getElementById('slider');",
	"var first = Number(slider.min), last = Number(slider.max);",
	"var rounds = Array.from(document.querySelectorAll('nav a')).map(function (a) {",
	"	return Number(a.hash.slice(1));",
	"});",
	"function here() {",
	"	var a = document.getElementById(location.hash.slice(1));",
	"	return a && a.localName === 'article' ? Number(a.id) : last;",
	"}",
	"function go(n) {",
	"	location.replace('#' + Math.min(last, Math.max(first, n)));",
	"	show();",
	"}",
	"function show() {",
	"	var n = here(), title = document.getElementById(String(n)).querySelector('h2');",
	"	slider.value = n;",
	"	slider.setAttribute('aria-valuetext', title.textContent);",
	"}",
	"var keys = {",
	"	ArrowLeft: function (n) { return n - 1; },",
	"	ArrowRight: function (n) { return n + 1; },",
	"	Home: function () { return first; },",
	"	End: function () { return last; },",
	"	PageUp: function (n) {",
	"		return Math.max.apply(null, rounds.filter(function (r) { return r < n; "
	"}));",
	"	},",
	"	PageDown: function (n) {",
	"		return Math.min.apply(null, rounds.filter(function (r) { return r > n; "
	"}));",
	"	}",
	"};",
	"slider.addEventListener('input', function () { go(Number(slider.value)); });",
	"window.addEventListener('hashchange', show);",
	"document.addEventListener('keydown', function (e) {",
	"	if (e.altKey || e.ctrlKey || e.metaKey || e.target === slider || !keys[e.key])",
	"		return;",
	"	e.preventDefault();",
	"	go(keys[e.key](here()));",
	"});",
	"document.getElementById('steps').hidden = false;",
	"show();",
	"}());",
	NULL,
};

const char *const *const html_replay_script = lines;
