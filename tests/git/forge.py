#!/usr/bin/env python3
"""A forge at a port of the loopback that the system chooses: its git over HTTP, and what its API answers.

forge.py KIND FOLDER

KIND is github, gitlab or forgejo.  FOLDER holds what the forge knows:

    port            written: the number of the port
    log             written: one line for each request to the API: METHOD PATH BODY
    token           the only token that counts
    api             what GETs answer: lines PATH JSON; a line PATH NUMBER answers that status; all else is 404
    refuse          lines "METHOD PATH STATUS"; they answer that status
    REPOSITORY.git  bare repositories; everybody may read, the token may push

An answer or a change is taken only as the documentation of that forge has it: method, path, header of the token, type
of the content and keys of the body.
"""
import base64
import http.server
import json
import os
import re
import subprocess
import sys

KIND, FOLDER = sys.argv[1:3]
PREFIX = {"github": "", "gitlab": "/api/v4", "forgejo": "/api/v1"}[KIND]
# What may be written: method, path, keys of the body and their form, status.
TEXT = r"[A-Z][A-Za-z0-9 ,.:;']*"
WRITES = {
    "github": [("POST", r"/repos/club/cave/issues/\d+/comments", {"body": TEXT}, 201),
               ("PATCH", r"/repos/club/cave/pulls/\d+", {"state": "closed"}, 200)],
    "forgejo": [("POST", r"/repos/club/cave/issues/\d+/comments", {"body": TEXT}, 201),
                ("PATCH", r"/repos/club/cave/pulls/\d+", {"state": "closed"}, 201)],
    "gitlab": [("POST", r"/projects/club%2Fcave/merge_requests/\d+/notes", {"body": TEXT}, 201),
               ("PUT", r"/projects/club%2Fcave/merge_requests/\d+", {"state_event": "close"}, 200)],
}[KIND]
HEADER = {"github": ("Authorization", "Bearer "), "forgejo": ("Authorization", "token "),
          "gitlab": ("PRIVATE-TOKEN", "")}[KIND]


def read(name):
    try:
        with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""


class Handler(http.server.BaseHTTPRequestHandler):
    """One request."""

    def log_message(self, *_args):
        pass

    def answer(self, status, text=b"", kind="application/json"):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def body(self):
        if self.headers.get("Transfer-Encoding") == "chunked":
            data = b""
            while size := int(self.rfile.readline().strip() or b"0", 16):
                data += self.rfile.read(size)
                self.rfile.readline()
            return data
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def git(self, body):
        """git http-backend; a push is one of the user adit, whose password is the token."""
        path, _, query = self.path.partition("?")
        user = ""
        if self.headers.get("Authorization", "").startswith("Basic "):
            user, _, word = base64.b64decode(self.headers["Authorization"][6:]).decode().partition(":")
            user = user if word == read("token").strip() else ""
        if not user and "git-receive-pack" in self.path:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="forge"')
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        env = dict(os.environ, GIT_PROJECT_ROOT=FOLDER, GIT_HTTP_EXPORT_ALL="1", PATH_INFO=path, QUERY_STRING=query,
                   REQUEST_METHOD=self.command, CONTENT_TYPE=self.headers.get("Content-Type", ""),
                   CONTENT_LENGTH=str(len(body)), HTTP_CONTENT_ENCODING=self.headers.get("Content-Encoding", ""),
                   GIT_PROTOCOL=self.headers.get("Git-Protocol", ""), REMOTE_ADDR="127.0.0.1")
        if user:
            env["REMOTE_USER"] = user
        done = subprocess.run(["git", "http-backend"], input=body, env=env, stdout=subprocess.PIPE, check=False)
        head, _, text = done.stdout.partition(b"\r\n\r\n")
        fields = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if ": " in line)
        self.answer(int(fields.get("Status", "200").split()[0]), text, fields.get("Content-Type", "text/plain"))

    def may(self):
        """Is the token there, in the header that this forge reads, and nowhere else?"""
        wanted = HEADER[1] + read("token").strip()
        return self.headers.get(HEADER[0]) == wanted

    def write(self, path, body):
        for method, pattern, keys, status in WRITES:
            if self.command == method and re.fullmatch(pattern, path):
                try:
                    data = json.loads(body)
                except ValueError:
                    return 400
                if self.headers.get("Content-Type") != "application/json" or set(data) != set(keys):
                    return 422
                return status if all(re.fullmatch(form, data[key]) for key, form in keys.items()) else 422
        return 405

    def api(self, body):
        path = self.path[len(PREFIX):]
        with open(os.path.join(FOLDER, "log"), "a", encoding="utf-8") as file:
            file.write("%s %s %s\n" % (self.command, path, body.decode("utf-8", "replace")))
        if KIND == "github" and self.headers.get("Accept") != "application/vnd.github+json":
            return 415, b""
        if HEADER[0] in self.headers and not self.may():
            return 401, b"{}"
        for line in read("refuse").splitlines():
            if line.split()[:2] == [self.command, path]:
                return int(line.split()[2]), b"{}"
        if self.command != "GET":
            return (self.write(path, body) if self.may() else 401), b"{}"
        for line in read("api").splitlines():
            word, _, text = line.partition(" ")
            if word == path:
                return (int(text), b"{}") if text.isdigit() else (200, text.encode())
        return 404, b"{}"

    def serve(self):
        body = self.body()
        if ".git/" in self.path:
            self.git(body)
        elif self.path.startswith(PREFIX + "/"):
            self.answer(*self.api(body))
        else:
            self.answer(404)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = serve


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    with open(os.path.join(FOLDER, "port.new"), "w", encoding="utf-8") as file:
        file.write("%d\n" % server.server_address[1])
    os.rename(os.path.join(FOLDER, "port.new"), os.path.join(FOLDER, "port"))
    server.serve_forever()


main()
