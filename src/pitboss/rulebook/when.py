"""`when` conditions: parsed against the vocabulary, printed back, never executed as code."""

from __future__ import annotations

import ast
import itertools
import json
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from pitboss.cards import Rank, parse_cards, parse_rank, parse_suit
from pitboss.errors import NotationError, either, nearest
from pitboss.rulebook.vocabulary import CONSTANTS, SCOPES, SYNONYMS, WORDS, Held, Kind


@dataclass(frozen=True, slots=True)
class Const:
    """A number, a suit or a text."""

    kind: Kind
    value: int | str


@dataclass(frozen=True, slots=True)
class Say:
    """A word, about all cards seen or one group of them."""

    word: str
    scope: str = ""
    args: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Compare:
    """Two values compared."""

    op: str
    left: Condition
    right: Condition


@dataclass(frozen=True, slots=True)
class Not:
    """The negation of a part."""

    part: Condition


@dataclass(frozen=True, slots=True)
class Both:
    """Every part holds."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """At least one part holds."""

    parts: tuple[Condition, ...]


Condition = Const | Say | Compare | Not | Both | Either

_OPS: Final[dict[type[ast.cmpop], str]] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
COMPARE: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


_HOW: Final = "write words of the vocabulary, joined by and, or, not and comparisons"


@cache
def parse(text: str) -> Condition:
    """Read a condition, or say which of its words are unknown.

    >>> parse("pair and not suited")
    Both(parts=(Say(word='pair', scope='', args=()), Not(part=Say(word='suited', scope='', args=()))))
    """  # noqa: E501
    try:
        condition = _read(ast.parse(text.strip(), mode="eval").body)
        _expect_condition(condition)
    except NotationError as error:
        raise NotationError(f"{error} ({text!r})") from None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        single = re.search(r"[^=!<>]=[^=]", text)
        raise NotationError(
            f"cannot read the condition {text[:60]!r}: "
            + ("to compare, write == and not =" if single else _HOW)
        ) from None
    return condition


def show(condition: Condition) -> str:
    """Print a condition so that it can be read back.

    >>> show(parse("9 <= total <= 11 or (upcard.rank == Q and not suited)"))
    '(9 <= total and total <= 11) or (upcard.rank == Q and not suited)'
    """
    match condition:
        case Const(Kind.SUIT, value):
            return next(n for n, c in CONSTANTS.items() if c == (Kind.SUIT, value))
        case Const(Kind.TEXT, value):
            return json.dumps(value, ensure_ascii=False)
        case Const(_, value):
            return str(value)
        case Say(word, scope, args):
            name = f"{scope}.{word}" if scope else word
            return f"{name}({', '.join(map(show, args))})" if args else name
        case Compare(op, left, right):
            return f"{_operand(left, right)} {op} {_operand(right, left)}"
        case Not(part):
            return f"not {_bracket(part)}"
        case Both(parts):
            return " and ".join(map(_bracket, parts))
        case Either(parts):
            return " or ".join(map(_bracket, parts))


def _operand(value: Condition, other: Condition) -> str:
    """One side of a comparison; next to a rank, a number is written as a rank."""
    match value, other:
        case Const(Kind.NUMBER, int(number)), Say("rank" | "pair_rank"):
            return next((r.symbol for r in Rank if r == number), str(number))
    return show(value)


def _bracket(condition: Condition) -> str:
    text = show(condition)
    return f"({text})" if isinstance(condition, Both | Either) else text


def walk(condition: Condition) -> Iterator[Condition]:
    """The condition and every part of it."""
    yield condition
    match condition:
        case Say(_, _, parts) | Both(parts) | Either(parts):
            for part in parts:
                yield from walk(part)
        case Not(part):
            yield from walk(part)
        case Compare(_, left, right):
            yield from walk(left)
            yield from walk(right)


def words_of(said: Iterable[Condition]) -> Iterator[Say]:
    """Every word of these conditions."""
    return (part for condition in said for part in walk(condition) if isinstance(part, Say))


def scopes(part: Condition) -> tuple[str, ...]:
    """The groups of cards that a word is about."""
    if not isinstance(part, Say):
        return ()
    word = WORDS[part.word]
    return (part.scope,) if word.scoped else word.of


def choices_in(condition: Condition) -> frozenset[str]:
    """Keys of the readings and options that the condition asks for."""
    return frozenset(
        str(part.args[0].value)
        for part in walk(condition)
        if isinstance(part, Say) and part.word == "choice" and isinstance(part.args[0], Const)
    )


ALWAYS = Say("always")
NEVER = Not(ALWAYS)


def settled(condition: Condition, choices: Mapping[str, str]) -> Condition:
    """The condition with every `choice` answered, simplified."""

    def answer(word: Say) -> Condition:
        match word:
            case Say("choice", _, (Const(_, key),)):
                return Const(Kind.TEXT, choices[str(key)])
            case Say("in_suit", scope, (Say("choice", _, (Const(_, key),)),)):
                suit = parse_suit(choices[str(key)])
                return Say("in_suit", scope, (Const(Kind.SUIT, int(suit)),))
        return word

    return simplified(condition, answer)


Answer = Callable[[Say], Condition]
"""What is known of a word: its answer, or the word itself if nothing is."""


def simplified(condition: Condition, answer: Answer) -> Condition:
    """The condition as far as it is still open when the words that are known are answered.

    >>> pair, total = parse("pair"), parse("total >= 19")
    >>> show(simplified(Both((pair, total)), lambda word: ALWAYS if word == pair else word))
    'total >= 19'
    """
    match condition:
        case Say():
            return answer(condition)
        case Compare(op, left, right):
            a, b = simplified(left, answer), simplified(right, answer)
            if isinstance(a, Const) and isinstance(b, Const):
                return ALWAYS if COMPARE[op](a.value, b.value) else NEVER
            return Compare(op, a, b)
        case Not(part):
            inner = simplified(part, answer)
            return inner.part if isinstance(inner, Not) else Not(inner)
        case Both(parts):
            return _joined(parts, answer, Both, ALWAYS, NEVER)
        case Either(parts):
            return _joined(parts, answer, Either, NEVER, ALWAYS)
    return condition


def _joined(
    parts: tuple[Condition, ...],
    answer: Answer,
    kind: type[Both] | type[Either],
    neutral: Condition,
    decisive: Condition,
) -> Condition:
    left = [p for p in (simplified(part, answer) for part in parts) if p != neutral]
    if decisive in left:
        return decisive
    if not left:
        return neutral
    return left[0] if len(left) == 1 else kind(tuple(left))


def kind_of(condition: Condition) -> Kind:
    """The kind of value that a condition gives."""
    match condition:
        case Const(kind, _):
            return kind
        case Say(word, _, _):
            return WORDS[word].gives
    return Kind.YES_NO


def _read(node: ast.expr) -> Condition:
    match node:
        case ast.BoolOp(op, values):
            parts = _read_all(values, conditions=True)
            return Both(parts) if isinstance(op, ast.And) else Either(parts)
        case ast.UnaryOp(ast.Not(), operand):
            return Not(*_read_all([operand], conditions=True))
        case ast.Compare(left, ops, comparators):
            return _read_comparison(_read_all([left, *comparators]), ops)
        case ast.Constant(int(value)) if not isinstance(value, bool):
            return Const(Kind.NUMBER, value)
        case ast.Constant(str(value)):
            return Const(Kind.TEXT, value)
        case ast.Name(name) if name in CONSTANTS:
            return Const(*CONSTANTS[name])
        case ast.Call(target, args, []):
            return _read_word(target, args)
        case ast.Name() | ast.Attribute():
            return _read_word(node, [])
    raise NotationError(f"{ast.unparse(node)!r} is not allowed in a condition")


def _read_all(nodes: Iterable[ast.expr], conditions: bool = False) -> tuple[Condition, ...]:
    """Read each part, or say what is wrong with all of them; `conditions` are yes or no."""
    read: list[Condition] = []
    wrong: list[str] = []
    for node in nodes:
        try:
            read.append(_read(node))
            if conditions:
                _expect_condition(read[-1])
        except NotationError as error:
            wrong.append(str(error).removesuffix("."))
    if wrong:
        raise NotationError(_listed(wrong))
    return tuple(read)


def _listed(wrong: Iterable[str]) -> str:
    said, *others = dict.fromkeys(wrong)
    for other in others:
        said += f" And {other}" if said.endswith("?") else f"; and {other}"
    return said


def _read_comparison(values: Sequence[Condition], ops: list[ast.cmpop]) -> Condition:
    parts = []
    for (a, b), op in zip(itertools.pairwise(values), ops, strict=True):
        if type(op) not in _OPS:
            raise NotationError(f"conditions can compare only with {either(_OPS.values())}")
        if kind_of(a) is not kind_of(b):
            raise NotationError(
                f"{show(a)!r} is {kind_of(a).value}, {show(b)!r} is {kind_of(b).value}"
            )
        if kind_of(a) is Kind.YES_NO:
            raise NotationError("only numbers and choices can be compared, not conditions")
        if kind_of(a) is not Kind.NUMBER and _OPS[type(op)] not in ("==", "!="):
            raise NotationError(f"{kind_of(a).value} can be compared only with == or !=")
        parts.append(Compare(_OPS[type(op)], a, b))
    return parts[0] if len(parts) == 1 else Both(tuple(parts))


def _read_word(target: ast.expr, args: list[ast.expr]) -> Condition:
    match target:
        case ast.Name(word):
            scope = ""
        case ast.Attribute(ast.Name(scope), word):
            pass
        case _:
            raise NotationError(f"{ast.unparse(target)!r} is not allowed in a condition")
    if word in SCOPES and not scope:
        raise NotationError(f"{word!r} is a group of cards: ask about it, as in {word}.pair")
    wrong = [_unknown("group of cards", scope, SCOPES)] if scope not in ("", *SCOPES) else []
    wrong += [_unknown("word", word, [*WORDS, *CONSTANTS])] if word not in WORDS else []
    if wrong:
        raise NotationError(_listed(wrong))
    known = WORDS[word]
    if scope and not known.scoped:
        raise NotationError(f"{word!r} takes no prefix: it is {known.means}")
    if len(args) != len(known.takes):
        takes = f"takes {known.takes[0]}" if known.takes else "takes no arguments"
        raise NotationError(f"{word!r} {takes}")
    read = _read_all(args)
    for value, kind in zip(read, known.takes, strict=True):
        _check_argument(word, value, kind)
    return Say(word, scope, read)


def _check_argument(word: str, value: Condition, kind: str) -> None:
    if kind == "suit":
        chosen = isinstance(value, Say) and value.word == "choice"
        if kind_of(value) is not Kind.SUIT and not chosen:
            raise NotationError(f"{word!r} takes a suit, such as diamonds")
        return
    if not (isinstance(value, Const) and value.kind is Kind.TEXT):
        raise NotationError(f'{word!r} takes {kind} in quotes, as in "A K"')
    if kind in ("cards", "ranks"):
        held(str(value.value), only_ranks=kind == "ranks")


def held(text: str, only_ranks: bool = False) -> Held:
    """Ranks, and suits if given, of a text such as `J J A` or `Kd Kd`.

    >>> held("A Kd")
    ((14, None), (13, 1))
    """
    found: list[tuple[int, int | None]] = []
    for word in text.split():
        if word[-1:] in "cdhs":
            if only_ranks:
                raise NotationError(f"{text!r} must name ranks only")
            card = parse_cards(word)[0]
            found.append((int(card.rank), int(card.suit)))
        else:
            found.append((int(parse_rank(word)), None))
    if not found:
        raise NotationError("no cards are named")
    return tuple(found)


def _expect_condition(part: Condition) -> None:
    match part, kind_of(part):
        case _, Kind.YES_NO:
            return
        case Say(), Kind.NUMBER:
            hint = f": compare it, as in {show(part)} >= 2"
        case _, Kind.SUIT:
            hint = f": write in_suit({show(part)})"
        case _:
            hint = ""
    raise NotationError(f"{show(part)!r} is {kind_of(part).value}, not a condition{hint}")


def _unknown(what: str, name: str, known: Iterable[str]) -> str:
    said = name.lower()
    singular = (said, said.removesuffix("s"), said.removesuffix("es"))
    near = next((SYNONYMS[each] for each in singular if each in SYNONYMS), nearest(name, known))
    hint = f"; did you mean {either(near)}?" if near else ""
    return f"no {what} is called {name!r}{hint}"
