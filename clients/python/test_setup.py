"""Building the package. Run with `python -m unittest`."""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent


class Setup(unittest.TestCase):
    def test_a_copy_without_the_proto_files_says_what_is_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "clients" / "python"
            shutil.copytree(HERE, copy)
            build = [sys.executable, "setup.py", "--quiet", "build_py"]
            ended = subprocess.run(build, cwd=copy, capture_output=True, text=True)
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("no proto files in", ended.stderr)


if __name__ == "__main__":
    unittest.main()
