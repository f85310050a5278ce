"""Exact figures as text: rounded half-even at the end, a true minus sign, commas."""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

from pitboss.money import Cents, plain_money, show_money

Form = dict[str, Any]
"""Figures with how they are shown, by name: what is sent, printed and filed."""
DIGITS = 60
"""Places kept of a number that no fraction holds."""


def exact(number: Fraction) -> str:
    """A fraction in lowest terms, always with its denominator.

    >>> exact(Fraction(2, 4)), exact(Fraction(3))
    ('1/2', '3/1')
    """
    return f"{number.numerator}/{number.denominator}"


def fixed(number: Fraction, places: int, *, signed: bool = False) -> str:
    """That many places, rounded half-even.

    >>> fixed(Fraction(5, 2), 0), fixed(Fraction(-12345678, 1000), 2), fixed(Fraction(1, 3), 4)
    ('2', '−12,345.68', '0.3333')
    >>> fixed(Fraction(1, 8), 2, signed=True)
    '+0.12'
    """
    whole = round(number * 10**places)
    head, tail = divmod(abs(whole), 10**places)
    sign = "−" if whole < 0 else "+" if signed and whole else ""
    return f"{sign}{head:,}" + (f".{tail:0{places}d}" if places else "")


def percent(share: Fraction, places: int = 4, *, signed: bool = False) -> str:
    """A share of the stake.

    >>> percent(Fraction(4059, 125333))
    '3.2386%'
    """
    return f"{fixed(share * 100, places, signed=signed)}%"


def formatted(figure: float, form: str) -> str:
    """A figure in this format, with a true minus sign.

    >>> formatted(-0.203982, ".4f"), formatted(0.25, "+.1%"), formatted(-1500, ",.2f")
    ('−0.2040', '+25.0%', '−1,500.00')
    """
    return format(figure, form).replace("-", "−")


def estimated(share: Fraction, error: float) -> str:
    """A share and its standard error, to as many digits as the error allows.

    >>> estimated(Fraction(148157, 1000000), 0.00112), estimated(Fraction(1, 30), 0.4)
    ('14.8% ± 0.1', '3% ± 40')
    """
    return f"{estimates([share], error)[0]} ± {fixed(Fraction(error) * 100, _places(error))}"


def estimates(shares: Iterable[Fraction], error: float) -> list[str]:
    """Shares to as many digits as one standard error allows.

    >>> estimates([Fraction(148157, 1000000), Fraction(1, 3)], 0.00112)
    ['14.8%', '33.3%']
    """
    return [percent(share, _places(error)) for share in shares]


def _places(error: float) -> int:
    """Places of a percentage at which its error has one digit."""
    return max(0, -math.floor(math.log10(error * 100)))


def points(share: Fraction) -> str:
    """A difference of two percentages.

    >>> points(Fraction(10800, 12909299))
    '+0.0837'
    """
    return fixed(share * 100, 4, signed=True)


def probability(chance: Fraction) -> str:
    """Eight places, or as many as show four significant figures.

    >>> probability(Fraction(2, 125333)), probability(Fraction(1, 3 * 10**9))
    ('0.00001596', '0.0000000003333')
    """
    places = 8
    if chance:
        power = math.log10(chance.numerator) - math.log10(chance.denominator)
        places = max(places, 3 - math.floor(power))
    return fixed(chance, places)


def one_in(chance: Fraction) -> str:
    """Two places, one above a thousand; a dash for the impossible.

    >>> one_in(Fraction(2, 125333)), one_in(Fraction(60637, 626665)), one_in(Fraction(0))
    ('62,666.5', '10.33', '–')
    """
    if not chance:
        return "–"
    return fixed(1 / chance, 1 if 1 / chance > 1000 else 2)


def root(number: Fraction) -> Fraction:
    """The square root, exact if it is rational, otherwise to that many places.

    >>> root(Fraction(9, 4)), fixed(root(Fraction(2)), 6)
    (Fraction(3, 2), '1.414214')
    """
    n, d = number.numerator, number.denominator
    if math.isqrt(n) ** 2 == n and math.isqrt(d) ** 2 == d:
        return Fraction(math.isqrt(n), math.isqrt(d))
    scale = 10**DIGITS
    return Fraction(math.isqrt(n * scale * scale // d), scale)


def tries(missed: Fraction, chance: Fraction) -> int:
    """Fewest tries after which the chance of having had no success is no more than `missed`.

    >>> tries(Fraction(1, 2), Fraction(2, 125333))
    43437
    """
    with localcontext() as context:
        context.prec = DIGITS
        each = Decimal(chance.denominator - chance.numerator) / Decimal(chance.denominator)
        if not each:
            return 1
        wanted = Decimal(missed.numerator) / Decimal(missed.denominator)
        return math.ceil(wanted.ln() / each.ln())


def unlucky(chance: Fraction, rounds: int) -> Fraction:
    """Chance of no success in that many tries.

    >>> percent(unlucky(Fraction(2, 125333), 147159), 2)
    '9.55%'
    """
    with localcontext() as context:
        context.prec = DIGITS
        each = Decimal(chance.denominator - chance.numerator) / Decimal(chance.denominator)
        return Fraction((each.ln() * rounds).exp()) if each else Fraction(0)


def money(cents: Fraction | Cents | None, *, up: bool = False) -> str:
    """Dollars, with cents if there are any, rounded half-even or up; a dash for none.

    >>> money(Fraction(2530661, 2)), money(200000), money(Fraction(1001, 10), up=True), money(None)
    ('$12,653.30', '$2,000', '$1.01', '–')
    """
    if cents is None:
        return "–"
    return show_money(math.ceil(cents) if up else round(cents))


def cents(amount: Fraction) -> str:
    """A few cents, with any fraction of one.

    >>> cents(Fraction(5, 2)), cents(Fraction(25)), cents(Fraction(200))
    ('2.5¢', '25¢', '$2')
    """
    if amount >= 100:
        return money(amount)
    return (fixed(amount, 4).rstrip("0").rstrip(".") or "0") + "¢"


def plain(cents: Fraction | Cents | None, *, up: bool = False) -> str | None:
    """Dollars as a decimal string for machines.

    >>> plain(Fraction(2530661, 2)), plain(Fraction(1, 3), up=True)
    ('12653.30', '0.01')
    """
    if cents is None:
        return None
    return plain_money(math.ceil(cents) if up else round(cents))
