"""Drives the real window as a person does: a display of its own, real keys, real clicks.

Where widgets are and what the program shows comes from --test-hooks (docs/test_hooks.md); nothing
here knows a pixel. Every wait is for a state, never for a time.
"""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest

from pixels import read_xwd
from x_client import tell_dpi

PATIENCE = float(os.environ.get("STRIDESCOPE_PATIENCE", "60"))  # seconds; sanitizers are slow
WINDOW = os.environ["STRIDESCOPE_WINDOW"]
CLI = os.environ["STRIDESCOPE_CLI"]
BINARY_DIR = pathlib.Path(os.environ["STRIDESCOPE_BINARY_DIR"])


def setting(experiment, name):
    """A flag's value in the hooks' experiment; those of a text's knobs as the text has them."""
    if name in ("block", "coarsen", "section"):
        return int(experiment["defines"][name.upper()])
    if name == "n":
        n = experiment["defines"]["N"]
        return None if n == "SECTION" else int(n)
    return experiment["arguments"].get("A") if name == "input" else experiment[name]


class Display:
    """An X server of our own, on a number that it picks itself."""

    def __init__(self, size="1920x1080", dpi=96):
        read, write = os.pipe()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="stridescope-xvfb-"))
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-noreset",
             "-nolisten", "tcp", "-fbdir", str(self.folder)],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        self.name = f":{number}"
        # Function keys that also switch consoles: with newer keymaps xdotool presses Alt for them.
        subprocess.run(["setxkbmap", "-display", self.name, "-option", "srvrkeys:none"], check=True)
        if dpi != 96:
            tell_dpi(self.name, dpi)

    def pixels(self, width, height):
        """What stands in the upper left corner of the screen."""
        return read_xwd(self.folder / "Xvfb_screen0", width, height)

    def close(self):
        self.server.terminate()
        self.server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Program:
    """One run of `stridescope` on a display."""

    def __init__(self, display, *arguments, folder=None):
        """`folder`: where another run left what it remembers; else a fresh one."""
        self.folder = folder or pathlib.Path(tempfile.mkdtemp(prefix="stridescope-e2e-"))
        self.hooks = self.folder / ".hooks.json"  # no file to open
        self.hooks.unlink(missing_ok=True)
        self.seen = self.last = None
        self.environment = {
            **os.environ, "DISPLAY": display.name, "LIBGL_ALWAYS_SOFTWARE": "1",
            "HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder / ".config"),
            "XDG_DATA_HOME": str(self.folder / ".data"), "WAYLAND_DISPLAY": "",
            "XDG_STATE_HOME": str(self.folder / ".state"),
        }
        self.log = open(self.folder / ".log.txt", "w+", encoding="utf-8")
        self.process = subprocess.Popen([WINDOW, "--test-hooks", str(self.hooks), *arguments],
                                        stdout=self.log, stderr=self.log, cwd=self.folder,
                                        env=self.environment)
        self.wait(lambda now: now["idle"] and now["state"]["trace"], "the first recording")
        found = self.xdotool("search", "--sync", "--onlyvisible", "--pid", str(self.process.pid))
        self.window = found.split()[-1]
        # There is no window manager here that would give the focus.
        self.xdotool("windowfocus", "--sync", self.window)

    def close(self):
        """Ends the program by its own window's wish if it still runs; tells its exit code."""
        if self.process.poll() is None:
            self.process.terminate()
        code = self.process.wait(timeout=PATIENCE)
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        return code

    # --- What it shows -----------------------------------------------------------------------
    def read(self):
        """The hooks as they stand; None before the first frame. What has been read is not read
        again: who waits should leave the processor to what he waits for."""
        try:
            file = self.hooks.stat()
            # Each is another file; its number may be an earlier one's within a clock's tick.
            seen = (file.st_ino, file.st_mtime_ns, int(4 * time.monotonic()))
            if seen != self.seen:
                self.last = json.loads(self.hooks.read_text(encoding="utf-8"))
                self.seen = seen
        except FileNotFoundError:
            return None
        return self.last

    def wait(self, condition, what):
        """Waits until `condition` holds of the hooks, and returns them."""
        end = time.monotonic() + PATIENCE
        last = None
        while time.monotonic() < end:
            last = self.read()
            if last is not None and condition(last):
                return last
            if self.process.poll() is not None:
                raise AssertionError(f"the program ended ({self.process.returncode}) before "
                                     f"{what}: {self.messages()}")
            time.sleep(0.005)
        if last:
            brief = {key: last[key] for key in ("frame", "idle", "dialog", "typing", "pointer")}
            state = f"{brief}\n{json.dumps(last['state'], indent=1)}"
        else:
            state = "nothing"
        raise AssertionError(f"waited in vain for {what}; the hooks say {state}\n{self.messages()}")

    def messages(self):
        self.log.flush()
        return (self.folder / ".log.txt").read_text(encoding="utf-8")

    def state(self):
        return self.read()["state"]

    def wait_state(self, what="", **wanted):
        """Waits until the state holds these values: wait_state(step=3, playing=False)."""
        return self.wait(lambda now: all(now["state"][key] == value
                                         for key, value in wanted.items()),
                         what or str(wanted))["state"]

    def wait_idle(self):
        return self.wait(lambda now: now["idle"], "rest")["state"]

    def wait_recorded(self, **wanted):
        """Waits until a trace of an experiment with these values is shown, and all rests."""
        return self.wait(
            lambda now: now["idle"] and now["state"]["trace"]
            and all(setting(now["state"]["trace"]["experiment"], key) == value
                    for key, value in wanted.items()),
            f"a recording with {wanted}")["state"]

    def wait_said(self, what="a word on it"):
        """Waits until there is an unread message in front, and returns the newest."""
        now = self.wait(lambda now: now["idle"] and any(not message["read"] for message
                                                        in now["state"]["messages"]), what)
        return now["state"]["messages"][-1]

    def wait_typing(self):
        """Waits until a text field has the keyboard."""
        return self.wait(lambda now: now["idle"] and now["typing"], "a text field")

    def widget(self, name):
        """The rectangle of a widget, once it is on the screen and has found its place."""
        settled = self.wait(lambda now: name in now["widgets"]
                            and (now["idle"] or now["state"]["playing"]), f"the widget {name}")
        return settled["widgets"][name]

    # --- What a person does ------------------------------------------------------------------
    def xdotool(self, *arguments):
        result = subprocess.run(["xdotool", *map(str, arguments)], env=self.environment,
                                capture_output=True, text=True, timeout=PATIENCE)
        if result.returncode != 0:
            raise AssertionError(f"xdotool {arguments}: {result.stderr} {self.messages()}")
        return result.stdout

    def keys(self, *names):
        """Taps these keys one after another, faster than any hand.

        Some milliseconds apart: GLFW takes two presses of a key with the same time stamp, which X
        counts in milliseconds, for one."""
        self.xdotool("key", "--delay", "8", *names)

    def type(self, text):
        self.xdotool("type", "--delay", "8", text)

    def scroll_to(self, name):
        """Rolls what a widget has been scrolled away in until it is in sight; returns its box."""
        while (box := self.widget(name)).get("scrolled_away"):
            now = self.read()
            area, third = name.partition(".")[0] + ".", now["window"]["height"] / 3
            over = min((other for each, other in now["widgets"].items() if each.startswith(area)
                        and not other.get("scrolled_away")), key=lambda o: abs(o["y"] - third))
            self.xdotool("mousemove", "--window", self.window, round(over["x"] + 3),
                         round(over["y"] - 3), "click", 4 if box["y"] < over["y"] else 5)
            self.wait(lambda now: now["idle"] and now["widgets"][name]["y"] != box["y"],
                      f"the panel to scroll to {name}")
        return box

    def place(self, name, x=0.5, y=0.5):
        """A point in a widget, in window pixels: shares of its width and height."""
        box = self.scroll_to(name)
        return round(box["x"] + box["w"] * x), round(box["y"] + box["h"] * y)

    def move(self, name, x=0.5, y=0.5):
        self.xdotool("mousemove", "--window", self.window, *self.place(name, x, y))

    def click(self, name, x=0.5, y=0.5, button=1):
        self.move(name, x, y)
        self.xdotool("click", button)

    def drag(self, name, start, end):
        """Presses at `start` and lets go at `end`; both (x, y) shares of the widget."""
        self.move(name, *start)
        self.xdotool("mousedown", 1)
        self.move(name, *end)
        self.xdotool("mouseup", 1)

    def choose(self, combo, option):
        """Opens a drop-down list and picks `option` of it."""
        self.click(combo)
        self.roll_to(f"{combo}.{option}", combo)
        self.click(f"{combo}.{option}")

    def roll_to(self, name, combo):
        """Rolls a list that is open until its entry is in sight."""
        window = self.read()["window"]
        while True:
            box = self.widget(name)
            below = box["y"] + box["h"] > window["height"] - 4
            if not below and box["y"] > 4:
                return
            head = self.widget(combo)
            self.xdotool("mousemove", "--window", self.window, round(head["x"] + head["w"] / 2),
                         round(head["y"] + head["h"] + 40 if head["y"] < window["height"] / 2
                               else head["y"] - 40))
            self.xdotool("click", 5 if below else 4)
            self.wait(lambda now: now["idle"] and now["widgets"][name]["y"] != box["y"],
                      f"the list to roll to {name}")

    def turn_to(self, view):
        """Shows one of the views that take turns: its name, or, where it has no room, the list."""
        names = self.wait(lambda now: any(name.startswith("turn.") for name in now["widgets"]),
                          "the choice of views")["widgets"]
        if f"turn.{view}" in names:
            self.click(f"turn.{view}")
        else:
            self.choose("turn.more", view)


class WindowTest(unittest.TestCase):
    """Tests that share one display; each starts its own program with `start`."""

    @classmethod
    def setUpClass(cls):
        cls.display = Display()
        cls.addClassCleanup(cls.display.close)

    def start(self, *arguments):
        program = Program(self.display, *arguments)
        self.addCleanup(program.close)
        return program

    def start_with_trace(self, flags, *arguments):
        """Shows a trace, whose text stands in a pane of its own: nobody edits it."""
        trace = self.display.folder / "shown.npz"
        subprocess.run([CLI, "record", *flags, "-o", trace], check=True)
        return self.start(str(trace), *arguments)
