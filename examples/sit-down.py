#!/usr/bin/env python3
"""Sit down at a table of a running house and play a round, by nothing but what the API offers.

    croupier serve --demo                                              # in one terminal
    python3 examples/sit-down.py http://127.0.0.1:7500 patron PASSWORD # in another; a table's number may follow
"""
import json
import sys
import time
import urllib.error
import urllib.request
import uuid

if len(sys.argv) < 4:
    sys.exit(__doc__)
address, name, password = sys.argv[1:4]
token = None


def ask(path, body=None):
    """GET, or POST where there is a body. What is refused comes back as a problem that says why."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            return json.load(urllib.request.urlopen(urllib.request.Request(address + path, data, headers), timeout=20))
        except urllib.error.HTTPError as error:
            if error.code != 503:
                return json.load(error)
            time.sleep(1)  # the house is busy: the same request, by its key, may be sent again


def well(answer):
    refused = isinstance(answer, dict) and str(answer.get("type", "")).startswith("/problems/")
    return sys.exit(f"refused: {answer['title']}: {answer.get('detail', '')}") if refused else answer


def order(seen, **what):
    """Every command has a key of its own, so that sent twice it is carried out once, and names what its sender has seen."""
    return {"key": str(uuid.uuid4()), "seen": seen, **what}


def money(minor):
    return f"{minor / 100:,.2f}"


# 1. Sign in, and choose a table.
token = well(ask("/v1/session", {"name": name, "password": password}))["token"]
tables = ask("/v1/tables")
for one in tables:
    print(f"{one['table']:>4}  {one['name']:<40} round {one['round']}, {one['taken']} seated")
wanted = int(sys.argv[4]) if len(sys.argv) > 4 else next(t["table"] for t in tables if t["game"] == "ohio/blackjack")
listed = next(one for one in tables if one["table"] == wanted)
path, cage = f"/v1/tables/{wanted}", f"/v1/cages/{listed['cage']}"

# 2. Buy chips at a free place: by that you sit down.
table = well(ask(path))
mine = next((seat["patron"] for seat in table["seats"] if seat["you"]), None)
if mine is None:
    taken = {seat["patron"] for seat in table["seats"]}
    mine = next(letter for letter in "ABCDEFGHIJKLMNOP" if letter not in taken)
wallet = well(ask(f"{cage}/wallet"))
chips = min(50_000, wallet["amount"])
well(ask(f"{cage}/buy-ins", order(wallet["seen"], table=wanted, seat=mine, amount=chips)))
while not any(seat["you"] and seat["stack"] for seat in table["seats"]):
    time.sleep(0.2)
    table = well(ask(path))
print(f"\nYou sit at {table['name']}, place {mine}, with {money(chips)} {listed['currency']}.")


def offers(kind):
    """What is offered to you now, of one kind."""
    return [o for o in table["view"]["awaits"] if o["by"] in (mine, "any patron") and kind in o["what"]]


def held():
    return {wager["wager"] for wager in table["view"]["wagers"] if wager["patron"] == mine}


def play(what):
    """Sends an input. If another input came first, it is refused and the next look shows the current offers."""
    answer = ask(f"{path}/inputs", order(table["seq"], input=what))
    print("  you:", json.dumps(what), "" if "seq" in answer else f"-> refused: {answer.get('detail', answer['title'])}")


def told(event):
    """A settlement line, with the paragraphs that command it; nothing for any other event."""
    line = event["what"].get("settled") if isinstance(event["what"], dict) else None
    if not line or line["patron"] != mine:
        return None
    paid = f" {money(line['paid'])}" if line["paid"] else ""
    return f"{line['wager']} {line['outcome']}{paid}, {money(line['returned'])} returned   {' '.join(line['rules'])}"


# 3. Play by what is offered, at the least stake, until what you staked is settled. A silent patron has 20 s.
lines, seen, until = [], table["seq"], time.time() + 240
while time.time() < until and not (lines and not held()):
    missing = [] if lines else [wager for wager in table["needed"] if wager not in held()]
    bets = [o for o in offers("bet") if o["what"]["bet"]["wager"] in missing]
    choices = [o for o in offers("choose") if o["what"]["choose"]["choice"]]
    choices.sort(key=lambda o: not o["default"])  # what silence means is a careful choice
    if choices and (choices[0]["default"] or table["view"]["due"]["kind"] == "choice"):
        about = choices[0]["what"]["choose"]
        amount = {"amount": choices[0]["amount"]["min"]} if choices[0]["amount"] else {}
        play({"choose": {"patron": mine, "hand": about["hand"], "choice": about["choice"], **amount}})
    elif bets:
        bet = bets[0]["what"]["bet"]
        play({"bet": {"patron": mine, "box": bet["box"], "wager": bet["wager"], "stake": bets[0]["amount"]["min"]}})
    time.sleep(0.5)
    for unit in ask(f"{path}/units?after={seen}"):
        seen = unit["seq"]
        lines += filter(None, map(told, unit["events"]))
    table = well(ask(path))
print("", "Settled:", *lines, sep="\n  ")

# 4. Take everything home.
well(ask(f"{path}/cash-outs", order(table["seq"], seat=mine)))
time.sleep(1)
print(f"\nYour wallet holds {money(well(ask(f'{cage}/wallet'))['amount'])} {listed['currency']}.")
