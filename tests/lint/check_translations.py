"""Every visible string has its Chinese: nothing unfinished or empty, the same %1, %n, {0} and one mnemonic in both, no string
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
bad = []


def messages(file):
    for context in ElementTree.parse(file).getroot().findall("context"):
        name = context.findtext("name")
        for message in context.findall("message"):
            yield name, message


def marks(text):
    return sorted(set(re.findall(r"%\d|%n|\{\d\}", text)))


known = set()
for name, message in messages(ts):
    source = message.findtext("source") or ""
    known.add((name, source, message.findtext("comment") or ""))
    translation = message.find("translation")
    where = f"{name}: {source!r}"
    kind = translation.get("type")
    if kind == "unfinished":
        bad.append(f"unfinished: {where}")
        continue
    if kind in ("vanished", "obsolete"):
        bad.append(f"no longer used: {where}")
        continue
    forms = [f.text or "" for f in translation.findall("numerusform")] if message.get("numerus") == "yes" else [translation.text or ""]
    for text in forms:
        if not text.strip():
            bad.append(f"empty: {where}")
        if marks(text) != marks(source):
            bad.append(f"placeholders differ: {where} -> {text!r}")
        if text.count("&") != source.count("&"):
            bad.append(f"mnemonics differ: {where} -> {text!r}")

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
