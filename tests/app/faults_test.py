"""Wrong input and faults: input -> sentence -> exit code, on the command line with the real worker. Nothing is lost."""
import json
import os
import pathlib
import resource
import signal
import sqlite3
import subprocess
import unittest

from support import YARDSTICK, Case, make_data, write_png


class Sentences(Case):
    def check(self, arguments, sentence, code, **environment):
        done = self.run_yardstick(*arguments, **environment)
        text = done.stdout + done.stderr
        self.assertEqual(done.returncode, code, text)
        self.assertRegex(text, sentence)
        return text

    def run_fails(self, data, sentence, *more):
        """Enqueues and runs: the experiment fails with the sentence, the run itself goes on to its end and is 1."""
        experiment = self.new(*more, data=data)
        self.assertEqual(self.run_yardstick("run", "--until-idle").returncode, 1)
        shown = self.show(experiment)
        self.assertEqual(shown["status"], "failed", shown)
        self.assertRegex(shown["reason"], sentence)
        return experiment

    def test_missingDataSetIsRefusedWhenEnqueued(self):
        self.check(["exp", "new", "--data", "nowhere.yaml", "--queue", "all cores"], r"nowhere\.yaml.*does not exist", 3)

    def test_yamlWithoutNamesFailsWithTheSentence(self):
        self.run_fails(make_data(self.folder / "d", yaml="path: .\ntrain: images/train\nval: images/val\n"), r"names")

    def test_labelClassOutOfRangeNamesFileAndLine(self):
        self.run_fails(make_data(self.folder / "d", label="0 0.5 0.5 0.2 0.2\n7 0.5 0.5 0.2 0.2\n"), r"7.*line 2|line 2.*7")

    def test_allImagesCorruptSaysSo(self):
        data = make_data(self.folder / "d")
        for file in (self.folder / "d" / "images").rglob("*.png"):
            file.write_bytes(b"no image at all")
        self.run_fails(data, r"0 valid images|no .*image")

    def test_oneCorruptImageIsListedAndTheRestTrains(self):
        data = make_data(self.folder / "d")
        (self.folder / "d" / "images" / "train" / "0.png").write_bytes(b"no image at all")
        experiment = self.new("fraction=1.0", data=data)
        self.ok("run", "--until-idle")
        shown = self.show(experiment)
        self.assertEqual(shown["status"], "completed", shown["reason"])
        self.assertTrue(any("0.png" in m["message"] or "image" in m["message"] for m in shown["messages"]), shown["messages"])

    def test_emptySplitSaysSo(self):
        data = make_data(self.folder / "d")
        for file in (self.folder / "d" / "images" / "val").iterdir():
            file.unlink()
        self.run_fails(data, r"val")

    def test_unknownArgumentSuggestsTheNearest(self):
        self.check(["exp", "new", "--data", "x.yaml", "--set", "imgszz=3"], r"imgszz.*imgsz", 2)

    def test_outOfRangeArgumentSaysTheRange(self):
        self.check(["exp", "new", "--data", "x.yaml", "--set", "lr0=7"], r"lr0.*1", 2)

    def test_freezeListAndNoneKeepTheirTypesThroughAClone(self):
        draft = self.json("exp", "new", "--data", make_data(self.folder / "d"), "--set", "freeze=[0, 1]", "time=0.5")["id"]
        clone = self.json("exp", "clone", draft, "--set", "time=None")["id"]
        self.assertEqual(self.show(clone)["params"]["freeze"], [0, 1])
        self.assertNotIn("time", self.show(clone)["params"])
        again = self.json("exp", "clone", clone, "--set", "freeze=None")["id"]
        self.assertNotIn("freeze", self.show(again)["params"])

    def test_aQueueWithAWrongPriceIsNotAdded(self):
        before = self.json("queue", "list")
        self.check(["queue", "add", "q2", "--price", "abc"], r"abc", 2)
        self.check(["queue", "add", "q2", "--price", "-1"], r"-1|negative|below", 2)
        self.assertEqual([queue["name"] for queue in self.json("queue", "list")], [queue["name"] for queue in before])
        self.ok("queue", "add", "q2", "--price", "0.5")
        self.check(["queue", "set", "q2", "--rename", "q3", "--price", "abc"], r"abc", 2)
        self.assertIn("q2", [queue["name"] for queue in self.json("queue", "list")])

    def test_unknownExperimentIsNotFound(self):
        self.check(["exp", "show", "99"], r"99", 3)

    def test_unknownQueueIsNotFound(self):
        self.check(["exp", "new", "--data", make_data(self.folder / "d"), "--queue", "moon"], r"moon", 3)

    def test_unknownOptionIsUsage(self):
        self.check(["exp", "list", "--nope"], r"nope", 2)

    def test_storeFromANewerVersionIsRefused(self):
        self.ok("exp", "list")
        with sqlite3.connect(self.store) as database:
            database.execute("PRAGMA user_version=999")
        database.close()
        self.check(["exp", "list"], r"newer", 1)
        with sqlite3.connect(self.store) as database:
            self.assertEqual(database.execute("PRAGMA user_version").fetchone()[0], 999)

    def test_aFileThatIsNoDatabaseIsRefusedAndKept(self):
        self.store.write_text("these are my notes, not a database\n" * 50)
        self.check(["exp", "list"], r"(no|not a).*(store|database)", 1)
        self.assertTrue(self.store.read_text().startswith("these are my notes"))

    def test_aForeignDatabaseIsRefusedAndKept(self):
        with sqlite3.connect(self.store) as database:
            database.execute("CREATE TABLE mine(x)")
        self.check(["exp", "list"], r"(no|not a).*(store|database)", 1)
        with sqlite3.connect(self.store) as database:
            self.assertEqual(database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0], 1)

    def test_aStoreInAFolderThatCannotBeMadeSaysSo(self):
        self.check(["exp", "list", "--store", "/proc/nowhere/store.db"], r"/proc/nowhere", 3)


class Kills(Case):
    def long_run(self):
        """An experiment that trains long enough to be killed in the middle."""
        return self.new("epochs=20", "fraction=0.2")

    def running(self, experiment, epochs=2):
        def reached():
            shown = self.show(experiment)
            self.assertNotEqual(shown["status"], "failed", shown["reason"])
            return shown["epochs"] >= epochs and shown
        return self.wait_for(reached, "epochs to be ingested")

    def worker_pid(self):
        locks = [p for p in self.folder.rglob("worker.lock") if not (p.parent / "exit.json").exists()]
        return int(json.loads(locks[-1].read_text())["pid"])

    def test_workerKilledMidEpochFailsWithTheReasonAndResumes(self):
        experiment = self.long_run()
        scheduler = self.start("run", "--until-idle")
        self.running(experiment)
        os.kill(self.worker_pid(), signal.SIGKILL)
        scheduler.wait(timeout=60)
        shown = self.show(experiment)
        self.assertEqual(shown["status"], "failed")
        self.assertRegex(shown["reason"], r"(?i)worker.*(killed|ended)")
        done = shown["epochs"]
        self.ok("exp", "resume", experiment)
        self.ok("run", "--until-idle")
        shown = self.show(experiment)
        self.assertEqual(shown["status"], "completed", shown["reason"])
        self.assertEqual([e["epoch"] for e in shown["epoch_list"]], list(range(1, 21)))
        self.assertEqual(len(shown["attempt_list"]), 2)
        self.assertGreaterEqual(shown["attempt_list"][1]["number"], 2)
        self.assertLess(done, 20)

    def test_appKilledMidRunLosesNothing(self):
        experiment = self.long_run()
        scheduler = self.start("run", "--until-idle")
        self.running(experiment)
        pid = self.worker_pid()
        scheduler.kill()
        scheduler.wait()
        os.kill(pid, 0)  # the run goes on
        self.ok("run", "--until-idle")
        shown = self.show(experiment)
        self.assertEqual(shown["status"], "completed", shown["reason"])
        self.assertEqual([e["epoch"] for e in shown["epoch_list"]], list(range(1, 21)))
        self.assertEqual(len(shown["attempt_list"]), 1)
        # Row by row the same as a reading of the log from its beginning.
        events = [json.loads(line) for line in (pathlib.Path(shown["attempt_list"][0]["run_directory"]) / "events.jsonl").read_text().splitlines()]
        seconds = [e["seconds"] for e in events if e["type"] == "epoch"]
        self.assertEqual([e["seconds"] for e in shown["epoch_list"]], seconds)
        self.assertEqual([e["seq"] for e in events], list(range(1, len(events) + 1)))

    def test_secondSchedulerIsRefusedAndSaysWhoSchedules(self):
        experiment = self.long_run()
        scheduler = self.start("run", "--until-idle")
        self.running(experiment, epochs=1)
        second = self.run_yardstick("serve")
        self.assertEqual(second.returncode, 1)
        self.assertIn(str(scheduler.pid), second.stdout + second.stderr)
        self.ok("exp", "stop", experiment)  # a client's wish is carried out by the owner
        scheduler.wait(timeout=60)
        self.assertEqual(self.show(experiment)["status"], "stopped")

    def small_disk(self, megabytes):
        small = self.folder / "small"
        small.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(small)], check=True)
        self.addCleanup(subprocess.run, ["umount", "-l", str(small)], check=False)
        self.environment["YARDSTICK_STORE"] = str(small / "store.db")
        return small

    @unittest.skipUnless(os.geteuid() == 0, "needs root for a small tmpfs")
    def test_fullDiskIsRefusedBeforeTheStart(self):
        self.small_disk(24)
        experiment = self.new("epochs=2")
        done = self.run_yardstick("run", "--until-idle")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(done.stderr, r"disk is full: .*less than")
        self.assertEqual(self.show(experiment)["status"], "queued")

    def fill(self, folder):
        filler = folder / "filler"
        with open(filler, "wb", buffering=0) as file:
            for size in (1 << 20, 1 << 12, 1):
                try:
                    while True:
                        file.write(bytes(size))
                except OSError:
                    pass
        return filler

    @unittest.skipUnless(os.geteuid() == 0, "needs root for a small tmpfs")
    def test_aStoreOnAFullDiskCanBeRead(self):
        small = self.small_disk(24)
        experiment = self.new("epochs=2")
        filler = self.fill(small)
        for arguments in (["exp", "list"], ["queue", "list"], ["compare"]):
            done = self.run_yardstick(*arguments)
            self.assertEqual(done.returncode, 0, (arguments, done.stderr))
            self.assertRegex(done.stderr, r"^yardstick: The disk is full: .*It is only read\.$")
        self.assertEqual(self.show(experiment)["status"], "queued")
        self.ok("store", "backup", self.folder / "rescued.db")
        done = self.run_yardstick("exp", "tag", experiment, "late")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stderr, r"disk is full")
        filler.unlink()
        self.ok("exp", "tag", experiment, "late")
        self.assertEqual(self.show(experiment)["tags"], ["late"])

    @unittest.skipUnless(os.geteuid() == 0, "needs root for a small tmpfs")
    def test_aStoreInAReadOnlyFolderCanBeRead(self):
        small = self.small_disk(24)
        experiment = self.new("epochs=2")
        subprocess.run(["mount", "-o", "remount,ro", str(small)], check=True)
        done = self.run_yardstick("exp", "list")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"^yardstick: .*(read-only|Read-only).*It is only read\.$")
        self.assertEqual(self.show(experiment)["status"], "queued")
        self.assertEqual(self.run_yardstick("exp", "tag", experiment, "late").returncode, 1)
        self.assertEqual((self.json("store", "check")["faults"], self.json("status")["held"]), ([], False))
        self.ok("store", "backup", self.folder / "rescued.db")
        self.assertEqual(self.json("exp", "show", experiment, YARDSTICK_STORE=str(self.folder / "rescued.db"))["status"], "queued")

    @unittest.skipUnless(os.geteuid() == 0, "needs root for a small tmpfs")
    def test_diskFullMidRunIsOneSentenceAndTheStoreStaysSound(self):
        small = self.small_disk(160)
        experiment = self.new("epochs=60")
        scheduler = self.start("run", "--until-idle")
        self.running(experiment, epochs=1)
        filler = small / "filler"
        with open(filler, "wb") as file:
            try:
                while True:
                    file.write(bytes(1 << 20))
                    file.flush()
            except OSError:
                pass
        lock = next(p for p in small.rglob("worker.lock"))
        self.wait_for(lambda: (lock.parent / "exit.json").exists() or scheduler.poll() is not None, "the worker to give up")
        filler.unlink()
        try:
            scheduler.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.fail("the scheduler waits on")
        self.run_yardstick("run", "--until-idle")  # what could not be written while the disk was full
        shown = self.show(experiment)
        self.assertEqual(shown["status"], "failed", shown)
        self.assertRegex(shown["reason"], r"(?i)disk is full")
        self.assertGreaterEqual(shown["epochs"], 1)
        self.assertEqual(self.json("store", "check")["faults"], [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
