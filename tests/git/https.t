#!/bin/sh
# A player whose credentials are in the configuration of the system, and a server that wants a password.
. "${0%/*}/lib.sh"
opening
openssl req -x509 -newkey rsa:2048 -nodes -keyout cert.pem -out cert.crt -days 2 -subj /CN=localhost \
	-addext subjectAltName=IP:127.0.0.1 2> err || exit 99
cat cert.crt >> cert.pem
python3 "$top_srcdir/tests/git/https.py" "$tap_dir" port cert.pem log > server.log 2>&1 &
server=$!
trap 'kill $server; tap_leave' EXIT
until [ -s port ]; do
	sleep 0.1
done
url=https://127.0.0.1:$(cat port)/server.git
git -C server.git config http.receivepack true
cat > system << END
[http]
	sslCAInfo = $tap_dir/cert.crt
[credential]
	helper = "!f() { echo username=anna; echo 'password=secret of anna'; }; f"
END
unset GIT_CONFIG_NOSYSTEM GIT_SSL_CAINFO GIT_ASKPASS SSH_ASKPASS
GIT_CONFIG_SYSTEM=$tap_dir/system
export GIT_CONFIG_SYSTEM

ok "a clone with the password of the system" git clone -q "$url" there
ok "... sends" sh -c 'cd there && git adit send -k anna --say "from a system" 2> said'
is "... and says so" "$(tail -n 1 there/said)" "adit: send: order of anna: sent"
exits 0 "the host" host cave
is "... takes it" "$(cat err)" "git-adit: order of anna: taken as digest 1"
ok "the server was asked with it" grep -q anna log
was=$(git -C server.git rev-parse inbox/anna)
GIT_CONFIG_SYSTEM=/dev/null
git -C there config http.sslCAInfo "$tap_dir/cert.crt"
exits 75 "without it, and without a terminal" sh -c 'cd there && GIT_TERMINAL_PROMPT=0 git adit send -k anna --seq 2 --say x'
like "... is said" "$(cat err)" "adit: send: origin cannot be read: *"
git -C there remote set-url origin "$(echo "$url" | sed 's,//,//anna:wrong@,')"
exits 75 "with another one in the address" sh -c 'cd there && GIT_TERMINAL_PROMPT=0 git adit send -k anna --seq 2 --say x'
not_ok "... which is not printed" grep wrong err
is "nothing was sent" "$(git -C server.git rev-parse inbox/anna)" "$was"
tap_end
