"""A Debian, or its like, with nothing in it, in a folder: to install into and run in."""

import os
import pathlib
import shutil
import subprocess
import tempfile

STUDENT = 1234  # nobody's on a fresh system


def debian_mirror():
    """Where this machine's own packages come from."""
    listed = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(REPO_URI) $(ORIGIN) $(COMPONENT)",
         "Created-By: Packages", "Origin: Debian"],
        check=True, capture_output=True, text=True).stdout
    for line in listed.splitlines():
        where, _, component = line.split()
        if component == "main" and "security" not in where:
            return where
    raise RuntimeError("apt knows no mirror of Debian here")


def run(command, **others):
    """Its result; what it wrote is in the exception if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, **others)
    if done.returncode != 0:
        raise AssertionError(f"{command}: exit code {done.returncode}\n{done.stdout[-2000:]}"
                             f"{done.stderr[-4000:]}")
    return done


class FreshRoot:
    """Made at once; `close` takes it away again."""

    def __init__(self, suite, mirror, *options, script=()):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix=f"stridescope-{suite}-"))
        self.mounts = []
        # mkdtemp lets nobody else in.
        self.path.chmod(0o755)
        try:
            run(["debootstrap", "--variant=minbase", *options, suite, str(self.path), mirror,
                 *script])
            # The programs ask /proc where they themselves are.
            self.mount("/proc", "-t", "proc", "proc")
            self.as_root("useradd", "--create-home", "--uid", str(STUDENT), "student")
        except BaseException:
            self.close()
            raise

    def mount(self, inside, *what):
        target = self.path / inside.lstrip("/")
        run(["mount", *what, str(target)])
        self.mounts.append(target)

    def close(self):
        while self.mounts:
            subprocess.run(["umount", str(self.mounts.pop())], check=True)
        shutil.rmtree(self.path)

    def environment(self, **more):
        kept = {name: os.environ[name] for name in os.environ if name.lower().endswith("_proxy")}
        return {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                "LC_ALL": "C.UTF-8", **kept, **more}

    def as_root(self, *command):
        return run(["chroot", str(self.path), *command],
                   env=self.environment(HOME="/root", DEBIAN_FRONTEND="noninteractive"))

    def student_command(self, *command):
        return ["chroot", f"--userspec={STUDENT}:{STUDENT}", str(self.path),
                "/usr/bin/env", "-C", "/home/student", *command]

    def student_environment(self, display=None):
        shown = {"DISPLAY": display} if display else {}
        return self.environment(HOME="/home/student", **shown)

    def as_student(self, *command, display=None):
        return run(self.student_command(*command), env=self.student_environment(display))

    def try_as_student(self, *command, display=None):
        """(exit code, standard error)"""
        done = subprocess.run(self.student_command(*command), capture_output=True, text=True,
                              env=self.student_environment(display))
        return done.returncode, done.stderr

    def start_as_student(self, *command, display):
        """A process that goes on."""
        return subprocess.Popen(self.student_command(*command),
                                env=self.student_environment(display),
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def install(self, *packages):
        self.as_root("apt-get", "update", "--quiet")
        self.as_root("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *packages)

    def put(self, file, inside):
        target = self.path / inside.lstrip("/")
        shutil.copy(file, target)
        target.chmod(0o644)

    def home(self):
        return self.path / "home" / "student"

    def files(self):
        """Everything that is not apt's and dpkg's own record of what was done, nor a log."""
        found = set()
        for folder, folders, names in os.walk(self.path):
            inside = "/" + os.path.relpath(folder, self.path)
            if inside == "/.":
                folders[:] = [name for name in folders if name not in ("proc", "dev", "tmp")]
                inside = ""
            if inside in ("/var/lib/dpkg", "/var/lib/apt", "/var/cache/apt", "/var/log",
                          "/var/cache/debconf", "/home/student"):
                folders.clear()
                continue
            found.update(f"{inside}/{name}" for name in (*folders, *names))
        return found
