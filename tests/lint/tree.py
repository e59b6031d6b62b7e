# SPDX-License-Identifier: Apache-2.0
"""What the checks share: the files of the tree, and how a finding is printed."""
import subprocess
from pathlib import Path

SKIPPED_FOLDERS = {".git", "build", ".cache"}  # at the top of the tree


def files(root):
    """Files that git tracks or would track, relative to root, sorted; outside a repository all files."""
    root = Path(root)
    if (root / ".git").exists():
        listed = subprocess.run(
            ["git", "-c", f"safe.directory={root.resolve()}", "ls-files", "-z", "--cached", "--others",
             "--exclude-standard"],
            cwd=root, capture_output=True, check=False)
        if listed.returncode == 0:
            names = {Path(name) for name in listed.stdout.decode().split("\0") if name}
            return sorted(name for name in names if (root / name).is_file())
    found = (path.relative_to(root) for path in root.rglob("*") if path.is_file())
    return sorted(path for path in found if path.parts[0] not in SKIPPED_FOLDERS and "__pycache__" not in path.parts)


def text(path):
    """The file's text, or None for a binary file."""
    data = Path(path).read_bytes()
    return None if b"\0" in data else data.decode("utf-8", "replace")


def report(name, findings):
    """Prints the findings, one a line, and returns the exit status."""
    for finding in findings:
        print(finding)
    print(f"{name}: {len(findings)} finding(s)" if findings else f"{name}: ok")
    return 1 if findings else 0
