"""A vault for tests: it lasts as long as they do."""


class MemoryVault:
    """Sealed shoes by their number."""

    def __init__(self) -> None:
        self._kept: dict[int, str] = {}

    def put(self, number: int, text: str) -> None:
        self._kept[number] = text

    def get(self, number: int) -> str | None:
        return self._kept.get(number)
