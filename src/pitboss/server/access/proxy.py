"""The address of the client: that of the connection, or the one a trusted proxy reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from pitboss.errors import NotAllowed

FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-forwarded-proto", "x-real-ip")
"""Headers by which proxies say for whom they ask; only the second and third are read."""


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
        """Whether what this address says of others is believed."""
        try:
            there = ip_address(address)
        except ValueError:
            return False
        return any(there in ip_network(each) for each in self.trusted)

    def refused(self, peer: str, headers: Mapping[str, str]) -> str:
        """Why a request is not believed: nobody else may say for whom it asks."""
        said = [name for name in FORWARDED if name in headers]
        if said and not self.trusts(peer):
            return f"{said[0]} is accepted only from this house's proxy."
        return ""

    def asks(self, peer: str, headers: Mapping[str, str]) -> str:
        """The address that asks: the last in X-Forwarded-For that is no proxy of this house.

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
    """A name is a numeric address."""
    try:
        return bool(ip_address(said))
    except ValueError:
        return False


def neighborhood(address: str) -> str:
    """What limits count as one address: an IPv6 subscriber has a whole network.

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
