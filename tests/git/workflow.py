#!/usr/bin/env python3
"""The steps of a forge's workflow, as the forge would give them to a shell.

workflow.py FILE NAME=VALUE...

Prints a shell script: for each job its steps with their environment, in which ${{ NAME }} is replaced by VALUE, one
after the other, each in a shell of its own that ends at the first failure.  What the file lets run, and with what
rights, is checked as far as a program can: it must not check out what somebody pushes, nor run on a push.
"""
import re
import shlex
import sys

import yaml


def fail(text):
    sys.exit("workflow.py: " + text)


def fill(text, values):
    def value(match):
        name = match.group(1).strip()
        return values[name] if name in values else fail("nobody set " + name)

    return re.sub(r"\$\{\{(.*?)\}\}", value, text)


def actions(flow, values):
    """GitHub and Forgejo: jobs of steps."""
    on = flow[True]  # the word "on" is a boolean in YAML
    if "push" in on or flow["permissions"] != {"contents": "write"}:
        fail("runs on a push, or may do more than it needs")
    if flow["concurrency"] != {"group": "adit", "cancel-in-progress": False}:
        fail("is cancelled by the next run")
    for job in flow["jobs"].values():
        if job["environment"] != "adit" or "refs/heads/main" not in job["if"]:
            fail("reaches the key from elsewhere than main")
        for step in job["steps"]:
            if "uses" in step:
                fail("uses " + step["uses"])
            yield {k: fill(v, values) for k, v in step.get("env", {}).items()}, fill(step["run"], values)


def gitlab(flow, _values):
    """GitLab: the lines of before_script and script are one script."""
    for rule in flow["workflow"]["rules"]:
        if 'CI_COMMIT_BRANCH == "main"' not in rule["if"] or "push" in rule["if"]:
            fail("runs elsewhere than on main, or on a push")
    job = flow["host"]
    if job["variables"] != {"GIT_STRATEGY": "none"} or job["resource_group"] != "adit" or job["interruptible"]:
        fail("checks something out, or is cancelled by the next run")
    yield {}, "\n".join(job["before_script"] + job["script"])


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        flow = yaml.safe_load(file)
    values = dict(word.split("=", 1) for word in sys.argv[2:])
    for env, run in (actions if "jobs" in flow else gitlab)(flow, values):
        words = " ".join(k + "=" + shlex.quote(v) for k, v in env.items())
        print("env %s bash -e -o pipefail -c %s || exit" % (words, shlex.quote(run)))


main()
