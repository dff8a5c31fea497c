"""The whole journey on the command line, from an empty folder, with the real worker."""
import csv
import io
import json
import os
import unittest

from support import Case


class Journey(Case):
    def test_trainsClonesComparesAndExports(self):
        self.assertEqual(self.json("exp", "list"), [])
        first = self.new()
        done = self.run_yardstick("run", "--until-idle")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("completed", done.stdout)
        run = self.show(first)
        self.assertEqual(run["status"], "completed")
        self.assertEqual(run["epochs"], 2)
        self.assertEqual([e["epoch"] for e in run["epoch_list"]], [1, 2])
        for epoch in run["epoch_list"]:
            parts = epoch["data_wait_seconds"] + epoch["compute_seconds"] + epoch["validation_seconds"] + epoch["other_seconds"]
            self.assertAlmostEqual(parts, epoch["seconds"], delta=0.02 * epoch["seconds"] + 0.02)
        # The price of this computer is an example; cost per epoch = price × epoch time.
        price, cost = float(run["price_per_hour"]["amount"]), float(run["cost_per_epoch"]["amount"])
        self.assertAlmostEqual(cost, price * run["epoch_seconds"] / 3600, delta=1e-6)
        self.assertIn("map50", run["last"])

        clone = self.json("exp", "clone", first, "--set", "imgsz=96", "--queue", "1 core")["id"]
        self.assertEqual(self.show(clone)["cloned_from"], first)
        self.ok("run", "--until-idle")
        self.assertEqual(self.show(clone)["status"], "completed")
        self.assertEqual(self.show(clone)["params"]["imgsz"], 96)

        rows = list(csv.DictReader(io.StringIO(self.ok("export", "experiments", "--format", "csv"))))
        self.assertEqual([row["id"] for row in rows], [str(first), str(clone)])
        self.assertEqual(float(rows[0]["epoch_seconds"]), run["epoch_seconds"])  # bit-exact
        table = json.loads(self.ok("export", "epochs", first, "--format", "json"))
        self.assertTrue(table)
        self.ok("export", "experiments", "-o", "table.md")
        self.assertIn("|", (self.folder / "table.md").read_text())

        # Both ran on the same data, so what keeps them apart is the image size alone.
        self.assertRegex(run["dataset_hash"], "^[0-9a-f]{64}$")
        self.assertEqual(self.show(clone)["dataset_hash"], run["dataset_hash"])
        comparison = self.json("compare", "--epochs", "10")
        self.assertEqual(len(comparison["rows"]), 2)
        self.assertEqual([row["reason"] for row in comparison["rows"] if "image size" in row["reason"]],
                         ["The image size is 64 px instead of 96 px."])
        self.assertIn("loss", self.ok("exp", "log", first).lower())
        if os.environ.get("YARDSTICK_HEADLESS_BUILD") != "1":
            self.ok("chart", "lines", "--experiments", first, "--names", "train/box_loss,val/box_loss", "-o", "loss.svg")
            self.assertIn("val/box_loss", (self.folder / "loss.svg").read_text())
            self.ok("chart", "lines", "-o", "all.svg")
            self.assertIn(f"#{first}", (self.folder / "all.svg").read_text())
            refused = self.run_yardstick("chart", "lines", "--names", "train/nothing", "-o", "nothing.svg")
            self.assertEqual(refused.returncode, 3, refused.stderr)
            self.assertFalse((self.folder / "nothing.svg").exists())
        self.assertEqual(self.json("store", "check")["faults"], [])

    def test_ranksTheMachinesThatDidTheSameWork(self):
        for queue in ("all cores", "1 core"):
            self.new("epochs=5", queue=queue)
        self.ok("run", "--until-idle")
        rows = self.json("compare", "--epochs", "10", "--no-setup")["rows"]
        self.assertEqual({row["machine"] for row in rows}, {"this host, all cores", "this host, 1 core"})
        self.assertEqual([(row["rank"], row["reason"]) for row in rows], [(1, ""), (2, "")])
        for row in rows:
            seconds, price = row["epoch_seconds"], float(row["price_per_hour"]["amount"])
            self.assertAlmostEqual(float(row["cost_per_epoch"]["amount"]), price * seconds / 3600, delta=1e-6)
        self.assertLessEqual(float(rows[0]["cost_per_epoch"]["amount"]), float(rows[1]["cost_per_epoch"]["amount"]))

    def test_importsRunFoldersOfTheReferenceTrainer(self):
        run = self.folder / "runs" / "detect" / "train"
        run.mkdir(parents=True)
        (run / "results.csv").write_text(
            "epoch,time,train/box_loss,train/cls_loss,train/dfl_loss,metrics/precision(B),metrics/recall(B),metrics/mAP50(B),"
            "metrics/mAP50-95(B),val/box_loss,val/cls_loss,val/dfl_loss,lr/pg0,lr/pg1,lr/pg2\n"
            "1,12.5,2.1,3.0,1.5,0.1,0.2,0.15,0.05,2.2,3.1,1.6,0.01,0.01,0.01\n2,22.5,1.9,2.5,1.4,0.2,0.3,0.25,0.1,2.0,2.6,1.5,0.01,0.01,0.01\n")
        (run / "args.yaml").write_text("task: detect\nmode: train\nmodel: yolov8n.pt\ndata: coco8.yaml\nepochs: 2\nimgsz: 320\n")
        self.ok("import", "reference")
        for _ in range(2):  # safe to repeat
            done = self.json("import", "ultralytics", self.folder / "runs", "--machine", "g5.xlarge")
        shown = self.show(done["experiments"][0])
        self.assertEqual([e["seconds"] for e in shown["epoch_list"]][1], 10.0)
        self.assertEqual(shown["params"]["imgsz"], 320)
        self.assertAlmostEqual(float(shown["price_per_hour"]["amount"]), 1.006)
        self.assertEqual(self.run_yardstick("import", "ultralytics", self.folder / "runs", "--machine", "moon").returncode, 3)

    def test_referenceBenchmarkComesOutToThePrintedDigit(self):
        self.assertEqual(self.json("import", "reference")["machines"], 12)
        self.assertEqual(self.json("import", "reference")["machines"], 12)  # again: nothing doubled
        rows = {row["machine"]: row for row in self.json("compare", "--epochs", "10", "--no-setup")["rows"]}
        published = {"RTX 3060Ti": "0.0102", "RTX 3080": "0.0106", "RTX 3090": "0.0128", "RTX 3080 (memory and CPU optimised)": "0.0096",
                     "RTX 3090 (memory and CPU optimised)": "0.0098", "p3.2xlarge": "0.0881", "g4dn.xlarge": "0.0174", "g4dn.2xlarge": "0.0213",
                     "g4dn.4xlarge": "0.0330", "g4dn.8xlarge": "0.0588", "g5.xlarge": "0.0235", "g5.2xlarge": "0.0208"}
        for machine, cost in published.items():
            self.assertEqual(f"{float(rows[machine]['cost_per_epoch']['amount']):.4f}", cost, machine)
        self.ok("machine", "price", "g5.xlarge", "--set", "2.012")
        rows = {row["machine"]: row for row in self.json("compare", "--epochs", "10", "--no-setup")["rows"]}
        self.assertEqual(f"{float(rows['g5.xlarge']['cost_per_epoch']['amount']):.4f}", "0.0470")
        self.assertIn("2.012", self.ok("export", "reference", "--format", "csv"))

    def test_comparesInOneCurrencyWithRatesOfTheUser(self):
        self.ok("import", "reference")
        self.ok("machine", "price", "g5.xlarge", "--set", "1", "--currency", "EUR")
        rows = {row["machine"]: row for row in self.json("compare")["rows"]}
        self.assertIsNone(rows["g5.xlarge"]["rank"])
        self.assertIn("EUR", rows["g5.xlarge"]["reason"])
        self.assertNotEqual(self.run_yardstick("fx", "set", "EUR", "USD", "none").returncode, 0)
        self.ok("fx", "set", "EUR", "USD", "1.5", "--date", "2026-10-01")
        self.ok("fx", "set", "EUR", "USD", "1.08", "--date", "2026-11-01", "--source", "a bank")
        rates = self.json("fx", "list")
        self.assertEqual([(r["rate"], r["source"]) for r in rates], [("1.5", "you"), ("1.08", "a bank")])
        self.assertIn("superseded", self.ok("fx", "list"))
        rows = {row["machine"]: row for row in self.json("compare")["rows"]}
        self.assertEqual(rows["g5.xlarge"]["price_per_hour"], {"amount": "1.08", "currency": "USD"})
        self.assertEqual(rows["g5.xlarge"]["quoted_price_per_hour"], {"amount": "1.00", "currency": "EUR"})
        self.assertEqual(rows["g5.xlarge"]["exchange_rate"]["valid_from"][:10], "2026-11-01")
        self.assertIn("1 EUR = 1.08 USD since 2026-11-01 (a bank)", self.ok("compare"))
        euros = {row["machine"]: row for row in self.json("compare", "--currency", "EUR")["rows"]}
        self.assertEqual(euros["g5.xlarge"]["price_per_hour"], {"amount": "1.00", "currency": "EUR"})
        self.assertEqual(euros["p3.2xlarge"]["price_per_hour"]["amount"], "2.833333")
        self.assertEqual([r["rank"] for r in euros.values()], [r["rank"] for r in rows.values()])

    @unittest.skipIf(os.environ.get("YARDSTICK_HEADLESS_BUILD") == "1", "this build cannot draw")
    def test_drawsTheChartsOfTheReference(self):
        self.ok("import", "reference")
        for kind in ("epoch-time", "cost", "spot"):
            for ending, magic in (("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")):
                name = f"{kind}.{ending}"
                self.ok("chart", kind, "-o", name)
                self.assertTrue((self.folder / name).read_bytes().startswith(magic), name)


if __name__ == "__main__":
    unittest.main(verbosity=2)
