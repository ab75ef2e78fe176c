"""nginx in front of a server of tables, set up by the file that `docs/hosting.md` gives."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
OPENSSL = shutil.which("openssl")
GIVEN = Path(__file__).parents[3] / "docs" / "hosting" / "nginx.conf"
_WAIT_S = 20
_AROUND = """daemon off;
pid {folder}/pid;
error_log stderr;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/given.conf;
}}
"""


@contextmanager
def in_front(folder: Path, port: int) -> Iterator[str]:
    """Run nginx before a server on a port; yield its address.

    The file is the one that hosts are given: only name, ports and the certificate, which is signed
    by nobody, are others.
    """
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        own = found.getsockname()[1]
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(  # noqa: S603 - ours
        [
            *(OPENSSL or "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"),
            *("-subj", "/CN=localhost", "-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    given = GIVEN.read_text(encoding="utf-8")
    for said, meant in (
        ("127.0.0.1:8137", f"127.0.0.1:{port}"),
        ("listen 443 ssl", f"listen 127.0.0.1:{own} ssl"),
        ("server_name table.example", "server_name localhost"),
        ("/etc/letsencrypt/live/table.example/fullchain.pem", str(certificate)),
        ("/etc/letsencrypt/live/table.example/privkey.pem", str(key)),
        ("proxy_set_header Host $host;", "proxy_set_header Host $http_host;"),  # with the port
    ):
        assert said in given
        given = given.replace(said, meant)
    (folder / "given.conf").write_text(given, encoding="utf-8")
    around = folder / "nginx.conf"
    around.write_text(_AROUND.format(folder=folder), encoding="utf-8")
    said = folder / "nginx.log"
    with said.open("wb") as log:
        running = subprocess.Popen(  # noqa: S603 - ours
            [NGINX or "nginx", "-p", str(folder), "-c", str(around)], stderr=log
        )
    try:
        until = time.monotonic() + _WAIT_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", own), 1).close()
                break
            except OSError:
                if time.monotonic() > until or running.poll() is not None:
                    raise RuntimeError(said.read_text(encoding="utf-8")) from None
                time.sleep(0.05)
        yield f"https://localhost:{own}"
    finally:
        running.terminate()
        running.wait()
