"""In front of a class, under real keys and clicks: questions before each step, the lock, the
spotlight, full screen, a presenter's remote, the tour."""

import itertools
import os
import pathlib
import unittest

from window_driver import Display, Program, WindowTest

FIRST = (pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"]) / "assets/lessons" /
         "01-one-thread-each.md")
START = ("--kernel", "kogge-stone", "--block", "16", "--step", "0", "--size", "1280x800")


class Predict(WindowTest):
    def ask(self, program, key="Right"):
        """Presses a key that steps; returns the question that comes instead."""
        program.keys(key)
        state = program.wait(lambda now: now["idle"] and now["state"]["predict"]["question"]
                             and now["state"]["predict"]["answered"] is None, "a question")["state"]
        return state["predict"]["question"]

    def test_questions_are_asked_answered_explained_and_scored(self):
        program = self.start(*START)
        program.keys("q")
        program.widget("predict.score")
        question = self.ask(program)
        self.assertEqual(program.state()["step"], 0)
        program.click(f"predict.option.{question['right']}")
        program.wait_state(step=1)
        self.assertEqual(program.widget("predict.verdict")["tip"], "Correct.")
        self.assertEqual(program.widget("predict.score")["tip"], "1 of 1 correct")
        question = self.ask(program, "Next")
        wrong = (question["right"] + 1) % len(question["options"])
        program.keys("abcd"[wrong])
        program.wait_state(step=2)
        self.assertEqual(program.widget("predict.verdict")["tip"],
                         f"No: {question['options'][question['right']]}.")
        self.assertEqual(program.widget("predict.score")["tip"], "1 of 2 correct")
        program.click("predict.close")
        program.wait(lambda now: now["idle"] and "predict" not in now["widgets"], "no questions")
        program.keys("Right")
        program.wait_state(step=3)

    def test_with_large_letters_the_question_stands_beside_the_pictures(self):
        for letters in ("1", "1.5"):
            with self.subTest(letters):
                program = self.start("--kernel", "brent-kung", "--block", "16", "--predict", "--size", "1280x800",
                                     "--text-size", letters)
                program.wait_idle()
                heights = {}
                for asked in (False, True):
                    if asked:
                        question = self.ask(program)
                    box, tree = program.widget("predict"), program.widget("tree.picture")
                    heights[asked] = tree["h"]
                    if letters == "1":  # above them
                        self.assertLessEqual(box["y"] + box["h"], tree["y"])
                    else:  # in the column of the knobs, as high as all the pictures
                        self.assertLess(box["x"] + box["w"], tree["x"])
                        self.assertLessEqual(box["y"], tree["y"])
                        self.assertLess(box["w"], 1280 / 2)
                self.assertEqual(heights[False], heights[True])
                # Every answer lies whole in it, and can be clicked.
                for option in range(len(question["options"])):
                    answer = program.widget(f"predict.option.{option}")
                    self.assertGreaterEqual(answer["x"], box["x"])
                    self.assertLessEqual(answer["x"] + answer["w"], box["x"] + box["w"])
                    self.assertLessEqual(answer["y"] + answer["h"], box["y"] + box["h"])
                program.click(f"predict.option.{question['right']}")
                self.assertEqual(program.widget("predict.verdict")["tip"], "Correct.")
                verdict = program.widget("predict.verdict")
                self.assertLessEqual(verdict["y"] + verdict["h"], box["y"] + box["h"])

    def test_above_one_low_picture_alone_it_would_leave_nothing_of_it(self):
        program = self.start("--kernel", "kogge-stone", "--block", "16", "--predict", "--show", "tree",
                             "--size", "1280x800", "--text-size", "1.5")
        self.ask(program)
        box, tree = program.widget("predict"), program.widget("tree.picture")
        self.assertLess(box["x"] + box["w"], tree["x"])
        self.assertGreater(tree["h"], 300)

    def test_it_is_switched_on_from_the_command_line_and_the_menu(self):
        program = self.start(*START, "--predict")
        self.ask(program, "space")
        program.keys("Right")  # passed over
        program.wait_state(step=1)
        program.click("menu.class")
        program.click("menu.class.predict")
        program.wait(lambda now: now["idle"] and not now["state"]["predict"]["on"], "off")

    def test_nothing_of_it_is_cut_off(self):
        for size in ("1280x800", "1920x1080"):
            program = self.start(*START[:-1], size, "--predict")
            for _ in range(4):
                question = self.ask(program)
                program.keys("abcd"[question["right"]])
                program.widget("predict.verdict")
                now = program.read()
                area, last = now["widgets"]["predict"], now["widgets"]["predict.verdict"]
                self.assertLess(last["y"] + last["h"], area["y"] + area["h"], size)
            program.close()


class Speaker(WindowTest):
    """The second window, which a class does not see."""

    def open(self):
        program = self.start(str(FIRST), "--size", "1280x800")
        program.wait(lambda now: now["idle"] and now["state"]["trace"], "the lesson")
        program.click("menu.class")
        program.click("menu.class.speaker")
        program.widget("speaker.title")
        return program

    def front(self, program):
        """The program's own window lies above it, and has the keyboard."""
        program.xdotool("windowraise", program.window)
        program.xdotool("windowfocus", "--sync", program.window)

    def test_it_follows_with_notes_the_next_page_and_a_clock(self):
        program = self.open()
        self.assertIn("page 1 of 3", program.widget("speaker.title")["tip"])
        self.assertIn("Go through all steps", program.widget("speaker.notes")["tip"])
        self.assertEqual(program.widget("speaker.next")["tip"], "A thousand workers")
        self.assertRegex(program.widget("speaker.clock")["tip"], r"^\d\d:\d\d$")
        since = program.widget("speaker.since")["tip"]
        program.wait(lambda now: now["widgets"]["speaker.since"]["tip"] != since, "the clock goes on")
        self.front(program)
        program.keys("n")
        program.wait(lambda now: "page 2 of 3" in now["widgets"].get("speaker.title", {}).get("tip", ""),
                     "the second page")
        self.assertIn("F2 is a pen", program.widget("speaker.notes")["tip"])

    def test_it_closes_by_the_menu(self):
        program = self.open()
        self.front(program)
        program.click("menu.class")
        program.click("menu.class.speaker")
        program.wait(lambda now: now["idle"] and "speaker.title" not in now["widgets"], "no second window")


class Presenter(WindowTest):
    def test_a_remotes_keys_step(self):
        program = self.start(*START)
        program.keys("Next", "Next")
        program.wait_state(step=2)
        program.keys("Prior")
        program.wait_state(step=1)

    def test_the_lock(self):
        program = self.start(*START)
        program.keys("k")
        program.widget("menu.locked")
        program.click("experiment.define.OPERATOR")
        program.keys("ctrl+z", "Right")
        program.wait_state(step=1)
        self.assertEqual(program.wait_idle()["experiment"]["op"], "add")
        self.assertNotIn("experiment.define.OPERATOR.max", program.read()["widgets"], "no list")
        program.click("menu.locked")
        program.wait(lambda now: now["idle"] and not now["state"]["presenter"]["locked"], "unlocked")
        program.choose("experiment.define.OPERATOR", "max")
        program.wait_recorded(op="max")

    def test_the_spotlight(self):
        program = self.start("--kernel", "brent-kung", "--block", "64", "--step", "2")
        before = self.display.pixels(60, 200)
        program.keys("s")
        program.wait_state(turn="banks")
        program.wait_idle()
        self.assertNotEqual(self.display.pixels(60, 200), before)
        program.keys("Right", "Escape")
        program.wait(lambda now: now["idle"] and not now["state"]["presenter"]["spotlight"], "dark")
        self.assertEqual(program.state()["step"], 3)

    def test_a_presentation_is_one_picture_in_large_type(self):
        program = self.start(*START)
        program.keys("F5")
        now = program.wait(lambda now: now["idle"] and "presentation.words" in now["widgets"]
                           and now["window"] == {"width": 1920, "height": 1080}, "the presentation")
        widgets = now["widgets"]
        # No menus, no knobs: one picture, a line of words, a thin timeline.
        for gone in ("menu.file", "experiment.kernel", "memory.picture", "timeline.play"):
            self.assertNotIn(gone, widgets)
        self.assertGreater(widgets["tree.picture"]["h"], 0.8 * 1080)
        self.assertGreaterEqual(widgets["presentation.words"]["h"], 0.03 * 1080)
        self.assertLess(widgets["presentation.timeline"]["h"], 0.03 * 1080)
        program.keys("Next", "4")
        program.wait(lambda now: now["idle"] and now["state"]["step"] == 1
                     and "banks.picture" in now["widgets"], "a step on, another picture")
        # Where the pointer rests nothing stays highlighted, once the lecture goes on.
        program.keys("1")
        program.move("tree.cell.1.8")
        program.wait(lambda now: now["idle"] and "tree.hover" in now["widgets"], "the pointer there")
        program.keys("Next")
        program.wait(lambda now: now["idle"] and now["state"]["step"] == 2
                     and "tree.hover" not in now["widgets"], "the next step, whole")
        program.keys("Prior")
        program.wait_state(step=1)
        program.keys("period")
        program.wait(lambda now: now["idle"] and now["state"]["presenter"]["blank"], "black")
        _, _, rows = self.display.pixels(600, 400)
        self.assertEqual(set(b"".join(rows)), {0})
        program.keys("Next", "Escape")
        program.wait(lambda now: now["idle"] and "menu.file" in now["widgets"]
                     and now["window"] == {"width": 1280, "height": 800}, "the window as it was")

    def test_a_pointer_that_rests_shows_no_tip_in_a_presentation(self):
        program = self.start(*START)
        program.move("tree.cell.1.8")
        program.wait(lambda now: now["idle"] and "tree.hover" in now["widgets"], "a tip")
        program.keys("F5")
        now = program.wait(lambda now: now["idle"] and "presentation.words" in now["widgets"]
                           and now["window"] == {"width": 1920, "height": 1080}, "the presentation")
        self.assertNotIn("tree.hover", now["widgets"])
        # What is pointed at in it is told, until the next step.
        program.move("tree.cell.1.8")
        now = program.wait(lambda now: now["idle"] and "tree.hover" in now["widgets"], "a tip there")
        for step in range(now["state"]["step"] + 1, now["state"]["step"] + 4):
            program.keys("Next")
            now = program.wait(lambda now: now["idle"] and now["state"]["step"] == step,
                               "the next step")
            self.assertNotIn("tree.hover", now["widgets"])
        # Whoever points at something is told.
        program.move("tree.cell.1.9")
        program.wait(lambda now: now["idle"] and "tree.hover" in now["widgets"], "a tip again")

    def test_votes_for_all_right_answers_are_correct(self):
        program = self.start("--kernel", "kogge-stone", "--block", "16")
        lesson = program.folder / "two.md"
        lesson.write_text("---\ntitle: T\nabout: A\n---\n## One\nText.\n```lesson\nrun: --block 16\n"
                          "ask: Which are even?\nright: 10\nright: 12\nwrong: 11 | Odd.\n```\n")
        program.keys("ctrl+o")
        program.click("dialog.path")
        program.keys("ctrl+a")
        program.type(lesson.name)
        program.click("dialog.ok")
        program.widget("lesson.question.0.option.2")
        program.keys("F5")
        program.widget("presentation.words")
        program.keys("2", "0", "a")
        program.keys("4", "b")
        program.keys("1", "0", "c")
        program.wait(lambda now: now["idle"] and now["state"]["lesson"]["questions"][0]["votes"]
                     == [20, 4, 10], "the votes")
        now = program.wait_idle()
        program.keys("Next")
        now = program.wait(lambda now: now["idle"] and "lesson.question.0.verdict" in now["widgets"],
                           "the answer")
        # Which letter the odd number has is drawn by lot.
        right = now["widgets"]["lesson.question.0.verdict"]["tip"]
        self.assertIn(right, [f"{n} of 34 votes correct." for n in (24, 14, 30)])

    def test_a_class_votes_and_the_remote_reveals_it(self):
        for size, larger in (("1024x700", "1"), ("1280x800", "1"), ("1280x800", "1.5")):
            with self.subTest(size=size, larger=larger):
                display = Display(size)
                self.addCleanup(display.close)
                program = Program(display, str(FIRST), "--size", size, "--text-size", larger)
                self.addCleanup(program.close)
                program.keys("F5")
                program.widget("presentation.words")
                # Beside the question: a row of its own would be the picture's, and tips hang below.
                reveal = program.widget("lesson.question.0.reveal")
                option = program.widget("lesson.question.0.option.0")
                self.assertLessEqual(reveal["y"] + reveal["h"], option["y"])
                program.click("lesson.question.0.option.2")
                program.keys("b", "1", "4", "a")
                now = program.wait(lambda now: now["idle"] and now["state"]["lesson"]["questions"][0]
                                   ["votes"] == [14, 1, 1], "the votes")
                self.assertEqual(now["widgets"]["lesson.question.0.count"]["tip"], "16 votes")
                self.assertNotIn("lesson.question.0.votes.0", now["widgets"], "nobody sees them yet")
                program.keys("Next")
                now = program.wait(lambda now: now["idle"] and now["state"]["lesson"]["questions"][0]
                                   ["settled"] and "lesson.question.0.votes.2" in now["widgets"],
                                   "the answer")
                widgets = now["widgets"]
                bars = [widgets[f"lesson.question.0.votes.{i}"]["w"] for i in range(3)]
                self.assertAlmostEqual(bars[0] / bars[1], 14, delta=0.5)
                self.assertEqual(widgets["lesson.question.0.verdict"]["tip"], "1 of 16 votes correct.")
                why = widgets["lesson.question.0.why"]
                picture = widgets["tree.picture"]
                self.assertLess(why["y"] + why["h"], picture["y"], "all is seen")
                # What came of it stands beside the bars: the picture has room for its numbers.
                self.assertLess(widgets["lesson.question.0.verdict"]["y"],
                                widgets["lesson.question.0.votes.1"]["y"])
                self.assertGreater(picture["h"], 0.4 * now["window"]["height"])
                self.assertEqual(now["state"]["lesson"]["page"], 0)
                program.keys("Next")
                program.wait(lambda now: now["idle"] and now["state"]["lesson"]["page"] == 1, "on")
                program.keys("F5")
                program.click("menu.file")
                program.click("menu.file.answers")
                program.wait_typing()
                program.keys("ctrl+a")
                program.type("answers.csv")
                program.keys("Return")
                program.wait_said()
                lines = (program.folder / "answers.csv").read_text().splitlines()
                self.assertEqual(lines[0], "lesson,page,question,try,answer,correct,votes")
                self.assertEqual([line.rsplit(",", 1)[1] for line in lines[1:]], ["14", "1", "1"])

    def test_a_key_says_what_it_has_switched(self):
        program = self.start(*START)
        program.keys("b")
        self.assertIn("(B ", program.widget("notice")["tip"])
        program.keys("b")
        program.wait(lambda now: now["idle"] and not now["state"]["beside"]["on"], "one run")
        program.keys("Right")
        program.wait(lambda now: now["idle"] and "notice" not in now["widgets"], "no notice")

    def test_a_presented_lesson_says_what_its_page_is_called(self):
        lessons = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"]) / "assets" / "lessons"
        program = self.start(str(lessons / "02-kogge-stone.md"), "--page", "2", "--present",
                             "--size", "1280x800")
        self.assertEqual(program.widget("presentation.title")["tip"], "Double the stride")
        self.assertTrue(program.widget("presentation.sentence")["tip"].startswith(
            "Every element but the first now holds"))
        question = program.widget("lesson.question.0.reveal")
        title = program.widget("presentation.title")
        self.assertLessEqual(title["y"] + title["h"], question["y"] + 1)

    def test_full_screen_and_back(self):
        program = self.start(*START)
        program.keys("F11")
        program.wait(lambda now: now["idle"] and now["window"] == {"width": 1920, "height": 1080},
                     "the whole screen")
        program.keys("F11")
        program.wait(lambda now: now["idle"] and now["window"] == {"width": 1280, "height": 800},
                     "its own size")

    def test_the_tour_is_walked_through_and_skipped(self):
        program = self.start(str(FIRST), "--size", "1280x800")
        program.click("menu.help")
        program.click("menu.help.tour")
        program.widget("tour.next")
        stop = 0
        while True:
            now = program.wait(lambda now: now["idle"] and now["state"]["presenter"]["tour"] == stop
                               and "tour" in now["widgets"], f"stop {stop}")
            card = now["widgets"]["tour"]
            self.assertGreaterEqual(card["x"], 0)
            self.assertGreaterEqual(card["y"], 0)
            self.assertLessEqual(card["x"] + card["w"], 1280)
            self.assertLessEqual(card["y"] + card["h"], 800)
            # It covers nothing of what it speaks of; but for the foot of a picture that fills the window.
            lit = now["widgets"][("lesson.text", "timeline.slider", "tree.picture", "heatmap.picture",
                                  "lesson.knobs", "menu.help")[stop]]
            self.assertTrue(card["x"] >= lit["x"] + lit["w"] or card["x"] + card["w"] <= lit["x"]
                            or card["y"] >= lit["y"] + lit["h"] or card["y"] + card["h"] <= lit["y"]
                            or (lit["w"] > 800 and card["y"] > lit["y"] + lit["h"] / 2),
                            (stop, card, lit))
            # The first page shows one picture alone; the stop that speaks of another shows it.
            self.assertEqual("heatmap.picture" in now["widgets"], stop >= 3, stop)
            if "tour.skip" not in now["widgets"]:
                break
            program.click("tour.next")
            stop += 1
        self.assertGreaterEqual(stop, 4)
        program.keys("Return")
        program.wait(lambda now: now["idle"] and now["state"]["presenter"]["tour"] is None
                     and now["state"]["enlarged"] == "tree", "its end, and the page as it was")
        program.click("menu.help")
        program.click("menu.help.tour")
        program.click("tour.skip")
        program.wait(lambda now: now["idle"] and now["state"]["presenter"]["tour"] is None, "skipped")

    def test_keys_stand_beside_what_they_mean(self):
        for arguments in (("--size", "1280x800"), ("--size", "800x500"),
                          ("--size", "1920x1080", "--text-size", "2")):
            program = self.start("--kernel", "kogge-stone", *arguments)
            program.keys("F1")
            program.widget("dialog.close")
            boxes = {name: box for name, box in program.read()["widgets"].items()
                     if name.startswith("dialog.keys.")}
            self.assertGreater(len(boxes), 60)
            for (a, one), (b, other) in itertools.combinations(boxes.items(), 2):
                apart = (one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"] or
                         one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"])
                self.assertTrue(apart, (arguments, a, one, b, other))
            program.close()


if __name__ == "__main__":
    unittest.main()
