"""Builds and tests StrideScope with the newest libraries that Debian has: in a fresh root of sid, with
fmt from experimental where that has a later one. scripts/newer calls it. Needs root, for debootstrap;
builds and tests as nobody in particular. Arguments go to ctest.
"""

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "package"))
sys.dont_write_bytecode = True
import fresh_root  # noqa: E402

TOLD = ["g++", "cmake", "libimgui-dev", "libfmt-dev", "libglfw3-dev", "libcli11-dev", "libgtest-dev",
        "libgl1-mesa-dri"]


def with_newest_packages(root, mirror):
    # A mirror may lag behind what it says of itself.
    (root.path / "etc/apt/apt.conf.d/99newest").write_text('Acquire::Check-Valid-Until "false";\n')
    (root.path / "etc/apt/sources.list").write_text(
        "".join(f"deb {mirror} {suite} main\n" for suite in ("sid", "experimental")))
    listed = subprocess.run([ROOT / "scripts" / "install_deps", "--tests", "--list"], check=True,
                            capture_output=True, text=True).stdout.split()
    root.install(*listed)
    root.as_root("apt-get", "install", "--yes", "--quiet", "--no-install-recommends",
                 "--target-release", "experimental", "libfmt-dev")
    print("With", root.as_root("dpkg-query", "--show", "--showformat",
                               "${binary:Package} ${Version}, ", *TOLD).stdout.rstrip(", "),
          flush=True)


def copy_tree(root):
    """What git knows, and what it does not ignore."""
    inside = root.home() / "stridescope"
    inside.mkdir()
    fresh_root.run(["bash", "-o", "pipefail", "-c",
                    "git ls-files -z --cached --others --exclude-standard |"
                    " tar --create --null --files-from - --ignore-failed-read |"
                    ' tar --extract --directory "$1"', "bash", str(inside)], cwd=ROOT)
    root.as_root("chown", "--recursive", "student:student", "/home/student/stridescope")


def show(root, *command):
    """Runs it among the sources; what it writes is seen as it comes."""
    subprocess.run(root.student_command("env", "-C", "/home/student/stridescope", *command),
                   env=root.student_environment(), check=True)


def main(ctest):
    mirror = fresh_root.debian_mirror()
    root = fresh_root.FreshRoot("sid", mirror)
    try:
        with_newest_packages(root, mirror)
        # Tests look at what is written to a terminal.
        root.mount("/dev/pts", "-t", "devpts", "-o", "newinstance,ptmxmode=0666,mode=0620,gid=5", "devpts")
        copy_tree(root)
        cores = str(os.cpu_count())
        show(root, "cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
             "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG", "-DSTRIDESCOPE_BENCH=OFF")
        show(root, "cmake", "--build", "build", "--parallel", cores)
        show(root, "ctest", "--test-dir", "build", "--parallel", cores, "--output-on-failure",
             "--no-tests=error", *ctest)
    finally:
        root.close()


if __name__ == "__main__":
    if os.geteuid() != 0:
        raise SystemExit("scripts/newest_debian.py: only root can make a fresh root.")
    main(sys.argv[1:])
