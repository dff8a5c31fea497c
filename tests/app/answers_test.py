"""What the command line answers: exit codes, sentences, --json shapes, money. With the real worker."""
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import unittest

from support import WORKER, YARDSTICK, Case, make_data, write_png


class Answers(Case):
    def refused(self, *arguments, code, sentence):
        done = self.run_yardstick(*arguments)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertRegex(done.stderr, sentence)
        return done

    def bad_data(self):
        return make_data(self.folder / "bad", yaml="path: .\ntrain: images/train\nval: images/val\n")

    # Exit codes of what runs

    def test_aFailedRunIsAnExitCodeAndSaysWhere(self):
        good, bad = self.new(), self.new(data=self.bad_data())
        done = self.run_yardstick("run", "--until-idle")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn(f"1 of 2 experiments failed: #{bad}.", done.stderr)
        self.assertIn(f"yardstick exp log {bad}", done.stderr)
        self.assertEqual(self.show(good)["status"], "completed")
        # What failed before is not this call's.
        self.ok("run", "--until-idle")
        self.ok("exp", "retry", bad)
        again = self.run_yardstick("run", "--until-idle", "--json")
        self.assertEqual(again.returncode, 1)
        self.assertEqual({e["id"]: e["status"] for e in json.loads(again.stdout)}, {good: "completed", bad: "failed"})

    # Before, after, alarms

    def test_theEstimateIsSaidKeptAndHeldAgainstWhatItTook(self):
        first = self.new("epochs=6")
        self.assertEqual(self.show(first)["estimate"]["basis"], "none")
        self.ok("run", "--until-idle")
        second = self.json("exp", "clone", first)["id"]
        queues = {q["queue"]: q for q in self.json("estimate", second)[0]["queues"]}
        here = queues["all cores"]
        self.assertEqual((here["basis"], here["timed_epochs"], here["same_batch"], here["epochs"]), ("measured", 5, True, 6))
        self.assertGreater(here["seconds"]["value"], 0)
        self.assertLessEqual(here["seconds"]["low"], here["seconds"]["value"])
        self.assertGreater(float(here["cost"]["amount"]), 0)
        self.assertEqual(queues["1 core"]["basis"], "none")
        self.assertIn("On 1 core: no measurement yet of this work on ", self.ok("estimate", second, "--queue", "1 core"))
        said = self.ok("exp", "enqueue", second, "--queue", "all cores")
        self.assertRegex(said, r"On all cores: ≈ .* USD.*; starts now; done ≈ .* UTC\. Measured on 5 epochs")
        self.ok("run", "--until-idle")
        after = self.show(second)["estimate"]
        self.assertEqual((after["basis"], after["epochs"], after["completed"]), ("measured", 6, True))
        self.assertAlmostEqual(after["error_percent"], 100 * (after["actual_seconds"] / after["seconds"]["value"] - 1), places=6)
        exported = self.ok("export", "experiments", second, "--format", "csv", "--columns", "est_seconds,est_error_percent").split()
        self.assertEqual(exported[0], "est_seconds,est_error_percent")
        self.assertAlmostEqual(float(exported[1].split(",")[1]), after["error_percent"], places=9)
        machine = [m for m in self.json("machine", "list") if m["calibration"]]
        self.assertEqual([m["calibration"]["n"] for m in machine], [1])

    def test_aBudgetThatIsSpentStopsTheQueueAndIsAnAlert(self):
        self.assertIn("No alerts.", self.ok("alerts"))
        self.new()
        self.ok("run", "--until-idle")
        self.ok("queue", "set", "all cores", "--budget", "0.000001", "--budget-per-day", "5")
        waiting = self.new()
        self.run_yardstick("run", "--until-idle")
        shown = self.show(waiting)
        self.assertEqual((shown["status"], shown["reason"]), ("queued", "The queue has spent its 0.000001 USD in all."))
        alert, = self.json("alerts")
        self.assertEqual((alert["kind"], alert["dismissed"]), ("budget_passed", False))
        self.assertEqual(self.json("status")["alerts"], [alert])
        self.assertIn("alert: Queue all cores has spent ", self.ok("status"))
        self.refused("alerts", "--dismiss", "nothing", code=3, sentence="There is no alert \"nothing\"")
        self.ok("alerts", "--dismiss", alert["key"])
        self.assertTrue(self.json("alerts")[0]["dismissed"])
        self.ok("queue", "set", "all cores", "--budget", "none")
        self.assertEqual(self.json("alerts"), [])
        self.ok("run", "--until-idle")
        self.assertEqual(self.show(waiting)["status"], "completed")

    def test_aMissingWorkerLetsTheExperimentWait(self):
        experiment = self.new()
        nowhere = self.folder / "yardstick-worker"
        done = self.run_yardstick("run", "--until-idle", YARDSTICK_WORKER=str(nowhere))
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn(str(nowhere), done.stderr)
        shown = self.show(experiment)
        self.assertEqual((shown["status"], shown["attempt_list"]), ("queued", []))
        self.assertIn(str(nowhere), shown["reason"])
        nowhere.write_text("not executable\n")
        self.assertEqual(self.run_yardstick("run", "--until-idle", YARDSTICK_WORKER=str(nowhere)).returncode, 1)
        self.assertEqual(self.show(experiment)["status"], "queued")
        self.ok("run", "--until-idle")
        self.assertEqual(self.show(experiment)["status"], "completed")

    def test_aWorkerThatComesBackIsUsedByTheSameScheduler(self):
        experiment = self.new()
        worker = self.folder / "yardstick-worker"
        scheduler = self.start("serve", YARDSTICK_WORKER=str(worker))
        self.wait_for(lambda: str(worker) in self.show(experiment)["reason"], "the reason")
        worker.symlink_to(WORKER)
        self.wait_for(lambda: self.show(experiment)["status"] == "completed", "the run")
        scheduler.send_signal(signal.SIGTERM)
        said = scheduler.communicate(timeout=60)[0]
        self.assertEqual(scheduler.returncode, 0, said)

    def test_aKilledDemoRunIsNoSuccess(self):
        self.ok("demo")
        experiments = [e["id"] for e in self.json("exp", "list")]
        # The window's "Run the demo" sends each draft to the queue that it knows.
        names = {queue["id"]: queue["name"] for queue in self.json("queue", "list")}
        self.assertEqual([names[e["queue_id"]] for e in self.json("exp", "list")], ["all cores", "all cores", "1 core"])
        demo = self.start("demo", "--run")
        for experiment in experiments:
            self.wait_for(lambda: self.show(experiment)["status"] in ("queued", "running"), "the demo to be queued")
            self.ok("exp", "kill", experiment)
        said = demo.communicate(timeout=120)[0]
        self.assertEqual(demo.returncode, 1, said)
        self.assertIn("3 of 3 demo experiments did not complete", said)

    def test_interruptedDrawingSaysSoAndTheNextCallGoesOn(self):
        demo = self.start("demo")
        drawing = self.wait_for(lambda: list(self.folder.glob("demo-dataset.new-*")), "the drawing")
        demo.send_signal(signal.SIGINT)
        said = demo.communicate(timeout=30)[0]
        self.assertEqual(demo.returncode, 130, said)
        self.assertRegex(said, r"Interrupted while the demo data set was drawn")
        self.assertFalse((self.folder / "demo-dataset").exists())
        self.ok("demo")
        self.assertTrue((self.folder / "demo-dataset" / "data.yaml").exists())
        self.assertFalse([d for d in drawing if d.exists()], "what was abandoned is cleaned up")

    # Data sets

    def test_whatIsNoDataSetIsRefusedAtOnce(self):
        picture = self.folder / "photo.jpg"
        write_png(picture, 64, 48)
        text = self.folder / "notes.txt"
        text.write_text("just words\n")
        for data, sentence in ((picture, "is no YAML file"), (text, "is no YAML file"), ("/dev/null", "is no YAML file"),
                               (self.folder, "is a folder; detect needs a YAML file"), ("nowhere.yaml", "does not exist")):
            self.refused("exp", "new", "--data", data, code=3 if data == "nowhere.yaml" else 1, sentence=re.escape(sentence))
        self.refused("exp", "new", "--model", "yolov8n-cls", "--data", picture, code=1, sentence="is no folder; classify needs")
        self.assertEqual(self.json("exp", "list"), [])
        draft = self.new(queue=None)
        for command in (["exp", "set", draft], ["exp", "clone", draft, "--set"]):
            self.refused(*command, f"data={picture}", code=1, sentence="is no YAML file")
        self.assertEqual(len(self.json("exp", "list")), 1)

    def unprivileged(self, *command):
        """As root permissions are no obstacle: then as nobody."""
        drop = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.geteuid() == 0 else []
        return subprocess.run([*drop, *map(str, command)], cwd="/", capture_output=True, text=True, timeout=60)

    @unittest.skipUnless(os.geteuid() != 0 or shutil.which("setpriv"), "needs setpriv as root")
    def test_foldersThatMayNotBeReadAreNotCalledEmpty(self):
        self.folder.chmod(0o755)
        data = make_data(self.folder / "d")
        check = [WORKER, "data", "check", data]
        fine = self.unprivileged(*check)
        if fine.returncode in (126, 127):
            self.skipTest("nobody may run the worker in its folder here")
        self.assertEqual(fine.returncode, 0, fine.stdout + fine.stderr)
        for hidden in (self.folder / "d/images/train", self.folder / "d/images", self.folder / "d/labels/val", self.folder / "d/labels", data):
            mode = hidden.stat().st_mode & 0o777
            hidden.chmod(0)
            try:
                done = self.unprivileged(*check)
            finally:
                hidden.chmod(mode)
            self.assertNotEqual(done.returncode, 0, f"{hidden}: {done.stdout}")
            self.assertRegex(done.stderr, f"{hidden}.*cannot be read: Permission denied")

    # Money

    def price(self, machine):
        return {m["name"]: m["price"] for m in self.json("machine", "list")}[machine]

    def test_anExamplePriceIsReplacedAndSaidAndARealOneOnlyOnDemand(self):
        machine = "this host, all cores"
        said = self.ok("queue", "add", "mine", "--price", "0.5")
        self.assertRegex(said, r"price of this host, all cores: [\d.]+ USD/h \(example\) → 0\.50 USD/h; queues: all cores, mine")
        self.refused("queue", "set", "mine", "--price", "2", code=2, sentence=r"from 0\.50 USD/h to 2\.00 USD/h for all cores too.*--shared-price")
        self.refused("queue", "add", "more", "--price", "2", code=2, sentence=r"all cores, mine too")
        self.assertEqual(self.price(machine)["price_per_hour"]["amount"], "0.50")
        self.assertNotIn("more", [q["name"] for q in self.json("queue", "list")])
        self.ok("queue", "set", "mine", "--price", "0.5")  # what it is already is no change for anybody
        changed = self.json("queue", "set", "mine", "--price", "2", "--shared-price")["price_change"]
        self.assertEqual((changed["before"]["amount"], changed["now"]["amount"], changed["queues"]), ("0.50", "2.00", ["all cores", "mine"]))
        self.assertEqual(self.price(machine)["price_per_hour"]["amount"], "2.00")
        # The machine's own command needs no such word, for it names the machine; it says the same.
        self.assertIn("2.00 USD/h → 3.00 USD/h; queues: all cores, mine", self.ok("machine", "price", machine, "--set", "3"))

    # Shapes

    def test_aWrongCommandLineIsAnErrorLikeEveryOther(self):
        for arguments, sentence in ((["exp", "bogus"], "bogus"), (["bogus"], "bogus"), (["exp", "show"], "experiment"), (["exp", "list", "--nope"], "nope")):
            done = self.run_yardstick(*arguments, "--json")
            self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
            error = json.loads(done.stdout)["error"]
            self.assertEqual(error["code"], "usage")
            self.assertIn(sentence, error["message"])
            self.assertEqual(self.run_yardstick(*arguments).returncode, 2)
        self.ok("exp", "--help")

    def test_aWrongValueIsUsageInEveryCommand(self):
        draft = self.new(queue=None)
        data = self.data()
        for value in ("optimizer=Adamax", "optimizer=nonsense", "imgsz=-1"):
            for command in (["exp", "new", "--data", data, "--set"], ["exp", "clone", draft, "--set"], ["exp", "set", draft]):
                self.refused(*command, value, code=2, sentence=value.split("=")[0])

    def test_figuresThatAreNotKnownAreNull(self):
        self.ok("import", "reference")
        compared = self.ok("compare", "--json")
        self.assertNotIn("NaN", compared)
        self.assertIsNone(json.loads(compared)["rows"][0]["data_wait_share"])

    def test_namesAreNotEmptyAndLongOnesKeepTheTable(self):
        experiment = self.new(queue=None)
        name = self.show(experiment)["name"]
        self.refused("exp", "rename", experiment, " ", code=2, sentence="name cannot be empty")
        self.assertEqual(self.show(experiment)["name"], name)
        long = "很长的名字 " * 10 + "x" * 30
        self.ok("exp", "rename", experiment, long)
        self.assertLess(max(map(len, self.ok("exp", "list").splitlines())), 200)
        self.assertIn("…", self.ok("exp", "list"))
        self.assertEqual(self.json("exp", "list")[0]["name"], long)
        self.assertIn(long, self.ok("export", "experiments", "--format", "csv"))

    def test_theTrashIsListed(self):
        kept, gone = self.new(queue=None), self.new(queue=None)
        self.ok("exp", "delete", gone)
        self.assertRegex(self.ok("exp", "list", "--trash"), rf"(?m)^ *{gone} ")
        self.assertNotRegex(self.ok("exp", "list"), rf"(?m)^ *{gone} ")
        self.assertRegex(self.ok("exp", "list"), rf"(?m)^ *{kept} ")
        self.ok("exp", "restore", gone)
        self.assertRegex(self.ok("exp", "list"), rf"(?m)^ *{gone} ")

    def test_aPriceInAnotherCurrencyKeepsWhatWasSpent(self):
        self.ok("import", "reference")
        rows = {row["name"]: row for row in self.json("exp", "list")}
        self.ok("machine", "price", "g5.xlarge", "--set", "3", "--currency", "EUR")
        self.assertEqual({row["name"]: row["cost_total"] for row in self.json("exp", "list")},
                         {name: row["cost_total"] for name, row in rows.items()})

    def test_aMissingFolderIsNamedAndNoTemporaryFile(self):
        for arguments in (["export", "experiments", "-o"], ["store", "backup"]):
            done = self.refused(*arguments, self.folder / "no" / "where.csv", code=3, sentence=re.escape(f"the folder {self.folder / 'no'} does not exist"))
            self.assertNotRegex(done.stderr, r"\.tmp-|\.partial")

    def test_aCountOfOneIsSingular(self):
        run = self.folder / "run"
        run.mkdir()
        (run / "results.csv").write_text("epoch,time,train/box_loss\n1,12.5,2.1\n")
        (run / "args.yaml").write_text("task: detect\nmode: train\nmodel: yolov8n.pt\ndata: coco8.yaml\nepochs: 1\nimgsz: 320\n")
        self.assertIn("1 run folder: 1 new;", self.ok("import", "ultralytics", run))
        self.assertIn("1 experiment,", self.ok("store", "check"))
        self.assertIn("1 row written", self.ok("export", "experiments", "-o", "one.csv"))

    @unittest.skipIf(os.environ.get("YARDSTICK_HEADLESS_BUILD") == "1", "this build cannot draw")
    def test_aChartIsAsWideAsAskedForAndSaysNothingElse(self):
        self.ok("import", "reference")
        environment = {k: v for k, v in self.environment.items() if k != "XDG_RUNTIME_DIR"}
        for arguments, size in ((["--width", "1600", "--height", "1600"], (1600, 1600)), ([], (2400, 1400))):
            done = subprocess.run([YARDSTICK, "chart", "cost", "-o", "c.png", *arguments], env=environment, cwd=self.folder, capture_output=True,
                                  text=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(struct.unpack(">II", (self.folder / "c.png").read_bytes()[16:24]), size)


    def test_whatIsAskedForInJsonIsJson(self):
        experiment = self.new()
        self.ok("run", "--until-idle")
        log = self.json("exp", "log", experiment, "--lines", "2")
        self.assertEqual((log["id"], len(log["lines"])), (experiment, 2))
        self.assertEqual(self.json("exp", "log", experiment)["lines"][-2:], log["lines"])
        table = self.json("export", "experiments")
        self.assertEqual((table["columns"][0]["id"], table["rows"][0]["id"]), ("id", experiment))
        self.refused("export", "experiments", "--json", "--format", "csv", code=2, sentence=r"-o")
        self.refused("exp", "list", "--json", "--columns", "nosuch", code=2, sentence=r"nosuch")
        self.refused("export", "bill", "--columns", "nosuch", code=2, sentence=r"nosuch.*it has experiment_id")
        self.refused("export", "machines", "--columns", "foo", code=2, sentence=r"foo")
        self.refused("chart", "cost", "-o", "c.png", "--width", "999999", code=2, sentence=r"--width .* not 999999")

    def test_emptyAnswersSayWhatIsEmpty(self):
        self.assertIn('"Zzz" has no experiments', self.ok("exp", "list", "--project", "Zzz"))
        self.ok("import", "reference")
        self.assertIn('"QQ"', self.ok("compare", "--provider", "QQ"))

    def test_comparisonSaysWhichMachineToTake(self):
        self.ok("import", "reference")
        plain = self.json("compare")
        self.assertEqual(len(plain["rows"]), 12)
        self.assertIsNone(plain["choice"]["deadline"])
        fast = "RTX 3090 (memory and CPU optimised)"
        choice = self.json("compare", "--deadline", "1h", "--value-of-time", "20")
        self.assertIn(fast + " is cheapest: 0.4900 USD, in 58 min 20 s by its published time.", choice["choice"]["deadline"])
        self.assertIn("At 20.00 USD per hour of waiting, g5.2xlarge is best for 50 epochs", choice["choice"]["time_value"])
        self.assertEqual([r["machine"] for r in choice["rows"] if r["best_with_time_value"]], ["g5.2xlarge"])
        self.assertEqual({r["machine"] for r in choice["rows"] if r["meets_deadline"]}, {fast, "g5.2xlarge"})
        self.assertIn("None makes it", self.ok("compare", "--deadline", "5min"))
        spot = self.json("compare", "--spot")["rows"]
        self.assertEqual(sorted(r["market"] for r in spot), ["on-demand"] * 12 + ["spot"] * 7)
        self.assertTrue(all(r["interruptions_per_100h"] == 5 and not r["interruptions_measured"] for r in spot if r["market"] == "spot"))
        self.assertIn("g5.2xlarge (spot)", {r["label"] for r in spot})
        table = self.ok("export", "machines", "--deadline", "1h", "--columns", "machine,meets_deadline,pareto", "--format", "csv")
        self.assertEqual(table.splitlines()[0].split(",")[:3], ["machine", "meets_deadline", "pareto"])
        for wrong in ("6", "h", "-1h", "1x", "nan"):
            self.refused("compare", "--deadline=" + wrong, code=2, sentence=r"no duration")
        self.refused("compare", "--value-of-time=-1", code=2, sentence=r"below 0")

    def test_comparedWorkIsSaidAndCanBeChosen(self):
        experiment = self.new("imgsz=64")
        self.ok("run", "--until-idle")
        self.ok("import", "reference")
        said = self.ok("compare")
        self.assertIn("cost_per_epoch (USD)", said)
        self.assertIn("price_per_hour (USD/h)", said)
        self.assertRegex(said, rf"--job {experiment}  .*64 px \(1 machine\)")
        both = self.json("compare")
        self.assertEqual((both["work"]["machines"], both["other_work"][0]["job"]), (12, experiment))
        self.assertEqual(self.json("compare", "--job", experiment)["work"]["imgsz"], 64)
        self.refused("compare", "--job", "nosuch", code=3, sentence=r"nosuch")
        self.assertEqual(self.json("compare", "--job", experiment, "--experiments", "2")["work"]["imgsz"], 64)
        self.ok("exp", "tag", experiment, "a,b", "c")
        self.assertEqual(self.show(experiment)["tags"], ["a", "b", "c"])

    def test_setTakesItsAssignmentsEitherWay(self):
        draft = self.json("exp", "new", "--data", make_data(self.folder / "d"))["id"]
        self.ok("exp", "set", draft, "--set", "epochs=7", "imgsz=64")
        self.ok("exp", "set", draft, "batch=4")
        params = self.show(draft)["params"]
        self.assertEqual((params["epochs"], params["imgsz"], params["batch"]), (7, 64, 4))


if __name__ == "__main__":
    unittest.main(verbosity=2)
