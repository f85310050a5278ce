"""The digest of a rulebook is of what its files say, not of where somebody keeps them."""

import shutil
from pathlib import Path

import pytest

from pitboss.cli.rule_files import STARTER
from pitboss.rulebook.load import load

LUCKY, BOLD = (
    STARTER.read_text("utf-8").replace("@KEY@", key).replace("@TITLE@", key.title())
    for key in ("lucky", "bold")
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "rules"
    made.mkdir()
    (made / "lucky.toml").write_text(LUCKY, encoding="utf-8")
    return made


def test_one_folder_has_one_digest_however_its_path_is_typed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)
    moved = shutil.copytree(folder, folder.parent / "elsewhere" / "copy")
    spelled = (folder, str(folder), "rules", "./rules", "rules/../rules", moved, f"{moved}/")
    digests = {load(each).digest for each in spelled}
    assert len(digests) == 1
    assert digests != {load().digest}


def test_folders_may_be_named_in_any_order(folder: Path) -> None:
    other = folder.parent / "more"
    other.mkdir()
    (other / "bold.toml").write_text(BOLD, encoding="utf-8")
    assert load(folder, other).digest == load(other, folder).digest != load(folder).digest


def test_another_text_or_place_in_the_folder_is_another_rulebook(folder: Path) -> None:
    before = load(folder).digest
    file = folder / "lucky.toml"
    file.write_text(LUCKY + "# as amended\n", encoding="utf-8")
    assert load(folder).digest != before
    file.write_text(LUCKY, encoding="utf-8")
    assert load(folder).digest == load(file).digest == before
    file.rename(folder / "renamed.toml")
    assert load(folder).digest != before
