#!/bin/sh
# What a mail costs that comes in, as ratios; nothing is sent, since no seat has an address.
#
#	mail.sh ADIT FOLDER-OF-THE-BENCH-PROGRAMS [RUNS]

. "${0%/*}/lib.sh"
bench_begin "$1" "$2"
runs=${3:-41}

keys host p1 p2 p3 p4 p5

# signed GAME.db ORDER: ORDER.mail is a mail with it.
signed() { sign "$1" "$2" && mail_of "$2" > "$2.mail"; }

# Two tables, early and late in the game, since there is half a start of a program to be compared with.
for table in one two; do
	"$adit" new $table.db -k host --rules saboteur --seats 5 --trusted-host --mail-from cave@example.org > log
	signed $table.db $table.early
	cp $table.db $table.early.db
	n=0
	while signed $table.db order; do
		mv order $table.late
		mv order.mail $table.late.mail
		cp $table.db $table.late.db
		"$adit" apply $table.db -k host $table.late > log 2>&1
		n=$((n + 1))
	done
	[ $table = two ] || echo "a game of $n digests, five seats"
done

# The files stay the same ones: one that moved would be checked whole.  What went out since is forgotten.
reset() { printf 'cat one.%s.db > one.db; cat two.%s.db > two.db; rm -rf home/hosted' "$1" "$1"; }
mails() { printf "sh -c '\"%s\" mail one.db < one.%s.mail; \"%s\" mail two.db < two.%s.mail'" "$adit" "$1" "$adit" "$1"; }
applies() { printf "\"%s\" apply -k host one.db one.%s > log 2>&1; \"%s\" apply -k host two.db two.%s > log 2>&1" "$adit" "$1" "$adit" "$1"; }
start="\"$bench/mail-min\""
"$bench/turn-bench" "two mails / adit apply of two orders, three starts with GMime" 1 "$runs" \
	"$(reset early)" "$(mails early)" \
	"$(reset early)" "sh -c '$(applies early); $start; $start; $start'"
"$bench/turn-bench" "a mail late in a game / early" 1.1 "$runs" \
	"$(reset late)" "$(mails late)" "$(reset early)" "$(mails early)"

# A folder of tables.
id=$(sed -n 's/^game: //p' newest)
mkdir few many
cp two.early.db "few/$id.db"
cp two.early.db "many/$id.db"
i=0
while [ $((i += 1)) -le 500 ]; do
	cp two.early.db "many/table$i.db"
done
folder() { printf "sh -c '\"%s\" mail -k host %s < two.early.mail'" "$adit" "$1"; }
"$bench/turn-bench" "a mail to a folder of 501 tables / of one" 1.1 "$runs" \
	"cat two.early.db > many/$id.db; rm -rf home/hosted" "$(folder many)" \
	"cat two.early.db > few/$id.db; rm -rf home/hosted" "$(folder few)"

# A thousand times the same order.
{
	cat two.early.mail
	i=0
	while [ $((i += 1)) -lt 1000 ]; do
		echo
		cat two.early
	done
} > thousand
"$bench/turn-bench" "an order a thousand times in a mail / once" 3 "$runs" \
	"$(reset early)" "sh -c '\"$adit\" mail two.db < thousand'" \
	"$(reset early)" "sh -c '\"$adit\" mail two.db < two.early.mail'"

# 4 MiB without an order: what cannot be squeezed, as a picture.
head -c 3060000 /dev/urandom | base64 > coded
{
	printf 'From: p1@example.org\nMessage-ID: <a@b>\nMIME-Version: 1.0\nContent-Type: image/jpeg\n'
	printf 'Content-Transfer-Encoding: base64\n\n'
	cat coded
} > picture
"$bench/turn-bench" "a mail of 4 MiB / base64 -d of it" 5 "$runs" \
	"$(reset early)" "sh -c '\"$adit\" mail two.db < picture'" true "base64 -d coded > decoded"
