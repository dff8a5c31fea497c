"""What others make of our files: LaTeX compiles ours (pdflatex), LibreOffice opens our workbook and gives the same values back,
pdftotext reads our report. Each is skipped, and says so, where its program is not installed."""
import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "app"))
from reference_figures import ALL  # noqa: E402
from support import Case, note_peer  # noqa: E402


class ExportPeers(Case):
    def peer(self, program, name):
        found = shutil.which(program)
        note_peer("ran" if found else "skipped", name)
        if not found:
            self.skipTest(f"{program} is not installed: skipped, peer missing")
        return found

    def tricky(self):
        """A store with figures of 15 digits, NaN, infinities, and names that every format must escape."""
        (self.folder / "t.csv").write_text(
            "name,status,map50,map50_95,epoch_seconds,lr0,notes\n"
            '"50% & <b>|x|_y {z} ~ ^ \\ $ # [q] *",completed,0.123456789012345,NaN,183.600000000012,0.30000000000000004,\n'
            "\"'=1+1\",completed,Infinity,-Infinity,1e-05,0.01,\"two\nlines\"\n", encoding="utf-8")
        self.ok("import", "csv", "t.csv")

    def converted(self, soffice, file):
        home = self.folder / "office"
        subprocess.run([soffice, f"-env:UserInstallation={home.as_uri()}", "--headless", "--convert-to",
                        'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1', str(file)],
                       cwd=self.folder, check=True, capture_output=True, timeout=240, env={**os.environ, "HOME": str(self.folder)})

    def test_latexCompilesAndPrintsThePublishedFigures(self):
        pdflatex = self.peer("pdflatex", "pdflatex")
        self.ok("import", "reference")
        self.tricky()
        body = "".join(self.ok("export", *kind.split(), "--format", "tex") for kind in
                       ("reference", "experiments --columns name,map50,epoch_seconds,cost_per_epoch", "bill --columns experiment,outcome,cost",
                        "machines --columns machine,epoch_seconds,cost_per_epoch"))
        (self.folder / "t.tex").write_text("\\documentclass{article}\\usepackage[paperwidth=16in,paperheight=11in]{geometry}\\usepackage{booktabs}\n"
                                           "\\begin{document}\n" + body + "\\end{document}\n", encoding="utf-8")
        done = subprocess.run([pdflatex, "-interaction=nonstopmode", "-halt-on-error", "t.tex"], cwd=self.folder, capture_output=True, text=True,
                              errors="replace", timeout=120)
        self.assertEqual(done.returncode, 0, done.stdout[-3000:])
        self.assertNotIn("Missing character", done.stdout)
        if shutil.which("pdftotext"):
            text = subprocess.run(["pdftotext", "-layout", "t.pdf", "-"], cwd=self.folder, capture_output=True, text=True, check=True).stdout
            for machine, price, cost in ALL:
                self.assertRegex(text, rf"{re.escape(machine)} .*{price} +{cost}")

    def test_libreOfficeGivesTheSameValuesBack(self):
        soffice = self.peer("soffice", "libreoffice")
        self.ok("import", "reference")
        self.tricky()
        columns = ["name", "map50", "map50_95", "epoch_seconds", "lr0", "price_per_hour", "cost_per_epoch", "notes"]
        self.ok("export", "experiments", "--columns", ",".join(columns), "-o", "e.xlsx")
        rows = json.loads(self.ok("export", "experiments", "--columns", ",".join(columns), "--format", "json"))["rows"]
        self.converted(soffice, "e.xlsx")
        with open(self.folder / "e-experiments.csv", newline="", encoding="utf-8") as file:
            back = list(csv.reader(file))
        self.assertEqual(back[0], ["name", "map50", "map50_95", "epoch_seconds (s)", "lr0", "price_per_hour (USD/h)", "cost_per_epoch (USD)", "notes"])
        self.assertEqual(len(back) - 1, len(rows))
        for row, cells in zip(rows, back[1:]):
            for column, cell in zip(columns, cells):
                value = row[column]
                if isinstance(value, (int, float)):
                    self.assertLessEqual(abs(float(cell) - value), abs(value) * 1e-15 * 5, f"{column}: {cell} for {value}")
                    self.assertEqual(f"{float(cell):.14e}", f"{value:.14e}", column)  # 15 digits
                elif column == "name" and value.startswith("="):
                    self.assertEqual(cell, "'" + value)  # text, and never a formula
                else:
                    self.assertEqual(cell, value or "", column)
        texts = [cells[1:3] for cells in back[1:] if cells[1] == "Infinity" or cells[2] == "NaN"]
        self.assertEqual(sorted(texts), [["0.123456789012345", "NaN"], ["Infinity", "-Infinity"]])
        self.ok("export", "reference", "-o", "r.xlsx")
        self.converted(soffice, "r.xlsx")
        figures = []
        for sheet in ("genesis", "aws"):
            with open(self.folder / f"r-{sheet}.csv", newline="", encoding="utf-8") as file:
                figures += [(r[0], float(r[3]), f"{float(r[4]):.4f}") for r in list(csv.reader(file))[1:]]
        self.assertEqual(figures, [(machine, float(price), cost) for machine, price, cost in ALL])

    @unittest.skipIf(os.environ.get("YARDSTICK_HEADLESS_BUILD") == "1", "this build cannot draw")
    def test_aReportCanBeReadAsPdf(self):
        pdftotext = self.peer("pdftotext", "poppler")
        self.ok("import", "reference")
        self.ok("report", "-o", "r.pdf")
        text = subprocess.run([pdftotext, "-layout", "r.pdf", "-"], cwd=self.folder, capture_output=True, text=True, check=True).stdout
        for machine, price, cost in ALL:
            self.assertIn(cost, text)
            self.assertIn(price, text)


if __name__ == "__main__":
    unittest.main(verbosity=2)
