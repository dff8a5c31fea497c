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
        self.environment["YARDSTICK_ULTRALYTICS"] = str(PYTHON)
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
