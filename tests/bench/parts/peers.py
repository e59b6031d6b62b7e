# SPDX-License-Identifier: Apache-2.0
"""What a user would take instead, out of npm."""
import os
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGES = {"pool": ["generic-pool"], "redis": ["bullmq", "ioredis"], "http": ["selenium-server"]}


class Peers:
    """Packages in a folder. What could not be installed is None to its callers, whose rows are left out."""

    def __init__(self, folder, parts):
        self.modules = Path(folder) / "node_modules"
        names = [name for part in parts for name in PACKAGES.get(part, [])]
        if names and shutil.which("npm"):
            command = ["npm", "install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--silent", *names]
            try:
                subprocess.run(command, check=True, timeout=120, capture_output=True)
            except (subprocess.SubprocessError, OSError):
                pass
        usable = [name for name in names if (self.selenium() if name == "selenium-server" else self.environment(name))]
        for name in sorted(set(names) - set(usable)):
            print(f"run: {name} cannot be had or run here, so its rows are left out", file=sys.stderr)

    def environment(self, name):
        """In which the scripts in limits find the package."""
        if (self.modules / name).exists() and shutil.which("node"):
            return {**os.environ, "NM": str(self.modules)}
        return None

    def selenium(self):
        """The command that starts a Selenium server, without its options."""
        jar = next(self.modules.glob("selenium-server/lib/runner/*.jar"), None)
        return ["java", "-jar", jar] if jar and shutil.which("java") else None
