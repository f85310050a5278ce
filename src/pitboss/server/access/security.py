"""The security of requests: addresses, cookies, forgery tokens, origins, headers and rates."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

from pitboss.errors import NotAllowed

FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-forwarded-proto", "x-real-ip")
"""Headers in which proxies name their client; only the second and third are read."""


@dataclass(frozen=True, slots=True)
class Proxies:
    """The proxies of this house, by address or network; by default there are none."""

    trusted: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for each in self.trusted:
            try:
                ip_network(each)
            except ValueError as error:
                words = f"--proxy must be an address or a network like 10.0.0.0/24: {error}."
                raise NotAllowed(words) from None

    def trusts(self, address: str) -> bool:
        """Whether this address is trusted to name its client."""
        networks = map(ip_network, self.trusted)
        return is_address(address) and any(ip_address(address) in each for each in networks)

    def refused(self, peer: str, headers: Mapping[str, str]) -> str:
        """Why the headers of a request are not trusted: no other address may name a client."""
        said = [name for name in FORWARDED if name in headers]
        if said and not self.trusts(peer):
            return f"{said[0]} is accepted only from this house's proxy."
        return ""

    def asks(self, peer: str, headers: Mapping[str, str]) -> str:
        """The client's address: the last in X-Forwarded-For that is not a proxy of this house.

        >>> said = {"x-forwarded-for": "6.6.6.6, 203.0.113.9, 10.0.0.2"}
        >>> Proxies(("10.0.0.0/24",)).asks("10.0.0.1", said), Proxies().asks("10.0.0.1", said)
        ('203.0.113.9', '10.0.0.1')
        """
        if self.trusts(peer):
            for each in reversed(headers.get("x-forwarded-for", "").split(",")):
                found = each.strip()
                if not is_address(found):
                    return peer
                if not self.trusts(found):
                    return found
        return peer


def is_address(said: str) -> bool:
    """Whether a name is a numeric address."""
    try:
        return bool(ip_address(said))
    except ValueError:
        return False


def neighborhood(address: str) -> str:
    """What counts as one address for limits: a whole network for an IPv6 subscriber.

    >>> neighborhood("2001:db8::1:2"), neighborhood("10.0.0.1")
    ('2001:db8::/64', '10.0.0.1')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ip_network((found, 64), strict=False))
    return address


# -- cookies, tokens, origins and headers ----------------------------------------------------------


COOKIE: Final = "pitboss"
DEVICE: Final = "pitboss-browser"
"""The cookie that identifies a browser from which someone has logged in before."""
CSRF: Final = "x-csrf"
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
CSP: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final[Mapping[str, str]] = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
EVERYWHERE: Final = frozenset({"0.0.0.0", "::"})
"""The addresses that stand for every address of the machine."""


@dataclass(frozen=True, slots=True)
class Origins:
    """The addresses of this server, and so the pages that may send it requests."""

    host: str = "127.0.0.1"
    """The address it listens on."""
    public: str = ""
    """Its address for browsers, if it is behind a proxy: `https://pit.example`."""
    name: str = ""
    """The name of the machine, if it listens on all its addresses."""

    @property
    def secure(self) -> bool:
        return self.public.startswith("https://")

    def knows_host(self, header: str) -> bool:
        """Whether a request uses a name of this server; an unknown name may be another site's
        page.
        """
        if self.public and header == urlsplit(self.public).netloc:
            return True
        host = _host_of(header)
        if host in LOOPBACK or (self.host not in EVERYWHERE and host == self.host.lower()):
            return True
        return self.host in EVERYWHERE and (host == self.name.lower() or is_address(host))

    def is_own(self, origin: str, host: str) -> bool:
        """Whether a request comes from one of this server's own pages.

        >>> Origins().is_own("http://localhost:8021", "localhost:8021")
        True
        >>> Origins().is_own("http://evil.example", "localhost:8021")
        False
        """
        if self.public and origin == self.public:
            return True
        return origin in (f"http://{host}", f"https://{host}") and self.knows_host(host)


def _host_of(header: str) -> str:
    try:
        return urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return ""


def forged(method: str, headers: Mapping[str, str], origins: Origins) -> str:
    """Why a request seems to come from another page; empty if it does not."""
    host = headers.get("host", "")
    if not origins.knows_host(host):
        return "This server does not answer to that name."
    if method in SAFE:
        return ""
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if origin is not None and not origins.is_own(origin, host):
        return "The request comes from another page."
    if origin is None and site not in (None, "same-origin", "none"):
        return "The request comes from another page."
    return ""


# -- rates -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rate:
    """How many requests are allowed per second, and how many at once."""

    second: float
    burst: float


RATES: Final[Mapping[str, Rate]] = {
    "read": Rate(30, 120),
    "write": Rate(10, 40),
    "prove": Rate(2, 40),
    "log in": Rate(0.2, 10),
}


PER_ADDRESS: Final = 10
"""How many people may share an address by default."""


@dataclass(slots=True)
class Limits:
    """Buckets that refill: one for each kind of request and each client."""

    rates: Mapping[str, Rate] = field(default_factory=lambda: RATES)
    people: int = PER_ADDRESS
    """How many people may share an address: all terminals of a house may be behind one."""
    _left: OrderedDict[tuple[str, str], tuple[float, float]] = field(default_factory=OrderedDict)

    def wait_at(self, kind: str, address: str, person: str = "") -> float:
        """The wait for an address, then for a person there.

        All who are not logged in share one allowance at an address, that of one person for every
        ten who may share the address, and take nothing from the others.
        """
        if not person:
            return self.wait(kind, f"strangers {address}", max(1, self.people // PER_ADDRESS))
        wait = self.wait(kind, f"address {address}", self.people)
        return wait or self.wait(kind, f"person {person}")

    def wait(self, kind: str, who: str, many: int = 1) -> float:
        """Take one, and return 0; if there is none to take, return the seconds to wait.

        `many` is how many people may be behind one name, such as an address.
        """
        usual, now = self.rates[kind], time.monotonic()
        rate = Rate(usual.second * many, usual.burst * many)
        left, at = self._left.pop((kind, who), (rate.burst, now))
        left = min(rate.burst, left + (now - at) * rate.second)
        if len(self._left) >= MOST_BUCKETS:
            self._left.popitem(last=False)  # the client that has been silent longest
        self._left[kind, who] = (left - 1 if left >= 1 else left), now
        return 0.0 if left >= 1 else (1 - left) / rate.second


MOST_BUCKETS: Final = 20_000


def too_fast(wait: float) -> tuple[str, int]:
    """The message to someone who must wait, and the wait in whole seconds.

    >>> too_fast(2.1)
    ('Too many requests: wait 3 seconds.', 3)
    """
    seconds = max(1, math.ceil(wait))
    return f"Too many requests: wait {seconds} second{'s' if seconds > 1 else ''}.", seconds


def kind_of(method: str, path: str) -> str:
    """Which rate applies to a request; new proofs are counted separately."""
    if path.startswith("/api/v1/session") and method == "POST":
        return "log in"
    return "read" if method in SAFE else "write"


@dataclass(frozen=True, slots=True)
class Access:
    """Who may reach a server, and how much of it each may use."""

    origins: Origins
    limits: Limits = field(default_factory=Limits)
    proxies: Proxies = field(default_factory=Proxies)
    second_factor: bool = False
    """Staff must have a second factor."""
