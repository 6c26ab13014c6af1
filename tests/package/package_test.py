"""What scripts/package and scripts/page made, in fresh roots: the Debian package installed, run and purged, the
archive run by an ordinary user, the wheel installed beside Jupyter, the page opened in Debian's Chromium. Needs root,
for debootstrap; Debian comes from where this machine's packages come from, and an Ubuntu is tried too where
STRIDESCOPE_UBUNTU_MIRROR names a mirror. STRIDESCOPE_PACKAGES names another folder than out/.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

import PIL.Image

sys.dont_write_bytecode = True
import fresh_root  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = pathlib.Path(os.environ.get("STRIDESCOPE_PACKAGES", ROOT / "out"))


def made(pattern):
    """The newest file of that name."""
    files = sorted(OUT.glob(pattern), key=lambda file: file.stat().st_mtime)
    if not files:
        raise RuntimeError(f"{OUT} has no {pattern}: run scripts/package and scripts/page first")
    return files[-1]


class Display:
    """An X server of this machine. A root reaches its abstract socket, which is in no folder."""

    def __init__(self):
        reading, writing = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-noreset", "-ac"],
            pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as numbers:
            self.name = f":{numbers.readline().strip()}"

    def close(self):
        self.process.terminate()
        self.process.wait()


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.display = Display()
        cls.addClassCleanup(cls.display.close)

    def fresh(self, *arguments, **more):
        root = fresh_root.FreshRoot(*arguments, **more)
        self.addCleanup(root.close)
        return root

    def check_picture(self, file, size=None):
        with PIL.Image.open(file) as picture:
            if size:
                self.assertEqual(picture.size, size)
            # Not a black frame, nor an empty one.
            self.assertGreater(len(set(picture.convert("RGB").getdata())), 50, file)

    def unpacked(self, root):
        """The folder of the programs, for the root's student."""
        archive = made("stridescope-*-linux-x86_64.tar.gz")
        root.put(archive, "/home/student/it.tar.gz")
        root.as_student("tar", "-xf", "it.tar.gz")
        name = archive.name.removesuffix(".tar.gz")
        # As one would put it on one's path.
        root.as_student("mkdir", "bin")
        for program in ("stridescope", "stridescope-cli"):
            root.as_student("ln", "-s", f"../{name}/bin/{program}", f"bin/{program}")
        return "/home/student/bin"

    def check_command_line(self, root, cli, font=b"+Inter"):
        """A trace, what it cost, and a picture of it."""
        self.assertIn("brent-kung", root.as_student(cli, "kernels").stdout)
        root.as_student(cli, "record", "--kernel", "brent-kung", "--block", "16", "-o", "bk.npz")
        report = json.loads(root.as_student(cli, "report", "bk.npz", "--format", "json").stdout)
        # The paper's count: 2N - 2 - log2 N operations.
        self.assertEqual(report["totals"]["adds"], 26)
        root.as_student(cli, "export", "bk.npz", "--view", "tree", "-o", "tree.png")
        self.check_picture(root.home() / "tree.png")
        # In the fonts that it is meant to be in.
        for view, family in (("tree", font), ("source", b"Mono")):
            root.as_student(cli, "export", "bk.npz", "--view", view, "-o", "it.pdf")
            self.assertIn(family, (root.home() / "it.pdf").read_bytes())

    def check_window(self, root, window):
        """Its frame as a picture, without a display and with one; then the window itself."""
        for name, display in (("offscreen.png", None), ("hidden.png", self.display.name)):
            root.as_student(window, "--screenshot", name, "--size", "1280x800", "--kernel",
                            "brent-kung", display=display)
            self.check_picture(root.home() / name, (1280, 800))
        hooks = root.home() / "hooks.json"
        process = root.start_as_student(window, "--welcome", "--test-hooks", "hooks.json",
                                        display=self.display.name)
        try:
            end = time.monotonic() + 60
            while not hooks.exists() and process.poll() is None and time.monotonic() < end:
                time.sleep(0.1)
            self.assertIsNone(process.poll(), process.stderr.read() if process.poll() else "")
            self.assertTrue(hooks.exists(), "no frame within a minute")
            # The start page lists the lessons, which lie beside the program.
            self.assertIn("lesson", hooks.read_text(encoding="utf-8"))
        finally:
            process.terminate()
            process.wait()
            process.stderr.close()
            hooks.unlink(missing_ok=True)


class DebianPackage(Package):
    def test_installed_run_and_purged(self):
        deb = made("stridescope_*_amd64.deb")
        root = self.fresh("bookworm", fresh_root.debian_mirror())
        root.put(deb, f"/tmp/{deb.name}")
        # With recommends, as apt does unless it is told otherwise.
        root.as_root("apt-get", "update", "--quiet")
        install = ["apt-get", "install", "--yes", "--quiet", f"/tmp/{deb.name}"]
        purge = ["apt-get", "purge", "--yes", "--quiet", "stridescope"]
        root.as_root(*install)
        self.check_command_line(root, "stridescope-cli")
        self.check_window(root, "stridescope")

        # What a desktop looks into, and asks for its man pages and completion.
        root.install("shared-mime-info", "desktop-file-utils", "libglib2.0-bin", "man-db",
                     "bash-completion", "zsh", "fish")
        # Once more: now their own caches are there.
        root.as_root(*purge)
        root.as_root(*install)
        root.as_root(*purge)
        before = root.files()
        root.as_root(*install)
        own = set(root.as_root("dpkg", "--listfiles", "stridescope").stdout.split("\n")) - before
        self.check_desktop(root)
        self.check_manual(root)
        self.check_completion(root)

        root.as_root(*purge)
        after = root.files()
        self.assertEqual(sorted(after - before), [])
        self.assertEqual(sorted(before - after), [])
        self.assertGreater(len(own), 20)
        self.assertEqual([path for path in after if "stridescope" in path], [])
        told = subprocess.run(["grep", "-rl", "stridescope", str(root.path / "usr/share/mime"),
                               str(root.path / "usr/share/applications")],
                              capture_output=True, text=True)
        self.assertEqual(told.stdout, "")
        self.assertNotIn("stridescope", root.as_root("dpkg-query", "--list").stdout)

    def check_desktop(self, root):
        def type_of(name):
            told = root.as_student("gio", "info", "-a", "standard::content-type", name).stdout
            return told.rpartition("standard::content-type:")[2].strip()

        (root.home() / "mine.cu").write_text("__global__ void k() {}\n")
        self.assertEqual(type_of("mine.cu"), "text/x-cuda")
        self.assertEqual(type_of("bk.npz"), "application/x-stridescope-trace")
        # Anybody else's arrays are none of ours.
        with tempfile.TemporaryDirectory() as folder:
            foreign = pathlib.Path(folder, "other.npz")
            subprocess.run(["python3", "-c", "import sys, zipfile\n"
                            "with zipfile.ZipFile(sys.argv[1], 'w') as z: z.writestr('a.npy', 'x')",
                            str(foreign)], check=True)
            root.put(foreign, "/home/student/other.npz")
        self.assertEqual(type_of("other.npz"), "application/zip")
        told = root.as_student("gio", "mime", "application/x-stridescope-trace").stdout
        self.assertIn("stridescope.desktop", told)

    def check_manual(self, root):
        # dpkg leaves manual pages out of no minbase root but a container's.
        for name in ("stridescope", "stridescope-cli"):
            page = root.as_student("man", name).stdout
            self.assertIn(f"{name} - ", page)
            self.assertIn("--kernel", page)

    def check_completion(self, root):
        told = root.as_student("fish", "-c", "complete -C 'stridescope-cli imp'").stdout
        self.assertIn("import-ncu", told)
        told = root.as_student("bash", "-c", ". /usr/share/bash-completion/bash_completion;"
                               "_completion_loader stridescope-cli; complete -p stridescope-cli")
        self.assertIn("_stridescope", told.stdout)
        told = root.as_student("zsh", "-c", "autoload -Uz compinit; compinit -u -D;"
                               "print $_comps[stridescope] $_comps[stridescope-cli]").stdout
        self.assertEqual(told.split(), ["_stridescope", "_stridescope"])


class PortableArchive(Package):
    def check_bare(self, root, programs):
        """Where no desktop is installed."""
        self.check_command_line(root, f"{programs}/stridescope-cli")
        root.as_student(f"{programs}/stridescope", "--version")
        code, told = root.try_as_student(f"{programs}/stridescope")
        self.assertEqual((code, told.count("\n")), (1, 1), told)
        self.assertIn("There is no display to open a window on", told)
        code, told = root.try_as_student(f"{programs}/stridescope", "--screenshot", "x.png")
        self.assertEqual((code, told.count("\n")), (1, 1), told)
        self.assertIn("libEGL.so.1 is not installed", told)
        code, told = root.try_as_student(f"{programs}/stridescope", display=self.display.name)
        self.assertEqual((code, told.count("\n")), (1, 1), told)
        self.assertIn("The window cannot open", told)

    def check_desktop(self, root, programs):
        """With a desktop's libraries: they are taken, not the archive's."""
        root.install("libgl1", "libegl1", "libgl1-mesa-dri", "libx11-6", "libxext6", "libfontconfig1")
        self.check_window(root, f"{programs}/stridescope")
        process = root.start_as_student(f"{programs}/stridescope", "--welcome",
                                        display=self.display.name)
        try:
            time.sleep(5)
            maps = pathlib.Path(f"/proc/{process.pid}/maps").read_text()
        finally:
            process.terminate()
            process.wait()
            process.stderr.close()
        loaded = {line.split()[-1] for line in maps.splitlines() if ".so" in line}
        self.assertTrue(any("libX11.so" in path for path in loaded), loaded)
        self.assertTrue(any("/lib/libcairo.so" in path for path in loaded), loaded)
        self.assertEqual([path for path in loaded if "/lib/desktop/" in path], [])

    def check_too_old(self, root, programs):
        for program in ("stridescope", "stridescope-cli"):
            code, told = root.try_as_student(f"{programs}/{program}", "--version")
            self.assertEqual((code, told.count("\n")), (1, 1), told)
            self.assertIn("it takes glibc 2.", told)

    def check(self, root):
        programs = self.unpacked(root)
        self.check_bare(root, programs)
        self.check_desktop(root, programs)

    def test_on_debian_12(self):
        self.check(self.fresh("bookworm", fresh_root.debian_mirror()))

    def test_on_debian_13(self):
        self.check(self.fresh("trixie", fresh_root.debian_mirror()))

    def test_on_a_c_library_that_is_too_old(self):
        root = self.fresh("bullseye", fresh_root.debian_mirror())
        self.check_too_old(root, self.unpacked(root))

    def fresh_ubuntu(self, suite):
        mirror = os.environ.get("STRIDESCOPE_UBUNTU_MIRROR")
        if not mirror:
            self.skipTest("STRIDESCOPE_UBUNTU_MIRROR names no mirror")
        options = []
        if not pathlib.Path("/usr/share/keyrings/ubuntu-archive-keyring.gpg").exists():
            options.append("--no-check-gpg")  # Debian 12 has no package of Ubuntu's keys
        # One script makes all of Ubuntu, also what is newer than debootstrap.
        return self.fresh(suite, mirror, *options, script=["/usr/share/debootstrap/scripts/gutsy"])

    def test_on_ubuntu_22_04(self):
        root = self.fresh_ubuntu("jammy")
        programs = self.unpacked(root)
        self.check_too_old(root, programs)
        # A desktop's own libraries will do for its C library. Its fontconfig 2.13 knows no folders
        # beside the file that names them, so the system's fonts have to do as well.
        self.check_desktop(root, programs)
        self.check_command_line(root, f"{programs}/stridescope-cli", font=b"+DejaVuSans")

    def test_on_ubuntu_24_04(self):
        self.check(self.fresh_ubuntu("noble"))


class Wheel(Package):
    """Installed by an ordinary user beside Debian's Jupyter, with nothing else of ours there."""

    FACTS = """
import base64, re, sys
import nbclient, nbformat
notebook = nbformat.read(sys.argv[1], as_version=4)
notebook.cells.append(nbformat.v4.new_code_cell(
    'assert plain.totals["load_excess"] == 992 and padded.totals["load_excess"] == 0\\n'
    'assert scan.after["out"].tolist() == np.cumsum(scan.before["in"]).tolist()\\n'
    'assert [verdict.fine for verdict in verdicts] == [False, True]\\n'
    'print(stridescope._cli.find())'))
nbclient.NotebookClient(notebook, timeout=100, kernel_name="own").execute()
shown = "".join(str(cell.get("outputs")) for cell in notebook.cells)
print(shown.count("data:image/svg+xml;base64,"), notebook.cells[-1].outputs[-1].text)
"""

    def check(self, suite):
        root = self.fresh(suite, fresh_root.debian_mirror())
        root.install("python3-venv", "python3-numpy", "python3-nbclient", "python3-ipykernel")
        wheel = made("stridescope-*.whl")
        root.put(wheel, f"/home/student/{wheel.name}")
        root.put(ROOT / "python/examples/first_steps.ipynb", "/home/student/first_steps.ipynb")
        (root.home() / "facts.py").write_text(self.FACTS)
        root.as_student("python3", "-m", "venv", "--system-site-packages", "own")
        python = "/home/student/own/bin/python"
        root.as_student(python, "-m", "pip", "install", "--quiet", "--no-index", f"./{wheel.name}")
        root.as_student(python, "-m", "ipykernel", "install", "--user", "--name", "own")
        pictures, program = root.as_student(python, "facts.py", "first_steps.ipynb").stdout.split()
        self.assertEqual(pictures, "5")
        self.assertTrue(program.startswith("/home/student/own/lib/"), program)
        self.check_command_line(root, program)
        root.as_student(python, "-m", "pip", "uninstall", "--quiet", "--yes", "stridescope")
        left = [path for path in (root.home() / "own").rglob("*stridescope*")
                if path.name != "__pycache__"]
        self.assertEqual(left, [])

    def test_on_debian_12(self):
        self.check("bookworm")

    def test_on_debian_13(self):
        self.check("trixie")


class Page(Package):
    """Opened from its file by an ordinary user, whose browser has seen nothing of it before."""

    FACTS = """
import pathlib, browser
page = browser.Chromium()
try:
    page.open()
    first = page.wait_idle()
    page.keys("Right")
    page.wait_state(step=1)
    pathlib.Path("page.png").write_bytes(page.picture())
    page.open("run=--kernel brent-kung --block 16")
    page.wait_idle()
    page.click("menu.file")
    page.click("menu.file.save")
    page.click("dialog.path")
    page.keys("ctrl+a")
    page.type("page.npz")
    page.click("dialog.ok")
    pathlib.Path("page.npz").write_bytes(page.downloaded("page.npz"))
    print(first["trace"]["experiment"]["kernel"], first["trace"]["output_ok"])
finally:
    page.close()
"""

    def test_in_chromium_of_debian_12(self):
        root = self.fresh("bookworm", fresh_root.debian_mirror())
        root.install("chromium", "chromium-driver", "python3")
        # Chromium keeps what its processes share there.
        root.as_root("mkdir", "-p", "/dev/shm")
        root.mount("/dev/shm", "-t", "tmpfs", "tmpfs")
        # Its driver asks for a machine by this name.
        (root.path / "etc/hosts").write_text("127.0.0.1 localhost\n")
        page = made("stridescope.html")
        root.put(page, f"/home/student/{page.name}")
        root.put(ROOT / "tests/page/browser.py", "/home/student/browser.py")
        (root.home() / "facts.py").write_text(self.FACTS)
        told = root.as_student("env", f"STRIDESCOPE_PAGE=/home/student/{page.name}", "python3", "facts.py")
        self.assertEqual(told.stdout.split(), ["kogge-stone", "True"])
        self.check_picture(root.home() / "page.png")
        # It records what the archive's command line records.
        programs = self.unpacked(root)
        root.as_student(f"{programs}/stridescope-cli", "record", "--kernel", "brent-kung", "--block", "16",
                        "--blocks", "first:8", "-o", "cli.npz")
        self.assertEqual((root.home() / "page.npz").read_bytes(), (root.home() / "cli.npz").read_bytes())


if __name__ == "__main__":
    if os.geteuid() != 0:
        raise SystemExit("tests/package/package_test.py: only root can make a fresh root.")
    unittest.main(verbosity=2)
