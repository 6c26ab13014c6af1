"""Headless browsers, driven as a person does: Chromium and WebKitGTK's small browser by the WebDriver protocol,
Firefox by Marionette, which has the same commands under other names. Where widgets are and what the
page shows comes from the test hooks (docs/test_hooks.md), as for the window."""

import base64
import json
import os
import pathlib
import shutil
import signal
import socket
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
        "ctrl": "\ue009", "meta": "\ue03d", "shift": "\ue008", **{f"F{i}": chr(0xe030 + i) for i in range(1, 13)}}


def why_not(*programs):
    """Why no page can be tested here by these programs; empty: one can."""
    missing = [program for program in programs if not shutil.which(program)]
    if missing:
        return f"no {' and no '.join(missing)} here: scripts/install_deps --browsers"
    return "" if PAGE.exists() else f"no {PAGE}: scripts/page makes it"


class Browser:
    """One browser with one page. Its kinds have call(), which carries out a command of WebDriver."""

    session = ""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="stridescope-page-"))
        self.downloads = self.folder / "downloads"
        self.downloads.mkdir()
        self.program = None

    def close(self):
        try:
            self.call("DELETE", self.session)
        finally:
            self.program.terminate()
            self.program.wait()
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
        state = json.dumps(last and {**last, "widgets": len(last["widgets"]),
                                     "accessible": len(last["accessible"]["controls"])})
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

    def tap(self, name, x=0.5, y=0.5):
        """A finger that comes down on a widget and is lifted."""
        self.fingers([self.place(name, x, y)])

    def fingers(self, *paths, hold=0, steps=6):
        """One finger along each path, all at once: it comes down at the first place, stays for `hold`
        milliseconds, goes on to the others and is lifted."""
        sources = []
        for number, path in enumerate(paths):
            moves = [{"type": "pointerMove", "x": path[0][0], "y": path[0][1], "duration": 0},
                     {"type": "pointerDown", "button": 0}, {"type": "pause", "duration": 40 + hold}]
            for (x0, y0), (x1, y1) in zip(path, path[1:]):
                moves += [{"type": "pointerMove", "x": round(x0 + (x1 - x0) * i / steps),
                           "y": round(y0 + (y1 - y0) * i / steps), "duration": 20}
                          for i in range(1, steps + 1)]
            moves.append({"type": "pointerUp", "button": 0})
            sources.append({"type": "pointer", "id": f"finger{number}", "actions": moves,
                            "parameters": {"pointerType": "touch"}})
        self.call("POST", self.session + "/actions", {"actions": sources})

    def wheel(self, x, y, down, keys=()):
        """Turns the wheel over a place of the page, with keys held."""
        held = [{"type": "keyDown", "value": KEYS[key]} for key in keys]
        let_go = [{"type": "keyUp", "value": KEYS[key]} for key in keys]
        wait = [{"type": "pause"}]
        self.call("POST", self.session + "/actions", {"actions": [
            {"type": "key", "id": "key", "actions": held + wait + let_go},
            {"type": "wheel", "id": "wheel", "actions": wait * len(held) + [
                {"type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": down, "duration": 0}]}]})

    def told(self):
        """What is told of the window as text."""
        return self.wait(lambda now: now["idle"], "rest")["accessible"]

    def drop(self, path, name):
        """Lets the page have a file as one dropped on it."""
        self.drop_bytes(name, pathlib.Path(path).read_bytes())

    def drop_text(self, name, text):
        self.drop_bytes(name, text.encode())

    def drop_bytes(self, name, data):
        self.run("""
            const bytes = Uint8Array.from(atob(arguments[1]), each => each.charCodeAt(0));
            const event = new DragEvent('drop', {dataTransfer: new DataTransfer(), bubbles: true});
            event.dataTransfer.items.add(new File([bytes], arguments[0]));
            window.dispatchEvent(event);""", name, base64.b64encode(data).decode())

    def become(self, width, height, scale=1):
        """A window of that size; its points stay as they are."""
        for _ in range(3):
            inner = self.run("return [innerWidth, innerHeight, outerWidth, outerHeight]")
            self.resize(width + inner[2] - inner[0], height + inner[3] - inner[1])

    def be_itself(self):
        self.become(1280, 800)

    def resize(self, width, height):
        self.call("POST", self.session + "/window/rect", {"width": width, "height": height})

    def asks_for_files(self, action):
        """Whether the page opens the browser's dialog for files, which a test cannot see."""
        self.run("window.asked = 0; document.getElementById('files')"
                 ".addEventListener('click', event => { ++window.asked; event.preventDefault(); });")
        action()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.run("return window.asked"):
                return True
            time.sleep(0.05)
        return False

    def choose(self, path):
        """Chooses a file in that dialog."""
        (field,) = self.call("POST", self.session + "/element",
                             {"using": "css selector", "value": "#files"}).values()
        self.call("POST", f"{self.session}/element/{field}/value", {"text": str(path)})

    def allow_reading_the_clipboard(self):
        self.call("POST", self.session + "/permissions",
                  {"descriptor": {"name": "clipboard-read"}, "state": "granted"})

    def paste(self, text):
        """What a browser tells a page of Ctrl+V; drivers press the key, but nothing comes of it."""
        self.run("""
            const event = new Event('paste', {bubbles: true}), data = new DataTransfer();
            data.setData('text/plain', arguments[0]);
            Object.defineProperty(event, 'clipboardData', {value: data});
            document.getElementById('canvas').dispatchEvent(event);""", text)

    def copied(self):
        """What the page copied last."""
        self.allow_reading_the_clipboard()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            text = self.call("POST", self.session + "/execute/async", {"args": [], "script": """
                navigator.clipboard.readText().then(arguments[0], error => arguments[0](''));"""})
            if text:
                return text
            time.sleep(0.05)
        raise AssertionError("waited in vain for something copied")

    def place(self, name, x=0.5, y=0.5):
        box = self.wait(lambda now: name in now["widgets"] and now["idle"],
                        f"the widget {name}")["widgets"][name]
        return round(box["x"] + box["w"] * x), round(box["y"] + box["h"] * y)

    def point(self, name):
        """Moves the mouse there."""
        left, top = self.place(name)
        self.act("pointer", [{"type": "pointerMove", "x": left, "y": top, "duration": 0}],
                 parameters={"pointerType": "mouse"})

    def click(self, name, x=0.5, y=0.5):
        left, top = self.place(name, x, y)
        self.act("pointer", [{"type": "pointerMove", "x": left, "y": top, "duration": 0},
                             {"type": "pause", "duration": 50},
                             {"type": "pointerDown", "button": 0},
                             {"type": "pause", "duration": 50},
                             {"type": "pointerUp", "button": 0}],
                 parameters={"pointerType": "mouse"})


class Driven(Browser):
    """By a driver that speaks WebDriver over HTTP."""

    url = ""

    def call(self, method, path, body=None):
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.url + path, data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {error.read().decode()[:2000]}") from error


class Chromium(Driven):
    def __init__(self, size=(1280, 800), scale=1):
        super().__init__()
        self.program = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        port = None
        for line in self.program.stdout:
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

    def devtools(self, command, **parameters):
        return self.call("POST", self.session + "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def become(self, width, height, scale=2):
        """A telephone or a tablet: of that size, with fingers and no mouse."""
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height,
                      deviceScaleFactor=scale, mobile=True)
        self.devtools("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        self.devtools("Emulation.setEmitTouchEventsForMouse", enabled=False)

    def be_itself(self):
        """No telephone any more."""
        self.devtools("Emulation.setTouchEmulationEnabled", enabled=False)
        self.devtools("Emulation.clearDeviceMetricsOverride")

    def zoom(self, ratio, width, height):
        """What the browser's zoom makes of a window of so many points: a smaller page, finer."""
        self.devtools("Emulation.setDeviceMetricsOverride", width=round(width / ratio),
                      height=round(height / ratio), deviceScaleFactor=ratio, mobile=False)


WEBKIT = ("WebKitWebDriver", "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser", "xvfb-run")


class WebKit(Driven):
    """WebKitGTK's small browser: the nearest to Safari that Debian has."""

    def __init__(self, size=(1280, 800)):
        super().__init__()
        with socket.socket() as free:  # the driver takes none of its own choice
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.program = subprocess.Popen(
            ["xvfb-run", "-a", "-s", "-screen 0 1920x1400x24", "WebKitWebDriver", f"--port={port}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            env={**os.environ, "HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder / "data"),
                 "XDG_CACHE_HOME": str(self.folder / "cache"), "LIBGL_ALWAYS_SOFTWARE": "1",
                 "WEBKIT_DISABLE_DMABUF_RENDERER": "1"})
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": {
            "binary": WEBKIT[1], "args": ["--automation"]}}}}
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.session = f"/session/{self.call('POST', '/session', wanted)['sessionId']}"
                break
            except urllib.error.URLError:  # it starts
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)
        self.become(*size)

    def close(self):
        try:
            self.call("DELETE", self.session)
        finally:
            os.killpg(self.program.pid, signal.SIGTERM)  # the display, too
            self.program.wait()
            shutil.rmtree(self.folder, ignore_errors=True)

    def messages(self):
        return ""  # it tells none


# What Marionette calls WebDriver's commands; those not named here Firefox does not have.
MARIONETTE = {"url": "WebDriver:Navigate", "execute/sync": "WebDriver:ExecuteScript",
              "execute/async": "WebDriver:ExecuteAsyncScript", "actions": "WebDriver:PerformActions",
              "screenshot": "WebDriver:TakeScreenshot", "element": "WebDriver:FindElement",
              "value": "WebDriver:ElementSendKeys", "refresh": "WebDriver:Refresh", "back": "WebDriver:Back",
              "forward": "WebDriver:Forward", "window/handles": "WebDriver:GetWindowHandles",
              "window/new": "WebDriver:NewWindow", "window": "WebDriver:SwitchToWindow",
              "DELETE window": "WebDriver:CloseWindow", "frame": "WebDriver:SwitchToFrame",
              "window/rect": "WebDriver:SetWindowRect"}


class Firefox(Browser):
    def __init__(self, size=(1280, 800)):
        super().__init__()
        profile = self.folder / "profile"
        profile.mkdir()
        wanted = {"marionette.port": 0, "browser.download.dir": str(self.downloads),
                  "browser.download.folderList": 2, "browser.download.useDownloadDir": True,
                  "browser.download.always_ask_before_handling_new_types": False,
                  # It would show what was saved in a tab in front of the page.
                  "pdfjs.disabled": True, "browser.download.viewableInternally.enabledTypes": "",
                  "browser.helperApps.neverAsk.saveToDisk":
                      "application/pdf,image/webp,image/svg+xml,text/csv",
                  "webgl.force-enabled": True, "dom.w3c_touch_events.enabled": 1, "dom.events.testing.asyncClipboard": True,
                  "datareporting.policy.dataSubmissionEnabled": False, "app.update.auto": False,
                  "security.fileuri.strict_origin_policy": True}
        (profile / "user.js").write_text(
            "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
                    for name, value in wanted.items()), encoding="utf-8")
        self.program = subprocess.Popen(
            # Without any display it has no WebGL.
            ["xvfb-run", "-a", "-s", "-screen 0 1920x1200x24", "firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", profile,
             f"--width={size[0]}", f"--height={size[1]}"], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "MOZ_REMOTE_ALLOW_SYSTEM_ACCESS": "1", "HOME": str(self.folder),
                 "LIBGL_ALWAYS_SOFTWARE": "1"})
        self.socket = self.connect(profile / "MarionetteActivePort")
        self.sent = 0
        self.take()  # what it says of itself
        self.ask("WebDriver:NewSession", {"pageLoadStrategy": "normal"})
        self.ask("WebDriver:SetWindowRect", {"width": size[0], "height": size[1] + 86})

    @staticmethod
    def connect(told):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                return socket.create_connection(("127.0.0.1", int(told.read_text())), PATIENCE)
            except (FileNotFoundError, ValueError, ConnectionRefusedError):
                time.sleep(0.1)
        raise RuntimeError("Firefox did not start")

    def take(self):
        """One message: its length, a colon, and JSON."""
        length = b""
        while not length.endswith(b":"):
            length += self.socket.recv(1)
        data = b""
        while len(data) < int(length[:-1]):
            data += self.socket.recv(int(length[:-1]) - len(data))
        return json.loads(data)

    def ask(self, command, parameters):
        self.sent += 1
        data = json.dumps([0, self.sent, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(data), data))
        _, _, error, result = self.take()
        if error:
            raise AssertionError(f"{command}: {str(error)[:2000]}")
        return result["value"] if isinstance(result, dict) and "value" in result else result

    def call(self, method, path, body=None):
        parts = path.removeprefix("/").split("/")
        body = {**(body or {})}
        if parts[0] == "element" and len(parts) == 3:
            return self.ask(MARIONETTE[parts[2]], {**body, "id": parts[1]})
        if path == "/screenshot":
            body["full"] = False
        name = "/".join(parts)
        return self.ask(MARIONETTE.get(f"{method} {name}") or MARIONETTE[name], body)

    def become(self, width, height, scale=1):
        """Its windows are 450 wide or more: in a narrower one it shows the page in a part of that."""
        self.show_page_in("")
        super().become(max(width, 500), height, scale)
        if width < 500:
            self.show_page_in(f"{width}px")

    def show_page_in(self, width):
        self.ask("Marionette:SetContext", {"value": "chrome"})
        self.ask("WebDriver:ExecuteScript", {"sandbox": "system", "args": [width], "script": """
            const window = Services.wm.getMostRecentWindow('navigator:browser');
            window.gBrowser.selectedBrowser.style.maxWidth = arguments[0];"""})
        self.ask("Marionette:SetContext", {"value": "content"})

    def close(self):
        try:
            self.ask("Marionette:Quit", {"flags": ["eForceQuit"]})
            self.program.wait(PATIENCE)
        finally:
            self.program.terminate()
            shutil.rmtree(self.folder, ignore_errors=True)

    def messages(self):
        return ""  # it tells none

    def allow_reading_the_clipboard(self):
        pass
