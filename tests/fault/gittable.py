"""A table in a git repository, for faults.py: git adit host in a bare repository, and send of a player."""
import os
import re
import subprocess

import table

TOOLS = "awk,cat,cp,find,grep,head,mkdir,mv,sed,sort"  # that git-adit runs


def git(f, *args, at=""):
    """Runs git, which must succeed, and returns its output."""
    env = dict(f.env, HOME=f.where + "/home")
    return subprocess.run(["git", *args], cwd=f.where + "/" + at, env=env, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True).stdout


def bin_of(f):
    """Makes adit what git-adit finds by its name."""
    folder = f.root + "/bin"
    os.makedirs(folder, exist_ok=True)
    if not os.path.lexists(folder + "/adit"):
        os.symlink(os.environ["ADIT"], folder + "/adit")
    f.env["PATH"] = folder + ":" + os.environ["PATH"]
    f.env["GIT_CONFIG_NOSYSTEM"] = "1"


def is_git(path):
    """True for what git keeps; not for what adit keeps there or in a home."""
    return path.startswith(("server.git/", "clone/")) and not re.match("server.git/adit|clone/.git/adit", path)


def tables(f):
    """A table at which anna has sent an order, and carl has said something. Returns the verbs."""
    bin_of(f)
    os.mkdir(f.base + "/home")
    git(f, "config", "--global", "user.name", "nobody")
    git(f, "config", "--global", "user.email", "nobody@example.org")
    for name in "host", "anna", "bob", "carl":
        f.must("keygen", "--no-passphrase", name)
    f.must("git-adit", "init", "cave", "-k", "host", "--rules", "saboteur", "--trusted-host", "--id", "cave",
           "--seat", "anna", "--seat", "bob", "--seat", "carl", "--option", "first=anna", "--now", table.at(0))
    git(f, "init", "-q", "--bare", "--template=", "-b", "main", "server.git")
    git(f, "push", "-q", "../server.git", "main", at="cave")
    os.rename(f.base + "/cave/.git/adit", f.base + "/server.git/adit")
    git(f, "clone", "-q", "server.git", "clone")
    git(f, "remote", "set-url", "origin", "../server.git", at="clone")
    move = f.must("read", "clone/turns", "-k", "anna", "--suggest").decode().strip()
    f.must("send", "-k", "anna", move, at="clone")
    f.must("send", "-k", "carl", "--say", "here", at="clone")
    host = ["git-adit", "host", "-k", "host", "--now", table.at(1)]
    send = ["send", "-k", "bob", "--say", "there"]
    return [
        table.Verb("git-host", host, look_next, at="server.git", sample=400, lines=2, is_safe=is_git),
        table.Verb("git-host-git", host, look, at="server.git", programs="git,dash", sample=200, lines=9),
        table.Verb("git-job-tools", [*host, "--fresh"], look, at="server.git", programs=TOOLS, sample=200, lines=9),
        table.Verb("git-send", send, look_sent, at="clone", sample=400, is_safe=is_git),
    ]


def look(f):
    """All branches but those of receipts, which are sealed; main is the same commits."""
    refs = git(f, "for-each-ref", "--format=%(refname) %(objectname)", "refs/heads/main", at="server.git")
    inbox = git(f, "for-each-ref", "--format=%(refname)", "refs/heads/inbox", at="server.git")
    receipts = git(f, "ls-tree", "-r", "--name-only", "main", at="server.git")
    wrong = subprocess.run(["git", "fsck", "--strict"], cwd=f.where + "/server.git", stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT).returncode
    files = [n for n in f.files() if n.startswith("server.git/adit/") and not re.search(r"/(receipts|fresh|state)", n)]
    return {"main": refs, "inbox": inbox, "files": receipts, "fsck": wrong, "adit": files}


def look_next(f):
    """The same after the next run: a cut at the end of one leaves what it made on the way."""
    next_one = f.run(["git-adit", "host", "-k", "host", "--now", table.at(1)], at="server.git")
    return {**look(f), "next": next_one.returncode}


def look_sent(f):
    """What the player has sent, which is another order each time, and that the host takes it."""
    host = f.run(["git-adit", "host", "-k", "host", "--now", table.at(1)], at="server.git")
    seen = look(f)
    seen["main"] = git(f, "rev-list", "--count", "main", at="server.git")
    return {"host": host.returncode, "sent": b"order of bob: taken" in host.stderr, **seen}
