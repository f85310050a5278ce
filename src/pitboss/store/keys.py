"""The house's keys, which seal what nobody may read yet, and sign what nobody may change.

The keys are in a separate file, outside the database and its backups, which only its owner may
read. Someone who reads only the database learns no card and no secret value.
"""

from __future__ import annotations

import os
import secrets
import stat
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from pitboss.errors import file_refused
from pitboss.store.database import Database, StoreError, data_folder
from pitboss.whole_file import write_whole

FILE_VARIABLE: Final = "PITBOSS_KEY_FILE"
"""Names the file, if it is not next to the database."""
TEXT_VARIABLE: Final = "PITBOSS_KEYS"
"""Holds the keys themselves, without a file: the same lines, separated by spaces or newlines."""
SIZE: Final = 32
A_LINE: Final = "A line is the number of the key, a colon, and 32 bytes in Base64."
NONCE: Final = 12


class NoKeys(StoreError):
    """The keys of the house are missing, or not those that are needed."""


@dataclass(frozen=True, slots=True)
class Keys:
    """Every key of a house by its number; the last is in use, earlier ones still open."""

    secret: Mapping[int, bytes]

    @property
    def current(self) -> int:
        """The number of the key in use."""
        return max(self.secret)

    @classmethod
    def parse(cls, text: str) -> Keys:
        """Read `1:BASE64`, one key a line; the numbers count from 1.

        >>> Keys.parse(f"1:{'A' * 43}=").current
        1
        """
        found: dict[int, bytes] = {}
        for number, word in enumerate(text.split(), 1):
            said, _, coded = word.partition(":")
            try:
                key = b64decode(coded, validate=True)
            except NotBase64:
                key = b""
            if said != str(number) or len(key) != SIZE:
                raise NoKeys(f"Key {number} cannot be read. {A_LINE}")
            found[number] = key
        if not found:
            raise NoKeys(f"There is no key. {A_LINE}")
        return cls(found)

    def __str__(self) -> str:
        return "".join(f"{n}:{b64encode(key).decode()}\n" for n, key in self.secret.items())

    def __repr__(self) -> str:
        return f"Keys({[*self.secret]})"  # a key must never be in a message

    def with_new(self) -> Keys:
        """These, and a new one, which is used from now on."""
        return Keys({**self.secret, len(self.secret) + 1: secrets.token_bytes(SIZE)})

    # -- sealing -----------------------------------------------------------------------------------

    def seal(self, text: str, place: str) -> str:
        """A text that only these keys open, and only in its place."""
        number, nonce = self.current, secrets.token_bytes(NONCE)
        hidden = self._cipher(number).encrypt(nonce, text.encode(), place.encode())
        return f"{number}:{b64encode(nonce + hidden).decode()}"

    def open(self, sealed: str, place: str) -> str:
        """What was sealed in this place."""
        said, _, coded = sealed.partition(":")
        number = int(said) if said.isdecimal() else 0
        if number not in self.secret:
            raise NoKeys(f"{place} is sealed with key {said[:8]}, which is not among the keys.")
        try:
            hidden = b64decode(coded, validate=True)
            opened = self._cipher(number).decrypt(hidden[:NONCE], hidden[NONCE:], place.encode())
        except (InvalidTag, NotBase64, ValueError):
            raise NoKeys(f"{place} was not sealed with key {number} of these keys.") from None
        return opened.decode()

    def _cipher(self, number: int) -> ChaCha20Poly1305:
        return ChaCha20Poly1305(self._derived(number, b"seal"))

    def for_backups(self, number: int) -> bytes:
        """The key that backups are sealed with."""
        return self._derived(number, b"backup")

    # -- signing -----------------------------------------------------------------------------------

    def sign(self, text: str) -> str:
        """A signature with the key in use, in hexadecimal digits."""
        return self._signer(self.current).sign(text.encode()).hex()

    @property
    def public(self) -> str:
        """What anybody needs to check a signature of the key in use."""
        return self.public_of(self.current)

    def public_of(self, number: int) -> str:
        """The public part of a key by its number; empty if there is no such key."""
        if number not in self.secret:
            return ""
        return self._signer(number).public_key().public_bytes_raw().hex()

    def _signer(self, number: int) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self._derived(number, b"sign"))

    def _derived(self, number: int, use: bytes) -> bytes:
        """A key for one use only."""
        made = HKDF(algorithm=SHA256(), length=SIZE, salt=None, info=b"pitboss " + use)
        return made.derive(self.secret[number])


def is_signed(public: str, text: str, signature: str) -> bool:
    """Whether the owner of a public key signed this text.

    >>> keys = Keys({1: bytes(32)})
    >>> is_signed(keys.public, "41", keys.sign("41")), is_signed(keys.public, "42", keys.sign("41"))
    (True, False)
    """
    try:
        known = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        known.verify(bytes.fromhex(signature), text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def shoe_place(table: str, number: int) -> str:
    """Where a shoe is sealed."""
    return f"shoe {number} of {table}"


def secret_place(link: str, n: int) -> str:
    """Where a secret value of a meter is sealed."""
    return f"secret value {n} of meter {link}"


def snapshot_place(link: str) -> str:
    """Where a snapshot is sealed."""
    return f"snapshot of meter {link}"


def factor_place(person: int) -> str:
    """Where the secret of a person's second factor is sealed."""
    return f"second factor of person {person}"


# -- the file of the keys ------------------------------------------------------------------------


def key_file(database: Database) -> Path:
    """The file of a house's keys: next to its database, in the data folder, or as named."""
    if named := os.environ.get(FILE_VARIABLE):
        return Path(named).expanduser().absolute()
    if database.path:
        return Path(f"{database.path}.keys")
    return data_folder() / f"{database.url.database}.keys"


def load_keys(database: Database) -> Keys:
    """The keys of a house."""
    if text := os.environ.get(TEXT_VARIABLE):
        return Keys.parse(text)
    path = key_file(database)
    with file_refused(path, "read", NoKeys):
        if not path.exists():
            raise NoKeys(
                f"The keys of {database.name} are not at {path}. Restore your copy of them, "
                f"or name their file in {FILE_VARIABLE}."
            )
        with path.open(encoding="ascii") as file:
            if stat.S_IMODE(os.fstat(file.fileno()).st_mode) & 0o077:
                raise NoKeys(f"{path} can be read by other users: run chmod 600 on it first.")
            return Keys.parse(file.read())


def make_keys(database: Database) -> Keys:
    """The keys of a house, made now if there are none yet."""
    if not os.environ.get(TEXT_VARIABLE) and not key_file(database).exists():
        keep_keys(database, Keys({1: secrets.token_bytes(SIZE)}))
    return load_keys(database)


def keep_keys(database: Database, keys: Keys) -> None:
    """Write the file of the keys, whole or not at all, readable only by its owner."""
    if os.environ.get(TEXT_VARIABLE):
        raise NoKeys(f"The keys are in {TEXT_VARIABLE}, which only its owner can change.")
    path = key_file(database)
    with file_refused(path, "written", NoKeys):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, str(keys).encode(), mode=0o600)
