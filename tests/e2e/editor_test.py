"""The text that is edited, with real keys, a real mouse and real files: written, run, found wrong,
undone, searched, saved, changed by others, and not lost."""

import re
import unittest

from window_driver import WindowTest
from x_client import drop_files

KERNEL = """#define N 32
__global__ void twice(const float *in, float *out) {
    __shared__ float s[N];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    out[t] = s[t] + s[t];
}
"""


class Editor(WindowTest):
    START = ("--kernel", "kogge-stone", "--block", "16", "--size", "1600x1000")

    def text(self, program):
        return program.state()["document"]["text"]

    def wait_document(self, program, **wanted):
        """Waits until a text with these values is edited, and all rests."""
        return program.wait(
            lambda now: now["idle"] and now["state"]["document"]
            and all(now["state"]["document"][key] == value for key, value in wanted.items()),
            f"a text with {wanted}")["state"]

    def wait_writing(self, program):
        """Waits until the text has the keyboard."""
        return program.wait(lambda now: now["idle"] and now["writing"], "the keyboard in the text")

    def wait_run(self, program, text):
        """Waits until what is shown was recorded of that text, and all rests."""
        return program.wait(
            lambda now: now["idle"] and now["state"]["document"]
            and now["state"]["document"]["text"] == text and now["state"]["document"]["is_shown"],
            "a run of the text")["state"]

    def start_with(self, text=KERNEL, name="mine.cu"):
        """A window that was started with this text in a file; the cursor stands at its begin."""
        import pathlib
        import tempfile
        folder = pathlib.Path(tempfile.mkdtemp(prefix="stridescope-e2e-"))
        path = folder / name
        path.write_text(text)
        program = self.start_in(folder, str(path), "--size", "1600x1000")
        self.wait_run(program, text)
        return program, path

    def start_in(self, folder, *arguments):
        from window_driver import Program
        program = Program(self.display, *arguments, folder=folder)
        self.addCleanup(program.close)
        return program

    def write(self, program):
        """Puts the keyboard into the text, at its begin."""
        program.click("editor.text", 0.3, 0.02)
        self.wait_writing(program)
        program.keys("ctrl+Home")

    def test_the_chosen_threads_variables_stand_below_the_text_and_in_tips(self):
        program, _ = self.start_with()
        program.turn_to("banks")
        program.wait(lambda now: now["idle"] and "banks.thread.5" in now["widgets"], "the lanes")
        self.assertNotIn("tip", program.read()["widgets"].get("editor.locals", {}))
        program.click("banks.thread.5")
        program.wait_state(selection="thread 5")
        program.wait(lambda now: now["idle"] and now["widgets"].get("editor.locals", {}).get("tip")
                     == "t = 5", "the thread's variables")
        # Somewhere in the line `int t = threadIdx.x;` stands the name.
        line = program.read()["widgets"]["editor.line.4"]
        text = program.widget("editor.text")
        down = (line["y"] + line["h"] / 2 - text["y"]) / text["h"]
        tips = set()
        for across in range(1, 40):
            program.move("editor.text", across / 100, down)
            x, _ = program.place("editor.text", across / 100, down)
            now = program.wait(lambda now: now["idle"] and abs(now["pointer"]["x"] - x) < 1.5,
                               "the pointer there")
            tips.add(now["widgets"].get("editor.hover", {}).get("tip", ""))
        self.assertIn("t is 5 in thread 5, at load", tips)
        program.keys("Escape")
        program.wait_state(selection="")
        program.wait(lambda now: now["idle"] and not now["widgets"].get(
            "editor.locals", {}).get("tip"), "no variables")

    def test_a_new_kernel_is_written_and_run(self):
        program = self.start(*self.START)
        program.keys("ctrl+n")
        self.wait_writing(program)
        state = self.wait_document(program, unsaved=False, faults=[])
        self.assertEqual(state["experiment"]["text"]["name"], "untitled.cu")
        begun = state["document"]["text"]
        state = self.wait_run(program, begun)
        self.assertEqual(state["error"], "")
        self.assertGreater(state["steps"], 3)
        self.assertTrue(state["trace"]["output_ok"])
        # What is typed runs after a pause.
        program.keys("ctrl+End")
        program.type("// done")
        state = self.wait_run(program, begun + "// done")
        self.assertTrue(state["document"]["unsaved"])
        self.assertIn("untitled.cu", program.xdotool("getwindowname", program.window))
        # Keys that step elsewhere are letters here; the ones that cannot be letters still step.
        before = state["step"]
        program.type(" l1 ")
        program.keys("F10")
        program.wait_state(step=before + 1)
        self.assertTrue(self.text(program).endswith("// done l1 "))
        program.keys("Escape", "Right")
        program.wait_state(step=before + 2)
        self.assertTrue(self.text(program).endswith("// done l1 "))

    def test_faults_are_marked_where_they_are(self):
        program, _ = self.start_with()
        shown = program.state()["recordings"]
        self.write(program)
        program.keys("Down", "Down", "Down", "Down", "End", "BackSpace")  # the ";" of line 5
        state = program.wait(lambda now: now["idle"] and now["state"]["document"]["faults"],
                             "a fault")["state"]
        fault = state["document"]["faults"][0]
        self.assertIn(fault["line"], (5, 6))
        now = program.wait(lambda now: now["idle"] and "editor.fault.0" in now["widgets"], "a mark")
        self.assertIn(fault["message"], now["widgets"]["editor.says"]["tip"])
        self.assertTrue(now["widgets"]["editor.says"]["tip"].startswith(f"Line {fault['line']}:"))
        self.assertEqual(state["recordings"], shown, "the views stay at the last text that ran")
        self.assertIn("experiment.argument.in", now["widgets"], "and so do the fields")
        program.move("editor.fault.0")
        program.wait(lambda now: now["widgets"].get("editor.hover", {}).get("tip")
                     == fault["message"], "the fault's words")
        # The strip leads there.
        program.keys("ctrl+End")
        program.click("editor.says", 0.2)
        program.wait(lambda now: now["state"]["document"]["cursor"]
                     == [fault["line"], fault["column"]], "the cursor at the fault")
        program.keys("ctrl+z")
        self.wait_run(program, KERNEL)

    def test_what_the_machine_finds_is_marked_where_it_is(self):
        program, _ = self.start_with(KERNEL.replace("    __syncthreads();\n", "")
                                     .replace("s[t] + s[t]", "s[31 - t] + in[t - 40]"))
        now = program.wait(lambda now: now["idle"] and "editor.fault.1" in now["widgets"],
                           "two marks")
        # The strip tells of the same as the status line does, and keys go from one to the next.
        first, second = now["state"]["trace"]["findings"]
        said = now["widgets"]["editor.says"]["tip"]
        self.assertEqual(said, first["message"] + " (and 1 more)")
        self.assertTrue(now["state"]["trace"]["status"]["output"].endswith(said), now)
        self.assertRegex(second["message"], r"^Threads \d+ and \d+ race on s\[")
        program.keys("Home", "F8")
        program.wait(lambda now: now["state"]["step"] == second["step"]
                     and "Fault 2 of 2" in now["widgets"].get("notice", {}).get("tip", ""),
                     "the other fault")
        program.keys("Home")
        program.click("status.output", 0.2)
        program.wait(lambda now: now["state"]["step"] == first["step"], "the first fault")
        line = program.widget("editor.line.6")
        fault = program.widget("editor.fault.1")
        self.assertAlmostEqual(fault["y"], line["y"], delta=2)
        program.move("editor.fault.1")
        program.wait(lambda now: "in[-40]" in now["widgets"].get("editor.hover", {})
                     .get("tip", ""), "the index outside of its array")
        # Fixed, nothing is marked any more.
        self.write(program)
        program.keys("ctrl+a")
        program.type(KERNEL.split("\n")[0])
        program.wait(lambda now: now["idle"] and "editor.fault.0" not in now["widgets"],
                     "no marks")

    def test_what_it_prints_stands_below_it(self):
        program, _ = self.start_with("#include <cstdio>\n__global__ void k() {}\nint main() {\n"
                                     "    k<<<1, 32>>>();\n    printf(\"one\\ntwo\\n\");\n}\n")
        printed = program.widget("editor.printed")
        self.assertEqual(printed["tip"], "one")
        strip = program.widget("editor.says")
        self.assertGreater(strip["y"] - printed["y"], 2 * strip["h"], "two lines in between")
        program.click("editor.printed", 0.2)
        program.wait(lambda now: now["widgets"]["editor.says"]["y"]
                     - now["widgets"]["editor.printed"]["y"] < 2 * strip["h"], "no lines")

    def test_what_lines_cost_stands_beside_them(self):
        program, _ = self.start_with()
        now = program.wait(lambda now: now["idle"] and "editor.cost.5" in now["widgets"], "costs")
        self.assertIn("editor.cost.7", now["widgets"])
        self.assertNotIn("editor.cost.4", now["widgets"])
        program.move("editor.cost.7", 0.8)
        tip = program.wait(lambda now: now["widgets"].get("editor.hover", {}).get("tip", "")
                           .startswith("line 7"), "words on line 7")["widgets"]["editor.hover"]
        self.assertIn("all steps: 2 requests, 2 wavefronts", tip["tip"])
        program.wait_state(pointed="line 7")
        # They are of the text as it ran, and of no other one.
        self.write(program)
        program.type("!")
        program.wait(lambda now: "editor.cost.5" not in now["widgets"], "no costs")
        program.keys("BackSpace")
        program.wait(lambda now: now["idle"] and "editor.cost.5" in now["widgets"], "costs again")

    def test_the_mouse_selects(self):
        program, _ = self.start_with()
        box = program.widget("editor.text")
        line = program.widget("editor.line.4")
        y = (line["y"] + line["h"] / 2 - box["y"]) / box["h"]
        program.click("editor.text", 0.01, y)
        program.wait(lambda now: now["state"]["document"]["cursor"][0] == 4, "the cursor there")
        line = "    int t = threadIdx.x;"

        def cursor_at(column):
            return program.wait(lambda now: now["idle"] and now["state"]["document"]["cursor"]
                                == [4, column], f"column {column}")["widgets"]["editor.cursor"]
        program.keys("End")
        end = cursor_at(len(line) + 1)
        program.keys("Home", "Home")
        start = cursor_at(1)
        cell = (end["x"] - start["x"]) / len(line)
        at = lambda column: (start["x"] + cell * column - box["x"]) / box["w"]
        program.click("editor.text", at(12.5), y)
        program.wait(lambda now: now["state"]["document"]["cursor"] == [4, 13]
                     or now["state"]["document"]["cursor"] == [4, 14], "the cursor at threadIdx")
        program.move("editor.text", at(15.2), y)
        program.xdotool("click", "--repeat", 2, "--delay", 60, 1)
        program.wait(lambda now: now["state"]["document"]["selection"] == [[4, 13], [4, 22]],
                     "the word")
        program.drag("editor.text", (at(4.1), y), (at(9.1), y))
        program.wait(lambda now: now["state"]["document"]["selection"] == [[4, 5], [4, 10]],
                     "what was dragged over")
        program.click("editor.line.5")
        program.wait(lambda now: now["state"]["document"]["selection"] == [[5, 1], [6, 1]],
                     "the line")

    def test_cut_copied_and_pasted(self):
        program, _ = self.start_with()
        self.write(program)
        program.keys("Down", "Down", "Down", "ctrl+c", "ctrl+End", "ctrl+v")
        self.wait_document(program, text=KERNEL + "    int t = threadIdx.x;\n")
        program.keys("ctrl+z", "ctrl+a", "ctrl+x")
        self.wait_document(program, text="")
        program.keys("ctrl+v")
        self.wait_document(program, text=KERNEL)
        # Elsewhere a copied kernel is a text of its own, and this one is asked for first.
        program.type("// mine")
        program.keys("Escape", "ctrl+v")
        program.wait_state(leaving="asked")
        program.click("dialog.unsaved.discard")
        self.wait_document(program, path="", text=KERNEL, unsaved=True)

    def test_a_column_of_a_sheet_is_pasted_as_numbers(self):
        program, _ = self.start_with("/*\n3\n1\n4\n*/\n" + KERNEL)
        self.write(program)
        program.keys("Down", "shift+Down", "shift+Down", "shift+Down", "ctrl+c")
        program.click("experiment.argument.in")
        program.wait_typing()
        program.keys("ctrl+a", "ctrl+v")
        program.wait(lambda now: now["idle"] and now["state"]["experiment"]["arguments"].get("in")
                     == "3 1 4", "three numbers")
        # What is wrong is told below the field, without the command line's words.
        program.keys("ctrl+a")
        program.type("3,1,x")
        fault = program.widget("experiment.field_fault")
        self.assertTrue(fault["tip"].startswith('"x" (number 3 of values) is not a number'), fault)
        self.assertGreater(fault["y"], program.widget("experiment.argument.in")["y"])
        # What is wrong stays out of the text's card, and is told still.
        program.keys("Return")
        program.wait(lambda now: now["idle"] and not now["typing"], "the field to be left")
        self.assertNotIn("3,1,x", program.state()["document"]["text"])
        fault = program.widget("experiment.field_fault")
        self.assertTrue(fault["tip"].startswith('"x" (number 3 of values) is not a number'), fault)
        self.assertLess(fault["y"], program.widget("experiment.argument.in")["y"] + 80)

    def test_playback_stops_at_breakpoints_and_runs_go_to_the_cursor(self):
        program, _ = self.start_with()
        lines = KERNEL.split("\n")
        last = next(k for k, line in enumerate(lines, 1) if "out[" in line)
        says = lambda words: program.wait(
            lambda now: now["idle"] and now["widgets"]["editor.says"]["tip"] == words, words)
        program.move(f"editor.line.{last}")
        says("Right click or F9: breakpoint")
        program.click(f"editor.line.{last}", button=3)
        program.widget(f"editor.breakpoint.{last}")
        says("Right click or F9: no breakpoint")
        program.keys("Home", "ctrl+F10")  # the cursor stands in the first line, which does nothing
        program.wait(lambda now: "does not run" in now["widgets"].get("notice", {})
                     .get("tip", ""), "that it does not run")
        program.click(f"editor.line.{last}")
        program.keys("ctrl+F10")
        now = program.wait(lambda now: now["idle"] and now["state"]["step"] > 0, "its step")
        step = now["state"]["step"]
        program.keys("Escape", "Home", "space")
        program.wait(lambda now: now["idle"] and not now["state"]["playing"]
                     and now["state"]["step"] == step, "playback to stop there")
        program.keys("F9")
        program.wait(lambda now: f"editor.breakpoint.{last}" not in now["widgets"], "none")

    def shown_going_wrong(self, text):
        """Asks for a run in which it goes wrong, and returns the state with both."""
        program, _ = self.start_with(text)
        program.wait(lambda now: now["idle"] and now["state"]["trace"]["findings"], "a race")
        program.click("menu.compare")
        program.click("menu.compare.wrong")
        state = program.wait(lambda now: now["idle"] and now["state"]["beside"]["on"]
                             and now["state"]["messages"], "two runs")["state"]
        self.assertRegex(state["messages"][-1]["text"],
                         r"^With the schedule descending, in turns? .* of each block alone, "
                         r"out\[\d+\] is .*, not .*: that run stands beside this one\. ")
        return program, state

    def test_it_is_shown_going_wrong(self):
        program, state = self.shown_going_wrong(
            KERNEL.replace("32", "64").replace("    __syncthreads();\n", "")
            .replace("s[t] + s[t]", "s[63 - t]"))
        # Shared memory is the same in the end: the element that differs is taken apart on both sides.
        self.assertIn("Both trees show what out[0] is made of.", state["messages"][-1]["text"])
        self.assertEqual(state["element"], "out[0]")

    def test_the_word_by_which_it_goes_wrong_is_framed_in_both(self):
        program, state = self.shown_going_wrong(
            KERNEL.replace("32", "64").replace("s[t] = in[t]", "s[t % 32] = in[t]")
            .replace("s[t] + s[t]", "s[t % 32]"))
        told = re.search(r"They part here, in step 1: s\[(\d+)\] is \d+, not \d+ \(framed in both\)\.$",
                         state["messages"][-1]["text"])
        self.assertTrue(told, state["messages"][-1]["text"])
        self.assertEqual(state["selection"], f"word {told[1]}")
        self.assertEqual(state["step"], 0)
        program.wait(lambda now: now["idle"] and "tree.lit" in now["widgets"]
                     and "other.tree.lit" in now["widgets"], "frames in both")

    def test_found_and_replaced(self):
        program, _ = self.start_with()
        self.write(program)
        program.keys("ctrl+f")
        program.type("s[t]")
        program.wait(lambda now: now["idle"] and now["widgets"].get("editor.find.count", {})
                     .get("tip") == "1 of 3", "the count")
        program.wait(lambda now: now["state"]["document"]["selection"] == [[5, 5], [5, 9]],
                     "the first place")
        program.keys("Return")
        program.wait(lambda now: now["state"]["document"]["selection"] == [[7, 14], [7, 18]],
                     "the second one")
        program.keys("F3", "F3")
        program.wait(lambda now: now["state"]["document"]["selection"] == [[5, 5], [5, 9]],
                     "round and round")
        program.keys("shift+F3")
        program.wait(lambda now: now["state"]["document"]["selection"] == [[7, 21], [7, 25]],
                     "the last one")
        program.keys("Escape")
        program.wait(lambda now: now["idle"] and now["writing"]
                     and "editor.find" not in now["widgets"], "the text again")
        program.keys("ctrl+h")
        program.click("editor.replace")
        program.wait_typing()
        program.type("s[31 - t]")
        program.click("editor.replace.all")
        replaced = KERNEL.replace("s[t]", "s[31 - t]")
        self.wait_run(program, replaced)
        program.keys("Escape")
        self.wait_writing(program)
        program.keys("ctrl+z")
        self.wait_run(program, KERNEL)
        program.keys("ctrl+g")
        program.type("7")
        program.keys("Return")
        program.wait(lambda now: now["idle"] and now["writing"]
                     and now["state"]["document"]["cursor"] == [7, 5], "line 7")

    def test_saved_and_opened(self):
        program = self.start(*self.START)
        program.keys("ctrl+n")
        self.wait_writing(program)
        program.keys("ctrl+a")
        program.type("int x")
        program.keys("semicolon")
        program.keys("ctrl+s")
        program.wait(lambda now: now["idle"] and now["dialog"] and now["typing"], "the dialog")
        program.keys("ctrl+a")
        program.type("first")
        program.keys("Return")
        path = program.folder / "first.cu"
        self.wait_document(program, path=str(path), unsaved=False)
        self.assertEqual(path.read_text(), "int x;")
        self.assertIn("first.cu", program.xdotool("getwindowname", program.window))
        self.wait_writing(program)
        program.type(" int y;")
        self.wait_document(program, unsaved=True)
        self.assertIn("•", program.xdotool("getwindowname", program.window))
        program.keys("ctrl+s")
        self.wait_document(program, unsaved=False)
        self.assertEqual(path.read_text(), "int x; int y;")
        self.assertFalse(program.read()["dialog"])
        # Under another name.
        program.keys("ctrl+shift+s")
        program.wait(lambda now: now["idle"] and now["dialog"] and now["typing"], "the dialog")
        program.keys("ctrl+a")
        program.type("second.cu")
        program.keys("Return")
        self.wait_document(program, path=str(program.folder / "second.cu"), unsaved=False)
        # Both are remembered, and opened from there.
        self.assertEqual([name.rpartition("/")[2] for name in program.state()["recent_files"][:2]],
                         ["second.cu", "first.cu"])
        program.click("menu.file")
        program.click("menu.file.recent")
        program.click("menu.file.recent.1")
        self.wait_document(program, path=str(path), text="int x; int y;")
        # And dropped on the window.
        (program.folder / "third.cu").write_text(KERNEL)
        drop_files(self.display.name, program.window, [program.folder / "third.cu"])
        self.wait_run(program, KERNEL)

    def test_an_unsaved_text_is_not_lost(self):
        program, path = self.start_with()
        self.write(program)
        program.type("// mine")
        program.keys("Return")
        mine = "// mine\n" + KERNEL
        self.wait_document(program, text=mine, unsaved=True)
        program.keys("ctrl+q")
        program.wait(lambda now: now["idle"] and now["dialog"]
                     and now["state"]["leaving"] == "asked", "the question")
        program.keys("Escape")
        program.wait(lambda now: not now["dialog"] and now["state"]["leaving"] == "",
                     "the text again")
        self.assertEqual(path.read_text(), KERNEL)
        # Nor is it when it is saved on the way out.
        program.keys("ctrl+q")
        program.click("dialog.unsaved.save")
        program.process.wait(timeout=60)
        self.assertEqual(path.read_text(), mine)

    def test_another_programs_changes_are_taken_in(self):
        program, path = self.start_with()
        changed = KERNEL.replace("s[t] + s[t]", "s[t] * 3")
        path.write_text(changed)
        self.wait_run(program, changed)
        self.write(program)
        program.type("// mine")
        program.keys("Return")
        self.wait_document(program, unsaved=True)
        path.write_text(KERNEL)
        program.click("editor.disk.keep")
        self.wait_document(program, text="// mine\n" + changed, unsaved=True,
                           changed_on_disk=False)
        path.write_text(changed)
        program.click("editor.disk.take")
        self.wait_document(program, text=changed, unsaved=False, changed_on_disk=False)

    def test_what_main_is_told_from_outside_has_fields(self):
        program, _ = self.start_with(
            "#include <cstdio>\n#include <cstdlib>\n"
            "__global__ void fill(int *x) { x[threadIdx.x] = 1; }\n"
            "int main(int argc, char **argv) {\n"
            "    int n = 0;\n    scanf(\"%d\", &n);\n"
            "    printf(\"%d %d\", argc, n);\n"
            "    int *x;\n    cudaMalloc(&x, 256);\n    fill<<<1, 64>>>(x);\n"
            "    return cudaDeviceSynchronize();\n}\n")

        def printed(numbers):
            program.wait(lambda now: now["idle"] and now["widgets"].get("editor.printed", {}).get("tip") == numbers,
                         f"what is printed: {numbers}")

        printed("1 0")
        for field, typed, numbers in (("program_arguments", "a b", "3 0"),
                                      ("standard_input", "17", "3 17")):
            program.click(f"experiment.{field}")
            program.wait_typing()
            program.type(typed)
            program.keys("Return")
            printed(numbers)

    def test_knobs_and_arguments_have_fields(self):
        program, _ = self.start_with(KERNEL.replace("#define N 32",
                                                    "// knob: N 32 64\n#define N 32\n#define M 1"))
        text = self.text(program)
        program.choose("experiment.define.N", "64")
        state = program.wait(lambda now: now["idle"] and now["state"]["document"]["is_shown"]
                             and now["state"]["experiment"]["text"]["defines"] == [["N", "64"]],
                             "the knob")["state"]
        self.assertEqual(state["document"]["text"], text)
        program.click("experiment.define.M")
        program.wait_typing()
        program.keys("ctrl+a")
        program.type("7")
        program.wait(lambda now: now["state"]["experiment"]["text"]["defines"]
                     == [["N", "64"], ["M", "7"]], "both")
        program.keys("Return")
        # Launch and arguments go into the card, which is CUDA's comment.
        program.click("experiment.launch")
        program.wait_typing()
        program.type("twice<<<1, 64>>>(in, out)")
        program.wait(lambda now: now["idle"] and now["state"]["trace"]["status"]["run"]
                     .endswith("twice<<<1, 64>>>"), "the launch")
        self.assertEqual(self.text(program), text, "not before the field is left")
        program.keys("Return")
        self.wait_settled(program, lambda now: "twice<<<1, 64>>>(in, out)" in
                          now["document"]["text"] and now["experiment"]["text"]["launch"] == "")
        program.click("experiment.argument.in")
        program.wait_typing()
        program.type("[64] ones")
        program.keys("Return")
        state = self.wait_settled(program, lambda now: "[64] ones" in now["document"]["text"]
                                  and now["experiment"]["text"]["arguments"] == [])
        self.assertEqual(state["error"], "")
        written = state["document"]["text"]
        self.assertTrue(written.endswith(text.partition("\n")[2]), written)
        self.assertTrue(all(line.startswith("//") for line
                            in written[:-len(text.partition("\n")[2])].splitlines()), written)
        # What the card says stands in the field, and is changed there.
        program.click("experiment.argument.in", 0.9)
        program.wait_typing()
        program.keys("ctrl+a")
        program.type("[64] iota")
        program.keys("Return")
        self.wait_settled(program, lambda now: "[64] iota" in now["document"]["text"]
                          and "[64] ones" not in now["document"]["text"])
        # The knobs stay beside the text until somebody wants them in it.
        program.click("experiment.write")
        self.wait_settled(program, lambda now: "#define N 64" in now["document"]["text"]
                          and "#define M 7" in now["document"]["text"]
                          and now["experiment"]["text"]["defines"] == [])
        # Undone from outside the text, one after another.
        program.keys(*["ctrl+z"] * 6)
        program.wait(lambda now: now["idle"]
                     and now["state"]["experiment"]["text"]["defines"] == []
                     and now["state"]["document"]["text"] == text, "none of them")

    def wait_settled(self, program, condition):
        """Waits until that holds of the state, and what is shown is of the text as it stands."""
        return program.wait(lambda now: now["idle"] and now["state"]["document"]["is_shown"]
                            and condition(now["state"]), "a text that says so")["state"]

    def test_two_settings_of_a_text_on_one_slider(self):
        tile = """// launch: k<<<1, dim3(32, 32)>>>(in, out)
// in: float[32][32] iota    out: float[32][32] expect transpose(in)
// knob: PAD 0 1
#define PAD 0
__global__ void k(const float *in, float *out) {
    __shared__ float tile[32][32 + PAD];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = tile[x][y];
}
"""
        program, path = self.start_with(tile)
        program.click("menu.compare")
        program.click("menu.compare.knob.PAD.1")
        def beside(**wanted):
            return program.wait(lambda now: now["idle"] and all(
                now["state"]["beside"].get(key) == value for key, value in wanted.items()),
                f"two runs, {wanted}")
        beside(left="PAD = 0", right="PAD = 1")
        program.keys("Escape", "v", "v", "v")
        now = beside(lock="wavefronts")
        # A warp reads a column of 32 words: of one bank, or of 32.
        self.assertIn(f"right finishes {32 * 31} wavefronts earlier",
                      now["state"]["beside"]["words"])
        program.keys("Right")
        beside(other_step=1)
        self.assertEqual(self.text(program), tile, "the text is what it was")
        # Another text by hand: a copy whose tile is padded.
        (program.folder / "padded.cu").write_text(tile.replace("32 + PAD", "33"))
        program.click("menu.compare")
        program.click("menu.compare.file")
        program.wait(lambda now: now["idle"] and now["dialog"] and now["typing"], "the dialog")
        program.keys("ctrl+a")
        program.type(str(program.folder / "padded.cu"))
        program.keys("Return")
        now = program.wait(lambda now: now["idle"] and not now["dialog"] and "right" in
                           now["state"]["beside"] and now["state"]["beside"]["right"] != "PAD = 1",
                           "the other text")
        self.assertIn(f"right finishes {32 * 31} wavefronts earlier",
                      now["state"]["beside"]["words"])
        self.assertEqual(now["state"]["document"]["path"], str(path))


if __name__ == "__main__":
    unittest.main()
