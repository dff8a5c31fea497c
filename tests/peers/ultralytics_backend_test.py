"""The backend ultralytics with the real package: an experiment of it through yardstick's queue, and the same stopped and resumed.
Skipped where the peers' environment does not exist (scripts/test --peers)."""
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "app"))
from support import Case, note_peer  # noqa: E402

PYTHON = pathlib.Path(os.environ.get("YARDSTICK_PEERS", "/nonexistent")) / "bin" / "python"


class UltralyticsBackend(Case):
    def setUp(self):
        if not PYTHON.exists():
            note_peer("skipped", "ultralytics-backend")
            self.skipTest("no peers' environment")
        super().setUp()
        self.environment.pop("YARDSTICK_ULTRALYTICS", None)
        self.ok("queue", "list")  # makes this host
        self.ok("machine", "set", "this host, all cores", "--ultralytics", PYTHON)
        note_peer("ran", "ultralytics-backend")

    def data(self):
        """Eight real photographs where they are at hand, else the demo's."""
        coco8 = pathlib.Path(os.environ.get("YARDSTICK_SHARED_DATA", "/nonexistent")) / "coco8" / "coco8.yaml"
        return coco8 if coco8.exists() else super().data()

    def peer(self, *more):
        return self.json("exp", "new", "--backend", "ultralytics", "--data", self.data(), "--queue", "all cores", "--set",
                         "imgsz=64", "batch=4", "workers=0", "pretrained=false", "plots=true", *more)["id"]

    def test_trainsThroughTheQueueWithTimesAndMetrics(self):
        experiment = self.peer("epochs=2")
        self.ok("run", "--until-idle")
        run = self.show(experiment)
        self.assertEqual(run["status"], "completed", self.run_yardstick("exp", "log", experiment).stdout)
        self.assertEqual(run["backend"], "ultralytics")
        self.assertEqual([e["epoch"] for e in run["epoch_list"]], [1, 2])
        for epoch in run["epoch_list"]:
            self.assertGreater(epoch["seconds"], 0.05)
            self.assertLess(epoch["seconds"], 120)
            self.assertGreater(epoch["images"], 0)
            self.assertGreater(epoch["validation_seconds"], 0)
        self.assertIn("map50", run["last"])

    def test_preflightSaysVersionAndDevice(self):
        check = self.json("machine", "check", "this host, all cores")
        row = next(r for r in check["checks"] if r["check"] == "ultralytics")
        self.assertEqual(row["state"], "good", check)
        self.assertRegex(row["value"], r"^ultralytics 8\.\d+\.\d+, torch [\d.]+\S*, Python 3\.\d+\.\d+, \S.*")
        self.ok("machine", "set", "this host, all cores", "--ultralytics", self.folder / "nothing")
        missing = self.run_yardstick("machine", "check", "this host, all cores")
        self.assertEqual(missing.returncode, 1)
        self.assertIn("has no program that can be run", missing.stdout)

    def test_standsBesideANativeRunInOneComparison(self):
        """The same data, model, size and batch through both backends, on one machine with a price."""
        common = ["--data", self.data(), "--queue", "all cores", "--set", "imgsz=64", "batch=4", "workers=0", "epochs=5",
                  "pretrained=false", "plots=false"]
        native = self.json("exp", "new", *common)["id"]
        peer = self.json("exp", "new", "--backend", "ultralytics", *common)["id"]
        self.ok("run", "--until-idle")
        for experiment in (native, peer):
            run = self.show(experiment)
            self.assertEqual(run["status"], "completed", self.run_yardstick("exp", "log", experiment).stdout)
            self.assertEqual(run["epochs"], 5)
        rows = {row["backend"]: row for row in self.json("compare", "--experiments", f"{native},{peer}")["rows"]}
        self.assertEqual(sorted(rows), ["native", "ultralytics"])
        for backend, row in rows.items():
            self.assertEqual(row["n"], 4, backend)  # the first epoch is dropped
            self.assertGreater(row["epoch_seconds"], 0.02)
            self.assertIsNotNone(row["cost_per_epoch"], backend)
        self.assertEqual(rows["ultralytics"]["machine"], "this host, all cores (ultralytics)")
        print(self.ok("compare", "--experiments", f"{native},{peer}"))

    def test_goesOnAfterAStopWithThePeersOwnResume(self):
        experiment = self.peer("epochs=200")
        scheduler = self.start("run", "--until-idle")
        self.wait_for(lambda: len(self.show(experiment)["epoch_list"]) >= 2, "two epochs", 240)
        self.ok("exp", "stop", experiment)
        scheduler.wait(timeout=120)
        stopped = self.show(experiment)
        self.assertEqual(stopped["status"], "stopped")
        done = stopped["epochs"]
        self.ok("exp", "resume", experiment)
        scheduler = self.start("run", "--until-idle")
        self.wait_for(lambda: self.show(experiment)["epochs"] >= done + 2, "two more epochs", 240)
        self.ok("exp", "stop", experiment)
        scheduler.wait(timeout=120)
        run = self.show(experiment)
        self.assertEqual(run["status"], "stopped")
        epochs = [e["epoch"] for e in run["epoch_list"]]
        self.assertEqual(epochs, list(range(1, len(epochs) + 1)))


if __name__ == "__main__":
    unittest.main()
