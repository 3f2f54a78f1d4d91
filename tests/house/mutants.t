#!/bin/sh
# tests/mutants.txt lists mutants that there are; and what a mutant is.
. "${0%/*}/../tap.sh"
tap_begin

# check TOP: the lines of the list that are about nothing.
check() { python3 "$top_srcdir/tests/mutants.py" "$1" --check; }

is "each line of the list is about a mutant" "$(check "$top_srcdir" 2>&1)" ""

is "each mutant of the sample is killed by its test" \
	"$(python3 "$top_srcdir/tests/mutants.py" "$top_srcdir" "$abs_top_builddir" --sample 2>&1)" ""

mkdir -p tree/src/core tree/tests
cat > tree/src/core/a.c << 'END'
/* a == b */
#define SAME(a, b) ((a) == (b))
enum color { COLOR_RED, COLOR_BLUE };
static const char size[4] = "a == b";
int
f(int a, int *b)
{
	assert(a > 0);
	if (a < 9)
		g(b);
	return a * 2 + h('x', COLOR_RED);
}
END
cat > show.py << 'END'
import sys
sys.path.insert(0, sys.argv[1])
import mutants
for mutant in mutants.make_mutants(sys.argv[2], ""):
    print("%d %s" % (mutant.line, mutant.shown))
END
is "an operator, a constant, a statement or a call changes" \
	"$(PYTHONDONTWRITEBYTECODE=1 python3 show.py "$top_srcdir/tests" tree)" \
	"9 (a < 9) => (!(a < 9))
9 (a < 9) => (0)
9 < => <=
9 < => >=
9 9 => 10
9 9 => 8
10 g(b); => ;
11 a * 2 + h('x', COLOR_RED) => 0
11 * => +
11 2 => 3
11 2 => 1
11 + => -
11 h('x', COLOR_RED) => (0)
11 'x' => 'y'
11 COLOR_RED => COLOR_BLUE"

printf 'src/core/a.c\tif (a < 9)\t< => <=\twhy\n' > tree/tests/mutants.txt
is "a line of a mutant is found" "$(check tree)" ""
printf 'src/core/a.c\tif (a < 8)\t< => <=\twhy\n' > tree/tests/mutants.txt
is "a line of none is found" "$(check tree | tr '\t' '|')" \
	"tests/mutants.txt: no such mutant: src/core/a.c|if (a < 8)|< => <="

# Criterion crashes on a pattern of too many names, which would look as if the mutant was killed.
cat > batches.py << 'END'
import sys, types
sys.path.insert(0, sys.argv[1])
import mutants
tests = ["t-a s/t%d" % k for k in range(200)]
reach = types.SimpleNamespace(cpu=dict.fromkeys(tests, 0.0))
made = list(mutants.Hunt.batches_of(types.SimpleNamespace(reach=reach), tests))
print(sum(made, []) == tests, max(len(batch) for batch in made))
END
is "many cheap tests are several batches" \
	"$(PYTHONDONTWRITEBYTECODE=1 python3 batches.py "$top_srcdir/tests")" "True 40"

# A table at the head of a function belongs to that function, not to the one before.
cat > tree/src/core/b.c << 'END'
int
f(int a)
{
	return a + 1;
}
int
g(void)
{
	static const int two[] = {
		2 };
	return two[0];
}
END
cat > reach.py << 'END'
import sys, types
sys.path.insert(0, sys.argv[1])
import mutants
path = "src/core/b.c"
reach = types.SimpleNamespace(coded={(path, 4), (path, 11)},
                              at={path + ":4": ["of f"], path + ":11": ["of g"]})
for mutant in mutants.make_mutants(sys.argv[2], path):
    print(mutant.line, *mutants.Reach.reaching(reach, mutant))
END
is "a line without code meets the tests of its function" \
	"$(PYTHONDONTWRITEBYTECODE=1 python3 reach.py "$top_srcdir/tests" tree | sort -nu)" \
	"4 of f
10 of g
11 of g"

tap_end
