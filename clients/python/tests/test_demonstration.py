"""Against the real server: a round of each game, what is refused, and the scripts that newcomers run.

CLIENT_GAMES says how many games play, chosen by CROUPIER_SEED; all of them where it is not set.
"""

import os
import re
import subprocess
import sys
import textwrap
import time
import unittest
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from typing import Any

from demonstration import ROOT, Demonstration

from croupier_client import (
    Conflict,
    KeyUsed,
    NotEnough,
    NotFound,
    NotOffered,
    NotSignedIn,
    Question,
    Refused,
    Session,
    Table,
)
from croupier_client.generated.api.tables import play
from croupier_client.models import (
    InputBet,
    InputBetBody,
    InputChoose,
    InputChooseBody,
    Line,
    Play,
    UnitFrame,
    WhatSettled,
)
from croupier_client.stream import stream

# Chips that a player brings, in minor units.
CHIPS = 100_000
# How many tables are played at once: the machine has few processors.
AT_ONCE = 8
# The longest that a round may take, where wagers outlast several rolls too.
LONGEST = 180.0
SEED = os.environ.get("CROUPIER_SEED", "0")

demonstration: Demonstration


def setUpModule() -> None:
    global demonstration
    demonstration = Demonstration()


def tearDownModule() -> None:
    demonstration.stop()


def signed_in(name: str = "patron") -> Session:
    return Session.sign_in(demonstration.address, name, demonstration.password(name))


def settled_for(seat: str, unit: UnitFrame) -> list[Line]:
    settled = [event.what.settled for event in unit.events if isinstance(event.what, WhatSettled)]
    return [line for line in settled if line.patron == seat]


def play_round(table: Table, seat: str) -> list[Line]:
    """Bets what a round needs, and answers each question by lot, until everything is settled."""
    chance = Random(f"{SEED} {table.number}")
    lines: list[Line] = []
    last = table.now.seq
    for units in table.follow(seconds=LONGEST):
        for unit in units:
            assert unit.seq == last + 1, f"unit {unit.seq} came after {last}"
            last = unit.seq
            lines += settled_for(seat, unit)
        if lines and not table.wagers:
            return lines
        try:
            if table.question:
                table.choose(chance.choice(table.question.choices))
            elif not lines and table.missing and table.missing[0] in table.bets:
                table.bet(table.missing[0])
        except Conflict:
            table.look()  # another person was first: the next unit says more
    raise AssertionError(
        f"no round of {table.now.name} is settled: {table.now.view.due.text}; own wagers {table.wagers}"
    )


def tables_to_play() -> list[int]:
    """A table of each game, and of each game that a dealer deals: all, or as many as are asked for, by the seed."""
    one_of = {(table["game"], table["dealt"]): int(table["table"]) for table in demonstration.tables}
    numbers = sorted(one_of.values())
    some = os.environ.get("CLIENT_GAMES")
    chance = Random(SEED)
    return sorted(chance.sample(numbers, int(some))) if some else numbers


class Games(unittest.TestCase):
    def test_a_round_of_each_game_is_played_and_paid(self) -> None:
        with signed_in() as session, ThreadPoolExecutor(AT_ONCE) as threads:
            for number, played in [
                (number, threads.submit(self.visit, session, number)) for number in tables_to_play()
            ]:
                with self.subTest(table=number):
                    lines, seconds = played.result()
                    told = ", ".join(f"{line.wager} {line.outcome or line.kind}" for line in lines)
                    print(f"  table {number}, {seconds:.1f} s: {told}", file=sys.stderr)

    def visit(self, session: Session, number: int) -> tuple[list[Line], float]:
        start = time.monotonic()
        table = session.table(number)
        seat = table.sit(CHIPS)
        self.assertEqual((table.seat, table.chips), (seat, CHIPS))
        lines = play_round(table, seat)
        for line in lines:
            self.assertTrue(line.rules, line)
            self.assertTrue(session.rule(line.rules[0]).note, line)
        table.leave()
        self.assertEqual(table.chips, 0)
        return lines, time.monotonic() - start


class Commands(unittest.TestCase):
    def setUp(self) -> None:
        self.session = signed_in("patron-2")
        self.addCleanup(self.session.close)

    def blackjack(self) -> Table:
        """A seat at a blackjack table with open bets, and none of one's own."""
        tables = self.session.tables()
        table = self.session.table(
            next(each.table for each in tables if each.game == "ohio/blackjack" and not each.live)
        )
        table.sit(CHIPS)
        self.addCleanup(table.leave)
        for _ in table.follow(seconds=LONGEST):
            if "main" in table.bets and not table.wagers:
                return table
        self.fail("bets never open")

    def bet(self, table: Table, stake: int) -> InputBet:
        assert table.seat
        return InputBet(
            bet=InputBetBody(patron=table.seat, box=int(ord(table.seat) - ord("A")) + 1, wager="main", stake=stake)
        )

    def test_a_command_that_is_repeated_with_its_key_has_one_effect(self) -> None:
        table = self.blackjack()
        body = Play(key=uuid.uuid4(), seen=table.now.seq, input_=self.bet(table, 1_000))

        def send(sent: Play) -> tuple[int, bool]:
            played = self.session.ask(lambda http: play.sync_detailed(table.number, client=http, body=sent))
            return played.seq, played.again

        first, second = send(body), send(body)
        self.assertEqual((first[1], second), (False, (first[0], True)))
        table.look()
        self.assertEqual(table.chips, CHIPS - 1_000)
        body.input_ = self.bet(table, 2_000)
        with self.assertRaises(KeyUsed):
            send(body)

    def test_what_a_rule_forbids_names_the_rule_and_what_is_allowed(self) -> None:
        table = self.blackjack()
        with self.assertRaises(Refused) as caught:
            table.would_allow(self.bet(table, 1))
        self.assertEqual(caught.exception.status, 422)
        self.assertTrue(caught.exception.rules)
        assert caught.exception.allowed
        self.assertGreater(caught.exception.allowed.min_, 1)
        self.assertTrue(table.would_allow(self.bet(table, caught.exception.allowed.min_)))
        with self.assertRaises(NotOffered) as absent:
            table.bet("no-such-wager")
        self.assertIn("main", str(absent.exception))

    def test_money_that_is_not_there_cannot_be_spent(self) -> None:
        table = self.blackjack()
        there = self.session.wallet(table.now.cage).amount
        with self.assertRaises(NotEnough) as caught:
            table.sit(there + 1)
        problem = caught.exception.problem
        self.assertEqual((problem.wanted, problem.there), (there + 1, there))

    def asked(self, table: Table) -> Question:
        """Plays until the table asks."""
        for _ in table.follow(seconds=LONGEST):
            if table.question:
                return table.question
            if table.missing and table.missing[0] in table.bets:
                with suppress(Conflict):
                    table.bet(table.missing[0])
        self.fail("no question ever comes")

    def test_an_answer_belongs_to_its_question_and_has_a_time_limit(self) -> None:
        table = self.blackjack()
        question = self.asked(table)
        assert question.seconds_left is not None
        self.assertTrue(15 < question.seconds_left <= 20, question.seconds_left)
        option = question.options[0]
        assert table.seat
        body = InputChooseBody(patron=table.seat, hand=option.hand, choice=option.choice)
        with self.assertRaises(Conflict):
            table.play(InputChoose(choose=body), question=question.number - 1)
        self.assertFalse(table.choose(option.choice).again)

    def test_what_does_not_exist_is_not_found(self) -> None:
        with self.assertRaises(NotFound):
            self.session.table(10**9)
        with self.assertRaises(NotFound):
            next(stream(self.session, 10**9, 0, None, 5.0))

    def test_a_token_that_is_revoked_is_good_for_nothing(self) -> None:
        with self.assertRaises(NotSignedIn):
            Session.sign_in(demonstration.address, "patron", "not the password")
        with signed_in() as other:
            table = other.table(demonstration.tables[0]["table"])
            units = table.stream(seconds=60)
            next(units)
            other.sign_out()
            with self.assertRaises(NotSignedIn):
                list(units)
            with self.assertRaises(NotSignedIn):
                other.me()


class Scripts(unittest.TestCase):
    """What newcomers run."""

    def run_script(self, *command: str) -> str:
        ended = subprocess.run([sys.executable, *command], capture_output=True, text=True, timeout=300)
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        return ended.stdout

    def test_the_example_sits_down_at_tables_dealt_by_computer_and_by_a_dealer(self) -> None:
        live = next(table for table in demonstration.tables if table["dealt"] == "live")
        for table in ([], [str(live["table"])]):
            password = demonstration.password("patron")
            script = str(ROOT / "examples/sit-down.py")
            said = self.run_script(script, demonstration.address, "patron", password, *table)
            for expected in ("You sit at", "Settled:", "Your wallet holds"):
                self.assertIn(expected, said)
            self.assertRegex(said, r"[A-Z]{2}-[A-Z0-9]+-\d")

    def test_the_quick_start_of_the_readme_plays_a_round(self) -> None:
        text = (ROOT / "clients/python/README.md").read_text()
        program = re.search(r"```python\n(.*?)```", text, re.DOTALL)
        assert program
        lines = program[1]
        self.assertLessEqual(lines.count("\n"), 15)
        for written, meant in (
            ("http://127.0.0.1:7500", demonstration.address),
            ("PASSWORD", demonstration.password("patron-2")),
        ):
            self.assertIn(written, lines)
            lines = lines.replace(written, meant)
        lines = lines.replace('"patron"', '"patron-2"')
        self.assertRegex(self.run_script("-c", lines), r"(wins|loses|pushes|returned)")

    def test_any_operation_is_sent_as_the_readme_says(self) -> None:
        text = (ROOT / "clients/python/README.md").read_text()
        snippet = re.search(r"  ```python\n(.*?)  ```", text, re.DOTALL)
        assert snippet
        with signed_in() as session:
            table = session.table(demonstration.tables[0]["table"])
            play_round(table, table.sit(CHIPS))
            names: dict[str, Any] = {"session": session}
            exec(textwrap.dedent(snippet[1]), names)
            self.assertIn(table.number, [each.table for each in names["past"]])
            table.leave()


if __name__ == "__main__":
    unittest.main()
