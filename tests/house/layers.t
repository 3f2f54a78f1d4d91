#!/bin/sh
# The layers of src/: includes go along the arrows only, archives need only what they may.
. "${0%/*}/../tap.sh"
tap_begin

check_layers=$top_srcdir/tests/check-layers
check_symbols=$top_srcdir/tests/check-symbols

ok "who uses whom is in the objects" sh -c \
	"sh '$top_srcdir/tests/calls.sh' '$top_srcdir' '$top_builddir' > calls && [ -s calls ]"
ok "every include and every call goes along an arrow" sh "$check_layers" "$top_srcdir" calls

# plant FILE 'INCLUDE': a tree whose only file has this one line.
plant()
{
	rm -rf tree
	mkdir -p "$(dirname "tree/src/$1")"
	printf '%s\n' "$2" > "tree/src/$1"
}

refuses()
{
	plant "$2" "$3"
	is "refuses $1" "$(sh "$check_layers" tree)" "$4"
}

accepts()
{
	plant "$2" "$3"
	is "accepts $1" "$(sh "$check_layers" tree)" ""
}

refuses "core that includes util" core/x.c '#include "util/err.h"' \
	'src/core/x.c:1: core may not include "util/err.h"'
refuses "core with stdio" core/x.h '#include <stdio.h>' \
	'src/core/x.h:1: core may not include <stdio.h>'
refuses "a blank before the word" core/x.c '#  include	<stdlib.h>' \
	'src/core/x.c:1: core may not include <stdlib.h>'
refuses "the clock in core" core/x.c '#include <time.h>' \
	'src/core/x.c:1: core may not include <time.h>'
refuses "text that knows the store" text/x.c '#include "store/store.h"' \
	'src/text/x.c:1: text may not include "store/store.h"'
refuses "the store in a verb" cli/x.c '#include "store/store.h"' \
	'src/cli/x.c:1: cli may not include "store/store.h"'
refuses "the list of games below cli" wire/x.c '#include "games/games.h"' \
	'src/wire/x.c:1: wire may not include "games/games.h"'
refuses "text in the rules of a game" games/duel/rules.c '#include "text/names.h"' \
	'src/games/duel/rules.c:1: rules may not include "text/names.h"'
refuses "the player in the host" host/x.c '#include "player/player.h"' \
	'src/host/x.c:1: host may not include "player/player.h"'
refuses "more of core than chance in seal" seal/x.c '#include "core/game.h"' \
	'src/seal/x.c:1: seal may not include "core/game.h"'
refuses "a game in the store" store/x.c '#include "core/game.h"' \
	'src/store/x.c:1: store may not include "core/game.h"'
refuses "sodium outside seal" cli/x.c '#include <sodium.h>' \
	'src/cli/x.c:1: cli may not include <sodium.h>'
refuses "SQLite outside store" host/x.c '#include <sqlite3.h>' \
	'src/host/x.c:1: host may not include <sqlite3.h>'
refuses "jansson outside text" host/x.c '#include <jansson.h>' \
	'src/host/x.c:1: host may not include <jansson.h>'
refuses "GMime outside mailparse" mail/x.c '#include <gmime/gmime.h>' \
	'src/mail/x.c:1: mail may not include <gmime/gmime.h>'
refuses "the game in mailparse" mailparse/x.c '#include "wire/digest.h"' \
	'src/mailparse/x.c:1: mailparse may not include "wire/digest.h"'
refuses "utf8proc outside utf8.c" util/x.c '#include <utf8proc.h>' \
	'src/util/x.c:1: util may not include <utf8proc.h>'
refuses "zlib outside inflate.c" text/x.c '#include <zlib.h>' \
	'src/text/x.c:1: text may not include <zlib.h>'
refuses "the store in the library" adit.c '#include "store/store.h"' \
	'src/adit.c:1: adit may not include "store/store.h"'
refuses "the library in a verb" cli/x.c '#include "adit.h"' \
	'src/cli/x.c:1: cli may not include "adit.h"'
refuses "a path that does not start at src/" util/x.c '#include "err.h"' \
	'src/util/x.c:1: util may not include "err.h"'
refuses "a folder that is no layer" misc/x.c '#include <stdio.h>' \
	'src/misc/x.c: is in no layer'
accepts "core in core" core/x.c '#include "core/rng.h"'
accepts "chance in seal" seal/x.c '#include "core/rng.h"'
accepts "utf8proc in utf8.c" util/utf8.c '#include <utf8proc.h>'
accepts "zlib in inflate.c" util/inflate.c '#include <zlib.h>'
accepts "text in the words of a game" games/duel/words.c '#include "text/names.h"'
accepts "every layer below in host" host/x.c '#include "store/store.h"'

# uses 'CODE' USER DEFINER 'CODE': the arrows of a tree of these two files, built.
uses()
{
	rm -rf tree
	mkdir -p "tree/src/${2%/*}" "tree/src/${3%/*}"
	printf '%s\n' "$4" > "tree/src/$2"
	printf '%s\n' "$5" > "tree/src/$3"
	for file in "$2" "$3"; do
		${CC:-cc} -w -O0 -c -o "tree/src/${file%/*}/lib${file%%/*}_a-$(basename "$file" .c).o" \
			"tree/src/$file" || ok "compiles" false
	done
	sh "$top_srcdir/tests/calls.sh" tree tree > planted-calls
	is "$1" "$(sh "$check_layers" tree planted-calls)" "$6"
}

uses "refuses the store in a verb, whatever header it came through" cli/x.c store/y.c \
	'int store_get(void); int f(void) { return store_get(); }' 'int store_get(void) { return 0; }' \
	'src/cli/x.c: cli may not use store_get of src/store/y.c'
uses "refuses another folder's table" text/x.c games/games.c \
	'extern const int rules_all[]; int f(void) { return rules_all[1]; }' \
	'const int rules_all[2] = { 1, 2 };' \
	'src/text/x.c: text may not use rules_all of src/games/games.c'
uses "refuses the words of a game in its rules" games/duel/rules.c games/duel/words.c \
	'int word(void); int f(void) { return word(); }' 'int word(void) { return 0; }' \
	'src/games/duel/rules.c: rules may not use word of src/games/duel/words.c'
uses "refuses a game in another" games/duel/rules.c games/saboteur/rules.c \
	'int sab(void); int f(void) { return sab(); }' 'int sab(void) { return 0; }' \
	'src/games/duel/rules.c: rules may not use sab of src/games/saboteur/rules.c'
uses "refuses more of core than chance in seal" seal/x.c core/game.c \
	'int game(void); int f(void) { return game(); }' 'int game(void) { return 0; }' \
	'src/seal/x.c: seal may not use game of src/core/game.c'
uses "accepts chance in seal" seal/x.c core/rng.c \
	'int rng(void); int f(void) { return rng(); }' 'int rng(void) { return 0; }' ''
uses "accepts what games share" games/duel/rules.c games/mine/mine.c \
	'int mine(void); int f(void) { return mine(); }' 'int mine(void) { return 0; }' ''
uses "accepts the store in the host" host/x.c store/y.c \
	'int store_get(void); int f(void) { return store_get(); }' 'int store_get(void) { return 0; }' ''

parser=mailparse
[ -f "$top_builddir/libmailparse.a" ] || parser=
for layer in util core rules games text draw wire seal store record host player audit bot mail show door $parser; do
	ok "lib$layer.a calls nothing it may not" sh "$check_symbols" "$top_builddir/lib$layer.a"
done

# archive NAME MEMBER 'CODE': an archive of one object.
archive()
{
	printf '%s\n' "$3" > "$2.c"
	${CC:-cc} -w -O0 -c -o "$2.o" "$2.c" && rm -f "$1" && ar cr "$1" "$2.o"
}

calls()
{
	archive "$2" "$3" "$4" || ok "compiles" false
	is "$1" "$(sh "$check_symbols" "$2")" "$5"
}

calls "refuses a heap in core" libcore.a x '#include <stdlib.h>
	void *f(void) { return malloc(1); }' \
	'libcore.a: x.o may not call malloc'
calls "refuses output in core" libcore.a x '#include <stdio.h>
	void f(void) { puts("x"); }' \
	'libcore.a: x.o may not call puts'
calls "refuses the clock below cli" libhost.a x '#include <time.h>
	long f(void) { return (long)time(0); }' \
	'libhost.a: x.o may not call time'
calls "refuses the environment below cli" libtext.a x '#include <stdlib.h>
	char *f(void) { return getenv("X"); }' \
	'libtext.a: x.o may not call getenv'
calls "refuses exit below cli" libutil.a x '#include <stdlib.h>
	void f(void) { exit(1); }' \
	'libutil.a: x.o may not call exit'
calls "accepts exit in util/mem.c" libutil.a mem '#include <stdlib.h>
	void f(void) { exit(1); }' ''
calls "accepts memcpy and assert in core" libcore.a x '#include <assert.h>
	#include <string.h>
	void f(void *a, void *b, unsigned long n) { assert(n); memcpy(a, b, n); }' ''

tap_end
