"""What an installation is made of: the unit, the container, the proxies, the dashboard, TLS."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import ssl
import subprocess
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from urllib.request import urlopen

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key

from pitboss.cli.app import app
from pitboss.server.access.guard import Connections
from pitboss.server.access.security import FORWARDED
from pitboss.server.monitoring import Metrics
from tests.server.test_access import listening

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


def accepted(words: list[str]) -> bool:
    """The command line takes these words."""
    return bool(app.parse_args(words, exit_on_error=False, print_error=False))


def test_the_unit_starts_the_server_as_it_is_and_is_confined(tmp_path: Path) -> None:
    text = (DEPLOY / "pitboss.service").read_text()
    (start,) = re.findall(r"(?m)^ExecStart=.* -m pitboss (.*)$", text)
    assert accepted(shlex.split(start))
    if tool := shutil.which("systemd-analyze"):
        unit = tmp_path / "pitboss.service"
        unit.write_text(re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", text))
        said = subprocess.run([tool, "verify", unit], capture_output=True, text=True)
        assert said.stderr == ""
    for word in ("NoNewPrivileges=yes", "ProtectSystem=strict", "UMask=0077", "KillSignal=SIGINT"):
        assert word in text


def test_the_container_is_built_from_the_lock() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    assert "--require-hashes -r requirements.lock" in text
    for copied in re.findall(r"(?m)^COPY (?!--from)(.*) \S+$", text):
        assert all((ROOT / each).exists() for each in copied.split()), copied
    (command,) = re.findall(r"(?m)^CMD (\[.*\])$", text)
    assert accepted(json.loads(command))
    assert re.search(r"(?m)^USER 8021$", text)


def test_nginx_names_the_client_on_every_request_it_passes_on() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    places = re.findall(r"location [^{]+\{([^}]*proxy_pass[^}]*)\}", text)
    assert len(places) == text.count("proxy_pass")
    for each in places:
        assert "X-Forwarded-For $remote_addr;" in each  # what the client says of itself is dropped
        assert "X-Forwarded-Proto $scheme;" in each
        assert 'Forwarded "";' in each
        assert 'X-Real-IP "";' in each
        assert "Host $host;" in each
    assert re.search(r"/live\$ \{[^}]*Upgrade \$http_upgrade;", text)


def test_caddy_names_the_client() -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    for header in FORWARDED:
        assert re.search(rf"(?i)header_up -?{header}", text), header
    assert "header_up X-Forwarded-For {remote_host}" in text


def test_every_figure_of_the_dashboard_is_counted() -> None:
    board = json.loads((DEPLOY / "dashboard.json").read_text())
    told = Metrics().text().decode()
    counted = {*re.findall(r"(?m)^# TYPE (\w+)", told)}
    for panel in board["panels"]:
        for target in panel["targets"]:
            named = {*re.findall(r"pitboss_\w+", target["expr"])}
            assert named
            assert named <= counted, target["expr"]


def test_it_speaks_tls_with_a_certificate_of_its_own(tmp_path: Path) -> None:
    certificate, key = certified(tmp_path)
    trusting = ssl.create_default_context(cafile=certificate)
    with listening(Connections(), certificate, key) as port:
        with urlopen(f"https://127.0.0.1:{port}/", timeout=10, context=trusting) as answer:
            assert answer.status == 204
        with pytest.raises(OSError, match=r"(?i)reset|closed|disconnect|bad status|refused|eof"):
            urlopen(f"http://127.0.0.1:{port}/", timeout=10)


def certified(folder: Path) -> tuple[Path, Path]:
    """A certificate for this machine, and its key."""
    private, name = generate_private_key(SECP256R1()), x509.Name([])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, private.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=True
        )
        .sign(private, hashes.SHA256())
    )
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    coded = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    key.write_bytes(private.private_bytes(*coded, serialization.NoEncryption()))
    return certificate, key
