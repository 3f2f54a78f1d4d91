#!/usr/bin/env python3
"""A git daemon for one folder, at a port of the loopback that the system chooses.

relay.py FOLDER PORT-FILE CUT-FILE

PORT-FILE gets the number of the port.  While there is a CUT-FILE, "WORD N", a connection in which the client says WORD
is cut off when the server has answered N bytes after that.
"""
import os
import socket
import subprocess
import sys
import threading


def serve(client, folder, word, left):
    """Pass on both directions until one ends."""
    server, other = socket.socketpair()
    daemon = subprocess.Popen(
        ["git", "daemon", "--inetd", "--export-all", "--enable=receive-pack", "--base-path=" + folder],
        stdin=other, stdout=other, stderr=subprocess.DEVNULL)
    other.close()
    said = threading.Event()

    def ask():
        try:
            while data := client.recv(65536):
                if word and word in data:
                    said.set()
                server.sendall(data)
            server.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    threading.Thread(target=ask, daemon=True).start()
    try:
        while data := server.recv(65536):
            if not said.is_set():
                client.sendall(data)
                continue
            client.sendall(data[:left])
            left -= len(data)
            if left <= 0:
                break
    except OSError:
        pass
    for end in client, server:
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        end.close()
    daemon.wait()


def main():
    folder, port_file, cut_file = sys.argv[1:]
    listener = socket.create_server(("127.0.0.1", 0))
    with open(port_file + ".new", "w", encoding="ascii") as file:
        print(listener.getsockname()[1], file=file)
    os.rename(port_file + ".new", port_file)
    while True:
        client, _ = listener.accept()
        word, left = b"", 0
        if os.path.exists(cut_file):
            with open(cut_file, "rb") as file:
                word, left = file.read().split()
        threading.Thread(target=serve, args=(client, folder, word, int(left)), daemon=True).start()


main()
