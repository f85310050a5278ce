"""Money in integer cents, and what a winning hand pays, in the law's own words."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Final

from pitboss.errors import NotationError

Cents = int
"""An amount of money. Whole cents; a meter below a cent is a Fraction of cents."""


def parse_money(text: str) -> Cents:
    """Read `$25`, `$1,000` or `0.50`.

    >>> parse_money("$10,000"), parse_money("$2.50")
    (1000000, 250)
    """
    match = re.fullmatch(r"\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?\s*", text)
    if not match:
        raise NotationError(f"{text!r} is not an amount of money. Write it as $5 or $2.50.")
    return int(match[1].replace(",", "")) * 100 + int((match[2] or "0").ljust(2, "0"))


def show_money(cents: Cents) -> str:
    """Money as it is printed.

    >>> show_money(1000000), show_money(250), show_money(-5)
    ('$10,000', '$2.50', '−$0.05')
    """
    dollars, rest = divmod(abs(cents), 100)
    return ("−" if cents < 0 else "") + f"${dollars:,}" + (f".{rest:02d}" if rest else "")


def show_range(least: Cents, most: Cents) -> str:
    """Limits as a sign has them.

    >>> show_range(1000, 50000)
    '$10 to $500'
    """
    return f"{show_money(least)} to {show_money(most)}"


def plain_money(cents: Cents) -> str:
    """Money as a plain decimal string, for machines.

    >>> plain_money(250), plain_money(1000000)
    ('2.50', '10000.00')
    """
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def parse_percent(text: str) -> Fraction:
    """Read a percentage exactly.

    >>> parse_percent("3.75%")
    Fraction(3, 80)
    """
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*%\s*", text)
    if not match:
        raise NotationError(f"{text!r} is not a percentage. Write it as 15% or 3.75%.")
    return Fraction(match[1]) / 100


def show_percent(share: Fraction) -> str:
    """A percentage as the law prints it.

    >>> show_percent(Fraction(3, 80))
    '3.75%'
    """
    return f"{_decimal(share * 100)}%"


@dataclass(frozen=True, slots=True)
class Odds:
    """What an outcome pays: odds to or for the stake, dollars, a share of a meter, or nothing.

    >>> [str(Odds.parse(t)) for t in ("3:2", "40-1", "2.5 to 1", "7 for 1", "$1,500", "push")]
    ['3 to 2', '40 to 1', '2.5 to 1', '7 for 1', '$1,500', 'push']
    >>> [str(Odds.parse(t)) for t in ("100% mega", "10% of meter", "200 to 1 + 100%")]
    ['100% of mega', '10% of meter', '200 to 1 + 100%']
    """

    win: Fraction = Fraction(0)
    """Paid for each `per` of the stake; the stake itself not counted."""
    per: int = 1
    dollars: Cents = 0
    share: Fraction = Fraction(0)
    meter: str = ""
    """The meter that `share` is taken from; empty if the wager has only one."""
    returned: bool = False
    """The stake is returned to the player with the win: *to*, not *for*."""

    def __hash__(self) -> int:
        """Without the fractions' own hashes, which take long."""
        return hash((self.win.numerator, self.per, self.dollars, self.meter, self.returned))

    @classmethod
    def parse(cls, text: str) -> Odds:
        """Read odds in any form the law prints."""
        parts = [_parse_part(part.strip(), text) for part in text.split("+")]
        first, *rest = parts
        if not rest:
            return first
        if len(rest) > 1 or not first.win or not rest[0].share:
            raise _unreadable(text)
        return replace(first, share=rest[0].share, meter=rest[0].meter)

    def __str__(self) -> str:
        if self in (PUSH, LOSS):
            return "push" if self.returned else "loss"
        parts = []
        if self.win:
            parts.append(f"{_decimal(self.win)} {'to' if self.returned else 'for'} {self.per}")
        if self.dollars:
            parts.append(show_money(self.dollars))
        if self.share:
            name = f" of {self.meter}" if self.meter else ""
            parts.append(f"{show_percent(self.share)}{name}")
        return " + ".join(parts)

    @property
    def is_fixed(self) -> bool:
        """Whether it pays nothing out of a meter."""
        return not self.share

    @property
    def ratio(self) -> Fraction:
        """Paid per unit staked, the stake itself not counted."""
        return self.win / self.per

    @property
    def net(self) -> Fraction:
        """What a unit staked gains or loses, where no meter pays.

        >>> Odds.parse("3 to 2").net, Odds.parse("loss").net
        (Fraction(3, 2), Fraction(-1, 1))
        """
        return self.gross(1) - 1

    def collected(self) -> Odds:
        """The same odds with the stake already taken: *to 1* read as *for 1*."""
        return replace(self, returned=False) if self.win else self

    def won(self, stake: Cents, scale: Fraction = Fraction(1)) -> Fraction:
        """Cents won in addition to this stake, without meters; dollars are paid `scale` times.

        >>> Odds.parse("3 to 2").won(1000), Odds.parse("$25").won(500, scale=Fraction(2))
        (Fraction(1500, 1), Fraction(5000, 1))
        """
        return self.ratio * stake + self.dollars * scale

    def gross(self, stake: Cents) -> Fraction:
        """Cents paid back on this stake, including a returned stake, where no meter pays.

        >>> Odds.parse("3 to 2").gross(1000), Odds.parse("$25").gross(500)
        (Fraction(2500, 1), Fraction(2500, 1))
        """
        if self.share:
            name = f"the {self.meter} meter" if self.meter else "the meter"
            raise NotationError(f"{self} cannot be paid: the amount on {name} is not known.")
        return self.won(stake) + self.returned * stake


PUSH: Final = Odds(returned=True)
LOSS: Final = Odds()


def _parse_part(part: str, whole: str) -> Odds:
    if part.lower() == "push":
        return PUSH
    if part.lower() in ("loss", "lose", "loses"):
        return LOSS
    if part.startswith("$"):
        return Odds(dollars=parse_money(part))
    number = r"(\d{1,3}(?:,\d{3})+|\d{1,9})(\.\d{1,9})?"
    if match := re.fullmatch(rf"{number}\s*(to|for|:|-)\s*(\d{{1,9}})", part, re.IGNORECASE):
        win = Fraction(match[1].replace(",", "") + (match[2] or ""))
        if win and int(match[4]):
            return Odds(win=win, per=int(match[4]), returned=match[3].lower() != "for")
    if match := re.fullmatch(r"(\d+(?:\.\d+)?%)\s*(?:of\s+)?(?:the\s+)?(.*)", part):
        share = parse_percent(match[1])
        if 0 < share <= 1:
            return Odds(share=share, meter=match[2].strip())
    raise _unreadable(whole)


def _unreadable(text: str) -> NotationError:
    if re.search(r"\d{10}", text):
        return NotationError(
            f"{text!r} is too large for a pay: its numbers have up to nine digits."
        )
    return NotationError(
        f"{text!r} is not a pay. Write it as 3 to 2, 7 for 1, $25, 10% of mega, "
        "200 to 1 + 100%, push or loss."
    )


def _decimal(number: Fraction) -> str:
    if number.denominator == 1:
        return str(number.numerator)
    return format((Decimal(number.numerator) / Decimal(number.denominator)).normalize(), "f")
