"""The Export menu: every view in every format, byte for byte what the command line writes."""

import io
import os
import pathlib
import subprocess
import unittest

import numpy
from PIL import Image, ImageSequence

from window_driver import CLI, WindowTest


class Export(WindowTest):
    FLAGS = ("--kernel", "brent-kung", "--block", "64", "--pad", "every32")

    def open_dialog(self, program, view, file_format):
        program.click("menu.export")
        program.click(f"menu.export.{view}")
        program.click(f"dialog.format.{file_format}")

    def export_from_menu(self, program, view, suffix, extent="whole"):
        """Through the menu and the dialog; returns the file's bytes."""
        self.open_dialog(program, view, suffix)
        if suffix != "csv":
            program.click(f"dialog.extent.{extent}")
        path = program.folder / f"menu-{view}-{extent}.{suffix}"
        program.click("dialog.path")
        program.keys("ctrl+a")
        program.type(path.name)
        program.click("dialog.ok")
        message = program.wait_said(f"{path.name} written")
        self.assertTrue(message["fine"], message)
        self.assertIn(path.name, message["text"])
        program.keys("Escape")
        program.wait(lambda now: now["idle"] and not any(
            not message["read"] for message in now["state"]["messages"]), "the message read")
        return path.read_bytes()

    def export_from_command_line(self, program, view, suffix, *flags):
        trace = program.folder / "trace.npz"
        if not trace.exists():
            subprocess.run([CLI, "record", *self.FLAGS, "-o", trace], check=True)
        path = program.folder / f"cli-{view}.{suffix}"
        subprocess.run([CLI, "export", trace, "--view", view, "-o", path, *flags], check=True)
        return path.read_bytes()

    def test_every_view_in_every_format(self):
        program = self.start(*self.FLAGS, "--step", "3")
        for view in ("heatmap", "tree", "memory"):
            for suffix in ("png", "svg", "pdf", "csv"):
                written = self.export_from_menu(program, view, suffix)
                self.assertGreater(len(written), 100)
                # The tables of two of these are of all steps.
                step = () if suffix == "csv" and view != "memory" else ("--step", "3")
                self.assertEqual(written, self.export_from_command_line(
                    program, view, suffix, *step), f"{view} as {suffix}")

    def type_into(self, program, widget, text):
        program.click(widget)
        program.keys("ctrl+a")
        program.type(text)

    def test_a_film_of_some_steps_and_the_line_that_makes_it(self):
        program = self.start(*self.FLAGS, "--step", "3")
        self.open_dialog(program, "tree", "gif")
        self.type_into(program, "dialog.path", "film.gif")
        # The other way round is the same; what is out of reach is the last.
        self.type_into(program, "dialog.first", "99")
        self.type_into(program, "dialog.last", "11")
        self.type_into(program, "dialog.ms", "250")
        program.click("dialog.ok")
        self.assertTrue(program.wait_said("film.gif written")["fine"])
        film = (program.folder / "film.gif").read_bytes()
        with Image.open(program.folder / "film.gif") as image:
            times = [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
        # The first step stands still; each other one moves before it does.
        self.assertEqual(times[0], 250)
        moving = times[1:]
        self.assertEqual(len(moving) % 2, 0)
        for half in (moving[:len(moving) // 2], moving[len(moving) // 2:]):
            self.assertAlmostEqual(sum(half), 250, delta=10)
            self.assertGreater(len(half), 1)
        subprocess.run([CLI, "record", *self.FLAGS, "-o", program.folder / "trace.npz"], check=True)
        self.assertEqual(film, self.export_from_command_line(
            program, "tree", "gif", "--steps", "10:12", "--ms", "250"))

    def test_a_numbered_series(self):
        program = self.start(*self.FLAGS, "--step", "3")
        self.open_dialog(program, "heatmap", "series")
        self.type_into(program, "dialog.path", "step-%02d.png")
        self.type_into(program, "dialog.last", "2")
        program.click("dialog.ok")
        program.wait_said("written")
        self.assertEqual(sorted(path.name for path in program.folder.glob("step-*")),
                         ["step-00.png", "step-01.png"])
        for step in (0, 1):
            self.assertEqual((program.folder / f"step-0{step}.png").read_bytes(),
                             self.export_from_command_line(program, "heatmap", "png", "--step",
                                                           str(step)))

    def copied_line(self, program):
        """What the clipboard holds, told by pasting it into the numbers."""
        program.click("experiment.argument.A")
        program.wait_typing()
        program.keys("ctrl+a", "ctrl+v")
        return program.wait(lambda now: now["idle"]
                            and "-cli" in now["state"]["experiment"]["arguments"]["A"],
                            "the line")["state"]["experiment"]["arguments"]["A"]

    def screen(self, program, widget):
        """What stands in the left half of the widget, where no small picture of the whole lies."""
        width, height, rows = self.display.pixels(1280, 800)
        box = program.widget(widget)
        x, y, w, h = (round(box[side]) for side in "xywh")
        return Image.frombytes("RGB", (width, height), b"".join(rows)).crop(
            (x, y, x + w // 2, y + h))

    def test_a_part_as_it_is_seen(self):
        """The file looks like the screen, and the copied line makes the same file."""
        program = self.start("--kernel", "brent-kung", "--block", "64", "--input", "values:1,2,3",
                             "--step", "3", "--size", "1280x800", "--theme", "light")
        for _ in range(7):
            program.click("tree.picture", 0.3, 0.45, button=4)
        program.keys("ctrl+shift+c")
        program.move("experiment.argument.A")
        program.wait_idle()
        on_screen = self.screen(program, "tree.picture")
        seen = self.export_from_menu(program, "tree", "png", "seen")
        whole = self.export_from_menu(program, "tree", "png")

        def unlike(written):
            with Image.open(io.BytesIO(written)) as image:
                picture = image.convert("RGB").resize(
                    (on_screen.width * 2, on_screen.height), Image.Resampling.BOX)
            part = picture.crop((0, 0, on_screen.width, on_screen.height))
            return numpy.abs(numpy.asarray(part, int) - numpy.asarray(on_screen, int)).mean()

        self.assertLess(unlike(seen), 6)
        self.assertGreater(unlike(whole), 2 * unlike(seen))
        line = self.copied_line(program)
        self.assertIn("--part", line)
        path = f"{pathlib.Path(CLI).parent}:{os.environ['PATH']}"
        kept = {name: value for name, value in os.environ.items() if name.endswith("SAN_OPTIONS")}
        subprocess.run(line, shell=True, check=True, cwd=program.folder, env={"PATH": path, **kept})
        self.assertEqual((program.folder / "tree.png").read_bytes(), seen)

    def test_the_comparison_is_exported_as_it_is_shown(self):
        program = self.start(*self.FLAGS, "--step", "2")
        program.wait(lambda now: now["idle"]
                     and now["state"]["trace"]["unpadded_excess"] is not None,
                     "the run without padding")
        program.keys("c")
        program.wait_state(compare=True)
        written = self.export_from_menu(program, "heatmap", "svg")
        unpadded = program.folder / "unpadded.npz"
        subprocess.run([CLI, "record", *self.FLAGS[:-1], "none", "-o", unpadded], check=True)
        self.assertEqual(written, self.export_from_command_line(
            program, "heatmap", "svg", "--step", "2", "--compare", unpadded))

    def test_a_file_is_replaced_only_when_told(self):
        program = self.start(*self.FLAGS)
        path = program.folder / "there.svg"
        path.write_text("mine")
        program.keys("ctrl+e")
        program.click("dialog.path")
        program.keys("ctrl+a")
        program.type(path.name)
        program.click("dialog.ok")
        program.widget("dialog.overwrite")
        self.assertEqual(path.read_text(), "mine")
        program.click("dialog.cancel")
        program.wait(lambda now: not now["dialog"], "the dialog closed")
        self.assertEqual(path.read_text(), "mine")

    def test_a_file_that_cannot_be_written_is_said(self):
        program = self.start(*self.FLAGS)
        program.keys("ctrl+e")
        program.click("dialog.path")
        program.keys("ctrl+a")
        program.type("no/such/folder/x.png")
        program.click("dialog.ok")
        message = program.wait_said()
        self.assertFalse(message["fine"])
        self.assertIn("no/such/folder", message["text"])

    def test_a_saved_trace_is_the_command_lines(self):
        program = self.start(*self.FLAGS)
        program.click("menu.file")
        program.click("menu.file.save")
        program.click("dialog.path")
        program.keys("ctrl+a")
        program.type("saved.npz")
        program.click("dialog.ok")
        self.assertTrue(program.wait_said("the trace saved")["fine"])
        recorded = program.folder / "recorded.npz"
        subprocess.run([CLI, "record", *self.FLAGS, "-o", recorded], check=True)
        self.assertEqual((program.folder / "saved.npz").read_bytes(), recorded.read_bytes())


if __name__ == "__main__":
    unittest.main()
