"""Data flows left to right only: checks every #include against the picture of the line, and that
the command line's binary holds nothing of a window."""

import ast
import os
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])

# Folder -> the folders whose headers it may include, besides its own.
VIEWS = ["scene/tree", "scene/memory", "scene/heatmap", "scene/banks", "scene/work", "scene/grid",
         "scene/source", "scene/global", "scene/divergence", "scene/fragment", "scene/time"]
SCENES = ["scene"] + VIEWS + ["scene/views", "scene/ladder"]
CORE = ["io", "language", "experiment", "experiment/text", "trace", "engine", "analysis", "look", "playback",
        "ladder", "ladder/measure"] + SCENES + ["export", "report", "lesson", "exercise"]
WINDOW = CORE + ["session", "session/editor", "canvas", "platform"]
UI = ["ui/kit", "ui/dialogs", "ui/panels", "ui/editor", "ui/panes", "ui/class", "ui/window"]
ARROWS = {
    "io": [],
    "language": [],
    "machine": ["language"],
    # Its elements of 16 bits are numbers as the language rounds them.
    "experiment": ["io", "language"],
    "experiment/text": ["io", "experiment", "language"],
    "trace": ["io", "experiment"],
    "engine": ["io", "experiment", "trace"],
    "engine/machine": ["io", "language", "machine", "experiment", "experiment/text", "trace",
                       "engine"],
    "engine/nvrtc": ["io", "language", "machine", "experiment", "experiment/text", "trace",
                     "engine", "engine/machine"],
    "analysis": ["io", "experiment", "trace"],
    "look": ["io", "experiment", "trace", "analysis"],
    "playback": ["io", "experiment", "trace"],
    "ladder": ["io", "experiment"],
    "ladder/measure": ["io", "experiment", "experiment/text", "trace", "engine", "engine/machine", "analysis",
                       "ladder"],
    "scene": ["io", "experiment", "trace", "analysis", "look"],
    # A view knows no other one.
    **{view: ["io", "experiment", "trace", "analysis", "look", "scene"] for view in VIEWS},
    "scene/views": ["io", "experiment", "trace", "analysis", "look", "scene"] + VIEWS,
    "scene/ladder": ["io", "experiment", "analysis", "scene", "ladder"],
    "export": ["io", "experiment", "experiment/text", "trace", "analysis", "look", "ladder"] + SCENES,
    "report": ["io", "experiment", "experiment/text", "trace", "analysis", "ladder"],
    "lesson": ["io", "experiment", "trace", "engine", "analysis", "look", "ladder", "scene", "scene/views"],
    "exercise": ["io", "experiment", "experiment/text", "trace", "engine", "analysis"],
    # What is edited is a text: it knows what CUDA's words are, and nothing of runs.
    "session/editor": ["io", "language"],
    "session": CORE + ["session/editor"],
    # Of the session it has the link's encoder.
    "cli": CORE + ["session"],
    "canvas": ["io", "experiment", "scene"],
    "platform": ["io", "experiment", "scene", "canvas"],
    "ui/kit": WINDOW,
    "ui/dialogs": WINDOW + ["ui/kit"],
    "ui/panels": WINDOW + ["ui/kit", "ui/dialogs"],
    "ui/editor": WINDOW + ["ui/kit"],
    "ui/panes": WINDOW + ["ui/kit", "ui/editor"],
    "ui/class": WINDOW + ["ui/kit"],
    "ui/window": WINDOW + ["ui/kit", "ui/dialogs", "ui/panels", "ui/editor", "ui/panes", "ui/class"],
}

# The one place that chooses among the engines.
ENGINE_FACTORY = "app/engine/engine.cpp"

# What must not be named left of its folder: pattern -> folders that may.
FOREIGN = {
    r'[<"]imgui': UI,
    r'[<"](glad/|GL/|GLES)': ["canvas", "platform"] + UI,
    r'[<"](GLFW/)': ["platform"] + UI,
    r'[<"](EGL/)': ["platform"],
    r'[<"](emscripten)': ["main", "platform", "ui/window"],
    r'[<"](cuda|cooperative_groups|nvrtc)': [],
    r'[<"](cairo|gif_lib|webp/)': ["export"],
    r'[<"](zip\.h)': ["trace"],
    r'[<"](md4c)': ["lesson"],
    r'[<"](sha2\.h)': ["io"],
    r'[<"](archive)': ["cli"],
    r'[<"](asmjit)': ["machine"],
    r'[<"](CLI/)': ["main", "cli"],
}

# What not every system, library or version of one has: pattern -> the one file that asks for it.
ONE_PLACE = {
    r"IMGUI_(VERSION|HAS)_": "app/ui/kit/imgui_versions",
    r"/proc/self/exe": "app/io/own_folders",
    r"\blocaltime_[rs]\(&": "app/io/local_time",
    r"__cpp_lib_to_chars": "app/io/real_number",
}

# What lies to the right of the engines works with what a trace tells of itself, whatever the library
# holds today: the tables that name a text of it, by its flags, are alone in asking.
WITHOUT_LIBRARY = ["trace", "analysis", "look", "playback", "scene"]
LIBRARY = "app/experiment/text/library_texts.h"


def folder_of(path):
    """The folder of the line that a file belongs to; "main" for the programs themselves."""
    parts = path.relative_to(ROOT).parts
    if path == ROOT / ENGINE_FACTORY:
        return "main"
    if len(parts) == 2:
        return "main"
    inner = "/".join(parts[1:-1])
    while inner not in ARROWS:
        inner = inner.rpartition("/")[0]
        if not inner:
            raise AssertionError(f"{path} lies in a folder that the picture of the line lacks")
    return inner


def sources():
    for path in sorted((ROOT / "app").rglob("*")):
        if path.suffix in (".h", ".cpp"):
            yield path


def includes(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        found = re.match(r'\s*#\s*include\s*([<"][^>"]+)', line)
        if found:
            yield number, found.group(1)


class Arrows(unittest.TestCase):
    def test_includes_follow_the_line(self):
        wrong = []
        seen = 0
        for path in sources():
            folder = folder_of(path)
            for number, name in includes(path):
                if not name.startswith('"'):
                    continue
                target = ROOT / name[1:]
                if not target.exists():
                    # Written at build time (shaders, say): no arrow to follow.
                    continue
                seen += 1
                to = folder_of(target)
                if folder == "main" or to == folder or to in ARROWS[folder]:
                    continue
                wrong.append(f"{path.relative_to(ROOT)}:{number}: {folder} must not know {to}")
        self.assertEqual(wrong, [])
        self.assertGreater(seen, 50)

    def test_foreign_types_stay_in_their_folders(self):
        wrong = []
        for path in sources():
            folder = folder_of(path)
            for number, name in includes(path):
                for pattern, allowed in FOREIGN.items():
                    if re.match(pattern, name) and folder not in allowed:
                        wrong.append(f"{path.relative_to(ROOT)}:{number}: {name[1:]} in {folder}")
        self.assertEqual(wrong, [])

    def test_one_file_asks_for_what_not_all_have(self):
        for pattern, place in ONE_PLACE.items():
            asks = {str(path.relative_to(ROOT).with_suffix("")) for path in sources()
                    if re.search(pattern, path.read_text(encoding="utf-8"))}
            self.assertEqual(asks, {place}, pattern)

    def test_a_trace_stands_by_itself(self):
        direct = {}
        for path in sources():
            direct[path] = [ROOT / name[1:] for _, name in includes(path)
                            if name.startswith('"') and (ROOT / name[1:]).exists()]

        def reached(path):
            seen, to_do = set(), [path]
            while to_do:
                for target in direct[to_do.pop()]:
                    if target not in seen:
                        seen.add(target)
                        to_do.append(target)
            return seen

        wrong = [str(path.relative_to(ROOT)) for path in direct
                 if folder_of(path).split("/")[0] in WITHOUT_LIBRARY
                 and ROOT / LIBRARY in reached(path)]
        self.assertEqual(wrong, [])
        # The control: one that may does.
        self.assertIn(ROOT / LIBRARY, reached(ROOT / "app/report/json_report.cpp"))

    def test_the_package_for_python_asks_the_command_line(self):
        """Python's own library and NumPy are all it needs, IPython the cells alone; one file starts
        programs, and none does so twice."""
        allowed = {"_cli": [], "_link": ["_cli"], "_options": ["_cli"], "_show": ["_cli", "_link"],
                   "_trace": ["_cli", "_link", "_options", "_show"],
                   "_verdict": ["_cli", "_options", "_show", "_trace"],
                   "_magic": ["_cli", "_options", "_trace"],
                   "__init__": ["_cli", "_trace", "_verdict", "_magic"]}
        files = sorted((ROOT / "python/stridescope").glob("*.py"))
        self.assertEqual({path.stem for path in files}, set(allowed))
        for path in files:
            others = {"numpy", "stridescope"} | ({"IPython"} if path.stem == "_magic" else set())
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and node.level > 0:
                    names = [node.module] if node.module else [alias.name for alias in node.names]
                    self.assertLessEqual(set(names), set(allowed[path.stem]), path)
                    continue
                if not isinstance(node, (ast.Import, ast.ImportFrom)):
                    continue
                names = [node.module] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
                for name in (name.split(".")[0] for name in names):
                    self.assertTrue(name in sys.stdlib_module_names or name in others, f"{path}: {name}")
                    self.assertTrue(name != "subprocess" or path.stem == "_cli", path)

    def test_the_picture_has_no_cycle(self):
        done = set()

        def visit(folder, path):
            self.assertNotIn(folder, path, f"cycle: {path + (folder,)}")
            if folder not in done:
                for to in ARROWS[folder]:
                    visit(to, path + (folder,))
                done.add(folder)

        for folder in ARROWS:
            visit(folder, ())


class CommandLineBinary(unittest.TestCase):
    cli = os.environ["STRIDESCOPE_CLI"]
    window_words = re.compile(r"ImGui|glfw|gladLoad|glCreateShader|eglInitialize", re.IGNORECASE)

    def output(self, *command):
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def test_it_needs_no_window_library(self):
        needed = re.findall(r"\(NEEDED\)\s+Shared library: \[([^\]]+)\]",
                            self.output("readelf", "--dynamic", "--wide", self.cli))
        self.assertTrue(any(name.startswith("libc.so") for name in needed), needed)
        for name in needed:
            self.assertNotRegex(name, r"lib(GL|EGL|GLX|OpenGL|glfw|imgui|X11|wayland)", needed)
            # A machine without NVIDIA's driver or toolkit must start it, with CUDA built in too.
            self.assertNotRegex(name, r"lib(cuda|cudart|nvrtc|nvidia)", needed)

    def test_it_has_no_window_symbol(self):
        symbols = self.output("nm", "--demangle", self.cli)
        self.assertIn("stridescope::", symbols)
        found = [line for line in symbols.splitlines() if self.window_words.search(line)]
        self.assertEqual(found, [])

    def test_the_window_binary_has_both(self):
        """The control: the same search finds the window where there is one."""
        window = os.environ.get("STRIDESCOPE_WINDOW")
        if not window:
            self.skipTest("built without the window")
        self.assertRegex(self.output("nm", "--demangle", window), self.window_words)


if __name__ == "__main__":
    unittest.main()
