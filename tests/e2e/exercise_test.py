"""An exercise under real keys and clicks: opened from the start page, written, judged as one types, hinted at,
shown where it fails, solved, and remembered."""

import unittest

from window_driver import Program, WindowTest

BODY = "int i = threadIdx.x + blockIdx.x * blockDim.x; "


class Exercises(WindowTest):
    def judged(self, program, what, condition):
        return program.wait(lambda now: now["idle"] and now["state"]["exercise"]
                            and not now["state"]["exercise"]["judging"]
                            and condition(now["state"]["exercise"]), what)["state"]["exercise"]

    def test_one_is_solved(self):
        program = self.start("--welcome", "--size", "1600x1000")
        program.click("start.set.vectors")
        given = self.judged(program, "the first of the set", lambda e: e["title"] == "Hello, thread")
        self.assertEqual(given["points"], 0)
        # One writes in the hole at once.
        program.click("editor.text", 0.9, 0.9)
        program.keys("ctrl+Home")
        text = program.state()["document"]["text"]
        line = text[:text.index("// hole")].count("\n") + 1
        program.keys(*["Down"] * line)
        program.type(BODY + "out[i] = i; ")
        beyond = self.judged(program, "a fault", lambda e: any(
            v["name"] == "no fault" and v["state"] == "failed" for v in e["verdicts"]))
        self.assertFalse(beyond["passed"])
        program.click("exercise.hint")
        hinted = self.judged(program, "a hint", lambda e: any(e["hints"]))
        self.assertEqual(hinted["hints"].index(True), 1)
        number = next(i for i, v in enumerate(beyond["verdicts"]) if v["state"] == "failed")
        program.click(f"exercise.verdict.{number}.show")
        program.wait(lambda now: now["idle"] and now["state"]["trace"]["n"] == 2, "the run at N = 2")
        program.click("editor.text", 0.9, 0.9)
        program.keys("ctrl+Home", *["Down"] * line, "End", "shift+Home")
        program.type(BODY + "if (i < n) out[i] = i;")
        solved = self.judged(program, "solved", lambda e: e["passed"])
        self.assertTrue(all(v["state"] == "passed" for v in solved["verdicts"]), solved)
        program.widget("exercise.solution")
        program.click("exercise.next")
        self.judged(program, "the next one", lambda e: e["title"] == "Vector addition")
        program.keys("ctrl+q")
        self.assertEqual(program.process.wait(timeout=60), 0)
        again = Program(self.display, "--welcome", "--size", "1600x1000", folder=program.folder)
        self.addCleanup(again.close)
        again.click("start.set.vectors")
        self.judged(again, "the one that is not solved", lambda e: e["title"] == "Vector addition")


if __name__ == "__main__":
    unittest.main()
