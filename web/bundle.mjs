/*
 * bundle.mjs VERSION POLICY OUT MODULE: joins the shell, the worker and the module to files that load nothing:
 * OUT/adit.html, and OUT/adit-site.html, which may fetch digests from the site that it lies on. OUT/licences is part of
 * them.
 *
 * POLICY is a file with the lines `script HASH` and `style HASH` of the pages that adit makes (build.sh).
 * MODULE is the JavaScript that emcc made; MODULE.wasm lies beside it.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/* The messages of the context "web" of a catalogue of gettext: { English: translation }. */
function words(file) {
	const text = (at, name) => {
		const found = new RegExp(`^${name} ((?:"(?:[^"\\\\]|\\\\.)*"\\n?)+)`, 'm').exec(at);
		return found ? found[1].trim().split('\n').map((line) => JSON.parse(line)).join('') : '';
	};
	const rows = readFileSync(file, 'utf8').split('\n\n').filter((at) => text(at, 'msgctxt') === 'web');
	return Object.fromEntries(rows.map((at) => [text(at, 'msgid'), text(at, 'msgstr')]));
}

const [version, policyFile, out, module] = process.argv.slice(2);
const here = new URL('.', import.meta.url);
const read = (name) => readFileSync(new URL(name, here), 'utf8');
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/* A module of the shell as a part of one script: without its imports and exports, which are lines of their own. */
const part = (name) => read(name).replace(/^import .*;\n/gm, '').replace(/^export (?=const|let|function|async|class)/gm, '');

/* Text in an element of HTML ends at the first `</`. */
function safe(name, text) {
	if (/<\/(script|style)|<!--/i.test(text))
		throw new Error(name + ' has a text that would end its element');
	return text;
}

const factory = readFileSync(module, 'utf8');
const wasm = readFileSync(module + '.wasm');
const worker = safe('the worker', `'use strict';\n${factory}\n${['instance.js', 'home.js', 'mail.js', 'worker.js'].map(part).join('\n')}`);
const script = safe('the shell', `'use strict';\n${part('shell.js')}`);
const style = safe('the style', read('shell.css'));
/* The header of gzip has no time and no name here, so that two builds are equal. */
const packed = gzipSync(wasm, { level: 9 }).toString('base64');
const licences = safe('the licences', readFileSync(out + '/licences', 'utf8'));
const po = (name) => new URL(`../po/${name}`, here);
const languages = readFileSync(po('LINGUAS'), 'utf8').trim().split(' ').filter((lang) => existsSync(po(`${lang}.po`)));
const catalogues = safe('a catalogue', JSON.stringify(Object.fromEntries(languages.map((lang) => [lang, words(po(`${lang}.po`))]))));
const rows = readFileSync(policyFile, 'utf8').trim().split('\n').map((row) => row.split(' '));
const pages = (kind) => rows.filter((row) => row[0] === kind).map((row) => row[1]).join(' ');

function page(from) {
	const policy = `default-src 'none'; script-src ${hash(script)} ${pages('script')} 'wasm-unsafe-eval'; ` +
		`style-src ${hash(style)} ${pages('style')}; img-src data:; worker-src blob:; frame-src blob:; ` +
		`connect-src ${from}; base-uri 'none'; form-action 'none'`;
	const values = { VERSION: version, POLICY: policy, STYLE: style, SCRIPT: script, WORKER: worker, WASM: packed, LICENCES: licences, WORDS: catalogues };
	return read('shell.html').replace(/@([A-Z]+)@/g, (all, name) => values[name] ?? all);
}

writeFileSync(out + '/adit.html', page("'none'"));
writeFileSync(out + '/adit-site.html', page("'self'"));
