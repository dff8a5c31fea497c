"""Exports, imports and reports through the command line: the published figures in every format, options of shape, the way back."""
import csv
import io
import json
import os
import re
import unittest
import xml.etree.ElementTree as xml
import zipfile

from reference_figures import ALL
from support import Case

DRAWS = os.environ.get("YARDSTICK_HEADLESS_BUILD") != "1"


def sheet_rows(path, number=1):
    """The cells of a sheet as text, by row; inline strings and numbers as they stand in the file."""
    space = {"m": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
    root = xml.fromstring(zipfile.ZipFile(path).read(f"xl/worksheets/sheet{number}.xml"))
    rows = []
    for row in root.iterfind(".//m:row", space):
        rows.append(["".join(part.text or "" for part in cell.iter() if part.tag.endswith(("}t", "}v"))) for cell in row.iterfind("m:c", space)])
    return rows


class Exports(Case):
    def refused(self, *arguments, code, sentence):
        done = self.run_yardstick(*arguments)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertRegex(done.stderr, sentence)
        return done

    def test_everyPublishedFigureIsInEveryFormat(self):
        self.ok("import", "reference")
        for ending in ("csv", "tsv", "md", "tex", "html", "json"):
            self.ok("export", "reference", "-o", f"r.{ending}")
            text = (self.folder / f"r.{ending}").read_text(encoding="utf-8")
            for machine, price, cost in ALL:
                place = text.index(machine + {"csv": ",", "tsv": "\t", "json": '"'}.get(ending, ""))
                line = text[place:text.index("\n", place)]
                numbers = re.findall(r"\d+\.\d+", line)
                self.assertIn(price, numbers, f"{ending}: {line}")
                # Raw formats hold the computed cost to the micro-unit: it is printed as in the article.
                printed = numbers if ending in ("md", "tex", "html") else [f"{float(n):.4f}" for n in numbers]
                self.assertIn(cost, printed, f"{ending}: {line}")
        self.ok("export", "reference", "-o", "r.xlsx")
        rows = sheet_rows(self.folder / "r.xlsx", 1)[1:] + sheet_rows(self.folder / "r.xlsx", 2)[1:]
        self.assertEqual([(r[0], f"{float(r[3]):g}", f"{float(r[4]):.4f}") for r in rows], [(m, f"{float(p):g}", c) for m, p, c in ALL])

    def test_oneTableOfEachKindInEveryFormat(self):
        self.ok("import", "reference")
        for kind in ("experiments", "machines", "epochs", "diff", "bill", "reference"):
            for ending in ("csv", "tsv", "md", "tex", "html", "json", "xlsx"):
                said = self.ok("export", kind, "-o", f"{kind}.{ending}")
                self.assertRegex(said, r"\d+ rows? written")
        html = (self.folder / "reference.html").read_text()
        self.assertEqual((html.count("<!DOCTYPE"), html.count("<table>")), (1, 2), "two tables are one document")

    def test_theShapeIsTheCallers(self):
        self.ok("import", "reference")
        table = self.ok("export", "machines", "--format", "md", "--columns", "machine,cost_per_epoch", "--digits", "2", "--no-bold", "--caption", "Mine")
        self.assertTrue(table.startswith("Table: Mine\n\n| machine | cost_per_epoch (USD) |\n"), table[:200])
        self.assertIn("| p3.2xlarge | 0.09 |", table)
        self.assertNotIn("**", table)
        tex = self.ok("export", "reference", "--format", "tex", "--label", "cost", "--caption", "Costs")
        self.assertEqual(re.findall(r"\\label\{(.*?)\}", tex), ["tab:cost-genesis", "tab:cost-aws"])
        tall = list(csv.DictReader(io.StringIO(self.ok("export", "machines", "--format", "csv", "--long"))))
        prices = {row["machine"]: row["value"] for row in tall if row["column"] == "price_per_hour"}
        self.assertEqual((prices["g5.xlarge"], len(prices)), ("1.006 USD", 12))
        columns = self.ok("export", "bill", "--columns", "experiment,cost", "--format", "csv").splitlines()
        self.assertEqual(columns[0], "experiment,cost,currency")
        self.assertEqual(len(self.ok("export", "experiments", "--project", "Reference benchmark", "--format", "csv").splitlines()), 13)
        self.assertTrue(self.ok("export", "experiments", "--format", "csv", "--bom").startswith("\ufeff"))
        self.refused("export", "experiments", "--project", "no such", code=3, sentence="no such")
        self.refused("export", "experiments", "--digits", "99", code=2, sentence="0 to 17")
        self.refused("export", "machines", "--wide", code=2, sentence="--wide")

    def test_whatWasExportedComesBackOnce(self):
        self.ok("import", "reference")
        for ending in ("csv", "json"):
            wanted = {}
            for kind in ("experiments", "epochs"):
                self.ok("export", kind, "-o", f"{kind}.{ending}")
                wanted[kind] = self.ok("export", kind, "--format", "csv")
            other = {"YARDSTICK_STORE": str(self.folder / f"{ending}.db")}
            for kind, added in (("experiments", 12), ("epochs", 120)):
                report = self.json("import", ending, f"{kind}.{ending}", **other)
                self.assertEqual(report["added"] + report["epochs"], added)
                self.assertEqual(report["left_out"], [])
                again = self.json("import", ending, f"{kind}.{ending}", **other)
                self.assertEqual((again["added"], again["epochs"], again["unchanged"]), (0, 0, added))
                self.assertEqual(self.ok("export", kind, "--format", "csv", **other), wanted[kind])
            self.assertEqual(self.ok("export", "experiments", "--format", "csv", **other), wanted["experiments"], "with their epochs, too")
            back = self.json("import", ending, f"experiments.{ending}")
            self.assertEqual({row["basis"] for row in self.json("compare", **other)["rows"]}, {"derived"}, "published figures are no measurement")
            self.assertEqual((back["added"], back["unchanged"]), (0, 12), "into the store that they are from")

    def test_faultsNameFileAndLineAndNothingIsImported(self):
        bad = self.folder / "bad.csv"
        bad.write_text("name,status,map50\nfine,completed,0.5\nworse,sleeping,0.5\nworst,completed,much\n", encoding="utf-8")
        done = self.refused("import", "csv", bad, code=1, sentence=r"bad\.csv:3: \"sleeping\" is no status.*Nothing was imported; there are 2 faults")
        self.assertIn('bad.csv:4: "much" in the column map50', done.stdout)
        for text, sentence in (("name,status\nx\n", r"bad\.csv: Line 2 has 1 fields"), ('name\n"x\n', r"bad\.csv: Line 2: a quoted field does not end"),
                               ("rank,machine\n1,a\n", r"bad\.csv is no table of experiments")):
            bad.write_text(text, encoding="utf-8")
            self.refused("import", "csv", bad, code=1, sentence=sentence)
        self.refused("import", "json", bad, code=1, sentence=r"bad\.csv: The JSON file cannot be read")
        self.refused("import", "csv", "missing.csv", code=3, sentence="missing.csv")
        self.assertEqual(self.json("exp", "list"), [])

    def test_formulasAreGuardedOnlyInFiles(self):
        name = "=SUM(1+1)*cmd|' /C calc'!A0"
        bad = self.folder / "t.csv"
        bad.write_text(f"name,status\r\n'{name},completed\r\n", encoding="utf-8")
        self.ok("import", "csv", bad)
        self.assertEqual(self.json("exp", "list")[0]["name"], name)
        self.assertIn(f"'{name}", self.ok("export", "experiments", "--format", "csv"))

    @unittest.skipUnless(DRAWS, "this build cannot draw")
    def test_aReportIsOneFile(self):
        self.ok("import", "reference")
        self.ok("report", "-o", "r.html", "--title", "A <b> & C", "--epochs", "7")
        html = (self.folder / "r.html").read_text(encoding="utf-8")
        self.assertIn("<h1>A &lt;b&gt; &amp; C</h1>", html)
        self.assertIn("All-in figures are for 7 epochs", html)
        for machine, price, cost in ALL:
            self.assertRegex(html, rf"<td>{re.escape(machine)}</td>.*{price}.*{cost}")
        self.ok("report", "--project", "Reference benchmark", "-o", "r.pdf")
        self.assertTrue((self.folder / "r.pdf").read_bytes().startswith(b"%PDF-"))
        self.refused("report", "-o", "r.doc", code=2, sentence="r.doc")
        self.refused("report", "99", "-o", "r.html", code=3, sentence="99")
        self.refused("report", "-o", "no/r.pdf", code=1, sentence="no/r.pdf")

    @unittest.skipIf(DRAWS, "this build draws")
    def test_aBuildWithoutWindowSaysThatItCannotDraw(self):
        self.ok("import", "reference")
        self.refused("report", "-o", "r.html", code=1, sentence="cannot draw")


if __name__ == "__main__":
    unittest.main(verbosity=2)
