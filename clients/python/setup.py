"""A build from the repository generates the messages from the proto files and copies the licences, because the repository has no copies of
them here. A source archive has them, so that its installation needs no generator."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROTO = ROOT / "proto"
PACKED_MESSAGES = HERE / "src" / "thirdseat" / "v1"
GENERATOR_REQUIREMENT = ', "grpcio-tools==1.85.1"'


def generate_messages(where):
    import grpc_tools
    from grpc_tools import protoc

    known = Path(grpc_tools.__file__).parent / "_proto"
    files = [str(path) for path in sorted(PROTO.glob("thirdseat/v1/*.proto"))]
    if not files:
        raise SystemExit(f"no proto files in {PROTO}/thirdseat/v1: install from the whole repository, or from a package")
    out = [f"--{kind}_out={where}" for kind in ("python", "pyi", "grpc_python")]
    if protoc.main(["protoc", f"-I{PROTO}", f"-I{known}", *out, *files]):
        raise SystemExit(f"protoc failed on the files in {PROTO}")


class Build(build_py):
    def run(self):
        # The folder of an earlier build may have old files.
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()
        if PACKED_MESSAGES.exists():
            shutil.copytree(PACKED_MESSAGES, Path(self.build_lib) / "thirdseat" / "v1", dirs_exist_ok=True)
        else:
            generate_messages(self.build_lib)


class Archive(sdist):
    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        generate_messages(Path(base_dir) / "src")
        project = Path(base_dir) / "pyproject.toml"
        text = project.read_text(encoding="utf-8")
        assert GENERATOR_REQUIREMENT in text, f"{project} does not require {GENERATOR_REQUIREMENT}"
        project.unlink()  # The file may be a hard link to the one in the repository, which must not change.
        project.write_text(text.replace(GENERATOR_REQUIREMENT, ""), encoding="utf-8")


# Setuptools packs no file from above this folder.
for licence in ROOT.glob("LICENSE-*"):
    shutil.copy(licence, HERE)
setup(cmdclass={"build_py": Build, "sdist": Archive})
