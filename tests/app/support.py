"""Runs the real yardstick and the real worker on a store in a fresh folder. Paths come from the environment that ctest sets."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

YARDSTICK = os.environ["YARDSTICK_BINARY"]
WORKER = os.environ.get("YARDSTICK_WORKER_BINARY", "")
SHARED = pathlib.Path(tempfile.gettempdir()) / f"yardstick-app-tests-{os.getuid()}"


class Case(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="yardstick 试验 "))
        self.store = self.folder / "store.db"
        self.environment = dict(os.environ, YARDSTICK_STORE=str(self.store), QT_QPA_PLATFORM="offscreen")
        if WORKER:
            self.environment["YARDSTICK_WORKER"] = WORKER
        self.started = []

    def tearDown(self):
        for process in self.started:
            if process.poll() is None:
                process.kill()
                process.wait()
        for lock in self.folder.rglob("worker.lock"):
            try:
                os.kill(int(json.loads(lock.read_text())["pid"]), signal.SIGKILL)
            except (OSError, ValueError, KeyError):
                pass
        shutil.rmtree(self.folder, ignore_errors=True)

    def run_yardstick(self, *arguments, **environment):
        return subprocess.run([YARDSTICK, *map(str, arguments)], env={**self.environment, **environment}, cwd=self.folder,
                              capture_output=True, text=True, timeout=300)

    def start(self, *arguments, **environment):
        process = subprocess.Popen([YARDSTICK, *map(str, arguments)], env={**self.environment, **environment}, cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.started.append(process)
        return process

    def ok(self, *arguments, **environment):
        done = self.run_yardstick(*arguments, **environment)
        self.assertEqual(done.returncode, 0, f"{arguments}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def json(self, *arguments, **environment):
        return json.loads(self.ok(*arguments, "--json", **environment))

    def wait_for(self, condition, what, seconds=120):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = condition()
            if value:
                return value
            time.sleep(0.1)
        self.fail(f"timed out waiting for {what}")

    def data(self):
        """The demo data set, drawn once and shared by every test of this user (the worker keeps it whole)."""
        folder = SHARED / "demo-dataset"
        subprocess.run([WORKER, "data", "demo", str(folder)], check=True, capture_output=True, timeout=120)
        return folder / "data.yaml"

    def tiny(self, *more):
        """Parameters of a training that takes seconds and is real."""
        return ["--set", "epochs=2", "imgsz=64", "batch=8", "fraction=0.1", "workers=1", "pretrained=false", "plots=false", *more]

    def new(self, *more, queue="all cores", data=None):
        arguments = ["exp", "new", "--data", data or self.data(), *self.tiny(*more)]
        if queue:
            arguments += ["--queue", queue]
        return self.json(*arguments)["id"]

    def show(self, experiment):
        return self.json("exp", "show", experiment)


def note_peer(state, name):
    """For the summary of scripts/test: `state` is "ran" or "skipped"."""
    if "YARDSTICK_PEERS_FILE" in os.environ:
        with open(os.environ["YARDSTICK_PEERS_FILE"], "a", encoding="utf-8") as file:
            file.write(f"{state} {name}\n")


def write_png(path, width, height, rgb=(120, 90, 60)):
    """A plain PNG without any library."""
    import struct
    import zlib

    raw = b"".join(b"\0" + bytes(rgb) * width for _ in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) +
                     chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b""))


def make_data(folder, names="[thing]", label="0 0.5 0.5 0.4 0.4\n", images=4, yaml=None):
    """A little YOLO data set of plain images."""
    for split in ("train", "val"):
        for index in range(images):
            write_png(folder / "images" / split / f"{index}.png", 64, 48, (40 * index, 90, 60))
            label_file = folder / "labels" / split / f"{index}.txt"
            label_file.parent.mkdir(parents=True, exist_ok=True)
            label_file.write_text(label)
    (folder / "data.yaml").write_text(yaml if yaml is not None else f"path: .\ntrain: images/train\nval: images/val\nnames: {names}\n")
    return folder / "data.yaml"
