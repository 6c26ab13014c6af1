"""What xdotool cannot do, spoken to the X server through libX11 itself: dropping files on a window as
a file manager does (the source's side of XDND, version 5), owning the clipboard as another program
does, and telling how fine the screen is."""

import ctypes
import pathlib
import select
import threading
import time
import urllib.parse

X = ctypes.CDLL("libX11.so.6")
Id = ctypes.c_ulong

CLIENT_MESSAGE, SELECTION_REQUEST, SELECTION_NOTIFY = 33, 30, 31
ATOM, REPLACE, BYTES = 4, 0, 8


class ClientMessage(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("sent", ctypes.c_int),
                ("display", ctypes.c_void_p), ("window", Id), ("message", Id),
                ("format", ctypes.c_int), ("data", ctypes.c_long * 5)]


class SelectionRequest(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("sent", ctypes.c_int),
                ("display", ctypes.c_void_p), ("owner", Id), ("requestor", Id), ("selection", Id),
                ("target", Id), ("property", Id), ("time", ctypes.c_ulong)]


class SelectionNotify(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("sent", ctypes.c_int),
                ("display", ctypes.c_void_p), ("requestor", Id), ("selection", Id),
                ("target", Id), ("property", Id), ("time", ctypes.c_ulong)]


class Event(ctypes.Union):
    _fields_ = [("type", ctypes.c_int), ("client", ClientMessage), ("request", SelectionRequest),
                ("notify", SelectionNotify), ("pad", ctypes.c_long * 24)]


X.XOpenDisplay.restype = ctypes.c_void_p
X.XOpenDisplay.argtypes = [ctypes.c_char_p]
X.XDefaultRootWindow.restype = Id
X.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
X.XCreateSimpleWindow.restype = Id
X.XCreateSimpleWindow.argtypes = [ctypes.c_void_p, Id] + [ctypes.c_int] * 5 + [Id, Id]
X.XInternAtom.restype = Id
X.XInternAtom.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
X.XSetSelectionOwner.argtypes = [ctypes.c_void_p, Id, Id, ctypes.c_ulong]
X.XSendEvent.argtypes = [ctypes.c_void_p, Id, ctypes.c_int, ctypes.c_long, ctypes.POINTER(Event)]
X.XChangeProperty.argtypes = [ctypes.c_void_p, Id, Id, Id, ctypes.c_int, ctypes.c_int,
                              ctypes.c_char_p, ctypes.c_int]
X.XNextEvent.argtypes = [ctypes.c_void_p, ctypes.POINTER(Event)]
for function in (X.XPending, X.XFlush, X.XCloseDisplay, X.XConnectionNumber):
    function.argtypes = [ctypes.c_void_p]


class Source:
    """What a file manager is to the window: the other end of a drag."""

    def __init__(self, display_name, target):
        self.display = X.XOpenDisplay(display_name.encode())
        if not self.display:
            raise RuntimeError(f"no display {display_name}")
        self.target = target
        root = X.XDefaultRootWindow(self.display)
        self.window = X.XCreateSimpleWindow(self.display, root, 0, 0, 1, 1, 0, 0, 0)

    def close(self):
        X.XCloseDisplay(self.display)

    def atom(self, name):
        return X.XInternAtom(self.display, name.encode(), 0)

    def tell(self, name, *data):
        event = Event()
        event.client.type = CLIENT_MESSAGE
        event.client.window = self.target
        event.client.message = self.atom(name)
        event.client.format = 32
        for i, value in enumerate((self.window, *data)):
            event.client.data[i] = value
        X.XSendEvent(self.display, self.target, 0, 0, ctypes.byref(event))
        X.XFlush(self.display)

    def next_event(self, end):
        while not X.XPending(self.display):
            left = end - time.monotonic()
            if left <= 0:
                raise AssertionError("the window does not answer the drag")
            select.select([X.XConnectionNumber(self.display)], [], [], left)
        event = Event()
        X.XNextEvent(self.display, ctypes.byref(event))
        return event

    def wait_message(self, name, text, patience=30):
        """The client message of that name; meanwhile answers whoever asks for `text`."""
        end = time.monotonic() + patience
        while True:
            event = self.next_event(end)
            if event.type == SELECTION_REQUEST:
                self.hand_over(event.request, text)
            if event.type == CLIENT_MESSAGE and event.client.message == self.atom(name):
                return event.client

    def hand_over(self, request, text):
        X.XChangeProperty(self.display, request.requestor, request.property, request.target, BYTES,
                          REPLACE, text, len(text))
        event = Event()
        event.notify.type = SELECTION_NOTIFY
        for field in ("requestor", "selection", "target", "property", "time"):
            setattr(event.notify, field, getattr(request, field))
        X.XSendEvent(self.display, request.requestor, 0, 0, ctypes.byref(event))
        X.XFlush(self.display)

    def drop(self, paths, x, y):
        """Drags the files to the point (on the screen) and lets go."""
        uris = "".join(f"file://{urllib.parse.quote(str(pathlib.Path(path).absolute()))}\r\n"
                       for path in paths).encode()
        X.XSetSelectionOwner(self.display, self.atom("XdndSelection"), self.window, 0)
        self.tell("XdndEnter", 5 << 24, self.atom("text/uri-list"), 0, 0)
        self.tell("XdndPosition", 0, x << 16 | y, 0, self.atom("XdndActionCopy"))
        status = self.wait_message("XdndStatus", uris)
        if not status.data[1] & 1:
            raise AssertionError("the window takes no files")
        self.tell("XdndDrop", 0, 0, 0, 0)
        self.wait_message("XdndFinished", uris)


class Clipboard:
    """Another program whose text was copied: while this lives, Ctrl+V pastes it."""

    def __init__(self, display_name, text):
        self.source = Source(display_name, 0)
        self.text = text.encode()
        source = self.source
        X.XSetSelectionOwner(source.display, source.atom("CLIPBOARD"), source.window, 0)
        X.XFlush(source.display)
        self.ends = False
        self.answers = threading.Thread(target=self.answer)
        self.answers.start()

    def answer(self):
        while not self.ends:
            try:
                event = self.source.next_event(time.monotonic() + 0.1)
            except AssertionError:
                continue
            if event.type == SELECTION_REQUEST:
                self.source.hand_over(event.request, self.text)

    def close(self):
        self.ends = True
        self.answers.join()
        self.source.close()


def drop_files(display_name, window, paths, x=400, y=300):
    source = Source(display_name, int(window))
    try:
        source.drop(paths, x, y)
    finally:
        source.close()


def tell_dpi(display_name, dpi):
    """Tells programs that start from now on the screen's dots per inch, as desktops do."""
    display = X.XOpenDisplay(display_name.encode())
    root = X.XDefaultRootWindow(display)
    resources = f"Xft.dpi:\t{dpi}\n".encode()
    name = X.XInternAtom(display, b"RESOURCE_MANAGER", 0)
    kind = X.XInternAtom(display, b"STRING", 0)
    X.XChangeProperty(display, root, name, kind, BYTES, REPLACE, resources, len(resources))
    X.XCloseDisplay(display)
