"""How long a step of a replay takes, as a ratio to its first drawing, in one browser.

    step.py REPLAY
"""

import sys

from browser import Browser

# From now until it is drawn.
DRAWN = '''
var done = arguments[arguments.length - 1], begin = performance.now();
if (arguments[0] !== null) location.replace('#' + arguments[0]);
document.body.getBoundingClientRect();
requestAnimationFrame(function () { setTimeout(function () { done(performance.now() - begin); }, 0); });
'''
FIRST = '''
var done = arguments[arguments.length - 1];
function paint() {
    var p = performance.getEntriesByName('first-contentful-paint')[0];
    if (p) done(p.startTime); else setTimeout(paint, 10);
}
paint();
'''


def middle(list_of):
    return sorted(list_of)[len(list_of) // 2]


def main():
    with Browser() as browser:
        browser.size(1280, 900)
        first = []
        for _ in range(5):
            browser.post('/url', {'url': 'about:blank'})
            browser.open(sys.argv[1])
            first.append(browser.post('/execute/async', {'script': FIRST, 'args': []}))
        last = int(browser.script("return document.getElementById('slider').max"))
        steps = [browser.post('/execute/async', {'script': DRAWN, 'args': [n]})
                 for n in range(0, last, max(1, last // 40))]
        print('a step of the replay / its first drawing: middle %.2f, worst %.2f' %
              (middle(steps) / middle(first), max(steps) / middle(first)))


main()
