#!/bin/sh
# Options together: every verb with every pair of its options.  Each pair is either refused, as the
# table says, or both count; nothing that was given is ignored.
. "${0%/*}/lib.sh"
tap_begin
mkdir -p repo/.git
keys spare
table anna bob carl

# ---- conflicts: verb, option, and the options that it excludes; "all": every other, except those after the
# last word "but"
cat > table <<'END'
read moves suggest board cards json
read suggest board cards json
read why moves board cards json public sign plain legend
read board cards json
read plain moves suggest cards json
read legend moves suggest cards json
read sign moves suggest board cards public export
sign digest game
sign operator or say turn until
rotate-key digest game
join digest game
join standby seat again
join withdraw seat again
confirm digest game
read public key passphrase-fd moves suggest
play send git out
play to git out
play git out
play rules send to git out follow key passphrase-fd game json
play learn send to git out follow key passphrase-fd game rules against option seed keep json
play against send to git out follow key passphrase-fd game json
play option send to git out follow key passphrase-fd game json
play seed send to git out follow key passphrase-fd game json
play keep send to git out follow key passphrase-fd game json
play json all
read plain moves suggest cards json
audit passphrase-fd all but key
order passphrase-fd all but key
order key all
send operator or say turn until
send again or say turn until seq clear operator force export
fsck passphrase-fd all but key
keygen no-passphrase passphrase-fd work
help json list
digest seat json
digest all undelivered delivered invitation
page commit at svg import on mend receipts
page json import on mend receipts
page html json at commit svg import on mend receipts
page replay key passphrase-fd game no-record site json at commit svg import on mend receipts
page site key passphrase-fd game no-record output json at commit svg import on mend receipts
page player key passphrase-fd game no-record output replay json at commit svg import on mend receipts
page output json at commit svg import on mend receipts
page key json at commit svg import on mend receipts
page passphrase-fd json at commit svg import on mend receipts
page game json at commit svg import on mend receipts
page no-record json at commit svg import on mend receipts
page svg commit import on mend receipts
digest delivered out seat undelivered json
digest invitation out undelivered delivered json
new seats seat
referee cards rules
undo withdraw to
stats csv json
tick dry-run hold out next
tick next json out
tick pause dry-run all-taken hold next out
rebuild json import on first
seat drop-standby replace
fsck accept-history held
fsck reason held
fsck out held
fsck catch-up held
fsck held json
rebuild first game places import on
apply sig all but hold receipts
apply receipts out json
apply answers out json
apply import out json
apply at out json
apply on out json
apply all-taken all-here out json
apply all-here out json
apply catch-up out json
mail sendmail maildir stdout
mail maildir stdout
mail stdout json
mail check flush maildir stdout mail-html verbose passphrase-fd
mail wait flush maildir stdout mail-html verbose passphrase-fd
END

is_refused()
{
	while read -r of option others; do
		but=${others#*but }
		[ "$of" = "$1" ] || continue
		for pair in "$2 $3" "$3 $2"; do
			[ "$option" = "${pair% *}" ] || continue
			case " $others " in
			*" all but "*) case " $but " in *" ${pair#* } "*) ;; *) return 0 ;; esac ;;
			*" all "* | *" ${pair#* } "*) return 0 ;;
			esac
		done
	done < table
	return 1
}

# ---- a table that is dealt, and one that is not
adit read turns/000000.txt -k anna --moves 2> /dev/null | grep '^discard' | head -n 1 > wish
adit sign -k anna -d turns/000000.txt - < wish > sealed
adit sign -k anna -d turns/000000.txt --clear - < wish > clear
adit order --export pair clear > /dev/null 2>&1
adit new open.db -k host --rules saboteur --seat anna --seat bob --seat carl > open.0
adit new all.db -k host --rules saboteur --seat anna --seat bob --seat carl > all.0
for key in anna bob carl; do
	adit join -k $key -d all.0
done | adit apply all.db > all.3 2> /dev/null
sed -n 's/^card: /card: /p' turns/000000.txt > deck

echo '<meta name="generator" content="adit 0">' > player
export ADIT_PLAYER_FILE="$tap_dir/player"

# What an option is given, as words of the shell.
value()
{
	case $1.$2 in
	*.host) echo "--host=$ADIT_HOME/host.pub" ;;
	join.game) echo "--game=$(sed -n 's/^game: //p' open.0)" ;;
	confirm.game) echo "--game=$(sed -n 's/^game: //p' all.3 | head -n 1)" ;;
	*.game) echo "--game=$(sed -n 's/^game: //p' turns/000000.txt)" ;;
	*.work) echo --work=10 ;;
	*.legend) echo --legend=no ;;
	play.against) echo --against=greedy,random ;;
	play.keep) echo "--keep=$(mktemp -d practice.XXXXXX)" ;;
	read.sign) echo --sign=pass ;;
	config.unset) echo --unset=color ;;
	*.proof) echo --proof=proof ;;
	*.export) echo --export=exported ;;
	order.key | apply.key | mail.key | tick.key | new.key | restart.key | undo.key | seat.key | fsck.key | rebuild.key)
		echo --key=host ;;
	*.key) echo --key=anna ;;
	*.passphrase-fd) echo --passphrase-fd=3 ;;
	sign.digest | rotate-key.digest) echo --digest=turns/000000.txt ;;
	join.digest) echo --digest=open.0 ;;
	confirm.digest) echo --digest=all.3 ;;
	*.or) echo "--or=pass" ;;
	*.say) echo --say=hello ;;
	sign.turn | send.turn) echo --turn=every ;;
	*.turn) echo --turn=next ;;
	*.until) echo --until=2099-01-01 ;;
	*.seq) echo --seq=7 ;;
	order.pub) echo "--pub=$ADIT_HOME/anna.pub" ;;
	rotate-key.new) echo --new=spare ;;
	join.seat) echo --seat=anna ;;
	digest.seat) echo --seat=bob ;;
	*.delivered | page.at | apply.at | page.commit) echo "--$2=0" ;;
	new.seat) echo --seat=p1 --seat=p2 --seat=p3 ;;
	new.like) echo --like=open.db ;;
	new.title) echo --title=Friday ;;
	new.client) echo --client=https://example.org/adit.html ;;
	new.web) echo --web=https://github.com/anna/cave ;;
	new.name) echo --name=p1=Pia ;;
	new.mail) echo --mail=p1=p1@example.org ;;
	new.lang) echo --lang=p1=de ;;
	*.watch | *.unwatch) echo "--$2=dora@example.org" ;;
	new.mail-from | address.table) echo "--$2=cave@example.org" ;;
	mail.sendmail) echo --sendmail=/bin/true ;;
	mail.maildir) echo --maildir=sent ;;
	mail.log) echo --log=log ;;
	mail.wait) echo --wait=1 ;;
	mail.mail-html) echo --mail-html=no ;;
	*.seats) echo --seats=3 ;;
	*.rules | referee.cards) echo "--$2=saboteur" ;;
	*.players) echo --players=3 ;;
	*.games) echo --games=2 ;;
	*.jobs) echo --jobs=2 ;;
	*.deck) echo --deck=deck ;;
	*.option) echo --option=gold=players ;;
	*.limit) echo --limit=3d ;;
	*.grace) echo --grace=12h ;;
	tick.pause) echo --pause=2099-01-01 ;;
	*.pause) echo --pause=sat,sun ;;
	*.watchers) echo --watchers=open ;;
	sign.operator | send.operator) echo --operator ;;
	*.operator) echo "--operator=$ADIT_HOME/host.pub" ;;
	*.zone) echo --zone=EET-2EEST,M3.5.0/3,M10.5.0/4 ;;
	*.late) echo --late=discard ;;
	*.misses) echo --misses=2 ;;
	*.absence) echo --absence=14d ;;
	*.press) echo --press=no ;;
	new.standby) echo --standby=open ;;
	*.replace-after) echo --replace-after=10d ;;
	*.id) echo --id=table ;;
	*.out) echo --out=sent ;;
	page.site) echo --site=sent ;;
	page.output) echo "--output=$HOME/page.html" ;;
	*.seed) echo --seed=ab ;;
	*.policy) echo --policy=greedy ;;
	*.reason) echo --reason=because ;;
	play.to) echo --to=table@example.org ;;
	play.git) echo --git=repo ;;
	play.follow) echo --follow=turns ;;
	*.to) echo --to=0 ;;
	seat.drop-standby) echo --drop-standby=1 ;;
	fsck.accept-history) echo "--accept-history=$(sed -n 's/^head: //p' turns/000000.txt)" ;;
	*.replace) echo "--replace=$ADIT_HOME/spare.pub" ;;
	*.sig) echo --sig=pair/order.txt.minisig ;;
	page.on | apply.on | rebuild.on) echo --on=0123456789012345678901234567890123456789 ;;
	*.receipts) echo --receipts=sent ;;
	send.remote) echo --remote=server.git ;;
	apply.answers) echo --answers=answers ;;
	run.lock) echo --lock=lock ;;
	run.seconds) echo --seconds=60 ;;
	run.wait) echo --wait=0 ;;
	*.now) echo --now=2026-11-21T17:52:14Z ;;
	*) echo "--$2" ;;
	esac
}

# The options that a verb cannot do without, and then its operands.
needed()
{
	case $1 in
	sign | rotate-key | join | confirm) echo key digest ;;
	restart | seat | undo) echo reason ;;
	new) echo rules key ;;
	simulate) echo rules players ;;
	play)
		case " $2 $3 " in
		*" rules "* | *" against "* | *" option "* | *" seed "* | *" keep "*) echo rules against ;;
		*" learn "*) ;;
		*) echo key ;;
		esac
		;;
	rebuild | read | send) echo key ;;
	esac
	case $1.$2.$3 in
	read.why.* | read.*.why) echo suggest ;;
	new.mail.* | new.*.mail) echo mail-from ;;
	page.player.* | page.*.player) echo html site ;;
	page.html.* | page.*.html) ;;
	page.replay.* | page.*.replay | page.site.* | page.*.site | page.output.* | page.*.output | page.game.* | page.*.game | page.no-record.* | \
		page.*.no-record | page.key.* | page.*.key | page.passphrase-fd.* | page.*.passphrase-fd)
		echo html
		;;
	apply.at.* | apply.*.at | apply.on.* | apply.*.on | apply.all-taken.* | apply.*.all-taken | apply.all-here.* | \
		apply.*.all-here | apply.catch-up.* | apply.*.catch-up)
		echo hold receipts import
		;;
	apply.import.* | apply.*.import) echo hold receipts ;;
	apply.receipts.* | apply.*.receipts) echo hold ;;
	apply.answers.* | apply.*.answers) echo hold receipts ;;
	mail.wait.* | mail.*.wait) echo check ;;
	run.wait.* | run.*.wait) echo lock ;;
	rebuild.on.* | rebuild.*.on) echo keep batch places import ;;
	rebuild.import.* | rebuild.*.import) echo keep batch places ;;
	rebuild.places.* | rebuild.*.places) echo keep batch ;;
	rebuild.first.* | rebuild.*.first) echo keep batch ;;
	rebuild.batch.* | rebuild.*.batch) echo keep ;;
	tick.next.* | tick.*.next) echo hold ;;
	esac
	case $1.$2.$3 in
	new.grace.* | new.*.grace | new.pause.* | new.*.pause | new.zone.* | new.*.zone | \
		new.late.* | new.*.late | new.misses.* | new.*.misses | new.absence.* | new.*.absence)
		echo limit
		;;
	esac
	case $1.$2.$3 in
	page.*key* | page.*passphrase-fd*) echo key output ;;
	esac
	case $1.$2.$3 in
	page.on.* | page.*.on | page.mend.* | page.*.mend | page.receipts.* | page.*.receipts) echo import ;;
	sign.until.* | sign.*.until | send.until.* | send.*.until) echo turn ;;
	play.to.* | play.*.to) echo send ;;
	join.withdraw.* | join.*.withdraw) echo standby ;;
	esac
	case $1.$2.$3 in
	new.zone.* | new.*.zone) echo pause ;;
	esac
	case $1.$2.$3 in
	new.replace-after.* | new.*.replace-after) echo limit late standby ;;
	new.misses.* | new.*.misses) echo late ;;
	esac
	case $1.$2.$3 in
	seat.drop-standby.* | seat.*.drop-standby) ;;
	seat.*) echo replace ;;
	fsck.reason.* | fsck.*.reason | fsck.out.* | fsck.*.out | fsck.catch-up.* | fsck.*.catch-up) echo accept-history ;;
	keygen.*passphrase*) ;;
	keygen.*) echo passphrase-fd ;;
	rotate-key.*) echo new ;;
	undo.*withdraw*) ;;
	undo.*) echo to ;;
	new.seat.* | new.*.seat) ;;
	bot.*) echo once key ;;
	new.*) echo seats ;;
	referee.*cards*) ;;
	referee.*) echo rules ;;
	esac
}
operands()
{
	case $1 in
	keygen) echo fresh ;;
	key) echo anna ;;
	audit | play | read) echo turns/000000.txt ;;
	compare) echo turns turns ;;
	sign | send) echo pass ;;
	order) echo clear ;;
	new) echo game.db ;;
	restart) echo open.db ;;
	apply) echo cave.db sealed ;;
	address | digest | stats | status | log | mail | undo | fsck | page | tick) echo cave.db ;;
	seat) echo cave.db bob ;;
	rebuild) echo game.db turns ;;
	run) echo true ;;
	esac
}

# Adds options to those of the pair; a key is not needed for what everybody may know.
line()
{
	line_verb=$1
	line_options=" $2 $3 "
	for option in $(needed "$@"); do
		case "$line_options" in
		*" $option "*) ;;
		*" public "*) ;;
		*" game "*) [ "$option" = digest ] || line_options="$line_options$option " ;;
		*" withdraw "*) [ "$option" = to ] || line_options="$line_options$option " ;;
		*) line_options="$line_options$option " ;;
		esac
	done
	echo "$line_verb"
	for option in $line_options; do
		value "$line_verb" "$option"
	done
	case "$line_verb$line_options" in
	play*" against "* | play*" learn "*) ;;
	audit*" game "* | play*" game "* | read*" game "* | log*" game "* | page*" game "*) ;;
	rebuild*" game "* | rebuild*" keep "*) echo game.db - ;;
	mail*" check "*) echo cave.db cave@example.org ;;
	send*" again "*) ;;
	sign*" operator "* | send*" operator "*) echo status ;;
	apply*" batch "* | seat*" drop-standby "*) echo cave.db ;;
	*) operands "$line_verb" ;;
	esac
}

# A clone, for send.
git init -q -b main . && git init -q --bare -b main server.git && git remote add origin server.git
git add turns && git -c user.name=n -c user.email=e commit -q -m table && git push -q origin main

cp cave.db cave.was
cp open.db open.was
echo 'correct horse' > pass
status=0
for verb in $(adit help --list); do
	options=$(adit help --list "$verb" | sed -n 's/^--//p' |
		grep -vx -e help -e color -e ascii -e lang | tr "\n" " ")
	[ "$verb" != new ] || options="${options}lang " # also of a seat
	adit help "$verb" > help.text
	missing=
	for option in $options; do
		[ "$(value "$verb" "$option")" != "--$option" ] ||
			! grep -Eq "^ +(-.,)? +--$option=" help.text || missing="$missing $option"
	done
	[ -z "$missing" ]
	tap_result $? "$verb: value() has a row for each option that takes a value: add$missing"
	wrong=
	n=0
	usage=2 lines=1
	[ "$verb" != mail ] || usage=75 lines=0 # for a mail server
	left=$options
	for a in $options; do
		left=${left#"$a "}
		for b in $left; do
			n=$((n + 1))
			# Where the suite is to be quick (tests/README.md), one in five.
			[ -z "${ADIT_FEW:-}" ] || [ $((n % 5)) -eq 1 ] || continue
			# What was refused has changed nothing.
			if [ $status -eq 0 ]; then
				rm -rf game.db sent "$ADIT_HOME/hosted" "$ADIT_HOME"/fresh.*
				cp cave.was cave.db
				cp open.was open.db
			fi
			# What plays has come to all its options when it asks for a terminal.
			# shellcheck disable=SC2046 # words
			adit $(line "$verb" "$a" "$b") > out 2> err < /dev/null 3< pass
			status=$?
			if is_refused "$verb" "$a" "$b"; then
				said_lines=$(wc -l < err)
				[ "$verb$a" != mailverbose ] && [ "$verb$b" != mailverbose ] ||
					said_lines=$((said_lines - 1)) # with -v it says why
				[ $status -eq $usage ] && [ "$said_lines" -eq $lines ] || wrong="$wrong $a+$b"
			else
				[ $status -ne $usage ] || grep -q "^adit: play: no terminal; " err ||
					wrong="$wrong $a-$b: $(cat err)"
			fi
		done
	done
	[ -z "$wrong" ]
	tap_result $? "$verb: $n pairs of options are refused or count as the table says: $wrong"
done
rm -rf game.db sent "$ADIT_HOME/hosted"
cp cave.was cave.db

# ---- what the sweep refuses for its operand counts with another
cli 0 "apply --sig with a canonical order" apply cave.db --sig pair/order.txt.minisig pair/order.txt
cp cave.was cave.db
forget
cli 0 "order -k with an order that is sealed" order -k host sealed
cli 2 "order -k with one that is not" order -k host clear
said "clear: the order is not sealed: leave -k out"
ok "... shows none" test ! -s out
cli 2 "... and writes none" order -k host --export clear.d clear
ok "..." test ! -e clear.d
cat clear sealed > both
cli 0 "order -k with one of each" order -k host both
cli 2 "order -k of another" order -k bob both
said "both: this key does not open what is sealed there"
ok "... shows none" test ! -s out
cat clear clear > twice
cli 2 "order --export of two" order --export clear.d twice
said "twice: more than one order, and --export is for one"
ok "... shows and writes none" test ! -s out -a ! -e clear.d
cli 0 "digest --seat --json with --out" digest cave.db 0 --seat bob --json --out sent
adit apply --json cave.db --sig pair/order.txt.minisig clear > out 2> err
like "apply --sig with a block: refused" "$(cat out)" '*"code":"usage"*'
ok "... and nothing is taken" cmp cave.db cave.was

# ---- once is enough
cli 2 "a value twice" sign --turn 1 --turn 2 pass
said "--turn is given twice"
cli 2 "a number twice" simulate --rules duel --games 1 --games 2
said "--games is given twice"
cli 2 "an option of the rules twice" simulate --rules saboteur -n 3 -o first=p1 -o first=p2
said "option first is given twice"
exits 2 "colors in JSON" adit read --json --color=always turns/000000.txt
said "--color=always conflicts with --json"
cli 0 "none in JSON" read --json --color=never turns/000000.txt -k anna

# ---- before the verb
exits 2 "--json before the verb: an error" adit --json status cave.db
like "... that is JSON" "$(cat err)" '{"error":{"code":"usage","message":"*'
exits 2 "no such verb, with --json" adit frobnicate --json
like "... is JSON" "$(cat err)" '{"error":{"code":"usage","message":"*'
cli 2 "--version with more" --version status
said "--version takes no other argument than --verbose"
cli 2 "... or with more" --version --verbose status
cli 2 "--help with no verb" --help nonsense
said 'unknown verb "nonsense"'

tap_end
