"""A random hand: keys, clicks, the wheel, drags, resizes, drops of good and of bad files, for a while
(STRIDESCOPE_HAND_SECONDS; scripts/nightly gives it ten minutes under each sanitizer). The window
must neither end, nor say anything that a sanitizer would, nor take a second of processor time for
one turn of its loop.

Its doings follow from STRIDESCOPE_HAND_SEED: the same ones each time, so that who changes the
program is judged by the change and not by the hour; a new seed each night finds what is new."""

import os
import random
import subprocess
import time
import unittest
import zipfile

from window_driver import CLI, PATIENCE, WindowTest
from x_client import drop_files

SECONDS = float(os.environ.get("STRIDESCOPE_HAND_SECONDS", "20"))
SEED = int(os.environ.get("STRIDESCOPE_HAND_SEED", "1"))
# Longer than this is felt; sanitizers make everything slower, and their runs say by how much.
LONGEST_TURN = float(os.environ.get("STRIDESCOPE_LONGEST_TURN", "1"))

KEYS = ("Left Right Up Down Home End Page_Up Page_Down space Return Escape Tab F1 F5 F6 F11 Delete "
        "BackSpace 0 1 2 3 4 5 6 7 8 9 a b c d e f g h i j k l m n o p q r s t u v w x y z plus "
        "minus comma period slash shift+n shift+Tab shift+Right shift+a shift+b ctrl+z ctrl+y "
        "ctrl+shift+z ctrl+c ctrl+v ctrl+a ctrl+f ctrl+g ctrl+o ctrl+s ctrl+e ctrl+n ctrl+plus "
        "ctrl+minus ctrl+0 ctrl+Page_Down ctrl+Page_Up bracketleft bracketright").split()
TYPED = ("7", "1024", "-3", "values", "1,2,3", "0x", "é", "=1+1", "999999", "a.npz", "~/x.csv",
         "__shared__", "{ }", "../../x.png")


class RandomHand(WindowTest):
    def setUp(self):
        print(f"seed {SEED}, {SECONDS:g} seconds")
        self.hand = random.Random(SEED)

    def make_files(self, folder):
        run = [CLI, "record", "--kernel", "brent-kung", "--block", "64", "-o", folder / "good.npz"]
        subprocess.run(run, check=True)
        (folder / "numbers.csv").write_text("3,1,4\n1,5\n")
        (folder / "words.csv").write_text("three\n")
        (folder / "bad.npz").write_bytes((folder / "good.npz").read_bytes()[:500])
        with zipfile.ZipFile(folder / "deep.npz", "w") as file:
            file.writestr("meta.json", "[" * 65000)
        (folder / "lesson.md").write_text(
            "---\ntitle: A\nabout: b\n---\n## Page\nWords.\n```lesson\nrun: --kernel brent-kung "
            "--block 8\nstep: stride 99\ncheck: adds = 7\n```\n## Two\nMore.\n")
        (folder / "text.cu").write_text(
            "__global__ void k(int *p) {\n    __shared__ int s[64];\n    s[threadIdx.x] = 1;\n"
            "    __syncthreads();\n    p[threadIdx.x] = s[63 - threadIdx.x];\n}\n")
        (folder / "wrong.cu").write_text("__global__ void k(int *p) { p[0] = ; }\n")
        return sorted(path for path in folder.iterdir() if not path.name.startswith("."))

    def actions(self, program, now):
        """A handful of what a hand does, as words for one call of xdotool."""
        hand = self.hand
        width, height = now["window"]["width"], now["window"]["height"]

        def point():
            widgets = list(now["widgets"].values())
            if widgets and hand.random() < 0.7:
                box = hand.choice(widgets)
                return (round(box["x"] + box["w"] * hand.random()),
                        round(box["y"] + box["h"] * hand.random()))
            return hand.randrange(width), hand.randrange(height)

        words = []
        for _ in range(hand.randrange(1, 8)):
            x, y = point()
            x, y = min(max(x, 0), width - 1), min(max(y, 0), height - 1)
            move = ["mousemove", "--window", program.window, x, y]
            words += hand.choice((
                lambda: move,
                lambda: [*move, "click", 1],
                lambda: [*move, "click", 1],
                lambda: [*move, "click", "--repeat", 2, "--delay", 8, 1],
                lambda: [*move, "click", 3],
                lambda: [*move, "click", "--repeat", hand.randrange(1, 9), "--delay", 4,
                         hand.choice((4, 5))],
                lambda: [*move, "mousedown", 1, "mousemove_relative", "--",
                         hand.randrange(-300, 300), hand.randrange(-200, 200), "mouseup", 1],
                lambda: ["key", "--delay", 8, *hand.choices(KEYS, k=hand.randrange(1, 6))],
                lambda: ["key", "--delay", 8, hand.choice(KEYS)],
                # Without a number it would type all that follows.
                lambda: ["type", "--delay", 8, "--args", 1, "--", hand.choice(TYPED)],
            ))()
        return words

    def answers(self, program, patience=PATIENCE):
        """That the loop goes on: something that is done is seen. Returns the hooks."""
        before = program.read()["frame"]
        end = time.monotonic() + patience
        while program.process.poll() is None and time.monotonic() < end:
            # A pointer that goes somewhere else makes a frame.
            self.xdotool(program, "mousemove", "--window", program.window, self.hand.randrange(50),
                         self.hand.randrange(5))
            time.sleep(0.05)
            now = program.read()
            if now["frame"] > before:
                return now
        self.assertIsNotNone(program.process.poll(), "the window hangs")
        return None

    @staticmethod
    def unless_closed(program, action, *arguments):
        """Does it to a window that what was done before may have closed: then it is gone a while
        before its process is."""
        try:
            action(*arguments)
        except AssertionError:
            try:
                program.process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                pass
            if program.process.poll() is None:
                raise

    def xdotool(self, program, *words):
        self.unless_closed(program, program.xdotool, *words)

    def test_for_a_while(self):
        end = time.monotonic() + SECONDS
        done = longest = starts = 0
        while time.monotonic() < end:
            program = self.start(*self.hand.choice(([], ["--welcome"], ["--kernel", "chained"],
                                                    ["--predict"])))
            starts += 1
            files = self.make_files(program.folder)
            while time.monotonic() < end:
                now = self.answers(program)
                if now is None:
                    break
                longest = max(longest, now["longest_turn"])
                self.assertLess(longest, LONGEST_TURN, f"seed {SEED}, after {done} doings")
                if self.hand.random() < 0.05:
                    self.xdotool(program, "windowsize", program.window,
                                 self.hand.randrange(200, 1900), self.hand.randrange(150, 1050))
                elif self.hand.random() < 0.06 and not now["dialog"]:
                    self.unless_closed(program, drop_files, self.display.name, program.window,
                                       self.hand.sample(files, self.hand.randrange(1, 3)), 100, 100)
                words = self.actions(program, now)
                done += 1
                self.xdotool(program, *words)
            # Closed by a key, or by us: in peace either way.
            if program.process.poll() is None:
                program.process.terminate()
            code = program.process.wait(timeout=PATIENCE)
            said = program.messages()
            self.assertIn(code, (0, -15), f"seed {SEED}: {said}")
            self.assertNotRegex(said, "Sanitizer|runtime error|terminate called", f"seed {SEED}")
        print(f"{done} doings in {starts} windows; the longest turn took {longest:.3f} s of the "
              "processor")
        self.assertGreater(done, SECONDS / 10)


if __name__ == "__main__":
    unittest.main()
