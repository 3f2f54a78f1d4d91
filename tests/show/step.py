"""How long a step of a replay takes, in milliseconds: the key, and the layout after it, in one browser.

    step.py REPLAY
"""

import sys

from browser import Browser

STEP = '''
var begin = performance.now();
document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }));
document.body.getBoundingClientRect();
return performance.now() - begin;
'''


def main():
    with Browser() as browser:
        browser.size(1280, 900)
        browser.open(sys.argv[1])
        last = int(browser.script("return document.getElementById('slider').max"))
        browser.press('Home')
        steps = sorted(browser.script(STEP) for _ in range(last))
        print('a step of a replay of %d: middle %.1f ms, worst %.1f ms' % (last, steps[len(steps) // 2], steps[-1]))


main()
