# shellcheck shell=sh
# A separate Postfix for a test, which runs beside the system's; sourced after lib.sh:
#
#	postfix_needs NAME PROGRAM...   where it or a PROGRAM is missing, NAME is skipped and the script ends
#	postfix_config                  $conf/main.cf and $conf/master.cf, for cave.test, to be added to
#	postfix_start                   starts it; it is stopped when the script ends
#	postfix_is_idle                 nothing is in its queues

PATH=$PATH:/usr/sbin:/sbin

postfix_needs()
{
	postfix_name=$1
	shift
	postfix_why=
	[ -x "$ADIT_LETTER" ] || postfix_why="adit was built without mail"
	[ "$(id -u)" -eq 0 ] || postfix_why="only root can start Postfix"
	for program in postfix sendmail "$@"; do
		command -v "$program" > /dev/null || postfix_why="there is no $program"
	done
	[ -z "$postfix_why" ] || {
		skip "$postfix_name" "$postfix_why"
		tap_end
	}
}

postfix_config()
{
	post=$tap_dir/post conf=$post/conf
	mkdir -p "$conf" "$post/queue" "$post/data"
	chmod 711 "$tap_dir"
	cat > "$conf/main.cf" <<END
compatibility_level = 3.6
queue_directory = $post/queue
data_directory = $post/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
myhostname = cave.test
mynetworks = 127.0.0.1/32
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
alias_maps =
default_transport = error:this test sends nothing to the world
minimal_backoff_time = 1s
maximal_backoff_time = 1s
queue_run_delay = 1s
maillog_file = $post/log
maillog_file_prefixes = $post
END
	cat > "$conf/master.cf" <<END
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
local unix - n n - - local
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
END
	chown postfix "$post/data"
}

postfix_start()
{
	trap 'postfix -c "$conf" stop > /dev/null 2>&1; tap_leave' EXIT
	ok "Postfix starts" postfix -c "$conf" start
}

postfix_is_idle()
{
	! find "$post/queue/active" "$post/queue/incoming" "$post/queue/maildrop" "$post/queue/deferred" \
		-type f | grep -q .
}
