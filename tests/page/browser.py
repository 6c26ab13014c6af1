"""A headless Chromium, driven as a person does, by the WebDriver protocol (chromedriver). Where
widgets are and what the page shows comes from the test hooks (docs/test_hooks.md), as for the
window."""

import base64
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

PATIENCE = float(os.environ.get("STRIDESCOPE_PATIENCE", "120"))  # seconds
ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = pathlib.Path(os.environ.get("STRIDESCOPE_PAGE", ROOT / "out/stridescope.html"))
KEYS = {"Left": "\ue012", "Up": "\ue013", "Right": "\ue014", "Down": "\ue015", "space": " ",
        "Return": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "Home": "\ue011", "End": "\ue010",
        "Page_Up": "\ue00e", "Page_Down": "\ue00f", "Delete": "\ue017", "BackSpace": "\ue003",
        "ctrl": "\ue009", "shift": "\ue008", **{f"F{i}": chr(0xe030 + i) for i in range(1, 13)}}


def why_not():
    """Why no page can be tested here; empty: one can."""
    if not (shutil.which("chromium") and shutil.which("chromedriver")):
        return "no chromium with chromedriver here: scripts/install_deps --page"
    return "" if PAGE.exists() else f"no {PAGE}: scripts/page makes it"


class Browser:
    """One Chromium with one page."""

    def __init__(self, size=(1280, 800), scale=1):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="stridescope-page-"))
        self.downloads = self.folder / "downloads"
        self.downloads.mkdir()
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True)
        port = None
        for line in self.driver.stdout:
            if "successfully on port " in line:
                port = line.rsplit("on port ", 1)[1].strip(" .\n")
                break
        if not port:
            raise RuntimeError("chromedriver did not start")
        self.url = f"http://127.0.0.1:{port}"
        arguments = ["--headless=new", "--no-sandbox", "--disable-quic", "--no-first-run",
                     "--disable-background-networking", "--disable-component-update",
                     "--disable-sync", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
                     f"--window-size={size[0]},{size[1]}", f"--force-device-scale-factor={scale}",
                     "--hide-scrollbars", f"--user-data-dir={self.folder / 'profile'}"]
        session = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": arguments, "prefs": {
                "download.default_directory": str(self.downloads)}},
            "goog:loggingPrefs": {"browser": "ALL"}}}})
        self.session = f"/session/{session['sessionId']}"

    def call(self, method, path, body=None):
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.url + path, data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {error.read().decode()[:2000]}") from error

    def close(self):
        try:
            self.call("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait()
            shutil.rmtree(self.folder, ignore_errors=True)

    def open(self, *settings):
        """Opens the page from its file, with settings such as "run=--block 64"."""
        fragment = "&".join(urllib.parse.quote(one, safe="=") for one in ("hooks", *settings))
        self.go(f"{PAGE.as_uri()}#{fragment}")

    def go(self, address):
        self.call("POST", self.session + "/url", {"url": "about:blank"})
        self.call("POST", self.session + "/url", {"url": address})

    def run(self, script, *arguments):
        return self.call("POST", self.session + "/execute/sync",
                         {"script": script, "args": list(arguments)})

    def messages(self):
        log = self.call("POST", self.session + "/se/log", {"type": "browser"})
        return "\n".join(entry["message"] for entry in log)

    # --- What it shows -----------------------------------------------------------------------
    def words(self):
        """What stands before the pictures: a fault, or that the page starts; empty when it runs."""
        return self.run("const words = document.getElementById('words');"
                        "return !words ? 'starting' : words.style.display === 'none' ? '' : words.textContent;")

    def read(self):
        text = self.run("try { return FS.readFile('/hooks.json', {encoding: 'utf8'}); }"
                        "catch (error) { return null; }")
        return json.loads(text) if text else None

    def wait(self, condition, what):
        end = time.monotonic() + PATIENCE
        last = None
        while time.monotonic() < end:
            words = self.words()
            if words and "starting" not in words:
                raise AssertionError(f"the page says, before {what}: {words}\n{self.messages()}")
            last = self.read()
            if last is not None and condition(last):
                return last
            time.sleep(0.02)
        state = json.dumps(last and {**last, "widgets": len(last["widgets"])}, indent=1)
        raise AssertionError(f"waited in vain for {what}; the hooks say {state}\n{self.messages()}")

    def wait_state(self, **wanted):
        return self.wait(lambda now: all(now["state"][key] == value
                                         for key, value in wanted.items()), str(wanted))["state"]

    def wait_idle(self):
        return self.wait(lambda now: now["idle"] and now["state"]["trace"], "rest")["state"]

    def picture(self):
        return base64.b64decode(self.call("GET", self.session + "/screenshot"))

    # --- What a person does ------------------------------------------------------------------
    def act(self, kind, actions, **more):
        self.call("POST", self.session + "/actions",
                  {"actions": [{"type": kind, "id": kind, "actions": actions, **more}]})

    def keys(self, *names):
        """Taps keys, "ctrl+c" too."""
        actions = []
        for name in names:
            chord = [KEYS.get(one, one) for one in name.split("+")]
            actions += [{"type": "keyDown", "value": key} for key in chord]
            actions += [{"type": "keyUp", "value": key} for key in reversed(chord)]
        self.act("key", actions)

    def type(self, text):
        keys = [KEYS["Return"] if key == "\n" else key for key in text]
        for begin in range(0, len(keys), 20):  # each waits for the page to have taken it
            self.act("key", [{"type": kind, "value": key} for key in keys[begin:begin + 20]
                             for kind in ("keyDown", "keyUp")])

    def downloaded(self, name):
        """The bytes of a file that the page has handed over."""
        path = self.downloads / name
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if path.exists() and path.stat().st_size > 0:
                return path.read_bytes()
            time.sleep(0.05)
        raise AssertionError(f"waited in vain for {name}; there are "
                             f"{[each.name for each in self.downloads.iterdir()]}")

    def drop(self, path, name):
        """Lets the page have a file as one dropped on it."""
        data = base64.b64encode(pathlib.Path(path).read_bytes()).decode()
        self.run("""
            const bytes = Uint8Array.from(atob(arguments[1]), each => each.charCodeAt(0));
            const event = new DragEvent('drop', {dataTransfer: new DataTransfer(), bubbles: true});
            event.dataTransfer.items.add(new File([bytes], arguments[0]));
            window.dispatchEvent(event);""", name, data)

    def place(self, name, x=0.5, y=0.5):
        box = self.wait(lambda now: name in now["widgets"] and now["idle"],
                        f"the widget {name}")["widgets"][name]
        return round(box["x"] + box["w"] * x), round(box["y"] + box["h"] * y)

    def click(self, name, x=0.5, y=0.5):
        left, top = self.place(name, x, y)
        self.act("pointer", [{"type": "pointerMove", "x": left, "y": top, "duration": 0},
                             {"type": "pause", "duration": 50},
                             {"type": "pointerDown", "button": 0},
                             {"type": "pause", "duration": 50},
                             {"type": "pointerUp", "button": 0}],
                 parameters={"pointerType": "mouse"})
