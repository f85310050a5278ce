"""A WebSocket that is written to at once, for as long as whoever reads it keeps up."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any, Final, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

IN_SCOPE: Final = "pitboss.socket"
"""Where a route finds it."""
WHOLE_TEXT: Final = 0x81
"""The first byte of a frame that is a whole message of text (RFC 6455, 5.2)."""


class DirectSocket(WebSocketsSansIOProtocol):
    """What the server speaks with each socket: uvicorn's, which can also be written to directly."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # else the handshake was refused
            cast("MutableMapping[str, Any]", self.scope)[IN_SCOPE] = self

    def write_now(self, text: bytes) -> bool:
        """Write a message in UTF-8; false if it would have to wait, or nobody reads it."""
        if (
            not self.writable.is_set()
            or not self.handshake_complete
            or self.close_sent
            or self.disconnected
            or self.transport.is_closing()
        ):
            return False
        self.transport.write(frame_head(len(text)) + text)
        return True


def frame_head(length: int) -> bytes:
    """What precedes a message of so many bytes (RFC 6455, 5.2).

    >>> frame_head(125), frame_head(126), frame_head(65_536)
    (b'\\x81}', b'\\x81~\\x00~', b'\\x81\\x7f\\x00\\x00\\x00\\x00\\x00\\x01\\x00\\x00')
    """
    if length < 126:
        return bytes((WHOLE_TEXT, length))
    if length < 1 << 16:
        return bytes((WHOLE_TEXT, 126)) + length.to_bytes(2)
    return bytes((WHOLE_TEXT, 127)) + length.to_bytes(8)
