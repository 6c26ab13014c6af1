"""An exercise under real keys and clicks: opened from the start page, written, judged as one types, hinted at,
shown where it fails, solved, and remembered."""

import os
import pathlib
import subprocess
import tempfile
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
        program.click("exercise.compare")
        program.wait(lambda now: now["idle"] and now["state"]["beside"]["on"]
                     and now["state"]["beside"].get("right") == "The solution", "the solution's run beside one's own")
        self.assertEqual(program.state()["beside"]["left"], "Your text")
        program.click("exercise.next")
        self.judged(program, "the next one", lambda e: e["title"] == "Vector addition")
        program.keys("ctrl+q")
        self.assertEqual(program.process.wait(timeout=60), 0)
        again = Program(self.display, "--welcome", "--size", "1600x1000", folder=program.folder)
        self.addCleanup(again.close)
        again.click("start.set.vectors")
        self.judged(again, "the one that is not solved", lambda e: e["title"] == "Vector addition")

    def test_one_is_made_solved_and_handed_in(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "add.cu").write_text(
            "// launch: add<<<(N + 63) / 64, 64>>>(A, B, C, N)\n"
            "// A: int[N] i      B: int[N] 2 * i      C: int[N] -1 expect A + B\n"
            "#define N 100\n"
            "__global__ void add(const int *A, const int *B, int *C, int n) {\n"
            "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
            "    if (i < n) C[i] = A[i] + B[i];\n"
            "}\n", encoding="utf-8")
        program = self.start(str(folder / "add.cu"), "--size", "1600x1000")
        program.click("editor.text", 0.9, 0.9)
        program.keys("ctrl+Home", *["Down"] * 4, "shift+Down", "shift+Down")
        program.click("menu.file")
        program.click("menu.file.new_exercise")
        program.keys("ctrl+a")
        program.type(str(folder / "mine.cu"))
        program.keys("Return")
        program.wait(lambda now: now["idle"] and "// hole" in (now["state"]["document"] or {}).get("text", ""),
                     "the exercise's text")
        lint = subprocess.run([os.environ["STRIDESCOPE_CLI"], "lint", str(folder / "mine.cu")],
                              capture_output=True, text=True, timeout=100)
        self.assertEqual(lint.returncode, 0, lint.stdout)
        # It stands on the start page now, and is solved from there.
        program.click("menu.file")
        program.click("menu.file.start")
        program.click("start.set.mine")
        self.judged(program, "it is given out", lambda e: e["points"] == 0)
        program.click("editor.text", 0.9, 0.9)
        program.keys("ctrl+Home")
        text = program.state()["document"]["text"]
        program.keys(*["Down"] * (text[:text.index("// hole")].count("\n") + 1), "Home")
        program.type(BODY + "if (i < n) C[i] = A[i] + B[i]; ")
        self.judged(program, "solved", lambda e: e["passed"])
        program.click("menu.file")
        program.click("menu.file.results")
        program.keys("ctrl+a")
        program.type(str(folder / "ann.json"))
        program.keys("Return")
        program.wait(lambda now: now["idle"] and (folder / "ann.json").exists(), "the results")
        results = (folder / "ann.json").read_text(encoding="utf-8")

        def check(*files):
            return subprocess.run([os.environ["STRIDESCOPE_CLI"], "check", *files], cwd=folder, capture_output=True,
                                  text=True, timeout=100)
        sealed = check("ann.json")
        self.assertEqual(sealed.returncode, 0)
        self.assertIn("verdicts and text belong together", sealed.stdout)
        self.assertEqual(check("mine.cu", "ann.json").returncode, 0)
        (folder / "ann.json").write_text(results.replace("A[i] + B[i]", "A[i] - B[i]"), encoding="utf-8")
        changed = check("ann.json")
        self.assertEqual(changed.returncode, 1)
        self.assertIn("changed since it was saved", changed.stdout)
        self.assertIn("was changed since it was saved", check("mine.cu", "ann.json").stdout)


if __name__ == "__main__":
    unittest.main()
