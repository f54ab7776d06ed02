#!/usr/bin/env python3
"""Sit down at a table of a running house and play a round, through the client of clients/python.

In one terminal, then in another:

    croupier serve --demo
    just client && pip install target/client/croupier_client-*.whl
    python3 examples/sit-down.py http://127.0.0.1:7500 patron PASSWORD # a table's number may follow
"""

import sys

from croupier_client import Conflict, Refused, Session
from croupier_client.models import WhatSettled

if len(sys.argv) < 4:
    sys.exit(__doc__)
address, name, password = sys.argv[1:4]

with Session.sign_in(address, name, password) as session:
    tables = {listed.table: listed for listed in session.tables()}
    for one in tables.values():
        print(f"{one.table:>4}  {one.name:<40} round {one.round_}, {one.taken} seated")
    first = next(one.table for one in tables.values() if one.game == "ohio/blackjack")
    table = session.table(int(sys.argv[4]) if len(sys.argv) > 4 else first)
    seat = table.sit(min(50_000, session.wallet(table.now.cage).amount))
    print(f"\nYou sit at {table.now.name}, place {seat}, with {table.chips / 100:,.2f} {table.now.view.currency}.")

    # Play by what is offered, at the least stake, until what you staked is settled.
    settled: list[str] = []
    for units in table.follow(seconds=240):
        for event in (event for unit in units for event in unit.events):
            if isinstance(event.what, WhatSettled) and event.what.settled.patron == seat:
                line = event.what.settled
                money = f"{line.paid / 100:,.2f} paid, {line.returned / 100:,.2f} returned"
                settled.append(f"{line.wager} {line.outcome or line.kind}, {money}   {' '.join(line.rules)}")
        if settled and not table.wagers:
            break
        try:
            if table.question:  # silence is a careful choice, and so is the last one
                table.choose(table.question.silence or table.question.choices[-1])
            elif not settled and table.missing and table.missing[0] in table.bets:
                table.bet(table.missing[0])
        except (Conflict, Refused) as refused:
            print(f"  {refused}")  # something else came first: the next unit tells what
    print("", "Settled:", *settled, sep="\n  ")
    print(f"\nYour wallet holds {table.leave().amount / 100:,.2f} {table.now.view.currency}.")
