#!/usr/bin/env python3
"""git over HTTPS on the loopback, for who has the password.

https.py FOLDER PORT-FILE CERTIFICATE LOG

Serves the repositories of FOLDER by `git http-backend`.  PORT-FILE gets the port that the system chose.  LOG gets a line
for each request, "401" or the name that it came with.
"""
import base64
import http.server
import os
import ssl
import subprocess
import sys

FOLDER, PORT_FILE, CERTIFICATE, LOG = sys.argv[1:5]
PASSWORD = "Basic " + base64.b64encode(b"anna:secret of anna").decode()


class Handler(http.server.BaseHTTPRequestHandler):
    """One request."""

    def answer(self):
        """Pass the request on, if it has the password."""
        known = self.headers.get("Authorization") == PASSWORD
        with open(LOG, "a", encoding="ascii") as log:
            log.write("anna\n" if known else "401\n")
        if not known:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="table"')
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        path, _, query = self.path.partition("?")
        env = dict(os.environ, GIT_PROJECT_ROOT=FOLDER, GIT_HTTP_EXPORT_ALL="1", PATH_INFO=path, QUERY_STRING=query,
                   REQUEST_METHOD=self.command, REMOTE_USER="anna", CONTENT_TYPE=self.headers.get("Content-Type", ""),
                   HTTP_CONTENT_ENCODING=self.headers.get("Content-Encoding", ""),
                   GIT_PROTOCOL=self.headers.get("Git-Protocol", ""))
        if self.headers.get("Transfer-Encoding") == "chunked":
            body = b""
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        env["CONTENT_LENGTH"] = str(len(body))
        out = subprocess.run(["git", "http-backend"], input=body, env=env, stdout=subprocess.PIPE, check=False).stdout
        head, _, text = out.partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        status = [line for line in lines if line.startswith("Status: ")]
        self.send_response(int(status[0].split()[1]) if status else 200)
        for line in lines:
            if not line.startswith("Status: "):
                self.send_header(*line.split(": ", 1))
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = answer

    def log_message(self, *_args):
        """Print nothing."""


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(CERTIFICATE)
server.socket = context.wrap_socket(server.socket, server_side=True)
with open(PORT_FILE + ".new", "w", encoding="ascii") as file:
    file.write(str(server.server_port))
os.rename(PORT_FILE + ".new", PORT_FILE)
server.serve_forever()
