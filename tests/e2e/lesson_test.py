"""Lessons under real keys and clicks: opened, paged through, answered, left."""

import os
import pathlib
import subprocess
import tempfile
import unittest

from window_driver import WINDOW, WindowTest

LESSONS = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"]) / "assets" / "lessons"
FIRST = LESSONS / "01-one-thread-each.md"


class Lessons(WindowTest):
    def wait_page(self, program, page):
        """Waits until the page is shown and its questions have been worked out."""
        return program.wait(lambda now: now["idle"] and now["state"]["lesson"]
                            and now["state"]["lesson"]["page"] == page
                            and now["state"]["lesson"]["questions"], f"page {page}")["state"]

    def test_a_lesson_is_paged_through_by_keys_and_clicks(self):
        program = self.start(str(FIRST))
        state = self.wait_page(program, 0)
        self.assertEqual(state["trace"]["experiment"]["text"]["name"], "loop.cu")
        self.assertNotIn("experiment.kernel", program.read()["widgets"])
        program.keys("n")
        state = self.wait_page(program, 1)
        self.assertEqual(state["trace"]["experiment"]["text"]["name"], "each.cu")
        program.keys("shift+n")
        self.wait_page(program, 0)
        program.click("lesson.next")
        self.wait_page(program, 1)
        program.click("lesson.back")
        self.wait_page(program, 0)
        program.click("lesson.page.1")
        self.wait_page(program, 1)
        program.keys("shift+n")
        self.wait_page(program, 0)
        program.keys("Right", "Right")
        program.wait_state(step=2)
        program.keys("r")
        program.wait_state(step=0)
        program.click("lesson.close")
        program.wait(lambda now: now["idle"] and now["state"]["lesson"] is None, "it closed")
        program.widget("experiment.kernel")

    def test_questions_are_answered_by_click_and_by_key(self):
        program = self.start(str(FIRST), "--size", "1280x800")
        question = self.wait_page(program, 0)["lesson"]["questions"][0]
        self.assertEqual(question["options"][question["right"]],
                         "Each addition needs the sum before it.")
        program.click(f"lesson.question.0.option.{question['right']}")
        self.assertEqual(program.widget("lesson.question.0.verdict")["tip"], "Correct.")
        self.assertEqual(program.state()["lesson"]["right_answers"], 1)
        # Nobody has to scroll to read why.
        program.wait(lambda now: now["idle"] and now["widgets"]["lesson.question.0.why"]["y"]
                     + now["widgets"]["lesson.question.0.why"]["h"]
                     <= now["widgets"]["lesson.next"]["y"], "the reason, above the foot")
        program.keys("n")
        question = self.wait_page(program, 1)["lesson"]["questions"][0]
        wrong, other = (i for i in range(3) if i != question["right"])
        program.keys("abcd"[wrong])
        self.assertEqual(program.widget("lesson.question.0.verdict")["tip"], "No. Try once more.")
        program.widget("lesson.question.0.tempting")
        self.assertNotIn("lesson.question.0.why", program.read()["widgets"])
        program.keys("abcd"[other])
        program.widget("lesson.question.0.why")
        right = question["options"][question["right"]]
        self.assertEqual(program.widget("lesson.question.0.verdict")["tip"], f"No: {right}")
        self.assertEqual(program.widget("lesson.where")["tip"].split(" · ")[1], "first try: 1 of 2")
        # Letters and digits that answer nothing leave the picture and its question alone.
        program.keys("n")
        self.wait_page(program, 2)
        before = program.state()
        program.keys("1", "5", "l", "q", "s", "t", "v", "x", "k")
        now = program.wait_idle()
        for name in ("enlarged", "turn", "lesson", "presenter", "predict", "beside", "step"):
            self.assertEqual(now[name], before[name], name)

    def test_what_is_asked_is_hidden_until_it_is_answered(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "hidden.md"
        path.write_text("---\ntitle: T\nabout: A\n---\n## One\nText.\n```lesson\n"
                        "run: --kernel kogge-stone --block 64 --pad every32\nstep: stride 1\n"
                        "show: heatmap alone\nhide: all\nask: What is seen?\nright: All.\n"
                        "wrong: Nothing. | It was.\n```\n")
        program = self.start(str(path))
        question = self.wait_page(program, 0)["lesson"]["questions"][0]
        program.widget("heatmap.hidden")
        self.assertNotIn("heatmap.picture", program.read()["widgets"])
        program.click(f"lesson.question.0.option.{question['right']}")
        program.wait(lambda now: now["idle"] and "heatmap.picture" in now["widgets"], "the picture")
        self.assertNotIn("heatmap.hidden", program.read()["widgets"])

    def test_an_answer_shows_the_step_that_it_is_about(self):
        program = self.start(str(LESSONS / "02-kogge-stone.md"))
        state = self.wait_page(program, 0)
        self.assertEqual(state["step"], 0)
        question = state["lesson"]["questions"][0]
        self.assertEqual(question["options"][question["right"]], "13")
        program.click(f"lesson.question.0.option.{question['right']}")
        program.wait_state(step=1)

    def test_a_number_is_typed_and_several_are_chosen(self):
        program = self.start(str(LESSONS / "05-banks.md"))
        self.assertTrue(self.wait_page(program, 0)["lesson"]["questions"][0]["typed"])
        program.click("lesson.question.0.number")
        program.type("100")
        program.keys("Return")
        self.assertIn("only 32 banks", program.widget("lesson.question.0.tempting")["tip"])
        # The second try needs no click: digits are the answer, and the picture stays.
        before = program.state()["enlarged"]
        program.type("4")
        program.wait(lambda now: now["idle"] and now["typing"], "the field")
        self.assertEqual(program.state()["enlarged"], before)
        program.keys("Return")
        # The first try's verdict stands there until the second is judged.
        program.wait(lambda now: now["idle"] and now["widgets"]["lesson.question.0.verdict"]["tip"]
                     == "Correct.", "the verdict on the second try")
        self.assertEqual(program.widget("lesson.where")["tip"].split(" · ")[1], "first try: 0 of 1")
        program = self.start(str(LESSONS / "04-blelloch.md"), "--page", "4")
        question = self.wait_page(program, 3)["lesson"]["questions"][0]
        for option in (question["right"], *question["also"]):
            program.click(f"lesson.question.0.option.{option}")
        self.assertEqual(program.state()["lesson"]["answers"], 0)
        program.click("lesson.question.0.settle")
        self.assertEqual(program.widget("lesson.question.0.verdict")["tip"], "Correct.")
        program.click("menu.file")
        program.click("menu.file.answers")
        program.click("dialog.path")
        program.keys("ctrl+a")
        program.type(str(program.folder / "answers.csv"))
        program.click("dialog.ok")
        program.wait_said()
        rows = (program.folder / "answers.csv").read_text(encoding="utf-8").splitlines()
        self.assertEqual(rows[0], "lesson,page,question,try,answer,correct,votes")
        self.assertEqual(len(rows), 2)
        self.assertTrue(rows[1].endswith(",1,"), rows[1])

    def test_knobs_beside_the_lesson(self):
        program = self.start(str(LESSONS / "02-kogge-stone.md"))
        self.wait_page(program, 0)
        program.wait_state(enlarged="tree")
        program.click("lesson.knobs")
        program.wait_state(enlarged=None)
        program.choose("experiment.define.BLOCK", "32")
        program.wait_recorded(block=32)
        program.click("lesson.again")
        program.wait_recorded(block=16)
        program.click("lesson.knobs")
        program.wait(lambda now: now["idle"] and "experiment.define.BLOCK" not in now["widgets"],
                     "hidden")
        # Without the lesson the knobs are back, though its page showed one picture alone.
        program.click("lesson.close")
        program.widget("experiment.define.BLOCK")

    def test_the_first_lesson_takes_any_number_of_numbers(self):
        program = self.start(str(FIRST))
        self.wait_page(program, 0)
        program.click("lesson.knobs")
        for count in ("12", "3"):
            program.click("experiment.define.N")
            program.keys("ctrl+a")
            program.type(count)
            program.keys("Return")
            now = program.wait(lambda now: now["idle"] and now["state"]["trace"]
                               and now["state"]["trace"]["steps"] == int(count), count)
            self.assertFalse(now["state"]["error"])

    def test_all_lessons_are_in_the_menu(self):
        program = self.start("--kernel", "kogge-stone", "--block", "16")
        program.click("menu.lessons")
        names = [name for name in program.wait(
            lambda now: now["idle"] and "menu.lessons.0" in now["widgets"],
            "the list")["widgets"] if name.startswith("menu.lessons.")]
        self.assertEqual(len(names), len(list(LESSONS.glob("*.md"))))
        program.click("menu.lessons.0")
        self.wait_page(program, 0)

    def test_the_first_start_opens_the_start_page(self):
        program = self.start("--welcome", "--size", "1280x800")
        now = program.wait(lambda now: now["idle"] and "start" in now["widgets"], "the start page")
        self.assertIsNone(now["state"]["presenter"]["tour"], "it comes when it is asked for")
        lessons = sorted(LESSONS.glob("*.md"))
        for number in range(len(lessons)):
            self.assertIn(f"start.lesson.{number}", now["widgets"])
            self.assertNotIn(f"start.lesson.{number}.done", now["widgets"])
        for name, box in now["widgets"].items():
            if name.startswith("start."):
                self.assertLessEqual(box["x"] + box["w"], 1280.5, name)
                self.assertTrue(box["y"] + box["h"] <= 800.5 or box.get("scrolled_away"), name)
        # Presets have pictures: what they draw is on the page, in colours that words do not have.
        titled = lambda: program.xdotool("getwindowname", program.window).strip()
        self.assertEqual(titled(), "StrideScope")
        pictures = [box for name, box in now["widgets"].items()
                    if name.startswith("start.preset.") and box["h"] > 60]
        self.assertGreaterEqual(len(pictures), 2)
        _, _, rows = self.display.pixels(1280, 800)
        for box in pictures:
            if box.get("scrolled_away"):
                continue
            seen = [rows[y][3 * x:3 * x + 3]
                    for y in range(round(box["y"]), min(800, round(box["y"] + box["h"])))
                    for x in range(round(box["x"]), min(1280, round(box["x"] + box["w"])))]
            vivid = sum(1 for pixel in seen if max(pixel) - min(pixel) > 40)
            self.assertGreater(vivid, 50, box)
        program.click("start.lesson.0")
        state = self.wait_page(program, 0)
        self.assertEqual(state["lesson"]["title"], "Why not one thread each?")
        self.assertEqual(titled(), "Why not one thread each? – StrideScope")
        self.assertNotIn("tour.next", program.read()["widgets"], "one Next is enough")
        # Paged through, it has no tick; answered, it has.
        pages = state["lesson"]["pages"]
        for page in range(1, pages):
            program.keys("n")
            self.wait_page(program, page)
        program.click("menu.file")
        program.click("menu.file.start")
        self.assertNotIn("start.lesson.0.done", program.wait(
            lambda now: now["idle"] and "start.lesson.0" in now["widgets"], "start")["widgets"])
        program.keys("Escape")
        for page in reversed(range(pages)):
            question = self.wait_page(program, page)["lesson"]["questions"][0]
            program.keys("abcd"[question["right"]], "shift+n")
        program.click("menu.file")
        program.click("menu.file.start")
        program.widget("start.lesson.0.done")
        program.click("start.preset.conflicts")
        state = program.wait_state(turn="banks", enlarged="banks")
        program.wait_idle()
        self.assertEqual(titled(), "brent_kung.cu – StrideScope")
        self.assertIsNone(program.wait_idle()["lesson"])
        self.assertGreater(state["step"], 0)
        plain = self.start()
        self.assertIsNone(plain.wait_idle()["lesson"])

    def test_every_page_of_every_lesson_is_shown(self):
        # The smallest has the least room for the answers; scripts/nightly goes over all three.
        sizes = ["1024x700"]
        if "STRIDESCOPE_EVERY_ROUND" in os.environ:
            sizes += ["1280x800", "1920x1080"]
        for size in sizes:
            with self.subTest(size=size):
                self.show_every_page(size)

    def show_every_page(self, size):
        program = self.start("--size", size)
        for number, path in enumerate(sorted(LESSONS.glob("*.md"))):
            program.click("menu.lessons")
            program.click(f"menu.lessons.{number}")
            pages = program.wait(lambda now: now["idle"] and now["state"]["lesson"]
                                 and now["state"]["lesson"]["page"] == 0, path.name)
            for page in range(pages["state"]["lesson"]["pages"]):
                if page:
                    program.keys("n")
                self.wait_page(program, page)
                now = program.wait(lambda now: self.answers_are_seen(now["widgets"]),
                                   f"all answers of {path.name}, page {page + 1}, above its foot")
                self.assertEqual(now["state"]["messages"], [], (path.name, page))
                for name, box in now["widgets"].items():
                    self.assertLessEqual(box["x"] + box["w"], int(size.split("x")[0]) + 0.5,
                                         (path.name, page, name))

    def answers_are_seen(self, widgets):
        """Nobody has to scroll to answer."""
        foot = widgets["lesson.sheet"]["y"] + widgets["lesson.sheet"]["h"]
        bottoms = [box["y"] + box["h"] for name, box in widgets.items()
                   if name.startswith("lesson.question.")]
        return bottoms and max(bottoms) <= foot + 0.5 and "lesson.more" not in widgets

    def answer(self, program, page, index, question):
        """Rightly, by keys alone."""
        name = f"lesson.question.{index}"
        if question["typed"]:
            program.type(question["options"][question["right"]])
            program.wait(lambda now: now["idle"] and now["typing"], "the field")
            program.keys("Return")
        elif question["also"]:
            for option in (question["right"], *question["also"]):
                program.keys("abcd"[option])
            program.click(f"{name}.settle")
        else:
            program.keys("abcd"[question["right"]])
        self.assertEqual(program.widget(f"{name}.verdict")["tip"], "Correct.", (page, index))

    def test_lessons_are_learned_by_keys_to_their_ticks(self):
        program = self.start("--size", "1280x800")
        numbers = (0, 1, 2, 4)
        paths = sorted(LESSONS.glob("*.md"))
        for number in numbers:
            program.click("menu.lessons")
            program.click(f"menu.lessons.{number}")
            program.wait(lambda now: now["idle"] and now["state"]["lesson"]
                         and now["state"]["lesson"]["page"] == 0, paths[number].name)
            pages = self.wait_page(program, 0)["lesson"]["pages"]
            for page in range(pages):
                questions = self.wait_page(program, page)["lesson"]["questions"]
                for index, question in enumerate(questions):
                    self.answer(program, (number, page), index, question)
                program.keys("n")
            lesson = program.state()["lesson"]
            self.assertEqual(lesson["right_answers"], lesson["answers"], paths[number].name)
        program.click("menu.file")
        program.click("menu.file.start")
        ticks = program.wait(lambda now: now["idle"] and "start" in now["widgets"], "start")
        for number in range(len(paths)):
            done = f"start.lesson.{number}.done" in ticks["widgets"]
            self.assertEqual(done, number in numbers, paths[number].name)

    def test_text_and_question_are_one_sheet_over_the_whole_height(self):
        program = self.start("--size", "1024x700", "--text-size", "1.5",
                             str(LESSONS / "08-beyond-one-block.md"), "--page", "5")
        self.wait_page(program, 4)
        now = program.wait(lambda now: now["idle"] and "lesson.more" in now["widgets"], "more")
        widgets = now["widgets"]
        self.assertGreaterEqual(widgets["lesson"]["y"] + widgets["lesson"]["h"], 699.5)
        # The question is below the last word, whatever is scrolled.
        def parts(widgets):
            text, asked = widgets["lesson.text"], widgets["lesson.questions"]
            self.assertLessEqual(text["y"] + text["h"], asked["y"] + 0.5)
            return text["y"]
        before = parts(widgets)
        program.click("lesson.more")
        now = program.wait(lambda now: now["idle"] and "lesson.more" not in now["widgets"], "all")
        self.assertLess(parts(now["widgets"]), before)
        self.assertTrue(self.answers_are_seen(now["widgets"]))
        # Another page begins at its top.
        program.keys("n")
        self.wait_page(program, 5)
        sheet, text = (program.widget(f"lesson.{name}") for name in ("sheet", "text"))
        self.assertAlmostEqual(text["y"], sheet["y"], delta=1)

    def test_beside_a_lesson_stands_what_its_page_speaks_of(self):
        program = self.start(str(LESSONS / "03-brent-kung.md"), "--page", "4", "--size", "1280x800")
        self.wait_page(program, 3)
        now = program.wait(lambda now: now["idle"] and "beside.whole" in now["widgets"], "counts")
        self.assertEqual(now["widgets"]["beside.whole"]["tip"], "left : right, in all: additions 11 : 17 (right 1.55×)")
        for name in ("beside.lock", "beside.here", "status.run", "narration.copy",
                     "timeline.speed"):
            self.assertNotIn(name, now["widgets"])
        # All that stands below the pictures takes half of what it did.
        self.assertLess(800 - now["widgets"]["beside.whole"]["y"], 170)
        program.click("lesson.knobs")
        program.widget("beside.here")
        program.widget("status.run")

    def test_a_puzzle_tells_nothing_before_its_line_is_found(self):
        program = self.start(str(LESSONS / "13-find-the-bug.md"), "--page", "4",
                             "--size", "1280x800")
        self.wait_page(program, 3)
        program.widget("lesson.question.0.hint")
        def told(widgets):
            return [name for name in widgets if name.startswith("editor.fault")
                    or name in ("status.output", "card")]
        self.assertEqual(told(program.read()["widgets"]), [])
        # Where the knobs bring the status line back it does not tell, either.
        program.click("lesson.knobs")
        self.assertIn("status.output", told(program.wait(
            lambda now: now["idle"] and "status.run" in now["widgets"], "status")["widgets"]))
        program.click("lesson.knobs")
        program.click("lesson.question.0.hint")
        program.widget("lesson.question.0.hint.0")
        program.keys("h")
        self.assertIn("How many", program.widget("lesson.question.0.hint.1")["tip"])
        self.assertNotIn("lesson.question.0.hint", program.read()["widgets"], "there are two")
        program.type("16")
        program.wait(lambda now: now["idle"] and now["typing"], "the field")
        program.keys("Return")
        self.assertEqual(program.widget("lesson.question.0.verdict")["tip"], "Correct.")
        program.widget("editor.fault.0")

    def test_a_bad_lesson_is_refused_with_its_line(self):
        program = self.start("--kernel", "kogge-stone", "--block", "16")
        bad = program.folder / "bad.md"
        bad.write_text("---\ntitle: T\nabout: A\n---\n## One\nText.\n```lesson\nrun: --block 3\n```\n")
        result = subprocess.run([WINDOW, bad, "--screenshot", program.folder / "x.png"],
                                capture_output=True, text=True)
        self.assertEqual(result.returncode, 2)
        self.assertIn("bad.md, line 8: ", result.stderr)
        program.keys("ctrl+o")
        program.click("dialog.path")
        program.keys("ctrl+a")
        program.type(bad.name)
        program.click("dialog.ok")
        self.assertIn("line 8", program.wait_said()["text"])

    def test_numbers_that_cannot_be_are_refused(self):
        for arguments, words in ((("--page", "0"), '"0" is not a page: pages are counted from 1'),
                                 (("--page", "99"), "There is no page 99: the lesson has pages 1 …"),
                                 (("--step", "99"), "There is no step 99: the trace has steps 0 …"),
                                 (("--text-size", "nan"), "choose 0.75 to 2.5")):
            result = subprocess.run([WINDOW, "--screenshot", "x.png", FIRST, *arguments],
                                    capture_output=True, text=True)
            self.assertEqual(result.returncode, 2)
            self.assertIn(words, result.stderr)

    def test_a_title_as_long_as_a_file_is_cut(self):
        with tempfile.TemporaryDirectory() as folder:
            long = pathlib.Path(folder) / "long.md"
            long.write_text(f"---\ntitle: {'é' * 200000}\nabout: A\n---\n## P\nWords.\n"
                            "```lesson\nrun: --block 16\n```\n", encoding="utf-8")
            program = self.start(str(long))
            program.keys("Right")
            program.wait_state(step=1)


if __name__ == "__main__":
    unittest.main()
