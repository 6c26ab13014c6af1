"""%%stridescope, and the example notebook as Jupyter runs it."""

import base64
import contextlib
import importlib.util
import io
import json
import os
import pathlib
import re
import sys
import tempfile
import unittest
import xml.etree.ElementTree

import numpy as np

ROOT = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])
EXAMPLES = ROOT / "python/examples"
PACKAGES = [name for name in ("IPython", "nbclient", "nbformat", "ipykernel")
            if importlib.util.find_spec(name) is None]
sys.path.insert(0, str(ROOT / "python"))

TEXT = """// launch: k<<<1, N>>>(in, out)
// in: int[N] iota    out: int[N] expect scan(in)
#include <cstdio>
#define N 8
__global__ void k(const int *in, int *out) {
    int sum = 0;
    for (int i = 0; i <= threadIdx.x; ++i) sum += in[i];
    out[threadIdx.x] = sum;
    if (threadIdx.x == 0) printf("N is %d\\n", N);
}
"""


@unittest.skipIf("IPython" in PACKAGES, "IPython is not installed")
class Magic(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        was = os.getcwd()
        cls.addClassCleanup(os.chdir, was)
        os.chdir(folder.name)
        os.environ["IPYTHONDIR"] = folder.name
        from IPython.core.interactiveshell import InteractiveShell
        from traitlets.config import Config

        cls.shell = InteractiveShell(config=Config({"HistoryManager": {"enabled": False}}))
        cls.shell.run_line_magic("load_ext", "stridescope")

    def cell(self, options, text=TEXT):
        return self.shell.run_cell_magic("stridescope", options, text)

    def refused(self, says, options, text=TEXT):
        """As a notebook shows it: a sentence, and no lines of Python."""
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            result = self.shell.run_cell(f"%%stridescope {options}\n{text}")
        self.assertIsNotNone(result.error_in_exec)
        said = re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue()).strip()
        self.assertIn(says, said)
        self.assertEqual(len(said.splitlines()), 1, said)
        self.assertNotIn("Traceback", said)

    def test_a_cell_is_run_and_shown(self):
        trace = self.cell("--into kept -D N=5 --view source --step 0")
        self.assertIs(self.shell.user_ns["kept"], trace)
        self.assertTrue(np.array_equal(trace.after["out"], np.cumsum(np.arange(5))))
        self.assertEqual(trace.printed, "N is 5\n")
        shown = trace._repr_html_()
        for words in ("N is 5", "Correct: equal to sequential scan of in.", "data:image/svg+xml",
                      "put stridescope.html beside the notebook"):
            self.assertIn(words, shown)

    def test_its_options_are_those_of_record(self):
        self.shell.user_ns["many"] = 33
        self.shell.run_cell("%%stridescope -D N={many} --arg 'in=random:3' --into it\n" + TEXT)
        trace = self.shell.user_ns["it"]
        self.assertEqual(trace.before["in"].shape, (33,))
        self.assertTrue(np.array_equal(trace.after["out"], np.cumsum(trace.before["in"])))
        trace = self.cell('--elements 4 --expect "out = in" --name mine.cu --blocks all --seconds 9')
        self.assertEqual((trace.meta["text"], trace.correct, trace.meta["n"]), ("mine.cu", False, 4))
        self.assertEqual(self.cell("--kernel k --schedule descending").meta["experiment"]["schedule"], "descending")

    def test_a_file(self):
        pathlib.Path("it is.cu").write_text(TEXT)
        trace = self.shell.run_line_magic("stridescope", "'it is.cu' -D N=3")
        self.assertEqual(trace.after["out"].tolist(), [0, 1, 3])

    def test_help(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            self.assertIsNone(self.cell("--help"))
            self.assertIsNone(self.shell.run_line_magic("stridescope", "--help"))
        said = out.getvalue()
        for flag in ("--view", "--step", "-D NAME=VALUE", "--engine", "--threads", "--launch", "--page"):
            self.assertEqual(said.count(f"  {flag} "), 2, flag)
        self.assertLess(max(map(len, said.splitlines())), 121)

    def test_what_is_wrong_is_one_sentence(self):
        self.refused("RefusedError: cell.cu:1:1: there is no type hello", "", "hello")
        self.refused("--help lists what there is", "--nothing")
        self.refused("--step: invalid int value", "--step one")
        self.refused("-D N has no value", "-D N")
        self.refused("cannot be read: No closing quotation", "--launch 'k")
        self.refused("mine.cu is no option", "mine.cu")
        self.refused("is not the name of a variable", "--into 3x")
        self.refused('no engine "tpu"', "--engine tpu")
        with self.assertRaisesRegex(Exception, "takes a file"):
            self.shell.run_line_magic("stridescope", "")

    def test_the_page(self):
        """Where it is at hand there is a frame of it, and no picture."""
        import stridescope

        def frame(trace):
            shown = trace._repr_html_()
            self.assertNotIn("<img", shown)
            return re.search(r'<iframe src="([^"]*)"', shown)[1]

        begin = "#embed&amp;run=cell.cu&amp;text:cell.cu="
        self.assertTrue(frame(self.cell("--page https://a.b/s.html")).startswith("https://a.b/s.html" + begin))
        self.assertTrue(frame(self.cell("--view source --step 2 --page p.html")).endswith("&amp;show=source&amp;step=2"))
        self.addCleanup(setattr, stridescope, "page", None)
        stridescope.page = "https://c.d/s.html"
        self.assertTrue(frame(self.cell("")).startswith("https://c.d/s.html" + begin))
        stridescope.page = None
        os.environ["STRIDESCOPE_PAGE"] = "https://e.f/s.html"
        self.assertTrue(frame(self.cell("")).startswith("https://e.f/s.html" + begin))
        del os.environ["STRIDESCOPE_PAGE"]
        self.assertIn("<img", self.cell("")._repr_html_())
        page = pathlib.Path("stridescope.html")
        page.touch()
        self.addCleanup(page.unlink)
        self.assertTrue(frame(self.cell("")).startswith("stridescope.html" + begin))


class Examples(unittest.TestCase):
    def test_none_has_outputs(self):
        for path in EXAMPLES.glob("*.ipynb"):
            for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
                if cell["cell_type"] == "code":
                    self.assertEqual((cell["outputs"], cell["execution_count"]), ([], None), path)

    def run_notebook(self, path, *asserted):
        """Its cells as Jupyter runs them; `asserted` are asked for in one behind them."""
        import nbclient
        import nbformat

        notebook = nbformat.read(path, as_version=4)
        notebook.cells.append(nbformat.v4.new_code_cell("\n".join(f"assert {fact}" for fact in asserted)))
        with tempfile.TemporaryDirectory() as folder:
            own = {"PYTHONPATH": str(ROOT / "python"), "IPYTHONDIR": folder, "JUPYTER_RUNTIME_DIR": folder,
                   "JUPYTER_DATA_DIR": folder, "PYDEVD_DISABLE_FILE_VALIDATION": "1"}
            client = nbclient.NotebookClient(notebook, timeout=200, kernel_name="python3",
                                             resources={"metadata": {"path": folder}})
            client.execute(env={**os.environ, **own})
        return notebook

    def outputs(self, notebook, kind):
        return [output["data"][kind] for cell in notebook.cells if cell["cell_type"] == "code"
                for output in cell["outputs"] if kind in output.get("data", {})]

    @unittest.skipIf(PACKAGES, f"not installed: {', '.join(PACKAGES)}")
    def test_first_steps(self):
        notebook = self.run_notebook(
            EXAMPLES / "first_steps.ipynb",
            'scan.after["out"].tolist() == np.cumsum([2,1,5,8,9,0,4,6,3,4,5,4,1,7,7,2]).tolist()',
            'np.array_equal(scan.shared("s")[0, -1], scan.after["out"])',
            'plain.totals["load_excess"] == 992 and padded.totals["load_excess"] == 0',
            'np.all(first_load(plain)["bank"] == 0) and np.array_equal(first_load(padded)["bank"], np.arange(32))',
            "plain.correct and padded.correct",
            '[verdict.fine for verdict in verdicts] == [False, True] and verdicts[0].right',
            '"race on s[16]" in verdicts[0].findings[0]',
            'histogram.after["bins"].sum() == 1000')
        shown = self.outputs(notebook, "text/html")
        self.assertEqual(len(shown), 6)
        pictures = [base64.b64decode(data) for html in shown
                    for data in re.findall(r"data:image/svg\+xml;base64,([^\"]*)", html)]
        self.assertEqual(len(pictures), 5)
        for picture in pictures:
            self.assertGreater(len(list(xml.etree.ElementTree.fromstring(picture).iter())), 100)
        self.assertIn(">992<", shown[1])
        self.assertNotIn(">992<", shown[2])
        self.assertIn("race on s[16]", shown[4])
        self.assertIn("race on s[16]", shown[5])


if __name__ == "__main__":
    unittest.main()
