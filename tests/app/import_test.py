"""`yardstick import ultralytics`: once, watched while the run grows, and what it says of files that cannot be used."""
import signal
import unittest

from support import Case

HEADER = "epoch,time,train/box_loss,metrics/mAP50(B)\n"


class Import(Case):
    def write(self, name, text):
        file = self.folder / "runs" / name / "results.csv"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def epochs(self, name):
        found = self.run_yardstick("exp", "show", name, "--json")
        return self.show(name)["epochs"] if found.returncode == 0 else 0

    def test_watchesARunUntilCtrlC(self):
        file = self.write("live", HEADER + "1,10,1.5,0.1\n")
        watching = self.start("import", "ultralytics", self.folder / "runs", "--watch", "--project", "mine")
        self.wait_for(lambda: self.epochs("live") == 1, "the first epoch", 30)
        with file.open("a") as out:
            out.write("2,20,1.4,0.2\n3,3")
        self.wait_for(lambda: self.epochs("live") == 2, "the second epoch", 30)
        self.write("later", HEADER + "1,5,1,0.5\n")  # a run that begins while we watch
        self.wait_for(lambda: self.epochs("later") == 1, "the other run", 30)
        with file.open("a") as out:
            out.write("0,1.3,0.3")  # the last line never gets its end
        watching.send_signal(signal.SIGINT)
        said, _ = watching.communicate(timeout=30)
        self.assertEqual(watching.returncode, 0, said)
        self.assertIn("Ctrl+C ends it", said)
        self.assertIn("1 with new epochs", said)
        self.assertEqual(self.epochs("live"), 3)
        self.assertEqual(self.show("live")["project"], "mine")

    def test_namesWhatItLeavesOutByFileAndLine(self):
        bad = self.write("bad", HEADER + "1,10,1.5,0.1\n2,20,x,0.2\n3,30,1.3,0.3\n")
        none = self.write("none", "\0\1\2 nothing\n")
        said = self.ok("import", "ultralytics", self.folder / "runs")
        self.assertIn(f"{bad}, line 3: a value is no number.", said)
        self.assertIn(f"{none} holds no epoch.", said)
        self.assertIn(f"  {none}, line 1: values come before the header.", said)
        self.assertEqual(self.epochs("bad"), 3)
        self.assertEqual(len(self.json("exp", "list")), 1)
        empty = self.folder / "empty"
        empty.mkdir()
        self.assertEqual(self.run_yardstick("import", "ultralytics", empty).returncode, 3)
        self.assertEqual(self.run_yardstick("import", "ultralytics", self.folder / "nowhere", "--watch").returncode, 3)

    def test_machineSetNamesTheEnvironmentOfThisComputer(self):
        self.ok("queue", "list")
        said = self.ok("machine", "set", "this host, all cores", "--ultralytics", "/no/such/venv")
        self.assertIn("/no/such/venv", said)
        check = self.run_yardstick("machine", "check", "this host, all cores")
        self.assertEqual(check.returncode, 1)
        self.assertRegex(check.stdout, r"ultralytics +bad .*has no program that can be run")
        refused = self.run_yardstick("machine", "set", "this host, all cores", "--price", "1", "--ultralytics", "/x")
        self.assertEqual(refused.returncode, 2, refused.stderr)
        self.ok("machine", "set", "this host, all cores", "--ultralytics", "")
        self.assertIn("no environment is named", self.ok("machine", "check", "this host, all cores"))


if __name__ == "__main__":
    unittest.main()
