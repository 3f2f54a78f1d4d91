#!/bin/sh
# The machine of the host: its disk is full, its clock ten years back.  It is said, and later nothing is missing.
. "${0%/*}/lib.sh"
opening

# small N DIR ARG...: git adit ARG... in DIR, where no file can have more than N blocks of 512 bytes.
small() (
	trap '' XFSZ
	ulimit -f "$1"
	cd "$2" && shift 2 && git adit "$@"
)

say bob "here"
move anna
git clone -q server.git job
was=$(main)
for blocks in 0 1 8; do
	for dir in cave job; do
		case $dir in
		job) fresh=--fresh ;;
		*) fresh= ;;
		esac
		small "$blocks" $dir host -k host $fresh --now "$now" 2>&1 | cat > said
		like "full at $blocks blocks, $dir: it is said" "$(cat said)" "*git-adit: *"
	done
done
is "... nothing was published" "$(main)" "$was"
exits 0 "when there is room" host cave
is "... both orders are taken" "$(count)" 3
restored "... in one history"

say carl "later"
exits 0 "a clock ten years back" host cave --now 2016-01-01T00:00:00Z
is "... stops no order" "$(cat err)" "git-adit: order of carl: taken as digest 3"
restored "... and the history holds"
tap_end
