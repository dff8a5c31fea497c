"""Writes ui/error_strings.h: every sentence that lower layers make and the window translates.

Sources: all string literals of core, training and cloud that are sentences (templates of fail(), Error, events, reasons of
the planner), and help and groups of resources/parameters.json. lupdate cannot see those by itself: they are made in layers
without Qt, or stand in JSON. With --check: exit 1 when the file is not what it should be.
"""
import json
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent
target = root / "ui" / "error_strings.h"
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
# A sentence or a template of one: a capital, a quotation mark or an argument at first, words, and an end.
SENTENCE = re.compile(r'^(?:[A-Z\d]|\\"|\{\d|YARD|freeze )(?:.*\s){1}.*(?:[.!:]|FILE\.\w+|\{\d\}|reference) ?$')
FOLDERS = ("core", "training", "cloud")
APP_FILES = ("demo.cpp", "scheduling.cpp", "window_services.cpp", "gui_widgets.cpp")  # the rest of app is the command line
LEFT_OUT = ("command_line.cpp",)  # help of the worker's command line: never in the window


def literals(text):
    """Adjacent literals are one, as for the compiler."""
    text = re.sub(r"'\\?\"'", "' '", text)
    text = re.sub(r'R"(\w*)\(.*?\)\1"', '""', text, flags=re.S)
    found, end, parts = [], None, []
    for match in LITERAL.finditer(text):
        if end is not None and text[end:match.start()].strip() == "":
            parts.append(match.group(1))
        else:
            found.append("".join(parts))
            parts = [match.group(1)]
        end = match.end()
    found.append("".join(parts))
    return found


def templates():
    files = [root / "app" / name for name in APP_FILES if (root / "app" / name).exists()]
    for folder in FOLDERS:
        files += [f for f in sorted((root / folder).rglob("*")) if f.suffix in (".h", ".cpp") and f.name not in LEFT_OUT]
    found = set()
    for file in files:
        text = file.read_text(encoding="utf-8")
        text = re.sub(r"(?m)^\s*//.*$", "", text)
        text = re.sub(r'(?m)^((?:[^"\n]|"(?:[^"\\\n]|\\.)*")*?)//.*$', r"\1", text)
        found |= {t for t in literals(text) if SENTENCE.match(t) and len(t.split()) > 2}
    # Sentences about parameters are made of parts: a test of core/base keeps their list.
    found |= set((root / "resources" / "parameter_errors.txt").read_text(encoding="utf-8").splitlines())
    return sorted(found)


def report_words():
    """Headings, captions and columns of reports: what stands in core/report with a capital and is no sentence."""
    found = set()
    for file in sorted((root / "core" / "report").glob("*.cpp")):
        text = re.sub(r"(?m)^\s*//.*$", "", file.read_text(encoding="utf-8"))
        text = re.sub(r'R"\(.*?\)"', '""', text, flags=re.S)
        found |= {t for t in literals(text) if re.match(r"^[A-Z][\w-].*[\w).]$", t) and "\\" not in t and "Noto" not in t}
    return sorted((found | {"nothing", "an example, not yours"}) - set(templates()))


def parameters():
    data = json.loads((root / "resources" / "parameters.json").read_text(encoding="utf-8"))
    helps, groups = [], []
    for p in data["parameters"]:
        if p.get("help") and p["help"] not in helps:
            helps.append(p["help"])
        if p.get("group") and p["group"] not in groups:
            groups.append(p["group"])
    return helps, groups


def escaped(text):
    return text.replace("\n", "\\n") if "\\" in text else text.replace('"', '\\"')


def render():
    helps, groups = parameters()
    lines = ["// Made by scripts/collect_errors.py; do not edit. The sentences of lower layers (ui/sentences.cpp, lupdate).",
             "#pragma once", "", "#include <QtGlobal>", "", "// clang-format off", "namespace yardstick::ui {",
             "inline constexpr const char* kErrorStrings[] = {"]
    lines += [f'    QT_TRANSLATE_NOOP("Error", "{t}"),' for t in templates()]
    lines += ["};", "inline constexpr const char* kReportWords[] = {"]
    lines += [f'    QT_TRANSLATE_NOOP("Report", "{t}"),' for t in report_words()]
    lines += ["};", "inline constexpr const char* kParameterHelp[] = {"]
    lines += [f'    QT_TRANSLATE_NOOP("Parameter", "{escaped(t)}"),' for t in helps]
    lines += ["};", "inline constexpr const char* kParameterGroups[] = {"]
    lines += [f'    QT_TRANSLATE_NOOP("ParameterGroup", "{escaped(t)}"),' for t in groups]
    lines += ["};", "} // namespace yardstick::ui", ""]
    return "\n".join(lines)


text = render()
if "--check" in sys.argv:
    if not target.exists() or target.read_text(encoding="utf-8") != text:
        print("ui/error_strings.h is not up to date: run scripts/update_translations")
        sys.exit(1)
    print("error strings: up to date")
else:
    target.write_text(text, encoding="utf-8")
    print(f"{target.relative_to(root)}: {text.count('QT_TRANSLATE_NOOP')} strings")
