"""A table, as one person sees it and plays at it."""

import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .generated.api.cages import buy_in
from .generated.api.tables import ask, cash_out, play, table, table_rules, units
from .generated.models import (
    AmountRange,
    Ask,
    Await,
    AwaitedBet,
    AwaitedBetBody,
    AwaitedChoose,
    BuyIn,
    CashOut,
    InputBet,
    InputBetBody,
    InputChoose,
    InputChooseBody,
    Play,
    Played,
    RulesNow,
    SeatNow,
    TableNow,
    UnitFrame,
    WagerView,
    Wallet,
)
from .generated.types import UNSET
from .generated.unions import Input
from .problems import NoAnswer
from .stream import stream

if TYPE_CHECKING:
    from .session import Session

# The places of a table.
SEATS = "ABCDEFGHIJKLMNOP"
# Seconds between two looks while money is on its way.
PAUSE = 0.1


class NotOffered(LookupError):
    """The table does not offer this now."""


@dataclass(frozen=True)
class Option:
    """A choice that is offered to this person."""

    choice: str
    hand: str
    amounts: AmountRange | None
    """The amounts that it may have; none where it has no amount."""
    is_asked: bool
    """Whether the table waits for it; other choices may be taken or not."""
    is_silence: bool
    """Whether it is taken when the time to answer runs out."""


@dataclass(frozen=True)
class Question:
    """What the table asks this person now."""

    number: int
    """Names the question: an answer is carried out only while the table asks that."""
    options: list[Option]
    deadline: float | None
    """When the time to answer runs out, on the clock of `time.monotonic`; none without a limit."""

    @property
    def choices(self) -> list[str]:
        """The ids of the choices."""
        return [option.choice for option in self.options]

    @property
    def silence(self) -> str | None:
        """The choice that is taken when the time runs out; none where silence means that nothing is chosen."""
        return next((option.choice for option in self.options if option.is_silence), None)

    @property
    def seconds_left(self) -> float | None:
        """How long there is to answer; none without a limit."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())


class Table:
    """A table, as one person sees it. `now` is how it stood when it was last looked at; every command looks again.

    Amounts are in minor units of the table's currency.
    """

    def __init__(self, session: "Session", number: int) -> None:
        self.session = session
        self.number = number
        self.now: TableNow = self.look()

    def look(self) -> TableNow:
        """Looks at the table again."""
        return self._saw(self.session.ask(lambda http: table.sync_detailed(self.number, client=http)))

    def _saw(self, now: TableNow) -> TableNow:
        self.now = now
        # The house's clock is not this machine's: what counts is the time that was left.
        left = None if now.until is None else (now.until - now.now) / 1_000_000
        self._deadline = None if left is None else time.monotonic() + left
        return now

    @property
    def _own_seat(self) -> SeatNow | None:
        return next((seat for seat in self.now.seats if seat.you), None)

    @property
    def seat(self) -> str | None:
        """The own place, by its letter; none before `sit`."""
        return self._own_seat.patron if self._own_seat else None

    @property
    def chips(self) -> int:
        """The chips at the own place, without those that are staked."""
        return self._own_seat.stack if self._own_seat else 0

    @property
    def wagers(self) -> list[WagerView]:
        """The own wagers that lie on the layout."""
        return [wager for wager in self.now.view.wagers if wager.patron == self.seat]

    @property
    def missing(self) -> list[str]:
        """The wagers that a round needs and that this person has not made."""
        made = {wager.wager for wager in self.wagers}
        return [wager for wager in self.now.needed if wager not in made]

    @property
    def offers(self) -> list[Await]:
        """What this person may send now."""
        return [offer for offer in self.now.view.awaits if offer.by in (self.seat, "any patron")]

    @property
    def bets(self) -> list[str]:
        """The wagers that this person may make or raise now."""
        return [wager for offer in self.offers for wager in _wagers(offer, dealers=False)]

    @property
    def question(self) -> Question | None:
        """What the table asks this person now."""
        asked = [option for option in self.options if option.is_asked]
        return Question(self.now.question, asked, self._deadline) if asked else None

    @property
    def options(self) -> list[Option]:
        """The choices that this person may take now, asked or not."""
        return [option for offer in self.offers if (option := _option(offer))]

    def sit(self, chips: int, seat: str | None = None) -> str:
        """Buys chips, and by that sits down: at this place, at the own one, or at the first that is free."""
        taken = {each.patron for each in self.now.seats}
        place = seat or self.seat or next((letter for letter in SEATS if letter not in taken), None)
        if place is None:
            raise NotOffered("all places of the table are taken")
        before, cage = self.chips, self.now.cage
        seen = self.session.wallet(cage).seen
        body = BuyIn(key=uuid.uuid4(), seen=seen, table=self.number, seat=place, amount=chips)
        self.session.ask(lambda http: buy_in.sync_detailed(cage, client=http, body=body))
        until = time.monotonic() + self.session.patience
        while self.look() and self.chips <= before:
            if time.monotonic() > until:
                raise NoAnswer("the chips have not arrived", self.look)
            time.sleep(PAUSE)
        return place

    def leave(self) -> Wallet:
        """Takes all chips to the wallet, and returns that. Wagers stay on the layout until they are settled."""
        cage, taken = self.now.cage, self.chips
        before = wallet = self.session.wallet(cage)
        body = CashOut(key=uuid.uuid4(), seen=self.now.seq, seat=self._own_place())
        self.session.ask(lambda http: cash_out.sync_detailed(self.number, client=http, body=body))
        until = time.monotonic() + self.session.patience
        while taken and wallet.amount == before.amount:
            if time.monotonic() > until:
                raise NoAnswer("the money has not arrived", lambda: self.session.wallet(cage))
            time.sleep(PAUSE)
            wallet = self.session.wallet(cage)
        self.look()
        return wallet

    def bet(self, wager: str, stake: int | None = None, box: int | None = None, *, dealers: bool = False) -> Played:
        """Places a wager that is offered: by default at the least stake, on the own box or else the first free one."""
        offered = [offer for offer in self.offers if wager in _wagers(offer, dealers)]
        if not offered:
            names = ", ".join(name for offer in self.offers for name in _wagers(offer, dealers))
            raise NotOffered(f"no bet on {wager} is offered now; offered are: {names or 'none'}")
        # Boxes on which other stakes are allowed, such as the own one, stand in an offer of their own.
        at = {each: offer for offer in offered for each in [_bet(offer).box, *(offer.also_on or [])]}
        if box is None:
            box = self._box(list(at))
        if box not in at:
            raise NotOffered(f"no bet on {wager} is offered on box {box} now; offered are boxes {list(at)}")
        if stake is None:
            least = at[box].amount
            stake = least.min_ if least else 0
        body = InputBetBody(patron=self._own_place(), box=box, wager=wager, stake=stake)
        body.beneficiary = "dealers" if dealers else "patron"
        return self.play(InputBet(bet=body))

    def _box(self, offered: list[int]) -> int:
        """Of several boxes the own one, or else the first that is not kept for another patron."""
        own = {int(wager.spot.partition(".")[0]) for wager in self.wagers}
        own.update(place.box for place in self.now.places if place.you)
        kept = {place.box for place in self.now.places if not place.you}
        free = [box for box in offered if box not in kept]
        return next((box for box in offered if box in own), next(iter(free), offered[0]))

    def choose(self, choice: str, amount: int | None = None, hand: str | None = None) -> Played:
        """Takes a choice that is offered, with the least amount where it needs one and none is given.

        An answer to a question names it: if the table asks something else by then, it is refused with a `Conflict`.
        """
        offered = [option for option in self.options if hand in (None, option.hand)]
        option = next((each for each in offered if each.choice == choice), None)
        if option is None:
            names = ", ".join(each.choice for each in offered)
            raise NotOffered(f"the choice {choice} is not offered now; offered are: {names or 'none'}")
        if amount is None and option.amounts:
            amount = option.amounts.min_
        body = InputChooseBody(patron=self._own_place(), hand=option.hand, choice=choice)
        body.amount = UNSET if amount is None else amount
        return self.play(InputChoose(choose=body), question=self.now.question if option.is_asked else None)

    def play(self, input: Input, question: int | None = None) -> Played:
        """Sends any input, with a key of its own, as an answer to what was last looked at."""
        body = Play(key=uuid.uuid4(), seen=self.now.seq, input_=input, question=UNSET if question is None else question)
        played = self.session.ask(lambda http: play.sync_detailed(self.number, client=http, body=body))
        if played.table:
            self._saw(played.table)
        else:
            self.look()
        return played

    def would_allow(self, input: Input) -> bool:
        """Whether an input would be granted now; where a rule forbids it, `Refused` says which."""
        return self.session.ask(
            lambda http: ask.sync_detailed(self.number, client=http, body=Ask(input_=input))
        ).allowed

    def rules(self) -> RulesNow:
        """The rules of the game, with the casino's choices for this table."""
        return self.session.ask(lambda http: table_rules.sync_detailed(self.number, client=http))

    def units(self, after: int = 0) -> list[UnitFrame]:
        """Units after one, as this person may see them: a first part of them where there are many."""
        return self.session.ask(lambda http: units.sync_detailed(self.number, client=http, after=after))

    def stream(self, after: int | None = None, seconds: float | None = None) -> Iterator[UnitFrame]:
        """Every unit after one, or after the last look, as it happens: for `seconds`, or until the caller stops.

        Lost connections are opened again after the last unit. A unit with `what == "lost"` says that the database has
        lost units: look again. Raises `UnitsLost` where the server has lost the last unit that was received, and
        `NotSignedIn` when the token is revoked.
        """
        return stream(self.session, self.number, self.now.seq if after is None else after, None, seconds)

    def follow(self, seconds: float | None = None) -> Iterator[list[UnitFrame]]:
        """For the loop of a player: yields at once, and after whatever happens, when the table was looked at again."""
        units = self.stream(seconds=seconds)
        yield []
        for unit in units:
            if unit.seq > self.now.seq:
                self.look()
            yield [unit]

    def _own_place(self) -> str:
        if self.seat is None:
            raise NotOffered("you have no place at the table: sit down first")
        return self.seat


def _option(offer: Await) -> Option | None:
    """The choice that is offered, if the offer is of one."""
    if not isinstance(offer.what, AwaitedChoose) or not offer.what.choose.choice:
        return None
    choice, hand = offer.what.choose.choice, offer.what.choose.hand
    return Option(choice, hand, offer.amount, is_asked=offer.due or offer.default, is_silence=offer.default)


def _bet(offer: Await) -> AwaitedBetBody:
    assert isinstance(offer.what, AwaitedBet)
    return offer.what.bet


def _wagers(offer: Await, dealers: bool) -> list[str]:
    """The wagers that an offer is of: none if it is of something else."""
    if not isinstance(offer.what, AwaitedBet) or bool(offer.what.bet.for_dealers) != dealers:
        return []
    return offer.what.bet.targets or [offer.what.bet.wager]
