"""What the pages say works: their commands run, their links lead somewhere."""

import fnmatch
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])
CLI = pathlib.Path(os.environ["STRIDESCOPE_CLI"])
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


class Pages(unittest.TestCase):
    def test_links_lead_somewhere(self):
        seen = 0
        for page in PAGES:
            for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
                if target.startswith(("http://", "https://")):
                    continue
                seen += 1
                self.assertTrue((page.parent / target).exists(), f"{page.name}: {target}")
        self.assertGreater(seen, 10)

    def test_every_page_is_reached_from_the_readme(self):
        reached, todo = set(), [ROOT / "README.md"]
        while todo:
            page = todo.pop()
            if page in reached:
                continue
            reached.add(page)
            for target in re.findall(r"\]\(([^)#]+\.md)\)", page.read_text(encoding="utf-8")):
                todo.append((page.parent / target).resolve())
        docs = set((ROOT / "docs").resolve().rglob("*.md"))
        self.assertEqual(docs - reached, set())

    def test_files_that_are_named_exist(self):
        """On the pages that say where things are: `codegen_loops.cpp`, `parser_*.cpp`, `NAME_view.h`."""
        files = ["/" + path.relative_to(ROOT).as_posix()
                 for folder in ("app", "tests", "scripts", "bench", "cmake", "docs", "kernels", "python")
                 for path in (ROOT / folder).rglob("*") if path.is_file()]
        seen = 0
        for name in ("architecture", "decisions", "language", "machine", "adding_a_setting"):
            text = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
            for named in re.findall(r"`([\w./*-]+\.(?:h|cpp|inc|cu|cuh|py|md|cmake|glsl))`", text):
                pattern = "*/" + re.sub("NAME|SUBJECT", "*", named).removeprefix("../")
                seen += 1
                self.assertTrue(any(fnmatch.fnmatch(file, pattern) for file in files),
                                f"{name}.md: {named}")
        self.assertGreater(seen, 60)

    def test_what_the_pages_of_language_and_machine_name_is_there(self):
        sources = "".join(path.read_text(encoding="utf-8")
                          for folder in ("app/language", "app/machine")
                          for path in (ROOT / folder).rglob("*") if path.suffix in (".h", ".cpp", ".inc"))
        known = set(re.findall(r"\w+", sources))
        seen = 0
        for page in ("language.md", "machine.md"):
            text = (ROOT / "docs" / page).read_text(encoding="utf-8")
            for name in re.findall(r"`([A-Za-z_]\w*)`", text):
                seen += 1
                self.assertTrue(name in known, f"{page}: {name}")
        self.assertGreater(seen, 20)

    @unittest.skipIf("STRIDESCOPE_SANITIZED" in os.environ,
                     "takes minutes under a sanitizer, which the command line's own tests feed")
    def test_the_commands_of_the_readme_run(self):
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        script = "".join(re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
        self.assertIn("stridescope-cli export", script)
        with tempfile.TemporaryDirectory() as folder:
            result = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", script], cwd=folder, capture_output=True,
                text=True, env={**os.environ, "PATH": f"{CLI.parent}:{os.environ['PATH']}"})
            self.assertEqual(result.returncode, 0, result.stderr)
            for name in ("none.npz", "every32.npz", "heatmap.svg", "tree.pdf"):
                self.assertTrue(pathlib.Path(folder, name).stat().st_size > 0, name)
        # What the tour says one will see.
        self.assertRegex(result.stdout, r"result .*\b68$|\b68\n")
        self.assertRegex(result.stdout, r"total .*\b49\b")

    def test_the_numbers_of_the_tour(self):
        def totals(*flags):
            trace = subprocess.run([CLI, "record", *flags, "-o", "-"], check=True,
                                   capture_output=True).stdout
            report = subprocess.run([CLI, "report", "-", "--format", "json"], input=trace,
                                    check=True, capture_output=True).stdout
            report = json.loads(report)
            strides = sum(1 for step in report["steps"] if step["stride"] > 0)
            excess = report["totals"]["load_excess"] + report["totals"]["store_excess"]
            return report["totals"]["adds"], strides, excess

        text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
        adds, strides, _ = totals("--kernel", "kogge-stone", "--block", "16")
        self.assertIn(f"Kogge–Stone took {adds} additions in {strides} strides", text)
        adds, strides, _ = totals("--kernel", "brent-kung", "--block", "16")
        self.assertIn(f"Brent–Kung takes {adds} in {strides}", text)
        before = totals("--kernel", "brent-kung", "--block", "1024")[2]
        after = totals("--kernel", "brent-kung", "--block", "1024", "--pad", "every32")[2]
        self.assertIn(f"{before} excess wavefronts become {after}", text)


if __name__ == "__main__":
    unittest.main()
