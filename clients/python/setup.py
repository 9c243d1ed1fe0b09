"""The messages are generated from the proto files when the package is built; nothing generated is kept in the repository."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
# A source archive carries the proto files; in the repository they are two folders up.
PROTO = HERE / "proto" if (HERE / "proto").exists() else HERE.parent.parent / "proto"


class Generate(build_py):
    def run(self):
        super().run()
        import grpc_tools
        from grpc_tools import protoc

        known = Path(grpc_tools.__file__).parent / "_proto"
        files = [str(path) for path in sorted(PROTO.glob("thirdseat/v1/*.proto"))]
        if not files:
            raise SystemExit(
                f"no proto files in {PROTO}/thirdseat/v1: copy the repository's folder proto to {HERE / 'proto'}, "
                "or install from the whole repository"
            )
        where = self.build_lib
        out = [f"--{kind}_out={where}" for kind in ("python", "pyi", "grpc_python")]
        if protoc.main(["protoc", f"-I{PROTO}", f"-I{known}", *out, *files]):
            raise SystemExit(f"protoc failed on the files in {PROTO}")


class Archive(sdist):
    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        shutil.copytree(PROTO, Path(base_dir) / "proto")


setup(cmdclass={"build_py": Generate, "sdist": Archive})
