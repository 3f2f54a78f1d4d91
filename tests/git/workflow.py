#!/usr/bin/env python3
"""Check a forge's workflow, and run its steps as that forge's runner does.

workflow.py check FILE
workflow.py run FILE ROOT USER CACHE LOG NAME=VALUE...

check: fails if the file lets more run than it should, with more rights, or if a text that a stranger chose can reach a
shell.

run: runs the jobs in the machine ROOT, a folder for chroot, as USER, in a new workspace.  CACHE is a folder for what
the forge's cache keeps.  LOG gets what the steps print.  NAME is that of a variable, a secret ("secrets.ADIT_KEY") or
whatever else the forge sets.  The status is 0 if the jobs end well; a workflow that is not for this event runs nothing,
and the status is 7.  A secret in LOG or CACHE is an error.
"""
import os
import re
import shutil
import subprocess
import sys

import yaml

CACHE_ACTION = r"actions/cache/(restore|save)@[0-9a-f]{40}"


def fail(text):
    sys.exit("workflow.py: " + text)


# ---- expressions of GitHub and Forgejo, and rules of GitLab ---------------------------------------

def evaluate(text, value, name):
    """The value of an expression, in which value gives that of a name."""
    parts = re.findall(r"'[^']*'|\"[^\"]*\"|&&|\|\||==|!=|[!()]|" + name + r"|\s+|.", text)
    words = []
    for part in parts:
        if part[0] in "'\"":
            words.append(repr(part[1:-1]))
        elif part in ("&&", "||", "!"):
            words.append({"&&": " and ", "||": " or ", "!": " not "}[part])
        elif part in ("==", "!=", "(", ")") or part.isspace():
            words.append(part)
        elif re.fullmatch(name, part):
            words.append(repr(value(part)))
        else:
            fail("cannot read the expression %r" % text)
    return eval("".join(words), {"__builtins__": {}})  # of our own file, and all words were looked at


ACTIONS_NAME = r"[a-z]+(?:\.[A-Za-z0-9_-]+)+"
GITLAB_NAME = r"\$[A-Z0-9_]+"


def fill(text, values):
    """The text with each ${{ NAME }} replaced."""
    return re.sub(r"\$\{\{\s*(.*?)\s*\}\}", lambda match: values(match.group(1)), str(text))


# ---- check ----------------------------------------------------------------------------------------

# What a stranger cannot choose.
SAFE = r"(secrets|vars)\.[A-Z_0-9]+|github\.token|runner\.(os|arch)|steps\.[a-z]+\.outputs\.[a-z-]+"


def check_text(text):
    """No expression of a stranger's text, and nothing of theirs is fetched into files."""
    for name in re.findall(r"\$\{\{\s*(.*?)\s*\}\}", text):
        if not re.fullmatch(SAFE, name):
            fail("uses " + name)
    for word in ("github.event", "github.head_ref", "GITHUB_HEAD_REF", "GITHUB_EVENT_PATH", "CI_MERGE_REQUEST",
                 "CI_COMMIT_MESSAGE", "CI_COMMIT_TITLE", "checkout", "FETCH_HEAD", "gh pr", "set -x", "eval "):
        if word in text:
            fail("uses " + word)


def check_actions(flow):
    on = flow[True]  # the word "on" is a boolean in YAML
    if set(on) != {"schedule", "workflow_dispatch", "pull_request_target"}:
        fail("runs on another event than the schedule, a click and a pull request to main")
    if flow["permissions"] not in ({"contents": "read", "pull-requests": "write"}, {"contents": "read"}):
        fail("may do more than it needs")
    if flow["concurrency"] != {"group": "adit", "cancel-in-progress": False}:
        fail("is cancelled by the next run")
    for job in flow["jobs"].values():
        if job["if"] != "github.ref == 'refs/heads/main'":
            fail("runs elsewhere than on main")
        for step in job["steps"]:
            # An expression in a script is text of the script, before any shell quotes it.
            if "${{" in step.get("run", ""):
                fail("has an expression in a script")
            if "uses" in step and not re.fullmatch(CACHE_ACTION, step["uses"]):
                fail("uses " + step["uses"])
            if step.get("with", {}).get("path", "~/adit") != "~/adit":
                fail("keeps another folder than that of the program")


def check_gitlab(flow):
    for rule in flow["workflow"]["rules"]:
        if not re.fullmatch(r'\$CI_COMMIT_BRANCH == "main" && \$CI_PIPELINE_SOURCE == "(schedule|web)"', rule["if"]):
            fail("runs elsewhere than on main, or on a push")
    job = flow["host"]
    if job["variables"]["GIT_STRATEGY"] != "none" or job["resource_group"] != "adit" or job["interruptible"]:
        fail("checks something out, or is cancelled by the next run")
    if job["cache"]["paths"] != ["adit/"] or job["artifacts"]["paths"] != ["public"]:
        fail("keeps another folder than those of the program and of the pages")


# ---- run ------------------------------------------------------------------------------------------

class Machine:
    """The machine of a job: commands in it, and what they print."""

    def __init__(self, root, user, log, values):
        self.root, self.user, self.log, self.values = root, user, log, values
        passwd = [line.split(":") for line in open(root + "/etc/passwd", encoding="utf-8")]
        entry = next(line for line in passwd if line[0] == user)
        self.uid, self.gid, self.home = int(entry[2]), int(entry[3]), entry[5]
        # GIT_CONFIG_GLOBAL and the like of the test are not the machine's.
        self.env = {k: v for k, v in os.environ.items() if k.lower() in ("http_proxy", "https_proxy", "no_proxy")}
        self.env.update(HOME=self.home, PATH="/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", USER=user)

    def folder(self, path):
        """An empty folder of the user's."""
        shutil.rmtree(self.root + path, ignore_errors=True)
        os.makedirs(self.root + path)
        self.run("root", ["chown", "-R", self.user, path], "/")
        return path

    def file(self, path, text=""):
        with open(self.root + path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chown(self.root + path, self.uid, self.gid)
        return path

    def run(self, user, command, folder, env=None):
        done = subprocess.run(["chroot", "--userspec=" + user, self.root, "sh", "-c", 'cd "$0" && exec "$@"', folder]
                              + command, env=dict(self.env, **(env or {})), stdin=subprocess.DEVNULL,
                              stdout=self.log, stderr=self.log, check=False)
        return done.returncode

    def script(self, shell, text, folder, env):
        # The file is not named as the job's own are, and has no mode that others can read.
        path = self.file("/tmp/step.sh", text)
        os.chmod(self.root + path, 0o600)
        return self.run(self.user, shell + [path], folder, env)


def copy(source, target, machine=None):
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target, symlinks=True)
    if machine:
        machine.run("root", ["chown", "-R", machine.user, target[len(machine.root):]], "/")


def run_actions(flow, machine, cache):
    """GitHub and Forgejo: a job is steps, each in a shell of its own."""
    values, done = machine.values, {}

    def value(name):
        if name.startswith("steps."):
            return done.get(name[6:], "")
        return values.get(name, "") if name.startswith(("vars.", "secrets.")) else values[name]

    for job in flow["jobs"].values():
        if not evaluate(job["if"], value, ACTIONS_NAME):
            return 7
        workspace = machine.folder("/workspace/cave/cave")
        temp = machine.folder("/workspace/temp")
        shutil.rmtree(machine.root + machine.home + "/adit", ignore_errors=True)
        env = {k: v for k, v in values.items() if re.fullmatch(r"[A-Z0-9_]+", k)}
        env.update(CI="true", GITHUB_ACTIONS="true", RUNNER_TEMP=temp, GITHUB_WORKSPACE=workspace)
        env.update((k, fill(v, value)) for k, v in job.get("env", {}).items())
        path = machine.env["PATH"]
        for number, step in enumerate(job["steps"]):
            if not evaluate(step.get("if", "'true'"), value, ACTIONS_NAME):
                continue
            print("::", step["name"], file=machine.log, flush=True)
            if "uses" in step:
                folder = step["with"]["path"].replace("~", machine.home)
                kept = os.path.join(cache, fill(step["with"]["key"], value))
                if "/save@" in step["uses"]:
                    copy(machine.root + folder, kept)
                elif os.path.isdir(kept):
                    copy(kept, machine.root + folder, machine)
                    done[step["id"] + ".outputs.cache-hit"] = "true"
                continue
            files = {k: machine.file("/workspace/%s.%d" % (k, number))
                     for k in ("GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_ENV")}
            status = machine.script(["bash", "-e"], step["run"], workspace, dict(
                env, PATH=path, **files, **{k: fill(v, value) for k, v in step.get("env", {}).items()}))
            for line in open(machine.root + files["GITHUB_OUTPUT"], encoding="utf-8"):
                name, _, text = line.rstrip("\n").partition("=")
                done[step["id"] + ".outputs." + name] = text
            for line in open(machine.root + files["GITHUB_PATH"], encoding="utf-8"):
                path = line.rstrip("\n") + ":" + path
            if status != 0:
                print(":: status", status, file=machine.log)
                return status
    return 0


def run_gitlab(flow, machine, cache):
    """GitLab: before_script and script of a job are one script; a variable of type file is the name of one."""
    values = machine.values
    project = machine.folder("/builds/club/cave")
    env = {k: v for k, v in values.items() if re.fullmatch(r"[A-Z0-9_]+", k)}
    env.update(CI="true", GITLAB_CI="true", CI_PROJECT_DIR=project)
    if not any(evaluate(rule["if"], lambda name: env.get(name[1:], ""), GITLAB_NAME)
               for rule in flow["workflow"]["rules"]):
        return 7
    machine.folder("/builds/secrets")
    for name, text in values.items():
        if name.startswith("secrets."):
            # A file, unless it is a token.
            word = name[8:]
            env[word] = text if word.endswith("_TOKEN") else machine.file("/builds/secrets/" + word, text + "\n")
    for stage in flow["stages"]:
        for name, job in flow.items():
            if not isinstance(job, dict) or job.get("stage") != stage:
                continue
            if not any(evaluate(rule["if"], lambda word: env.get(word[1:], ""), GITLAB_NAME)
                       for rule in job.get("rules", [{"if": "'true'"}])):
                continue
            print("::", name, file=machine.log, flush=True)
            kept = job.get("cache", {})
            for path in kept.get("paths", []):
                if os.path.isdir(os.path.join(cache, kept["key"], path)):
                    copy(os.path.join(cache, kept["key"], path), os.path.join(machine.root + project, path), machine)
            lines = "set -eo pipefail\n" + "\n".join(job.get("before_script", []) + job["script"]) + "\n"
            status = machine.script(["bash"], lines, project, dict(env, **job["variables"]))
            for path in kept.get("paths", []):
                if (status == 0 or kept.get("when") == "always") and os.path.isdir(os.path.join(machine.root + project, path)):
                    copy(os.path.join(machine.root + project, path), os.path.join(cache, kept["key"], path))
            if status != 0:
                print(":: status", status, file=machine.log)
                return status
            left = [path for path in job.get("artifacts", {}).get("paths", [])
                    if os.path.exists(os.path.join(machine.root + project, path))]
            for path in left:
                copy(os.path.join(machine.root + project, path), os.path.join(cache, "artifacts", path))
    return 0


def look_for_secrets(values, log, cache):
    """No line of a secret that is long enough to be one, in what everybody may see."""
    words = [line for name, text in values.items() if name.startswith("secrets.") or name == "github.token"
             for line in text.splitlines() if len(line) > 15 and not line.startswith(("-----", "untrusted comment", "#"))]
    files = [log] + [os.path.join(folder, name) for folder, _, names in os.walk(cache) for name in names]
    for name in files:
        with open(name, "rb") as file:
            data = file.read()
        for word in words:
            if word.encode() in data:
                fail("a secret is in " + os.path.basename(name))


def main():
    verb, name = sys.argv[1:3]
    with open(name, encoding="utf-8") as file:
        text = file.read()
    flow = yaml.safe_load(text)
    if verb == "check":
        check_text("\n".join(line for line in text.splitlines() if not re.match(r"\s*#", line)))
        (check_actions if "jobs" in flow else check_gitlab)(flow)
        return
    root, user, cache, log = sys.argv[3:7]
    values = dict(word.split("=", 1) for word in sys.argv[7:])
    os.makedirs(cache, exist_ok=True)
    with open(log, "w", encoding="utf-8") as file:
        status = (run_actions if "jobs" in flow else run_gitlab)(flow, Machine(root, user, file, values), cache)
    look_for_secrets(values, log, cache)
    sys.exit(status)


main()
