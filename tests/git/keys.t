#!/bin/sh
# Homes with several keys (git-adit(1), -k): the game file names the key of the host, main that of a seat.
. "${0%/*}/lib.sh"
git_begin
keys host anna bob carl

table cave
server cave
exits 0 "the first run after init takes the key of the table" sh -c 'cd cave && exec git adit host'
clone anna
order=$(cd anna && adit read -k anna --moves turns | grep -v discard | head -n 1)
mkdir -m 700 two
cp keys/anna.* two
ADIT_HOME=$tap_dir/two adit keygen --no-passphrase other 2> /dev/null
# shellcheck disable=SC2016 # the inner shell's
ADIT_HOME=$tap_dir/two order=$order exits 0 "send takes the key of the seat" \
	sh -c 'cd anna && exec git adit send $order'
exits 0 "the host takes the order" sh -c 'cd cave && exec git adit host'
is "... and has a new digest" "$(git -C server.git ls-tree --name-only main turns/ | tail -n 1)" turns/000001.txt

# Each game file names the key of its own table.
adit keygen --no-passphrase second 2> /dev/null
exits 0 "a second table with another key" git adit init two-tables -k second --rules saboteur --seat anna --seat bob \
	--seat carl --trusted-host --id other
mv server.git first.git
server two-tables
exits 0 "... takes that key" sh -c 'cd two-tables && exec git adit host'
rm -rf server.git
mv first.git server.git

# A job that keeps nothing has no game file.
git clone -q server.git job
exits 2 "without a game file a key is named" sh -c 'cd job && exec git adit host --fresh'
like "... as the message says" "$(cat err)" "*which key?*"
exits 0 "... with -k" sh -c 'cd job && exec git adit host --fresh -k host'

tap_end
