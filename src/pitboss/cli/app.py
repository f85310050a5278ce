"""The commands and their options; each imports what it runs only when it runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, CycloptsError, Parameter, UnusedCliTokensError

from pitboss import __version__
from pitboss.cli import command
from pitboss.errors import PitbossError, either, nearest

app = App(
    name="pitboss",
    version=__version__,
    help="Casino table games from their written rules.",
    help_epilogue="""Three things to try:
  pitboss rules --jurisdiction pennsylvania
  pitboss rules show perfect-pairs
  pitboss rules search "suited blackjack"
""",
    help_format="plaintext",
    default_parameter=Parameter(negative_iterable=()),
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)
rules = App(
    name="rules",
    help="The law as data: list, show, search, compare, check and write rules.",
    help_epilogue="""Examples:
  pitboss rules --jurisdiction colorado --progressive
  pitboss rules show perfect-pairs
""",
)
app.command(rules)

Json = Annotated[
    bool, Parameter(name="--json", negative="", show_default=False, help="Print JSON alone.")
]
When = Annotated[
    bool,
    Parameter(
        name="--when",
        negative="",
        show_default=False,
        help="Show conditions too, in the words of a rule file.",
    ),
]
Folders = Annotated[
    tuple[Path, ...],
    Parameter(
        name="--rulebook",
        negative="",
        show_default=False,
        help="A folder or file of your own rules, beside the law; may be given again. "
        "PITBOSS_RULEBOOK may name some too.",
    ),
]

NoMatter = Annotated[Folders, Parameter(show=False)]
"""Taken by every rules command, though this one has no use for it."""


def start(arguments: Sequence[str]) -> int:
    """Run one command and give its exit status."""
    if not arguments or {"-h", "--help", "help"} & set(arguments):
        _prepare_help(app)
    try:
        status = app(list(arguments), exit_on_error=False, print_error=False, help_on_error=False)
    except UnusedCliTokensError as error:
        raise PitbossError(_unused(list(error.unused_tokens or ()), arguments)) from None
    except CycloptsError as error:
        said = f"{error}\nTry {command()} {_command(arguments)}--help."
        raise PitbossError(said) from None
    return status if isinstance(status, int) else 0


def _prepare_help(here: App) -> None:
    """Print help as everything else is printed, its examples as the user would type them."""
    from pitboss.cli.screen import Screen

    here.console = Screen()
    if here.help_epilogue:
        here.help_epilogue = here.help_epilogue.replace("  pitboss ", f"  {command()} ")
    for name in here:
        if not name.startswith("-"):
            _prepare_help(here[name])


def _command(arguments: Sequence[str]) -> str:
    """The words of the command line that name a command, each with a space after it."""
    words, here = "", app
    for word in arguments:
        if word.startswith("-") or word not in here:
            break
        words, here = f"{words}{word} ", here[word]
    return words


def _unused(tokens: list[str], arguments: Sequence[str]) -> str:
    if _command(arguments) != "rules ":
        extra = either([repr(t) for t in tokens], "and")
        return f"{extra} is not expected here.\nTry {command()} {_command(arguments)}--help."
    commands = [name for name in rules if not name.startswith("-")]
    if near := nearest(tokens[0], commands):
        return f"No command is called {tokens[0]!r}. Did you mean rules {either(near)}?"
    return f"rules takes no name. To see one entry: {command()} rules show {tokens[0]}"


@rules.default
def _list(
    *,
    jurisdiction: Annotated[str | None, Parameter(help="Only this jurisdiction.")] = None,
    game: Annotated[str | None, Parameter(help="Only wagers offered with this game.")] = None,
    decks: Annotated[int | None, Parameter(help="Only what may be dealt from so many.")] = None,
    progressive: Annotated[
        bool | None, Parameter(help="Only wagers with a meter, or only those without.")
    ] = None,
    kind: Annotated[Literal["wager", "game"] | None, Parameter(help="Only these.")] = None,
    json: Json = False,
    rulebook: Folders = (),
) -> None:
    """List the wagers and games of the rulebook."""
    from pitboss.cli.listing import list_entries
    from pitboss.cli.screen import rulebook as load
    from pitboss.rulebook.find import select

    book = load(rulebook)
    found = select(
        book, where=jurisdiction, game=game, decks=decks, progressive=progressive, kind=kind
    )
    list_entries(book, found, decks=decks, as_json=json)


rules.command(_list, name="list", show=False)


@app.command(name="help", show=False)
def _help() -> None:
    """Show the commands."""
    app.help_print([])


@rules.command(name="help", show=False)
def _rules_help() -> None:
    """Show the commands."""
    app.help_print(["rules"])


@rules.command(
    help_epilogue="""Examples:
  pitboss rules show perfect-pairs
  pitboss rules show pennsylvania/jackpot-party --table "P17 option A"
  pitboss rules show 633c.6 --decks 6
"""
)
def show(
    name: Annotated[str, Parameter(help="An id, a key, a name or a section of the law.")],
    /,
    *,
    table: Annotated[str | None, Parameter(help="Only this pay table.")] = None,
    decks: Annotated[int | None, Parameter(help="Only pay tables for so many decks.")] = None,
    when: When = False,
    json: Json = False,
    rulebook: Folders = (),
) -> None:
    """Show a wager, a game or a section: facts, pay tables, clauses and readings."""
    from pitboss.cli.screen import rulebook as load
    from pitboss.cli.show import show_entries

    show_entries(load(rulebook), name, table, decks=decks, when=when, as_json=json)


@rules.command(
    help_epilogue="""Examples:
  pitboss rules readings --low
  pitboss rules readings 633c.6
"""
)
def readings(
    name: Annotated[
        str | None, Parameter(help="Only those of this section, wager or game, or this one.")
    ] = None,
    /,
    *,
    low: Annotated[
        bool,
        Parameter(negative="", show_default=False, help="Only those that the house must choose."),
    ] = False,
    json: Json = False,
    rulebook: Folders = (),
) -> None:
    """List the doubtful clauses: their choices, the default and why, and what they bear on."""
    from pitboss.cli.readings import list_readings
    from pitboss.cli.screen import rulebook as load

    list_readings(load(rulebook), name, low=low, as_json=json)


@rules.command(help_epilogue='Example:\n  pitboss rules search "suited blackjack"\n')
def search(
    *words: Annotated[str, Parameter(help="Words that an entry must hold.")],
    all: Annotated[bool, Parameter(negative="", show_default=False, help="Show all hits.")] = False,
    json: Json = False,
    rulebook: Folders = (),
) -> None:
    """Search names, hands, clauses and readings."""
    from pitboss.cli.screen import rulebook as load
    from pitboss.cli.search import show_hits

    show_hits(load(rulebook), " ".join(words), show_all=all, as_json=json)


@rules.command(
    help_epilogue="""Examples:
  pitboss rules diff trilux-bonus --between colorado south_dakota
  pitboss rules diff colorado/21-plus-3 colorado/21-plus-3-xtreme
"""
)
def diff(
    name: Annotated[str, Parameter(help="An id, a key or a name.")],
    other: Annotated[str | None, Parameter(help="The one to compare it with.")] = None,
    /,
    *,
    between: Annotated[
        tuple[str, str] | None, Parameter(help="Two jurisdictions that both have it.")
    ] = None,
    when: When = False,
    json: Json = False,
    rulebook: Folders = (),
) -> None:
    """Show what differs between two wagers or two games, their wagers included."""
    from pitboss.cli.diff import show_differences
    from pitboss.cli.screen import rulebook as load
    from pitboss.rulebook.diff import pair

    book = load(rulebook)
    show_differences(book, *pair(book, name, other, between), when=when, as_json=json)


@rules.command(
    help_epilogue="""Examples:
  pitboss rules check
  pitboss rules check rulebook/lucky-sevens.toml
"""
)
def check(
    *paths: Annotated[Path, Parameter(help="Folders or files to check; without any, the law.")],
    json: Json = False,
    rulebook: Folders = (),
) -> int:
    """Check rule files: every fault with file and line, then what is worth a second look."""
    from pitboss.cli.check import check_rules

    return check_rules((*rulebook, *paths), as_json=json)


@rules.command(help_epilogue='Example:\n  pitboss rules new "Lucky Sevens"\n')
def new(
    name: Annotated[str, Parameter(help="What the wager is called.")],
    /,
    *,
    folder: Annotated[Path, Parameter(help="Where to write it.")] = Path("rulebook"),
    json: Json = False,
    rulebook: NoMatter = (),
) -> None:
    """Write a commented starter file for a wager of your own."""
    from pitboss.cli.new import write_starter

    write_starter(name, folder, as_json=json)


@rules.command(help_epilogue="Example:\n  pitboss rules coverage 633c.2\n")
def coverage(
    section: Annotated[str | None, Parameter(help="Only this section, by paragraph.")] = None,
    /,
    *,
    json: Json = False,
    rulebook: NoMatter = (),
) -> None:
    """Show which paragraphs of the law are done, which are only said, and the gaps."""
    from pitboss.cli.coverage import show_coverage

    show_coverage(section, as_json=json)


@app.command(
    help_epilogue="""Examples:
  pitboss prove
  pitboss prove perfect-pairs --folder out/proofs
  pitboss prove --check
"""
)
def prove(
    *wagers: Annotated[str, Parameter(help="Only these, by id, key or name; without any, all.")],
    check: Annotated[
        bool,
        Parameter(
            negative="", show_default=False, help="Prove nothing; fail if one is out of date."
        ),
    ] = False,
    all_readings: Annotated[
        bool,
        Parameter(
            negative="", show_default=False, help="Also under every other reading and option."
        ),
    ] = False,
    jobs: Annotated[int, Parameter(help="Processes at work.")] = 2,
    folder: Annotated[
        Path | None,
        Parameter(help="Where the proofs lie; without it, proofs/ of the source tree, or here."),
    ] = None,
    json: Json = False,
    rulebook: Folders = (),
) -> int:
    """Prove every pay table exactly, into one text file per wager; only what changed."""
    from pitboss.cli.prove import prove_rulebook

    return prove_rulebook(
        wagers,
        check=check,
        all_readings=all_readings,
        jobs=jobs,
        folder=folder,
        own=rulebook,
        as_json=json,
    )


@app.command(
    help_epilogue="""Examples:
  pitboss audit
  pitboss audit --jurisdiction new_hampshire
"""
)
def audit(
    *,
    jurisdiction: Annotated[str | None, Parameter(help="Only this jurisdiction.")] = None,
    folder: Annotated[
        Path | None,
        Parameter(help="Where the proofs lie; without it, proofs/ of the source tree, or here."),
    ] = None,
    jobs: Annotated[int, Parameter(help="Processes at work where a proof is out of date.")] = 2,
    json: Json = False,
    rulebook: Folders = (),
) -> None:
    """Show what a regulator should look at twice, found by computation."""
    from pitboss.cli.audit import show_audit

    show_audit(jurisdiction, folder=folder, jobs=jobs, own=rulebook, as_json=json)


Words = Annotated[tuple[str, ...], Parameter(negative="", show_default=False)]
Only = Annotated[bool, Parameter(negative="", show_default=False)]
Csv = Annotated[str | None, Parameter(allow_leading_hyphen=True)]


@app.command(
    help_epilogue="""Examples:
  pitboss par colorado/21-plus-3 --decks 6
  pitboss par trilux-progressive --table 06 --meter 12000 --pdf sheet.pdf
  pitboss par colorado/21-plus-3 --shoe "6d - As As Kd"
  pitboss par colorado/21-plus-3 --removal
"""
)
def par(
    wager: Annotated[str | None, Parameter(help="An id, a key or a name.")] = None,
    /,
    *,
    table: Annotated[str | None, Parameter(help="The pay table; without it, the first.")] = None,
    decks: Annotated[int | None, Parameter(help="Decks in the shoe.")] = None,
    shoe: Annotated[str | None, Parameter(help="Any shoe, as in '6d - As As Kd'.")] = None,
    stake: Annotated[str | None, Parameter(help="The stake, as in $5.")] = None,
    rule: Annotated[Words, Parameter(help="soft17=hit, policy='never hit'; repeatable.")] = (),
    reading: Annotated[Words, Parameter(help="KEY=CHOICE of a reading; repeatable.")] = (),
    option: Annotated[Words, Parameter(help="KEY=VALUE of a house option; repeatable.")] = (),
    meter: Annotated[Words, Parameter(help="NAME=AMOUNT on a meter; repeatable.")] = (),
    csv: Annotated[Csv, Parameter(help="Write the outcomes; - for the terminal.")] = None,
    html: Annotated[Path | None, Parameter(help="Write one self-contained page.")] = None,
    pdf: Annotated[Path | None, Parameter(help="Write the sheet for print.")] = None,
    full: Annotated[Only, Parameter(help="Work out every part, however long.")] = False,
    brief: Annotated[Only, Parameter(help="Only the headline and the outcomes.")] = False,
    removal: Annotated[Only, Parameter(help="The effect of removing each card.")] = False,
    all: Annotated[Only, Parameter(help="Every setting, a line of JSON each.")] = False,
    json: Json = False,
    rulebook: Folders = (),
) -> None:
    """Show the PAR sheet of a wager: exact ways, return, edge, volatility, meters."""
    from pitboss.cli.par import Asked, Output, show_par, show_removal, stream_all
    from pitboss.cli.screen import rulebook as load

    if full and brief:
        raise PitbossError("--full and --brief: choose one.")
    if all:
        stream_all(load(rulebook), wager, as_json=json)
        return
    if wager is None:
        raise PitbossError("Say which wager, as in: pitboss par colorado/21-plus-3")
    asked = Asked(wager, table, decks, shoe, stake, rule, (*reading, *option), meter)
    if removal:
        show_removal(load(rulebook), asked, as_json=json)
        return
    parts = "full" if full else "bare" if brief else "usual"
    show_par(load(rulebook), asked, Output(json, csv, html, pdf, parts, brief))


@app.command(
    help_epilogue="""Examples:
  pitboss compare colorado/trilux-bonus
  pitboss compare jackpot-party --decks 6 --sort top
"""
)
def compare(
    wager: Annotated[str, Parameter(help="An id, a key or a name.")],
    /,
    *,
    decks: Annotated[int | None, Parameter(help="Only with so many decks.")] = None,
    sort: Annotated[
        Literal["edge", "hit", "volatility", "top", "return"], Parameter(help="By which figure.")
    ] = "edge",
    csv: Annotated[Csv, Parameter(help="Write the lines; - for the terminal.")] = None,
    json: Json = False,
    rulebook: Folders = (),
) -> None:
    """Show the pay tables of a wager side by side, with every deck count."""
    from pitboss.cli.compare import show_comparison
    from pitboss.cli.screen import rulebook as load

    show_comparison(load(rulebook), wager, decks, sort, csv, as_json=json)


@app.command(
    help_epilogue="""Examples:
  pitboss play
  pitboss play --jurisdiction colorado --wager 21-plus-3 --wager straight-jack
  pitboss play --wager perfect-pairs="Paytable B" --seed 7 --log lesson.log
  pitboss play --wager perfect-pairs --auto 1000
"""
)
def play(
    *,
    jurisdiction: Annotated[str, Parameter(help="Whose blackjack.")] = "pennsylvania",
    decks: Annotated[int, Parameter(help="Decks in the shoe.")] = 6,
    wager: Annotated[Words, Parameter(help="KEY or KEY=PAYTABLE to offer; repeatable.")] = (),
    bankroll: Annotated[str, Parameter(help="What you sit down with.")] = "$500",
    seed: Annotated[int | None, Parameter(help="A lesson: the same shoes every time.")] = None,
    log: Annotated[Path | None, Parameter(help="Keep the rounds in this new file.")] = None,
    auto: Annotated[int | None, Parameter(help="Play so many rounds of basic strategy.")] = None,
    json: Json = False,
    rulebook: Folders = (),
) -> None:
    """Play blackjack with side wagers at the terminal."""
    from pitboss.cli.play import Asked, play
    from pitboss.cli.screen import rulebook as load

    asked = Asked(jurisdiction, decks, wager, bankroll, seed, log, auto)
    play(load(rulebook), asked, as_json=json)


@app.command(
    help_epilogue="""Examples:
  pitboss replay lesson.log --round 3
  pitboss replay lesson.log --as player
"""
)
def replay(
    file: Annotated[Path, Parameter(help="A log that play wrote.")],
    /,
    *,
    round: Annotated[int | None, Parameter(help="Only this round.")] = None,
    who: Annotated[
        Literal["surveillance", "dealer", "player"],
        Parameter(name="--as", help="Who looks: only surveillance sees a card face down."),
    ] = "surveillance",
    rulebook: Folders = (),
) -> None:
    """Step through the rounds of a log, event by event."""
    from pitboss.cli.replay import replay_log
    from pitboss.cli.screen import rulebook as load

    replay_log(load(rulebook), file, round, who)


@app.command(help_epilogue="Example:\n  pitboss verify lesson.log\n")
def verify(
    file: Annotated[Path, Parameter(help="A log that play wrote.")],
    /,
    *,
    json: Json = False,
    rulebook: Folders = (),
) -> int:
    """Replay and re-settle a log; fail at the first line that does not follow."""
    from pitboss.cli.replay import verify_log
    from pitboss.cli.screen import rulebook as load

    return verify_log(load(rulebook), file, as_json=json)
