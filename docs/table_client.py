"""Sit at a table as a program: `python table_client.py http://127.0.0.1:8137/join#CODE`.

Plays the first legal action, whenever it is asked, with nothing but Python's own library. Every
request may be lost and sent again, for two minutes: its key makes sure that it is done once.
"""

import http.client
import json
import secrets
import sys
import time
import urllib.error
import urllib.parse
import urllib.request


class Seat:
    """A seat of a table, by its link."""

    def __init__(self, link):
        address, _, code = link.partition("#")
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        form = urllib.parse.urlencode({"token": code}).encode()
        with self.opener.open(address, form) as page:  # the cookie comes with it
            self.base = page.url.partition("?")[0].removesuffix("/lobby")

    def ask(self, path, body=None, patience_s=120):
        """Return status and JSON of an answer; asks again while the server is away."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Accept": "application/json", "Content-Type": "application/json"}
        request = urllib.request.Request(self.base + path, data, headers)
        for _ in range(2 * patience_s):
            try:
                with self.opener.open(request, timeout=60) as answer:
                    return answer.status, json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code not in (429, 502, 503, 504):
                    return error.code, json.load(error)
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(0.5)
        raise ConnectionError("the server is away")


def play(link):
    """Play until the game is over; return what each player got."""
    seat = Seat(link)
    while True:
        status, told = seat.ask("/view")
        if status == 409:  # play has not begun
            time.sleep(1)
            continue
        if status != 200:
            raise ConnectionError(told["reason"])
        view = told["view"]
        if view["returns"] is not None:
            return view["returns"]
        if view["your_choice"]:
            action = str(view["legal_actions"][0]["id"])
            body = {"action": action, "revision": view["revision"], "key": secrets.token_hex(8)}
            seat.ask("/choices", body)
        else:
            seat.ask(f"/update?n={told['n']}&wait=20")  # until something happens


if __name__ == "__main__":
    try:
        print(play(*sys.argv[1:]))
    except (OSError, TypeError, ValueError) as error:
        sys.exit(f"table_client.py LINK: {error}")
