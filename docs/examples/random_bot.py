"""A whole solo match at random. Needs only the `websockets` package; docs/api.md explains what happens."""

import argparse
import http.cookiejar
import json
import random
import urllib.parse
import urllib.request
import uuid

from websockets.sync.client import connect


class Site:
    """Plain HTTP with the two cookies of the site: the guest and the CSRF token."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.opener.open(self.base + "/en/solo/").close()

    def post(self, path: str, **fields: str) -> dict:
        token = next(c.value for c in self.jar if c.name.endswith("csrftoken"))
        headers = {"Accept": "application/json", "X-CSRFToken": token, "Origin": self.base}
        body = urllib.parse.urlencode(fields).encode()
        with self.opener.open(urllib.request.Request(self.base + path, body, headers)) as answer:
            return json.load(answer)

    def socket(self, path: str):
        cookies = "; ".join(f"{c.name}={c.value}" for c in self.jar)
        url = self.base.replace("http", "ws", 1) + path
        return connect(url, origin=self.base, additional_headers={"Cookie": cookies})


def choose(view: dict, rng: random.Random) -> str | None:
    """Any legal word; `next` between two rounds; None while others are on turn."""
    if view["state"] in ("round-over", "between"):
        return "next"
    # "p 3C(*)" stands for a combination one would have to name; this player leaves them alone.
    words = [word for word in view["legal"] if not word.endswith("(*)")]
    return rng.choice(words) if words and view["turn"] == view["me"] else None


def play(socket, rng: random.Random) -> dict:
    """Plays until the match is over; returns the last view."""
    socket.send(json.dumps({"t": "hello", "p": 1, "lang": "en", "have": 0, "chat": 0, "format": "json"}))
    version = 0
    while True:
        try:
            message = json.loads(socket.recv(timeout=10))
        except TimeoutError:
            socket.send(json.dumps({"t": "ping", "v": version}))
            continue
        if message["t"] not in ("snapshot", "view") or message["v"] <= version:
            continue
        version, view = message["v"], message["view"]
        if view["state"] == "match-over":
            return view
        if word := choose(view, rng):
            socket.send(json.dumps({"t": "act", "id": str(uuid.uuid4()), "v": version, "do": word}))
        elif version % 8 == 0:  # the server wants to know that we keep up
            socket.send(json.dumps({"t": "ping", "v": version}))


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("base", help="address of the site, e.g. http://127.0.0.1:8000")
    args.add_argument("--preset", default="mau-mau")
    args.add_argument("--bots", default="easy,normal", help="strengths of the others")
    options = args.parse_args()
    site = Site(options.base)
    with site.socket(site.post("/en/solo/", preset=options.preset, bots=options.bots)["socket"]) as socket:
        view = play(socket, random.Random())
    for seat in sorted(view["seats"], key=lambda s: s["place"] or 9):
        print(f"{seat['place']}. {seat['name']}: {seat['score']} points, {seat['wins']} rounds won")


if __name__ == "__main__":
    main()
