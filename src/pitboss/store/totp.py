"""Second factors: one-time codes by time (RFC 6238), as authenticator apps show them."""

from __future__ import annotations

import hmac
import secrets
from base64 import b32decode, b32encode
from typing import Final
from urllib.parse import quote

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.hotp import HOTP

PERIOD: Final = 30
"""Seconds for which a code is shown."""
DIGITS: Final = 6
SIZE: Final = 20
"""Bytes of a secret: as many as the hash has (RFC 4226, section 4)."""
SLACK: Final = 1
"""Periods by which a device's clock may be wrong, each way."""


def new_secret() -> str:
    """A secret to share with a device, in Base32."""
    return b32encode(secrets.token_bytes(SIZE)).decode()


def code_at(secret: str, period: int) -> str:
    """The code of a period, counted from 1970 (RFC 4226, section 5.3).

    >>> code_at(b32encode(b"12345678901234567890").decode(), 59 // 30)
    '287082'
    """
    return HOTP(b32decode(secret), DIGITS, SHA1()).generate(period).decode()


def period_of(secret: str, code: str, seconds: float, used: int = 0) -> int:
    """The period whose code this is, if it is near and later than the last one used; 0 if not.

    A code is good once: whoever reads it over a shoulder cannot use it again (RFC 6238, 5.2).
    """
    now = int(seconds) // PERIOD
    said = "".join(code.split())
    near = range(now - SLACK, now + SLACK + 1)
    right = [n for n in near if hmac.compare_digest(code_at(secret, n).encode(), said.encode())]
    return max((n for n in right if n > used), default=0)


def address_of(secret: str, name: str, house: str) -> str:
    """What a device reads as a QR code or a link."""
    label = quote(f"{house}:{name}")
    return f"otpauth://totp/{label}?secret={secret}&issuer={quote(house)}&period={PERIOD}"
