"""Every visible string has its Chinese, and every count its English for one and for many: nothing unfinished or empty, the same %1, %n, {0} and one mnemonic in both, no string
of the sources missing from the .ts, ui/error_strings.h up to date. Exit 1 with the offenders."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

root = pathlib.Path(sys.argv[1])
ts = root / "translations" / "yardstick_zh_CN.ts"
plurals = root / "translations" / "yardstick_en.ts"
bad = []


def messages(file):
    for context in ElementTree.parse(file).getroot().findall("context"):
        name = context.findtext("name")
        for message in context.findall("message"):
            yield name, message


def marks(text):
    return sorted(set(re.findall(r"%\d|%n|\{\d\}", text)))


def read(file):
    """Keys of its messages, counts among them marked; faults go to `bad`."""
    keys = {}
    for name, message in messages(file):
        source = message.findtext("source") or ""
        counts = message.get("numerus") == "yes"
        keys[(name, source, message.findtext("comment") or "")] = counts
        translation = message.find("translation")
        where = f"{file.name}: {name}: {source!r}"
        kind = translation.get("type")
        if kind == "unfinished":
            bad.append(f"unfinished: {where}")
            continue
        if kind in ("vanished", "obsolete"):
            bad.append(f"no longer used: {where}")
            continue
        forms = [f.text or "" for f in translation.findall("numerusform")] if counts else [translation.text or ""]
        for i, text in enumerate(forms):
            if not text.strip():
                bad.append(f"empty: {where}")
            one = len(forms) == 2 and i == 0  # "the experiment" needs no number
            if marks(text) != [m for m in marks(source) if not one or m != "%n" or "%n" in text]:
                bad.append(f"placeholders differ: {where} -> {text!r}")
            if text.count("&") != source.count("&"):
                bad.append(f"mnemonics differ: {where} -> {text!r}")
    return keys


known = read(ts)
counted = {key for key, counts in known.items() if counts}
for key in counted ^ set(read(plurals)):
    bad.append(f"yardstick_en.ts and yardstick_zh_CN.ts differ (run scripts/update_translations): {key[0]}: {key[1]!r}")

check = subprocess.run([sys.executable, root / "scripts" / "collect_errors.py", "--check"], capture_output=True, text=True, check=False)
if check.returncode:
    bad.append(check.stdout.strip())

lupdate = next((p for p in ("/usr/lib/qt6/bin/lupdate", shutil.which("lupdate6"), shutil.which("lupdate")) if p and pathlib.Path(p).exists()), None)
if lupdate:
    with tempfile.TemporaryDirectory() as folder:
        fresh = pathlib.Path(folder) / "fresh.ts"
        subprocess.run([lupdate, "ui", "-silent", "-locations", "none", "-I", ".", "-ts", fresh], cwd=root, capture_output=True, check=False)
        for name, message in messages(fresh):
            key = (name, message.findtext("source") or "", message.findtext("comment") or "")
            if key not in known:
                bad.append(f"not in the .ts (run scripts/update_translations): {name}: {key[1]!r}")

print("\n".join(bad) if bad else f"translations: {len(known)} strings complete")
sys.exit(1 if bad else 0)
